//! What a person is told of two tables, case by case.

use countersign::diff::json::{JsonDiff, NodeKind};
use countersign::json::JsonText;

fn rows<'a>(before: &'a str, after: &'a str, id: &[&str]) -> JsonDiff<'a> {
    JsonDiff::rows(before, after, &serde_json::to_string(id).unwrap()).unwrap()
}

/// The changes as lines such as `Changed 0 0 "n"`: what, the row before and after, its id or the cell's key.
fn changes(diff: &JsonDiff<'_>) -> Vec<String> {
    let mut row = [String::new(), String::new()];
    let mut told = Vec::new();
    for node in diff.nodes().iter().filter(|node| node.depth > 0) {
        if node.depth == 1 {
            row = [node.before, node.after].map(|place| place.map_or("-".to_owned(), |place| place.index.to_string()));
        }
        let key = node.after.or(node.before).map_or("", |place| place.entry.key.text);
        if node.kind != NodeKind::Open {
            told.push(format!("{:?} {} {} {key}", node.kind, row[0], row[1]).trim_end().to_owned());
        }
    }
    told
}

#[test]
fn rows_are_matched_by_id_alone() {
    let diff = rows(
        r#"[{"id":1,"n":"a"},{"id":2,"n":"b"},{"id":3,"n":"c","gone":1}]"#,
        r#"[{"n":"b","id":2},{"id":"1","n":"a"},{"id":3.0,"n":{"x":[1]},"new":1}]"#,
        &["id"],
    );
    // Of the id only its spelling differs.
    assert_eq!(
        changes(&diff),
        ["Removed 0 - 1", "Added - 1 \"1\"", "Changed 2 2 \"n\"", "Added 2 2 \"new\"", "Removed 2 2 \"gone\""]
    );
    assert!(!diff.ambiguous_ids());
}

#[test]
fn as_few_rows_as_possible_moved() {
    let diff =
        rows(r#"[{"id":1},{"id":2},{"id":3},{"id":4}]"#, r#"[{"id":4,"n":1},{"id":1},{"id":2},{"id":3}]"#, &["id"]);
    assert_eq!(changes(&diff), ["Moved 3 0 4", "Added 3 0 \"n\""]);
}

#[test]
fn an_id_may_be_under_a_path_and_its_key_of_any_spelling() {
    let (before, after) = (r#"[{"m":{"\u0061\"":"x"},"n":1}]"#, r#"[{"n":2,"m":{"a\"":"\u0078"}}]"#);
    assert_eq!(changes(&rows(before, after, &["m", "a\""])), ["Changed 0 0 \"n\""]);
    assert_eq!(
        changes(&rows(r#"[{"__proto__":1,"n":1}]"#, r#"[{"__proto__":1,"n":2}]"#, &["__proto__"])),
        ["Changed 0 0 \"n\""]
    );
}

#[test]
fn of_an_id_that_stands_twice_in_a_row_the_last_counts() {
    assert_eq!(changes(&rows(r#"[{"id":1,"id":2,"n":1}]"#, r#"[{"id":2,"n":2}]"#, &["id"])), ["Changed 0 0 \"n\""]);
}

#[test]
fn rows_without_an_id_of_their_own_are_matched_in_order_and_reported() {
    let diff =
        rows(r#"[{"id":1,"n":1},{"id":1,"n":2},{"n":3},7]"#, r#"[{"id":1,"n":1},{"id":1,"n":9},{"n":4},8]"#, &["id"]);
    assert_eq!(changes(&diff), ["Changed 1 1 \"n\"", "Changed 2 2 \"n\"", "Removed 3 -", "Added - 3"]);
    assert!(diff.ambiguous_ids());
    assert!(rows(r#"[{"id":1}]"#, r#"[{"id":1},{"id":1}]"#, &["id"]).ambiguous_ids());
    assert!(rows("[{}]", "[]", &["id"]).ambiguous_ids());
    assert!(rows("[]", "[1]", &["id"]).ambiguous_ids());
    for (before, after) in
        [("[2e0,[1.0]]", "[2,[1]]"), ("[[]\r]", "[\r[\t]]"), ("[[0,1],[1]]", "[[0,1.0],[1]]"), ("[[\r]\r]", "[[]]")]
    {
        let diff = rows(before, after, &["id"]);
        assert!(changes(&diff).is_empty() && diff.ambiguous_ids(), "{before} {after}");
    }
    assert!(!rows(r#"[{"id":1},{"id":2}]"#, r#"[{"id":2},{"id":1}]"#, &["id"]).ambiguous_ids());
}

#[test]
fn rows_and_cells_are_taken_by_themselves() {
    let diff = rows(
        r#"[{"id":1,"a":1,"b":1},{"id":2},{"id":0},{"id":3}]"#,
        r#"[{"id":3},{"id":1,"a":2,"b":2},{"id":0},{"id":4}]"#,
        &["id"],
    );
    assert_eq!(
        changes(&diff),
        ["Moved 3 0 3", "Changed 0 1 \"a\"", "Changed 0 1 \"b\"", "Removed 1 - 2", "Added - 3 4"]
    );
    let is = |taken: [u8; 5], expected: &str| {
        let text = JsonText::new(diff.apply(&taken.map(|taken| taken == 1))).unwrap();
        assert!(text.same_value(&JsonText::new(expected).unwrap()), "{}", text.as_str());
    };
    is([0, 1, 0, 0, 1], r#"[{"id":1,"a":2,"b":1},{"id":2},{"id":0},{"id":3},{"id":4}]"#);
    is([1, 0, 1, 1, 0], r#"[{"id":3},{"id":1,"a":1,"b":2},{"id":0}]"#);
    is([1; 5], r#"[{"id":3},{"id":1,"a":2,"b":2},{"id":0},{"id":4}]"#);
}

#[test]
fn what_is_no_array_is_refused_with_its_side() {
    for (before, after, side) in [("{}", "[]", false), ("[]", "1", true)] {
        let error = JsonDiff::rows(before, after, r#"["id"]"#).unwrap_err();
        assert_eq!((error.after, error.json), (side, None));
    }
}

#[test]
fn cells_nest_as_deep_as_any_value() {
    let table = |depth: usize| format!("[{{\"id\":1,\"n\":{}{}}}]", "[".repeat(depth), "]".repeat(depth));
    assert!(JsonDiff::rows("[]", &table(510), r#"["id"]"#).is_ok());
    for (before, after) in [(table(511), "[]".to_owned()), ("[]".to_owned(), table(511))] {
        let error = JsonDiff::rows(&before, &after, r#"["id"]"#).unwrap_err();
        assert_eq!(error.json, JsonText::new(table(511)).err());
    }
}
