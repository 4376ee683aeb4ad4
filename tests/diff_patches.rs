//! The unified text, as `git apply` and `patch` take it.
#![cfg(not(target_arch = "wasm32"))]

mod diff_support;

use std::fs;

use diff_support::{Numbers, assert_applies, corpus, diff, folder, git, installed};

#[test]
fn every_way_to_end_a_text_applies() {
    let texts = [
        "",
        "a",
        "a\n",
        "a\nb",
        "a\nb\n",
        "\n",
        "\n\n",
        "a\r\n",
        "a\r\nb",
        "a\r\nb\r\n",
        "a\r",
        "a\rb\n",
        "\r",
        "\r\n",
        "\u{FEFF}a\n",
        "\u{FEFF}",
        "b\na",
        "a\n\\ No newline at end of file\n",
        "-a\n+a\n@@ -1 +1 @@\n",
        "a\r\nb\nc\r",
        "\u{1F469}\u{200D}\u{1F4BB}\n",
        "\u{2028}\n",
        "--- a/x\n+++ b/x\n",
    ];
    for before in texts {
        for after in texts {
            assert_applies(before, after, "prompt.txt");
        }
    }
}

#[test]
fn file_names_that_need_quoting_apply() {
    for name in ["my prompt.txt", "pr\u{F6}mpt", "a\"b", "tab\there", "back\\slash", "line\nbreak"] {
        assert_applies("a\nb\n", "a\nc\n", name);
    }
}

#[test]
fn generated_edits_apply() {
    let mut numbers = Numbers(11);
    for round in 0..40 {
        let kinds = numbers.lines(2 + round);
        let mut lines: Vec<String> =
            (0..5 + numbers.below(120)).map(|_| kinds[numbers.below(kinds.len())].clone()).collect();
        let end = |lines: &[String], numbers: &mut Numbers| {
            let eol = ["\n", "\r\n"][numbers.below(2)];
            lines.join(eol) + ["", eol][numbers.below(2)]
        };
        let before = end(&lines, &mut numbers);
        for _ in 0..1 + numbers.below(6) {
            let at = numbers.below(lines.len());
            match numbers.below(3) {
                0 if lines.len() > 1 => _ = lines.remove(at),
                1 => lines[at] = numbers.line(),
                _ => lines.insert(at, kinds[numbers.below(kinds.len())].clone()),
            }
        }
        let after = end(&lines, &mut numbers);
        assert_applies(&before, &after, "prompt.txt");
    }
}

#[test]
fn real_texts_have_the_hunks_that_git_draws() {
    let pairs = corpus();
    if pairs.is_empty() || !installed("git") {
        return;
    }
    let folder = folder();
    let (mut total, mut smallest, mut other) = (0, 0, Vec::new());
    for pair in &pairs {
        let (before, after) = (fs::read(&pair.before).unwrap(), fs::read(&pair.after).unwrap());
        let (Ok(before), Ok(after)) = (String::from_utf8(before), String::from_utf8(after)) else { continue };
        assert_applies(&before, &after, "real.txt");
        let git = |args: &[&str]| {
            let mut command = git(&folder);
            command.args(["diff", "--no-index"]).args(args).args([&pair.before, &pair.after]);
            String::from_utf8(command.output().unwrap().stdout).unwrap()
        };
        let theirs = git(&["--diff-algorithm=histogram", "--indent-heuristic"]);
        let drawn = diff(&before, &after);
        if hunks_of(&drawn.unified("real.txt")) != hunks_of(&theirs) {
            other.push(pair.id.as_str());
        }
        let numstat = git(&["--numstat", "--minimal"]);
        let mut numbers = numstat.split('\t').map(|field| field.parse::<u32>().unwrap_or(0));
        let (added, removed) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        let counts = drawn.line_counts();
        // The difference of the two is the same for every diff, so that one bound is enough.
        assert_eq!(counts.added + removed, added + counts.removed, "{}", pair.id);
        assert!(counts.added <= added || drawn.truncated(), "{}: {counts:?}, git {added} {removed}", pair.id);
        total += drawn.additions() + drawn.deletions();
        smallest += added + removed;
    }
    fs::remove_dir_all(folder).unwrap();
    eprintln!("{} of {} are not git's: {other:?}; {total} lines, {smallest} at least", other.len(), pairs.len());
    assert!(other.len() * 100 <= pairs.len(), "{} of {} are not git's: {other:?}", other.len(), pairs.len());
    assert!(total * 10 <= smallest * 11, "{total} lines changed where {smallest} are enough");
}

/// The hunks of a patch, without what `git` writes after their line numbers.
fn hunks_of(patch: &str) -> Vec<&str> {
    let hunks = patch.lines().skip_while(|line| !line.starts_with("@@"));
    hunks
        .map(|line| if line.starts_with("@@") { line.rsplit_once("@@").map_or(line, |parts| parts.0) } else { line })
        .collect()
}
