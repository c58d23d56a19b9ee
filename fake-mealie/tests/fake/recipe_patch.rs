//! What a PATCH writes and what it refuses: the smaller surprises.
//! Never about the hazards, which have a file of their own.

use serde_json::{Value, json};

use super::client::Table;

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
    // Seen `recipes/patch_steps_null`.
    table.patch("/api/recipes/pea-soup", json!({ "recipeInstructions": null })).await;
    let untouched = table.get("/api/recipes/pea-soup").await.body["recipeInstructions"].clone();
    assert_eq!(after, untouched, "unless it says null for them");
}

/// Seen `recipes/patch_user_id`, `patch_created_at`, `patch_last_made_direct`, `patch_image_field`, `patch_image_null`,
/// `patch_assets`, `patch_comments_ignored`, `patch_extras`, `patch_times_numbers`; the rest asked of a running one.
#[tokio::test]
async fn a_patch_obeys_more_than_one_would_think() {
    let table = Table::empty().await;
    let id = table.mealie.kitchen().add_full_recipe("Plum Cake");
    table.mealie.kitchen().add_comment(id, "Good.");
    let household = table.get("/api/recipes/plum-cake").await.body["householdId"].clone();
    let nobody = "3fe61ebf-b3e4-4d4a-af96-8c80912d8f60";
    for (row, body, at, want) in [
        (
            "when it was made",
            json!({ "createdAt": "2020-01-01T00:00:00Z" }),
            "/createdAt",
            json!("2020-01-01T00:00:00Z"),
        ),
        ("in snake case", json!({ "created_at": "2020-02-02" }), "/createdAt", json!("2020-02-02T00:00:00Z")),
        ("the day it came in", json!({ "dateAdded": "2020-01-01" }), "/dateAdded", json!("2020-01-01")),
        ("no day", json!({ "dateAdded": null }), "/dateAdded", Value::Null),
        (
            "when it was cooked",
            json!({ "lastMade": "2024-01-01T10:00:00+02:00" }),
            "/lastMade",
            json!("2024-01-01T08:00:00Z"),
        ),
        ("never cooked", json!({ "lastMade": null }), "/lastMade", Value::Null),
        ("the version of the cover", json!({ "image": "abcd" }), "/image", json!("abcd")),
        ("a number", json!({ "image": 5 }), "/image", json!("5")),
        ("no cover", json!({ "image": null }), "/image", Value::Null),
        (
            "files",
            json!({ "assets": [{ "name": "a", "icon": "mdi-file", "fileName": "a.pdf" }] }),
            "/assets/0/fileName",
            json!("a.pdf"),
        ),
        ("null files change nothing", json!({ "assets": null }), "/assets/0/fileName", json!("a.pdf")),
        ("no files", json!({ "assets": [] }), "/assets", json!([])),
        ("null notes change nothing", json!({ "notes": null }), "/notes/0/title", json!("Keeping")),
        ("no notes", json!({ "notes": [] }), "/notes", json!([])),
        (
            "extras are texts",
            json!({ "extras": { "a": 1, "b": true, "c": null, "d": 1.5 } }),
            "/extras",
            json!({ "a": "1", "b": "1", "c": null, "d": "1.5" }),
        ),
        ("null extras", json!({ "extras": null }), "/extras", json!({})),
        ("a flag for a time", json!({ "prepTime": true }), "/prepTime", json!("True")),
        ("a large time", json!({ "cookTime": 1e20 }), "/cookTime", json!("1e+20")),
        ("a list of no servings", json!({ "recipeServings": [] }), "/recipeServings", json!(0.0)),
        (
            "nutrition in snake case",
            json!({ "nutrition": { "fat_content": 7.5 } }),
            "/nutrition/fatContent",
            json!("7.5"),
        ),
        ("and the rest of it is gone", json!({}), "/nutrition/calories", Value::Null),
        ("the household is not obeyed", json!({ "householdId": nobody }), "/householdId", household),
        ("nor are comments", json!({ "comments": [] }), "/comments/0/text", json!("Good.")),
        ("the owner", json!({ "userId": nobody }), "/userId", json!(nobody)),
    ] {
        let answer = table.patch("/api/recipes/plum-cake", body).await;
        assert_eq!((answer.status, answer.body.pointer(at)), (200, Some(&want)), "{row}");
        let again = table.get("/api/recipes/plum-cake").await.body;
        assert_eq!(again.pointer(at), Some(&want), "{row}, read again");
        for computed in ["updatedAt", "dateUpdated"] {
            assert!(!again[computed].as_str().unwrap().starts_with("2020"), "{row}, {computed}");
        }
    }
}

/// Seen `recipes/patch_date_added_bad_422`; the rest asked of a running one.
#[tokio::test]
async fn what_a_patch_cannot_read_is_refused_at_its_place() {
    let table = Table::empty().await;
    table.mealie.kitchen().add_full_recipe("Plum Cake");
    let before = table.get("/api/recipes/plum-cake").await.body;
    let step = |reference: Value| json!({ "recipeInstructions": [{ "text": "x", "ingredientReferences": reference }] });
    for (row, body, kind, loc) in [
        (
            "a day",
            json!({ "dateAdded": "yesterday" }),
            "date_from_datetime_parsing",
            json!(["body", "dateAdded"]),
        ),
        ("a time", json!({ "createdAt": "x" }), "datetime_from_date_parsing", json!(["body", "createdAt"])),
        ("no owner", json!({ "userId": null }), "uuid_type", json!(["body", "userId"])),
        ("a name for an owner", json!({ "userId": "x" }), "uuid_parsing", json!(["body", "userId"])),
        (
            "a null switch",
            json!({ "settings": { "public": null } }),
            "bool_type",
            json!(["body", "settings", "public"]),
        ),
        (
            "a flag for a nutrition text",
            json!({ "nutrition": { "calories": true } }),
            "string_type",
            json!(["body", "nutrition", "calories"]),
        ),
        (
            "a text for nutrition",
            json!({ "nutrition": "x" }),
            "model_attributes_type",
            json!(["body", "nutrition"]),
        ),
        (
            "a number for a description",
            json!({ "description": 5 }),
            "string_type",
            json!(["body", "description"]),
        ),
        ("a list for a time", json!({ "prepTime": [1] }), "string_type", json!(["body", "prepTime"])),
        (
            "a null reference id",
            json!({ "recipeIngredient": [{ "referenceId": null }] }),
            "uuid_type",
            json!(["body", "recipeIngredient", 0, "referenceId"]),
        ),
        (
            "null for the links of a step",
            step(Value::Null),
            "list_type",
            json!(["body", "recipeInstructions", 0, "ingredientReferences"]),
        ),
        (
            "a link that is no UUID",
            step(json!([{ "referenceId": "x" }])),
            "uuid_parsing",
            json!(["body", "recipeInstructions", 0, "ingredientReferences", 0, "referenceId"]),
        ),
        (
            "a file without an icon",
            json!({ "assets": [{ "name": "a" }] }),
            "missing",
            json!(["body", "assets", 0, "icon"]),
        ),
    ] {
        let answer = table.patch("/api/recipes/plum-cake", body).await;
        let problem = &answer.body["detail"][0];
        assert_eq!((answer.status, &problem["type"], &problem["loc"]), (422, &json!(kind), &loc), "{row}");
        assert_eq!(table.get("/api/recipes/plum-cake").await.body, before, "{row}");
    }
    for (row, body, text) in [
        ("a list for extras", json!({ "extras": [1] }), true),
        ("an object for a cover", json!({ "image": { "a": 1 } }), false),
    ] {
        let answer = table.patch("/api/recipes/plum-cake", body).await;
        assert_eq!((answer.status, answer.text == "Internal Server Error"), (500, text), "{row}");
        assert_eq!(table.get("/api/recipes/plum-cake").await.body, before, "{row}");
    }
}

/// Seen `recipes/patch_id_change`, `patch_group_id_other_loses_recipe`, `get_after_group_change_404`.
#[tokio::test]
async fn another_id_loses_what_hangs_on_the_old_one_and_another_group_loses_the_recipe() {
    let table = Table::empty().await;
    let (id, taken) = {
        let mut kitchen = table.mealie.kitchen();
        (kitchen.add_full_recipe("Plum Cake"), kitchen.add_recipe("Bread"))
    };
    let other = "00000000-0000-4000-8000-00000000abcd";
    let clash = table.patch("/api/recipes/plum-cake", json!({ "id": taken })).await;
    assert_eq!((clash.status, &clash.body["detail"]["message"]), (400, &json!("Recipe already exists")));
    let same = table.patch("/api/recipes/plum-cake", json!({ "id": id })).await;
    assert_eq!(
        (same.status, same.body["tags"].as_array().map(Vec::len)),
        (200, Some(1)),
        "its own id is no other"
    );
    let moved = table.patch("/api/recipes/plum-cake", json!({ "id": other })).await;
    assert_eq!((moved.status, &moved.body["id"]), (200, &json!(other)));
    for list in ["tags", "recipeCategory", "tools", "comments"] {
        assert_eq!(moved.body[list], json!([]), "{list}");
    }
    for list in ["recipeIngredient", "notes"] {
        assert_eq!(moved.body[list], same.body[list], "{list}");
    }
    assert_eq!(table.get(&format!("/api/recipes/{id}")).await.status, 404);
    assert_eq!(
        table.get("/api/recipes?orderBy=createdAt&orderDirection=asc").await.names(),
        ["Plum Cake", "Bread"]
    );
    let gone = table
        .patch("/api/recipes/plum-cake", json!({ "groupId": "00000000-0000-4000-8000-0000000000ff" }))
        .await;
    assert_eq!((gone.status, &gone.body["groupId"]), (200, &json!("00000000-0000-4000-8000-0000000000ff")));
    assert_eq!(table.get("/api/recipes/plum-cake").await.status, 404);
    assert_eq!(table.get("/api/recipes").await.names(), ["Bread"]);
}

/// Python rounds a half to the even digit, and knows that 1.0005 is less than that. Asked of a running one.
#[tokio::test]
async fn a_quantity_is_kept_to_three_digits_as_python_rounds_them() {
    let table = Table::empty().await;
    table.mealie.kitchen().add_full_recipe("Plum Cake");
    let mut whole = table.get("/api/recipes/plum-cake").await.body;
    for (sent, kept) in [
        (0.0625, 0.062),
        (0.3125, 0.312),
        (0.1875, 0.188),
        (1.0005, 1.0),
        (2.6755, 2.675),
        (1e20, 1e20),
        (1e308, 1e308),
        (-0.0625, -0.062),
    ] {
        let lines =
            json!([{ "quantity": sent, "note": "x", "referenceId": "5e5bdc5f-eddc-48a0-83f8-a90e1505c8a6" }]);
        whole["recipeIngredient"] = lines.clone();
        for (way, answer) in [
            ("PATCH", table.patch("/api/recipes/plum-cake", json!({ "recipeIngredient": lines })).await),
            ("PUT", table.put("/api/recipes/plum-cake", whole.clone()).await),
        ] {
            assert_eq!(answer.status, 200, "{way} {sent}: {}", answer.text);
            assert_eq!(answer.body["recipeIngredient"][0]["quantity"], json!(kept), "{way} {sent}");
        }
    }
}

/// Asked of a running one.
#[tokio::test]
async fn what_a_patch_looks_at_and_does_not_obey() {
    let table = Table::empty().await;
    table.mealie.kitchen().add_full_recipe("Plum Cake");
    let before = table.get("/api/recipes/plum-cake").await.body;
    let step =
        |id: Value| json!({ "recipeInstructions": [{ "id": id, "text": "x", "ingredientReferences": [] }] });
    let no_comment = json!({ "comments": [{ "x": 1 }] });
    for (row, body, kind, loc) in [
        ("a household", json!({ "householdId": "x" }), "uuid_parsing", json!(["body", "householdId"])),
        ("no household", json!({ "householdId": null }), "uuid_type", json!(["body", "householdId"])),
        ("a rating", json!({ "rating": "x" }), "float_parsing", json!(["body", "rating"])),
        (
            "a change",
            json!({ "dateUpdated": "x" }),
            "datetime_from_date_parsing",
            json!(["body", "dateUpdated"]),
        ),
        ("a write", json!({ "updatedAt": "x" }), "datetime_from_date_parsing", json!(["body", "updatedAt"])),
        (
            "its name in the table",
            json!({ "update_at": "x" }),
            "datetime_from_date_parsing",
            json!(["body", "update_at"]),
        ),
        ("comments", json!({ "comments": "x" }), "list_type", json!(["body", "comments"])),
        ("a comment", no_comment.clone(), "missing", json!(["body", "comments", 0, "recipeId"])),
        ("a step", step(json!("x")), "uuid_parsing", json!(["body", "recipeInstructions", 0, "id"])),
        (
            "nothing for a step",
            step(json!("")),
            "uuid_parsing",
            json!(["body", "recipeInstructions", 0, "id"]),
        ),
        ("a number for a step", step(json!(5)), "uuid_type", json!(["body", "recipeInstructions", 0, "id"])),
    ] {
        let answer = table.patch("/api/recipes/plum-cake", body).await;
        let problem = &answer.body["detail"][0];
        assert_eq!((answer.status, &problem["type"], &problem["loc"]), (422, &json!(kind), &loc), "{row}");
        assert_eq!(table.get("/api/recipes/plum-cake").await.body, before, "{row}");
    }
    let missing = table.patch("/api/recipes/plum-cake", no_comment).await;
    let places: Vec<_> =
        missing.body["detail"].as_array().expect("a list").iter().map(|said| &said["loc"][3]).collect();
    assert_eq!(places, ["recipeId", "text", "id", "createdAt", "update_at", "userId", "user"]);
    for (row, body) in [
        ("a number for a household", json!({ "householdId": 5 })),
        ("no rating", json!({ "rating": null })),
        ("a rating in a text", json!({ "rating": "4" })),
        ("no change", json!({ "dateUpdated": null, "updatedAt": null })),
        ("no comments", json!({ "comments": null })),
        ("no id of a step", step(Value::Null)),
        ("an id of another version", step(json!("00000000-0000-1000-8000-000000000000"))),
        ("its own comments", json!({ "comments": before["comments"] })),
    ] {
        let answer = table.patch("/api/recipes/plum-cake", body).await;
        assert_eq!(
            (answer.status, &answer.body["rating"]),
            (200, &before["rating"]),
            "{row}: {}",
            answer.text
        );
    }
}
