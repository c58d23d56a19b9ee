//! Surprises of share links: they end by being looked at, and anybody of the group may take one back.
//! Never asks who is looking; whoever has the id may.

use axum::http::StatusCode;
use uuid::Uuid;

use super::uncaught;
use crate::reply::Answer;
use crate::store::{Kitchen, ShareLink};

/// What stands behind the address of a share link. One that is over is deleted by looking at it, and is unknown from then
/// on to those who have a login as well; before that it is shown to them like any other.
/// Mealie 3.10.2, `get_shared_recipe`; seen `share/public_get_expired_404`, `list_after_expired_read`,
/// `get_one_expired`, `errors/share_public_unknown`.
pub(crate) fn behind_the_link(kitchen: &mut Kitchen, id: Uuid) -> Result<ShareLink, Answer> {
    let unknown = || Answer::problem(StatusCode::NOT_FOUND, "Token Not Found", None);
    let link = kitchen.share_links.get(id).cloned().ok_or_else(unknown)?;
    // It is read with its recipe, before anybody looks at the time.
    if kitchen.shown_recipe(link.recipe_id).is_none() {
        return Err(uncaught());
    }
    if link.expires_at < kitchen.now() {
        kitchen.unshare(id);
        return Err(unknown());
    }
    Ok(link)
}

/// No such recipe to share, or one of another group: as plain text.
/// Mealie 3.10.2; seen `share/create_other_group_404`, `errors/share_create_unknown_recipe`.
pub(crate) fn no_recipe_to_share() -> Answer {
    Answer::detail(StatusCode::NOT_FOUND, "Recipe not found in your group")
}

/// The 404 of a share link that is not there to be deleted: with a full stop, and in English whatever the language.
/// Mealie 3.10.2; seen `share/delete_again_404`.
pub(crate) fn no_link_to_take() -> Answer {
    let exception = "No row was found when one was required";
    Answer::problem(StatusCode::NOT_FOUND, "An unexpected error occurred.", Some(exception))
}

/// A link to a recipe that cannot be read cannot be deleted: it is shown first, and that fails.
/// Mealie 3.10.2, `RepositoryGeneric.delete`; read.
pub(crate) fn link_to_the_unreadable() -> Answer {
    let exception = "1 validation error for RecipeShareToken\nrecipe.recipeIngredient.0.referenceId\n  \
                     UUID input should be a string, bytes or UUID object [type=uuid_type, input_value=None, \
                     input_type=NoneType]\n    For further information visit \
                     https://errors.pydantic.dev/2.12/v/uuid_type";
    Answer::problem(StatusCode::BAD_REQUEST, "An unexpected error occurred.", Some(exception))
}
