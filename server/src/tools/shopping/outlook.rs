//! What a change of items would come to, found out before it is sent: what is refused, and what a person is asked. It changes
//! nothing.

use std::collections::BTreeSet;

use super::change::Change;
use super::held::{Held, HeldItem};
use super::merging::{self, Item, Merged};
use super::named::named;
use crate::failure::{Failure, Why};
use crate::guard::question::{Paragraph, Question, counted};
use crate::text::{Fingerprint, Id};
use crate::words;

/// What a change would come to.
pub(super) struct Outlook {
    /// What would be overwritten or gone, as it was read: the items, and those that they would be added to.
    pub(super) as_read: Vec<Fingerprint>,
    /// Items of the list that are ticked off afterwards.
    pub(super) ticked_after: u64,
    ticked: u64,
    /// Whether any of the items to be changed is ticked off or unticked by it, and which of the two.
    ticks: Option<bool>,
    /// Whether any of them gets another quantity.
    measures: bool,
    /// Of the items to be changed, those that have a note.
    noted: u64,
    /// Items that it is about: those to be changed, and those that they would be added to.
    concerned: u64,
    deleted: u64,
}

impl Outlook {
    /// What a change of these items of a list would come to.
    ///
    /// # Errors
    ///
    /// Where an item is not on the list, and where the change would cost one that nobody was asked about.
    pub(super) fn of(list: &Held, ids: &[Id], change: &Change) -> Result<Self, Failure> {
        let items = list.all_of(ids)?;
        refuse_one_note_for_many(&items, change)?;
        refuse_less_than_nothing(&items, change)?;
        let stored: Vec<Item<'_>> = list.items().map(|item| Item::of(&item)).collect();
        let sent: Vec<Item<'_>> = items.iter().map(|item| change.of(item)).collect();
        refuse_no_change(&items, &sent, change)?;
        let merged = merging::update(&stored, &sent);
        refuse_unasked_loss(&merged, change)?;
        let touched: BTreeSet<Id> = ids.iter().chain(&merged.takers).copied().collect();
        let is_sent = |id: &Id| ids.binary_search(id).is_ok();
        let others = list.record.items().iter().filter(|item| item.id().is_none_or(|id| !is_sent(&id)));
        let ticked = |sent: &[Item<'_>]| sent.iter().filter(|item| item.line.checked).count() as u64;
        let mut as_read: Vec<(Id, Fingerprint)> = list
            .items()
            .filter(|item| touched.contains(&item.id))
            .map(|item| (item.id, item.fingerprint()))
            .collect();
        as_read.sort_unstable_by_key(|(id, _)| *id);
        Ok(Self {
            as_read: as_read.into_iter().map(|(_, as_read)| as_read).collect(),
            ticked_after: others.filter(|item| item.is_ticked()).count() as u64 + ticked(&sent),
            ticked: items.iter().filter(|item| item.record.is_ticked()).count() as u64,
            ticks: change.checked.filter(|to| items.iter().any(|item| item.record.is_ticked() != *to)),
            measures: change
                .quantity
                .is_some_and(|to| items.iter().any(|item| item.record.quantity != Some(to))),
            noted: items.iter().filter(|item| has_a_note(item)).count() as u64,
            concerned: touched.len() as u64,
            deleted: merged.deleted.len() as u64,
        })
    }

    /// What a person is asked about a new note. Neither the notes stand in it, nor how long they are (ASK-7).
    pub(super) fn question(&self, ids: &[Id]) -> Question {
        let count = ids.len() as u64;
        let does =
            if self.noted == 0 { "This will write a note on " } else { "This will replace the note of " };
        let mut what = Paragraph::of(words![does])
            .and(counted(count, "shopping list item", "shopping list items"))
            .and(words![", ", self.ticked, " of them ticked: "])
            .followed_by(named(ids))
            .and(words!["."]);
        let them = if count == 1 { "it" } else { "them" };
        if let Some(checked) = self.ticks {
            let (does, off) = if checked { (" It also ticks ", " off.") } else { (" It also unticks ", ".") };
            what = what.and(words![does, them, off]);
        }
        if self.measures {
            what = what.and(words![" It also sets another quantity."]);
        }
        let mut consequence = match (self.noted, count) {
            (0, 1) => Paragraph::of(words!["It has no note now."]),
            (0, _) => Paragraph::of(words!["None of them has a note now."]),
            (1, 1) => Paragraph::of(words![
                "The note it has now is gone for everyone in the household. This cannot be undone."
            ]),
            (1, _) => Paragraph::of(words![
                "One of them has a note now, which is gone for everyone in the household. This cannot be undone."
            ]),
            (noted, _) => Paragraph::of(words![
                noted,
                " of them have a note now, which is gone for everyone in the household. This cannot be undone."
            ]),
        };
        if self.deleted > 0 {
            consequence = consequence.and(words![
                " Mealie makes one item of equal ones: of the ",
                self.concerned,
                " that this is about, at most ",
                self.concerned - self.deleted,
                " will be left."
            ]);
        } else if self.noted == 0 {
            consequence = consequence.and(words![" Nothing that somebody wrote is lost."]);
        }
        Question::new(what, consequence)
    }
}

fn has_a_note(item: &HeldItem<'_>) -> bool {
    item.record.note.as_ref().is_some_and(|note| !note.is_blank())
}

/// LIVE-9: Mealie makes one item of lines of text that are equal, and deletes the rest.
fn refuse_one_note_for_many(items: &[HeldItem<'_>], change: &Change) -> Result<(), Failure> {
    let plain = items.iter().any(|item| item.record.food().is_none());
    if items.len() > 1 && change.replaces_what_was_written() && plain {
        return Err(Failure::refused(
            Why::Senseless,
            "One `note` for several items needs each of them to have a food: of plain lines with the same text Mealie makes one \
             item and deletes the others. Nothing was changed. Give each line its note in a call of its own.",
        ));
    }
    Ok(())
}

/// Mealie 3.10.2 deletes an item that is sent with less than nothing, as a recipe that was put on a list a negative number of
/// times leaves it.
fn refuse_less_than_nothing(items: &[HeldItem<'_>], change: &Change) -> Result<(), Failure> {
    let below = items.iter().filter(|item| change.of(item).line.quantity < 0.0);
    let ids: Vec<Id> = below.map(|item| item.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    Err(Failure::refused(
        Why::Senseless,
        format!(
            "Mealie deletes an item whose quantity is below 0 when it is changed: {}. Nothing was changed. Give `quantity` too, \
             or remove it with delete_shopping_list_items.",
            named(&ids)
        ),
    ))
}

/// Nobody is to be asked about nothing.
fn refuse_no_change(items: &[HeldItem<'_>], sent: &[Item<'_>], change: &Change) -> Result<(), Failure> {
    let as_they_are = items.iter().zip(sent).all(|(item, sent)| Item::of(item) == *sent);
    if change.replaces_what_was_written() && as_they_are {
        return Err(Failure::refused(
            Why::Senseless,
            "The items are like that already. Nothing was changed.",
        ));
    }
    Ok(())
}

/// ASK-17: what costs an item is never done unasked.
fn refuse_unasked_loss(merged: &Merged, change: &Change) -> Result<(), Failure> {
    if merged.deleted.is_empty() || change.replaces_what_was_written() {
        return Ok(());
    }
    let ids: Vec<Id> = merged.deleted.iter().copied().collect();
    Err(Failure::refused(
        Why::Senseless,
        format!(
            "Mealie would make one item of equal ones that are not ticked off, and delete {}: {}. Nothing was changed. Leave \
             {} out, or remove what is there twice with delete_shopping_list_items first.",
            if ids.len() == 1 { "this one" } else { "these" },
            named(&ids),
            if ids.len() == 1 { "it" } else { "them" },
        ),
    ))
}
