//! Surprises of comments: who may not, is told nothing but that something broke.
//! Never looks at whether a recipe wants comments; neither does Mealie.

use uuid::Uuid;

use super::{is_poisoned, uncaught};
use crate::reply::Answer;
use crate::store::{Comment, Kitchen, Recipe, User};

/// The comments of a recipe are found by slug alone, in the household of whoever asks. A UUID, a slug that is nobody's
/// and a recipe of another household are errors that nobody catches. The recipe is read whole on the way, so that one
/// that cannot be read fails here too.
/// Mealie 3.10.2, `RecipeCommentsController`; seen `comments_timeline/comments_list_by_uuid_500`,
/// `errors/recipe_comments_unknown`; the other household read.
pub(crate) fn recipe_of_comments(kitchen: &Kitchen, household: Uuid, slug: &str) -> Result<Uuid, Answer> {
    let at_home = |row: &&Recipe| kitchen.household_of(row.user_id).id == household;
    let found = kitchen.recipes.iter().filter(at_home).find(|recipe| recipe.slug == slug);
    found.filter(|recipe| !is_poisoned(recipe, &[])).map(|recipe| recipe.id).ok_or_else(uncaught)
}

/// A comment belongs to the group of its recipe, whoever wrote it; one on no recipe is nobody's to see.
/// Mealie 3.10.2, `RecipeComment.group_id`; seen `comments_timeline/comments_all`; the other group read.
pub(crate) fn is_comment_of(kitchen: &Kitchen, group: Uuid, comment: &Comment) -> bool {
    kitchen.recipes.get(comment.recipe_id).is_some_and(|recipe| recipe.group_id == group)
}

/// The comment that a user may change or delete: an own one, or any of the group for an admin. That of somebody else,
/// where 403 is meant, and one that is not there, where 404 is, are errors that nobody catches.
/// Mealie 3.10.2, `_check_comment_belongs_to_user`; seen `comments_timeline/comment_delete_of_other_user_*`,
/// `comment_update_of_other_user_500`, `comment_delete_again_500`, `errors/comment_put_unknown`.
pub(crate) fn own_comment(kitchen: &Kitchen, user: &User, id: Uuid) -> Result<Uuid, Answer> {
    let group = kitchen.group_of(user.id);
    let seen = kitchen.comments.get(id).filter(|comment| is_comment_of(kitchen, group, comment));
    let own = seen.filter(|comment| user.admin || comment.user_id == user.id);
    own.map(|comment| comment.id).ok_or_else(uncaught)
}
