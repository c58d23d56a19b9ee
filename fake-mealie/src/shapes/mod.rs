//! How the records of the store look as JSON: every key, in the types that Mealie gives them.
//! Never decides which records are shown.

mod display;
mod household;
mod parsed;
mod recipe;
mod shopping;
mod social;

pub(crate) use display::{display, fraction, has_fraction};
pub(crate) use household::{
    cookbook, group_preferences, household, household_preferences, plan_entry, plan_rule, user,
};
pub(crate) use parsed::parsed;
pub(crate) use recipe::{
    NUTRITION, Unreadable, comment, food_in_recipe_list, recipe, recipe_in_list, recipe_summary,
};
pub(crate) use shopping::{list_summary, list_whole, shopping_item};
pub(crate) use social::{event, rating, rating_of_user, share_link, share_link_with_recipe};

use jiff::Timestamp;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::store::{Food, Kitchen, Label, Organizer, OrganizerKind, Unit};

/// A moment as most routes write it: UTC, `Z`, six digits of a second or none.
pub(crate) fn moment(moment: Timestamp) -> String {
    moment_in(moment, "Z")
}

/// A moment as the recipe list writes it, which goes past the usual writer (Mealie 3.10.2: orjson): `+00:00`.
fn moment_in_recipe_list(moment: Timestamp) -> String {
    moment_in(moment, "+00:00")
}

fn moment_in(moment: Timestamp, zone: &str) -> String {
    let seconds = moment.to_zoned(jiff::tz::TimeZone::UTC).strftime("%Y-%m-%dT%H:%M:%S");
    match moment.subsec_microsecond() {
        0 => format!("{seconds}{zone}"),
        micros => format!("{seconds}.{micros:06}{zone}"),
    }
}

pub(crate) fn food(kitchen: &Kitchen, food: &Food) -> Value {
    json!({
        "id": food.id,
        "name": food.name,
        "pluralName": food.plural_name,
        "description": food.description,
        "extras": food.extras,
        "labelId": food.label_id,
        "aliases": aliases(&food.aliases),
        "householdsWithIngredientFood": food.on_hand,
        "label": label_of(kitchen, food.label_id),
        "createdAt": moment(food.created_at),
        "updatedAt": moment(food.updated_at),
    })
}

pub(crate) fn unit(unit: &Unit) -> Value {
    json!({
        "id": unit.id,
        "name": unit.name,
        "pluralName": unit.plural_name,
        "description": unit.description,
        "extras": unit.extras,
        "fraction": unit.fraction,
        "abbreviation": unit.abbreviation,
        "pluralAbbreviation": unit.plural_abbreviation,
        "useAbbreviation": unit.use_abbreviation,
        "aliases": aliases(&unit.aliases),
        "createdAt": moment(unit.created_at),
        "updatedAt": moment(unit.updated_at),
    })
}

fn aliases(names: &[String]) -> Vec<Value> {
    names.iter().map(|name| json!({ "name": name })).collect()
}

pub(crate) fn label(label: &Label) -> Value {
    json!({ "name": label.name, "color": label.color, "groupId": label.group_id, "id": label.id })
}

fn label_of(kitchen: &Kitchen, label_id: Option<Uuid>) -> Option<Value> {
    Some(label(kitchen.labels.get(label_id?)?))
}

fn food_of(kitchen: &Kitchen, food_id: Option<Uuid>) -> Option<&Food> {
    kitchen.foods.get(food_id?)
}

fn unit_of(kitchen: &Kitchen, unit_id: Option<Uuid>) -> Option<&Unit> {
    kitchen.units.get(unit_id?)
}

/// An organizer as it stands in lists and on recipes. Only tools say which households have them.
pub(crate) fn organizer(organizer: &Organizer) -> Value {
    let mut shape = Map::from_iter([
        ("id".into(), json!(organizer.id)),
        ("groupId".into(), json!(organizer.group_id)),
        ("name".into(), json!(organizer.name)),
        ("slug".into(), json!(organizer.slug)),
    ]);
    if organizer.kind == OrganizerKind::Tool {
        shape.insert("householdsWithTool".into(), json!(organizer.households_with_tool));
    }
    Value::Object(shape)
}

/// With a list of recipes, as it is shown by itself.
pub(crate) fn organizer_with_recipes(one: &Organizer, recipes: Vec<Value>) -> Value {
    let mut shape = organizer(one);
    shape["recipes"] = recipes.into();
    shape
}

/// A category by itself, in three keys.
pub(crate) fn category_summary(category: &Organizer) -> Value {
    json!({ "id": category.id, "slug": category.slug, "name": category.name })
}

/// A tag as the row of the table that it is.
pub(crate) fn tag_row(tag: &Organizer) -> Value {
    let stamp = moment_in(tag.created_at, "+00:00");
    json!({
        "id": tag.id,
        "group_id": tag.group_id,
        "name": tag.name,
        "slug": tag.slug,
        "created_at": stamp,
        "update_at": stamp,
    })
}
