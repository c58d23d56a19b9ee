//! How long each kind of text may be, and the cut. Owns the limits and the announcement of a cut; it never cuts inside a
//! grapheme cluster, and never without saying so in the value (UNT-3).

use unicode_segmentation::UnicodeSegmentation;

/// A length in characters (Unicode scalar values), one per kind of field.
///
/// What is shown of an editable field is at least as long as what the tools accept for it, so that read, change and
/// write back loses nothing (UNT-8). Only the constants below exist outside this floor: a new kind of field gets a line
/// here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Limit(usize);

impl Limit {
    /// Names of recipes, organizers, foods, units, lists, cookbooks, users, and titles of steps, notes and entries.
    /// Written with at most 255; Mealie 3.10.2 appends " (1)" to " (9)" to a taken recipe name.
    pub const NAME: Self = Self(300);
    /// Times, yields, abbreviations. Written with at most 255.
    pub const SHORT: Self = Self(300);
    /// A recipe's description. Written with at most 20,000.
    pub const DESCRIPTION: Self = Self(20_000);
    /// One step of a recipe. Written with at most 20,000.
    pub const STEP: Self = Self(20_000);
    /// One note of a recipe. Written with at most 20,000.
    pub const NOTE: Self = Self(20_000);
    /// One ingredient or shopping line. Written with at most 1,000 of text, 255 of unit and 255 of food; Mealie joins
    /// them, and a quantity, into one line for display.
    pub const INGREDIENT: Self = Self(2_000);
    /// A comment. Written with at most 10,000.
    pub const COMMENT: Self = Self(10_000);
    /// The message of a timeline entry. Written with at most 10,000.
    pub const MESSAGE: Self = Self(10_000);
    /// The text of a plan entry, the description of a food, a unit or a cookbook. Written with at most 2,000.
    pub const PLAN_TEXT: Self = Self(2_000);
    /// A cookbook's filter. Written with at most 1,000; the web page of Mealie may have written a longer one.
    pub const FILTER: Self = Self(2_000);
    /// A web address. Written with at most 2,048; the room above is for what parsing escapes.
    pub const ADDRESS: Self = Self(4_096);
    /// An error body of Mealie or of a proxy before it: no more than 2,000 characters with the announcement of the cut
    /// (BND-2).
    pub const ERROR_BODY: Self = Self(1_940);
    /// What a caller gave, quoted in a message about it: enough to recognise it by.
    pub const ARGUMENT_ECHO: Self = Self(80);
    /// A rule about an argument: our own words, which may quote what was given.
    pub const RULE: Self = Self(300);
    /// A recipe's description in a list: enough to choose by.
    pub const SUMMARY: Self = Self(300);
    /// A field name in a document shown whole.
    pub const KEY: Self = Self(255);
    /// A string in a document shown whole: it may be any field, so the longest that may be written.
    pub const VALUE: Self = Self(20_000);

    /// Unicode scalar values.
    #[must_use]
    pub const fn characters(self) -> usize {
        self.0
    }

    /// A limit of any length: limits of fields are constants, so this is for tests alone.
    #[cfg(test)]
    pub(super) const fn of(characters: usize) -> Self {
        Self(characters)
    }
}

/// Begins the announcement of a cut: `text … [cut: 12,345 of 1,000,000 characters shown]`.
pub const CUT_OPENING: &str = " … [cut: ";
/// Ends the announcement of a cut.
pub const CUT_CLOSING: &str = " characters shown]";

/// A text that may have been cut.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cut {
    /// What is shown, the announcement included.
    pub(super) text: String,
    /// When it was cut: how many bytes of `text` are content, and how many characters there were.
    cut: Option<(usize, usize)>,
}

impl Cut {
    /// Cuts `text` to `limit`. Linear; keeps the buffer.
    pub(super) fn new(text: String, limit: Limit) -> Self {
        // No text has more characters than bytes, so most need no count.
        if text.len() <= limit.0 {
            return Self { text, cut: None };
        }
        let total = text.chars().count();
        if total <= limit.0 {
            return Self { text, cut: None };
        }
        Self::at(text, limit, total)
    }

    /// The same, shorter. A second cut replaces the announcement of the first.
    pub(super) fn shorten(self, limit: Limit) -> Self {
        match self.cut {
            None => Self::new(self.text, limit),
            Some((end, total)) => {
                let mut content = self.text;
                content.truncate(end);
                Self::at(content, limit, total)
            }
        }
    }

    fn at(mut text: String, limit: Limit, total: usize) -> Self {
        let (mut end, mut shown) = (0, 0);
        for (start, cluster) in text.grapheme_indices(true) {
            let length = cluster.chars().count();
            if shown + length > limit.0 {
                break;
            }
            shown += length;
            end = start + cluster.len();
        }
        text.truncate(end);
        text.push_str(CUT_OPENING);
        push_grouped(&mut text, shown);
        text.push_str(" of ");
        push_grouped(&mut text, total);
        text.push_str(CUT_CLOSING);
        Self { text, cut: Some((end, total)) }
    }
}

/// Cuts a text that is shown already, for a result past its budget (BND-3); nothing if it is short enough. The
/// announcement of an earlier cut is replaced, and still counts from the whole.
#[must_use]
pub fn shorten_shown(shown: &str, characters: usize) -> Option<String> {
    let announced = shown.strip_suffix(CUT_CLOSING).and_then(|rest| rest.rsplit_once(CUT_OPENING)).and_then(
        |(content, counts)| {
            let (_, total) = counts.split_once(" of ")?;
            Some((content.len(), total.replace(',', "").parse().ok()?))
        },
    );
    let cut = Cut { text: shown.to_owned(), cut: announced };
    let content = announced.map_or(shown.len(), |(end, _)| end);
    (shown[..content].chars().count() > characters).then(|| cut.shorten(Limit(characters)).text)
}

/// `1234567` as `1,234,567`.
fn push_grouped(text: &mut String, number: usize) {
    let digits = number.to_string();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(text: &str, limit: usize) -> String {
        Cut::new(text.to_owned(), Limit(limit)).text
    }

    #[test]
    fn a_text_is_cut_between_graphemes_and_says_so() {
        let family = "👨\u{200D}👩\u{200D}👧";
        for (row, text, limit, want) in [
            ("short enough", "soup", 4, "soup".to_owned()),
            ("characters are counted, not bytes", "süße", 4, "süße".to_owned()),
            ("one too many", "soups", 4, "soup … [cut: 4 of 5 characters shown]".to_owned()),
            (
                "a letter keeps its accent",
                "cafe\u{301}s",
                4,
                "caf … [cut: 3 of 6 characters shown]".to_owned(),
            ),
            (
                "a family stays together",
                &format!("ab{family}"),
                4,
                "ab … [cut: 2 of 7 characters shown]".to_owned(),
            ),
            (
                "a family that fits",
                &format!("{family}ab"),
                6,
                format!("{family}a … [cut: 6 of 7 characters shown]"),
            ),
            ("a flag is not halved", "🇩🇪🇫🇷", 3, "🇩🇪 … [cut: 2 of 4 characters shown]".to_owned()),
            ("one cluster, longer than all", family, 4, " … [cut: 0 of 5 characters shown]".to_owned()),
            ("nothing at all", "", 0, String::new()),
            ("no room at all", "a", 0, " … [cut: 0 of 1 characters shown]".to_owned()),
        ] {
            assert_eq!(cut(text, limit), want, "{row}");
        }
        let long = cut(&"a".repeat(1_000_000), 12_345);
        assert!(long.ends_with("a … [cut: 12,345 of 1,000,000 characters shown]"), "{}", &long[12_300..]);
    }

    #[test]
    fn a_second_cut_replaces_the_first_announcement() {
        let once = Cut::new("abcdefgh".to_owned(), Limit(6));
        assert_eq!(once.clone().shorten(Limit(3)).text, "abc … [cut: 3 of 8 characters shown]");
        assert_eq!(once.clone().shorten(Limit(60)), once);
        assert_eq!(Cut::new("abc".to_owned(), Limit(3)).shorten(Limit(3)).text, "abc");
    }

    #[test]
    fn bnd_3_what_is_shown_can_be_cut_again_and_counts_from_the_whole() {
        let once = cut("abcdefgh", 6);
        assert_eq!(shorten_shown(&once, 3).as_deref(), Some("abc … [cut: 3 of 8 characters shown]"));
        assert_eq!(shorten_shown(&once, 6), None, "short enough");
        assert_eq!(shorten_shown("abcdefgh", 3).as_deref(), Some("abc … [cut: 3 of 8 characters shown]"));
        assert_eq!(shorten_shown("abc", 3), None);
    }

    proptest! {
        #[test]
        fn a_cut_keeps_the_limit_and_ends_on_a_boundary(text in "\\PC{0,80}", limit in 0usize..60) {
            let shown = Cut::new(text.clone(), Limit(limit));
            match shown.cut {
                None => {
                    prop_assert_eq!(&shown.text, &text);
                    prop_assert!(text.chars().count() <= limit);
                }
                Some((end, total)) => {
                    let (content, announcement) = shown.text.split_at(end);
                    prop_assert!(content.chars().count() <= limit);
                    prop_assert!(announcement.starts_with(CUT_OPENING) && announcement.ends_with(CUT_CLOSING));
                    prop_assert_eq!(total, text.chars().count());
                    prop_assert!(text.starts_with(content));
                    let boundary = text.grapheme_indices(true).any(|(start, _)| start == end);
                    prop_assert!(boundary, "{end} is inside a cluster of {text:?}");
                }
            }
        }
    }
}
