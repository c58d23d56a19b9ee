//! Letting Mealie choose a recipe for a meal. It never reads or changes the rules by which it does (SHUT-1).

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Meal, Planned, plan};
use crate::args::Day;
use crate::failure::{Failure, Why};
use crate::mealie::plan::PlanEntry;
use crate::text::Date;
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `create_random_meal`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CreateRandomMeal {
    date: Day,
    entry_type: Meal,
}

/// The body.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct AnyMeal {
    date: Date,
    entry_type: &'static str,
}

impl Tool for CreateRandomMeal {
    const NAME: &'static str = "create_random_meal";
    const TITLE: &'static str = "Plan a random meal";
    const DESCRIPTION: &'static str =
        "Lets Mealie choose a recipe by the household's plan rules and adds it to the meal plan.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Planned;

    async fn plan(&self, _: &Kitchen<'_>) -> Result<Plan<Planned>, Failure> {
        let meal = AnyMeal { date: self.date.date(), entry_type: self.entry_type.word() };
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                match writes.post::<PlanEntry>(plan().then("random"), &meal).await {
                    Ok(entry) => Ok(Planned::of(&entry)),
                    Err(Failure::Status { code: 404, .. }) => Err(no_recipe()),
                    Err(failure) => Err(failure),
                }
            }
            .boxed()
        })))
    }
}

/// What a 404 means here: the words that come with it are in whatever language Mealie speaks.
fn no_recipe() -> Failure {
    Failure::refused(
        Why::Senseless,
        "Mealie answered 404: no recipe matches the household's plan rules for this day and meal, or there are no recipes \
         yet. Nothing was changed. Try another meal, or plan a recipe with create_mealplan_entry.",
    )
}
