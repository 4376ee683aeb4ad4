//! A diff as one list of numbers, which crosses into JavaScript in a single copy.
//!
//! | at | what |
//! |---|---|
//! | 0 | [`LAYOUT`] |
//! | 1 | flags: 1 truncated, 2 only the order of keys differs, 4 ids are missing or repeated |
//! | 2 | number of nodes |
//!
//! Each node: the number of its [`NodeKind`](super::NodeKind), its depth, then for each side the
//! index, start and end of the key, start and end of the value. Offsets are UTF-16 units of the
//! side's text. Items of arrays have an empty key; a side that a node has not is five zeros.

use crate::diff::bytes::narrow;

use super::units::Units;
use super::{JsonDiff, Place};

/// Changes whenever the layout does, so that a reader of another version notices.
pub const LAYOUT: u32 = 1;

impl JsonDiff<'_> {
    /// The diff as numbers; the module's page describes the layout.
    #[must_use]
    pub fn flat(&self) -> Vec<u32> {
        let units = [Units::new(self.before, self.ascii[0]), Units::new(self.after, self.ascii[1])];
        let mut out = Vec::with_capacity(3 + 12 * self.nodes.len());
        out.extend([
            LAYOUT,
            u32::from(self.truncated) | u32::from(self.order_only) << 1 | u32::from(self.ambiguous_ids) << 2,
            narrow(self.nodes.len()),
        ]);
        for node in &self.nodes {
            out.extend([node.kind as u32, narrow(node.depth)]);
            push_place(&mut out, &units[0], node.before);
            push_place(&mut out, &units[1], node.after);
        }
        out
    }
}

fn push_place(out: &mut Vec<u32>, units: &Units<'_>, place: Option<Place<'_>>) {
    let Place { index, entry } = place.unwrap_or_default();
    out.push(narrow(index));
    for piece in [entry.key, entry.value] {
        out.extend([piece.at, piece.at + piece.text.len()].map(|at| units.at(at)));
    }
}
