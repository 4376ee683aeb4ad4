//! What a person is told of two JSON texts, case by case.

use countersign::diff::json::{JsonDiff, Node, NodeKind};
use countersign::json::{JsonErrorKind, JsonText};

fn diff<'a>(before: &'a str, after: &'a str) -> JsonDiff<'a> {
    JsonDiff::new(before, after).unwrap()
}

/// The changes as lines such as `changed /a/0: 1 -> 2`, by their paths before and after.
fn changes(diff: &JsonDiff<'_>) -> Vec<String> {
    let mut paths = [Vec::new(), Vec::new()];
    let mut told = Vec::new();
    for node in diff.nodes() {
        for (path, place) in paths.iter_mut().zip([node.before, node.after]) {
            path.truncate(node.depth.saturating_sub(1));
            if let Some(place) = place.filter(|_| node.depth > 0) {
                let key = place.entry.key.text.trim_matches('"');
                path.push(if key.is_empty() { place.index.to_string() } else { key.to_owned() });
            }
        }
        told.extend(tell(node, &paths.clone().map(|path| path.iter().map(|step| format!("/{step}")).collect())));
    }
    told
}

fn tell(node: &Node<'_>, [before, after]: &[String; 2]) -> Option<String> {
    let [old, new] = [node.before, node.after].map(|place| place.map_or("", |place| place.entry.value.text));
    match node.kind {
        NodeKind::Added => Some(format!("added {after}: {new}")),
        NodeKind::Removed => Some(format!("removed {before}: {old}")),
        NodeKind::Changed => Some(format!("changed {after}: {old} -> {new}")),
        NodeKind::Moved => Some(format!("moved {before} -> {after}")),
        NodeKind::Open => None,
    }
}

fn told(before: &str, after: &str) -> Vec<String> {
    changes(&diff(before, after))
}

#[test]
fn spelling_is_no_change() {
    for (before, after) in [
        ("[1e2, 1.0, -0]", "[100,1,0]"),
        (r#"{"a":"\u00e9\/"}"#, r#" { "a" : "é/" } "#),
        (r#"{"a":1,"a":2}"#, r#"{"a":2}"#),
        ("1", " 1.0\n"),
    ] {
        let diff = diff(before, after);
        assert!(diff.nodes().is_empty() && !diff.order_only(), "{before} {after}");
    }
}

#[test]
fn the_order_of_keys_alone_is_a_fact_and_no_change() {
    let order = |before, after| (diff(before, after).nodes().len(), diff(before, after).order_only());
    assert_eq!(order(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#), (0, true));
    assert_eq!(order(r#"[0,{"a":1,"b":[1e0]}]"#, r#"[0,{"b":[1],"a":1}]"#), (0, true));
    assert_eq!(order(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":3}"#), (2, false));
    assert_eq!(order("[1,2]", "[2,1]"), (2, false));
}

#[test]
fn numbers_are_exact_beyond_two_to_the_53() {
    assert_eq!(
        told(r#"{"n":9007199254740993}"#, r#"{"n":9007199254740992}"#),
        ["changed /n: 9007199254740993 -> 9007199254740992"]
    );
}

#[test]
fn members_are_added_removed_and_changed_by_key() {
    assert_eq!(
        told(r#"{"a":1,"b":{"c":[1]},"x":0}"#, r#"{"b":{"c":[2]},"a":1,"y":0}"#),
        ["added /y: 0", "changed /b/c/0: 1 -> 2", "removed /x: 0"]
    );
    assert_eq!(
        told(r#"{"__proto__":1}"#, r#"{"__proto__":2,"constructor":{}}"#),
        ["changed /__proto__: 1 -> 2", "added /constructor: {}"]
    );
    assert_eq!(told(r#"{"\u0061":1}"#, r#"{"a":2}"#), ["changed /a: 1 -> 2"]);
}

#[test]
fn an_item_put_in_front_is_one_change() {
    assert_eq!(told("[1,2,3]", "[0,1,2,3]"), ["added /0: 0"]);
    assert_eq!(told("[1,2,3,4]", "[2,3,4.0]"), ["removed /0: 1"]);
    let many: Vec<_> = (0..5_000).map(|n| format!(r#"{{"n":{n}}}"#)).collect();
    let (before, after) = (many.join(","), [r#"{"n":-1}"#, &many.join(", ")].join(","));
    assert_eq!(told(&format!("[{before}]"), &format!("[{after}]")), [r#"added /0: {"n":-1}"#]);
}

#[test]
fn an_item_elsewhere_moved_and_one_that_is_identified_changed_inside() {
    assert_eq!(told("[1,2,3,4]", "[4,1,2,3]"), ["moved /3 -> /0"]);
    assert_eq!(told(r#"["a","b",{"x":1}]"#, r#"[{"x":1.0},"a","b"]"#), ["moved /2 -> /0"]);
    assert_eq!(
        told(
            r#"[{"id":1,"n":1},{"id":2,"n":1},{"id":3,"n":1}]"#,
            r#"[{"id":3,"n":2},{"id":1.0,"n":1},{"id":4,"n":1},{"id":2,"n":3}]"#
        ),
        ["moved /2 -> /0", "changed /0/n: 1 -> 2", r#"added /2: {"id":4,"n":1}"#, "changed /3/n: 1 -> 3"]
    );
    assert_eq!(
        told(r#"[{"name":"a"}]"#, r#"[{"name":"b"}]"#),
        [r#"removed /0: {"name":"a"}"#, r#"added /0: {"name":"b"}"#]
    );
}

#[test]
fn items_between_kept_ones_change_in_their_order() {
    assert_eq!(told("[1,2,3]", "[1,7,8,3]"), ["changed /1: 2 -> 7", "added /2: 8"]);
    assert_eq!(told(r#"[{"x":{"y":1}}]"#, r#"[{"x":{"y":2}}]"#), ["changed /0/x/y: 1 -> 2"]);
}

#[test]
fn a_value_of_another_kind_changes_as_a_whole() {
    assert_eq!(told("[1]", r#"{"a":1}"#), [r#"changed : [1] -> {"a":1}"#]);
    assert_eq!(told(" [] ", " 1 "), ["changed : [] -> 1"]);
    assert_eq!(told("[]", "{}"), ["changed : [] -> {}"]);
    assert_eq!(told(r#"{"a":null}"#, r#"{"a":"null"}"#), [r#"changed /a: null -> "null""#]);
}

#[test]
fn each_change_is_taken_by_itself() {
    let diff = diff(r#"{"a":[1,2,3,{"id":1,"n":1}],"b":0}"#, r#"{"c":{},"a":[{"id":1,"n":2},0,1,3]}"#);
    assert_eq!(changes(&diff).len(), 6, "{:?}", changes(&diff));
    let text = |taken: [u8; 6]| JsonText::new(diff.apply(&taken.map(|taken| taken == 1))).unwrap();
    let is = |taken, expected: &str| {
        assert!(text(taken).same_value(&JsonText::new(expected).unwrap()), "{}", text(taken).as_str());
    };
    // added c, moved item, its n, added 0, removed 2, removed b
    is([0; 6], r#"{"a":[1,2,3,{"id":1,"n":1}],"b":0}"#);
    is([1, 0, 0, 0, 0, 0], r#"{"c":{},"a":[1,2,3,{"id":1,"n":1}],"b":0}"#);
    is([0, 1, 0, 0, 0, 0], r#"{"a":[{"id":1,"n":1},1,2,3],"b":0}"#);
    is([0, 0, 1, 0, 0, 0], r#"{"a":[1,2,3,{"id":1,"n":2}],"b":0}"#);
    is([0, 0, 1, 1, 1, 1], r#"{"a":[0,1,3,{"id":1,"n":2}]}"#);
    is([1; 6], r#"{"c":{},"a":[{"id":1,"n":2},0,1,3]}"#);
}

#[test]
fn taking_all_or_none_gives_the_text_that_the_editor_shows() {
    let (before, after) = (r#"{"b":[],"a":1.0,"a":2}"#, r#"{"a":1e2,"b":[{}]}"#);
    assert_eq!(diff(before, after).apply(&[]), "{\n  \"b\": [],\n  \"a\": 1.0,\n  \"a\": 2\n}");
    assert_eq!(diff(before, after).apply(&[true, true]), "{\n  \"a\": 1e2,\n  \"b\": [\n    {}\n  ]\n}");
    assert_eq!(diff(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#).apply(&[]), "{\n  \"a\": 1,\n  \"b\": 2\n}");
    assert_eq!(diff(r#"{"a":1,"b":2}"#, "{}").apply(&[true, false]), "{\n  \"b\": 2\n}");
    assert_eq!(diff(r#"[[1],2]"#, "[[],3]").apply(&[true, false]), "[\n  [],\n  2\n]");
}

#[test]
fn what_is_no_json_is_refused_with_its_side_and_place() {
    let refused = |before: &str, after: &str| {
        let error = JsonDiff::new(before, after).unwrap_err();
        (error.after, error.json.map(|json| (json.offset, json.kind)))
    };
    let (end, byte) = (JsonErrorKind::UnexpectedEnd, JsonErrorKind::UnexpectedByte);
    assert_eq!(refused("", "1"), (false, Some((0, end))));
    assert_eq!(refused(" [1,  ", "1"), (false, Some((6, end))));
    assert_eq!(refused("1", "  {\"a\":1} x"), (true, Some((10, byte))));
    assert_eq!(refused("[12]", "[12 3]"), (true, Some((4, byte))));
    assert_eq!(refused("[1,2]", "[1,,2]"), (true, Some((3, byte))));
    assert_eq!(refused("[1]", "[1"), (true, Some((2, end))));
    assert_eq!(refused("[\"a\"]", "[\"a\"}"), (true, Some((4, byte))));
    let deep = format!("{}{}", "[".repeat(513), "]".repeat(513));
    assert_eq!(refused(&deep, "1"), (false, Some((512, JsonErrorKind::TooDeep))));
    assert_eq!(refused(&deep, &deep), (false, Some((512, JsonErrorKind::TooDeep))));
}

#[test]
fn values_are_compared_as_deep_as_they_may_nest() {
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        let nest = |core: &str| format!("{}{core}{}", open.repeat(512), close.repeat(512));
        let (before, after) = (nest("1"), nest("2"));
        let diff = diff(&before, &after);
        assert_eq!((diff.nodes().len(), diff.truncated()), (513, false));
        assert!(JsonText::new(diff.apply(&[true])).unwrap().same_value(&JsonText::new(after.as_str()).unwrap()));
    }
}

#[test]
fn hopeless_depth_of_large_values_is_bounded_and_says_so() {
    let text: String = (0..40_000).map(|n| format!("{n},")).collect();
    let nest = |last: u8| format!("{}{text}{last}{}", "[0,".repeat(500), "]".repeat(500));
    let (before, after) = (nest(1), nest(2));
    let diff = diff(&before, &after);
    assert!(diff.truncated());
    assert!(JsonText::new(diff.apply(&[true])).unwrap().same_value(&JsonText::new(after.as_str()).unwrap()));
}

#[test]
fn offsets_are_utf16_units_of_each_text() {
    let pad = "\u{1F600}é".repeat(2_000);
    let (before, after) = (format!(r#"["{pad}",{{"é":"a"}}]"#), format!(r#"["{pad}",{{"é":"\ud800😀"}}]"#));
    let flat = diff(&before, &after).flat();
    let slice = |text: &str, start: u32, end: u32| {
        let units: Vec<u16> = text.encode_utf16().collect();
        String::from_utf16(&units[start as usize..end as usize]).unwrap()
    };
    assert_eq!(&flat[..3], [countersign::diff::json::LAYOUT, 0, 3]);
    let node = &flat[3 + 2 * 12..];
    assert_eq!((node.len(), node[0], node[1]), (12, NodeKind::Changed as u32, 2));
    assert_eq!(slice(&before, node[3], node[4]), "\"é\"");
    assert_eq!(slice(&before, node[5], node[6]), "\"a\"");
    assert_eq!(slice(&after, node[10], node[11]), "\"\\ud800😀\"");
}
