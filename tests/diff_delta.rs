//! A text given as a delta has the diff that it has as a whole.
#![cfg(not(target_arch = "wasm32"))]

use countersign::diff::{Cut, Delta, DiffOptions, TextDiff};
use proptest::prelude::*;
use proptest::sample::Index;

/// Lines that repeat or are wide, each with its terminator.
fn lines(most: usize) -> impl Strategy<Value = Vec<String>> {
    let line = prop_oneof![
        4 => "[ab]{0,2}", 1 => "[a-e] = [0-9]\u{0}?", 2 => "[\u{E9}\u{6F22}\u{1F600}\u{301}\r]{1,2}",
        1 => "a line of [a-d]{1,3} words, longer than sixteen bytes"
    ];
    let eol = prop_oneof![5 => Just("\n"), 1 => Just("\r\n")];
    prop::collection::vec((line, eol).prop_map(|(line, eol)| format!("{line}{eol}")), 0..most)
}

fn units(text: &str) -> u32 {
    text.encode_utf16().count() as u32
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn a_delta_makes_its_text_and_that_text_s_diff(
        old in lines(30), open in (any::<bool>(), any::<bool>()), rest in lines(4),
        parts in prop::collection::vec((lines(4), any::<Index>(), any::<Index>()), 0..6), context in 0..4usize,
    ) {
        let before = old.concat() + if open.0 { "open \u{E9}" } else { "" };
        let (mut after, mut added, mut steps) = (String::new(), String::new(), Vec::new());
        for (own, from, to) in &parts {
            let (from, to) = (from.index(old.len() + 1), to.index(old.len() + 1));
            let copied = old.get(from..to).unwrap_or_default().concat();
            steps.extend([units(&own.concat()), units(&old[..from].concat()), units(&copied)]);
            added += &own.concat();
            after += &own.concat();
            after += &copied;
        }
        let last = rest.concat() + if open.1 { "\u{6F22} open" } else { "" };
        after += &last;
        added += &last;

        let options = DiffOptions { context };
        let whole = TextDiff::new(&before, &after, options);
        let mut room = String::new();
        let delta = Delta { added: &added, steps: &steps };
        let made = TextDiff::of_middle(&before, delta, &mut room, options, Cut::default()).unwrap();
        prop_assert_eq!(made.flat(), whole.flat());
        prop_assert_eq!(made.unified("text"), whole.unified("text"));
        prop_assert_eq!(made.apply(|hunk| hunk % 2 == 0), whole.apply(|hunk| hunk % 2 == 0));
        if !steps.is_empty() {
            drop(made);
            prop_assert_eq!(room, after);
        }
    }
}

#[test]
fn numbers_that_name_no_line_do_no_harm() {
    let before = "a\nb\n\u{1F600}\n";
    for steps in [&[9, 9, 9][..], &[u32::MAX; 6], &[1, 1, 1], &[0, 5, 1, 3], &[0, 2, u32::MAX]] {
        let mut room = String::new();
        let delta = Delta { added: "c\nd", steps };
        let diff = TextDiff::of_middle(before, delta, &mut room, DiffOptions::default(), Cut::default());
        assert!(diff.is_some_and(|diff| !diff.flat().is_empty()));
    }
}
