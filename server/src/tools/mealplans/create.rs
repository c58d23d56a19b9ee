//! Planning a meal: a recipe, a title, or both. It never plans a recipe that is not there, as Mealie itself would.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Meal, Planned, has_a_title, plan, recipe_of};
use crate::args::{Content, Day};
use crate::failure::{Failure, Why};
use crate::mealie::lookup::RecipeRef;
use crate::mealie::plan::PlanEntry;
use crate::text::{Date, Id};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `create_mealplan_entry`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CreateMealplanEntry {
    date: Day,
    entry_type: Meal,
    recipe: Option<RecipeRef>,
    title: Option<Content<1, 255>>,
    text: Option<Content<0, 2000>>,
}

/// The body. What is left out is empty (Mealie 3.10.2).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewEntry {
    date: Date,
    entry_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<Content<1, 255>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Content<0, 2000>>,
}

impl Tool for CreateMealplanEntry {
    const NAME: &'static str = "create_mealplan_entry";
    const TITLE: &'static str = "Plan a meal";
    const DESCRIPTION: &'static str =
        "Adds an entry to the meal plan: a recipe, a title (such as \"Eat out\"), or both.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Planned;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Planned>, Failure> {
        if self.recipe.is_none() && self.title.is_none() {
            return Err(Failure::refused(
                Why::Senseless,
                "There is nothing to plan: give `recipe`, `title` or both. Nothing was changed.",
            ));
        }
        has_a_title(self.title.as_ref())?;
        let recipe_id = match &self.recipe {
            Some(recipe) => Some(recipe_of(kitchen.reads, recipe).await?),
            None => None,
        };
        let new = NewEntry {
            date: self.date.date(),
            entry_type: self.entry_type.word(),
            recipe_id,
            title: self.title.clone(),
            text: self.text.clone(),
        };
        Ok(Plan::Go(Write::new(move |writes| {
            async move { Ok(Planned::of(&writes.post::<PlanEntry>(plan(), &new).await?)) }.boxed()
        })))
    }
}
