//! What is done with a recipe as it is: a copy of it, and the note that it was cooked.
//! Never changes what is in it.

use serde_json::json;

use super::recipes::{known, recipe_called, whole};
use super::{Call, Gate, Route};
use crate::moments;
use crate::pydantic::{self, Problems};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::slug::recipe_slug;
use crate::store::Kitchen;

pub(super) const ROUTES: &[Route] = &[
    Route { method: "POST", path: "/api/recipes/{slug}/duplicate", gate: Gate::Login, serve: duplicate },
    Route { method: "PATCH", path: "/api/recipes/{slug}/last-made", gate: Gate::Login, serve: last_made },
    Route {
        method: "GET",
        path: "/api/households/self/recipes/{recipe_slug}",
        gate: Gate::Login,
        serve: of_household,
    },
];

/// The copy belongs to the caller. It has no first event on its timeline, unlike a recipe that is made
/// (Mealie 3.10.2; seen `recipes/duplicate_timeline_has_no_created_event`).
fn duplicate(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let body = call.object()?;
    let mut problems = Problems::default();
    let name = body.get("name").and_then(|given| {
        problems.keep(pydantic::optional_string(&[json!("body"), json!("name")], given)).flatten()
    });
    problems.none()?;
    let original = recipe_called(kitchen, call, call.captured(0))?.clone();
    whole(kitchen, &original)?;
    let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| original.name.clone());
    if recipe_slug(&name).is_none() {
        return Err(quirks::no_slug_in_a_new_name());
    }
    let (name, slug) = quirks::name_for_a_twin(kitchen, original.group_id, &name)?;
    let now = kitchen.now();
    let mut copy = quirks::copy_of(&original, &mut || kitchen.fresh_id());
    copy.user_id = call.caller();
    (copy.name, copy.slug) = (name, slug);
    copy.image = original.image.map(|_| quirks::image_of_an_import(kitchen.fresh_id(), false));
    copy.date_updated = Some(now);
    copy.updated_at = now;
    // The folder is copied, whether or not the recipe shows what is in it.
    if let Some(picture) = kitchen.pictures.get(&original.id).cloned() {
        kitchen.pictures.insert(copy.id, picture);
    }
    let shape = whole(kitchen, &copy)?;
    kitchen.recipes.put(copy);
    Ok(Answer::created(shape).dated())
}

/// Anybody in the group may, also for a locked recipe of another household.
fn last_made(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let body = call.object()?;
    let loc = [json!("body"), json!("timestamp")];
    let when = match body.get("timestamp") {
        None => Err(pydantic::missing(&loc, &json!(body))),
        Some(given) => moments::moment(&loc, given),
    };
    let when = when.map_err(|problem| Answer::invalid(vec![problem]))?;
    let recipe = recipe_called(kitchen, call, call.captured(0))?;
    whole(kitchen, recipe)?;
    let (id, household) = (recipe.id, call.household(kitchen));
    kitchen.cooked_in(household, id, when);
    let recipe = recipe_called(kitchen, call, call.captured(0))?;
    Ok(Answer::ok(whole(kitchen, recipe)?).dated())
}

/// When the caller's household last cooked it, which may be earlier than what the recipe shows.
fn of_household(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let recipe = known(kitchen, call, call.captured(0)).ok_or_else(quirks::no_recipe_of_a_household)?;
    whole(kitchen, recipe).map_err(|_| quirks::uncaught())?;
    let when = kitchen.cooked.get(&(call.household(kitchen), recipe.id)).copied();
    Ok(Answer::ok(json!({ "lastMade": when.map(shapes::moment), "recipeId": recipe.id })))
}
