//! Byte offsets as offsets in UTF-16 units.

use crate::diff::bytes::{narrow, utf16_len};

/// Bytes between two marks, about.
const STEP: usize = 1_024;

pub(super) struct Units<'a> {
    text: &'a str,
    /// The units up to each step; absent for ASCII, where both offsets agree.
    marks: Option<Vec<u32>>,
}

impl<'a> Units<'a> {
    pub(super) fn new(text: &'a str, ascii: bool) -> Self {
        let mut units = Self { text, marks: None };
        if !ascii {
            let mut sum = 0;
            let step = |step: usize| {
                let here = sum;
                sum += narrow(utf16_len(units.between(step, (step + 1) * STEP)));
                here
            };
            let marks = (0..=text.len() / STEP).map(step).collect();
            units.marks = Some(marks);
        }
        units
    }

    /// The text from where a step starts to `end`.
    fn between(&self, step: usize, end: usize) -> &'a str {
        let start = self.text.floor_char_boundary(step * STEP);
        self.text.get(start..self.text.floor_char_boundary(end)).unwrap_or_default()
    }

    /// The units up to a byte offset at which a character starts.
    pub(super) fn at(&self, byte: usize) -> u32 {
        match &self.marks {
            None => narrow(byte),
            Some(marks) => {
                let step = byte / STEP;
                marks.get(step).copied().unwrap_or(0) + narrow(utf16_len(self.between(step, byte)))
            }
        }
    }
}
