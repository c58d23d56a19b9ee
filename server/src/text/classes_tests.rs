//! The published table is made here, from the list and from what stays in spite of it. Each row is tried before it is
//! published, so that no row claims what the cleaner does not do.

use std::fmt::Write as _;

use super::*;
use crate::tests::hold_published;
use crate::text::scrub::{MOST_JOINED, MOST_MARKS, scrub};

/// What stays though its class goes elsewhere: where it stands by right, and where it does not.
struct Stays {
    what: &'static str,
    where_it_stays: &'static str,
    /// Stays as it is.
    right: &'static str,
    /// Something goes.
    wrong: &'static str,
    source: &'static str,
}

const STAYS: &[Stays] = &[
    Stays {
        what: "non-joiner between cursive letters",
        where_it_stays: "between two letters that would join, as Persian and Kurdish write prefixes and plurals",
        right: "می\u{200C}خواهم",
        wrong: "a\u{200C}b",
        source: "RFC 5892, A.1; UTS #39, 3.1.1",
    },
    Stays {
        what: "joiner after a cursive letter",
        where_it_stays: "where the word ends there: the abbreviation of the Hijri year",
        right: "ه\u{200D}.",
        wrong: "ب\u{200D}ب",
        source: "Unicode 17, 9.2",
    },
    Stays {
        what: "either joiner after a virama",
        where_it_stays: "half forms, chillus and explicit viramas, as in Hindi, Marathi, Malayalam, Sinhala",
        right: "क्\u{200D}ष",
        wrong: "क\u{200D}ष",
        source: "RFC 5892, A.1 and A.2; Unicode 17, 12.1",
    },
    Stays {
        what: "either joiner before a virama or a register shifter",
        where_it_stays: "ya-phalaa after ra in Bengali, ra in Kannada, shifters that keep their shape in Khmer",
        right: "র\u{200D}\u{9CD}যা",
        wrong: "র\u{200D}যা",
        source: "Unicode 17, 12.2, 12.8 and 16.4",
    },
    Stays {
        what: "joiner in an emoji sequence",
        where_it_stays: "between two pictographs, at most eight of them; the longest that is recommended has four",
        right: "👩\u{200D}👩\u{200D}👧\u{200D}👦",
        wrong: "👩\u{200D}a",
        source: "UTS #51, ED-16; UAX #29, GB11",
    },
    Stays {
        what: "emoji and text selector",
        where_it_stays: "one, behind a character that has both styles",
        right: "❤\u{FE0F}",
        wrong: "❤\u{FE0F}\u{FE0F}",
        source: "UTS #51, ED-9a",
    },
    Stays {
        what: "selector in a keycap",
        where_it_stays: "one, between a digit and the enclosing keycap",
        right: "1\u{FE0F}\u{20E3}",
        wrong: "1\u{FE0F}",
        source: "UTS #51, ED-14c",
    },
    Stays {
        what: "ideographic selector",
        where_it_stays: "one, behind an ideograph, of the 48 lowest: all that are registered, and none that spells a letter",
        right: "葛\u{E0100}城",
        wrong: "漢\u{E0154}字\u{E0155}",
        source: "UTS #37; Ideographic Variation Database 2022",
    },
    Stays {
        what: "standardized selector",
        where_it_stays: "one, behind a character that the standard lists with it",
        right: "0\u{FE00}",
        wrong: "a\u{FE00}",
        source: "StandardizedVariants-17.0.0.txt",
    },
    Stays {
        what: "Mongolian selector",
        where_it_stays: "one, behind a Mongolian letter",
        right: "\u{1820}\u{180B}",
        wrong: "a\u{180B}",
        source: "UTN #57",
    },
    Stays {
        what: "tags of a flag",
        where_it_stays: "behind the black flag: a region of two letters, a subdivision of one to three, the end",
        right: "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        wrong: "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}",
        source: "UTS #51, ED-14a; UTS #35, unicode_subdivision_id",
    },
    Stays {
        what: "combining marks",
        where_it_stays: "up to sixteen on a base: Vietnamese, Hebrew points, Arabic vowels, Thai, every Indic script; \
                         the longest real cluster, in Tibetan, has eight",
        right: "ཧྐྵྨླྺྼྻྂ",
        wrong: "\u{301}a",
        source: "UAX #15, Stream-Safe Text Format; UAX #29",
    },
    Stays {
        what: "tab and newline",
        where_it_stays: "everywhere: a step has lines",
        right: "a\tb\nc",
        wrong: "a\r\nb",
        source: "UAX #14; RFC 5198, 2",
    },
];

#[test]
fn unt_2_every_example_is_of_its_class_and_goes() {
    for class in CLASSES {
        for row in class.holds {
            assert!(!row.examples.is_empty(), "{}", row.what);
            for (code, name) in row.examples {
                // Half a character: no text holds one, so it goes from the JSON instead.
                let Some(c) = char::from_u32(*code) else {
                    assert!(matches!(class.by, By::Category(GeneralCategory::Surrogate)), "{name}");
                    let json = format!("\"a\\u{code:04x}b\"");
                    let read = crate::text::Document::from_json(json.as_bytes()).unwrap();
                    assert_eq!(serde_json::to_value(read.into_clean()).unwrap(), "ab", "{name}");
                    continue;
                };
                assert_eq!(place(self::class(c).unwrap()), place(class), "{name} is of another class");
                // What may stay elsewhere goes at the beginning, where nothing takes it.
                let before = if class.kind == Kind::Removed { "a" } else { "" };
                assert_eq!(scrub(&format!("{before}{c}b")), format!("{before}b"), "{name}");
            }
        }
    }
}

#[test]
fn unt_2_no_class_is_empty_and_none_that_goes_is_without_a_row() {
    let mut seen = vec![false; CLASSES.len()];
    for c in '\0'..=char::MAX {
        if let Some(class) = class(c) {
            seen[place(class)] = true;
        }
    }
    for (class, seen) in CLASSES.iter().zip(seen) {
        // No `char` is a surrogate.
        let surrogates = matches!(class.by, By::Category(GeneralCategory::Surrogate));
        assert_ne!(seen, surrogates, "{:?}", class.by);
        assert!(class.kind != Kind::Removed || !class.holds.is_empty(), "{:?}", class.by);
    }
}

#[test]
fn the_classes_of_one_category_stand_together() {
    let categories: Vec<_> = CLASSES.iter().map(|class| class.by.category()).collect();
    let mut groups = categories.clone();
    groups.dedup();
    let mut known = groups.clone();
    known.sort_by_key(|category| category.map(|category| category as u8));
    known.dedup();
    assert_eq!(groups.len(), known.len(), "{categories:?}");
}

fn place(class: &Class) -> usize {
    CLASSES.iter().position(|own| std::ptr::eq(own, class)).expect("one of the list")
}

#[test]
fn unt_2_what_stays_by_right_stays_and_goes_where_it_does_not() {
    assert_eq!((MOST_MARKS, MOST_JOINED), (16, 8), "the rows say sixteen and eight");
    for row in STAYS {
        assert_eq!(scrub(row.right), row.right, "{}", row.what);
        assert_ne!(scrub(row.wrong), row.wrong, "{}", row.what);
    }
}

/// The two tables of `docs/removed-characters.md`, between their markers.
const BEGIN: &str = "<!-- tables: made by `UPDATE_DOCS=1 cargo test -p mealie-mcp removed_characters` -->\n";
const END: &str = "<!-- tables: end -->\n";

#[test]
fn the_committed_table_of_removed_characters_is_the_one_declared() {
    hold_published("removed-characters.md", BEGIN, END, &tables());
}

fn tables() -> String {
    let mut out = String::from(
        "## What goes\n\n| what | property | examples | what it is used for | source |\n|---|---|---|---|---|\n",
    );
    for class in CLASSES {
        for Row { what, examples, why, source } in class.holds {
            let examples: Vec<String> =
                examples.iter().map(|(code, name)| format!("U+{code:04X} {name}")).collect();
            let property = property(class.by);
            writeln!(out, "| {what} | {property} | {} | {why} | {source} |", examples.join("<br>")).unwrap();
        }
    }
    out.push_str(
        "\n## What stays\n\n| what | where it stays | stays | does not | source |\n|---|---|---|---|---|\n",
    );
    for Stays { what, where_it_stays, right, wrong, source } in STAYS {
        writeln!(out, "| {what} | {where_it_stays} | {} | {} | {source} |", spelled(right), spelled(wrong))
            .unwrap();
    }
    out
}

/// As the property files of Unicode spell it.
fn property(by: By) -> String {
    let category = |category: GeneralCategory| {
        let name = match category {
            GeneralCategory::Control => "Cc",
            GeneralCategory::Format => "Cf",
            GeneralCategory::LineSeparator => "Zl",
            GeneralCategory::ParagraphSeparator => "Zp",
            GeneralCategory::Surrogate => "Cs",
            GeneralCategory::Unassigned => "Cn",
            GeneralCategory::OtherLetter => "Lo",
            GeneralCategory::NonspacingMark => "Mn",
            GeneralCategory::SpacingMark => "Mc",
            GeneralCategory::EnclosingMark => "Me",
            other => panic!("{other:?} has no name here"),
        };
        format!("General_Category={name}")
    };
    match by {
        By::Joiner => "Join_Control".to_owned(),
        By::Selector => "Variation_Selector".to_owned(),
        By::Category(GeneralCategory::NonspacingMark) => "General_Category=Mn, Mc or Me".to_owned(),
        By::Category(own) => category(own),
        By::Ignorable(own) => format!("Default_Ignorable_Code_Point, {}", category(own)),
        By::Noncharacter => "Noncharacter_Code_Point".to_owned(),
    }
}

/// Code point by code point, so that nothing on the page is invisible itself.
fn spelled(text: &str) -> String {
    text.chars().map(|c| format!("{:04X}", u32::from(c))).collect::<Vec<_>>().join(" ")
}
