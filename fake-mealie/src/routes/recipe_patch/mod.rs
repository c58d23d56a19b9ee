//! `PATCH /api/recipes/{slug or id}`: what was sent replaces what was there, key by key; and PUT, which sends all of it.
//! Never protects a recipe from its sender: hazards 1 to 4 and 7 are reached from here, as in Mealie.

mod filled;
pub(super) mod lines;
mod parts;
mod sent;

use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::Call;
use super::recipes::{recipe_called, whole};
use crate::pydantic;
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::store::{Ingredient, Kitchen, OrganizerKind, Recipe, Step};

use filled::filled;
use lines::{Referenced, SentLine, Thing};
use parts::SentStep;
use sent::{Patch, Text};

/// Whether what is left out stays or is reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Patch,
    Put,
}

pub(super) fn patch(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    one(kitchen, call, Way::Patch)
}

pub(super) fn put(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    one(kitchen, call, Way::Put)
}

pub(super) fn patch_many(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    many(kitchen, call, Way::Patch)
}

pub(super) fn put_many(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    many(kitchen, call, Way::Put)
}

fn one(kitchen: &mut Kitchen, call: &Call<'_>, way: Way) -> Reply {
    let patch = read(kitchen, way, call.object()?, &[json!("body")])?;
    Ok(Answer::ok(update(kitchen, call, way, call.captured(0), patch)?).dated())
}

/// A list of bodies, each for the recipe whose id it has. All are read first; then what comes before one that fails is
/// written.
fn many(kitchen: &mut Kitchen, call: &Call<'_>, way: Way) -> Reply {
    let loc = [json!("body")];
    let bodies = match call.body() {
        Value::Null => Err(pydantic::missing(&loc, &Value::Null)),
        body => pydantic::list(&loc, body),
    };
    let bodies = bodies.map_err(|problem| Answer::invalid(vec![problem]))?;
    let mut patches = Vec::new();
    for (index, body) in bodies.iter().enumerate() {
        let loc = [json!("body"), json!(index)];
        let body = pydantic::object(&loc, body).map_err(|problem| Answer::invalid(vec![problem]))?;
        patches.push(read(kitchen, way, body, &loc)?);
    }
    let mut shapes = Vec::new();
    for patch in patches {
        let called = patch.id.map(|id| id.to_string()).unwrap_or_default();
        let shape = update(kitchen, call, way, &called, patch).map_err(|_| quirks::one_of_many_fails())?;
        shapes.push(shape);
    }
    Ok(Answer::ok(shapes.into()))
}

fn read(kitchen: &mut Kitchen, way: Way, body: &Map<String, Value>, loc: &[Value]) -> Result<Patch, Answer> {
    match way {
        Way::Patch => Patch::read(body, loc),
        Way::Put => Patch::read(&filled(body, &mut || kitchen.fresh_id()), loc),
    }
}

/// Finds by slug or id, writes to the slug of the name (hazards 2 and 3), and answers with what it wrote to.
fn update(
    kitchen: &mut Kitchen,
    call: &Call<'_>,
    way: Way,
    called: &str,
    patch: Patch,
) -> Result<Value, Answer> {
    let found = recipe_called(kitchen, call, called)?;
    whole(kitchen, found)?;
    let slug = quirks::slug_written_to(found);
    let caller = call.user(kitchen);
    if !quirks::may_update(kitchen, caller, &slug) {
        return Err(quirks::permission_denied());
    }
    let locks = patch.settings.flatten().is_some_and(|settings| settings.locked != found.settings.locked);
    if locks && found.user_id != caller.id {
        return Err(quirks::permission_denied());
    }
    let referenced = patch.lines.iter().flatten().filter_map(|line| line.referenced_recipe.find(kitchen));
    if quirks::would_contain_itself(kitchen, patch.id, referenced) {
        return Err(quirks::contains_itself());
    }
    if way == Way::Put {
        let name = patch.name.as_ref().and_then(Option::as_deref);
        quirks::put_is_whole(name, patch.id, &organizer_groups(&patch))?;
    }
    let target = kitchen.recipe_in(found.group_id, &slug).ok_or_else(quirks::permission_denied)?;
    whole(kitchen, target)?;
    let written = write(kitchen, target.clone(), patch)?;
    // Hazard 1: what cannot be read back is written all the same.
    let written = kitchen.recipes.get(written).ok_or_else(quirks::no_entry_found)?;
    whole(kitchen, written)
}

/// The group of each organizer in the body.
fn organizer_groups(patch: &Patch) -> Vec<Option<Uuid>> {
    let lists = [patch.categories.as_ref(), patch.tags.as_ref()].into_iter().flatten().flatten();
    let lists = lists.chain(patch.tools.as_ref());
    lists.flatten().map(|organizer| organizer.group_id).collect()
}

/// Gives the id that the recipe has afterwards.
fn write(kitchen: &mut Kitchen, mut recipe: Recipe, patch: Patch) -> Result<Uuid, Answer> {
    let now = kitchen.now();
    let target_id = recipe.id;
    match &patch.name {
        Some(None) => return Err(quirks::unknown_error("TypeError")),
        Some(Some(name)) if name.is_empty() => return Err(quirks::unknown_error("AssertionError")),
        _ => {}
    }
    let name = patch.name.flatten();
    recipe.slug = quirks::slug_after_patch(&recipe, name.as_deref(), patch.slug.as_deref());
    let twin = kitchen.recipe_in(patch.group_id.unwrap_or(recipe.group_id), &recipe.slug);
    let taken_id = patch.id.is_some_and(|id| id != target_id && kitchen.recipes.get(id).is_some());
    if twin.is_some_and(|twin| twin.id != target_id) || taken_id {
        return Err(quirks::already_exists());
    }
    if let Some(name) = name {
        recipe.name = name;
    }
    for (field, text) in patch.texts {
        *text_field(&mut recipe, field) = text;
    }
    recipe.servings = patch.servings.unwrap_or(recipe.servings);
    recipe.yield_quantity = patch.yield_quantity.unwrap_or(recipe.yield_quantity);

    if let Some(id) = patch.id {
        quirks::takes_another_id(&mut recipe, id);
    }
    let mut organizers = Vec::new();
    for (kind, sent) in [
        (OrganizerKind::Category, patch.categories),
        (OrganizerKind::Tag, patch.tags),
        (OrganizerKind::Tool, patch.tools.map(Some)),
    ] {
        let Some(sent) = sent else { continue };
        let sent = sent.ok_or_else(|| quirks::unknown_error("TypeError"))?;
        let (ids, kept) = quirks::organizers_written_through(kitchen, kind, &sent, now)?;
        organizers.extend(kept);
        match kind {
            OrganizerKind::Category => recipe.categories = ids,
            OrganizerKind::Tag => recipe.tags = ids,
            OrganizerKind::Tool => recipe.tools = ids,
        }
    }
    if let Some(lines) = patch.lines {
        recipe.ingredients = lines.into_iter().map(|line| line.kept(kitchen)).collect::<Result<_, _>>()?;
    }
    let keeps_steps = matches!(patch.steps, Some(None));
    if let Some(steps) = patch.steps.flatten() {
        recipe.steps = steps.into_iter().map(SentStep::kept).collect::<Result<_, _>>()?;
    }
    if !keeps_steps {
        quirks::steps_made_anew(&mut recipe, &mut || kitchen.fresh_id());
    }
    if let Some(extras) = patch.extras {
        recipe.extras = quirks::extras_as_stored(&extras)?;
    }
    if let Some(image) = patch.image {
        recipe.image = quirks::image_as_stored(&image)?;
    }
    recipe.nutrition = patch.nutrition.unwrap_or(recipe.nutrition);
    if let Some(settings) = patch.settings {
        recipe.settings = settings.unwrap_or_else(|| quirks::settings_from(|_| None));
    }
    recipe.notes = patch.notes.unwrap_or(recipe.notes);
    recipe.assets = patch.assets.unwrap_or(recipe.assets);
    recipe.user_id = patch.user_id.unwrap_or(recipe.user_id);
    recipe.group_id = patch.group_id.unwrap_or(recipe.group_id);
    recipe.created_at = patch.created_at.unwrap_or(recipe.created_at);
    recipe.date_added = patch.date_added.unwrap_or(recipe.date_added);
    recipe.last_made = patch.last_made.unwrap_or(recipe.last_made);
    recipe.date_updated = Some(now);
    recipe.updated_at = now;
    for organizer in organizers {
        kitchen.organizers.put(organizer);
    }
    let id = recipe.id;
    kitchen.recipes.put_over(target_id, recipe);
    Ok(id)
}

fn text_field(recipe: &mut Recipe, field: Text) -> &mut Option<String> {
    match field {
        Text::Description => &mut recipe.description,
        Text::Yield => &mut recipe.yield_text,
        Text::TotalTime => &mut recipe.total_time,
        Text::PrepTime => &mut recipe.prep_time,
        Text::CookTime => &mut recipe.cook_time,
        Text::PerformTime => &mut recipe.perform_time,
        Text::OrgUrl => &mut recipe.org_url,
    }
}

impl SentLine {
    fn kept(self, kitchen: &Kitchen) -> Result<Ingredient, Answer> {
        // An unknown id is silently no food (Mealie 3.10.2; seen `recipes/patch_ingredients_food_unknown_id`).
        let food = match self.food {
            Thing::None => None,
            Thing::Known(id) => kitchen.foods.get(id).map(|food| food.id),
            Thing::NameOnly => return Err(quirks::line_names_a_thing_without_id()),
        };
        let unit = match self.unit {
            Thing::None => None,
            Thing::Known(id) => kitchen.units.get(id).map(|unit| unit.id),
            Thing::NameOnly => return Err(quirks::line_names_a_thing_without_id()),
        };
        if self.referenced_recipe == Referenced::NameOnly {
            return Err(quirks::line_names_a_thing_without_id());
        }
        let referenced_recipe = self.referenced_recipe.find(kitchen).map(|recipe| recipe.id);
        Ok(Ingredient {
            quantity: self.quantity,
            unit,
            food,
            referenced_recipe,
            note: self.note,
            title: self.title,
            original_text: self.original_text,
            reference_id: self.reference_id,
        })
    }
}

impl SentStep {
    fn kept(self) -> Result<Step, Answer> {
        Ok(Step {
            id: Uuid::nil(),
            title: self.title,
            summary: self.summary,
            text: self.text,
            ingredient_references: self.references.ok_or_else(quirks::step_without_references)?,
        })
    }
}
