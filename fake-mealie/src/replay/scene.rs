//! What the recordings tell of the instance that they were made on, beyond its seed: set up in every fresh kitchen.
//! Never tells what a pair is to be answered with; only what anybody could have found there before.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;

use super::ids::Ids;
use super::learn::uuid;
use super::pages;
use super::pairs::{Area, Pair};
use crate::pictures::SAMPLE_PICTURES;
use crate::quirks;
use crate::store::{Ai, Kitchen, PreparedPage, SignUps};

/// Pairs of this name were made while an AI provider was set up.
const WITH_AI: &str = "with_ai_";
/// Among those: the provider did not answer, or answered something else than it was asked.
const AI_FAILS: [&str; 2] = ["provider_error", "count_mismatch"];

/// The routes that go to an address and say what they found.
const PREVIEW: &str = "/api/recipes/test-scrape-url";
const IMPORT: &str = "/api/recipes/create/url";
const PARSER: &str = "/api/parser/";

/// The route that tells what day it was.
const TODAY: &str = "/api/households/mealplans/today";
/// The route that leaves the choice to chance.
const RANDOM_MEAL: &str = "/api/households/mealplans/random";

/// What was there before the first call.
#[derive(Default)]
pub(super) struct Scene {
    version: Option<String>,
    open_to_all: bool,
    without_language_data: bool,
    pages: BTreeMap<String, PreparedPage>,
    recipes: BTreeMap<String, Found>,
    today: Option<Date>,
}

/// A recipe as it was found.
struct Found {
    rating: Option<f64>,
    last_made: Option<Timestamp>,
    updated_at: String,
}

impl Scene {
    /// What a folder of recordings tells.
    pub(super) fn of(areas: &[Area]) -> Scene {
        let mut scene = Scene::default();
        for pair in areas.iter().flat_map(|area| &area.pairs) {
            let (path, answer) = (pair.request.path.as_str(), &pair.response);
            if path == "/api/app/about" && scene.version.is_none() {
                scene.version = answer.body.get("version").and_then(Value::as_str).map(str::to_owned);
                scene.open_to_all = answer.body.get("allowSignup") == Some(&Value::Bool(true));
            }
            scene.without_language_data |= lacks_language_data(pair);
            if path == PREVIEW || path == IMPORT {
                scene.see_page(pair);
            }
            let today = || answer.body.pointer("/0/date")?.as_str()?.parse().ok();
            scene.today = scene.today.or_else(|| if path == TODAY { today() } else { None });
        }
        for area in areas {
            area.pairs.iter().for_each(|pair| scene.see_import(area, pair));
        }
        // Where nothing is changed, every answer shows how it was.
        let only_read = |area: &&Area| area.pairs.iter().all(|pair| pair.request.method == "GET");
        for pair in areas.iter().filter(only_read).flat_map(|area| &area.pairs) {
            scene.see_recipes(&pair.response.body);
        }
        scene
    }

    fn see_page(&mut self, pair: &Pair) {
        if pair.request.body.get("useOpenAI") == Some(&Value::Bool(true)) {
            // Then the provider is asked, not the page.
            return;
        }
        let url = pair.request.body.get("url").and_then(Value::as_str);
        let Some(url) = url.filter(|url| url.starts_with("http://") || url.starts_with("https://")) else {
            return;
        };
        let page = match (&pair.response.body, pair.response.status) {
            (Value::Object(_), 200) => PreparedPage::Recipe(pair.response.body.clone()),
            (Value::String(_), 200) | (_, 400) => PreparedPage::NoRecipe,
            _ => return,
        };
        self.pages.entry(url.to_owned()).or_insert(page);
    }

    /// What an import came of, where no preview shows it; and what is there for a recipe and not for a picture.
    fn see_import(&mut self, area: &Area, pair: &Pair) {
        let Some(url) = pair.request.body.get("url").and_then(Value::as_str) else { return };
        let known = self.pages.get(url);
        let page = match (pair.response.status, pair.response.body.as_str()) {
            (201, Some(slug)) if pair.request.path == IMPORT => pages::page_behind(area, url, slug),
            (200, None) if pair.request.path.ends_with("/image") && known.is_some() => {
                Some(PreparedPage::Missing)
            }
            _ => None,
        };
        if let Some(page) = page.filter(|_| matches!(known, None | Some(PreparedPage::NoRecipe))) {
            self.pages.insert(url.to_owned(), page);
        }
    }

    fn see_recipes(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.see_recipes(item)),
            Value::Object(fields) => {
                let text = |key: &str| fields.get(key).and_then(Value::as_str);
                if let (Some(name), Some(updated_at), Some(last_made)) =
                    (text("name"), text("updatedAt"), fields.get("lastMade"))
                {
                    let found = Found {
                        rating: fields.get("rating").and_then(Value::as_f64),
                        last_made: last_made.as_str().and_then(|moment| moment.parse().ok()),
                        updated_at: updated_at.to_owned(),
                    };
                    self.recipes.entry(name.to_owned()).or_insert(found);
                }
                fields.values().for_each(|value| self.see_recipes(value));
            }
            _ => {}
        }
    }

    /// Sets it up. Recipes are touched in the order in which they were.
    pub(super) fn set_up(&self, kitchen: &mut Kitchen) {
        if let Some(version) = &self.version {
            kitchen.set_version(version);
        }
        if let Some(noon) = self.today.and_then(|day| day.at(12, 0, 0, 0).to_zoned(TimeZone::UTC).ok()) {
            kitchen.set_clock(noon.timestamp());
        }
        if self.open_to_all {
            kitchen.instance.sign_ups = SignUps::Open;
        }
        if self.without_language_data {
            kitchen.lose_language_data();
        }
        let picture = SAMPLE_PICTURES[0].1.to_vec();
        kitchen.prepare_page(pages::A_PICTURE, PreparedPage::Picture(picture));
        for (url, page) in &self.pages {
            kitchen.prepare_page(url, page.clone());
        }
        // The seed came in through the API, where every recipe begins its timeline; whoever brought it rated some.
        let seeded: Vec<_> = kitchen.recipes.iter().map(|recipe| recipe.id).collect();
        for id in seeded {
            kitchen.tell(id, quirks::words("").recipe_created);
            let found = kitchen.recipes.get(id).and_then(|recipe| self.recipes.get(&recipe.name));
            if let Some(stars) = found.and_then(|found| found.rating) {
                let owner = kitchen.cook().id;
                kitchen.rate(owner, id, stars);
            }
        }
        let mut found: Vec<_> = self.recipes.iter().collect();
        found.sort_by_key(|(_, found)| &found.updated_at);
        for (name, found) in found {
            let Some(id) = kitchen.recipe_named(name).map(|recipe| recipe.id) else { continue };
            if let Some(when) = found.last_made {
                kitchen.cook_recipe(id, when);
            }
            let now = kitchen.now();
            if let Some(recipe) = kitchen.recipes.get_mut(id) {
                recipe.updated_at = now;
                recipe.date_updated = Some(now);
            }
        }
    }

    /// Sets up what was there for this pair alone: the AI provider, and how the dice fell.
    pub(super) fn set_up_for(pair: &Pair, kitchen: &mut Kitchen, ids: &Ids) {
        if pair.request.path == RANDOM_MEAL
            && let Some(recipe) = pair.response.body.get("recipeId").and_then(Value::as_str).and_then(uuid)
            && let Some(here) = ids.here(recipe)
        {
            kitchen.load_dice(here);
        }
        kitchen.set_ai(pair.name.starts_with(WITH_AI));
        if pair.name.starts_with(WITH_AI) && AI_FAILS.iter().any(|fails| pair.name.contains(fails)) {
            kitchen.ai = Ai::Fails;
        }
    }
}

/// The nlp parser, which is the default, answers 500 to anything where its language data is missing.
fn lacks_language_data(pair: &Pair) -> bool {
    let parser = pair.request.body.get("parser").and_then(Value::as_str);
    let blank = pair.request.body.to_string().contains("\"\"");
    pair.request.path.starts_with(PARSER)
        && matches!(parser, None | Some("nlp"))
        && pair.response.status == 500
        && !blank
}
