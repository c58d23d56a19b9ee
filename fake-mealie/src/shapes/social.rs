//! What people say and do around a recipe, as JSON: events, ratings, share links.
//! Never shows the address of a share link, which is its id.

use serde_json::{Value, json};

use super::moment;
use super::recipe::{Unreadable, recipe};
use crate::store::{EventImage, Kitchen, Rating, ShareLink, TimelineEvent};

/// Group and household are those of its recipe, whoever it is about.
pub(crate) fn event(kitchen: &Kitchen, event: &TimelineEvent) -> Value {
    let recipe = kitchen.recipes.get(event.recipe_id);
    let owner = recipe.map_or(event.user_id, |recipe| recipe.user_id);
    json!({
        "recipeId": event.recipe_id,
        "userId": event.user_id,
        "subject": event.subject,
        "eventType": event.kind.word(),
        "eventMessage": event.message,
        "image": event.image.map(EventImage::words),
        "timestamp": moment(event.timestamp),
        "id": event.id,
        "groupId": recipe.map(|recipe| recipe.group_id),
        "householdId": kitchen.household_of(owner).id,
        "createdAt": moment(event.created_at),
        "updatedAt": moment(event.updated_at),
    })
}

/// An own rating.
pub(crate) fn rating(rating: &Rating) -> Value {
    json!({ "recipeId": rating.recipe_id, "rating": rating.stars, "isFavorite": rating.is_favorite })
}

/// A rating where they are looked at by user.
pub(crate) fn rating_of_user(row: &Rating) -> Value {
    let mut shape = rating(row);
    shape["userId"] = json!(row.user_id);
    shape["id"] = json!(row.id);
    shape
}

/// A share link as lists show it.
pub(crate) fn share_link(link: &ShareLink) -> Value {
    json!({
        "recipeId": link.recipe_id,
        "expiresAt": moment(link.expires_at),
        "groupId": link.group_id,
        "id": link.id,
        "createdAt": moment(link.created_at),
    })
}

/// A share link by itself, with the whole recipe.
pub(crate) fn share_link_with_recipe(kitchen: &Kitchen, link: &ShareLink) -> Result<Value, Unreadable> {
    let mut shape = share_link(link);
    let shared = kitchen.recipes.get(link.recipe_id).ok_or(Unreadable)?;
    shape["recipe"] = recipe(kitchen, shared)?;
    Ok(shape)
}
