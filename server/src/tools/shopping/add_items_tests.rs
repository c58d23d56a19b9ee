//! Lines that are new, lines that are there, and lines that Mealie makes something else of.

use fake_mealie::Fault;
use serde_json::{Value, json};

use super::*;
use crate::failure::Happened;
use crate::tools::bench::Bench;
use crate::tools::shopping::tests::bare;

fn displays(items: &Value) -> Vec<&str> {
    items.as_array().into_iter().flatten().map(|item| item["display"].as_str().unwrap()).collect()
}

async fn adds(bench: &Bench, list: uuid::Uuid, lines: &[&str]) -> crate::answer::Answer {
    match bench.plans::<AddShoppingListItems>(json!({"list_id": list, "items": lines})).await.unwrap() {
        Plan::Answer(answer) => answer,
        Plan::Go(write) => bench.runs(write).await.unwrap(),
        Plan::Ask(_) => panic!("adding never asks (ASK-2)"),
    }
}

#[tokio::test]
async fn live_9_a_line_stands_there_as_it_was_written() {
    let bench = bare().await;
    let list = bench.mealie.kitchen().add_list("Weekly");
    bench.mealie.kitchen().add_item(list, "bread");
    let answer = adds(&bench, list, &["2 tbsp oil", " salt & pepper ", "½ Zwiebel"]).await;
    assert_eq!(answer.structured["status"], "added");
    assert_eq!(displays(&answer.structured["added"])[0], "2 tbsp oil");
    assert!(!answer.structured.contains_key("already_there") && !answer.structured.contains_key("notes"));
    let written = bench.mealie.writes();
    assert_eq!(written.len(), 1);
    assert_eq!(written[0].path, "/api/households/shopping/items/create-bulk");
    let line = |note: &str, position: u64| json!({"shoppingListId": list, "note": note, "quantity": 0, "position": position});
    assert_eq!(
        written[0].body,
        json!([line("2 tbsp oil", 1), line(" salt & pepper ", 2), line("½ Zwiebel", 3)])
    );
    let kitchen = bench.mealie.kitchen();
    let stored: Vec<_> =
        kitchen.items.iter().map(|item| (item.note.as_deref().unwrap(), item.quantity)).collect();
    assert_eq!(stored, [("bread", 0.0), ("2 tbsp oil", 0.0), (" salt & pepper ", 0.0), ("½ Zwiebel", 0.0)]);
}

#[tokio::test]
async fn ask_17_what_stands_there_already_is_neither_added_again_nor_touched() {
    let bench = bare().await;
    let (list, eggs, milk) = {
        let mut kitchen = bench.mealie.kitchen();
        let list = kitchen.add_list("Weekly");
        let eggs = kitchen.add_item(list, "eggs");
        kitchen.items.get_mut(eggs).unwrap().quantity = 3.0;
        let milk = kitchen.add_item(list, "milk");
        kitchen.tick_item(milk);
        (list, eggs, milk)
    };
    let before: Vec<_> = bench.mealie.kitchen().items.iter().cloned().collect();
    for (row, lines, added, there, notes) in [
        (
            "it stands there",
            &["eggs"][..],
            &[][..],
            &["3 eggs"][..],
            &["1 line stands on the list already"][..],
        ),
        ("in another case", &["Eggs"], &["Eggs"], &[], &[]),
        ("ticked off", &["milk"], &["milk"], &[], &[]),
        (
            "twice in one call",
            &["soap", "soap"],
            &["soap"],
            &[],
            &["1 line of this call repeats another one"],
        ),
        (
            "all of it at once",
            &["eggs", "salt", "salt", "eggs", "milk", "salt"],
            &["salt"],
            &["3 eggs", "milk"],
            &["2 lines stand on the list already", "3 lines of this call repeat others"],
        ),
    ] {
        let answer = adds(&bench, list, lines).await;
        assert_eq!(displays(&answer.structured["added"]), added, "{row}");
        assert_eq!(displays(answer.structured.get("already_there").unwrap_or(&json!([]))), there, "{row}");
        for note in notes {
            assert!(answer.text.contains(note), "{row}: {}", answer.text);
        }
        assert_eq!(
            answer.structured["status"],
            if added.is_empty() { "unchanged" } else { "added" },
            "{row}"
        );
        let kitchen = bench.mealie.kitchen();
        for item in &before {
            assert_eq!(kitchen.items.get(item.id), Some(item), "{row}");
        }
    }
    let there = adds(&bench, list, &["eggs"]).await;
    assert_eq!(there.structured["already_there"][0]["id"], eggs.to_string());
    assert_ne!(there.structured["already_there"][0]["id"], milk.to_string());
    assert_eq!(bench.mealie.writes().len(), 4, "nothing is sent where nothing is new");
}

/// Mealie 3.10.2 guesses a label by comparing the text with the foods, and never a food: nothing merges by it.
#[tokio::test]
async fn ask_17_a_line_that_is_called_like_a_food_stays_a_line() {
    let bench = bare().await;
    let (list, item) = {
        let mut kitchen = bench.mealie.kitchen();
        let list = kitchen.add_list("Weekly");
        let (milk, label) = (kitchen.add_food("milk"), kitchen.add_label("Dairy"));
        kitchen.foods.get_mut(milk).unwrap().label_id = Some(label);
        (list, kitchen.add_food_item(list, 2.0, milk))
    };
    let answer = adds(&bench, list, &["milk"]).await;
    let added = &answer.structured["added"][0];
    assert_eq!((&added["note"], &added["label"], added.get("food")), (&json!("milk"), &json!("Dairy"), None));
    let kitchen = bench.mealie.kitchen();
    assert_eq!(kitchen.items.get(item).unwrap().quantity, 2.0);
    assert_eq!(kitchen.items.iter().count(), 2);
}

/// Somebody writes the same line between the look and the request.
#[tokio::test]
async fn ask_17_a_line_that_appears_in_between_is_not_added_twice() {
    let bench = bare().await;
    let list = bench.mealie.kitchen().add_list("Weekly");
    let plan = bench
        .plans::<AddShoppingListItems>(json!({"list_id": list, "items": ["milk", "oats"]}))
        .await
        .unwrap();
    let Plan::Go(write) = plan else { panic!("there is something to add") };
    bench.mealie.kitchen().add_item(list, "milk");
    let answer = bench.runs(write).await.unwrap();
    assert_eq!(displays(&answer.structured["added"]), ["oats"]);
    assert_eq!(displays(&answer.structured["already_there"]), ["milk"]);
    assert_eq!(bench.mealie.kitchen().items.iter().count(), 2);
}

#[tokio::test]
async fn a_line_that_nobody_can_see_is_refused_by_its_place() {
    let bench = bare().await;
    let list = bench.mealie.kitchen().add_list("Weekly");
    for line in [" ", "\t", "\u{200b}", "\u{2800}"] {
        let arguments = json!({"list_id": list, "items": ["milk", line]});
        let said = bench.plans::<AddShoppingListItems>(arguments).await.err().unwrap().words().ours;
        assert!(said.starts_with("Argument `items[1]`: holds nothing that can be seen."), "{said}");
    }
    assert_eq!(bench.mealie.journal(), []);
}

#[tokio::test]
async fn live_10_what_mealie_fails_at_may_be_there_and_is_not_repeated() {
    let bench = bare().await;
    let list = bench.mealie.kitchen().add_list("Weekly");
    let path = "/api/households/shopping/items/create-bulk";
    for fault in [
        Fault::on("POST", path).answers_after_the_deed(500, "Internal Server Error"),
        Fault::on("POST", path).resets(),
        Fault::on("POST", path).answers_with(201, &[("content-type", "application/json")], "[]"),
    ] {
        bench.mealie.order_fault(fault);
        let arguments = json!({"list_id": list, "items": [format!("line {}", bench.mealie.writes().len())]});
        let failure = bench.goes::<AddShoppingListItems>(arguments).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
    }
    assert_eq!(bench.mealie.writes().len(), 3, "each once");
}

#[tokio::test]
async fn live_13_lines_of_which_mealie_says_nothing_are_told() {
    let bench = bare().await;
    let list = bench.mealie.kitchen().add_list("Weekly");
    for (body, note) in [
        ("{}", "Mealie does not say what became of 2 lines"),
        (r#"{"createdItems":null,"updatedItems":null}"#, "Mealie does not say what became of 2 lines"),
        (r#"{"createdItems":[{"id":null,"note":null}]}"#, "Mealie does not say what became of 1 line:"),
    ] {
        let fault = Fault::on("POST", "/api/households/shopping/items/create-bulk");
        bench.mealie.order_fault(fault.answers_with(201, &[("content-type", "application/json")], body));
        let answer = adds(&bench, list, &["milk", "oats"]).await;
        assert!(answer.text.starts_with(note), "{body}: {}", answer.text);
    }
}

#[tokio::test]
async fn a_list_whose_places_are_out_of_bounds_still_takes_a_line() {
    for (place, next) in [(i64::MAX, LAST_PLACE), (i64::MIN, 0), (-5, 0), (7, 8)] {
        let bench = bare().await;
        let list = bench.mealie.kitchen().add_list("Weekly");
        let item = bench.mealie.kitchen().add_item(list, "bread");
        bench.mealie.kitchen().items.get_mut(item).unwrap().position = place;
        adds(&bench, list, &["milk"]).await;
        assert_eq!(bench.mealie.writes()[0].body[0]["position"], next, "{place}");
    }
}
