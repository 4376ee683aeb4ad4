//! Strings as they are written in JSON: with quotes and escapes.

/// What stands between the quotes.
pub(super) fn inner(quoted: &str) -> &str {
    quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(quoted)
}

/// Whether a quoted string, its escapes resolved, is `text`.
pub(super) fn reads(quoted: &str, text: &str) -> bool {
    let written = inner(quoted);
    if written.contains('\\') { unescape(quoted).into_iter().eq(text.encode_utf16()) } else { written == text }
}

/// The UTF-16 units of a quoted string, its escapes resolved.
pub(super) fn unescape(quoted: &str) -> Vec<u16> {
    let mut units = Vec::with_capacity(quoted.len());
    let mut chars = inner(quoted).chars();
    while let Some(next) = chars.next() {
        let escape = if next == '\\' { chars.next() } else { None };
        let unescaped = match escape {
            None => next,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let rest = chars.as_str();
                let unit = rest.get(..4).and_then(|digits| u16::from_str_radix(digits, 16).ok());
                units.extend(unit);
                chars = rest.get(4..).unwrap_or_default().chars();
                continue;
            }
            Some(other) => other,
        };
        units.extend_from_slice(unescaped.encode_utf16(&mut [0; 2]));
    }
    units
}

/// Writes a text as a JSON string.
pub fn push_quoted(text: &str, out: &mut String) {
    let units: Vec<u16> = text.encode_utf16().collect();
    write_string(&units, out);
}

/// The spelling of RFC 8785, section 3.2.2.2, which is that of `JSON.stringify`. Lone surrogates, which
/// the RFC leaves undefined, stay `\u` escapes.
pub(crate) fn write_string(units: &[u16], out: &mut String) {
    out.push('"');
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok('"') => out.push_str("\\\""),
            Ok('\\') => out.push_str("\\\\"),
            Ok('\u{8}') => out.push_str("\\b"),
            Ok('\u{c}') => out.push_str("\\f"),
            Ok('\n') => out.push_str("\\n"),
            Ok('\r') => out.push_str("\\r"),
            Ok('\t') => out.push_str("\\t"),
            Ok(control) if control < ' ' => push_escape(control as u16, out),
            Ok(plain) => out.push(plain),
            Err(lone) => push_escape(lone.unpaired_surrogate(), out),
        }
    }
    out.push('"');
}

fn push_escape(unit: u16, out: &mut String) {
    out.push_str("\\u");
    for shift in [12, 8, 4, 0] {
        let digit = u32::from(unit >> shift) & 0xf;
        out.extend(char::from_digit(digit, 16));
    }
}
