//! What a filter on its way to Mealie may be about (SHUT-4): of recipes the fields of the guarantee, elsewhere ids alone. It
//! reads filters as Mealie 3.10.2 does as far as it has to, and never as the subject does.

use fake_mealie::Arrival;
use serde_json::Value;
use uuid::Uuid;

/// Fields of a recipe, in both spellings.
const OWN: [&str; 17] = [
    "id",
    "name",
    "slug",
    "description",
    "rating",
    "created_at",
    "createdAt",
    "updated_at",
    "updatedAt",
    "date_added",
    "dateAdded",
    "last_made",
    "lastMade",
    "user_id",
    "userId",
    "household_id",
    "householdId",
];

/// What a recipe carries, of which the id, the name and the slug.
const CARRIED: [&str; 6] =
    ["tags", "recipe_category", "recipeCategory", "tools", "recipe_ingredient.food", "recipeIngredient.food"];

/// What recipes are counted by besides, before a merge of units.
const COUNTED_BY: [&str; 2] = ["recipe_ingredient.unit_id", "recipeIngredient.unitId"];

/// What other things may be asked for by: an id of their own, or of what they belong to. No relation leads on from there.
const IDS: [&str; 7] = ["id", "recipe_id", "recipeId", "food_id", "foodId", "unit_id", "unitId"];

/// What else stands outside of quotes, signs, numbers and placeholders aside.
const KEYWORDS: [&str; 10] = ["AND", "OR", "NOT", "IN", "IS", "LIKE", "CONTAINS", "ALL", "NULL", "NONE"];

/// Whether a request holds a filter that is about anything else.
pub(super) fn pries(arrival: &Arrival) -> bool {
    let over_recipes = arrival.path == "/api/recipes";
    let mut asked = arrival.query.iter().filter(|(name, _)| name == "queryFilter");
    asked.any(
        |(_, filter)| {
            if over_recipes { is_prying(filter, &COUNTED_BY) } else { holds_more_than_ids(filter) }
        },
    ) || keeps_a_prying_one(&arrival.body)
}

/// Whether a body has a filter to keep that is prying, however deep it lies.
fn keeps_a_prying_one(body: &Value) -> bool {
    match body {
        Value::Object(fields) => fields.iter().any(|(name, field)| {
            let kept = ["queryFilterString", "query_filter_string"].contains(&name.as_str());
            kept && field.as_str().is_some_and(|filter| is_prying(filter, &[])) || keeps_a_prying_one(field)
        }),
        Value::Array(items) => items.iter().any(keeps_a_prying_one),
        _ => false,
    }
}

/// A filter over recipes.
fn is_prying(filter: &str, besides: &[&str]) -> bool {
    let known = |word: &str| {
        let carried = word.rsplit_once('.').is_some_and(|(thing, field)| {
            CARRIED.contains(&thing) && ["id", "name", "slug"].contains(&field)
        });
        // A number, a date, an id without quotes.
        let plain = word.starts_with(|letter: char| letter.is_ascii_digit()) || word.starts_with("$NOW");
        OWN.contains(&word) || carried || besides.contains(&word) || plain || is_id(word)
    };
    let read = Read::of(filter);
    !read.is_plain || !read.outside.into_iter().all(known)
}

/// A filter over something else, which no caller had a hand in.
fn holds_more_than_ids(filter: &str) -> bool {
    let read = Read::of(filter);
    let known = |word: &str| IDS.contains(&word) || is_id(word);
    !read.is_plain || !read.outside.into_iter().all(known) || !read.quoted.into_iter().all(is_id)
}

fn is_id(word: &str) -> bool {
    word.parse::<Uuid>().is_ok()
}

/// A filter, taken apart at its quotes.
struct Read<'a> {
    /// The words outside of quotes that are no keywords: names, and values without quotes.
    outside: Vec<&'a str>,
    /// The texts within quotes.
    quoted: Vec<&'a str>,
    /// Whether Mealie takes it apart at the same places. It takes a quote that never ends for one that does, finds lists
    /// by their square brackets even within quotes, and takes a bracket that stands alone in quotes for one outside.
    is_plain: bool,
}

impl<'a> Read<'a> {
    fn of(filter: &'a str) -> Self {
        let letters = |letter: char| letter.is_alphanumeric() || "._$-".contains(letter);
        let keyword = |word: &str| KEYWORDS.iter().any(|keyword| word.eq_ignore_ascii_case(keyword));
        let words = filter.split('"').step_by(2).flat_map(|part| part.split(move |letter| !letters(letter)));
        let quoted: Vec<&str> = filter.split('"').skip(1).step_by(2).collect();
        let ends = filter.matches('"').count().is_multiple_of(2);
        let turns = |text: &&str| text.contains(['[', ']']) || ["(", ")"].contains(&text.trim());
        Self {
            outside: words.filter(|word| !word.is_empty() && !keyword(word)).collect(),
            is_plain: ends && !quoted.iter().any(turns),
            quoted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shut_4_a_filter_that_pries_is_told_from_one_over_recipes() {
        for (filter, prying) in [
            ("", false),
            (r#"tags.name IN ["a", "b"] AND rating >= 4.5"#, false),
            (r#"(lastMade IS NOT NULL or last_made < "$NOW-3d") and recipeIngredient.food.id = "x""#, false),
            (r#"name = "user.password LIKE""#, false),
            ("created_at > $NOW-30d", false),
            (r#"user.password LIKE "a%""#, true),
            (r#"name = "x" OR user.tokens.token LIKE "ey%""#, true),
            (r#"comments.user.password LIKE "a%""#, true),
            (r#"tags.group_id = "x""#, true),
            (r#"tags.name.x = "x""#, true),
            (r#"name = "x" OR password = ""#, true),
            (r#"name = "[" OR tags.name = "user.password]""#, true),
            (r#"name = "(" OR name = "user.password LIKE""#, true),
            (r#"name = "soup (hot)""#, false),
            ("hello world", true),
        ] {
            assert_eq!(is_prying(filter, &[]), prying, "{filter}");
        }
    }

    #[test]
    fn shut_4_recipes_may_be_counted_by_their_units_and_no_cookbook_kept_by_them() {
        let filter = r#"recipe_ingredient.unit_id = "3f2a0000-0000-4000-8000-000000000001""#;
        assert!(!is_prying(filter, &COUNTED_BY) && is_prying(filter, &[]));
    }

    #[test]
    fn shut_4_other_filters_hold_ids_alone() {
        let id = Uuid::nil();
        for (filter, more) in [
            (format!(r#"recipe_id = "{id}""#), false),
            (format!(r#"id IN ["{id}", "{id}"]"#), false),
            (r#"recipe_id = "pea-soup""#.to_owned(), true),
            (format!(r#"id IN ["{id}", "x"]"#), true),
            (format!(r#"user.id = "{id}""#), true),
            (format!(r#"food_id = "{id}" OR name LIKE a"#), true),
            (format!(r#"food_id = {id}"#), false),
        ] {
            assert_eq!(holds_more_than_ids(&filter), more, "{filter}");
        }
    }

    #[test]
    fn shut_4_a_filter_is_found_however_deep_in_a_body_it_lies() {
        let kept =
            |filter: &str| serde_json::json!([{"name": "Prying", "of": {"queryFilterString": filter}}]);
        assert!(keeps_a_prying_one(&kept(r#"user.password LIKE "a%""#)));
        assert!(!keeps_a_prying_one(&kept(r#"tags.name = "winter""#)));
    }
}
