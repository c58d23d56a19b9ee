//! Takes out of a text what nobody can see, in one pass, by Unicode property (UNT-2). Owns the rules of context: which
//! joiner, variation selector, tag or mark stays. It never puts a character in: what comes out is a subsequence of what
//! went in, and the very same text, not copied, when there is nothing to take out.

use std::borrow::Cow;

use icu_properties::props::JoiningType;

use super::unicode::{self, BLACK_FLAG, KEYCAP, Kind, Takes, ZWNJ};

/// Most marks that stay on one base. The longest cluster of a real language that Unicode names, Tibetan
/// HAKSHMALAWARAYAM, has eight (UAX #15, section 13); twice that is room enough, and a bound keeps a "Zalgo" text from
/// being one endless grapheme cluster that no cut can end.
pub(super) const MOST_MARKS: u8 = 16;

/// Most pictographs that are joined into one emoji. The longest sequences that Unicode recommends, a family and a kiss,
/// have four (UTS #51, emoji-zwj-sequences.txt); twice that is room enough, and a bound keeps a chain of thousands from
/// being one cluster.
pub(super) const MOST_JOINED: u8 = 8;

/// Longest tag part of a flag: two letters of a region, then the subdivision, of which ISO 3166-2 has at most three.
/// UTS #35 would allow one more; there are no such codes, and each is a letter that a hidden text could use.
const LONGEST_SUBDIVISION: usize = 5;

/// Removes what Unicode gives no visible meaning where it stands. Linear; borrows when nothing is removed.
pub(super) fn scrub(text: &str) -> Cow<'_, str> {
    let mut scrubber = Scrubber::new(text);
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if is_plain(byte) {
            let run = bytes[at..].iter().take_while(|byte| is_plain(**byte)).count();
            scrubber.keep_plain(at, at + run);
            at += run;
            continue;
        }
        // `at` moves by whole characters, so one stands here.
        let Some(c) = text[at..].chars().next() else { break };
        at = scrubber.meet(at, c);
    }
    scrubber.finish()
}

/// ASCII that always stays.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n')
}

/// Where the pass stands. "Kept" below always means kept in the result, so that what is removed between two characters
/// never changes how they are judged, and cleaning twice is cleaning once.
struct Scrubber<'a> {
    text: &'a str,
    /// The result so far, once something was removed.
    out: Option<String>,
    /// Up to here the text is in `out`, or removed.
    settled: usize,
    /// Start of what may have to go: everything since the last kept character.
    gap: Option<usize>,
    /// The first character of the gap that stays if the next kept one wants it.
    pending: Option<(usize, char)>,
    last: Last,
}

/// What the last kept characters were. What they are by property is asked only when a joiner or a selector wants to
/// know, so that ordinary text is spared it.
#[derive(Clone, Copy, Default)]
struct Last {
    /// The very last one, and what it is.
    character: Option<(char, Kind)>,
    /// The last one that is not transparent to joining.
    cursive: Option<char>,
    /// The base of the last emoji, which may have a selector or a skin tone behind it.
    emoji: Option<char>,
    /// The pictographs before it that it is joined with.
    joined: u8,
    /// Marks since the last base.
    marks: u8,
}

impl<'a> Scrubber<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, out: None, settled: 0, gap: None, pending: None, last: Last::default() }
    }

    /// Keeps the ASCII of `start..end`.
    fn keep_plain(&mut self, start: usize, end: usize) {
        self.close_gap(start, self.text[start..].chars().next());
        let last = self.text.as_bytes().get(end - 1).copied().map(char::from);
        self.last = Last { character: last.map(|c| (c, Kind::Base)), ..Last::default() };
    }

    /// Decides on `c`, which stands at `at`; says where to go on.
    fn meet(&mut self, at: usize, c: char) -> usize {
        let next = at + c.len_utf8();
        match unicode::kind(c) {
            Kind::Removed => self.drop_here(at),
            Kind::Joiner => self.hold(at, c),
            Kind::Selector => match self.last.character.map(|(base, _)| unicode::takes(base, c)) {
                Some(Takes::Yes) => self.keep(at, c, Kind::Selector),
                Some(Takes::BeforeKeycap) => self.hold(at, c),
                _ => self.drop_here(at),
            },
            // A mark that begins a text would sit on whatever we print before it.
            Kind::Mark if self.last.character.is_none() || self.last.marks >= MOST_MARKS => {
                self.drop_here(at);
            }
            Kind::Mark => self.keep(at, c, Kind::Mark),
            Kind::Base => {
                self.keep(at, c, Kind::Base);
                if c == BLACK_FLAG {
                    let tags = flag_tags(&self.text[next..]);
                    if tags > 0 {
                        self.last =
                            Last { character: Some(('\u{E007F}', Kind::Selector)), ..Last::default() };
                    }
                    return next + tags;
                }
            }
        }
        next
    }

    fn drop_here(&mut self, at: usize) {
        self.gap.get_or_insert(at);
    }

    /// Leaves the decision to the next kept character; of several in a row only the first has a chance.
    fn hold(&mut self, at: usize, c: char) {
        self.gap.get_or_insert(at);
        self.pending.get_or_insert((at, c));
    }

    fn keep(&mut self, at: usize, c: char, kind: Kind) {
        let held = self.close_gap(at, Some(c));
        let before = self.last;
        let joined = match before.emoji {
            Some(emoji) if held && unicode::is_pictograph(emoji) && unicode::is_pictograph(c) => {
                before.joined + 1
            }
            _ => 0,
        };
        self.last = match kind {
            Kind::Mark => Last {
                cursive: if is_transparent(c) { before.cursive } else { Some(c) },
                emoji: None,
                marks: before.marks + 1,
                ..before
            },
            Kind::Base if unicode::is_skin_tone(c) => Last { cursive: Some(c), marks: 0, ..before },
            Kind::Base => Last { cursive: Some(c), emoji: Some(c), joined, marks: 0, ..before },
            _ => before,
        };
        self.last.character = Some((c, kind));
    }

    /// Ends the gap before a kept character, or at the end of the text. Says whether something of it was kept.
    fn close_gap(&mut self, end: usize, next: Option<char>) -> bool {
        let Some(start) = self.gap.take() else { return false };
        match self.pending.take() {
            Some((at, held)) if self.last.wants(held, next) => {
                self.remove(start, at);
                self.remove(at + held.len_utf8(), end);
                true
            }
            _ => {
                self.remove(start, end);
                false
            }
        }
    }

    fn remove(&mut self, start: usize, end: usize) {
        if start < end {
            let out = self.out.get_or_insert_with(|| String::with_capacity(self.text.len()));
            out.push_str(&self.text[self.settled..start]);
            self.settled = end;
        }
    }

    fn finish(mut self) -> Cow<'a, str> {
        self.close_gap(self.text.len(), None);
        match self.out {
            None => Cow::Borrowed(self.text),
            Some(mut out) => {
                out.push_str(&self.text[self.settled..]);
                Cow::Owned(out)
            }
        }
    }
}

impl Last {
    /// Does `held` have a meaning between what was kept last and `next`?
    fn wants(&self, held: char, next: Option<char>) -> bool {
        if unicode::kind(held) == Kind::Selector {
            return next == Some(KEYCAP);
        }
        let (virama, letter) = match self.character {
            Some((c, Kind::Mark)) => (unicode::is_virama(c), false),
            Some((c, Kind::Base)) => (false, unicode::is_caseless_letter(c)),
            _ => (false, false),
        };
        // RFC 5892, appendix A.1 and A.2: either joiner after a virama (half forms, chillus, explicit viramas).
        if virama {
            return true;
        }
        // Before one: Bengali ya-phalaa after ra, Kannada ra, touching letters in Sinhala (Unicode 17, 12.2, 12.8, 13.2).
        if letter && next.is_some_and(unicode::is_virama) {
            return true;
        }
        let joins_on = self.cursive.is_some_and(|c| {
            matches!(unicode::joining(c), JoiningType::DualJoining | JoiningType::LeftJoining)
        });
        let joins_back =
            |c| matches!(unicode::joining(c), JoiningType::RightJoining | JoiningType::DualJoining);
        if held == ZWNJ {
            // RFC 5892, appendix A.1: between two letters that would join, as Persian writes its prefixes.
            let parts_letters = joins_on && next.is_some_and(joins_back);
            parts_letters || (letter && next.is_some_and(unicode::is_register_shifter))
        } else {
            // UAX #29, GB11; and after a letter that is to show its joining form with no neighbour, as heh does where
            // it abbreviates the Hijri year (Unicode 17, section 9.2).
            let joins_pictographs = self.joined + 1 < MOST_JOINED
                && self.emoji.is_some_and(unicode::is_pictograph)
                && next.is_some_and(unicode::is_pictograph);
            let ends_the_word = |c| unicode::joining(c) == JoiningType::NonJoining;
            joins_pictographs || (joins_on && next.is_none_or(ends_the_word))
        }
    }
}

/// Letters join across it.
fn is_transparent(c: char) -> bool {
    unicode::joining(c) == JoiningType::Transparent
}

/// Length in bytes of the tags that make the black flag before them the flag of a subdivision (England, Texas): two
/// letters, one to three letters or digits, the end tag (UTS #51, ED-14a; UTS #35, `unicode_subdivision_id`). 0: no such
/// tags, and then every tag character goes.
fn flag_tags(after: &str) -> usize {
    let mut tags = 0;
    let mut length = 0;
    for c in after.chars().take(LONGEST_SUBDIVISION + 1) {
        length += c.len_utf8();
        match c {
            '\u{E0061}'..='\u{E007A}' => tags += 1,
            '\u{E0030}'..='\u{E0039}' if tags >= 2 => tags += 1,
            '\u{E007F}' if tags >= 3 => return length,
            _ => return 0,
        }
    }
    0
}

#[cfg(test)]
#[path = "scrub_tests.rs"]
mod tests;
