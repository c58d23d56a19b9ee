//! What an update of items came to: each item as it is now with what was changed as it was before (LIVE-14), and what is gone.
//! It never tells more than Mealie said.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;

use super::change::Change;
use super::changes::Changes;
use super::held::{HeldItem, ItemRecord};
use super::shown::Shown;
use crate::answer::{Source, View};
use crate::text::{Clean, Id, Limit};
use crate::tools::recipes::given;

/// Ticked items that Mealie 3.10.2 leaves on a list: once a day (`delete_old_checked_list_items`) it deletes all but those
/// that were changed last.
const TICKED_KEPT: u64 = 100;

/// What `update_shopping_list_items` answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Updated {
    status: UpdatedStatus,
    list_id: Id,
    items: Vec<Changed>,
    /// Items that are gone, since Mealie made one of equal ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deleted: Vec<Shown>,
    #[serde(skip)]
    notes: Vec<String>,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum UpdatedStatus {
    Updated,
}

/// An item as it is now.
#[derive(Serialize, JsonSchema)]
struct Changed {
    #[serde(flatten)]
    item: Shown,
    /// What was set, as it was before.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Before>,
}

/// What was set, as it was before.
#[derive(Serialize, JsonSchema)]
struct Before {
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quantity: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Clean>,
}

impl Before {
    fn of(item: &ItemRecord, change: &Change) -> Self {
        Self {
            checked: change.checked.map(|_| item.is_ticked()),
            quantity: change
                .quantity
                .and(item.quantity)
                .map(|quantity| given(Some(quantity)).unwrap_or(0.into())),
            note: change
                .replaces_what_was_written()
                .then(|| item.note.as_ref().map(|note| note.clean(Limit::INGREDIENT)))
                .flatten(),
        }
    }
}

impl View for Updated {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }
}

impl Updated {
    /// What became of these items of a list.
    pub(super) fn of(
        list_id: Id,
        items: &[HeldItem<'_>],
        change: &Change,
        ticked_after: u64,
        changes: &Changes,
    ) -> Self {
        let before: BTreeMap<Id, &ItemRecord> = items.iter().map(|item| (item.id, item.record)).collect();
        let changed = |item: &ItemRecord| {
            let before = item.id().and_then(|id| before.get(&id));
            Changed { item: Shown::of(item), before: before.map(|before| Before::of(before, change)) }
        };
        Self {
            status: UpdatedStatus::Updated,
            list_id,
            items: changes.updated().iter().map(changed).collect(),
            deleted: changes.deleted().iter().map(Shown::of).collect(),
            notes: notes(items, change, ticked_after, changes),
        }
    }
}

fn notes(items: &[HeldItem<'_>], change: &Change, ticked_after: u64, changes: &Changes) -> Vec<String> {
    let told: Vec<Id> =
        changes.updated().iter().chain(changes.deleted()).filter_map(ItemRecord::id).collect();
    let missing = items.iter().filter(|item| !told.contains(&item.id)).count();
    let from_recipes = match change.checked {
        Some(true) => items.iter().filter(|item| !item.record.recipes().is_empty()).count(),
        _ => 0,
    };
    let mut notes = Vec::new();
    match changes.deleted().len() {
        0 => {}
        1 => notes.push("Mealie made one item of equal ones: 1 is gone.".to_owned()),
        gone => notes.push(format!("Mealie made one item of equal ones: {gone} are gone.")),
    }
    if missing > 0 {
        let all = items.len();
        notes.push(format!(
            "Mealie says nothing of {missing} of these {all} items: they may be gone. Read the list."
        ));
    }
    match from_recipes {
        0 => {}
        1 => notes.push(
            "1 of them came from a recipe. Mealie forgets that when an item is ticked off: \
             remove_recipe_from_shopping_list no longer takes it away."
                .to_owned(),
        ),
        several => notes.push(format!(
            "{several} of them came from recipes. Mealie forgets that when an item is ticked off: \
             remove_recipe_from_shopping_list no longer takes them away."
        )),
    }
    if ticked_after > TICKED_KEPT {
        notes.push(format!(
            "{ticked_after} items of this list are ticked off now: once a day Mealie deletes all but the {TICKED_KEPT} that \
             were changed last."
        ));
    }
    notes
}
