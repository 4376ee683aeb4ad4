//! Hard diffs, each from a report of someone who was misled by one.
#![cfg(not(target_arch = "wasm32"))]

mod diff_support;

use countersign::diff::{DiffOptions, Eol, LineCounts, RowKind, Terminator, unified_text};
use diff_support::{Numbers, changed, diff, emphasised, row_text, rows};
use serde_json::Value;

fn vectors(file: &str, key: &str) -> Vec<Value> {
    let path = format!("{}/tests/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = file[key].as_array().unwrap().clone();
    assert_eq!(cases.len(), file["count"].as_u64().unwrap() as usize);
    cases
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap().to_owned()).collect()
}

#[test]
fn hard_texts_read_as_a_person_expects() {
    let mut seen = 0;
    // The kinds `json`, `tools` and `rows` are for the JSON diff and the row diff, `hunks` is in
    // tests/diff_choices.rs; `perf` is below.
    for case in vectors("diff/cases.json", "cases").iter().filter(|case| case["kind"] == "text") {
        seen += 1;
        let id = case["id"].as_str().unwrap();
        let (before, after) = (case["before"].as_str().unwrap(), case["after"].as_str().unwrap());
        let drawn = diff(before, after);
        let expect = case["expect"].as_object().unwrap();
        let added = changed(before, after, RowKind::Added);
        let removed = changed(before, after, RowKind::Removed);
        for (key, value) in expect {
            match key.as_str() {
                "added" => assert_eq!(drawn.additions(), value.as_u64().unwrap() as u32, "{id}"),
                "removed" => assert_eq!(drawn.deletions(), value.as_u64().unwrap() as u32, "{id}"),
                "changedLines" => {
                    assert_eq!([added.len(), removed.len()], [value.as_u64().unwrap() as usize; 2], "{id}")
                }
                "emphasisedOld" => assert_eq!(emphasised(before, after, RowKind::Removed), strings(value), "{id}"),
                "emphasisedNew" => assert_eq!(emphasised(before, after, RowKind::Added), strings(value), "{id}"),
                "mustNotEmphasise" => {
                    for text in strings(value) {
                        let all = [RowKind::Removed, RowKind::Added].map(|kind| emphasised(before, after, kind));
                        assert!(all.iter().flatten().all(|marked| !marked.contains(&text)), "{id}");
                    }
                }
                "unifiedContains" => {
                    for text in strings(value) {
                        assert!(drawn.unified("prompt").contains(&text), "{id}");
                    }
                }
                "notes" => {
                    for note in strings(value) {
                        match note.as_str() {
                            "eol:crlf->lf" => assert_eq!((drawn.before_eol(), drawn.after_eol()), (Eol::Crlf, Eol::Lf)),
                            "whitespace-only" => assert!(drawn.white_space_only(), "{id}"),
                            // JavaScript's own normalisation tells: see tests/package/diff.test.ts. That
                            // no accent is cut off is asserted below.
                            "unicode-normalization" => {}
                            other => panic!("{id}: unknown note {other}"),
                        }
                    }
                }
                "granularity" => {
                    for kind in [RowKind::Removed, RowKind::Added] {
                        for row in rows(&drawn).filter(|row| row.kind == kind) {
                            let text = row_text(before, after, row);
                            for range in &row.emphasis {
                                let word =
                                    |at: u32| text.as_bytes().get(at as usize).is_some_and(u8::is_ascii_alphanumeric);
                                for edge in [range.start, range.end] {
                                    assert!(edge == 0 || !(word(edge - 1) && word(edge)), "{id}: {text}");
                                }
                            }
                        }
                    }
                }
                "pairs" => {
                    for pair in value.as_array().unwrap() {
                        let [old, new] = [0, 1].map(|side| pair[side].as_str().unwrap());
                        let lines: Vec<_> = after.lines().collect();
                        let row = rows(&drawn).find(|row| row_text(before, after, row).contains(old)).unwrap();
                        assert!(lines[row.paired_line.unwrap() as usize - 1].contains(new), "{id}");
                    }
                }
                "firstAddedLineTrimmed" => assert_eq!(added[0].trim(), value.as_str().unwrap(), "{id}"),
                "roundtrip" => diff_support::assert_applies(before, after, "prompt"),
                "accepted" => assert_eq!(drawn.apply(|_| true), value.as_str().unwrap(), "{id}"),
                "human" => {}
                other => panic!("{id}: unknown expectation {other}"),
            }
        }
    }
    assert_eq!(seen, 15);
}

#[test]
fn line_counts_are_those_that_phoenix_reports() {
    let mut seen = 0;
    for file in ["phoenix/prompt-edit-summary.json", "phoenix/prompt-edit-operations.json"] {
        for case in vectors(file, "vectors") {
            let expected = &case["expected"];
            // Operations that are refused have no summary.
            let Some(summary) = expected.get("summary") else { continue };
            let drawn = diff(expected["beforeText"].as_str().unwrap(), expected["afterText"].as_str().unwrap());
            let counts = drawn.line_counts();
            let lines = [&summary["additions"], &summary["deletions"]].map(|n| n.as_u64().unwrap() as u32);
            assert_eq!([counts.added, counts.removed], lines, "{}", case["id"]);
            seen += 1;
        }
    }
    assert_eq!(seen, 26);
}

#[test]
fn a_line_appended_below_an_open_last_line_is_one_added_row() {
    let (before, after) = ("a\nFROM t", "a\nFROM t\nAS u");
    let drawn = diff(before, after);
    assert_eq!((drawn.additions(), drawn.deletions()), (1, 0));
    assert_eq!(drawn.line_counts(), LineCounts { added: 2, removed: 1 });
    let kept = rows(&drawn).find(|row| row.terminator.is_some()).unwrap();
    assert_eq!((kept.kind, kept.terminator, kept.no_newline), (RowKind::Context, Some(Terminator::Gained), true));

    let back = diff(after, before);
    assert_eq!((back.additions(), back.deletions()), (0, 1));
    let kept = rows(&back).find(|row| row.terminator.is_some()).unwrap();
    assert_eq!((kept.terminator, kept.no_newline), (Some(Terminator::Lost), false));
}

#[test]
fn a_final_newline_alone_is_still_a_change_to_see() {
    for (before, after) in [("a\n", "a"), ("a", "a\n"), ("x\na\r\n", "x\na")] {
        let drawn = diff(before, after);
        assert_eq!((drawn.additions(), drawn.deletions()), (1, 1));
        assert!(rows(&drawn).all(|row| row.emphasis.is_empty()));
        assert_eq!(rows(&drawn).filter(|row| row.no_newline).count(), 1);
    }
}

#[test]
fn another_end_of_line_style_is_one_fact() {
    let crlf = "a\r\nb\r\nc\r\n";
    for before in [crlf, "a\nb\r\nc\r\n"] {
        let drawn = diff(before, "a\nb\nc\n");
        assert_eq!((drawn.additions(), drawn.deletions(), drawn.hunks().len()), (0, 0, 0));
        assert_eq!(drawn.after_eol(), Eol::Lf);
        assert!(drawn.line_counts().added > 0, "the patch still replaces the lines");
    }
    assert_eq!(diff(crlf, "a\nb\nc\n").line_counts(), LineCounts { added: 3, removed: 3 });
}

#[test]
fn one_line_that_changes_its_terminator_among_others_is_shown() {
    let drawn = diff("a\nb\nc\n", "a\nb\r\nc\n");
    assert_eq!((drawn.additions(), drawn.deletions()), (1, 1));
    assert_eq!(drawn.after_eol(), Eol::Mixed);
}

#[test]
fn a_final_newline_lost_together_with_the_style_is_shown() {
    let drawn = diff("a\r\nb\r\n", "a\nb");
    assert_eq!((drawn.additions(), drawn.deletions()), (1, 1));
}

#[test]
fn end_of_line_styles_are_told_apart() {
    for (text, style) in [
        ("", Eol::None),
        ("a", Eol::None),
        ("a\n", Eol::Lf),
        ("a\r\nb", Eol::Crlf),
        ("a\rb\r", Eol::Cr),
        ("a\r\nb\n", Eol::Mixed),
        ("a\rb\n", Eol::Lf),
        ("\n", Eol::Lf),
    ] {
        assert_eq!(diff(text, "").before_eol(), style, "{text:?}");
    }
}

#[test]
fn only_a_line_feed_breaks_lines() {
    let drawn = diff("a\rb\u{2028}c\u{85}d", "a\rb\u{2028}c\u{85}e");
    assert_eq!((drawn.additions(), drawn.deletions()), (1, 1));
}

#[test]
fn equal_texts_have_no_diff() {
    for text in ["", "a", "a\n", "\r\n", "\u{FEFF}a\r\n"] {
        let drawn = diff(text, text);
        assert!(drawn.hunks().is_empty() && !drawn.truncated() && !drawn.white_space_only());
        assert_eq!(drawn.unified("x"), "");
        assert_eq!(drawn.flat()[8], 0);
    }
}

#[test]
fn offsets_count_utf16_units_across_the_text() {
    let (before, after) = ("\u{1F600}\n\u{1F600} one two\nend\n", "\u{1F600}\n\u{1F600} one three\nend\n");
    assert_eq!(changed(before, after, RowKind::Added), ["\u{1F600} one three"]);
    assert_eq!(emphasised(before, after, RowKind::Added), ["three"]);
}

#[test]
fn chinese_and_japanese_are_compared_by_character() {
    let (before, after) = ("请用英语回答用户的问题。\n", "请用法语回答用户的问题。\n");
    assert_eq!(emphasised(before, after, RowKind::Removed), ["英"]);
    assert_eq!(emphasised(before, after, RowKind::Added), ["法"]);
}

#[test]
fn an_accent_goes_with_its_letter() {
    let (before, after) = ("un cafe\u{301} noir\n", "un cafe\u{300} noir\n");
    assert_eq!(emphasised(before, after, RowKind::Removed), ["cafe\u{301}"]);
}

#[test]
fn a_value_in_a_line_of_json_is_all_that_is_marked() {
    let (before, after) = ("    \"maximum\": 10,\n", "    \"maximum\": 250,\n");
    assert_eq!(emphasised(before, after, RowKind::Removed), ["10"]);
    assert_eq!(emphasised(before, after, RowKind::Added), ["250"]);
}

#[test]
fn lines_that_share_only_their_punctuation_are_not_marked() {
    let (before, after) = ("  \"name\": \"foo\",\n", "  \"kind\": \"bar\",\n");
    assert!(emphasised(before, after, RowKind::Removed).is_empty());
}

#[test]
fn an_indent_alone_is_marked() {
    let (before, after) = ("if x:\ngo(1)\n", "if x:\n    go(1)\n");
    assert_eq!(emphasised(before, after, RowKind::Added), ["    "]);
    assert!(diff(before, after).white_space_only());
}

#[test]
fn one_word_in_a_megabyte_without_line_breaks_is_found() {
    let mut numbers = Numbers(7);
    let mut items: Vec<String> = (0..60_000).map(|i| format!("\"k{i}\":\"{}\"", numbers.word())).collect();
    let before = format!("{{{}}}", items.join(","));
    items[30_000] = "\"k30000\":\"changed\"".to_owned();
    let after = format!("{{{}}}", items.join(","));
    assert_eq!(emphasised(&before, &after, RowKind::Added), ["changed"]);
}

#[test]
fn the_unified_text_names_the_file_so_that_tools_find_it() {
    let unified = |name: &str| unified_text("a\n", "b\n", name, DiffOptions::default());
    assert!(unified("prompt.txt").starts_with("--- a/prompt.txt\n+++ b/prompt.txt\n@@ -1 +1 @@\n"));
    assert!(unified("my prompt").starts_with("--- a/my prompt\t\n"));
    assert!(unified("a\"b\n").starts_with("--- \"a/a\\\"b\\n\"\n"));
    assert!(unified("").starts_with("--- a/text\n"));
}

#[test]
fn context_is_what_the_caller_asks_for() {
    let before: String = (0..20).map(|i| format!("{i}\n")).collect();
    let after = before.replace("\n5\n", "\nfive\n").replace("\n14\n", "\nfourteen\n");
    for (context, hunks) in [(0, 2), (3, 2), (4, 1), (usize::MAX, 1)] {
        let drawn = countersign::diff::TextDiff::new(&before, &after, DiffOptions { context });
        assert_eq!(drawn.hunks().len(), hunks, "{context}");
    }
}

mod hopeless {
    use super::{Numbers, diff, rows};

    /// Right whatever it costs: every line is accounted for.
    fn assert_whole(before: &str, after: &str) -> bool {
        let drawn = diff(before, after);
        let counts = drawn.line_counts();
        let lines = |text: &str| text.split_inclusive('\n').count() as i64;
        assert_eq!(lines(after) - lines(before), i64::from(counts.added) - i64::from(counts.removed));
        assert!(rows(&drawn).count() >= (drawn.additions() + drawn.deletions()) as usize);
        drawn.truncated()
    }

    #[test]
    fn one_line_against_thirteen_thousand() {
        let after = Numbers(1).lines(13_000).join("\n");
        let drawn = diff("x", &after);
        assert_eq!((drawn.additions(), drawn.deletions()), (13_000, 1));
    }

    #[test]
    fn two_files_that_share_only_their_braces() {
        let mut numbers = Numbers(2);
        let mut file = || {
            let braces = ["{", "}", "  \"type\": \"string\","];
            let line = |n: &mut Numbers| if n.below(10) < 3 { braces[n.below(3)].to_owned() } else { n.line() };
            (0..13_000).map(|_| line(&mut numbers)).collect::<Vec<_>>().join("\n")
        };
        let (before, after) = (file(), file());
        assert!(assert_whole(&before, &after));
    }

    #[test]
    fn fifty_thousand_lines_of_a_hundred_kinds() {
        let mut numbers = Numbers(3);
        let kinds = numbers.lines(100);
        let mut file = || (0..50_000).map(|_| kinds[numbers.below(100)].as_str()).collect::<Vec<_>>().join("\n");
        let (before, after) = (file(), file());
        assert!(assert_whole(&before, &after));
    }

    #[test]
    fn shuffled_lines_keep_as_many_as_can_be() {
        let mut numbers = Numbers(4);
        let mut lines = numbers.lines(20_000);
        let before = lines.join("\n") + "\n";
        numbers.shuffle(&mut lines);
        let after = lines.join("\n") + "\n";
        assert_whole(&before, &after);
    }

    #[test]
    fn lines_that_repeat_and_lines_that_alternate() {
        let same = "same\n".repeat(70_000);
        let cut = "same\n".repeat(35_000) + "other\n" + &"same\n".repeat(35_000);
        assert!(!assert_whole(&same, &cut));
        assert_whole(&"a\nb\n".repeat(25_000), &"b\na\nc\n".repeat(16_000));
    }

    #[test]
    fn a_table_of_which_every_row_changed() {
        let table = |numbers: &mut Numbers, score: usize| {
            (0..20_000)
                .map(|i| format!("{{\"id\":{i},\"q\":\"{}\",\"score\":{score}}}\n", numbers.line()))
                .collect::<String>()
        };
        let (before, after) = (table(&mut Numbers(5), 1), table(&mut Numbers(5), 2));
        let drawn = diff(&before, &after);
        assert_eq!((drawn.additions(), drawn.deletions()), (20_000, 20_000));
        assert!(drawn.truncated());
        assert!(rows(&drawn).next().is_some_and(|row| row.paired_line == Some(1)));
    }

    #[test]
    fn long_lines_of_other_words() {
        let mut numbers = Numbers(6);
        let mut line = |words: usize| (0..words).map(|_| numbers.word()).collect::<Vec<_>>().join(" ");
        assert_whole(&line(3_000), &line(3_000));
        assert!(assert_whole(&line(150_000), &line(150_000)));
        assert_whole(&"x ".repeat(10_000), &"x y ".repeat(5_000));
    }
}
