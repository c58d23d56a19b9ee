//! `/api/groups/labels`: reading, creating, changing and deleting labels.
//! Never puts one on a food or an item; their own routes do.

use super::fields::Fields;
use super::{Call, Gate, Route};
use crate::query::{Links, Search, SeedRule, Spelling, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{DEFAULT_LABEL_COLOR, Kitchen, Label};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/groups/labels", gate: Gate::Login, serve: list },
    Route { method: "POST", path: "/api/groups/labels", gate: Gate::Login, serve: create },
    Route { method: "GET", path: "/api/groups/labels/{item_id}", gate: Gate::Login, serve: one },
    Route { method: "PUT", path: "/api/groups/labels/{item_id}", gate: Gate::Login, serve: change },
    Route { method: "DELETE", path: "/api/groups/labels/{item_id}", gate: Gate::Login, serve: delete },
];

fn list(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let finds = |row: &Label, search: &Search| search.is_wordless() || search.finds(&row.name);
    let searched = call.searched(Spelling::AsWritten, finds, |row: &Label| &row.name);
    let group = call.group(kitchen);
    let rows = kitchen.labels.iter().filter(|label| label.group_id == group);
    let links = Links::PagingOnly("/groups/labels");
    let page = page(kitchen, rows, &paging, searched.as_ref(), links, call.asked())?;
    Ok(Answer::ok(page.json(shapes::label)))
}

fn own<'k>(kitchen: &'k Kitchen, call: &Call<'_>) -> Result<Option<&'k Label>, Answer> {
    let (id, group) = (call.captured_uuid4("item_id")?, call.group(kitchen));
    Ok(kitchen.labels.get(id).filter(|label| label.group_id == group))
}

fn one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let label = own(kitchen, call)?.ok_or_else(quirks::unknown_label)?;
    Ok(Answer::ok(shapes::label(label)))
}

/// Created with 200, not with 201 (Mealie 3.10.2; seen `organizers/label_create`).
fn create(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let (name, color) = (fields.text("name"), fields.text_or("color", DEFAULT_LABEL_COLOR));
    fields.end()?;
    let (id, created_at, group_id) = (kitchen.fresh_id(), kitchen.now(), call.group(kitchen));
    let label = Label { id, group_id, name, color, created_at };
    quirks::label_is_new(kitchen, &label)?;
    let shape = shapes::label(&label);
    if !quirks::lists_take_a_label(kitchen, group_id) {
        kitchen.labels.put(label);
        return Err(quirks::uncaught());
    }
    kitchen.put_label(label);
    Ok(Answer::ok(shape))
}

fn change(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    call.captured_uuid4("item_id")?;
    let mut fields = Fields::of(call.object()?);
    let (name, color) = (fields.text("name"), fields.text_or("color", DEFAULT_LABEL_COLOR));
    let group_id = fields.id("groupId");
    fields.id("id");
    fields.end()?;
    let before = own(kitchen, call)?.ok_or_else(Answer::not_found)?.clone();
    let after = Label { name, color, group_id, ..before.clone() };
    let now = kitchen.now();
    quirks::label_can_change(kitchen, &before, &after, call.language(), now)?;
    let shape = shapes::label(&after);
    kitchen.labels.put(after);
    Ok(Answer::ok(shape))
}

fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let unknown = || quirks::nothing_to_take(call.language());
    let id = own(kitchen, call)?.ok_or_else(unknown)?.id;
    let gone = quirks::take_label(kitchen, id).ok_or_else(unknown)?;
    Ok(Answer::ok(shapes::label(&gone)))
}
