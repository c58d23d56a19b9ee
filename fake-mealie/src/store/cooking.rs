//! What happens around a recipe: its cover, its timeline, when it was cooked; and recipes that have everything.
//! Never goes through HTTP and is never in the journal. A verb on something that is not there does nothing.

use axum::body::Bytes;
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use super::*;

/// The cover of a recipe. Mealie makes three sizes of it; here they are the bytes that were sent, unchanged.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    pub(crate) original: Bytes,
    /// The two smaller sizes.
    pub(crate) smaller: Bytes,
}

impl Picture {
    /// A cover of these bytes, in every size.
    pub fn of(bytes: impl Into<Vec<u8>>) -> Picture {
        Picture::made_of(bytes.into().into())
    }

    pub(crate) fn made_of(bytes: Bytes) -> Picture {
        Picture { original: bytes.clone(), smaller: bytes }
    }
}

/// Who put an event on the timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// Mealie itself.
    System,
    /// Somebody who says what happened.
    Info,
    /// Somebody who says something.
    Comment,
}

impl EventKind {
    /// The word of Mealie for it, lower case.
    pub fn word(self) -> &'static str {
        match self {
            EventKind::System => "system",
            EventKind::Info => "info",
            EventKind::Comment => "comment",
        }
    }
}

/// What an event says of its picture, which need not be so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventImage {
    /// There is one.
    Present,
    /// There is none.
    Missing,
}

impl EventImage {
    /// The words of Mealie for it.
    pub fn words(self) -> &'static str {
        match self {
            EventImage::Present => "has image",
            EventImage::Missing => "does not have image",
        }
    }
}

/// An event on the timeline of a recipe.
#[derive(Debug, Clone, PartialEq)]
pub struct TimelineEvent {
    /// UUID of the event.
    pub id: Uuid,
    /// The recipe.
    pub recipe_id: Uuid,
    /// The user it is about.
    pub user_id: Uuid,
    /// Heading.
    pub subject: String,
    /// Who put it there.
    pub kind: EventKind,
    /// Text.
    pub message: Option<String>,
    /// What it says of its picture; nothing if a client said null.
    pub image: Option<EventImage>,
    /// When it happened.
    pub timestamp: Timestamp,
    /// When the row was made.
    pub created_at: Timestamp,
    /// When the row was last changed.
    pub updated_at: Timestamp,
}

impl Kitchen {
    /// The recipe of a group with exactly this slug in the table.
    pub fn recipe_in(&self, group_id: Uuid, slug: &str) -> Option<&Recipe> {
        self.recipes.iter().find(|recipe| recipe.slug == slug && recipe.group_id == group_id)
    }

    /// Puts an event on the timeline of a recipe, as Mealie does it itself: with the moment the recipe was made.
    pub(crate) fn tell(&mut self, recipe_id: Uuid, subject: &str) {
        let (id, now) = (self.fresh_id(), self.now());
        let Some(recipe) = self.recipes.get(recipe_id) else { return };
        let event = TimelineEvent {
            id,
            recipe_id,
            user_id: recipe.user_id,
            subject: subject.into(),
            kind: EventKind::System,
            message: None,
            image: Some(EventImage::Missing),
            timestamp: recipe.created_at,
            created_at: now,
            updated_at: now,
        };
        self.timeline.put(event);
    }

    /// The timeline of a recipe, oldest first.
    pub fn timeline_of(&self, recipe_id: Uuid) -> Vec<&TimelineEvent> {
        self.timeline.iter().filter(|event| event.recipe_id == recipe_id).collect()
    }

    /// The cover of a recipe as it was sent; `None` if there is none.
    pub fn picture_of(&self, recipe_id: Uuid) -> Option<Vec<u8>> {
        self.pictures.get(&recipe_id).map(|picture| picture.original.to_vec())
    }

    /// Gives a recipe a cover, which any bytes can be here.
    pub fn set_picture(&mut self, recipe_id: Uuid, bytes: impl Into<Vec<u8>>) {
        let version = version_of_a_picture(self.fresh_id());
        self.pictures.insert(recipe_id, Picture::of(bytes));
        self.change_recipe(recipe_id, |recipe| recipe.image = Some(version));
    }

    /// Cooks a recipe, in the household of the cook. The recipe shows the latest time that any household cooked it.
    pub fn cook_recipe(&mut self, recipe_id: Uuid, when: Timestamp) {
        let household = self.household_of(self.cook().id).id;
        self.cooked_in(household, recipe_id, when);
    }

    /// Mealie 3.10.2, `update_recipe_last_made`: never goes back. Seen `recipes/last_made_older_kept_as_max`.
    pub(crate) fn cooked_in(&mut self, household: Uuid, recipe_id: Uuid, when: Timestamp) {
        let now = self.now();
        let Some(recipe) = self.recipes.get_mut(recipe_id) else { return };
        self.cooked.insert((household, recipe_id), when);
        if recipe.last_made.is_none_or(|last| last < when) {
            recipe.last_made = Some(when);
            recipe.updated_at = now;
        }
    }

    /// Locks a recipe: nobody but its owner may change it.
    pub fn lock_recipe(&mut self, recipe_id: Uuid) {
        self.change_recipe(recipe_id, |recipe| recipe.settings.locked = true);
    }

    /// Gives a recipe to another user, and with that to the user's household.
    pub fn give_recipe(&mut self, recipe_id: Uuid, user_id: Uuid) {
        self.change_recipe(recipe_id, |recipe| recipe.user_id = user_id);
    }

    /// Says where a recipe was taken from.
    pub fn set_source(&mut self, recipe_id: Uuid, address: &str) {
        self.change_recipe(recipe_id, |recipe| recipe.org_url = Some(address.into()));
    }

    /// Sets one of the eleven nutrition texts, such as `calories`.
    pub fn set_nutrition(&mut self, recipe_id: Uuid, key: &str, text: &str) {
        self.change_recipe(recipe_id, |recipe| {
            recipe.nutrition.0.insert(key.into(), text.into());
        });
    }

    /// Replaces the six switches of a recipe.
    pub fn set_settings(&mut self, recipe_id: Uuid, settings: Settings) {
        self.change_recipe(recipe_id, |recipe| recipe.settings = settings);
    }

    /// Links a step to a line, both counted from 0.
    pub fn link_step(&mut self, recipe_id: Uuid, step: usize, line: usize) {
        self.change_recipe(recipe_id, |recipe| {
            let line = recipe.ingredients.get(line).and_then(|line| line.reference_id);
            if let (Some(step), Some(line)) = (recipe.steps.get_mut(step), line) {
                step.ingredient_references.push(line);
            }
        });
    }

    /// Adds a line as it is; without a reference id it gets one.
    pub fn add_line(&mut self, recipe_id: Uuid, mut line: Ingredient) {
        let id = self.fresh_id();
        line.reference_id.get_or_insert(id);
        self.change_recipe(recipe_id, |recipe| recipe.ingredients.push(line));
    }

    /// Adds a recipe that has something everywhere: two sections of linked and plain lines, steps that point at them,
    /// notes, nutrition, a mixed set of switches, organizers of each kind, extras, a source, times, a cover and a day it
    /// was cooked. For tests that compare a recipe before and after.
    pub fn add_full_recipe(&mut self, name: &str) -> Uuid {
        let id = self.add_recipe(name);
        let food = self.food_named("flour").map(|food| food.id);
        let food = food.unwrap_or_else(|| self.add_food("flour"));
        let unit = self.unit_named("gram").map(|unit| unit.id);
        let unit = unit.unwrap_or_else(|| self.add_unit("gram"));
        let text = |text: &str| Some(text.to_owned());
        for line in [
            Ingredient {
                quantity: Some(250.0),
                unit: Some(unit),
                food: Some(food),
                note: text("sifted"),
                title: text("Dough"),
                original_text: text("250 g flour, sifted"),
                ..Ingredient::default()
            },
            Ingredient { quantity: Some(0.0), note: text("a pinch of salt"), ..Ingredient::default() },
            Ingredient { note: text("3 plums"), title: text("Filling"), ..Ingredient::default() },
        ] {
            self.add_line(id, line);
        }
        for step in ["Knead the dough.", "Bake for 40 minutes."] {
            self.add_step(id, step);
        }
        self.link_step(id, 0, 0);
        self.link_step(id, 0, 1);
        self.link_step(id, 1, 2);
        self.add_note(id, "Keeping", "Two days in a tin.");
        self.add_note(id, "", "Better with cream.");
        self.set_nutrition(id, "calories", "310");
        self.set_nutrition(id, "sodiumContent", "120");
        for (kind, organizer) in
            [(OrganizerKind::Tag, "Full"), (OrganizerKind::Category, "Full"), (OrganizerKind::Tool, "Full")]
        {
            let known = self.organizer_named(kind, organizer).map(|known| known.id);
            let organizer = known.unwrap_or_else(|| self.add_organizer(kind, organizer));
            self.organize(id, organizer);
        }
        self.set_extra(id, "origin", json!("grandmother"));
        self.set_source(id, "https://recipes.example/full");
        self.set_picture(id, crate::pictures::SAMPLE_PICTURES[0].1);
        let cooked = self.now();
        self.cook_recipe(id, cooked);
        self.change_recipe(id, |recipe| {
            recipe.description = text("Plum cake,\nas it was.");
            recipe.servings = 6.0;
            recipe.yield_quantity = 1.0;
            recipe.yield_text = text("tray");
            recipe.total_time = text("1 hour");
            recipe.prep_time = text("20 minutes");
            recipe.cook_time = text("35 minutes");
            recipe.perform_time = text("40 minutes");
            recipe.settings = Settings { show_nutrition: true, landscape_view: true, ..Settings::default() };
            recipe.assets =
                vec![Asset { name: "Card".into(), icon: "mdi-file".into(), file_name: text("card.pdf") }];
            if let [first, second] = recipe.steps.as_mut_slice() {
                (first.title, first.summary) = (text("Dough"), text("Knead"));
                second.title = text("Filling");
            }
        });
        id
    }
}

/// The version of a cover that was uploaded: a number below 256 (Mealie 3.10.2, `update_image`).
pub(crate) fn version_of_a_picture(random: Uuid) -> String {
    random.as_bytes()[0].to_string()
}
