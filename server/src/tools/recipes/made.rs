//! When a recipe was last made. Every household has a date of its own; the recipe shows the latest of them.

use futures::FutureExt as _;
use futures::join;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::update::is_the_one_meant;
use crate::answer::{Source, View};
use crate::args::Moment;
use crate::failure::Failure;
use crate::mealie::lookup::{self, Reading, RecipeRef};
use crate::mealie::records::{HouseholdRecipe, Recipe};
use crate::mealie::route::Route;
use crate::text::{Foreign, Id, Slug, Timestamp};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `set_recipe_last_made`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct SetRecipeLastMade {
    recipe: RecipeRef,
    timestamp: Moment,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Made {
    status: MadeStatus,
    recipe_id: Id,
    /// This household's date now.
    last_made: Timestamp,
    /// This household's date before.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Timestamp>,
    /// What the recipe shows, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_shows: Option<Timestamp>,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum MadeStatus {
    Set,
}

impl View for Made {
    const SOURCE: Source = Source::Ours;

    fn notes(&self) -> Vec<String> {
        // Mealie 3.10.2: never goes back, whoever set the later one.
        let shows = "The recipe itself keeps showing the latest date it ever got, of any household.";
        self.recipe_shows.map(|_| shows.to_owned()).into_iter().collect()
    }
}

impl Tool for SetRecipeLastMade {
    const NAME: &'static str = "set_recipe_last_made";
    const TITLE: &'static str = "Set when a recipe was last made";
    const DESCRIPTION: &'static str = "Records when this household last made a recipe.";
    const EFFECT: Effect = Effect::Changes;
    type Answer = Made;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Made>, Failure> {
        let reading = Reading::at(kitchen.reads, &self.recipe).await?;
        let (agrees, before) = join!(
            reading.agrees(kitchen.reads),
            kitchen.reads.find::<HouseholdRecipe>(of_household(&reading.slug))
        );
        agrees?;
        let before = before?.and_then(|recipe| recipe.last_made.as_ref().and_then(Foreign::read_as));
        let (id, slug, at) = (reading.id, reading.slug, self.timestamp.timestamp());
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                lookup::prove(writes.reads(), &id, &slug).await?;
                let route = Route::to(&["recipes"]).slug(&slug).then("last-made");
                let recipe: Recipe = writes.patch(route, &json!({"timestamp": at})).await?;
                is_the_one_meant(&recipe, id)?;
                let shows: Option<Timestamp> = recipe.last_made.as_ref().and_then(Foreign::read_as);
                Ok(Made {
                    status: MadeStatus::Set,
                    recipe_id: id,
                    last_made: at,
                    before,
                    recipe_shows: shows.filter(|shows| *shows != at),
                })
            }
            .boxed()
        })))
    }
}

/// What the caller's household knows of a recipe. Mealie 3.10.2 answers 404 where it knows nothing.
fn of_household(slug: &Slug) -> Route {
    Route::to(&["households", "self", "recipes"]).slug(slug)
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;

    use super::*;
    use crate::tools::bench::Bench;

    #[tokio::test]
    async fn live_14_the_date_that_was_there_before_is_in_the_answer() {
        let bench = Bench::start().await;
        bench.mealie.kitchen().add_recipe("Porridge");
        for (row, timestamp, last_made, before, shows) in [
            ("the first", "2026-03-01", "2026-03-01T00:00:00Z", None, None),
            (
                "a later one",
                "2026-03-02T18:30:00+02:00",
                "2026-03-02T16:30:00Z",
                Some("2026-03-01T00:00:00Z"),
                None,
            ),
            (
                "an earlier one",
                "2025-01-01T08:00",
                "2025-01-01T08:00:00Z",
                Some("2026-03-02T16:30:00Z"),
                Some("2026-03-02T16:30:00Z"),
            ),
        ] {
            let arguments = json!({"recipe": "porridge", "timestamp": timestamp});
            let answer =
                bench.goes::<SetRecipeLastMade>(arguments).await.unwrap_or_else(|f| panic!("{row}: {f:?}"));
            let said = |field: &str| answer.structured.get(field).and_then(|value| value.as_str());
            assert_eq!(said("last_made"), Some(last_made), "{row}");
            assert_eq!(said("before"), before, "{row}");
            assert_eq!(said("recipe_shows"), shows, "{row}");
            assert_eq!(answer.structured.contains_key("notes"), shows.is_some(), "{row}");
        }
    }

    #[tokio::test]
    async fn live_5_a_recipe_whose_address_is_broken_gets_no_date() {
        let bench = Bench::start().await;
        let soup = bench.mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
        bench.mealie.kitchen().rename_leaving_the_slug(soup, "Red Lentil Soup");
        let arguments = json!({"recipe": soup.to_string(), "timestamp": "2026-03-01"});
        let failure = bench.goes::<SetRecipeLastMade>(arguments).await;
        assert!(bench.is_broken_address(&failure), "{failure:?}");
        assert_eq!(bench.mealie.writes(), []);
    }

    #[tokio::test]
    async fn live_5_an_address_that_leads_elsewhere_since_the_plan_gets_no_date() {
        let bench = Bench::start().await;
        let soup = bench.mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
        let arguments = json!({"recipe": "pea-soup", "timestamp": "2026-03-01"});
        let Plan::Go(write) = bench.plans::<SetRecipeLastMade>(arguments).await.unwrap() else {
            panic!("it never asks")
        };
        bench.mealie.kitchen().rename_leaving_the_slug(soup, "Red Lentil Soup");
        assert!(bench.is_broken_address(&bench.runs(write).await));
        assert_eq!(bench.mealie.writes(), []);
    }

    /// Renamed between the proof and the request, which nobody can rule out.
    #[tokio::test]
    async fn live_5_a_date_that_went_to_another_recipe_is_told() {
        let bench = Bench::start().await;
        let other = r#"{"id":"3f2a0000-0000-4000-8000-00000000dead","slug":"pea-soup","name":"Another"}"#;
        bench.mealie.order_fault(Fault::on("PATCH", "/api/recipes/pea-soup/last-made").answers(200, other));
        let arguments = json!({"recipe": "pea-soup", "timestamp": "2026-03-01"});
        let failure = bench.goes::<SetRecipeLastMade>(arguments).await;
        assert!(matches!(failure, Err(Failure::ChangedAnother { .. })), "{failure:?}");
    }
}
