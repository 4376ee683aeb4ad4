//! Two texts, split at the first NUL, compared as JSON.
#![no_main]

use countersign::diff::json::{JsonDiff, NodeKind};
use countersign::json::{JsonText, MAX_DEPTH};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((before, after)) = text.split_once('\0') else { return };
    check(before, after);
    // Values inside others, with a change beside them: neither all nor none of the changes are taken.
    let (Ok(before), Ok(after)) = (JsonText::new(before), JsonText::new(after)) else { return };
    let wrap = |text: &JsonText, last| format!("{{\"v\":{},\"z\":{last}}}", text.as_str());
    let (old, new) = (wrap(&before, 0), wrap(&after, 1));
    let Ok(diff) = JsonDiff::new(&old, &new) else {
        let deepest = JsonText::new(format!("{}0{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH)));
        assert!(deepest.is_ok() && (JsonText::new(&*old).is_err() || JsonText::new(&*new).is_err()));
        return;
    };
    let count = diff.nodes().iter().filter(|node| node.kind != NodeKind::Open).count();
    let value = |text: String| JsonText::new(text).expect("what is applied is JSON");
    let all = value(diff.apply(&[vec![true; count - 1], vec![false]].concat()));
    assert!(all.same_value(&value(wrap(&after, 0))), "{old} {new} {}", all.as_str());
    let none = value(diff.apply(&[vec![false; count - 1], vec![true]].concat()));
    assert!(none.same_value(&value(wrap(&before, 1))), "{old} {new} {}", none.as_str());
    for seed in 0..4_usize {
        let some: Vec<_> = (0..count).map(|n| (n * 7 + seed * 5) % 11 % 3 == 0).collect();
        value(diff.apply(&some));
    }
    let flat = diff.flat();
    assert_eq!(flat.len(), 3 + 12 * diff.nodes().len());
});

fn check(before: &str, after: &str) {
    let read = [JsonText::new(before), JsonText::new(after)];
    match (JsonDiff::new(before, after), &read) {
        (Ok(diff), [Ok(old), Ok(new)]) => {
            assert_eq!(diff.nodes().is_empty(), old.same_value(new), "{before} {after}");
            assert!(JsonDiff::new(before, before).is_ok_and(|diff| diff.nodes().is_empty() && !diff.order_only()));
        }
        (Err(error), [old, new]) => {
            let expected = if error.after { new } else { old };
            assert_eq!(error.json, expected.as_ref().err().copied(), "{before} {after}");
            assert!(error.json.is_some());
        }
        (Ok(_), _) => panic!("{before} {after}"),
    }
}
