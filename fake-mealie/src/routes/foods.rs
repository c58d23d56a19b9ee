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
    let search = call.search(Spelling::Folded);
    let finds = |_: &Kitchen, food: &Food, search: &Search| {
        search.is_wordless() || search.finds(&food.name) || found(food.plural_name.as_deref(), search)
    };
    let name: fn(&Food) -> &str = |food| &food.name;
    let searched =
        search.as_ref().map(|search| (search, finds as fn(&Kitchen, &Food, &Search) -> bool, name));
    let links = Links::PagingOnly("/foods");
    let page = page(kitchen, kitchen.foods.iter(), &paging, searched, links, call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::food(kitchen, row))))
}

fn units(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let search = call.search(Spelling::Folded);
    let finds = |_: &Kitchen, unit: &Unit, search: &Search| {
        search.is_wordless()
            || search.finds(&unit.name)
            || search.finds(&unit.abbreviation)
            || found(unit.plural_name.as_deref(), search)
            || found(unit.plural_abbreviation.as_deref(), search)
    };
    let name: fn(&Unit) -> &str = |unit| &unit.name;
    let searched =
        search.as_ref().map(|search| (search, finds as fn(&Kitchen, &Unit, &Search) -> bool, name));
    let links = Links::PagingOnly("/units");
    let page = page(kitchen, kitchen.units.iter(), &paging, searched, links, call.asked())?;
    Ok(Answer::ok(page.json(shapes::unit)))
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
