//! JSON values apart from their spelling, and spellings of them.
#![allow(dead_code, reason = "each test uses some of it")]

use countersign::json::JsonText;
use proptest::prelude::*;
use proptest::sample::select;

/// A value, apart from any spelling.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Json {
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

pub fn json() -> impl Strategy<Value = Json> {
    scalar().prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            prop::collection::btree_map(units(), inner, 0..5)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

/// Values of which many are equal and many nearly so.
pub fn similar() -> impl Strategy<Value = Json> {
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

pub fn scalar() -> impl Strategy<Value = Json> {
    prop_oneof![
        select(vec!["true", "false", "null"]).prop_map(Json::Word),
        (any::<bool>(), "[0-9]{0,24}", -30..30).prop_map(|(negative, digits, power)| number(negative, digits, power)),
        units().prop_map(Json::String),
    ]
}

pub fn number(negative: bool, digits: String, power: i32) -> Json {
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    let trailing = digits.trim_start_matches('0').len() - significant.len();
    if significant.is_empty() {
        return Json::Number { negative: false, digits: String::new(), power: 0 };
    }
    Json::Number { negative, digits: significant.to_owned(), power: power + trailing as i32 }
}

pub fn units() -> impl Strategy<Value = Vec<u16>> {
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
pub fn expected_canonical(value: &Json) -> String {
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

pub fn expected_string(units: &[u16]) -> String {
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
pub struct Speller {
    choices: Vec<u8>,
    at: usize,
}

impl Speller {
    pub fn spell(value: &Json, choices: &[u8]) -> String {
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

pub fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..64)
}

pub fn text(text: &str) -> Result<JsonText, TestCaseError> {
    JsonText::new(text).map_err(|error| TestCaseError::fail(format!("{text:?}: {error}")))
}
