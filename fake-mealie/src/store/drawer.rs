//! A drawer: rows of one kind in the order they came in, found by id.
//! Never reorders; what a person sees first is decided by whoever reads.

use std::collections::{BTreeMap, HashMap};

use uuid::Uuid;

use super::{
    Comment, Cookbook, Food, Household, Label, Organizer, PlanRule, Rating, Recipe, ShareLink, ShoppingItem,
    ShoppingList, TimelineEvent, Unit, User,
};

/// Anything that lies in a [`Drawer`]: it can be found by its id.
pub trait Kept {
    /// The id that the drawer finds it by.
    fn id(&self) -> Uuid;
}

macro_rules! kept {
    ($($record:ty),+) => { $(impl Kept for $record { fn id(&self) -> Uuid { self.id } })+ };
}
kept!(
    Recipe,
    Food,
    Unit,
    Label,
    Organizer,
    Comment,
    TimelineEvent,
    ShareLink,
    ShoppingList,
    ShoppingItem,
    Cookbook,
    PlanRule,
    Rating,
    User,
    Household
);
/// Rows of one kind, in the order they came in.
#[derive(Debug, Clone)]
pub struct Drawer<T> {
    rows: BTreeMap<u64, T>,
    places: HashMap<Uuid, u64>,
    next: u64,
}

impl<T> Default for Drawer<T> {
    fn default() -> Self {
        Drawer { rows: BTreeMap::new(), places: HashMap::new(), next: 0 }
    }
}

impl<T: Kept> Drawer<T> {
    /// Puts a row at the end. A row with the same id is replaced where it lies.
    pub fn put(&mut self, row: T) {
        let id = row.id();
        let place = self.places.get(&id).copied().unwrap_or_else(|| {
            self.next += 1;
            self.next
        });
        self.places.insert(id, place);
        self.rows.insert(place, row);
    }

    /// Puts a row where the one with that id lies, which it need not have itself; at the end if there is none.
    pub fn put_over(&mut self, id: Uuid, row: T) {
        if let Some(place) = self.places.remove(&id) {
            self.places.insert(row.id(), place);
        }
        self.put(row);
    }

    /// The row with this id.
    pub fn get(&self, id: Uuid) -> Option<&T> {
        self.rows.get(self.places.get(&id)?)
    }

    /// The row with this id, to be changed. Its id must stay.
    pub fn get_mut(&mut self, id: Uuid) -> Option<&mut T> {
        self.rows.get_mut(self.places.get(&id)?)
    }

    /// Takes the row out.
    pub fn take(&mut self, id: Uuid) -> Option<T> {
        self.rows.remove(&self.places.remove(&id)?)
    }

    /// Takes out every row that the test names.
    pub fn take_where(&mut self, mut gone: impl FnMut(&T) -> bool) {
        let places = &mut self.places;
        self.rows.retain(|_, row| {
            let going = gone(row);
            if going {
                places.remove(&row.id());
            }
            !going
        });
    }

    /// All rows, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.rows.values()
    }

    /// All rows, oldest first, to be changed. Their ids must stay.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        self.rows.values_mut()
    }

    /// The rows with these ids, oldest first.
    pub fn oldest_first(&self, ids: &[Uuid]) -> Vec<&T> {
        let mut places: Vec<u64> = ids.iter().filter_map(|id| self.places.get(id).copied()).collect();
        places.sort_unstable();
        places.iter().filter_map(|place| self.rows.get(place)).collect()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}
