//! The filter of a cookbook (SHUT-4): any text. What is written of it names fields of the list alone, outside of quotes that
//! all end, and is read again as itself. What is refused says where and shows nothing of it. The list is that of the
//! guarantee and not the reader's own.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mealie_mcp::mealie::filter::{MAX_CHARS, RecipeFilter};

/// SHUT-4's fields of a recipe.
const OWN: [&str; 11] = [
    "id",
    "name",
    "slug",
    "description",
    "rating",
    "created_at",
    "updated_at",
    "date_added",
    "last_made",
    "user_id",
    "household_id",
];

/// SHUT-4's things that a recipe carries, of which the id, the name and the slug.
const CARRIED: [&str; 4] = ["tags", "recipe_category", "tools", "recipe_ingredient.food"];

/// What stands between fields and values.
const OPERATORS: [&str; 17] = [
    "=", "<>", "<", ">", "<=", ">=", "AND", "OR", "NOT", "IN", "IS", "NULL", "LIKE", "CONTAINS", "ALL", "[",
    "]",
];

/// Longer than any sentence about a filter: it names every field and operator.
const LONGEST: usize = 400;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match RecipeFilter::read(&text) {
        Ok(None) => assert!(text.chars().all(char::is_whitespace), "{text:?} is none"),
        Ok(Some(filter)) => assert_harmless(&text, &filter),
        Err(trouble) => assert_in_words(&text, &trouble.to_string()),
    }
    // Whatever stands before it, in quotes that end or do not: two more of them leave it outside.
    for prying in [" OR user.password LIKE \"a%\"", " user.tokens.token=\"\" "] {
        let more = format!("{text}{prying}");
        assert!(RecipeFilter::read(&more).is_err(), "{more:?}");
    }
    honest_filters_pass(&text);
});

fn assert_harmless(text: &str, filter: &RecipeFilter) {
    let written = filter.to_string();
    assert!(text.chars().count() <= MAX_CHARS, "{text:?}");
    let parts: Vec<&str> = written.split('"').collect();
    assert_eq!(parts.len() % 2, 1, "a quote without an end: {written}");
    for (place, part) in parts.iter().enumerate() {
        if place % 2 == 1 {
            // Mealie finds lists within quotes as well.
            assert!(!part.is_empty() && part.trim() == *part, "{written}");
            assert!(!part.chars().any(|letter| letter.is_control() || "[]".contains(letter)), "{written}");
            assert!(!["(", ")"].contains(part), "Mealie takes it for a bracket: {written}");
        } else {
            assert!(part.is_ascii(), "{written}");
            part.split(|letter: char| letter == ' ' || letter == ',')
                .for_each(|word| assert_known(word, &written));
        }
    }
    let outside: String = parts.iter().step_by(2).copied().collect();
    assert_eq!(outside.matches('(').count(), outside.matches(')').count(), "{written}");
    if written.chars().count() <= MAX_CHARS {
        let again = RecipeFilter::read(&written).expect("what was written can be read");
        assert_eq!(again.as_ref(), Some(filter), "read again");
        assert_eq!(again.map(|again| again.to_string()), Some(written), "written again");
    }
}

/// A word outside of quotes: a field, an operator or a number.
fn assert_known(word: &str, written: &str) {
    let word = word.trim_start_matches('(').trim_end_matches(')');
    let own = OWN.contains(&word);
    let carried = word
        .rsplit_once('.')
        .is_some_and(|(thing, field)| CARRIED.contains(&thing) && ["id", "name", "slug"].contains(&field));
    let number = word.parse::<f64>().is_ok_and(|stars| (0.0..=5.0).contains(&stars));
    assert!(
        word.is_empty() || own || carried || number || OPERATORS.contains(&word),
        "{word:?} of {written}"
    );
}

fn assert_in_words(text: &str, said: &str) {
    assert!(said.chars().count() < LONGEST && !said.chars().any(char::is_control), "{said:?}");
    assert!(said.is_ascii(), "our own words alone: {said:?}");
    let place = said.split("at character ").nth(1).map(|rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().expect("a place is a number")
    });
    if let Some(place) = place {
        // One behind the end is where something is missing.
        assert!((1..=text.chars().count() + 1).contains(&place), "{said} of {text:?}");
    }
}

/// A reader that refuses honest filters gets nothing done.
fn honest_filters_pass(text: &str) {
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).take(60).collect();
    let filter = format!("tags.name = \"a {plain} z\" AND (rating >= 4 OR lastMade IS NULL)");
    let written = RecipeFilter::read(&filter).expect("an honest filter").expect("it is one").to_string();
    assert_eq!(written, format!("tags.name = \"a {plain} z\" AND (rating >= 4 OR last_made IS NULL)"));
}
