//! Given: what is planned, by whom, and what day it is where Mealie runs. These steps touch the fake's store.

use cucumber::given;
use fake_mealie::{MadeFor, Meal};
use uuid::Uuid;

use crate::unmet::{Met, Unmet, expect};
use crate::wish::characters;
use crate::world::World;

/// Entries are numbered from 1, and a feature calls them by their numbers.
fn numbered(id: i64, want: i64) -> Met {
    expect(id == want, format!("the plan entry {want}"), || format!("the plan entry {id}"))
}

/// A meal in Mealie's own word.
pub(in crate::steps) fn meal(word: &str) -> Result<Meal, Unmet> {
    let found = Meal::ALL.into_iter().find(|meal| meal.word() == word);
    found.ok_or_else(|| Unmet::new("a meal of the day", word))
}

/// A day of the calendar.
pub(in crate::steps) fn day(text: &str) -> Result<jiff::civil::Date, Unmet> {
    text.parse().map_err(|_| Unmet::new("a day", text))
}

#[given(regex = r#"^the plan entry (\d+): the recipe "([^"]+)" for (\w+) on (\S+)$"#)]
fn recipe_planned(world: &mut World, number: i64, recipe: String, of: String, on: String) -> Met {
    let recipe = world.kitchen().id_of(&recipe)?;
    let id = world.kitchen().state().plan_recipe(recipe, day(&on)?, meal(&of)?);
    numbered(id, number)
}

#[given(regex = r#"^the plan entry (\d+): the words "([^"]+)" for (\w+) on (\S+)$"#)]
fn words_planned(world: &mut World, number: i64, title: String, of: String, on: String) -> Met {
    let id = world.kitchen().state().plan_title(&title, day(&on)?, meal(&of)?);
    numbered(id, number)
}

#[given(regex = r#"^the plan entry (\d+) has the text "([^"]+)"$"#)]
fn entry_has_text(world: &mut World, number: i64, text: String) {
    let text = characters(&text);
    world.kitchen().state().change_plan(number, |entry| entry.text = text);
}

#[given(regex = r#"^the plan entry (\d+) of another household$"#)]
fn planned_elsewhere(world: &mut World, number: i64) -> Met {
    let mut store = world.kitchen().state();
    let group = store.group.id;
    let household = store.add_household(group, "Next door");
    let user = store.add_user(household, "next-door", "the-token-next-door");
    let id = store.plan_as(user, None, jiff::civil::date(2026, 3, 9), Meal::Dinner);
    numbered(id, number)
}

#[given(regex = r#"^the plan entry (\d+): a recipe that nobody has, on (\S+)$"#)]
fn nothing_planned(world: &mut World, number: i64, on: String) -> Met {
    let id = world.kitchen().state().plan_recipe(Uuid::max(), day(&on)?, Meal::Dinner);
    numbered(id, number)
}

#[given(regex = r#"^somebody else of the household planned the entry (\d+)$"#)]
fn planned_by_another(world: &mut World, number: i64) {
    let mut store = world.kitchen().state();
    let household = store.cook().household_id;
    let user = store.add_user(household, "planner", "the-planners-token");
    store.change_plan(number, |entry| entry.user_id = user);
}

#[given(regex = r"^where Mealie runs it is (\S+)$")]
fn local_day(world: &mut World, today: String) -> Met {
    let noon = day(&today)?.at(12, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC);
    let noon = noon.map_err(|error| Unmet::new("a day that has a noon", error.to_string()))?;
    world.kitchen().state().set_clock(noon.timestamp());
    Ok(())
}

#[given(regex = r#"^(no recipe|only the recipe "[^"]+") fits the plan rules for (\w+)$"#)]
fn recipe_fits(world: &mut World, which: String, of: String) -> Met {
    let made_for = MadeFor { day: None, meal: Some(meal(&of)?) };
    let name = which.split('"').nth(1).unwrap_or("no such recipe");
    let mut store = world.kitchen().state();
    let household = store.cook().household_id;
    store.add_plan_rule(household, made_for, &format!("name = \"{name}\""));
    Ok(())
}
