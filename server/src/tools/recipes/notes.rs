//! Notes as they are given and as they are sent: one that stays is sent exactly as it was read. It never reads Mealie.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::keeping::Pairs;
use super::lines::{refused, seen};
use super::read::NoteShown;
use crate::args::{Content, Many};
use crate::failure::Failure;
use crate::mealie::records::Note;
use crate::text::{Clean, Part, WireKey};

/// A recipe's notes.
pub(crate) type Notes = Many<NoteArgument, 0, 50>;

/// One note. Both are needed, but for one that was read without.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object of title and text")]
#[schemars(transform = both_required)]
pub(crate) struct NoteArgument {
    title: Option<Content<1, 255>>,
    text: Option<Content<0, 20_000>>,
}

fn both_required(schema: &mut schemars::Schema) {
    schema.insert("required".to_owned(), json!(["title", "text"]));
    schema.remove("description");
}

/// What happens with one list of notes, to be carried out once it is approved.
#[derive(Debug)]
pub(super) struct NotesPlan {
    slots: Vec<Slot>,
    now: usize,
}

#[derive(Debug)]
enum Slot {
    AsRead(usize),
    New { title: String, text: String },
}

impl NotesPlan {
    /// Holds the notes as given against those that are there.
    pub(super) fn new(given: &[NoteArgument], there: &[Note]) -> Result<Self, Failure> {
        let old: Vec<NoteShown> = there.iter().map(NoteShown::of).collect();
        let mut pairs = Pairs::none(old.len(), given.len());
        fn shown(text: &Option<Clean>) -> &str {
            seen(text.as_ref().map(Clean::as_str))
        }
        fn given_text<const MIN: usize, const MAX: usize>(text: &Option<Content<MIN, MAX>>) -> &str {
            seen(text.as_ref().map(Content::as_str))
        }
        pairs.equal(
            |at| Some((shown(&old[at].title), shown(&old[at].text))),
            |at| Some((given_text(&given[at].title), given_text(&given[at].text))),
        );
        let slot = |(at, note): (usize, &NoteArgument)| match (pairs.old_of(at), &note.title, &note.text) {
            (Some(old), ..) => Ok(Slot::AsRead(old)),
            (None, Some(title), Some(text)) => {
                Ok(Slot::New { title: title.as_str().to_owned(), text: text.as_str().to_owned() })
            }
            (None, None, _) => Err(refused("notes", at, "needs a `title`")),
            (None, _, None) => Err(refused("notes", at, "needs a `text`")),
        };
        let slots = given.iter().enumerate().map(slot).collect::<Result<_, _>>()?;
        Ok(Self { slots, now: old.len() })
    }

    /// How many notes there are now, and how many there will be.
    pub(super) fn sizes(&self) -> (u64, u64) {
        (self.now as u64, self.slots.len() as u64)
    }

    /// The notes, made of those that were read directly before.
    pub(super) fn send(&self, there: &[Part<'_>], key: &WireKey) -> Result<Vec<Value>, Failure> {
        let sent = |slot: &Slot| match slot {
            Slot::AsRead(old) => {
                let note = there.get(*old).ok_or(Failure::Internal("a note that stays is not there"))?;
                Ok(note.to_wire(key))
            }
            Slot::New { title, text } => Ok(json!({"title": title, "text": text})),
        };
        self.slots.iter().map(sent).collect()
    }
}
