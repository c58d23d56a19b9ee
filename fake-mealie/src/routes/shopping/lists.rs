//! `/api/households/shopping/lists`: the lists themselves.
//! Never changes an item, but for those that go with their list.

use axum::http::StatusCode;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::sent::{self, ItemId};
use crate::pydantic::{self, Problems};
use crate::query::{Links, SeedRule, page};
use crate::quirks::{self, ListPut};
use crate::reply::{Answer, Reply};
use crate::routes::fields::Fields;
use crate::routes::{Call, Gate, Route};
use crate::shapes;
use crate::store::{Kitchen, LabelSetting, ShoppingList};

pub(in crate::routes) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/households/shopping/lists", gate: Gate::Login, serve: lists },
    Route { method: "POST", path: "/api/households/shopping/lists", gate: Gate::Login, serve: create },
    Route { method: "GET", path: "/api/households/shopping/lists/{item_id}", gate: Gate::Login, serve: one },
    Route {
        method: "PUT",
        path: "/api/households/shopping/lists/{item_id}",
        gate: Gate::Login,
        serve: replace,
    },
    Route {
        method: "DELETE",
        path: "/api/households/shopping/lists/{item_id}",
        gate: Gate::Login,
        serve: delete,
    },
    Route {
        method: "PUT",
        path: "/api/households/shopping/lists/{item_id}/label-settings",
        gate: Gate::Login,
        serve: put_label_settings,
    },
];

fn lists(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let rows = kitchen.lists.iter().filter(|list| quirks::is_own_list(kitchen, call.caller(), list));
    let links = Links::PagingOnly("/households/shopping/lists");
    let page = page(kitchen, rows, &paging, None, links, call.asked())?;
    if page.rows.iter().any(|list| !quirks::is_readable_list(kitchen, list)) {
        return Err(quirks::uncaught());
    }
    Ok(Answer::ok(page.json(|row| shapes::list_summary(kitchen, row))))
}

fn one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    shown(kitchen, call, id)
}

/// An own list with its items, or 404.
pub(super) fn shown(kitchen: &Kitchen, call: &Call<'_>, id: Uuid) -> Reply {
    let list = quirks::own_list(kitchen, call.caller(), id).ok_or_else(Answer::not_found)?;
    if !quirks::is_readable_whole(kitchen, list) {
        return Err(quirks::uncaught());
    }
    Ok(Answer::ok(shapes::list_whole(kitchen, list)))
}

fn create(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let name = fields.optional_text("name");
    let extras = sent::extras(&fields)?;
    let created_at = fields.optional_moment("createdAt");
    fields.optional_moment("updatedAt");
    fields.end()?;
    let extras = quirks::extras_as_stored(&extras).map_err(|_| quirks::uncaught())?;
    let (id, now) = (kitchen.fresh_id(), kitchen.now());
    let label_settings = kitchen.fresh_label_settings(call.caller());
    let list = ShoppingList {
        id,
        group_id: call.group(kitchen),
        user_id: call.caller(),
        name,
        extras,
        recipe_references: Vec::new(),
        label_settings,
        created_at: Some(created_at.unwrap_or(now)),
        updated_at: now,
    };
    let shape = shapes::list_whole(kitchen, &list);
    kitchen.lists.put(list);
    Ok(Answer::created(shape))
}

fn replace(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut problems = Problems::default();
    let id = sent::in_path(call, &mut problems, 0, "item_id");
    let put = sent::object(call, &mut problems).map(|body| list_put(&mut problems, body)).transpose()?;
    problems.none()?;
    let put = put.ok_or_else(Answer::not_found)?;
    let list = quirks::replace_list(kitchen, call.caller(), id, put, call.language())?;
    Ok(Answer::ok(shapes::list_whole(kitchen, &list)))
}

/// A list that is sent to replace one. Of its items nothing counts but that there are any.
fn list_put(problems: &mut Problems, body: &Map<String, Value>) -> Result<ListPut, Answer> {
    let mut fields = Fields::of(body);
    let name = fields.optional_text("name");
    let extras = sent::extras(&fields)?;
    let created_at = fields.optional_moment("createdAt");
    fields.optional_moment("updatedAt");
    let (group_id, user_id) = (fields.id("groupId"), fields.id("userId"));
    fields.id("id");
    let items = fields.each_or_none("listItems", |problems, loc, given| {
        let body = problems.keep(pydantic::object(loc, given))?;
        let item = sent::item(problems, loc.to_vec(), body, ItemId::MustBeSent);
        let mut fields = Fields::within(loc.to_vec(), body);
        fields.id("groupId");
        fields.id("householdId");
        problems.take(fields.problems());
        Some(item)
    });
    problems.take(fields.problems());
    let has_items = !items.is_empty();
    items.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(ListPut { name, extras, created_at, group_id, user_id, has_items })
}

fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    let shape = quirks::own_list(kitchen, call.caller(), id).map(|list| shapes::list_whole(kitchen, list));
    quirks::list_can_go(kitchen, call.caller(), id, call.language())?;
    kitchen.delete_list(id);
    Ok(Answer::ok(shape.unwrap_or_default()))
}

fn put_label_settings(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut problems = Problems::default();
    let id = sent::in_path(call, &mut problems, 0, "item_id");
    let settings = sent::each(call, &mut problems, |problems, loc, body| {
        let mut fields = Fields::within(loc, body);
        let of_list = fields.id("shoppingListId");
        let label_id = fields.id("labelId");
        let position = fields.whole_number_or("position", 0);
        let setting = LabelSetting { id: fields.id("id"), label_id, position };
        problems.take(fields.problems());
        Ok((of_list, setting))
    })?;
    problems.none()?;
    if let Some((_, setting)) = settings.iter().find(|(of_list, _)| *of_list != id) {
        let text = format!("object {} has an invalid shopping list id", setting.id);
        return Err(Answer::detail(StatusCode::BAD_REQUEST, text));
    }
    quirks::replace_label_settings(kitchen, id, settings.into_iter().map(|(_, setting)| setting));
    shown(kitchen, call, id)
}
