//! What belongs to a household or a user, as JSON: plan entries, cookbooks, the user.
//! Never shows a token.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{moment, recipe_summary};
use crate::query;
use crate::store::{Cookbook, Group, Household, Kitchen, Others, PlanEntry, PlanRule, User};

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
        "groupId": entry.group_id,
        "userId": entry.user_id,
        "householdId": kitchen.users.get(entry.user_id).map(|user| user.household_id),
        "recipe": recipe.map(|row| recipe_summary(kitchen, row)),
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
        "groupId": book.group_id,
        "householdId": book.household_id,
        "id": book.id,
        "queryFilter": { "parts": query::filter_parts(&book.query_filter_string, kitchen.local_time()) },
        "household": household.map(|row| json!({ "id": row.id, "name": row.name })),
    })
}

pub(crate) fn plan_rule(kitchen: &Kitchen, rule: &PlanRule) -> Value {
    json!({
        "day": rule.made_for.day_word(),
        "entryType": rule.made_for.meal_word(),
        "queryFilterString": rule.query_filter_string,
        "groupId": rule.group_id,
        "householdId": rule.household_id,
        "id": rule.id,
        "queryFilter": { "parts": query::filter_parts(&rule.query_filter_string, kitchen.local_time()) },
    })
}
