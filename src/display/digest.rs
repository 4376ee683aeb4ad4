//! Revisions that are safe to compare: a 128-bit digest of a value.

use crate::json::Value;

/// The digest of a value as 32 hexadecimal digits: SipHash-2-4 with 128 bits of output and a key of
/// zeros, over the UTF-8 bytes of its canonical JSON. Key order and number spelling do not count.
///
/// Two values that differ share a digest with a chance of 2^-128. It keeps no secret: the key is known.
#[must_use]
pub fn revision_of(value: &Value<'_>) -> String {
    let digest = siphash128([0; 2], value.canonical().as_bytes());
    let bytes = digest.iter().flat_map(|word| word.to_le_bytes());
    bytes.flat_map(|byte| [byte >> 4, byte & 15]).filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

/// J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", Indocrypt 2012, with the
/// 128-bit output of its authors' reference implementation: two words, each little-endian.
fn siphash128(key: [u64; 2], bytes: &[u8]) -> [u64; 2] {
    let mut state = State([
        key[0] ^ 0x736f_6d65_7073_6575,
        key[1] ^ 0x646f_7261_6e64_6f6d ^ 0xee,
        key[0] ^ 0x6c79_6765_6e65_7261,
        key[1] ^ 0x7465_6462_7974_6573,
    ]);
    let blocks = bytes.chunks_exact(8);
    let rest = blocks.remainder();
    for block in blocks {
        state.absorb(word(block));
    }
    state.absorb(word(rest) | (bytes.len() as u64) << 56);
    [state.squeeze(2, 0xee), state.squeeze(1, 0xdd)]
}

/// Up to eight bytes, the first one lowest.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

struct State([u64; 4]);

impl State {
    fn absorb(&mut self, word: u64) {
        self.0[3] ^= word;
        self.rounds(2);
        self.0[0] ^= word;
    }

    fn squeeze(&mut self, at: usize, mark: u64) -> u64 {
        if let Some(word) = self.0.get_mut(at) {
            *word ^= mark;
        }
        self.rounds(4);
        self.0.iter().fold(0, |all, word| all ^ word)
    }

    #[inline(never)]
    fn rounds(&mut self, count: u32) {
        let [mut a, mut b, mut c, mut d] = self.0;
        for _ in 0..count {
            a = a.wrapping_add(b);
            b = b.rotate_left(13) ^ a;
            a = a.rotate_left(32);
            c = c.wrapping_add(d);
            d = d.rotate_left(16) ^ c;
            a = a.wrapping_add(d);
            d = d.rotate_left(21) ^ a;
            c = c.wrapping_add(b);
            b = b.rotate_left(17) ^ c;
            c = c.rotate_left(32);
        }
        self.0 = [a, b, c, d];
    }
}

#[cfg(test)]
mod tests {
    use super::{revision_of, siphash128};
    use crate::json::parse;

    /// Vectors of the reference implementation around the ends of its blocks: key `00 01 … 0f`, input `00 01 …`.
    #[test]
    fn digests_are_those_of_the_reference_implementation() {
        let key = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
        for (length, expected) in [
            (0_u8, 0xa381_7f04_ba25_a8e6_6df6_7214_c755_0293_u128),
            (1, 0xda87_c1d8_6b99_af44_3476_5911_9b22_fc45),
            (7, 0xa1f1_ebbe_d8db_c153_c0b8_4aa6_1ff0_8239),
            (8, 0x3b62_a9ba_6258_f561_0f83_e264_f314_97b4),
            (15, 0x5493_e999_33b0_a811_7e08_ec0f_97cf_c3d9),
            (16, 0x6ee2_a4ca_67b0_54bb_fd33_15bf_8523_0577),
            (63, 0x5150_d177_2f50_834a_503e_069a_973f_bd7c),
        ] {
            let [low, high] = siphash128(key, &(0..length).collect::<Vec<_>>());
            let digest = [low.to_le_bytes(), high.to_le_bytes()].concat();
            assert_eq!(digest, expected.to_be_bytes(), "{length} bytes");
        }
    }

    #[test]
    fn a_revision_is_that_of_the_value_and_not_of_its_spelling() {
        let revision = |text: &str| revision_of(&parse(text).unwrap());
        assert_eq!(revision(r#"{"b":1e2,"a":"\u00e9"}"#), revision(r#"{ "a": "é", "b": 100.0 }"#));
        assert_ne!(revision("9007199254740993"), revision("9007199254740992"));
        assert_ne!(revision(r#""\ud800""#), revision(r#""\ud801""#));
        assert_eq!(revision("null").len(), 32);
    }
}
