//! An entry as it stands in the plan when somebody is about to change or delete it, and what a question may say of it. It
//! never keeps a word that somebody wrote.

use super::{EntryId, Meal, entry, missing};
use crate::failure::{Failure, Happened, Unusable, Why};
use crate::guard::question::{Page, Paragraph};
use crate::mealie::plan::PlanEntry;
use crate::mealie::{Reads, read_record};
use crate::text::{Date, Document, Fingerprint, Id};
use crate::tool::Kitchen;
use crate::words;

/// What is stored of an entry. Mealie 3.10.2 answers with a summary of the recipe besides, which changes when somebody rates
/// or cooks it.
const OWN: [&str; 8] = ["/id", "/date", "/entryType", "/title", "/text", "/recipeId", "/userId", "/groupId"];

/// What is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) id: u64,
    pub(super) date: Option<Date>,
    pub(super) meal: Option<Meal>,
    pub(super) recipe: Option<Id>,
    /// What is stored of it, as it is known by once it is gone.
    pub(super) as_read: Fingerprint,
}

impl Standing {
    /// Reads it, and all that stands there besides. No plan keeps that: it can be megabytes (BND-7).
    pub(super) async fn read(reads: &Reads, id: EntryId) -> Result<(Self, PlanEntry, Document), Failure> {
        let id = id.get();
        let document = reads.find::<Document>(entry(id)).await?.ok_or_else(missing)?;
        let record: PlanEntry = read_record(&document)?;
        if record.id().is_some_and(|told| told != id) {
            return Err(Failure::Answer(Unusable::NotAsExpected, Happened::No));
        }
        let standing = Self {
            id,
            date: record.date(),
            meal: record.entry_type.as_ref().and_then(Meal::of),
            recipe: record.recipe_id(),
            as_read: document.fingerprint_of(&OWN),
        };
        Ok((standing, record, document))
    }

    /// The same once more, directly before a write that a person said yes to. Mealie 3.10.2 gives the id of a deleted entry to
    /// the next one, so that the id alone does not tell that it is still the one that was asked about.
    pub(super) async fn unchanged(
        &self,
        reads: &Reads,
        id: EntryId,
    ) -> Result<(PlanEntry, Document), Failure> {
        let (now, record, document) = Self::read(reads, id).await?;
        if now.as_read == self.as_read {
            return Ok((record, document));
        }
        Err(Failure::refused(
            Why::Changed,
            "Somebody changed this plan entry at the same moment, so it was left alone. Read the plan again before you try \
             once more.",
        ))
    }

    /// `dinner on 2026-03-09` (ASK-19).
    pub(super) fn when(&self) -> Paragraph {
        let meal = self.meal.map_or("a meal", Meal::word);
        match self.date {
            Some(date) => Paragraph::of(words![meal, " on ", date]),
            None => Paragraph::of(words![meal, " on a day that Mealie does not tell"]),
        }
    }

    /// The page of the planned recipe, if people have one.
    pub(super) async fn page(&self, kitchen: &Kitchen<'_>) -> Result<Option<Page>, Failure> {
        let Some(recipe) = self.recipe.filter(|_| kitchen.public_url.is_some()) else { return Ok(None) };
        let me = kitchen.reads.me().await?;
        Ok(kitchen.recipe_page(me.group_slug(), &recipe))
    }
}
