//! Times, yields and nutrition: from the spellings of pages to those of Mealie.
//! Never fails: what cannot be read is left as it is, or out.

use serde_json::{Map, Value};

use crate::quirks;
use crate::shapes::NUTRITION;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
/// As Mealie counts it.
const YEAR: u64 = 365 * DAY;

/// The minutes that a field says (recipe-scrapers, `get_minutes`). `None` for none and for what is no time.
pub(super) fn minutes(field: Option<&Value>) -> Option<u64> {
    let text = match field? {
        Value::String(text) => text.as_str(),
        // A span: its end counts.
        Value::Object(span) => span.get("maxValue")?.as_str()?,
        _ => return None,
    };
    if let Ok(number) = text.trim().parse::<u64>() {
        return Some(number);
    }
    let text = text.split_once('-').map_or(text, |(_, end)| end);
    let text = text.split_once(" to ").map_or(text, |(_, end)| end);
    let minutes = match iso_seconds(text) {
        Some(seconds) => (seconds / 60.0).ceil(),
        None => spelled_minutes(text)?,
    };
    // In range: whoever writes more minutes than a u64 holds gets as many as it holds.
    (minutes > 0.0).then_some(minutes as u64)
}

/// `PT1H30M`, with fractions, weeks and days; a month or a year has no length.
fn iso_seconds(text: &str) -> Option<f64> {
    let (date, time) = text.strip_prefix('P')?.split_once('T')?;
    let (mut total, mut known) = (0.0, true);
    let parts = [(date, [('Y', 0.0), ('M', 0.0), ('W', 604_800.0), ('D', 86_400.0)].as_slice())];
    for (mut rest, units) in
        parts.into_iter().chain([(time, [('H', 3600.0), ('M', 60.0), ('S', 1.0)].as_slice())])
    {
        for (unit, seconds) in units {
            let Some((number, after)) = rest.split_once(*unit) else { continue };
            let number: f64 = number.parse().ok()?;
            known &= *seconds > 0.0 || number == 0.0;
            total += number * seconds;
            rest = after;
        }
        if !rest.is_empty() {
            return None;
        }
    }
    known.then_some(total)
}

/// `1 hour 5 min`, `1½ hours`, `1:30`, `P1D`. `None` if there is no unit.
fn spelled_minutes(text: &str) -> Option<f64> {
    let text = text.to_lowercase();
    let (mut rest, mut total, mut found) = (text.as_str(), 0.0, false);
    for (units, minutes) in [
        (["days", "d"].as_slice(), 24.0 * 60.0),
        (["hours", "hrs", "hr", "h", "óra", ":"].as_slice(), 60.0),
        (["minutes", "mins", "min", "m", "perc", ""].as_slice(), 1.0),
        (["seconds", "secs", "sec", "s"].as_slice(), 1.0 / 60.0),
    ] {
        let Some((number, after)) = counted(rest, units) else { continue };
        total += number * minutes;
        rest = after;
        found = true;
    }
    found.then(|| total.round_ties_even())
}

/// The first number of a text, if one of the units stands behind it. The unit `""` is the end of the text.
fn counted<'t>(text: &'t str, units: &[&str]) -> Option<(f64, &'t str)> {
    let start = text.find(|letter: char| letter.is_ascii_digit())?;
    let of_number = |letter: char| letter.is_ascii_digit() || ". /½⅓⅔¼¾".contains(letter);
    let end = text[start..].find(|letter| !of_number(letter)).map_or(text.len(), |end| start + end);
    let rest = text[end..].trim_start();
    let unit =
        units.iter().find(|unit| if unit.is_empty() { rest.is_empty() } else { rest.starts_with(**unit) })?;
    Some((fractional(text[start..end].trim())?, &rest[unit.len()..]))
}

fn fractional(text: &str) -> Option<f64> {
    const FRACTIONS: [(char, f64); 5] =
        [('½', 0.5), ('⅓', 1.0 / 3.0), ('⅔', 2.0 / 3.0), ('¼', 0.25), ('¾', 0.75)];
    for (letter, value) in FRACTIONS {
        if let Some((whole, _)) = text.split_once(letter) {
            return Some(whole.trim().parse::<f64>().unwrap_or(0.0) + value);
        }
    }
    let parts = |text: &str| {
        text.split_once('/').and_then(|(a, b)| Some(a.parse::<f64>().ok()? / b.parse::<f64>().ok()?))
    };
    match text.split_once(' ') {
        Some((whole, fraction)) => Some(whole.parse::<f64>().ok()? + parts(fraction)?),
        None => text.parse().ok().or_else(|| parts(text)),
    }
}

/// A time in words: what the page counts in minutes, else what its field says (Mealie 3.10.2, `clean_time`).
pub(super) fn time(minutes: Option<u64>, field: Option<&Value>) -> Option<String> {
    if let Some(minutes) = minutes {
        return Some(spelled(minutes.saturating_mul(MINUTE)));
    }
    match field? {
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) => match iso_seconds(text) {
            Some(seconds) => Some(spelled(seconds as u64)),
            None => Some(text.clone()),
        },
        Value::Number(number) => {
            let minutes = number.as_f64().filter(|minutes| *minutes > 0.0)?;
            Some(spelled((minutes * 60.0) as u64))
        }
        Value::Object(span) => time(None, span.get("minValue").filter(|value| value.is_string())),
        Value::Array(times) => time(None, times.first().filter(|value| value.is_string())),
        _ => None,
    }
}

/// `1 hour 5 minutes`; `none` for no time at all.
fn spelled(mut seconds: u64) -> String {
    let mut words = Vec::new();
    for (unit, length) in [("year", YEAR), ("day", DAY), ("hour", HOUR), ("minute", MINUTE), ("second", 1)] {
        let count = seconds / length;
        seconds %= length;
        match count {
            0 => {}
            1 => words.push(format!("1 {unit}")),
            _ => words.push(format!("{count} {unit}s")),
        }
    }
    if words.is_empty() { "none".into() } else { words.join(" ") }
}

/// A yield: servings, or a quantity of something.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Yield {
    pub(super) servings: f64,
    pub(super) quantity: f64,
    pub(super) what: String,
}

/// The things that are counted in yields (recipe-scrapers, `RECIPE_YIELD_TYPES`).
const COUNTED: [(&str, &str); 25] = [
    ("dozen", "dozen"),
    ("batch", "batches"),
    ("cake", "cakes"),
    ("sandwich", "sandwiches"),
    ("bun", "buns"),
    ("cookie", "cookies"),
    ("muffin", "muffins"),
    ("cupcake", "cupcakes"),
    ("loaf", "loaves"),
    ("pie", "pies"),
    ("cup", "cups"),
    ("pint", "pints"),
    ("gallon", "gallons"),
    ("ounce", "ounces"),
    ("pound", "pounds"),
    ("gram", "grams"),
    ("liter", "liters"),
    ("piece", "pieces"),
    ("layer", "layers"),
    ("scoop", "scoops"),
    ("bar", "bars"),
    ("patty", "patties"),
    ("hamburger bun", "hamburger buns"),
    ("pancake", "pancakes"),
    ("item", "items"),
];

/// Words that make a number one of items rather than servings.
const OF_ITEMS: [&str; 4] = ["tacquitos", "makes", "appetizer", "porzioni"];

impl Yield {
    /// Reads `12 bars`, `Serves 4`, `4-6 servings` (the second number counts). The text of `None` or nothing is none.
    pub(super) fn of(text: Option<&str>) -> Yield {
        let Some(text) = text.filter(|text| !text.is_empty()) else { return Yield::default() };
        let count = first_number(end_of_span(text));
        let lower = text.to_lowercase();
        let longest = COUNTED
            .iter()
            .filter_map(|(one, many)| {
                let found = [one, many].into_iter().find(|word| lower.contains(**word))?;
                Some((found.len(), if count == 1.0 { one } else { many }))
            })
            // Of two as long the first counts.
            .reduce(|best, other| if other.0 > best.0 { other } else { best });
        let word =
            |word: &str| lower.split(|letter: char| !letter.is_alphanumeric()).any(|part| part == word);
        let what = match longest {
            Some((_, what)) => *what,
            None if OF_ITEMS.iter().any(|items| word(items)) => {
                if count == 1.0 {
                    "item"
                } else {
                    "items"
                }
            }
            None => {
                if count == 1.0 {
                    "serving"
                } else {
                    "servings"
                }
            }
        };
        if count > 0.0 && quirks::counts_as_servings(what) {
            Yield { servings: count, ..Yield::default() }
        } else {
            Yield { quantity: count, what: what.into(), ..Yield::default() }
        }
    }
}

/// What follows the first `4-` or `4 to ` that a number follows.
fn end_of_span(text: &str) -> &str {
    for between in ["-", " to "] {
        let Some((before, after)) = text.split_once(between) else { continue };
        let digits = |text: &str, at_end: bool| {
            let text = text.trim();
            let letter = if at_end { text.chars().next_back() } else { text.chars().next() };
            letter.is_some_and(|letter| letter.is_ascii_digit())
        };
        if digits(before, true) && digits(after, false) {
            return after;
        }
    }
    text
}

fn first_number(text: &str) -> f64 {
    let Some(start) = text.find(|letter: char| letter.is_ascii_digit()) else { return 0.0 };
    let mut dots = 0;
    let of_number = |letter: char| {
        dots += u8::from(letter == '.');
        letter.is_ascii_digit() || (letter == '.' && dots == 1)
    };
    let end = text[start..].find({
        let mut of_number = of_number;
        move |letter| !of_number(letter)
    });
    let end = end.map_or(text.len(), |end| start + end);
    text[start..end].parse().unwrap_or(0.0)
}

/// The eleven texts: the first number of each, sodium and cholesterol in milligrams.
pub(super) fn nutrition(field: Option<&Value>) -> Map<String, Value> {
    let Some(field) = field.and_then(Value::as_object) else { return Map::new() };
    let text = |key: &str| match field.get(key)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let of = |key: &&str| {
        let text = text(key)?;
        let digits = digits(&text)?;
        let in_grams = ["sodiumContent", "cholesterolContent"].contains(key)
            && text.contains('g')
            && !text.contains('m');
        let milligrams =
            digits.parse::<f64>().ok().filter(|_| in_grams).map(|grams| format!("{:?}", grams * 1000.0));
        Some(((*key).to_owned(), milligrams.unwrap_or(digits).into()))
    };
    NUTRITION.iter().filter_map(of).collect()
}

/// The first number of a text; a comma stands for a point.
fn digits(text: &str) -> Option<String> {
    let text = &text[text.find(|letter: char| letter.is_ascii_digit())?..];
    let whole = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let fraction = text[whole..]
        .strip_prefix(['.', ','])
        .map_or("", |rest| &rest[..rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len())]);
    let whole = &text[..whole];
    Some(if fraction.is_empty() { whole.into() } else { format!("{whole}.{fraction}") })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Each row was asked of a running Mealie 3.10.2.
    #[test]
    fn a_time_comes_out_as_mealie_spells_it() {
        for (given, want) in [
            (json!("PT0S"), Some("none")),
            (json!("PT1H"), Some("1 hour")),
            (json!("P1D"), Some("1 day")),
            (json!("P1DT2H"), Some("1 day 2 hours")),
            (json!("PT90M"), Some("1 hour 30 minutes")),
            (json!("PT30S"), Some("1 minute")),
            (json!("PT1H30M15S"), Some("1 hour 31 minutes")),
            (json!("PT0.5H"), Some("30 minutes")),
            (json!("P0Y0M0DT0H35M0.000S"), Some("35 minutes")),
            (json!("1 hour 5 minutes"), Some("1 hour 5 minutes")),
            (json!("15-20 minutes"), Some("20 minutes")),
            (json!("10 to 15 mins"), Some("15 minutes")),
            (json!("30"), Some("30 minutes")),
            (json!("2 hrs"), Some("2 hours")),
            (json!("1½ hours"), Some("1 hour 30 minutes")),
            (json!("1:30"), Some("1 hour 30 minutes")),
            (json!("soon"), Some("soon")),
            (json!(""), None),
            (json!(null), None),
            (json!(30), Some("30 minutes")),
            (json!(90), Some("1 hour 30 minutes")),
            (json!({ "minValue": "PT10M", "maxValue": "PT20M" }), Some("20 minutes")),
            (json!(["PT5M"]), Some("5 minutes")),
        ] {
            assert_eq!(time(minutes(Some(&given)), Some(&given)).as_deref(), want, "{given}");
        }
    }

    /// Each row was asked of a running Mealie 3.10.2; the last follows from its word lists.
    #[test]
    fn a_yield_comes_out_as_mealie_splits_it() {
        for (given, servings, quantity, what) in [
            ("4", 4.0, 0.0, ""),
            ("Serves 4", 4.0, 0.0, ""),
            ("4-6 servings", 6.0, 0.0, ""),
            ("4 to 6 people", 6.0, 0.0, ""),
            ("makes 12", 0.0, 12.0, "items"),
            ("12 cookies", 0.0, 12.0, "cookies"),
            ("1 dozen", 0.0, 1.0, "dozen"),
            ("2 1/2 cups", 0.0, 2.0, "cups"),
            ("½ loaf", 0.0, 0.0, "loaves"),
            ("one loaf", 0.0, 0.0, "loaves"),
            ("about 24 pieces", 0.0, 24.0, "pieces"),
            ("10 slices", 10.0, 0.0, ""),
            ("1,5 l", 1.0, 0.0, ""),
            ("2.5 servings", 2.5, 0.0, ""),
            ("", 0.0, 0.0, ""),
            ("12 hamburger buns", 12.0, 0.0, ""),
        ] {
            assert_eq!(Yield::of(Some(given)), Yield { servings, quantity, what: what.into() }, "{given}");
        }
    }

    #[test]
    fn nutrition_is_its_digits() {
        let given = json!({
            "calories": "1,5 kcal", "fatContent": "12.3 g", "sodiumContent": "120 mg",
            "cholesterolContent": "0.5 g", "proteinContent": "lots", "servingSize": "1 bar",
        });
        let want = json!({
            "calories": "1.5", "fatContent": "12.3", "sodiumContent": "120", "cholesterolContent": "500.0",
        });
        assert_eq!(Value::Object(nutrition(Some(&given))), want);
        assert_eq!(nutrition(Some(&json!("x"))), Map::new());
    }
}
