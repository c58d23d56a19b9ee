//! Changing an entry of the plan. Mealie replaces all of it, so it is read directly before and sent back with nothing but the
//! given fields changed (LIVE-2): one that moves keeps its words, and stays whose it is. Its words are replaced only after a
//! yes.

use std::ops::Not;

use futures::FutureExt as _;
use futures::future::OptionFuture;
use futures::join;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::standing::Standing;
use super::{EntryId, Meal, Shown, asking, entry, has_a_title, missing, name_of, recipe_of};
use crate::answer::{Source, View};
use crate::args::{Content, Day};
use crate::failure::{Failure, Happened, Unusable, Why};
use crate::guard::binding::Target;
use crate::mealie::Writes;
use crate::mealie::lookup::RecipeRef;
use crate::mealie::plan::PlanEntry;
use crate::text::{Clean, Date, Document, Foreign, Id, Limit, WireKey};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::recipes::clean;

/// `update_mealplan_entry`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct UpdateMealplanEntry {
    entry_id: EntryId,
    date: Option<Day>,
    entry_type: Option<Meal>,
    recipe: Option<RecipeRef>,
    title: Option<Content<1, 255>>,
    text: Option<Content<0, 2000>>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Changed {
    status: ChangedStatus,
    /// As it is now.
    entry: Shown,
    /// What stood in the given fields.
    before: Before,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ChangedStatus {
    Changed,
}

/// The given fields as they were (LIVE-14). A text that was not there is empty.
#[derive(Debug, Serialize, JsonSchema)]
struct Before {
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry_type: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_id: Option<Id>,
    /// What that recipe is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Clean>,
    /// Whether no recipe was planned there.
    #[serde(skip_serializing_if = "Not::not")]
    without_recipe: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Clean>,
}

impl View for Changed {
    const SOURCE: Source = Source::Mealie;
}

/// What is written over the entry, by the names of Mealie.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Change {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entry_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) recipe_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<Content<1, 255>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Content<0, 2000>>,
}

impl Tool for UpdateMealplanEntry {
    const NAME: &'static str = "update_mealplan_entry";
    const TITLE: &'static str = "Change a plan entry";
    const DESCRIPTION: &'static str = "Changes the given fields of a meal plan entry and keeps the others: moves it, plans \
         another recipe, rewrites it. A recipe or title cannot be taken out: delete the entry and add another. Asks a person first if title or text is given.";
    const EFFECT: Effect = Effect::Replaces;
    type Answer = Changed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Changed>, Failure> {
        let id = self.entry_id;
        self.makes_sense()?;
        let recipe: OptionFuture<_> =
            self.recipe.as_ref().map(|recipe| recipe_of(kitchen.reads, recipe)).into();
        let (read, recipe) = join!(Standing::read(kitchen.reads, id), recipe);
        let (standing, there, _) = read?;
        let change = self.change(recipe.transpose()?);
        if change.is_there(&there) {
            return Err(Failure::refused(
                Why::Senseless,
                "The plan entry says all of this already. Nothing was changed.",
            ));
        }
        if !change.replaces_words() {
            return Ok(Plan::Go(Write::new(move |writes| {
                async move {
                    let (_, there, document) = Standing::read(writes.reads(), id).await?;
                    change.carry_out(&writes, id, &there, document).await
                }
                .boxed()
            })));
        }
        let question = asking::question(&standing, &there, &change, standing.page(kitchen).await?);
        let target =
            Target::new().given("entry", &id).given("change", &change).seen("entry", &standing.as_read);
        let write = Write::new(move |writes| {
            async move {
                let (there, document) = standing.unchanged(writes.reads(), id).await?;
                change.carry_out(&writes, id, &there, document).await
            }
            .boxed()
        });
        Ok(Plan::ask(question, target, write))
    }
}

impl UpdateMealplanEntry {
    fn makes_sense(&self) -> Result<(), Failure> {
        let Self { entry_id: _, date, entry_type, recipe, title, text } = self;
        let moves = date.is_some() || entry_type.is_some() || recipe.is_some();
        if moves || title.is_some() || text.is_some() {
            return has_a_title(title.as_ref());
        }
        Err(Failure::refused(
            Why::Senseless,
            "There is nothing to change: give at least one field besides `entry_id`. Nothing was changed.",
        ))
    }

    fn change(&self, recipe_id: Option<Id>) -> Change {
        Change {
            date: self.date.map(Day::date),
            entry_type: self.entry_type.map(Meal::word),
            recipe_id,
            title: self.title.clone(),
            text: self.text.clone(),
        }
    }
}

/// An entry that is larger is none: it has a handful of values and those of a recipe in a list. A body of a quarter of a million
/// could not be sent back within memory (BND-7).
const MOST_VALUES: usize = 20_000;

impl Change {
    pub(super) fn title(&self) -> Option<&str> {
        self.title.as_ref().map(Content::as_str)
    }

    pub(super) fn text(&self) -> Option<&str> {
        self.text.as_ref().map(Content::as_str)
    }

    /// Whether it replaces what somebody wrote (ASK-1).
    fn replaces_words(&self) -> bool {
        self.title.is_some() || self.text.is_some()
    }

    /// Whether the entry says all of it already.
    fn is_there(&self, there: &PlanEntry) -> bool {
        let is = |text: &Option<Foreign>, new: Option<&str>| {
            new.is_none_or(|new| text.as_ref().map_or(new.is_empty(), |text| text.is(new)))
        };
        self.date.is_none_or(|date| there.date() == Some(date))
            && self.recipe_id.is_none_or(|recipe| there.recipe_id() == Some(recipe))
            && is(&there.entry_type, self.entry_type)
            && is(&there.title, self.title())
            && is(&there.text, self.text())
    }

    /// Sends the entry back as it was read directly before, changed.
    async fn carry_out(
        self,
        writes: &Writes<'_>,
        id: EntryId,
        there: &PlanEntry,
        document: Document,
    ) -> Result<Changed, Failure> {
        let before = Before::of(there, &self);
        let body = self.over(document, writes.wire_key())?;
        match writes.put::<PlanEntry>(entry(id.get()), &body).await {
            Ok(entry) => Ok(Changed { status: ChangedStatus::Changed, entry: Shown::of(&entry), before }),
            Err(Failure::Status { code: 404, .. }) => Err(missing()),
            Err(failure) => Err(failure),
        }
    }

    /// The entry as it was read, with this written over it. Whose it is stays as it was: Mealie 3.10.2 would move it to
    /// the household of any other user.
    fn over(self, entry: Document, key: &WireKey) -> Result<Value, Failure> {
        let unusable = || Failure::Answer(Unusable::NotAsExpected, Happened::No);
        if entry.values() > MOST_VALUES {
            return Err(unusable());
        }
        let mut entry = entry.into_wire(key);
        let fields = entry.as_object_mut().ok_or_else(unusable)?;
        let changed =
            serde_json::to_value(self).map_err(|_| Failure::Internal("a change that is no JSON"))?;
        let Value::Object(changed) = changed else {
            return Err(Failure::Internal("a change that is no record"));
        };
        fields.extend(changed);
        Ok(entry)
    }
}

impl Before {
    fn of(there: &PlanEntry, change: &Change) -> Self {
        let text = |text: &Option<Foreign>, limit| {
            clean(text, limit).unwrap_or_else(|| Clean::of_argument("", limit))
        };
        let recipe = change.recipe_id.is_some();
        Self {
            date: change.date.and_then(|_| there.date()),
            entry_type: change.entry_type.map(|_| text(&there.entry_type, Limit::SHORT)),
            recipe_id: recipe.then(|| there.recipe_id()).flatten(),
            recipe: recipe.then(|| name_of(there)).flatten(),
            without_recipe: recipe && there.recipe_id.is_none(),
            title: change.title.is_some().then(|| text(&there.title, Limit::NAME)),
            text: change.text.is_some().then(|| text(&there.text, Limit::PLAN_TEXT)),
        }
    }
}
