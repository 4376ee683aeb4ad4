//! JSON text of a value: laid out for reading, or without any space.

use super::Value;

/// The layout of `JSON.stringify(value)`: no space at all, scalars and keys as they are written.
#[must_use]
#[inline(never)]
pub fn compact(value: &Value<'_>) -> String {
    let mut out = String::new();
    write_compact(value, &mut out);
    out
}

fn write_compact(value: &Value<'_>, out: &mut String) {
    match value {
        Value::Literal(text) | Value::String(text) => out.push_str(text),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_compact(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, member)) in members.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(key);
                out.push(':');
                write_compact(member, out);
            }
            out.push('}');
        }
    }
}

/// The layout of `JSON.stringify(value, null, 2)`: two spaces a level, `[]` and `{}` for empty ones,
/// scalars and keys as they are written in the text.
#[must_use]
#[inline(never)]
pub fn pretty(value: &Value<'_>) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out
}

pub(crate) fn write(value: &Value<'_>, level: usize, out: &mut String) {
    match value {
        Value::Literal(text) | Value::String(text) => out.push_str(text),
        Value::Array(items) if items.is_empty() => out.push_str("[]"),
        Value::Object(members) if members.is_empty() => out.push_str("{}"),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                open_line(index, level + 1, out);
                write(item, level + 1, out);
            }
            close_line(level, ']', out);
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, member)) in members.iter().enumerate() {
                open_line(index, level + 1, out);
                out.push_str(key);
                out.push_str(": ");
                write(member, level + 1, out);
            }
            close_line(level, '}', out);
        }
    }
}

pub(crate) fn open_line(index: usize, level: usize, out: &mut String) {
    out.push_str(if index == 0 { "\n" } else { ",\n" });
    indent(level, out);
}

pub(crate) fn close_line(level: usize, bracket: char, out: &mut String) {
    out.push('\n');
    indent(level, out);
    out.push(bracket);
}

fn indent(level: usize, out: &mut String) {
    for _ in 0..level {
        out.push_str("  ");
    }
}
