//! The text of an element, where that may be the address of a picture (`<span itemprop="image">https://...</span>`).
//! Owns what is joined to what; it never decides which elements those are.
//!
//! Mealie 3.10.2 has extruct join the text nodes under the element (html_text), without a blank where a dot, a colon and
//! the like comes next, and leaves out scripts, styles, comments, `link` and `meta`. Where the element ends is a matter
//! of repair: libxml2 closes elements that HTML would not, and overlooks end tags. So text is followed from the tag on, the
//! address that it is so far is taken at every tag after it, until the host in it is over or the element is closed without
//! doubt. No tree and no depth: a hundred thousand elements in each other share one text.

use super::Unfit;
use super::found::{Found, Place, blank, may_lead, slash};
use super::tag::Tag;

/// The longest scheme that is waited for. The longest with a host that anything fetches has five letters (`https`).
const MAX_SCHEME_BYTES: usize = 32;

/// Texts that are followed, and the elements that are open since the first of them began.
#[derive(Default)]
pub(super) struct Spoken {
    texts: Vec<Text>,
    open: Names,
    /// Since the last text there was a tag that sets apart what it stands between, for every reader.
    apart: bool,
}

/// The names of open elements, from the outermost in. One after the other, for documents that are nothing but tags.
#[derive(Default)]
struct Names {
    names: Vec<u8>,
    starts: Vec<u32>,
}

impl Names {
    fn len(&self) -> usize {
        self.starts.len()
    }

    fn push(&mut self, name: &[u8]) {
        self.starts.push(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
        self.names.extend(name);
    }

    /// Takes the innermost off if it has this name.
    fn pop(&mut self, name: &[u8]) -> bool {
        let Some(start) = self.starts.last().map(|start| *start as usize) else { return false };
        let same = self.names.get(start..) == Some(name);
        if same {
            self.names.truncate(start);
            self.starts.pop();
        }
        same
    }

    fn clear(&mut self) {
        self.names.clear();
        self.starts.clear();
    }
}

/// One text.
struct Text {
    said: String,
    /// It ended with a blank.
    blank: bool,
    phase: Phase,
    /// How many elements were open where it began, when it ends with its element.
    depth: Option<usize>,
}

impl Text {
    fn new(depth: Option<usize>) -> Self {
        Self { said: String::new(), blank: false, phase: Phase::Scheme, depth }
    }

    /// Whether it may lead somewhere, with these words after it.
    fn leads(&self, words: &str) -> bool {
        let start: String = self.said.chars().chain(words.chars()).take(MAX_SCHEME_BYTES).collect();
        may_lead(&start)
    }
}

/// How far the text has come as an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Letters of a scheme, or nothing yet.
    Scheme,
    /// After a colon, or nothing yet, and this many slashes.
    Slashes(u8),
    /// In the host, or before it.
    Host,
    /// In what would be the host, were there not a blank between two texts in it. It can still be a user's name.
    Torn,
    /// Past the host.
    Path,
    /// It is no address.
    Hopeless,
}

impl Spoken {
    /// An element begins; with a slash at the end of its tag, libxml2 2.14 takes it to end there as well.
    pub(super) fn open(&mut self, name: &[u8], tag: Tag, slash: bool) {
        self.apart |= !is_left_out(name) && !tag.is_whole();
        if is_empty(name) {
            return;
        }
        // The same text as that of the one around it: at every tag it is taken, wherever the inner one ends.
        let waiting = || self.texts.iter().any(|text| text.said.is_empty());
        if tag.speaks() && !waiting() {
            self.texts.push(Text::new((!tag.is_whole()).then_some(self.open.len())));
        }
        if !self.texts.is_empty() && !tag.is_whole() && !slash {
            self.open.push(name);
        }
    }

    /// An element ends.
    pub(super) fn close(&mut self, name: &[u8], found: &mut Found) -> Result<(), Unfit> {
        self.pause(found)?;
        if self.open.pop(name) {
            self.apart |= !is_left_out(name);
            let open = self.open.len();
            self.texts.retain(|text| text.depth.is_none_or(|depth| depth < open));
        } else if !is_whole(name) {
            // Nested wrongly. libxml2 overlooks such a tag, so that what stands before and after it is one text, or ends
            // other elements with it; from here on it is the reader's choice where they end.
            for text in &mut self.texts {
                text.depth = None;
            }
        }
        self.forget();
        Ok(())
    }

    /// Text.
    pub(super) fn hear(&mut self, text: &str) {
        let words = text.trim_matches(blank);
        if words.is_empty() {
            return;
        }
        // html_text 0.7, etree_to_text: no blank before one of these, and none after a bracket, unless the text before
        // ended with one. Those that a text begins with, or that are between two, do not count.
        let close = words.starts_with([',', ':', ';', '.', '!', '?', '"', ')']);
        let mut first = true;
        self.texts.retain_mut(|known| {
            let apart = self.apart && !close && !known.said.ends_with('(');
            if !known.said.is_empty() && (known.blank || apart) {
                known.said.push(' ');
                known.phase = known.phase.torn();
            }
            known.phase = words.chars().fold(known.phase, Phase::after);
            let kept = match known.phase {
                Phase::Scheme | Phase::Slashes(_) => known.said.len() + words.len() <= MAX_SCHEME_BYTES,
                // Those with a host have the same one, for each begins within the one before. So a scheme without
                // meaning is kept once, of the longest.
                Phase::Host | Phase::Torn | Phase::Path => std::mem::take(&mut first) || known.leads(words),
                Phase::Hopeless => false,
            };
            if kept {
                known.said.push_str(words);
                known.blank = text.ends_with(blank);
            }
            kept
        });
        self.apart = false;
    }

    /// A tag, at which any of the elements may end, or the end of the document.
    pub(super) fn pause(&mut self, found: &mut Found) -> Result<(), Unfit> {
        for text in &self.texts {
            if matches!(text.phase, Phase::Host | Phase::Path) {
                found.take(&text.said, Place::Picture)?;
            }
        }
        self.texts.retain(|text| text.phase != Phase::Path);
        self.forget();
        Ok(())
    }

    fn forget(&mut self) {
        if self.texts.is_empty() {
            self.open.clear();
        }
    }
}

impl Phase {
    fn after(self, c: char) -> Self {
        match (self, c) {
            (Self::Scheme, ':') => Self::Slashes(0),
            (Self::Scheme, _) if slash(c) => Self::Slashes(1),
            // Control characters are left out by some readers.
            (Self::Scheme, _)
                if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') || c.is_control() =>
            {
                self
            }
            (Self::Slashes(0), _) if slash(c) => Self::Slashes(1),
            (Self::Slashes(_), _) if slash(c) => Self::Host,
            (Self::Slashes(_), _) if c.is_control() => self,
            // WHATWG reads a host after `http:` without slashes.
            (Self::Slashes(0), _) => Self::Host,
            (Self::Host, '/' | '?' | '#') => Self::Path,
            (Self::Torn, '@') => Self::Host,
            (Self::Torn, '/' | '?' | '#') => Self::Hopeless,
            (Self::Host | Self::Torn | Self::Path, _) => self,
            _ => Self::Hopeless,
        }
    }

    /// After a blank between two texts.
    fn torn(self) -> Self {
        match self {
            Self::Host | Self::Torn => Self::Torn,
            Self::Path => Self::Path,
            _ => Self::Hopeless,
        }
    }
}

fn is_whole(name: &[u8]) -> bool {
    matches!(name, b"html" | b"head" | b"body")
}

/// What html_text takes out before it joins texts, without a trace.
fn is_left_out(name: &[u8]) -> bool {
    matches!(name, b"script" | b"style" | b"link" | b"meta")
}

/// Elements without content, for HTML and libxml2 alike.
fn is_empty(name: &[u8]) -> bool {
    matches!(name, b"area" | b"base" | b"br" | b"col" | b"hr" | b"img" | b"input" | b"link" | b"meta")
}
