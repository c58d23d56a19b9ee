//! The starter kitchens: what is in a kitchen before anybody has touched it.
//! Never writes a file, and never reaches for anything but what it is given.

mod fill;
mod plain;

pub use plain::{
    PlainCookbook, PlainFood, PlainIngredient, PlainLabel, PlainList, PlainPage, PlainPlan, PlainRecipe,
    PlainSeed, PlainUnit,
};

use crate::store::Kitchen;

/// What a kitchen starts with.
#[derive(Debug, Clone, Default)]
pub enum Seed {
    /// About thirty recipes in several languages, a shopping list, a plan, comments, a share link, a cookbook, one
    /// recipe that tries to talk a model into deleting things, and six pages to import, one of which tries as well.
    #[default]
    Demo,
    /// One cook and nothing else.
    Empty,
    /// Whatever the data says.
    Plain(Box<PlainSeed>),
}

/// The demo kitchen, as plain data.
const DEMO: &str = include_str!("../kitchen/demo.json");

impl PlainSeed {
    /// Reads a seed from JSON text.
    ///
    /// # Errors
    /// Says what is wrong with the text, in one line.
    pub fn from_json(text: &str) -> Result<PlainSeed, String> {
        let seed: serde_json::Value =
            serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
        // Every field has a default, so that any object would do: one that has none of ours is another kind of file.
        if seed.get("recipes").is_none_or(|recipes| !recipes.is_array()) {
            return Err("it has no list `recipes`".into());
        }
        serde_json::from_value(seed).map_err(|error| error.to_string())
    }
}

impl Seed {
    /// Fills a kitchen.
    ///
    /// # Errors
    /// A name in the seed leads nowhere; the text names it.
    pub(crate) fn kitchen(&self, token: &str) -> Result<Kitchen, String> {
        let mut kitchen = Kitchen::empty(token);
        match self {
            Seed::Empty => {}
            Seed::Demo => PlainSeed::from_json(DEMO)?.fill(&mut kitchen)?,
            Seed::Plain(seed) => seed.fill(&mut kitchen)?,
        }
        Ok(kitchen)
    }
}
