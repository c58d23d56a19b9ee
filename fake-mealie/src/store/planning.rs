//! The meal plan, the rules of random meals and cookbooks, as somebody else changes them while a test looks on.
//! Never goes through HTTP and is never in the journal.

use jiff::Timestamp;
use jiff::civil::{Date, Weekday};
use uuid::Uuid;

use super::*;
use crate::slug::slugify;

/// What a random meal has to keep to.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanRule {
    /// UUID of the rule.
    pub id: Uuid,
    /// The group it belongs to.
    pub group_id: Uuid,
    /// The household that plans by it.
    pub household_id: Uuid,
    /// The day and the meal that it is for.
    pub made_for: MadeFor,
    /// The stored filter; an empty one is none.
    pub query_filter_string: String,
    /// When the row was made.
    pub created_at: Timestamp,
}

/// The days and meals of a rule; what is not said is all of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MadeFor {
    /// The day of the week.
    pub day: Option<Weekday>,
    /// The meal.
    pub meal: Option<Meal>,
}

/// The words of Mealie for the days of a week.
pub(crate) const DAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

/// The word of Mealie for "all of them".
pub(crate) const UNSET: &str = "unset";

impl MadeFor {
    pub(crate) fn day_word(self) -> &'static str {
        let named = DAYS.iter().find(|(_, day)| Some(*day) == self.day);
        named.map_or(UNSET, |(word, _)| word)
    }

    pub(crate) fn meal_word(self) -> &'static str {
        self.meal.map_or(UNSET, Meal::word)
    }

    /// Whether a meal of this day has to keep to it.
    pub(crate) fn covers(self, date: Date, meal: Meal) -> bool {
        self.day.is_none_or(|day| day == date.weekday()) && self.meal.is_none_or(|own| own == meal)
    }
}

impl Kitchen {
    /// Plans a recipe for a meal of a day.
    pub fn plan_recipe(&mut self, recipe_id: Uuid, date: Date, meal: Meal) -> i64 {
        self.plan_as(self.cook().id, Some(recipe_id), date, meal)
    }

    /// Plans something that is no recipe, such as "Eat out".
    pub fn plan_title(&mut self, title: &str, date: Date, meal: Meal) -> i64 {
        self.plan_text(date, meal, title, "")
    }

    /// Plans something that is no recipe, with a text below its title.
    pub fn plan_text(&mut self, date: Date, meal: Meal, title: &str, text: &str) -> i64 {
        let id = self.plan_as(self.cook().id, None, date, meal);
        self.change_plan(id, |entry| {
            entry.title = title.into();
            entry.text = text.into();
        });
        id
    }

    /// Plans a meal as this user does it, in the user's household; without a recipe it has no title either.
    pub fn plan_as(&mut self, user_id: Uuid, recipe_id: Option<Uuid>, date: Date, meal: Meal) -> i64 {
        let (id, created_at, group_id) = (self.fresh_plan_id(), self.now(), self.group_of(user_id));
        let (title, text) = (String::new(), String::new());
        self.plan.push(PlanEntry { id, group_id, user_id, date, meal, title, text, recipe_id, created_at });
        id
    }

    /// Changes an entry of the plan.
    pub fn change_plan(&mut self, id: i64, change: impl FnOnce(&mut PlanEntry)) {
        if let Some(entry) = self.plan.iter_mut().find(|entry| entry.id == id) {
            change(entry);
        }
    }

    /// Takes an entry off the plan.
    pub fn take_plan(&mut self, id: i64) -> Option<PlanEntry> {
        let place = self.plan.iter().position(|entry| entry.id == id)?;
        Some(self.plan.remove(place))
    }

    /// The entry of the plan with this id.
    pub fn plan_entry(&self, id: i64) -> Option<&PlanEntry> {
        self.plan.iter().find(|entry| entry.id == id)
    }

    /// Makes this recipe the next random meal, of whichever household, if the rules allow it.
    pub fn load_dice(&mut self, recipe_id: Uuid) {
        self.loaded_dice = Some(recipe_id);
    }

    /// What the dice are loaded for, once.
    pub(crate) fn roll_dice(&mut self) -> Option<Uuid> {
        self.loaded_dice.take()
    }

    /// Makes a rule for random meals of a household.
    pub fn add_plan_rule(&mut self, household_id: Uuid, made_for: MadeFor, query_filter: &str) -> Uuid {
        let (id, created_at) = (self.fresh_id(), self.now());
        let group_id = self.households.get(household_id).map_or(self.group.id, |row| row.group_id);
        let query_filter_string = query_filter.into();
        self.plan_rules.put(PlanRule {
            id,
            group_id,
            household_id,
            made_for,
            query_filter_string,
            created_at,
        });
        id
    }

    /// Adds a cookbook with a stored filter, for the cook's household.
    pub fn add_cookbook(&mut self, name: &str, query_filter: &str) -> Uuid {
        self.add_cookbook_of(self.cook().household_id, name, query_filter)
    }

    /// Adds a cookbook with a stored filter, which only this household may change.
    pub fn add_cookbook_of(&mut self, household_id: Uuid, name: &str, query_filter: &str) -> Uuid {
        let (id, created_at) = (self.fresh_id(), self.now());
        let group_id = self.households.get(household_id).map_or(self.group.id, |row| row.group_id);
        let position = 1 + i64::try_from(self.cookbooks.len()).unwrap_or(i64::MAX - 1);
        let slug = slugify(name);
        let taken =
            |slug: &str| self.cookbooks.iter().any(|other| other.group_id == group_id && other.slug == slug);
        let slug = std::iter::once(slug.clone())
            .chain((1..).map(|number| format!("{slug}-{number}")))
            .find(|slug| !taken(slug))
            .unwrap_or(slug);
        self.cookbooks.put(Cookbook {
            id,
            group_id,
            household_id,
            name: name.into(),
            description: String::new(),
            slug,
            position,
            public: false,
            query_filter_string: query_filter.into(),
            created_at,
        });
        id
    }

    /// Opens a cookbook to people without a login, once its group is public.
    pub fn publish_cookbook(&mut self, id: Uuid) {
        self.change_cookbook(id, |book| book.public = true);
    }

    /// Changes a cookbook.
    pub fn change_cookbook(&mut self, id: Uuid, change: impl FnOnce(&mut Cookbook)) {
        if let Some(book) = self.cookbooks.get_mut(id) {
            change(book);
        }
    }

    /// The first cookbook with exactly this name.
    pub fn cookbook_named(&self, name: &str) -> Option<&Cookbook> {
        self.cookbooks.iter().find(|book| book.name == name)
    }
}
