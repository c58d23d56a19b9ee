//! Ticking off, quantities and notes: what is kept, what is refused, what is told.

mod asking;

use fake_mealie::{Fault, ShoppingItem};
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;
use crate::answer::Answer;
use crate::failure::Happened;
use crate::guard::binding::Bound;
use crate::tools::bench::{Asked, Bench};
use crate::tools::shopping::tests::{NOBODY, bare, comes_from};

const ITEMS: &str = "/api/households/shopping/items";

/// A list of lines of text.
fn listed<const N: usize>(bench: &Bench, notes: [&str; N]) -> (Uuid, [Uuid; N]) {
    let mut kitchen = bench.mealie.kitchen();
    let list = kitchen.add_list("Weekly");
    (list, notes.map(|note| kitchen.add_item(list, note)))
}

fn stored(bench: &Bench, item: Uuid) -> ShoppingItem {
    bench.mealie.kitchen().items.get(item).cloned().unwrap()
}

fn call(list: Uuid, items: &[Uuid], change: Value) -> Value {
    let mut arguments = json!({"list_id": list, "item_ids": items});
    arguments.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    arguments
}

async fn goes(bench: &Bench, list: Uuid, items: &[Uuid], change: Value) -> Result<Answer, Failure> {
    bench.goes::<UpdateShoppingListItems>(call(list, items, change)).await
}

async fn asks(bench: &Bench, list: Uuid, items: &[Uuid], change: Value) -> Result<Asked, Failure> {
    bench.asks::<UpdateShoppingListItems>(call(list, items, change)).await
}

fn is_senseless<A>(outcome: &Result<A, Failure>) -> bool {
    matches!(outcome, Err(Failure::Refused(refusal)) if refusal.why == Why::Senseless)
}

/// An item of which everything is set.
fn full(bench: &Bench) -> (Uuid, Uuid) {
    let mut kitchen = bench.mealie.kitchen();
    let list = kitchen.add_list("Weekly");
    let soup = kitchen.add_recipe("Pea soup");
    let (peas, cup, label) =
        (kitchen.add_food("peas"), kitchen.add_unit("cup"), kitchen.add_label("Produce"));
    let item = kitchen.add_food_item(list, 2.0, peas);
    let stored = kitchen.items.get_mut(item).unwrap();
    (stored.unit_id, stored.label_id, stored.position) = (Some(cup), Some(label), 4);
    stored.note = Some("split".to_owned());
    stored.extras.insert("aisle".to_owned(), json!("7"));
    comes_from(&mut kitchen, item, soup, 2.0);
    (list, item)
}

#[tokio::test]
async fn live_2_all_that_is_not_changed_stays_as_it_was() {
    for (row, change, set) in [
        (
            "how much",
            json!({"quantity": 3.5}),
            Box::new(|item: &mut ShoppingItem| item.quantity = 3.5) as Box<dyn Fn(&mut ShoppingItem)>,
        ),
        ("none of it", json!({"quantity": 0}), Box::new(|item| item.quantity = 0.0)),
        (
            "ticked off: Mealie forgets its recipes",
            json!({"checked": true}),
            Box::new(|item| {
                item.checked = true;
                item.recipe_references.clear();
            }),
        ),
        ("not ticked off", json!({"checked": false}), Box::new(|_| ())),
    ] {
        let bench = bare().await;
        let (list, item) = full(&bench);
        let mut want = stored(&bench, item);
        set(&mut want);
        goes(&bench, list, &[item], change).await.unwrap();
        let now = stored(&bench, item);
        want.updated_at = now.updated_at;
        assert_eq!(now, want, "{row}");
    }
}

/// Between the look and the request somebody writes something else.
#[tokio::test]
async fn live_2_an_item_is_sent_back_as_it_is_directly_before() {
    let bench = bare().await;
    let (list, [milk]) = listed(&bench, ["milk"]);
    let Plan::Go(write) =
        bench.plans::<UpdateShoppingListItems>(call(list, &[milk], json!({"checked": true}))).await.unwrap()
    else {
        panic!("ticking off never asks (ASK-2)")
    };
    bench.mealie.kitchen().rewrite_item(milk, "oat milk");
    bench.runs(write).await.unwrap();
    let now = stored(&bench, milk);
    assert_eq!((now.note.as_deref(), now.checked), (Some("oat milk"), true));
}

#[tokio::test]
async fn live_2_one_request_carries_all_items_each_with_its_list() {
    let bench = bare().await;
    let (list, items) = listed(&bench, ["milk", "bread", "eggs"]);
    goes(&bench, list, &[items[2], items[0], items[2]], json!({"checked": true})).await.unwrap();
    let written = bench.mealie.writes();
    assert_eq!(written.len(), 1);
    assert_eq!((written[0].method.as_str(), written[0].path.as_str()), ("PUT", ITEMS));
    let sent = written[0].body.as_array().unwrap();
    assert_eq!(sent.len(), 2, "one that is named twice is one");
    assert!(sent.iter().all(|item| item["shoppingListId"] == list.to_string() && item["checked"] == true));
    assert!(!stored(&bench, items[1]).checked);
}

#[tokio::test]
async fn live_14_the_answer_says_what_was_there_before() {
    let bench = bare().await;
    let (list, item) = full(&bench);
    let answer = goes(&bench, list, &[item], json!({"quantity": 0, "checked": true})).await.unwrap();
    let shown = &answer.structured["items"][0];
    assert_eq!(shown["before"], json!({"checked": false, "quantity": 2}));
    assert_eq!((&shown["checked"], shown.get("quantity"), &shown["id"]), (&json!(true), None, &json!(item)));
    assert_eq!(answer.structured["status"], "updated");
    let answer = goes(&bench, list, &[item], json!({"quantity": 2.5})).await.unwrap();
    assert_eq!(answer.structured["items"][0]["before"], json!({"quantity": 0}));
    let asked = asks(&bench, list, &[item], json!({"note": ""})).await.unwrap();
    let answer = bench.after_a_yes(asked).await.unwrap();
    assert_eq!(answer.structured["items"][0]["before"], json!({"note": "split"}));
}

#[tokio::test]
async fn an_update_that_sets_nothing_is_refused() {
    let bench = bare().await;
    let (list, items) = listed(&bench, ["milk"]);
    let outcome = goes(&bench, list, &items, json!({})).await;
    assert!(is_senseless(&outcome), "{outcome:?}");
    assert_eq!(bench.mealie.journal(), [], "a call that makes no sense asks Mealie nothing");
    let outcome = asks(&bench, list, &items, json!({"note": "milk"})).await.map(|asked| asked.question);
    assert!(is_senseless(&outcome), "a note that it has already: {outcome:?}");
    assert!(goes(&bench, list, &items, json!({"checked": false})).await.is_ok(), "done twice is done");
}

#[tokio::test]
async fn ask_14_an_item_that_is_not_on_the_list_refuses_the_whole_call() {
    let bench = bare().await;
    let (list, [milk]) = listed(&bench, ["milk"]);
    let elsewhere = {
        let mut kitchen = bench.mealie.kitchen();
        let other = kitchen.add_list("Party");
        kitchen.add_item(other, "cake")
    };
    let nobody: Uuid = NOBODY.parse().unwrap();
    for change in [json!({"checked": true}), json!({"note": "oats"})] {
        let outcome = bench
            .plans::<UpdateShoppingListItems>(call(list, &[milk, elsewhere, nobody], change.clone()))
            .await
            .err();
        let Some(Failure::NotFound { kind: "items of this shopping list", ids }) = outcome else {
            panic!("{change}: {outcome:?}")
        };
        let mut want: Vec<Id> = vec![elsewhere.into(), nobody.into()];
        want.sort_unstable();
        assert_eq!(ids, want, "{change}");
    }
    assert_eq!(bench.mealie.writes(), []);
}

#[tokio::test]
async fn ask_17_what_would_cost_an_item_is_refused_before_anything_is_sent() {
    let bench = bare().await;
    let (list, [milk, twin, oats]) = listed(&bench, ["milk", "milk", "oats"]);
    for (row, prepare, items, change, gone) in [
        ("how much of one of two equal ones", None, vec![milk], json!({"quantity": 2}), vec![milk]),
        ("of both", None, vec![milk, twin], json!({"quantity": 2}), vec![milk.max(twin)]),
        (
            "unticking one whose twin is not",
            Some(milk),
            vec![milk, oats],
            json!({"checked": false}),
            vec![milk],
        ),
    ] {
        if let Some(item) = prepare {
            bench.mealie.kitchen().tick_item(item);
        }
        let outcome = goes(&bench, list, &items, change).await;
        assert!(is_senseless(&outcome), "{row}: {outcome:?}");
        let said = outcome.unwrap_err().words().ours;
        assert!(said.contains("delete_shopping_list_items"), "{row}: {said}");
        assert!(said.contains("Nothing was changed."), "{row}: {said}");
        for id in gone {
            assert!(said.contains(&id.to_string()), "{row}: {said}");
        }
    }
    assert_eq!(bench.mealie.writes(), []);
    let both = goes(&bench, list, &[milk, twin], json!({"checked": true})).await;
    assert!(both.is_ok(), "ticked items are never merged: {both:?}");
    assert_eq!(bench.mealie.kitchen().items.iter().count(), 3);
}

/// Between the look and the request a twin appears.
#[tokio::test]
async fn ask_17_a_twin_that_appears_in_between_is_seen() {
    let bench = bare().await;
    let (list, [milk]) = listed(&bench, ["milk"]);
    let Plan::Go(write) =
        bench.plans::<UpdateShoppingListItems>(call(list, &[milk], json!({"quantity": 2}))).await.unwrap()
    else {
        panic!("a quantity never asks (ASK-2)")
    };
    bench.mealie.kitchen().add_item(list, "milk");
    let outcome = bench.runs(write).await;
    assert!(is_senseless(&outcome), "{outcome:?}");
    assert_eq!(bench.mealie.writes(), []);
}

/// A recipe that is put on a list a negative number of times leaves such items.
#[tokio::test]
async fn ask_17_what_is_less_than_nothing_is_not_sent_back_as_it_is() {
    let bench = bare().await;
    let (list, [milk]) = listed(&bench, ["milk"]);
    bench.mealie.kitchen().items.get_mut(milk).unwrap().quantity = -2.0;
    let ticked = goes(&bench, list, &[milk], json!({"checked": true})).await;
    let renamed = asks(&bench, list, &[milk], json!({"note": "oats"})).await.map(|asked| asked.question);
    for outcome in [ticked.map(|answer| answer.text), renamed] {
        let said = outcome.unwrap_err().words().ours;
        assert!(said.contains("below 0") && said.contains(&milk.to_string()), "{said}");
    }
    assert_eq!(bench.mealie.writes(), []);
    goes(&bench, list, &[milk], json!({"checked": true, "quantity": 1})).await.unwrap();
    assert!(stored(&bench, milk).checked);
}

#[tokio::test]
async fn live_9_more_than_a_hundred_ticked_items_are_told_of() {
    let bench = bare().await;
    let (list, items) = {
        let mut kitchen = bench.mealie.kitchen();
        let list = kitchen.add_list("Weekly");
        let items: Vec<Uuid> =
            (0..102).map(|number| kitchen.add_item(list, &format!("line {number}"))).collect();
        items[..99].iter().for_each(|item| kitchen.tick_item(*item));
        (list, items)
    };
    for (row, item, change, told) in [
        ("a hundred", items[99], json!({"checked": true}), None),
        ("one more", items[100], json!({"checked": true}), Some("101 items of this list are ticked off now")),
        ("another change of a list that has them", items[101], json!({"quantity": 2}), Some("101 items")),
        ("a hundred again", items[0], json!({"checked": false}), None),
    ] {
        let answer = goes(&bench, list, &[item], change).await.unwrap();
        match told {
            None => assert!(!answer.text.contains("once a day"), "{row}: {}", answer.text),
            Some(told) => {
                assert!(answer.text.starts_with(told), "{row}: {}", answer.text);
                assert!(answer.text.contains("once a day Mealie deletes all but the 100"), "{row}");
            }
        }
    }
    assert_eq!(bench.mealie.kitchen().items.iter().count(), 102, "ticking off deletes nothing at once");
}

#[tokio::test]
async fn a_ticked_item_that_came_from_a_recipe_is_told_of() {
    let bench = bare().await;
    let (list, item) = full(&bench);
    let quantity = goes(&bench, list, &[item], json!({"quantity": 3})).await.unwrap();
    assert!(!quantity.text.contains("came from"), "{}", quantity.text);
    let ticked = goes(&bench, list, &[item], json!({"checked": true})).await.unwrap();
    assert!(ticked.text.starts_with("1 of them came from a recipe. Mealie forgets that"), "{}", ticked.text);
    let again = goes(&bench, list, &[item], json!({"checked": true})).await.unwrap();
    assert!(!again.text.contains("came from"), "{}", again.text);
}

#[tokio::test]
async fn live_13_items_of_which_mealie_says_nothing_are_told() {
    let bench = bare().await;
    let (list, items) = listed(&bench, ["milk", "bread"]);
    for (body, told) in [
        (json!({}), "Mealie says nothing of 2 of these 2 items"),
        (json!({"updatedItems": null, "deletedItems": null}), "Mealie says nothing of 2 of these 2 items"),
        (json!({"updatedItems": [{"id": items[0]}]}), "Mealie says nothing of 1 of these 2 items"),
        (
            json!({"updatedItems": [{"id": items[0]}, {"id": null}]}),
            "Mealie says nothing of 1 of these 2 items",
        ),
        (
            json!({"deletedItems": [{"id": items[0]}, {"id": items[1]}]}),
            "Mealie made one item of equal ones: 2 are gone.",
        ),
    ] {
        let fault = Fault::on("PUT", ITEMS);
        let headers = [("content-type", "application/json")];
        bench.mealie.order_fault(fault.answers_with(200, &headers, body.to_string()));
        let answer = goes(&bench, list, &items, json!({"checked": true})).await.unwrap();
        assert!(answer.text.starts_with(told), "{body}: {}", answer.text);
        assert_eq!(answer.text.contains("says nothing"), told.contains("says nothing"), "{body}");
    }
}

#[tokio::test]
async fn live_10_an_update_that_mealie_fails_at_may_have_happened_and_is_not_repeated() {
    let bench = bare().await;
    let (list, items) = listed(&bench, ["milk"]);
    for fault in [
        Fault::on("PUT", ITEMS).answers_after_the_deed(500, "Internal Server Error"),
        Fault::on("PUT", ITEMS).resets(),
        Fault::on("PUT", ITEMS).answers_with(200, &[("content-type", "application/json")], "[]"),
    ] {
        bench.mealie.order_fault(fault);
        let failure = goes(&bench, list, &items, json!({"checked": true})).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
    }
    assert_eq!(bench.mealie.writes().len(), 3, "each once");
}

/// A newer Mealie may say more of an item, and takes it back as it said it.
#[tokio::test]
async fn live_13_what_nobody_knows_of_an_item_is_sent_back_too() {
    let bench = bare().await;
    let (list, [milk]) = listed(&bench, ["milk"]);
    let path = format!("/api/households/shopping/lists/{list}");
    let order = || Fault::on("GET", &path).next(2);
    bench
        .mealie
        .order_fault(order().rewrites(r#""note":"milk""#, r#""note":"milk","aisle":{"row":7},"price":null"#));
    goes(&bench, list, &[milk], json!({"checked": true})).await.unwrap();
    let sent = &bench.mealie.writes()[0].body[0];
    assert_eq!((&sent["aisle"], sent.get("price")), (&json!({"row": 7}), Some(&Value::Null)));
}
