//! The meal plan: what the household eats, and when. An entry has a day, a meal, and a recipe or a title or both. It never
//! touches the rules by which Mealie chooses at random (SHUT-1).

mod asking;
mod create;
mod delete;
mod list;
mod random;
mod standing;
#[cfg(test)]
mod tests;
mod today;
mod update;

pub(crate) use create::CreateMealplanEntry;
pub(crate) use delete::DeleteMealplanEntry;
pub(crate) use list::ListMealplans;
pub(crate) use random::CreateRandomMeal;
pub(crate) use today::GetTodaysMeals;
pub(crate) use update::UpdateMealplanEntry;

use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Serialize};

use super::ingredients::visible;
use super::recipes::clean;
use crate::answer::{New, Source, View};
use crate::args::{Content, Whole};
use crate::failure::Failure;
use crate::mealie::Reads;
use crate::mealie::lookup::{self, RecipeRef};
use crate::mealie::plan::PlanEntry;
use crate::mealie::route::Route;
use crate::text::{Clean, Date, Foreign, Id, Limit, Slug};

crate::args::choice! {
    /// A meal of the day, as Mealie 3.10.2 knows them.
    pub(crate) enum Meal {
        Breakfast = "breakfast",
        Lunch = "lunch",
        Dinner = "dinner",
        Side = "side",
        Snack = "snack",
        Drink = "drink",
        Dessert = "dessert",
    }
}

impl Meal {
    const ALL: [Self; 7] =
        [Self::Breakfast, Self::Lunch, Self::Dinner, Self::Side, Self::Snack, Self::Drink, Self::Dessert];

    fn word(self) -> &'static str {
        self.into()
    }

    /// The one that an entry names; nothing for one that only a newer Mealie knows.
    fn of(word: &Foreign) -> Option<Self> {
        Self::ALL.into_iter().find(|meal| word.is(meal.word()))
    }
}

/// The id of an entry. For one that its database cannot hold Mealie 3.10.2 answers a bare 500.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct EntryId(Whole<1, { i64::MAX.unsigned_abs() }>);

crate::args::described!(EntryId, |_| json_schema!({"type": "integer", "minimum": 1}));

impl EntryId {
    fn get(self) -> u64 {
        self.0.get()
    }
}

/// The whole plan of the household.
fn plan() -> Route {
    Route::to(&["households", "mealplans"])
}

/// One entry of it.
fn entry(id: u64) -> Route {
    plan().number(id)
}

/// That there is no such entry in the household's plan (ASK-14). Mealie 3.10.2 says the same of another household's.
fn missing() -> Failure {
    Failure::NotFound { kind: "plan entry", ids: Vec::new() }
}

/// The id of a recipe that there is. Mealie 3.10.2 plans whatever id it is given, and shows an empty entry for one that
/// nobody has.
async fn recipe_of(reads: &Reads, asked: &RecipeRef) -> Result<Id, Failure> {
    lookup::recipe_at(reads, asked).await.map(|(id, _)| id)
}

/// Refuses a title of which nobody would see anything. Mealie 3.10.2 takes it, and shows an entry without a word.
fn has_a_title(title: Option<&Content<1, 255>>) -> Result<(), Failure> {
    title.map_or(Ok(()), |title| visible("title", title.as_str()).map(|_| ()))
}

/// An entry as it is shown.
#[derive(Debug, Serialize, JsonSchema)]
struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    entry_id: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry_type: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_slug: Option<Slug>,
    /// What the recipe is called; a recipe that is gone has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Clean>,
}

impl Shown {
    fn of(entry: &PlanEntry) -> Self {
        Self {
            entry_id: entry.id(),
            date: entry.date(),
            entry_type: clean(&entry.entry_type, Limit::SHORT),
            recipe_id: entry.recipe_id(),
            recipe_slug: entry
                .recipe
                .as_ref()
                .and_then(|recipe| recipe.slug.as_ref())
                .and_then(Foreign::read_as),
            recipe: name_of(entry),
            title: clean(&entry.title, Limit::NAME),
            text: clean(&entry.text, Limit::PLAN_TEXT),
        }
    }
}

/// What the planned recipe is called.
fn name_of(entry: &PlanEntry) -> Option<Clean> {
    clean(&entry.recipe.as_ref()?.name, Limit::NAME)
}

/// The answer about a new entry: as Mealie stored it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Planned {
    status: New,
    entry: Shown,
}

impl View for Planned {
    const SOURCE: Source = Source::Mealie;
}

impl Planned {
    fn of(entry: &PlanEntry) -> Self {
        Self { status: New::Created, entry: Shown::of(entry) }
    }
}
