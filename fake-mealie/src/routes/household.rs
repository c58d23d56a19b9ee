//! What belongs to a household: the meal plan, cookbooks, share links. Reading them.
//! Never changes any of it.

use serde_json::json;
use uuid::Uuid;

use super::{Call, Gate, Route};
use crate::pydantic::{self, Problems};
use crate::query::{Links, Paging, SeedRule, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::Kitchen;
use axum::http::StatusCode;

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/households/mealplans", gate: Gate::Login, serve: plan },
    Route {
        method: "GET",
        path: "/api/households/mealplans/{item_id}",
        gate: Gate::Login,
        serve: plan_entry,
    },
    Route { method: "GET", path: "/api/households/cookbooks", gate: Gate::Login, serve: cookbooks },
    Route { method: "GET", path: "/api/households/cookbooks/{item_id}", gate: Gate::Login, serve: cookbook },
    Route { method: "GET", path: "/api/shared/recipes", gate: Gate::Login, serve: share_links },
];

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
    let household = call.household(kitchen);
    let rows = kitchen.plan.iter().filter(|entry| kitchen.household_of(entry.user_id).id == household);
    let page = page(kitchen, rows, &paging, None, Links::Never, call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::plan_entry(kitchen, row))))
}

fn plan_entry(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let asked = call.captured(0);
    let loc = [json!("path"), json!("item_id")];
    let id =
        quirks::plan_id(asked).ok_or_else(|| Answer::invalid(vec![pydantic::int_parsing(&loc, asked)]))??;
    let household = call.household(kitchen);
    let own =
        |row: &&crate::store::PlanEntry| row.id == id && kitchen.household_of(row.user_id).id == household;
    let entry = kitchen.plan.iter().find(own).ok_or_else(Answer::not_found)?;
    Ok(Answer::ok(shapes::plan_entry(kitchen, entry)))
}

/// All cookbooks of the group, not of the household alone (Mealie 3.10.2).
fn cookbooks(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let links = Links::PagingOnly("/households/cookbooks");
    let page = page(kitchen, kitchen.cookbooks.iter(), &paging, None, links, call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::cookbook(kitchen, row))))
}

fn cookbook(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let book = cookbook_called(kitchen, call.captured(0));
    let book = book.ok_or_else(|| Answer::detail(StatusCode::NOT_FOUND, "Not Found"))?;
    Ok(Answer::ok(shapes::cookbook(kitchen, book)))
}

/// The cookbook with this id or, exactly, this slug.
pub(super) fn cookbook_called<'k>(kitchen: &'k Kitchen, called: &str) -> Option<&'k crate::store::Cookbook> {
    match quirks::uuid_in_any_spelling(called) {
        Some(id) => kitchen.cookbooks.get(id),
        None => kitchen.cookbooks.iter().find(|book| book.slug == called),
    }
}

/// A bare array: newest first, but oldest first with `recipe_id`, which is in snake case (Mealie 3.10.2).
fn share_links(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let shape = |row| shapes::share_link(kitchen, row);
    let Some(given) = call.asked().query_value("recipe_id") else {
        return Ok(Answer::ok(kitchen.share_links.iter().rev().map(shape).collect::<Vec<_>>().into()));
    };
    let loc = [json!("query"), json!("recipe_id")];
    let recipe_id: Uuid =
        pydantic::uuid4(&loc, &json!(given)).map_err(|problem| Answer::invalid(vec![problem]))?;
    Ok(Answer::ok(kitchen.share_links_of(recipe_id).into_iter().map(shape).collect::<Vec<_>>().into()))
}
