//! Reading one recipe: as it is edited, or everything that Mealie holds about it. Both are cleaned; neither is proven to
//! have a sound address, since reading harms nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::{clean, given, is_filled, names, object};
use crate::answer::{PublicAddress, Source, View};
use crate::failure::Failure;
use crate::mealie::lookup::{RecipeRef, recipe_route};
use crate::mealie::read_record;
use crate::mealie::records::{self, Named, Recipe};
use crate::text::{Clean, CleanDocument, Date, Document, Foreign, Id, Limit, Slug, Timestamp, WebAddress};
use crate::tool::{Effect, Kitchen, Plan, Tool};

/// `get_recipe`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct GetRecipe {
    recipe: RecipeRef,
    /// raw: everything Mealie holds, as it holds it.
    detail: Option<Detail>,
}

crate::args::choice! {
    /// How much of a recipe is shown.
    pub(crate) enum Detail { Default = "default", Raw = "raw" }
}

/// What it answers: one of the two.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Box<Whole>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "object")]
    raw: Option<CleanDocument>,
}

impl View for Shown {
    const SOURCE: Source = Source::Mealie;
    const WHEN_SHORTENED: Option<&'static str> = Some(SHORTENED);
}

/// UNT-8: a list that is not whole here would replace the whole one.
pub(super) const SHORTENED: &str =
    "Do not write back a list that is not whole here: what is left out of it would be lost.";

/// A recipe as it is edited.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct Whole {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slug: Option<Slug>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    servings: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    yield_quantity: Option<Number>,
    #[serde(rename = "yield", skip_serializing_if = "Option::is_none")]
    yields: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_time: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prep_time: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cook_time: Option<Clean>,
    /// What importers fill instead of cook_time.
    #[serde(skip_serializing_if = "Option::is_none")]
    perform_time: Option<Clean>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    categories: Vec<Clean>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<Clean>,
    /// Kitchen tools.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<Number>,
    ingredients: Vec<Line>,
    instructions: Vec<StepShown>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteShown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "object")]
    nutrition: Option<CleanDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_url: Option<WebAddress>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_added: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_made: Option<Timestamp>,
    comments: u64,
    has_image: bool,
    /// Where people see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<PublicAddress>,
    #[serde(skip_serializing_if = "Option::is_none")]
    public: Option<bool>,
    /// Only its owner may edit it.
    #[serde(skip_serializing_if = "Option::is_none")]
    locked: Option<bool>,
}

/// An ingredient line; a plain one has a note alone.
#[derive(Serialize, JsonSchema)]
pub(super) struct Line {
    /// The heading above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) quantity: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unit: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) food: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) food_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<Clean>,
    /// Another recipe that is an ingredient of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) recipe: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) recipe_id: Option<Id>,
    /// What steps refer to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reference_id: Option<Id>,
}

/// A step.
#[derive(Serialize, JsonSchema)]
pub(super) struct StepShown {
    /// The heading above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<Clean>,
    /// The lines it uses, by reference_id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) uses: Vec<Id>,
}

/// A note.
#[derive(Serialize, JsonSchema)]
pub(super) struct NoteShown {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<Clean>,
}

impl Tool for GetRecipe {
    const NAME: &'static str = "get_recipe";
    const TITLE: &'static str = "Read a recipe";
    const DESCRIPTION: &'static str =
        "Shows one recipe whole: ingredients, instructions, notes, times, tags.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Shown;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Shown>, Failure> {
        let Some(document) = kitchen.reads.find::<Document>(recipe_route(&self.recipe)).await? else {
            return Err(Failure::NotFound { kind: "recipe", ids: Vec::new() });
        };
        // Whatever is shown is a recipe: a list or a word is no answer to this.
        let recipe: Recipe = read_record(&document)?;
        Ok(Plan::Answer(match self.detail {
            Some(Detail::Raw) => Shown { recipe: None, raw: Some(document.into_clean()) },
            Some(Detail::Default) | None => {
                Shown { recipe: Some(Box::new(Whole::of(recipe).with_picture(kitchen))), raw: None }
            }
        }))
    }
}

impl Whole {
    pub(in crate::tools) fn of(recipe: Recipe) -> Self {
        let (id, slug, has_image) = (recipe.id(), recipe.slug(), recipe.has_picture());
        let settings = recipe.settings;
        Self {
            id,
            slug,
            name: clean(&recipe.name, Limit::NAME),
            description: clean(&recipe.description, Limit::DESCRIPTION),
            servings: given(recipe.recipe_servings),
            yield_quantity: given(recipe.recipe_yield_quantity),
            yields: clean(&recipe.recipe_yield, Limit::SHORT),
            total_time: clean(&recipe.total_time, Limit::SHORT),
            prep_time: clean(&recipe.prep_time, Limit::SHORT),
            cook_time: clean(&recipe.cook_time, Limit::SHORT),
            perform_time: clean(&recipe.perform_time, Limit::SHORT),
            categories: names(recipe.recipe_category),
            tags: names(recipe.tags),
            tools: names(recipe.tools),
            rating: given(recipe.rating),
            ingredients: recipe.recipe_ingredient.unwrap_or_default().iter().map(Line::of).collect(),
            instructions: recipe.recipe_instructions.unwrap_or_default().iter().map(StepShown::of).collect(),
            notes: recipe.notes.unwrap_or_default().iter().map(NoteShown::of).collect(),
            nutrition: recipe.nutrition.filter(is_filled).map(Document::into_clean),
            source_url: recipe.org_url.as_ref().and_then(Foreign::read_as),
            date_added: recipe.date_added.as_ref().and_then(Foreign::read_as),
            updated_at: recipe.updated_at.as_ref().and_then(Foreign::read_as),
            last_made: recipe.last_made.as_ref().and_then(Foreign::read_as),
            comments: recipe.comments.map_or(0, |comments| comments.len() as u64),
            has_image,
            image: None,
            public: settings.as_ref().and_then(|settings| settings.public),
            locked: settings.as_ref().and_then(|settings| settings.locked),
        }
    }
}

impl Whole {
    /// With the address of its picture, if it has one and people have an address to see it at.
    fn with_picture(mut self, kitchen: &Kitchen<'_>) -> Self {
        self.image = self.id.filter(|_| self.has_image).and_then(|id| kitchen.picture(&id));
        self
    }
}

impl Line {
    /// A line as it is shown, and as it may be handed back.
    pub(super) fn of(line: &records::Ingredient) -> Self {
        let name = |named: &Option<Named>| named.as_ref().and_then(|named| clean(&named.name, Limit::NAME));
        Self {
            title: clean(&line.title, Limit::NAME),
            quantity: given(line.quantity),
            unit: name(&line.unit),
            food: name(&line.food),
            food_id: line.food.as_ref().and_then(Named::id),
            note: clean(&line.note, Limit::INGREDIENT),
            recipe: name(&line.referenced_recipe),
            recipe_id: line.referenced_recipe.as_ref().and_then(Named::id),
            reference_id: line.reference_id.as_ref().and_then(Foreign::read_as),
        }
    }
}

impl StepShown {
    /// A step as it is shown, and as it may be handed back.
    pub(super) fn of(step: &records::Step) -> Self {
        let references = step.ingredient_references.iter().flat_map(|references| references.iter());
        Self {
            title: clean(&step.title, Limit::NAME),
            text: clean(&step.text, Limit::STEP),
            uses: references
                .filter_map(|reference| reference.reference_id.as_ref().and_then(Foreign::read_as))
                .collect(),
        }
    }
}

impl NoteShown {
    /// A note as it is shown, and as it may be handed back.
    pub(super) fn of(note: &records::Note) -> Self {
        Self { title: clean(&note.title, Limit::NAME), text: clean(&note.text, Limit::NOTE) }
    }
}
