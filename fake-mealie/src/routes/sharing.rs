//! `/api/shared/recipes`: share links, and what whoever has one sees without a login.
//! Never looks at those of another group.

use serde_json::{Value, json};
use uuid::Uuid;

use super::fields::Fields;
use super::recipes::whole;
use super::{Call, Gate, Route};
use crate::moments;
use crate::pydantic;
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{Kitchen, ShareLink, share_link_ends};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/shared/recipes", gate: Gate::Login, serve: list },
    Route { method: "POST", path: "/api/shared/recipes", gate: Gate::Login, serve: create },
    Route { method: "GET", path: "/api/shared/recipes/{item_id}", gate: Gate::Login, serve: one },
    Route { method: "DELETE", path: "/api/shared/recipes/{item_id}", gate: Gate::Login, serve: delete },
    Route { method: "GET", path: "/api/recipes/shared/{token_id}", gate: Gate::Open, serve: open },
];

/// A bare array: newest first, but oldest first with `recipe_id`, which is in snake case (Mealie 3.10.2; seen
/// `share/list_all`, `list_by_recipe`, `list_by_recipe_camel_ignored`).
fn list(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let group = call.group(kitchen);
    let links = kitchen.share_links.iter().filter(|link| link.group_id == group);
    let shown: Vec<Value> = match call.asked().query_value("recipe_id") {
        None => links.rev().map(shapes::share_link).collect(),
        Some(given) => {
            let loc = [json!("query"), json!("recipe_id")];
            let recipe_id: Uuid =
                pydantic::uuid4(&loc, &json!(given)).map_err(|problem| Answer::invalid(vec![problem]))?;
            links.filter(|link| link.recipe_id == recipe_id).map(shapes::share_link).collect()
        }
    };
    Ok(Answer::ok(shown.into()))
}

/// Any time goes, one that is over as well; null does not (Mealie 3.10.2; seen `share/create_past_expiry`,
/// `create_null_expiry_422`).
fn create(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let recipe_id = fields.id("recipeId");
    let expires_at =
        fields.by("expiresAt", |problems, loc, given| problems.keep(moments::moment(loc, given)));
    fields.end()?;
    let known = kitchen.recipes.get(recipe_id).filter(|recipe| recipe.group_id == call.group(kitchen));
    whole(kitchen, known.ok_or_else(quirks::no_recipe_to_share)?).map_err(|_| quirks::uncaught())?;
    let expires_at = match expires_at.flatten() {
        Some(expires_at) => expires_at,
        None => share_link_ends(kitchen.now()),
    };
    let id = kitchen.share(recipe_id, expires_at);
    let link = kitchen.share_links.get(id).ok_or_else(quirks::uncaught)?;
    Ok(Answer::created(with_recipe(kitchen, link)?))
}

fn own<'k>(kitchen: &'k Kitchen, call: &Call<'_>) -> Result<Option<&'k ShareLink>, Answer> {
    let (id, group) = (call.captured_uuid4("item_id")?, call.group(kitchen));
    Ok(kitchen.share_links.get(id).filter(|link| link.group_id == group))
}

fn with_recipe(kitchen: &Kitchen, link: &ShareLink) -> Result<Value, Answer> {
    shapes::share_link_with_recipe(kitchen, link).map_err(|shapes::Unreadable| quirks::uncaught())
}

fn one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let link = own(kitchen, call)?.ok_or_else(Answer::not_found)?;
    Ok(Answer::ok(with_recipe(kitchen, link)?))
}

/// By anybody of the group (Mealie 3.10.2; seen `share/delete_by_other_household`).
fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let link = own(kitchen, call)?.ok_or_else(quirks::no_link_to_take)?;
    let (id, shape) = (link.id, with_recipe(kitchen, link).map_err(|_| quirks::link_to_the_unreadable())?);
    kitchen.unshare(id);
    Ok(Answer::ok(shape))
}

/// The whole recipe, comments and notes and ids and all.
fn open(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let link = quirks::behind_the_link(kitchen, call.captured_uuid4("token_id")?)?;
    let shape = kitchen.shown_recipe(link.recipe_id).ok_or_else(quirks::uncaught)?;
    Ok(Answer::ok(shape))
}
