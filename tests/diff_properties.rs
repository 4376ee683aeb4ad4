//! What holds for the diff of any two texts.
#![cfg(not(target_arch = "wasm32"))]

mod diff_support;

use countersign::diff::{Eol, RowKind};
use diff_support::{common, contents, diff, emphasised, replay, row_text, rows, slice};
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation as _;

/// Texts of few distinct lines, so that they have much in common.
fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        4 => "[ab]{0,2}",
        2 => "( {0,4})(if|let|end) [xyz]( = [0-9])?",
        1 => "[a \u{301}\u{200D}\u{1F469}\u{1F4BB}\u{1F3FD}\u{6F22}\u{1F1E9}\u{1F1EA}\u{915}\u{94D}\u{93F}]{0,8}",
        1 => Just("\r".to_owned()),
    ];
    let eol = prop_oneof![8 => Just("\n"), 1 => Just("\r\n")];
    (prop::collection::vec((line, eol), 0..24), any::<bool>()).prop_map(|(lines, open)| {
        let text: String = lines.iter().flat_map(|(line, eol)| [line.as_str(), *eol]).collect();
        if open { text.strip_suffix('\n').unwrap_or(&text).to_owned() } else { text }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn rows_turn_one_text_into_the_other_and_back(before in text(), after in text()) {
        let drawn = diff(&before, &after);
        let forth = replay(&before, &after, drawn.hunks(), &contents(&before), |h| (h.before_start, h.before_lines), RowKind::Removed);
        prop_assert_eq!(forth, contents(&after));
        let back = replay(&before, &after, drawn.hunks(), &contents(&after), |h| (h.after_start, h.after_lines), RowKind::Added);
        prop_assert_eq!(back, contents(&before));
    }

    #[test]
    fn line_counts_are_as_small_as_possible(before in text(), after in text()) {
        let lines = |text: &str| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
        let (old, new) = (lines(&before), lines(&after));
        let kept = common(&old, &new);
        let counts = diff(&before, &after).line_counts();
        prop_assert_eq!((counts.added as usize, counts.removed as usize), (new.len() - kept, old.len() - kept));
    }

    #[test]
    fn the_patch_of_small_texts_changes_as_few_lines_as_possible(before in text(), after in text()) {
        let drawn = diff(&before, &after);
        let count = |mark: char| drawn.unified("x").lines().skip(2).filter(|line| line.starts_with(mark)).count() as u32;
        let counts = drawn.line_counts();
        if before.lines().count() + after.lines().count() <= 40 {
            prop_assert_eq!((count('+'), count('-')), (counts.added, counts.removed));
        } else {
            prop_assert!(count('+') >= counts.added && count('+') - counts.added == count('-') - counts.removed);
        }
    }

    #[test]
    fn rows_are_numbered_and_counted(before in text(), after in text()) {
        let drawn = diff(&before, &after);
        let mut seen = (0, 0);
        for hunk in drawn.hunks() {
            let first = |start: u32, count: u32| start + u32::from(count == 0);
            let mut next = (first(hunk.before_start, hunk.before_lines), first(hunk.after_start, hunk.after_lines));
            let start = next;
            prop_assert!(next.0 > seen.0 && next.1 > seen.1);
            for row in &hunk.rows {
                prop_assert_eq!(row.before_line, (row.kind != RowKind::Added).then_some(next.0));
                prop_assert_eq!(row.after_line, (row.kind != RowKind::Removed).then_some(next.1));
                next.0 += u32::from(row.kind != RowKind::Added);
                next.1 += u32::from(row.kind != RowKind::Removed);
                let line = row_text(&before, &after, row);
                let expected = match row.kind {
                    RowKind::Added => contents(&after)[row.after_line.unwrap() as usize - 1],
                    _ => contents(&before)[row.before_line.unwrap() as usize - 1],
                };
                prop_assert_eq!(line, expected);
            }
            prop_assert_eq!(next, (start.0 + hunk.before_lines, start.1 + hunk.after_lines));
            seen = (next.0 - 1, next.1 - 1);
        }
        let count = |kind| rows(&drawn).filter(|row| row.kind == kind).count() as u32;
        prop_assert_eq!((count(RowKind::Added), count(RowKind::Removed)), (drawn.additions(), drawn.deletions()));
        // Something is to be seen unless the end-of-line style is the whole change.
        prop_assert!(before == after || !drawn.hunks().is_empty() || drawn.before_eol() != drawn.after_eol());
    }

    #[test]
    fn emphasis_never_cuts_a_character(before in text(), after in text()) {
        let drawn = diff(&before, &after);
        for row in rows(&drawn) {
            let line = row_text(&before, &after, row);
            let mut edges = vec![0];
            edges.extend(line.graphemes(true).scan(0, |at, g| { *at += g.encode_utf16().count() as u32; Some(*at) }));
            let mut last = 0;
            for range in &row.emphasis {
                prop_assert!(range.start < range.end && (range.start > last || last == 0));
                prop_assert!(edges.contains(&range.start) && edges.contains(&range.end), "{:?} {:?}", line, range);
                last = range.end;
            }
        }
    }

    #[test]
    fn what_is_not_emphasised_is_the_same_on_both_lines_of_a_pair(before in text(), after in text()) {
        let drawn = diff(&before, &after);
        for row in rows(&drawn).filter(|row| row.kind == RowKind::Removed) {
            let Some(pair) = row.paired_line else { continue };
            let other = rows(&drawn).find(|r| r.kind == RowKind::Added && r.after_line == Some(pair)).unwrap();
            prop_assert_eq!(other.paired_line, row.before_line);
            let plain = |row: &countersign::diff::Row| {
                let line = row_text(&before, &after, row);
                let end = line.encode_utf16().count() as u32;
                let starts = std::iter::once(0).chain(row.emphasis.iter().map(|r| r.end));
                let ends = row.emphasis.iter().map(|r| r.start).chain([end]);
                starts.zip(ends).map(|(s, e)| slice(&line, &(s..e))).collect::<String>()
            };
            prop_assert_eq!(plain(row), plain(other));
        }
    }

    #[test]
    fn a_text_that_lost_its_carriage_returns_shows_no_rows(text in text()) {
        let lf = text.replace('\r', "");
        let crlf = lf.replace('\n', "\r\n");
        let drawn = diff(&crlf, &lf);
        prop_assert!(drawn.hunks().is_empty());
        prop_assert_eq!(drawn.before_eol() == Eol::Crlf, lf.contains('\n'));
    }

    #[test]
    fn any_text_at_all_is_compared(before in "(?s).{0,40}", after in "(?s).{0,40}") {
        let drawn = diff(&before, &after);
        emphasised(&before, &after, RowKind::Added);
        let forth = replay(&before, &after, drawn.hunks(), &contents(&before), |h| (h.before_start, h.before_lines), RowKind::Removed);
        prop_assert_eq!(forth, contents(&after));
    }
}
