//! What Mealie 3.10.2 makes of equal items, found out before anything is sent. It is `bulk_create_items`,
//! `bulk_update_items` and `can_merge` of its `services/household_services/shopping_lists.py`, and nothing else: it asks nothing
//! and changes nothing.

use std::collections::BTreeSet;

use super::held::{HeldItem, ItemRecord};
use crate::text::{Foreign, Id};

/// What Mealie compares of an item, and what it adds up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line<'a> {
    /// Ticked off: such an item is equal to none.
    pub(super) checked: bool,
    /// Its food. One that is gone still counts.
    pub(super) food: Option<Id>,
    /// Its unit.
    pub(super) unit: Option<Id>,
    /// Its text, letter by letter; none is not the same as an empty one.
    pub(super) note: Option<&'a Foreign>,
    /// How much.
    pub(super) quantity: f64,
}

/// An item of a list, and what Mealie compares of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Item<'a> {
    /// Its id.
    pub(super) id: Id,
    /// It.
    pub(super) line: Line<'a>,
}

impl<'a> Line<'a> {
    /// A line of text, without a food and without a quantity.
    pub(super) fn of_text(note: &'a Foreign) -> Self {
        Self { checked: false, food: None, unit: None, note: Some(note), quantity: 0.0 }
    }

    /// An item as it stands on its list.
    pub(super) fn of(item: &'a ItemRecord) -> Self {
        Self {
            checked: item.is_ticked(),
            food: item.food(),
            unit: item.unit(),
            note: item.note.as_ref(),
            // Mealie's own default.
            quantity: item.quantity.unwrap_or(1.0),
        }
    }

    /// Whether Mealie would make one item of the two: neither is ticked off, food and unit are the same, and where there is no
    /// food the text is.
    pub(super) fn is_equal_to(&self, other: &Self) -> bool {
        !self.checked
            && !other.checked
            && self.food == other.food
            && self.unit == other.unit
            && (self.food.is_some() || self.note == other.note)
    }
}

impl<'a> Item<'a> {
    /// An item as it stands on its list.
    pub(super) fn of(item: &HeldItem<'a>) -> Self {
        Self { id: item.id, line: Line::of(item.record) }
    }
}

/// What becomes of items that are sent back changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Merged {
    /// Items that Mealie deletes: those that were sent and are equal to another one.
    pub(super) deleted: BTreeSet<Id>,
    /// Items that take their quantities: each of them may, and of several equal ones one does.
    pub(super) takers: BTreeSet<Id>,
}

/// `PUT items`: what becomes of these, of a list on which `stored` stands.
pub(super) fn update(stored: &[Item<'_>], sent: &[Item<'_>]) -> Merged {
    let mut merged = Merged::default();
    let mut together: Vec<Item<'_>> = Vec::new();
    let mut seen = BTreeSet::new();
    // Of an item that is sent twice the first one counts.
    for item in sent.iter().filter(|item| seen.insert(item.id)) {
        match together.iter_mut().find(|other| item.line.is_equal_to(&other.line)) {
            Some(other) => {
                other.line.quantity += item.line.quantity;
                merged.takers.insert(other.id);
                merged.deleted.insert(item.id);
            }
            None => together.push(*item),
        }
    }
    // The others are compared as they are stored, even where they were sent as well.
    for item in together {
        let equal: Vec<Id> = stored
            .iter()
            .filter(|other| other.id != item.id && !merged.deleted.contains(&other.id))
            .filter(|other| item.line.is_equal_to(&other.line))
            .map(|other| other.id)
            .collect();
        if !equal.is_empty() || item.line.quantity < 0.0 {
            merged.deleted.insert(item.id);
        }
        merged.takers.extend(equal);
    }
    // One that took something may be merged away itself.
    merged.takers.retain(|id| !merged.deleted.contains(id));
    merged
}

/// What becomes of a line that is sent to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// A new item.
    Added,
    /// It is added to a line that was sent before it, by its place.
    WithLine(usize),
    /// It is added to an item that stands there: to one that is equal.
    ToItem(Id),
    /// Mealie leaves out what is less than nothing.
    LeftOut,
}

/// `POST items/create-bulk` and the adding of recipes: what becomes of each of these lines, on a list on which `stored`
/// stands.
pub(super) fn create(stored: &[Item<'_>], sent: &[Line<'_>]) -> Vec<Fate> {
    let mut together: Vec<Line<'_>> = sent.to_vec();
    let mut fates: Vec<Fate> = Vec::new();
    for (place, line) in sent.iter().enumerate() {
        let before = (0..place)
            .find(|&other| !matches!(fates[other], Fate::WithLine(_)) && line.is_equal_to(&together[other]));
        fates.push(match before {
            Some(other) => {
                together[other].quantity += line.quantity;
                Fate::WithLine(other)
            }
            None => Fate::Added,
        });
    }
    for (fate, line) in fates.iter_mut().zip(&together).filter(|(fate, _)| **fate == Fate::Added) {
        *fate = match stored.iter().find(|item| item.line.is_equal_to(line)) {
            Some(item) => Fate::ToItem(item.id),
            None if line.quantity < 0.0 => Fate::LeftOut,
            None => Fate::Added,
        };
    }
    fates
}

#[cfg(test)]
#[path = "merging_tests.rs"]
mod tests;
