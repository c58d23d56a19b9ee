//! The kitchen of one scenario: a fake Mealie of its own, and the names by which the scenario speaks of what is in
//! it. It brings states about and tells them; it never speaks to the subject.

use std::collections::BTreeMap;
use std::io;
use std::ops::Deref;
use std::sync::MutexGuard;

use fake_mealie::{Arrival, FakeMealie, Fault, Ingredient, Meal, Options, OrganizerKind, Seed};
use serde_json::json;
use uuid::Uuid;

use crate::transcript::{Origin, Transcript};
use crate::unmet::Unmet;

/// One scenario's Mealie.
pub(crate) struct Kitchen {
    fake: FakeMealie,
    /// What each name of the scenario stands for. A name stays with its thing when the thing is renamed.
    known: BTreeMap<String, Uuid>,
    as_it_was: Option<fake_mealie::Kitchen>,
    transcript: Transcript,
}

impl std::fmt::Debug for Kitchen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kitchen").field("url", &self.fake.url()).finish_non_exhaustive()
    }
}

/// The state for those who may only look.
pub(crate) struct View<'kitchen>(MutexGuard<'kitchen, fake_mealie::Kitchen>);

impl Deref for View<'_> {
    type Target = fake_mealie::Kitchen;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Kitchen {
    /// An empty kitchen.
    pub(crate) async fn empty(transcript: &Transcript) -> io::Result<Self> {
        Self::open(Seed::Empty, transcript).await
    }

    /// The kitchen that the demo shows.
    pub(crate) async fn demo(transcript: &Transcript) -> io::Result<Self> {
        Self::open(Seed::Demo, transcript).await
    }

    async fn open(seed: Seed, transcript: &Transcript) -> io::Result<Self> {
        let fake = FakeMealie::start(Options { seed, ..Options::default() }).await?;
        let known = fake.kitchen().recipes.iter().map(|recipe| (recipe.name.clone(), recipe.id)).collect();
        Ok(Self { fake, known, as_it_was: None, transcript: transcript.clone() })
    }

    /// Where it is.
    pub(crate) fn url(&self) -> &str {
        self.fake.url()
    }

    /// What opens it.
    pub(crate) fn token(&self) -> &str {
        self.fake.token()
    }

    /// What arrived there, in order.
    pub(crate) fn journal(&self) -> Vec<Arrival> {
        self.fake.journal()
    }

    /// What arrived there and could have changed something.
    pub(crate) fn writes(&self) -> Vec<Arrival> {
        self.fake.writes()
    }

    /// The state, to be looked at. Let go of it before the next `await`.
    pub(crate) fn view(&self) -> View<'_> {
        View(self.fake.kitchen())
    }

    /// The state, to be changed. Let go of it before the next `await`.
    pub(crate) fn state(&self) -> MutexGuard<'_, fake_mealie::Kitchen> {
        self.fake.kitchen()
    }

    /// What a name of the scenario stands for.
    pub(crate) fn id_of(&self, name: &str) -> Result<Uuid, Unmet> {
        self.known.get(name).copied().ok_or_else(|| {
            Unmet::new(format!("a scenario that has {name:?} in its kitchen"), "nothing of that name")
        })
    }

    /// Every name of the scenario with its id.
    pub(crate) fn names(&self) -> &BTreeMap<String, Uuid> {
        &self.known
    }

    /// The address at which a recipe answers.
    pub(crate) fn address_of(&self, name: &str) -> Result<String, Unmet> {
        let id = self.id_of(name)?;
        let slug = self.view().recipes.get(id).map(|recipe| recipe.slug.clone());
        slug.ok_or_else(|| Unmet::new(format!("a recipe {name:?}"), "none"))
    }

    /// Gives a name to a thing.
    pub(crate) fn name(&mut self, name: &str, id: Uuid) {
        self.known.insert(name.to_owned(), id);
    }

    /// Says in the transcript what happens here.
    pub(crate) fn note(&self, what: &str) {
        self.transcript.note(Origin::Aside, what);
    }

    /// Orders trouble.
    pub(crate) fn order(&self, fault: Fault) {
        self.fake.order_fault(fault);
    }

    /// A recipe with servings and steps.
    pub(crate) fn add_recipe(&mut self, name: &str, servings: u32, steps: usize) -> Uuid {
        let mut state = self.fake.kitchen();
        let id = state.add_recipe(name);
        state.set_servings(id, f64::from(servings));
        for step in 1..=steps {
            state.add_step(id, &format!("{name}: step number {step}"));
        }
        drop(state);
        self.name(name, id);
        id
    }

    /// A food.
    pub(crate) fn add_food(&mut self, name: &str) {
        let id = self.state().add_food(name);
        self.name(name, id);
    }

    /// A line in a recipe that uses a food.
    pub(crate) fn use_food(&mut self, recipe: &str, food: &str) -> Result<(), Unmet> {
        let (recipe, food) = (self.id_of(recipe)?, self.id_of(food)?);
        self.state().add_ingredient(recipe, 200.0, food);
        Ok(())
    }

    /// A line of text in a recipe, known as `line TEXT`.
    pub(crate) fn add_line(&mut self, recipe: &str, text: &str) -> Result<(), Unmet> {
        let id = Uuid::new_v4();
        let line =
            Ingredient { note: Some(text.to_owned()), reference_id: Some(id), ..Ingredient::default() };
        self.change_recipe(recipe, |recipe| recipe.ingredients.push(line))?;
        self.name(&format!("line {text}"), id);
        Ok(())
    }

    /// A unit.
    pub(crate) fn add_unit(&mut self, name: &str) {
        let id = self.state().add_unit(name);
        self.name(name, id);
    }

    /// A line in a recipe that uses a unit.
    pub(crate) fn use_unit(&mut self, recipe: &str, unit: &str) -> Result<(), Unmet> {
        let unit = self.id_of(unit)?;
        let line = Ingredient {
            quantity: Some(2.0),
            unit: Some(unit),
            note: Some("something".to_owned()),
            reference_id: Some(Uuid::new_v4()),
            ..Ingredient::default()
        };
        self.change_recipe(recipe, |recipe| recipe.ingredients.push(line))
    }

    /// A quantity in a unit on the shopping list.
    pub(crate) fn put_unit_on_list(&mut self, unit: &str) -> Result<(), Unmet> {
        let unit = self.id_of(unit)?;
        let mut state = self.state();
        let list = state.list_named("Groceries").map(|list| list.id);
        let list = list.unwrap_or_else(|| state.add_list("Groceries"));
        let item = state.add_item(list, "something");
        if let Some(item) = state.items.get_mut(item) {
            item.unit_id = Some(unit);
        }
        Ok(())
    }

    /// A shopping list with lines of text, each known by its text.
    pub(crate) fn add_list(&mut self, items: &[String]) {
        let mut state = self.fake.kitchen();
        let list = state.list_named("Groceries").map(|list| list.id).unwrap_or_default();
        let list = if list.is_nil() { state.add_list("Groceries") } else { list };
        let added: Vec<(String, Uuid)> =
            items.iter().map(|item| (item.clone(), state.add_item(list, item))).collect();
        drop(state);
        self.known.extend(added);
    }

    /// A quantity of a food on the shopping list.
    pub(crate) fn put_on_list(&mut self, food: &str) -> Result<(), Unmet> {
        let food = self.id_of(food)?;
        let mut state = self.state();
        let list = state.list_named("Groceries").map(|list| list.id);
        let list = list.unwrap_or_else(|| state.add_list("Groceries"));
        state.add_food_item(list, 1.0, food);
        Ok(())
    }

    /// A tag, a category or a kitchen tool, known by both words: `tag Winter`.
    pub(crate) fn add_organizer(&mut self, kind: &str, name: &str) -> Result<Uuid, Unmet> {
        let id = self.state().add_organizer(organizer_kind(kind)?, name);
        self.name(&format!("{kind} {name}"), id);
        Ok(id)
    }

    /// The same on a recipe; it is there already or is added.
    pub(crate) fn organize(&mut self, recipe: &str, kind: &str, name: &str) -> Result<(), Unmet> {
        let recipe = self.id_of(recipe)?;
        let id = match self.id_of(&format!("{kind} {name}")) {
            Ok(id) => id,
            Err(_) => self.add_organizer(kind, name)?,
        };
        self.state().organize(recipe, id);
        Ok(())
    }

    /// Plan entries for a recipe, on following days.
    pub(crate) fn plan(&mut self, recipe: &str, meals: i8) -> Result<(), Unmet> {
        let recipe = self.id_of(recipe)?;
        let mut state = self.state();
        for day in 1..=meals {
            state.plan_recipe(recipe, jiff::civil::date(2026, 12, day), Meal::Dinner);
        }
        Ok(())
    }

    /// What another program left at a recipe.
    pub(crate) fn leave_note(&mut self, recipe: &str, key: &str, value: &str) -> Result<(), Unmet> {
        self.change_recipe(recipe, |recipe| {
            recipe.extras.insert(key.to_owned(), json!(value));
        })
    }

    /// Any change to a recipe.
    pub(crate) fn change_recipe(
        &mut self,
        recipe: &str,
        change: impl FnOnce(&mut fake_mealie::Recipe),
    ) -> Result<(), Unmet> {
        let id = self.id_of(recipe)?;
        let mut state = self.state();
        state
            .recipes
            .get_mut(id)
            .map(change)
            .ok_or_else(|| Unmet::new(format!("a recipe {recipe:?}"), "none"))
    }

    /// Replaces every text that somebody wrote, and leaves ids, counts, flags and dates as they are.
    pub(crate) fn replace_every_text(&mut self, text: &str) {
        let mut state = self.state();
        for (number, recipe) in (0..).zip(state.recipes.iter_mut()) {
            // Addresses stay true to their names, or the recipe could not be reached any more.
            recipe.name = format!("{text} {number}");
            recipe.slug = slug_of(&recipe.name);
            recipe.description = Some(text.to_owned());
            recipe.steps.iter_mut().for_each(|step| step.text = text.to_owned());
            recipe.ingredients.iter_mut().for_each(|line| line.note = Some(text.to_owned()));
            recipe.extras.insert("note".to_owned(), json!(text));
        }
        for (number, food) in (0..).zip(state.foods.iter_mut()) {
            food.name = format!("{text} {number}");
            food.description = text.to_owned();
        }
        for (number, unit) in (0..).zip(state.units.iter_mut()) {
            unit.name = format!("{text} {number}");
            unit.description = text.to_owned();
        }
        state.comments.iter_mut().for_each(|comment| comment.text = text.to_owned());
        for entry in &mut state.plan {
            (entry.title, entry.text) = (text.to_owned(), text.to_owned());
        }
        state.items.iter_mut().for_each(|item| item.note = Some(text.to_owned()));
        state.lists.iter_mut().for_each(|list| list.name = Some(text.to_owned()));
        state.organizers.iter_mut().for_each(|organizer| organizer.name = text.to_owned());
        drop(state);
        self.note(&format!("every text in the kitchen is now {text:?}"));
    }

    /// The token that the subject was given opens nothing any more.
    pub(crate) fn revoke_token(&mut self) {
        self.state().users.iter_mut().for_each(|user| user.token = "another-token".to_owned());
        self.note("Mealie no longer takes the token");
    }

    /// Remembers the state, to be put back later.
    pub(crate) fn remember(&mut self) {
        let state = self.state().clone();
        self.as_it_was.get_or_insert(state);
    }

    /// The state as it was when it was remembered: before the subject came.
    pub(crate) fn before(&self) -> Option<&fake_mealie::Kitchen> {
        self.as_it_was.as_ref()
    }

    /// Puts the state back as it was when it was remembered, ids and times and all.
    pub(crate) fn put_back(&mut self) -> Result<(), Unmet> {
        let state = self.as_it_was.clone();
        let state =
            state.ok_or_else(|| Unmet::new("a kitchen that the subject has met", "one that it has not"))?;
        *self.state() = state;
        self.note("the kitchen was put back as it was");
        Ok(())
    }
}

/// The kind of organizer that a feature speaks of.
pub(crate) fn organizer_kind(word: &str) -> Result<OrganizerKind, Unmet> {
    match word {
        "tag" | "tags" => Ok(OrganizerKind::Tag),
        "category" | "categories" => Ok(OrganizerKind::Category),
        "kitchen tool" | "kitchen tools" => Ok(OrganizerKind::Tool),
        other => Err(Unmet::new("tag, category or kitchen tool", other)),
    }
}

/// The address that Mealie makes of a plain name: lower case, everything else a hyphen.
fn slug_of(name: &str) -> String {
    let letters = name.to_lowercase();
    let words: Vec<&str> = letters.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}
