//! A text given as what it has of another one and what it has not: JavaScript finds where two texts go on
//! alike faster than it can write both for the core.

use std::borrow::Cow;

/// The text that `steps` makes of `before` and `added`. Each step is three numbers of bytes: how many come from
/// `added`, which goes on where the step before left it; then where in `before` to copy from, and how many.
/// What is left of `added` comes last. `None` where a stretch is not there.
pub fn put_together<'a>(before: &str, added: &'a str, steps: &[u32]) -> Option<Cow<'a, str>> {
    if steps.is_empty() {
        return Some(Cow::Borrowed(added));
    }
    let mut made = String::with_capacity(before.len() + added.len());
    let mut rest = added;
    for &[new, from, len] in steps.as_chunks::<3>().0 {
        let (new, left) = rest.split_at_checked(new as usize)?;
        made.push_str(new);
        made.push_str(before.get(from as usize..)?.get(..len as usize)?);
        rest = left;
    }
    made.push_str(rest);
    Some(Cow::Owned(made))
}

#[cfg(test)]
mod tests {
    use super::put_together;

    #[test]
    fn stretches_are_taken_in_turn_and_the_rest_comes_last() {
        let before = "0123é56";
        assert_eq!(put_together(before, "abcd", &[1, 1, 3, 0, 4, 2, 2, 8, 0]).as_deref(), Some("a123ébcd"));
        assert_eq!(put_together(before, "abcd", &[]).as_deref(), Some("abcd"));
        assert_eq!(put_together(before, "", &[0, 0, 8]).as_deref(), Some(before));
    }

    #[test]
    fn what_is_not_there_is_refused() {
        for steps in [[5, 0, 1], [0, 0, 9], [0, 9, 0], [0, 5, 1], [0, 4, 1], [u32::MAX; 3]] {
            assert_eq!(put_together("0123é56", "abcd", &steps), None);
        }
    }
}
