//! `/api/households/shopping/lists/{id}/recipe`: what a recipe needs goes on a list, and off again.
//! Never changes a recipe.

use axum::http::StatusCode;
use serde_json::Value;
use uuid::Uuid;

use super::lists::shown;
use super::sent;
use crate::pydantic::Problems;
use crate::quirks::{self, Addition};
use crate::reply::{Answer, Reply};
use crate::routes::fields::Fields;
use crate::routes::{Call, Gate, Route};
use crate::store::{Kitchen, RecipeRoutes};

pub(in crate::routes) const ROUTES: &[Route] = &[
    Route {
        method: "POST",
        path: "/api/households/shopping/lists/{item_id}/recipe",
        gate: Gate::Login,
        serve: add_many,
    },
    Route {
        method: "POST",
        path: "/api/households/shopping/lists/{item_id}/recipe/{recipe_id}",
        gate: Gate::Login,
        serve: add_one,
    },
    Route {
        method: "POST",
        path: "/api/households/shopping/lists/{item_id}/recipe/{recipe_id}/delete",
        gate: Gate::Login,
        serve: remove,
    },
];

/// Instances before this route have nothing at its path.
fn add_many(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    if kitchen.instance.recipe_routes == RecipeRoutes::OneByOne {
        return Err(Answer::detail(StatusCode::NOT_FOUND, "Not Found"));
    }
    let mut problems = Problems::default();
    let list_id = sent::in_path(call, &mut problems, 0, "item_id");
    let additions = sent::each(call, &mut problems, sent::addition)?;
    problems.none()?;
    add(kitchen, call, list_id, additions)
}

/// The older route: one recipe, and no body is as good as an empty one.
fn add_one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let (list_id, recipe_id, (scale, lines)) = about_one(call, (1.0, None), sent::how_much)?;
    add(kitchen, call, list_id, vec![Addition { recipe_id, scale, lines }])
}

fn add(kitchen: &mut Kitchen, call: &Call<'_>, list_id: Uuid, additions: Vec<Addition>) -> Reply {
    quirks::add_recipes(kitchen, call.caller(), list_id, additions)?;
    shown(kitchen, call, list_id)
}

fn remove(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let times = |fields: &mut Fields<'_>| fields.number_or("recipeDecrementQuantity", 1.0);
    let (list_id, recipe_id, times) = about_one(call, 1.0, times)?;
    quirks::remove_recipe(kitchen, call.caller(), list_id, recipe_id, times)?;
    shown(kitchen, call, list_id)
}

/// The list and the recipe of a path, and what the body says of it, which need not be there.
fn about_one<T>(
    call: &Call<'_>,
    without_body: T,
    read: impl FnOnce(&mut Fields<'_>) -> T,
) -> Result<(Uuid, Uuid, T), Answer> {
    let mut problems = Problems::default();
    let list_id = sent::in_path(call, &mut problems, 0, "item_id");
    let recipe_id = sent::in_path(call, &mut problems, 1, "recipe_id");
    let mut said = without_body;
    if *call.body() != Value::Null
        && let Some(body) = sent::object(call, &mut problems)
    {
        let mut fields = Fields::of(body);
        said = read(&mut fields);
        problems.take(fields.problems());
    }
    problems.none()?;
    Ok((list_id, recipe_id, said))
}
