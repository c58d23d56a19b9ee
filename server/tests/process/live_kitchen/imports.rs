//! Documents that a real Mealie reads. None of them names a picture, so that nothing is fetched.

use serde_json::{Value, json};

use super::{Kitchen, texts};

#[test]
fn live_3_a_document_from_an_address_that_is_there_already_is_told_and_imported_all_the_same() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let source = format!("https://example.com/{}", kitchen.mark);
    let first = json!({"name": kitchen.own("First"), "source_url": source});
    let first = kitchen.done("create_recipe", &first)["recipe"]["slug"].take();
    let document = |name: &str, url: &Value| {
        let recipe = json!({
            "@context": "https://schema.org", "@type": "Recipe", "name": kitchen.own(name), "url": url,
            "recipeIngredient": ["flour"], "recipeInstructions": [{"@type": "HowToStep", "text": "Bake."}],
        });
        recipe.to_string()
    };
    let json = document("Second", &json!(source));
    let other = document("Third", &json!("https://example.com/other"));
    let page = document("Fourth", &json!(source));
    let page = format!("<html><head><script type=\"application/ld+json\">{page}</script></head></html>");
    let none = document("Fifth", &Value::Null);
    for (row, data, same) in [
        ("JSON from there", json, true),
        ("JSON from elsewhere", other, false),
        ("a page from there", page, true),
        ("JSON that does not say", none, false),
    ] {
        let imported = kitchen.done("import_recipe_from_html_or_json", &json!({"data": data}));
        let want = if same { first.clone() } else { Value::Null };
        assert_eq!(imported["same_source"], want, "{row}: {imported}");
        let told = texts(&imported["notes"]).iter().any(|note| note.contains("from this address already"));
        assert_eq!(told, same, "{row}: {imported}");
    }
}
