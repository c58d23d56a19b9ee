//! `/api/households/shopping/items`: reading, creating, replacing and deleting items.
//! Never makes a list.

use serde_json::{Value, json};
use uuid::Uuid;

use super::sent::{self, ItemId};
use crate::pydantic::{self, Problems};
use crate::query::{Links, SeedRule, page};
use crate::quirks::{self, Changes, Wanted};
use crate::reply::{Answer, Reply};
use crate::routes::{Call, Gate, Route};
use crate::shapes;
use crate::store::{Kitchen, ShoppingItem};

pub(in crate::routes) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/households/shopping/items", gate: Gate::Login, serve: items },
    Route {
        method: "POST",
        path: "/api/households/shopping/items/create-bulk",
        gate: Gate::Login,
        serve: create_many,
    },
    Route { method: "POST", path: "/api/households/shopping/items", gate: Gate::Login, serve: create_one },
    Route { method: "GET", path: "/api/households/shopping/items/{item_id}", gate: Gate::Login, serve: item },
    Route { method: "PUT", path: "/api/households/shopping/items", gate: Gate::Login, serve: put_many },
    Route {
        method: "PUT",
        path: "/api/households/shopping/items/{item_id}",
        gate: Gate::Login,
        serve: put_one,
    },
    Route { method: "DELETE", path: "/api/households/shopping/items", gate: Gate::Login, serve: delete_many },
    Route {
        method: "DELETE",
        path: "/api/households/shopping/items/{item_id}",
        gate: Gate::Login,
        serve: delete_one,
    },
];

fn is_own(kitchen: &Kitchen, call: &Call<'_>, item: &ShoppingItem) -> bool {
    quirks::own_list(kitchen, call.caller(), item.list_id).is_some()
}

/// The links of this list lead to the list of lists (Mealie 3.10.2; seen `shopping/items_list`).
fn items(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let rows = kitchen.items.iter().filter(|item| is_own(kitchen, call, item));
    let links = Links::PagingOnly("/households/shopping/lists");
    let page = page(kitchen, rows, &paging, None, links, call.asked())?;
    if !page.rows.iter().all(|item| quirks::is_readable_item(kitchen, item)) {
        return Err(quirks::uncaught());
    }
    Ok(Answer::ok(page.json(|row| shapes::shopping_item(kitchen, row))))
}

fn item(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    let item = kitchen.items.get(id).filter(|item| is_own(kitchen, call, item));
    let item = item.ok_or_else(Answer::not_found)?;
    if !quirks::is_readable_item(kitchen, item) {
        return Err(quirks::uncaught());
    }
    Ok(Answer::ok(shapes::shopping_item(kitchen, item)))
}

fn create_many(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let items = many(call, ItemId::MayBeSent)?;
    create(kitchen, call, items)
}

fn create_one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut problems = Problems::default();
    let item = one(call, &mut problems, ItemId::MayBeSent)?;
    problems.none()?;
    create(kitchen, call, item.into_iter().collect())
}

fn many(call: &Call<'_>, id: ItemId) -> Result<Vec<Wanted>, Answer> {
    let mut problems = Problems::default();
    let items = sent::each(call, &mut problems, |problems, loc, body| sent::item(problems, loc, body, id))?;
    problems.none()?;
    Ok(items)
}

fn one(call: &Call<'_>, problems: &mut Problems, id: ItemId) -> Result<Option<Wanted>, Answer> {
    let body = sent::object(call, problems);
    body.map(|body| sent::item(problems, vec![json!("body")], body, id)).transpose()
}

fn create(kitchen: &mut Kitchen, call: &Call<'_>, items: Vec<Wanted>) -> Reply {
    let changes = quirks::create_items(kitchen, call.caller(), items)?;
    Ok(Answer::created(shape(kitchen, &changes)))
}

fn put_many(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let items = many(call, ItemId::MustBeSent)?;
    put(kitchen, call, items)
}

fn put_one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut problems = Problems::default();
    let id = sent::in_path(call, &mut problems, 0, "item_id");
    let item = one(call, &mut problems, ItemId::OfThePath(id))?;
    problems.none()?;
    put(kitchen, call, item.into_iter().collect())
}

fn put(kitchen: &mut Kitchen, call: &Call<'_>, items: Vec<Wanted>) -> Reply {
    let changes = quirks::update_items(kitchen, call.caller(), items)?;
    Ok(Answer::ok(shape(kitchen, &changes)))
}

fn shape(kitchen: &Kitchen, changes: &Changes) -> Value {
    let shapes = |items: &[ShoppingItem]| -> Vec<Value> {
        items.iter().map(|item| shapes::shopping_item(kitchen, item)).collect()
    };
    json!({
        "createdItems": shapes(&changes.created),
        "updatedItems": shapes(&changes.updated),
        "deletedItems": shapes(&changes.deleted),
    })
}

fn delete_many(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut problems = Problems::default();
    let ids: Vec<Uuid> = call
        .asked()
        .query_values("ids")
        .into_iter()
        .enumerate()
        .filter_map(|(at, given)| {
            let loc = [json!("query"), json!("ids"), json!(at)];
            problems.keep(pydantic::uuid4(&loc, &json!(given)))
        })
        .collect();
    problems.none()?;
    delete(kitchen, call, &ids)
}

fn delete_one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    delete(kitchen, call, &[id])
}

/// The answer does not say what was deleted.
fn delete(kitchen: &mut Kitchen, call: &Call<'_>, ids: &[Uuid]) -> Reply {
    quirks::delete_items(kitchen, call.caller(), ids)?;
    Ok(Answer::success(""))
}
