//! What holds for the diff of any two JSON values in any spelling.
#![cfg(not(target_arch = "wasm32"))]

mod json_support;

use std::collections::HashSet;

use countersign::diff::json::{JsonDiff, Node, NodeKind, Place};
use countersign::json::{JsonText, Value, parse};
use json_support::{Json, Speller, choices, expected_canonical, expected_string, json, scalar, similar, text, units};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A value and another one that was made from it by a few edits.
fn pair() -> impl Strategy<Value = (Json, Json)> {
    let value = || prop_oneof![2 => json(), 1 => similar(), 2 => table(), 1 => list()];
    prop_oneof![
        5 => (value(), prop::collection::vec(any::<u8>(), 1..24)).prop_map(|(before, choices)| {
            let after = Editor { choices, at: 0 }.edit(&before);
            (before, after)
        }),
        1 => (value(), value()),
    ]
}

/// Objects that are identified, some of them by the same.
fn table() -> impl Strategy<Value = Json> {
    let key = |text: &str| text.encode_utf16().collect::<Vec<_>>();
    let id = prop_oneof![
        (1..9_u8).prop_map(|n| json_support::number(false, n.to_string(), 0)),
        "[ab]".prop_map(|text| Json::String(text.encode_utf16().collect())),
    ];
    let row =
        (select(vec!["id", "key", "name"]), id, similar(), any::<bool>()).prop_map(move |(name, id, cell, more)| {
            let mut members = vec![(key("cell"), cell), (key(name), id)];
            if more {
                members.push((key("zero"), Json::Word("null")));
            }
            members.sort();
            Json::Object(members)
        });
    prop::collection::vec(row, 0..8).prop_map(Json::Array)
}

fn list() -> impl Strategy<Value = Json> {
    let item = (0..6_u8).prop_map(|n| json_support::number(false, n.to_string(), 0));
    prop::collection::vec(item, 0..12).prop_map(Json::Array)
}

fn object() -> impl Strategy<Value = Json> {
    scalar().prop_recursive(3, 16, 4, |inner| {
        prop::collection::btree_map(
            prop_oneof![units(), "[ab]".prop_map(|key| key.encode_utf16().collect())],
            inner,
            0..5,
        )
        .prop_map(|members| Json::Object(members.into_iter().collect()))
    })
}

/// Edits a value in ways that depend on its choices alone.
struct Editor {
    choices: Vec<u8>,
    at: usize,
}

impl Editor {
    fn choose(&mut self, of: usize) -> usize {
        self.at += 1;
        (usize::from(self.choices[self.at % self.choices.len()]) + self.at / 5) % of
    }

    fn edit(&mut self, value: &Json) -> Json {
        if self.choose(12) == 0 {
            return Json::Word(["true", "false", "null"][self.choose(3)]);
        }
        match value {
            Json::Array(items) => {
                let mut items: Vec<_> =
                    items.iter().map(|item| if self.choose(3) == 0 { self.edit(item) } else { item.clone() }).collect();
                if !items.is_empty() && self.choose(3) == 0 {
                    let item = items.remove(self.choose(items.len()));
                    if self.choose(2) == 0 {
                        items.insert(self.choose(items.len() + 1), item);
                    }
                }
                if self.choose(3) == 0 {
                    let item = json_support::number(false, self.choose(7).to_string(), 0);
                    items.insert(self.choose(items.len() + 1), item);
                }
                Json::Array(items)
            }
            Json::Object(members) => {
                let mut members: Vec<_> = members
                    .iter()
                    .map(|(key, member)| {
                        (key.clone(), if self.choose(3) == 0 { self.edit(member) } else { member.clone() })
                    })
                    .collect();
                if !members.is_empty() && self.choose(4) == 0 {
                    members.remove(self.choose(members.len()));
                }
                let key: Vec<u16> = ["__proto__", "new"][self.choose(2)].encode_utf16().collect();
                if self.choose(4) == 0 && members.iter().all(|(other, _)| *other != key) {
                    members.push((key, Json::Array(Vec::new())));
                    members.sort();
                }
                Json::Object(members)
            }
            scalar => scalar.clone(),
        }
    }
}

fn changes<'d, 'a>(diff: &'d JsonDiff<'a>) -> impl Iterator<Item = &'d Node<'a>> {
    diff.nodes().iter().filter(|node| node.kind != NodeKind::Open)
}

/// One step into a value, by the key or the index of a place.
fn step<'j>(value: &'j Json, place: &Place<'_>) -> Option<&'j Json> {
    match value {
        Json::Array(items) if place.entry.key.text.is_empty() => items.get(place.index),
        Json::Object(members) => {
            let key = JsonText::new(place.entry.key.text).unwrap().canonical();
            members.iter().find(|(other, _)| expected_string(other) == key).map(|(_, member)| member)
        }
        _ => None,
    }
}

/// No object in the text has a key twice.
fn keys_are_unique(value: &Value<'_>) -> bool {
    match value {
        Value::Array(items) => items.iter().all(keys_are_unique),
        Value::Object(members) => {
            let mut keys = HashSet::new();
            members.iter().all(|(key, member)| {
                keys.insert(JsonText::new(key.as_ref()).unwrap().canonical()) && keys_are_unique(member)
            })
        }
        _ => true,
    }
}

/// The longest common subsequence, by the book.
fn common(old: &[String], new: &[String]) -> usize {
    let mut row = vec![0; new.len() + 1];
    for a in old {
        let mut diagonal = 0;
        for (j, b) in new.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if a == b { diagonal + 1 } else { above.max(row[j]) };
            diagonal = above;
        }
    }
    row[new.len()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn all_changes_give_the_value_after_and_none_the_value_before(
        (before, after) in pair(), one in choices(), other in choices()
    ) {
        // A change more, so that neither all nor none are taken.
        let wrap = |value: &Json, choices: &[u8], last| format!("{{\"v\":{},\"z\":{last}}}", Speller::spell(value, choices));
        let (old, new) = (wrap(&before, &one, 0), wrap(&after, &other, 1));
        let diff = JsonDiff::new(&old, &new).unwrap();
        let count = changes(&diff).count();
        let all = diff.apply(&[vec![true; count - 1], vec![false]].concat());
        prop_assert_eq!(text(&all)?.canonical(), text(&wrap(&after, &[], 0))?.canonical(), "{} {}", old, new);
        let none = diff.apply(&[vec![false; count - 1], vec![true]].concat());
        prop_assert_eq!(text(&none)?.canonical(), text(&wrap(&before, &[], 1))?.canonical(), "{} {}", old, new);
        prop_assert!(text(&diff.apply(&vec![true; count]))?.same_value(&text(&new)?));
        prop_assert!(text(&diff.apply(&[]))?.same_value(&text(&old)?));
    }

    #[test]
    fn any_of_the_changes_give_well_formed_json((before, after) in pair(), taken in any::<u64>()) {
        let (old, new) = (expected_canonical(&before), expected_canonical(&after));
        let diff = JsonDiff::new(&old, &new).unwrap();
        let taken: Vec<_> = (0..changes(&diff).count()).map(|n| taken >> (n % 64) & 1 == 1).collect();
        let some = diff.apply(&taken);
        prop_assert!(keys_are_unique(&parse(&some).unwrap()), "{}", some);
    }

    #[test]
    fn a_value_in_another_spelling_has_not_changed(value in prop_oneof![json(), table()], one in choices(), other in choices()) {
        let (old, new) = (Speller::spell(&value, &one), Speller::spell(&value, &other));
        let diff = JsonDiff::new(&old, &new).unwrap();
        prop_assert_eq!(diff.nodes().len(), 0, "{} {}", old, new);
        prop_assert_eq!(diff.order_only(), keys_in_order(&parse(&old).unwrap()) != keys_in_order(&parse(&new).unwrap()));
        prop_assert!(!diff.truncated());
    }

    #[test]
    fn values_that_differ_have_changes_both_ways((before, after) in pair(), one in choices()) {
        let (old, new) = (Speller::spell(&before, &one), Speller::spell(&after, &one));
        for (old, new) in [(&old, &new), (&new, &old)] {
            let diff = JsonDiff::new(old, new).unwrap();
            prop_assert_eq!(changes(&diff).count() == 0, before == after);
            prop_assert!(!diff.order_only() || before == after);
        }
    }

    #[test]
    fn changes_stand_where_they_say((before, after) in pair(), one in choices(), other in choices()) {
        let (old, new) = (Speller::spell(&before, &one), Speller::spell(&after, &other));
        let diff = JsonDiff::new(&old, &new).unwrap();
        let mut paths = [vec![&before], vec![&after]];
        for node in diff.nodes() {
            for ((path, place), text) in paths.iter_mut().zip([node.before, node.after]).zip([&old, &new]) {
                let Some(place) = place else { continue };
                path.truncate(node.depth.max(1));
                let value = if node.depth == 0 { path[0] } else { step(path[node.depth - 1], &place).unwrap() };
                path.truncate(node.depth);
                path.push(value);
                let piece = place.entry.value;
                prop_assert_eq!(JsonText::new(piece.text).unwrap().canonical(), expected_canonical(value));
                prop_assert_eq!(&text[piece.at..piece.at + piece.text.len()], piece.text);
                let key = place.entry.key;
                prop_assert_eq!(&text[key.at..key.at + key.text.len()], key.text);
            }
            let sides = (node.before.is_some(), node.after.is_some());
            prop_assert_eq!(sides, (node.kind != NodeKind::Added, node.kind != NodeKind::Removed));
        }
    }

    #[test]
    fn members_taken_are_those_of_the_paths(before in object(), choices_of_edit in prop::collection::vec(any::<u8>(), 1..24), one in choices(), taken in any::<u64>()) {
        let after = Editor { choices: choices_of_edit, at: 0 }.edit(&before);
        let (old, new) = (Speller::spell(&before, &one), Speller::spell(&after, &one));
        let diff = JsonDiff::new(&old, &new).unwrap();
        let taken: Vec<_> = (0..changes(&diff).count()).map(|n| taken >> (n % 64) & 1 == 1).collect();
        let mut expected = before.clone();
        let mut path: Vec<Place<'_>> = Vec::new();
        let mut next = taken.iter();
        for node in diff.nodes() {
            path.truncate(node.depth);
            path.push(node.after.or(node.before).unwrap());
            if node.kind == NodeKind::Open || !next.next().unwrap() {
                continue;
            }
            let value = node.after.map(|_| path[1..].iter().try_fold(&after, step).unwrap().clone());
            put(&mut expected, &path[1..], value);
        }
        prop_assert_eq!(text(&diff.apply(&taken))?.canonical(), expected_canonical(&expected), "{} {}", old, new);
    }

    #[test]
    fn as_many_items_as_possible_are_kept_and_the_order_holds_under_any_choice(before in list(), after in list(), taken in any::<u64>()) {
        let (old, new) = (expected_canonical(&before), expected_canonical(&after));
        let items = |text: &str| -> Vec<String> { serde_json::from_str::<Vec<serde_json::Value>>(text).unwrap().iter().map(ToString::to_string).collect() };
        let diff = JsonDiff::new(&old, &new).unwrap();
        let counted = |kind| changes(&diff).filter(|node| node.kind == kind).count();
        let gone = counted(NodeKind::Removed) + counted(NodeKind::Changed) + counted(NodeKind::Moved);
        prop_assert_eq!(items(&old).len() - gone, common(&items(&old), &items(&new)), "{} {}", old, new);
        let taken: Vec<_> = (0..changes(&diff).count()).map(|n| taken >> (n % 64) & 1 == 1).collect();
        let some = items(&diff.apply(&taken));
        let count = |kind| changes(&diff).zip(&taken).filter(|(node, taken)| **taken && node.kind == kind).count();
        prop_assert_eq!(some.len() + count(NodeKind::Removed), items(&old).len() + count(NodeKind::Added));
        let touched: HashSet<_> = changes(&diff).filter_map(|node| Some(node.before?.index)).collect();
        let kept: Vec<_> = items(&old).into_iter().enumerate().filter(|(at, _)| !touched.contains(at)).map(|(_, item)| item).collect();
        prop_assert_eq!(common(&kept, &some), kept.len());
    }

    #[test]
    fn texts_of_any_kind_are_compared_or_refused_as_they_are_read((before, after) in pair(), cut in any::<Index>(), piece in "[\\[\\]{},:\"0e\\\\ ]{0,2}") {
        let (old, mut new) = (Speller::spell(&before, &[]), Speller::spell(&after, &[]));
        let at = (0..=new.len()).filter(|&at| new.is_char_boundary(at)).collect::<Vec<_>>();
        new.insert_str(at[cut.index(at.len())], &piece);
        let read = JsonText::new(new.as_str());
        let refused = |diff: Result<JsonDiff<'_>, countersign::diff::json::DiffError>| diff.err().map(|error| (error.after, error.json));
        prop_assert_eq!(refused(JsonDiff::new(&old, &new)), read.as_ref().err().map(|&error| (true, Some(error))));
        prop_assert_eq!(refused(JsonDiff::new(&new, &old)), read.as_ref().err().map(|&error| (false, Some(error))));
        prop_assert_eq!(refused(JsonDiff::new(&new, &new)), read.err().map(|error| (false, Some(error))));
    }

    #[test]
    fn long_arrays_are_compared_like_short_ones(
        edits in prop::collection::vec((any::<Index>(), 0..4_u8), 0..40), objects in any::<bool>(), taken in any::<u64>()
    ) {
        let item = |n: usize| if objects { format!("{{\"id\":{n},\"n\":{}}}", n % 7) } else { n.to_string() };
        let before: Vec<_> = (0..1_500).map(item).collect();
        let mut after = before.clone();
        for (number, (at, kind)) in edits.iter().enumerate() {
            let at = at.index(after.len());
            match kind {
                0 => { after.remove(at); }
                1 => after.insert(at, item(10_000 + number)),
                2 => after[at] = if objects { format!("{{\"id\":{at},\"m\":0}}") } else { format!("\"{number}\"") },
                _ => { let moved = after.remove(at); after.insert(at / 2, moved); }
            }
        }
        let table = |items: &[String], last| format!("{{\"v\":[{}],\"z\":{last}}}", items.join(","));
        let (old, new) = (table(&before, 0), table(&after, 1));
        let diff = JsonDiff::new(&old, &new).unwrap();
        prop_assert!(!diff.truncated());
        let count = changes(&diff).count();
        prop_assert!(count <= 3 * edits.len() + 1, "{} changes", count);
        let taken: Vec<_> = (0..count).map(|n| taken >> (n % 64) & 1 == 1).collect();
        prop_assert!(parse(&diff.apply(&taken)).is_ok());
        // A change less than all, and none but one, so that the texts are made of their items.
        let all = diff.apply(&[vec![true; count - 1], vec![false]].concat());
        prop_assert_eq!(text(&all)?.canonical(), text(&table(&after, 0))?.canonical());
        let none = diff.apply(&[vec![false; count - 1], vec![true]].concat());
        prop_assert_eq!(text(&none)?.canonical(), text(&table(&before, 1))?.canonical());
    }
}

/// The keys of every object, in the order of the text, objects in the order of their canonical place.
fn keys_in_order(value: &Value<'_>) -> Vec<String> {
    let mut keys = Vec::new();
    match value {
        Value::Array(items) => keys.extend(items.iter().flat_map(keys_in_order)),
        Value::Object(members) => {
            // As for `JSON.parse`: the first place and the last value of a key.
            let mut unique: Vec<(String, &Value<'_>)> = Vec::new();
            for (key, member) in members {
                let key = JsonText::new(key.as_ref()).unwrap().canonical();
                match unique.iter_mut().find(|(earlier, _)| *earlier == key) {
                    Some((_, earlier)) => *earlier = member,
                    None => unique.push((key, member)),
                }
            }
            let mut members = unique;
            keys.extend(members.iter().map(|(key, _)| key.clone()));
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            keys.extend(members.iter().flat_map(|(_, member)| keys_in_order(member)));
        }
        _ => {}
    }
    keys
}

fn put(value: &mut Json, path: &[Place<'_>], new: Option<Json>) {
    let Some((first, rest)) = path.split_first() else {
        *value = new.unwrap();
        return;
    };
    let Json::Object(members) = value else { panic!("a path into a scalar") };
    let units: Vec<u16> = parse_key(first.entry.key.text);
    let at = members.iter().position(|(key, _)| *key == units);
    match (at, new) {
        (Some(at), new) if !rest.is_empty() => put(&mut members[at].1, rest, new),
        (Some(at), Some(new)) => members[at].1 = new,
        (Some(at), None) => {
            members.remove(at);
        }
        (None, new) => {
            members.push((units, new.unwrap()));
            members.sort();
        }
    }
}

/// The units of a quoted key, by its canonical spelling.
fn parse_key(quoted: &str) -> Vec<u16> {
    let canonical = JsonText::new(quoted).unwrap().canonical();
    let mut units = Vec::new();
    let mut rest = &canonical[1..canonical.len() - 1];
    while let Some(first) = rest.chars().next() {
        let escape = first == '\\' && rest.as_bytes()[1] == b'u';
        let taken = if escape {
            6
        } else if first == '\\' {
            2
        } else {
            first.len_utf8()
        };
        if escape {
            units.push(u16::from_str_radix(&rest[2..6], 16).unwrap());
        } else {
            let one: String = serde_json::from_str(&format!("\"{}\"", &rest[..taken])).unwrap();
            units.extend(one.encode_utf16());
        }
        rest = &rest[taken..];
    }
    units
}
