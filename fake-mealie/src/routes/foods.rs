//! `/api/foods` and `/api/units`: reading them, and the merge of foods.
//! Never creates, changes or deletes one in any other way.

use serde_json::{Value, json};

use super::{Call, Gate, Route};
use crate::pydantic::{self, Problems};
use crate::query::{Links, Search, SeedRule, Spelling, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{Food, Kitchen, Unit};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/foods", gate: Gate::Login, serve: foods },
    Route { method: "PUT", path: "/api/foods/merge", gate: Gate::Login, serve: merge },
    Route { method: "GET", path: "/api/foods/{item_id}", gate: Gate::Login, serve: food },
    Route { method: "GET", path: "/api/units", gate: Gate::Login, serve: units },
    Route { method: "GET", path: "/api/units/{item_id}", gate: Gate::Login, serve: unit },
];

fn foods(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let searched = call.searched(Spelling::Folded, finds_food, |food: &Food| &food.name);
    let links = Links::PagingOnly("/foods");
    let page = page(kitchen, kitchen.foods.iter(), &paging, searched.as_ref(), links, call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::food(kitchen, row))))
}

/// Name and plural; not the aliases (Mealie 3.10.2).
fn finds_food(food: &Food, search: &Search) -> bool {
    search.is_wordless() || search.finds(&food.name) || found(food.plural_name.as_deref(), search)
}

fn units(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let searched = call.searched(Spelling::Folded, finds_unit, |unit: &Unit| &unit.name);
    let links = Links::PagingOnly("/units");
    let page = page(kitchen, kitchen.units.iter(), &paging, searched.as_ref(), links, call.asked())?;
    Ok(Answer::ok(page.json(shapes::unit)))
}

/// Name, abbreviation and the plurals of both; not the aliases (Mealie 3.10.2).
fn finds_unit(unit: &Unit, search: &Search) -> bool {
    search.is_wordless()
        || search.finds(&unit.name)
        || search.finds(&unit.abbreviation)
        || found(unit.plural_name.as_deref(), search)
        || found(unit.plural_abbreviation.as_deref(), search)
}

fn found(text: Option<&str>, search: &Search) -> bool {
    text.is_some_and(|text| search.finds(text))
}

fn food(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    let food = kitchen.foods.get(id).ok_or_else(Answer::not_found)?;
    Ok(Answer::ok(shapes::food(kitchen, food)).dated())
}

fn unit(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    let unit = kitchen.units.get(id).ok_or_else(Answer::not_found)?;
    Ok(Answer::ok(shapes::unit(unit)).dated())
}

fn merge(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let body = call.object()?;
    let mut problems = Problems::default();
    let mut id = |camel: &str, snake: &str| {
        let loc = [json!("body"), json!(camel)];
        match body.get(camel).or_else(|| body.get(snake)) {
            None => problems.keep(Err(pydantic::missing(&loc, &Value::Object(body.clone())))),
            Some(given) => problems.keep(pydantic::uuid4(&loc, given)),
        }
    };
    let ids = (id("fromFood", "from_food"), id("toFood", "to_food"));
    problems.none()?;
    if let (Some(from), Some(into)) = ids {
        quirks::merge_foods(kitchen, from, into)?;
    }
    Ok(Answer::success("Successfully merged foods"))
}
