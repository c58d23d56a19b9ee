//! Surprises of recipes: addresses that lead elsewhere, and updates that break what they touch.
//! Never mends a recipe.

use axum::http::StatusCode;
use jiff::Timestamp;
use serde_json::Value;
use uuid::Uuid;

use super::uncaught;
use crate::reply::Answer;
use crate::slug::{recipe_slug, slugify};
use crate::store::{Kitchen, Organizer, OrganizerKind, Recipe, Settings, User};

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
/// so that a recipe whose slug was left behind answers 403 to its own owner.
/// Mealie 3.10.2, `RecipeService.can_update`; seen `recipes/rename_patch_name_only_then_patch_again_403`.
pub(crate) fn may_update(kitchen: &Kitchen, user: &User, slug: &str) -> bool {
    kitchen.recipe_at(slug).is_some_and(|recipe| {
        let owner = recipe.user_id == user.id;
        let same_household = kitchen.household_of(recipe.user_id).id == user.household_id;
        owner || (!recipe.settings.locked && same_household)
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

/// Hazard 2, where it begins. What a PATCH leaves in the slug column: without `slug` in the body the slug stays as
/// it was; with `slug` and `name` it is computed from the new name and the sent one is ignored; with `slug` alone it
/// is stored as sent, and the recipe is broken.
/// Mealie 3.10.2; seen `recipes/rename_patch_*`.
pub(crate) fn slug_after_patch(target: &Recipe, name: Option<&str>, slug: Option<&str>) -> String {
    match (name, slug) {
        // The target is read as JSON first, and its JSON shows the slug of its name.
        (_, None) => shown_slug(target),
        (Some(name), Some(_)) => recipe_slug(name).unwrap_or_default(),
        (None, Some(slug)) => slug.to_owned(),
    }
}

/// A name that leaves nothing to make a slug of is caught when a recipe is made ...
/// Mealie 3.10.2; seen `recipes/create_emoji_only_name`.
pub(crate) fn no_slug_in_a_new_name() -> Answer {
    Answer::problem(StatusCode::BAD_REQUEST, "Unable to generate recipe slug", None)
}

/// ... and not when one is changed.
/// Mealie 3.10.2; seen `recipes/patch_name_emoji_only_bare_500`.
pub(crate) fn no_slug_in_a_changed_name() -> Answer {
    uncaught()
}

/// A taken slug: the name gets ` (1)` to ` (9)` behind it and the slug follows. The eleventh twin is refused, and so
/// is a second name whose slug is cut at 250 characters, for the cut takes the number off again.
/// Mealie 3.10.2, `RepositoryRecipes.create`; seen `recipes/create_duplicate_*`, `create_eleventh_duplicate_400`.
pub(crate) fn name_for_a_twin(kitchen: &Kitchen, name: &str) -> Result<(String, String), Answer> {
    let numbered = (1..=LAST_SUFFIX).map(|number| format!("{name} ({number})"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .filter_map(|name| Some((recipe_slug(&name)?, name)))
        .find(|(slug, _)| kitchen.recipe_at(slug).is_none())
        .map(|(slug, name)| (name, slug))
        .ok_or_else(already_exists)
}

/// Hazard 4. `settings` in a PATCH replaces all six, and what is left out falls back to the database: public.
/// Mealie 3.10.2; seen `recipes/patch_settings_partial_resets_others`.
pub(crate) fn settings_from(sent: impl Fn(&str) -> Option<bool>) -> Settings {
    Settings {
        public: sent("public").unwrap_or(true),
        show_nutrition: sent("showNutrition").unwrap_or(true),
        show_assets: sent("showAssets").unwrap_or(true),
        landscape_view: sent("landscapeView").unwrap_or(true),
        disable_comments: sent("disableComments").unwrap_or(false),
        locked: sent("locked").unwrap_or(false),
    }
}

/// An organizer in the body of a recipe.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SentOrganizer {
    pub(crate) id: Option<Uuid>,
    pub(crate) group_id: Option<Uuid>,
    pub(crate) name: String,
    pub(crate) slug: String,
}

/// Hazard 7. Name and slug of an organizer in a PATCH are written through to the organizer itself, for the whole
/// group. An unknown id with a group makes a new one; without an id or a group Mealie trips over itself (nothing is
/// written); the same one twice is a duplicate. Gives the ids for the recipe, new ones first, and the organizers as
/// they are to be kept.
/// Mealie 3.10.2, `handle_one_to_many_list`; seen `recipes/patch_tags_*`, `patch_tool_wrong_name_renames_tool`.
pub(crate) fn organizers_written_through(
    kitchen: &Kitchen,
    kind: OrganizerKind,
    sent: &[SentOrganizer],
    now: Timestamp,
) -> Result<(Vec<Uuid>, Vec<Organizer>), Answer> {
    let (mut made, mut known, mut kept) = (Vec::new(), Vec::new(), Vec::<Organizer>::new());
    for organizer in sent {
        let id = organizer.id.ok_or_else(|| unknown_error("TypeError"))?;
        let before = kitchen.organizers.get(id).filter(|row| row.kind == kind);
        let row = match (before, organizer.group_id) {
            (Some(before), group_id) => Organizer {
                group_id: group_id.unwrap_or(before.group_id),
                name: organizer.name.clone(),
                slug: organizer.slug.clone(),
                ..before.clone()
            },
            (None, Some(group_id)) => Organizer {
                id,
                kind,
                group_id,
                name: organizer.name.trim().to_owned(),
                slug: slugify(&organizer.name),
                households_with_tool: Vec::new(),
                created_at: now,
            },
            (None, None) => return Err(unknown_error("TypeError")),
        };
        if kept.iter().any(|other| other.id == id) {
            return Err(already_exists());
        }
        if before.is_some() {
            known.push(id)
        } else {
            made.push(id)
        }
        kept.push(row);
    }
    let clash = |row: &Organizer, other: &Organizer| {
        other.kind == kind && other.id != row.id && other.slug == row.slug && other.group_id == row.group_id
    };
    for row in &kept {
        let renamed = |other: &Organizer| kept.iter().any(|row| row.id == other.id);
        let among_the_rest = kitchen.organizers.iter().any(|other| !renamed(other) && clash(row, other));
        if among_the_rest || kept.iter().any(|other| clash(row, other)) {
            return Err(already_exists());
        }
    }
    made.extend(known);
    Ok((made, kept))
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

/// A step without `ingredientReferences` stops a PATCH (nothing is written), though the validator lets it pass.
/// Mealie 3.10.2; seen `recipes/patch_steps_without_ingredient_references_500`.
pub(crate) fn step_without_references() -> Answer {
    unknown_error("TypeError")
}

/// A food or unit in a line needs its id; a bare name, as text or as an object, stops a PATCH (nothing is written).
/// Mealie 3.10.2; seen `recipes/patch_ingredients_food_by_name_string`, `patch_ingredients_food_object_without_id`.
pub(crate) fn line_names_a_thing_without_id() -> Answer {
    unknown_error("ValueError")
}

/// Comments of a recipe are found by slug only, and nobody catches it if there is none.
/// Mealie 3.10.2, `RecipeCommentsController`; seen `comments_timeline/comments_list_by_uuid_500`.
pub(crate) fn recipe_of_comments<'k>(kitchen: &'k Kitchen, asked: &str) -> Result<&'k Recipe, Answer> {
    kitchen.recipe_at(asked).ok_or_else(uncaught)
}

/// Whether the values of `extras` can be stored: scalars only, and nobody checks before the database does.
/// Mealie 3.10.2; seen `recipes/patch_extras_nested_value`.
pub(crate) fn extras_can_be_stored(values: &serde_json::Map<String, Value>) -> Result<(), Answer> {
    let nested = values.values().any(|value| value.is_object() || value.is_array());
    if nested { Err(unknown_error("ProgrammingError")) } else { Ok(()) }
}
