//! What recipes are made of and sorted by, as somebody else adds, names and removes it while a test looks on: foods,
//! units, labels, tags, categories and tools.
//! Never goes through HTTP and is never in the journal. A verb on something that is not there does nothing.

use serde_json::Map;
use uuid::Uuid;

use super::*;
use crate::slug::slugify;

/// The colour of a label whose maker names none (Mealie 3.10.2, `MultiPurposeLabelCreate`).
pub(crate) const DEFAULT_LABEL_COLOR: &str = "#959595";

impl Kitchen {
    /// Adds a food.
    pub fn add_food(&mut self, name: &str) -> Uuid {
        let (id, now, group_id) = (self.fresh_id(), self.now(), self.group.id);
        self.foods.put(Food {
            id,
            group_id,
            name: name.into(),
            plural_name: None,
            description: String::new(),
            extras: Map::new(),
            label_id: None,
            aliases: Vec::new(),
            on_hand: Vec::new(),
            created_at: now,
            updated_at: now,
        });
        id
    }

    /// Adds a unit.
    pub fn add_unit(&mut self, name: &str) -> Uuid {
        let (id, now, group_id) = (self.fresh_id(), self.now(), self.group.id);
        self.units.put(Unit {
            id,
            group_id,
            name: name.into(),
            plural_name: None,
            description: String::new(),
            extras: Map::new(),
            fraction: false,
            abbreviation: String::new(),
            plural_abbreviation: Some(String::new()),
            use_abbreviation: false,
            aliases: Vec::new(),
            created_at: now,
            updated_at: now,
        });
        id
    }

    /// Gives a food another name.
    pub fn rename_food(&mut self, food_id: Uuid, name: &str) {
        self.change_food(food_id, |food| food.name = name.into());
    }

    /// Deletes a food. Recipe lines lose it; shopping items keep an id that leads nowhere.
    pub fn delete_food(&mut self, food_id: Uuid) -> Option<Food> {
        for line in self.recipes.iter_mut().flat_map(|recipe| recipe.ingredients.iter_mut()) {
            line.food = line.food.filter(|food| *food != food_id);
        }
        self.foods.take(food_id)
    }

    /// Adds a tag, category or tool.
    pub fn add_organizer(&mut self, kind: OrganizerKind, name: &str) -> Uuid {
        let (id, created_at, group_id) = (self.fresh_id(), self.now(), self.group.id);
        self.organizers.put(Organizer {
            id,
            kind,
            group_id,
            name: name.into(),
            slug: slugify(name),
            households_with_tool: Vec::new(),
            created_at,
        });
        id
    }

    /// Adds a tag.
    pub fn add_tag(&mut self, name: &str) -> Uuid {
        self.add_organizer(OrganizerKind::Tag, name)
    }

    /// Adds a category.
    pub fn add_category(&mut self, name: &str) -> Uuid {
        self.add_organizer(OrganizerKind::Category, name)
    }

    /// Adds a tool.
    pub fn add_tool(&mut self, name: &str) -> Uuid {
        self.add_organizer(OrganizerKind::Tool, name)
    }

    /// Notes that a household has a tool.
    pub fn own_tool(&mut self, tool_id: Uuid, household_slug: &str) {
        if let Some(tool) = self.organizers.get_mut(tool_id) {
            tool.households_with_tool.push(household_slug.into());
        }
    }

    /// Gives a tag, category or tool another name; the slug follows.
    pub fn rename_organizer(&mut self, organizer_id: Uuid, name: &str) {
        if let Some(organizer) = self.organizers.get_mut(organizer_id) {
            organizer.name = name.into();
            organizer.slug = slugify(name);
        }
    }

    /// Deletes a tag, category or tool. Recipes lose it; cookbooks keep their filter, which then finds nothing.
    pub fn delete_organizer(&mut self, organizer_id: Uuid) -> Option<Organizer> {
        for recipe in self.recipes.iter_mut() {
            for shelf in [&mut recipe.tags, &mut recipe.categories, &mut recipe.tools] {
                shelf.retain(|id| *id != organizer_id);
            }
        }
        self.organizers.take(organizer_id)
    }

    /// Adds a label. Every shopping list of the group gets a place for it, behind the others.
    pub fn add_label(&mut self, name: &str) -> Uuid {
        let (id, created_at, group_id) = (self.fresh_id(), self.now(), self.group.id);
        self.put_label(Label {
            id,
            group_id,
            name: name.into(),
            color: DEFAULT_LABEL_COLOR.into(),
            created_at,
        });
        id
    }

    /// As [`Kitchen::add_label`], with a label that is made already.
    pub(crate) fn put_label(&mut self, label: Label) {
        let (label_id, group_id) = (label.id, label.group_id);
        self.labels.put(label);
        let own = self.lists.iter().filter(|list| self.group_of(list.user_id) == group_id);
        let list_ids: Vec<_> = own.map(|list| list.id).collect();
        for list_id in list_ids {
            let id = self.fresh_id();
            if let Some(list) = self.lists.get_mut(list_id) {
                let position = i64::try_from(list.label_settings.len()).unwrap_or(i64::MAX);
                list.label_settings.push(LabelSetting { id, label_id, position });
            }
        }
    }

    /// Puts a label on a food.
    pub fn label_food(&mut self, food_id: Uuid, label_id: Uuid) {
        self.change_food(food_id, |food| food.label_id = Some(label_id));
    }

    /// Names more than one of a food.
    pub fn pluralize_food(&mut self, food_id: Uuid, plural: &str) {
        self.change_food(food_id, |food| food.plural_name = Some(plural.into()));
    }

    /// Gives a food one more name.
    pub fn alias_food(&mut self, food_id: Uuid, alias: &str) {
        self.change_food(food_id, |food| food.aliases.push(alias.into()));
    }

    /// Names more than one of a unit.
    pub fn pluralize_unit(&mut self, unit_id: Uuid, plural: &str) {
        self.change_unit(unit_id, |unit| unit.plural_name = Some(plural.into()));
    }

    /// Gives a unit a short form.
    pub fn abbreviate_unit(&mut self, unit_id: Uuid, abbreviation: &str) {
        self.change_unit(unit_id, |unit| unit.abbreviation = abbreviation.into());
    }

    /// Gives a unit one more name.
    pub fn alias_unit(&mut self, unit_id: Uuid, alias: &str) {
        self.change_unit(unit_id, |unit| unit.aliases.push(alias.into()));
    }

    /// Gives a unit another name.
    pub fn rename_unit(&mut self, unit_id: Uuid, name: &str) {
        self.change_unit(unit_id, |unit| unit.name = name.into());
    }

    /// Deletes a unit. Recipe lines lose it; shopping items keep an id that leads nowhere.
    pub fn delete_unit(&mut self, unit_id: Uuid) -> Option<Unit> {
        for line in self.recipes.iter_mut().flat_map(|recipe| recipe.ingredients.iter_mut()) {
            line.unit = line.unit.filter(|unit| *unit != unit_id);
        }
        self.units.take(unit_id)
    }

    fn change_food(&mut self, food_id: Uuid, change: impl FnOnce(&mut Food)) {
        let now = self.now();
        if let Some(food) = self.foods.get_mut(food_id) {
            change(food);
            food.updated_at = now;
        }
    }

    fn change_unit(&mut self, unit_id: Uuid, change: impl FnOnce(&mut Unit)) {
        let now = self.now();
        if let Some(unit) = self.units.get_mut(unit_id) {
            change(unit);
            unit.updated_at = now;
        }
    }
}
