//! A choice of hunks, applied to the text before and to one that has changed since.
#![cfg(not(target_arch = "wasm32"))]

mod diff_support;

use countersign::diff::{Conflict, Cut, Delta, DiffOptions, Row, TextDiff, find_hazards};
use diff_support::{Numbers, diff, slice};
use proptest::prelude::*;
use serde_json::Value;

/// Texts of few distinct lines, of either end-of-line style or of both.
fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof![4 => "[ab]{0,2}", 1 => "[a-e] = [0-9]", 1 => "[\u{6F22}\u{1F600}\u{301}]{1,2}"];
    let eol = prop_oneof![2 => Just("\n"), 1 => Just("\r\n")];
    let lines = prop_oneof![3 => prop::collection::vec(line.clone().prop_map(|line| (line, "\n")), 0..40), 1 => prop::collection::vec((line, eol), 0..24)];
    (lines, any::<bool>()).prop_map(|(lines, open)| {
        let text: String = lines.iter().flat_map(|(line, eol)| [line.as_str(), *eol]).collect();
        if open { text.strip_suffix('\n').unwrap_or(&text).to_owned() } else { text }
    })
}

/// A long text of distinct lines, and the same with a few of them edited.
fn edited() -> impl Strategy<Value = (Vec<String>, Vec<String>)> {
    (20..120usize, prop::collection::vec((any::<prop::sample::Index>(), 0..3u8), 1..6)).prop_map(|(count, edits)| {
        let before: Vec<String> = (0..count).map(|i| format!("line {i}\n")).collect();
        let mut after = before.clone();
        for (number, (at, kind)) in edits.iter().enumerate() {
            let at = at.index(after.len());
            match kind {
                0 => after[at] = format!("new {number}\n"),
                1 => after.insert(at, format!("more {number}\n")),
                _ => _ = after.remove(at),
            }
        }
        (before, after)
    })
}

fn folded(text: &str, eol: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', eol)
}

#[test]
fn one_hunk_of_three_goes_where_its_lines_are() {
    let path = format!("{}/tests/vectors/diff/cases.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases: Vec<_> = file["cases"].as_array().unwrap().iter().filter(|case| case["kind"] == "hunks").collect();
    assert_eq!(cases.len(), 1);
    for case in cases {
        let (before, after) = (case["before"].as_str().unwrap(), case["after"].as_str().unwrap());
        let accepted: Vec<_> =
            case["expect"]["accept"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let drawn = diff(before, after);
        let result = drawn.apply(|hunk| accepted.contains(&(hunk as u64)));
        assert_eq!(result, case["expect"]["result"].as_str().unwrap());
        // What was left out is what is still to be seen.
        assert_eq!(diff(&result, after).hunks().len(), drawn.hunks().len() - accepted.len());
    }
}

#[test]
fn what_is_taken_has_the_end_of_line_style_of_its_document() {
    let drawn = diff("You are helpful.\r\nAnswer in English.\r\n", "You are helpful.\nAnswer in French.\nBe brief.\n");
    assert!(drawn.keeps_eol());
    assert_eq!(drawn.apply(|_| true), "You are helpful.\r\nAnswer in French.\r\nBe brief.\r\n");
    // A style that differs line by line is a change like any other.
    let drawn = diff("a\nb\n", "a\r\nb\n");
    assert_eq!(drawn.apply(|_| true), "a\r\nb\n");
}

#[test]
fn a_line_appended_below_an_open_one_brings_its_line_break() {
    let lines: String = (0..12).map(|i| format!("{i}\n")).collect();
    let (before, after) = (format!("x\n{lines}end"), format!("y\n{lines}end\nmore"));
    let drawn = diff(&before, &after);
    assert_eq!(drawn.hunks().len(), 2);
    assert_eq!(drawn.apply(|hunk| hunk == 0), format!("y\n{lines}end"));
    assert_eq!(drawn.apply(|hunk| hunk == 1), format!("x\n{lines}end\nmore"));
    let back = diff(&after, &before);
    assert_eq!(back.apply(|hunk| hunk == 1), format!("y\n{lines}end"));
}

#[test]
fn a_hunk_follows_its_lines_and_nothing_else() {
    let lines = |from: usize, to: usize| (from..to).map(|i| format!("{i}\n")).collect::<String>();
    let before = lines(0, 20);
    let after = before.replace("10\n", "ten\n");
    let drawn = diff(&before, &after);
    let reapply = |text: &str| drawn.reapply(text, |_| true);
    let moved = format!("new\n{}", lines(5, 18));
    assert_eq!(reapply(&moved).unwrap(), moved.replace("10\n", "ten\n"));
    assert_eq!(reapply(&before).as_ref(), Ok(&after));
    // Another line among its context, its line gone, or a second place.
    assert_eq!(reapply(&before.replace("9\n", "nine\n")), Err(vec![(0, Conflict::NotFound)]));
    assert_eq!(reapply(&before.replace("\n10\n", "\n")), Err(vec![(0, Conflict::NotFound)]));
    assert_eq!(reapply(&before.repeat(2)), Err(vec![(0, Conflict::Ambiguous)]));
    assert_eq!(reapply(""), Err(vec![(0, Conflict::NotFound)]));
    // The document's style is its own.
    assert_eq!(reapply(&folded(&moved, "\r\n")).unwrap(), folded(&moved.replace("10\n", "ten\n"), "\r\n"));
}

#[test]
fn a_hunk_at_an_open_end_does_not_go_above_other_lines() {
    let before: String = (0..6).map(|i| format!("{i}\n")).collect();
    let after = format!("{before}six");
    let drawn = diff(&before, &after);
    assert_eq!(drawn.reapply(&format!("new\n{before}"), |_| true).unwrap(), format!("new\n{after}"));
    assert_eq!(drawn.reapply(&format!("{before}more\n"), |_| true), Err(vec![(0, Conflict::NotFound)]));
    let back = diff(&after, &before);
    assert_eq!(back.reapply(&format!("{after}\nmore\n"), |_| true), Err(vec![(0, Conflict::NotFound)]));
}

#[test]
fn two_hunks_that_meet_in_a_changed_text_are_no_guess() {
    // The lines between the two are gone, and both contexts are read from the ones that are left.
    let before = "a\nb\nc\nX\nd\ne\nf\n1\n2\n3\n4\n5\n6\n7\nX\nd\ne\nf\ng\n";
    let after = before.replace("c\nX\n", "c\nY\n").replace("7\nX\n", "7\nZ\n");
    let drawn = diff(before, &after);
    assert_eq!(drawn.hunks().len(), 2);
    assert!(drawn.reapply("5\n6\n7\nX\nd\ne\nf\n", |_| true).is_err());
    assert_eq!(drawn.reapply("5\n6\n7\nX\nd\ne\nf\n", |hunk| hunk == 1).unwrap(), "5\n6\n7\nZ\nd\ne\nf\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_hunk_changes_nothing_and_all_of_them_everything(before in text(), after in text()) {
        let drawn = diff(&before, &after);
        prop_assert_eq!(drawn.apply(|_| false), before.as_str());
        let all = drawn.apply(|_| true);
        if drawn.keeps_eol() {
            prop_assert_eq!(folded(&all, "\n"), folded(&after, "\n"));
            prop_assert!(before.contains("\r\n") || !all.contains("\r\n"));
        } else {
            prop_assert_eq!(all, after);
        }
    }

    #[test]
    fn any_choice_leaves_the_other_hunks_to_be_taken(before in text(), after in text(), choice in any::<u32>()) {
        let drawn = diff(&before, &after);
        let taken = |hunk: usize| choice >> (hunk % 32) & 1 == 1;
        let some = drawn.apply(taken);
        prop_assert_eq!(drawn.reapply(&before, taken), Ok(some.clone()));
        // Lines are those of either text, whole.
        let lines = |text: &str| folded(text, "\n").split('\n').map(str::to_owned).collect::<Vec<_>>();
        let known = [lines(&before), lines(&after)].concat();
        prop_assert!(lines(&some).iter().all(|line| known.contains(line)), "{:?}", some);
    }

    #[test]
    fn taking_hunks_one_after_the_other_ends_with_the_text_after((before, after) in edited(), order in any::<u64>()) {
        let (before, after) = (before.concat(), after.concat());
        let drawn = diff(&before, &after);
        let mut left: Vec<usize> = (0..drawn.hunks().len()).collect();
        let mut text = before.clone();
        let mut numbers = Numbers(order | 1);
        while !left.is_empty() {
            let hunk = left.remove(numbers.below(left.len()));
            text = drawn.reapply(&text, |index| index == hunk).unwrap();
        }
        prop_assert_eq!(text, after);
    }

    #[test]
    fn hunks_move_with_lines_that_are_added_around_them((before, after) in edited(), above in 0..5usize, below in 0..5usize) {
        let around = |lines: &[String]| {
            let other = |count: usize, name: &str| (0..count).map(|i| format!("{name} {i}\n")).collect::<String>();
            format!("{}{}{}", other(above, "above"), lines.concat(), other(below, "below"))
        };
        let (old, new) = (before.concat(), after.concat());
        prop_assert_eq!(diff(&old, &new).reapply(&around(&before), |_| true), Ok(around(&after)));
    }

    #[test]
    fn the_middle_of_two_texts_has_the_diff_of_the_whole(
        head in 0..60usize, tail in 0..60usize, cut in (0..60usize, 0..60usize), blank in 1..9usize,
        old in text(), new in text(), context in 0..5usize
    ) {
        // Lines that repeat, so that hunks have somewhere to slide.
        let lines = |count: usize| (0..count).map(|i| if i % blank == 0 { "\n".to_owned() } else { format!("  a{}\n", i % 7) });
        let join = |middle: &str| lines(head).chain([middle.replace("\r\n", "\n")]).chain(lines(tail)).collect::<String>();
        let (before, after) = (join(&old), join(&new));
        let (above, below) = (cut.0.min(head), if old.ends_with('\n') && new.ends_with('\n') { cut.1.min(tail) } else { 0 });
        let at: usize = lines(above).map(|line| line.len()).sum();
        let end: usize = lines(tail).skip(tail - below).map(|line| line.len()).sum();
        let part = |text: &str| text[at..text.len() - end].to_owned();
        let (part_before, part_after) = (part(&before), part(&after));
        let options = DiffOptions { context };
        let whole = TextDiff::new(&before, &after, options);
        let cut = Cut { above: above > 0, below: below > 0 };
        if let Some(middle) = TextDiff::of_middle(&part_before, Delta { added: &part_after, steps: &[] }, &mut String::new(), options, cut) {
            prop_assert_eq!(middle.line_counts(), whole.line_counts());
            prop_assert_eq!(middle.white_space_only(), whole.white_space_only());
            prop_assert_eq!(middle.truncated(), whole.truncated());
            prop_assert_eq!(middle.hunks().len(), whole.hunks().len());
            for (part, all) in middle.hunks().iter().zip(whole.hunks()) {
                let (lines, units) = (above as u32, at as u32);
                prop_assert_eq!(part.before_start + lines, all.before_start);
                prop_assert_eq!(part.after_start + lines, all.after_start);
                let rows: Vec<_> = part.rows.iter().map(|row| Row {
                    before_line: row.before_line.map(|line| line + lines),
                    after_line: row.after_line.map(|line| line + lines),
                    paired_line: row.paired_line.map(|line| line + lines),
                    text: row.text.start + units..row.text.end + units,
                    ..row.clone()
                }).collect();
                prop_assert_eq!(&rows, &all.rows);
            }
        }
    }

    #[test]
    fn hazards_are_stretches_of_whole_characters(text in "(?s)[a\\x00-\\x1F \u{200B}-\u{200F}\u{202E}\u{FE0F}\u{1F3F4}\u{E0061}\u{E007F}\u{430}\u{3BF}\u{1F600}]{0,40}") {
        let mut last = 0;
        for hazard in find_hazards(&text) {
            prop_assert!(hazard.start < hazard.end && hazard.start >= last);
            prop_assert!(!slice(&text, &(hazard.start..hazard.end)).is_empty());
            last = hazard.start;
        }
    }
}
