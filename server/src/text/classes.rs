//! What no text may hold, said once (UNT-2): each class with the property of Unicode that decides it, and each kind of
//! character in it with why it goes and who says so. The cleaner's decision and `docs/removed-characters.md` are both made
//! from this list. It never decides where a joiner, a selector or a mark may stay: `scrub` does.

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, NoncharacterCodePoint};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::unicode::Kind;

/// Characters that one property decides on.
pub(super) struct Class {
    /// What they are to the cleaner.
    pub(super) kind: Kind,
    /// The property.
    pub(super) by: By,
    /// What is in it.
    #[cfg_attr(not(test), expect(dead_code, reason = "the docs are made from it, by a test"))]
    pub(super) holds: &'static [Row],
}

/// A property of Unicode.
#[derive(Clone, Copy, Debug)]
pub(super) enum By {
    /// `Join_Control`.
    Joiner,
    /// `Variation_Selector`.
    Selector,
    /// `General_Category`.
    Category(GeneralCategory),
    /// `General_Category`, where `Default_Ignorable_Code_Point` holds as well.
    Ignorable(GeneralCategory),
    /// `Noncharacter_Code_Point`.
    Noncharacter,
}

/// One row of the published table.
#[cfg_attr(not(test), expect(dead_code, reason = "the docs are made from it, by a test"))]
pub(super) struct Row {
    pub(super) what: &'static str,
    pub(super) examples: &'static [(u32, &'static str)],
    pub(super) why: &'static str,
    pub(super) source: &'static str,
}

impl By {
    /// The one category that all its characters are of, if there is one.
    const fn category(self) -> Option<GeneralCategory> {
        match self {
            Self::Joiner | Self::Selector => None,
            Self::Category(category) | Self::Ignorable(category) => Some(category),
            Self::Noncharacter => Some(GeneralCategory::Unassigned),
        }
    }

    fn holds(self, c: char, category: GeneralCategory) -> bool {
        match self {
            // Both properties are closed lists, and asked of every character: a test holds them to the tables.
            Self::Joiner => matches!(c, '\u{200C}' | '\u{200D}'),
            Self::Selector => matches!(
                c,
                '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{180B}'..='\u{180D}' | '\u{180F}'
            ),
            Self::Category(own) => category == own,
            Self::Ignorable(own) => {
                category == own && CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
            }
            Self::Noncharacter => {
                category == GeneralCategory::Unassigned
                    && CodePointSetData::new::<NoncharacterCodePoint>().contains(c)
            }
        }
    }
}

/// The class of a character; none, if it stays wherever it stands. Tab and newline are the two controls that stay.
pub(super) fn class(c: char) -> Option<&'static Class> {
    if matches!(c, '\t' | '\n') {
        return None;
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let holds = |class: &&Class| class.by.holds(c, category);
    let of_any = CLASSES.iter().take_while(|class| class.by.category().is_none()).find(holds);
    of_any.or_else(|| {
        let first = FIRST[category as usize]?;
        CLASSES[first..].iter().take_while(|class| class.by.category() == Some(category)).find(holds)
    })
}

/// Where the classes of each category begin, so that a letter is not held against all of them.
static FIRST: [Option<usize>; CATEGORIES] = {
    let mut first = [None; CATEGORIES];
    let mut place = CLASSES.len();
    while place > 0 {
        place -= 1;
        if let Some(category) = CLASSES[place].by.category() {
            first[category as usize] = Some(place);
        }
    }
    first
};

/// How many values `General_Category` has: a property that is closed for ever (UAX #44).
const CATEGORIES: usize = 30;

/// The first that holds counts: the two that have a use come before the categories that they are in. Those of one category
/// stand together.
///
/// Of the ignorable characters, those of four categories are listed; no other category has one (a test says so), so most
/// text is not asked.
pub(super) static CLASSES: &[Class] = &[
    Class {
        kind: Kind::Joiner,
        by: By::Joiner,
        holds: &[Row {
            what: "joiners, where no script and no emoji sequence needs them",
            examples: &[(0x200C, "ZERO WIDTH NON-JOINER"), (0x200D, "ZERO WIDTH JOINER")],
            why: "Two invisible characters are an alphabet: a text of ones and zeros between any two letters. They also \
                  split a word that a filter looks for.",
            source: "RFC 5892 A.1 and A.2; UTS #39, 3.1.1; Boucher et al., Bad Characters (IEEE S&P 2022)",
        }],
    },
    Class {
        kind: Kind::Selector,
        by: By::Selector,
        holds: &[Row {
            what: "variation selectors: all but one, and that one too where its base does not take it",
            examples: &[
                (0xFE00, "VARIATION SELECTOR-1"),
                (0xFE0F, "VARIATION SELECTOR-16"),
                (0xE0100, "VARIATION SELECTOR-17"),
                (0xE01EF, "VARIATION SELECTOR-256"),
                (0x180B, "MONGOLIAN FREE VARIATION SELECTOR ONE"),
            ],
            why: "There are 256 of them, one for each byte: any text can ride invisibly behind one letter or emoji.",
            source: "UTS #37; UTS #51, ED-9a; StandardizedVariants-17.0.0.txt; P. Butler, Smuggling arbitrary data \
                     through an emoji (2025)",
        }],
    },
    Class {
        kind: Kind::Removed,
        by: By::Category(GeneralCategory::Control),
        holds: &[
            Row {
                what: "C0 controls, but tab and newline",
                examples: &[(0x00, "NULL"), (0x08, "BACKSPACE"), (0x0D, "CARRIAGE RETURN"), (0x1B, "ESCAPE")],
                why: "A terminal obeys escape sequences: they hide lines, overwrite a question, or set the clipboard. \
                      Without ESC the rest of a sequence is visible text.",
                source: "ECMA-48; CVE-2021-25743",
            },
            Row {
                what: "DEL and C1 controls",
                examples: &[(0x7F, "DELETE"), (0x85, "NEXT LINE"), (0x9B, "CONTROL SEQUENCE INTRODUCER")],
                why: "The same with one character: U+009B begins an escape sequence by itself.",
                source: "ECMA-48, 5.4",
            },
        ],
    },
    Class {
        kind: Kind::Removed,
        by: By::Category(GeneralCategory::Format),
        holds: &[
            Row {
                what: "direction: marks, embeddings, overrides, isolates",
                examples: &[
                    (0x200E, "LEFT-TO-RIGHT MARK"),
                    (0x061C, "ARABIC LETTER MARK"),
                    (0x202E, "RIGHT-TO-LEFT OVERRIDE"),
                    (0x2066, "LEFT-TO-RIGHT ISOLATE"),
                ],
                why: "What a person reads is not what a model reads: the order on the screen is another one. Words in \
                      Hebrew and Arabic keep theirs without any of them.",
                source: "UAX #9; UTR #36, Bidirectional Text Spoofing; CVE-2021-42574",
            },
            Row {
                what: "tags, outside the flag of a subdivision",
                examples: &[
                    (0xE0001, "LANGUAGE TAG"),
                    (0xE0041, "TAG LATIN CAPITAL LETTER A"),
                    (0xE007F, "CANCEL TAG"),
                ],
                why: "An invisible copy of ASCII: whole instructions that models read and nobody sees.",
                source: "Unicode 17, 23.9; UTS #51, ED-14a; J. Rehberger, ASCII Smuggler (2024)",
            },
            Row {
                what: "zero width: spaces, word joiner, soft hyphen, byte-order mark",
                examples: &[
                    (0x200B, "ZERO WIDTH SPACE"),
                    (0x2060, "WORD JOINER"),
                    (0xAD, "SOFT HYPHEN"),
                    (0xFEFF, "ZERO WIDTH NO-BREAK SPACE"),
                    (0x180E, "MONGOLIAN VOWEL SEPARATOR"),
                ],
                why: "They split a word, an address or a token that is looked for, and spell hidden text as bits.",
                source: "UAX #44, General_Category Cf; UTS #39, 3.1; Boucher et al., Bad Characters (IEEE S&P 2022)",
            },
            Row {
                what: "invisible operators of mathematics",
                examples: &[
                    (0x2061, "FUNCTION APPLICATION"),
                    (0x2062, "INVISIBLE TIMES"),
                    (0x2064, "INVISIBLE PLUS"),
                ],
                why: "Invisible by design: four more letters of a hidden alphabet, and a product where a number is read.",
                source: "UTR #25, Invisible Operators",
            },
            Row {
                what: "deprecated format characters",
                examples: &[(0x206A, "INHIBIT SYMMETRIC SWAPPING"), (0x206F, "NOMINAL DIGIT SHAPES")],
                why: "They change how digits and brackets look, on the few systems that know them.",
                source: "Unicode 17, 23.3",
            },
            Row {
                what: "interlinear annotation",
                examples: &[
                    (0xFFF9, "INTERLINEAR ANNOTATION ANCHOR"),
                    (0xFFFB, "INTERLINEAR ANNOTATION TERMINATOR"),
                ],
                why: "Puts a text beside another one, where some programs show only one of the two.",
                source: "Unicode 17, 23.8",
            },
            Row {
                what: "layout of music, shorthand and hieroglyphs",
                examples: &[
                    (0x1D173, "MUSICAL SYMBOL BEGIN BEAM"),
                    (0x1BCA0, "SHORTHAND FORMAT LETTER OVERLAP"),
                    (0x13430, "EGYPTIAN HIEROGLYPH VERTICAL JOINER"),
                ],
                why: "Invisible anywhere but in a score or an inscription.",
                source: "Unicode 17, 21.2, 21.6 and 11.4",
            },
            Row {
                what: "signs that stand over the digits behind them",
                examples: &[(0x0600, "ARABIC NUMBER SIGN"), (0x06DD, "ARABIC END OF AYAH")],
                why: "Visible, but format characters all the same: they go by the rule, and no recipe needs them.",
                source: "UAX #44, Prepended_Concatenation_Mark",
            },
        ],
    },
    Class {
        kind: Kind::Removed,
        by: By::Category(GeneralCategory::LineSeparator),
        holds: &[Row {
            what: "line separator",
            examples: &[(0x2028, "LINE SEPARATOR")],
            why: "A new line to some programs and none to others: a forged line in a log or a prompt, a string that ends \
                  early in older JavaScript.",
            source: "UAX #14; ECMA-262 before 2019",
        }],
    },
    Class {
        kind: Kind::Removed,
        by: By::Category(GeneralCategory::ParagraphSeparator),
        holds: &[Row {
            what: "paragraph separator",
            examples: &[(0x2029, "PARAGRAPH SEPARATOR")],
            why: "The same.",
            source: "UAX #14",
        }],
    },
    Class {
        kind: Kind::Removed,
        by: By::Ignorable(GeneralCategory::OtherLetter),
        holds: &[Row {
            what: "fillers",
            examples: &[
                (0x115F, "HANGUL CHOSEONG FILLER"),
                (0x1160, "HANGUL JUNGSEONG FILLER"),
                (0x3164, "HANGUL FILLER"),
                (0xFFA0, "HALFWIDTH HANGUL FILLER"),
            ],
            why: "Letters by their category, and invisible: a name that is there and looks empty, a word that is split.",
            source: "UAX #44, Default_Ignorable_Code_Point; UTS #39, 3.1",
        }],
    },
    Class {
        kind: Kind::Removed,
        by: By::Ignorable(GeneralCategory::NonspacingMark),
        holds: &[Row {
            what: "marks that are never seen",
            examples: &[
                (0x034F, "COMBINING GRAPHEME JOINER"),
                (0x17B4, "KHMER VOWEL INHERENT AQ"),
                (0x17B5, "KHMER VOWEL INHERENT AA"),
            ],
            why: "They split what is looked for, and stack without end on one letter.",
            source: "UAX #44, Default_Ignorable_Code_Point; Unicode 17, 16.4 and 23.2",
        }],
    },
    Class {
        kind: Kind::Mark,
        by: By::Category(GeneralCategory::NonspacingMark),
        holds: &[Row {
            what: "marks: the first of a text, and those past sixteen on one base",
            examples: &[(0x0300, "COMBINING GRAVE ACCENT"), (0x0338, "COMBINING LONG SOLIDUS OVERLAY")],
            why: "\"Zalgo\": hundreds on one letter run over the lines around it, and make one grapheme cluster that no \
                  cut can end. A mark at the beginning would sit on what is printed before it.",
            source: "UAX #15, Stream-Safe Text Format; UTS #39, Optional Detection",
        }],
    },
    Class {
        kind: Kind::Removed,
        by: By::Ignorable(GeneralCategory::Unassigned),
        holds: &[Row {
            what: "code points that are set aside to be invisible",
            examples: &[(0x2065, "unassigned"), (0xFFF0, "unassigned"), (0xE0080, "unassigned")],
            why: "No character yet, and programs are told not to show them: more than 3,700 letters of a hidden alphabet.",
            source: "UAX #44, Default_Ignorable_Code_Point; Unicode 17, 5.21",
        }],
    },
    Class {
        kind: Kind::Removed,
        by: By::Noncharacter,
        holds: &[Row {
            what: "noncharacters",
            examples: &[(0xFDD0, "noncharacter"), (0xFFFE, "noncharacter"), (0x10FFFF, "noncharacter")],
            why: "For the inside of programs only: some readers stop at one, others take it for an end or a byte-order \
                  mark read backwards.",
            source: "Unicode 17, 23.7; Corrigendum #9",
        }],
    },
    Class {
        kind: Kind::Removed,
        by: By::Category(GeneralCategory::Surrogate),
        holds: &[Row {
            what: "surrogates: half a character, which JSON can spell and no text can hold",
            examples: &[(0xD83D, "high surrogate"), (0xDE00, "low surrogate")],
            why: "One `\\ud83d` makes a strict reader refuse the whole answer: a recipe that cannot be opened any more. It \
                  is taken out of the JSON, before it is read.",
            source: "RFC 8259, 8.2",
        }],
    },
    Class { kind: Kind::Mark, by: By::Category(GeneralCategory::SpacingMark), holds: &[] },
    Class { kind: Kind::Mark, by: By::Category(GeneralCategory::EnclosingMark), holds: &[] },
];

#[cfg(test)]
#[path = "classes_tests.rs"]
mod tests;
