//! A second recipe like the first. It never changes the first one.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::clean;
use super::create::refuse_unreachable;
use crate::answer::{Source, View};
use crate::args::Name;
use crate::failure::{Failure, Happened, Unusable};
use crate::mealie::lookup::{self, Reading, RecipeRef};
use crate::mealie::records::Recipe;
use crate::mealie::route::Route;
use crate::text::{Clean, Id, Limit, Slug};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `duplicate_recipe`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DuplicateRecipe {
    recipe: RecipeRef,
    /// Of the copy. Default: the same with a number.
    name: Option<Name>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Duplicated {
    status: DuplicatedStatus,
    /// The recipe that was copied.
    copy_of: Id,
    /// The copy.
    id: Id,
    /// The copy's.
    #[serde(skip_serializing_if = "Option::is_none")]
    slug: Option<Slug>,
    /// The copy's.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
    #[serde(skip)]
    renamed: bool,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum DuplicatedStatus {
    Duplicated,
}

impl View for Duplicated {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        let renamed = "Mealie gave the copy another name than asked for: that one was taken.";
        self.renamed.then(|| renamed.to_owned()).into_iter().collect()
    }
}

impl Tool for DuplicateRecipe {
    const NAME: &'static str = "duplicate_recipe";
    const TITLE: &'static str = "Duplicate a recipe";
    const DESCRIPTION: &'static str = "Makes a copy of a recipe, with its picture, under another name. Comments and plan entries stay with the first.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Duplicated;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Duplicated>, Failure> {
        if let Some(name) = &self.name {
            refuse_unreachable(name.as_str())?;
        }
        let reading = Reading::at(kitchen.reads, &self.recipe).await?;
        reading.agrees(kitchen.reads).await?;
        let (id, slug) = (reading.id, reading.slug);
        let name = self.name.as_ref().map(|name| name.as_str().to_owned());
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                lookup::prove(writes.reads(), &id, &slug).await?;
                // Mealie 3.10.2 wants a body, if an empty one.
                let body: Map<String, Value> =
                    name.iter().map(|name| ("name".to_owned(), Value::from(name.as_str()))).collect();
                let route = Route::to(&["recipes"]).slug(&slug).then("duplicate");
                let copy: Recipe = writes.post(route, &body).await?;
                let unreadable = Failure::Answer(Unusable::NotAsExpected, Happened::Perhaps);
                let is = |wanted: &str| copy.name.as_ref().is_some_and(|name| name.is(wanted));
                Ok(Duplicated {
                    status: DuplicatedStatus::Duplicated,
                    copy_of: id,
                    id: copy.id().ok_or(unreadable)?,
                    slug: copy.slug(),
                    name: clean(&copy.name, Limit::NAME),
                    renamed: name.is_some_and(|wanted| copy.name.is_some() && !is(&wanted)),
                })
            }
            .boxed()
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::bench::Bench;
    use serde_json::json;

    #[tokio::test]
    async fn live_3_a_copy_says_what_mealie_called_it() {
        let bench = Bench::start().await;
        for (row, arguments, name, noted) in [
            ("no name", json!({"recipe": "pea-soup"}), "Pea Soup (1)", false),
            ("a name", json!({"recipe": "pea-soup", "name": "Pea Soup for two"}), "Pea Soup for two", false),
            (
                "a name that is taken",
                json!({"recipe": "pea-soup", "name": "Red Lentil Soup"}),
                "Red Lentil Soup (1)",
                true,
            ),
        ] {
            let answer =
                bench.goes::<DuplicateRecipe>(arguments).await.unwrap_or_else(|f| panic!("{row}: {f:?}"));
            assert_eq!(answer.structured["name"], json!(name), "{row}");
            assert_eq!(answer.structured.contains_key("notes"), noted, "{row}");
            assert_ne!(answer.structured["id"], answer.structured["copy_of"], "{row}");
            assert!(bench.mealie.kitchen().recipe_named(name).is_some(), "{row}");
        }
    }

    #[tokio::test]
    async fn live_3_a_copy_whose_name_makes_no_address_is_refused_unwritten() {
        let bench = Bench::start().await;
        for name in ["🍕", "  ", "!?", "Exports", "suggestions!"] {
            let failure = bench.goes::<DuplicateRecipe>(json!({"recipe": "pea-soup", "name": name})).await;
            let refused = matches!(failure, Err(Failure::Argument { .. } | Failure::Refused(_)));
            assert!(refused, "{name}: {failure:?}");
        }
        assert_eq!(bench.mealie.writes(), []);
    }

    #[tokio::test]
    async fn live_5_a_recipe_whose_address_is_broken_is_not_copied() {
        let bench = Bench::start().await;
        let soup = bench.mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
        bench.mealie.kitchen().rename_leaving_the_slug(soup, "Red Lentil Soup");
        for recipe in [soup.to_string(), "pea-soup".to_owned()] {
            let failure = bench.goes::<DuplicateRecipe>(json!({"recipe": recipe})).await;
            assert!(bench.is_broken_address(&failure), "{recipe}: {failure:?}");
        }
        assert_eq!(bench.mealie.writes(), []);
    }

    #[tokio::test]
    async fn live_5_an_address_that_leads_elsewhere_since_the_plan_is_not_copied() {
        let bench = Bench::start().await;
        let soup = bench.mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
        let Plan::Go(write) = bench.plans::<DuplicateRecipe>(json!({"recipe": "pea-soup"})).await.unwrap()
        else {
            panic!("it never asks")
        };
        bench.mealie.kitchen().rename_leaving_the_slug(soup, "Red Lentil Soup");
        assert!(bench.is_broken_address(&bench.runs(write).await));
        assert_eq!(bench.mealie.writes(), []);
    }
}
