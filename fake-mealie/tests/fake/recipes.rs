//! Recipes: making them, reading them by every spelling, and the smaller surprises of a PATCH.
//! The large ones are among the hazards.

use serde_json::{Value, json};

use super::client::Table;

/// Seen `recipes/create_duplicate_*`, `create_tenth_duplicate_still_suffixed`, `create_eleventh_duplicate_400`.
#[tokio::test]
async fn twins_get_a_number_and_the_eleventh_is_refused() {
    let table = Table::empty().await;
    assert_eq!(table.post("/api/recipes", json!({ "name": "Many Twins" })).await.body, json!("many-twins"));
    for number in 1..=9 {
        let made = table.post("/api/recipes", json!({ "name": "MANY twins!" })).await;
        assert_eq!((made.status, made.body), (201, json!(format!("many-twins-{number}"))));
    }
    assert_eq!(table.get("/api/recipes/many-twins-9").await.body["name"], "MANY twins! (9)");
    let eleventh = table.post("/api/recipes", json!({ "name": "Many Twins" })).await;
    assert_eq!(
        (eleventh.status, &eleventh.body["detail"]["message"]),
        (400, &json!("Recipe already exists"))
    );
}

/// Seen `recipes/create_very_long_name*`.
#[tokio::test]
async fn a_second_name_of_250_slug_characters_is_refused() {
    let table = Table::empty().await;
    let name = "long ".repeat(80);
    let made = table.post("/api/recipes", json!({ "name": name })).await;
    assert_eq!((made.status, made.body.as_str().map(str::len)), (201, Some(250)));
    assert_eq!(table.post("/api/recipes", json!({ "name": name })).await.status, 400);
}

/// Seen `recipes/create_empty_name`, `create_blank_name`, `create_emoji_only_name`, `create_null_name`, `create_missing_name`.
#[tokio::test]
async fn names_that_are_none() {
    let table = Table::empty().await;
    for (row, body, status, at, want) in [
        ("empty", json!({ "name": "" }), 500, "/detail/exception", "AssertionError"),
        ("blank", json!({ "name": "  " }), 400, "/detail/message", "Unable to generate recipe slug"),
        ("emoji", json!({ "name": "🍕" }), 400, "/detail/message", "Unable to generate recipe slug"),
        ("null", json!({ "name": null }), 422, "/detail/0/type", "string_type"),
        ("a number", json!({ "name": 42 }), 422, "/detail/0/type", "string_type"),
        ("missing", json!({}), 422, "/detail/0/type", "missing"),
    ] {
        let answer = table.post("/api/recipes", body).await;
        assert_eq!((answer.status, answer.body.pointer(at)), (status, Some(&json!(want))), "{row}");
    }
}

/// Seen `recipes/create_then_get_defaults`, `create_extra_fields_ignored`.
#[tokio::test]
async fn a_new_recipe_has_placeholders_and_nothing_else_that_was_sent() {
    let table = Table::empty().await;
    table.post("/api/recipes", json!({ "name": "Extra Fields", "description": "ignored" })).await;
    let made = table.get("/api/recipes/extra-fields").await;
    assert_eq!(made.header("last-modified"), made.body["updatedAt"].as_str());
    assert_eq!(made.header("cache-control"), Some("no-cache, no-store, must-revalidate"));
    let made = made.body;
    assert_eq!(made["description"], "");
    assert_eq!(made["recipeServings"], json!(0.0));
    assert_eq!(made["recipeIngredient"][0]["note"], "1 Cup Flour");
    assert_eq!(made["recipeIngredient"][0]["display"], "1 Cup Flour");
    assert!(made["recipeInstructions"][0]["text"].as_str().unwrap().starts_with("Recipe steps as well as"));
    assert_eq!(made["settings"]["public"], json!(false));
}

/// Seen `recipes/get_by_uuid_*`, `get_by_slug_uppercase`, `get_by_name_not_slug`.
#[tokio::test]
async fn a_recipe_is_read_by_uuid_in_any_spelling_or_by_its_exact_slug() {
    let table = Table::demo().await;
    let id = table.mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
    for (row, path, status) in [
        ("slug", "pea-soup".to_owned(), 200),
        ("UUID", id.to_string(), 200),
        ("upper case", id.to_string().to_uppercase(), 200),
        ("no hyphens", id.simple().to_string(), 200),
        ("braces", format!("%7B{id}%7D"), 200),
        ("slug in another case", "Pea-Soup".to_owned(), 404),
        ("name", "Pea%20Soup".to_owned(), 404),
    ] {
        let answer = table.get(&format!("/api/recipes/{path}")).await;
        assert_eq!(answer.status, status, "{row}");
        if status == 404 {
            assert_eq!(answer.body["detail"]["message"], "No Entry Found", "{row}");
        } else {
            assert_eq!(answer.body["id"], json!(id), "{row}");
        }
    }
}

/// Seen `recipes/get_name_that_is_a_uuid`, `get_name_exports`.
#[tokio::test]
async fn some_slugs_lead_elsewhere() {
    let table = Table::empty().await;
    table.post("/api/recipes", json!({ "name": "11111111-2222-4333-8444-555555555555" })).await;
    assert_eq!(table.get("/api/recipes/11111111-2222-4333-8444-555555555555").await.status, 404);
    table.post("/api/recipes", json!({ "name": "exports" })).await;
    assert_eq!(table.get("/api/recipes/exports").await.body, json!({ "json": ["raw"], "zip": ["zip"] }));
}

/// Seen `recipes/patch_*`: what is refused, and that nothing is written then.
#[tokio::test]
async fn a_patch_that_mealie_stumbles_over_writes_nothing() {
    let table = Table::demo().await;
    let reference = "c1942ffc-467d-4a4f-ac29-b2bdc0475a3d";
    let line = |more: Value| {
        let mut line = json!({ "referenceId": reference, "note": "x" });
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "recipeIngredient": [line] })
    };
    let before = table.get("/api/recipes/pea-soup").await.body;
    for (row, body, status, at, want) in [
        (
            "step without references",
            json!({ "recipeInstructions": [{ "text": "a" }] }),
            500,
            "/detail/exception",
            "TypeError",
        ),
        (
            "steps as text",
            json!({ "recipeInstructions": ["a"] }),
            422,
            "/detail/0/type",
            "model_attributes_type",
        ),
        ("food as text", line(json!({ "food": "onion" })), 500, "/detail/exception", "ValueError"),
        (
            "food without id",
            line(json!({ "food": { "name": "onion" } })),
            500,
            "/detail/exception",
            "ValueError",
        ),
        (
            "quantity as a fraction",
            line(json!({ "quantity": "1/2" })),
            422,
            "/detail/0/type",
            "float_parsing",
        ),
        (
            "reference id that is none",
            json!({ "recipeIngredient": [{ "referenceId": "x" }] }),
            422,
            "/detail/0/type",
            "uuid_parsing",
        ),
        ("null lines", json!({ "recipeIngredient": null }), 422, "/detail/0/type", "list_type"),
        ("null tools", json!({ "tools": null }), 422, "/detail/0/type", "list_type"),
        ("servings in words", json!({ "recipeServings": "four" }), 422, "/detail/0/type", "float_parsing"),
        (
            "nested extras",
            json!({ "extras": { "a": { "b": 1 } } }),
            500,
            "/detail/exception",
            "ProgrammingError",
        ),
        ("note without title", json!({ "notes": [{ "text": "x" }] }), 422, "/detail/0/type", "missing"),
        ("null name", json!({ "name": null }), 500, "/detail/exception", "TypeError"),
        ("empty name", json!({ "name": "" }), 500, "/detail/exception", "AssertionError"),
    ] {
        let answer = table.patch("/api/recipes/pea-soup", body).await;
        assert_eq!((answer.status, answer.body.pointer(at)), (status, Some(&json!(want))), "{row}");
        assert_eq!(table.get("/api/recipes/pea-soup").await.body, before, "{row}");
    }
    let emoji = table.patch("/api/recipes/pea-soup", json!({ "name": "🍕" })).await;
    assert_eq!((emoji.status, emoji.text.as_str()), (500, "Internal Server Error"));
}

/// Seen `recipes/patch_ingredients_food_id_only_422`.
#[tokio::test]
async fn a_food_that_is_an_id_alone_is_refused_with_internal_names() {
    let table = Table::demo().await;
    let onion = table.mealie.kitchen().food_named("onion").unwrap().id;
    let line = json!({ "referenceId": "e5a8810e-155c-4f0a-9fe0-c215336a0a7c", "food": { "id": onion } });
    let answer = table.patch("/api/recipes/pea-soup", json!({ "recipeIngredient": [line] })).await;
    let locs: Vec<_> =
        answer.body["detail"].as_array().unwrap().iter().map(|entry| entry["loc"][4].clone()).collect();
    assert_eq!(
        locs,
        [
            "function-after[set_tz_info(), IngredientFood]",
            "function-after[set_tz_info(), CreateIngredientFood]"
        ]
    );
}

/// Seen `recipes/patch_null_description`, `patch_times_numbers`, `patch_snake_case_keys`, `patch_org_url_*`,
/// `patch_nutrition`, `patch_servings_null`, `patch_steps_with_refs`, `patch_ingredients_quantity_rounding`.
#[tokio::test]
async fn a_patch_replaces_key_by_key() {
    let table = Table::demo().await;
    let onion = table.mealie.kitchen().food_named("onion").unwrap().id;
    let reference = "5e5bdc5f-eddc-48a0-83f8-a90e1505c8a6";
    for (row, body, at, want) in [
        ("null clears", json!({ "description": null }), "/description", Value::Null),
        ("a number becomes text", json!({ "cookTime": 20.5 }), "/cookTime", json!("20.5")),
        ("snake case", json!({ "recipe_servings": 9 }), "/recipeServings", json!(9.0)),
        ("a number as text", json!({ "recipeServings": "4" }), "/recipeServings", json!(4.0)),
        ("null servings", json!({ "recipeServings": null }), "/recipeServings", json!(0.0)),
        ("orgURL", json!({ "orgURL": "https://example.com/r" }), "/orgURL", json!("https://example.com/r")),
        (
            "orgUrl is another key",
            json!({ "orgUrl": "https://example.com/o" }),
            "/orgURL",
            json!("https://example.com/r"),
        ),
        (
            "nutrition as a number",
            json!({ "nutrition": { "fatContent": 8 } }),
            "/nutrition/fatContent",
            json!("8"),
        ),
        ("rating is ignored", json!({ "rating": 1 }), "/rating", json!(4.0)),
        (
            "notes",
            json!({ "notes": [{ "title": "Tip", "text": "Fresh." }] }),
            "/notes/0/text",
            json!("Fresh."),
        ),
        ("extras", json!({ "extras": { "a": "1" } }), "/extras", json!({ "a": "1" })),
        (
            "steps",
            json!({ "recipeInstructions": [{ "text": "a", "ingredientReferences": [] }] }),
            "/recipeInstructions/0/title",
            Value::Null,
        ),
        (
            "lines",
            json!({ "recipeIngredient": [{ "referenceId": reference, "quantity": 0.3333333, "food": { "id": onion, "name": "x" } }] }),
            "/recipeIngredient/0/quantity",
            json!(0.333),
        ),
        (
            "null steps change nothing",
            json!({ "recipeInstructions": null }),
            "/recipeInstructions/0/text",
            json!("a"),
        ),
        ("no lines", json!({ "recipeIngredient": [] }), "/recipeIngredient", json!([])),
    ] {
        let answer = table.patch("/api/recipes/pea-soup", body).await;
        assert_eq!((answer.status, answer.body.pointer(at)), (200, Some(&want)), "{row}");
        assert_eq!(
            table.get("/api/recipes/pea-soup").await.body.pointer(at),
            Some(&want),
            "{row}, read again"
        );
    }
    let same_name = table.mealie.kitchen().food_named("onion").map(|food| food.name.clone());
    assert_eq!(
        same_name.as_deref(),
        Some("onion"),
        "the name of a food is not written through, unlike a tag's"
    );
}

/// Seen `recipes/rename_*`: the ids of the steps differ in every answer.
#[tokio::test]
async fn every_patch_makes_the_steps_anew() {
    let table = Table::demo().await;
    let before = table.get("/api/recipes/pea-soup").await.body["recipeInstructions"].clone();
    table.patch("/api/recipes/pea-soup", json!({})).await;
    let after = table.get("/api/recipes/pea-soup").await.body["recipeInstructions"].clone();
    assert_eq!(before[0]["text"], after[0]["text"]);
    assert_ne!(before[0]["id"], after[0]["id"]);
}

/// Seen `recipes/delete_again_404`, `shopping/list_after_recipe_deleted`, `comments_timeline/cascade_*`, `share/cascade_*`.
#[tokio::test]
async fn a_delete_takes_comments_plans_and_share_links_along() {
    let table = Table::demo().await;
    let id = table.mealie.kitchen().recipe_named("Red Lentil Soup").unwrap().id;
    let plans = format!("/api/households/mealplans?queryFilter=recipe_id%20=%20%22{id}%22");
    let links = format!("/api/shared/recipes?recipe_id={id}");
    assert_eq!(table.get(&plans).await.total(), 2);
    assert_eq!(table.get(&links).await.body.as_array().map(Vec::len), Some(1));
    let deleted = table.delete("/api/recipes/red-lentil-soup").await;
    assert_eq!((deleted.status, &deleted.body["id"]), (200, &json!(id)));
    assert_eq!(
        deleted.body["comments"].as_array().map(Vec::len),
        Some(2),
        "the answer is the recipe as it was"
    );
    assert_eq!(table.get(&plans).await.total(), 0);
    assert_eq!(table.get(&links).await.body, json!([]));
    assert!(table.mealie.kitchen().comments_on(id).is_empty());
    let again = table.delete("/api/recipes/red-lentil-soup").await;
    assert_eq!((again.status, &again.body["detail"]["message"]), (404, &json!("No Entry Found")));
}

/// Seen `recipes/patch_locked_by_nonowner_403`, `delete_locked_by_nonowner_403`, `delete_locked_by_admin_ok`.
#[tokio::test]
async fn a_locked_recipe_of_somebody_else_is_not_the_cooks_to_change() {
    let table = Table::demo().await;
    let somebody = {
        let mut kitchen = table.mealie.kitchen();
        let mut somebody = kitchen.cook().clone();
        somebody.id = kitchen.fresh_id();
        somebody.token = "another".into();
        let id = somebody.id;
        kitchen.users.put(somebody);
        let soup = kitchen.recipe_named("Pea Soup").unwrap().id;
        let soup = kitchen.recipes.get_mut(soup).unwrap();
        soup.user_id = id;
        soup.settings.locked = true;
        id
    };
    assert_eq!(table.get("/api/recipes/pea-soup").await.body["userId"], json!(somebody));
    assert_eq!(table.patch("/api/recipes/pea-soup", json!({ "description": "x" })).await.status, 403);
    assert_eq!(table.delete("/api/recipes/pea-soup").await.status, 403);
    table.mealie.kitchen().users.iter_mut().for_each(|user| user.admin = true);
    assert_eq!(
        table.patch("/api/recipes/pea-soup", json!({ "description": "x" })).await.status,
        403,
        "admins too"
    );
    assert_eq!(table.delete("/api/recipes/pea-soup").await.status, 200, "but an admin may delete");
}
