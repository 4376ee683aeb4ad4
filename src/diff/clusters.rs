//! Where a line may be cut: never inside what a reader takes for one character.
//!
//! The rules are those of Unicode's grapheme clusters (UAX #29, Unicode 16), told more
//! coarsely where that is shorter: a cluster of this file is one or more of Unicode's. The
//! full tables would be a fifth of the whole engine.

/// Each cluster of `text` with its byte offset.
pub(crate) fn clusters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = chars.next()?;
        let mut last = first;
        // Regional indicators make flags in pairs.
        let mut flag_half = is_regional(first);
        // A joiner holds across marks that follow it.
        let mut linked = is_linker(first);
        let mut end = start + first.len_utf8();
        while let Some(&(at, next)) = chars.peek() {
            let completes_flag = flag_half && is_regional(next);
            let follows_link = linked && !next.is_ascii() && !next.is_whitespace();
            if !completes_flag && !follows_link && !joins(last, next) {
                break;
            }
            flag_half = is_regional(next) && !flag_half;
            linked = is_linker(next) || (linked && extends(next));
            last = next;
            end = at + next.len_utf8();
            chars.next();
        }
        Some((start, text.get(start..end).unwrap_or("")))
    })
}

/// Whether no cut may fall between the two characters.
fn joins(last: char, next: char) -> bool {
    if next.is_ascii() {
        return is_prepended(last) && !next.is_ascii_control();
    }
    extends(next)
        || is_prepended(last)
        || (is_jamo(next) && is_hangul(last))
        || (is_leading_jamo(last) && is_hangul(next))
}

fn is_regional(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// What binds the next character: a consonant after a virama, an emoji after a joiner.
fn is_linker(c: char) -> bool {
    matches!(
        u32::from(c),
        0x200D
            | 0x94D
            | 0x9CD
            | 0xACD
            | 0xB4D
            | 0xC4D
            | 0xD4D
            | 0x1039
            | 0x17D2
            | 0x1A60
            | 0x1B44
            | 0x1BAB
            | 0xA9C0
            | 0xAAF6
            | 0x10A3F
            | 0x11133
            | 0x113D0
            | 0x1193E
            | 0x11A47
            | 0x11A99
            | 0x11F42
    )
}

/// Signs that span the characters after them.
fn is_prepended(c: char) -> bool {
    matches!(u32::from(c),
        0x600..=0x605 | 0x6DD | 0x70F | 0x890..=0x891 | 0x8E2 | 0xD4E | 0x110BD | 0x110CD
        | 0x111C2..=0x111C3 | 0x113D1 | 0x1193F | 0x11941 | 0x11A84..=0x11A89 | 0x11D46
        | 0x11F02)
}

fn is_leading_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115F}' | '\u{A960}'..='\u{A97C}')
}

/// Vowels and trailing consonants, and the vowels of Kirat Rai, which join alike.
fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FB}' | '\u{16D63}' | '\u{16D67}'..='\u{16D6A}')
}

fn is_hangul(c: char) -> bool {
    is_leading_jamo(c) || is_jamo(c) || matches!(c, '\u{AC00}'..='\u{D7A3}')
}

/// Whether a character belongs to the one before it: marks, joiners, skin tones, tags.
fn extends(c: char) -> bool {
    let c = u32::from(c);
    let after = EXTENDING.partition_point(|&range| range >> 8 <= c);
    let range = after.checked_sub(1).and_then(|at| EXTENDING.get(at));
    range.is_some_and(|&range| c - (range >> 8) <= (range & 0xFF))
}

/// `Grapheme_Cluster_Break` = Extend, ZWJ or SpacingMark: the first code point, and in the two
/// last digits how many follow it.
#[rustfmt::skip]
#[expect(clippy::unusual_byte_groupings, reason = "the two last digits are a number of their own")]
const EXTENDING: [u32; 334] = [
    0x300_6F, 0x483_06, 0x591_2C, 0x5BF_00, 0x5C1_01, 0x5C4_01, 0x5C7_00, 0x610_0A, 0x64B_14,
    0x670_00, 0x6D6_06, 0x6DF_05, 0x6E7_01, 0x6EA_03, 0x711_00, 0x730_1A, 0x7A6_0A, 0x7EB_08,
    0x7FD_00, 0x816_03, 0x81B_08, 0x825_02, 0x829_04, 0x859_02, 0x897_08, 0x8CA_17, 0x8E3_20,
    0x93A_02, 0x93E_11, 0x951_06, 0x962_01, 0x981_02, 0x9BC_00, 0x9BE_06, 0x9C7_01, 0x9CB_02,
    0x9D7_00, 0x9E2_01, 0x9FE_00, 0xA01_02, 0xA3C_00, 0xA3E_04, 0xA47_01, 0xA4B_02, 0xA51_00,
    0xA70_01, 0xA75_00, 0xA81_02, 0xABC_00, 0xABE_07, 0xAC7_02, 0xACB_02, 0xAE2_01, 0xAFA_05,
    0xB01_02, 0xB3C_00, 0xB3E_06, 0xB47_01, 0xB4B_02, 0xB55_02, 0xB62_01, 0xB82_00, 0xBBE_04,
    0xBC6_02, 0xBCA_03, 0xBD7_00, 0xC00_04, 0xC3C_00, 0xC3E_06, 0xC46_02, 0xC4A_03, 0xC55_01,
    0xC62_01, 0xC81_02, 0xCBC_00, 0xCBE_06, 0xCC6_02, 0xCCA_03, 0xCD5_01, 0xCE2_01, 0xCF3_00,
    0xD00_03, 0xD3B_01, 0xD3E_06, 0xD46_02, 0xD4A_03, 0xD57_00, 0xD62_01, 0xD81_02, 0xDCA_00,
    0xDCF_05, 0xDD6_00, 0xDD8_07, 0xDF2_01, 0xE31_00, 0xE33_07, 0xE47_07, 0xEB1_00, 0xEB3_09,
    0xEC8_06, 0xF18_01, 0xF35_00, 0xF37_00, 0xF39_00, 0xF3E_01, 0xF71_13, 0xF86_01, 0xF8D_0A,
    0xF99_23, 0xFC6_00, 0x102D_0A, 0x1039_05, 0x1056_03, 0x105E_02, 0x1071_03, 0x1082_00,
    0x1084_02, 0x108D_00, 0x109D_00, 0x135D_02, 0x1712_03, 0x1732_02, 0x1752_01, 0x1772_01,
    0x17B4_1F, 0x17DD_00, 0x180B_02, 0x180F_00, 0x1885_01, 0x18A9_00, 0x1920_0B, 0x1930_0B,
    0x1A17_04, 0x1A55_09, 0x1A60_00, 0x1A62_00, 0x1A65_17, 0x1A7F_00, 0x1AB0_2D, 0x1AE0_0B,
    0x1B00_04, 0x1B34_10, 0x1B6B_08, 0x1B80_02, 0x1BA1_0C, 0x1BE6_0D, 0x1C24_13, 0x1CD0_02,
    0x1CD4_14, 0x1CED_00, 0x1CF4_00, 0x1CF7_02, 0x1DC0_3F, 0x200C_01, 0x20D0_20, 0x2CEF_02,
    0x2D7F_00, 0x2DE0_1F, 0x302A_05, 0x3099_01, 0xA66F_03, 0xA674_09, 0xA69E_01, 0xA6F0_01,
    0xA802_00, 0xA806_00, 0xA80B_00, 0xA823_04, 0xA82C_00, 0xA880_01, 0xA8B4_11, 0xA8E0_11,
    0xA8FF_00, 0xA926_07, 0xA947_0C, 0xA980_03, 0xA9B3_0D, 0xA9E5_00, 0xAA29_0D, 0xAA43_00,
    0xAA4C_01, 0xAA7C_00, 0xAAB0_00, 0xAAB2_02, 0xAAB7_01, 0xAABE_01, 0xAAC1_00, 0xAAEB_04,
    0xAAF5_01, 0xABE3_07, 0xABEC_01, 0xFB1E_00, 0xFE00_0F, 0xFE20_0F, 0xFF9E_01, 0x101FD_00,
    0x102E0_00, 0x10376_04, 0x10A01_02, 0x10A05_01, 0x10A0C_03, 0x10A38_02, 0x10A3F_00,
    0x10AE5_01, 0x10D24_03, 0x10D69_04, 0x10EAB_01, 0x10EFA_05, 0x10F46_0A, 0x10F82_03,
    0x11000_02, 0x11038_0E, 0x11070_00, 0x11073_01, 0x1107F_03, 0x110B0_0A, 0x110C2_00,
    0x11100_02, 0x11127_0D, 0x11145_01, 0x11173_00, 0x11180_02, 0x111B3_0D, 0x111C9_03,
    0x111CE_01, 0x1122C_0B, 0x1123E_00, 0x11241_00, 0x112DF_0B, 0x11300_03, 0x1133B_01,
    0x1133E_06, 0x11347_01, 0x1134B_02, 0x11357_00, 0x11362_01, 0x11366_06, 0x11370_04,
    0x113B8_08, 0x113C2_00, 0x113C5_00, 0x113C7_03, 0x113CC_04, 0x113D2_00, 0x113E1_01,
    0x11435_11, 0x1145E_00, 0x114B0_13, 0x115AF_06, 0x115B8_08, 0x115DC_01, 0x11630_10,
    0x116AB_0C, 0x1171D_02, 0x11722_09, 0x1182C_0E, 0x11930_05, 0x11937_01, 0x1193B_03,
    0x11940_00, 0x11942_01, 0x119D1_06, 0x119DA_06, 0x119E4_00, 0x11A01_09, 0x11A33_06,
    0x11A3B_03, 0x11A47_00, 0x11A51_0A, 0x11A8A_0F, 0x11B60_07, 0x11C2F_07, 0x11C38_07,
    0x11C92_15, 0x11CA9_0D, 0x11D31_05, 0x11D3A_00, 0x11D3C_01, 0x11D3F_06, 0x11D47_00,
    0x11D8A_04, 0x11D90_01, 0x11D93_04, 0x11EF3_03, 0x11F00_01, 0x11F03_00, 0x11F34_06,
    0x11F3E_04, 0x11F5A_00, 0x13440_00, 0x13447_0E, 0x1611E_11, 0x16AF0_04, 0x16B30_06,
    0x16F4F_00, 0x16F51_36, 0x16F8F_03, 0x16FE4_00, 0x16FF0_01, 0x1BC9D_01, 0x1CF00_2D,
    0x1CF30_16, 0x1D165_04, 0x1D16D_05, 0x1D17B_07, 0x1D185_06, 0x1D1AA_03, 0x1D242_02,
    0x1DA00_36, 0x1DA3B_31, 0x1DA75_00, 0x1DA84_00, 0x1DA9B_04, 0x1DAA1_0E, 0x1E000_06,
    0x1E008_10, 0x1E01B_06, 0x1E023_01, 0x1E026_04, 0x1E08F_00, 0x1E130_06, 0x1E2AE_00,
    0x1E2EC_03, 0x1E4EC_03, 0x1E5EE_01, 0x1E6E3_00, 0x1E6E6_00, 0x1E6EE_01, 0x1E6F5_00,
    0x1E8D0_06, 0x1E944_06, 0x1F3FB_04, 0xE0020_5F, 0xE0100_EF,
];

// `proptest` is for native tests.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation as _;

    use super::clusters;

    fn cuts_only_between_characters(text: &str) -> bool {
        let unicode: Vec<_> = text.grapheme_indices(true).map(|(at, _)| at).collect();
        let ours: Vec<_> = clusters(text).map(|(at, _)| at).collect();
        let whole: String = clusters(text).map(|(_, cluster)| cluster).collect();
        whole == text && ours.iter().all(|at| unicode.binary_search(at).is_ok())
    }

    #[test]
    fn every_character_stays_with_what_it_extends() {
        let around = ["a", " ", "\u{6F22}", "\u{1F469}", "\u{915}\u{94D}", "\u{AC00}", "\u{1100}", "\u{600}"];
        for c in '\u{80}'..=char::MAX {
            for base in around {
                let text = format!("{base}{c}{base}");
                assert!(cuts_only_between_characters(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn ordinary_characters_stand_alone() {
        let text = "a\u{E9}\u{6F22}\u{5B57}\u{AC00}\u{1F44D}\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7} \u{2014}";
        let unicode: Vec<_> = text.grapheme_indices(true).collect();
        assert_eq!(clusters(text).collect::<Vec<_>>(), unicode);
    }

    proptest! {
        #[test]
        fn no_text_is_cut_inside_a_character(
            text in "[a \u{301}\u{200D}\u{FE0F}\u{1F469}\u{1F4BB}\u{1F3FD}\u{1F1E9}\u{1F1EA}\u{915}\u{94D}\u{93F}\u{1100}\u{1161}\u{11A8}\u{AC00}\u{600}\u{E0061}\u{E33}]{0,12}"
        ) {
            prop_assert!(cuts_only_between_characters(&text));
        }

        #[test]
        fn nor_any_other(text in "\\PC{0,12}") {
            prop_assert!(cuts_only_between_characters(&text));
        }
    }
}
