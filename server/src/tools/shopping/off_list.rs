//! What Mealie does when a recipe is taken off a list, found out before anything is sent. It is
//! `remove_recipe_ingredients_from_list` of Mealie 3.10.2's `services/household_services/shopping_lists.py`, and nothing else:
//! it asks nothing and changes nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::held::{ItemRecord, ListRecord};
use super::onto_list::all_named;
use super::recipe_lines::Sameness;
use super::times::{self, ONCE_IF_MISSING};
use crate::failure::{Failure, Why};
use crate::text::Id;

/// What becomes of a list.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Off {
    /// So many times it is taken off.
    pub(super) decrement: f64,
    /// Items that go: the recipe alone put them there, and all of them (ASK-17).
    pub(super) gone: BTreeSet<Id>,
    /// Items that stay, with the quantity that they will have.
    pub(super) staying: BTreeMap<Id, f64>,
    /// How many times the list named the recipe.
    pub(super) times: Option<f64>,
}

/// Two quantities that differ by less are one: Mealie adds and takes off floats, and rounds what people see to three places.
pub(super) const LEAST_DIFFERENCE: f64 = 1e-6;

/// What becomes of one item.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fate {
    after: f64,
    goes: bool,
    /// It goes, and nothing goes with it but what the recipe brought.
    was_the_recipes: bool,
}

/// What becomes of the list if the recipe is taken off it so many times; a refusal if an item would go that the recipe did
/// not bring alone (ASK-17).
pub(super) fn foresee(list: &ListRecord, recipe: Id, times: f64) -> Result<Off, Failure> {
    let on_list = times::on_list(list, recipe);
    let of_items: Vec<f64> = list.items().iter().filter_map(|item| times::of_item(item, recipe)).collect();
    if on_list.is_none() && of_items.is_empty() {
        return Err(not_there());
    }
    let mut off = Off { decrement: decrement(times, &of_items), times: on_list, ..Off::default() };
    let mut others = BTreeSet::new();
    for item in list.items() {
        let (Some(id), Some(fate)) = (item.id(), fate(item, recipe, off.decrement)) else { continue };
        if !fate.goes {
            off.staying.insert(id, fate.after);
        } else if fate.was_the_recipes {
            off.gone.insert(id);
        } else {
            others.insert(id);
        }
    }
    others.extend(merged_away(list, &off));
    if others.is_empty() { Ok(off) } else { Err(would_go(&others)) }
}

/// As many times as there are, where the difference is none that a person could mean: three times a tenth is a little more
/// than three tenths, and would leave a remainder that nobody sees.
fn decrement(times: f64, of_items: &[f64]) -> f64 {
    let near = |there: f64| (there - times).abs() < LEAST_DIFFERENCE;
    of_items.iter().copied().filter(|there| near(*there)).fold(times, f64::max)
}

fn fate(item: &ItemRecord, recipe: Id, decrement: f64) -> Option<Fate> {
    // Of several references to one recipe Mealie takes the first.
    let reference = item.recipes().iter().find(|one| one.recipe() == Some(recipe))?;
    let scale = reference.recipe_scale.unwrap_or(ONCE_IF_MISSING);
    let quantity = item.quantity.unwrap_or(1.0);
    let taken =
        if scale > decrement { decrement } else { scale } * reference.recipe_quantity.unwrap_or_default();
    let after = quantity - taken;
    let still_of_it = scale - decrement > 0.0;
    let of_others = item.recipes().len() > 1;
    let goes = after < 0.0 || (after == 0.0 && !still_of_it && !of_others);
    let exactly = (quantity - taken).abs() <= LEAST_DIFFERENCE * quantity.abs().max(1.0);
    Some(Fate { after, goes, was_the_recipes: exactly && !still_of_it && !of_others })
}

/// What stays is written as any change of items is, so that Mealie makes one of two equal ones (`bulk_update_items`), be the
/// other one on its way out or not.
fn merged_away(list: &ListRecord, off: &Off) -> BTreeSet<Id> {
    let sameness = |item: &ItemRecord| Sameness::of(item.food(), item.unit(), item.note.as_ref());
    let mut open: HashMap<Sameness, Vec<Id>> = HashMap::new();
    for item in list.items().iter().filter(|item| !item.is_ticked()) {
        if let Some(id) = item.id() {
            open.entry(sameness(item)).or_default().push(id);
        }
    }
    let equal = open.into_values().filter(|equal| equal.len() > 1);
    equal.filter(|equal| equal.iter().any(|id| off.staying.contains_key(id))).flatten().collect()
}

fn not_there() -> Failure {
    Failure::refused(
        Why::Senseless,
        "This recipe is not on this list: no item of it came from the recipe. Nothing was changed. Items that are ticked off \
         no longer know their recipe, and those of a recipe within another one may be on the list for that one.",
    )
}

fn would_go(items: &BTreeSet<Id>) -> Failure {
    let ids: Vec<Id> = items.iter().copied().collect();
    let (count, would) = match ids.len() {
        1 => (
            "1 item".to_owned(),
            "would go that this recipe did not put there alone, or whose quantity was changed since",
        ),
        count => (
            format!("{count} items"),
            "would go, or become one, that this recipe did not put there alone, or whose quantity was changed since",
        ),
    };
    Failure::refused(
        Why::Senseless,
        format!(
            "{count} {would}: {}. Nothing was changed. Delete what has to go with delete_shopping_list_items, which asks a \
             person; then take the recipe off.",
            all_named(&ids)
        ),
    )
}

#[cfg(test)]
#[path = "off_list_tests.rs"]
mod tests;
