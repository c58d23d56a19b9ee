//! Shopping lists and their items, as somebody else writes and strikes them while a test looks on.
//! Never goes through HTTP and is never in the journal. A verb on something that is not there does nothing.

use serde_json::Map;
use uuid::Uuid;

use super::*;
use crate::quirks;

impl Kitchen {
    /// Starts a shopping list of the cook.
    pub fn add_list(&mut self, name: &str) -> Uuid {
        self.add_list_of(self.cook().id, name)
    }

    /// Starts a shopping list of a user, and with that of the user's household.
    pub fn add_list_of(&mut self, user_id: Uuid, name: &str) -> Uuid {
        let (id, now) = (self.fresh_id(), self.now());
        let (group_id, label_settings) = (self.group_of(user_id), self.fresh_label_settings(user_id));
        self.lists.put(ShoppingList {
            id,
            group_id,
            user_id,
            name: Some(name.into()),
            extras: Map::new(),
            recipe_references: Vec::new(),
            label_settings,
            created_at: Some(now),
            updated_at: now,
        });
        id
    }

    /// The label settings of a new list: one for each label of the group, by name.
    pub(crate) fn fresh_label_settings(&mut self, user_id: Uuid) -> Vec<LabelSetting> {
        let group_id = self.group_of(user_id);
        let mut labels: Vec<&Label> = self.labels.iter().filter(|label| label.group_id == group_id).collect();
        labels.sort_by_key(|label| label.name.to_ascii_lowercase());
        let label_ids: Vec<Uuid> = labels.into_iter().map(|label| label.id).collect();
        let setting = |(position, label_id)| LabelSetting { id: self.fresh_id(), label_id, position };
        (0..).zip(label_ids).map(setting).collect()
    }

    /// Renames a list as Mealie's own web page does: nothing else of it changes.
    pub fn rename_list(&mut self, list_id: Uuid, name: &str) {
        let now = self.now();
        if let Some(list) = self.lists.get_mut(list_id) {
            list.name = Some(name.into());
            list.updated_at = now;
        }
    }

    /// Throws a list away, and its items with it.
    pub fn delete_list(&mut self, list_id: Uuid) -> Option<ShoppingList> {
        let list = self.lists.take(list_id)?;
        self.items.take_where(|item| item.list_id == list_id);
        Some(list)
    }

    /// Gives a list to another user, and with that to the user's household.
    pub fn give_list(&mut self, list_id: Uuid, user_id: Uuid) {
        let now = self.now();
        if let Some(list) = self.lists.get_mut(list_id) {
            list.user_id = user_id;
            list.updated_at = now;
        }
    }

    /// Writes a line of text on a list.
    pub fn add_item(&mut self, list_id: Uuid, note: &str) -> Uuid {
        self.add_item_to(list_id, 0.0, None, note)
    }

    /// Puts a quantity of a food on a list.
    pub fn add_food_item(&mut self, list_id: Uuid, quantity: f64, food_id: Uuid) -> Uuid {
        self.add_item_to(list_id, quantity, Some(food_id), "")
    }

    /// Puts a quantity of a food, or of nothing in particular, on a list, with a note. Nothing is merged: it stands there
    /// beside whatever is equal to it. What else it has is up to further verbs.
    pub fn add_item_to(&mut self, list_id: Uuid, quantity: f64, food_id: Option<Uuid>, note: &str) -> Uuid {
        let (id, now) = (self.fresh_id(), self.now());
        let position = self.items_of(list_id).last().map_or(0, |item| item.position + 1);
        let label_id = food_id.and_then(|food| self.foods.get(food)).and_then(|food| food.label_id);
        self.items.put(ShoppingItem {
            id,
            list_id,
            quantity,
            unit_id: None,
            food_id,
            label_id,
            note: Some(note.into()),
            checked: false,
            position,
            extras: Map::new(),
            recipe_references: Vec::new(),
            created_at: now,
            updated_at: now,
        });
        id
    }

    /// Ticks an item off.
    pub fn tick_item(&mut self, item_id: Uuid) {
        self.change_item(item_id, |item| item.checked = true);
    }

    /// Takes the tick off again.
    pub fn untick_item(&mut self, item_id: Uuid) {
        self.change_item(item_id, |item| item.checked = false);
    }

    /// Rewrites the note of an item.
    pub fn rewrite_item(&mut self, item_id: Uuid, note: &str) {
        self.change_item(item_id, |item| item.note = Some(note.into()));
    }

    /// Wants more or less of an item.
    pub fn set_item_quantity(&mut self, item_id: Uuid, quantity: f64) {
        self.change_item(item_id, |item| item.quantity = quantity);
    }

    /// Measures an item in a unit.
    pub fn measure_item(&mut self, item_id: Uuid, unit_id: Uuid) {
        self.change_item(item_id, |item| item.unit_id = Some(unit_id));
    }

    /// Puts a label on an item.
    pub fn label_item(&mut self, item_id: Uuid, label_id: Uuid) {
        self.change_item(item_id, |item| item.label_id = Some(label_id));
    }

    /// Takes an item to another list.
    pub fn move_item(&mut self, item_id: Uuid, list_id: Uuid) {
        self.change_item(item_id, |item| item.list_id = list_id);
    }

    /// Strikes an item off its list.
    pub fn delete_item(&mut self, item_id: Uuid) -> Option<ShoppingItem> {
        self.items.take(item_id)
    }

    /// Puts what a recipe needs on a list, so many times, as Mealie does it: sub-recipes are taken apart, equal items are
    /// merged.
    pub fn put_recipe_on(&mut self, list_id: Uuid, recipe_id: Uuid, scale: f64) {
        let Some(owner) = self.lists.get(list_id).map(|list| list.user_id) else { return };
        // What Mealie refuses leaves the list as it is here, as there.
        let _ = quirks::add_recipe(self, owner, list_id, recipe_id, scale);
    }

    /// Takes what a recipe needs off a list again, so many times.
    pub fn take_recipe_off(&mut self, list_id: Uuid, recipe_id: Uuid, scale: f64) {
        let Some(owner) = self.lists.get(list_id).map(|list| list.user_id) else { return };
        // As above.
        let _ = quirks::remove_recipe(self, owner, list_id, recipe_id, scale);
    }

    fn change_item(&mut self, item_id: Uuid, change: impl FnOnce(&mut ShoppingItem)) {
        let now = self.now();
        if let Some(item) = self.items.get_mut(item_id) {
            change(item);
            item.updated_at = now;
        }
    }
}
