//! What Mealie takes for one item, and what becomes of the two.
//! Never looks into the store.

use serde_json::{Map, Value};
use uuid::Uuid;

/// What stands between the notes of items that became one.
const BETWEEN_NOTES: &str = " | ";

/// An item as somebody wants it to be.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wanted {
    /// `None`: whatever comes.
    pub(crate) id: Option<Uuid>,
    pub(crate) list_id: Uuid,
    pub(crate) quantity: f64,
    pub(crate) unit_id: Option<Uuid>,
    pub(crate) food_id: Option<Uuid>,
    pub(crate) label: WantedLabel,
    pub(crate) note: Option<String>,
    pub(crate) checked: bool,
    pub(crate) position: i64,
    pub(crate) extras: Map<String, Value>,
    pub(crate) references: Vec<WantedReference>,
}

/// The label of an item, and what it is guessed from if there is none.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct WantedLabel {
    pub(crate) id: Option<Uuid>,
    /// A food that was sent whole, not by its id: its label is the one, also if it has none.
    pub(crate) of_food: Option<Option<Uuid>>,
    /// What the item is called: the `display` that was sent, or else what it comes to.
    pub(crate) display: String,
}

/// A recipe that an item comes from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WantedReference {
    /// `None`: whatever comes.
    pub(crate) id: Option<Uuid>,
    pub(crate) recipe_id: Uuid,
    pub(crate) quantity: f64,
    pub(crate) scale: f64,
    pub(crate) note: Option<String>,
}

/// Whether Mealie takes two unticked items for one: the same food and unit, or without a food the same note and unit.
/// Case matters, and so does an empty note instead of none.
/// Mealie 3.10.2, `ShoppingListService.can_merge`; seen `shopping/item_create_same_*`, `item_create_case_differs_not_merged`.
pub(crate) fn are_one(left: &Wanted, right: &Wanted) -> bool {
    !left.checked
        && !right.checked
        && left.food_id == right.food_id
        && left.unit_id == right.unit_id
        && (left.food_id.is_some() || left.note == right.note)
}

/// Two items that are one: quantities are added, notes are joined, of everything else `into` keeps what it has. Of
/// recipes that both come from, the scales are added and the rest is that of `from`; and the recipes of `from` come first.
/// Extras of `from` are lost if `into` has none.
/// Mealie 3.10.2, `ShoppingListService.merge_items`; seen `shopping/item_create_same_food_merges_notes`,
/// `recipe_add_new_form_again_scales`; extras read.
pub(crate) fn merged(from: Wanted, mut into: Wanted) -> Wanted {
    into.quantity += from.quantity;
    into.note = joined_notes(into.note, from.note);
    if !into.extras.is_empty() {
        into.extras.extend(from.extras);
    }
    let mut references = distinct(from.references);
    for reference in into.references {
        match references.iter_mut().find(|other| other.recipe_id == reference.recipe_id) {
            Some(other) => other.scale += reference.scale,
            None => references.push(reference),
        }
    }
    into.references = references;
    into
}

/// One reference for each recipe: the last of its kind, where the first stood.
fn distinct(all: Vec<WantedReference>) -> Vec<WantedReference> {
    let mut kept: Vec<WantedReference> = Vec::new();
    for reference in all {
        match kept.iter_mut().find(|other| other.recipe_id == reference.recipe_id) {
            Some(other) => *other = reference,
            None => kept.push(reference),
        }
    }
    kept
}

fn joined_notes(kept: Option<String>, added: Option<String>) -> Option<String> {
    if kept == added {
        return kept;
    }
    let said = |note: &Option<String>| note.clone().filter(|note| !note.is_empty());
    let both: Vec<String> = [said(&kept), said(&added)].into_iter().flatten().collect();
    let joined = Some(both.join(BETWEEN_NOTES));
    match said(&added) {
        Some(added) if joined.as_deref() != Some(added.as_str()) => {
            Some(with_note(joined.as_deref(), &added))
        }
        _ => joined,
    }
}

/// Notes that were joined, with one more: none of them twice. In Mealie they come out in an order that changes with every
/// start of the server (a Python `set`); here each stays where it stood first.
/// Mealie 3.10.2, `ShoppingListService.merge_items`; seen `shopping/item_create_same_food_merges_notes`.
pub(crate) fn with_note(joined: Option<&str>, added: &str) -> String {
    let mut notes: Vec<&str> = Vec::new();
    let all = joined.filter(|joined| !joined.is_empty()).into_iter();
    for note in all.flat_map(|joined| joined.split(BETWEEN_NOTES)).chain([added]) {
        if !note.is_empty() && !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes.join(BETWEEN_NOTES)
}
