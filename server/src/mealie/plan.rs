//! The record of the meal plan. As in `records`, every field may be null, missing or new (LIVE-13), and it is never sent back.

use serde::Deserialize;

use super::records::Named;
use crate::text::{Date, Foreign, Id};

/// What is planned for a meal of a day.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanEntry {
    /// Its id, from 1: the one kind of thing here whose ids are numbers.
    pub id: Option<i64>,
    /// The day.
    pub date: Option<Foreign>,
    /// The meal, as a word.
    pub entry_type: Option<Foreign>,
    /// Its heading; empty where a recipe is planned and nothing else.
    pub title: Option<Foreign>,
    /// More words.
    pub text: Option<Foreign>,
    /// The recipe; Mealie 3.10.2 does not check that there is one.
    pub recipe_id: Option<Foreign>,
    /// The same, with its name.
    pub recipe: Option<Named>,
}

impl PlanEntry {
    /// The id, if it is one.
    pub fn id(&self) -> Option<u64> {
        self.id.and_then(|id| u64::try_from(id).ok()).filter(|id| *id > 0)
    }

    /// The day, if it is one.
    pub fn date(&self) -> Option<Date> {
        self.date.as_ref()?.read_as()
    }

    /// The id of the recipe, if there is one.
    pub fn recipe_id(&self) -> Option<Id> {
        self.recipe_id.as_ref()?.read_as()
    }
}
