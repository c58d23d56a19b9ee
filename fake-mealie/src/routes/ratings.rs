//! `/api/users/{id}/ratings` and `favorites`: what somebody thinks of a recipe.
//! Never writes another user's, and never takes one away: Mealie has no way to.

use serde_json::{Value, json};
use uuid::Uuid;

use super::fields::Fields;
use super::recipes::whole;
use super::{Call, Gate, Route};
use crate::pydantic;
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{Kitchen, Rating};

pub(super) const ROUTES: &[Route] = &[
    // Before those of anybody: `self` is no id.
    Route { method: "GET", path: "/api/users/self/ratings", gate: Gate::Login, serve: own },
    Route {
        method: "GET",
        path: "/api/users/self/ratings/{recipe_id}",
        gate: Gate::Login,
        serve: own_of_recipe,
    },
    Route { method: "GET", path: "/api/users/self/favorites", gate: Gate::Login, serve: own_favorites },
    Route { method: "GET", path: "/api/users/{id}/ratings", gate: Gate::Login, serve: of_user },
    Route { method: "GET", path: "/api/users/{id}/favorites", gate: Gate::Login, serve: favorites_of_user },
    Route { method: "POST", path: "/api/users/{id}/ratings/{slug}", gate: Gate::Login, serve: rate },
    Route { method: "POST", path: "/api/users/{id}/favorites/{slug}", gate: Gate::Login, serve: favor },
    Route { method: "DELETE", path: "/api/users/{id}/favorites/{slug}", gate: Gate::Login, serve: disfavor },
];

fn rows(kitchen: &Kitchen, user_id: Uuid, shown: fn(&Rating) -> bool, shape: fn(&Rating) -> Value) -> Answer {
    let rows = kitchen.ratings.iter().filter(|row| row.user_id == user_id && shown(row));
    Answer::ok(json!({ "ratings": rows.map(shape).collect::<Vec<_>>() }))
}

fn own(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    Ok(rows(kitchen, call.caller(), |_| true, shapes::rating))
}

fn own_favorites(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    Ok(rows(kitchen, call.caller(), |row| row.is_favorite, shapes::rating))
}

/// By UUID alone; a slug is 422 (Mealie 3.10.2; seen `ratings/self_rating_one_by_slug_422`).
fn own_of_recipe(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let recipe_id = call.captured_uuid4("recipe_id")?;
    let row = kitchen.rating_by(call.caller(), recipe_id).ok_or_else(quirks::not_rated)?;
    Ok(Answer::ok(shapes::rating(row)))
}

/// Anybody's, of any group; nobody's if there is no such user (Mealie 3.10.2, `get_by_user`, read; those of the own
/// household seen `ratings/user_ratings_of_other_user`).
fn of_user(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    Ok(rows(kitchen, call.captured_uuid4("id")?, |_| true, shapes::rating_of_user))
}

fn favorites_of_user(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    Ok(rows(kitchen, call.captured_uuid4("id")?, |row| row.is_favorite, shapes::rating_of_user))
}

/// Any number; null and what is left out stay as they were (Mealie 3.10.2; seen `ratings/rate_too_high`,
/// `rate_negative`, `rate_null_keeps`).
fn rate(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let user_id = call.captured_uuid4("id")?;
    let mut fields = Fields::of(call.object()?);
    let stars = fields.by("rating", |problems, loc, given| match given {
        Value::Null => None,
        given => problems.keep(pydantic::float(loc, given)),
    });
    let is_favorite = fields.by("isFavorite", |problems, loc, given| match given {
        Value::Null => None,
        given => problems.keep(pydantic::boolean(loc, given)),
    });
    fields.end()?;
    think(kitchen, call, user_id, stars.flatten(), is_favorite.flatten())
}

fn favor(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    think(kitchen, call, call.captured_uuid4("id")?, None, Some(true))
}

/// Of a recipe that has no row there is one afterwards (Mealie 3.10.2; seen `ratings/self_ratings_after_delete`).
fn disfavor(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    think(kitchen, call, call.captured_uuid4("id")?, None, Some(false))
}

fn think(
    kitchen: &mut Kitchen,
    call: &Call<'_>,
    user_id: Uuid,
    stars: Option<f64>,
    is_favorite: Option<bool>,
) -> Reply {
    quirks::may_rate_as(call.user(kitchen), user_id)?;
    let recipe = quirks::recipe_to_rate(kitchen, call.group(kitchen), call.captured(1))?;
    whole(kitchen, recipe).map_err(|_| quirks::uncaught())?;
    let recipe_id = recipe.id;
    kitchen.think(user_id, recipe_id, stars, is_favorite);
    Ok(Answer::ok(Value::Null))
}
