//! Loops over bytes, eight at a time: wasm32 has no other fast way to compare or to search,
//! its `memcmp` goes byte by byte. The loops that many places call are not inlined: their copies
//! were 1.5 KB of the module, and a call is nothing beside a loop.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// What one pass over a text finds out.
pub(crate) struct Scan {
    /// 0, and the byte offset after each `\n`.
    pub(crate) starts: Vec<u32>,
    /// How many `\n` end a `\r\n`.
    pub(crate) crlf: usize,
    pub(crate) ascii: bool,
}

pub(crate) fn scan(text: &[u8]) -> Scan {
    let mut starts = Vec::with_capacity(text.len() / 32 + 2);
    starts.push(0);
    let mut high = 0;
    let (blocks, rest) = text.as_chunks::<64>();
    let mut end = 0;
    for block in blocks {
        // A bit for each byte that is a line feed. Looking at each word for them takes half as long again,
        // since no processor foresees in which they are.
        let mut hits = 0;
        for word in block.as_chunks::<8>().0 {
            let word = u64::from_le_bytes(*word);
            high |= word;
            // The high bit of each such byte, exactly: no carry leaves a byte. Then all eight into one byte.
            let other = word ^ (ONES * u64::from(b'\n'));
            let found = !(((other & !HIGHS) + !HIGHS) | other) & HIGHS;
            hits = hits >> 8 | (found >> 7).wrapping_mul(0x0102_0408_1020_4080) & 0xFF << 56;
        }
        while hits != 0 {
            starts.push(end + hits.trailing_zeros() + 1);
            hits &= hits - 1;
        }
        end += 64;
    }
    for byte in rest {
        high |= u64::from(*byte);
        end += 1;
        if *byte == b'\n' {
            starts.push(end);
        }
    }
    let after_return = |&&end: &&u32| (end as usize).checked_sub(2).is_some_and(|at| text.get(at) == Some(&b'\r'));
    let crlf = starts.iter().filter(after_return).count();
    Scan { starts, crlf, ascii: high & HIGHS == 0 }
}

pub(crate) fn equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && common_prefix(a, b) == a.len()
}

/// Bytes that both start with.
#[inline(never)]
pub(crate) fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let (a_words, b_words) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    let mut at = 0;
    for (x, y) in a_words.iter().zip(b_words) {
        let differs = u64::from_le_bytes(*x) ^ u64::from_le_bytes(*y);
        if differs != 0 {
            return at + differs.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = (a.get(at..).unwrap_or_default(), b.get(at..).unwrap_or_default());
    at + rest.0.iter().zip(rest.1).take_while(|(x, y)| x == y).count()
}

/// Bytes that both end with.
#[inline(never)]
pub(crate) fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    let (a_words, b_words) = (a.as_rchunks::<8>().1, b.as_rchunks::<8>().1);
    let mut at = 0;
    for (x, y) in a_words.iter().rev().zip(b_words.iter().rev()) {
        let differs = u64::from_le_bytes(*x) ^ u64::from_le_bytes(*y);
        if differs != 0 {
            return at + differs.leading_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = |side: &[u8]| side.len() - at;
    let (a_rest, b_rest) = (a.get(..rest(a)).unwrap_or_default(), b.get(..rest(b)).unwrap_or_default());
    at + a_rest.iter().rev().zip(b_rest.iter().rev()).take_while(|(x, y)| x == y).count()
}

/// UTF-16 units of `text`.
#[inline(never)]
pub(crate) fn utf16_len(text: &str) -> usize {
    // Each scalar has one lead byte, and a four-byte one is a surrogate pair.
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mut units = text.len();
    for word in words {
        let word = u64::from_le_bytes(*word);
        if word & HIGHS != 0 {
            let continuing = word & !(word << 1) & HIGHS;
            let four = word & (word << 1) & (word << 2) & (word << 3) & HIGHS;
            units -= continuing.count_ones() as usize;
            units += four.count_ones() as usize;
        }
    }
    for &byte in rest {
        units -= usize::from(byte & 0xC0 == 0x80);
        units += usize::from(byte >= 0xF0);
    }
    units
}

// `proptest` is for native tests.

/// Offsets fit: wasm32 has no text of 4 GiB.
pub(crate) fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::{common_prefix, common_suffix, equal, scan, utf16_len};

    proptest! {
        #[test]
        fn units_are_those_of_the_standard_library(text in "[a\u{E9}\u{6F22}\u{1F600}\u{10FFFF}]{0,40}") {
            prop_assert_eq!(utf16_len(&text), text.encode_utf16().count());
        }

        #[test]
        fn ends_and_breaks_are_those_of_a_plain_loop(
            a in "[ab\\r\\n\u{8A}\u{10A}]{0,150}", b in "[ab\\r\\n\u{8A}\u{10A}]{0,40}", shared in "[ab\\r\\n]{0,40}"
        ) {
            for (a, b) in [(a.clone(), b.clone()), (format!("{shared}{a}"), format!("{shared}{b}")), (format!("{a}{shared}"), format!("{b}{shared}"))] {
                let (x, y) = (a.as_bytes(), b.as_bytes());
                prop_assert_eq!(common_prefix(x, y), x.iter().zip(y).take_while(|(x, y)| x == y).count());
                prop_assert_eq!(common_suffix(x, y), x.iter().rev().zip(y.iter().rev()).take_while(|(x, y)| x == y).count());
                prop_assert_eq!(equal(x, y), x == y);
                let seen = scan(x);
                let starts: Vec<u32> = [0].into_iter().chain(a.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
                prop_assert_eq!((seen.starts, seen.crlf, seen.ascii), (starts, a.matches("\r\n").count(), a.is_ascii()));
            }
        }
    }
}
