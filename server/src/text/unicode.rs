//! What Unicode 17 says about one character, asked of ICU4X's compiled tables. Owns the property look-ups and the one
//! table that no property covers (variation sequences); it never decides where a joiner or a selector stays: `scrub` does.

use icu_properties::props::{
    Emoji, EmojiModifier, ExtendedPictographic, GeneralCategory, IndicSyllabicCategory, JoiningType,
    RegionalIndicator, UnifiedIdeograph,
};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::classes::class;

/// What a character is to the cleaner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Stands by itself.
    Base,
    /// Combines with what stands before it (`Mn`, `Mc`, `Me`).
    Mark,
    /// ZWNJ or ZWJ: stays where a script or an emoji sequence needs it.
    Joiner,
    /// Variation selector: stays, once, after a base that takes it.
    Selector,
    /// Never shown.
    Removed,
}

pub(super) const ZWNJ: char = '\u{200C}';
/// Combining enclosing keycap.
pub(super) const KEYCAP: char = '\u{20E3}';
/// The base of every flag tag sequence (UTS #51, ED-14a).
pub(super) const BLACK_FLAG: char = '\u{1F3F4}';

/// Sorts a character by its class; what has none stands by itself.
///
/// Unassigned and private-use characters stay: they are visible boxes at worst, and a newer Unicode may have given the
/// former a meaning that these tables do not know yet.
pub(super) fn kind(c: char) -> Kind {
    class(c).map_or(Kind::Base, |class| class.kind)
}

/// A letter without case, as those of every script that has a virama.
pub(super) fn is_caseless_letter(c: char) -> bool {
    CodePointMapData::<GeneralCategory>::new().get(c) == GeneralCategory::OtherLetter
}

/// A sign that joins or mutes consonants: every character with the combining class Virama is one (a test says so), and
/// so are the few newer ones that have another class.
pub(super) fn is_virama(c: char) -> bool {
    use IndicSyllabicCategory as I;
    let category = CodePointMapData::<I>::new().get(c);
    [I::Virama, I::PureKiller, I::InvisibleStacker, I::ReorderingKiller, I::NumberJoiner].contains(&category)
        // Tifinagh's consonant joiner: the one such sign outside the Indic scripts.
        || c == '\u{2D7F}'
}

/// Khmer's muusikatoan and triisap: ZWNJ before them keeps their shape (Unicode 17, section 16.4).
pub(super) fn is_register_shifter(c: char) -> bool {
    CodePointMapData::<IndicSyllabicCategory>::new().get(c) == IndicSyllabicCategory::RegisterShifter
}

/// How a cursive letter joins its neighbours.
pub(super) fn joining(c: char) -> JoiningType {
    CodePointMapData::<JoiningType>::new().get(c)
}

/// May stand on either side of ZWJ in an emoji sequence (UAX #29, GB11).
pub(super) fn is_pictograph(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

/// A skin tone.
pub(super) fn is_skin_tone(c: char) -> bool {
    CodePointSetData::new::<EmojiModifier>().contains(c)
}

/// Whether, and when, a base takes a variation selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// Yes.
    Yes,
    /// Only as a keycap: when the enclosing keycap comes next (UTS #51, ED-14c).
    BeforeKeycap,
    /// No.
    No,
}

/// Does `base` take `selector`? Emoji by UTS #51 ED-9a; ideographs by UTS #37 and the compatibility sequences;
/// Mongolian letters by UTN #57; the rest by the table below.
pub(super) fn takes(base: char, selector: char) -> Takes {
    let yes = match selector {
        '\u{FE0E}' | '\u{FE0F}' => match base {
            '0'..='9' | '#' | '*' => return Takes::BeforeKeycap,
            _ => CodePointSetData::new::<Emoji>().contains(base) && !is_half_an_emoji(base),
        },
        '\u{FE00}'..='\u{FE02}' if is_ideograph(base) => true,
        '\u{FE00}'..='\u{FE06}' => is_standardized(base, selector as u32 - 0xFE00),
        // The Ideographic Variation Database goes up to VS48 (U+9089, in the release of 2022); VS64 leaves it room to
        // grow. Above that nothing is registered, and there the letters of a text hidden as VS17 + n would lie.
        '\u{E0100}'..='\u{E012F}' => is_ideograph(base),
        '\u{180B}'..='\u{180D}' | '\u{180F}' => matches!(base, '\u{1820}'..='\u{18AA}'),
        _ => false,
    };
    if yes { Takes::Yes } else { Takes::No }
}

fn is_ideograph(c: char) -> bool {
    CodePointSetData::new::<UnifiedIdeograph>().contains(c)
}

/// Emoji by property, but only as a part of a longer sequence.
fn is_half_an_emoji(c: char) -> bool {
    is_skin_tone(c) || CodePointSetData::new::<RegionalIndicator>().contains(c)
}

fn is_standardized(base: char, selector: u32) -> bool {
    let base = u32::from(base);
    let row = STANDARDIZED.partition_point(|&(_, last, _)| last < base);
    STANDARDIZED.get(row).is_some_and(|&(first, _, highest)| first <= base && selector < highest)
}

/// First base, last base, how many of VS1 to VS7 they take: StandardizedVariants-17.0.0.txt, without the ideographs and
/// the Mongolian letters. Hieroglyphs are one row: their rotations are too many to list for what they matter here.
const STANDARDIZED: &[(u32, u32, u32)] = &[
    (0x30, 0x30, 1),
    (0x1000, 0x1000, 1),
    (0x1002, 0x1002, 1),
    (0x1004, 0x1004, 1),
    (0x1010, 0x1011, 1),
    (0x1015, 0x1015, 1),
    (0x1019, 0x101A, 1),
    (0x101C, 0x101D, 1),
    (0x1022, 0x1022, 1),
    (0x1031, 0x1031, 1),
    (0x1075, 0x1075, 1),
    (0x1078, 0x1078, 1),
    (0x107A, 0x107A, 1),
    (0x1080, 0x1080, 1),
    (0x2018, 0x2019, 3),
    (0x201C, 0x201D, 3),
    (0x210B, 0x210B, 2),
    (0x2110, 0x2110, 2),
    (0x2112, 0x2112, 2),
    (0x211B, 0x211B, 2),
    (0x212C, 0x212C, 2),
    (0x2130, 0x2131, 2),
    (0x2133, 0x2133, 2),
    (0x2205, 0x2205, 1),
    (0x2229, 0x222A, 1),
    (0x2268, 0x2269, 1),
    (0x2272, 0x2273, 1),
    (0x228A, 0x228B, 1),
    (0x2293, 0x2295, 1),
    (0x2297, 0x2297, 1),
    (0x229C, 0x229C, 1),
    (0x22DA, 0x22DB, 1),
    (0x29B7, 0x29B7, 1),
    (0x2A3C, 0x2A3D, 1),
    (0x2A9D, 0x2A9E, 1),
    (0x2AAC, 0x2AAD, 1),
    (0x2ACB, 0x2ACC, 1),
    (0x3001, 0x3002, 2),
    (0xA856, 0xA856, 1),
    (0xA85C, 0xA85C, 1),
    (0xA85E, 0xA860, 1),
    (0xA868, 0xA868, 1),
    (0xAA60, 0xAA66, 1),
    (0xAA6B, 0xAA6C, 1),
    (0xAA6F, 0xAA6F, 1),
    (0xAA7A, 0xAA7A, 1),
    (0xFF01, 0xFF01, 2),
    (0xFF0C, 0xFF0C, 2),
    (0xFF0E, 0xFF0E, 2),
    (0xFF10, 0xFF10, 1),
    (0xFF1A, 0xFF1B, 2),
    (0xFF1F, 0xFF1F, 2),
    (0x10AC5, 0x10AC6, 1),
    (0x10AD6, 0x10AD7, 1),
    (0x10AE1, 0x10AE1, 1),
    (0x13000, 0x143FF, 7),
    (0x1D49C, 0x1D49C, 2),
    (0x1D49E, 0x1D49F, 2),
    (0x1D4A2, 0x1D4A2, 2),
    (0x1D4A5, 0x1D4A6, 2),
    (0x1D4A9, 0x1D4AC, 2),
    (0x1D4AE, 0x1D4B5, 2),
];

#[cfg(test)]
mod tests {
    use icu_properties::props::{
        CanonicalCombiningClass, DefaultIgnorableCodePoint, JoinControl, NoncharacterCodePoint,
        VariationSelector,
    };

    use super::*;

    #[test]
    fn every_character_with_the_combining_class_virama_is_a_virama() {
        let class = CodePointMapData::<CanonicalCombiningClass>::new();
        for c in '\0'..=char::MAX {
            if class.get(c) == CanonicalCombiningClass::Virama {
                assert!(is_virama(c), "U+{:04X}", u32::from(c));
            }
        }
    }

    #[test]
    fn the_joiners_and_selectors_named_here_are_exactly_those_with_the_property() {
        let joiner = CodePointSetData::new::<JoinControl>();
        let selector = CodePointSetData::new::<VariationSelector>();
        for c in '\0'..=char::MAX {
            let kind = kind(c);
            assert_eq!(kind == Kind::Joiner, joiner.contains(c), "U+{:04X}", u32::from(c));
            assert_eq!(kind == Kind::Selector, selector.contains(c), "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn nothing_that_cannot_be_seen_is_a_base_or_a_mark() {
        use GeneralCategory as G;
        for c in '\0'..=char::MAX {
            let category = CodePointMapData::<G>::new().get(c);
            let unseen = matches!(
                category,
                G::Control | G::Format | G::LineSeparator | G::ParagraphSeparator | G::Surrogate
            ) || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
                || CodePointSetData::new::<NoncharacterCodePoint>().contains(c);
            let shown = matches!(kind(c), Kind::Base | Kind::Mark);
            assert_eq!(shown, !unseen || c == '\t' || c == '\n', "U+{:04X} {category:?}", u32::from(c));
        }
    }

    #[test]
    fn the_table_of_standardized_bases_is_sorted_and_without_overlap() {
        for pair in STANDARDIZED.windows(2) {
            assert!(pair[0].1 < pair[1].0, "{pair:X?}");
        }
    }
}
