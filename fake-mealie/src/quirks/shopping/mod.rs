//! Surprises of shopping lists: items that are merged away, and what is written before it is refused.
//! Never says more than Mealie does.

mod lists;
mod merging;
mod recipes;
mod rows;

pub(crate) use lists::*;
pub(crate) use merging::*;
pub(crate) use recipes::*;
pub(crate) use rows::*;

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::uncaught;
use crate::reply::Answer;
use crate::store::{Kitchen, ShoppingItem};

/// What became of items.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Changes {
    pub(crate) created: Vec<ShoppingItem>,
    pub(crate) updated: Vec<ShoppingItem>,
    pub(crate) deleted: Vec<ShoppingItem>,
}

/// The unticked items of lists, newest first, as Mealie reads them before it looks for an equal one. Lists of others are
/// read as empty.
struct Standing<'k> {
    kitchen: &'k Kitchen,
    user_id: Uuid,
    lists: BTreeMap<Uuid, Vec<Wanted>>,
}

impl Standing<'_> {
    fn on(&mut self, list_id: Uuid) -> Result<&[Wanted], Answer> {
        if !self.lists.contains_key(&list_id) {
            let read = self.read(list_id)?;
            self.lists.insert(list_id, read);
        }
        Ok(self.lists.get(&list_id).map_or(&[], Vec::as_slice))
    }

    fn read(&self, list_id: Uuid) -> Result<Vec<Wanted>, Answer> {
        if own_list(self.kitchen, self.user_id, list_id).is_none() {
            return Ok(Vec::new());
        }
        let items = self.kitchen.items.iter().filter(|item| item.list_id == list_id && !item.checked);
        let mut items: Vec<&ShoppingItem> = items.collect();
        if !items.iter().all(|item| is_readable_item(self.kitchen, item)) {
            return Err(uncaught());
        }
        items.sort_by_key(|item| std::cmp::Reverse(item.created_at));
        Ok(items.into_iter().map(|item| as_read(self.kitchen, item)).collect())
    }
}

/// Creates items, but for those that go into an equal one: of the same request, or an unticked one that stands on the list.
/// Those with a negative quantity go into an equal one too, and otherwise nowhere: 201 and nothing was created. A list of
/// another household is found out after everything was written.
/// Mealie 3.10.2, `ShoppingListService.bulk_create_items`; seen `shopping/items_create_bulk`, `item_create_same_*`,
/// `item_create_negative_quantity_dropped`, `item_add_to_other_households_list_500_but_written`.
pub(crate) fn create_items(
    kitchen: &mut Kitchen,
    user_id: Uuid,
    items: Vec<Wanted>,
) -> Result<Changes, Answer> {
    let mut consolidated: Vec<Wanted> = Vec::new();
    for item in items {
        match consolidated.iter_mut().find(|other| are_one(&item, other)) {
            // What became one is new to everybody: an id that was sent is lost.
            Some(other) => *other = Wanted { id: None, ..merged(item, other.clone()) },
            None => consolidated.push(item),
        }
    }
    let mut standing = Standing { kitchen, user_id, lists: BTreeMap::new() };
    let (mut new, mut over) = (Vec::new(), Vec::new());
    for mut item in consolidated {
        if let Some(equal) = standing.on(item.list_id)?.iter().find(|other| are_one(other, &item)) {
            over.push(merged(item, equal.clone()));
        } else if item.quantity >= 0.0 {
            if item.checked {
                item.references.clear();
            }
            item.label.id = guessed_label(standing.kitchen, user_id, &item.label);
            new.push(item);
        }
    }
    let created = write_new(kitchen, new)?;
    let updated = write_over(kitchen, over)?;
    forget_unused_recipes(kitchen, user_id, created.iter().chain(&updated))?;
    Ok(Changes { created, updated, deleted: Vec::new() })
}

/// Hazard 6. An update *replaces* each item (what was left out is reset before this is called), and those that equal
/// another then, in the request or unticked on the list, are merged into that one and deleted; also into one that the same
/// request makes different, and then they are lost. A negative quantity deletes; a ticked item loses its recipes. Of two
/// with the same id the first counts. Items of other households are written and deleted like one's own, and only then
/// is it found out.
/// Mealie 3.10.2, `ShoppingListService.bulk_update_items`; seen `shopping/items_put_*`, `item_put_single_unknown`;
/// items that are lost asked of a running one.
pub(crate) fn update_items(
    kitchen: &mut Kitchen,
    user_id: Uuid,
    items: Vec<Wanted>,
) -> Result<Changes, Answer> {
    let (mut seen, mut gone) = (BTreeSet::new(), BTreeSet::new());
    let mut consolidated: Vec<Wanted> = Vec::new();
    for item in items {
        let Some(id) = item.id.filter(|id| seen.insert(*id)) else { continue };
        match consolidated.iter_mut().find(|other| are_one(&item, other)) {
            Some(other) => {
                *other = merged(item, other.clone());
                gone.insert(id);
            }
            None => consolidated.push(item),
        }
    }
    let mut standing = Standing { kitchen, user_id, lists: BTreeMap::new() };
    let mut over = Vec::new();
    for mut item in consolidated {
        let is_another = |other: &&Wanted| {
            other.id != item.id && !other.id.is_some_and(|id| gone.contains(&id)) && are_one(&item, other)
        };
        if let Some(equal) = standing.on(item.list_id)?.iter().find(is_another).cloned() {
            gone.extend(item.id);
            over.push(merged(item, equal));
        } else if item.quantity < 0.0 {
            gone.extend(item.id);
        } else {
            if item.checked {
                item.references.clear();
            }
            over.push(item);
        }
    }
    let updated = write_over(kitchen, over)?;
    let deleted = take_rows(kitchen, gone)?;
    forget_unused_recipes(kitchen, user_id, updated.iter().chain(&deleted))?;
    Ok(Changes { created: Vec::new(), updated, deleted })
}

/// Items are deleted by a repeated `ids`; unknown ones and none at all are passed over, and the answer does not say so.
/// Those of another household are deleted too, and then it is an error that nobody catches.
/// Mealie 3.10.2, `ShoppingListService.bulk_delete_items`; seen `shopping/items_delete_unknown_200`,
/// `items_delete_no_ids`, `items_delete_again_still_200`; other households asked of a running one.
pub(crate) fn delete_items(kitchen: &mut Kitchen, user_id: Uuid, ids: &[Uuid]) -> Result<Changes, Answer> {
    let deleted = take_rows(kitchen, ids.iter().copied())?;
    forget_unused_recipes(kitchen, user_id, &deleted)?;
    Ok(Changes { deleted, ..Changes::default() })
}

/// The lists of changed items forget the recipes that none of their items comes from any more. That makes them forget
/// recipes without ingredients, and those that have only sub-recipes, with the next change of any item. A list that the
/// user cannot read is an error that nobody catches, after everything was written.
/// Mealie 3.10.2, `ShoppingListService.remove_unused_recipe_references`; seen
/// `shopping/item_add_to_other_households_list_500_but_written`; forgotten recipes asked of a running one.
pub(crate) fn forget_unused_recipes<'i>(
    kitchen: &mut Kitchen,
    user_id: Uuid,
    changed: impl IntoIterator<Item = &'i ShoppingItem>,
) -> Result<(), Answer> {
    let list_ids: BTreeSet<Uuid> = changed.into_iter().map(|item| item.list_id).collect();
    for list_id in list_ids {
        let list = own_list(kitchen, user_id, list_id).ok_or_else(uncaught)?;
        if !is_readable_whole(kitchen, list) {
            return Err(uncaught());
        }
        let items = kitchen.items_of(list_id).into_iter();
        let used: BTreeSet<Uuid> = items
            .flat_map(|item| item.recipe_references.iter().map(|reference| reference.recipe_id))
            .collect();
        if let Some(list) = kitchen.lists.get_mut(list_id) {
            list.recipe_references.retain(|reference| used.contains(&reference.recipe_id));
        }
    }
    Ok(())
}
