//! Moves changed groups to where a reader expects them to start and end.
//!
//! A group of changed lines whose last line equals the line before it may move up by one
//! without changing the diff, and down likewise. Groups go where they face a group of the
//! other side, else where white space says that something begins: the rule, with its
//! weights, is that of `git diff --indent-heuristic` (`xdiff/xdiffi.c`), so that a person
//! sees the hunks that they know from `git`.

use super::align::Alignment;
use super::lines::{Compare, Lines};

/// Most single moves of one side; a repetitive text of many groups could take their square.
const MAX_MOVES: u32 = 2_000_000;
/// Farthest distance at which positions are compared, in lines.
const MAX_SLIDE: usize = 100;

/// Returns whether a move, or the choice of one, looked at the ends of the texts.
pub(crate) fn slide(alignment: &mut Alignment, before: &Lines<'_>, after: &Lines<'_>, compare: Compare) -> Ends {
    let Alignment { removed, added, .. } = alignment;
    let seen = Side::new(before, compare, removed, added).settle();
    seen.or(Side::new(after, compare, added, removed).settle())
}

/// Which ends of the texts had a say in something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) top: bool,
    pub(crate) bottom: bool,
}

impl Ends {
    pub(crate) fn or(self, other: Self) -> Self {
        Self { top: self.top || other.top, bottom: self.bottom || other.bottom }
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        (self.top && other.top) || (self.bottom && other.bottom)
    }
}

/// Changed lines between two kept ones; empty where only the other side changed.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    end: usize,
}

impl Group {
    fn first(flags: &[bool]) -> Self {
        let mut group = Self { start: 0, end: 0 };
        group.extend_down(flags);
        group
    }

    fn is_empty(self) -> bool {
        self.start == self.end
    }

    fn next(self, flags: &[bool]) -> Option<Self> {
        if self.end >= flags.len() {
            return None;
        }
        let mut group = Self { start: self.end + 1, end: self.end + 1 };
        group.extend_down(flags);
        Some(group)
    }

    fn previous(self, flags: &[bool]) -> Option<Self> {
        let end = self.start.checked_sub(1)?;
        let mut group = Self { start: end, end };
        group.extend_up(flags);
        Some(group)
    }

    fn extend_down(&mut self, flags: &[bool]) {
        while flag(flags, self.end) {
            self.end += 1;
        }
    }

    fn extend_up(&mut self, flags: &[bool]) {
        while self.start > 0 && flag(flags, self.start - 1) {
            self.start -= 1;
        }
    }
}

fn flag(flags: &[bool], index: usize) -> bool {
    flags.get(index).copied().unwrap_or(false)
}

fn set(flags: &mut [bool], index: usize, value: bool) {
    if let Some(flag) = flags.get_mut(index) {
        *flag = value;
    }
}

struct Side<'a, 't> {
    lines: &'a Lines<'t>,
    compare: Compare,
    flags: &'a mut Vec<bool>,
    other: &'a [bool],
    group: Group,
    /// The other side's group between the same kept lines.
    facing: Group,
    moves: u32,
    seen: Ends,
}

impl<'a, 't> Side<'a, 't> {
    fn new(lines: &'a Lines<'t>, compare: Compare, flags: &'a mut Vec<bool>, other: &'a [bool]) -> Self {
        let (group, facing) = (Group::first(flags), Group::first(other));
        Self { lines, compare, flags, other, group, facing, moves: 0, seen: Ends::default() }
    }

    fn settle(mut self) -> Ends {
        loop {
            if !self.group.is_empty() {
                self.place();
            } else if self.facing.is_empty() {
                self.skip_kept();
            }
            match (self.group.next(self.flags), self.facing.next(self.other)) {
                (Some(group), Some(facing)) if self.moves < MAX_MOVES => {
                    self.group = group;
                    self.facing = facing;
                }
                _ => return self.seen,
            }
        }
    }

    /// Moves both groups, which are empty, to the last of the empty ones that follow: most lines are kept.
    fn skip_kept(&mut self) {
        let group = self.flags.get(self.group.end..).unwrap_or_default();
        let facing = self.other.get(self.facing.end..).unwrap_or_default();
        let kept = group.iter().zip(facing).take_while(|&(&changed, &other)| !changed && !other).count();
        if let Some(on) = kept.checked_sub(1) {
            self.group = Group { start: self.group.end + on, end: self.group.end + on };
            self.facing = Group { start: self.facing.end + on, end: self.facing.end + on };
        }
    }

    fn place(&mut self) {
        let (earliest, facing_end) = loop {
            let size = self.group.end - self.group.start;
            while self.up() {}
            let earliest = self.group.end;
            let mut facing_end = (!self.facing.is_empty()).then_some(earliest);
            while self.down() {
                if !self.facing.is_empty() {
                    facing_end = Some(self.group.end);
                }
            }
            // A group that met another one has grown, and may move farther.
            if self.group.end - self.group.start == size || self.moves >= MAX_MOVES {
                break (earliest, facing_end);
            }
        };
        if self.group.end == earliest {
            return;
        }
        let target = facing_end.unwrap_or_else(|| self.best_end(earliest));
        while self.group.end > target && self.up() {}
    }

    fn same(&self, a: usize, b: usize) -> bool {
        self.lines.key(a, self.compare) == self.lines.key(b, self.compare)
    }

    fn up(&mut self) -> bool {
        let Group { start, end } = self.group;
        self.seen.top |= start == 0;
        if start == 0 || self.moves >= MAX_MOVES || !self.same(start - 1, end - 1) {
            return false;
        }
        let Some(facing) = self.facing.previous(self.other) else { return false };
        self.facing = facing;
        self.group = Group { start: start - 1, end: end - 1 };
        set(self.flags, start - 1, true);
        set(self.flags, end - 1, false);
        self.group.extend_up(self.flags);
        self.moves += 1;
        true
    }

    fn down(&mut self) -> bool {
        let Group { start, end } = self.group;
        self.seen.bottom |= end >= self.lines.len();
        if end >= self.lines.len() || self.moves >= MAX_MOVES || !self.same(start, end) {
            return false;
        }
        let Some(facing) = self.facing.next(self.other) else { return false };
        self.facing = facing;
        self.group = Group { start: start + 1, end: end + 1 };
        set(self.flags, start, false);
        set(self.flags, end, true);
        self.group.extend_down(self.flags);
        self.moves += 1;
        true
    }

    /// Where the group should end, of the ends from `earliest` to where it is now.
    fn best_end(&mut self, earliest: usize) -> usize {
        let size = self.group.end - self.group.start;
        let last = self.group.end;
        let first = earliest.max(last.saturating_sub(size + 1)).max(last.saturating_sub(MAX_SLIDE));
        let mut best = (last, None::<Score>);
        for end in first..=last {
            let mut score = Score::default();
            score.add(self.lines, end);
            score.add(self.lines, end - size);
            self.seen = self.seen.or(score.seen);
            if best.1.is_none_or(|known| score.no_worse_than(known)) {
                best = (end, Some(score));
            }
        }
        best.0
    }
}

/// How unnatural the two edges of a group look; less is better.
#[derive(Clone, Copy, Default)]
struct Score {
    indent: i32,
    penalty: i32,
    seen: Ends,
}

/// Columns of leading white space, at most; more is not told apart.
const MAX_INDENT: i32 = 200;
/// Blank lines that are looked across.
const MAX_BLANKS: i32 = 20;

impl Score {
    fn no_worse_than(self, other: Self) -> bool {
        60 * (self.indent - other.indent).signum() + (self.penalty - other.penalty) <= 0
    }

    /// Adds the edge before line `at`.
    fn add(&mut self, lines: &Lines<'_>, at: usize) {
        let here = (at < lines.len()).then(|| indent(lines.content(at))).flatten();
        let (blank_above, above) = across_blanks(lines, (0..at).rev());
        let (blank_below, below) = across_blanks(lines, at + 1..lines.len());

        self.seen.top |= above.is_none();
        self.seen.bottom |= below.is_none();
        if above.is_none() && blank_above == 0 {
            self.penalty += 1;
        }
        if at >= lines.len() {
            self.penalty += 21;
        }
        let blank_from_here = if here.is_none() { 1 + blank_below } else { 0 };
        let blanks = blank_above + blank_from_here;
        self.penalty += -30 * blanks + 6 * blank_from_here;

        let indent = here.or(below);
        self.indent += indent.unwrap_or(-1);
        let (Some(indent), Some(above)) = (indent, above) else { return };
        let spaced = blanks != 0;
        self.penalty += if indent > above {
            if spaced { 10 } else { -4 }
        } else if indent == above {
            0
        } else if below.is_some_and(|below| below > indent) {
            if spaced { 17 } else { 24 }
        } else if spaced {
            17
        } else {
            23
        };
    }
}

/// Blank lines up to the nearest other one, and the indent of that one.
fn across_blanks(lines: &Lines<'_>, range: impl Iterator<Item = usize>) -> (i32, Option<i32>) {
    let mut blanks = 0;
    for index in range {
        if let Some(indent) = indent(lines.content(index)) {
            return (blanks, Some(indent));
        }
        blanks += 1;
        if blanks == MAX_BLANKS {
            return (blanks, Some(0));
        }
    }
    (blanks, None)
}

/// Columns before the first visible character, with a tab stop every eight; `None` if blank.
fn indent(line: &str) -> Option<i32> {
    let mut columns = 0;
    for byte in line.bytes() {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 8 - columns % 8,
            b'\n' | b'\r' | 0x0B | 0x0C => {}
            _ => return Some(columns),
        }
        if columns >= MAX_INDENT {
            return Some(MAX_INDENT);
        }
    }
    None
}
