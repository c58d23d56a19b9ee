//! An item of a shopping list, fit to be shown. It never shows what is kept for Mealie alone.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;

use super::held::ItemRecord;
use crate::text::{Clean, Id, Limit};
use crate::tools::recipes::{clean, given};

/// An item.
#[derive(Serialize, JsonSchema)]
pub(super) struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<Id>,
    /// The whole line, as Mealie writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    display: Option<Clean>,
    checked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    quantity: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    food: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<Clean>,
    /// Recipes that put it there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    recipe_ids: Vec<Id>,
}

impl Shown {
    /// An item as it is shown.
    pub(super) fn of(item: &ItemRecord) -> Self {
        Self {
            id: item.id(),
            display: clean(&item.display, Limit::INGREDIENT),
            checked: item.is_ticked(),
            quantity: given(item.quantity),
            unit: item.unit.as_ref().and_then(|unit| clean(&unit.name, Limit::NAME)),
            food: item.food.as_ref().and_then(|food| clean(&food.name, Limit::NAME)),
            note: clean(&item.note, Limit::INGREDIENT),
            label: item.label.as_ref().and_then(|label| clean(&label.name, Limit::NAME)),
            recipe_ids: item.recipes().iter().filter_map(super::held::ItemRecipe::recipe).collect(),
        }
    }
}
