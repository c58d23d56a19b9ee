//! The meal plan of a real Mealie. It never changes an entry that it did not make.

use serde_json::{Value, json};

use super::super::live::question;
use super::{Kitchen, text};

/// A day on which nobody plans yet.
const DAY: &str = "2093-03-09";

#[test]
fn live_2_a_plan_entry_is_moved_and_rewritten_and_keeps_all_else() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, id) = kitchen.live.recipe(&kitchen.own("stew"));
    let (other, other_id) = kitchen.live.recipe(&kitchen.own("pie"));
    let made = kitchen.done(
        "create_mealplan_entry",
        &json!({"date": DAY, "entry_type": "dinner", "recipe": slug, "title": kitchen.own("Guests"), "text": "Six."}),
    );
    let entry = made["entry"]["entry_id"].clone();
    let path = format!("households/mealplans/{entry}");
    let before = kitchen.there(&path);
    assert_eq!(
        [&before["recipeId"], &before["date"], &before["text"]],
        [&json!(id), &json!(DAY), &json!("Six.")]
    );

    let moved = json!({"entry_id": entry, "date": "2093-03-10", "entry_type": "lunch", "recipe": other});
    let answer = kitchen.done("update_mealplan_entry", &moved);
    assert_eq!(
        [&answer["before"]["date"], &answer["before"]["recipe_id"]],
        [&json!(DAY), &json!(id)],
        "{answer}"
    );
    let mut want = before;
    want["date"] = json!("2093-03-10");
    want["entryType"] = json!("lunch");
    want["recipeId"] = json!(other_id);
    want["recipe"] = Value::Null;
    assert_eq!(without_recipe(kitchen.there(&path)), want);

    let rewritten = json!({"entry_id": entry, "text": ""});
    let (asked, _) = kitchen.agreed("update_mealplan_entry", &rewritten);
    assert!(asked.contains(&entry.to_string()) && !asked.contains(&kitchen.mark), "{asked}");
    want["text"] = json!("");
    assert_eq!(without_recipe(kitchen.there(&path)), want);

    let days = json!({"start_date": DAY, "end_date": "2093-03-10", "per_page": 100});
    let listed = kitchen.done("list_mealplans", &days);
    let found = listed["entries"].as_array().unwrap().iter().find(|one| one["entry_id"] == entry);
    assert_eq!(found.unwrap()["recipe_id"], json!(other_id), "{listed}");
}

#[test]
fn ask_4_ask_19_a_deleted_plan_entry_leaves_its_recipe_and_a_declined_one_stays() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, _) = kitchen.live.recipe(&kitchen.own("stew"));
    let [stays, goes] = ["dinner", "lunch"].map(|meal| {
        let entry = json!({"date": DAY, "entry_type": meal, "recipe": slug, "title": kitchen.own(meal)});
        kitchen.done("create_mealplan_entry", &entry)["entry"]["entry_id"].clone()
    });
    let this = json!({"entry_id": stays});
    let asked = kitchen.call("delete_mealplan_entry", &this, json!({}));
    assert!(question(&asked).contains(DAY), "{asked}");
    let declined = kitchen.call("delete_mealplan_entry", &this, super::answer(&asked, "decline"));
    assert_eq!(declined["isError"], true, "{declined}");
    kitchen.agreed("delete_mealplan_entry", &json!({"entry_id": goes}));
    assert!(kitchen.live.exists(&format!("households/mealplans/{stays}")));
    assert!(!kitchen.live.exists(&format!("households/mealplans/{goes}")));
    assert!(kitchen.live.exists(&format!("recipes/{slug}")));
    let refused = kitchen.refused("delete_mealplan_entry", &json!({"entry_id": goes}));
    assert!(refused.contains("no such plan entry"), "{refused}");
}

#[test]
fn live_8_todays_meals_come_with_their_date() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let date = text(&kitchen.done("get_todays_meals", &json!({}))["date"]);
    let entry = json!({"date": date, "entry_type": "snack", "title": kitchen.own("Apples")});
    let made = kitchen.done("create_mealplan_entry", &entry)["entry"]["entry_id"].take();
    let today = kitchen.done("get_todays_meals", &json!({}));
    // A day that ends in between begins another list.
    if today["date"] == json!(date) {
        let entries = today["entries"].as_array().unwrap();
        assert!(entries.iter().any(|one| one["entry_id"] == made), "{today}");
    }
}

/// The recipe shows times of its own, which do not belong to the entry.
fn without_recipe(mut entry: Value) -> Value {
    entry["recipe"] = Value::Null;
    entry
}
