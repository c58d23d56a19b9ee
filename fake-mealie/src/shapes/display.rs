//! The text of an ingredient line or a shopping item, as Mealie computes it on every read.
//! Never stored, never taken from a request.

use crate::quirks;
use crate::store::{Food, Unit};

/// Largest denominator that a fraction is shown with (Mealie 3.10.2, `MAX_INGREDIENT_DENOMINATOR`).
const MAX_DENOMINATOR: u32 = 32;

/// From here on a quantity is shown as a whole number: fractions of it are below what a double can hold anyway.
const NO_FRACTIONS_FROM: f64 = 1e15;

/// Quantity, unit, food and note, joined by blanks; what is missing is left out.
pub(crate) fn display(
    quantity: Option<f64>,
    unit: Option<&Unit>,
    food: Option<&Food>,
    note: Option<&str>,
) -> String {
    let quantity = quantity.filter(|quantity| *quantity != 0.0);
    let several = quantity.is_some_and(|quantity| quantity > 1.0);
    let parts = [
        quantity.map(|quantity| amount(quantity, unit.is_none_or(|unit| unit.fraction))),
        quantity.and(unit).map(|unit| unit_word(unit, several)),
        // Without a quantity the food stands in the plural: "eggs".
        food.map(|food| plural(&food.name, food.plural_name.as_deref(), several || quantity.is_none())),
        note.map(str::to_owned),
    ];
    parts
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .trim()
        .to_owned()
}

fn plural(one: &str, many: Option<&str>, several: bool) -> String {
    many.filter(|many| several && !many.is_empty()).unwrap_or(one).to_owned()
}

fn unit_word(unit: &Unit, several: bool) -> String {
    let short = if unit.use_abbreviation {
        plural(&unit.abbreviation, unit.plural_abbreviation.as_deref(), several)
    } else {
        String::new()
    };
    if short.is_empty() { plural(&unit.name, unit.plural_name.as_deref(), several) } else { short }
}

/// A quantity as a mixed fraction: `2 ³/₄`.
pub(crate) fn fraction(quantity: f64) -> String {
    amount(quantity, true)
}

fn amount(quantity: f64, fraction: bool) -> String {
    if !quantity.is_finite() || quantity.abs() >= NO_FRACTIONS_FROM {
        return format!("{quantity:.0}");
    }
    if !fraction {
        return format!("{}", quirks::three_digits(quantity));
    }
    let (numerator, denominator) = closest_fraction(quantity);
    if denominator == 1 {
        return numerator.to_string();
    }
    let (whole, rest) = (numerator.div_euclid(denominator), numerator.rem_euclid(denominator));
    let part = format!("{}/{}", small(rest, "⁰¹²³⁴⁵⁶⁷⁸⁹"), small(denominator, "₀₁₂₃₄₅₆₇₈₉"));
    if whole == 0 { part } else { format!("{whole} {part}") }
}

/// Whether a quantity is written with a fraction.
pub(crate) fn has_fraction(quantity: f64) -> bool {
    quantity.is_finite() && quantity.abs() < NO_FRACTIONS_FROM && closest_fraction(quantity).1 != 1
}

/// The closest fraction with a denominator of at most 32; of equally close ones that with the smallest.
fn closest_fraction(quantity: f64) -> (i64, i64) {
    let mut best = (quantity.round(), 1.0, (quantity - quantity.round()).abs());
    for denominator in (2..=MAX_DENOMINATOR).map(f64::from) {
        let numerator = (quantity * denominator).round();
        let off = (quantity - numerator / denominator).abs();
        if off < best.2 {
            best = (numerator, denominator, off);
        }
    }
    // Whole numbers below 32 * 10^15, which an i64 holds.
    (best.0 as i64, best.1 as i64)
}

fn small(number: i64, digits: &str) -> String {
    let digits: Vec<char> = digits.chars().collect();
    number
        .to_string()
        .bytes()
        .map(|digit| digits.get(usize::from(digit.wrapping_sub(b'0'))).copied().unwrap_or('-'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Kitchen;

    /// Seen in the recordings `recipes/patch_ingredients_units_fraction_display` and `shopping/*`.
    #[test]
    fn lines_read_as_mealie_writes_them() {
        let mut kitchen = Kitchen::empty("t");
        let onion = kitchen.add_food("onion");
        kitchen.foods.get_mut(onion).expect("just added").plural_name = Some("onions".into());
        let onion = kitchen.foods.get(onion);
        let cup = |fraction, use_abbreviation| Unit {
            id: uuid::Uuid::nil(),
            group_id: uuid::Uuid::nil(),
            name: "cup".into(),
            plural_name: Some("cups".into()),
            description: String::new(),
            extras: serde_json::Map::new(),
            fraction,
            abbreviation: "c".into(),
            plural_abbreviation: Some("cs".into()),
            use_abbreviation,
            aliases: Vec::new(),
            created_at: jiff::Timestamp::UNIX_EPOCH,
            updated_at: jiff::Timestamp::UNIX_EPOCH,
        };
        let (words, decimals, short) = (cup(true, false), cup(false, false), cup(true, true));
        for (row, quantity, unit, food, note, text) in [
            ("a mixed fraction", Some(2.75), Some(&words), onion, None, "2 ³/₄ cups onions"),
            ("a half", Some(0.5), Some(&words), onion, None, "¹/₂ cup onion"),
            ("a third, rounded on the way", Some(0.333), Some(&words), None, Some("x"), "¹/₃ cup x"),
            ("decimals", Some(2.125), Some(&decimals), None, None, "2.125 cups"),
            ("short form", Some(3.0), Some(&short), None, None, "3 cs"),
            ("one", Some(1.0), None, onion, Some("diced"), "1 onion diced"),
            ("no quantity, no unit", None, Some(&words), onion, Some("diced"), "onions diced"),
            ("free text with a quantity", Some(1.0), None, None, Some("2 tbsp oil"), "1 2 tbsp oil"),
            ("free text without", Some(0.0), None, None, Some("2 tbsp oil"), "2 tbsp oil"),
            ("nothing", None, None, None, Some(""), ""),
        ] {
            assert_eq!(display(quantity, unit, food, note), text, "{row}");
        }
    }

    #[test]
    fn no_quantity_is_too_odd_to_be_shown() {
        for quantity in [f64::NAN, f64::INFINITY, f64::MAX, f64::MIN, -0.5, -1.0, 1e-300] {
            assert!(!amount(quantity, true).is_empty() && !amount(quantity, false).is_empty(), "{quantity}");
        }
    }
}
