//! Two texts, split at the first NUL, compared as tables by the key `id`.
#![no_main]

use std::collections::HashSet;

use countersign::diff::json::{JsonDiff, NodeKind};
use countersign::json::{JsonText, Value, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((before, after)) = text.split_once('\0') else { return };
    // Most texts that a fuzzer makes are no tables: the rows are enough.
    for (before, after) in [(before.to_owned(), after.to_owned()), (format!("[{before}]"), format!("[{after}]"))] {
        check(&before, &after);
    }
});

fn check(before: &str, after: &str) {
    let read = [JsonText::new(before), JsonText::new(after)];
    let diff = match (JsonDiff::rows(before, after, r#"["id"]"#), &read) {
        (Ok(diff), [Ok(_), Ok(_)]) => diff,
        (Ok(_), _) => panic!("{before} {after}"),
        (Err(error), [old, new]) => {
            let (side, text) = if error.after { (new, after) } else { (old, before) };
            match error.json {
                Some(json) => assert_eq!(Some(json), side.as_ref().err().copied(), "{before} {after}"),
                None => assert!(!text.trim_start_matches([' ', '\t', '\n', '\r']).starts_with('['), "{text}"),
            }
            return;
        }
    };
    let [Ok(old), Ok(new)] = read else { return };
    assert_eq!(diff.nodes().is_empty(), old.same_value(&new), "{before} {after}");
    let (old_ids, new_ids) = (ids(before), ids(after));
    let unique = |ids: &[Option<String>]| {
        ids.iter().all(Option::is_some) && ids.iter().collect::<HashSet<_>>().len() == ids.len()
    };
    assert_eq!(diff.ambiguous_ids(), !unique(&old_ids) || !unique(&new_ids), "{before} {after}");
    let count = diff.nodes().iter().filter(|node| node.kind != NodeKind::Open).count();
    for seed in 0..6_usize {
        let taken: Vec<_> = (0..count).map(|n| (n * 7 + seed * 5) % 11 % 3 == 0).collect();
        let some = diff.apply(&taken);
        let ids = ids(&some);
        assert!(diff.ambiguous_ids() || unique(&ids), "{before} {after} {some}");
    }
}

/// The one spelling of each row's id.
fn ids(table: &str) -> Vec<Option<String>> {
    let Ok(Value::Array(rows)) = parse(table) else { panic!("{table}") };
    let spelled = |id: &Value<'_>| JsonText::new(countersign::json::pretty(id)).map(|id| id.canonical()).ok();
    rows.iter().map(|row| row.get("id").and_then(spelled)).collect()
}
