//! Pages that an import was made of: what stood on them, as far as the recipe shows that came of it.
//! Never makes up what the recipe does not show.

use serde_json::{Map, Value, json};

use super::pairs::Area;
use crate::store::PreparedPage;

/// What an import puts where a page has no lines (Mealie 3.10.2, `cleaner`).
const NO_LINES: &str = "Could not detect ingredients";
/// The image of a recipe whose picture could not be had (Mealie 3.10.2).
const NO_IMAGE: &str = "no image";
/// Where the picture of every page lies.
pub(super) const A_PICTURE: &str = "https://pictures.invalid/of-the-recipe.png";

/// The page behind an address whose import was answered with this slug, if the area shows the recipe.
pub(super) fn page_behind(area: &Area, url: &str, slug: &str) -> Option<PreparedPage> {
    let path = format!("/api/recipes/{slug}");
    let shown = area.pairs.iter().find(|pair| {
        let read = pair.request.method == "GET" && pair.request.path == path && pair.response.status == 200;
        read && pair.response.body.get("orgURL").and_then(Value::as_str) == Some(url)
    })?;
    let shown = &shown.response.body;
    let name = bare_name(shown.get("name")?.as_str()?);
    let lines = texts(shown, "recipeIngredient", "note");
    if lines == [NO_LINES] {
        return Some(PreparedPage::Document(format!(
            "<html><head><meta property=\"og:title\" content=\"{}\"><meta property=\"og:image\" \
             content=\"{A_PICTURE}\"></head></html>",
            name.replace('&', "&amp;").replace('"', "&quot;")
        )));
    }
    // The page itself stands for what is no picture.
    let image = if shown.get("image") == Some(&json!(NO_IMAGE)) { url } else { A_PICTURE };
    let page = json!({
        "@context": "https://schema.org",
        "@type": "Recipe",
        "name": name,
        "image": image,
        "description": shown.get("description"),
        "recipeYield": amount(shown),
        "totalTime": shown.get("totalTime"),
        "prepTime": shown.get("prepTime"),
        "cookTime": shown.get("performTime"),
        "recipeIngredient": lines,
        "recipeInstructions": texts(shown, "recipeInstructions", "text"),
        "nutrition": nutrition(shown),
    });
    let fields = page.as_object()?.iter().filter(|(_, value)| !value.is_null());
    let fields: Map<String, Value> = fields.map(|(key, value)| (key.clone(), value.clone())).collect();
    Some(PreparedPage::Recipe(fields.into()))
}

/// Without the number that a taken name gets.
fn bare_name(name: &str) -> &str {
    let numbered = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    match numbered {
        Some((bare, number)) if number.parse::<u32>().is_ok() => bare,
        _ => name,
    }
}

fn texts(shown: &Value, list: &str, key: &str) -> Vec<String> {
    let rows = shown.get(list).and_then(Value::as_array).into_iter().flatten();
    rows.filter_map(|row| row.get(key)?.as_str().map(str::to_owned)).collect()
}

fn amount(shown: &Value) -> Option<String> {
    let number = |key: &str| shown.get(key).and_then(Value::as_f64).filter(|number| *number > 0.0);
    let word = shown.get("recipeYield").and_then(Value::as_str).filter(|word| !word.is_empty());
    match (number("recipeYieldQuantity"), number("recipeServings")) {
        (Some(quantity), _) => Some(format!("{quantity} {}", word.unwrap_or_default())),
        (None, Some(servings)) => Some(format!("{servings} servings")),
        (None, None) => word.map(str::to_owned),
    }
}

fn nutrition(shown: &Value) -> Map<String, Value> {
    let facts = shown.get("nutrition").and_then(Value::as_object).into_iter().flatten();
    facts.filter(|(_, fact)| !fact.is_null()).map(|(key, fact)| (key.clone(), fact.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_taken_name_is_not_of_the_page() {
        for (name, bare) in [
            ("Soup", "Soup"),
            ("Soup (1)", "Soup"),
            ("Soup (red)", "Soup (red)"),
            ("Soup (red) (2)", "Soup (red)"),
            ("(1)", "(1)"),
        ] {
            assert_eq!(bare_name(name), bare);
        }
    }
}
