//! Surprises of recipes: addresses that lead elsewhere, recipes that cannot be read, and who may do what.
//! Never mends a recipe.

use axum::http::StatusCode;
use uuid::Uuid;

use super::uncaught;
use crate::reply::Answer;
use crate::slug::recipe_slug;
use crate::store::{Kitchen, Others, Recipe, User};

/// Largest number that is put behind a taken name; the eleventh twin is refused.
const LAST_SUFFIX: u32 = 9;

/// The slug that a whole recipe shows: computed from its name, whatever the table holds. Lists show the table's.
/// Mealie 3.10.2, `Recipe.validate_slug`; seen `recipes/rename_patch_name_only_get_old_slug_200` and
/// `rename_patch_name_only_list_shows_old_slug`.
pub(crate) fn shown_slug(recipe: &Recipe) -> String {
    recipe_slug(&recipe.name).unwrap_or_else(|| recipe.slug.clone())
}

/// Hazards 2 and 3. A recipe is *found* by id or by the slug in the table, but a write *goes to* the slug that is
/// computed from its name. After a rename without `slug` that is nobody's slug, or that of another recipe: a DELETE
/// by the UUID of A then answers 200 and B is gone.
/// Mealie 3.10.2, `RecipeService.patch_one` and `delete_one`; seen `recipes/rename_to_existing_then_*`.
pub(crate) fn slug_written_to(found: &Recipe) -> String {
    shown_slug(found)
}

/// Whether a user may change the recipes with this slug. There has to be one: nobody's slug is nobody's to change,
/// so that a recipe whose slug was left behind answers 403 to its own owner. The owner's household says whether other
/// households may.
/// Mealie 3.10.2, `RecipeService.can_update`; seen `recipes/rename_patch_name_only_then_patch_again_403`,
/// `patch_by_same_household_nonowner`, `patch_by_other_household_403`, `patch_locked_by_nonowner_403`.
pub(crate) fn may_update(kitchen: &Kitchen, user: &User, slug: &str) -> bool {
    kitchen.recipe_in(kitchen.group_of(user.id), slug).is_some_and(|recipe| {
        let home = kitchen.household_of(recipe.user_id);
        let neighbour = home.id == user.household_id || home.preferences.others == Others::MayChange;
        recipe.user_id == user.id || (!recipe.settings.locked && neighbour)
    })
}

/// What a delete comes to whose slug is nobody's: an admin is let through and falls off the end of an empty list,
/// anybody else is refused.
/// Mealie 3.10.2, `RecipeService.delete_one`; seen (admin) `recipes/rename_patch_name_only_then_delete_500`.
pub(crate) fn nothing_to_delete(user: &User) -> Answer {
    if user.admin { unknown_error("IndexError") } else { permission_denied() }
}

/// Most recipes inside each other that can be read; Python's recursion limit stops Mealie somewhere below a thousand
/// frames. Read, not seen.
const MOST_NESTED: usize = 50;

/// Hazard 1. A line without a reference id, or a recipe that is its own ingredient, makes the recipe unreadable:
/// GET, PATCH, PUT and DELETE answer 500 from then on, and only lists still show it.
/// Mealie 3.10.2; seen `recipes/poison_*`.
pub(crate) fn is_poisoned(recipe: &Recipe, above: &[Uuid]) -> bool {
    above.contains(&recipe.id)
        || above.len() >= MOST_NESTED
        || recipe.ingredients.iter().any(|line| line.reference_id.is_none())
}

/// What an unreadable recipe answers to everything.
/// Mealie 3.10.2; seen `recipes/poison_get_500`.
pub(crate) fn unreadable() -> Answer {
    unknown_error("ValidationError")
}

/// 500 with the name of the Python exception, which is all that is said about it.
/// Mealie 3.10.2, `RecipeController.handle_exceptions`; seen `recipes/create_empty_name`.
pub(crate) fn unknown_error(exception: &str) -> Answer {
    Answer::problem(StatusCode::INTERNAL_SERVER_ERROR, "Unknown Error", Some(exception))
}

/// No recipe at this address: other words than everywhere else.
/// Mealie 3.10.2; seen `recipes/delete_again_404`.
pub(crate) fn no_entry_found() -> Answer {
    Answer::problem(StatusCode::NOT_FOUND, "No Entry Found", None)
}

/// Not this user's to change, or nobody's.
/// Mealie 3.10.2; seen `recipes/patch_locked_by_nonowner_403`.
pub(crate) fn permission_denied() -> Answer {
    Answer::problem(StatusCode::FORBIDDEN, "Permission Denied", None)
}

/// Any breach of a database rule is answered as a duplicate, whatever it was.
/// Mealie 3.10.2, `RecipeController.handle_exceptions`; seen `recipes/patch_tags_duplicate_entries`.
pub(crate) fn already_exists() -> Answer {
    Answer::problem(StatusCode::BAD_REQUEST, "Recipe already exists", None)
}

/// A name that leaves nothing to make a slug of is caught when a recipe is made ...
/// Mealie 3.10.2; seen `recipes/create_emoji_only_name`.
pub(crate) fn no_slug_in_a_new_name() -> Answer {
    Answer::problem(StatusCode::BAD_REQUEST, "Unable to generate recipe slug", None)
}

/// A taken slug: the name gets ` (1)` to ` (9)` behind it and the slug follows. The eleventh twin is refused, and so
/// is a second name whose slug is cut at 250 characters, for the cut takes the number off again.
/// Mealie 3.10.2, `RepositoryRecipes.create`; seen `recipes/create_duplicate_*`, `create_eleventh_duplicate_400`.
pub(crate) fn name_for_a_twin(
    kitchen: &Kitchen,
    group: Uuid,
    name: &str,
) -> Result<(String, String), Answer> {
    let numbered = (1..=LAST_SUFFIX).map(|number| format!("{name} ({number})"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .filter_map(|name| Some((recipe_slug(&name)?, name)))
        .find(|(slug, _)| kitchen.recipe_in(group, slug).is_none())
        .map(|(slug, name)| (name, slug))
        .ok_or_else(already_exists)
}

/// Whether a recipe would contain itself. It is looked for from the id *in the body*: without one a recipe that names
/// itself is not found out, and becomes unreadable (hazard 1).
/// Mealie 3.10.2, `has_recursive_recipe_link`; seen `recipes/patch_recursive_*`, `poison_patch_self_reference_500`.
pub(crate) fn would_contain_itself<'k>(
    kitchen: &'k Kitchen,
    id_in_body: Option<Uuid>,
    referenced: impl Iterator<Item = &'k Recipe>,
) -> bool {
    let mut path: Vec<Uuid> = id_in_body.into_iter().collect();
    referenced.into_iter().any(|recipe| leads_back(kitchen, recipe, &mut path))
}

fn leads_back(kitchen: &Kitchen, recipe: &Recipe, path: &mut Vec<Uuid>) -> bool {
    if path.contains(&recipe.id) {
        return true;
    }
    if path.len() > MOST_NESTED {
        return false;
    }
    path.push(recipe.id);
    let below = recipe.ingredients.iter().filter_map(|line| kitchen.recipes.get(line.referenced_recipe?));
    let found = below.into_iter().any(|below| leads_back(kitchen, below, path));
    path.pop();
    found
}

/// What such a recipe is refused with.
/// Mealie 3.10.2; seen `recipes/patch_recursive_with_id_in_body_400`.
pub(crate) fn contains_itself() -> Answer {
    let text = "A recipe cannot reference itself, either directly or indirectly";
    Answer::problem(StatusCode::BAD_REQUEST, text, None)
}

/// A copy of a recipe keeps when it came in, its rating and its source; its lines get fresh reference ids, but its steps
/// point at those of the original, and so at no line of the copy.
/// Mealie 3.10.2, `RecipeService.duplicate_one`; seen `recipes/duplicate_*`; the links read.
pub(crate) fn copy_of(recipe: &Recipe, fresh_id: &mut impl FnMut() -> Uuid) -> Recipe {
    let mut copy = Recipe { id: fresh_id(), last_made: None, ..recipe.clone() };
    for line in &mut copy.ingredients {
        line.reference_id = Some(fresh_id());
    }
    for step in &mut copy.steps {
        step.id = fresh_id();
        // Pictures in a step are named by the id of the recipe.
        step.text = step.text.replace(&recipe.id.to_string(), &copy.id.to_string());
    }
    copy
}

/// Nobody has this recipe: other words than those of `/api/recipes`, for it is asked of a household.
/// Mealie 3.10.2, `get_household_recipe`; asked a running one.
pub(crate) fn no_recipe_of_a_household() -> Answer {
    Answer::detail(StatusCode::NOT_FOUND, "Recipe not found")
}

/// Deletes by the slugs in the table, the one way out for a recipe whose slug was left behind (hazard 2). Slugs that
/// are nobody's are passed over, unless there is nothing else. One that cannot be read stops it, and nobody catches
/// that.
/// Mealie 3.10.2, `delete_many`; seen `recipes/bulk_delete*`, `rename_*_bulk_delete_by_stored_slug`,
/// `poison_bulk_delete_500`; who may, read.
pub(crate) fn delete_by_slugs(kitchen: &mut Kitchen, user_id: Uuid, slugs: &[String]) -> Result<(), Answer> {
    let group = kitchen.group_of(user_id);
    let found: Vec<Uuid> =
        slugs.iter().filter_map(|slug| kitchen.recipe_in(group, slug)).map(|recipe| recipe.id).collect();
    if let Some(user) = kitchen.users.get(user_id).filter(|user| !user.admin) {
        let may = |id: &Uuid| {
            kitchen.recipes.get(*id).is_some_and(|recipe| may_update(kitchen, user, &recipe.slug))
        };
        if found.is_empty() || !found.iter().all(may) {
            return Err(permission_denied());
        }
    }
    for id in found {
        if kitchen.recipes.get(id).is_some_and(|recipe| is_poisoned(recipe, &[])) {
            return Err(uncaught());
        }
        kitchen.delete_recipe(id);
    }
    Ok(())
}
