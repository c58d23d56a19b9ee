//! What belongs to a household or a user, as JSON: plan entries, shopping lists, cookbooks, share links, the user.
//! Never shows a token.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{display, food, food_of, label_of, moment, recipe_summary, unit, unit_of};
use crate::query;
use crate::store::{
    Cookbook, Group, Household, Kitchen, Others, PlanEntry, ShareLink, ShoppingItem, ShoppingList, User,
};

pub(crate) fn user(kitchen: &Kitchen, user: &User) -> Value {
    let household = kitchen.household_of(user.id);
    let group = kitchen.group_called(household.group_id);
    let nth = kitchen.users.iter().position(|other| other.id == user.id).unwrap_or(0);
    let first = json!({
        "name": user.token_name,
        "id": nth + 1,
        "createdAt": moment(user.created_at),
    });
    let made = kitchen.api_tokens.iter().filter(|token| token.user_id == user.id);
    let made = made
        .map(|token| json!({ "name": token.name, "id": token.id, "createdAt": moment(token.created_at) }));
    let tokens: Vec<_> = std::iter::once(first).chain(made).collect();
    json!({
        "id": user.id,
        "username": user.username,
        "fullName": user.full_name,
        "email": user.email,
        "authMethod": "Mealie",
        "admin": user.admin,
        "group": group.name,
        "household": household.name,
        "advanced": user.advanced,
        "canInvite": user.can_invite,
        "canManage": user.can_manage,
        "canManageHousehold": user.can_manage_household,
        "canOrganize": user.can_organize,
        "groupId": group.id,
        "groupSlug": group.slug,
        "householdId": household.id,
        "householdSlug": household.slug,
        "tokens": tokens,
        "cacheKey": "1234",
    })
}

/// A household without its members.
pub(crate) fn household(household: &Household) -> Value {
    json!({
        "groupId": household.group_id,
        "name": household.name,
        "id": household.id,
        "slug": household.slug,
        "preferences": household_preferences(household),
    })
}

/// What a household has chosen. What is not kept here is as it is in a household that nobody has touched.
pub(crate) fn household_preferences(household: &Household) -> Value {
    let chosen = household.preferences;
    json!({
        "privateHousehold": true,
        "lockRecipeEditsFromOtherHouseholds": chosen.others == Others::MayRead,
        "firstDayOfWeek": 0,
        "recipePublic": chosen.new_recipes.public,
        "recipeShowNutrition": chosen.new_recipes.show_nutrition,
        "recipeShowAssets": chosen.new_recipes.show_assets,
        "recipeLandscapeView": chosen.new_recipes.landscape_view,
        "recipeDisableComments": chosen.new_recipes.disable_comments,
        "id": preferences_id(household.id),
    })
}

/// What a group has chosen: to be private, as every group is from the start.
pub(crate) fn group_preferences(group: &Group) -> Value {
    json!({ "privateGroup": true, "groupId": group.id, "id": preferences_id(group.id) })
}

/// Preferences are a row of their own in Mealie, one for each household and group; nothing is found by its id.
fn preferences_id(owner: Uuid) -> Uuid {
    Uuid::from_u128(owner.as_u128() ^ 1)
}

pub(crate) fn plan_entry(kitchen: &Kitchen, entry: &PlanEntry) -> Value {
    let recipe = entry.recipe_id.and_then(|id| kitchen.recipes.get(id));
    json!({
        "date": entry.date,
        "entryType": entry.meal.word(),
        "title": entry.title,
        "text": entry.text,
        "recipeId": entry.recipe_id,
        "id": entry.id,
        "groupId": kitchen.group.id,
        "userId": entry.user_id,
        "householdId": kitchen.household_of(entry.user_id).id,
        "recipe": recipe.map(|row| recipe_summary(kitchen, row)),
    })
}

pub(crate) fn share_link(kitchen: &Kitchen, link: &ShareLink) -> Value {
    json!({
        "recipeId": link.recipe_id,
        "expiresAt": moment(link.expires_at),
        "groupId": kitchen.group.id,
        "id": link.id,
        "createdAt": moment(link.created_at),
    })
}

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
    let settings: Vec<_> = list
        .label_settings
        .iter()
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
        ("createdAt".into(), json!(moment(list.created_at))),
        ("updatedAt".into(), json!(moment(list.updated_at))),
        ("groupId".into(), json!(kitchen.group.id)),
        ("userId".into(), json!(list.user_id)),
        ("id".into(), json!(list.id)),
        ("householdId".into(), json!(kitchen.household_of(list.user_id).id)),
        ("recipeReferences".into(), references.into()),
        ("labelSettings".into(), settings.into()),
    ])
}

pub(crate) fn shopping_item(kitchen: &Kitchen, item: &ShoppingItem) -> Value {
    let (item_unit, item_food) = (unit_of(kitchen, item.unit_id), food_of(kitchen, item.food_id));
    // Mealie 3.10.2, `populate_missing_label`: an item without a label shows that of its food.
    let own_label = item.label_id.filter(|id| kitchen.labels.get(*id).is_some());
    let label_id = own_label.or_else(|| item_food?.label_id.filter(|id| kitchen.labels.get(*id).is_some()));
    let owner = kitchen.lists.get(item.list_id).map_or(kitchen.cook().id, |list| list.user_id);
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
        "display": display::display(Some(item.quantity), item_unit, item_food, item.note.as_deref()),
        "shoppingListId": item.list_id,
        "checked": item.checked,
        "position": item.position,
        "foodId": item.food_id,
        "labelId": label_id.or(item.label_id),
        "unitId": item.unit_id,
        "extras": item.extras,
        "id": item.id,
        "groupId": kitchen.group.id,
        "householdId": kitchen.household_of(owner).id,
        "label": label_of(kitchen, label_id),
        "recipeReferences": references,
        "createdAt": moment(item.created_at),
        "updatedAt": moment(item.updated_at),
    })
}

pub(crate) fn cookbook(kitchen: &Kitchen, book: &Cookbook) -> Value {
    let household = kitchen.households.get(book.household_id);
    json!({
        "name": book.name,
        "description": book.description,
        "slug": book.slug,
        "position": book.position,
        "public": book.public,
        "queryFilterString": book.query_filter_string,
        "groupId": kitchen.group.id,
        "householdId": book.household_id,
        "id": book.id,
        "queryFilter": { "parts": query::filter_parts(&book.query_filter_string) },
        "household": household.map(|row| json!({ "id": row.id, "name": row.name })),
    })
}
