//! Characters that make a text look like another one.
//!
//! A text is reported on and never altered. The kinds follow what is known to deceive reviewers:
//! bidirectional controls and look-alike letters (Unicode Technical Standard 55, "Source Code
//! Handling"; UTS 39, "Security Mechanisms"; CVE-2021-42574 and CVE-2021-42694), and characters that
//! Unicode has displays ignore (`Default_Ignorable_Code_Point` in `DerivedCoreProperties.txt`), in
//! which instructions for a model can be hidden from its user. Where a script or an emoji needs such
//! a character, it is no hazard.

/// In which way a stretch of text deceives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum HazardKind {
    /// Reorders the text around it, or the marks that do so (UAX 9, "Bidirectional Algorithm").
    Bidi = 0,
    /// Has no width: joiners outside the scripts and emoji that are written with them, zero width
    /// spaces, a byte order mark inside a text.
    ZeroWidth = 1,
    /// Tag characters outside an emoji flag: ASCII that no one sees.
    Tag = 2,
    /// C0 and C1 controls other than tabs and line ends.
    Control = 3,
    /// Other characters that displays ignore: soft hyphens, fillers, variation selectors with
    /// nothing to vary.
    Invisible = 4,
    /// A word of letters of two scripts, in which those of one look like the other's.
    LookAlike = 5,
    /// White space that pushes the text behind it out of sight.
    Padding = 6,
}

/// A stretch of text that deceives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// In which way.
    pub kind: HazardKind,
    /// UTF-16 units from the start of the text.
    pub start: u32,
    /// The same, exclusive.
    pub end: u32,
}

/// Columns of white space that push what follows out of a usual view.
const WIDE: u32 = 80;
/// Columns of a tab, at least.
const TAB: u32 = 4;
/// Line ends in a row, with white space between them at most, that do so downwards.
const DEEP: u32 = 25;

/// The hazards of a text, by where they start.
pub fn find_hazards(text: &str) -> Vec<Hazard> {
    let mut finder = Finder::default();
    let mut chars = text.chars();
    let mut flag_left = 0;
    while let Some(c) = chars.next() {
        if c == BLACK_FLAG {
            flag_left = flag_tags(chars.clone());
        }
        let hazard = match u32::from(c) {
            0xE0000..=0xE007F if flag_left > 0 => {
                flag_left -= 1;
                None
            }
            _ => hazard(finder.previous, c, chars.clone().next()),
        };
        finder.take(c, hazard);
    }
    finder.end_word();
    finder.found
}

const BLACK_FLAG: char = '\u{1F3F4}';

/// How many tags after a black flag make it the flag of a region (UTS 51, `emoji_tag_sequence`).
fn flag_tags(rest: impl Iterator<Item = char>) -> usize {
    let mut tags = 0;
    for c in rest {
        match u32::from(c) {
            0xE0030..=0xE0039 | 0xE0061..=0xE007A => tags += 1,
            0xE007F if tags > 0 => return tags + 1,
            _ => break,
        }
    }
    0
}

/// What a character alone is, between its neighbours.
fn hazard(previous: char, c: char, next: Option<char>) -> Option<HazardKind> {
    let (code, above) = (u32::from(c), u32::from(previous));
    match code {
        // Of ASCII, these alone.
        0x09 | 0x0A | 0x0D | 0x20..=0x7E => None,
        0x00..=0x1F | 0x7F..=0x9F => Some(HazardKind::Control),
        0x202A..=0x202E | 0x2066..=0x2069 | 0x200E | 0x200F | 0x061C => Some(HazardKind::Bidi),
        0x200C | 0x200D if joins(above) => None,
        0x200D if is_pictograph(above) && next.is_some_and(|next| is_pictograph(u32::from(next))) => None,
        // The start of a text has U+0000 before it.
        0xFEFF if previous == START => None,
        0x200B..=0x200D | 0x2060..=0x2064 | 0xFEFF | 0x180E => Some(HazardKind::ZeroWidth),
        0xE0000..=0xE007F => Some(HazardKind::Tag),
        0xFE0E | 0xFE0F if is_pictograph(above) || matches!(previous, '#' | '*' | '0'..='9' | '\u{A9}' | '\u{AE}') => {
            None
        }
        0xFE00..=0xFE0D if above >= 0x80 && !is_selector(above) && previous.is_alphanumeric() || is_symbol(above) => {
            None
        }
        0xE0100..=0xE01EF if is_ideograph(above) => None,
        0xAD
        | 0x034F
        | 0x115F
        | 0x1160
        | 0x17B4
        | 0x17B5
        | 0x180B..=0x180F
        | 0x2065
        | 0x206A..=0x206F
        | 0x3164
        | 0xFE00..=0xFE0F
        | 0xFFA0
        | 0xFFF0..=0xFFFB
        | 0x1BCA0..=0x1BCA3
        | 0x1D173..=0x1D17A
        | 0xE0080..=0xE0FFF => {
            (!(0x180B..=0x180F).contains(&code) || !(0x1800..=0x18AF).contains(&above)).then_some(HazardKind::Invisible)
        }
        _ => None,
    }
}

/// Scripts whose letters are joined and parted by joiners: from Arabic to Burmese, Khmer and
/// Mongolian, and their presentation forms.
fn joins(code: u32) -> bool {
    matches!(code, 0x0600..=0x109F | 0x1780..=0x18AF | 0xA8E0..=0xA8FF | 0xFB50..=0xFDFF | 0xFE70..=0xFEFE | 0x11000..=0x11FFF)
}

fn is_pictograph(code: u32) -> bool {
    matches!(code, 0x203C | 0x2049 | 0x2122..=0x2B55 | 0x3030..=0x303D | 0x3297..=0x3299 | 0xFE0F | 0x1F000..=0x1FAFF)
}

fn is_symbol(code: u32) -> bool {
    matches!(code, 0x2100..=0x2BFF | 0x3000..=0x303F | 0xFF00..=0xFF60)
}

fn is_ideograph(code: u32) -> bool {
    matches!(code, 0x3400..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

fn is_selector(code: u32) -> bool {
    matches!(code, 0xFE00..=0xFE0F | 0xE0100..=0xE01EF)
}

/// Stands before the first character; as a character it is a hazard itself.
const START: char = '\0';

struct Finder {
    found: Vec<Hazard>,
    at: u32,
    previous: char,
    word: Word,
    /// Where white space began that has gone on since.
    space: u32,
    columns: u32,
    breaks: u32,
}

impl Default for Finder {
    fn default() -> Self {
        let word = Word::default();
        Self { found: Vec::new(), at: 0, previous: START, word, space: 0, columns: 0, breaks: 0 }
    }
}

impl Finder {
    fn take(&mut self, c: char, hazard: Option<HazardKind>) {
        let end = self.at + if u32::from(c) > 0xFFFF { 2 } else { 1 };
        if let Some(kind) = hazard {
            self.add(kind, self.at, end);
        }
        match c {
            '\n' | '\r' => {
                self.columns = 0;
                self.breaks += u32::from(c == '\n');
            }
            '\t' => self.columns += TAB,
            _ if c.is_whitespace() => self.columns += 1,
            // What no one sees parts no padding.
            _ if hazard.is_some() => {}
            _ => {
                if self.columns >= WIDE || self.breaks >= DEEP {
                    self.add(HazardKind::Padding, self.space, self.at);
                }
                (self.space, self.columns, self.breaks) = (end, 0, 0);
            }
        }
        if !self.word.take(c, self.at, hazard.is_some()) {
            self.end_word();
        }
        (self.at, self.previous) = (end, c);
    }

    fn end_word(&mut self) {
        let word = std::mem::take(&mut self.word);
        if word.deceives() {
            self.add(HazardKind::LookAlike, word.start, word.end);
        }
    }

    /// Words and padding end after what is found in them.
    fn add(&mut self, kind: HazardKind, start: u32, end: u32) {
        match self.found.last_mut() {
            Some(last) if last.kind == kind && last.end == start => last.end = end,
            _ => {
                let place = self.found.partition_point(|known| known.start <= start);
                self.found.insert(place, Hazard { kind, start, end });
            }
        }
    }
}

/// The letters of a word, by script.
#[derive(Default)]
struct Word {
    start: u32,
    /// Of the last letter.
    end: u32,
    letters: u32,
    latin: Letters,
    greek: Letters,
    /// Cyrillic, Armenian and Cherokee.
    other: Letters,
    /// Latin capitals alone, as long as no letter of another script has come.
    acronym: bool,
    /// Every letter after an acronym is small and of another script, as in an inflected one.
    inflected: bool,
}

/// Letters of a script: how many, and how many of them look like another script's.
#[derive(Default)]
struct Letters {
    all: u32,
    alike: u32,
}

impl Letters {
    fn take(&mut self, alike: bool) {
        self.all += 1;
        self.alike += u32::from(alike);
    }

    fn all_alike(&self) -> bool {
        self.all > 0 && self.all == self.alike
    }
}

/// Letters that Cyrillic has in another code (`confusables.txt` of UTS 39, as those below).
const LATIN: &str = "aceiopsxyhjkABCEHIKMOPSTXYJ";
const GREEK: &str = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹαγικνορυχϲϳ";
const CYRILLIC: &str = "аеорсухіјѕһԁԛԝѵкАВЕКМНОРСТУХІЈЅҺԌԚԜӀѴ";
const ARMENIAN: &str = "օոսհցզՕՍՏ";

/// `str::contains` brings a search for longer strings with it, 3 KB of the compressed module.
fn has(letters: &str, c: char) -> bool {
    letters.chars().any(|letter| letter == c)
}

impl Word {
    /// Takes a character of the word; false for one that ends it.
    fn take(&mut self, c: char, at: u32, hidden: bool) -> bool {
        let code = u32::from(c);
        match code {
            // What no one sees parts no word, and neither do marks.
            0x0300..=0x036F => return true,
            _ if hidden => return true,
            _ if !c.is_alphanumeric() && c != '_' => return false,
            _ => {}
        }
        if self.letters == 0 {
            (self.start, self.acronym) = (at, true);
        }
        self.letters += 1;
        self.end = at + if code > 0xFFFF { 2 } else { 1 };
        let latin = c.is_ascii_alphabetic() || matches!(code, 0xC0..=0x24F | 0x1E00..=0x1EFF);
        match code {
            _ if latin => self.latin.take(has(LATIN, c)),
            0x0370..=0x03FF | 0x1F00..=0x1FFF => self.greek.take(has(GREEK, c)),
            0x0400..=0x058F => self.other.take(has(CYRILLIC, c) || has(ARMENIAN, c)),
            0x13A0..=0x13FF | 0xAB70..=0xABBF => self.other.take(true),
            _ => return true,
        }
        if latin {
            self.acronym &= self.greek.all + self.other.all == 0 && c.is_ascii_uppercase();
            self.inflected = false;
        } else {
            // Cyrillic small letters.
            self.inflected =
                (self.inflected || self.greek.all + self.other.all == 1) && matches!(code, 0x0430..=0x045F);
        }
        true
    }

    fn deceives(&self) -> bool {
        let inflected = self.acronym && self.inflected && self.latin.all > 1;
        // A formula may have letters of both, as `hν`.
        let greek = self.greek.all > 0 && self.latin.all + self.greek.all >= 4 && self.latin.all > 1;
        let mixed = |letters: &Letters| self.latin.all > 0 && (letters.all_alike() || self.latin.all_alike());
        !inflected && ((self.other.all > 0 && mixed(&self.other)) || (greek && mixed(&self.greek)))
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{HazardKind, find_hazards};

    fn kinds(text: &str) -> Vec<(HazardKind, u32, u32)> {
        find_hazards(text).iter().map(|hazard| (hazard.kind, hazard.start, hazard.end)).collect()
    }

    #[test]
    fn each_kind_is_found_where_it_is() {
        use HazardKind::{Bidi, Control, Invisible, LookAlike, Padding, Tag, ZeroWidth};
        for (text, kind, start, end) in [
            ("if x \u{202E}// admin\u{2066}", Bidi, 5, 6),
            ("a\u{200F}b", Bidi, 1, 2),
            ("\u{1F600}a\u{200B}\u{200B}b", ZeroWidth, 3, 5),
            ("pass\u{200D}word", ZeroWidth, 4, 5),
            ("\u{1F600}\u{200D}x", ZeroWidth, 2, 3),
            ("a\u{FEFF}", ZeroWidth, 1, 2),
            ("x\u{2060}", ZeroWidth, 1, 2),
            ("hi\u{E0068}\u{E0069}", Tag, 2, 6),
            // A flag is no cover for more than its own tags.
            ("\u{1F3F4}\u{E0067}\u{E0062}", Tag, 2, 6),
            ("\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}\u{E0041}", Tag, 8, 10),
            ("a\u{1B}[31m", Control, 1, 2),
            ("\u{8}", Control, 0, 1),
            ("\0", Control, 0, 1),
            ("a\u{85}b", Control, 1, 2),
            ("pass\u{AD}word", Invisible, 4, 5),
            ("\u{1F600}\u{FE0F}\u{FE01}\u{E0120}\u{E0121}", Invisible, 3, 8),
            ("a\u{FE0F}", Invisible, 1, 2),
            ("\u{3164}", Invisible, 0, 1),
            ("log in to p\u{430}ypal.com", LookAlike, 10, 16),
            ("g\u{3BF}\u{3BF}gle", LookAlike, 0, 6),
            ("\u{41C}o\u{441}\u{43A}\u{432}\u{430}", LookAlike, 0, 6),
            ("p\u{200B}\u{430}y", LookAlike, 0, 4),
            ("\u{13AA}oogle", LookAlike, 0, 6),
        ] {
            let found = kinds(text);
            assert!(found.contains(&(kind, start, end)), "{text:?}: {found:?}");
        }
        let wide = format!("ok{}rm -rf", " \u{A0}".repeat(50));
        assert_eq!(kinds(&wide), [(Padding, 2, 102)]);
        let deep = format!("ok\n{}rm -rf", " \n".repeat(40));
        assert_eq!(kinds(&deep), [(Padding, 2, 83)]);
        assert_eq!(kinds(&format!("{}x", "\t".repeat(30))), [(Padding, 0, 30)]);
        let parted = format!("a{}\u{200B}{}b", " ".repeat(50), " ".repeat(50));
        assert_eq!(kinds(&parted), [(Padding, 1, 102), (ZeroWidth, 51, 52)]);
    }

    #[test]
    fn ordinary_texts_have_none() {
        for text in [
            "",
            "\u{FEFF}plain text, with a tab\t and\r\nlines\n",
            "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466} \u{1F3F3}\u{FE0F}\u{200D}\u{1F308} \u{1F469}\u{1F3FD}\u{200D}\u{1F4BB}",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} \u{1F1E9}\u{1F1EA}",
            "\u{2764}\u{FE0F}\u{200D}\u{1F525} 1\u{FE0F}\u{20E3} \u{A9}\u{FE0F} \u{26A0}\u{FE0E}",
            "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}\u{645}",
            "\u{915}\u{94D}\u{200D}\u{937} \u{915}\u{94D}\u{200C}",
            "Il a dit\u{A0}: \u{AB}\u{A0}oui\u{A0}\u{BB}, \u{202F}10\u{A0}000\u{A0}\u{20AC}",
            "\u{41F}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43C}\u{438}\u{440}: SQL-\u{437}\u{430}\u{43F}\u{440}\u{43E}\u{441}",
            "API\u{448}\u{43A}\u{430} \u{438} URL\u{43E}\u{432}",
            "\u{393}\u{3B5}\u{3B9}\u{3AC} \u{3C3}\u{3BF}\u{3C5}, \u{394}t = h\u{3BD}, 10 k\u{3A9}, 5 \u{B5}m",
            "\u{845B}\u{E0100}\u{57CE} \u{8FBB}\u{FE00}",
            "                                        return deep;\n\t\t\t\t\t\t\t\t\t\treturn;\n",
            "heading\n\n\n\n\ntext\n\n\n\n",
            "trailing space is behind everything                                                                                                 ",
            "na\u{EF}ve caf\u{E9} Stra\u{DF}e \u{141}\u{F3}d\u{17A} cafe\u{301}",
            "\u{182E}\u{180B}\u{1823}",
        ] {
            assert_eq!(kinds(text), [], "{text:?}");
        }
    }

    #[test]
    fn hazards_are_in_order_and_apart_from_their_like() {
        let found = find_hazards("\u{202E}\u{202D}a\u{200B}\0\u{1}\u{200B}p\u{430}y\u{AD}");
        assert!(found.windows(2).all(|pair| pair[0].start <= pair[1].start));
        assert!(found.iter().all(|hazard| hazard.start < hazard.end));
        assert_eq!(found.len(), 6);
    }
}
