//! Copies, dates and suggestions of a real Mealie. It never changes the recipe that is copied.

use serde_json::{Value, json};

use super::{Kitchen, text, texts};

#[test]
fn live_3_a_copy_is_another_recipe_and_a_taken_name_gets_a_number() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let name = kitchen.own("Pie");
    kitchen
        .done("create_recipe", &json!({"name": name, "ingredients": ["apples"], "instructions": ["Bake."]}));
    let slug = kitchen.slug("pie");
    let first = kitchen.recipe(&slug);
    for (row, arguments, want) in [
        ("no name", json!({"recipe": slug}), format!("{name} (1)")),
        ("a name", json!({"recipe": slug, "name": kitchen.own("Cake")}), kitchen.own("Cake")),
        (
            "a taken name",
            json!({"recipe": first["id"], "name": kitchen.own("CAKE")}),
            kitchen.own("CAKE (1)"),
        ),
    ] {
        let copy = kitchen.done("duplicate_recipe", &arguments);
        assert_eq!([&copy["copy_of"], &copy["name"]], [&first["id"], &json!(want)], "{row}: {copy}");
        let told = texts(&copy["notes"]).iter().any(|note| note.contains("another name"));
        assert_eq!(told, row == "a taken name", "{row}: {copy}");
        let there = kitchen.recipe(&text(&copy["slug"]));
        assert_eq!(there["id"], copy["id"], "{row}");
        assert_ne!(there["id"], first["id"], "{row}");
        assert_eq!(there["recipeIngredient"][0]["note"], "apples", "{row}");
    }
    assert_eq!(kitchen.recipe(&slug), first);
}

#[test]
fn live_14_the_date_before_is_told_and_an_earlier_one_is_the_households_alone() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, id) = kitchen.live.recipe(&kitchen.own("roast"));
    let own = format!("households/self/recipes/{slug}");
    for (row, timestamp, want, before, shows) in [
        ("the first", "2026-03-01", "2026-03-01T00:00:00Z", Value::Null, Value::Null),
        (
            "an earlier one",
            "2025-01-01T12:00:00+02:00",
            "2025-01-01T10:00:00Z",
            json!("2026-03-01T00:00:00Z"),
            json!("2026-03-01T00:00:00Z"),
        ),
        (
            "a later one",
            "2026-04-01T18:30:00Z",
            "2026-04-01T18:30:00Z",
            json!("2025-01-01T10:00:00Z"),
            Value::Null,
        ),
    ] {
        let made = kitchen.done("set_recipe_last_made", &json!({"recipe": id, "timestamp": timestamp}));
        assert_eq!(made["last_made"], want, "{row}: {made}");
        assert_eq!([&made["before"], &made["recipe_shows"]], [&before, &shows], "{row}: {made}");
        assert_eq!(kitchen.there(&own)["lastMade"], want, "{row}");
        let shown = if shows.is_null() { json!(want) } else { shows };
        assert_eq!(kitchen.recipe(&slug)["lastMade"], shown, "{row}");
    }
}

#[test]
fn live_1_recipes_are_suggested_for_what_is_at_hand() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let food = |name: &str| json!({"food": kitchen.own(name)});
    let recipe =
        json!({"name": kitchen.own("risotto"), "ingredients": [food("rice"), food("stock"), food("wine")]});
    let id = kitchen.done("create_recipe", &recipe)["recipe"]["id"].take();
    let foods = kitchen.made("foods");
    let by_name = |name: &str| {
        let name = json!(kitchen.own(name));
        foods.iter().find(|food| food["name"] == name).map(|food| food["id"].clone()).unwrap()
    };
    let (rice, stock) = (by_name("rice"), by_name("stock"));
    let two = json!({"foods": [rice, stock], "max_missing_foods": 1});
    let found = kitchen.done("suggest_recipes", &two);
    assert_eq!(found["suggestions"][0]["recipe"]["id"], id, "{found}");
    assert_eq!(found["suggestions"][0]["missing_foods"], json!([kitchen.own("wine")]), "{found}");
    let none = kitchen.done("suggest_recipes", &json!({"foods": [rice], "max_missing_foods": 1}));
    assert_eq!(none["suggestions"], json!([]), "two are missing: {none}");
    let unknown = json!({"foods": [rice, uuid::Uuid::new_v4().to_string()]});
    let refused = kitchen.refused("suggest_recipes", &unknown);
    assert!(refused.contains("Not found among the foods"), "{refused}");
}
