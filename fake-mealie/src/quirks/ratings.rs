//! Surprises of ratings: any number goes, nothing takes one away, and whose they are is no secret.
//! Never computes a mean; the store does.

use axum::http::StatusCode;
use jiff::Timestamp;
use uuid::Uuid;

use super::uuid_in_any_spelling;
use crate::reply::Answer;
use crate::store::{Kitchen, Recipe, User};

/// Nobody rates for somebody else. An admin is told to use the other API, which has no such thing; it does not matter
/// whether the other user exists, and this comes before the recipe is looked for.
/// Mealie 3.10.2, `assert_user_change_allowed`; seen `ratings/rate_for_other_user_403`,
/// `rate_for_other_user_as_admin_403`, `errors/rating_unknown_user`.
pub(crate) fn may_rate_as(user: &User, id: Uuid) -> Result<(), Answer> {
    if user.id == id {
        return Ok(());
    }
    let words =
        if user.admin { "Use the Admin API to update other users" } else { "User cannot edit other users" };
    Err(Answer::problem(StatusCode::FORBIDDEN, words, None))
}

/// The recipe that is rated: by UUID or slug, of any household of the group, and in other words than those of
/// `/api/recipes` if there is none.
/// Mealie 3.10.2, `get_recipe_or_404`; seen `ratings/rate_by_uuid`, `rate_other_household_recipe`,
/// `errors/rating_unknown_recipe`.
pub(crate) fn recipe_to_rate<'k>(
    kitchen: &'k Kitchen,
    group: Uuid,
    called: &str,
) -> Result<&'k Recipe, Answer> {
    let found = match uuid_in_any_spelling(called) {
        Some(id) => kitchen.recipes.get(id).filter(|recipe| recipe.group_id == group),
        None => kitchen.recipe_in(group, called),
    };
    found.ok_or_else(Answer::not_found)
}

/// No row for this user and recipe.
/// Mealie 3.10.2; seen `ratings/self_rating_none_404`.
pub(crate) fn not_rated() -> Answer {
    Answer::problem(StatusCode::NOT_FOUND, "User has not rated this recipe", None)
}

/// The rating that a recipe is sorted and filtered by: that of the user who asks, or else the mean that is shown; 0 is
/// none.
/// Mealie 3.10.2, `_get_rating_col_alias`; seen `ratings/order_by_rating`.
pub(crate) fn rating_seen_by(kitchen: &Kitchen, user_id: Uuid, recipe: &Recipe) -> Option<f64> {
    let own = kitchen.rating_by(user_id, recipe.id).and_then(|row| row.stars).filter(|stars| *stars > 0.0);
    own.or(recipe.rating.filter(|mean| *mean != 0.0))
}

/// The last time that a recipe is sorted and filtered by: that of the household of the user who asks. What is shown is
/// that of the household that cooked it last.
/// Mealie 3.10.2, `_get_last_made_col_alias`; read.
pub(crate) fn last_made_seen_by(kitchen: &Kitchen, user_id: Uuid, recipe: &Recipe) -> Option<Timestamp> {
    kitchen.cooked.get(&(kitchen.household_of(user_id).id, recipe.id)).copied()
}
