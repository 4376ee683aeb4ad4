//! The one spelling of a JSON value (after RFC 8785, with exact numbers).

use std::borrow::Cow;
use std::collections::BinaryHeap;

use super::number::Decimal;
use super::string::{unescape, write_string};
use super::{Value, parse};

/// `text` must be JSON; anything else is its own spelling.
pub(crate) fn write(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    match parse(text) {
        Ok(value) => write_value(&value, &mut out),
        Err(_) => out.push_str(text),
    }
    out
}

/// Texts with the places that they came from, in order of their units; equal ones in order of place.
/// A heap sorts in a tenth of the code that `sort_unstable` takes.
pub(crate) fn sorted(texts: impl Iterator<Item = Vec<u16>>) -> Vec<(Vec<u16>, usize)> {
    let heap: BinaryHeap<_> = texts.enumerate().map(|(place, text)| (text, place)).collect();
    heap.into_sorted_vec()
}

/// The members that count, in order of their keys: of a repeated key the last one.
pub(super) fn counting<'v, 'a>(members: &'v [(Cow<'a, str>, Value<'a>)]) -> Vec<(Vec<u16>, &'v Value<'a>)> {
    let mut keys = sorted(members.iter().map(|(key, _)| unescape(key)));
    keys.reverse();
    keys.dedup_by(|(earlier, _), (later, _)| earlier == later);
    keys.reverse();
    keys.into_iter().filter_map(|(key, place)| Some((key, &members.get(place)?.1))).collect()
}

/// A value that is parsed already.
pub(super) fn write_value(value: &Value<'_>, out: &mut String) {
    match value {
        Value::Literal(literal) if literal.starts_with(['t', 'f', 'n']) => out.push_str(literal),
        Value::Literal(number) => write_number(number, out),
        Value::String(quoted) => write_string(&unescape(quoted), out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_value(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, value)) in counting(members).iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_string(key, out);
                out.push(':');
                write_value(value, out);
            }
            out.push('}');
        }
    }
}

/// A number as its significant digits and a power of ten: `1e2`, `100` and `100.0` are all `1e2`.
fn write_number(number: &str, out: &mut String) {
    let decimal = Decimal::new(number);
    if decimal.digits.is_empty() {
        out.push('0');
        return;
    }
    if decimal.negative {
        out.push('-');
    }
    out.push_str(&decimal.digits);
    out.push('e');
    match decimal.power() {
        Some(power) => out.push_str(&power.to_string()),
        // An exponent too long for an i64 is far beyond any number of use. Kept apart from the digits,
        // it still differs from every other one; only its sign and zeros have more than one spelling.
        None => {
            let (sign, size) = match decimal.exponent.strip_prefix('-') {
                Some(size) => ("-", size),
                None => ("", decimal.exponent.trim_start_matches('+')),
            };
            out.push_str(sign);
            out.push_str(size.trim_start_matches('0'));
            out.push('@');
            out.push_str(&decimal.shift.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::JsonText;

    fn canonical(text: &str) -> String {
        JsonText::new(text).unwrap().canonical()
    }

    #[test]
    fn key_order_number_spelling_escapes_and_space_do_not_count() {
        assert_eq!(
            canonical(r#" { "b" : 1e2 , "a" : [ -0.0, 1.50, "\u00e9\/" ] } "#),
            r#"{"a":[0,15e-1,"é/"],"b":1e2}"#
        );
        assert_eq!(canonical("100"), canonical("1E+2"));
        assert_eq!(canonical("100"), canonical("100.0"));
        assert_eq!(canonical("0.001"), canonical("1e-3"));
    }

    #[test]
    fn values_that_differ_are_spelled_differently() {
        let distinct = [
            "9007199254740993",
            "9007199254740992",
            "1",
            "-1",
            "\"1\"",
            "[]",
            "{}",
            "[[]]",
            "null",
            "\"\"",
            "0",
            "\"\\ud800\"",
            "\"\\ud801\"",
            "[1,2]",
            "[2,1]",
            "1e99999999999999999999",
            "1e99999999999999999998",
            "{\"__proto__\":1}",
            "{\"a\":{}}",
            "{\"a\":[]}",
            "false",
            "true",
            "10",
            "0.1",
        ];
        for (index, left) in distinct.iter().enumerate() {
            for right in distinct.iter().skip(index + 1) {
                assert_ne!(canonical(left), canonical(right));
            }
        }
    }

    #[test]
    fn keys_sort_by_utf16_units_as_rfc_8785_has_them() {
        // U+1F600 starts with the unit D83D, which sorts before U+FB33.
        assert_eq!(canonical("{\"\u{fb33}\":1,\"\u{1f600}\":2}"), "{\"\u{1f600}\":2e0,\"\u{fb33}\":1e0}");
    }

    #[test]
    fn of_a_repeated_key_the_last_value_counts() {
        assert_eq!(canonical(r#"{"a":1,"b":0,"a":2}"#), r#"{"a":2e0,"b":0}"#);
    }
}
