//! JSON text as `JSON.stringify(JSON.parse(text))` would give it, with exact digits: keys in
//! JavaScript's order, of a repeated key the last value, numbers and strings in their one spelling.
//! What a person is shown, what is compared and what is applied is then one and the same.

use super::canonical::sorted;
use super::number::javascript;
use super::string::{unescape, write_string};
use super::{JsonError, Value, parse};

/// Parses a whole text into its normal form. A number beyond a double, which JavaScript would make
/// `null`, stays as it is.
///
/// # Errors
/// [`JsonError`] names the byte at which the text stops being JSON.
pub fn read(text: &str) -> Result<Value<'_>, JsonError> {
    parse(text).map(normal)
}

/// The normal form of a value.
fn normal(value: Value<'_>) -> Value<'_> {
    match value {
        Value::Literal(number) if number.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
            match javascript(&number) {
                Some(laid_out) if laid_out != number => Value::Literal(laid_out.into()),
                _ => Value::Literal(number),
            }
        }
        Value::Literal(word) => Value::Literal(word),
        // Without an escape there is no other spelling.
        Value::String(quoted) if quoted.contains('\\') => {
            let mut out = String::new();
            write_string(&unescape(&quoted), &mut out);
            Value::String(out.into())
        }
        Value::String(quoted) => Value::String(quoted),
        Value::Array(items) => Value::Array(items.into_iter().map(normal).collect()),
        Value::Object(members) => {
            let quoted = |key| match normal(Value::String(key)) {
                Value::String(key) => key,
                _ => "".into(),
            };
            Value::Object(ordered(members).into_iter().map(|(key, value)| (quoted(key), normal(value))).collect())
        }
    }
}

type Members<'a> = Vec<(std::borrow::Cow<'a, str>, Value<'a>)>;

/// The members in JavaScript's order; of a repeated key the last one.
pub(crate) fn ordered(members: Members<'_>) -> Members<'_> {
    let keys = sorted(members.iter().map(|(key, _)| unescape(key)));
    let mut members: Vec<_> = members.into_iter().map(Some).collect();
    // For each key where it stands and the member that counts.
    let mut ranked: Vec<(Vec<u16>, usize)> = Vec::with_capacity(keys.len());
    let mut previous: Option<&[u16]> = None;
    for (key, place) in &keys {
        match ranked.last_mut() {
            Some((_, last)) if previous == Some(key) => *last = *place,
            _ => ranked.push((rank(key, *place), *place)),
        }
        previous = Some(key);
    }
    let last: Vec<usize> = ranked.iter().map(|(_, last)| *last).collect();
    sorted(ranked.into_iter().map(|(rank, _)| rank))
        .into_iter()
        .filter_map(|(_, at)| members.get_mut(*last.get(at)?)?.take())
        .collect()
}

/// ECMA-262, OrdinaryOwnPropertyKeys: array indices first, ascending; then the others as they came.
fn rank(key: &[u16], place: usize) -> Vec<u16> {
    let (group, number) = match array_index(key) {
        Some(index) => (0, index),
        None => (1, place as u32),
    };
    vec![group, (number >> 16) as u16, number as u16]
}

fn array_index(key: &[u16]) -> Option<u32> {
    if key.len() > 10 || (key.len() > 1 && key.first() == Some(&u16::from(b'0'))) {
        return None;
    }
    let digits: String = char::decode_utf16(key.iter().copied()).collect::<Result<_, _>>().ok()?;
    let index = if digits.starts_with('+') { None } else { digits.parse().ok() };
    index.filter(|index| *index < u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::compact;
    use super::read;

    fn normal(text: &str) -> String {
        compact(&read(text).unwrap())
    }

    #[test]
    fn numbers_are_laid_out_as_javascript_does_with_all_their_digits() {
        let cases = [
            ("1.0", "1"),
            ("-0", "0"),
            ("-0.0e9", "0"),
            ("1E21", "1e+21"),
            ("1e20", "100000000000000000000"),
            ("123456789012345680000", "123456789012345680000"),
            ("1.5e-7", "1.5e-7"),
            ("0.0000010", "0.000001"),
            ("-12.50", "-12.5"),
            ("0.5e1", "5"),
            ("9007199254740993", "9007199254740993"),
            ("1e99999999999999999999", "1e99999999999999999999"),
        ];
        for (written, expected) in cases {
            assert_eq!(normal(written), expected);
        }
    }

    #[test]
    fn keys_stand_where_javascript_puts_them_and_the_last_value_counts() {
        assert_eq!(
            normal(r#"{"b":1,"10":2,"a":4,"9":3,"01":5,"4294967295":6,"b":7,"__proto__":8,"+1":9}"#),
            r#"{"9":3,"10":2,"b":7,"a":4,"01":5,"4294967295":6,"__proto__":8,"+1":9}"#
        );
        assert_eq!(normal(r#"{"\u0061":1,"a":2}"#), r#"{"a":2}"#);
    }

    #[test]
    fn strings_have_the_fewest_escapes_and_lone_surrogates_stay() {
        assert_eq!(normal(r#""\u00e9\/\uD83D\ude00\uD83D""#), r#""é/😀\ud83d""#);
    }
}
