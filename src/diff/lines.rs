//! A text as lines: where each starts, how it ends, and where that is in UTF-16.

use std::ops::Range;

use super::bytes::{Scan, narrow, scan, utf16_len};
use super::ids::Key;

/// How the lines of a text end.
///
/// A line ends at `\n`; a `\r` before it belongs to the terminator. A `\r` alone and
/// U+2028 are ordinary characters, as they are for `git` and `patch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Eol {
    /// No line break at all.
    None = 0,
    /// Every terminator is `\n`.
    Lf = 1,
    /// Every terminator is `\r\n`.
    Crlf = 2,
    /// No `\n`, but lone `\r`s: one line for this engine, several for an old Mac editor.
    Cr = 3,
    /// Both `\n` and `\r\n`.
    Mixed = 4,
}

impl Eol {
    /// `breaks` counts all line breaks, `crlf` those that are `\r\n`.
    fn of(breaks: usize, crlf: usize, text: &str) -> Self {
        match breaks {
            0 if text.contains('\r') => Self::Cr,
            0 => Self::None,
            _ if crlf == 0 => Self::Lf,
            all if all == crlf => Self::Crlf,
            _ => Self::Mixed,
        }
    }
}

/// When two lines count as equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    /// With their terminators, as `git` and `patch` do.
    Exact,
    /// `\r\n` counts as `\n`; a missing terminator still differs from either.
    FoldEol,
}

/// The line index of one text. Line numbers are 0-based.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    /// Byte offset of each line's end, after its terminator.
    ends: Vec<u32>,
    /// The same in UTF-16 units; absent for ASCII, where both agree.
    units: Option<Vec<u32>>,
    eol: Eol,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let Scan { breaks, crlf, ascii } = scan(text.as_bytes());
        let eol = Eol::of(breaks.len(), crlf, text);
        let mut ends = breaks;
        if !text.is_empty() && !text.ends_with('\n') {
            ends.push(narrow(text.len()));
        }
        let mut lines = Self { text, ends, units: None, eol };
        if !ascii {
            let mut offset = 0;
            let ends = (0..lines.len()).map(|index| {
                offset += utf16_len(lines.raw(index));
                narrow(offset)
            });
            lines.units = Some(ends.collect());
        }
        lines
    }

    /// Lines of other texts as one text, which is put into `room`. All but the last are terminated.
    pub(crate) fn joined(parts: &[(&Lines<'_>, Range<usize>)], room: &'a mut String) -> Self {
        room.reserve(parts.iter().map(|(lines, range)| lines.part(range).len()).sum());
        let mut ends = Vec::with_capacity(parts.iter().map(|(_, range)| range.len()).sum());
        let ascii = parts.iter().all(|(lines, _)| lines.units.is_none());
        let mut units = (!ascii).then(|| Vec::with_capacity(ends.capacity()));
        let mut crlf = 0;
        for (lines, range) in parts {
            room.push_str(lines.part(range));
            append(&mut ends, &lines.ends, range);
            if let Some(units) = &mut units {
                append(units, lines.unit_ends(), range);
            }
            if matches!(lines.eol, Eol::Crlf | Eol::Mixed) {
                crlf += range.clone().filter(|&index| lines.raw(index).ends_with("\r\n")).count();
            }
        }
        let text: &str = room;
        let open = usize::from(!text.is_empty() && !text.ends_with('\n'));
        let eol = Eol::of(ends.len() - open, crlf, text);
        Self { text, ends, units, eol }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Lines with their terminators.
    pub(crate) fn part(&self, range: &Range<usize>) -> &'a str {
        self.text.get(self.start(range.start)..self.start(range.end)).unwrap_or("")
    }

    /// The line that begins at a UTF-16 unit, or the next one.
    pub(crate) fn at_unit(&self, unit: u32) -> usize {
        self.unit_ends().partition_point(|&end| end <= unit)
    }

    fn unit_ends(&self) -> &[u32] {
        self.units.as_ref().unwrap_or(&self.ends)
    }

    /// Byte offset at which line `index` starts; the text's length beyond the last line.
    pub(crate) fn start(&self, index: usize) -> usize {
        start(&self.ends, index) as usize
    }

    /// How many lines end at or before a byte offset.
    pub(crate) fn ended_by(&self, offset: usize) -> usize {
        self.ends.partition_point(|&end| end as usize <= offset)
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn eol(&self) -> Eol {
        self.eol
    }

    /// Line `index` with its terminator; empty beyond the end.
    pub(crate) fn raw(&self, index: usize) -> &'a str {
        self.text.get(self.start(index)..self.start(index + 1)).unwrap_or("")
    }

    fn raw_bytes(&self, index: usize) -> &'a [u8] {
        self.text.as_bytes().get(self.start(index)..self.start(index + 1)).unwrap_or_default()
    }

    /// Line `index` without its terminator.
    pub(crate) fn content(&self, index: usize) -> &'a str {
        let raw = self.raw(index);
        match raw.strip_suffix('\n') {
            Some(line) => line.strip_suffix('\r').unwrap_or(line),
            None => raw,
        }
    }

    pub(crate) fn terminated(&self, index: usize) -> bool {
        self.raw_bytes(index).ends_with(b"\n")
    }

    /// What a line is compared by.
    pub(crate) fn key(&self, index: usize, compare: Compare) -> Key<'a> {
        match compare {
            // As bytes: they are looked at in any case, and may be cut anywhere.
            Compare::Exact => Key::of(self.raw_bytes(index)),
            Compare::FoldEol if self.terminated(index) => Key::new(self.content(index)),
            Compare::FoldEol => Key::open(self.content(index)),
        }
    }

    /// The line's content as a range of UTF-16 units of the text.
    pub(crate) fn units(&self, index: usize) -> (u32, u32) {
        self.range(index, self.unit_ends())
    }

    /// The same in bytes.
    pub(crate) fn bytes(&self, index: usize) -> (u32, u32) {
        self.range(index, &self.ends)
    }

    fn range(&self, index: usize, offsets: &[u32]) -> (u32, u32) {
        let (start, end) = (start(offsets, index), start(offsets, index + 1));
        // Terminators are ASCII: as many units as bytes.
        let terminator = self.raw(index).len() - self.content(index).len();
        (start, end - narrow(terminator))
    }
}

/// Appends the ends of lines of another text.
fn append(ends: &mut Vec<u32>, others: &[u32], range: &Range<usize>) {
    let shift = ends.last().copied().unwrap_or(0).wrapping_sub(start(others, range.start));
    ends.extend(others.get(range.clone()).unwrap_or_default().iter().map(|end| end.wrapping_add(shift)));
}

/// Where line `index` starts, given where lines end.
fn start(ends: &[u32], index: usize) -> u32 {
    let last = ends.last().copied().unwrap_or(0);
    index.checked_sub(1).map_or(0, |above| ends.get(above).copied().unwrap_or(last))
}
