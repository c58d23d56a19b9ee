//! Deleting an entry of the plan. The recipe that was planned stays. It never says what the entry says.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::standing::Standing;
use super::{EntryId, Meal, entry, missing};
use crate::answer::{Gone, Source, View};
use crate::failure::Failure;
use crate::guard::binding::Target;
use crate::guard::question::{Page, Paragraph, Question};
use crate::text::{Date, Document, Id};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::words;

/// `delete_mealplan_entry`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeleteMealplanEntry {
    entry_id: EntryId,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Deleted {
    status: Gone,
    /// The entry that is gone.
    entry_id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry_type: Option<&'static str>,
    /// The recipe that was planned, which stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_id: Option<Id>,
}

impl View for Deleted {
    const SOURCE: Source = Source::Ours;
}

impl Tool for DeleteMealplanEntry {
    const NAME: &'static str = "delete_mealplan_entry";
    const TITLE: &'static str = "Delete a plan entry";
    const DESCRIPTION: &'static str =
        "Deletes an entry of the meal plan; a recipe planned there stays. Asks a person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Deleted;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Deleted>, Failure> {
        let id = self.entry_id;
        let (standing, ..) = Standing::read(kitchen.reads, id).await?;
        let page = standing.page(kitchen).await?;
        let target = Target::new().given("entry", &id).seen("entry", &standing.as_read);
        let write = Write::new(move |writes| {
            async move {
                standing.unchanged(writes.reads(), id).await?;
                match writes.delete::<Document>(entry(standing.id)).await {
                    // Mealie 3.10.2 answers with what is gone.
                    Ok(_) => Ok(Deleted {
                        status: Gone::Deleted,
                        entry_id: standing.id,
                        date: standing.date,
                        entry_type: standing.meal.map(Meal::word),
                        recipe_id: standing.recipe,
                    }),
                    Err(Failure::Status { code: 404, .. }) => Err(missing()),
                    Err(failure) => Err(failure),
                }
            }
            .boxed()
        });
        Ok(Plan::ask(question(&standing, page), target, write))
    }
}

/// ASK-19: date and meal; no word of it.
fn question(entry: &Standing, page: Option<Page>) -> Question {
    let mut what = Paragraph::of(words!["This will delete the plan entry ", entry.id, ": "])
        .followed_by(entry.when())
        .and(words!["."]);
    if let Some(recipe) = entry.recipe {
        what = what.and(words![" The recipe ", recipe, " is planned there."]);
    }
    if let Some(page) = page {
        what = what.and(words![" Its page: ", page]);
    }
    let mut consequence =
        Paragraph::of(words!["It is deleted for everyone in the household, with its title and text. "]);
    if entry.recipe.is_some() {
        consequence = consequence.and(words!["The recipe planned there stays. "]);
    }
    Question::new(what, consequence.and(words!["This cannot be undone."]))
}
