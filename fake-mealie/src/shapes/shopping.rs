//! Shopping lists and their items as JSON.
//! Never decides whose list it is.

use serde_json::{Map, Value, json};

use super::{display, food, food_of, label_of, moment, recipe_summary, unit, unit_of};
use crate::quirks;
use crate::store::{Kitchen, ShoppingItem, ShoppingList};

/// A shopping list without its items, as the collection shows it.
pub(crate) fn list_summary(kitchen: &Kitchen, list: &ShoppingList) -> Value {
    Value::Object(list_shape(kitchen, list))
}

/// A shopping list with its items.
pub(crate) fn list_whole(kitchen: &Kitchen, list: &ShoppingList) -> Value {
    let mut shape = list_shape(kitchen, list);
    let items = kitchen.items_of(list.id);
    shape.insert("listItems".into(), items.into_iter().map(|item| shopping_item(kitchen, item)).collect());
    Value::Object(shape)
}

fn list_shape(kitchen: &Kitchen, list: &ShoppingList) -> Map<String, Value> {
    let references: Vec<_> = list
        .recipe_references
        .iter()
        .map(|reference| {
            let recipe = kitchen.recipes.get(reference.recipe_id);
            json!({
                "id": reference.id,
                "shoppingListId": list.id,
                "recipeId": reference.recipe_id,
                "recipeQuantity": reference.recipe_quantity,
                "recipe": recipe.map(|row| recipe_summary(kitchen, row)),
            })
        })
        .collect();
    let mut settings: Vec<_> = list.label_settings.iter().collect();
    settings.sort_by_key(|setting| setting.position);
    let settings: Vec<_> = settings
        .into_iter()
        .map(|setting| {
            json!({
                "shoppingListId": list.id,
                "labelId": setting.label_id,
                "position": setting.position,
                "id": setting.id,
                "label": label_of(kitchen, Some(setting.label_id)),
            })
        })
        .collect();
    Map::from_iter([
        ("name".into(), json!(list.name)),
        ("extras".into(), json!(list.extras)),
        ("createdAt".into(), json!(list.created_at.map(moment))),
        ("updatedAt".into(), json!(moment(list.updated_at))),
        ("groupId".into(), json!(list.group_id)),
        ("userId".into(), json!(list.user_id)),
        ("id".into(), json!(list.id)),
        ("householdId".into(), json!(kitchen.household_of(list.user_id).id)),
        ("recipeReferences".into(), references.into()),
        ("labelSettings".into(), settings.into()),
    ])
}

pub(crate) fn shopping_item(kitchen: &Kitchen, item: &ShoppingItem) -> Value {
    let (item_unit, item_food) = (unit_of(kitchen, item.unit_id), food_of(kitchen, item.food_id));
    let label_id = quirks::shown_label(kitchen, item);
    // The group and the household of an item are those of its list.
    let list = kitchen.lists.get(item.list_id);
    let references: Vec<_> = item
        .recipe_references
        .iter()
        .map(|reference| {
            json!({
                "recipeId": reference.recipe_id,
                "recipeQuantity": reference.recipe_quantity,
                "recipeScale": reference.recipe_scale,
                "recipeNote": reference.recipe_note,
                "id": reference.id,
                "shoppingListItemId": item.id,
            })
        })
        .collect();
    json!({
        "quantity": item.quantity,
        "unit": item_unit.map(unit),
        "food": item_food.map(|row| food(kitchen, row)),
        "referencedRecipe": null,
        "note": item.note,
        "display": display(Some(item.quantity), item_unit, item_food, item.note.as_deref()),
        "shoppingListId": item.list_id,
        "checked": item.checked,
        "position": item.position,
        "foodId": item.food_id,
        "labelId": label_id.or(item.label_id),
        "unitId": item.unit_id,
        "extras": item.extras,
        "id": item.id,
        "groupId": list.map(|list| list.group_id),
        "householdId": list.map(|list| kitchen.household_of(list.user_id).id),
        "label": label_of(kitchen, label_id),
        "recipeReferences": references,
        "createdAt": moment(item.created_at),
        "updatedAt": moment(item.updated_at),
    })
}
