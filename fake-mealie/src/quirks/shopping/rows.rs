//! What is written of items and lists, and what is found out only after it was written.
//! Never merges anything.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::merging::{Wanted, WantedLabel, WantedReference};
use crate::parser;
use crate::quirks::{extras_as_stored, uncaught};
use crate::reply::Answer;
use crate::shapes;
use crate::store::{ItemRecipe, Kitchen, ShoppingItem, ShoppingList, Unit};

/// Least likeness, in percent, at which an item gets the label of a food that it is called like.
const LABEL_LIKENESS: usize = 80;

/// The list with this id, if it is one of the household and group of this user. All others are read as none.
/// Mealie 3.10.2, `HouseholdRepositoryGeneric`; seen `shopping/list_get_other_household_404`.
pub(crate) fn own_list(kitchen: &Kitchen, user_id: Uuid, list_id: Uuid) -> Option<&ShoppingList> {
    kitchen.lists.get(list_id).filter(|list| is_own_list(kitchen, user_id, list))
}

/// Whether a list belongs to the household and group of this user. A list whose owner is nobody belongs to none.
/// Mealie 3.10.2, where the household of a list is that of its owner; seen `shopping/lists_other_household_empty`.
pub(crate) fn is_own_list(kitchen: &Kitchen, user_id: Uuid, list: &ShoppingList) -> bool {
    let household = kitchen.household_of(user_id).id;
    list.group_id == kitchen.group_of(user_id)
        && kitchen.users.get(list.user_id).is_some_and(|owner| owner.household_id == household)
}

/// Whether a list can be read: not if it names a recipe that there is none of, which is how it ends when lines were given
/// for an unknown recipe. Every read of the list and of the list of lists is an error that nobody catches from then on.
/// Mealie 3.10.2, `ShoppingListRecipeRefOut.recipe`; asked a running one.
pub(crate) fn is_readable_list(kitchen: &Kitchen, list: &ShoppingList) -> bool {
    list.recipe_references.iter().all(|reference| kitchen.recipes.get(reference.recipe_id).is_some())
}

/// Whether a quantity of an item can be written: less than nothing with a fraction cannot, for want of a small minus. A
/// unit that is shown in decimals has no fractions. Whatever reads such an item is an error that nobody catches.
/// Mealie 3.10.2, `display_fraction`; asked a running one.
pub(crate) fn can_be_written(quantity: f64, unit: Option<&Unit>) -> bool {
    quantity >= 0.0 || unit.is_some_and(|unit| !unit.fraction) || !shapes::has_fraction(quantity)
}

/// Whether an item can be read.
/// Mealie 3.10.2; as [`can_be_written`].
pub(crate) fn is_readable_item(kitchen: &Kitchen, item: &ShoppingItem) -> bool {
    can_be_written(item.quantity, item.unit_id.and_then(|id| kitchen.units.get(id)))
}

/// Whether a list can be read with its items.
/// Mealie 3.10.2; as [`is_readable_list`] and [`can_be_written`].
pub(crate) fn is_readable_whole(kitchen: &Kitchen, list: &ShoppingList) -> bool {
    let items = kitchen.items_of(list.id);
    is_readable_list(kitchen, list) && items.into_iter().all(|item| is_readable_item(kitchen, item))
}

/// The label that an item shows: its own, or else that of its food. It is written down as its own whenever Mealie writes
/// an item that it has read.
/// Mealie 3.10.2, `ShoppingListItemOut.populate_missing_label`; seen `shopping/item_create_food_label_inferred`.
pub(crate) fn shown_label(kitchen: &Kitchen, item: &ShoppingItem) -> Option<Uuid> {
    let known = |id: &Uuid| kitchen.labels.get(*id).is_some();
    let of_food = || kitchen.foods.get(item.food_id?)?.label_id.filter(known);
    item.label_id.filter(known).or_else(of_food)
}

/// The label that a new item is given if none was sent: that of a food that it is called like.
/// Mealie 3.10.2, `ShoppingListService.find_matching_label`; seen `shopping/item_create_note_matching_food_gets_label`,
/// `item_create_note_fuzzy_label_without_display`.
pub(crate) fn guessed_label(kitchen: &Kitchen, user_id: Uuid, label: &WantedLabel) -> Option<Uuid> {
    let called_like =
        || parser::food_like(kitchen, kitchen.group_of(user_id), &label.display, LABEL_LIKENESS)?.label_id;
    label.id.or_else(|| label.of_food.unwrap_or_else(called_like))
}

/// A stored item as Mealie reads it before it writes it again. Its references get new ids on the way.
/// Mealie 3.10.2, where they pass through a model without ids; seen `shopping/recipe_add_new_form_again_scales`.
pub(crate) fn as_read(kitchen: &Kitchen, item: &ShoppingItem) -> Wanted {
    let reference = |reference: &ItemRecipe| WantedReference {
        id: None,
        recipe_id: reference.recipe_id,
        quantity: reference.recipe_quantity,
        scale: reference.recipe_scale,
        note: reference.recipe_note.clone(),
    };
    Wanted {
        id: Some(item.id),
        list_id: item.list_id,
        quantity: item.quantity,
        unit_id: item.unit_id,
        food_id: item.food_id,
        label: WantedLabel { id: shown_label(kitchen, item).or(item.label_id), ..WantedLabel::default() },
        note: item.note.clone(),
        checked: item.checked,
        position: item.position,
        extras: item.extras.clone(),
        references: item.recipe_references.iter().map(reference).collect(),
    }
}

/// Writes new items. An id that is taken, or an extra that is no scalar, stops all of them; a list that there is none of
/// stops nothing: it is missed when the items are read again, and they stay in the table, where nobody finds them.
/// Mealie 3.10.2, `RepositoryGeneric.create_many`; seen `shopping/item_create_unknown_list`; ids asked of a running one.
pub(crate) fn write_new(kitchen: &mut Kitchen, items: Vec<Wanted>) -> Result<Vec<ShoppingItem>, Answer> {
    let mut rows: Vec<ShoppingItem> = Vec::new();
    for item in items {
        let (fresh, now) = (kitchen.fresh_id(), kitchen.now());
        let id = item.id.unwrap_or(fresh);
        if kitchen.items.get(id).is_some() || rows.iter().any(|row| row.id == id) {
            return Err(uncaught());
        }
        let extras = extras_as_stored(&item.extras).map_err(|_| uncaught())?;
        let references = item.references.into_iter();
        let recipe_references = references.map(|reference| as_row(kitchen.fresh_id(), reference)).collect();
        rows.push(ShoppingItem {
            id,
            list_id: item.list_id,
            quantity: item.quantity,
            unit_id: item.unit_id,
            food_id: item.food_id,
            label_id: item.label.id,
            note: item.note,
            checked: item.checked,
            position: item.position,
            extras,
            recipe_references,
            created_at: now,
            updated_at: now,
        });
    }
    written(kitchen, rows)
}

/// Writes items over those that have their ids, of whichever household. Ids that there is none of are passed over; of two
/// with the same id the last counts. They come back in the order of their random ids in Mealie, which is none; here in the
/// order in which they were made. As above, an unknown list is found out too late: the item has left its old one.
/// Mealie 3.10.2, `RepositoryGeneric.update_many`; seen `shopping/items_put_unknown_id_ignored`, `items_put_check_many`,
/// `items_put_other_household_ignored`; unknown lists asked of a running one.
pub(crate) fn write_over(kitchen: &mut Kitchen, items: Vec<Wanted>) -> Result<Vec<ShoppingItem>, Answer> {
    let mut by_id: BTreeMap<Uuid, Wanted> =
        items.into_iter().filter_map(|item| Some((item.id?, item))).collect();
    let known: Vec<ShoppingItem> =
        kitchen.items.iter().filter(|item| by_id.contains_key(&item.id)).cloned().collect();
    let mut rows = Vec::new();
    for before in known {
        let id = before.id;
        let Some(item) = by_id.remove(&id) else { continue };
        let mut row = ShoppingItem {
            id,
            list_id: item.list_id,
            quantity: item.quantity,
            unit_id: item.unit_id,
            food_id: item.food_id,
            label_id: item.label.id,
            note: item.note,
            checked: item.checked,
            position: item.position,
            extras: before.extras.clone(),
            recipe_references: before.recipe_references.clone(),
            created_at: before.created_at,
            updated_at: before.updated_at,
        };
        // Extras and references lie in tables of their own.
        if row != before {
            row.updated_at = kitchen.now();
        }
        row.extras = extras_as_stored(&item.extras).map_err(|_| uncaught())?;
        let is_known = |reference: &WantedReference| {
            before.recipe_references.iter().any(|known| Some(known.id) == reference.id)
        };
        let (known, new): (Vec<_>, Vec<_>) = item.references.into_iter().partition(is_known);
        let new = new.into_iter().map(|reference| (kitchen.fresh_id(), reference));
        let new: Vec<_> = new.collect();
        let known = known.into_iter().map(|reference| (reference.id.unwrap_or_default(), reference));
        row.recipe_references = new.into_iter().chain(known).map(|(id, one)| as_row(id, one)).collect();
        rows.push(row);
    }
    written(kitchen, rows)
}

fn as_row(id: Uuid, reference: WantedReference) -> ItemRecipe {
    ItemRecipe {
        id,
        recipe_id: reference.recipe_id,
        recipe_quantity: reference.quantity,
        recipe_scale: reference.scale,
        recipe_note: reference.note,
    }
}

fn written(kitchen: &mut Kitchen, rows: Vec<ShoppingItem>) -> Result<Vec<ShoppingItem>, Answer> {
    for row in &rows {
        kitchen.items.put(row.clone());
        touch(kitchen, row.list_id);
    }
    if rows.iter().all(|row| is_whole_item(kitchen, row)) { Ok(rows) } else { Err(uncaught()) }
}

fn is_whole_item(kitchen: &Kitchen, item: &ShoppingItem) -> bool {
    kitchen.lists.get(item.list_id).is_some() && is_readable_item(kitchen, item)
}

fn touch(kitchen: &mut Kitchen, list_id: Uuid) {
    let now = kitchen.now();
    if let Some(list) = kitchen.lists.get_mut(list_id) {
        list.updated_at = now;
    }
}

/// Deletes items, of whichever household; ids that there is none of are passed over. One that stands on no list, or
/// cannot be written down, cannot be read, and so none of them is deleted.
/// Mealie 3.10.2, `RepositoryGeneric.delete_many`; seen `shopping/items_delete_unknown_200`; other households asked of a
/// running one.
pub(crate) fn take_rows(
    kitchen: &mut Kitchen,
    ids: impl IntoIterator<Item = Uuid>,
) -> Result<Vec<ShoppingItem>, Answer> {
    let ids: Vec<Uuid> = ids.into_iter().collect();
    let known = kitchen.items.oldest_first(&ids);
    if !known.iter().all(|item| is_whole_item(kitchen, item)) {
        return Err(uncaught());
    }
    let known: Vec<Uuid> = known.into_iter().map(|item| item.id).collect();
    let gone: Vec<_> = known.into_iter().filter_map(|id| kitchen.items.take(id)).collect();
    gone.iter().for_each(|item| touch(kitchen, item.list_id));
    Ok(gone)
}
