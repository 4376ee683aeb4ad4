//! Which rows of two tables are the same row.

use std::borrow::Cow;

use super::mates::{Mates, numbers};
use crate::diff::ids::Ids;
use crate::json::Entry;

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
