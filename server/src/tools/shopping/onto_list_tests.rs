//! Each line before each kind of item that may stand there.

use serde_json::json;

use super::*;
use crate::text::{Document, WireKey};
use crate::tools::shopping::recipe_lines;

fn id(number: u128) -> Id {
    format!("{number:08x}-0000-4000-8000-000000000000").parse().unwrap()
}

const SOUP: u128 = 0xa;
const FOOD: u128 = 0xf;

fn standing(items: &[Value]) -> Standing {
    Standing::on(
        serde_json::from_value(json!({"id": id(1), "name": "Weekly", "listItems": items})).unwrap(),
        id(SOUP),
    )
}

fn lines(lines: Value) -> RecipeLines {
    let recipe = json!({"recipeIngredient": lines}).to_string();
    recipe_lines::of(&Document::from_json(recipe.as_bytes()).unwrap(), &WireKey::of_test()).unwrap()
}

fn of_food(quantity: f64, note: &str) -> RecipeLines {
    lines(json!([{"quantity": quantity, "food": {"id": id(FOOD)}, "note": note}]))
}

#[test]
fn ask_17_a_line_is_left_out_where_what_stands_there_would_not_stay_as_it_is() {
    use Because::{AnotherNote, BelowZero, StandsWithoutQuantity};
    let item = |quantity: f64, note: &str| json!({"id": id(1), "quantity": quantity, "foodId": id(FOOD), "note": note, "recipeReferences": []});
    let ticked = |mut item: Value| {
        item["checked"] = json!(true);
        item
    };
    let in_cups = |mut item: Value| {
        item["unitId"] = json!(id(0xc));
        item
    };
    let stews = |mut item: Value| {
        item["recipeReferences"] = json!([{"recipeId": id(0xb), "recipeQuantity": 0, "recipeScale": 1}]);
        item
    };
    for (row, item, line, want) in [
        (
            "another food",
            json!({"id": id(1), "quantity": 0, "foodId": id(0xe), "note": ""}),
            of_food(1.0, ""),
            None,
        ),
        ("the same", item(2.0, ""), of_food(1.0, ""), None),
        ("the same and a line without a quantity", item(2.0, ""), of_food(0.0, ""), None),
        ("no quantity", item(0.0, ""), of_food(1.0, ""), Some(StandsWithoutQuantity)),
        ("none on both sides", item(0.0, ""), of_food(0.0, ""), Some(StandsWithoutQuantity)),
        ("none, for another recipe", stews(item(0.0, "")), of_food(0.0, ""), Some(StandsWithoutQuantity)),
        ("less than nothing there", item(-1.0, ""), of_food(0.3, ""), Some(BelowZero)),
        ("less than nothing in the line", item(2.0, ""), of_food(-2.5, ""), Some(BelowZero)),
        ("no quantity, in cups", in_cups(item(0.0, "")), of_food(1.0, ""), None),
        ("no quantity, ticked off", ticked(item(0.0, "")), of_food(1.0, ""), None),
        ("the same note", item(2.0, "ripe"), of_food(1.0, "ripe"), None),
        ("a note that stays", item(2.0, "ripe"), of_food(1.0, ""), None),
        ("a note where there is none", item(2.0, ""), of_food(1.0, "ripe"), Some(AnotherNote)),
        ("another note", item(2.0, "green"), of_food(1.0, "ripe"), Some(AnotherNote)),
        ("notes that hold it", item(2.0, "green | ripe"), of_food(1.0, "ripe"), Some(AnotherNote)),
        ("another note, ticked off", ticked(item(2.0, "green")), of_food(1.0, "ripe"), None),
    ] {
        let onto = standing(&[item]).takes(line, 2.0).unwrap();
        assert_eq!(onto.left_out.first().map(|line| line.because), want, "{row}");
        assert_eq!(onto.lines.is_some(), want.is_some(), "what Mealie does by itself is left to it, {row}");
        assert_eq!(onto.notes().len(), usize::from(want.is_some()), "{row}");
        if let Some(left_out) = onto.left_out.first() {
            assert_eq!(left_out.item_id, Some(id(1)), "{row}");
            assert_eq!(onto.lines.unwrap(), Vec::<Value>::new(), "{row}");
        }
    }
}

#[test]
fn ask_17_texts_are_compared_letter_by_letter() {
    for (row, note, want) in
        [("the same", "salt", true), ("another case", "Salt", false), ("a blank behind it", "salt ", false)]
    {
        let item = json!({"id": id(1), "quantity": 0, "note": note});
        let onto = standing(&[item]).takes(lines(json!([{"note": "salt"}])), 1.0).unwrap();
        assert_eq!(!onto.left_out.is_empty(), want, "{row}");
    }
}

/// Left out, it would go altogether when the recipe is taken off once.
#[test]
fn what_the_recipe_itself_put_there_is_counted_once_more_or_nothing_is_added() {
    let own = |quantity: f64, note: &str| {
        json!({"id": id(1), "quantity": quantity, "foodId": id(FOOD), "note": note, "recipeReferences": [
            {"recipeId": id(SOUP), "recipeQuantity": quantity, "recipeScale": 1},
        ]})
    };
    for (row, item, line, fine) in [
        ("the same", own(2.0, "ripe"), of_food(2.0, "ripe"), true),
        ("without a quantity", own(0.0, ""), of_food(0.0, ""), true),
        ("another note by now", own(2.0, "the red ones"), of_food(2.0, "ripe"), false),
        ("less than nothing", own(-1.0, ""), of_food(0.3, ""), false),
        ("another note by now, without a quantity", own(0.0, "the red ones"), of_food(0.0, "ripe"), false),
    ] {
        let onto = standing(&[item]).takes(line, 1.0);
        match (onto, fine) {
            (Ok(onto), true) => assert!(onto.left_out.is_empty() && onto.lines.is_none(), "{row}"),
            (Err(failure), false) => {
                let words = failure.words().ours;
                assert!(
                    words.contains(&id(1).to_string()) && words.contains("Nothing was changed."),
                    "{row}: {words}"
                );
            }
            (onto, _) => panic!("{row}: {:?}", onto.map(|onto| onto.lines)),
        }
    }
}

#[test]
fn ask_17_of_several_equal_items_the_one_that_is_in_the_way_counts() {
    let item = |number: u128, quantity: f64, note: &str| json!({"id": id(number), "quantity": quantity, "foodId": id(FOOD), "note": note});
    for items in [[item(1, 2.0, ""), item(2, 0.0, "")], [item(2, 0.0, ""), item(1, 2.0, "")]] {
        let onto = standing(&items).takes(of_food(1.0, ""), 1.0).unwrap();
        assert_eq!(onto.left_out[0].item_id, Some(id(2)));
    }
}

#[test]
fn what_was_left_out_is_told_with_its_quantity_as_often_as_it_was_asked_for() {
    let item = json!({"id": id(1), "quantity": 0, "foodId": id(FOOD)});
    let read = json!([
        {"quantity": 1.5, "food": {"id": id(FOOD)}, "note": "", "display": "1 1/2 onions"},
        {"note": ""},
        {"referencedRecipe": {"id": id(0xd)}},
        {"note": "pepper"},
    ]);
    let onto = standing(&[item]).takes(lines(read), 2.0).unwrap();
    let told = serde_json::to_value(&onto.left_out).unwrap();
    assert_eq!(
        told,
        json!([
            {"because": "is_a_recipe", "recipe_id": id(0xd)},
            {"line": "1 1/2 onions", "quantity": 3, "because": "stands_without_quantity", "item_id": id(1)},
        ])
    );
    assert_eq!(onto.notes().len(), 3, "{:?}", onto.notes());
    assert_eq!(onto.lines.unwrap().len(), 1);
}

#[test]
fn items_that_are_gone_by_somebody_elses_hand_are_told() {
    let before = standing(&[json!({"id": id(1)}), json!({"id": id(2)}), json!({"id": id(3)})]);
    let after: ListRecord = serde_json::from_value(json!({"listItems": [{"id": id(1)}]})).unwrap();
    assert_eq!(before.missing_in(&after, |_| true), None);
    let told = before.missing_in(&after, |gone| *gone == id(2)).unwrap();
    assert!(told.contains(&id(3).to_string()) && !told.contains(&id(2).to_string()), "{told}");
}
