//! Surprises of the timeline: when an event happened that nobody dated, and whose it is.
//! Never touches when a recipe was last made; neither does Mealie.

use axum::http::StatusCode;
use jiff::Timestamp;
use uuid::Uuid;

use super::uncaught;
use crate::reply::Answer;
use crate::store::{Kitchen, TimelineEvent};

/// An event without a time happened at the moment when Mealie was started, however long ago that is.
/// Mealie 3.10.2, `RecipeTimelineEventIn.timestamp`; seen `comments_timeline/timeline_create_minimal`.
pub(crate) fn undated(kitchen: &Kitchen) -> Timestamp {
    kitchen.started_at
}

/// An event belongs to the group of its recipe, and anybody of the group may do anything with it.
/// Mealie 3.10.2; seen `comments_timeline/timeline_update_by_other_household`, `timeline_delete_by_limited_user`,
/// `timeline_other_group_empty`.
pub(crate) fn is_event_of(kitchen: &Kitchen, group: Uuid, event: &TimelineEvent) -> bool {
    kitchen.recipes.get(event.recipe_id).is_some_and(|recipe| recipe.group_id == group)
}

/// No such recipe for an event: in words and a shape of its own.
/// Mealie 3.10.2; seen `errors/timeline_create_unknown_recipe`.
pub(crate) fn no_recipe_of_an_event() -> Answer {
    Answer::detail(StatusCode::NOT_FOUND, "recipe not found")
}

/// Once an event is changed or deleted, its recipe is read to tell others of it. One that cannot be read is an error that
/// nobody catches, and what was done to the event stays done.
/// Mealie 3.10.2, `RecipeTimelineEventsController.update_one` and `delete_one`; read.
pub(crate) fn tell_of_event(kitchen: &Kitchen, recipe_id: Uuid) -> Result<(), Answer> {
    kitchen.shown_recipe(recipe_id).map(|_| ()).ok_or_else(uncaught)
}
