//! Changes and the hunks that show them with context.

use std::ops::Range;

use super::align::Alignment;
use super::lines::Lines;

/// Lines that stand in for each other; never both empty. Line numbers are 0-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) before: Range<usize>,
    pub(crate) after: Range<usize>,
}

/// The changes of an alignment, in order, with kept lines between them.
pub(crate) fn changes(alignment: &Alignment) -> Vec<Change> {
    let run = |flags: &[bool], from: usize| flags.iter().skip(from).take_while(|&&f| f).count();
    let (mut before, mut after) = (0, 0);
    let mut changes = Vec::new();
    loop {
        // In step: one side may be kept for long where the other changes often.
        let old = alignment.removed.iter().skip(before);
        let new = alignment.added.iter().skip(after);
        let ahead = old.zip(new).take_while(|&(&old, &new)| !old && !new).count();
        before += ahead;
        after += ahead;
        let (old, new) = (run(&alignment.removed, before), run(&alignment.added, after));
        if old + new == 0 {
            return changes;
        }
        changes.push(Change { before: before..before + old, after: after..after + new });
        before += old;
        after += new;
    }
}

/// Keeps a last line that only gained or lost its terminator, because lines were added or
/// removed below it: to a person that line is unchanged, though to `git` it is another one.
///
/// A text that differs in nothing but its final terminator keeps its removed and added row;
/// otherwise there would be nothing to see.
pub(crate) fn keep_last_line(changes: &mut Vec<Change>, before: &Lines<'_>, after: &Lines<'_>) {
    let Some(last) = changes.last() else { return };
    if last.before.end != before.len() || last.after.end != after.len() {
        return;
    }
    let open = |lines: &Lines<'_>| lines.len().checked_sub(1).filter(|&index| !lines.terminated(index));
    let kept = match (open(before), open(after)) {
        (Some(old), None) => twin(before, old, after, &last.after),
        (None, Some(new)) => twin(after, new, before, &last.before).map(|(new, old)| (old, new)),
        // Both are open: one of them may have been appended to and cut short again.
        (Some(old), Some(new)) => twin(before, old, after, &last.after)
            .or_else(|| twin(after, new, before, &last.before).map(|(new, old)| (old, new))),
        (None, None) => None,
    };
    let Some((old, new)) = kept.filter(|kept| last.before.contains(&kept.0) && last.after.contains(&kept.1)) else {
        return;
    };
    let (above, below) = (
        Change { before: last.before.start..old, after: last.after.start..new },
        Change { before: old + 1..last.before.end, after: new + 1..last.after.end },
    );
    changes.pop();
    changes.extend([above, below].into_iter().filter(|c| !c.before.is_empty() || !c.after.is_empty()));
}

/// The terminated line of `there`, above its last, that reads like the open line `index`.
fn twin(here: &Lines<'_>, index: usize, there: &Lines<'_>, range: &Range<usize>) -> Option<(usize, usize)> {
    let text = here.content(index);
    range.clone().find(|&i| i + 1 < there.len() && there.terminated(i) && there.content(i) == text).map(|i| (index, i))
}

/// A stretch of both texts that is shown together: changes `changes`, with context around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) before: Range<usize>,
    pub(crate) after: Range<usize>,
    pub(crate) changes: Range<usize>,
}

/// Groups changes whose contexts touch or overlap, as `git` does.
pub(crate) fn spans(changes: &[Change], before: &Lines<'_>, context: usize) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for (index, change) in changes.iter().enumerate() {
        let below = context.min(before.len() - change.before.end);
        match spans.last_mut() {
            Some(span) if change.before.start <= span.before.end.saturating_add(context) => {
                span.before.end = change.before.end + below;
                span.after.end = change.after.end + below;
                span.changes.end = index + 1;
            }
            _ => {
                let above = context.min(change.before.start);
                spans.push(Span {
                    before: change.before.start - above..change.before.end + below,
                    after: change.after.start - above..change.after.end + below,
                    changes: index..index + 1,
                });
            }
        }
    }
    spans
}

/// The number that a unified header gives for `range`: 1-based, or the line above if empty.
pub(crate) fn header_start(range: &Range<usize>) -> usize {
    range.start + usize::from(!range.is_empty())
}
