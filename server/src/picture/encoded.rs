//! A picture as an argument carries it: base64. Owns what is wrong with a text that is none, in words that say what to do;
//! it never repairs one.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The longest text, in characters: 6 MiB of picture.
pub const MAX_ENCODED_CHARS: usize = 8 * 1024 * 1024;

/// Why a text is not taken for base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// Nothing is there.
    Empty,
    /// More than [`MAX_ENCODED_CHARS`].
    TooLong,
    /// `data:image/png;base64,` stands before it.
    DataPrefix,
    /// An address, of the web or of a file.
    Address,
    /// Blanks or line breaks.
    Blanks,
    /// `-` and `_` in place of `+` and `/`.
    UrlSafe,
    /// Something else that does not belong there.
    Strange,
    /// `=` is missing, or stands where it does not belong.
    Padding,
    /// The last character cannot be one.
    CutOff,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Empty => "is empty: it has to hold the picture's bytes in base64",
            Self::TooLong => {
                return write!(
                    f,
                    "has more than {MAX_ENCODED_CHARS} characters, which are 6 MiB of picture: make the picture smaller"
                );
            }
            Self::DataPrefix => "begins with `data:`: give only the base64 behind its comma",
            Self::Address => "is an address: give the picture's bytes in base64",
            Self::Blanks => "holds blanks or line breaks: give the base64 in one piece",
            Self::UrlSafe => "is base64 for addresses: use the standard alphabet, with + and / for - and _",
            Self::Strange => {
                "holds a character that base64 has not: only A-Z, a-z, 0-9, +, / and = at the end"
            }
            Self::Padding => {
                "has wrong padding: base64 ends in = or == where its length is no multiple of four"
            }
            Self::CutOff => "is base64 that ends in the middle: give all of it",
        };
        f.write_str(words)
    }
}

/// The bytes of a text in base64: the standard alphabet, with padding (RFC 4648, 4).
///
/// # Errors
///
/// [`Unreadable`] with what is wrong. One pass over the text, and one more where something is.
pub fn decode(text: &str) -> Result<Vec<u8>, Unreadable> {
    if text.is_empty() {
        return Err(Unreadable::Empty);
    }
    // Bytes and characters are the same in base64; a text of others is not looked at for longer than it has to be.
    if text.len() > MAX_ENCODED_CHARS && text.chars().nth(MAX_ENCODED_CHARS).is_some() {
        return Err(Unreadable::TooLong);
    }
    STANDARD.decode(text).map_err(|_| reason(text))
}

/// Why it could not be decoded, the most telling reason first.
fn reason(text: &str) -> Unreadable {
    let begins =
        |with: &str| text.get(..with.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(with));
    if begins("data:") {
        return Unreadable::DataPrefix;
    }
    if begins("http://") || begins("https://") || begins("file:") {
        return Unreadable::Address;
    }
    if text.contains(char::is_whitespace) {
        return Unreadable::Blanks;
    }
    let letters = text.trim_end_matches('=');
    let standard = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let others = || letters.bytes().filter(|byte| !standard(*byte));
    if others().next().is_none() {
        let padded = text.len().is_multiple_of(4) && text.len() - letters.len() <= 2;
        // One letter behind the last four is less than a byte.
        return if padded || letters.len() % 4 == 1 { Unreadable::CutOff } else { Unreadable::Padding };
    }
    if others().all(|byte| matches!(byte, b'-' | b'_')) {
        Unreadable::UrlSafe
    } else if others().all(|byte| byte == b'=') {
        Unreadable::Padding
    } else {
        Unreadable::Strange
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn live_7_what_is_no_base64_is_explained() {
        for (row, text, want) in [
            ("nothing", "", Unreadable::Empty),
            ("a data address", "data:image/png;base64,AAAA", Unreadable::DataPrefix),
            ("one in capitals", "DATA:image/png;base64,AAAA", Unreadable::DataPrefix),
            ("one with a line break as well", "data:image/png;base64,\nAAAA", Unreadable::DataPrefix),
            ("an address", "https://example.com/soup.jpg", Unreadable::Address),
            ("a file", "file:///home/cook/soup.jpg", Unreadable::Address),
            ("a blank within", "AAAA AAAA", Unreadable::Blanks),
            ("a blank at its end", "AAAA ", Unreadable::Blanks),
            ("lines", "AAAA\r\nAAAA\r\n", Unreadable::Blanks),
            ("a blank of another kind", "AAAA\u{a0}", Unreadable::Blanks),
            ("the alphabet for addresses", "-_-_", Unreadable::UrlSafe),
            ("the same, padded", "a-_=", Unreadable::UrlSafe),
            ("a name of a file", "soup.jpg", Unreadable::Strange),
            ("letters of others", "süppchen", Unreadable::Strange),
            ("both alphabets and more", "a-.=", Unreadable::Strange),
            ("no padding", "AA", Unreadable::Padding),
            ("too little padding", "AA=", Unreadable::Padding),
            ("too much padding", "AAAA==", Unreadable::Padding),
            ("padding alone", "====", Unreadable::Padding),
            ("padding within", "AA==AAAA", Unreadable::Padding),
            ("a letter too many", "AAAAA", Unreadable::CutOff),
            ("a last letter that cannot be one", "AB==", Unreadable::CutOff),
        ] {
            assert_eq!(decode(text), Err(want), "{row}");
        }
    }

    #[test]
    fn live_7_every_word_about_base64() {
        let all = [
            Unreadable::Empty,
            Unreadable::TooLong,
            Unreadable::DataPrefix,
            Unreadable::Address,
            Unreadable::Blanks,
            Unreadable::UrlSafe,
            Unreadable::Strange,
            Unreadable::Padding,
            Unreadable::CutOff,
        ];
        let words: Vec<String> =
            all.iter().map(|reason| format!("Argument `image_base64`: {reason}.")).collect();
        insta::assert_snapshot!(words.join("\n"));
    }

    #[test]
    fn bnd_7_a_text_is_read_up_to_its_bound() {
        let decoded = decode(&"A".repeat(MAX_ENCODED_CHARS)).map(|bytes| bytes.len());
        assert_eq!(decoded, Ok(6 * 1024 * 1024));
        assert_eq!(decode(&"A".repeat(MAX_ENCODED_CHARS + 1)), Err(Unreadable::TooLong));
        // The bound is one of characters, as JSON Schema counts them: as many of two bytes each are no longer.
        assert_eq!(decode(&"ü".repeat(MAX_ENCODED_CHARS)), Err(Unreadable::Strange));
        assert_eq!(decode(&"ü".repeat(MAX_ENCODED_CHARS + 1)), Err(Unreadable::TooLong));
    }

    proptest! {
        #[test]
        fn what_was_encoded_comes_back(bytes in prop::collection::vec(any::<u8>(), 1..200)) {
            prop_assert_eq!(decode(&STANDARD.encode(&bytes)), Ok(bytes));
        }

        #[test]
        fn no_text_at_all_makes_it_panic(text in ".{0,40}|[A-Za-z0-9+/=_-]{0,40}") {
            let _ = decode(&text);
        }
    }
}
