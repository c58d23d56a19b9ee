//! What somebody else does to the kitchen while a test looks on: sentences such as `tick_item` or `plan_recipe`.
//! Never goes through HTTP and is never in the journal. A verb on something that is not there does nothing.

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Map;
use uuid::Uuid;

use super::*;
use crate::slug::recipe_slug;

impl Kitchen {
    /// Adds a recipe without lines and steps. Its slug is that of the name, with a number behind it if taken.
    pub fn add_recipe(&mut self, name: &str) -> Uuid {
        let now = self.now();
        let wanted = recipe_slug(name).unwrap_or_default();
        let taken = |slug: &str| self.recipe_at(slug).is_some();
        let slug = std::iter::once(wanted.clone())
            .chain((1..).map(|number| format!("{wanted}-{number}")))
            .find(|slug| !taken(slug))
            .unwrap_or(wanted);
        let id = self.fresh_id();
        let recipe = Recipe {
            id,
            group_id: self.group.id,
            user_id: self.cook().id,
            name: name.into(),
            slug,
            image: None,
            servings: 0.0,
            yield_quantity: 0.0,
            yield_text: None,
            total_time: None,
            prep_time: None,
            cook_time: None,
            perform_time: None,
            description: Some(String::new()),
            categories: Vec::new(),
            tags: Vec::new(),
            tools: Vec::new(),
            rating: None,
            org_url: None,
            date_added: Some(day_of(now)),
            date_updated: Some(now),
            created_at: now,
            updated_at: now,
            last_made: None,
            ingredients: Vec::new(),
            steps: Vec::new(),
            nutrition: Nutrition::default(),
            settings: Settings::default(),
            assets: Vec::new(),
            notes: Vec::new(),
            extras: Map::new(),
            unknown_keys: Map::new(),
        };
        self.recipes.put(recipe);
        id
    }

    /// Renames a recipe as Mealie's own web page does: the slug follows the name.
    pub fn rename_recipe(&mut self, recipe_id: Uuid, name: &str) {
        self.change_recipe(recipe_id, |recipe| {
            recipe.name = name.into();
            recipe.slug = recipe_slug(name).unwrap_or_default();
        });
    }

    /// Renames a recipe as a careless client does (a PATCH with the name alone): the slug stays behind, and from then
    /// on writes go to whichever recipe has the slug of the new name (Mealie 3.10.2, hazards 2 and 3).
    pub fn rename_leaving_the_slug(&mut self, recipe_id: Uuid, name: &str) {
        self.change_recipe(recipe_id, |recipe| recipe.name = name.into());
    }

    /// Renames the recipe away and adds a new one under its old name, so that the old slug leads to the new one.
    /// Gives the id of the new recipe.
    pub fn give_away_slug(&mut self, recipe_id: Uuid, new_name: &str) -> Option<Uuid> {
        let old_name = self.recipes.get(recipe_id)?.name.clone();
        self.rename_recipe(recipe_id, new_name);
        Some(self.add_recipe(&old_name))
    }

    /// Sets the number of servings.
    pub fn set_servings(&mut self, recipe_id: Uuid, servings: f64) {
        self.change_recipe(recipe_id, |recipe| recipe.servings = servings);
    }

    /// Replaces the description.
    pub fn describe_recipe(&mut self, recipe_id: Uuid, description: &str) {
        self.change_recipe(recipe_id, |recipe| recipe.description = Some(description.into()));
    }

    /// Adds a step at the end.
    pub fn add_step(&mut self, recipe_id: Uuid, text: &str) {
        let id = self.fresh_id();
        let (title, summary) = (Some(String::new()), Some(String::new()));
        let step = Step { id, title, summary, text: text.into(), ingredient_references: Vec::new() };
        self.change_recipe(recipe_id, |recipe| recipe.steps.push(step));
    }

    /// Adds a line that is a quantity of a food.
    pub fn add_ingredient(&mut self, recipe_id: Uuid, quantity: f64, food_id: Uuid) {
        let line = Ingredient {
            quantity: Some(quantity),
            food: Some(food_id),
            note: Some(String::new()),
            reference_id: Some(self.fresh_id()),
            ..Ingredient::default()
        };
        self.change_recipe(recipe_id, |recipe| recipe.ingredients.push(line));
    }

    /// Adds a line of plain text.
    pub fn add_ingredient_note(&mut self, recipe_id: Uuid, note: &str) {
        let line = Ingredient {
            note: Some(note.into()),
            reference_id: Some(self.fresh_id()),
            ..Ingredient::default()
        };
        self.change_recipe(recipe_id, |recipe| recipe.ingredients.push(line));
    }

    /// Puts an organizer on a recipe.
    pub fn organize(&mut self, recipe_id: Uuid, organizer_id: Uuid) {
        let Some(kind) = self.organizers.get(organizer_id).map(|organizer| organizer.kind) else { return };
        self.change_recipe(recipe_id, |recipe| {
            let shelf = match kind {
                OrganizerKind::Tag => &mut recipe.tags,
                OrganizerKind::Category => &mut recipe.categories,
                OrganizerKind::Tool => &mut recipe.tools,
            };
            if !shelf.contains(&organizer_id) {
                shelf.push(organizer_id);
            }
        });
    }

    /// Deletes a recipe with all that Mealie deletes along with it: comments, timeline, ratings, plan entries, share
    /// links, pictures and the references of shopping lists. Items stay on their lists, other recipes keep their lines.
    pub fn delete_recipe(&mut self, recipe_id: Uuid) -> Option<Recipe> {
        let recipe = self.recipes.take(recipe_id)?;
        self.comments.take_where(|comment| comment.recipe_id == recipe_id);
        self.plan.retain(|entry| entry.recipe_id != Some(recipe_id));
        self.share_links.take_where(|link| link.recipe_id == recipe_id);
        let pictures = &mut self.event_pictures;
        self.timeline.take_where(|event| {
            let going = event.recipe_id == recipe_id;
            if going {
                pictures.remove(&event.id);
            }
            going
        });
        self.ratings.take_where(|rating| rating.recipe_id == recipe_id);
        self.pictures.remove(&recipe_id);
        self.cooked.retain(|(_, cooked), _| *cooked != recipe_id);
        for list in self.lists.iter_mut() {
            list.recipe_references.retain(|reference| reference.recipe_id != recipe_id);
        }
        for item in self.items.iter_mut() {
            item.recipe_references.retain(|reference| reference.recipe_id != recipe_id);
        }
        for other in self.recipes.iter_mut() {
            for line in other.ingredients.iter_mut().filter(|line| line.referenced_recipe == Some(recipe_id))
            {
                line.referenced_recipe = None;
            }
        }
        Some(recipe)
    }

    pub(super) fn change_recipe(&mut self, recipe_id: Uuid, change: impl FnOnce(&mut Recipe)) {
        let now = self.now();
        if let Some(recipe) = self.recipes.get_mut(recipe_id) {
            change(recipe);
            recipe.date_updated = Some(now);
            recipe.updated_at = now;
        }
    }
}

/// The day of a moment, in UTC as Mealie takes it for `dateAdded`.
pub(crate) fn day_of(moment: Timestamp) -> Date {
    moment.to_zoned(jiff::tz::TimeZone::UTC).date()
}
