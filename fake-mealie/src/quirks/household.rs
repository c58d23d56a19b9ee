//! Surprises of shopping lists and the rest of a household.
//! Never says more than Mealie does.

use uuid::Uuid;

use super::uncaught;
use crate::pydantic;
use crate::reply::Answer;
use crate::store::{Kitchen, ShoppingItem};

/// A meal plan id that is too big for the database is an error that nobody catches.
/// Mealie 3.10.2; seen `errors/mealplan_get_huge_id`.
pub(crate) fn plan_id(text: &str) -> Option<Result<i64, Answer>> {
    Some(pydantic::number_in(text)?.ok_or_else(uncaught))
}

/// Whether Mealie takes two unticked items for one: the same food and unit, or without a food the same note and unit.
/// Mealie 3.10.2, `ShoppingListService.can_merge`; seen `shopping/item_create_same_*`.
pub(crate) fn are_one(left: &ShoppingItem, right: &ShoppingItem) -> bool {
    !left.checked
        && !right.checked
        && left.food_id == right.food_id
        && left.unit_id == right.unit_id
        && (left.food_id.is_some() || left.note == right.note)
}

/// What one update of an item comes to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ItemUpdate {
    /// There is no such item, and nobody says so: 200 with empty lists.
    Nothing,
    /// The item was changed.
    Changed(Uuid),
    /// The item went into an equal one and is gone.
    MergedInto(Uuid, Box<ShoppingItem>),
    /// A negative quantity: the item is gone.
    Deleted(Box<ShoppingItem>),
}

/// Hazard 6. An update *replaces* the item (what was left out is reset before this is called), and if it then equals
/// another unticked item of its list, it is merged into that one and deleted. A ticked item loses its recipes.
/// Mealie 3.10.2, `ShoppingListService.bulk_update_items`; seen `shopping/items_put_*`, `item_put_single_unknown`.
pub(crate) fn update_item(kitchen: &mut Kitchen, mut update: ShoppingItem) -> ItemUpdate {
    let Some(before) = kitchen.items.get(update.id) else { return ItemUpdate::Nothing };
    update.created_at = before.created_at;
    update.updated_at = kitchen.now();
    let equal = kitchen
        .items
        .iter()
        // Newest first, as Mealie reads the list before it looks for an equal one.
        .rev()
        .find(|other| other.list_id == update.list_id && other.id != update.id && are_one(&update, other))
        .map(|other| other.id);
    if let Some(into) = equal {
        let gone = kitchen.items.take(update.id).unwrap_or_else(|| update.clone());
        if let Some(kept) = kitchen.items.get_mut(into) {
            kept.quantity += update.quantity;
            kept.note = joined_notes(kept.note.as_deref(), update.note.as_deref());
            kept.extras.extend(update.extras);
            kept.updated_at = update.updated_at;
        }
        return ItemUpdate::MergedInto(into, Box::new(gone));
    }
    if update.quantity < 0.0 {
        return match kitchen.items.take(update.id) {
            Some(gone) => ItemUpdate::Deleted(Box::new(gone)),
            None => ItemUpdate::Nothing,
        };
    }
    if update.checked {
        update.recipe_references.clear();
    }
    let id = update.id;
    kitchen.items.put(update);
    ItemUpdate::Changed(id)
}

fn joined_notes(kept: Option<&str>, added: Option<&str>) -> Option<String> {
    if kept == added {
        return kept.map(str::to_owned);
    }
    let notes: Vec<_> = [kept, added].into_iter().flatten().filter(|note| !note.is_empty()).collect();
    Some(notes.join(" | "))
}

/// Items are deleted by a repeated `ids`, and the answer is the same whatever the ids: unknown ones, those of another
/// household and none at all are passed over.
/// Mealie 3.10.2; seen `shopping/items_delete_unknown_200`, `items_delete_no_ids`, `items_delete_again_still_200`.
pub(crate) fn delete_items(kitchen: &mut Kitchen, household_id: Uuid, ids: &[Uuid]) -> Answer {
    let mut touched = Vec::new();
    for id in ids {
        let Some(list_id) = kitchen.items.get(*id).map(|item| item.list_id) else { continue };
        let owner = kitchen.lists.get(list_id).map(|list| list.user_id);
        if owner.is_some_and(|owner| kitchen.household_of(owner).id == household_id) {
            kitchen.items.take(*id);
            touched.push(list_id);
        }
    }
    for list_id in touched {
        forget_unused_recipes(kitchen, list_id);
    }
    Answer::success("")
}

/// A list forgets the recipes that none of its items comes from any more.
/// Mealie 3.10.2, `remove_unused_recipe_references`; read.
pub(crate) fn forget_unused_recipes(kitchen: &mut Kitchen, list_id: Uuid) {
    let used: Vec<Uuid> = kitchen
        .items_of(list_id)
        .iter()
        .flat_map(|item| item.recipe_references.iter().map(|reference| reference.recipe_id))
        .collect();
    let now = kitchen.now();
    if let Some(list) = kitchen.lists.get_mut(list_id) {
        list.recipe_references.retain(|reference| used.contains(&reference.recipe_id));
        list.updated_at = now;
    }
}
