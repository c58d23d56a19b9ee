//! The address that Mealie will make of a name, as far as that can be known here: two names of one address are one
//! organizer to it. Where it cannot be known, nothing is said; a wrong one would refuse what Mealie takes.

use icu_normalizer::DecomposingNormalizerBorrowed;

/// The slug of a name, as python-slugify makes it in Mealie 3.10.2; nothing if it holds a letter or a sign of which this
/// server does not know what it becomes in ASCII.
pub(in crate::tools) fn address_of(name: &str) -> Option<String> {
    // It reads character references first.
    if name.split_once('&').is_some_and(|(_, rest)| rest.contains(';')) {
        return None;
    }
    let plain = DecomposingNormalizerBorrowed::new_nfkd().normalize(name);
    let mut ascii = String::with_capacity(plain.len());
    for c in plain.chars() {
        match c {
            // The one sign that is a hyphen before the others are.
            '\'' => ascii.push('-'),
            c if c.is_ascii() => ascii.push(c.to_ascii_lowercase()),
            c => ascii.push_str(in_ascii(c)?),
        }
    }
    let bytes = ascii.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let mut slug = String::with_capacity(bytes.len());
    for (at, c) in ascii.char_indices() {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if c == ',' && digit(at.checked_sub(1)) && digit(Some(at + 1)) {
            // `1,5` is `15`.
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    Some(slug)
}

/// What is left of a character that is not ASCII and falls apart no further (text-unidecode, for what stands on a European
/// keyboard).
fn in_ascii(c: char) -> Option<&'static str> {
    Some(match c {
        // Accents, which came off their letters.
        '\u{300}'..='\u{36F}' => "",
        'ß' | 'ẞ' => "ss",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        'ø' | 'Ø' => "o",
        'đ' | 'Đ' => "d",
        'ł' | 'Ł' => "l",
        'ı' => "i",
        // Quotes of one stroke are dropped, unlike the one of ASCII.
        '‘' | '’' | '‚' | '‛' => "",
        '“' | '”' | '„' | '«' | '»' | '‐' | '–' | '—' | '⁄' => "-",
        // Its tables end with the first plane, so that most emoji leave nothing.
        '\u{10000}'.. => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use fake_mealie::{FakeMealie, Options, Seed};

    use super::*;

    #[tokio::test]
    async fn live_6_an_address_is_that_of_mealie_or_is_not_known() {
        let mealie = FakeMealie::start(Options { seed: Seed::Empty, ..Options::default() }).await.unwrap();
        for (name, known) in [
            ("Quick", true),
            ("  Low & Slow  ", true),
            ("C++", true),
            ("Crème brûlée", true),
            ("CRE\u{300}ME", true),
            ("Süßes", true),
            ("Mom's", true),
            ("Mom’s", true),
            ("1,5 l", true),
            ("a,b, 1,", true),
            ("½ pound", true),
            ("Smørrebrød", true),
            ("Łódź – Œuvre „x“", true),
            ("ﬁsh", true),
            ("Pizza 🍕", true),
            ("𝒫ie", true),
            ("a--b__c", true),
            ("Straẞe", true),
            ("味噌汁", false),
            ("Щи", false),
            ("180 °C", false),
            ("Tea ☕", false),
        ] {
            let id = mealie.kitchen().add_tag(name);
            let slug = mealie.kitchen().organizers.get(id).unwrap().slug.clone();
            assert_eq!(address_of(name), known.then_some(slug), "{name}");
        }
        assert_eq!(address_of("Salt &amp; Pepper"), None, "a character reference");
    }

    /// BND-5: one pass, whatever stands there.
    #[test]
    fn an_address_of_the_longest_name_is_made_in_one_pass() {
        for name in ["é".repeat(255), "\u{FDFA}".repeat(255), ",1".repeat(127), "a\u{301}".repeat(127)] {
            let slug = address_of(&name);
            assert!(slug.is_none_or(|slug| slug.len() <= name.len()), "{name}");
        }
    }
}
