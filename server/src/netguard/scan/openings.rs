//! Tags wherever a `<` stands, and the text behind them. Owns the reading in which every `<` before a letter begins a
//! tag, be it in a comment, a script, a CDATA section, another tag or an attribute's value; it never decides what is text
//! and what is markup.
//!
//! The readers behind Mealie disagree about where a tag is: Python's html.parser knows no raw text but script and style,
//! libxml2 knows more, text that begins with `{` breaks out of the script it is wrapped in. So all tags are read at once.
//! Two that have come to the same point of the grammar go on as one ([`Thread::joined`]), and there are eight such points,
//! so this is one pass whatever stands there. Where the readers disagree about an attribute, a tag goes on as two.

use std::ops::Range;

use super::Unfit;
use super::charref;
use super::found::{Found, Place, blank};
use super::tag::{Attribute, Tag};

/// Takes the addresses of all tags in `text`.
pub(super) fn read(text: &str, found: &mut Found) -> Result<(), Unfit> {
    let Some(first) = text.find('<') else { return Ok(()) };
    let mut reading = Reading { text, found, threads: [None; POINTS], values: Vec::new(), heard: 0..0 };
    let mut at = first;
    while at < text.len() {
        if reading.threads.iter().all(Option::is_none) {
            reading.values.clear();
            match text[at..].find('<') {
                Some(ahead) => at += ahead,
                None => return Ok(()),
            }
        }
        let c = text[at..].chars().next().unwrap_or_default();
        reading.step(at, c)?;
        at += c.len_utf8();
    }
    // A tag that is not closed: libxml2 keeps it, html.parser does not.
    for point in ALL {
        if let Some(thread) = reading.threads[point as usize] {
            reading.finish(point, thread, text.len())?;
        }
    }
    Ok(())
}

/// How many points of the grammar there are.
const POINTS: usize = 8;

/// Where in a tag a reader is (WHATWG HTML, 13.2.5.8 to 13.2.5.40, those that behave alike taken together).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Point {
    /// In its name.
    Name,
    /// Before an attribute, or after a value or a slash.
    Between,
    /// In an attribute's name.
    Attribute,
    /// After one.
    After,
    /// After `=`.
    Equals,
    /// In a value without quotes.
    Bare,
    /// In `"`.
    Double,
    /// In `'`.
    Single,
}

const ALL: [Point; POINTS] = [
    Point::Name,
    Point::Between,
    Point::Attribute,
    Point::After,
    Point::Equals,
    Point::Bare,
    Point::Double,
    Point::Single,
];

/// The tags that are at one point.
#[derive(Clone, Copy)]
struct Thread {
    tag: Tag,
    attribute: Attribute,
    /// Where the latest of them began, at its `<`.
    opened: usize,
    /// Where the name or value that they are in began.
    began: usize,
    /// Where the latest of several values without quotes began.
    again: usize,
    /// What their attributes held so far: the last entry, if any, in [`Reading::values`].
    values: Link,
}

/// A place in [`Reading::values`], or none. Small, since a document may be nothing but attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Link(u32);

impl Link {
    const NONE: Self = Self(u32::MAX);

    fn place(self) -> Option<usize> {
        (self != Self::NONE).then_some(self.0 as usize)
    }
}

impl Thread {
    /// Two as one. Of two names the later one counts: the earlier has a `<` or a quote in it and is none of ours. Two
    /// values in the same quotes have begun at the same quote.
    fn joined(self, other: Self, values: Link) -> Self {
        Self {
            tag: self.tag.with(other.tag),
            attribute: self.attribute.with(other.attribute),
            opened: self.opened.max(other.opened),
            began: self.began.max(other.began),
            again: self.again.max(other.again),
            values,
        }
    }
}

/// One value in the attributes of a tag, if it is not just where two went on as one, and those before it.
struct Entry {
    attribute: Attribute,
    from: u32,
    to: u32,
    before: [Link; 2],
    /// Taken already, as at such a place: nothing is looked at twice.
    taken: Option<Place>,
}

struct Reading<'a> {
    text: &'a str,
    found: &'a mut Found,
    threads: [Option<Thread>; POINTS],
    values: Vec<Entry>,
    /// Between these two there is no text, and at the second there is some that was taken, or an end.
    heard: Range<usize>,
}

impl Reading<'_> {
    fn step(&mut self, at: usize, c: char) -> Result<(), Unfit> {
        let moving = [Point::Between, Point::After, Point::Equals]
            .iter()
            .any(|point| self.threads[*point as usize].is_some());
        if !moving && plain(c) {
            return Ok(());
        }
        let threads = std::mem::take(&mut self.threads);
        for point in ALL {
            if let Some(thread) = threads[point as usize] {
                self.advance(point, thread, at, c)?;
            }
        }
        if c == '<' && self.text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_alphabetic) {
            let began = at + 1;
            let thread = Thread {
                tag: Tag::default(),
                attribute: Attribute::default(),
                opened: at,
                began,
                again: 0,
                values: Link::NONE,
            };
            self.put(Point::Name, thread);
        }
        Ok(())
    }

    /// One tag goes on by one character.
    fn advance(&mut self, point: Point, mut thread: Thread, at: usize, c: char) -> Result<(), Unfit> {
        match (point, c) {
            (Point::Double, '"') | (Point::Single, '\'') => {
                thread = self.value(thread, thread.began, at);
                self.put(Point::Between, thread);
            }
            (Point::Double | Point::Single, _) => self.put(point, thread),
            (_, '>') => self.finish(point, thread, at)?,
            (Point::Name, _) if space(c) || c == '/' => {
                thread.tag = thread.tag.with(Tag::of(&self.text[thread.began..at]));
                self.put(Point::Between, thread);
            }
            (Point::Between | Point::After, _) if space(c) => self.put(point, thread),
            (Point::Between | Point::After | Point::Attribute, '/') => {
                if point == Point::Attribute {
                    thread = self.named(thread, at);
                }
                self.put(Point::Between, thread);
            }
            (Point::Attribute, _) if space(c) => {
                thread = self.named(thread, at);
                self.put(Point::After, thread);
            }
            (Point::Attribute, '=') => {
                thread = self.named(thread, at);
                self.put(Point::Equals, thread);
            }
            (Point::After, '=') => self.put(Point::Equals, thread),
            (Point::Equals, _) if space(c) => self.put(point, thread),
            (Point::Equals, '"' | '\'') => {
                thread.began = at + 1;
                self.put(if c == '"' { Point::Double } else { Point::Single }, thread);
            }
            (Point::Bare, _) if space(c) => {
                thread = self.bare(thread, at);
                self.put(Point::Between, thread);
            }
            (Point::Between | Point::After, _) => {
                if wide_space(c) {
                    self.put(point, thread);
                }
                thread.began = at;
                self.put(Point::Attribute, thread);
            }
            (Point::Attribute, _) => {
                self.put(point, thread);
                if wide_space(c) {
                    thread = self.named(thread, at);
                    self.put(Point::After, thread);
                }
            }
            (Point::Equals, _) => {
                // html.parser: any number of `=`.
                if c == '=' || wide_space(c) {
                    self.put(point, thread);
                }
                thread.began = at;
                thread.again = at;
                self.put(Point::Bare, thread);
            }
            (Point::Bare, _) => {
                self.put(point, thread);
                if wide_space(c) {
                    thread = self.bare(thread, at);
                    self.put(Point::Between, thread);
                }
            }
            (Point::Name, _) => self.put(point, thread),
        }
        Ok(())
    }

    /// Puts a thread where it has come to, joined to the one that is there already.
    fn put(&mut self, point: Point, thread: Thread) {
        let joined = match self.threads[point as usize] {
            None => thread,
            Some(there) => {
                let (mut earlier, later) =
                    if there.again <= thread.again { (there, thread) } else { (thread, there) };
                if point == Point::Bare && earlier.again < later.again {
                    // The value before the latest ends, for what it may lead to, where the tag of the latest begins:
                    // there was a slash before that value, so that the host of this one is over.
                    earlier = self.value(earlier, earlier.again, later.opened);
                }
                let values = match (earlier.values, later.values) {
                    (one, other) if one == other => one,
                    (one, Link::NONE) | (Link::NONE, one) => one,
                    (one, other) => self.entry(Attribute::default(), 0, 0, [one, other]),
                };
                let mut joined = earlier.joined(later, values);
                if point == Point::Bare {
                    joined.began = earlier.began.min(later.began);
                }
                joined
            }
        };
        self.threads[point as usize] = Some(joined);
    }

    /// An attribute's name is over.
    fn named(&self, mut thread: Thread, at: usize) -> Thread {
        thread.attribute = Attribute::of(&self.text[thread.began..at]);
        thread.tag = thread.tag.with(thread.attribute.says());
        thread
    }

    /// A value without quotes is over.
    fn bare(&mut self, thread: Thread, at: usize) -> Thread {
        let whole = self.value(thread, thread.began, at);
        if thread.again == thread.began { whole } else { self.value(whole, thread.again, at) }
    }

    /// A value is over.
    fn value(&mut self, mut thread: Thread, from: usize, to: usize) -> Thread {
        if from < to {
            let attribute = thread.attribute;
            if attribute.holds_address() {
                thread.values = self.entry(attribute, from, to, [thread.values, Link::NONE]);
            }
            if attribute.is_telling() {
                thread.tag = thread.tag.with(attribute.says_with(&charref::decoded(&self.text[from..to])));
            }
        }
        thread
    }

    fn entry(&mut self, attribute: Attribute, from: usize, to: usize, before: [Link; 2]) -> Link {
        let small = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let link = Link(small(self.values.len()));
        self.values.push(Entry { attribute, from: small(from), to: small(to), before, taken: None });
        link
    }

    /// A tag is over, at its `>` or with the document.
    fn finish(&mut self, point: Point, mut thread: Thread, at: usize) -> Result<(), Unfit> {
        match point {
            Point::Attribute => thread = self.named(thread, at),
            Point::Bare => thread = self.bare(thread, at),
            Point::Double | Point::Single => thread = self.value(thread, thread.began, at),
            Point::Name | Point::Between | Point::After | Point::Equals => {}
        }
        self.take(thread)?;
        if thread.tag.speaks() { self.hear(at + 1) } else { Ok(()) }
    }

    /// Takes the text behind a tag, up to the next `<`; where there is none, that behind the next tag, if that opens
    /// something. What comes after is joined to it where a tokenizer reads it.
    fn hear(&mut self, at: usize) -> Result<(), Unfit> {
        if self.heard.start <= at && at <= self.heard.end {
            return Ok(());
        }
        let mut from = at;
        while let Some(rest) = self.text.get(from..) {
            let (text, markup) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
            if !text.trim_matches(blank).is_empty() {
                self.found.take(&charref::decoded_text(text), Place::Perhaps)?;
                break;
            }
            if markup.starts_with("</") {
                break;
            }
            from = markup.find('>').map_or(self.text.len() + 1, |end| from + text.len() + end + 1);
        }
        self.heard = at..from;
        Ok(())
    }

    /// Takes what the attributes of a tag held.
    fn take(&mut self, thread: Thread) -> Result<(), Unfit> {
        let Some(place) = thread.tag.place() else { return Ok(()) };
        let mut left: Vec<usize> = thread.values.place().into_iter().collect();
        while let Some(entry) = left.pop().map(|at| &mut self.values[at]) {
            if entry.taken == Some(Place::Picture) || entry.taken == Some(place) {
                continue;
            }
            entry.taken = Some(place);
            left.extend(entry.before.into_iter().filter_map(Link::place));
            if entry.attribute.holds_address() {
                let value = &self.text[entry.from as usize..entry.to as usize];
                entry.attribute.take_raw(value, place, self.found)?;
            }
        }
        Ok(())
    }
}

/// Nothing that moves a reader from within a name or a value.
fn plain(c: char) -> bool {
    !(space(c) || wide_space(c) || matches!(c, '<' | '>' | '"' | '\'' | '=' | '/'))
}

/// What ends a name or a value for all.
fn space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\u{c}' | '\r')
}

/// What ends a name or a value for Python's html.parser alone (`\s`).
fn wide_space(c: char) -> bool {
    !space(c) && (c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c))
}
