//! Adding lines of text to a shopping list. What stands there already, not ticked off, is never added to: Mealie would make one
//! item of the two, and nobody would see that anything happened.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::changes::Changes;
use super::held::{self, Held, held};
use super::merging::{self, Fate, Item, Line};
use super::shown::Shown;
use crate::answer::{Source, View};
use crate::args::{Content, IdArgument, Many};
use crate::failure::Failure;
use crate::text::{Foreign, Id};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `add_shopping_list_items`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct AddShoppingListItems {
    list_id: IdArgument,
    /// One line each, as it is to stand there: 2 tbsp oil.
    items: Many<Content<1, 1000>, 1, 100>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Added {
    status: Outcome,
    list_id: Id,
    /// The new items.
    added: Vec<Shown>,
    /// Items of the same text that stood there already, not ticked off: nothing was added to them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    already_there: Vec<Shown>,
    #[serde(skip)]
    repeated: usize,
    #[serde(skip)]
    unheard_of: usize,
}

/// Whether there is anything new.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    /// Something was added.
    Added,
    /// All of it stood there already.
    Unchanged,
}

impl View for Added {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        match self.already_there.len() {
            0 => {}
            1 => notes.push("1 line stands on the list already and was not added again.".to_owned()),
            there => notes.push(format!("{there} lines stand on the list already and were not added again.")),
        }
        match self.repeated {
            0 => {}
            1 => notes.push("1 line of this call repeats another one and was left out.".to_owned()),
            repeated => {
                notes.push(format!("{repeated} lines of this call repeat others and were left out."));
            }
        }
        match self.unheard_of {
            0 => {}
            1 => notes.push("Mealie does not say what became of 1 line: read the list.".to_owned()),
            lines => notes.push(format!("Mealie does not say what became of {lines} lines: read the list.")),
        }
        notes
    }
}

impl Tool for AddShoppingListItems {
    const NAME: &'static str = "add_shopping_list_items";
    const TITLE: &'static str = "Add items to a shopping list";
    const DESCRIPTION: &'static str = "Adds lines of text to a shopping list. A line that stands there already, not ticked off, \
         is not added again. For what a recipe needs: add_recipe_to_shopping_list.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Added;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Added>, Failure> {
        let lines = self.lines()?;
        let id = self.list_id.0;
        // It has to be there: on a list that is not, or of another household, Mealie 3.10.2 writes and then fails (hazard 9).
        let list = held(kitchen.reads, id).await?;
        let sorted = Sorted::of(&list, &lines);
        if sorted.new.is_empty() {
            return Ok(Plan::Answer(sorted.unchanged(id)));
        }
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let sorted = Sorted::of(&held(writes.reads(), id).await?, &lines);
                if sorted.new.is_empty() {
                    return Ok(sorted.unchanged(id));
                }
                let sent: Vec<Value> = sorted
                    .new
                    .iter()
                    .zip(sorted.free_place..)
                    .map(|(&line, position)| {
                        // The 0: with Mealie's own default of 1, "2 tbsp oil" would be shown as "1 2 tbsp oil" (LIVE-9).
                        let note = lines[line].expose(writes.wire_key());
                        json!({"shoppingListId": id.to_string(), "note": note, "quantity": 0, "position": position})
                    })
                    .collect();
                let changes: Changes = writes.post(held::items().then("create-bulk"), &sent).await?;
                let added: Vec<Shown> = changes.created().iter().map(Shown::of).collect();
                // Somebody else wrote the same line in between: nothing of theirs is changed by a quantity of 0.
                let there = changes.updated().iter().map(Shown::of);
                let already_there: Vec<Shown> = sorted.there.into_iter().chain(there).collect();
                let unheard_of = sent.len().saturating_sub(added.len() + changes.updated().len());
                Ok(Added {
                    status: Outcome::Added,
                    list_id: id,
                    added,
                    already_there,
                    repeated: sorted.repeated,
                    unheard_of,
                })
            }
            .boxed()
        })))
    }
}

impl AddShoppingListItems {
    fn lines(&self) -> Result<Vec<Foreign>, Failure> {
        let line = |(place, line): (usize, &Content<1, 1000>)| {
            let text = Foreign::from(line.as_str().to_owned());
            if text.is_blank() {
                let name = format!("items[{place}]");
                return Err(Failure::argument(&name, "holds nothing that can be seen", Some(line.as_str())));
            }
            Ok(text)
        };
        self.items.0.iter().enumerate().map(line).collect()
    }
}

/// A place that a list can have: PostgreSQL keeps it in 32 bits.
const LAST_PLACE: i64 = 1_000_000_000;

/// Which lines are new to a list.
struct Sorted {
    /// Their places among the lines.
    new: Vec<usize>,
    /// Items that are equal to the others.
    there: Vec<Shown>,
    /// Lines that repeat another one.
    repeated: usize,
    /// The first place behind all that stands on the list.
    free_place: i64,
}

impl Sorted {
    fn of(list: &Held, lines: &[Foreign]) -> Self {
        let stored: Vec<Item<'_>> = list.items().map(|item| Item::of(&item)).collect();
        let sent: Vec<Line<'_>> = lines.iter().map(Line::of_text).collect();
        let fates = merging::create(&stored, &sent);
        let there: Vec<Id> = fates
            .iter()
            .filter_map(|fate| if let Fate::ToItem(id) = fate { Some(*id) } else { None })
            .collect();
        let last = list.record.items().iter().filter_map(|item| item.position).max();
        Self {
            new: (0..lines.len()).filter(|&line| fates[line] == Fate::Added).collect(),
            there: list
                .items()
                .filter(|item| there.contains(&item.id))
                .map(|item| Shown::of(item.record))
                .collect(),
            repeated: fates.iter().filter(|fate| matches!(fate, Fate::WithLine(_))).count(),
            free_place: last.map_or(0, |last| last.saturating_add(1).clamp(0, LAST_PLACE)),
        }
    }

    fn unchanged(self, list_id: Id) -> Added {
        let Self { there, repeated, .. } = self;
        let added = Vec::new();
        Added { status: Outcome::Unchanged, list_id, added, already_there: there, repeated, unheard_of: 0 }
    }
}

#[cfg(test)]
#[path = "add_items_tests.rs"]
mod tests;
