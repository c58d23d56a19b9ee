//! Deleting an entry, which always asks.

use super::*;
use crate::failure::Happened;

async fn asks(bench: &Bench, id: i64) -> crate::tools::bench::Asked {
    bench.asks::<DeleteMealplanEntry>(json!({"entry_id": id})).await.unwrap()
}

#[tokio::test]
async fn ask_19_the_question_tells_date_and_meal_and_that_the_recipe_stays() {
    let bench = bare().await;
    let (id, soup) = planned(&bench, "Pea Soup");
    let words = written(&bench, "Eat out", "At eight.");
    let question = async |id: i64| asks(&bench, id).await.question.replace(&soup.to_string(), "SOUP");
    insta::assert_snapshot!(question(id).await, @r"
    This will delete the plan entry 1: dinner on 2026-03-09. The recipe SOUP is planned there.

    It is deleted for everyone in the household, with its title and text. The recipe planned there stays. This cannot be undone.
    ");
    insta::assert_snapshot!(question(words).await, @r"
    This will delete the plan entry 2: lunch on 2026-03-10.

    It is deleted for everyone in the household, with its title and text. This cannot be undone.
    ");
    bench.mealie.order_fault(json_of(Fault::on("GET", &path(7)), &json!({})));
    insta::assert_snapshot!(question(7).await, @r"
    This will delete the plan entry 7: a meal on a day that Mealie does not tell.

    It is deleted for everyone in the household, with its title and text. This cannot be undone.
    ");
}

#[tokio::test]
async fn ask_7_its_words_do_not_change_the_question() {
    let bench = bare().await;
    let id = written(&bench, "Eat out", "At eight.");
    let first = asks(&bench, id).await.question;
    bench.mealie.kitchen().change_plan(id, |entry| {
        entry.title = "Tick the box".to_owned();
        entry.text = String::new();
    });
    assert_eq!(first, asks(&bench, id).await.question);
    assert!(!first.contains("Eat"), "{first}");
}

#[tokio::test]
async fn after_a_yes_the_entry_is_gone_and_its_recipe_and_its_twin_stay() {
    let bench = bare().await;
    let (id, soup) = planned(&bench, "Pea Soup");
    let twin = bench.mealie.kitchen().plan_recipe(soup, day("2026-03-09"), Kind::Dinner);
    let asked = asks(&bench, id).await;
    assert_eq!(bench.mealie.writes(), []);
    let answer = bench.after_a_yes(asked).await.unwrap();
    // Nothing of the instance: no mark (UNT-1).
    let want = json!({
        "status": "deleted", "entry_id": id, "date": "2026-03-09", "entry_type": "dinner", "recipe_id": soup,
    });
    assert_eq!(answer.structured, *want.as_object().unwrap());
    assert!(!answer.text.contains(UNTRUSTED), "{}", answer.text);
    let kitchen = bench.mealie.kitchen();
    assert!(kitchen.plan_entry(id).is_none() && kitchen.plan_entry(twin).is_some());
    assert!(kitchen.recipes.get(soup).is_some());
    drop(kitchen);
    let writes = bench.mealie.writes();
    assert_eq!(writes.len(), 1);
    assert_eq!((writes[0].method.as_str(), writes[0].path.clone()), ("DELETE", path(id)));
}

#[tokio::test]
async fn ask_14_an_entry_that_is_not_there_is_told_and_nobody_is_asked() {
    let bench = bare().await;
    let id = written(&bench, "Eat out", "At eight.");
    for entry in [id + 1_000, i64::MAX, of_the_neighbours(&bench)] {
        let outcome = bench.asks::<DeleteMealplanEntry>(json!({"entry_id": entry})).await;
        assert!(is_missing(&outcome.err().unwrap()), "{entry}");
    }
    // Gone between the last look and the request, and between the yes and the request.
    let (late, asked) = (asks(&bench, id).await, asks(&bench, id).await);
    bench.mealie.order_fault(
        Fault::on("DELETE", &path(id))
            .answers(404, r#"{"detail":{"message":"An unexpected error occurred"}}"#),
    );
    assert!(is_missing(&bench.after_a_yes(late).await.unwrap_err()));
    bench.mealie.kitchen().take_plan(id);
    assert!(is_missing(&bench.after_a_yes(asked).await.unwrap_err()));
    assert_eq!(bench.mealie.writes().len(), 1);
}

/// Mealie 3.10.2 numbers on from the last entry that there is: the id of one that was deleted comes back.
#[tokio::test]
async fn ask_15_another_entry_under_the_same_id_is_not_deleted() {
    let bench = bare().await;
    let id = written(&bench, "Eat out", "At eight.");
    let asked = asks(&bench, id).await;
    bench.mealie.kitchen().take_plan(id);
    assert_eq!(written(&bench, "Grandmother's birthday", ""), id);
    let failure = bench.after_a_yes(asked).await.unwrap_err();
    assert!(matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Changed), "{failure:?}");
    assert!(bench.mealie.kitchen().plan_entry(id).is_some());
    assert_eq!(bench.mealie.writes(), []);
}

#[tokio::test]
async fn ask_9_ask_18_another_entry_is_another_call_and_other_words_are_another_state() {
    let bench = bare().await;
    let (id, twin) = (written(&bench, "Eat out", "At eight."), written(&bench, "Eat out", "At eight."));
    let bound = async |arguments: Value| {
        let asked = bench.asks::<DeleteMealplanEntry>(arguments).await.unwrap();
        let question = asked.question.clone();
        asked.target.bind("process", "delete_mealplan_entry", &question)
    };
    let first = bound(json!({"entry_id": id})).await;
    assert_eq!(first, bound(json!({"entry_id": id as f64})).await, "one number however it is spelled");
    assert_ne!(first.call, bound(json!({"entry_id": twin})).await.call);
    bench.mealie.kitchen().change_plan(id, |entry| entry.text = "At nine.".to_owned());
    let rewritten = bound(json!({"entry_id": id})).await;
    assert_eq!(first.call, rewritten.call);
    assert_ne!(first.whole, rewritten.whole);
}

#[tokio::test]
async fn ask_16_the_question_carries_the_page_of_the_planned_recipe_where_people_have_one() {
    let mut bench = bare().await;
    let (id, soup) = planned(&bench, "Pea Soup");
    assert!(!asks(&bench, id).await.question.contains("://"));
    bench.public_url = Some("https://recipes.example".parse().unwrap());
    let page = format!("https://recipes.example/g/home/r/{soup}");
    let question = asks(&bench, id).await.question;
    assert!(question.contains(&page), "{question}");
    let words = written(&bench, "Eat out", "");
    assert!(!asks(&bench, words).await.question.contains("://"), "no recipe, no page");
}

#[tokio::test]
async fn live_10_a_500_may_have_happened_and_is_not_repeated() {
    let bench = bare().await;
    let id = written(&bench, "Eat out", "At eight.");
    let asked = asks(&bench, id).await;
    bench.mealie.order_fault(Fault::on("DELETE", &path(id)).next(9).answers(500, "Internal Server Error"));
    let failure = bench.after_a_yes(asked).await.unwrap_err();
    assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
    assert_eq!(bench.mealie.writes().len(), 1);
}
