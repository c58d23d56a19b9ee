//! What was found so far. Owns what counts as one reference and how many there may be; it never judges where one leads.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::Unfit;

/// The most distinct references of one document (NET-6). Distinct ones are counted, since a page names its main picture
/// many times over (`og:image`, `twitter:image`, JSON, `srcset`), and naming it again sends Mealie nowhere else.
const MAX_REFERENCES: usize = 500;

/// Schemes that WHATWG gives a host however they are written.
const WITH_HOST: [&str; 6] = ["http", "https", "ftp", "ws", "wss", "file"];

/// How sure it is that a place is one for pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A place for pictures: whatever stands there is a reference.
    Picture,
    /// A place for anything, a picture among it: a reference is what may lead to a host. Counted otherwise, the dates
    /// of a page's comments would soon be more than five hundred.
    Perhaps,
}

/// The distinct references, in the order in which they were found.
#[derive(Default)]
pub(super) struct Found {
    order: Vec<String>,
    /// Where in `order` a text with this hash stands, so that long ones are kept once. Were the hashes of two alike, the
    /// second would be kept as often as it is found.
    known: HashMap<u64, usize>,
    hasher: RandomState,
}

impl Found {
    pub(super) fn into_references(self) -> Vec<String> {
        self.order
    }

    /// Takes what stands in such a place, if it is a reference and a new one.
    pub(super) fn take(&mut self, text: &str, place: Place) -> Result<(), Unfit> {
        self.take_one(text, place)?;
        // Python's html.unescape leaves out a control or noncharacter that is written as a reference, where HTML
        // keeps it.
        if text.contains(left_out) {
            let without: String = text.chars().filter(|c| !left_out(*c)).collect();
            self.take_one(&without, place)?;
        }
        Ok(())
    }

    fn take_one(&mut self, text: &str, place: Place) -> Result<(), Unfit> {
        let text = text.trim_matches(blank);
        if text.is_empty() || is_inline(text) || (place == Place::Perhaps && !may_lead(text)) {
            return Ok(());
        }
        let hash = self.hasher.hash_one(text);
        if self.known.get(&hash).is_some_and(|place| self.order[*place] == text) {
            return Ok(());
        }
        if self.order.len() == MAX_REFERENCES {
            return Err(Unfit::TooMany);
        }
        self.known.entry(hash).or_insert(self.order.len());
        self.order.push(text.to_owned());
        Ok(())
    }
}

/// What Python's `str.strip` takes off.
pub(super) fn blank(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

fn left_out(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}')
        || u32::from(c) & 0xfffe == 0xfffe
        || ('\u{fdd0}'..='\u{fdef}').contains(&c)
}

/// `data:image/png;base64,...`, the picture itself: it has no host in any reading, is as long as a picture, and may hold
/// blanks that would make an address unfit.
fn is_inline(text: &str) -> bool {
    text.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) && !text[5..].starts_with(slash)
}

/// Whether any reading can find a host in it: a scheme with one, or two slashes where the host would begin.
pub(super) fn may_lead(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| blank(c) || c.is_control());
    let two = |text: &str| text.starts_with(slash) && text[1..].starts_with(slash);
    let scheme = WITH_HOST.iter().any(|scheme| {
        text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && text[scheme.len()..].starts_with(':')
    });
    scheme || two(text) || text.strip_prefix(':').is_some_and(two)
}

pub(super) fn slash(c: char) -> bool {
    matches!(c, '/' | '\\')
}
