//! A language as Mealie hands it to an AI provider. Owns what is accepted of it; it never knows which languages there are.

use std::fmt;
use std::str::FromStr;

/// The shortest tag, in characters: `de`.
const MIN_CHARS: usize = 2;

/// The longest, in characters (RFC 5646, 4.4.1).
const MAX_CHARS: usize = 35;

/// The longest part of one, in characters (RFC 5646, 2.1).
const MAX_PART_CHARS: usize = 8;

/// A text in the shape of a language tag (BCP 47): `de`, `pt-BR`, `zh-Hant-TW`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language(String);

/// Text that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotALanguage;

impl Language {
    /// The tag, as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Language {
    type Err = NotALanguage;

    fn from_str(text: &str) -> Result<Self, NotALanguage> {
        let part = |part: &str| {
            (1..=MAX_PART_CHARS).contains(&part.len())
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let first = text.split('-').next().unwrap_or_default();
        let named = first.len() >= MIN_CHARS && first.bytes().all(|byte| byte.is_ascii_alphabetic());
        if text.len() <= MAX_CHARS && named && text.split('-').all(part) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotALanguage)
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_has_the_shape_of_a_tag() {
        let longest = "de-abcdefgh-abcdefgh-abcdefgh-abcdef";
        assert_eq!(longest.len(), MAX_CHARS + 1);
        for (row, text, is) in [
            ("a language", "de", true),
            ("with a country", "pt-BR", true),
            ("with a script and a country", "zh-Hant-TW", true),
            ("with a region of digits", "es-419", true),
            ("by its name", "German", true),
            ("thirty-five characters", &longest[..MAX_CHARS], true),
            ("one more", longest, false),
            ("nothing", "", false),
            ("one letter", "d", false),
            ("for private use alone", "x-klingon", false),
            ("a part of eight", "de-abcdefgh", true),
            ("a part of nine", "de-abcdefghi", false),
            ("an empty part", "de--DE", false),
            ("an end that is open", "de-", false),
            ("an underscore", "de_DE", false),
            ("a digit first", "1de", false),
            ("words", "German, please", false),
            ("a line break", "de\r\nX: y", false),
            ("letters of others", "dé", false),
        ] {
            assert_eq!(text.parse::<Language>().is_ok(), is, "{row}");
        }
    }
}
