//! Changing an entry: unasked where it only moves, and after a yes where its words are replaced.

use super::*;
use crate::failure::Happened;
use crate::guard::binding::Bound;
use crate::tool::Plan;
use crate::tools::bench::Asked;

fn bound(asked: Asked) -> Bound {
    let question = asked.question.clone();
    asked.target.bind("process", "update_mealplan_entry", &question)
}

async fn asks(bench: &Bench, arguments: Value) -> Asked {
    bench.asks::<UpdateMealplanEntry>(arguments).await.unwrap()
}

/// LIVE-2: Mealie 3.10.2 empties what a PUT leaves out, and makes breakfast of it.
#[tokio::test]
async fn live_2_live_14_an_entry_that_moves_keeps_its_words_and_the_answer_tells_what_was_there_before() {
    let bench = bare().await;
    let stew = bench.mealie.kitchen().add_recipe("Stew");
    for (row, given, before) in [
        ("another day", json!({"date": "2026-03-12"}), json!({"date": "2026-03-09"})),
        ("another meal", json!({"entry_type": "lunch"}), json!({"entry_type": "dinner"})),
        ("another recipe", json!({"recipe": "stew"}), json!({"recipe": "Pea Soup"})),
        (
            "all three",
            json!({"date": "2027-01-01", "entry_type": "side", "recipe": stew}),
            json!({"date": "2026-03-09", "entry_type": "dinner", "recipe": "Pea Soup"}),
        ),
    ] {
        let (id, soup) = planned(&bench, "Pea Soup");
        bench.mealie.kitchen().change_plan(id, |entry| {
            entry.title = "Big pot".to_owned();
            entry.text = "With mint.".to_owned();
        });
        let was = stored(&bench, id);
        let mut arguments = given.clone();
        arguments["entry_id"] = json!(id);
        let answer = bench.goes::<UpdateMealplanEntry>(arguments).await.unwrap().structured;
        let mut want = before;
        if given.get("recipe").is_some() {
            want["recipe_id"] = json!(soup);
        }
        assert_eq!(answer["before"], want, "{row}");
        assert_eq!(answer["status"], "changed", "{row}");
        let now = stored(&bench, id);
        let mut wanted = was.clone();
        if let Some(date) = given["date"].as_str() {
            wanted.date = day(date);
            assert_eq!(answer["entry"]["date"], date, "{row}");
        }
        match given["entry_type"].as_str() {
            Some("lunch") => wanted.meal = Kind::Lunch,
            Some("side") => wanted.meal = Kind::Side,
            _ => {}
        }
        if given.get("recipe").is_some() {
            wanted.recipe_id = Some(stew);
            assert_eq!(answer["entry"]["recipe"], "Stew", "{row}");
        }
        assert_eq!(now, wanted, "{row}: nothing else");
        assert_eq!(
            (&answer["entry"]["title"], &answer["entry"]["text"]),
            (&json!("Big pot"), &json!("With mint."))
        );
        bench.mealie.kitchen().delete_recipe(soup);
    }
}

#[tokio::test]
async fn live_14_where_no_recipe_was_there_before_that_is_told() {
    let bench = bare().await;
    bench.mealie.kitchen().add_recipe("Pea Soup");
    let id = written(&bench, "Something warm", "");
    let arguments = json!({"entry_id": id, "recipe": "pea-soup"});
    let answer = bench.goes::<UpdateMealplanEntry>(arguments).await.unwrap().structured;
    assert_eq!(answer["before"], json!({"without_recipe": true}));
    assert_eq!(stored(&bench, id).title, "Something warm");
}

#[tokio::test]
async fn live_2_an_entry_is_sent_back_as_it_was_read_with_the_given_fields_changed() {
    let bench = bare().await;
    let soup = bench.mealie.kitchen().add_recipe("Pea Soup");
    // A newer Mealie may know more of it; whose it is may be anybody.
    let held = json!({
        "id": 7, "date": "2026-03-09", "entryType": "brunch", "title": "A \u{202e}b", "text": null, "recipeId": null,
        "groupId": NOBODY, "userId": NOBODY, "householdId": NOBODY, "recipe": null, "scale": 1.50, "of": {"a": [null]},
    });
    let get = || Fault::on("GET", &path(7)).next(2);
    let stored = json!({"id": 7, "date": "2026-03-10"});
    let over = |changes: Value| {
        let mut body = held.clone();
        body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        body
    };
    for (row, given, changes) in [
        ("a day", json!({"date": "2026-03-10"}), json!({"date": "2026-03-10"})),
        ("a recipe", json!({"recipe": "pea-soup"}), json!({"recipeId": soup})),
        ("a meal", json!({"entry_type": "drink"}), json!({"entryType": "drink"})),
        ("words", json!({"title": "C", "text": "D"}), json!({"title": "C", "text": "D"})),
    ] {
        bench.mealie.order_fault(json_of(get(), &held));
        bench.mealie.order_fault(json_of(Fault::on("PUT", &path(7)), &stored));
        let mut arguments = given;
        arguments["entry_id"] = json!(7);
        match bench.plans::<UpdateMealplanEntry>(arguments).await.unwrap() {
            Plan::Go(write) => bench.runs(write).await.unwrap(),
            Plan::Ask(asks) => bench.runs(asks.write).await.unwrap(),
            Plan::Answer(_) => panic!("{row}: a write was expected"),
        };
        let journal = bench.mealie.journal();
        let [.., before, sent] = journal.as_slice() else { panic!() };
        assert_eq!((sent.method.as_str(), sent.path.clone()), ("PUT", path(7)), "{row}");
        assert_eq!(sent.body, over(changes), "{row}");
        assert_eq!((before.method.as_str(), before.path.clone()), ("GET", path(7)), "{row}: directly before");
    }
}

/// Mealie 3.10.2 would move it to the household of whoever else is named.
#[tokio::test]
async fn live_2_an_entry_stays_whose_it_is() {
    let bench = bare().await;
    let bob = {
        let mut kitchen = bench.mealie.kitchen();
        let family = kitchen.cook().household_id;
        kitchen.add_user(family, "bob", "bobs-token")
    };
    let id = bench.mealie.kitchen().plan_as(bob, None, day("2026-03-09"), Kind::Dinner);
    bench.mealie.kitchen().change_plan(id, |entry| entry.title = "Bob cooks".to_owned());
    bench.goes::<UpdateMealplanEntry>(json!({"entry_id": id, "date": "2026-03-10"})).await.unwrap();
    assert_eq!(stored(&bench, id).user_id, bob);
    assert_eq!(bench.mealie.writes()[0].body["userId"], json!(bob));
}

#[tokio::test]
async fn ask_1_ask_2_it_asks_if_title_or_text_is_given_and_else_never() {
    let bench = bare().await;
    bench.mealie.kitchen().add_recipe("Stew");
    let (id, _) = planned(&bench, "Pea Soup");
    for (given, asks) in [
        (json!({"date": "2026-03-12"}), false),
        (json!({"entry_type": "lunch"}), false),
        (json!({"recipe": "stew"}), false),
        (json!({"date": "2026-03-12", "entry_type": "lunch", "recipe": "stew"}), false),
        (json!({"title": "Big pot"}), true),
        (json!({"text": "With mint."}), true),
        (json!({"date": "2026-03-12", "text": ""}), true),
        (json!({"recipe": "stew", "title": "Big pot", "text": "With mint."}), true),
    ] {
        let mut arguments = given.clone();
        arguments["entry_id"] = json!(id);
        let plan = bench.plans::<UpdateMealplanEntry>(arguments).await.unwrap();
        assert_eq!(matches!(plan, Plan::Ask(_)), asks, "{given}");
    }
    let words = written(&bench, "Eat out", "At eight.");
    let plan = bench.plans::<UpdateMealplanEntry>(json!({"entry_id": words, "text": ""})).await.unwrap();
    assert!(matches!(plan, Plan::Ask(_)), "an empty text empties what is there");
    assert_eq!(bench.mealie.writes(), []);
}

#[tokio::test]
async fn after_a_yes_the_words_are_replaced_and_the_former_ones_told() {
    let bench = bare().await;
    let id = written(&bench, "Eat out", "At eight.");
    let other = written(&bench, "Eat out", "At eight.");
    let asked = asks(&bench, json!({"entry_id": id, "text": "", "title": "Eat in"})).await;
    assert_eq!(bench.mealie.writes(), []);
    let answer = bench.after_a_yes(asked).await.unwrap().structured;
    assert_eq!(answer["before"], json!({"title": "Eat out", "text": "At eight."}));
    assert_eq!(answer["entry"]["title"], "Eat in");
    assert!(answer["entry"].get("text").is_none(), "{answer:?}");
    let (now, beside) = (stored(&bench, id), stored(&bench, other));
    assert_eq!((now.title.as_str(), now.text.as_str()), ("Eat in", ""));
    assert_eq!((now.date, now.meal), (day("2026-03-10"), Kind::Lunch));
    assert_eq!((beside.title.as_str(), beside.text.as_str()), ("Eat out", "At eight."));
}

#[tokio::test]
async fn ask_19_the_question_tells_date_and_meal_what_becomes_of_which_field_and_where_it_moves() {
    let bench = bare().await;
    let stew = bench.mealie.kitchen().add_recipe("Stew");
    let id = written(&bench, "Eat out", "At eight.");
    let question = async |given: Value| {
        let mut arguments = given;
        arguments["entry_id"] = json!(id);
        asks(&bench, arguments).await.question.replace(&stew.to_string(), "STEW")
    };
    insta::assert_snapshot!(question(json!({"title": "Eat in"})).await, @r"
    This will change the plan entry 1: lunch on 2026-03-10. title: replaced by another.

    What stands there now is replaced, and Mealie keeps no copy of it. This cannot be undone.
    ");
    insta::assert_snapshot!(
        question(json!({"title": "a", "text": "", "date": "2026-03-12", "entry_type": "dinner", "recipe": "stew"})).await,
        @r"
        This will change the plan entry 1: lunch on 2026-03-10. title: replaced by another; text: emptied; date: becomes 2026-03-12; meal: becomes dinner; recipe: becomes STEW.

        What stands there now is replaced, and Mealie keeps no copy of it. This cannot be undone.
        "
    );
    // What stays as it is is not told as if it moved.
    insta::assert_snapshot!(
        question(json!({"text": "b", "date": "2026-03-10", "entry_type": "lunch"})).await,
        @r"
        This will change the plan entry 1: lunch on 2026-03-10. text: replaced by another.

        What stands there now is replaced, and Mealie keeps no copy of it. This cannot be undone.
        "
    );
    bench.mealie.kitchen().change_plan(id, |entry| entry.text = String::new());
    insta::assert_snapshot!(question(json!({"text": "c"})).await, @r"
    This will change the plan entry 1: lunch on 2026-03-10. text: newly written, there is none now.

    The whole household sees it. Nothing that somebody wrote is lost.
    ");
    bench.mealie.order_fault(json_of(Fault::on("GET", &path(id)), &json!({"title": "x"})));
    insta::assert_snapshot!(question(json!({"title": "Eat in"})).await, @r"
    This will change the plan entry 1: a meal on a day that Mealie does not tell. title: replaced by another.

    What stands there now is replaced, and Mealie keeps no copy of it. This cannot be undone.
    ");
    bench.mealie.order_fault(json_of(
        Fault::on("GET", &path(id)),
        &json!({"entryType": "brunch", "date": "2026-03-10"}),
    ));
    insta::assert_snapshot!(question(json!({"title": "Eat in"})).await, @r"
    This will change the plan entry 1: a meal on 2026-03-10. title: newly written, there is none now.

    The whole household sees it. Nothing that somebody wrote is lost.
    ");
}

#[tokio::test]
async fn ask_7_neither_what_stands_there_nor_what_is_given_changes_the_question() {
    let bench = bare().await;
    let id = written(&bench, "Eat out", "At eight.");
    let question = async |title: &str, text: &str| {
        asks(&bench, json!({"entry_id": id, "title": title, "text": text})).await.question
    };
    let first = question("Eat in", "At nine.").await;
    bench.mealie.kitchen().change_plan(id, |entry| {
        entry.title = "Tick the box, whatever it says".to_owned();
        entry.text = "y".repeat(2_000);
    });
    assert_eq!(first, question(&"x".repeat(255), "This will delete nothing.").await);
    for word in ["Eat", "eight", "nine"] {
        assert!(!first.contains(word), "{first}");
    }
}

#[tokio::test]
async fn ask_16_the_question_carries_the_page_of_the_planned_recipe_where_people_have_one() {
    let mut bench = bare().await;
    let (id, soup) = planned(&bench, "Pea Soup");
    let arguments = || json!({"entry_id": id, "text": "With mint."});
    let asked = asks(&bench, arguments()).await;
    assert!(!asked.question.contains("://"), "{}", asked.question);
    bench.public_url = Some("https://recipes.example".parse().unwrap());
    let asked = asks(&bench, arguments()).await;
    let page = format!("https://recipes.example/g/home/r/{soup}");
    assert!(asked.question.contains(&page), "{}", asked.question);
}

#[tokio::test]
async fn ask_9_ask_12_ask_18_a_yes_is_for_one_entry_one_change_and_what_stands_there() {
    let bench = bare().await;
    let (soup, stew) = {
        let mut kitchen = bench.mealie.kitchen();
        (kitchen.add_recipe("Pea Soup"), kitchen.add_recipe("Stew"))
    };
    let (id, twin) = (written(&bench, "Eat out", "At eight."), written(&bench, "Eat out", "At eight."));
    let ask = async |given: Value, id: i64| {
        let mut arguments = given;
        arguments["entry_id"] = json!(id);
        bound(asks(&bench, arguments).await)
    };
    let first = ask(json!({"text": "At nine.", "recipe": "pea-soup"}), id).await;
    for (row, same) in [
        ("once more", json!({"text": "At nine.", "recipe": "pea-soup"})),
        ("the recipe by its id", json!({"text": "At nine.", "recipe": soup})),
        ("in capitals", json!({"text": "At nine.", "recipe": soup.to_string().to_uppercase()})),
    ] {
        assert_eq!(first, ask(same, id).await, "{row}");
    }
    for (row, other) in [
        ("another text", json!({"text": "At nine!", "recipe": "pea-soup"})),
        ("another recipe", json!({"text": "At nine.", "recipe": stew})),
        ("no recipe", json!({"text": "At nine."})),
        ("the text as title", json!({"title": "At nine.", "recipe": "pea-soup"})),
        ("a day besides", json!({"text": "At nine.", "recipe": "pea-soup", "date": "2026-03-12"})),
        ("a day that it has", json!({"text": "At nine.", "recipe": "pea-soup", "date": "2026-03-10"})),
    ] {
        assert_ne!(first.call, ask(other, id).await.call, "{row}");
    }
    assert_ne!(first.call, ask(json!({"text": "At nine.", "recipe": "pea-soup"}), twin).await.call);
    bench.mealie.kitchen().change_plan(id, |entry| entry.text = "At ten.".to_owned());
    let rewritten = ask(json!({"text": "At nine.", "recipe": "pea-soup"}), id).await;
    assert_eq!(first.call, rewritten.call);
    assert_ne!(first.whole, rewritten.whole);
}

/// ASK-18: between the second plan and the request.
#[tokio::test]
async fn ask_18_what_changed_at_the_last_moment_is_left_alone() {
    let bench = bare().await;
    let id = written(&bench, "Eat out", "At eight.");
    let asked = asks(&bench, json!({"entry_id": id, "text": ""})).await;
    bench.mealie.kitchen().change_plan(id, |entry| entry.text = "At ten.".to_owned());
    let failure = bench.after_a_yes(asked).await.unwrap_err();
    assert!(matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Changed), "{failure:?}");
    assert_eq!(bench.mealie.writes(), []);
    assert_eq!(stored(&bench, id).text, "At ten.");
}

/// What nobody was asked about is taken as it is directly before.
#[tokio::test]
async fn live_2_what_was_written_at_the_last_moment_moves_along() {
    let bench = bare().await;
    let id = written(&bench, "Eat out", "At eight.");
    let Plan::Go(write) =
        bench.plans::<UpdateMealplanEntry>(json!({"entry_id": id, "date": "2026-03-12"})).await.unwrap()
    else {
        panic!("it moves unasked");
    };
    bench.mealie.kitchen().change_plan(id, |entry| entry.text = "At ten.".to_owned());
    bench.runs(write).await.unwrap();
    let now = stored(&bench, id);
    assert_eq!((now.date, now.text.as_str()), (day("2026-03-12"), "At ten."));
}

#[tokio::test]
async fn nothing_to_change_and_what_is_there_already_bother_nobody() {
    let bench = bare().await;
    let (id, soup) = planned(&bench, "Pea Soup");
    let outcome = bench.plans::<UpdateMealplanEntry>(json!({"entry_id": id})).await;
    assert!(is_senseless(&outcome.map(|_| ())));
    assert_eq!(bench.mealie.journal(), [], "nothing given is refused before Mealie is asked");
    let words = written(&bench, "Eat out", "At eight.");
    for (arguments, there) in [
        (json!({"entry_id": id, "date": "2026-03-09"}), true),
        (json!({"entry_id": id, "entry_type": "dinner", "recipe": "pea-soup"}), true),
        (json!({"entry_id": id, "recipe": soup, "text": ""}), true),
        (json!({"entry_id": words, "title": "Eat out", "text": "At eight.", "date": "2026-03-10"}), true),
        (json!({"entry_id": words, "title": "eat out"}), false),
        (json!({"entry_id": words, "text": ""}), false),
        (json!({"entry_id": words, "recipe": soup}), false),
        (json!({"entry_id": id, "date": "2026-03-09", "entry_type": "lunch"}), false),
    ] {
        let outcome = bench.plans::<UpdateMealplanEntry>(arguments.clone()).await.map(|_| ());
        assert_eq!(is_senseless(&outcome), there, "{arguments}: {outcome:?}");
        assert_eq!(outcome.is_ok(), !there, "{arguments}: {outcome:?}");
    }
    assert_eq!(bench.mealie.writes(), []);
}

#[tokio::test]
async fn ask_14_an_entry_or_a_recipe_that_is_not_there_is_told_and_nobody_is_asked() {
    let bench = bare().await;
    let id = written(&bench, "Eat out", "At eight.");
    for entry in [id + 1_000, i64::MAX, of_the_neighbours(&bench)] {
        for given in [json!({"text": "x"}), json!({"date": "2026-03-12"})] {
            let mut arguments = given;
            arguments["entry_id"] = json!(entry);
            let failure = bench.plans::<UpdateMealplanEntry>(arguments).await.err().unwrap();
            assert!(is_missing(&failure), "{entry}: {failure:?}");
        }
    }
    for recipe in [NOBODY, "no-such-soup"] {
        let arguments = json!({"entry_id": id, "text": "x", "recipe": recipe});
        let failure = bench.plans::<UpdateMealplanEntry>(arguments).await.err().unwrap();
        assert!(matches!(failure, Failure::NotFound { kind: "recipe", .. }), "{recipe}: {failure:?}");
    }
    // Gone between the yes and the request, and between the last look and the request.
    let asked = asks(&bench, json!({"entry_id": id, "text": "x"})).await;
    let late = asks(&bench, json!({"entry_id": id, "text": "x"})).await;
    bench
        .mealie
        .order_fault(Fault::on("PUT", &path(id)).answers(404, r#"{"detail":{"message":"Not found."}}"#));
    assert!(is_missing(&bench.after_a_yes(late).await.unwrap_err()));
    assert_eq!(bench.mealie.writes().len(), 1);
    bench.mealie.kitchen().take_plan(id);
    assert!(is_missing(&bench.after_a_yes(asked).await.unwrap_err()));
    assert_eq!(bench.mealie.writes().len(), 1);
}

#[tokio::test]
async fn live_13_what_is_not_the_entry_that_was_asked_for_is_not_sent_back() {
    let bench = bare().await;
    for body in [json!({"id": 8, "title": "x"}), json!([]), json!("x"), json!(null), json!({"title": 5})] {
        bench.mealie.order_fault(json_of(Fault::on("GET", &path(7)), &body));
        let outcome = bench.plans::<UpdateMealplanEntry>(json!({"entry_id": 7, "date": "2026-03-12"})).await;
        assert!(matches!(outcome, Err(Failure::Answer(..))), "{body}: {:?}", outcome.err());
    }
    let large = json!({"id": 7, "title": "x", "of": vec![json!({}); 20_000]});
    bench.mealie.order_fault(json_of(Fault::on("GET", &path(7)).next(2), &large));
    let outcome = bench.goes::<UpdateMealplanEntry>(json!({"entry_id": 7, "date": "2026-03-12"})).await;
    assert!(matches!(outcome, Err(Failure::Answer(..))), "BND-7: {outcome:?}");
    assert_eq!(bench.mealie.writes(), []);
}

#[tokio::test]
async fn live_10_a_500_on_a_change_may_have_happened_and_is_not_repeated() {
    let bench = bare().await;
    let id = written(&bench, "Eat out", "At eight.");
    let order = Fault::on("PUT", &path(id)).next(9);
    bench.mealie.order_fault(order.answers_after_the_deed(500, "Internal Server Error"));
    let asked = asks(&bench, json!({"entry_id": id, "text": ""})).await;
    let failures = [
        bench.goes::<UpdateMealplanEntry>(json!({"entry_id": id, "date": "2026-03-12"})).await.unwrap_err(),
        {
            let again = asks(&bench, json!({"entry_id": id, "text": ""})).await;
            drop(asked);
            bench.after_a_yes(again).await.unwrap_err()
        },
    ];
    for failure in failures {
        assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
    }
    assert_eq!(bench.mealie.writes().len(), 2);
}
