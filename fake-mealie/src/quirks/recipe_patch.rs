//! Surprises of a PATCH and a PUT of a recipe: what they reset, what they write elsewhere, what they make of a value.
//! Never mends a recipe.

use std::collections::HashSet;

use jiff::Timestamp;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{already_exists, shown_slug, uncaught, unknown_error};
use crate::reply::Answer;
use crate::slug::{recipe_slug, slugify};
use crate::store::{Kitchen, Organizer, OrganizerKind, Recipe, Settings};

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

/// ... and not when one is changed.
/// Mealie 3.10.2; seen `recipes/patch_name_emoji_only_bare_500`.
pub(crate) fn no_slug_in_a_changed_name() -> Answer {
    uncaught()
}

/// Hazard 4. `settings` in a PATCH replaces all six, and what is left out falls back to the database: public. So does
/// all of it if `settings` is null, and then nobody looks whether the sender may unlock the recipe.
/// Mealie 3.10.2; seen `recipes/patch_settings_partial_resets_others`; null asked of a running one.
pub(crate) fn settings_from(mut sent: impl FnMut(&str) -> Option<bool>) -> Settings {
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
    let mut ids = HashSet::new();
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
        if !ids.insert(id) {
            return Err(already_exists());
        }
        if before.is_some() {
            known.push(id)
        } else {
            made.push(id)
        }
        kept.push(row);
    }
    // Everything by its group and slug, looked up once each: a body may name thousands.
    let the_rest = kitchen.organizers.iter().filter(|row| row.kind == kind && !ids.contains(&row.id));
    let mut taken: HashSet<(Uuid, &str)> = the_rest.map(|row| (row.group_id, row.slug.as_str())).collect();
    if !kept.iter().all(|row| taken.insert((row.group_id, row.slug.as_str()))) {
        return Err(already_exists());
    }
    made.extend(known);
    Ok((made, kept))
}

/// A step without `ingredientReferences` stops a PATCH (nothing is written), though the validator lets it pass.
/// Mealie 3.10.2; seen `recipes/patch_steps_without_ingredient_references_500`.
pub(crate) fn step_without_references() -> Answer {
    unknown_error("TypeError")
}

/// Every update makes the steps anew, whatever it is about, and so gives them other ids; also a cover that is set by its
/// address. Only one that says null for the steps leaves them alone.
/// Mealie 3.10.2; seen `recipes/rename_*`, `patch_steps_null`, `media_image/recipe_after_post_url_unresolvable`.
pub(crate) fn steps_made_anew(recipe: &mut Recipe, fresh_id: &mut impl FnMut() -> Uuid) {
    for step in &mut recipe.steps {
        step.id = fresh_id();
    }
}

/// A food or unit in a line needs its id; a bare name, as text or as an object, stops a PATCH (nothing is written).
/// Mealie 3.10.2; seen `recipes/patch_ingredients_food_by_name_string`, `patch_ingredients_food_object_without_id`.
pub(crate) fn line_names_a_thing_without_id() -> Answer {
    unknown_error("ValueError")
}

/// What is no object, null or empty is no `extras`, and nobody catches that.
/// Mealie 3.10.2, `Recipe.convert_extras_to_dict`; asked a running one.
pub(crate) fn extras_as_read(sent: &Value) -> Result<Map<String, Value>, Answer> {
    match sent {
        Value::Object(values) => Ok(values.clone()),
        nothing if is_falsy(nothing) => Ok(Map::new()),
        _ => Err(uncaught()),
    }
}

/// What is stored of `extras`: texts and nothing else, `1` as "1", true as "1". What is no scalar is found out by the
/// database.
/// Mealie 3.10.2, `ApiExtras`; seen `recipes/patch_extras*`; numbers and flags asked of a running one.
pub(crate) fn extras_as_stored(read: &Map<String, Value>) -> Result<Map<String, Value>, Answer> {
    read.iter().map(|(key, value)| Ok((key.clone(), in_a_text_column(value)?))).collect()
}

/// The image of a recipe, which a PATCH may set to anything that fits into a column of texts.
/// Mealie 3.10.2, `RecipeSummary.image`; seen `recipes/patch_image_field`, `patch_image_null`; numbers asked of a
/// running one.
pub(crate) fn image_as_stored(sent: &Value) -> Result<Option<String>, Answer> {
    in_a_text_column(sent).map(|stored| stored.as_str().map(str::to_owned))
}

fn in_a_text_column(value: &Value) -> Result<Value, Answer> {
    match value {
        Value::Null | Value::String(_) => Ok(value.clone()),
        Value::Bool(flag) => Ok(u8::from(*flag).to_string().into()),
        Value::Number(number) => Ok(number.to_string().into()),
        Value::Array(_) | Value::Object(_) => Err(unknown_error("ProgrammingError")),
    }
}

/// What Python takes for nothing.
fn is_falsy(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(true) => false,
    }
}

/// A number of servings or of a yield, of which everything that is nothing to Python is 0: null, an empty text, false.
/// Mealie 3.10.2, `RecipeSummary.clean_numbers`; seen `recipes/patch_servings_null`; the rest asked of a running one.
pub(crate) fn is_no_number(value: &Value) -> bool {
    is_falsy(value)
}

/// A time or a yield as a number is taken for a text, in the spelling of Python: 20.5, 15.0, 1e+20, True.
/// Mealie 3.10.2, `RecipeSummary.clean_strings`; seen `recipes/patch_times_numbers`; the rest asked of a running one.
pub(crate) fn number_as_text(value: &Value) -> Option<String> {
    match value {
        Value::Bool(flag) => Some(if *flag { "True" } else { "False" }.into()),
        Value::Number(number) => {
            let text = number.to_string();
            // Python writes two digits behind `e-`, and has a sign before it either way; so has this one the sign.
            Some(match text.split_once("e-") {
                Some((digits, exponent)) if exponent.len() == 1 => format!("{digits}e-0{exponent}"),
                _ => text,
            })
        }
        _ => None,
    }
}

/// A quantity to three digits, half to even and of the number as the float really has it, as Python rounds: 0.0625 is
/// 0.062, and 2.6755, which is a little less than that, 2.675.
/// Mealie 3.10.2, `RecipeIngredient.validate_quantity`; seen `recipes/patch_ingredients_quantity_rounding`; the halves
/// asked of a running one.
pub(crate) fn three_digits(quantity: f64) -> f64 {
    format!("{quantity:.3}").parse().unwrap_or(quantity)
}

/// Another `id` in the body is obeyed. What is organized by the old one stays behind: tags, categories and tools are
/// gone, and so are comments, cover, plans and links, though none of them is deleted.
/// Mealie 3.10.2; seen `recipes/patch_id_change`.
pub(crate) fn takes_another_id(recipe: &mut Recipe, id: Uuid) {
    if recipe.id != id {
        recipe.id = id;
        recipe.tags.clear();
        recipe.categories.clear();
        recipe.tools.clear();
    }
}

/// What a PUT has to have besides what a PATCH has: a name, the id of the recipe, and a group for every organizer.
/// Without a name Mealie trips over itself, and without the others the database refuses, which is answered as a
/// duplicate.
/// Mealie 3.10.2; seen `recipes/put_empty_body`, `put_minimal_resets_everything`, `put_tag_without_group_id_400`.
pub(crate) fn put_is_whole(
    name: Option<&str>,
    id: Option<Uuid>,
    organizer_groups: &[Option<Uuid>],
) -> Result<(), Answer> {
    if name.is_none() {
        return Err(unknown_error("TypeError"));
    }
    if id.is_none() || organizer_groups.contains(&None) {
        return Err(already_exists());
    }
    Ok(())
}

/// One of several recipes that are written at once fails: nobody catches it, whatever it is.
/// Mealie 3.10.2, `update_many` and `patch_many`; read.
pub(crate) fn one_of_many_fails() -> Answer {
    uncaught()
}
