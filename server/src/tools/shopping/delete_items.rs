//! Shopping lists: deleting items. Mealie answers 200 whatever the ids, so they are looked up before.

use std::collections::BTreeMap;

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::held;
use super::named::named;
use crate::answer::{Gone, Source, View};
use crate::args::{IdArgument, Many};
use crate::failure::Failure;
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question, counted};
use crate::mealie::read_record;
use crate::mealie::records::{Page, ShoppingItem};
use crate::text::{Document, Fingerprint, Foreign, Id};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::words;

/// `delete_shopping_list_items`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeleteShoppingListItems {
    /// As get_shopping_list shows them.
    item_ids: Many<IdArgument, 1, 100>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Deleted {
    status: Gone,
    /// The items that are gone.
    item_ids: Vec<Id>,
}

impl View for Deleted {
    const SOURCE: Source = Source::Ours;
}

impl Tool for DeleteShoppingListItems {
    const NAME: &'static str = "delete_shopping_list_items";
    const TITLE: &'static str = "Delete shopping list items";
    const DESCRIPTION: &'static str = "Deletes items from shopping lists by id; ticking them off keeps them. Asks a \
         person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Deleted;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Deleted>, Failure> {
        let items = found(kitchen, self.item_ids.0.iter().map(|id| id.0).collect()).await?;
        let ids: Vec<Id> = items.keys().copied().collect();
        let ticked = items.values().filter(|item| item.ticked).count() as u64;
        let target = items.values().fold(Target::new().set("items", ids.iter().copied()), |target, item| {
            target.seen("item", &item.as_read)
        });
        let question = question(&ids, ticked);
        let write = Write::new(move |writes| {
            async move {
                let these = ids.iter().fold(held::items(), |route, id| route.with("ids", id));
                writes.delete::<Document>(these).await?;
                Ok(Deleted { status: Gone::Deleted, item_ids: ids })
            }
            .boxed()
        });
        Ok(Plan::ask(question, target, write))
    }
}

struct Item {
    ticked: bool,
    as_read: Fingerprint,
}

/// All of these items, by id, with one filtered request; those that are missing are named (ASK-14).
async fn found(kitchen: &Kitchen<'_>, mut wanted: Vec<Id>) -> Result<BTreeMap<Id, Item>, Failure> {
    wanted.sort_unstable();
    wanted.dedup();
    let route = held::items().where_among("id", &wanted).all();
    let mut items = BTreeMap::new();
    for document in kitchen.reads.get::<Page<Document>>(route).await?.into_items() {
        let item: ShoppingItem = read_record(&document)?;
        if let Some(id) = item.id.as_ref().and_then(Foreign::read_as::<Id>) {
            items.insert(
                id,
                Item { ticked: item.checked.unwrap_or_default(), as_read: document.fingerprint() },
            );
        }
    }
    // Whatever else a page holds was not asked for.
    items.retain(|id, _| wanted.binary_search(id).is_ok());
    let ids: Vec<Id> = wanted.into_iter().filter(|id| !items.contains_key(id)).collect();
    if ids.is_empty() { Ok(items) } else { Err(Failure::NotFound { kind: "shopping list items", ids }) }
}

fn question(ids: &[Id], ticked: u64) -> Question {
    let count = ids.len() as u64;
    let what = Paragraph::of(words!["This will delete "])
        .and(counted(count, "shopping list item", "shopping list items"))
        .and(words![", ", ticked, " of them ticked: "])
        .followed_by(named(ids))
        .and(words!["."]);
    Question::new(
        what,
        Paragraph::of(words![
            if count == 1 { "It is gone" } else { "They are gone" },
            " for everyone in the household. This cannot be undone."
        ]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(count: u128) -> Vec<Id> {
        (1..=count).map(|number| format!("{number:032x}").parse().unwrap()).collect()
    }

    #[test]
    fn ask_19_items_are_counted_and_named_up_to_three() {
        let question = |count, ticked| question(&ids(count), ticked).to_string();
        let first = "00000000-0000-0000-0000-000000000001";
        assert!(
            question(1, 0)
                .starts_with(&format!("This will delete 1 shopping list item, 0 of them ticked: {first}."))
        );
        assert!(question(3, 2).contains("3 shopping list items, 2 of them ticked: "));
        assert_eq!(question(3, 2).matches("00000000-").count(), 3);
        assert_eq!(question(12, 2).matches("00000000-").count(), 3);
        assert!(question(12, 2).contains(" and 9 more."));
    }
}
