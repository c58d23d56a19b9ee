//! Foods, units and the parser of a real Mealie. It never merges what it did not make.

use serde_json::{Value, json};

use super::{Kitchen, text, texts};

/// Each vocabulary: how to make one and list them, and where another client finds them.
const VOCABULARIES: [(&str, &str, &str); 2] =
    [("create_food", "list_foods", "foods"), ("create_unit", "list_units", "units")];

#[test]
fn live_6_a_food_or_unit_that_is_there_is_answered_with_its_id() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    for (create, list, path) in VOCABULARIES {
        let mut given = json!({
            "name": kitchen.own("Knödel"), "plural_name": kitchen.own("Knödels"), "description": "round",
        });
        if path == "units" {
            given["abbreviation"] = json!(kitchen.own("kn"));
        }
        let id = text(&kitchen.done(create, &given)["id"]);
        let stored = kitchen.there(&format!("{path}/{id}"));
        assert_eq!(stored["name"], given["name"], "{path}");
        assert_eq!(stored["pluralName"], given["plural_name"], "{path}");
        assert_eq!(stored["description"], "round", "{path}");
        let mut spellings = vec!["Knödel", "KNÖDEL", "knodel", "Knödels"];
        if path == "units" {
            spellings.push("KN");
        }
        for spelling in spellings {
            let refused = kitchen.refused(create, &json!({"name": kitchen.own(spelling)}));
            assert!(
                refused.contains("exists already") && refused.contains(&id),
                "{path}, {spelling}: {refused}"
            );
        }
        assert_eq!(kitchen.made(path).len(), 1, "{path}");
        for search in [kitchen.mark.clone(), kitchen.mark.to_uppercase()] {
            let found = kitchen.done(list, &json!({"search": search}));
            assert_eq!(found["total"], 1, "{path}: {found}");
            assert_eq!(found[path][0]["id"], json!(id), "{path}: {found}");
        }
    }
}

#[test]
fn ask_19_a_merge_of_units_says_how_many_recipes_and_items_use_it() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let names = ["handful", "fistful"].map(|name| kitchen.own(name));
    let [from, to] = names.map(|name| text(&kitchen.done("create_unit", &json!({"name": name}))["id"]));
    let line = json!({"quantity": 2, "unit": from, "food": kitchen.own("parsley")});
    let recipe = json!({"name": kitchen.own("salad"), "ingredients": [line, line]});
    kitchen.done("create_recipe", &recipe);
    let list = kitchen.live.other("POST", "households/shopping/lists", &json!({"name": kitchen.mark}));
    let item = json!({"shoppingListId": list["id"], "note": "dill", "quantity": 1, "unitId": from});
    kitchen.live.other("POST", "households/shopping/items", &item);

    let merge = json!({"from_id": from, "to_id": to});
    let (question, answer) = kitchen.agreed("merge_units", &merge);
    assert!(question.starts_with(&format!("This will merge the unit {from} into {to}.")), "{question}");
    assert!(question.contains("1 recipe uses it."), "{question}");
    assert!(question.contains("1 shopping list items use it and will lose its name."), "{question}");
    assert_eq!(answer["recipes"], 1, "{answer}");
    assert!(!kitchen.live.exists(&format!("units/{from}")));
    let lines = kitchen.recipe(&kitchen.slug("salad"))["recipeIngredient"].take();
    assert_eq!([&lines[0]["unit"]["id"], &lines[1]["unit"]["id"]], [&json!(to), &json!(to)], "{lines}");

    let itself = kitchen.refused("merge_units", &json!({"from_id": to, "to_id": to.to_uppercase()}));
    assert!(itself.contains("to_id"), "{itself}");
    assert!(kitchen.live.exists(&format!("units/{to}")), "Mealie would have deleted it");
}

#[test]
fn live_6_what_the_parser_answers_is_a_recipes_ingredients_as_it_is() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    // In one word each: the brute parser takes the second of three for the unit.
    let [food, unit, eggs, dust] = ["-wholemeal-flour", "cup", "-hard-boiled-eggs", "-icing-sugar"]
        .map(|end| kitchen.mark.clone() + end);
    kitchen.done("create_food", &json!({"name": food}));
    kitchen.done("create_unit", &json!({"name": unit}));
    let lines = json!([format!("2 {unit} {food}, sifted"), format!("3 {eggs}"), dust]);
    let parsed = kitchen.done("parse_ingredients", &json!({"ingredients": lines, "parser": "brute"}));
    assert_eq!(parsed["confidence"].as_array().map(Vec::len), Some(3), "{parsed}");
    let first = json!({"quantity": 2, "unit": unit, "food": food, "note": "sifted"});
    assert_eq!(parsed["ingredients"][0], first, "{parsed}");
    assert_eq!(kitchen.made("foods").len(), 1, "the parser stores nothing");
    let recipe = json!({"name": kitchen.own("dough"), "ingredients": parsed["ingredients"]});
    let stored = kitchen.done("create_recipe", &recipe);
    let there = kitchen.recipe(&kitchen.slug("dough"))["recipeIngredient"].take();
    assert_eq!(there.as_array().map(Vec::len), Some(3), "{there}");
    for (line, given) in there.as_array().unwrap().iter().zip(parsed["ingredients"].as_array().unwrap()) {
        for part in ["unit", "food"] {
            assert_eq!(line[part]["name"], given[part], "{part}: {line}, {given}");
        }
        assert_eq!(line["quantity"].as_f64(), Some(given["quantity"].as_f64().unwrap_or_default()), "{line}");
        assert_eq!(line["note"], given["note"].as_str().unwrap_or_default(), "{line}");
    }
    assert_eq!(texts(&stored["created"]["foods"]), [eggs, dust], "{stored}");
    assert_eq!(stored["created"]["units"], Value::Null, "{stored}");
}

#[test]
fn live_12_the_other_parser_works_or_brute_is_named() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let lines = json!({"ingredients": ["2 cups flour"], "parser": "nlp"});
    let answer = kitchen.call("parse_ingredients", &lines, json!({}));
    if answer["isError"] == Value::Bool(true) {
        assert!(super::words(&answer).contains("`brute`"), "{answer}");
    } else {
        assert_eq!(answer["structuredContent"]["ingredients"][0]["quantity"], 2, "{answer}");
    }
}
