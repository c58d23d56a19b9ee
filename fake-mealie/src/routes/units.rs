//! `/api/units`: reading, creating, replacing, merging and deleting units.
//! Never touches a recipe, but for the lines that point at a unit which is merged away or deleted.

use jiff::Timestamp;
use serde_json::Map;
use uuid::Uuid;

use super::fields::Fields;
use super::{Call, Gate, Route};
use crate::query::{Links, Search, SeedRule, Spelling, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{Kitchen, Unit};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/units", gate: Gate::Login, serve: list },
    Route { method: "POST", path: "/api/units", gate: Gate::Login, serve: create },
    Route { method: "PUT", path: "/api/units/merge", gate: Gate::Login, serve: merge },
    Route { method: "GET", path: "/api/units/{item_id}", gate: Gate::Login, serve: one },
    Route { method: "PUT", path: "/api/units/{item_id}", gate: Gate::Login, serve: replace },
    Route { method: "DELETE", path: "/api/units/{item_id}", gate: Gate::Login, serve: delete },
];

fn list(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let searched = call.searched(Spelling::Folded, finds, |unit: &Unit| &unit.name);
    let group = call.group(kitchen);
    let rows = kitchen.units.iter().filter(|unit| unit.group_id == group);
    let page = page(kitchen, rows, &paging, searched.as_ref(), Links::PagingOnly("/units"), call.asked())?;
    Ok(Answer::ok(page.json(shapes::unit)))
}

/// Name, abbreviation and the plurals of both; not the aliases (Mealie 3.10.2).
fn finds(unit: &Unit, search: &Search) -> bool {
    let plurals = [unit.plural_name.as_deref(), unit.plural_abbreviation.as_deref()];
    search.is_wordless()
        || search.finds(&unit.name)
        || search.finds(&unit.abbreviation)
        || plurals.into_iter().flatten().any(|plural| search.finds(plural))
}

fn own<'k>(kitchen: &'k Kitchen, call: &Call<'_>) -> Result<Option<&'k Unit>, Answer> {
    let (id, group) = (call.captured_uuid4("item_id")?, call.group(kitchen));
    Ok(kitchen.units.get(id).filter(|unit| unit.group_id == group))
}

fn one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let unit = own(kitchen, call)?.ok_or_else(Answer::not_found)?;
    Ok(Answer::ok(shapes::unit(unit)).dated())
}

/// Reads what is sent to create or replace a unit; what is left out is reset. An id is checked and forgotten, and so
/// are extras, for which units have no table (Mealie 3.10.2; measured).
fn sent(call: &Call<'_>, id: Uuid, group_id: Uuid, created_at: Timestamp) -> Result<Unit, Answer> {
    let mut fields = Fields::of(call.object()?);
    fields.id_or_nothing("id");
    let unit = Unit {
        id,
        group_id,
        name: fields.text("name"),
        plural_name: fields.optional_text("pluralName"),
        description: fields.text_or("description", ""),
        extras: Map::new(),
        fraction: fields.flag_or("fraction", true),
        abbreviation: fields.text_or("abbreviation", ""),
        plural_abbreviation: fields.optional_text_or("pluralAbbreviation", ""),
        use_abbreviation: fields.flag_or("useAbbreviation", false),
        aliases: fields.names("aliases"),
        created_at,
        updated_at: created_at,
    };
    fields.end()?;
    Ok(unit)
}

fn create(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let (id, now) = (kitchen.fresh_id(), kitchen.now());
    let unit = sent(call, id, call.group(kitchen), now)?;
    quirks::unit_is_unique(kitchen, None, &unit, call.language(), now)?;
    let shape = shapes::unit(&unit);
    kitchen.units.put(unit);
    Ok(Answer::created(shape).dated())
}

fn replace(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    let now = kitchen.now();
    let mut after = sent(call, id, call.group(kitchen), now)?;
    let before = own(kitchen, call)?.ok_or_else(Answer::not_found)?.clone();
    quirks::unit_is_unique(kitchen, Some(&before), &after, call.language(), now)?;
    after.created_at = before.created_at;
    if !quirks::unit_is_touched(&before, &after) {
        after.updated_at = before.updated_at;
    }
    let shape = shapes::unit(&after);
    kitchen.units.put(after);
    Ok(Answer::ok(shape).dated())
}

fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let unknown = || quirks::nothing_to_take(call.language());
    let id = own(kitchen, call)?.ok_or_else(unknown)?.id;
    let gone = kitchen.delete_unit(id).ok_or_else(unknown)?;
    Ok(Answer::ok(shapes::unit(&gone)).dated())
}

fn merge(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let (from, into) = (fields.id("fromUnit"), fields.id("toUnit"));
    fields.end()?;
    quirks::merge_units(kitchen, call.group(kitchen), from, into)?;
    Ok(Answer::success("Successfully merged units"))
}
