//! `/api/households/shopping`: reading lists and items, changing one item, deleting items.
//! Never creates a list or an item.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Call, Gate, Route};
use crate::pydantic::{self, Problems};
use crate::query::{Links, SeedRule, page};
use crate::quirks::{self, ItemUpdate};
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{ItemRecipe, Kitchen, ShoppingItem, ShoppingList};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/households/shopping/lists", gate: Gate::Login, serve: lists },
    Route { method: "GET", path: "/api/households/shopping/lists/{item_id}", gate: Gate::Login, serve: list },
    Route { method: "GET", path: "/api/households/shopping/items", gate: Gate::Login, serve: items },
    Route {
        method: "DELETE",
        path: "/api/households/shopping/items",
        gate: Gate::Login,
        serve: delete_items,
    },
    Route { method: "GET", path: "/api/households/shopping/items/{item_id}", gate: Gate::Login, serve: item },
    Route {
        method: "PUT",
        path: "/api/households/shopping/items/{item_id}",
        gate: Gate::Login,
        serve: put_item,
    },
    Route {
        method: "DELETE",
        path: "/api/households/shopping/items/{item_id}",
        gate: Gate::Login,
        serve: delete_item,
    },
];

fn own_lists(kitchen: &Kitchen, household: Uuid) -> impl Iterator<Item = &ShoppingList> {
    kitchen.lists.iter().filter(move |list| kitchen.household_of(list.user_id).id == household)
}

fn is_own(kitchen: &Kitchen, household: Uuid, item: &ShoppingItem) -> bool {
    own_lists(kitchen, household).any(|list| list.id == item.list_id)
}

fn lists(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let rows = own_lists(kitchen, call.household(kitchen));
    let links = Links::PagingOnly("/households/shopping/lists");
    let page = page(kitchen, rows, &paging, None, links, call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::list_summary(kitchen, row))))
}

fn list(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    let list = own_lists(kitchen, call.household(kitchen)).find(|list| list.id == id);
    Ok(Answer::ok(shapes::list_whole(kitchen, list.ok_or_else(Answer::not_found)?)))
}

/// The links of this list lead to the list of lists (Mealie 3.10.2; seen `shopping/items_list`).
fn items(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let paging = call.paging(SeedRule::Unchecked)?;
    let household = call.household(kitchen);
    let rows = kitchen.items.iter().filter(|item| is_own(kitchen, household, item));
    let links = Links::PagingOnly("/households/shopping/lists");
    let page = page(kitchen, rows, &paging, None, links, call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::shopping_item(kitchen, row))))
}

fn item(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    let household = call.household(kitchen);
    let item = kitchen.items.get(id).filter(|item| is_own(kitchen, household, item));
    Ok(Answer::ok(shapes::shopping_item(kitchen, item.ok_or_else(Answer::not_found)?)))
}

fn delete_items(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
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
    let household = call.household(kitchen);
    Ok(quirks::delete_items(kitchen, household, &ids))
}

fn delete_item(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    let household = call.household(kitchen);
    Ok(quirks::delete_items(kitchen, household, &[id]))
}

fn put_item(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    let update = sent_item(kitchen, id, call.object()?)?;
    // A list that is not the caller's own is read as none, and nobody catches that.
    let list_id = update.list_id;
    let known = kitchen.items.get(id).is_some();
    if known && own_lists(kitchen, call.household(kitchen)).all(|list| list.id != list_id) {
        return Err(quirks::uncaught());
    }
    let shape =
        |kitchen: &Kitchen, id: Uuid| kitchen.items.get(id).map(|item| shapes::shopping_item(kitchen, item));
    let (updated, deleted) = match quirks::update_item(kitchen, update) {
        ItemUpdate::Nothing => (None, None),
        ItemUpdate::Changed(id) => (shape(kitchen, id), None),
        ItemUpdate::MergedInto(id, gone) => (shape(kitchen, id), Some(shapes::shopping_item(kitchen, &gone))),
        ItemUpdate::Deleted(gone) => (None, Some(shapes::shopping_item(kitchen, &gone))),
    };
    if known {
        quirks::forget_unused_recipes(kitchen, list_id);
    }
    Ok(Answer::ok(json!({
        "createdItems": [],
        "updatedItems": updated.into_iter().collect::<Vec<_>>(),
        "deletedItems": deleted.into_iter().collect::<Vec<_>>(),
    })))
}

/// The item that a body describes: what it leaves out is at its default (Mealie 3.10.2, hazard 6).
fn sent_item(kitchen: &mut Kitchen, id: Uuid, body: &Map<String, Value>) -> Result<ShoppingItem, Answer> {
    let mut problems = Problems::default();
    let sent = |camel: &str, snake: &str| body.get(camel).or_else(|| body.get(snake)).cloned();
    let loc = |name: &str| [json!("body"), json!(name)];
    let list_id = problems.keep(match sent("shoppingListId", "shopping_list_id") {
        None => Err(pydantic::missing(&loc("shoppingListId"), &Value::Object(body.clone()))),
        Some(given) => pydantic::uuid4(&loc("shoppingListId"), &given),
    });
    let mut id_of = |camel: &str, snake: &str| match sent(camel, snake) {
        None | Some(Value::Null) => None,
        Some(given) => problems.keep(pydantic::uuid4(&loc(camel), &given)),
    };
    let (food_id, unit_id) = (id_of("foodId", "food_id"), id_of("unitId", "unit_id"));
    let label_id = id_of("labelId", "label_id");
    let quantity =
        sent("quantity", "quantity").map_or(Ok(1.0), |given| pydantic::float(&loc("quantity"), &given));
    let checked =
        sent("checked", "checked").map_or(Ok(false), |given| pydantic::boolean(&loc("checked"), &given));
    let position =
        sent("position", "position").map_or(Ok(0), |given| pydantic::whole(&loc("position"), &given));
    let note = sent("note", "note")
        .map_or(Ok(Some(String::new())), |given| pydantic::optional_string(&loc("note"), &given));
    let (quantity, checked) = (problems.keep(quantity), problems.keep(checked));
    let (position, note) = (problems.keep(position), problems.keep(note));
    problems.none()?;
    let extras = sent("extras", "extras").and_then(|given| given.as_object().cloned()).unwrap_or_default();
    let extras = quirks::extras_as_stored(&extras).map_err(|_| quirks::uncaught())?;
    let references = sent("recipeReferences", "recipe_references");
    let references = references.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
    let recipe_references = references.iter().filter_map(|given| sent_reference(kitchen, given)).collect();
    let now = kitchen.now();
    Ok(ShoppingItem {
        id,
        list_id: list_id.unwrap_or_default(),
        quantity: quantity.unwrap_or_default(),
        unit_id,
        food_id,
        label_id,
        note: note.flatten(),
        checked: checked.unwrap_or_default(),
        position: position.unwrap_or_default(),
        extras,
        recipe_references,
        created_at: now,
        updated_at: now,
    })
}

fn sent_reference(kitchen: &mut Kitchen, given: &Value) -> Option<ItemRecipe> {
    let id = |name: &str| given.get(name).and_then(Value::as_str).and_then(|text| Uuid::parse_str(text).ok());
    Some(ItemRecipe {
        recipe_id: id("recipeId")?,
        id: id("id").unwrap_or_else(|| kitchen.fresh_id()),
        recipe_quantity: given.get("recipeQuantity").and_then(Value::as_f64).unwrap_or(0.0),
        recipe_scale: given.get("recipeScale").and_then(Value::as_f64).unwrap_or(1.0),
        recipe_note: given.get("recipeNote").and_then(Value::as_str).map(str::to_owned),
    })
}
