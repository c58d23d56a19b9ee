//! Listing the plan, and today's meals.

use super::*;
use crate::tools::bench::NOW;

fn ids(entries: &Value) -> Vec<i64> {
    entries.as_array().unwrap().iter().map(|entry| entry["entry_id"].as_i64().unwrap()).collect()
}

/// Planned in another order than that of their days.
fn week(bench: &Bench) -> Vec<i64> {
    let mut kitchen = bench.mealie.kitchen();
    ["2026-03-11", "2026-03-09", "2026-03-10", "2026-03-09", "2026-03-12"]
        .map(|date| kitchen.plan_title(date, day(date), Kind::Dinner))
        .to_vec()
}

#[tokio::test]
async fn the_plan_is_listed_by_day_and_within_a_day_as_it_was_written() {
    let bench = bare().await;
    let [eleventh, ninth, tenth, ninth_too, twelfth] = week(&bench)[..] else { panic!() };
    of_the_neighbours(&bench);
    let all = [ninth, ninth_too, tenth, eleventh, twelfth];
    for (row, arguments, want, total) in [
        ("all", json!({}), &all[..], 5),
        ("from a day on", json!({"start_date": "2026-03-11"}), &all[3..], 2),
        ("until a day", json!({"end_date": "2026-03-10"}), &all[..3], 3),
        ("some days", json!({"start_date": "2026-03-10", "end_date": "2026-03-11"}), &all[2..4], 2),
        ("one day", json!({"start_date": "2026-03-09", "end_date": "2026-03-09"}), &all[..2], 2),
        ("a day of nothing", json!({"start_date": "2027-01-01"}), &[], 0),
        ("the first page", json!({"per_page": 2}), &all[..2], 5),
        ("the second", json!({"per_page": 2, "page": 2}), &all[2..4], 5),
    ] {
        let answer = bench.answers::<ListMealplans>(arguments).await.unwrap().structured;
        assert_eq!(ids(&answer["entries"]), want, "{row}");
        assert_eq!(answer["total"], total, "{row}");
    }
    let asked = bench.mealie.journal();
    let [.., last] = asked.as_slice() else { panic!() };
    let query = |name: &str| last.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    assert_eq!((query("page"), query("perPage")), (Some("2"), Some("2")));
    assert!(query("orderBy").unwrap().starts_with("date") && query("orderDirection") == Some("asc"));
}

/// Mealie 3.10.2 reads these two in snake case alone, unlike every other parameter, and passes over any other spelling.
#[tokio::test]
async fn live_1_the_days_go_to_mealie_in_snake_case() {
    let bench = bare().await;
    let arguments = json!({"start_date": "2026-03-09", "end_date": "2026-03-10"});
    bench.answers::<ListMealplans>(arguments).await.unwrap();
    let asked = bench.mealie.journal().pop().unwrap();
    for (name, want) in [("start_date", "2026-03-09"), ("end_date", "2026-03-10")] {
        assert!(asked.query.contains(&(name.to_owned(), want.to_owned())), "{:?}", asked.query);
    }
}

/// Mealie 3.10.2 answers with nothing, as if nothing were planned.
#[tokio::test]
async fn live_1_a_last_day_before_the_first_is_refused_before_mealie_is_asked() {
    let bench = bare().await;
    let arguments = json!({"start_date": "2026-03-10", "end_date": "2026-03-09"});
    let failure = bench.answers::<ListMealplans>(arguments).await.unwrap_err();
    let said = failure.words().ours;
    assert!(matches!(failure, Failure::Argument { .. }), "{failure:?}");
    assert!(said.contains("`start_date`") && said.contains("`end_date` (2026-03-09)"), "{said}");
    assert_eq!(bench.mealie.journal(), []);
}

#[tokio::test]
async fn a_page_past_the_end_is_empty_and_says_how_many_there_are() {
    let bench = bare().await;
    week(&bench);
    for page in [4, 1_000_000_000_000_u64, u64::MAX] {
        let answer = bench.answers::<ListMealplans>(json!({"per_page": 2, "page": page})).await.unwrap();
        assert_eq!(answer.structured["entries"], json!([]), "{page}");
        assert_eq!(answer.structured["total"], 5, "{page}");
        assert!(answer.text.starts_with("This page is past the end: there are 3 pages."), "{}", answer.text);
    }
}

#[tokio::test]
async fn an_entry_is_shown_with_what_stands_there_and_nothing_else() {
    let bench = bare().await;
    let (soup, recipe) = planned(&bench, "Pea Soup");
    let out = written(&bench, "Eat out", "At eight.");
    let answer = bench.answers::<ListMealplans>(json!({})).await.unwrap();
    let want = json!({
        "total": 2, "page": 1, "total_pages": 1, "untrusted": true, "source": "mealie",
        "entries": [
            {"entry_id": soup, "date": "2026-03-09", "entry_type": "dinner", "recipe_id": recipe,
             "recipe_slug": "pea-soup", "recipe": "Pea Soup"},
            {"entry_id": out, "date": "2026-03-10", "entry_type": "lunch", "title": "Eat out", "text": "At eight."},
        ],
    });
    assert_eq!(answer.structured, *want.as_object().unwrap());
}

#[tokio::test]
async fn unt_2_unt_4_words_are_cleaned_and_cut_and_what_is_malformed_is_dropped() {
    let bench = bare().await;
    let hostile = json!({"total": 3, "total_pages": 1, "items": [
        {
            "id": -1, "date": "soon\u{202e}", "entryType": "din\u{200b}ner", "title": format!("\u{202e}{}", "x".repeat(400)),
            "text": "y".repeat(3_000), "recipeId": "../admin", "recipe": {"name": "So\u{200d}up", "slug": "a/b", "id": 5},
        },
        {},
        {"id": null, "date": null, "entryType": null, "title": null, "text": null, "recipeId": null, "recipe": null,
         "mood": {"a": [1]}},
    ]});
    // Every field of the recipe that is read is a text.
    let hostile = {
        let mut hostile = hostile;
        hostile["items"][0]["recipe"]["id"] = json!("5");
        hostile
    };
    bench.mealie.order_fault(json_of(Fault::on("GET", "/api/households/mealplans"), &hostile));
    let answer = bench.answers::<ListMealplans>(json!({})).await.unwrap().structured;
    let [first, second, third] = answer["entries"].as_array().unwrap().as_slice() else { panic!() };
    let title = first["title"].as_str().unwrap();
    assert!(title.starts_with("xxx") && title.ends_with("[cut: 300 of 400 characters shown]"), "{title}");
    assert!(first["text"].as_str().unwrap().ends_with("[cut: 2,000 of 3,000 characters shown]"));
    assert_eq!(first["entry_type"], "dinner");
    assert_eq!(first["recipe"], "Soup");
    for dropped in ["entry_id", "date", "recipe_id", "recipe_slug"] {
        assert!(first.get(dropped).is_none(), "{dropped}: {first}");
    }
    assert_eq!((second, third), (&json!({}), &json!({})), "LIVE-13");
}

#[tokio::test]
async fn live_8_today_is_answered_with_the_date_that_the_entries_carry() {
    let bench = bare().await;
    // Where Mealie runs it is another day than in UTC.
    let (soup, _) = {
        let mut kitchen = bench.mealie.kitchen();
        kitchen.set_clock(NOW.parse().unwrap());
        kitchen.set_zone(jiff::tz::offset(14));
        let recipe = kitchen.add_recipe("Pea Soup");
        (kitchen.plan_recipe(recipe, day("2026-03-10"), Kind::Dinner), recipe)
    };
    bench.mealie.kitchen().plan_title("Yesterday", day("2026-03-09"), Kind::Dinner);
    let answer = bench.answers::<GetTodaysMeals>(json!({})).await.unwrap();
    assert_eq!(answer.structured["date"], "2026-03-10");
    assert_eq!(answer.structured["date_is"], "mealie");
    assert_eq!(ids(&answer.structured["entries"]), [soup]);
    assert_eq!(answer.structured["entries"][0]["recipe"], "Pea Soup");
    assert!(answer.structured.get("notes").is_none(), "{}", answer.text);
    assert_eq!(bench.mealie.journal().len(), 1);
}

/// Mealie alone knows which day it means, and without an entry it does not tell.
#[tokio::test]
async fn live_8_with_nothing_planned_the_date_is_that_of_utc_and_is_said_to_be() {
    let bench = bare().await;
    let answer = bench.answers::<GetTodaysMeals>(json!({})).await.unwrap();
    assert_eq!(answer.structured["date"], "2026-03-09", "{NOW}");
    assert_eq!(answer.structured["date_is"], "utc");
    assert_eq!(answer.structured["entries"], json!([]));
    let note = "Nothing is planned for today. Mealie goes by the clock and time zone of its own machine and did not say \
                which day it is there: in UTC it is 2026-03-09, and its day can be the one before or after.";
    assert!(answer.text.starts_with(note), "{}", answer.text);
}

#[tokio::test]
async fn live_13_entries_that_tell_no_day_or_two_do_not_tell_which_is_today() {
    for body in [
        json!([{"id": 1}, {"id": 2, "date": null}, {"id": 3, "date": "today"}]),
        json!([{"id": 1, "date": "2026-03-09"}, {"id": 2, "date": "2026-03-10"}, {"id": 3}]),
    ] {
        let bench = bare().await;
        bench.mealie.order_fault(json_of(Fault::on("GET", "/api/households/mealplans/today"), &body));
        let answer = bench.answers::<GetTodaysMeals>(json!({})).await.unwrap();
        assert_eq!(answer.structured["date_is"], "utc", "{body}");
        assert_eq!(ids(&answer.structured["entries"]), [1, 2, 3], "{body}");
        assert!(answer.text.starts_with("Mealie goes by the clock"), "{}", answer.text);
    }
    let bench = bare().await;
    let some = json!([{"id": 1, "date": null}, {"id": 2, "date": "2026-03-10"}]);
    bench.mealie.order_fault(json_of(Fault::on("GET", "/api/households/mealplans/today"), &some));
    let answer = bench.answers::<GetTodaysMeals>(json!({})).await.unwrap().structured;
    assert_eq!((&answer["date"], &answer["date_is"]), (&json!("2026-03-10"), &json!("mealie")));
    bench.mealie.order_fault(json_of(Fault::on("GET", "/api/households/mealplans/today"), &json!(null)));
    let answer = bench.answers::<GetTodaysMeals>(json!({})).await.unwrap().structured;
    assert_eq!(answer["entries"], json!([]));
}
