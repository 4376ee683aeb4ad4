//! Any two texts, and a third one that hunks are taken into: nothing panics, and what a diff says of
//! itself holds.
#![no_main]

use countersign::diff::flat::{LAYOUT, flat_placed};
use countersign::diff::{Cut, Delta, DiffOptions, RowKind, TextDiff, find_hazards, unified_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: (u8, u8, &str, &str, &str)| {
    let (context, choice, before, after, text) = data;
    let options = DiffOptions { context: usize::from(context % 8) };
    let diff = TextDiff::new(before, after, options);
    let take = |hunk: usize| choice >> (hunk % 8) & 1 == 1;

    let flat = diff.flat();
    assert_eq!(flat.first(), Some(&LAYOUT));
    let rows = |kind: RowKind| diff.hunks().iter().flat_map(|hunk| &hunk.rows).filter(|row| row.kind == kind).count();
    assert_eq!((rows(RowKind::Added), rows(RowKind::Removed)), (diff.additions() as usize, diff.deletions() as usize));
    let (old, new) = (before.encode_utf16().count(), after.encode_utf16().count());
    for row in diff.hunks().iter().flat_map(|hunk| &hunk.rows) {
        let end = if row.kind == RowKind::Added { new } else { old };
        assert!(row.text.start <= row.text.end && row.text.end as usize <= end);
        assert!(row.emphasis.iter().all(|range| range.start < range.end && range.end <= row.text.end - row.text.start));
    }

    assert_eq!(diff.apply(|_| false), before);
    let all = diff.apply(|_| true);
    let folded = |text: &str| text.replace("\r\n", "\n");
    // A carriage return at the end of a line's content joins a line feed: folded once more, it is gone.
    if !diff.keeps_eol() {
        assert_eq!(all, after);
    } else if !after.contains("\r\r\n") {
        assert_eq!(folded(&all), folded(after));
    }
    assert_eq!(diff.reapply(before, take), Ok(diff.apply(take)));
    let placed = diff.placed(text, take);
    assert_eq!(placed.is_ok(), diff.reapply(text, take).is_ok());
    flat_placed(&placed);

    let patch = diff.unified("fuzz.txt");
    assert_eq!(patch, unified_text(before, after, "fuzz.txt", options));
    assert_eq!(patch.is_empty(), before == after);

    // The third text around both is what a caller may cut off, if it ends a line.
    if let Some(end) = text.rfind('\n').filter(|_| !text.contains('\r')) {
        let head = text.get(..=end).unwrap_or_default();
        let long = [format!("{head}{before}"), format!("{head}{after}")];
        let whole = TextDiff::new(&long[0], &long[1], options);
        if let Some(part) = TextDiff::of_middle(before, Delta { added: after, steps: &[] }, &mut String::new(), options, Cut { above: true, below: false })
            && !before.contains('\r')
            && !after.contains('\r')
        {
            assert_eq!(part.line_counts(), whole.line_counts());
            assert_eq!(part.hunks().len(), whole.hunks().len());
            for (part, whole) in part.hunks().iter().zip(whole.hunks()) {
                assert_eq!(part.rows.len(), whole.rows.len());
                assert!(part.rows.iter().zip(&whole.rows).all(|(a, b)| a.kind == b.kind && a.emphasis == b.emphasis));
            }
        }
    }

    for hazard in find_hazards(text) {
        assert!(hazard.start < hazard.end);
    }
});
