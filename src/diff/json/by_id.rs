//! Which rows of two tables are the same row.

use std::borrow::Cow;

use super::mates::{Mates, numbers};
use crate::diff::ids::Ids;
use crate::json::Entry;

/// Matches rows, and tells whether one of them has no id of its own.
pub(super) fn by_id(before: &[Entry<'_>], after: &[Entry<'_>]) -> (Mates, bool) {
    let mut mates = Mates::new(before.len(), after.len());
    let old_texts: Vec<_> = before.iter().map(spell).collect();
    let new_texts: Vec<_> = after.iter().map(|row| if row.twin.is_some() { "".into() } else { spell(row) }).collect();
    let mut known = Ids::with_room(before.len());
    let old_ids = numbers(&mut known, &old_texts);
    let mut new_ids = numbers(&mut known, &new_texts);
    for (row, id) in after.iter().zip(&mut new_ids) {
        *id = row.twin.and_then(|twin| old_ids.get(twin)).copied().unwrap_or(*id);
    }
    for (new, row) in after.iter().enumerate() {
        if let Some(old) = row.twin {
            mates.pair(old, new);
        }
    }
    mates.pair_equal(&old_ids, &new_ids);
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

/// What a row is matched by: the one spelling of its id. Objects without one are all alike;
/// what is no object has no cells to compare, and is matched as a whole.
fn spell<'a>(row: &Entry<'a>) -> Cow<'a, str> {
    match (row.key.text.is_empty(), row.value.text.starts_with('{')) {
        (true, true) => "".into(),
        (true, false) => ["=", &row.value.canonical()].concat().into(),
        (false, _) => row.key.spelling(),
    }
}
