//! Recipes that were made ready while nobody recorded, put into the kitchen before the call that needs them.
//! Never sets in one what the call at hand is about to set.

use std::collections::BTreeMap;

use serde_json::Value;
use uuid::Uuid;

use super::ids::Ids;
use super::learn::uuid;
use super::pairs::Pair;
use super::watch::{Sighting, name_of};
use crate::slug::recipe_slug;
use crate::store::{Ingredient, Kitchen, Note, OrganizerKind, Settings, Step};

/// Mealie 3.10.2 says so of the name of another recipe.
const TAKEN: &str = "Recipe already exists";

/// What is to be put into the kitchen, by the number of the pair that it has to be there for.
pub(super) struct Prepared<'a> {
    pub(super) before: BTreeMap<usize, Vec<Ready<'a>>>,
    /// Ids that recorded answers give to recipes that recorded calls make: such a call answers with the slug alone.
    pub(super) ids_of_made: BTreeMap<&'a str, Uuid>,
}

/// A recipe that is to be put there.
pub(super) enum Ready<'a> {
    /// As it was recorded, but for what the call at hand changes.
    Shown(Sighting<'a>),
    /// Nothing is known but its slug.
    Slug(String),
}

impl Prepared<'_> {
    /// Puts what the nth pair needs into the kitchen.
    pub(super) fn put_before(&self, nth: usize, pair: &Pair, kitchen: &mut Kitchen, ids: &mut Ids) {
        if let Some(name) = taken_name(pair)
            && recipe_slug(name).is_some_and(|slug| kitchen.recipe_at(&slug).is_none())
        {
            kitchen.add_recipe(name);
        }
        for ready in self.before.get(&nth).into_iter().flatten() {
            match ready {
                Ready::Shown(seen) => put(seen, kitchen, ids),
                Ready::Slug(slug) => {
                    kitchen.add_recipe(&name_of(slug));
                }
            }
        }
    }

    /// Learns the id of a recipe that was just made here under a slug, by the slug that it was recorded with.
    pub(super) fn learn_made(&self, recorded: &Value, here: &Value, kitchen: &Kitchen, ids: &mut Ids) {
        let made = recorded.as_str().and_then(|slug| self.ids_of_made.get(slug));
        let recipe = here.as_str().and_then(|slug| kitchen.recipe_at(slug));
        if let (Some(recorded), Some(recipe)) = (made, recipe) {
            ids.learn(*recorded, recipe.id);
        }
    }
}

/// The name that was refused because another recipe had it.
fn taken_name(pair: &Pair) -> Option<&str> {
    let message = pair.response.body.pointer("/detail/message").and_then(Value::as_str);
    let taken = pair.response.status == 400 && message == Some(TAKEN);
    pair.request.body.get("name")?.as_str().filter(|_| taken && pair.request.method != "POST")
}

/// Lines and steps keep the ids that they were recorded with.
fn put(seen: &Sighting<'_>, kitchen: &mut Kitchen, ids: &mut Ids) {
    let Sighting { recipe: shown, sent, .. } = seen;
    let got = |key: &str| shown.get(key).filter(|_| sent.is_none_or(|sent| sent.get(key).is_none()));
    let text = |key: &str| got(key).and_then(Value::as_str).map(str::to_owned);
    let id = kitchen.add_recipe(&seen.name());
    let organizers = |key: &str, kind: OrganizerKind| -> Vec<Uuid> {
        let named = |shown: &Value| {
            let name = shown.get("name")?.as_str()?;
            let known = id_in(shown, "id").and_then(|id| ids.here(id));
            known.or_else(|| kitchen.organizer_named(kind, name).map(|organizer| organizer.id))
        };
        rows(got(key)).filter_map(named).collect()
    };
    let shelves = (
        organizers("recipeCategory", OrganizerKind::Category),
        organizers("tags", OrganizerKind::Tag),
        organizers("tools", OrganizerKind::Tool),
    );
    let lines: Vec<_> = rows(got("recipeIngredient")).map(|line| ingredient(line, ids)).collect();
    let owner = id_in(shown, "userId").and_then(|id| ids.here(id));
    let Some(recipe) = kitchen.recipes.get_mut(id) else { return };
    recipe.user_id = owner.unwrap_or(recipe.user_id);
    recipe.slug = seen.slug().to_owned();
    recipe.image = text("image");
    recipe.servings = got("recipeServings").and_then(Value::as_f64).unwrap_or_default();
    recipe.yield_quantity = got("recipeYieldQuantity").and_then(Value::as_f64).unwrap_or_default();
    recipe.yield_text = text("recipeYield");
    recipe.total_time = text("totalTime");
    recipe.prep_time = text("prepTime");
    recipe.cook_time = text("cookTime");
    recipe.perform_time = text("performTime");
    recipe.description = text("description");
    (recipe.categories, recipe.tags, recipe.tools) = shelves;
    recipe.rating = got("rating").and_then(Value::as_f64);
    recipe.org_url = text("orgURL");
    recipe.ingredients = lines;
    recipe.steps = rows(got("recipeInstructions")).map(step).collect();
    if let Some(nutrition) = got("nutrition").and_then(Value::as_object) {
        recipe.nutrition.0 = nutrition.clone();
    }
    if let Some(settings) = got("settings") {
        recipe.settings = switches(settings);
    }
    recipe.notes = rows(got("notes")).map(note).collect();
    recipe.extras = got("extras").and_then(Value::as_object).cloned().unwrap_or_default();
    if let Some(recorded) = id_in(shown, "id") {
        ids.learn(recorded, id);
    }
}

fn rows(list: Option<&Value>) -> impl Iterator<Item = &Value> {
    list.and_then(Value::as_array).into_iter().flatten()
}

fn text_in(shown: &Value, key: &str) -> Option<String> {
    shown.get(key)?.as_str().map(str::to_owned)
}

fn id_in(shown: &Value, key: &str) -> Option<Uuid> {
    uuid(shown.get(key)?.as_str()?)
}

fn ingredient(shown: &Value, ids: &Ids) -> Ingredient {
    let related = |key: &str| {
        let recorded = id_in(shown.get(key)?, "id")?;
        Some(ids.here(recorded).unwrap_or(recorded))
    };
    Ingredient {
        quantity: shown.get("quantity").and_then(Value::as_f64),
        unit: related("unit"),
        food: related("food"),
        referenced_recipe: related("referencedRecipe"),
        note: text_in(shown, "note"),
        title: text_in(shown, "title"),
        original_text: text_in(shown, "originalText"),
        reference_id: id_in(shown, "referenceId"),
    }
}

fn step(shown: &Value) -> Step {
    let references = rows(shown.get("ingredientReferences"));
    Step {
        id: id_in(shown, "id").unwrap_or_else(Uuid::new_v4),
        title: text_in(shown, "title"),
        summary: text_in(shown, "summary"),
        text: text_in(shown, "text").unwrap_or_default(),
        ingredient_references: references.filter_map(|row| id_in(row, "referenceId")).collect(),
    }
}

fn note(shown: &Value) -> Note {
    let text = |key: &str| text_in(shown, key).unwrap_or_default();
    Note { title: text("title"), text: text("text") }
}

fn switches(shown: &Value) -> Settings {
    let on = |key: &str| shown.get(key).and_then(Value::as_bool).unwrap_or_default();
    Settings {
        public: on("public"),
        show_nutrition: on("showNutrition"),
        show_assets: on("showAssets"),
        landscape_view: on("landscapeView"),
        disable_comments: on("disableComments"),
        locked: on("locked"),
    }
}
