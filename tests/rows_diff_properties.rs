//! What holds for the diff of any two tables.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::{BTreeMap, HashSet};

use countersign::diff::json::{JsonDiff, NodeKind};
use countersign::json::JsonText;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

type Row = (u8, BTreeMap<String, u8>);

fn row_of(id: u8) -> impl Strategy<Value = Row> {
    (Just(id), prop::collection::btree_map("[a-c]", 0..3_u8, 0..4))
}

/// Tables with distinct ids, in an order of their own.
fn table(ids: std::ops::Range<u8>) -> impl Strategy<Value = Vec<Row>> {
    prop::sample::subsequence(ids.collect::<Vec<_>>(), 0..12)
        .prop_shuffle()
        .prop_flat_map(|ids| ids.into_iter().map(row_of).collect::<Vec<_>>())
}

fn value(rows: &[Row]) -> Value {
    let row = |(id, cells): &Row| {
        let mut row: Map<_, _> = cells.iter().map(|(key, cell)| (key.clone(), json!([cell]))).collect();
        row.insert("id".to_owned(), json!({ "n": id }));
        Value::Object(row)
    };
    Value::Array(rows.iter().map(row).collect())
}

const PATH: &str = r#"["id","n"]"#;

/// The longest rising subsequence, by the book.
fn rising(places: &[usize]) -> usize {
    let mut best: Vec<usize> = Vec::new();
    for (at, place) in places.iter().enumerate() {
        best.push(1 + (0..at).filter(|&i| places[i] < *place).map(|i| best[i]).max().unwrap_or(0));
    }
    best.into_iter().max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn rows_and_cells_are_those_of_a_plain_comparison(before in table(0..14), after in table(3..16)) {
        let (old, new) = (value(&before).to_string(), value(&after).to_string());
        let diff = JsonDiff::rows(&old, &new, PATH).unwrap();
        prop_assert!(!diff.ambiguous_ids() && !diff.truncated());
        let count = |depth, kind| diff.nodes().iter().filter(|node| node.depth == depth && node.kind == kind).count();
        let ids = |rows: &[Row]| rows.iter().map(|row| row.0).collect::<Vec<_>>();
        let (old_ids, new_ids) = (ids(&before), ids(&after));
        prop_assert_eq!(count(1, NodeKind::Added), new_ids.iter().filter(|id| !old_ids.contains(id)).count());
        prop_assert_eq!(count(1, NodeKind::Removed), old_ids.iter().filter(|id| !new_ids.contains(id)).count());
        let places: Vec<_> = old_ids.iter().filter_map(|id| new_ids.iter().position(|new| new == id)).collect();
        prop_assert_eq!(count(1, NodeKind::Moved), places.len() - rising(&places));

        let mut cells = (0, 0, 0);
        for (id, old) in &before {
            let Some((_, new)) = after.iter().find(|row| row.0 == *id) else { continue };
            cells.0 += new.keys().filter(|key| !old.contains_key(*key)).count();
            cells.1 += old.keys().filter(|key| !new.contains_key(*key)).count();
            cells.2 += old.iter().filter(|(key, cell)| new.get(*key).is_some_and(|new| new != *cell)).count();
        }
        let told = (count(2, NodeKind::Added), count(2, NodeKind::Removed), count(2, NodeKind::Changed));
        prop_assert_eq!(told, cells);
        prop_assert_eq!(diff.nodes().iter().filter(|node| node.depth > 2).count(), 0);
    }

    #[test]
    fn any_rows_and_cells_can_be_taken_and_ids_stay_unique(before in table(0..14), after in table(3..16), taken in any::<u64>()) {
        let (old, new) = (value(&before).to_string(), value(&after).to_string());
        let diff = JsonDiff::rows(&old, &new, PATH).unwrap();
        let count = diff.nodes().iter().filter(|node| node.kind != NodeKind::Open).count();
        let same = |text: &str, other: &str| JsonText::new(text).unwrap().same_value(&JsonText::new(other).unwrap());
        prop_assert!(same(&diff.apply(&vec![true; count]), &new));
        prop_assert!(same(&diff.apply(&[]), &old));
        let mask: Vec<_> = (0..count).map(|n| taken >> (n % 64) & 1 == 1).collect();
        let some = diff.apply(&mask);
        let rows: Vec<Value> = serde_json::from_str(&some).unwrap();
        let ids: HashSet<_> = rows.iter().map(|row| row["id"]["n"].to_string()).collect();
        prop_assert_eq!(ids.len(), rows.len());
        // What was taken is no difference to the table after any more, what was not is one still.
        let rest = JsonDiff::rows(&some, &new, PATH).unwrap();
        let of = |diff: &JsonDiff<'_>, kind| diff.nodes().iter().filter(|node| node.kind == kind).count();
        for kind in [NodeKind::Added, NodeKind::Removed, NodeKind::Changed] {
            let changes = diff.nodes().iter().filter(|node| node.kind != NodeKind::Open).zip(&mask);
            let left = changes.filter(|(node, taken)| node.kind == kind && !**taken).count();
            prop_assert_eq!(of(&rest, kind), left);
        }
    }

    #[test]
    fn all_but_a_last_row_gives_the_table_after(before in table(0..14), after in table(3..16)) {
        let (mut old, mut new) = (value(&before), value(&after));
        let last = |cell| json!({ "id": { "n": "last" }, "cell": cell });
        old.as_array_mut().unwrap().push(last(0));
        new.as_array_mut().unwrap().push(last(1));
        let (old_text, new_text) = (old.to_string(), new.to_string());
        let diff = JsonDiff::rows(&old_text, &new_text, PATH).unwrap();
        let count = diff.nodes().iter().filter(|node| node.kind != NodeKind::Open).count();
        let all = diff.apply(&[vec![true; count - 1], vec![false]].concat());
        *new.as_array_mut().unwrap().last_mut().unwrap() = last(0);
        prop_assert_eq!(serde_json::from_str::<Value>(&all).unwrap(), new);
        let none = diff.apply(&[vec![false; count - 1], vec![true]].concat());
        *old.as_array_mut().unwrap().last_mut().unwrap() = last(1);
        prop_assert_eq!(serde_json::from_str::<Value>(&none).unwrap(), old);
    }

    #[test]
    fn tables_with_any_ids_have_a_diff(before in rough(), after in rough(), taken in any::<u64>()) {
        let (old, new) = (before.to_string(), after.to_string());
        let diff = JsonDiff::rows(&old, &new, r#"["id"]"#).unwrap();
        let count = diff.nodes().iter().filter(|node| node.kind != NodeKind::Open).count();
        let ids = |table: &Value| {
            let ids: Vec<_> = table.as_array().unwrap().iter().map(|row| row.get("id").map(ToString::to_string)).collect();
            ids.iter().all(Option::is_some) && ids.iter().collect::<HashSet<_>>().len() == ids.len()
        };
        prop_assert_eq!(diff.ambiguous_ids(), !ids(&before) || !ids(&after));
        prop_assert_eq!(diff.nodes().is_empty(), before == after, "{} {}", old, new);
        let mask: Vec<_> = (0..count).map(|n| taken >> (n % 64) & 1 == 1).collect();
        prop_assert!(JsonText::new(diff.apply(&mask)).is_ok());
    }
}

fn rough() -> impl Strategy<Value = Value> {
    let row = prop_oneof![
        6 => (0..4_u8, 0..3_u8).prop_map(|(id, cell)| json!({ "id": id, "cell": cell })),
        1 => (0..3_u8).prop_map(|cell| json!({ "cell": cell })),
        1 => (0..3_u8).prop_map(Value::from),
        1 => Just(json!({ "id": null })),
    ];
    prop::collection::vec(row, 0..6).prop_map(Value::from)
}
