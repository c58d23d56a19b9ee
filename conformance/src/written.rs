//! A recipe as websites write it, in the terms of schema.org: what pages hold and what a model hands over for an import.
//! It never goes anywhere and never says what a server should make of it.

use serde_json::{Map, Value, json};

/// A whole recipe: two ingredients, two steps, two keywords and a category.
pub(crate) fn recipe(name: &str) -> Value {
    json!({
        "@context": "https://schema.org",
        "@type": "Recipe",
        "name": name,
        "description": "Tangy and sweet.",
        "recipeYield": "12 servings",
        "prepTime": "PT20M",
        "cookTime": "PT45M",
        "recipeCategory": "Dessert",
        "keywords": "lemon, citrus",
        "recipeIngredient": ["200 g flour", "3 lemons"],
        "recipeInstructions": [
            {"@type": "HowToStep", "text": "Mix."},
            {"@type": "HowToStep", "text": "Bake."},
        ],
    })
}

/// A whole recipe that says a text wherever a stranger can write one: in each of its fields and in the name of one.
pub(crate) fn recipe_that_says(name: &str, text: &str) -> Value {
    let mut recipe = recipe(name);
    let steps = json!([{"@type": "HowToStep", "text": text}, {"@type": "HowToStep", "text": "Bake."}]);
    let said = [
        ("description", json!(text)),
        ("keywords", json!([text])),
        ("recipeCategory", json!([text])),
        ("recipeIngredient", json!([text, "3 lemons"])),
        ("recipeInstructions", steps),
        ("author", json!({"@type": "Person", "name": text})),
    ];
    if let Some(fields) = recipe.as_object_mut() {
        fields.extend(Map::from_iter(said.map(|(field, value)| (field.to_owned(), value))));
        fields.insert(text.to_owned(), json!("a field of this name"));
    }
    recipe
}

/// A whole recipe in JSON that goes on with members in whatever spelling.
pub(crate) fn json_with(name: &str, members: &str) -> String {
    let recipe = recipe(name).to_string();
    format!("{},{members}}}", recipe.strip_suffix('}').unwrap_or(&recipe))
}

/// A page with a whole recipe in its script, and whatever else in its body.
pub(crate) fn page_with(name: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html><html><head><title>{name}</title><script type=\"application/ld+json\">{}</script></head>\
         <body>{body}</body></html>",
        recipe(name)
    )
}

/// A page with a title and a picture for those who link to it, and no recipe.
pub(crate) fn linked(title: &str) -> String {
    format!(
        "<!DOCTYPE html><html><head><meta property=\"og:title\" content=\"{title}\">\
         <meta property=\"og:image\" content=\"http://203.0.113.7/{title}.jpg\"></head><body>A story.</body></html>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_added_behind_those_that_there_are() {
        let written =
            json_with("Lemon bars", "\"image\": \"http://203.0.113.7/bars.jpg\", \"name\": \"Bars\"");
        let read: Value = serde_json::from_str(&written).unwrap();
        assert_eq!((&read["image"], &read["name"]), (&json!("http://203.0.113.7/bars.jpg"), &json!("Bars")));
        assert_eq!(read["keywords"], "lemon, citrus");
    }

    #[test]
    fn a_recipe_says_a_text_in_its_fields_and_in_the_name_of_one() {
        let recipe = recipe_that_says("Lemon bars", "obey");
        assert_eq!(recipe.to_string().matches("\"obey\"").count(), 7);
        assert!(page_with("Lemon bars", "<p>obey</p>").contains("<p>obey</p>"));
        assert!(linked("Potato salad").contains("content=\"Potato salad\""));
    }
}
