//! Searching recipes. Every filter is resolved before it is sent, since Mealie drops what it cannot resolve and then
//! answers with everything (LIVE-1).

use std::collections::HashSet;

use futures::try_join;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::in_cookbook::page_of;
use super::{clean, given, names};
use crate::answer::{Source, View};
use crate::args::{Flag, IdArgument, Many, Text, Whole};
use crate::failure::{Failure, Why};
use crate::mealie::Reads;
use crate::mealie::lookup::{Shelf, resolve};
use crate::mealie::records::{Named, Page, Recipe};
use crate::mealie::route::Route;
use crate::text::{Clean, Foreign, Id, Limit, Slug};
use crate::tool::{Effect, Kitchen, Plan, Tool};
use crate::tools::pages::{self, Direction, PerPage, has_a_word, paged, pages_of, past_the_end};

/// Recipes on a page where the caller names no number: a screen's worth, and about 6 kB.
const PER_PAGE: u64 = 20;

/// `search_recipes`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct SearchRecipes {
    /// Words; a recipe matches if any of them is part of its name, its description or the text of its ingredient lines. A
    /// linked food is found by `foods`.
    search: Option<Text<1, 200>>,
    /// Names, slugs or UUIDs.
    tags: Option<Many<Text<1, 255>, 1, 20>>,
    /// Names, slugs or UUIDs.
    categories: Option<Many<Text<1, 255>, 1, 20>>,
    /// Kitchen tools: names, slugs or UUIDs.
    tools: Option<Many<Text<1, 255>, 1, 20>>,
    /// Ids: list_foods.
    foods: Option<Many<IdArgument, 1, 20>>,
    /// Name, slug or UUID. Not together with tags, categories, tools or foods.
    cookbook: Option<Text<1, 255>>,
    /// All of the tags instead of any.
    require_all_tags: Option<Flag>,
    require_all_categories: Option<Flag>,
    require_all_tools: Option<Flag>,
    require_all_foods: Option<Flag>,
    order_by: Option<OrderBy>,
    /// Default: asc by name, else desc.
    order_direction: Option<Direction>,
    page: Option<pages::Page>,
    /// Default 20.
    per_page: Option<PerPage>,
}

crate::args::choice! {
    /// What recipes are ordered by.
    pub(crate) enum OrderBy { Name = "name", Rating = "rating", CreatedAt = "created_at", UpdatedAt = "updated_at",
        LastMade = "last_made", Random = "random" }
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Found {
    /// Recipes that match, on all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    page: u64,
    total_pages: u64,
    recipes: Vec<Summary>,
}

/// One recipe in a list.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct Summary {
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
    total_time: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_made: Option<crate::text::Timestamp>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    categories: Vec<Clean>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<Clean>,
}

impl View for Found {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        past_the_end(self.recipes.len(), self.total, self.total_pages).into_iter().collect()
    }
}

impl Tool for SearchRecipes {
    const NAME: &'static str = "search_recipes";
    const TITLE: &'static str = "Search recipes";
    const DESCRIPTION: &'static str = "Lists recipes that match, a page at a time: newest first, or with `search` the \
         best names first. Each comes with the id and slug that other tools take.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Found;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Found>, Failure> {
        self.makes_sense()?;
        let route = self.route(kitchen.reads).await?;
        let page: Page<Recipe> = if self.cookbook.is_some() {
            let per_page = self.per_page.map_or(PER_PAGE, Whole::get);
            page_of(kitchen.reads, route, self.page.map_or(1, Whole::get), per_page).await?
        } else {
            kitchen.reads.get(paged(route, self.page, self.per_page, PER_PAGE)).await?
        };
        Ok(Plan::Answer(Found {
            total: page.count(),
            page: self.page.map_or(1, Whole::get),
            total_pages: pages_of(&page),
            recipes: page.into_items().into_iter().map(Summary::of).collect(),
        }))
    }
}

impl SearchRecipes {
    /// What Mealie would answer without a word, and wrongly.
    fn makes_sense(&self) -> Result<(), Failure> {
        let filtered =
            self.tags.is_some() || self.categories.is_some() || self.tools.is_some() || self.foods.is_some();
        if self.cookbook.is_some() && filtered {
            // Mealie 3.10.2: with a cookbook the other filters are ignored.
            return Err(Failure::refused(
                Why::Senseless,
                "`cookbook` cannot be combined with `tags`, `categories`, `tools` or `foods`: Mealie would ignore \
                 those. Search without the cookbook, or add words with `search`.",
            ));
        }
        if let Some(words) = &self.search {
            has_a_word(words.as_str())?;
        }
        if self.order_by == Some(OrderBy::Random) && self.page.is_some_and(|page| page.get() > 1) {
            return Err(Failure::refused(
                Why::Senseless,
                "A random order is drawn anew on every call, so it has no second page. Ask for page 1 with a larger \
                 `per_page`.",
            ));
        }
        Ok(())
    }

    /// All but the page.
    async fn route(&self, reads: &Reads) -> Result<Route, Failure> {
        let foods: Vec<Id> = self.foods.iter().flat_map(|foods| &foods.0).map(|food| food.0).collect();
        let (tags, categories, tools, cookbook, ()) = try_join!(
            resolve(reads, Shelf::Tags, texts(&self.tags)),
            resolve(reads, Shelf::Categories, texts(&self.categories)),
            resolve(reads, Shelf::Tools, texts(&self.tools)),
            resolve(reads, Shelf::Cookbooks, self.cookbook.iter().map(Text::as_str).collect()),
            all_exist(reads, "foods", &["foods"], &foods),
        )?;
        let mut route = Route::to(&["recipes"]);
        if let Some(words) = &self.search {
            route = route.search(words.as_str());
        }
        for (name, ids) in [
            ("tags", tags),
            ("categories", categories),
            ("tools", tools),
            ("cookbook", cookbook),
            ("foods", foods),
        ] {
            route = ids.iter().fold(route, |route, id| route.with(name, id));
        }
        for (name, flag) in [
            ("requireAllTags", self.require_all_tags),
            ("requireAllCategories", self.require_all_categories),
            ("requireAllTools", self.require_all_tools),
            ("requireAllFoods", self.require_all_foods),
        ] {
            if flag == Some(Flag(true)) {
                route = route.with(name, "true");
            }
        }
        self.ordered(route)
    }

    fn ordered(&self, route: Route) -> Result<Route, Failure> {
        let Some(by) = self.order_by else {
            return Ok(match self.order_direction {
                None => route,
                Some(direction) => {
                    route.with("orderBy", "created_at").with("orderDirection", word(direction))
                }
            });
        };
        let usual = if by == OrderBy::Name { Direction::Asc } else { Direction::Desc };
        let mut route = route
            .with("orderBy", word(by))
            .with("orderDirection", word(self.order_direction.unwrap_or(usual)))
            // What was never rated or made comes last, on every database.
            .with("orderByNullPosition", "last");
        if by == OrderBy::Random {
            // Mealie 3.10.2: 422 without a seed.
            route = route.with(
                "paginationSeed",
                getrandom::u64()
                    .map_err(|_| Failure::Internal("the operating system gave no random bytes"))?,
            );
        }
        Ok(route)
    }
}

fn word(chosen: impl Into<&'static str>) -> &'static str {
    chosen.into()
}

fn texts<const MIN: usize, const MAX: usize, const A: usize, const B: usize>(
    texts: &Option<Many<Text<MIN, MAX>, A, B>>,
) -> Vec<&str> {
    texts.iter().flat_map(|texts| &texts.0).map(Text::as_str).collect()
}

/// Refuses ids of which nothing is there, with one request: Mealie 3.10.2 takes an unknown food in a search for "no such
/// recipe" (LIVE-1), and any id for a label.
pub(in crate::tools) async fn all_exist(
    reads: &Reads,
    kind: &'static str,
    at: &[&'static str],
    wanted: &[Id],
) -> Result<(), Failure> {
    if wanted.is_empty() {
        return Ok(());
    }
    let known = reads.get::<Page<Named>>(Route::to(at).where_among("id", wanted).all()).await?.into_items();
    let known: HashSet<Id> = known.iter().filter_map(Named::id).collect();
    let missing: Vec<Id> = wanted.iter().filter(|id| !known.contains(id)).copied().collect();
    if missing.is_empty() { Ok(()) } else { Err(Failure::NotFound { kind, ids: missing }) }
}

impl Summary {
    pub(in crate::tools) fn of(recipe: Recipe) -> Self {
        Self {
            id: recipe.id(),
            slug: recipe.slug(),
            name: clean(&recipe.name, Limit::NAME),
            description: clean(&recipe.description, Limit::SUMMARY),
            servings: given(recipe.recipe_servings),
            total_time: clean(&recipe.total_time, Limit::NAME),
            rating: given(recipe.rating),
            last_made: recipe.last_made.as_ref().and_then(Foreign::read_as),
            categories: names(recipe.recipe_category),
            tags: names(recipe.tags),
        }
    }
}
