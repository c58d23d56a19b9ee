//! The whole plan shelf against the fake Mealie: its bounds, and what its tests share.

mod adding;
mod changing;
mod deleting;
mod reading;

use fake_mealie::{Fault, FaultOrder, Meal as Kind, Options, PlanEntry as Stored, Seed};
use jiff::civil::Date as Civil;
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;
use crate::args::tests::refusal;
use crate::failure::Why;
use crate::text::UNTRUSTED;
use crate::tools::bench::Bench;

/// A recipe that nobody has.
const NOBODY: &str = "0c0ffee0-0000-4000-8000-000000000000";

/// A kitchen with nothing in it.
async fn bare() -> Bench {
    Bench::with(Options { seed: Seed::Empty, ..Options::default() }).await
}

fn day(text: &str) -> Civil {
    text.parse().unwrap()
}

/// A recipe, planned for dinner on 2026-03-09.
fn planned(bench: &Bench, name: &str) -> (i64, Uuid) {
    let mut kitchen = bench.mealie.kitchen();
    let recipe = kitchen.add_recipe(name);
    (kitchen.plan_recipe(recipe, day("2026-03-09"), Kind::Dinner), recipe)
}

/// Words, planned for lunch on 2026-03-10.
fn written(bench: &Bench, title: &str, text: &str) -> i64 {
    bench.mealie.kitchen().plan_text(day("2026-03-10"), Kind::Lunch, title, text)
}

fn stored(bench: &Bench, id: i64) -> Stored {
    bench.mealie.kitchen().plan_entry(id).unwrap().clone()
}

/// An entry of another household of the group, and nobody's in this one.
fn of_the_neighbours(bench: &Bench) -> i64 {
    let mut kitchen = bench.mealie.kitchen();
    let group = kitchen.group.id;
    let household = kitchen.add_household(group, "Neighbours");
    let carol = kitchen.add_user(household, "carol", "carols-token");
    kitchen.plan_as(carol, None, day("2026-03-09"), Kind::Dinner)
}

fn path(id: i64) -> String {
    format!("/api/households/mealplans/{id}")
}

/// Mealie answers that request with this JSON.
fn json_of(order: FaultOrder, body: &Value) -> Fault {
    order.answers_with(200, &[("content-type", "application/json")], body.to_string())
}

fn is_senseless<A>(outcome: &Result<A, Failure>) -> bool {
    matches!(outcome, Err(Failure::Refused(refusal)) if refusal.why == Why::Senseless)
}

fn is_missing(failure: &Failure) -> bool {
    matches!(failure, Failure::NotFound { kind: "plan entry", .. })
}

#[test]
fn ann_1_each_bound_is_held_at_the_bound_and_one_past_it() {
    let text = |length: usize| json!("x".repeat(length));
    let marked = |mark: &str| json!(format!("Leftovers{mark}"));
    let marks = [" … [cut: 5 of 9 characters shown]", " [redacted]", UNTRUSTED];
    let days = vec![json!("2026-02-30"), json!("2026-2-3"), json!("tomorrow"), json!(""), json!(20260203)];
    let ids = (
        vec![json!(1), json!(7.0), json!(i64::MAX)],
        vec![json!(0), json!(-1), json!(1.5), json!("7"), json!(9_223_372_036_854_775_808_u64), json!(1e300)],
    );
    let (fits, refused) = ids.clone();
    let meals = Meal::ALL.map(|meal| json!(meal.word())).to_vec();
    let no_meals = vec![json!("brunch"), json!("Dinner"), json!(""), json!(3)];
    for (tool, argument, fits, refused) in [
        ("list_mealplans", "start_date", vec![json!("2026-02-28"), json!("0001-01-01")], days.clone()),
        ("list_mealplans", "end_date", vec![json!("2024-02-29"), json!("9999-12-31")], days.clone()),
        ("list_mealplans", "page", vec![json!(1), json!(u64::MAX)], vec![json!(0), json!(-1), json!("1")]),
        ("list_mealplans", "per_page", vec![json!(1), json!(100)], vec![json!(0), json!(101)]),
        ("create_mealplan_entry", "date", vec![json!("1999-12-31")], days.clone()),
        ("create_mealplan_entry", "entry_type", meals.clone(), no_meals.clone()),
        (
            "create_mealplan_entry",
            "recipe",
            vec![text(255), json!(NOBODY)],
            vec![text(0), text(256), json!("a/b")],
        ),
        ("create_mealplan_entry", "title", vec![text(1), text(255)], vec![text(0), text(256), json!(5)]),
        ("create_mealplan_entry", "title", vec![], marks.map(marked).to_vec()),
        ("create_mealplan_entry", "text", vec![text(0), text(2000)], vec![text(2001), json!(5)]),
        ("create_mealplan_entry", "text", vec![], marks.map(marked).to_vec()),
        ("create_random_meal", "date", vec![json!("2026-03-09")], days.clone()),
        ("create_random_meal", "entry_type", meals.clone(), no_meals.clone()),
        ("update_mealplan_entry", "entry_id", fits.clone(), refused.clone()),
        ("update_mealplan_entry", "date", vec![json!("2026-03-09")], days),
        ("update_mealplan_entry", "entry_type", meals, no_meals),
        ("update_mealplan_entry", "recipe", vec![text(255)], vec![text(0), text(256), json!("a b")]),
        ("update_mealplan_entry", "title", vec![text(1), text(255)], vec![text(0), text(256)]),
        ("update_mealplan_entry", "title", vec![], marks.map(marked).to_vec()),
        ("update_mealplan_entry", "text", vec![text(0), text(2000)], vec![text(2001)]),
        ("update_mealplan_entry", "text", vec![], marks.map(marked).to_vec()),
        ("delete_mealplan_entry", "entry_id", fits, refused),
    ] {
        let with = |value: &Value| {
            let mut all = match tool {
                "list_mealplans" => json!({}),
                "create_mealplan_entry" | "create_random_meal" => {
                    json!({"date": "2026-03-09", "entry_type": "dinner"})
                }
                _ => json!({"entry_id": 7}),
            };
            all[argument] = value.clone();
            refusal(tool, all)
        };
        for value in fits {
            assert_eq!(with(&value), None, "{tool}, {argument}: {value}");
        }
        for value in refused {
            let said = with(&value).unwrap_or_else(|| panic!("{tool}, {argument}: {value} passes"));
            assert!(said.contains(&format!("`{argument}`")), "{tool}: {said}");
        }
    }
}

#[test]
fn ann_1_what_has_to_be_given_is_named_and_today_takes_nothing() {
    for (tool, arguments, name) in [
        ("create_mealplan_entry", json!({"entry_type": "dinner", "title": "x"}), "`date`"),
        ("create_mealplan_entry", json!({"date": "2026-03-09", "title": "x"}), "`entry_type`"),
        ("create_random_meal", json!({"entry_type": "dinner"}), "`date`"),
        ("create_random_meal", json!({"date": "2026-03-09"}), "`entry_type`"),
        ("update_mealplan_entry", json!({"title": "x"}), "`entry_id`"),
        ("delete_mealplan_entry", json!({}), "`entry_id`"),
        ("get_todays_meals", json!({"date": "2026-03-09"}), "`date`"),
        ("delete_mealplan_entry", json!({"entry_id": 7, "confirm": true}), "`confirm`"),
    ] {
        let said = refusal(tool, arguments.clone()).unwrap_or_else(|| panic!("{tool}: {arguments} passes"));
        assert!(said.contains(name), "{tool}: {said}");
    }
    assert_eq!(refusal("get_todays_meals", json!({})), None);
    assert_eq!(refusal("list_mealplans", json!({"start_date": null})), None, "null is left out");
}
