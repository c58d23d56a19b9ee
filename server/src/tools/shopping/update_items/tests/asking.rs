//! What a person is asked about a note, and what the yes is good for.

use serde_json::{Value, json};
use uuid::Uuid;

use super::*;

#[tokio::test]
async fn ask_1_ask_2_a_note_asks_and_nothing_else_does() {
    let bench = bare().await;
    let (list, [milk, ..]) = listed(&bench, ["milk", "bread"]);
    for (change, asked) in [
        (json!({"note": "oats"}), true),
        (json!({"note": ""}), true),
        (json!({"note": "oats", "checked": true, "quantity": 2}), true),
        (json!({"checked": true}), false),
        (json!({"quantity": 5}), false),
        (json!({"quantity": 5, "checked": false, "note": null}), false),
    ] {
        let mut arguments = call(list, &[milk], change.clone());
        arguments.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        let plan = bench.plans::<UpdateShoppingListItems>(arguments).await.unwrap();
        assert_eq!(matches!(plan, Plan::Ask(_)), asked, "{change}");
    }
    assert_eq!(bench.mealie.writes(), []);
}

#[tokio::test]
async fn ask_7_ask_19_the_question_says_how_many_and_which_and_what_else_is_set() {
    let bench = bare().await;
    let (list, items) = full(&bench);
    let foods: Vec<Uuid> = {
        let mut kitchen = bench.mealie.kitchen();
        let foods = ["flour", "rye", "oats"].map(|food| kitchen.add_food(food));
        foods.map(|food| kitchen.add_food_item(list, 1.0, food)).to_vec()
    };
    bench.mealie.kitchen().tick_item(foods[0]);
    let one = asks(&bench, list, &[items], json!({"note": "a secret"})).await.unwrap().question;
    assert_eq!(
        one,
        format!(
            "This will replace the note of 1 shopping list item, 0 of them ticked: {items}.\n\nThe note it has now is gone for \
             everyone in the household. This cannot be undone."
        )
    );
    let all: Vec<Uuid> = foods.iter().copied().chain([items]).collect();
    let change = json!({"note": "another secret", "checked": true, "quantity": 7});
    let question = asks(&bench, list, &all, change).await.unwrap().question;
    for said in [
        "This will replace the note of 4 shopping list items, 1 of them ticked: ",
        " and 1 more.",
        " It also ticks them off. It also sets another quantity.",
        "One of them has a note now, which is gone for everyone",
    ] {
        assert!(question.contains(said), "{said}: {question}");
    }
    let first = asks(&bench, list, &[foods[1]], json!({"note": "fine"})).await.unwrap().question;
    assert_eq!(
        first,
        format!(
            "This will write a note on 1 shopping list item, 0 of them ticked: {}.\n\nIt has no note now. Nothing that \
             somebody wrote is lost.",
            foods[1]
        )
    );
    let as_it_is = json!({"note": "x", "checked": false, "quantity": 1});
    let nothing_else = asks(&bench, list, &[foods[1]], as_it_is).await.unwrap().question;
    assert!(!nothing_else.contains("It also"), "{nothing_else}");
    let unticks =
        asks(&bench, list, &[foods[0]], json!({"note": "x", "checked": false})).await.unwrap().question;
    assert!(unticks.contains(" It also unticks it."), "{unticks}");
    for text in ["secret", "peas", "split", "Weekly"] {
        assert!(!one.contains(text) && !question.contains(text), "{text}");
    }
}

#[tokio::test]
async fn live_9_one_note_for_several_lines_of_text_is_refused() {
    let bench = bare().await;
    let (list, [milk, bread]) = listed(&bench, ["milk", "bread"]);
    let with_food = {
        let mut kitchen = bench.mealie.kitchen();
        let rye = kitchen.add_food("rye");
        kitchen.add_food_item(list, 1.0, rye)
    };
    for items in [&[milk, bread][..], &[milk, with_food]] {
        let outcome = asks(&bench, list, items, json!({"note": "organic"})).await.map(|asked| asked.question);
        assert!(is_senseless(&outcome), "{outcome:?}");
        assert!(outcome.unwrap_err().words().ours.contains("`note` for several items"));
    }
    assert!(asks(&bench, list, &[milk, milk], json!({"note": "organic"})).await.is_ok(), "it is one item");
}

#[tokio::test]
async fn live_9_where_a_note_merges_the_question_counts_and_the_answer_tells_what_is_gone() {
    let bench = bare().await;
    let (list, [milk, bread, eggs]) = listed(&bench, ["milk", "bread", "eggs"]);
    let asked = asks(&bench, list, &[milk], json!({"note": "bread"})).await.unwrap();
    let said = " Mealie makes one item of equal ones: of the 2 that this is about, at most 1 will be left.";
    assert!(asked.question.ends_with(said), "{}", asked.question);
    assert_eq!(bench.mealie.writes(), []);
    let answer = bench.after_a_yes(asked).await.unwrap();
    assert_eq!(answer.structured["deleted"][0]["id"], milk.to_string());
    assert_eq!(answer.structured["deleted"][0]["note"], "milk");
    assert_eq!(answer.structured["items"][0]["id"], bread.to_string());
    assert!(answer.text.starts_with("Mealie made one item of equal ones: 1 is gone."), "{}", answer.text);
    let left: Vec<Uuid> = bench.mealie.kitchen().items.iter().map(|item| item.id).collect();
    assert_eq!(left, [bread, eggs]);
    let other = asks(&bench, list, &[bread], json!({"note": "rye bread"})).await.unwrap();
    assert!(!other.question.contains("equal ones"), "{}", other.question);
}

#[tokio::test]
async fn ask_9_ask_10_ask_12_ask_18_a_yes_is_good_for_these_items_this_note_and_what_was_there() {
    let bench = bare().await;
    let (list, items) = {
        let mut kitchen = bench.mealie.kitchen();
        let list = kitchen.add_list("Weekly");
        let foods = ["flour", "rye", "oats"].map(|food| kitchen.add_food(food));
        (list, foods.map(|food| kitchen.add_food_item(list, 1.0, food)))
    };
    async fn bound(bench: &Bench, list: Uuid, items: &[Uuid], change: Value) -> Bound {
        let Asked { question, target, .. } = asks(bench, list, items, change).await.unwrap();
        target.bind("process", "update_shopping_list_items", &question)
    }
    let [a, b, c] = items;
    let one = bound(&bench, list, &[a, b], json!({"note": "fine"})).await;
    assert_eq!(
        one,
        bound(&bench, list, &[b, a, b], json!({"note": "fine"})).await,
        "the order is no difference"
    );
    assert_eq!(
        bound(&bench, list, &[a], json!({"note": "fine", "quantity": 4})).await,
        bound(&bench, list, &[a], json!({"note": "fine", "quantity": 4.0})).await,
        "one number however it is spelled"
    );
    let mut calls = vec![one.call];
    for (items, change) in [
        (&[a][..], json!({"note": "fine"})),
        (&[a, b, c], json!({"note": "fine"})),
        (&[a, b], json!({"note": "Fine"})),
        (&[a, b], json!({"note": "fine", "checked": true})),
        (&[a, b], json!({"note": "fine", "checked": false})),
        (&[a, b], json!({"note": "fine", "quantity": 0})),
        (&[a, b], json!({"note": "fine", "quantity": 1})),
    ] {
        calls.push(bound(&bench, list, items, change).await.call);
    }
    let all = calls.len();
    calls.sort_unstable();
    calls.dedup();
    assert_eq!(calls.len(), all, "each is another call");
    bench.mealie.kitchen().rewrite_item(c, "elsewhere on the list");
    assert_eq!(
        one.whole,
        bound(&bench, list, &[a, b], json!({"note": "fine"})).await.whole,
        "not one of them"
    );
    bench.mealie.kitchen().rewrite_item(b, "coarse");
    let rewritten = bound(&bench, list, &[a, b], json!({"note": "fine"})).await;
    assert_eq!(one.call, rewritten.call);
    assert_ne!(one.whole, rewritten.whole, "another note would be lost");
}

#[tokio::test]
async fn ask_18_what_a_line_would_be_added_to_is_bound_too() {
    let bench = bare().await;
    let (list, [milk, bread]) = listed(&bench, ["milk", "bread"]);
    let bound = async || {
        let asked = asks(&bench, list, &[milk], json!({"note": "bread"})).await.unwrap();
        asked.target.bind("process", "update_shopping_list_items", &asked.question).whole
    };
    let one = bound().await;
    bench.mealie.kitchen().set_item_quantity(bread, 3.0);
    assert_ne!(one, bound().await);
}

#[tokio::test]
async fn ask_18_an_item_that_changes_after_the_yes_is_not_written_over() {
    let bench = bare().await;
    let (list, [milk, ..]) = listed(&bench, ["milk", "bread"]);
    let asked = asks(&bench, list, &[milk], json!({"note": "oats"})).await.unwrap();
    bench.mealie.kitchen().rewrite_item(milk, "milk, two bottles");
    let outcome = bench.after_a_yes(asked).await;
    assert!(matches!(&outcome, Err(Failure::Refused(refusal)) if refusal.why == Why::Changed), "{outcome:?}");
    let asked = asks(&bench, list, &[milk], json!({"note": "oats"})).await.unwrap();
    bench.mealie.kitchen().delete_item(milk);
    assert!(matches!(bench.after_a_yes(asked).await, Err(Failure::NotFound { .. })));
    assert_eq!(bench.mealie.writes(), []);
}
