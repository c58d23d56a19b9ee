//! Changing items of a shopping list: ticking them off, how much of them, their notes. Mealie replaces an item whole and makes
//! one of equal ones, so each is read directly before and sent back as it was with the change alone (LIVE-2), and what would
//! cost an item is found out before. Nothing but a new note asks.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::Deserialize;

use super::change::Change;
use super::changes::Changes;
use super::held::{self, held, to_wire};
use super::outlook::Outlook;
use super::updated::Updated;
use crate::args::{Amount, Content, Flag, IdArgument, Many};
use crate::failure::{Failure, Why};
use crate::guard::binding::Target;
use crate::text::Id;
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `update_shopping_list_items`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct UpdateShoppingListItems {
    list_id: IdArgument,
    item_ids: Many<IdArgument, 1, 100>,
    /// true ticks off.
    checked: Option<Flag>,
    /// 0: none is shown.
    quantity: Option<Amount<100_000>>,
    /// The new note, for a line of text all of it. For several items only if each has a food.
    note: Option<Content<0, 1000>>,
}

impl Tool for UpdateShoppingListItems {
    const NAME: &'static str = "update_shopping_list_items";
    const TITLE: &'static str = "Change shopping list items";
    const DESCRIPTION: &'static str = "Ticks items of a shopping list off or on, or sets their quantity or note; all else stays. \
         Asks a person first if `note` is given.";
    const EFFECT: Effect = Effect::Replaces;
    type Answer = Updated;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Updated>, Failure> {
        let change = self.change()?;
        let list_id = self.list_id.0;
        let mut ids: Vec<Id> = self.item_ids.0.iter().map(|id| id.0).collect();
        ids.sort_unstable();
        ids.dedup();
        let outlook = Outlook::of(&held(kitchen.reads, list_id).await?, &ids, &change)?;
        let asked = change.replaces_what_was_written().then(|| {
            let target = Target::new()
                .id("list", &list_id)
                .set("items", ids.iter().copied())
                .given("checked", &self.checked.map(|flag| flag.0))
                .given("quantity", &self.quantity)
                .given("note", &self.note);
            let target = outlook.as_read.iter().fold(target, |target, as_read| target.seen("item", as_read));
            (outlook.question(&ids), target)
        });
        let approved = asked.is_some().then_some(outlook.as_read);
        let write = Write::new(move |writes| {
            async move {
                let list = held(writes.reads(), list_id).await?;
                let outlook = Outlook::of(&list, &ids, &change)?;
                if approved.is_some_and(|approved| approved != outlook.as_read) {
                    return Err(changed_meanwhile());
                }
                let items = list.all_of(&ids)?;
                let mut sent = to_wire(&items, writes.wire_key())?;
                for item in &mut sent {
                    change.write_into(item, list_id)?;
                }
                let changes: Changes = writes.put(held::items(), &sent).await?;
                Ok(Updated::of(list_id, &items, &change, outlook.ticked_after, &changes))
            }
            .boxed()
        });
        Ok(match asked {
            Some((question, target)) => Plan::ask(question, target, write),
            None => Plan::Go(write),
        })
    }
}

impl UpdateShoppingListItems {
    fn change(&self) -> Result<Change, Failure> {
        let change = Change::new(
            self.checked.map(|flag| flag.0),
            self.quantity.map(Amount::get),
            self.note.as_ref().map(Content::as_str),
        );
        change.ok_or_else(|| {
            Failure::refused(
                Why::Senseless,
                "There is nothing to change: give `checked`, `quantity` or `note`. Nothing was changed.",
            )
        })
    }
}

/// Between the yes and the write.
fn changed_meanwhile() -> Failure {
    Failure::refused(
        Why::Changed,
        "Somebody changed these items after the question. Nothing was changed. Read the list and call again.",
    )
}

#[cfg(test)]
mod tests;
