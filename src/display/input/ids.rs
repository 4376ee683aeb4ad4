//! Ids that say what they are ids of.

/// A span id in its one spelling, in lower case.
pub(super) fn span_id(text: &str) -> Option<String> {
    (text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| text.to_ascii_lowercase())
}

/// Whether `text` is the Relay id of something of that kind: `kind:` and more, in base64 (RFC 4648,
/// section 4) in its one spelling; padding may be missing.
pub(super) fn global_id(text: &str, kind: &str) -> bool {
    decode(text).is_some_and(|bytes| {
        std::str::from_utf8(&bytes)
            .ok()
            .and_then(|id| id.strip_prefix(kind)?.strip_prefix(':'))
            .is_some_and(|id| !id.is_empty())
    })
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    if padding > 0 && (padding > 2 || !text.len().is_multiple_of(4)) {
        return None;
    }
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for digit in digits.bytes() {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    // What is left over must be zeros that belong to the last byte.
    (bits == 0 && count < 6).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::global_id;

    #[test]
    fn only_the_one_spelling_of_the_right_kind_is_an_id() {
        for id in ["U3Bhbjo3", "U3BhbjoxMA==", "U3BhbjoxMA", "U3BhbjoxMDA="] {
            assert!(global_id(id, "Span"), "{id}");
        }
        for id in
            ["", "U3Bhbjo", "U3BhbjoxMB", "U3BhbjoxMA=", "U3BhbjoxMA===", "VHJhY2U6Nw==", "U3Bh bjo3", "U3Bhbg==", "="]
        {
            assert!(!global_id(id, "Span"), "{id}");
        }
    }
}
