//! What holds for JSON text of any value in any spelling, and for text of any kind.
#![cfg(not(target_arch = "wasm32"))]

mod json_support;

use countersign::json::{JsonErrorKind, JsonText, MAX_DEPTH, Value, compact, parse, pretty, read};
use json_support::{Json, Speller, choices, expected_canonical, expected_string, json, similar, text, units};
use proptest::prelude::*;
use proptest::sample::select;

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
