//! The ingredient parser over HTTP: what is found among the stored foods and units, and what fails whole calls.
//! That single lines come apart as in Mealie is tested beside the parser.

use serde_json::{Value, json};

use super::client::{Seen, Table};

/// A few foods and units with all kinds of names.
async fn stocked() -> Table {
    let table = Table::empty().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let cup = kitchen.add_unit("cup");
        kitchen.pluralize_unit(cup, "cups");
        let tablespoon = kitchen.add_unit("tablespoon");
        kitchen.abbreviate_unit(tablespoon, "tbsp");
        let pinch = kitchen.add_unit("Prise");
        kitchen.alias_unit(pinch, "Messerspitze");
        for (name, plural, alias) in [
            ("onion", "onions", None),
            ("crème fraîche", "", None),
            ("chickpea", "chickpeas", Some("garbanzo bean")),
            ("olive oil", "", None),
        ] {
            let food = kitchen.add_food(name);
            kitchen.pluralize_food(food, plural);
            if let Some(alias) = alias {
                kitchen.alias_food(food, alias);
            }
        }
    }
    table
}

async fn parse(table: &Table, parser: &str, lines: Value) -> Seen {
    table.post("/api/parser/ingredients", json!({ "parser": parser, "ingredients": lines })).await
}

/// Seen `parser/parse_brute`, `parse_fuzzy_match`, `parse_alias_match`, `parse_unmatched_food_and_unit_have_no_id`.
#[tokio::test]
async fn foods_and_units_are_found_by_any_of_their_names_and_by_similar_ones() {
    let table = stocked().await;
    for (row, line, unit, food) in [
        ("names", "1 cup onion", Some(("cup", true)), Some(("onion", true))),
        ("plurals", "2 cups onions", Some(("cup", true)), Some(("onion", true))),
        ("a short form", "1 tbsp olive oil", Some(("tablespoon", true)), Some(("olive oil", true))),
        ("an alias", "1 Messerspitze garbanzo bean", Some(("Prise", true)), Some(("chickpea", true))),
        ("accents and case", "1 CUP Creme Fraiche", Some(("cup", true)), Some(("crème fraîche", true))),
        ("a food with an error", "2 onionz", None, Some(("onion", true))),
        ("a unit with an error", "2 tblsp onion", Some(("tablespoon", true)), Some(("onion", true))),
        ("a unit that is like another", "2 sprigs leek", Some(("Prise", true)), Some(("leek", false))),
        ("a food that is not like enough", "1 cup union", Some(("cup", true)), Some(("union", false))),
        ("unknown", "1 jar leek", Some(("jar", false)), Some(("leek", false))),
        ("a food that looks like unit and food", "1 olive oils", None, Some(("olive oil", true))),
        ("no unit", "onion", None, Some(("onion", true))),
    ] {
        let parsed = parse(&table, "brute", json!([line])).await.body[0].clone();
        let part = |name: &str| parsed["ingredient"][name].clone();
        for (name, want) in [("unit", unit), ("food", food)] {
            let found = part(name);
            let got = found["name"].as_str().map(|name| (name, found["id"].is_string()));
            assert_eq!(got, want, "{row}: {name}");
            let sure = if want.is_some_and(|(_, stored)| stored) { 1.0 } else { 0.0 };
            assert_eq!(parsed["confidence"][name], sure, "{row}: confidence in the {name}");
        }
    }
}

/// Seen `parser/parse_brute`, `parse_fuzzy_match`: matched things are whole, unmatched ones have no id, and the text
/// shown is that of the line, with two blanks where brute has a unit without a name.
#[tokio::test]
async fn a_parsed_line_has_the_keys_that_mealie_gives_it() {
    let table = stocked().await;
    let parsed = parse(&table, "brute", json!(["2 onionz, diced", "1 jar leek"])).await.body;
    let onion = table.get("/api/foods?queryFilter=name=onion").await.body["items"][0].clone();
    assert_eq!(parsed[0]["ingredient"]["food"], onion);
    assert_eq!(parsed[0]["ingredient"]["display"], "2  onionz diced");
    assert_ne!(parsed[0]["ingredient"]["referenceId"], parsed[1]["ingredient"]["referenceId"]);
    let mut second = parsed[1].clone();
    second["ingredient"]["referenceId"] = Value::Null;
    let want = json!({
        "input": "1 jar leek",
        "confidence": { "average": 0.5, "comment": 1.0, "name": null, "unit": 0.0, "quantity": 1.0, "food": 0.0 },
        "ingredient": {
            "quantity": 1.0,
            "unit": {
                "id": null, "name": "jar", "pluralName": null, "description": "", "extras": {}, "fraction": true,
                "abbreviation": "", "pluralAbbreviation": "", "useAbbreviation": false, "aliases": []
            },
            "food": {
                "id": null, "name": "leek", "pluralName": null, "description": "", "extras": {}, "labelId": null,
                "aliases": [], "householdsWithIngredientFood": []
            },
            "referencedRecipe": null,
            "note": "",
            "display": "1 jar leek",
            "title": null,
            "originalText": null,
            "referenceId": null
        }
    });
    assert_eq!(second, want);
}

/// Seen `parser/parse_single_brute`, `parse_empty_list`, `parse_*_422`.
#[tokio::test]
async fn what_is_asked_of_the_parser_is_checked() {
    let table = stocked().await;
    let one =
        table.post("/api/parser/ingredient", json!({ "parser": "brute", "ingredient": "1 onion" })).await;
    assert_eq!((one.status, &one.body["ingredient"]["food"]["name"]), (200, &json!("onion")));
    for (row, path, body, problem) in [
        (
            "an unknown parser",
            "ingredients",
            json!({ "parser": "magic", "ingredients": ["x"] }),
            json!({ "type": "enum", "loc": ["body", "parser"], "msg": "Input should be 'nlp', 'brute' or 'openai'",
                    "input": "magic", "ctx": { "expected": "'nlp', 'brute' or 'openai'" } }),
        ),
        (
            "no lines",
            "ingredients",
            json!({ "parser": "brute" }),
            json!({ "type": "missing", "loc": ["body", "ingredients"], "msg": "Field required",
                    "input": { "parser": "brute" } }),
        ),
        (
            "a text for a list",
            "ingredients",
            json!({ "ingredients": "2 cups flour" }),
            json!({ "type": "list_type", "loc": ["body", "ingredients"], "msg": "Input should be a valid list",
                    "input": "2 cups flour" }),
        ),
        (
            "null among the lines",
            "ingredients",
            json!({ "ingredients": ["2 cups flour", null] }),
            json!({ "type": "string_type", "loc": ["body", "ingredients", 1],
                    "msg": "Input should be a valid string", "input": null }),
        ),
        (
            "no line",
            "ingredient",
            json!({ "parser": "brute" }),
            json!({ "type": "missing", "loc": ["body", "ingredient"], "msg": "Field required",
                    "input": { "parser": "brute" } }),
        ),
    ] {
        let answer = table.post(&format!("/api/parser/{path}"), body).await;
        assert_eq!((answer.status, &answer.body["detail"]), (422, &json!([problem])), "{row}");
    }
}

/// Seen `parser/parse_one_blank_among_good_500`, `parse_default_is_nlp_without_language_data_500`, `parse_empty_list`,
/// `parse_openai_not_configured_500`; the unit at the end: measured.
#[tokio::test]
async fn calls_fail_whole_and_without_a_word() {
    let table = stocked().await;
    let ask = async |parser: &str, lines: Value| {
        let answer = parse(&table, parser, lines).await;
        (answer.status, answer.text == "Internal Server Error")
    };
    let (fails, works) = ((500, true), (200, false));
    assert_eq!(ask("brute", json!(["1 onion", "  "])).await, fails, "a blank line among good ones");
    assert_eq!(ask("brute", json!(["a cup"])).await, fails, "a unit at the end");
    assert_eq!(ask("openai", json!(["1 onion"])).await, fails, "no AI provider");
    assert_eq!(ask("openai", json!([])).await, fails, "no AI provider, and nothing to do");
    assert_eq!(ask("nlp", json!(["1 onion"])).await, works, "nlp with its language data");
    table.mealie.kitchen().lose_language_data();
    assert_eq!(ask("nlp", json!(["1 onion"])).await, fails, "nlp without");
    assert_eq!(ask("nlp", json!([])).await, works, "nlp without, and nothing to do");
    assert_eq!(ask("brute", json!(["1 onion"])).await, works, "brute needs none");
    let by_default = table.post("/api/parser/ingredient", json!({ "ingredient": "1 onion" })).await;
    assert_eq!(by_default.status, 500, "nlp is the default");
    assert!(table.mealie.writes().is_empty(), "parsing is no write");
}

/// The stand-in for nlp: read as brute reads, sure as nlp is. The keys and what is null: read in Mealie 3.10.2; that a
/// blank line is read as nothing: measured with its parser's library.
#[tokio::test]
async fn nlp_reads_as_brute_does_and_is_never_quite_sure() {
    let table = stocked().await;
    let parsed = parse(&table, "nlp", json!(["2 cups onion, diced", "onion", "a cup", " "])).await.body;
    for (row, at, quantity, unit, food, note) in [
        ("all there is", 0, 2.0, json!("cup"), json!("onion"), "diced"),
        ("a food", 1, 0.0, Value::Null, json!("onion"), ""),
        ("what trips brute up is a food", 2, 0.0, Value::Null, json!("a cup"), ""),
        ("a blank line is nothing", 3, 0.0, Value::Null, Value::Null, ""),
    ] {
        let line = &parsed[at]["ingredient"];
        let got = (&line["quantity"], &line["unit"]["name"], &line["food"]["name"], &line["note"]);
        assert_eq!(got, (&json!(quantity), &unit, &food, &json!(note)), "{row}");
        assert_eq!((&line["title"], &line["originalText"]), (&json!(""), &Value::Null), "{row}");
        let sure = parsed[at]["confidence"].clone();
        for (part, there) in [
            ("quantity", quantity != 0.0),
            ("unit", unit.is_string()),
            ("food", food.is_string()),
            ("comment", !note.is_empty()),
            ("average", food.is_string()),
        ] {
            let sure = sure[part].as_f64().expect("a number");
            assert!(if there { 0.9 < sure && sure < 1.0 } else { sure == 0.0 }, "{row}: {part} is {sure}");
        }
        assert_eq!(sure["name"], Value::Null, "{row}");
    }
}

/// Seen `parser/parse_other_group_no_match`.
#[tokio::test]
async fn things_of_another_group_are_not_found() {
    let table = stocked().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let elsewhere = kitchen.fresh_id();
        kitchen.foods.iter_mut().for_each(|food| food.group_id = elsewhere);
        kitchen.units.iter_mut().for_each(|unit| unit.group_id = elsewhere);
    }
    let parsed = parse(&table, "brute", json!(["1 cup onion"])).await.body;
    let line = &parsed[0]["ingredient"];
    assert_eq!((&line["unit"]["id"], &line["food"]["id"]), (&Value::Null, &Value::Null));
}
