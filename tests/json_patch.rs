//! What holds for the JSON Patch between any two values: applied by another hand to the one, it gives
//! the other.
#![cfg(not(target_arch = "wasm32"))]

use countersign::json::{JsonText, patch};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

/// A value as it is written, with keys that may repeat.
#[derive(Clone, Debug)]
enum Spelled {
    Scalar(String),
    Array(Vec<Spelled>),
    Object(Vec<(String, Spelled)>),
}

impl Spelled {
    fn text(&self) -> String {
        match self {
            Self::Scalar(text) => text.clone(),
            Self::Array(items) => format!("[{}]", items.iter().map(Self::text).collect::<Vec<_>>().join(",")),
            Self::Object(members) => {
                let members = members.iter().map(|(key, value)| format!("{} : {}", quoted(key), value.text()));
                format!("{{{}}}", members.collect::<Vec<_>>().join(" ,"))
            }
        }
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// `serde_json` holds no lone surrogates. Two characters that nothing else uses stand for two of them;
/// side by side, the halves of one emoji.
const STAND_INS: [(&str, &str); 2] = [("\u{e000}", "\\ud83d"), ("\u{e001}", "\\ude00")];

fn with_surrogates(text: &str) -> JsonText {
    JsonText::new(STAND_INS.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))).unwrap()
}

fn with_stand_ins(text: &JsonText) -> Value {
    let whole = text.as_str().replace('\u{1f600}', "\\ud83d\\ude00");
    serde_json::from_str(&STAND_INS.iter().fold(whole, |text, (to, from)| text.replace(from, to))).unwrap()
}

fn key() -> impl Strategy<Value = String> {
    let names = vec!["a", "b", "", "~", "/", "~0", "~1", "a/b", "m~n", "-", "0", "1", "__proto__", "constructor"];
    prop_oneof![
        6 => select(names).prop_map(ToOwned::to_owned),
        2 => "[~/\"\\\\\u{0}-\u{1f}\u{7f}\u{e9}\u{2028}\u{fb33}\u{1f680}\u{e000}\u{e001}]{0,4}",
    ]
}

fn value() -> impl Strategy<Value = Spelled> {
    let numbers = vec!["0", "-0", "1", "1.0", "1e0", "10E-1", "100", "1e2", "-7", "0.5", "9007199254740993"];
    let scalar = prop_oneof![
        select(vec!["true", "false", "null"]).prop_map(ToOwned::to_owned),
        select(numbers).prop_map(ToOwned::to_owned),
        key().prop_map(|text| quoted(&text)),
    ];
    scalar.prop_map(Spelled::Scalar).prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Spelled::Array),
            prop::collection::vec((key(), inner), 0..5).prop_map(Spelled::Object),
        ]
    })
}

/// A change of a value: another value, somewhere inside it.
fn edited() -> impl Strategy<Value = (Spelled, Spelled)> {
    (value(), value(), prop::collection::vec(any::<prop::sample::Index>(), 0..4), 0..3_u8).prop_map(
        |(before, part, way, kind)| {
            let mut after = before.clone();
            let mut place = &mut after;
            for step in way {
                place = match place {
                    Spelled::Array(items) if items.is_empty() => break,
                    Spelled::Object(members) if members.is_empty() => break,
                    Spelled::Array(items) => step.get_mut(items),
                    Spelled::Object(members) => &mut step.get_mut(members).1,
                    Spelled::Scalar(_) => break,
                };
            }
            match (kind, &mut *place) {
                (0, Spelled::Array(items)) => items.push(part),
                (0, Spelled::Object(members)) => members.push(("new".to_owned(), part)),
                (1, Spelled::Array(items)) => drop(items.pop()),
                (1, Spelled::Object(members)) => drop(members.pop()),
                _ => *place = part,
            }
            (before, after)
        },
    )
}

/// Applies a patch (RFC 6902) of the three operations that change a value.
fn apply(patch: &Value, value: &mut Value) {
    for operation in patch.as_array().unwrap() {
        let (name, path) = (operation["op"].as_str().unwrap(), operation["path"].as_str().unwrap());
        let members = operation.as_object().unwrap().len();
        if path.is_empty() {
            assert_eq!((name, members), ("replace", 3));
            *value = operation["value"].clone();
            continue;
        }
        let steps: Vec<String> =
            path.strip_prefix('/').unwrap().split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
        let (last, above) = steps.split_last().unwrap();
        let place = above.iter().fold(&mut *value, |place, step| match place {
            Value::Array(items) => items.get_mut(index(step)).unwrap(),
            Value::Object(members) => members.get_mut(step).unwrap(),
            _ => panic!("{path} goes through a scalar"),
        });
        match (name, place) {
            ("add", Value::Array(items)) => items.insert(index(last), operation["value"].clone()),
            ("add", Value::Object(members)) => {
                assert!(members.insert(last.clone(), operation["value"].clone()).is_none(), "{path} is there already");
            }
            ("replace", Value::Array(items)) => items[index(last)] = operation["value"].clone(),
            ("replace", Value::Object(members)) => *members.get_mut(last).unwrap() = operation["value"].clone(),
            ("remove", Value::Array(items)) => drop(items.remove(index(last))),
            ("remove", Value::Object(members)) => drop(members.shift_remove(last).unwrap()),
            _ => panic!("no such operation: {operation}"),
        }
        assert_eq!(members, if name == "remove" { 2 } else { 3 }, "{operation}");
    }
}

/// An index as RFC 6901 has it: without leading zeros.
fn index(step: &str) -> usize {
    let place: usize = step.parse().unwrap();
    assert_eq!(place.to_string(), step);
    place
}

fn check(before: &Spelled, after: &Spelled) -> Result<(), TestCaseError> {
    let (before, after) = (with_surrogates(&before.text()), with_surrogates(&after.text()));
    let patch = patch(&before, &after);
    prop_assert!(JsonText::new(patch.as_str()).is_ok(), "{:?} is not JSON", patch);
    prop_assert_eq!(patch.as_str() == "[]", before.same_value(&after), "{:?}", patch);
    let mut value = with_stand_ins(&before);
    apply(&with_stand_ins(&patch), &mut value);
    let (found, expected) = (value.to_string(), with_stand_ins(&after).to_string());
    let same = JsonText::new(found.as_str()).unwrap().same_value(&JsonText::new(expected.as_str()).unwrap());
    prop_assert!(same, "{} gives {}, not {}", patch.as_str(), found, expected);
    Ok(())
}

fn config() -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 4_000;
    }
    config
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_patch_turns_any_value_into_any_other(before in value(), after in value()) {
        check(&before, &after)?;
    }

    #[test]
    fn a_patch_turns_a_value_into_what_an_edit_made_of_it((before, after) in edited()) {
        check(&before, &after)?;
        check(&after, &before)?;
    }
}

#[test]
fn a_key_that_is_half_a_character_is_a_key_of_its_own() {
    let before = JsonText::new(r#"{"\ud83d":1,"\ude00":2,"\ud83d\ude00":3}"#).unwrap();
    let after = JsonText::new(r#"{"\ud83d":1,"\ude00":5,"😀":3}"#).unwrap();
    assert_eq!(patch(&before, &after).as_str(), r#"[{"op":"replace","path":"/\ude00","value":5}]"#);
}

#[test]
fn a_patch_names_keys_as_rfc_6901_has_it() {
    let before = JsonText::new(r#"{"a/b":{"m~n":[1,{"":2}]}}"#).unwrap();
    let after = JsonText::new(r#"{"a/b":{"m~n":[1,{"":3},4]}}"#).unwrap();
    let expected =
        r#"[{"op":"replace","path":"/a~1b/m~0n/1/","value":3},{"op":"add","path":"/a~1b/m~0n/2","value":4}]"#;
    assert_eq!(patch(&before, &after).as_str(), expected);
}

#[test]
fn a_repeated_key_is_changed_once() {
    let before = JsonText::new(r#"{"a":[1],"b":0,"a":[2]}"#).unwrap();
    let gone = JsonText::new(r#"{"b":0}"#).unwrap();
    assert_eq!(patch(&before, &gone).as_str(), r#"[{"op":"remove","path":"/a"}]"#);
    assert_eq!(patch(&gone, &before).as_str(), r#"[{"op":"add","path":"/a","value":[2]}]"#);
    let longer = JsonText::new(r#"{"a":[2,3],"b":0}"#).unwrap();
    assert_eq!(patch(&before, &longer).as_str(), r#"[{"op":"add","path":"/a/1","value":3}]"#);
}
