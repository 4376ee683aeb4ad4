//! JSON without any white space.

use super::Value;
use super::canonical::write_string;

/// Writes a value, its scalars and keys as they are written in the text that it came from.
pub fn compact(value: &Value<'_>, out: &mut String) {
    match value {
        Value::Literal(text) | Value::String(text) => out.push_str(text),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                compact(item, out);
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
                compact(member, out);
            }
            out.push('}');
        }
    }
}

/// Writes a text as a JSON string.
pub fn push_quoted(text: &str, out: &mut String) {
    let units: Vec<u16> = text.encode_utf16().collect();
    write_string(&units, out);
}
