//! Foods and units against the fake: what is listed, what is made, what is refused.

use fake_mealie::{Fault, Options, Seed};
use serde_json::{Value, json};

use super::*;
use crate::answer::Answer;
use crate::tool::{Plan, Tool};
use crate::tools::bench::Bench;

async fn empty() -> Bench {
    Bench::with(Options { seed: Seed::Empty, ..Options::default() }).await
}

fn shown<'a>(answer: &'a Answer, list: &str) -> &'a [Value] {
    answer.structured[list].as_array().unwrap()
}

fn names<'a>(answer: &'a Answer, list: &str) -> Vec<&'a str> {
    shown(answer, list).iter().map(|one| one["name"].as_str().unwrap()).collect()
}

fn words(outcome: Result<Answer, Failure>) -> String {
    outcome.expect_err("a refusal").words().ours
}

#[tokio::test]
async fn foods_are_listed_by_name_with_their_labels() {
    let bench = empty().await;
    let (flour, herbs) = {
        let mut kitchen = bench.mealie.kitchen();
        let [salt, flour, apple] = ["salt", "flour", "Apple"].map(|name| kitchen.add_food(name));
        let herbs = kitchen.add_label("Baking");
        kitchen.pluralize_food(apple, "apples");
        kitchen.alias_food(flour, "plain flour");
        for food in [flour, salt] {
            kitchen.label_food(food, herbs);
        }
        (flour, herbs)
    };
    let all = bench.answers::<ListFoods>(json!({})).await.unwrap();
    assert_eq!(names(&all, "foods"), ["Apple", "flour", "salt"]);
    assert_eq!(all.structured["total"], 3);
    assert_eq!(shown(&all, "foods")[0]["plural_name"], "apples");
    let want =
        json!({"id": flour.to_string(), "name": "flour", "label": "Baking", "aliases": ["plain flour"]});
    assert_eq!(shown(&all, "foods")[1], want, "a projection, and nothing else");
    assert_eq!(all.structured["labels"], json!([{"id": herbs.to_string(), "name": "Baking"}]), "each once");

    let down = json!({"order_direction": "desc", "per_page": 2});
    assert_eq!(names(&bench.answers::<ListFoods>(down).await.unwrap(), "foods"), ["salt", "flour"]);
    let found = bench.answers::<ListFoods>(json!({"search": "APPLES"})).await.unwrap();
    assert_eq!(names(&found, "foods"), ["Apple"]);
    assert!(!found.structured.contains_key("labels"));
    let past = bench.answers::<ListFoods>(json!({"page": 9})).await.unwrap();
    assert_eq!(past.structured["notes"], json!(["This page is past the end: there is 1 page."]));
    assert!(words(bench.answers::<ListFoods>(json!({"search": "%"})).await).contains("a letter or a digit"));
}

#[tokio::test]
async fn units_are_listed_by_name_with_their_short_forms() {
    let bench = empty().await;
    let spoon = {
        let mut kitchen = bench.mealie.kitchen();
        let spoon = kitchen.add_unit("tablespoon");
        kitchen.add_unit("cup");
        kitchen.abbreviate_unit(spoon, "tbsp");
        kitchen.pluralize_unit(spoon, "tablespoons");
        kitchen.alias_unit(spoon, "big spoon");
        spoon
    };
    let all = bench.answers::<ListUnits>(json!({})).await.unwrap();
    assert_eq!(names(&all, "units"), ["cup", "tablespoon"]);
    let want = json!({"id": spoon.to_string(), "name": "tablespoon", "plural_name": "tablespoons",
        "abbreviation": "tbsp", "use_abbreviation": false, "fraction": false, "aliases": ["big spoon"]});
    assert_eq!(shown(&all, "units")[1], want);
    let found = bench.answers::<ListUnits>(json!({"search": "tbsp"})).await.unwrap();
    assert_eq!(names(&found, "units"), ["tablespoon"]);
}

#[tokio::test]
async fn a_food_is_made_as_asked_and_with_nothing_else() {
    let bench = empty().await;
    let label = bench.mealie.kitchen().add_label("Herbs");
    let given = json!({"name": "  Dill ", "plural_name": "Dills", "description": "Fresh.", "label_id": label.to_string()});
    let made = bench.goes::<CreateFood>(given).await.unwrap().structured;
    let id = made["id"].as_str().unwrap().parse().unwrap();
    let want = json!({"status": "created", "id": made["id"], "name": "Dill", "plural_name": "Dills", "label": "Herbs",
        "description": "Fresh.", "untrusted": true, "source": "mealie"});
    assert_eq!(Value::Object(made), want);
    assert_eq!(bench.mealie.kitchen().foods.get(id).unwrap().name, "Dill");
    assert_eq!(bench.goes::<CreateFood>(json!({"name": "Salt"})).await.unwrap().structured["name"], "Salt");
    let bodies: Vec<Value> = bench.mealie.writes().into_iter().map(|write| write.body).collect();
    let whole =
        json!({"name": "Dill", "pluralName": "Dills", "description": "Fresh.", "labelId": label.to_string()});
    assert_eq!(bodies, [whole, json!({"name": "Salt"})], "SHUT-5");
}

#[tokio::test]
async fn a_unit_is_made_as_asked_and_with_nothing_else() {
    let bench = empty().await;
    let given = json!({"name": "pinch", "plural_name": "pinches", "abbreviation": "pn", "use_abbreviation": true,
        "fraction": false, "description": "Two fingers."});
    let made = bench.goes::<CreateUnit>(given).await.unwrap().structured;
    let want = json!({"status": "created", "id": made["id"], "name": "pinch", "plural_name": "pinches",
        "abbreviation": "pn", "use_abbreviation": true, "fraction": false, "description": "Two fingers.",
        "untrusted": true, "source": "mealie"});
    assert_eq!(Value::Object(made), want);
    let plain = bench.goes::<CreateUnit>(json!({"name": "cup"})).await.unwrap().structured;
    assert_eq!((&plain["use_abbreviation"], &plain["fraction"]), (&json!(false), &json!(true)));
    let bodies: Vec<Value> = bench.mealie.writes().into_iter().map(|write| write.body).collect();
    let whole = json!({"name": "pinch", "pluralName": "pinches", "abbreviation": "pn", "useAbbreviation": true,
        "fraction": false, "description": "Two fingers."});
    assert_eq!(bodies, [whole, json!({"name": "cup"})], "SHUT-5");
}

/// What names a food or unit that is there already, and what does not.
const TWINS: [(&str, &str, bool); 10] = [
    ("itself", "jalapeño", true),
    ("in capitals", "JALAPEÑO", true),
    ("without its accent", "Jalapeno", true),
    ("the accent as a character of its own", "jalapen\u{303}o", true),
    ("with blanks around it", " jalapeño\t", true),
    ("its plural", "jalapeños", true),
    ("an alias", "Chile verde", true),
    ("a part of it", "jalap", false),
    ("more than it", "jalapeño, pickled", false),
    ("another one in quotes", "\"jalapeño\" pepper", false),
];

#[tokio::test]
async fn live_6_a_name_that_is_taken_names_the_one_that_has_it() {
    for (row, name, taken) in TWINS {
        let bench = empty().await;
        let (food, unit) = {
            let mut kitchen = bench.mealie.kitchen();
            let (food, unit) = (kitchen.add_food("jalapeño"), kitchen.add_unit("jalapeño"));
            kitchen.add_food("jam");
            kitchen.pluralize_food(food, "jalapeños");
            kitchen.pluralize_unit(unit, "jalapeños");
            kitchen.alias_food(food, "chile verde");
            kitchen.alias_unit(unit, "chile verde");
            (food, unit)
        };
        let given = json!({"name": name});
        for (kind, id, made) in [
            ("food", food, bench.goes::<CreateFood>(given.clone()).await),
            ("unit", unit, bench.goes::<CreateUnit>(given.clone()).await),
        ] {
            let said = made.map_err(|failure| failure.words().ours).map(|_| "made");
            let exists = format!(
                "A {kind} that goes by this name exists already: {id}. Nothing was changed. Use that one, or another name."
            );
            assert_eq!(said, if taken { Err(exists) } else { Ok("made") }, "{row}");
        }
        assert_eq!(bench.mealie.writes().len(), if taken { 0 } else { 2 }, "{row}");
    }
}

/// The exact spelling goes first: foods that differ in case alone may have come from elsewhere.
#[tokio::test]
async fn live_6_of_several_that_are_alike_the_one_of_this_very_name_is_named() {
    let bench = empty().await;
    let ids = {
        let mut kitchen = bench.mealie.kitchen();
        ["SALT", "salt", "Salt"].map(|name| (name, kitchen.add_food(name)))
    };
    for (name, id) in ids {
        let said = words(bench.goes::<CreateFood>(json!({"name": name})).await);
        assert!(said.contains(&id.to_string()), "{name}: {said}");
    }
}

async fn loses_the_race<T: Tool>(kind: &str) {
    let bench = empty().await;
    let call = || bench.plans::<T>(json!({"name": "salt"}));
    let (Plan::Go(one), Plan::Go(other)) = (call().await.unwrap(), call().await.unwrap()) else {
        panic!("both are planned while there is none")
    };
    let first = bench.runs(one).await.unwrap().structured;
    let second = words(bench.runs(other).await);
    let id = first["id"].as_str().unwrap();
    assert_eq!(
        second,
        format!(
            "A {kind} that goes by this name exists already: {id}. Nothing was changed. Use that one, or another name."
        )
    );
    for text in ["INSERT", "UNIQUE", "sqlite"] {
        assert!(!second.contains(text), "{second}");
    }
}

#[tokio::test]
async fn live_6_whoever_was_quicker_is_named_and_no_sql_is() {
    loses_the_race::<CreateFood>("food").await;
    loses_the_race::<CreateUnit>("unit").await;
}

#[tokio::test]
async fn live_6_a_refusal_that_nobody_explains_stays_one_without_sql() {
    let bench = empty().await;
    let sql = r#"{"detail":{"message":"An unexpected error occurred","error":true,"exception":"[SQL: INSERT INTO"}}"#;
    let fault = Fault::on("POST", "/api/foods").next(1);
    bench.mealie.order_fault(fault.answers_with(400, &[("content-type", "application/json")], sql));
    let failure = bench.goes::<CreateFood>(json!({"name": "salt"})).await.err().unwrap();
    assert!(matches!(failure, Failure::Status { code: 400, .. }), "{failure:?}");
    let words = failure.words();
    assert!(!format!("{} {:?}", words.ours, words.quoted).contains("INSERT"), "{words:?}");
}

#[tokio::test]
async fn a_name_that_nobody_can_see_is_refused_before_mealie_is_asked() {
    let bench = empty().await;
    for blank in [" ", "\t\n", "\u{200b}", "\u{3164}", "\u{2800}"] {
        for (argument, outcome) in [
            ("name", bench.goes::<CreateFood>(json!({"name": blank})).await),
            ("plural_name", bench.goes::<CreateFood>(json!({"name": "salt", "plural_name": blank})).await),
            ("name", bench.goes::<CreateUnit>(json!({"name": blank})).await),
            ("plural_name", bench.goes::<CreateUnit>(json!({"name": "cup", "plural_name": blank})).await),
            ("abbreviation", bench.goes::<CreateUnit>(json!({"name": "cup", "abbreviation": blank})).await),
        ] {
            let said = words(outcome);
            assert!(
                said.starts_with(&format!("Argument `{argument}`: needs a character")),
                "{blank:?}: {said}"
            );
        }
    }
    assert_eq!(bench.mealie.journal(), []);
}

#[tokio::test]
async fn a_label_that_nobody_has_is_refused_by_its_name() {
    let bench = empty().await;
    let ghost = "00000000-0000-4000-8000-000000000000";
    let said = words(bench.goes::<CreateFood>(json!({"name": "salt", "label_id": ghost})).await);
    assert_eq!(
        said,
        format!(
            "Not found among the labels: {ghost}. Nothing was changed. Search again for the ids that exist."
        )
    );
    assert_eq!(bench.mealie.writes(), []);
}

/// LIVE-13: a newer Mealie, or a broken one.
#[tokio::test]
async fn live_13_fields_that_are_null_or_missing_or_new_are_survived() {
    let bench = empty().await;
    let page = json!({"page": null, "total": null, "total_pages": null, "later": [{}], "items": [
        {}, {"id": null, "name": null, "pluralName": null, "label": null, "aliases": null, "abbreviation": null},
        {"id": "no id", "name": "salt", "label": {}, "aliases": [{}], "later": {"a": 1}},
    ]});
    let json = [("content-type", "application/json")];
    for path in ["/api/foods", "/api/units"] {
        bench.mealie.order_fault(Fault::on("GET", path).next(1).answers_with(200, &json, page.to_string()));
        bench.mealie.order_fault(Fault::on("POST", path).next(1).answers_with(201, &json, "{}"));
    }
    let foods = bench.answers::<ListFoods>(json!({})).await.unwrap();
    assert_eq!(foods.structured["foods"], json!([{}, {}, {"name": "salt"}]));
    let units = bench.answers::<ListUnits>(json!({})).await.unwrap();
    assert_eq!(units.structured["units"], json!([{}, {}, {"name": "salt"}]));
    for made in [
        bench.goes::<CreateFood>(json!({"name": "salt"})).await.unwrap(),
        bench.goes::<CreateUnit>(json!({"name": "cup"})).await.unwrap(),
    ] {
        assert_eq!(made.structured["status"], "created");
    }
}

/// Mealie tells names apart by case, so that a name can be two already; a third helps nobody.
#[tokio::test]
async fn live_6_a_name_that_is_two_already_makes_no_third() {
    let bench = empty().await;
    for name in ["stock", "Stock"] {
        bench.mealie.kitchen().add_food(name);
        bench.mealie.kitchen().add_unit(name);
    }
    for said in [
        words(bench.goes::<CreateFood>(json!({"name": "STOCK"})).await),
        words(bench.goes::<CreateUnit>(json!({"name": "STOCK"})).await),
    ] {
        assert!(said.contains("exists already"), "{said}");
    }
    assert_eq!(bench.mealie.writes(), []);
}
