//! What the recordings tell of the instance that they were made on, beyond its seed: set up in every fresh kitchen.
//! Never tells what a pair is to be answered with; only what anybody could have found there before.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

use super::pairs::{Area, Pair};
use crate::store::{Ai, Kitchen, PreparedPage, SignUps};

/// Pairs of this name were made while an AI provider was set up.
const WITH_AI: &str = "with_ai_";
/// Among those: the provider did not answer.
const AI_FAILS: &str = "provider_error";

/// The routes that go to an address and say what they found.
const PREVIEW: &str = "/api/recipes/test-scrape-url";
const IMPORT: &str = "/api/recipes/create/url";
const PARSER: &str = "/api/parser/";

/// What was there before the first call.
#[derive(Default)]
pub(super) struct Scene {
    version: Option<String>,
    open_to_all: bool,
    without_language_data: bool,
    pages: BTreeMap<String, PreparedPage>,
    recipes: BTreeMap<String, Found>,
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
        if self.open_to_all {
            kitchen.instance.sign_ups = SignUps::Open;
        }
        if self.without_language_data {
            kitchen.lose_language_data();
        }
        for (url, page) in &self.pages {
            kitchen.prepare_page(url, page.clone());
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
                recipe.rating = found.rating;
                recipe.updated_at = now;
                recipe.date_updated = Some(now);
            }
        }
    }

    /// Sets up what was there for this pair alone.
    pub(super) fn set_up_for(pair: &Pair, kitchen: &mut Kitchen) {
        kitchen.set_ai(pair.name.starts_with(WITH_AI));
        if pair.name.starts_with(WITH_AI) && pair.name.contains(AI_FAILS) {
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
