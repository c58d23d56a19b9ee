//! Lines and what the parser makes of them: what comes out, what is said about it, what is refused.

use fake_mealie::{Fault, Options, Seed};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::args;
use crate::tools::bench::Bench;
use crate::tools::recipes::CreateRecipe;

/// What becomes of a line that the parser answers so.
fn apart(line: &str, ingredient: Value) -> (Value, bool) {
    let parsed = serde_json::from_value(json!({"ingredient": ingredient})).unwrap();
    let (line, all) = Line::of(line, parsed);
    (serde_json::to_value(line).unwrap(), all)
}

fn known(name: &str, others: &[&str]) -> Value {
    let aliases: Vec<Value> = others.iter().map(|other| json!({"name": other})).collect();
    json!({"id": ID, "name": name, "pluralName": null, "aliases": aliases})
}

const ID: &str = "3f2a0000-0000-4000-8000-000000000001";

#[test]
fn a_line_comes_apart_into_what_create_recipe_takes() {
    let long = |length: usize| "x".repeat(length);
    let [long_name, longer_name, long_note, longer_note] = [255, 256, 1000, 1001].map(long);
    let unknown = |name: &str| json!({"id": null, "name": name});
    for (row, line, parsed, want, all) in [
        (
            "all parts",
            "2 cups flour, sifted",
            json!({"quantity": 2.0, "unit": known("cup", &["cups"]), "food": known("flour", &[]), "note": "sifted"}),
            json!({"quantity": 2, "unit": "cup", "food": "flour", "note": "sifted"}),
            true,
        ),
        (
            "known by another name",
            "1 tsp coriander leaves",
            json!({"quantity": 1.0, "unit": {"id": ID, "name": "teaspoon", "abbreviation": "tsp"},
                "food": known("cilantro", &["coriander leaves"]), "note": ""}),
            json!({"quantity": 1, "unit": "teaspoon", "food": "cilantro"}),
            true,
        ),
        (
            "guessed",
            "2 sprigs dragonfruit",
            json!({"quantity": 2.0, "unit": known("Prise", &["Prisen"]), "food": unknown("dragonfruit")}),
            json!({"quantity": 2, "unit": "Prise", "food": "dragonfruit"}),
            false,
        ),
        (
            "a word dropped",
            "salt and pepper",
            json!({"quantity": 0.0, "unit": null, "food": known("salt", &[]), "note": ""}),
            json!({"food": "salt"}),
            false,
        ),
        (
            "the amount dropped",
            "about 2 cups water",
            json!({"quantity": 0.0, "unit": known("cup", &["cups"]), "food": known("water", &[]), "note": "about"}),
            json!({"unit": "cup", "food": "water", "note": "about"}),
            false,
        ),
        ("everything dropped", "2 of them", json!({"quantity": 2.0}), json!({"note": "2 of them"}), true),
        ("nothing said", "salt", json!(null), json!({"note": "salt"}), true),
        (
            "nulls",
            "salt",
            json!({"quantity": null, "unit": null, "food": null, "note": null}),
            json!({"note": "salt"}),
            true,
        ),
        (
            "a food without a name",
            "salt",
            json!({"food": {"id": null, "name": null}, "unit": {"id": null, "name": " "}}),
            json!({"note": "salt"}),
            true,
        ),
        (
            "less than none",
            "-1 egg",
            json!({"quantity": -1.0, "food": known("egg", &[])}),
            json!({"note": "-1 egg"}),
            true,
        ),
        (
            "a note alone",
            "to taste",
            json!({"quantity": 0.0, "note": "to taste"}),
            json!({"note": "to taste"}),
            true,
        ),
        (
            "a name at the bound",
            &long_name,
            json!({"food": unknown(&long_name)}),
            json!({"food": long_name}),
            true,
        ),
        (
            "one past it",
            &longer_name,
            json!({"food": unknown(&longer_name)}),
            json!({"note": longer_name}),
            true,
        ),
        (
            "a stored name past it",
            "eggs",
            json!({"food": {"id": ID, "name": longer_name, "pluralName": "eggs"}}),
            json!({"food": ID}),
            true,
        ),
        ("a note at the bound", &long_note, json!({"note": long_note}), json!({"note": long_note}), true),
        (
            "one past it",
            "1 egg",
            json!({"quantity": 1.0, "food": known("egg", &[]), "note": longer_note}),
            json!({"note": "1 egg"}),
            true,
        ),
        (
            "a stored name that is not shown as it is",
            "sal\u{200b}t",
            json!({"food": known("sal\u{200b}t", &[])}),
            json!({"food": ID}),
            true,
        ),
        ("a stored name that reads as an id", ID, json!({"food": known(ID, &[])}), json!({"food": ID}), true),
        ("an unknown one", ID, json!({"food": unknown(ID)}), json!({"note": ID}), true),
        (
            "a mark of this server in a stored name",
            "salt",
            json!({"food": known("salt [redacted]", &["salt"])}),
            json!({"food": ID}),
            true,
        ),
        (
            "an id that is none",
            "salt",
            json!({"food": {"id": "salt", "name": "salt"}}),
            json!({"food": "salt"}),
            true,
        ),
    ] {
        assert_eq!(apart(line, parsed), (want, all), "{row}");
    }
}

#[test]
fn a_confidence_is_a_number_from_0_to_1() {
    for (said, want) in [
        (json!({"average": 0.987_654_3}), json!(0.988)),
        (json!({"average": 1.0}), json!(1)),
        (json!({"average": 0.0}), json!(0)),
        (json!({"average": 7.5}), json!(1)),
        (json!({"average": -1}), json!(0)),
        (json!({"average": null}), json!(0)),
        (json!({}), json!(0)),
        (json!(null), json!(0)),
    ] {
        let parsed = serde_json::from_value(json!({"confidence": said})).unwrap();
        assert_eq!(json!(confidence(&parsed)), want, "{said}");
    }
}

async fn bench() -> Bench {
    let bench = Bench::with(Options { seed: Seed::Empty, ..Options::default() }).await;
    {
        let mut kitchen = bench.mealie.kitchen();
        kitchen.add_food("flour");
        let cup = kitchen.add_unit("cup");
        kitchen.pluralize_unit(cup, "cups");
    }
    bench
}

#[tokio::test]
async fn lines_are_taken_apart_in_order_and_nothing_is_stored() {
    let bench = bench().await;
    let lines = json!(["2 cups flour, sifted", "salt", "1,5 kg dragonfruit", "juice of 1 lemon"]);
    let given = json!({"ingredients": lines, "parser": "brute"});
    let answer = bench.answers::<ParseIngredients>(given).await.unwrap().structured;
    let want = json!([
        {"quantity": 2, "unit": "cup", "food": "flour", "note": "sifted"},
        {"food": "salt"},
        {"quantity": 1.5, "unit": "kg", "food": "dragonfruit"},
        {"food": "juice of 1 lemon"},
    ]);
    assert_eq!(answer["ingredients"], want);
    let confidence = answer["confidence"].as_array().unwrap();
    assert_eq!(confidence.len(), 4);
    assert!(confidence.iter().all(|one| (0.0..=1.0).contains(&one.as_f64().unwrap())), "{confidence:?}");
    assert!(!answer.contains_key("notes"), "{answer:?}");
    assert_eq!(answer["untrusted"], true);
    assert_eq!(bench.mealie.writes(), []);
    let asked = bench.mealie.journal();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].body, json!({"parser": "brute", "ingredients": lines}));
}

#[tokio::test]
async fn what_a_line_lost_is_said() {
    let bench = bench().await;
    let json = [("content-type", "application/json")];
    let answer = json!([
        {"ingredient": {"quantity": 1, "food": {"name": "salt"}}},
        {"ingredient": {"quantity": 1, "food": {"name": "egg"}}},
        {"ingredient": {"food": {"name": "salt"}}},
    ]);
    let fault = Fault::on("POST", "/api/parser/ingredients");
    bench.mealie.order_fault(fault.answers_with(200, &json, answer.to_string()));
    let lines = json!({"ingredients": ["1 pinch salt", "1 egg", "salt and pepper"]});
    let answer = bench.answers::<ParseIngredients>(lines).await.unwrap().structured;
    let note = "Not every word or number of these lines came out as it was given (counted from 0): 0, 2. Compare \
                them before you use them.";
    assert_eq!(answer["notes"], json!([note]));
    assert_eq!(
        bench.mealie.journal()[0].body["parser"],
        "nlp",
        "said, whatever Mealie takes for the usual one"
    );
}

fn words(outcome: Result<crate::answer::Answer, Failure>) -> String {
    outcome.expect_err("a refusal").words().ours
}

#[tokio::test]
async fn live_12_an_nlp_parser_that_does_not_work_names_the_other_one() {
    let bench = bench().await;
    let fails = || Fault::on("POST", "/api/parser/ingredients").answers(500, "Internal Server Error");
    bench.mealie.order_fault(fails());
    let lines = |parser: &str| json!({"ingredients": ["1 egg"], "parser": parser});
    let said = words(bench.answers::<ParseIngredients>(lines("nlp")).await);
    insta::assert_snapshot!(said, @"Mealie's nlp parser failed (HTTP 500): this instance may lack its language data. Nothing was changed. Call again with `parser`: `brute`.");
    bench.mealie.order_fault(fails());
    let said = words(bench.answers::<ParseIngredients>(lines("brute")).await);
    insta::assert_snapshot!(said, @r#"Mealie's brute parser failed (HTTP 500). One line is enough for that, such as one that ends with its unit ("a pinch"). Nothing was changed. Leave such a line as it is and call again with the others."#);
    assert!(bench.answers::<ParseIngredients>(lines("brute")).await.is_ok());
}

#[tokio::test]
async fn an_answer_of_another_length_is_none() {
    let bench = bench().await;
    for body in ["[]", "[{}]", "[{},{},{}]", "{}", "null"] {
        let json = [("content-type", "application/json")];
        let fault = Fault::on("POST", "/api/parser/ingredients");
        bench.mealie.order_fault(fault.answers_with(200, &json, body));
        let lines = json!({"ingredients": ["1 egg", "salt"]});
        let failure = bench.answers::<ParseIngredients>(lines).await.err();
        let unusable = matches!(failure, Some(Failure::Answer(Unusable::NotAsExpected, Happened::No)));
        assert!(unusable, "{body}: {failure:?}");
    }
}

#[tokio::test]
async fn a_line_that_makes_no_sense_is_named_before_mealie_is_asked() {
    let bench = bench().await;
    for (line, want) in [
        (" ", "Argument `ingredients[1]`: is blank: leave the line out. Given:  . Nothing was changed."),
        (
            "\u{200b}\t",
            "Argument `ingredients[1]`: is blank: leave the line out. Given:  . Nothing was changed.",
        ),
        (
            "salt from https://cook:pass@example.com/",
            "Argument `ingredients[1]`: looks as if it held a credential, which would be hidden: leave that out. \
             Given: salt from https://[redacted]@example.com/. Nothing was changed.",
        ),
    ] {
        let given = json!({"ingredients": ["1 egg", line]});
        assert_eq!(words(bench.answers::<ParseIngredients>(given).await), want);
    }
    assert_eq!(bench.mealie.journal(), []);
}

/// LIVE-13, and what a newer parser may add.
#[tokio::test]
async fn live_13_fields_that_are_null_or_missing_or_new_are_survived() {
    let bench = bench().await;
    let later = json!({"id": null, "name": "egg", "later": 1, "pluralName": null, "aliases": null});
    let answer = json!([
        {}, {"ingredient": null, "confidence": null, "later": {}},
        {"ingredient": {"food": later, "quantity": null, "unit": null, "note": null, "later": []}},
    ]);
    let json = [("content-type", "application/json")];
    let fault = Fault::on("POST", "/api/parser/ingredients");
    bench.mealie.order_fault(fault.answers_with(200, &json, answer.to_string()));
    let lines = json!({"ingredients": ["1 pea", "salt", "egg"]});
    let answer = bench.answers::<ParseIngredients>(lines).await.unwrap().structured;
    assert_eq!(answer["ingredients"], json!([{"note": "1 pea"}, {"note": "salt"}, {"food": "egg"}]));
    assert_eq!(answer["confidence"], json!([0, 0, 0]));
}

#[tokio::test]
async fn what_comes_out_is_handed_to_create_recipe_as_it_is() {
    let bench = bench().await;
    let lines = json!({"ingredients": ["2 cups flour, sifted", "3 moonberries", "salt, to taste"], "parser": "brute"});
    let parsed = bench.answers::<ParseIngredients>(lines).await.unwrap().structured;
    let recipe = json!({"name": "Moon bread", "ingredients": parsed["ingredients"]});
    bench.goes::<CreateRecipe>(recipe).await.unwrap();
    let kitchen = bench.mealie.kitchen();
    let food = |id: Option<uuid::Uuid>| kitchen.foods.get(id.unwrap()).unwrap().name.clone();
    let lines = &kitchen.recipe_named("Moon bread").unwrap().ingredients;
    let foods: Vec<String> = lines.iter().map(|line| food(line.food)).collect();
    assert_eq!(foods, ["flour", "moonberries", "salt"]);
    assert_eq!((lines[0].quantity, lines[0].note.as_deref()), (Some(2.0), Some("sifted")));
    assert_eq!(kitchen.units.get(lines[0].unit.unwrap()).unwrap().name, "cup");
    assert_eq!(kitchen.units.iter().count(), 1, "no unit was made for a known one");
}

/// Pieces that can hurt: invisible ones, marks of this server, credentials, ids.
fn nasty() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        "[a-zé0-9 ,.()/-]{0,12}",
        "\\PC{0,6}",
        Just("\u{200b}".to_owned()),
        Just("\u{202e}".to_owned()),
        Just(crate::text::UNTRUSTED.to_owned()),
        Just("[redacted]".to_owned()),
        Just(" … [cut: 1 of 2 characters shown]".to_owned()),
        Just("https://a:b@example.com".to_owned()),
        Just("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl".to_owned()),
        Just(ID.to_owned()),
        Just("x".repeat(300)),
        Just("y".repeat(1100)),
    ];
    proptest::collection::vec(pieces, 0..4).prop_map(|pieces| pieces.concat())
}

/// Lines that Mealie is asked about at all.
fn line() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        4 => "[a-zé0-9 ,.()/-]{0,12}",
        2 => "\\PC{0,6}",
        1 => Just("\u{200b}".to_owned()),
        1 => Just("\u{202e}".to_owned()),
        1 => Just(ID.to_owned()),
        1 => Just("x".repeat(300)),
    ];
    let taken = |line: &String| {
        makes_sense(line).is_ok() && serde_json::from_value::<Content<1, 1000>>(json!(line)).is_ok()
    };
    let lines = proptest::collection::vec(pieces, 1..4).prop_map(|pieces| pieces.concat());
    lines.prop_filter("refused before", taken)
}

fn nasty_thing() -> impl Strategy<Value = Value> {
    let id = prop_oneof![Just(json!(null)), Just(json!(ID)), Just(json!("none"))];
    let thing = (id, proptest::option::of(nasty()))
        .prop_map(|(id, name)| json!({"id": id, "name": name, "aliases": [{"name": "a"}]}));
    prop_oneof![Just(json!(null)), thing]
}

proptest! {
    #[test]
    fn whatever_the_parser_answers_create_recipe_takes_it(
        line in line(),
        quantity in proptest::option::of(-10.0f64..1e12),
        unit in nasty_thing(),
        food in nasty_thing(),
        note in proptest::option::of(nasty()),
    ) {
        let (line, _) =
            apart(&line, json!({"quantity": quantity, "unit": unit, "food": food, "note": note}));
        let recipe = json!({"name": "Pie", "ingredients": [line]});
        let taken = args::decode::<CreateRecipe>(recipe.as_object().cloned().unwrap());
        prop_assert!(taken.is_ok(), "{line}: {:?}", taken.err());
        prop_assert!(line.get("food").is_some() || line.get("note").is_some(), "{line}");
        prop_assert!(line.get("quantity").is_none_or(|quantity| quantity.as_f64().unwrap() > 0.0), "{line}");
        for name in ["unit", "food"] {
            let id = line.get(name).and_then(|name| name.as_str()?.parse::<Id>().ok());
            prop_assert!(id.is_none() || id == ID.parse().ok(), "an id of nobody: {line}");
        }
    }
}
