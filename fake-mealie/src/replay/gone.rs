//! Recipes of the seed that were gone before an area began: a call finds nothing under the slug, and nothing in the area
//! ever shows the recipe.
//! Never takes one away that any answer of the area shows.

use serde_json::Value;
use uuid::Uuid;

use super::ids::Ids;
use super::learn::uuid;
use super::pairs::{Area, Pair, Role};
use crate::store::Kitchen;

/// Takes out of a fresh kitchen what was not there any more.
pub(super) fn take_away(area: &Area, kitchen: &mut Kitchen, ids: &Ids) {
    let gone: Vec<Uuid> = kitchen
        .recipes
        .iter()
        .filter(|recipe| area.pairs.iter().any(|pair| is_missed(pair, &recipe.slug)))
        .filter(|recipe| !area.pairs.iter().any(|pair| shows(&pair.response.body, recipe.id, ids)))
        .map(|recipe| recipe.id)
        .collect();
    for id in gone {
        kitchen.delete_recipe(id);
    }
}

/// Whether a call that leads to a recipe by this slug finds none. For another group there is none anyway.
fn is_missed(pair: &Pair, slug: &str) -> bool {
    let named = pair.request.path.split('/').any(|part| part == slug);
    named && pair.response.status == 404 && pair.role != Role::Dave
}

fn shows(value: &Value, here: Uuid, ids: &Ids) -> bool {
    match value {
        Value::String(text) => uuid(text).and_then(|id| ids.here(id)) == Some(here),
        Value::Array(items) => items.iter().any(|item| shows(item, here, ids)),
        Value::Object(fields) => fields.values().any(|value| shows(value, here, ids)),
        _ => false,
    }
}
