//! What holds for JSON text of any value in any spelling, and for text of any kind.
#![cfg(not(target_arch = "wasm32"))]

use countersign::json::{JsonErrorKind, JsonText, MAX_DEPTH, Value, compact, parse, pretty, read};
use proptest::prelude::*;
use proptest::sample::select;

/// A value, apart from any spelling.
#[derive(Clone, Debug, PartialEq)]
enum Json {
    Word(&'static str),
    /// `digits` times ten to the `power`; the digits neither start nor end with 0, and 0 has none.
    Number {
        negative: bool,
        digits: String,
        power: i32,
    },
    /// UTF-16 units; surrogates may stand alone.
    String(Vec<u16>),
    Array(Vec<Json>),
    /// Distinct keys in order of their units.
    Object(Vec<(Vec<u16>, Json)>),
}

fn json() -> impl Strategy<Value = Json> {
    scalar().prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            prop::collection::btree_map(units(), inner, 0..5)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

/// Values of which many are equal and many nearly so.
fn similar() -> impl Strategy<Value = Json> {
    let scalar = prop_oneof![
        select(vec!["true", "false", "null"]).prop_map(Json::Word),
        (any::<bool>(), select(vec!["", "1", "12"]), -1..=1).prop_map(|(negative, digits, power)| number(
            negative,
            digits.to_owned(),
            power
        )),
        select(vec!["", "1", "null", "[]"]).prop_map(|text| Json::String(text.encode_utf16().collect())),
    ];
    scalar.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Json::Array),
            prop::collection::btree_map(select(vec![vec![0x61], vec![0x62]]), inner, 0..3)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

fn scalar() -> impl Strategy<Value = Json> {
    prop_oneof![
        select(vec!["true", "false", "null"]).prop_map(Json::Word),
        (any::<bool>(), "[0-9]{0,24}", -30..30).prop_map(|(negative, digits, power)| number(negative, digits, power)),
        units().prop_map(Json::String),
    ]
}

fn number(negative: bool, digits: String, power: i32) -> Json {
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    let trailing = digits.trim_start_matches('0').len() - significant.len();
    if significant.is_empty() {
        return Json::Number { negative: false, digits: String::new(), power: 0 };
    }
    Json::Number { negative, digits: significant.to_owned(), power: power + trailing as i32 }
}

fn units() -> impl Strategy<Value = Vec<u16>> {
    let text =
        |pattern| proptest::string::string_regex(pattern).unwrap().prop_map(|text| text.encode_utf16().collect());
    prop_oneof![
        text("[a-c]{0,2}"),
        text("[\"\\\\/\u{0}-\u{1f}\u{7f}\u{e9}\u{2028}\u{fb33}\u{1f600}]{0,6}"),
        text("(?s).{0,4}"),
        prop::collection::vec(prop_oneof![0xd7fe..=0xe001_u16, any::<u16>()], 0..4),
    ]
}

/// The one spelling that a value should have, by the documentation of `JsonText::canonical`.
fn expected_canonical(value: &Json) -> String {
    let list = |parts: Vec<String>| parts.join(",");
    match value {
        Json::Word(word) => (*word).to_owned(),
        Json::Number { digits, .. } if digits.is_empty() => "0".to_owned(),
        Json::Number { negative, digits, power } => format!("{}{digits}e{power}", if *negative { "-" } else { "" }),
        Json::String(units) => expected_string(units),
        Json::Array(items) => format!("[{}]", list(items.iter().map(expected_canonical).collect())),
        Json::Object(members) => {
            let member =
                |(key, value): &(Vec<u16>, Json)| format!("{}:{}", expected_string(key), expected_canonical(value));
            format!("{{{}}}", list(members.iter().map(member).collect()))
        }
    }
}

fn expected_string(units: &[u16]) -> String {
    let text = char::decode_utf16(units.iter().copied()).map(|unit| match unit {
        Ok(plain) => {
            // serde_json escapes what RFC 8785 escapes.
            let quoted = serde_json::to_string(&plain).unwrap();
            quoted[1..quoted.len() - 1].to_owned()
        }
        Err(lone) => format!("\\u{:04x}", lone.unpaired_surrogate()),
    });
    format!("\"{}\"", text.collect::<String>())
}

/// Spells values in ways that depend on `choices` alone.
struct Speller {
    choices: Vec<u8>,
    at: usize,
}

impl Speller {
    fn spell(value: &Json, choices: &[u8]) -> String {
        let mut speller = Self { choices: choices.to_vec(), at: 0 };
        let mut out = String::new();
        speller.value(value, &mut out);
        out
    }

    fn choose(&mut self, of: usize) -> usize {
        self.at += 1;
        let choice = self.choices.get(self.at % self.choices.len().max(1)).copied().unwrap_or(0);
        (usize::from(choice) + self.at / 7) % of
    }

    fn space(&mut self, out: &mut String) {
        out.push_str(["", "", "", " ", "\n\t", " \r\n "][self.choose(6)]);
    }

    fn value(&mut self, value: &Json, out: &mut String) {
        self.space(out);
        match value {
            Json::Word(word) => out.push_str(word),
            Json::Number { negative, digits, power } => self.number(*negative, digits, *power, out),
            Json::String(units) => self.string(units, out),
            Json::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.value(item, out);
                }
                self.space(out);
                out.push(']');
            }
            Json::Object(members) => {
                let mut left: Vec<_> = members.iter().collect();
                out.push('{');
                while !left.is_empty() {
                    let (key, member) = left.remove(self.choose(left.len()));
                    // Of a repeated key the last value counts.
                    if self.choose(8) == 0 {
                        self.string(key, out);
                        out.push_str(":[0],");
                    }
                    self.space(out);
                    self.string(key, out);
                    self.space(out);
                    out.push(':');
                    self.value(member, out);
                    out.push_str(if left.is_empty() { "" } else { "," });
                }
                self.space(out);
                out.push('}');
            }
        }
        self.space(out);
    }

    fn number(&mut self, negative: bool, digits: &str, power: i32, out: &mut String) {
        let (digits, mut power) = if digits.is_empty() { ("0", power) } else { (digits, power) };
        // Zeros at the end and a power that makes up for them.
        let zeros = self.choose(3);
        let mut digits = format!("{digits}{}", "0".repeat(zeros));
        power -= zeros as i32;
        // The point somewhere in the digits, or before them.
        let fraction = self.choose(digits.len() + 3);
        if fraction >= digits.len() {
            digits = format!("{}{digits}", "0".repeat(fraction + 1 - digits.len()));
        }
        power += fraction as i32;
        let (integer, fraction) = digits.split_at(digits.len() - fraction);
        let integer = match integer.trim_start_matches('0') {
            "" => "0",
            integer => integer,
        };
        let zero = digits.bytes().all(|digit| digit == b'0');
        out.push_str(if negative || (zero && self.choose(2) == 0) { "-" } else { "" });
        out.push_str(integer);
        if !fraction.is_empty() {
            out.push('.');
            out.push_str(fraction);
        }
        if power != 0 || self.choose(3) == 0 {
            out.push(['e', 'E'][self.choose(2)]);
            out.push_str(if power < 0 { "-" } else { ["", "+"][self.choose(2)] });
            out.push_str(["", "0", "00"][self.choose(3)]);
            out.push_str(&power.unsigned_abs().to_string());
        }
    }

    fn string(&mut self, units: &[u16], out: &mut String) {
        out.push('"');
        for unit in char::decode_utf16(units.iter().copied()) {
            let short = match unit {
                Ok('"') => Some("\\\""),
                Ok('\\') => Some("\\\\"),
                Ok('/') => Some("\\/"),
                Ok('\u{8}') => Some("\\b"),
                Ok('\u{c}') => Some("\\f"),
                Ok('\n') => Some("\\n"),
                Ok('\r') => Some("\\r"),
                Ok('\t') => Some("\\t"),
                _ => None,
            };
            match (unit, short, self.choose(3)) {
                (Ok(plain), _, 0) if plain >= ' ' && plain != '"' && plain != '\\' => out.push(plain),
                (_, Some(short), 1) => out.push_str(short),
                (unit, _, _) => {
                    let mut buffer = [0; 2];
                    let units = match unit {
                        Ok(char) => char.encode_utf16(&mut buffer).to_vec(),
                        Err(lone) => vec![lone.unpaired_surrogate()],
                    };
                    for unit in units {
                        let escape = if self.choose(2) == 0 { format!("{unit:04x}") } else { format!("{unit:04X}") };
                        out.push_str("\\u");
                        out.push_str(&escape);
                    }
                }
            }
        }
        out.push('"');
    }
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..64)
}

fn text(text: &str) -> Result<JsonText, TestCaseError> {
    JsonText::new(text).map_err(|error| TestCaseError::fail(format!("{text:?}: {error}")))
}

fn text_with_space(spelled: &str) -> Result<JsonText, TestCaseError> {
    text(&format!(" {spelled}\n"))
}

/// What serde_json itself writes, apart from repeated keys.
fn serde_value() -> impl Strategy<Value = serde_json::Value> {
    let scalar = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::from),
        any::<i64>().prop_map(serde_json::Value::from),
        any::<f64>().prop_map(serde_json::Value::from),
        "(?s).{0,8}".prop_map(serde_json::Value::from),
    ];
    scalar.prop_recursive(5, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::from),
            prop::collection::vec(("(?s).{0,4}", inner), 0..5).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

/// Text that is nearly JSON: a value's spelling with a piece cut out and another put in.
fn damaged() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "",
        "",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "\\",
        "\\u",
        "\\ud83",
        "-",
        "+",
        ".",
        "e",
        "0",
        "01",
        "1",
        "nul",
        "true",
        "\u{0}",
        "\u{1f}",
        "\u{7f}",
        "\u{feff}",
        "\u{a0}",
        "\u{e9}",
        "\u{1f600}",
        "//",
        "'",
        "NaN",
    ]);
    (json(), choices(), any::<prop::sample::Index>(), 0..3_usize, piece).prop_map(|(value, choices, at, cut, piece)| {
        let chars: Vec<char> = Speller::spell(&value, &choices).chars().collect();
        let at = at.index(chars.len() + 1);
        let rest = chars.iter().skip(at + cut);
        chars.iter().take(at).copied().chain(piece.chars()).chain(rest.copied()).collect()
    })
}

/// What `parse` says of a text, checked against another reader.
fn check_reading(text: &str) -> Result<(), TestCaseError> {
    let other = serde_json::from_str::<serde::de::IgnoredAny>(text);
    match parse(text) {
        Ok(value) => {
            prop_assert!(other.is_ok(), "{:?} is not JSON", text);
            prop_assert!(parse(&pretty(&value)).is_ok());
            let kept = JsonText::new(text).unwrap();
            prop_assert_eq!(kept.as_str(), text);
            prop_assert!(kept.same_value(&text_with_space(text)?));
        }
        Err(error) => {
            prop_assert!(other.is_err(), "{:?} is JSON, and was refused: {}", text, error);
            prop_assert!(text.is_char_boundary(error.offset), "{:?} {:?}", text, error);
            let ends = error.kind == JsonErrorKind::UnexpectedEnd;
            prop_assert_eq!(ends, error.offset == text.len(), "{:?} {:?}", text, error);
            prop_assert_eq!(JsonText::new(text).unwrap_err(), error);
        }
    }
    Ok(())
}

fn config() -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 600;
    }
    config
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_value_is_the_same_in_every_spelling(value in json(), left in choices(), right in choices()) {
        let (left, right) = (text(&Speller::spell(&value, &left))?, text(&Speller::spell(&value, &right))?);
        prop_assert!(left.same_value(&left));
        prop_assert!(left.same_value(&right) && right.same_value(&left), "{} {}", left.as_str(), right.as_str());
        prop_assert_eq!(left.canonical(), right.canonical());
    }

    #[test]
    fn the_one_spelling_is_the_documented_one(value in json(), choices in choices()) {
        prop_assert_eq!(text(&Speller::spell(&value, &choices))?.canonical(), expected_canonical(&value));
    }

    #[test]
    fn the_one_spelling_is_json_and_its_own(value in json(), choices in choices()) {
        let spelled = text(&Speller::spell(&value, &choices))?;
        let canonical = text(&spelled.canonical())?;
        prop_assert_eq!(canonical.canonical(), canonical.as_str());
        prop_assert!(canonical.same_value(&spelled));
    }

    #[test]
    fn the_normal_form_is_the_same_value_and_its_own(value in json(), choices in choices()) {
        let spelled = text(&Speller::spell(&value, &choices))?;
        let normal = text(&compact(&read(spelled.as_str()).unwrap()))?;
        prop_assert!(normal.same_value(&spelled));
        prop_assert_eq!(compact(&read(normal.as_str()).unwrap()), normal.as_str());
        prop_assert_eq!(pretty(&read(normal.as_str()).unwrap()), pretty(&read(spelled.as_str()).unwrap()));
    }

    #[test]
    fn a_double_keeps_its_value_and_has_an_exponent_where_javascript_writes_one(number in any::<f64>().prop_filter("JSON has no other", |number| number.is_finite())) {
        let normal = compact(&read(&format!("{number:e}")).unwrap());
        prop_assert_eq!(normal.parse::<f64>().unwrap(), number);
        let plain = number == 0.0 || (1e-6..1e21).contains(&number.abs());
        prop_assert_eq!(!normal.contains('e'), plain, "{}", normal);
    }

    #[test]
    fn values_that_differ_are_not_the_same(left in similar(), right in similar(), one in choices(), other in choices()) {
        let same = left == right;
        let (left, right) = (text(&Speller::spell(&left, &one))?, text(&Speller::spell(&right, &other))?);
        prop_assert_eq!(left.same_value(&right), same, "{} {}", left.as_str(), right.as_str());
        prop_assert_eq!(left.canonical() == right.canonical(), same);
    }

    #[test]
    fn integers_of_any_length_are_compared_to_the_last_digit(digits in "[1-9][0-9]{15,40}", place in any::<prop::sample::Index>()) {
        let mut other = digits.clone().into_bytes();
        let place = place.index(other.len());
        other[place] = if other[place] == b'9' { b'8' } else { other[place] + 1 };
        let other = String::from_utf8(other).unwrap();
        prop_assert!(!text(&digits)?.same_value(&text(&other)?));
    }

    #[test]
    fn a_huge_exponent_is_the_same_with_a_plus_and_leading_zeros(power in "[1-9][0-9]{18,60}", negative in any::<bool>()) {
        let (sign, same_sign, other_sign) = if negative { ("-", "-", "+") } else { ("", "+", "-") };
        let plain = text(&format!("15e{sign}{power}"))?;
        let padded = text(&format!("15e{same_sign}00{power}"))?;
        prop_assert!(plain.same_value(&padded));
        for other in [format!("15e{other_sign}{power}"), format!("15e{sign}{power}0"), format!("150e{sign}{power}")] {
            prop_assert!(!plain.same_value(&text(&other)?), "{}", other);
        }
    }

    #[test]
    fn keys_come_in_order_of_their_utf16_units(keys in prop::collection::btree_set(units(), 0..8), choices in choices()) {
        let members: Vec<_> = keys.iter().map(|key| (key.clone(), Json::Word("null"))).collect();
        let canonical = text(&Speller::spell(&Json::Object(members), &choices))?.canonical();
        let Ok(Value::Object(members)) = parse(&canonical) else {
            return Err(TestCaseError::fail(canonical));
        };
        let found: Vec<_> = members.iter().map(|(key, _)| key.to_string()).collect();
        let expected: Vec<_> = keys.iter().map(|key| expected_string(key)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn members_are_found_and_strings_are_read(value in json(), choices in choices()) {
        let spelled = Speller::spell(&value, &choices);
        let parsed = parse(&spelled).unwrap();
        if let Json::String(units) = &value {
            prop_assert_eq!(parsed.as_text(), Some(String::from_utf16_lossy(units)));
        }
        for (key, member) in if let Json::Object(members) = &value { members.as_slice() } else { &[] } {
            let Ok(key) = String::from_utf16(key) else { continue };
            let found = parsed.get(&key).map(pretty);
            prop_assert_eq!(text(&found.unwrap_or_default())?.canonical(), expected_canonical(member));
        }
    }

    #[test]
    fn a_layout_reads_back_as_the_same_text_of_each_scalar(value in json(), choices in choices()) {
        let spelled = Speller::spell(&value, &choices);
        let parsed = parse(&spelled).unwrap();
        let laid_out = pretty(&parsed);
        prop_assert_eq!(parse(&laid_out).unwrap(), parsed);
        prop_assert!(text(&laid_out)?.same_value(&text(&spelled)?));
        prop_assert_eq!(pretty(&parse(&laid_out).unwrap()), laid_out);
    }

    #[test]
    fn the_layout_is_the_usual_one(value in serde_value()) {
        let text = value.to_string();
        prop_assert_eq!(pretty(&parse(&text).unwrap()), serde_json::to_string_pretty(&value).unwrap());
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(text in "(?s).{0,40}") {
        check_reading(&text)?;
    }

    #[test]
    fn any_bytes_read_as_text_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        check_reading(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn text_of_the_characters_of_json_is_read_or_refused(text in "[\\[\\]{}:,\" \\\\/ubtrue0-9.eE+-]{0,12}") {
        check_reading(&text)?;
    }

    #[test]
    fn damaged_json_is_read_or_refused(text in damaged()) {
        check_reading(&text)?;
    }

    #[test]
    fn values_nest_as_deep_as_the_limit_and_no_deeper(kinds in prop::collection::vec(any::<bool>(), MAX_DEPTH - 2..MAX_DEPTH + 3)) {
        let opened: String = kinds.iter().map(|array| if *array { "[" } else { "{\"a\":" }).collect();
        let closed: String = kinds.iter().rev().map(|array| if *array { "]" } else { "}" }).collect();
        let text = format!("{opened}0{closed}");
        match JsonText::new(text.as_str()) {
            Ok(kept) => {
                prop_assert!(kinds.len() <= MAX_DEPTH);
                prop_assert_eq!(kept.canonical(), text);
            }
            Err(error) => {
                prop_assert!(kinds.len() > MAX_DEPTH);
                let before: usize = kinds.iter().take(MAX_DEPTH).map(|array| if *array { 1 } else { 5 }).sum();
                prop_assert_eq!((error.kind, error.offset), (JsonErrorKind::TooDeep, before));
            }
        }
    }
}

#[test]
fn hopeless_depth_is_refused_without_going_there() {
    for opened in ["[", "{\"a\":", "[{\"a\":["] {
        let error = JsonText::new(opened.repeat(200_000)).unwrap_err();
        assert_eq!(error.kind, JsonErrorKind::TooDeep);
    }
}
