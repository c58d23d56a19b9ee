//! One cookbook with the recipes that are in it now.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cookbook, Shown, books, missing};
use crate::answer::{Source, View};
use crate::args::{Text, Whole};
use crate::failure::Failure;
use crate::mealie::Reads;
use crate::mealie::lookup::{Shelf, resolve};
use crate::mealie::route::Route;
use crate::text::Id;
use crate::tool::{Effect, Kitchen, Plan, Tool};
use crate::tools::pages::PerPage;
use crate::tools::recipes::{Summary, page_of};

/// Recipes where the caller names no number: as many as a search shows.
const PER_PAGE: u64 = 20;

/// `get_cookbook`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct GetCookbook {
    /// Name, slug or UUID.
    cookbook: Text<1, 255>,
    /// Recipes. Default 20.
    per_page: Option<PerPage>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Opened {
    cookbook: Shown,
    /// Recipes in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    recipes: Vec<Summary>,
}

impl View for Opened {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        let shown = self.recipes.len() as u64;
        let more = self.total.filter(|total| *total > shown && shown > 0);
        let note = |total| {
            format!(
                "{shown} of its {total} recipes are shown; search_recipes with `cookbook` pages through all."
            )
        };
        more.map(note).into_iter().collect()
    }
}

impl Tool for GetCookbook {
    const NAME: &'static str = "get_cookbook";
    const TITLE: &'static str = "Read a cookbook";
    const DESCRIPTION: &'static str = "Shows a cookbook and the newest recipes that match it now. All of them: search_recipes with `cookbook`.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Opened;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Opened>, Failure> {
        let id = id_of(kitchen.reads, self.cookbook.as_str()).await?;
        let book = kitchen.reads.find::<Cookbook>(books().id(&id)).await?.ok_or_else(|| missing(id))?;
        let recipes = Route::to(&["recipes"]).with("cookbook", &id);
        let per_page = self.per_page.map_or(PER_PAGE, Whole::get);
        let page = page_of(kitchen.reads, recipes, 1, per_page).await?;
        let total = page.count();
        let recipes = page.into_items().into_iter().map(Summary::of).collect();
        Ok(Plan::Answer(Opened { cookbook: Shown::of(&book), total, recipes }))
    }
}

/// By whatever a cookbook is called: an unknown one is an error, never every recipe (LIVE-1).
async fn id_of(reads: &Reads, called: &str) -> Result<Id, Failure> {
    if let Ok(id) = called.parse() {
        return Ok(id);
    }
    let found = resolve(reads, Shelf::Cookbooks, vec![called]).await?;
    found.first().copied().ok_or(Failure::NotFound { kind: "cookbook", ids: Vec::new() })
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;
    use serde_json::json;

    use super::*;
    use crate::tools::bench::Bench;
    use crate::tools::recipes::SearchRecipes;

    #[tokio::test]
    async fn a_cookbook_is_found_by_id_slug_and_name_and_shows_what_is_in_it_now() {
        let bench = Bench::start().await;
        let id = bench.mealie.kitchen().add_cookbook("All soups", r#"name LIKE "%soup%""#);
        let soups = {
            let kitchen = bench.mealie.kitchen();
            kitchen.recipes.iter().filter(|recipe| recipe.name.to_lowercase().contains("soup")).count()
        };
        assert!(soups > 1, "the demo has soups");
        for called in [id.to_string().as_str(), "all-soups", "All soups", "all SOUPS"] {
            let answer = bench.answers::<GetCookbook>(json!({"cookbook": called})).await.unwrap();
            assert_eq!(answer.structured["cookbook"]["id"], json!(id), "{called}");
            assert_eq!(answer.structured["total"], json!(soups), "{called}");
            assert_eq!(answer.structured["recipes"].as_array().unwrap().len(), soups, "{called}");
        }
        let answer =
            bench.answers::<GetCookbook>(json!({"cookbook": "all-soups", "per_page": 1})).await.unwrap();
        assert_eq!(answer.structured["recipes"].as_array().unwrap().len(), 1);
        assert!(answer.text.starts_with(&format!("1 of its {soups} recipes are shown")), "{}", answer.text);
    }

    /// Mealie 3.10.2 counts a page in joined rows: see `pagination/qf_contains_all*`.
    #[tokio::test]
    async fn a_recipe_with_several_tags_takes_no_place_of_another() {
        let bench = Bench::start().await;
        {
            let mut kitchen = bench.mealie.kitchen();
            let tags = ["Warm", "Green"].map(|tag| kitchen.add_tag(tag));
            for name in ["First", "Second", "Third"] {
                let recipe = kitchen.add_recipe(name);
                for tag in tags {
                    kitchen.organize(recipe, tag);
                }
            }
            kitchen.add_cookbook("Warm and green", r#"tags.slug CONTAINS ALL ["warm", "green"]"#);
        }
        let mut seen = Vec::new();
        for page in 1..=4 {
            let arguments =
                json!({"cookbook": "warm-and-green", "per_page": 1, "page": page, "order_by": "name"});
            let answer = bench.answers::<SearchRecipes>(arguments).await.unwrap();
            assert_eq!(
                (&answer.structured["total"], &answer.structured["total_pages"]),
                (&json!(3), &json!(3))
            );
            let recipes = answer.structured["recipes"].as_array().unwrap().iter();
            seen.extend(recipes.map(|recipe| recipe["name"].as_str().unwrap().to_owned()));
        }
        assert_eq!(seen, ["First", "Second", "Third"], "each on one page");
        for (per_page, want) in [(2, 2), (3, 3), (20, 3)] {
            let arguments = json!({"cookbook": "warm-and-green", "per_page": per_page});
            let answer = bench.answers::<GetCookbook>(arguments).await.unwrap();
            assert_eq!(answer.structured["total"], json!(3), "{per_page}");
            assert_eq!(answer.structured["recipes"].as_array().unwrap().len(), want, "{per_page}");
        }
    }

    #[tokio::test]
    async fn live_1_a_cookbook_that_is_not_there_is_an_error_and_never_every_recipe() {
        let bench = Bench::start().await;
        for called in ["no-such-book", "0c0ffee0-0000-4000-8000-000000000000"] {
            let failure = bench.answers::<GetCookbook>(json!({"cookbook": called})).await.unwrap_err();
            assert!(!failure.words().ours.is_empty(), "{failure:?}");
        }
        let asked = bench.mealie.journal();
        assert!(asked.iter().all(|one| one.path != "/api/recipes"), "{asked:?}");
    }

    #[tokio::test]
    async fn live_13_nulls_are_survived() {
        let bench = Bench::start().await;
        let id = bench.mealie.kitchen().add_cookbook("Soups", "");
        let json = [("content-type", "application/json")];
        let book = json!({"id": id, "name": null, "public": null, "queryFilterString": null, "household": null, "new": 1});
        let at = format!("/api/households/cookbooks/{id}");
        bench.mealie.order_fault(Fault::on("GET", &at).next(1).answers_with(200, &json, book.to_string()));
        let nothing = json!({"items": null, "total": null}).to_string();
        bench.mealie.order_fault(Fault::on("GET", "/api/recipes").next(1).answers_with(200, &json, nothing));
        let answer = bench.answers::<GetCookbook>(json!({"cookbook": id})).await.unwrap();
        assert_eq!(answer.structured["cookbook"], json!({"id": id, "public": false}));
        assert_eq!(answer.structured["recipes"], json!([]));
    }
}
