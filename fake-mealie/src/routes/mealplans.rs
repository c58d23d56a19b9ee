//! `/api/households/mealplans`: the meal plan of the caller's household, and the rules of its random meals.
//! Never looks at the plan of another.

use jiff::civil::Date;
use serde_json::{Value, json};
use uuid::Uuid;

use super::cookbooks::stored_filter;
use super::fields::Fields;
use super::recipes::in_group;
use super::{Call, Gate, Route};
use crate::pydantic::{self, Problems};
use crate::query::{Links, Paging, SeedRule, filtered, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{DAYS, Kitchen, MadeFor, Meal, PlanEntry, PlanRule, UNSET};

const PLAN: &str = "/api/households/mealplans";
const ENTRY: &str = "/api/households/mealplans/{item_id}";
const RULES: &str = "/api/households/mealplans/rules";
const RULE: &str = "/api/households/mealplans/rules/{item_id}";

/// The rules come first, for `rules` would be read as an id.
pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: RULES, gate: Gate::Login, serve: rules },
    Route { method: "POST", path: RULES, gate: Gate::Login, serve: create_rule },
    Route { method: "GET", path: RULE, gate: Gate::Login, serve: rule },
    Route { method: "PUT", path: RULE, gate: Gate::Login, serve: change_rule },
    Route { method: "DELETE", path: RULE, gate: Gate::Login, serve: delete_rule },
    Route { method: "GET", path: PLAN, gate: Gate::Login, serve: plan },
    Route { method: "POST", path: PLAN, gate: Gate::Login, serve: create },
    Route { method: "GET", path: "/api/households/mealplans/today", gate: Gate::Login, serve: today },
    Route { method: "POST", path: "/api/households/mealplans/random", gate: Gate::Login, serve: random },
    Route { method: "GET", path: ENTRY, gate: Gate::Login, serve: plan_entry },
    Route { method: "PUT", path: ENTRY, gate: Gate::Login, serve: change },
    Route { method: "DELETE", path: ENTRY, gate: Gate::Login, serve: delete },
];

/// The plan that the caller sees, oldest first.
fn planned<'k>(kitchen: &'k Kitchen, call: &Call<'_>) -> impl Iterator<Item = &'k PlanEntry> {
    let (group, household) = (call.group(kitchen), call.household(kitchen));
    kitchen.plan.iter().filter(move |entry| quirks::is_planned_in(kitchen, entry, group, household))
}

/// The dates are named in snake case here, the paging in camel case (Mealie 3.10.2).
fn plan(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let mut problems = Problems::default();
    let mut paging = Paging::read(call.asked(), SeedRule::Unchecked, &mut problems)?;
    let mut date = |name: &str| {
        let given = call.asked().query_value(name)?;
        problems.keep(pydantic::date(&[json!("query"), json!(name)], given))
    };
    let (start, end) = (date("start_date"), date("end_date"));
    problems.none()?;
    let between = match (start, end) {
        (None, None) => None,
        (Some(start), None) => Some(format!("date >= {start}")),
        (None, Some(end)) => Some(format!("date <= {end}")),
        (Some(start), Some(end)) => Some(format!("date >= {start} AND date <= {end}")),
    };
    if let Some(between) = between {
        let given = paging.query_filter.take().filter(|filter| !filter.is_empty());
        paging.query_filter =
            Some(given.map_or(between.clone(), |filter| format!("({filter}) AND ({between})")));
    }
    let page = page(kitchen, planned(kitchen, call), &paging, None, Links::Never, call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::plan_entry(kitchen, row))))
}

/// A bare list, for the day where Mealie runs, oldest entry first.
fn today(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let today = kitchen.today();
    let entries = planned(kitchen, call).filter(|entry| entry.date == today);
    Ok(Answer::ok(entries.map(|entry| shapes::plan_entry(kitchen, entry)).collect()))
}

fn plan_entry(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = entry_id(call)?;
    let entry = planned(kitchen, call).find(|entry| entry.id == id).ok_or_else(Answer::not_found)?;
    Ok(Answer::ok(shapes::plan_entry(kitchen, entry)))
}

fn entry_id(call: &Call<'_>) -> Result<i64, Answer> {
    quirks::plan_id(call.captured(0)).ok_or_else(|| Answer::invalid(vec![no_entry_id(call)]))?
}

fn no_entry_id(call: &Call<'_>) -> Value {
    pydantic::int_parsing(&[json!("path"), json!("item_id")], call.captured(0))
}

/// What is sent to plan something. Whatever is left out is reset by a change.
struct Sent {
    date: Date,
    meal: Meal,
    title: String,
    text: String,
    recipe_id: Option<Uuid>,
}

impl Sent {
    fn read(fields: &mut Fields<'_>) -> Result<Sent, Answer> {
        let date = fields.date("date");
        let meal = fields.one_of("entryType", &Meal::ALL.map(|meal| (meal.word(), meal)));
        let wrong = fields.wrong();
        let title = fields.text_or("title", "");
        let said = if fields.wrong() == wrong { Ok(title.as_str()) } else { Err(()) };
        let text = fields.text_or("text", "");
        let recipe_id = match fields.any_id_or_none("recipeId") {
            Ok(recipe_id) => {
                if let Some(why) = quirks::recipe_or_title(recipe_id, said)? {
                    fields.refuse("recipeId", why);
                }
                recipe_id
            }
            Err(_) => None,
        };
        Ok(Sent { date, meal, title, text, recipe_id })
    }
}

/// Nobody checks that there is such a recipe, that the day is still to come, or that it is not planned already.
fn create(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let sent = Sent::read(&mut fields)?;
    fields.end()?;
    Ok(Answer::created(put(kitchen, call, sent)))
}

/// Puts an entry into the caller's plan and shows it.
fn put(kitchen: &mut Kitchen, call: &Call<'_>, sent: Sent) -> Value {
    let Sent { date, meal, title, text, recipe_id } = sent;
    let id = kitchen.plan_as(call.caller(), recipe_id, date, meal);
    kitchen.change_plan(id, |entry| {
        entry.title = title;
        entry.text = text;
    });
    kitchen.plan_entry(id).map(|entry| shapes::plan_entry(kitchen, entry)).unwrap_or_default()
}

/// The id in the body is demanded and forgotten; group and user in it are obeyed, and with them the entry may leave the
/// plan of the caller (Mealie 3.10.2; seen `mealplans/put_*`).
fn change(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let id = quirks::plan_id(call.captured(0));
    if id.is_none() {
        fields.note(no_entry_id(call));
    }
    let sent = Sent::read(&mut fields)?;
    fields.whole("id");
    let (group_id, user_id) = (fields.any_id("groupId"), fields.any_id("userId"));
    fields.end()?;
    let id = id.ok_or_else(Answer::not_found)??;
    planned(kitchen, call).find(|entry| entry.id == id).ok_or_else(Answer::not_found)?;
    let Sent { date, meal, title, text, recipe_id } = sent;
    kitchen.change_plan(id, |entry| {
        *entry = PlanEntry { date, meal, title, text, recipe_id, group_id, user_id, ..entry.clone() };
    });
    let entry = kitchen.plan_entry(id).ok_or_else(Answer::not_found)?;
    quirks::planned_by_somebody(kitchen, entry, call.language())?;
    Ok(Answer::ok(shapes::plan_entry(kitchen, entry)))
}

fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = entry_id(call)?;
    let unknown = || quirks::nothing_to_take(call.language());
    let entry = planned(kitchen, call).find(|entry| entry.id == id).ok_or_else(unknown)?;
    let shape = shapes::plan_entry(kitchen, entry);
    kitchen.take_plan(id);
    Ok(Answer::ok(shape))
}

/// Any recipe of the group, of whatever household, that keeps to all rules of the day and the meal. Answers with 200,
/// not with 201 (Mealie 3.10.2; seen `mealplans/random_*`).
fn random(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let date = fields.date("date");
    let meal = fields.one_of_or("entryType", &Meal::ALL.map(|meal| (meal.word(), meal)), Meal::Dinner);
    fields.end()?;
    let filters: Vec<_> = own_rules(kitchen, call)
        .filter(|rule| rule.made_for.covers(date, meal) && !rule.query_filter_string.is_empty())
        .map(|rule| format!("({})", rule.query_filter_string))
        .collect();
    let paging = Paging::random(filters.join(" AND "), kitchen.now().to_string()).seen_by(call.caller());
    let dice = kitchen.roll_dice();
    let found = filtered(kitchen, in_group(kitchen, call), &paging)?;
    let rolled = found.iter().find(|(recipe, _)| Some(recipe.id) == dice).or_else(|| found.first());
    let (recipe, _) = rolled.ok_or_else(|| quirks::no_random_recipe(call.language()))?;
    let (title, text, recipe_id) = (String::new(), String::new(), Some(recipe.id));
    Ok(Answer::ok(put(kitchen, call, Sent { date, meal, title, text, recipe_id })))
}

/// The rules of the caller's household, oldest first.
fn own_rules<'k>(kitchen: &'k Kitchen, call: &Call<'_>) -> impl Iterator<Item = &'k PlanRule> {
    let (group, household) = (call.group(kitchen), call.household(kitchen));
    kitchen.plan_rules.iter().filter(move |rule| rule.group_id == group && rule.household_id == household)
}

fn rules(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let links = Links::PagingOnly("/households/mealplans/rules");
    let page = page(kitchen, own_rules(kitchen, call), &paging, None, links, call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::plan_rule(kitchen, row))))
}

fn own_rule<'k>(kitchen: &'k Kitchen, call: &Call<'_>) -> Result<Option<&'k PlanRule>, Answer> {
    let id = call.captured_uuid4("item_id")?;
    Ok(own_rules(kitchen, call).find(|rule| rule.id == id))
}

fn rule(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let rule = own_rule(kitchen, call)?.ok_or_else(Answer::not_found)?;
    Ok(Answer::ok(shapes::plan_rule(kitchen, rule)))
}

fn read_rule(kitchen: &Kitchen, call: &Call<'_>) -> Result<(MadeFor, String), Answer> {
    let mut fields = Fields::of(call.object()?);
    let days: Vec<_> = DAYS.iter().map(|(word, day)| (*word, Some(*day))).chain([(UNSET, None)]).collect();
    let meals: Vec<_> =
        Meal::ALL.iter().map(|meal| (meal.word(), Some(*meal))).chain([(UNSET, None)]).collect();
    let day = fields.one_of_or("day", &days, None);
    let meal = fields.one_of_or("entryType", &meals, None);
    let filter = stored_filter(kitchen, &mut fields)?;
    fields.end()?;
    Ok((MadeFor { day, meal }, filter))
}

fn create_rule(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let (made_for, filter) = read_rule(kitchen, call)?;
    let household = call.household(kitchen);
    let id = kitchen.add_plan_rule(household, made_for, &filter);
    let rule = kitchen.plan_rules.get(id).ok_or_else(Answer::not_found)?;
    Ok(Answer::created(shapes::plan_rule(kitchen, rule)))
}

fn change_rule(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    call.captured_uuid4("item_id")?;
    let (made_for, query_filter_string) = read_rule(kitchen, call)?;
    let before = own_rule(kitchen, call)?.ok_or_else(Answer::not_found)?.clone();
    let rule = PlanRule { made_for, query_filter_string, ..before };
    let shape = shapes::plan_rule(kitchen, &rule);
    kitchen.plan_rules.put(rule);
    Ok(Answer::ok(shape))
}

fn delete_rule(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let rule = own_rule(kitchen, call)?.ok_or_else(quirks::no_plan_rule_to_take)?;
    let (id, shape) = (rule.id, shapes::plan_rule(kitchen, rule));
    kitchen.plan_rules.take(id);
    Ok(Answer::ok(shape))
}
