//! What the diff tests share: reading diffs back, real patch tools, texts to compare.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use countersign::diff::{DiffOptions, Hunk, Row, RowKind, TextDiff};

/// A diff with the usual context.
pub fn diff<'a>(before: &'a str, after: &'a str) -> TextDiff<'a> {
    TextDiff::new(before, after, DiffOptions::default())
}

/// `range` of `text` in UTF-16 units; panics inside a surrogate pair.
pub fn slice(text: &str, range: &Range<u32>) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16(&units[range.start as usize..range.end as usize]).expect("a range between characters")
}

pub fn rows<'a>(diff: &'a TextDiff<'_>) -> impl Iterator<Item = &'a Row> {
    diff.hunks().iter().flat_map(|hunk| &hunk.rows)
}

/// The line of a row, from the text that it is sliced from.
pub fn row_text(before: &str, after: &str, row: &Row) -> String {
    slice(if row.kind == RowKind::Added { after } else { before }, &row.text)
}

/// The lines that were removed or added.
pub fn changed(before: &str, after: &str, kind: RowKind) -> Vec<String> {
    let diff = diff(before, after);
    rows(&diff).filter(|row| row.kind == kind).map(|row| row_text(before, after, row)).collect()
}

/// The emphasised words of removed or added rows.
pub fn emphasised(before: &str, after: &str, kind: RowKind) -> Vec<String> {
    let diff = diff(before, after);
    rows(&diff)
        .filter(|row| row.kind == kind)
        .flat_map(|row| {
            let text = row_text(before, after, row);
            row.emphasis.iter().map(|range| slice(&text, range)).collect::<Vec<_>>()
        })
        .collect()
}

/// Lines without their terminators.
pub fn contents(text: &str) -> Vec<&str> {
    text.split_inclusive('\n')
        .map(|line| line.strip_suffix('\n').map_or(line, |l| l.strip_suffix('\r').unwrap_or(l)))
        .collect()
}

/// The lines of one side as the rows give them, with the lines between hunks taken from `text`.
/// `starts` gives a hunk's first line and count on this side, `skip` the other side's rows.
pub fn replay(
    before: &str,
    after: &str,
    hunks: &[Hunk],
    from: &[&str],
    starts: impl Fn(&Hunk) -> (u32, u32),
    skip: RowKind,
) -> Vec<String> {
    let mut out = Vec::new();
    let mut next = 0;
    for hunk in hunks {
        let (start, count) = starts(hunk);
        let start = if count == 0 { start } else { start - 1 } as usize;
        out.extend(from[next..start].iter().map(ToString::to_string));
        out.extend(hunk.rows.iter().filter(|row| row.kind != skip).map(|row| row_text(before, after, row)));
        next = start + count as usize;
    }
    out.extend(from[next..].iter().map(ToString::to_string));
    out
}

/// The size of the longest common subsequence, by the textbook.
pub fn common<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
            diagonal = above;
        }
    }
    row[b.len()]
}

/// An empty folder of this test process.
pub fn folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("countersign-diff-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(name);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Whether a program is installed; says so when not.
pub fn installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success());
    if !found {
        eprintln!("{program} is not installed: its part of this test is left out");
    }
    found
}

/// Runs `git` without the user's configuration and outside of any repository.
pub fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(folder));
    git
}

/// Applies the unified text to `before` with `git apply` and with `patch`, and compares.
pub fn assert_applies(before: &str, after: &str, name: &str) {
    let patch = diff(before, after).unified(name);
    if before == after {
        assert_eq!(patch, "");
        return;
    }
    let folder = folder();
    let (file, patch_file) = (folder.join(name), folder.join("the.patch"));
    fs::write(&patch_file, &patch).unwrap();
    for tool in ["git", "patch"] {
        if !installed_once(tool) {
            continue;
        }
        fs::write(&file, before).unwrap();
        let out = match tool {
            "git" => git(&folder).args(["apply", "--whitespace=nowarn", "-p1"]).arg(&patch_file).output(),
            _ => Command::new("patch").current_dir(&folder).args(["-p1", "-s", "-i"]).arg(&patch_file).output(),
        }
        .unwrap();
        assert!(out.status.success(), "{tool}: {}\n{patch:?}", String::from_utf8_lossy(&out.stderr));
        // A tool may remove a file that it has emptied.
        let result = fs::read(&file).unwrap_or_default();
        assert_eq!(String::from_utf8(result).unwrap(), after, "{tool}\n{patch:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

fn installed_once(tool: &str) -> bool {
    use std::sync::OnceLock;
    static GIT: OnceLock<bool> = OnceLock::new();
    static PATCH: OnceLock<bool> = OnceLock::new();
    *if tool == "git" { &GIT } else { &PATCH }.get_or_init(|| installed(tool))
}

/// Two real texts, read where they are.
pub struct RealPair {
    pub id: String,
    pub before: PathBuf,
    pub after: PathBuf,
}

/// The real texts beside the repository, or in `COUNTERSIGN_CORPUS`; none where they are absent.
pub fn corpus() -> Vec<RealPair> {
    let root = std::env::var_os("COUNTERSIGN_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"), PathBuf::from);
    let Ok(manifest) = fs::read_to_string(root.join("manifest.json")) else {
        eprintln!("no texts in {}: generated ones alone are compared", root.display());
        return Vec::new();
    };
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let text = |pair: &serde_json::Value, key: &str| pair[key].as_str().unwrap().to_owned();
    manifest["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| RealPair {
            id: text(pair, "id"),
            before: root.join("blobs").join(text(pair, "before")),
            after: root.join("blobs").join(text(pair, "after")),
        })
        .collect()
}

/// Numbers that are the same in every run (xorshift64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    pub fn word(&mut self) -> String {
        (0..3 + self.below(7)).map(|_| char::from(b'a' + self.below(26) as u8)).collect()
    }

    pub fn line(&mut self) -> String {
        let words: Vec<_> = (0..3 + self.below(8)).map(|_| self.word()).collect();
        words.join(" ")
    }

    pub fn lines(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.line()).collect()
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
