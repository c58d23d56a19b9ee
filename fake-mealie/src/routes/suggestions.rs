//! `/api/recipes/suggestions`: what can be cooked with what is there.
//! Never pages.

use std::collections::HashSet;

use serde_json::{Value, json};
use uuid::Uuid;

use super::Call;
use super::recipes::in_group;
use crate::pydantic::{self, Problems};
use crate::query::{Paging, SeedRule, filtered};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{Kitchen, Recipe};

/// Things of one kind that somebody has.
struct Had {
    /// Those that were named in the request.
    named: HashSet<Uuid>,
    /// Those, and what the household has on hand.
    all: HashSet<Uuid>,
    most_missing: i64,
}

impl Had {
    /// How many of these are not there. Nothing named: nothing is counted.
    fn missing(&self, things: impl Iterator<Item = Uuid>) -> i64 {
        if self.named.is_empty() {
            return 0;
        }
        i64::try_from(things.filter(|id| !self.all.contains(id)).count()).unwrap_or(i64::MAX)
    }

    /// Whether no more is missing than may be. Nothing is never too much, even below zero (Mealie 3.10.2,
    /// `find_suggested_recipes`).
    fn lets_pass(&self, things: impl Iterator<Item = Uuid>) -> bool {
        let missing = self.missing(things);
        missing == 0 || missing <= self.most_missing
    }

    /// Each thing that is not there, once.
    fn missing_once(&self, things: impl Iterator<Item = Uuid>) -> Vec<Uuid> {
        if self.named.is_empty() {
            return Vec::new();
        }
        let mut seen = self.all.clone();
        things.filter(|id| seen.insert(*id)).collect()
    }
}

pub(super) fn suggest(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let asked = call.asked();
    let mut problems = Problems::default();
    let paging = Paging::read_order(asked, &mut problems).or_by_age().seen_by(call.caller());
    let mut number = |name: &str, default| problems.whole_number(name, asked.query_value(name), default);
    let limit = number("limit", 10);
    let (foods_missing, tools_missing) = (number("maxMissingFoods", 5), number("maxMissingTools", 5));
    let mut flag = |name: &str| match asked.query_value(name) {
        None => true,
        given => problems.flag(name, given),
    };
    let (foods_on_hand, tools_on_hand) = (flag("includeFoodsOnHand"), flag("includeToolsOnHand"));
    let mut ids = |name: &str| {
        let mut ids = HashSet::new();
        for (index, given) in asked.query_values(name).into_iter().enumerate() {
            let loc = [json!("query"), json!(name), json!(index)];
            ids.extend(problems.keep(pydantic::uuid4(&loc, &json!(given))));
        }
        ids
    };
    let (foods, tools) = (ids("foods"), ids("tools"));
    let too_big = problems.too_big_for_the_database();
    problems.none()?;
    paging.check_seed(SeedRule::Checked)?;
    if too_big {
        return Err(quirks::uncaught());
    }

    let household = &kitchen.household_of(call.caller()).slug;
    let with = |named: HashSet<Uuid>, most_missing, on_hand: bool, kept: &mut dyn Iterator<Item = Uuid>| {
        let mut all = named.clone();
        if on_hand {
            all.extend(kept);
        }
        Had { named, all, most_missing }
    };
    let mut kept = kitchen.foods.iter().filter(|food| food.on_hand.contains(household)).map(|food| food.id);
    let foods = with(foods, foods_missing, foods_on_hand, &mut kept);
    let mut kept = kitchen.organizers.iter().filter(|row| row.households_with_tool.contains(household));
    let tools = with(tools, tools_missing, tools_on_hand, &mut kept.by_ref().map(|tool| tool.id));

    let rows = in_group(kitchen, call).filter(|recipe| {
        foods.lets_pass(food_lines(recipe))
            && tools.lets_pass(recipe.tools.iter().copied())
            && (foods.named.is_empty() || matched(recipe, &foods) > 0)
    });
    let mut rows = filtered(kitchen, rows, &paging)?;
    rows.sort_by_key(|(recipe, _)| {
        let named = if foods.named.is_empty() { 0 } else { matched(recipe, &foods) };
        let missing = (tools.missing(recipe.tools.iter().copied()), foods.missing(food_lines(recipe)));
        (missing, std::cmp::Reverse(named))
    });
    // SQLite takes a negative limit for none.
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let rows = quirks::page_of_joined_rows(rows, 0, limit);
    let item = |recipe: &Recipe| suggestion(kitchen, recipe, &foods, &tools);
    Ok(Answer::ok(json!({ "items": rows.into_iter().map(item).collect::<Vec<_>>() })))
}

fn food_lines(recipe: &Recipe) -> impl Iterator<Item = Uuid> {
    recipe.ingredients.iter().filter_map(|line| line.food)
}

/// How many lines are of a food that was named.
fn matched(recipe: &Recipe, foods: &Had) -> usize {
    food_lines(recipe).filter(|id| foods.named.contains(id)).count()
}

fn suggestion(kitchen: &Kitchen, recipe: &Recipe, foods: &Had, tools: &Had) -> Value {
    let missing = foods.missing_once(food_lines(recipe)).into_iter();
    let missing_foods = missing.filter_map(|id| kitchen.foods.get(id));
    let missing_tools = kitchen.organizers.oldest_first(&tools.missing_once(recipe.tools.iter().copied()));
    json!({
        "recipe": shapes::recipe_in_list(kitchen, recipe),
        "missingFoods": missing_foods.map(|food| shapes::food_in_recipe_list(kitchen, food)).collect::<Vec<_>>(),
        "missingTools": missing_tools.into_iter().map(shapes::organizer).collect::<Vec<_>>(),
    })
}
