//! A filter's text as words: names, signs, brackets, texts in quotes. One pass, and nothing is understood yet.

use super::{MAX_CHARS, Trouble, What};

/// A word and where it begins, in characters from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) at: usize,
    pub(super) is: Is,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Is {
    Open,
    Close,
    ListOpens,
    ListCloses,
    Comma,
    /// `=`, `<>`, ...
    Sign(&'static str),
    /// Within double quotes; there is no way to write a double quote within them.
    Quoted(String),
    /// Whatever else stands together.
    Bare(String),
}

/// What a bare word can be made of; everything else has to stand in quotes.
fn is_bare(letter: char) -> bool {
    letter.is_alphanumeric() || "._-+:$%".contains(letter)
}

/// Takes a text apart.
pub(super) fn of(text: &str) -> Result<Vec<Word>, Trouble> {
    let letters: Vec<char> = text.chars().take(MAX_CHARS + 1).collect();
    if letters.len() > MAX_CHARS {
        return Err(Trouble::new(MAX_CHARS + 1, What::TooLong));
    }
    let mut words = Vec::new();
    let mut place = 0;
    while let Some(&letter) = letters.get(place) {
        let at = place + 1;
        let rest = &letters[place..];
        let (is, length) = match letter {
            '(' => (Is::Open, 1),
            ')' => (Is::Close, 1),
            '[' => (Is::ListOpens, 1),
            ']' => (Is::ListCloses, 1),
            ',' => (Is::Comma, 1),
            '"' => {
                let inner: String = rest[1..].iter().take_while(|letter| **letter != '"').collect();
                let length = inner.chars().count();
                if rest.get(1 + length).is_none() {
                    return Err(Trouble::new(at, What::Expected("a closing quote for the one")));
                }
                (Is::Quoted(inner), length + 2)
            }
            // No other blank: Mealie's reader and ours would have to agree on what is one.
            ' ' | '\t' | '\n' | '\r' => {
                place += 1;
                continue;
            }
            letter if is_bare(letter) => {
                let word: String = rest.iter().take_while(|letter| is_bare(**letter)).collect();
                let length = word.chars().count();
                (Is::Bare(word), length)
            }
            '\'' => return Err(Trouble::new(at, What::Expected("double quotes, not single ones,"))),
            // As most languages write it; Mealie has it as <>.
            '!' if begins(rest, "!=") => (Is::Sign("<>"), 2),
            _ => match super::fields::SIGNS.into_iter().find(|sign| begins(rest, sign)) {
                Some(sign) => (Is::Sign(sign), sign.len()),
                None => {
                    return Err(Trouble::new(
                        at,
                        What::Expected("a field, an operator or a value, texts in double quotes,"),
                    ));
                }
            },
        };
        words.push(Word { at, is });
        place += length;
    }
    Ok(words)
}

fn begins(letters: &[char], with: &str) -> bool {
    let mut letters = letters.iter();
    with.chars().all(|letter| letters.next() == Some(&letter))
}
