//! What a person is asked. A question is made of this server's fixed words, ids, counts, dates and addresses made
//! here; there is no way to put a string of the instance or of the caller into one (ASK-7).

use std::fmt;

use url::Url;

use crate::text::{Date, Id, Slug, Timestamp};

/// One piece of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Words written in this program.
    Fixed(&'static str),
    /// An id, whole.
    Id(Id),
    /// A count.
    Count(u64),
    /// A number that can have a fraction, such as servings, in thousandths.
    Thousandths(i64),
    /// A day.
    Date(Date),
    /// A point in time, to the minute.
    Time(Timestamp),
    /// The address of a page on the instance, made from the operator's setting and ids.
    Page(Page),
}

/// The address of a page of the instance for the person to look at, as plain text (ASK-16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page(Url);

/// A group slug longer than this is not put into an address that a person reads (ASK-16).
const MAX_GROUP_SLUG_CHARS: usize = 24;

impl Page {
    /// The page of a recipe: the operator's setting, the group's slug, the id. The slug is the one string of the instance
    /// that a question may hold, and only if it is short and slug-shaped.
    pub fn of_recipe(public: &Url, group: &Slug, recipe: &Id) -> Option<Self> {
        let group = group.as_str();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if group.len() > MAX_GROUP_SLUG_CHARS || !group.chars().all(plain) {
            return None;
        }
        let mut page = public.clone();
        page.path_segments_mut().ok()?.pop_if_empty().extend(["g", group, "r", &recipe.to_string()]);
        Some(Self(page))
    }
}

impl From<&'static str> for Word {
    fn from(words: &'static str) -> Self {
        Self::Fixed(words)
    }
}

impl From<Id> for Word {
    fn from(id: Id) -> Self {
        Self::Id(id)
    }
}

impl From<u64> for Word {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<Date> for Word {
    fn from(date: Date) -> Self {
        Self::Date(date)
    }
}

impl From<Timestamp> for Word {
    fn from(time: Timestamp) -> Self {
        Self::Time(time)
    }
}

impl From<Page> for Word {
    fn from(page: Page) -> Self {
        Self::Page(page)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(words) => f.write_str(words),
            Self::Id(id) => write!(f, "{id}"),
            Self::Count(count) => write!(f, "{count}"),
            // Exact: a thousandth is all that Mealie keeps, and a float's digits are nobody's to read.
            Self::Thousandths(number) => {
                let sign = if *number < 0 { "-" } else { "" };
                let (whole, part) = (number.unsigned_abs() / 1000, number.unsigned_abs() % 1000);
                let part = format!("{part:03}");
                let part = part.trim_end_matches('0');
                if part.is_empty() { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{part}") }
            }
            Self::Date(date) => write!(f, "{date}"),
            // No zone of this machine: who reads it may be anywhere.
            Self::Time(time) => write!(f, "{}", time.instant().strftime("%Y-%m-%d %H:%M UTC")),
            Self::Page(page) => write!(f, "{}", page.0),
        }
    }
}

/// A paragraph of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paragraph(Vec<Word>);

impl Paragraph {
    /// A paragraph of these words.
    pub fn of<const N: usize>(words: [Word; N]) -> Self {
        Self(words.into())
    }

    /// The same with another one behind.
    pub fn followed_by(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// The same with more words behind.
    pub fn and<const N: usize>(mut self, words: [Word; N]) -> Self {
        self.0.extend(words);
        self
    }
}

impl fmt::Display for Paragraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|word| word.fmt(f))
    }
}

/// A list of pieces, each turned into a [`Word`]: `words!["The food ", id, " is deleted."]`.
#[macro_export]
macro_rules! words {
    ($($piece:expr),* $(,)?) => { [$($crate::guard::question::Word::from($piece)),*] };
}

/// A count with its noun: `1 step`, `2 steps`.
pub fn counted(count: u64, one: &'static str, many: &'static str) -> [Word; 3] {
    [Word::Count(count), Word::Fixed(" "), Word::Fixed(if count == 1 { one } else { many })]
}

/// What replaces a list, told by its sizes: `instructions: 12 steps now, 3 after` (ASK-7).
pub fn replaced(
    field: &'static str,
    now: u64,
    after: u64,
    one: &'static str,
    many: &'static str,
) -> Paragraph {
    Paragraph::of(words![field, ": "]).and(counted(now, one, many)).and(words![" now, ", after, " after"])
}

/// What a person is asked: what will happen, and its consequence (ASK-8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    what: Paragraph,
    consequence: Paragraph,
}

impl Question {
    /// The two paragraphs.
    pub fn new(what: Paragraph, consequence: Paragraph) -> Self {
        Self { what, consequence }
    }
}

/// The two paragraphs, an empty line between them: the same on the dialog and on the fallback path (TOK-2).
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n\n{}", self.what, self.consequence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ask_7_numbers_are_written_exactly() {
        for (thousandths, want) in
            [(0, "0"), (4_000, "4"), (2_500, "2.5"), (333, "0.333"), (-1_250, "-1.25"), (10_010, "10.01")]
        {
            assert_eq!(Word::Thousandths(thousandths).to_string(), want);
        }
    }

    #[test]
    fn ask_8_a_question_is_two_paragraphs() {
        let question = Question::new(
            Paragraph::of(words!["This will delete ", 2]).and(words![" things."]),
            Paragraph::of(words!["This cannot be undone."]),
        );
        assert_eq!(question.to_string(), "This will delete 2 things.\n\nThis cannot be undone.");
    }

    #[test]
    fn ask_7_what_is_replaced_is_told_by_its_sizes() {
        assert_eq!(
            replaced("instructions", 12, 3, "step", "steps").to_string(),
            "instructions: 12 steps now, 3 after"
        );
    }

    #[test]
    fn one_is_singular_and_none_is_plural() {
        let say = |count| Paragraph::of(counted(count, "step", "steps")).to_string();
        assert_eq!([say(0), say(1), say(2)], ["0 steps", "1 step", "2 steps"]);
    }
}
