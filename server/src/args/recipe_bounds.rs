//! Every bound of what a recipe is made of, at the bound and one past it, for both tools that write one.

use serde_json::{Value, json};

use super::tests::refusal;
use crate::text::Limit;

/// Both tools take the same of a recipe.
#[test]
fn ann_1_each_bound_of_a_recipe_is_held_at_the_bound_and_one_past_it() {
    let text = |length: usize| json!("x".repeat(length));
    let many = |member: Value, count: usize| json!(vec![member; count]);
    let line = |key: &str, value: Value| json!([{"note": "x", key: value}]);
    let id = "3f2a0000-0000-4000-8000-000000000001";
    for (row, argument, fits, refused) in [
        ("a description", "description", vec![text(0), text(20_000)], vec![text(20_001), json!(5)]),
        (
            "lines",
            "ingredients",
            vec![many(json!("x"), 0), many(json!("x"), 200)],
            vec![many(json!("x"), 201), text(3), json!(5)],
        ),
        (
            "a line of text",
            "ingredients",
            vec![json!([text(1)]), json!([text(1_000)])],
            vec![json!([text(0)]), json!([text(1_001)]), json!([" "]), json!([5])],
        ),
        (
            "a line's amount",
            "ingredients",
            vec![line("quantity", json!(0)), line("quantity", json!(1e300))],
            vec![line("quantity", json!(-0.001)), line("quantity", json!("1"))],
        ),
        (
            "a line's unit",
            "ingredients",
            vec![line("unit", text(1)), line("unit", text(255))],
            vec![line("unit", text(0)), line("unit", text(256))],
        ),
        (
            "a line's food",
            "ingredients",
            vec![line("food", text(1)), line("food", text(255))],
            vec![line("food", text(0)), line("food", text(256))],
        ),
        (
            "a line's title",
            "ingredients",
            vec![line("title", text(0)), line("title", text(255))],
            vec![line("title", text(256))],
        ),
        (
            "a line's note",
            "ingredients",
            vec![json!([{"note": text(1_000)}]), json!([{"food": "x", "note": ""}])],
            vec![json!([{"note": text(1_001)}]), json!([{"note": ""}])],
        ),
        (
            "what a line needs",
            "ingredients",
            vec![json!([{"title": "x"}]), json!([{"reference_id": id}])],
            vec![
                json!([{}]),
                json!([{"quantity": 1, "unit": "g"}]),
                json!([{"text": "x"}]),
                json!([{"reference_id": "x"}]),
            ],
        ),
        (
            "what comes back with a line",
            "ingredients",
            vec![
                line("food_id", json!(id)),
                line("recipe", json!("Dough")),
                line("recipe_id", json!(id)),
                line("unit", Value::Null),
            ],
            vec![line("display", json!("x"))],
        ),
        (
            "steps",
            "instructions",
            vec![many(json!("x"), 0), many(json!("x"), 100)],
            vec![many(json!("x"), 101)],
        ),
        (
            "a step",
            "instructions",
            vec![json!([text(1)]), json!([text(20_000)])],
            vec![json!([text(0)]), json!([text(20_001)])],
        ),
        (
            "a step's parts",
            "instructions",
            vec![json!([{"title": text(255), "text": text(20_000)}]), json!([{"text": "x", "uses": []}])],
            vec![
                json!([{"title": text(256), "text": "x"}]),
                json!([{"title": "", "text": "x"}]),
                json!([{"text": ""}]),
                json!([{"text": "x", "summary": "x"}]),
                json!([{"text": "x", "uses": ["x"]}]),
            ],
        ),
        ("tags", "tags", vec![many(json!("x"), 0), many(json!("x"), 50)], vec![many(json!("x"), 51)]),
        (
            "a tag",
            "tags",
            vec![json!([text(255)])],
            vec![json!([text(256)]), json!([""]), json!([{"name": "x"}])],
        ),
        (
            "categories",
            "categories",
            vec![many(json!("x"), 50), json!([text(255)])],
            vec![many(json!("x"), 51), json!([text(256)])],
        ),
        ("a time", "prep_time", vec![text(0), text(100)], vec![text(101), json!(20)]),
        ("another", "cook_time", vec![text(100)], vec![text(101)]),
        ("a third", "total_time", vec![text(100)], vec![text(101)]),
        (
            "servings",
            "servings",
            vec![json!(0), json!(0.5), json!(10_000)],
            vec![json!(-1), json!(10_000.5), json!("4")],
        ),
        ("a yield", "recipe_yield", vec![text(0), text(255)], vec![text(256)]),
        (
            "notes",
            "notes",
            vec![many(json!({"title": "x", "text": ""}), 50)],
            vec![many(json!({"title": "x", "text": ""}), 51)],
        ),
        (
            "a note",
            "notes",
            vec![json!([{"title": text(255), "text": text(20_000)}])],
            vec![
                json!([{"title": text(256), "text": "x"}]),
                json!([{"title": "", "text": "x"}]),
                json!([{"title": "x", "text": text(20_001)}]),
                json!(["x"]),
            ],
        ),
        (
            "a source",
            "source_url",
            vec![json!(format!("https://example.com/{}", "x".repeat(2_028)))],
            vec![json!(format!("https://example.com/{}", "x".repeat(2_029))), json!("")],
        ),
    ] {
        for tool in ["create_recipe", "update_recipe"] {
            let said = |value: &Value| {
                refusal(
                    tool,
                    json!({if tool == "create_recipe" { "name" } else { "recipe" }: "a", argument: value}),
                )
            };
            for value in &fits {
                assert_eq!(said(value), None, "{row}, {tool}");
            }
            for value in &refused {
                let said = said(value).unwrap_or_default();
                assert!(said.contains(argument), "{row}, {tool}: {said:?}");
                // Words of this server's code, where it lets its decoder speak.
                let ours = [" struct ", "expected has"].iter().find(|word| said.contains(**word));
                assert_eq!(ours, None, "{row}, {tool}: {said:?}");
            }
        }
    }
}

/// UNT-8: whatever may be written is shown whole.
#[test]
fn unt_8_what_is_shown_is_at_least_as_long_as_what_may_be_written() {
    for (field, written, shown) in [
        ("name", 255, Limit::NAME),
        ("description", 20_000, Limit::DESCRIPTION),
        ("line", 1_000, Limit::INGREDIENT),
        ("unit, food, heading", 255, Limit::NAME),
        ("step", 20_000, Limit::STEP),
        ("tag, category", 255, Limit::NAME),
        ("time", 100, Limit::SHORT),
        ("yield", 255, Limit::SHORT),
        ("note", 20_000, Limit::NOTE),
        ("source", 2_048, Limit::ADDRESS),
    ] {
        assert!(shown.characters() >= written, "{field}");
    }
}
