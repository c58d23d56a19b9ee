//! Cleaning (UNT-2, UNT-3): any text, at every limit. It judges by Unicode's properties, and never by the cleaner's own
//! tables.

#![no_main]

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, NoncharacterCodePoint};
use icu_properties::{CodePointMapData, CodePointSetData};
use libfuzzer_sys::fuzz_target;
use mealie_mcp::text::{CUT_CLOSING, CUT_OPENING, Clean, Foreign, IMITATION, Limit, OwnMark, own_mark};
use unicode_segmentation::UnicodeSegmentation as _;

/// One of each length there is.
const LIMITS: [Limit; 8] = [
    Limit::ARGUMENT_ECHO,
    Limit::KEY,
    Limit::NAME,
    Limit::ERROR_BODY,
    Limit::INGREDIENT,
    Limit::ADDRESS,
    Limit::COMMENT,
    Limit::STEP,
];

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    // Longer than any input here, so this one is never cut.
    let whole = Foreign::from(text.clone()).into_clean(Limit::VALUE).to_string();
    let length = whole.chars().count();
    assert!(length <= Limit::VALUE.characters(), "the input is too long for this target");
    assert_clean(&whole);
    if own_mark(&whole) == Some(OwnMark::Untrusted) {
        assert!(dense(&whole).contains(&dense(IMITATION)), "an imitation is left");
    }
    assert_eq!(Foreign::from(whole.clone()).clean(Limit::VALUE).as_str(), whole, "cleaning twice");
    assert_eq!(Foreign::from(text.clone()).is_blank(), Foreign::from(whole.clone()).is_blank(), "blank");

    for limit in LIMITS {
        let foreign = Foreign::from(text.clone());
        let shown = foreign.clean(limit);
        if length <= limit.characters() {
            assert_eq!(shown.as_str(), whole, "short enough");
            break;
        }
        assert_cut(shown.as_str(), &whole, length, limit);
        assert_eq!(shown, foreign.into_clean(limit), "the two ways to clean");
        assert_eq!(shown.clone().shorten(limit), shown, "no longer than it may be");
        assert_cut(shown.shorten(Limit::ARGUMENT_ECHO).as_str(), &whole, length, Limit::ARGUMENT_ECHO);
    }

    let line = Clean::of_argument(&text, Limit::ARGUMENT_ECHO);
    assert!(!line.as_str().contains(['\n', '\t']), "an echo has one line");
    assert_clean(line.as_str());
});

fn dense(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase()
}

/// The beginning of the whole, and the announcement.
fn assert_cut(shown: &str, whole: &str, length: usize, limit: Limit) {
    assert_clean(shown);
    let (content, counts) = shown
        .strip_suffix(CUT_CLOSING)
        .and_then(|rest| rest.rsplit_once(CUT_OPENING))
        .expect("a cut is announced");
    let kept = content.chars().count();
    assert!(kept <= limit.characters(), "{kept} of {limit:?}");
    assert!(whole.starts_with(content), "what is kept is the beginning");
    assert_eq!(counts.replace(',', ""), format!("{kept} of {length}"), "the counts are true");
    let boundary = whole.grapheme_indices(true).map(|(start, _)| start).find(|start| *start >= content.len());
    assert_eq!(boundary, Some(content.len()), "between two clusters");
}

/// Nothing that UNT-2 removes, and what it keeps only where it may stand.
fn assert_clean(text: &str) {
    use GeneralCategory as G;

    let category = CodePointMapData::<GeneralCategory>::new();
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    let noncharacter = CodePointSetData::new::<NoncharacterCodePoint>();
    let mut before = None;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        let place = || format!("U+{:04X} in {text:?}", u32::from(c));
        if c == '\u{1F3F4}' {
            skip_flag(&mut characters);
        } else if is_joiner(c) || is_selector(c) {
            let behind = before.unwrap_or_else(|| panic!("nothing before {}", place()));
            assert!(!matches!(behind, ' ' | '\n' | '\t'), "{}", place());
            assert!(!is_joiner(behind) && (is_joiner(c) || !is_selector(behind)), "{}", place());
        } else {
            let removed = matches!(
                category.get(c),
                G::Control | G::Format | G::LineSeparator | G::ParagraphSeparator | G::Surrogate
            ) || ignorable.contains(c)
                || noncharacter.contains(c);
            assert!(!removed || matches!(c, '\t' | '\n'), "{}", place());
        }
        before = Some(c);
    }
}

/// Over the tags of a flag, if the black flag has some.
fn skip_flag(characters: &mut std::str::Chars<'_>) {
    let tags = characters.clone().take_while(|c| matches!(c, '\u{E0020}'..='\u{E007F}')).count();
    assert!(tags == 0 || (4..=6).contains(&tags), "{tags} tags on a flag");
    if let Some(end) = tags.checked_sub(1) {
        assert_eq!(characters.nth(end), Some('\u{E007F}'), "a flag ends");
    }
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{180B}'..='\u{180D}' | '\u{180F}')
}
