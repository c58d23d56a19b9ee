//! Planning a meal, and letting Mealie choose one.

use super::*;
use crate::failure::Happened;

#[tokio::test]
async fn a_recipe_a_title_or_both_are_planned_with_what_was_given_alone() {
    let bench = bare().await;
    let soup = bench.mealie.kitchen().add_recipe("Pea Soup");
    for (row, given, body) in [
        ("by its slug", json!({"recipe": "pea-soup"}), json!({"recipeId": soup})),
        (
            "by its id, in capitals",
            json!({"recipe": soup.to_string().to_uppercase()}),
            json!({"recipeId": soup}),
        ),
        ("a title", json!({"title": "Eat out"}), json!({"title": "Eat out"})),
        (
            "a title and a text",
            json!({"title": "Eat out", "text": "At eight."}),
            json!({"title": "Eat out", "text": "At eight."}),
        ),
        (
            "both",
            json!({"recipe": "pea-soup", "title": "Big pot", "text": ""}),
            json!({"recipeId": soup, "title": "Big pot", "text": ""}),
        ),
    ] {
        let all = |more: &Value, date: &str, meal: &str| {
            let mut all = json!({date: "1999-12-31", meal: "snack"});
            all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            all
        };
        let answer = bench.goes::<CreateMealplanEntry>(all(&given, "date", "entry_type")).await.unwrap();
        let sent = bench.mealie.writes().pop().unwrap();
        assert_eq!(
            (sent.method.as_str(), sent.path.as_str()),
            ("POST", "/api/households/mealplans"),
            "{row}"
        );
        assert_eq!(sent.body, all(&body, "date", "entryType"), "{row}: and nothing else (SHUT-5)");
        let entry = &answer.structured["entry"];
        let stored = stored(&bench, entry["entry_id"].as_i64().unwrap());
        assert_eq!(
            (stored.date, stored.meal),
            (day("1999-12-31"), Kind::Snack),
            "{row}: a day that has passed"
        );
        assert_eq!(answer.structured["status"], "created", "{row}");
        assert_eq!((&entry["date"], &entry["entry_type"]), (&json!("1999-12-31"), &json!("snack")), "{row}");
        assert_eq!(stored.recipe_id, body.get("recipeId").map(|_| soup), "{row}");
        assert_eq!(entry.get("recipe"), body.get("recipeId").map(|_| json!("Pea Soup")).as_ref(), "{row}");
        assert_eq!(entry.get("title"), given.get("title"), "{row}");
    }
}

#[tokio::test]
async fn neither_a_recipe_nor_a_title_is_refused_before_mealie_is_asked() {
    let bench = bare().await;
    let arguments = json!({"date": "2026-03-09", "entry_type": "dinner", "text": "At eight."});
    let outcome = bench.goes::<CreateMealplanEntry>(arguments).await;
    assert!(is_senseless(&outcome), "{outcome:?}");
    for title in [" ", "\u{200b}", "\n\t"] {
        let arguments = json!({"date": "2026-03-09", "entry_type": "dinner", "title": title});
        let failure = bench.goes::<CreateMealplanEntry>(arguments).await.unwrap_err();
        assert!(failure.words().ours.contains("`title`"), "{title:?}: {failure:?}");
    }
    assert_eq!(bench.mealie.journal(), []);
}

/// Mealie 3.10.2 answers 201, with a recipe that is null.
#[tokio::test]
async fn a_recipe_that_is_not_there_is_not_planned() {
    let bench = bare().await;
    for recipe in [NOBODY, "no-such-soup"] {
        let arguments = json!({"date": "2026-03-09", "entry_type": "dinner", "recipe": recipe, "title": "x"});
        let failure = bench.goes::<CreateMealplanEntry>(arguments).await.unwrap_err();
        assert!(matches!(failure, Failure::NotFound { kind: "recipe", .. }), "{recipe}: {failure:?}");
    }
    // An answer that is not about the one that was asked for, or does not say about which.
    let other = json!({"id": "3f2a0000-0000-4000-8000-000000000001"});
    for (recipe, body) in
        [(NOBODY, other), ("no-such-soup", json!({})), ("no-such-soup", json!({"id": null}))]
    {
        let path = format!("/api/recipes/{recipe}");
        bench.mealie.order_fault(json_of(Fault::on("GET", &path), &body));
        let arguments = json!({"date": "2026-03-09", "entry_type": "dinner", "recipe": recipe});
        let failure = bench.goes::<CreateMealplanEntry>(arguments).await.unwrap_err();
        let refused = matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::BrokenAddress);
        assert!(refused, "{body}: {failure:?}");
    }
    assert_eq!(bench.mealie.writes(), []);
}

#[tokio::test]
async fn live_10_after_a_500_an_entry_may_be_there_and_is_not_made_again() {
    let bench = bare().await;
    bench.mealie.kitchen().add_recipe("Pea Soup");
    for random in [false, true] {
        let before = bench.mealie.writes().len();
        let order = Fault::under("POST", "/api/households/mealplans").next(9);
        bench.mealie.order_fault(order.answers_after_the_deed(500, "Internal Server Error"));
        let mut arguments = json!({"date": "2026-03-09", "entry_type": "dinner"});
        let failure = if random {
            bench.goes::<CreateRandomMeal>(arguments).await.unwrap_err()
        } else {
            arguments["title"] = json!("Eat out");
            bench.goes::<CreateMealplanEntry>(arguments).await.unwrap_err()
        };
        assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
        assert_eq!(bench.mealie.writes().len(), before + 1, "random: {random}");
        bench.mealie.clear_faults();
    }
}

#[tokio::test]
async fn mealie_chooses_a_recipe_for_the_day_and_the_meal_that_were_given() {
    let bench = bare().await;
    let soup = bench.mealie.kitchen().add_recipe("Pea Soup");
    let arguments = json!({"date": "2026-03-09", "entry_type": "dessert"});
    let answer = bench.goes::<CreateRandomMeal>(arguments).await.unwrap().structured;
    let sent = bench.mealie.writes().pop().unwrap();
    assert_eq!((sent.method.as_str(), sent.path.as_str()), ("POST", "/api/households/mealplans/random"));
    assert_eq!(sent.body, json!({"date": "2026-03-09", "entryType": "dessert"}));
    let want = json!({
        "entry_id": answer["entry"]["entry_id"], "date": "2026-03-09", "entry_type": "dessert", "recipe_id": soup,
        "recipe_slug": "pea-soup", "recipe": "Pea Soup",
    });
    assert_eq!(answer["entry"], want);
    let stored = stored(&bench, answer["entry"]["entry_id"].as_i64().unwrap());
    assert_eq!((stored.recipe_id, stored.meal), (Some(soup), Kind::Dessert));
}

/// Whatever language the words of the 404 are in.
#[tokio::test]
async fn live_12_no_recipe_to_choose_from_is_told_as_such_and_nothing_was_changed() {
    let bench = bare().await;
    let arguments = json!({"date": "2026-03-09", "entry_type": "dinner"});
    let outcome = bench.goes::<CreateRandomMeal>(arguments).await;
    assert!(is_senseless(&outcome), "{outcome:?}");
    let failure = outcome.unwrap_err();
    insta::assert_snapshot!(failure.words().ours, @"Mealie answered 404: no recipe matches the household's plan rules for this day and meal, or there are no recipes yet. Nothing was changed. Try another meal, or plan a recipe with create_mealplan_entry.");
    assert_eq!(failure.happened(), Happened::No);
    assert!(bench.mealie.kitchen().plan.is_empty());
}

#[tokio::test]
async fn live_13_an_answer_that_tells_little_of_a_new_entry_is_survived() {
    let bench = bare().await;
    for body in [
        json!({}),
        json!({"id": null, "date": null, "entryType": null, "title": null, "text": null, "recipe": {}}),
        json!({"id": -5, "recipe": {"name": null, "slug": null, "mood": [1]}, "scale": 2}),
    ] {
        for path in ["/api/households/mealplans", "/api/households/mealplans/random"] {
            bench.mealie.order_fault(json_of(Fault::on("POST", path), &body));
        }
        let arguments = json!({"date": "2026-03-09", "entry_type": "dinner"});
        let random = bench.goes::<CreateRandomMeal>(arguments).await.unwrap().structured;
        let arguments = json!({"date": "2026-03-09", "entry_type": "dinner", "title": "Eat out"});
        let own = bench.goes::<CreateMealplanEntry>(arguments).await.unwrap().structured;
        assert_eq!((&own["entry"], &random["entry"]), (&json!({}), &json!({})), "{body}");
    }
}
