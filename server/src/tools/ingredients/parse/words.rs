//! The words and numbers of a line, to tell whether what a parser made of it still holds them. It knows no language: what
//! it cannot find again it says is lost, but for four words that say nothing about an ingredient.

use std::collections::HashSet;

use crate::text::{NameKey, Spelling};

/// A piece of a text; blanks and signs are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    /// Letters in a row.
    Word(&'a str),
    /// One amount, however it is spelled: `2`, `1,5`, `1 1/2`.
    Amount(&'a str),
}

/// Words that the nlp parser of Mealie 3.10.2, which knows English, drops.
const FILLERS: [&str; 4] = ["a", "an", "of", "the"];

/// The pieces of a text, in order.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        let mut end = start + c.len_utf8();
        if c.is_numeric() {
            // What joins digits to one amount joins them only if digits follow.
            while let Some((at, c)) = rest.next_if(|(_, c)| c.is_numeric() || joins(*c)) {
                if c.is_numeric() {
                    end = at + c.len_utf8();
                }
            }
            pieces.push(Piece::Amount(&text[start..end]));
        } else if c.is_alphabetic() {
            while let Some((at, c)) = rest.next_if(|(_, c)| c.is_alphabetic() || is_accent(*c)) {
                end = at + c.len_utf8();
            }
            pieces.push(Piece::Word(&text[start..end]));
        }
    }
    pieces
}

/// Between the digits of one amount: `1 1/2`, `1,5`. A hyphen stands between two amounts.
fn joins(c: char) -> bool {
    matches!(c, ' ' | '.' | ',' | '/' | '\u{2044}')
}

/// An accent that stands behind its letter as a character of its own.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

/// What came out of a line.
pub(super) struct Kept {
    pieces: HashSet<NameKey>,
    amount: Amount,
}

/// Whether an amount came out of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    /// The first one of the line.
    Read,
    /// None.
    Missing,
}

impl Kept {
    /// Nothing but an amount, if that.
    pub(super) fn new(amount: Amount) -> Self {
        Self { pieces: HashSet::new(), amount }
    }

    /// A text that came out.
    pub(super) fn text(&mut self, text: &str) {
        let keys = pieces(text).into_iter().map(|(Piece::Word(piece) | Piece::Amount(piece))| key(piece));
        self.pieces.extend(keys);
    }

    /// Whether all of the line is in it.
    pub(super) fn holds(&self, line: &str) -> bool {
        let mut read = self.amount == Amount::Read;
        pieces(line).into_iter().all(|piece| match piece {
            Piece::Word(word) if FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(word)) => true,
            Piece::Amount(_) if std::mem::take(&mut read) => true,
            Piece::Word(piece) | Piece::Amount(piece) => self.pieces.contains(&key(piece)),
        })
    }
}

/// Without regard to case and accents.
fn key(piece: &str) -> NameKey {
    NameKey::of(piece, Spelling::Plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_falls_into_its_words_and_amounts() {
        use Piece::{Amount, Word};
        for (row, line, want) in [
            ("a plain one", "2 Cups flour", vec![Amount("2"), Word("Cups"), Word("flour")]),
            ("an amount in two parts", "1 1/2 tsp", vec![Amount("1 1/2"), Word("tsp")]),
            ("a sign that is a fraction", "½ l", vec![Amount("½"), Word("l")]),
            ("a comma within", "1,5 kg", vec![Amount("1,5"), Word("kg")]),
            ("a comma behind", "eggs 2, beaten", vec![Word("eggs"), Amount("2"), Word("beaten")]),
            ("two amounts", "2-3 cloves", vec![Amount("2"), Amount("3"), Word("cloves")]),
            ("no blank between", "250ml", vec![Amount("250"), Word("ml")]),
            ("an accent", "Crème FRAÎCHE", vec![Word("Crème"), Word("FRAÎCHE")]),
            ("an accent of its own", "jalapen\u{303}o", vec![Word("jalapen\u{303}o")]),
            ("another script", "寿司飯", vec![Word("寿司飯")]),
            ("signs alone", "(!) – ½?", vec![Amount("½")]),
            ("nothing", " ", vec![]),
        ] {
            assert_eq!(pieces(line), want, "{row}");
        }
    }

    #[test]
    fn what_a_line_lost_is_seen() {
        let kept = |read, texts: &[&str]| {
            let mut kept = Kept::new(if read { Amount::Read } else { Amount::Missing });
            texts.iter().for_each(|text| kept.text(text));
            kept
        };
        for (row, line, read, texts, all) in [
            ("nothing", "2 cups flour, sifted", true, vec!["cup", "cups", "flour", "sifted"], true),
            ("a word", "2 cups flour, sifted", true, vec!["cup", "cups", "flour"], false),
            ("a filler", "a pinch of salt", false, vec!["pinch", "salt"], true),
            ("the amount", "about 2 cups water", false, vec!["about", "cups", "water"], false),
            ("a second amount", "1 (14 oz) can beans", true, vec!["oz", "can", "beans"], false),
            ("none of two amounts", "1 (14 oz) can beans", true, vec!["14 oz", "can", "beans"], true),
            ("the end of a range", "2-3 cloves", true, vec!["clove", "cloves"], false),
            ("an amount within the name", "juice of 1 lemon", false, vec!["juice of 1 lemon"], true),
            ("a word that became another", "2 sprigs thyme", true, vec!["Prise", "Prisen", "thyme"], false),
            ("a part of a word", "2 eggplants", true, vec!["egg", "eggs"], false),
            ("case and accents", "JALAPENO", false, vec!["jalapeño"], true),
        ] {
            assert_eq!(kept(read, &texts).holds(line), all, "{row}");
        }
    }

    /// BND-5: one pass, whatever stands there.
    #[test]
    fn bnd_5_the_longest_line_is_read_in_one_pass() {
        for line in ["1 ".repeat(500), "1.".repeat(500), "\u{FDFA}".repeat(1000), "a\u{301}".repeat(500)] {
            assert!(pieces(&line).len() <= 4 * line.len(), "{line}");
        }
    }
}
