//! The unified text: a patch that `git apply` and `patch` accept.

use super::hunks::{Change, Span, header_start, spans};
use super::lines::Lines;

/// What the format says after a line that has no terminator (POSIX `diff`, GNU diffutils).
const NO_NEWLINE: &str = "\n\\ No newline at end of file\n";
/// The name in the headers when the caller gives none.
const NO_NAME: &str = "text";

pub(crate) fn unified(
    before: &Lines<'_>,
    after: &Lines<'_>,
    changes: &[Change],
    file_name: &str,
    context: usize,
) -> String {
    let mut out = String::new();
    if changes.is_empty() {
        return out;
    }
    let name = if file_name.is_empty() { NO_NAME } else { file_name };
    header(&mut out, "---", "a/", name);
    header(&mut out, "+++", "b/", name);
    for span in spans(changes, before, context) {
        hunk(&mut out, before, after, changes, &span);
    }
    out
}

fn hunk(out: &mut String, before: &Lines<'_>, after: &Lines<'_>, changes: &[Change], span: &Span) {
    out.push_str("@@ -");
    push_range(out, &span.before);
    out.push_str(" +");
    push_range(out, &span.after);
    out.push_str(" @@\n");
    let mut next = span.before.start;
    for change in changes.get(span.changes.clone()).unwrap_or_default() {
        push_lines(out, ' ', before, next..change.before.start);
        push_lines(out, '-', before, change.before.clone());
        push_lines(out, '+', after, change.after.clone());
        next = change.before.end;
    }
    push_lines(out, ' ', before, next..span.before.end);
}

fn push_range(out: &mut String, range: &std::ops::Range<usize>) {
    out.push_str(&header_start(range).to_string());
    if range.len() != 1 {
        out.push(',');
        out.push_str(&range.len().to_string());
    }
}

fn push_lines(out: &mut String, mark: char, lines: &Lines<'_>, range: std::ops::Range<usize>) {
    for index in range {
        out.push(mark);
        out.push_str(lines.raw(index));
        if !lines.terminated(index) {
            out.push_str(NO_NEWLINE);
        }
    }
}

/// A header line. `git` quotes names that hold control characters, quotes or backslashes as C
/// strings, and ends names that hold white space with a tab, so that both are read whole.
fn header(out: &mut String, mark: &str, prefix: &str, name: &str) {
    out.push_str(mark);
    out.push(' ');
    let escaped = |c: char| c.is_ascii_control() || c == '"' || c == '\\';
    if name.contains(escaped) {
        out.push('"');
        out.push_str(prefix);
        for c in name.chars() {
            if escaped(c) {
                out.push('\\');
            }
            match c {
                '\n' => out.push('n'),
                '\t' => out.push('t'),
                c if c.is_ascii_control() => {
                    for place in [64, 8, 1] {
                        out.push(char::from(b'0' + c as u8 / place % 8));
                    }
                }
                c => out.push(c),
            }
        }
        out.push('"');
    } else {
        out.push_str(prefix);
        out.push_str(name);
        if name.contains(char::is_whitespace) {
            out.push('\t');
        }
    }
    out.push('\n');
}
