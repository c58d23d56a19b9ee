//! Copies of a recipe, and the note that it was cooked.
//! Never about the cover, beyond that a copy has it.

use serde_json::{Value, json};

use super::client::Table;
use super::forms::png;

const COPY: &str = "/api/recipes/plum-cake/duplicate";

async fn with_a_full_recipe() -> (Table, uuid::Uuid) {
    let table = Table::empty().await;
    let id = table.mealie.kitchen().add_full_recipe("Plum Cake");
    (table, id)
}

/// Seen `recipes/duplicate_no_name`, `duplicate_null_name`, `duplicate_empty_name`, `duplicate_named`,
/// `duplicate_name_taken`, `duplicate_by_uuid`.
#[tokio::test]
async fn a_copy_is_named_as_asked_or_numbered() {
    let (table, id) = with_a_full_recipe().await;
    table.mealie.kitchen().add_recipe("Tomato Soup");
    let by_id = format!("/api/recipes/{id}/duplicate");
    for (row, path, body, name, slug) in [
        ("no name", COPY, json!({}), "Plum Cake (1)", "plum-cake-1"),
        ("null", COPY, json!({ "name": null }), "Plum Cake (2)", "plum-cake-2"),
        ("empty", COPY, json!({ "name": "" }), "Plum Cake (3)", "plum-cake-3"),
        ("a name", COPY, json!({ "name": "Cake for Two" }), "Cake for Two", "cake-for-two"),
        ("a taken name", COPY, json!({ "name": "Tomato Soup" }), "Tomato Soup (1)", "tomato-soup-1"),
        ("by UUID", by_id.as_str(), json!({ "name": "By Id" }), "By Id", "by-id"),
    ] {
        let answer = table.post(path, body).await;
        assert_eq!(
            (answer.status, &answer.body["name"], &answer.body["slug"]),
            (201, &json!(name), &json!(slug)),
            "{row}"
        );
        assert_eq!(answer.header("last-modified"), answer.body["updatedAt"].as_str(), "{row}");
        let read = table.get(&format!("/api/recipes/{slug}")).await.body;
        assert_eq!(read, answer.body, "{row}");
    }
}

/// Seen `recipes/duplicate_named`, `media_image/duplicate_with_image`, `recipes/duplicate_timeline_has_no_created_event`;
/// the links of the steps read.
#[tokio::test]
async fn a_copy_keeps_what_is_in_the_recipe_and_when_it_came_in() {
    let (table, id) = with_a_full_recipe().await;
    table.mealie.kitchen().add_comment(id, "Mine is better.");
    let original = table.get("/api/recipes/plum-cake").await.body;
    let copy = table.post(COPY, json!({ "name": "Copy" })).await.body;
    let copy_id: uuid::Uuid = copy["id"].as_str().unwrap().parse().unwrap();
    let (mut left, mut right) = (original.clone(), copy.clone());
    for recipe in [&mut left, &mut right] {
        let object = recipe.as_object_mut().unwrap();
        let differ = ["id", "name", "slug", "image", "dateUpdated", "updatedAt", "lastMade", "comments"]
            .map(|key| object.remove(key));
        assert!(differ.iter().all(Option::is_some));
        for line in object["recipeIngredient"].as_array_mut().unwrap() {
            line.as_object_mut().unwrap().remove("referenceId").unwrap();
        }
        for step in object["recipeInstructions"].as_array_mut().unwrap() {
            step.as_object_mut().unwrap().remove("id").unwrap();
        }
    }
    assert_eq!(left, right);
    assert_ne!(original["id"], copy["id"]);
    assert_eq!((&copy["lastMade"], &copy["comments"]), (&Value::Null, &json!([])));
    let version = copy["image"].as_str().unwrap();
    assert!(version.len() == 4 && version.bytes().all(|letter| letter.is_ascii_alphanumeric()), "{version}");
    assert_eq!(table.mealie.kitchen().picture_of(copy_id).as_deref(), Some(png()));
    assert!(table.mealie.kitchen().timeline_of(copy_id).is_empty());
    for list in ["recipeIngredient", "recipeInstructions"] {
        let key = if list == "recipeIngredient" { "referenceId" } else { "id" };
        for index in 0..2 {
            assert_ne!(original[list][index][key], copy[list][index][key], "{list} {index}");
        }
    }
    let link = &copy["recipeInstructions"][0]["ingredientReferences"][0]["referenceId"];
    assert_eq!(
        link, &original["recipeIngredient"][0]["referenceId"],
        "the links lead to lines of the original"
    );
    assert_eq!(table.get("/api/recipes/plum-cake").await.body, original, "the original is as it was");
}

/// Seen `recipes/duplicate_emoji_name_400`, `duplicate_no_body_422`, `poison_duplicate_500`; the rest asked of a running
/// one.
#[tokio::test]
async fn a_copy_is_refused_like_a_recipe() {
    let (table, _) = with_a_full_recipe().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let poisoned = kitchen.add_recipe("Poisoned");
        kitchen.recipes.get_mut(poisoned).unwrap().ingredients.push(fake_mealie::Ingredient::default());
    }
    for (row, recipe, body, status, at, want) in [
        (
            "an emoji",
            "plum-cake",
            Some(json!({ "name": "🍕" })),
            400,
            "/detail/message",
            "Unable to generate recipe slug",
        ),
        (
            "a blank",
            "plum-cake",
            Some(json!({ "name": " " })),
            400,
            "/detail/message",
            "Unable to generate recipe slug",
        ),
        ("a number", "plum-cake", Some(json!({ "name": 5 })), 422, "/detail/0/type", "string_type"),
        ("a list", "plum-cake", Some(json!([])), 422, "/detail/0/type", "model_attributes_type"),
        ("no body", "plum-cake", None, 422, "/detail/0/type", "missing"),
        ("no recipe", "nope", Some(json!({})), 404, "/detail/message", "No Entry Found"),
        ("a poisoned one", "poisoned", Some(json!({})), 500, "/detail/exception", "ValidationError"),
    ] {
        let answer = table.ask("POST", &format!("/api/recipes/{recipe}/duplicate"), body).await;
        assert_eq!((answer.status, answer.body.pointer(at)), (status, Some(&json!(want))), "{row}");
        assert_eq!(table.mealie.kitchen().recipes.len(), 2, "{row}");
    }
    for _ in 1..=9 {
        assert_eq!(table.post(COPY, json!({})).await.status, 201);
    }
    let eleventh = table.post(COPY, json!({})).await;
    assert_eq!(
        (eleventh.status, &eleventh.body["detail"]["message"]),
        (400, &json!("Recipe already exists"))
    );
}

/// Seen `recipes/duplicate_by_other_household_user`, `last_made_other_household_user`, `household_recipe_last_made_*`.
#[tokio::test]
async fn somebody_of_another_household_may_copy_a_locked_recipe_and_cook_it() {
    let (table, id) = with_a_full_recipe().await;
    let carol = {
        let mut kitchen = table.mealie.kitchen();
        kitchen.lock_recipe(id);
        let home = kitchen.household_of(kitchen.cook().id).clone();
        let cabin = fake_mealie::Household { id: kitchen.fresh_id(), slug: "cabin".into(), ..home };
        let carol = fake_mealie::User {
            id: kitchen.fresh_id(),
            household_id: cabin.id,
            token: "carol".into(),
            ..kitchen.cook().clone()
        };
        let ids = (carol.id, cabin.id);
        kitchen.households.put(cabin);
        kitchen.users.put(carol);
        ids
    };
    let as_carol = "authorization: Bearer carol\r\n";
    let patched =
        table.ask_as(as_carol, "PATCH", "/api/recipes/plum-cake", Some(json!({ "description": "x" }))).await;
    assert_eq!(patched.status, 403);
    let copy = table.ask_as(as_carol, "POST", COPY, Some(json!({ "name": "Mine" }))).await;
    assert_eq!(copy.status, 201);
    assert_eq!((&copy.body["userId"], &copy.body["householdId"]), (&json!(carol.0), &json!(carol.1)));
    let cooked = json!({ "timestamp": "2126-08-01T00:00:00Z" });
    let cooked = table.ask_as(as_carol, "PATCH", "/api/recipes/plum-cake/last-made", Some(cooked)).await;
    assert_eq!((cooked.status, &cooked.body["lastMade"]), (200, &json!("2126-08-01T00:00:00Z")));
    let hers = table.ask_as(as_carol, "GET", "/api/households/self/recipes/plum-cake", None).await.body;
    assert_eq!(hers, json!({ "lastMade": "2126-08-01T00:00:00Z", "recipeId": id }));
    let ours = table.get("/api/households/self/recipes/plum-cake").await.body;
    assert_ne!(ours["lastMade"], hers["lastMade"], "each household has its own");
}

/// Seen `recipes/last_made_set`, `last_made_older_kept_as_max`, `last_made_offset`, `last_made_naive`,
/// `last_made_date_only`, `last_made_unix`, `last_made_by_uuid`, `household_recipe_*`.
#[tokio::test]
async fn a_recipe_shows_the_latest_time_and_the_household_the_last_one_that_was_said() {
    let table = Table::empty().await;
    let id = table.mealie.kitchen().add_recipe("Hummus");
    let by_id = id.to_string();
    let never = table.get("/api/households/self/recipes/hummus").await;
    assert_eq!((never.status, never.body), (200, json!({ "lastMade": null, "recipeId": id })));
    for (row, recipe, timestamp, shown, said) in [
        ("UTC", "hummus", json!("2026-03-01T18:30:00Z"), "2026-03-01T18:30:00Z", "2026-03-01T18:30:00Z"),
        ("older", "hummus", json!("2026-02-01T18:30:00Z"), "2026-03-01T18:30:00Z", "2026-02-01T18:30:00Z"),
        (
            "an offset",
            "hummus",
            json!("2026-04-01T18:30:00+02:00"),
            "2026-04-01T16:30:00Z",
            "2026-04-01T16:30:00Z",
        ),
        ("no zone", "hummus", json!("2026-05-01T18:30:00"), "2026-05-01T18:30:00Z", "2026-05-01T18:30:00Z"),
        ("a day", "hummus", json!("2026-06-01"), "2026-06-01T00:00:00Z", "2026-06-01T00:00:00Z"),
        ("seconds", "hummus", json!(1_780_000_000), "2026-06-01T00:00:00Z", "2026-05-28T20:26:40Z"),
        ("by UUID", by_id.as_str(), json!("2026-07-01"), "2026-07-01T00:00:00Z", "2026-07-01T00:00:00Z"),
    ] {
        let before = table.get("/api/recipes/hummus").await.body;
        let answer =
            table.patch(&format!("/api/recipes/{recipe}/last-made"), json!({ "timestamp": timestamp })).await;
        assert_eq!((answer.status, &answer.body["lastMade"]), (200, &json!(shown)), "{row}");
        assert_eq!(answer.body["dateUpdated"], before["dateUpdated"], "{row}");
        let moved = before["lastMade"] != answer.body["lastMade"];
        assert_eq!(answer.body["updatedAt"] != before["updatedAt"], moved, "{row}");
        assert_eq!(answer.header("last-modified"), answer.body["updatedAt"].as_str(), "{row}");
        for recipe in ["hummus", by_id.as_str()] {
            let said_of = table.get(&format!("/api/households/self/recipes/{recipe}")).await.body;
            assert_eq!(said_of["lastMade"], json!(said), "{row}, {recipe}");
        }
    }
}

/// Seen `recipes/last_made_bad_422`, `last_made_missing_422`, `last_made_null_422`; unknown recipes asked of a running one.
#[tokio::test]
async fn a_time_that_is_none_is_refused() {
    let table = Table::empty().await;
    table.mealie.kitchen().add_recipe("Hummus");
    for (row, body, kind) in [
        ("a word", json!({ "timestamp": "yesterday" }), "datetime_from_date_parsing"),
        ("null", json!({ "timestamp": null }), "datetime_type"),
        ("nothing", json!({}), "missing"),
    ] {
        let answer = table.patch("/api/recipes/hummus/last-made", body).await;
        assert_eq!((answer.status, &answer.body["detail"][0]["type"]), (422, &json!(kind)), "{row}");
        assert_eq!(answer.body["detail"][0]["loc"], json!(["body", "timestamp"]), "{row}");
    }
    let unknown = table.patch("/api/recipes/nope/last-made", json!({ "timestamp": "2026-01-01" })).await;
    assert_eq!((unknown.status, &unknown.body["detail"]["message"]), (404, &json!("No Entry Found")));
    let unknown = table.get(&format!("/api/households/self/recipes/{}", uuid::Uuid::nil())).await;
    assert_eq!((unknown.status, unknown.body), (404, json!({ "detail": "Recipe not found" })), "by id");
    let unknown = table.get("/api/households/self/recipes/nope").await;
    assert_eq!((unknown.status, unknown.body), (404, json!({ "detail": "Recipe not found" })));
}
