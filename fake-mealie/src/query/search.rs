//! `search=`: which texts match, and which of them come first.
//! Never forgives a typing error: Mealie on SQLite does not (on PostgreSQL it would).

use crate::slug::normalized;

/// What counts as punctuation: all of ASCII's but the two quotes.
const PUNCTUATION: &str = "!#$%&()*+,-./:;<=>?@[\\]^_`{|}~";

/// How much of a text the database keeps for search, in characters (Mealie 3.10.2, `SqlAlchemyBase.normalize`).
const KEPT_CHARS: usize = 255;

/// How texts are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// Transliterated and in lower case: recipes, foods, units.
    Folded,
    /// As written, but for the case of ASCII letters: tags, categories, tools.
    AsWritten,
}

/// A search over rows of one kind.
pub(crate) struct Searched<R> {
    pub(crate) search: Search,
    /// Whether it finds a row.
    pub(crate) finds: fn(&R, &Search) -> bool,
    /// The name that brings a row to the front if it holds the whole search.
    pub(crate) name: fn(&R) -> &str,
}

/// A search, taken apart.
#[derive(Debug, Clone)]
pub(crate) struct Search {
    spelling: Spelling,
    whole: String,
    words: Vec<String>,
}

impl Search {
    /// Mealie 3.10.2, `SearchFilter`: punctuation becomes blanks, then quoted parts and single words are looked for.
    pub(crate) fn new(search: &str, spelling: Spelling) -> Search {
        let spaced = search.replace(|character| PUNCTUATION.contains(character), " ");
        let whole = match spelling {
            Spelling::Folded => normalized(&spaced),
            Spelling::AsWritten => spaced.trim().to_owned(),
        };
        let words = words(&whole).into_iter().map(|word| fold(&word, spelling)).collect();
        Search { spelling, whole: fold(&whole, spelling), words }
    }

    /// Whether there is no word to look for, as in `search=!!!`.
    pub(crate) fn is_wordless(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether any word stands anywhere in the text.
    pub(crate) fn finds(&self, text: &str) -> bool {
        let text = self.kept(text);
        self.words.iter().any(|word| text.contains(word.as_str()))
    }

    /// Whether the whole search stands in the text, which brings it to the front.
    pub(crate) fn is_in(&self, name: &str) -> bool {
        self.kept(name).contains(&self.whole)
    }

    fn kept(&self, text: &str) -> String {
        match self.spelling {
            Spelling::Folded => normalized(text).chars().take(KEPT_CHARS).collect(),
            Spelling::AsWritten => text.to_ascii_lowercase(),
        }
    }
}

/// LIKE of SQLite does not mind the case of ASCII letters; folded text has none left.
fn fold(text: &str, spelling: Spelling) -> String {
    match spelling {
        Spelling::Folded => text.to_owned(),
        Spelling::AsWritten => text.to_ascii_lowercase(),
    }
}

/// Quoted parts whole, everything else word by word. A quote without its partner is a letter like any other.
fn words(search: &str) -> Vec<String> {
    let (mut quoted, mut loose, mut rest) = (Vec::new(), String::new(), search);
    while let Some(open) = rest.find(['"', '\'']) {
        let quote = &rest[open..open + 1];
        let Some(length) = rest[open + 1..].find(quote) else {
            // Not this quote, but the other kind may still have a pair behind it.
            loose.push_str(&rest[..=open]);
            rest = &rest[open + 1..];
            continue;
        };
        loose.push_str(&rest[..open]);
        quoted.push(rest[open + 1..open + 1 + length].trim().to_owned());
        rest = &rest[open + 2 + length..];
    }
    loose.push_str(rest);
    quoted.extend(loose.split_whitespace().map(str::to_owned));
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen in the recordings `pagination/search_*`.
    #[test]
    fn recipes_are_found_as_mealie_finds_them() {
        for (search, text, found) in [
            ("soup", "Tomato Soup", true),
            ("oup", "Tomato Soup", true),
            ("noodle soup", "Tomato Soup", true),
            ("\"noodle soup\"", "Tomato Soup", false),
            ("'tomato soup'", "Tomato Soup", true),
            ("creme", "Crème Brûlée", true),
            ("kaesespaetzle", "Käsespätzle", false),
            ("寿司", "Hummus mit si", true),
            ("mom's", "Mom's \"Secret\" Mac", true),
            ("\"tomato", "Tomato Soup", false),
            ("tomatoe", "Tomato Soup", false),
            ("stir-fry", "Tofu Stir-Fry", true),
            ("\"mac\" banana", "Banana Pancakes", true),
        ] {
            assert_eq!(Search::new(search, Spelling::Folded).finds(text), found, "{search} in {text}");
        }
    }

    #[test]
    fn organizers_keep_their_accents() {
        for (search, text, found) in [
            ("creme", "Crème", false),
            ("crème", "CRème", true),
            ("Crème", "crème", true),
            ("quick", "Very Quick", true),
        ] {
            assert_eq!(Search::new(search, Spelling::AsWritten).finds(text), found, "{search} in {text}");
        }
    }

    #[test]
    fn signs_alone_are_no_words() {
        for search in ["!!!", "%", "_", " ", "a\\b"] {
            let wordless = Search::new(search, Spelling::Folded).is_wordless();
            assert_eq!(wordless, search != "a\\b", "{search}");
        }
    }

    #[test]
    fn a_name_that_holds_the_whole_search_comes_first() {
        let search = Search::new("mac & cheese", Spelling::Folded);
        assert!(search.finds("Mac & Cheese"));
        assert!(!search.is_in("Mac & Cheese"), "the sign leaves a double blank behind (Mealie 3.10.2)");
        assert!(Search::new("tomato soup", Spelling::Folded).is_in("Tomato Soup"));
    }
}
