//! `PATCH /api/recipes/{slug or id}`: what was sent replaces what was there, key by key.
//! Never protects a recipe from its sender: hazards 1 to 4 and 7 are reached from here, as in Mealie.

mod sent;

use uuid::Uuid;

use super::Call;
use super::recipes::{recipe_called, user, whole};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::store::{Ingredient, Kitchen, OrganizerKind, Recipe, Step};

use sent::{Patch, Referenced, SentLine, SentStep, Text, Thing};

/// Finds by slug or id, writes to the slug of the name (hazards 2 and 3), and answers with what it wrote to.
pub(super) fn patch(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let patch = Patch::read(call.object()?)?;
    let found = recipe_called(kitchen, call.captured(0))?;
    whole(kitchen, found)?;
    let slug = quirks::slug_written_to(found);
    let caller = user(kitchen, call);
    if !quirks::may_update(kitchen, caller, &slug) {
        return Err(quirks::permission_denied());
    }
    let locks = patch.settings.is_some_and(|settings| settings.locked != found.settings.locked);
    if locks && found.user_id != caller.id {
        return Err(quirks::permission_denied());
    }
    let referenced = patch.lines.iter().flatten().filter_map(|line| line.referenced_recipe.find(kitchen));
    if quirks::would_contain_itself(kitchen, patch.id, referenced) {
        return Err(quirks::contains_itself());
    }
    let target = kitchen.recipe_at(&slug).ok_or_else(quirks::permission_denied)?;
    whole(kitchen, target)?;
    let target_id = target.id;
    write(kitchen, target.clone(), patch)?;
    // Hazard 1: what cannot be read back is written all the same.
    let written = kitchen.recipes.get(target_id).ok_or_else(quirks::no_entry_found)?;
    Ok(Answer::ok(whole(kitchen, written)?).dated())
}

fn write(kitchen: &mut Kitchen, mut recipe: Recipe, patch: Patch) -> Result<(), Answer> {
    let now = kitchen.now();
    match &patch.name {
        Some(None) => return Err(quirks::unknown_error("TypeError")),
        Some(Some(name)) if name.is_empty() => return Err(quirks::unknown_error("AssertionError")),
        _ => {}
    }
    let name = patch.name.flatten();
    recipe.slug = quirks::slug_after_patch(&recipe, name.as_deref(), patch.slug.as_deref());
    let twin = kitchen.recipe_at(&recipe.slug);
    if twin.is_some_and(|twin| twin.id != recipe.id) {
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
    if let Some(steps) = patch.steps {
        recipe.steps = steps.into_iter().map(SentStep::kept).collect::<Result<_, _>>()?;
    }
    for step in &mut recipe.steps {
        // Steps are made anew by every update, whatever it is about (Mealie 3.10.2; seen `recipes/rename_*`).
        step.id = kitchen.fresh_id();
    }
    if let Some(extras) = patch.extras {
        quirks::extras_can_be_stored(&extras)?;
        recipe.extras = extras;
    }
    recipe.nutrition = patch.nutrition.unwrap_or(recipe.nutrition);
    recipe.settings = patch.settings.unwrap_or(recipe.settings);
    recipe.notes = patch.notes.unwrap_or(recipe.notes);
    recipe.date_updated = Some(now);
    recipe.updated_at = now;
    for organizer in organizers {
        kitchen.organizers.put(organizer);
    }
    kitchen.recipes.put(recipe);
    Ok(())
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
