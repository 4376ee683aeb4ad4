//! The one spelling of a JSON value (after RFC 8785, with exact numbers).

use std::collections::BinaryHeap;

use super::scan::{Value, parse, unescape};

/// `text` must be JSON; anything else is its own spelling.
pub(super) fn write(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    match parse(text) {
        Ok(value) => write_value(&value, &mut out),
        Err(_) => out.push_str(text),
    }
    out
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
            for (index, (key, value)) in sorted(members).iter().enumerate() {
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

/// The members that count, by their keys as RFC 8785 sorts them: of a repeated key the last one.
pub(super) fn sorted<'v, 'a>(members: &'v [(&str, Value<'a>)]) -> Vec<(Vec<u16>, &'v Value<'a>)> {
    // The place keeps repeated keys in order, so that the last one can win. A heap sorts in a tenth of
    // the code that `sort_unstable` takes.
    let keys: BinaryHeap<(Vec<u16>, usize)> =
        members.iter().enumerate().map(|(place, (key, _))| (unescape(key), place)).collect();
    let mut keys = keys.into_sorted_vec();
    keys.reverse();
    keys.dedup_by(|(earlier, _), (later, _)| earlier == later);
    keys.reverse();
    keys.into_iter().filter_map(|(key, place)| Some((key, &members.get(place)?.1))).collect()
}

/// RFC 8785, section 3.2.2.2. Lone surrogates, which it leaves undefined, stay `\u` escapes.
pub(super) fn write_string(units: &[u16], out: &mut String) {
    out.push('"');
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok('"') => out.push_str("\\\""),
            Ok('\\') => out.push_str("\\\\"),
            Ok('\u{8}') => out.push_str("\\b"),
            Ok('\u{c}') => out.push_str("\\f"),
            Ok('\n') => out.push_str("\\n"),
            Ok('\r') => out.push_str("\\r"),
            Ok('\t') => out.push_str("\\t"),
            Ok(control) if control < ' ' => push_escape(control as u16, out),
            Ok(plain) => out.push(plain),
            Err(lone) => push_escape(lone.unpaired_surrogate(), out),
        }
    }
    out.push('"');
}

fn push_escape(unit: u16, out: &mut String) {
    out.push_str("\\u");
    for shift in [12, 8, 4, 0] {
        let digit = u32::from(unit >> shift) & 0xf;
        out.extend(char::from_digit(digit, 16));
    }
}

/// A number as its significant digits and a power of ten: `1e2`, `100` and `100.0` are all `1e2`.
fn write_number(number: &str, out: &mut String) {
    let (negative, magnitude) = match number.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, number),
    };
    let (mantissa, exponent) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [integer, fraction].concat();
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        out.push('0');
        return;
    }
    let trailing = digits.len() - digits.trim_end_matches('0').len();
    // An exponent too long for an i64 is far beyond any number of use. Kept apart from the digits, it
    // still differs from every other one; only its sign and zeros have more than one spelling.
    let shift = i64::try_from(trailing).ok().zip(i64::try_from(fraction.len()).ok());
    let power = exponent
        .parse::<i64>()
        .ok()
        .zip(shift)
        .and_then(|(power, (trailing, fraction))| power.checked_add(trailing)?.checked_sub(fraction));
    if negative {
        out.push('-');
    }
    out.push_str(significant);
    out.push('e');
    match power {
        Some(power) => out.push_str(&power.to_string()),
        None => {
            let (sign, size) = match exponent.strip_prefix('-') {
                Some(size) => ("-", size),
                None => ("", exponent.trim_start_matches('+')),
            };
            out.push_str(sign);
            out.push_str(size.trim_start_matches('0'));
            out.push('@');
            out.push_str(&(trailing.wrapping_sub(fraction.len())).to_string());
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
