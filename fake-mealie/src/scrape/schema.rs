//! Which object of a page is its recipe.
//! Never looks at what is in it, but for whether there is anything to cook.

use serde_json::{Map, Value};

use super::html::Page;
use super::steps;

/// The recipe of a page: the first that has a line or a step, filled up from others of its name.
/// recipe-scrapers, `SchemaOrg`; a `@context` that is a list or an object is not recognised (asked a running Mealie
/// 3.10.2).
pub(crate) fn recipe_in(page: &Page) -> Option<Map<String, Value>> {
    let mut found: Option<Map<String, Value>> = None;
    for item in page.items.iter().filter_map(Value::as_object) {
        let context = item.get("@context").and_then(Value::as_str).unwrap_or_default();
        if !context.contains("schema.org") {
            continue;
        }
        let Some(recipe) = entity(item) else { continue };
        match &mut found {
            None => found = Some(recipe.clone()),
            Some(first) => {
                let same = |key| {
                    let name = recipe.get(key).filter(|name| !name.is_null());
                    name.is_some() && first.get(key) == name
                };
                if same("@id") || same("name") {
                    for (key, value) in recipe {
                        first.entry(key).or_insert_with(|| value.clone());
                    }
                }
            }
        }
    }
    found.filter(|recipe| !ingredients(recipe).is_none_or(|lines| lines.is_empty()) || steps::has_any(recipe))
}

/// The item itself, one of its `@graph`, or the main entity of a web page.
fn entity(item: &Map<String, Value>) -> Option<&Map<String, Value>> {
    if is_a(item, "recipe") {
        return Some(item);
    }
    let graph = item.get("@graph").and_then(Value::as_array).into_iter().flatten();
    let nodes = graph.flat_map(|node| match node {
        Value::Array(nodes) => nodes.as_slice(),
        node => std::slice::from_ref(node),
    });
    let in_graph = nodes.filter_map(Value::as_object).find(|node| is_a(node, "recipe"));
    let main = || item.get("mainEntity").filter(|_| is_a(item, "webpage")).and_then(Value::as_object);
    in_graph.or_else(main).filter(|found| is_a(found, "recipe"))
}

/// Any type that has the word in it, in any case: `http://schema.org/Recipe` and `MyRecipeX`.
fn is_a(item: &Map<String, Value>, word: &str) -> bool {
    let has = |kind: &Value| kind.as_str().is_some_and(|kind| kind.to_lowercase().contains(word));
    match item.get("@type") {
        Some(Value::Array(kinds)) => kinds.iter().any(has),
        Some(kind) => has(kind),
        None => false,
    }
}

/// The lines as they stand. `None` if they are nothing that lines can be read from.
pub(super) fn ingredients(recipe: &Map<String, Value>) -> Option<Vec<String>> {
    let field = ["recipeIngredient", "ingredients"]
        .iter()
        .find_map(|key| recipe.get(*key).filter(|field| !is_empty(field)));
    let lines = match field {
        None => return Some(Vec::new()),
        Some(Value::String(line)) => return Some(vec![line.clone()]),
        Some(Value::Array(lines)) => lines,
        Some(_) => return None,
    };
    let flat = lines.iter().flat_map(|line| match line {
        Value::Array(lines) => lines.as_slice(),
        line => std::slice::from_ref(line),
    });
    Some(flat.filter(|line| !is_empty(line)).map(as_text).collect())
}

/// What Python takes for nothing.
pub(super) fn is_empty(field: &Value) -> bool {
    match field {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Number(number) => number.as_f64() == Some(0.0),
    }
}

/// A field that ought to be a text: of a list the first, a number as it is written.
pub(super) fn as_text(field: &Value) -> String {
    match field {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.first().map(as_text).unwrap_or_default(),
        Value::Null | Value::Object(_) => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Each row was asked of a running Mealie 3.10.2: whether the import found a recipe.
    #[test]
    fn a_recipe_is_one_where_mealie_takes_it_for_one() {
        let recipe = json!({
            "@context": "https://schema.org", "@type": "Recipe", "name": "Probe",
            "recipeIngredient": ["1 cup flour"], "recipeInstructions": "Stir.",
        });
        let with = |key: &str, value: Value| {
            let mut changed = recipe.clone();
            changed[key] = value;
            changed
        };
        let bare = with("@context", Value::Null);
        let empty = json!({ "@context": "https://schema.org", "@type": "Recipe", "name": "Probe" });
        for (row, item, found) in [
            ("plain", recipe.clone(), true),
            ("http", with("@context", json!("http://schema.org/")), true),
            ("a bare context", with("@context", json!("schema.org")), true),
            ("another context", with("@context", json!("https://other.example")), false),
            ("a list of contexts", with("@context", json!(["https://schema.org"])), false),
            ("an object as context", with("@context", json!({ "@vocab": "https://schema.org/" })), false),
            ("no context", bare.clone(), false),
            ("lower case", with("@type", json!("recipe")), true),
            ("an address as type", with("@type", json!("http://schema.org/Recipe")), true),
            ("two types", with("@type", json!(["Thing", "Recipe"])), true),
            ("a longer word", with("@type", json!("MyRecipeX")), true),
            ("another type", with("@type", json!("NewsArticle")), false),
            ("no type", with("@type", Value::Null), false),
            ("nothing to cook", empty, false),
            ("a graph", json!({ "@context": "https://schema.org", "@graph": [[], [bare.clone()]] }), true),
            (
                "the main entity of a page",
                json!({ "@context": "https://schema.org", "@type": "WebPage", "mainEntity": bare }),
                true,
            ),
        ] {
            assert_eq!(recipe_in(&Page::of_item(&item)).is_some(), found, "{row}");
        }
    }

    #[test]
    fn a_second_object_of_the_same_name_fills_up_the_first() {
        let item = |name: &str, key: &str, value: &str| {
            json!({ "@context": "https://schema.org", "@type": "Recipe", "name": name, key: value,
                "recipeInstructions": "Stir." })
        };
        let mut page = Page::of_item(&item("A", "description", "one"));
        page.items.push(item("A", "recipeYield", "4"));
        page.items.push(item("B", "cookTime", "PT1H"));
        page.items.push(item("A", "description", "two"));
        let recipe = recipe_in(&page).expect("a recipe");
        assert_eq!((&recipe["description"], &recipe["recipeYield"]), (&json!("one"), &json!("4")));
        assert_eq!(recipe.get("cookTime"), None);
    }
}
