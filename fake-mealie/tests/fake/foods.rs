//! Foods and units over HTTP: creating, replacing, merging and deleting them.

use serde_json::{Value, json};
use uuid::Uuid;

use super::client::Table;

const SHELVES: [&str; 2] = ["/api/foods", "/api/units"];

/// Names, not ids or times.
fn without(body: &Value, keys: &[&str]) -> Value {
    let mut body = body.clone();
    keys.iter().for_each(|key| drop(body.as_object_mut().map(|body| body.remove(*key))));
    body
}

fn id_of(body: &Value) -> &str {
    body["id"].as_str().expect("an id")
}

/// Seen `foods_units/food_create_minimal`, `unit_create_minimal`, `food_create_full`, `unit_create_full`,
/// `food_create_snake_case`, `unit_create_bool_string`, `food_create_unknown_label`,
/// `unit_create_null_plural_abbreviation`; extras that are no texts, and those of units: measured.
#[tokio::test]
async fn what_is_sent_is_kept_and_what_is_not_sent_is_a_default() {
    let table = Table::empty().await;
    let (household, label) = {
        let mut kitchen = table.mealie.kitchen();
        (kitchen.household_of(Uuid::nil()).slug.clone(), kitchen.add_label("Herbs"))
    };
    let shown = table.get(&format!("/api/groups/labels/{label}")).await.body;
    let ghost = "00000000-0000-4000-8000-000000000000";
    for (row, path, sent, want) in [
        (
            "a food's name",
            "/api/foods",
            json!({ "name": "Leek", "onHand": true }),
            json!({ "name": "Leek", "pluralName": null, "description": "", "extras": {}, "labelId": null,
                    "aliases": [], "householdsWithIngredientFood": [], "label": null }),
        ),
        (
            "all of a food",
            "/api/foods",
            json!({ "name": " Kale ", "pluralName": "Kales", "description": "d", "labelId": label,
                    "aliases": [{ "name": "a" }, { "name": "a" }], "extras": { "t": "x", "n": 2, "f": true, "z": null },
                    "householdsWithIngredientFood": [household, "nowhere"] }),
            json!({ "name": " Kale ", "pluralName": "Kales", "description": "d", "labelId": label,
                    "aliases": [{ "name": "a" }, { "name": "a" }],
                    "extras": { "t": "x", "n": "2", "f": "1", "z": null },
                    "householdsWithIngredientFood": [household], "label": shown }),
        ),
        (
            "a food in snake case, with a label that is not there",
            "/api/foods",
            json!({ "name": "Chard", "plural_name": "Chards", "label_id": ghost, "id": "" }),
            json!({ "name": "Chard", "pluralName": "Chards", "description": "", "extras": {}, "labelId": ghost,
                    "aliases": [], "householdsWithIngredientFood": [], "label": null }),
        ),
        (
            "a unit's name",
            "/api/units",
            json!({ "name": "cup" }),
            json!({ "name": "cup", "pluralName": null, "description": "", "extras": {}, "fraction": true,
                    "abbreviation": "", "pluralAbbreviation": "", "useAbbreviation": false, "aliases": [] }),
        ),
        (
            "all of a unit",
            "/api/units",
            json!({ "name": "spoon", "pluralName": "spoons", "description": "d", "abbreviation": "sp",
                    "pluralAbbreviation": null, "useAbbreviation": "yes", "fraction": "no", "extras": { "t": "x" },
                    "aliases": [{ "name": "a" }] }),
            json!({ "name": "spoon", "pluralName": "spoons", "description": "d", "extras": {}, "fraction": false,
                    "abbreviation": "sp", "pluralAbbreviation": null, "useAbbreviation": true,
                    "aliases": [{ "name": "a" }] }),
        ),
    ] {
        let made = table.post(path, sent).await;
        assert_eq!(
            (made.status, without(&made.body, &["id", "createdAt", "updatedAt"])),
            (201, want),
            "{row}"
        );
        assert_eq!(made.header("last-modified"), made.body["updatedAt"].as_str(), "{row}");
        let read = table.get(&format!("{path}/{}", id_of(&made.body))).await;
        assert_eq!(read.body, made.body, "{row}: by id");
    }
}

/// Seen `foods_units/food_create_*_422`, `unit_create_null_abbreviation_422`, `food_create_missing_name`,
/// `errors/empty_body`; `extras` that are neither an object nor empty: measured.
#[tokio::test]
async fn what_cannot_be_a_food_or_a_unit_is_refused_and_not_kept() {
    let table = Table::empty().await;
    for (row, path, sent, status, problems) in [
        ("no name", "/api/foods", json!({}), 422, json!([["missing", "name"]])),
        ("no name", "/api/units", json!({}), 422, json!([["missing", "name"]])),
        ("null", "/api/foods", json!({ "name": null }), 422, json!([["string_type", "name"]])),
        (
            "two nulls at once",
            "/api/foods",
            json!({ "name": "x", "description": null, "aliases": null }),
            422,
            json!([["string_type", "description"], ["list_type", "aliases"]]),
        ),
        (
            "a short form of null",
            "/api/units",
            json!({ "name": "x", "abbreviation": null }),
            422,
            json!([["string_type", "abbreviation"]]),
        ),
        (
            "a label by name",
            "/api/foods",
            json!({ "name": "x", "labelId": "produce" }),
            422,
            json!([["uuid_parsing", "labelId"]]),
        ),
        (
            "other names as texts",
            "/api/foods",
            json!({ "name": "x", "aliases": ["a"] }),
            422,
            json!([["model_attributes_type", "aliases"]]),
        ),
        (
            "flags that are none",
            "/api/units",
            json!({ "name": "x", "fraction": "maybe", "useAbbreviation": null }),
            422,
            json!([["bool_parsing", "fraction"], ["bool_type", "useAbbreviation"]]),
        ),
        (
            "an id that is none",
            "/api/units",
            json!({ "name": "x", "id": "1" }),
            422,
            json!([["uuid_parsing", "id"]]),
        ),
        ("extras of text", "/api/foods", json!({ "name": "x", "extras": "x" }), 500, json!([])),
        (
            "extras with a list inside",
            "/api/foods",
            json!({ "name": "x", "extras": { "l": [] } }),
            400,
            json!([]),
        ),
        ("a list", "/api/foods", json!([{ "name": "x" }]), 422, json!([["model_attributes_type", null]])),
    ] {
        let answer = table.post(path, sent).await;
        let found: Vec<_> = answer.body["detail"].as_array().into_iter().flatten().collect();
        let found: Vec<_> = found.iter().map(|problem| json!([problem["type"], problem["loc"][1]])).collect();
        assert_eq!((answer.status, json!(found)), (status, problems), "{path}: {row}");
    }
    assert_eq!(table.get("/api/foods").await.total() + table.get("/api/units").await.total(), 0);
}

/// Seen `foods_units/*_create_duplicate*`, `*_create_empty_name`, `food_create_blank_name`, `food_create_with_id`;
/// that the id of a unit is forgotten: measured.
#[tokio::test]
async fn a_name_is_taken_once_in_exactly_this_spelling() {
    let table = Table::empty().await;
    for path in SHELVES {
        for name in ["Leek", "leek", "Leek ", "", " "] {
            assert_eq!(table.post(path, json!({ "name": name })).await.status, 201, "{path}: {name:?}");
        }
        let twin = table.post(path, json!({ "name": "Leek" })).await;
        let detail = &twin.body["detail"];
        assert_eq!(
            (twin.status, &detail["message"]),
            (400, &json!("An unexpected error occurred")),
            "{path}"
        );
        let said = detail["exception"].as_str().unwrap();
        let table_name = if path == "/api/foods" { "ingredient_foods" } else { "ingredient_units" };
        let rule =
            format!("UNIQUE constraint failed: {table_name}.name, {table_name}.group_id\n[SQL: INSERT INTO ");
        assert!(said.contains(&rule) && said.contains("'Leek', None, ''"), "{path}: {said}");
        let authorization =
            format!("authorization: Bearer {}\r\naccept-language: de-DE\r\n", table.mealie.token());
        let german = table.ask_as(&authorization, "POST", path, Some(json!({ "name": "Leek" }))).await;
        assert_eq!(german.body["detail"]["message"], "Ein unerwarteter Fehler ist aufgetreten", "{path}");
    }
    let id = "aaaaaaaa-0000-4000-8000-000000000001";
    let sent = |name: &str| json!({ "name": name, "id": id });
    assert_eq!(id_of(&table.post("/api/foods", sent("Mine")).await.body), id, "a food gets the id");
    assert_eq!(table.post("/api/foods", sent("Mine too")).await.status, 400, "once");
    assert_ne!(id_of(&table.post("/api/units", sent("Mine")).await.body), id, "a unit does not");
}

/// Seen `foods_units/food_update_*`, `unit_update_*`, `errors/food_put_unknown`, `unit_put_unknown`; the foreign id and
/// the `updatedAt` that stays: measured.
#[tokio::test]
async fn an_update_replaces_and_that_of_a_food_needs_its_id() {
    let table = Table::empty().await;
    for path in SHELVES {
        let full = json!({ "name": "Leek", "pluralName": "Leeks", "description": "d", "aliases": [{ "name": "a" }] });
        let made = table.post(path, full).await.body;
        table.post(path, json!({ "name": "Kale" })).await;
        let one = format!("{path}/{}", id_of(&made));
        let refused = table.put(&one, json!({ "name": "Leek" })).await;
        if path == "/api/foods" {
            let said = refused.body["detail"]["exception"].as_str().unwrap();
            let rule = "NOT NULL constraint failed: ingredient_foods.id\n[SQL: UPDATE ingredient_foods SET id=?, \
                        plural_name=?, description=?, plural_name_normalized=?, update_at=? WHERE";
            assert!(refused.status == 400 && said.contains(rule), "{said}");
            assert_eq!(table.get(&one).await.body, made, "nothing was changed");
        } else {
            assert_eq!(refused.status, 200, "a unit needs no id");
        }
        let sent = |name: &str| json!({ "name": name, "id": id_of(&made) });
        let reset = table.put(&one, sent("Leek")).await.body;
        assert_eq!(
            (&reset["pluralName"], &reset["description"], &reset["aliases"], &reset["createdAt"]),
            (&Value::Null, &json!(""), &json!([]), &made["createdAt"]),
            "{path}: what is left out is reset"
        );
        let same = table.put(&one, sent("Leek")).await.body;
        assert_eq!(same["updatedAt"], reset["updatedAt"], "{path}: nothing changed, so it was not updated");
        let taken = table.put(&one, sent("Kale")).await;
        assert!(
            taken.body["detail"]["exception"]
                .as_str()
                .is_some_and(|said| said.contains("SET name=?, name_normalized=?, update_at=?")),
            "{path}: {}",
            taken.text
        );
        let unknown = format!("{path}/00000000-0000-4000-8000-000000000000");
        assert_eq!(table.put(&unknown, json!({ "name": "x" })).await.status, 404, "{path}");
        assert_eq!(table.patch(&one, json!({ "name": "x" })).await.status, 405, "{path}");
    }
}

/// Measured on a running Mealie 3.10.2.
#[tokio::test]
async fn a_food_that_is_updated_with_another_id_gets_it_and_is_lost_to_its_recipes() {
    let table = Table::empty().await;
    let leek = {
        let mut kitchen = table.mealie.kitchen();
        let (soup, leek) = (kitchen.add_recipe("Leek soup"), kitchen.add_food("Leek"));
        kitchen.add_ingredient(soup, 2.0, leek);
        leek
    };
    let new = "aaaaaaaa-0000-4000-8000-000000000001";
    let moved = table.put(&format!("/api/foods/{leek}"), json!({ "name": "Leek", "id": new })).await;
    assert_eq!((moved.status, id_of(&moved.body)), (200, new));
    assert_eq!(table.get(&format!("/api/foods/{leek}")).await.status, 404);
    let line = table.get("/api/recipes/leek-soup").await.body["recipeIngredient"][0].clone();
    assert_eq!((&line["food"], &line["quantity"]), (&Value::Null, &json!(2.0)));
}

/// Seen `foods_units/unit_merge*`, `unit_merge_same_id*`, and the same for foods.
#[tokio::test]
async fn hazard_5_a_merge_moves_recipe_lines_and_nothing_else_and_a_merge_with_itself_deletes() {
    for (kind, name) in [("foods", "Food"), ("units", "Unit")] {
        let table = Table::empty().await;
        let (list, from, into) = {
            let mut kitchen = table.mealie.kitchen();
            let (soup, list, leek) =
                (kitchen.add_recipe("Leek soup"), kitchen.add_list("Shop"), kitchen.add_food("Leek"));
            let [from, into] = ["From", "Into"].map(|name| match kind {
                "foods" => kitchen.add_food(name),
                _ => kitchen.add_unit(name),
            });
            let item = kitchen.add_food_item(list, 3.0, if kind == "foods" { from } else { leek });
            kitchen.add_ingredient(soup, 2.0, if kind == "foods" { from } else { leek });
            if kind == "units" {
                kitchen.alias_unit(from, "F");
                kitchen.items.get_mut(item).unwrap().unit_id = Some(from);
                kitchen.recipes.get_mut(soup).unwrap().ingredients[0].unit = Some(from);
            } else {
                kitchen.alias_food(from, "F");
            }
            (list, from, into)
        };
        let thing = &kind[..4];
        let merge = format!("/api/{kind}/merge");
        let ids = |from: Uuid, into: Uuid| json!({ format!("from{name}"): from, format!("to{name}"): into });
        let line = async || table.get("/api/recipes/leek-soup").await.body["recipeIngredient"][0].clone();

        let ghost = Uuid::from_u128(0x4000_8000_0000_0000_0000);
        for (row, sent) in [("unknown source", ids(ghost, into)), ("unknown target", ids(from, ghost))] {
            let answer = table.put(&merge, sent).await;
            assert_eq!(
                (answer.status, &answer.body["detail"]),
                (500, &json!(format!("Failed to merge {kind}"))),
                "{row}"
            );
        }
        let missing = table.put(&merge, json!({ format!("from{name}"): from })).await;
        assert_eq!(
            (missing.status, &missing.body["detail"][0]["loc"][1]),
            (422, &json!(format!("to{name}")))
        );

        let merged = table.put(&merge, ids(from, into)).await;
        assert_eq!(merged.body, json!({ "message": format!("Successfully merged {kind}"), "error": false }));
        assert_eq!(line().await[thing]["name"], "Into", "{kind}: the line follows");
        assert_eq!(line().await[thing]["aliases"], json!([]), "{kind}: other names are lost");
        assert_eq!(table.get(&format!("/api/{kind}/{from}")).await.status, 404, "{kind}: the source is gone");
        let item =
            table.get(&format!("/api/households/shopping/lists/{list}")).await.body["listItems"][0].clone();
        assert_eq!(
            (&item[format!("{thing}Id")], &item[thing]),
            (&json!(from), &Value::Null),
            "{kind}: the item dangles"
        );

        assert_eq!(table.put(&merge, ids(into, into)).await.status, 200, "{kind}");
        assert_eq!(
            table.get(&format!("/api/{kind}/{into}")).await.status,
            404,
            "{kind}: merged with itself, gone"
        );
        let line = line().await;
        assert_eq!((&line[thing], &line["quantity"]), (&Value::Null, &json!(2.0)), "{kind}");
        let kitchen = table.mealie.kitchen();
        let kept = &kitchen.recipe_at("leek-soup").unwrap().ingredients[0];
        assert_eq!(if kind == "foods" { kept.food } else { kept.unit }, None, "{kind}: no id is left behind");
    }
}

/// Seen `foods_units/food_delete_in_use`, `food_deleted_recipe_after`, `unit_delete_in_use`,
/// `errors/food_delete_unknown_id`, `unit_delete_unknown_id`.
#[tokio::test]
async fn what_is_deleted_is_gone_from_recipe_lines() {
    let table = Table::empty().await;
    let (food, unit) = {
        let mut kitchen = table.mealie.kitchen();
        let (soup, food, unit) =
            (kitchen.add_recipe("Leek soup"), kitchen.add_food("Leek"), kitchen.add_unit("stalk"));
        kitchen.add_ingredient(soup, 2.0, food);
        kitchen.recipes.get_mut(soup).unwrap().ingredients[0].unit = Some(unit);
        (food, unit)
    };
    for (path, id) in SHELVES.iter().zip([food, unit]) {
        let one = format!("{path}/{id}");
        let shown = table.get(&one).await.body;
        let gone = table.delete(&one).await;
        assert_eq!((gone.status, gone.body), (200, shown), "{path}");
        let again = table.delete(&one).await;
        let want = json!({ "message": "An unexpected error occurred", "error": true,
                           "exception": "No row was found when one was required" });
        assert_eq!((again.status, &again.body["detail"]), (404, &want), "{path}");
    }
    let line = table.get("/api/recipes/leek-soup").await.body["recipeIngredient"][0].clone();
    assert_eq!((&line["food"], &line["unit"], &line["quantity"]), (&Value::Null, &Value::Null, &json!(2.0)));
    let kitchen = table.mealie.kitchen();
    let kept = &kitchen.recipe_at("leek-soup").unwrap().ingredients[0];
    assert_eq!((kept.food, kept.unit), (None, None), "no id is left behind");
}

/// Seen `errors/other_group_food_404`, `foods_units/food_merge_other_group`, `organizers/*_get_other_group`,
/// `*_list_other_group`.
#[tokio::test]
async fn what_belongs_to_another_group_is_not_there() {
    let table = Table::empty().await;
    let (food, unit, tag, label) = {
        let mut kitchen = table.mealie.kitchen();
        let elsewhere = kitchen.fresh_id();
        let (food, unit) = (kitchen.add_food("Leek"), kitchen.add_unit("cup"));
        let (tag, label) = (kitchen.add_tag("Quick"), kitchen.add_label("Produce"));
        kitchen.foods.get_mut(food).unwrap().group_id = elsewhere;
        kitchen.units.get_mut(unit).unwrap().group_id = elsewhere;
        kitchen.organizers.get_mut(tag).unwrap().group_id = elsewhere;
        kitchen.labels.get_mut(label).unwrap().group_id = elsewhere;
        (food, unit, tag, label)
    };
    for (path, id, read, deleted) in [
        ("/api/foods", food, 404, 404),
        ("/api/units", unit, 404, 404),
        ("/api/organizers/tags", tag, 404, 400),
        ("/api/groups/labels", label, 500, 404),
    ] {
        assert_eq!(table.get(path).await.total(), 0, "{path}");
        assert_eq!(table.get(&format!("{path}/{id}")).await.status, read, "{path}");
        assert_eq!(table.delete(&format!("{path}/{id}")).await.status, deleted, "{path}");
    }
    let own = table.mealie.kitchen().add_food("Leek");
    let merged = table.put("/api/foods/merge", json!({ "fromFood": food, "toFood": own })).await;
    assert_eq!(merged.status, 500, "nor can it be merged, though a food of its name could be made");
}

/// The validator names a field as it was sent, and one that is missing by its name in camel case. Asked of a running one.
#[tokio::test]
async fn a_field_is_named_as_it_was_sent() {
    let table = Table::empty().await;
    for (row, method, path, body, locs) in [
        (
            "camel",
            "POST",
            "/api/foods",
            json!({ "name": "x", "pluralName": 5 }),
            json!([["body", "pluralName"]]),
        ),
        (
            "snake",
            "POST",
            "/api/foods",
            json!({ "name": "x", "plural_name": 5 }),
            json!([["body", "plural_name"]]),
        ),
        (
            "both",
            "POST",
            "/api/foods",
            json!({ "pluralName": 5, "plural_name": 5, "name": "x" }),
            json!([["body", "pluralName"]]),
        ),
        (
            "an entry",
            "POST",
            "/api/foods",
            json!({ "name": "x", "households_with_ingredient_food": [1] }),
            json!([["body", "households_with_ingredient_food", 0]]),
        ),
        (
            "an id",
            "POST",
            "/api/foods",
            json!({ "name": "x", "label_id": "x" }),
            json!([["body", "label_id"]]),
        ),
        (
            "a flag",
            "POST",
            "/api/units",
            json!({ "name": "x", "use_abbreviation": "x" }),
            json!([["body", "use_abbreviation"]]),
        ),
        (
            "missing",
            "PUT",
            "/api/foods/merge",
            json!({ "from_food": "x" }),
            json!([["body", "from_food"], ["body", "toFood"]]),
        ),
    ] {
        let answer = table.ask(method, path, Some(body)).await;
        let said: Vec<_> =
            answer.body["detail"].as_array().expect("a list").iter().map(|said| &said["loc"]).collect();
        assert_eq!((answer.status, json!(said)), (422, locs), "{row}");
    }
}
