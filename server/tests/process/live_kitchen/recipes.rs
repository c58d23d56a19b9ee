//! New recipes of a real Mealie, as another client reads them. It never changes one.

use serde_json::{Value, json};

use super::{Kitchen, text, texts};

#[test]
fn live_3_a_new_recipe_is_what_was_given_and_nothing_of_mealies_own() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let onion = kitchen
        .done("create_food", &json!({"name": kitchen.own("onion"), "plural_name": kitchen.own("onions")}));
    let given = json!({
        "name": kitchen.own("Soup"),
        "description": "Line one\n  line two ",
        "ingredients": [
            "a pinch of salt",
            {"quantity": 2, "unit": kitchen.own("cup"), "food": kitchen.own("ONIONS"), "note": "sliced"},
            {"quantity": 0.333, "unit": kitchen.own("Cup"), "food": kitchen.own("tofu"), "title": "On top"},
            {"food": onion["id"]},
        ],
        "instructions": ["Cut.", {"title": "Cook", "text": "Boil."}],
        "tags": [kitchen.own("quick"), kitchen.own("QUICK")],
        "categories": [kitchen.own("dinner")],
        "prep_time": "5 min", "cook_time": "10 min", "total_time": "15 min",
        "servings": 4, "recipe_yield": "one pot",
        "notes": [{"title": "Freezing", "text": "Well."}],
        "source_url": "https://example.com/soup?page=1",
    });
    let stored = kitchen.done("create_recipe", &given);
    let created = &stored["created"];
    for (kind, names) in [
        ("tags", vec![kitchen.own("quick")]),
        ("categories", vec![kitchen.own("dinner")]),
        ("foods", vec![kitchen.own("tofu")]),
        ("units", vec![kitchen.own("cup")]),
    ] {
        assert_eq!(created[kind], json!(names), "{kind} of {created}");
    }
    let there = kitchen.recipe(&kitchen.slug("soup"));
    for (field, want) in [
        ("id", stored["recipe"]["id"].clone()),
        ("name", given["name"].clone()),
        ("description", given["description"].clone()),
        ("prepTime", json!("5 min")),
        ("cookTime", json!("10 min")),
        ("totalTime", json!("15 min")),
        ("recipeServings", json!(4.0)),
        ("recipeYield", json!("one pot")),
        ("orgURL", given["source_url"].clone()),
        ("notes", given["notes"].clone()),
    ] {
        assert_eq!(there[field], want, "{field}");
    }
    assert_eq!(names(&there["tags"]), [kitchen.own("quick")]);
    assert_eq!(names(&there["recipeCategory"]), [kitchen.own("dinner")]);
    let lines: Vec<Value> = there["recipeIngredient"].as_array().unwrap().iter().map(parts).collect();
    let (cup, onion, tofu) = (kitchen.own("cup"), kitchen.own("onion"), kitchen.own("tofu"));
    let want = [
        json!([0.0, null, null, "a pinch of salt", null]),
        json!([2.0, cup, onion, "sliced", null]),
        json!([0.333, cup, tofu, "", "On top"]),
        json!([0.0, null, onion, "", null]),
    ];
    assert_eq!(lines, want, "and no placeholder");
    let steps: Vec<[&Value; 2]> = there["recipeInstructions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| [&step["title"], &step["text"]])
        .collect();
    assert_eq!(json!(steps), json!([["", "Cut."], ["Cook", "Boil."]]));
}

/// How much, of which unit, of which food, note, heading.
fn parts(line: &Value) -> Value {
    assert!(line["referenceId"].is_string(), "{line}");
    json!([line["quantity"], line["unit"]["name"], line["food"]["name"], line["note"], line["title"]])
}

fn names(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|one| text(&one["name"])).collect()
}

#[test]
fn live_3_a_recipe_of_a_name_alone_is_empty_and_a_taken_name_gets_a_number() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let name = kitchen.own("Bare");
    let first = kitchen.done("create_recipe", &json!({"name": name}));
    assert_eq!(first["notes"], Value::Null, "{first}");
    let there = kitchen.recipe(&kitchen.slug("bare"));
    assert_eq!(
        [&there["recipeIngredient"], &there["recipeInstructions"]],
        [&json!([]), &json!([])],
        "{there}"
    );

    let second = kitchen.done("create_recipe", &json!({"name": name.to_uppercase()}));
    assert!(texts(&second["notes"])[0].contains("another name"), "{second}");
    assert_eq!(second["recipe"]["name"], format!("{} (1)", name.to_uppercase()), "{second}");
    assert_eq!(second["recipe"]["slug"], json!(kitchen.slug("bare-1")), "{second}");
}

#[test]
fn live_3_names_of_every_script_are_stored_as_they_are() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    for name in ["味噌汁", "Crème Brûlée Ñ", "🍜 Ramen 🍜", "مرق الدجاج", "½ l", "C++ & \"co\"", "a/b?c#d%20"]
    {
        let name = kitchen.own(name);
        let stored =
            kitchen.done("create_recipe", &json!({"name": name, "tags": [name], "ingredients": [name]}));
        let there = kitchen.recipe(&text(&stored["recipe"]["slug"]));
        assert_eq!(there["name"], json!(name));
        assert_eq!(there["tags"][0]["name"], json!(name));
        assert_eq!(there["recipeIngredient"][0]["note"], json!(name));
    }
    for nothing in ["🍕", "---", "suggestions"] {
        kitchen.refused("create_recipe", &json!({"name": nothing}));
    }
}

#[test]
fn live_6_the_largest_recipe_is_stored_whole() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    // Fewer than there are lines, since another client has to remove them one by one.
    let names: Vec<[String; 2]> = (0..50)
        .map(|nth| [kitchen.own(&format!("food {nth}")), kitchen.own(&format!("FOOD {nth}"))])
        .collect();
    let food = |nth: usize| &names[nth % names.len()][0];
    let (long, note) = ("é".repeat(20_000), "n".repeat(1_000));
    let lines: Vec<Value> =
        (0..200).map(|nth| json!({"quantity": nth, "food": food(nth), "note": note})).collect();
    let given = json!({
        "name": kitchen.own("Feast"), "ingredients": lines, "notes": [{"title": "Long", "text": long}],
        "instructions": vec!["Stir."; 100], "total_time": "t".repeat(100),
    });
    let stored = kitchen.done("create_recipe", &given);
    assert_eq!(texts(&stored["created"]["foods"]).len(), names.len());
    let there = kitchen.recipe(&kitchen.slug("feast"));
    assert_eq!(there["notes"][0]["text"], json!(long));
    assert_eq!(there["totalTime"], given["total_time"]);
    assert_eq!(there["recipeInstructions"].as_array().map(Vec::len), Some(100));
    for (nth, line) in there["recipeIngredient"].as_array().unwrap().iter().enumerate() {
        assert_eq!([&line["food"]["name"], &line["note"]], [&json!(food(nth)), &json!(note)]);
    }
    // In another spelling they are all there.
    let again: Vec<Value> = names.iter().map(|[_, capitals]| json!({"food": capitals})).collect();
    let stored = kitchen.done("create_recipe", &json!({"name": kitchen.own("again"), "ingredients": again}));
    assert_eq!(stored["created"], Value::Null, "{stored}");
}
