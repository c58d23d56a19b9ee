//! `Foreign`, a string as it came from the instance, and the key that turns it into wire text again. Owns what may be
//! done with such a string without showing it; it never prints one, not even to the log.

use std::borrow::Cow;
use std::fmt;

use icu_normalizer::DecomposingNormalizerBorrowed;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

use super::clean::Clean;
use super::kinds::Validated;
use super::limit::Limit;
use super::scrub::scrub;

/// A string of the instance.
///
/// It can be compared, measured, fingerprinted, read as a validated kind, and cleaned; it cannot be printed or
/// serialised (UNT-2), which `tests/compile_fail` shows.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Foreign(String);

/// The key to wire text. Only the Mealie client makes one (a test of the floors says so), and it borrows it to whoever
/// builds the body of a request, so that an object can be sent back exactly as it was read.
#[derive(Debug)]
pub struct WireKey(());

impl WireKey {
    /// Named so that a search finds every use of it.
    #[must_use]
    pub(crate) const fn only_the_mealie_client_makes_one() -> Self {
        Self(())
    }

    /// For tests of what is sent.
    #[cfg(test)]
    pub(crate) const fn of_test() -> Self {
        Self(())
    }
}

impl Foreign {
    /// Whether it is exactly this text of ours or of a caller.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        self.0 == text
    }

    /// Whether it is this text without regard to case and to blanks around it; `folded` is made by [`fold`].
    #[must_use]
    pub fn is_folded(&self, folded: &str) -> bool {
        fold(&self.0) == folded
    }

    /// What it is found by; nothing for a text longer than any name.
    #[must_use]
    pub fn key(&self, spelling: Spelling) -> Option<NameKey> {
        (self.0.len() <= NameKey::MAX_BYTES).then(|| NameKey::of(&self.0, spelling))
    }

    /// What tells it from a name of the same key.
    #[must_use]
    pub fn marks(&self) -> Marks {
        Marks::of(&self.0)
    }

    /// Cleaned, redacted, and cut to `limit`.
    #[must_use]
    pub fn clean(&self, limit: Limit) -> Clean {
        Clean::new(&self.0, limit)
    }

    /// The same without a copy, where nothing needs cleaning.
    #[must_use]
    pub fn into_clean(self, limit: Limit) -> Clean {
        Clean::from_owned(self.0, limit)
    }

    /// Unicode scalar values, before any cleaning.
    #[must_use]
    pub fn len_chars(&self) -> usize {
        self.0.chars().count()
    }

    /// Nothing of it can be seen.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        // The blank of Braille is a space to those who read it, and no white space to Unicode.
        scrub(&self.0).chars().all(|c| c.is_whitespace() || c == '\u{2800}')
    }

    /// As a validated kind; nothing when it is malformed.
    #[must_use]
    pub fn read_as<T: Validated>(&self) -> Option<T> {
        self.0.parse().ok()
    }

    /// The same, character by character.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        self == other
    }

    /// What came in, for a request that sends it back.
    #[must_use]
    pub fn expose(&self, _: &WireKey) -> &str {
        &self.0
    }

    /// Feeds the string to a fingerprint, with its length before it, so that two in a row cannot be taken for two others.
    /// The same bytes as the digest of a document that is this string.
    pub fn digest(&self, sink: &mut impl FnMut(&[u8])) {
        super::document::digest_text(&self.0, sink);
    }
}

/// A text without regard to case and to blanks around it, for comparing names.
#[must_use]
pub fn fold(text: &str) -> String {
    text.trim().to_lowercase()
}

/// Whether Mealie sees a letter or a digit in it. Its transliteration (Mealie 3.10.2: text-unidecode) ends with the first
/// 65,536 characters, and makes nothing of those behind them.
#[must_use]
pub fn has_letters(text: &str) -> bool {
    text.chars().any(|c| c.is_alphanumeric() && c <= '\u{FFFF}')
}

/// Whether Mealie can make an address of it. Letters are taken apart before (Mealie 3.10.2: python-slugify), so that a bold
/// one of mathematics counts and a boxed one does not.
#[must_use]
pub fn makes_an_address(text: &str) -> bool {
    has_letters(&plain(text))
}

/// How closely two names have to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Character by character.
    Exact,
    /// But for case, for blanks around it, and for whether an accent stands in its letter or behind it.
    Folded,
    /// But for accents and compatible forms as well: `Crème` is `creme`.
    Plain,
    /// But for the ending of an English plural as well: `Onions` is `onion`.
    Singular,
}

/// A name made to be compared and for nothing else: it cannot be shown.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct NameKey(String);

impl NameKey {
    /// No name is longer: tools take 255 characters, and the web page of Mealie hardly more.
    const MAX_BYTES: usize = 4_096;

    /// The key of a caller's text.
    #[must_use]
    pub fn of(text: &str, spelling: Spelling) -> Self {
        Self(match spelling {
            Spelling::Exact => text.to_owned(),
            Spelling::Folded => fold(&DecomposingNormalizerBorrowed::new_nfd().normalize(text)),
            Spelling::Plain => plain(text),
            Spelling::Singular => singular(plain(text)),
        })
    }
}

/// What [`Spelling::Plain`] takes off a name: its accents and where they stood. Of two names with one key, both with accents
/// but not the same, each is another word: `pâté` and `pâte`. `pate` can be either.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Marks(String);

impl Marks {
    /// Of a caller's text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let text = text.trim();
        // To those who write so, `T` is a tablespoon and `t` a teaspoon.
        if matches!(text, "T" | "t") {
            return Self(text.to_owned());
        }
        let places = apart(text).chars().map(|c| if is_mark(c) { c } else { '.' }).collect::<String>();
        Self(places.trim_end_matches('.').to_owned())
    }

    /// There are none.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether two names of one key can be one.
    #[must_use]
    pub fn agree_with(&self, other: &Self) -> bool {
        self.are_none() || other.are_none() || self == other
    }
}

fn plain(text: &str) -> String {
    let apart = apart(text.trim());
    // Folded last: what comes apart can hold capitals.
    apart.chars().filter(|c| !is_mark(*c)).collect::<String>().to_lowercase()
}

fn apart(text: &str) -> Cow<'_, str> {
    DecomposingNormalizerBorrowed::new_nfkd().normalize(text)
}

/// What an accent becomes once it is off its letter.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

/// Both sides of a comparison change their ending alike, so that a word like `molasses` still is itself.
fn singular(mut name: String) -> String {
    /// `gas` and `pea` are words, not plurals of something shorter.
    const SHORTEST_PLURAL_BYTES: usize = 4;
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    let (lost, instead) = match name.len() {
        0..SHORTEST_PLURAL_BYTES => (0, ""),
        // `pies` is no `py`.
        SHORTEST_PLURAL_BYTES if ends(&["ies"]) => (1, ""),
        _ if ends(&["ies"]) => (3, "y"),
        // So that `cookie` agrees with `cookies`, as `cherry` does with `cherries`.
        _ if ends(&["ie"]) => (2, "y"),
        _ if ends(&["oes", "ches", "shes", "sses", "xes", "zzes"]) => (2, ""),
        // So that `brioche` agrees with `brioches`, as `peach` does with `peaches`.
        _ if ends(&["che"]) => (1, ""),
        _ if ends(&["s"]) && !ends(&["ss", "us", "is"]) => (1, ""),
        _ => (0, ""),
    };
    // Only letters of one byte are lost.
    name.truncate(name.len() - lost);
    name.push_str(instead);
    name
}

/// Any string may become foreign: an error body, a header, a line of a page.
impl From<String> for Foreign {
    fn from(text: String) -> Self {
        Self(text)
    }
}

/// The length alone.
impl fmt::Debug for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Foreign({} characters)", self.len_chars())
    }
}

impl<'de> Deserialize<'de> for Foreign {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Foreign;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Foreign, E> {
                Ok(Foreign(text.to_owned()))
            }
            fn visit_string<E: Error>(self, text: String) -> Result<Foreign, E> {
                Ok(Foreign(text))
            }
        }

        deserializer.deserialize_string(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Id, Slug};
    use super::*;

    fn foreign(text: &str) -> Foreign {
        Foreign::from(text.to_owned())
    }

    #[test]
    fn only_a_json_string_is_read() {
        assert_eq!(serde_json::from_str::<Foreign>(r#""soup""#).unwrap(), foreign("soup"));
        for json in ["1", "1.5", "true", "null", "[]", r#"["soup"]"#, r#"{"a":"soup"}"#] {
            assert!(serde_json::from_str::<Foreign>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn debug_shows_the_length_alone() {
        assert_eq!(format!("{:?}", Some(foreign("süß"))), "Some(Foreign(3 characters))");
    }

    #[test]
    fn blank_is_what_nobody_can_see() {
        for (row, text, want) in [
            ("nothing", "", true),
            ("blanks", " \t\n\u{A0}\u{3000}", true),
            ("zero width", "\u{200B}\u{2060}\u{FEFF}", true),
            ("fillers", "\u{3164} \u{115F}", true),
            ("a lone mark", "\u{301}", true),
            ("the blank of Braille", "\u{2800} \u{2800}", true),
            ("Braille", "\u{2820}\u{2800}", false),
            ("a word", "\u{200B}a", false),
        ] {
            assert_eq!(foreign(text).is_blank(), want, "{row}");
        }
    }

    #[test]
    fn a_kind_is_read_or_is_none() {
        assert_eq!(
            foreign("pea-soup").read_as::<Slug>().map(|slug| slug.to_string()).as_deref(),
            Some("pea-soup")
        );
        assert_eq!(foreign("pea soup").read_as::<Slug>(), None);
        assert_eq!(foreign("pea-soup").read_as::<Id>(), None);
    }

    #[test]
    fn a_name_is_found_by_case_accents_and_forms_as_loosely_as_asked() {
        for (row, stored, wanted, exact, folded, plain) in [
            ("the same", "Flour", "Flour", true, true, true),
            ("another case", "Flour", "FLOUR", false, true, true),
            ("blanks around it", " Flour ", "flour", false, true, true),
            ("an accent", "Crème fraîche", "creme fraiche", false, false, true),
            ("an accent apart from its letter", "Cre\u{301}pe", "Cr\u{e9}pe", false, true, true),
            ("wide letters", "Ｓａｌｔ", "salt", false, false, true),
            ("a ligature", "ﬁsh", "FISH", false, false, true),
            ("another word", "Flour", "Flours", false, false, false),
            ("nothing", "", "", true, true, true),
        ] {
            let is = |spelling| foreign(stored).key(spelling) == Some(NameKey::of(wanted, spelling));
            assert_eq!(
                (is(Spelling::Exact), is(Spelling::Folded), is(Spelling::Plain)),
                (exact, folded, plain),
                "{row}"
            );
        }
        assert!(foreign(&"a".repeat(5_000)).key(Spelling::Plain).is_none(), "longer than any name");
    }

    #[test]
    fn wire_text_is_what_came_in() {
        let key = WireKey::only_the_mealie_client_makes_one();
        let text = "a\u{202E}b [untrusted content]\r\n";
        assert_eq!(foreign(text).expose(&key), text);
    }

    #[test]
    fn digests_differ_where_the_joined_text_does_not() {
        let digest = |texts: &[&str]| {
            let mut bytes = Vec::new();
            for text in texts {
                foreign(text).digest(&mut |part| bytes.extend_from_slice(part));
            }
            bytes
        };
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
        assert_ne!(digest(&["abc"]), digest(&["abc", ""]));
        assert_eq!(digest(&["ab", "c"]), digest(&["ab", "c"]));
    }

    #[test]
    fn the_two_ways_to_clean_agree() {
        for text in ["soup", "so\u{200B}up", "https://a:b@c/", "a very long name"] {
            assert_eq!(foreign(text).clean(Limit::of(9)), foreign(text).into_clean(Limit::of(9)), "{text}");
        }
    }

    #[test]
    fn a_plural_and_its_singular_are_one_name() {
        let is = |one: &str, other: &str| {
            NameKey::of(one, Spelling::Singular) == NameKey::of(other, Spelling::Singular)
        };
        for (one, other, same) in [
            ("onions", "Onion", true),
            ("Tomatoes", "tomato", true),
            ("radishes", "radish", true),
            ("Jalapeños", "jalapeno", true),
            ("molasses", "molasses", true),
            ("couscous", "couscou", false),
            ("gas", "ga", false),
            ("grass", "gras", false),
            ("peas", "pear", false),
            ("ß", "ss", false),
            ("", "s", false),
            ("cherries", "cherry", true),
            ("strawberries", "Strawberry", true),
            ("brioches", "brioche", true),
            ("peaches", "peach", true),
            ("pies", "pie", true),
            ("cookies", "cookie", true),
            ("series", "series", true),
            ("brie", "Brie", true),
            ("bries", "brie", true),
            ("brie", "bri", false),
        ] {
            assert_eq!(is(one, other), same, "{one}, {other}");
        }
    }

    #[test]
    fn two_names_of_one_key_are_one_unless_their_accents_differ() {
        for (row, one, other, want) in [
            ("none", "pate", "pate", true),
            ("the same", "pâté", "Pâté ", true),
            ("on one side", "pâté", "pate", true),
            ("others", "pâté", "pâte", false),
            ("in other places", "patê", "pâte", false),
            ("several on one letter", "dừa", "dứa", false),
            ("as characters of their own", "pa\u{302}te\u{301}", "pâté", true),
            ("in the plural", "Jalapeños", "jalapeño", true),
            ("the one letter", "T", " t", false),
            ("the same letter", "T ", "T", true),
            ("another letter", "L", "l", true),
        ] {
            let (one, other) = (Marks::of(one), foreign(other).marks());
            assert_eq!((one.agree_with(&other), other.agree_with(&one)), (want, want), "{row}");
        }
    }

    #[test]
    fn mealie_makes_an_address_of_letters_that_it_knows() {
        for (row, text, letters, address) in [
            ("a word", "Pie", true, true),
            ("a digit", "!7", true, true),
            ("another script", "味", true, true),
            ("boxed", "🅱", false, false),
            ("a script beyond the first plane", "𐤀𐤁", false, false),
            ("bold", "𝐏𝐢𝐞", false, true),
            ("signs", "!?", false, false),
            ("nothing", "", false, false),
        ] {
            assert_eq!((has_letters(text), makes_an_address(text)), (letters, address), "{row}");
        }
    }
}
