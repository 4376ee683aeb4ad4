//! The text that some of the changes make.

use crate::json::parse;
use crate::json::pretty::{close_line, open_line, write};

use super::mates::SlotKind;
use super::{JsonDiff, NodeKind};

impl JsonDiff<'_> {
    /// The text before with some of the changes, laid out as [`pretty`](crate::json::pretty) does;
    /// all of them give the text after. `taken` has one entry for each change: the
    /// [`nodes`](Self::nodes) but the open ones, in their order.
    #[must_use]
    pub fn apply(&self, taken: &[bool]) -> String {
        let mut pen = Pen { diff: self, taken: Vec::with_capacity(self.nodes.len()), out: String::new() };
        let mut next = taken.iter().copied();
        pen.taken.extend(self.nodes.iter().map(|node| node.kind != NodeKind::Open && next.next().unwrap_or(false)));
        let changes = self.nodes.iter().filter(|node| node.kind != NodeKind::Open).count();
        let count = pen.taken.iter().filter(|&&taken| taken).count();
        if count == 0 || count == changes {
            pen.value(if count == 0 { self.before } else { self.after }, 0);
        } else {
            pen.node(0, 0);
        }
        pen.out
    }
}

struct Pen<'d, 'a> {
    diff: &'d JsonDiff<'a>,
    /// For each node.
    taken: Vec<bool>,
    out: String,
}

impl Pen<'_, '_> {
    fn is_taken(&self, node: Option<usize>) -> bool {
        node.and_then(|node| self.taken.get(node)) == Some(&true)
    }

    fn value(&mut self, text: &str, level: usize) {
        if let Ok(value) = parse(text) {
            write(&value, level, &mut self.out);
        }
    }

    /// A value that stands on both sides.
    fn node(&mut self, number: usize, level: usize) {
        let Some(node) = self.diff.nodes.get(number) else { return };
        let Some(merge) = &node.merge else {
            let changed = node.kind == NodeKind::Changed && self.is_taken(Some(number));
            let place = if changed { node.after } else { node.before };
            return self.value(place.map_or("", |place| place.entry.value.text), level);
        };
        let named = node.before.is_some_and(|place| place.entry.value.text.starts_with('{'));
        let (open, close) = if named { ('{', '}') } else { ('[', ']') };
        self.out.push(open);
        let mut count = 0;
        // For each item before that moved, its node.
        let mut moved = vec![None; merge.before.len()];
        for slot in merge.slots.iter().filter(|slot| slot.kind == SlotKind::Came) {
            if let Some(moved) = moved.get_mut(slot.before) {
                *moved = slot.node;
            }
        }
        for slot in &merge.slots {
            let left = if slot.kind == SlotKind::Left { moved.get(slot.before).copied().flatten() } else { None };
            let number = slot.node.or(left);
            let taken = self.is_taken(number);
            let (stays, new) = match slot.kind {
                SlotKind::Kept => (true, false),
                SlotKind::Removed | SlotKind::Left => (!taken, false),
                SlotKind::Added => (taken, true),
                SlotKind::Came => (taken, false),
            };
            let entry = if new { merge.after.get(slot.after) } else { merge.before.get(slot.before) };
            let Some(entry) = entry.filter(|_| stays) else { continue };
            open_line(count, level + 1, &mut self.out);
            count += 1;
            if named {
                self.out.push_str(entry.key.text);
                self.out.push_str(": ");
            }
            match number {
                Some(node) if !matches!(slot.kind, SlotKind::Added | SlotKind::Removed) => self.node(node, level + 1),
                _ => self.value(entry.value.text, level + 1),
            }
        }
        if count == 0 {
            self.out.push(close);
        } else {
            close_line(level, close, &mut self.out);
        }
    }
}
