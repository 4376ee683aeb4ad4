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
    /// Byte offset of each line's start, then that of the text's end.
    starts: Vec<u32>,
    /// The same in UTF-16 units; absent for ASCII, where both agree.
    units: Option<Vec<u32>>,
    eol: Eol,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let Scan { mut starts, crlf, ascii } = scan(text.as_bytes());
        let eol = Eol::of(starts.len() - 1, crlf, text);
        if !text.is_empty() && !text.ends_with('\n') {
            starts.push(narrow(text.len()));
        }
        let mut lines = Self { text, starts, units: None, eol };
        if !ascii {
            let mut offset = 0;
            let mut units = Vec::with_capacity(lines.starts.len());
            units.push(0);
            units.extend((0..lines.len()).map(|index| {
                offset += utf16_len(lines.raw(index));
                narrow(offset)
            }));
            lines.units = Some(units);
        }
        lines
    }

    /// Lines of other texts as one text, which is put into `room`. All but the last are terminated.
    pub(crate) fn joined(parts: &[(&Lines<'_>, Range<usize>)], room: &'a mut String) -> Self {
        room.reserve(parts.iter().map(|(lines, range)| lines.part(range).len()).sum());
        let mut starts = Vec::with_capacity(parts.iter().map(|(_, range)| range.len()).sum::<usize>() + 1);
        starts.push(0);
        let ascii = parts.iter().all(|(lines, _)| lines.units.is_none());
        let mut units = (!ascii).then(|| {
            let mut units = Vec::with_capacity(starts.capacity());
            units.push(0);
            units
        });
        let mut crlf = 0;
        for (lines, range) in parts {
            room.push_str(lines.part(range));
            append(&mut starts, &lines.starts, range);
            if let Some(units) = &mut units {
                append(units, lines.unit_starts(), range);
            }
            if matches!(lines.eol, Eol::Crlf | Eol::Mixed) {
                crlf += range.clone().filter(|&index| lines.raw_bytes(index).ends_with(b"\r\n")).count();
            }
        }
        let text: &str = room;
        let open = usize::from(!text.is_empty() && !text.ends_with('\n'));
        let eol = Eol::of(starts.len() - 1 - open, crlf, text);
        Self { text, starts, units, eol }
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
        ended_by(self.unit_starts(), unit)
    }

    fn unit_starts(&self) -> &[u32] {
        self.units.as_ref().unwrap_or(&self.starts)
    }

    /// Byte offset at which line `index` starts; the text's length beyond the last line.
    #[inline]
    pub(crate) fn start(&self, index: usize) -> usize {
        start(&self.starts, index) as usize
    }

    /// How many lines end at or before a byte offset.
    pub(crate) fn ended_by(&self, offset: usize) -> usize {
        ended_by(&self.starts, narrow(offset))
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn eol(&self) -> Eol {
        self.eol
    }

    /// Line `index` with its terminator; empty beyond the end.
    pub(crate) fn raw(&self, index: usize) -> &'a str {
        self.part(&(index..index + 1))
    }

    #[inline]
    fn raw_bytes(&self, index: usize) -> &'a [u8] {
        self.text.as_bytes().get(self.start(index)..self.start(index + 1)).unwrap_or_default()
    }

    /// Line `index` without its terminator.
    pub(crate) fn content(&self, index: usize) -> &'a str {
        let (start, end) = self.bytes(index);
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    pub(crate) fn terminated(&self, index: usize) -> bool {
        self.raw_bytes(index).ends_with(b"\n")
    }

    /// What a line is compared by.
    #[inline]
    pub(crate) fn key(&self, index: usize, compare: Compare) -> Key<'a> {
        match compare {
            // As bytes: they are looked at in any case, and may be cut anywhere.
            Compare::Exact => Key::of(self.raw_bytes(index)),
            Compare::FoldEol => self.folded(index),
        }
    }

    fn folded(&self, index: usize) -> Key<'a> {
        let content = self.content(index);
        if self.terminated(index) { Key::new(content) } else { Key::open(content) }
    }

    /// The line's content as a range of UTF-16 units of the text.
    pub(crate) fn units(&self, index: usize) -> (u32, u32) {
        self.range(index, self.unit_starts())
    }

    /// The same in bytes.
    pub(crate) fn bytes(&self, index: usize) -> (u32, u32) {
        self.range(index, &self.starts)
    }

    fn range(&self, index: usize, offsets: &[u32]) -> (u32, u32) {
        // Terminators are ASCII: as many units as bytes.
        let terminator = match self.raw_bytes(index) {
            [.., b'\r', b'\n'] => 2,
            [.., b'\n'] => 1,
            _ => 0,
        };
        (start(offsets, index), start(offsets, index + 1) - terminator)
    }
}

/// Appends lines of another text.
fn append(starts: &mut Vec<u32>, others: &[u32], range: &Range<usize>) {
    let shift = starts.last().copied().unwrap_or(0).wrapping_sub(start(others, range.start));
    let ends = others.get(range.start + 1..=range.end).unwrap_or_default();
    starts.extend(ends.iter().map(|end| end.wrapping_add(shift)));
}

/// How many lines end at or before an offset.
fn ended_by(starts: &[u32], offset: u32) -> usize {
    starts.partition_point(|&start| start <= offset).saturating_sub(1)
}

/// Where line `index` starts.
#[inline]
fn start(starts: &[u32], index: usize) -> u32 {
    starts.get(index).or(starts.last()).copied().unwrap_or(0)
}
