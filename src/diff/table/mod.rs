//! The difference of two tables: JSON arrays of objects, in which each row has an id.
//!
//! A row is the one before that has the same id, compared as JSON; it has moved when it does not
//! keep its order among the rows that stay. The members of a row are its cells; a cell changes as
//! a whole.
//!
//! Rows without an id, and rows that share one, are matched in the order in which they stand, and
//! [`JsonDiff::ambiguous_ids`] says so. Rows that are no objects are matched by their
//! whole value.

use std::borrow::Cow;

use super::ids::Ids;
use super::json::{DiffError, JsonDiff, Mates, Rule, diff, numbers};
use crate::json::write_string;
use crate::json::{Entry, Piece};

impl<'a> JsonDiff<'a> {
    /// Compares two tables. `id` is the path of keys to a row's id.
    ///
    /// # Errors
    /// When one of them is no JSON array.
    pub fn rows(before: &'a str, after: &'a str, id: &[String]) -> Result<Self, DiffError> {
        let name = |key: &String| {
            let mut quoted = String::new();
            write_string(&key.encode_utf16().collect::<Vec<_>>(), &mut quoted);
            Piece { text: &quoted, at: 0 }.name().into_owned()
        };
        let names: Vec<_> = id.iter().map(name).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        diff(before, after, Rule::Rows(&names))
    }
}

/// Matches rows, and tells whether one of them has no id of its own.
pub(super) fn by_id(before: &[Entry<'_>], after: &[Entry<'_>]) -> (Mates, bool) {
    let mut mates = Mates::new(before.len(), after.len());
    let (old_texts, new_texts) = (spell(before), spell(after));
    let mut known = Ids::with_room(before.len());
    let (old_ids, new_ids) = (numbers(&mut known, &old_texts), numbers(&mut known, &new_texts));
    for (new, row) in after.iter().enumerate() {
        if let Some(old) = row.twin {
            mates.pair(old, new);
        }
    }
    let (old, new): (Vec<_>, Vec<_>) = ((0..before.len()).collect(), (0..after.len()).collect());
    mates.pair_equal(&old, &old_ids, &new, &new_ids);
    mates.find_moved();
    let ambiguous = before.iter().chain(after).any(|row| row.key.text.is_empty());
    (mates, ambiguous || repeats(&old_ids) || repeats(&new_ids))
}

/// Whether a number stands twice.
fn repeats(ids: &[u32]) -> bool {
    let most = ids.iter().max().map_or(0, |&most| most as usize);
    let mut seen = vec![false; most + 1];
    ids.iter().any(|&id| seen.get_mut(id as usize).is_none_or(|seen| std::mem::replace(seen, true)))
}

/// What each row is matched by: the one spelling of its id. Objects without one are all alike;
/// what is no object has no cells to compare, and is matched as a whole.
fn spell<'a>(rows: &[Entry<'a>]) -> Vec<Cow<'a, str>> {
    let spelling = |row: &Entry<'a>| {
        let id = row.key;
        // Most ids are their own one spelling, but for the power of ten of a number.
        let digits = || id.text.bytes().all(|byte| byte.is_ascii_digit()) && !id.text.ends_with('0');
        let plain = if id.text.starts_with('"') { !id.text.contains('\\') } else { digits() };
        match (id.text.is_empty(), row.value.text.starts_with('{')) {
            (true, true) => Cow::Borrowed(""),
            (true, false) => Cow::Owned(["=", &row.value.canonical()].concat()),
            (false, _) if plain => Cow::Borrowed(id.text),
            (false, _) => {
                let mut id = id.canonical();
                id.truncate(id.strip_suffix("e0").unwrap_or(&id).len());
                Cow::Owned(id)
            }
        }
    };
    rows.iter().map(spelling).collect()
}
