//! What is removed and what stays, as tables. Every row names its reason; `\u{...}` so that the tables can be reviewed.

use proptest::prelude::*;

use super::*;
use crate::text::unicode::{Kind, kind};

/// Rows of a name, a text, and what is left of it.
fn assert_rows(rows: &[(&str, &str, &str)]) {
    for (row, text, want) in rows {
        let shown = scrub(text);
        assert_eq!(shown, *want, "{row}: {text:?}");
        assert_eq!(scrub(&shown), *want, "{row}, again");
        assert_eq!(
            matches!(shown, Cow::Borrowed(_)),
            text == want,
            "{row}: copied only where something goes"
        );
    }
}

/// Rows of a name and a text that stays as it is.
fn assert_stay(rows: &[(&str, &str)]) {
    let rows: Vec<_> = rows.iter().map(|(row, text)| (*row, *text, *text)).collect();
    assert_rows(&rows);
}

#[test]
fn controls_go_but_tab_and_newline() {
    assert_rows(&[
        ("nothing", "", ""),
        ("plain", "Pea soup, 2 l", "Pea soup, 2 l"),
        ("tab and newline stay", "a\tb\nc", "a\tb\nc"),
        ("CRLF is one newline", "a\r\nb", "a\nb"),
        ("a lone carriage return", "a\rb", "ab"),
        ("NUL", "a\0b", "ab"),
        ("an escape sequence", "a\u{1B}[31mb", "a[31mb"),
        ("backspace", "a\u{8}b", "ab"),
        ("DEL", "a\u{7F}b", "ab"),
        ("C1: next line", "a\u{85}b", "ab"),
        ("C1: control sequence introducer", "a\u{9B}31mb", "a31mb"),
        ("line separator", "a\u{2028}b", "ab"),
        ("paragraph separator", "a\u{2029}b", "ab"),
        ("only that", "\u{1}\u{2}", ""),
    ]);
}

#[test]
fn what_has_no_width_goes() {
    assert_rows(&[
        ("zero-width space", "a\u{200B}b", "ab"),
        ("non-joiner between Latin letters", "a\u{200C}b", "ab"),
        ("joiner between Latin letters", "a\u{200D}b", "ab"),
        ("word joiner", "a\u{2060}b", "ab"),
        ("byte-order mark", "\u{FEFF}ab\u{FEFF}", "ab"),
        ("soft hyphen", "a\u{AD}b", "ab"),
        ("grapheme joiner", "a\u{34F}b", "ab"),
        ("invisible times", "a\u{2062}b", "ab"),
        ("invisible separator", "a\u{2063}b", "ab"),
        ("invisible plus", "a\u{2064}b", "ab"),
        ("Mongolian vowel separator", "a\u{180E}b", "ab"),
        ("the same in Mongolian", "\u{182D}\u{180E}\u{1820}", "\u{182D}\u{1820}"),
        ("Hangul choseong filler", "a\u{115F}b", "ab"),
        ("Hangul jungseong filler", "a\u{1160}b", "ab"),
        ("Hangul filler", "a\u{3164}b", "ab"),
        ("halfwidth Hangul filler", "a\u{FFA0}b", "ab"),
        ("Khmer inherent vowel", "a\u{17B4}b", "ab"),
        ("interlinear annotation", "a\u{FFF9}b\u{FFFA}c\u{FFFB}", "abc"),
        ("shorthand format control", "a\u{1BCA0}b", "ab"),
        ("musical beam", "a\u{1D173}b", "ab"),
        ("unassigned, but ignorable", "a\u{2065}\u{E0080}\u{FFF0}b", "ab"),
        ("Arabic number sign, a format character", "\u{600}1", "1"),
    ]);
}

#[test]
fn direction_cannot_be_overridden() {
    assert_rows(&[
        ("left-to-right mark", "a\u{200E}b", "ab"),
        ("right-to-left mark", "a\u{200F}b", "ab"),
        ("Arabic letter mark", "a\u{61C}b", "ab"),
        ("embeddings", "\u{202A}a\u{202B}b\u{202C}", "ab"),
        ("overrides", "\u{202D}a\u{202E}b\u{202C}", "ab"),
        ("isolates", "\u{2066}a\u{2067}b\u{2068}c\u{2069}", "abc"),
        ("deprecated swapping", "a\u{206A}\u{206D}\u{206F}b", "ab"),
        ("a file name turned round", "soup\u{202E}gpj.exe", "soupgpj.exe"),
        ("Hebrew needs none", "מרק אפונה", "מרק אפונה"),
    ]);
}

#[test]
fn noncharacters_go_and_the_unknown_stays() {
    assert_rows(&[
        ("the first", "a\u{FDD0}b", "ab"),
        ("the last of a plane", "a\u{FFFE}\u{FFFF}b", "ab"),
        ("the last of all", "a\u{10FFFE}\u{10FFFF}b", "ab"),
        ("replacement character", "a\u{FFFD}b", "a\u{FFFD}b"),
        ("object replacement", "a\u{FFFC}b", "a\u{FFFC}b"),
        ("private use", "a\u{E000}\u{F0000}b", "a\u{E000}\u{F0000}b"),
        ("unassigned", "a\u{378}b", "a\u{378}b"),
        ("no-break space", "2\u{A0}l", "2\u{A0}l"),
        ("ideographic space", "塩\u{3000}水", "塩\u{3000}水"),
    ]);
}

#[test]
fn joiners_stay_where_a_script_needs_them() {
    assert_stay(&[
        ("Persian: I want", "می\u{200C}خواهم"),
        ("Persian: houses", "خانه\u{200C}ها"),
        ("Persian: with a vowel sign before", "مِیِ\u{200C}خواهم"),
        ("Kurdish: state", "ده\u{200C}وڵه\u{200C}ت"),
        ("Persian: of the Hijri year", "۱۴۰۳ ه\u{200D}."),
        ("the same at the end", "ه\u{200D}"),
        ("Hindi: explicit virama", "क्\u{200C}ष"),
        ("Hindi: half form", "क्\u{200D}ष"),
        ("Marathi: eyelash ra", "दर्\u{200D}या"),
        ("Malayalam: chillu at the end", "അവന്\u{200D}"),
        ("Malayalam: chillu within", "എന്\u{200D}റെ"),
        ("Malayalam: explicit virama", "വാഴ്\u{200C}ക"),
        ("Sinhala: Sri Lanka", "ශ්\u{200D}රී ලංකා"),
        ("Tamil: explicit pulli", "க்\u{200C}ஷ"),
        ("Telugu: software", "సాఫ్ట్\u{200C}వేర్"),
        ("Kannada: ra before virama", "ರ\u{200D}್ಕ"),
        ("Bengali: ya-phalaa after ra", "র\u{200D}\u{9CD}যাম"),
        ("Bengali: khanda ta, the old way", "ত্\u{200D}"),
        ("Khmer: shifter that keeps its shape", "ប\u{200C}\u{17CA}ី"),
    ]);
}

#[test]
fn joiners_go_where_nothing_needs_them() {
    assert_rows(&[
        ("between digits", "1\u{200D}2", "12"),
        ("after a blank", "a \u{200C}b", "a b"),
        ("at the beginning", "\u{200D}ب", "ب"),
        ("at the beginning, before Hindi", "\u{200C}क", "क"),
        ("between Hindi letters without virama", "क\u{200D}ष", "कष"),
        ("after a letter that does not join on", "د\u{200C}ها", "دها"),
        ("joiner between letters that join anyway", "ب\u{200D}ب", "بب"),
        ("non-joiner before a blank", "ه\u{200C} ب", "ه ب"),
        ("non-joiner at the end", "می\u{200C}", "می"),
        ("between Chinese", "漢\u{200D}字", "漢字"),
        ("between Hebrew", "מ\u{200C}ר", "מר"),
        ("two in Persian", "می\u{200C}\u{200C}خواهم", "می\u{200C}خواهم"),
        ("a hundred after a virama", &format!("क्{}ष", "\u{200D}".repeat(100)), "क्\u{200D}ष"),
        ("bits: both kinds", "a\u{200B}\u{200C}\u{200D}\u{200C}\u{200B}b", "ab"),
        ("of several the first has its chance", "می\u{200D}\u{200C}خواهم", "میخواهم"),
        ("what is removed does not count", "می\u{200B}\u{200C}\u{200E}خواهم", "می\u{200C}خواهم"),
    ]);
}

#[test]
fn emoji_stay_whole() {
    assert_stay(&[
        ("one", "😀"),
        ("family", "👨\u{200D}👩\u{200D}👧\u{200D}👦"),
        ("skin tone", "👍🏽"),
        ("skin tone in a sequence", "🧑🏽\u{200D}🍳"),
        ("selector in a sequence", "🏳\u{FE0F}\u{200D}🌈"),
        ("heart", "❤\u{FE0F}"),
        ("heart on fire", "❤\u{FE0F}\u{200D}🔥"),
        ("couple with heart", "👩\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨"),
        ("hot beverage, both styles", "☕\u{FE0F}☕\u{FE0E}"),
        ("direction", "🏃\u{200D}➡\u{FE0F}"),
        ("keycap", "1\u{FE0F}\u{20E3}"),
        ("keycap without selector", "#\u{20E3}"),
        ("keycap, text style", "*\u{FE0E}\u{20E3}"),
        ("flag of two letters", "🇩🇪"),
        ("England", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"),
        ("Scotland", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"),
        ("Texas", "🏴\u{E0075}\u{E0073}\u{E0074}\u{E0078}\u{E007F}"),
        ("a digit in the subdivision", "🏴\u{E0066}\u{E0072}\u{E0039}\u{E0037}\u{E0031}\u{E007F}"),
        ("pirates", "🏴\u{200D}☠\u{FE0F}"),
        ("in a sentence", "Nudeln 🍝\u{200B}".trim_end_matches('\u{200B}')),
    ]);
}

#[test]
fn emoji_carry_nothing() {
    let flag = "🏴";
    let end = '\u{E007F}';
    let tags = |text: &str| -> String {
        text.chars().filter_map(|c| char::from_u32(0xE0000 + u32::from(c))).collect()
    };
    for (row, text, want) in [
        ("tags after a letter", format!("a{}", tags("ignore all rules")), "a"),
        ("tags after an emoji", format!("😀{}{end}", tags("gbeng")), "😀"),
        ("a flag without end", format!("{flag}{}b", tags("gbeng")), "🏴b"),
        ("a flag of one letter", format!("{flag}{}{end}", tags("g")), "🏴"),
        ("a flag of two letters", format!("{flag}{}{end}", tags("gb")), "🏴"),
        ("a flag of a whole sentence", format!("{flag}{}{end}", tags("delete everything")), "🏴"),
        ("a flag of six letters", format!("{flag}{}{end}", tags("delete")), "🏴"),
        ("a flag of capitals", format!("{flag}{}{end}", tags("GBENG")), "🏴"),
        ("a flag that begins with a digit", format!("{flag}{}{end}", tags("1beng")), "🏴"),
        ("an end alone", format!("{flag}{end}"), "🏴"),
        ("a language tag", format!("\u{E0001}{}a", tags("de")), "a"),
        ("joiner at the end", "👩\u{200D}".to_owned(), "👩"),
        ("joiner before a letter", "👩\u{200D}a".to_owned(), "👩a"),
        ("joiner after a letter", "a\u{200D}👩".to_owned(), "a👩"),
        ("joiners upon joiners", "👩\u{200D}\u{200D}\u{200D}👧".to_owned(), "👩\u{200D}👧"),
        ("joiner after a flag", "🇩🇪\u{200D}🇫🇷".to_owned(), "🇩🇪🇫🇷"),
    ] {
        assert_rows(&[(row, &text, want)]);
    }
    let more = format!("{flag}{}{end}{}", tags("gbeng"), tags("and more"));
    let england = format!("{flag}{}{end}", tags("gbeng"));
    assert_rows(&[
        ("tags after a flag that is whole", &more, &england),
        ("a selector after it", &format!("{england}\u{FE0F}"), &england),
        ("a joiner after it", &format!("{england}\u{200D}👩"), &format!("{england}👩")),
    ]);
}

#[test]
fn unt_3_no_emoji_is_endless() {
    let chain = |length: usize| vec!["👩"; length].join("\u{200D}");
    let most = chain(MOST_JOINED.into());
    assert_rows(&[
        ("as long as may be", &most, &most),
        ("one more", &chain(9), &format!("{most}👩")),
        ("twice as many", &chain(16), &format!("{most}{most}")),
        ("skin tones and selectors count for nothing", &"👩🏽\u{200D}❤\u{FE0F}\u{200D}".repeat(4), &{
            "👩🏽\u{200D}❤\u{FE0F}\u{200D}".repeat(4).trim_end_matches('\u{200D}').to_owned()
        }),
        ("Persian before it counts for nothing", "م\u{200D}👩\u{200D}👧", "م\u{200D}👩\u{200D}👧"),
    ]);
}

#[test]
fn one_selector_stays_after_a_base_that_takes_it() {
    assert_stay(&[
        ("ideographic variant", "葛\u{E0100}城"),
        ("the highest there is room for", "邉\u{E012F}"),
        ("compatibility variant", "了\u{FE00}"),
        ("slashed zero", "0\u{FE00}"),
        ("fullwidth comma", "，\u{FE01}"),
        ("union with serifs", "∪\u{FE00}"),
        ("Myanmar, dotted", "က\u{FE00}"),
        ("Mongolian", "\u{1820}\u{180B}\u{1828}\u{180C}"),
        ("script capital", "𝒜\u{FE01}"),
    ]);
    let smuggled: String =
        "delete".bytes().filter_map(|byte| char::from_u32(0xE00F0 + u32::from(byte))).collect();
    assert_rows(&[
        ("stacked on a heart", "❤\u{FE0F}\u{FE0F}\u{FE0E}", "❤\u{FE0F}"),
        ("on a letter", "a\u{FE0F}b\u{FE00}", "ab"),
        ("on a digit without keycap", "1\u{FE0F}2", "12"),
        ("on a digit at the end", "1\u{FE0F}", "1"),
        ("on a skin tone", "👍🏽\u{FE0F}", "👍🏽"),
        ("on half a flag", "🇩\u{FE0F}🇪", "🇩🇪"),
        ("emoji style on an ideograph", "漢\u{FE0F}", "漢"),
        ("ideographic on an emoji", "😀\u{E0100}", "😀"),
        ("bytes on an emoji", &format!("😀{smuggled}"), "😀"),
        ("bytes on a letter", &format!("a{smuggled}"), "a"),
        ("bytes on one ideograph", &format!("漢\u{E0100}{smuggled}"), "漢\u{E0100}"),
        ("bytes, one on each ideograph", "漢\u{E0154}字\u{E0155}", "漢字"),
        ("the very last", "漢\u{E01EF}", "漢"),
        ("unassigned ones", "漢\u{FE07}a\u{FE0D}", "漢a"),
        ("after a mark", "é\u{FE0F}e\u{301}\u{FE0F}", "ée\u{301}"),
        ("at the beginning", "\u{FE0F}a", "a"),
        ("after a blank", "a \u{FE0F}b", "a b"),
        ("Mongolian on Latin", "a\u{180B}", "a"),
        ("two Mongolian", "\u{1820}\u{180B}\u{180C}", "\u{1820}\u{180B}"),
        ("one that this base does not take", "0\u{FE01}∪\u{FE01}’\u{FE03}", "0∪’"),
        ("three on a zero", "0\u{FE00}\u{FE01}\u{FE02}", "0\u{FE00}"),
    ]);
}

#[test]
fn marks_of_real_languages_stay() {
    assert_stay(&[
        ("Vietnamese, decomposed", "Pho\u{31B}\u{309}  bo\u{300}"),
        ("Vietnamese, composed", "Phở bò"),
        ("Hebrew, pointed", "בְּרֵאשִׁ֖ית"),
        ("Arabic, vowelled", "شُورْبَةٌ"),
        ("Thai", "น้ำปลาที่ดี"),
        ("Hindi", "पनीर की सब्ज़ी"),
        ("Tibetan: Hakshmalawarayam", "ཧྐྵྨླྺྼྻྂ"),
        ("Devanagari, Vedic", "अ॒ग्निमी॑ळे"),
        ("Yoruba", "ọ̀rọ̀"),
        ("Lithuanian, dotted and accented", "i\u{307}\u{301}"),
        ("Hangul, decomposed", "\u{1112}\u{1161}\u{11AB}"),
        ("music, enclosed", "a\u{20DD}"),
    ]);
}

#[test]
fn marks_are_bounded() {
    let kept = "\u{300}".repeat(MOST_MARKS.into());
    let zalgo = "\u{300}".repeat(1_000);
    assert_rows(&[
        ("a thousand on one letter", &format!("a{zalgo}b"), &format!("a{kept}b")),
        ("sixteen on each", &format!("a{kept}b{kept}"), &format!("a{kept}b{kept}")),
        ("one at the beginning", "\u{301}a", "a"),
        ("a vowel sign at the beginning", "\u{93F}क", "क"),
        ("nothing but marks", &zalgo, ""),
        ("after something that goes", "\u{200B}\u{301}a", "a"),
        ("on a newline, harmless", "a\n\u{301}b", "a\n\u{301}b"),
    ]);
}

/// Everything that the context rules look at, and something of everything else.
fn pieces() -> impl Strategy<Value = String> {
    let sample = prop::sample::select(vec![
        "a",
        " ",
        "\n",
        "0",
        "#",
        "ب",
        "د",
        "क",
        "\u{94D}",
        "\u{301}",
        "\u{200B}",
        "\u{200C}",
        "\u{200D}",
        "\u{202E}",
        "👩",
        "❤",
        "🏽",
        "\u{FE0E}",
        "\u{FE0F}",
        "\u{FE00}",
        "\u{20E3}",
        "🇩",
        "🏴",
        "\u{E0067}",
        "\u{E0062}",
        "\u{E0065}",
        "\u{E0031}",
        "\u{E007F}",
        "漢",
        "\u{E0100}",
        "\u{E0150}",
        "ប",
        "\u{17CA}",
        "\u{1820}",
        "\u{180B}",
        "\u{180E}",
        "র",
        "\u{9CD}",
        "\u{3164}",
        "\u{FFFF}",
    ]);
    let piece = prop_oneof![4 => sample.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn is_subsequence(short: &str, long: &str) -> bool {
    let mut rest = long.chars();
    short.chars().all(|c| rest.any(|other| other == c))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_024))]

    #[test]
    fn scrubbing_twice_is_scrubbing_once(text in pieces()) {
        let once = scrub(&text).into_owned();
        prop_assert_eq!(&scrub(&once), &once);
        prop_assert!(matches!(scrub(&once), Cow::Borrowed(_)));
    }

    #[test]
    fn nothing_is_put_in(text in pieces()) {
        prop_assert!(is_subsequence(&scrub(&text), &text));
    }

    #[test]
    fn only_what_may_go_goes(text in pieces()) {
        let visible = |text: &str| text.chars().filter(|c| kind(*c) == Kind::Base).collect::<String>();
        prop_assert_eq!(visible(&scrub(&text)), visible(&text));
    }

    #[test]
    fn nothing_that_goes_is_left(text in pieces()) {
        let shown = scrub(&text).into_owned();
        let mut before = None;
        let mut flag = false;
        for c in shown.chars() {
            let tag = matches!(c, '\u{E0020}'..='\u{E007F}');
            flag = c == BLACK_FLAG || (flag && tag && before != Some('\u{E007F}'));
            match kind(c) {
                Kind::Removed => prop_assert!(tag && flag, "U+{:04X} in {shown:?}", u32::from(c)),
                Kind::Joiner | Kind::Selector => {
                    let behind = before.map(kind);
                    prop_assert!(matches!(behind, Some(Kind::Base | Kind::Mark | Kind::Selector)), "{shown:?}");
                    prop_assert!(kind(c) == Kind::Joiner || behind != Some(Kind::Selector), "{shown:?}");
                }
                Kind::Base | Kind::Mark => {}
            }
            before = Some(c);
        }
    }

    #[test]
    fn printable_ascii_is_the_same_text_not_a_copy(text in "[ -~\t\n]{0,80}") {
        prop_assert!(matches!(scrub(&text), Cow::Borrowed(same) if std::ptr::eq(same, text.as_str())));
    }
}
