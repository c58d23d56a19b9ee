//! The languages that Mealie speaks, and the ways in which an operator may write them. It never guesses: what is not on
//! Mealie's list is refused, since Mealie itself would answer in English without a word about it.

use super::variables::Fault;

/// A locale that Mealie knows, spelt as Mealie spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locale(&'static str);

/// Says the list once: as a list, and as the words that an operator reads.
macro_rules! locales {
    ($first:literal $($next:literal)*) => {
        const LOCALES: &[&str] = &[$first $(, $next)*];

        /// What `MEALIE_ACCEPT_LANGUAGE` accepts, in words.
        pub(super) const VALID: &str =
            concat!("a locale, or its language alone (de for de-DE): ", $first $(, " ", $next)*);
    };
}

// Mealie 3.10.2: the files of mealie/lang/messages. mealie/lang/providers.py hands the header's whole text to
// mealie/pkgs/i18n/provider_factory.py, which looks for a file of exactly that name, and takes en-US if there is none.
locales! {
    "af-ZA" "ar-SA" "bg-BG" "ca-ES" "cs-CZ" "da-DK" "de-DE" "el-GR" "en-GB" "en-US" "es-ES" "et-EE" "fi-FI" "fr-BE"
    "fr-CA" "fr-FR" "gl-ES" "he-IL" "hr-HR" "hu-HU" "is-IS" "it-IT" "ja-JP" "ko-KR" "lt-LT" "lv-LV" "nl-NL" "no-NO"
    "pl-PL" "pt-BR" "pt-PT" "ro-RO" "ru-RU" "sk-SK" "sl-SI" "sr-SP" "sv-SE" "tr-TR" "uk-UA" "vi-VN" "zh-CN" "zh-TW"
}

/// What a language alone stands for where Mealie has several locales of it: what the likely subtags of the Unicode CLDR
/// make of it, which is what programs agree on.
pub(super) const SEVERAL: [(&str, Locale); 4] =
    [("en", Locale("en-US")), ("fr", Locale("fr-FR")), ("pt", Locale("pt-BR")), ("zh", Locale("zh-CN"))];

impl Locale {
    /// A locale in any case, with `-` or `_`, or a language alone.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let asked = text.replace('_', "-");
        if let Some(exact) = LOCALES.iter().find(|locale| locale.eq_ignore_ascii_case(&asked)) {
            return Ok(Self(exact));
        }
        if let Some((_, usual)) = SEVERAL.iter().find(|(language, _)| language.eq_ignore_ascii_case(&asked)) {
            return Ok(*usual);
        }
        let only = LOCALES.iter().find(|locale| language(locale).eq_ignore_ascii_case(&asked));
        only.map(|locale| Self(locale)).ok_or(Fault::Value)
    }

    /// As it stands in `Accept-Language`.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// `de` of `de-DE`.
fn language(locale: &str) -> &str {
    locale.split_once('-').map_or(locale, |(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_of_mealie_is_recognised_however_it_is_written() {
        for locale in LOCALES {
            for text in [
                (*locale).to_owned(),
                locale.to_lowercase(),
                locale.to_uppercase(),
                locale.replace('-', "_"),
                locale.to_lowercase().replace('-', "_"),
            ] {
                assert_eq!(Locale::parse(&text), Ok(Locale(locale)), "{text}");
            }
        }
        assert!(LOCALES.is_sorted());
    }

    #[test]
    fn a_language_alone_is_one_of_its_locales() {
        for locale in LOCALES {
            let language = language(locale);
            let locales = LOCALES.iter().filter(|other| super::language(other) == language).count();
            let chosen = SEVERAL.iter().find(|(several, _)| *several == language).map(|(_, chosen)| *chosen);
            assert_eq!(chosen.is_some(), locales > 1, "{language} has {locales}");
            let want = chosen.unwrap_or(Locale(locale));
            assert!(LOCALES.contains(&want.name()) && super::language(want.name()) == language, "{want:?}");
            for text in [language.to_owned(), language.to_uppercase()] {
                assert_eq!(Locale::parse(&text), Ok(want), "{text}");
            }
        }
    }

    #[test]
    fn every_locale_stands_in_the_words_that_are_read() {
        let (_, list) = VALID.split_once("): ").unwrap();
        assert_eq!(list.split(' ').collect::<Vec<_>>(), LOCALES);
    }
}
