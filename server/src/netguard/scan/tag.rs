//! What a tag says about pictures: which attributes may hold an address, and when they do. Owns these words; it never
//! looks for tags.

use super::Unfit;
use super::charref;
use super::found::{Found, Place};

/// What is known of one tag, or of several that cannot be told apart: then it is everything that holds for one of them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tag(u8);

impl Tag {
    /// An `img`, or the `base` that relative addresses are joined to.
    const PICTURE: Self = Self(1);
    /// A `link`.
    const LINK: Self = Self(1 << 1);
    /// Its `itemprop`, `property` or `name` speaks of a picture.
    const NAMES_PICTURE: Self = Self(1 << 2);
    /// A `rel`, `as` or `type` that does, which counts with a `link`.
    const RELATES_PICTURE: Self = Self(1 << 3);
    /// It has an `itemprop`, a `property` or a `name`; or it is an `html`, `head` or `body`.
    ///
    /// WHATWG gives the attributes of a second `html` or `body` to the first, so that the name can stand in one tag and
    /// the address in another. libxml2 2.14 does not.
    const NAMED: Self = Self(1 << 4);
    /// Its text may be an address: an `itemprop` that extruct or recipe_scrapers takes one from.
    const SPEAKS: Self = Self(1 << 5);
    /// `html`, `head` or `body`.
    const WHOLE: Self = Self(1 << 6);

    /// Of this name, in any case.
    pub(super) fn of(name: &str) -> Self {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("img") || is("image") || is("base") {
            Self::PICTURE
        } else if is("link") {
            Self::LINK
        } else if is("html") || is("head") || is("body") {
            Self::NAMED.with(Self::WHOLE)
        } else {
            Self::default()
        }
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The place that the addresses in its attributes are.
    pub(super) fn place(self) -> Option<Place> {
        if self.has(Self::PICTURE)
            || self.has(Self::NAMES_PICTURE)
            || self.has(Self::LINK.with(Self::RELATES_PICTURE))
        {
            Some(Place::Picture)
        } else if self.has(Self::NAMED) {
            Some(Place::Perhaps)
        } else {
            None
        }
    }

    /// Whether its text may be an address.
    pub(super) fn speaks(self) -> bool {
        self.has(Self::SPEAKS)
    }

    /// Whether it is one of the three that there is one of.
    pub(super) fn is_whole(self) -> bool {
        self.has(Self::WHOLE)
    }
}

/// What an attribute is about; a set, for the same reason.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Attribute(u8);

impl Attribute {
    /// It may hold an address.
    const ADDRESS: Self = Self(1);
    /// It may hold several.
    const ADDRESSES: Self = Self(1 << 1);
    /// `itemprop`.
    const ITEMPROP: Self = Self(1 << 2);
    /// `property` or `name`.
    const NAME: Self = Self(1 << 3);
    /// `rel`, `as` or `type`.
    const RELATION: Self = Self(1 << 4);

    /// Of this name, in any case.
    pub(super) fn of(name: &str) -> Self {
        let among = |names: &[&str]| names.iter().any(|other| name.eq_ignore_ascii_case(other));
        if among(&["content", "src", "href", "data", "value", "datetime"]) {
            Self::ADDRESS
        } else if among(&["srcset", "imagesrcset"]) {
            Self::ADDRESSES
        } else if among(&["itemprop"]) {
            Self::ITEMPROP
        } else if among(&["property", "name"]) {
            Self::NAME
        } else if among(&["rel", "as", "type"]) {
            Self::RELATION
        } else {
            Self::default()
        }
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether its value may be an address.
    pub(super) fn holds_address(self) -> bool {
        self.has(Self::ADDRESS) || self.has(Self::ADDRESSES)
    }

    /// Whether its value may tell something about its tag.
    pub(super) fn is_telling(self) -> bool {
        self.has(Self::ITEMPROP) || self.has(Self::NAME) || self.has(Self::RELATION)
    }

    /// What it says about its tag, its value aside.
    pub(super) fn says(self) -> Tag {
        if self.has(Self::ITEMPROP) || self.has(Self::NAME) { Tag::NAMED } else { Tag::default() }
    }

    /// What it says about its tag with this value, decoded.
    pub(super) fn says_with(self, value: &str) -> Tag {
        let mut tag = self.says();
        let speaks = |words: &[&str]| words.iter().any(|word| contains(value, word));
        if self.is_telling() {
            let pictures = speaks(&["image", "img", "icon", "logo", "photo", "picture", "thumb"]);
            if pictures && self.has(Self::RELATION) {
                tag = tag.with(Tag::RELATES_PICTURE);
            }
            if pictures && (self.has(Self::ITEMPROP) || self.has(Self::NAME)) {
                tag = tag.with(Tag::NAMES_PICTURE).with(Tag::RELATES_PICTURE);
            }
        }
        // recipe_scrapers 15.11, best_image.py: `image`, and within one `url`, `@id` and `contentUrl`.
        if self.has(Self::ITEMPROP) && speaks(&["image", "url", "@id", "photo", "thumb"]) {
            tag = tag.with(Tag::SPEAKS);
        }
        tag
    }

    /// Takes the addresses in a value, decoded.
    pub(super) fn take(self, value: &str, place: Place, found: &mut Found) -> Result<(), Unfit> {
        if self.has(Self::ADDRESS) {
            found.take(value, place)?;
        }
        if self.has(Self::ADDRESSES) {
            for candidate in candidates(value) {
                found.take(candidate, place)?;
            }
        }
        Ok(())
    }

    /// Takes the addresses in a value as it is written.
    pub(super) fn take_raw(self, value: &str, place: Place, found: &mut Found) -> Result<(), Unfit> {
        self.take(&charref::decoded(value), place, found)
    }
}

/// ASCII in any case.
fn contains(text: &str, word: &str) -> bool {
    text.len() >= word.len()
        && text.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// The addresses of a `srcset` (WHATWG HTML, "parsing a srcset attribute").
fn candidates(srcset: &str) -> impl Iterator<Item = &str> {
    let mut rest = srcset;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        let bare = address.trim_end_matches(',');
        rest = if bare.len() < address.len() { after } else { past_descriptors(after) };
        Some(bare)
    })
}

fn past_descriptors(text: &str) -> &str {
    let mut within = false;
    for (at, c) in text.char_indices() {
        match c {
            '(' => within = true,
            ')' => within = false,
            ',' if !within => return &text[at..],
            _ => {}
        }
    }
    ""
}
