//! Recipes: making them, reading them by every spelling, deleting them, and who may.
//! Never about what a change writes; that is `recipe_patch`.

use serde_json::json;

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

/// Seen `recipes/patch_by_same_household_nonowner`, `patch_by_other_household_403`, `delete_by_other_household_403`,
/// `patch_locked_by_nonowner_403`, `unlock_by_nonowner_403`, `lock_by_admin_nonowner_403`; the preference read.
#[tokio::test]
async fn who_may_change_a_recipe() {
    use fake_mealie::{Others, User};
    for (row, neighbour, locked, others, admin, patch, lock, delete) in [
        ("of the same household", true, false, Others::MayRead, false, 200, 403, 200),
        ("of the same household, locked", true, true, Others::MayRead, false, 403, 403, 403),
        ("of another household", false, false, Others::MayRead, false, 403, 403, 403),
        ("of another household that may", false, false, Others::MayChange, false, 200, 403, 200),
        ("of another household that may, locked", false, true, Others::MayChange, false, 403, 403, 403),
        ("an admin of the same household, locked", true, true, Others::MayRead, true, 403, 403, 200),
        ("an admin of another household", false, false, Others::MayRead, true, 403, 403, 200),
    ] {
        let table = Table::empty().await;
        {
            let mut kitchen = table.mealie.kitchen();
            let home = kitchen.household_of(kitchen.cook().id).clone();
            let mut theirs = home.clone();
            if !neighbour {
                (theirs.id, theirs.slug) = (kitchen.fresh_id(), "cabin".into());
            }
            theirs.preferences.others = others;
            let owner = User {
                id: kitchen.fresh_id(),
                household_id: theirs.id,
                token: "owner".into(),
                ..kitchen.cook().clone()
            };
            let owner_id = owner.id;
            kitchen.households.put(theirs);
            kitchen.users.put(owner);
            kitchen.users.iter_mut().for_each(|user| user.admin = admin);
            let stew = kitchen.add_recipe("Stew");
            kitchen.give_recipe(stew, owner_id);
            if locked {
                kitchen.lock_recipe(stew);
            }
        }
        let six = |locked: bool| {
            json!({ "settings": {
            "public": false, "showNutrition": false, "showAssets": false, "landscapeView": false,
            "disableComments": false, "locked": locked,
        } })
        };
        let said = table.patch("/api/recipes/stew", json!({ "description": "x" })).await;
        assert_eq!(said.status, patch, "{row}, a change");
        if patch == 403 {
            let denied =
                json!({ "detail": { "message": "Permission Denied", "error": true, "exception": null } });
            assert_eq!(said.body, denied, "{row}");
        }
        assert_eq!(table.patch("/api/recipes/stew", six(!locked)).await.status, lock, "{row}, the lock");
        assert_eq!(table.delete("/api/recipes/stew").await.status, delete, "{row}, a delete");
    }
}

/// Seen `recipes/create_accept_language_de`, `get_created_with_accept_language_de`,
/// `timeline_created_with_accept_language_de`, `create_as_limited_user`.
#[tokio::test]
async fn a_new_recipe_follows_the_household_and_the_language_of_whoever_makes_it() {
    let table = Table::empty().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let home = kitchen.cook().household_id;
        let preferences = &mut kitchen.households.get_mut(home).unwrap().preferences;
        preferences.new_recipes.public = true;
        preferences.new_recipes.disable_comments = true;
    }
    let authorization = format!("authorization: Bearer {}\r\n", table.mealie.token());
    for (name, slug, language, line, created) in [
        ("Rezept", "rezept", "accept-language: de-DE\r\n", "250 g Mehl", "Rezept erstellt"),
        ("Recipe", "recipe", "accept-language: de-DE,de;q=0.9\r\n", "1 Cup Flour", "Recipe Created"),
    ] {
        let body = Some(json!({ "name": name }));
        table.ask_as(&format!("{authorization}{language}"), "POST", "/api/recipes", body).await;
        let recipe = table.get(&format!("/api/recipes/{slug}")).await.body;
        assert_eq!(recipe["recipeIngredient"][0]["note"], json!(line));
        assert_eq!(
            recipe["settings"],
            json!({
                "public": true, "showNutrition": false, "showAssets": false, "landscapeView": false,
                "disableComments": true, "locked": false,
            })
        );
        let kitchen = table.mealie.kitchen();
        let made = kitchen.recipe_at(slug).unwrap();
        let [event] = kitchen.timeline_of(made.id)[..] else { panic!("one event") };
        assert_eq!(
            (event.subject.as_str(), event.user_id, event.timestamp),
            (created, made.user_id, made.created_at)
        );
    }
}

/// Seen `recipes/patch_org_url`; the columns asked of a running one.
#[tokio::test]
async fn a_recipe_is_found_by_where_it_was_taken_from() {
    let table = Table::empty().await;
    let id = table.mealie.kitchen().add_recipe("Stew");
    table.mealie.kitchen().add_recipe("Soup");
    table.mealie.kitchen().set_source(id, "https://recipes.example/stew");
    for column in ["orgURL", "org_url"] {
        let path = format!("/api/recipes?queryFilter={column}%20=%20%22https://recipes.example/stew%22");
        assert_eq!(table.get(&path).await.names(), ["Stew"], "{column}");
    }
    assert_eq!(
        table.get("/api/recipes?search=stew").await.body["items"][0]["orgURL"],
        "https://recipes.example/stew"
    );
}

#[tokio::test]
async fn a_full_recipe_has_something_everywhere() {
    let table = Table::empty().await;
    let id = table.mealie.kitchen().add_full_recipe("Plum Cake");
    let shown = table.mealie.kitchen().shown_recipe(id).expect("readable");
    assert_eq!(table.get("/api/recipes/plum-cake").await.body, shown);
    for (key, value) in shown.as_object().unwrap() {
        let empty = value.is_null() || value == &json!([]) || value == &json!({}) || value == &json!(0.0);
        assert_eq!(empty, ["rating", "comments"].contains(&key.as_str()), "{key}: {value}");
    }
    table.patch("/api/recipes/plum-cake", json!({})).await;
    assert_ne!(table.mealie.kitchen().shown_recipe(id), Some(shown), "a change is seen");
}

/// Seen `recipes/bulk_delete`, `rename_one_bulk_delete_by_stored_slug`, `poison_bulk_delete_500`; who may, read.
#[tokio::test]
async fn a_recipe_that_lost_its_slug_is_deleted_by_the_one_in_the_table() {
    let table = Table::empty().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let lost = kitchen.add_recipe("Old Name");
        kitchen.rename_leaving_the_slug(lost, "New Name");
        let poisoned = kitchen.add_recipe("Poisoned");
        kitchen.recipes.get_mut(poisoned).unwrap().ingredients.push(fake_mealie::Ingredient::default());
    }
    let path = "/api/recipes/bulk-actions/delete";
    for (row, slugs, status, left) in [
        ("nobody's alone", json!(["new-name"]), 403, 2),
        ("the stored one and nobody's", json!(["old-name", "nope"]), 200, 1),
        ("a poisoned one", json!(["poisoned"]), 500, 1),
    ] {
        let answer = table.post(path, json!({ "recipes": slugs })).await;
        assert_eq!((answer.status, table.mealie.kitchen().recipes.len()), (status, left), "{row}");
    }
    table.mealie.kitchen().users.iter_mut().for_each(|user| user.admin = true);
    let nobodys = table.post(path, json!({ "recipes": ["nope"] })).await;
    assert_eq!((nobodys.status, nobodys.text.as_str()), (200, "null"), "an admin may delete nothing");
}
