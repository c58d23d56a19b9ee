//! The meal plan, the day that it is where Mealie runs, and meals that are left to chance.
//! Never asks the clock of this machine.

use fake_mealie::{MadeFor, Meal};
use jiff::civil::{Weekday, date};
use jiff::tz::offset;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::Table;
use super::household::{NOBODY, keys};

const PLAN: &str = "/api/households/mealplans";

/// The header of somebody of another household of the group, and the user's id.
fn neighbour(table: &Table) -> (&'static str, Uuid) {
    let mut kitchen = table.mealie.kitchen();
    let group = kitchen.group.id;
    let cabin = kitchen.add_household(group, "Cabin");
    ("authorization: Bearer carols-token\r\n", kitchen.add_user(cabin, "carol", "carols-token"))
}

fn titles(list: &Value) -> Vec<&str> {
    let entries = list.as_array().expect("a bare list");
    entries.iter().map(|entry| entry["title"].as_str().expect("a title")).collect()
}

/// Seen `mealplans/list_*`, `errors/mealplan_get_*`.
#[tokio::test]
async fn the_plan_is_listed_by_dates_in_snake_case() {
    let table = Table::empty().await;
    let soup = {
        let mut kitchen = table.mealie.kitchen();
        let soup = kitchen.add_recipe("Soup");
        kitchen.plan_recipe(soup, date(2026, 3, 1), Meal::Dinner);
        kitchen.plan_title("Eat out", date(2026, 3, 2), Meal::Lunch);
        kitchen.plan_recipe(soup, date(2026, 3, 3), Meal::Snack);
        soup
    };
    for (row, query, ids) in [
        ("newest entry first, not by date", "", vec![3, 2, 1]),
        ("from", "?start_date=2026-03-02", vec![3, 2]),
        ("to, inclusive", "?end_date=2026-03-02", vec![2, 1]),
        ("both", "?start_date=2026-03-02&end_date=2026-03-02", vec![2]),
        ("the wrong way round", "?start_date=2026-03-03&end_date=2026-03-01", vec![]),
        ("camel case is ignored", "?startDate=2026-03-02", vec![3, 2, 1]),
        ("midnight is a day", "?start_date=2026-03-03T00:00:00", vec![3]),
        ("by date", "?orderBy=date&orderDirection=asc", vec![1, 2, 3]),
        (
            "a filter and a date",
            "?queryFilter=entryType%20=%20lunch%20OR%20entryType%20=%20snack&end_date=2026-03-02",
            vec![2],
        ),
        ("a recipe", &format!("?queryFilter=recipe_id%20=%20%22{soup}%22"), vec![3, 1]),
        ("recipes", &format!("?queryFilter=recipe_id%20IN%20%5B%22{soup}%22%5D"), vec![3, 1]),
        ("a slug", "?queryFilter=recipe.slug%20=%20soup&perPage=1", vec![3]),
    ] {
        let seen = table.get(&format!("/api/households/mealplans{query}")).await.body;
        let items = seen["items"].as_array().unwrap_or_else(|| panic!("{row}: {seen}"));
        let found: Vec<_> = items.iter().map(|entry| entry["id"].as_i64().unwrap()).collect();
        assert_eq!(found, ids, "{row}");
    }
    for (row, day, why) in [
        ("a word", "today", "input is too short"),
        ("a month too many", "2026-13-01", "month value is outside expected range of 1-12"),
        ("a day too many", "2026-02-30", "day value is outside expected range"),
        ("slashes", "2026/01/01", "invalid date separator, expected `-`"),
    ] {
        let refused = table.get(&format!("/api/households/mealplans?start_date={day}")).await;
        assert_eq!((refused.status, &refused.body["detail"][0]["ctx"]["error"]), (422, &json!(why)), "{row}");
    }
    let entry = table.get("/api/households/mealplans/1").await.body;
    assert_eq!((&entry["entryType"], &entry["recipe"]["slug"]), (&json!("dinner"), &json!("soup")));
    assert_eq!(table.get("/api/households/mealplans/99").await.status, 404);
    assert_eq!(table.get("/api/households/mealplans/abc").await.body["detail"][0]["type"], "int_parsing");
}

/// Seen `mealplans/create_*`; times and numbers for a day: measured.
#[tokio::test]
async fn whatever_has_a_day_and_a_recipe_or_a_title_is_planned() {
    let table = Table::empty().await;
    let soup = table.mealie.kitchen().add_recipe("Soup");
    let planned = table.post(PLAN, json!({ "date": "2026-12-24", "recipeId": soup })).await;
    assert_eq!(planned.status, 201);
    assert_eq!(
        keys(&planned.body),
        [
            "date",
            "entryType",
            "groupId",
            "householdId",
            "id",
            "recipe",
            "recipeId",
            "text",
            "title",
            "userId"
        ]
    );
    assert_eq!(planned.body["recipe"]["slug"], "soup");
    let eve = "2026-12-24";
    for (row, body, meal, day) in [
        ("no meal", json!({ "date": eve, "title": "Leftovers" }), "breakfast", eve),
        (
            "a day gone by",
            json!({ "date": "1999-01-01", "title": "x", "entryType": "side" }),
            "side",
            "1999-01-01",
        ),
        ("nobody's recipe", json!({ "date": eve, "recipeId": NOBODY }), "breakfast", eve),
        (
            "midnight elsewhere",
            json!({ "date": "2026-12-24T00:00:00+02:00", "title": "x" }),
            "breakfast",
            eve,
        ),
        ("seconds since 1970", json!({ "date": 1_764_547_200, "title": "x" }), "breakfast", "2025-12-01"),
        ("a blank title", json!({ "date": eve, "title": " " }), "breakfast", eve),
        ("snake case", json!({ "date": eve, "entry_type": "snack", "recipe_id": soup }), "snack", eve),
    ] {
        let answer = table.post(PLAN, body).await;
        assert_eq!(answer.status, 201, "{row}: {}", answer.text);
        assert_eq!((&answer.body["entryType"], &answer.body["date"]), (&json!(meal), &json!(day)), "{row}");
    }
}

/// Seen `mealplans/create_*_422`, `create_null_title_500`, `create_number_title_500`.
#[tokio::test]
async fn an_entry_that_is_none_is_refused_with_all_that_is_wrong() {
    let table = Table::empty().await;
    let soup = table.mealie.kitchen().add_recipe("Soup");
    let eve = "2026-12-24";
    for (row, body, wrong) in [
        ("nothing but a day", json!({ "date": eve }), vec!["value_error recipe_id"]),
        ("a recipe that is null", json!({ "date": eve, "recipeId": null }), vec!["value_error recipeId"]),
        ("an empty title", json!({ "date": eve, "title": "" }), vec!["value_error recipe_id"]),
        ("no day", json!({ "title": "x" }), vec!["missing date"]),
        ("no day and no title", json!({}), vec!["missing date", "value_error recipe_id"]),
        ("a flag for a day", json!({ "date": true, "title": "x" }), vec!["date_type date"]),
        (
            "six o'clock",
            json!({ "date": "2026-12-24T18:00:00Z", "title": "x" }),
            vec!["date_from_datetime_inexact date"],
        ),
        (
            "a second past",
            json!({ "date": 1_764_547_201, "title": "x" }),
            vec!["date_from_datetime_inexact date"],
        ),
        ("a slug", json!({ "date": eve, "recipeId": "soup" }), vec!["uuid_parsing recipeId"]),
        ("no such meal", json!({ "date": eve, "title": "x", "entryType": "brunch" }), vec!["enum entryType"]),
        ("upper case", json!({ "date": eve, "title": "x", "entryType": "Dinner" }), vec!["enum entryType"]),
        ("no text", json!({ "date": eve, "title": "x", "text": null }), vec!["string_type text"]),
        (
            "no title beside a recipe",
            json!({ "date": eve, "title": null, "recipeId": soup }),
            vec!["string_type title"],
        ),
    ] {
        let answer = table.post(PLAN, body).await;
        let problems = answer.body["detail"].as_array().unwrap_or_else(|| panic!("{row}: {}", answer.text));
        let word = |problem: &Value, place: &str| {
            problem.pointer(place).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let said: Vec<_> = problems
            .iter()
            .map(|problem| format!("{} {}", word(problem, "/type"), word(problem, "/loc/1")))
            .collect();
        assert_eq!((answer.status, said), (422, wrong.into_iter().map(str::to_owned).collect()), "{row}");
    }
    for (row, title) in [("null", json!(null)), ("a number", json!(5))] {
        let answer = table.post(PLAN, json!({ "date": eve, "title": title })).await;
        assert_eq!((answer.status, answer.text.as_str()), (500, "Internal Server Error"), "{row}");
    }
    assert!(table.mealie.kitchen().plan.is_empty());
}

/// Seen `mealplans/today`, `today_other_household`.
#[tokio::test]
async fn today_is_the_day_where_mealie_runs() {
    let table = Table::empty().await;
    let (carol, carol_id) = neighbour(&table);
    {
        let mut kitchen = table.mealie.kitchen();
        kitchen.plan_title("Sunday", date(2026, 3, 1), Meal::Dinner);
        kitchen.plan_title("Monday", date(2026, 3, 2), Meal::Dinner);
        kitchen.plan_text(date(2026, 3, 2), Meal::Lunch, "Lunch", "cold");
        let hers = kitchen.plan_as(carol_id, None, date(2026, 3, 2), Meal::Lunch);
        kitchen.change_plan(hers, |entry| entry.title = "Hers".into());
    }
    let today = format!("{PLAN}/today");
    let set = |hours: i8, moment: &str| {
        let mut kitchen = table.mealie.kitchen();
        kitchen.set_zone(offset(hours));
        kitchen.set_clock(moment.parse().expect("a moment"));
    };
    for (row, hours, moment, want) in [
        ("before midnight", 0, "2026-03-01T23:59:59Z", vec!["Sunday"]),
        ("after midnight", 0, "2026-03-02T00:00:00Z", vec!["Monday", "Lunch"]),
        ("further east it is later", 9, "2026-03-01T15:00:00Z", vec!["Monday", "Lunch"]),
        ("further west it is earlier", -8, "2026-03-02T07:59:59Z", vec!["Sunday"]),
        ("another day", 0, "2026-03-03T12:00:00Z", vec![]),
    ] {
        set(hours, moment);
        assert_eq!(titles(&table.get(&today).await.body), want, "{row}");
    }
    set(0, "2026-03-02T12:00:00Z");
    assert_eq!(
        titles(&table.ask_as(carol, "GET", &today, None).await.body),
        ["Hers"],
        "to each household its own"
    );
    let past = table.get(&format!("{PLAN}?queryFilter=date%20%3C%20$NOW")).await.body;
    assert_eq!(titles(&past["items"]), ["Sunday"], "$NOW goes by the same clock");
}

/// A clock that is set back makes no row older than those that there are.
#[tokio::test]
async fn rows_are_newest_first_whatever_the_clock_says() {
    let table = Table::empty().await;
    for (title, moment) in [("first", "2030-01-01T00:00:00Z"), ("second", "2020-01-01T00:00:00Z")] {
        let mut kitchen = table.mealie.kitchen();
        kitchen.set_clock(moment.parse().expect("a moment"));
        kitchen.plan_title(title, date(2026, 3, 1), Meal::Dinner);
    }
    assert_eq!(table.mealie.kitchen().today(), date(2020, 1, 1));
    assert_eq!(titles(&table.get(PLAN).await.body["items"]), ["second", "first"]);
}

/// Seen `mealplans/put_*`, `patch_405`; an unknown user or group, and a path beside a body: measured.
#[tokio::test]
async fn an_update_resets_what_is_left_out_and_obeys_the_user_in_it() {
    let table = Table::empty().await;
    let (carol, carol_id) = neighbour(&table);
    let (id, user, group) = {
        let mut kitchen = table.mealie.kitchen();
        let id = kitchen.plan_text(date(2026, 3, 1), Meal::Lunch, "Leftovers", "from the fridge");
        (id, kitchen.cook().id.to_string(), kitchen.group.id.to_string())
    };
    let path = format!("{PLAN}/{id}");
    let sent = |user: &str, group: &str| json!({ "id": 99, "groupId": group, "userId": user, "date": "2026-03-02", "title": "Soup" });
    let missing = table.put(&path, json!({ "date": "2026-03-02", "title": "Soup" })).await;
    assert_eq!((missing.status, missing.body["detail"].as_array().map(Vec::len)), (422, Some(3)));
    let all_wrong = table.put(&format!("{PLAN}/abc"), json!({})).await.body;
    assert_eq!(all_wrong["detail"][0]["loc"], json!(["path", "item_id"]));
    assert_eq!(all_wrong["detail"].as_array().map(Vec::len), Some(6), "path and body in one answer");

    let changed = table.put(&path, sent(&user, &group)).await.body;
    assert_eq!(
        (&changed["id"], &changed["entryType"], &changed["text"], &changed["date"]),
        (&json!(id), &json!("breakfast"), &json!(""), &json!("2026-03-02"))
    );
    let foreign = table.ask_as(carol, "PUT", &path, Some(sent(&user, &group))).await;
    assert_eq!(foreign.status, 404, "another household's");
    assert_eq!(table.patch(&path, json!({ "title": "x" })).await.status, 405);

    assert_eq!(table.put(&path, sent(&carol_id.to_string(), &group)).await.status, 200);
    assert_eq!(table.get(&path).await.status, 404, "it is in the other plan now");
    assert_eq!(table.ask_as(carol, "GET", &path, None).await.body["title"], "Soup");

    assert_eq!(table.ask_as(carol, "PUT", &path, Some(sent(&user, &group))).await.status, 200, "and back");
    assert_eq!(table.put(&path, sent(NOBODY, &group)).await.status, 400, "written, and refused afterwards");
    assert_eq!(table.get(&path).await.status, 404);
    let written = table.mealie.kitchen().plan_entry(id).map(|entry| entry.user_id.to_string());
    assert_eq!(written.as_deref(), Some(NOBODY));

    let other = table.mealie.kitchen().plan_title("Other", date(2026, 3, 1), Meal::Lunch);
    let path = format!("{PLAN}/{other}");
    assert_eq!(table.put(&path, sent(&user, NOBODY)).await.status, 200);
    assert_eq!(table.get(&path).await.status, 404, "gone with another group as well");
}

/// Seen `mealplans/delete`, `delete_again_404`, `delete_other_household_404`; the id: measured.
#[tokio::test]
async fn the_id_of_the_last_entry_is_given_again_once_it_is_gone() {
    let table = Table::empty().await;
    let (carol, _) = neighbour(&table);
    let planned = async |title: &str| {
        table.post(PLAN, json!({ "date": "2026-03-01", "title": title })).await.body["id"].clone()
    };
    assert_eq!((planned("a").await, planned("b").await), (json!(1), json!(2)));
    let path = format!("{PLAN}/2");
    let foreign = table.ask_as(carol, "DELETE", &path, None).await;
    assert_eq!(
        (foreign.status, &foreign.body["detail"]["message"]),
        (404, &json!("An unexpected error occurred"))
    );
    assert_eq!(table.delete(&path).await.body["title"], "b", "the answer shows what is gone");
    let again = table.delete(&path).await.body;
    assert_eq!(again["detail"]["exception"], "No row was found when one was required");
    assert_eq!(planned("c").await, json!(2), "whoever still means b by 2 means c now");
    table.delete(&format!("{PLAN}/1")).await;
    assert_eq!(planned("d").await, json!(3), "an id in the middle is not");
}

/// Seen `mealplans/random_*`, `rule_*`.
#[tokio::test]
async fn chance_keeps_to_all_rules_of_the_day_and_the_meal() {
    let table = Table::empty().await;
    let random = format!("{PLAN}/random");
    let monday = json!({ "date": "2026-03-02" });
    let none = table.post(&random, monday.clone()).await;
    assert_eq!((none.status, &none.body["detail"]["message"]), (404, &json!("No recipes match your rules")));
    let german = format!("authorization: Bearer {}\r\naccept-language: de-DE\r\n", table.mealie.token());
    let german = table.ask_as(&german, "POST", &random, Some(monday.clone())).await.body;
    assert_eq!(german["detail"]["message"], "Keine Rezepte entsprechen deinen Regeln");
    let (soup, chop, home) = {
        let mut kitchen = table.mealie.kitchen();
        let (home, soup) = (kitchen.cook().household_id, kitchen.add_recipe("Soup"));
        kitchen.add_recipe("Stew");
        let chop = kitchen.add_recipe("Chop");
        let (day, meal) = (Some(Weekday::Monday), Some(Meal::Dinner));
        kitchen.add_plan_rule(home, MadeFor { day, meal: None }, "name LIKE \"s%\"");
        kitchen.add_plan_rule(home, MadeFor { day: None, meal }, "name LIKE \"%p\"");
        kitchen.add_plan_rule(home, MadeFor::default(), "");
        (soup, chop, home)
    };
    for turn in 0..8 {
        let chosen = table.post(&random, monday.clone()).await;
        assert_eq!(chosen.status, 200, "not 201");
        assert_eq!(chosen.body["recipeId"], json!(soup), "both rules, turn {turn}");
        assert_eq!(chosen.body["entryType"], "dinner", "unless another is said");
    }
    table.mealie.kitchen().load_dice(chop);
    let lunch = table.post(&random, json!({ "date": "2026-03-03", "entryType": "lunch" })).await.body;
    assert_eq!(lunch["recipe"]["name"], "Chop", "a Tuesday's lunch is free, and the dice are loaded");
    assert_eq!(table.post(&random, json!({})).await.body["detail"][0]["type"], "missing");

    let (carol, _) = neighbour(&table);
    table.mealie.kitchen().add_plan_rule(home, MadeFor::default(), "name = nothing");
    assert_eq!(table.post(&random, monday.clone()).await.status, 404);
    let hers = table.ask_as(carol, "POST", &random, Some(monday)).await;
    assert_eq!(hers.status, 200, "the rules are the household's, the recipes the group's");
}

/// Seen `mealplans/rule_*`, `rules_list_empty`, `errors/mealplan_rule_*`; the other refusals measured.
#[tokio::test]
async fn rules_are_made_tried_out_and_taken_back() {
    let table = Table::empty().await;
    let rules = format!("{PLAN}/rules");
    let friday = json!({ "day": "friday", "queryFilterString": "tags.name IN [\"Fish\"]" });
    let made = table.post(&rules, friday).await;
    assert_eq!((made.status, &made.body["entryType"]), (201, &json!("unset")));
    assert_eq!(
        keys(&made.body),
        ["day", "entryType", "groupId", "householdId", "id", "queryFilter", "queryFilterString"]
    );
    assert_eq!(made.body["queryFilter"]["parts"][0]["value"], json!(["Fish"]));
    let days = "Input should be 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday' or \
                'unset'";
    let unusable = "Value error, Invalid query filter string";
    for (row, body, why) in [
        ("a day that is none", json!({ "day": "Monday" }), days),
        ("no column", json!({ "queryFilterString": "nope = 1" }), unusable),
        (
            "an open bracket",
            json!({ "queryFilterString": "(name = x" }),
            "Value error, invalid query string: parenthesis are unbalanced",
        ),
        ("brackets the wrong way round", json!({ "queryFilterString": ") name = \"x\" (" }), unusable),
    ] {
        let answer = table.post(&rules, body).await;
        assert_eq!((answer.status, &answer.body["detail"][0]["msg"]), (422, &json!(why)), "{row}");
    }
    let path = format!("{rules}/{}", made.body["id"].as_str().expect("an id"));
    let changed = table.put(&path, json!({ "entryType": "lunch" })).await.body;
    assert_eq!((&changed["day"], &changed["queryFilterString"]), (&json!("unset"), &json!("")), "reset");
    assert_eq!(table.get(&path).await.body, changed);
    let (carol, _) = neighbour(&table);
    assert_eq!(table.ask_as(carol, "GET", &path, None).await.status, 404);
    assert_eq!(table.get(&rules).await.total(), 1);
    assert_eq!(table.delete(&path).await.body, changed);
    let again = table.delete(&path).await;
    assert_eq!(
        (again.status, &again.body["detail"]["message"]),
        (404, &json!("An unexpected error occurred."))
    );
    assert_eq!(table.get(&format!("{rules}/nope")).await.body["detail"][0]["type"], "uuid_parsing");
}
