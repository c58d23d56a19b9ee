//! How Mealie turns text into slugs and into what search compares.
//! Never checks whether a slug is taken; that is up to whoever makes a row.

use unicode_normalization::UnicodeNormalization;
use unidecode::unidecode;

/// Longest slug of a recipe, in characters; what is longer is cut (Mealie 3.10.2, `create_recipe_slug`).
const RECIPE_SLUG_CHARS: usize = 250;

/// The slug of a name, as python-slugify makes it with text-unidecode's tables: `Crème Brûlée` is `creme-brulee`,
/// `がんもどき` is `kanmotoki` (the voicing marks come off first), `1,5` is `15`. Empty if nothing is left.
pub(crate) fn slugify(text: &str) -> String {
    let dashed = text.replace('\'', "-");
    let ascii = unidecode(&dashed.nfkd().collect::<String>()).to_lowercase().replace('\'', "");
    let characters: Vec<char> = ascii.chars().collect();
    let digit = |at: Option<usize>| at.and_then(|at| characters.get(at)).is_some_and(char::is_ascii_digit);
    let mut slug = String::with_capacity(ascii.len());
    for (at, &character) in characters.iter().enumerate() {
        if character.is_ascii_alphanumeric() {
            slug.push(character);
        } else if character == ',' && digit(at.checked_sub(1)) && digit(Some(at + 1)) {
            continue;
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// The slug of a recipe: cut at 250. `None` if the name leaves nothing to make a slug of.
pub(crate) fn recipe_slug(name: &str) -> Option<String> {
    let mut slug = slugify(name);
    slug.truncate(RECIPE_SLUG_CHARS);
    (!slug.is_empty()).then_some(slug)
}

/// What search compares: transliterated, lower case, trimmed (Mealie 3.10.2, `BaseMixins.normalize`).
pub(crate) fn normalized(text: &str) -> String {
    unidecode(text).to_lowercase().trim().to_owned()
}

/// What Python takes for a blank: more than Rust does, by four separators of ASCII.
pub(crate) fn is_blank(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_those_of_mealie() {
        for (name, slug) in [
            ("Crème Brûlée Ñ", "creme-brulee-n"),
            ("Straße", "strasse"),
            ("味噌汁", "wei-cheng-zhi"),
            ("がんもどき", "kanmotoki"),
            ("ギョーザ", "kiyosa"),
            ("김치찌개", "gimcijjigae"),
            ("दाल मखनी", "daal-mkhnii"),
            ("قورمه سبزی", "qwrmh-sbzy"),
            ("½ °", "1-2-deg"),
            ("Apple's", "apple-s"),
            ("C++", "c"),
            ("1,5 l", "15-l"),
            ("“x”", "x"),
            ("🍅", ""),
            (" - ", ""),
        ] {
            assert_eq!(slugify(name), slug, "{name}");
        }
    }

    #[test]
    fn a_recipe_slug_is_cut_at_250() {
        assert_eq!(recipe_slug(&"ab".repeat(200)).map(|slug| slug.len()), Some(250));
        assert_eq!(recipe_slug("🍅"), None);
    }
}
