//! The ingredient lines that are sent: one that stays exactly as it was read, one that changes with its changes alone, and
//! each with a reference id, for without one Mealie 3.10.2 destroys the recipe (hazard 1). It never decides which is which.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::pantry::{Stock, Thing};
use crate::failure::Failure;
use crate::mealie::vocabulary::Kind;
use crate::text::{Id, Part, WireKey};

/// What happens with one list of lines, to be carried out once it is approved.
#[derive(Debug)]
pub(super) struct LinesPlan {
    pub(super) slots: Vec<Slot>,
    /// What the given reference ids stand for where no line that is there has them.
    pub(super) labels: HashMap<Id, usize>,
    /// The reference ids of lines that go.
    pub(super) gone: HashSet<Id>,
    pub(super) now: usize,
}

/// One line that is sent: the one it was, if any, and what is written over it.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) old: Option<usize>,
    pub(super) over: Over,
}

/// What is written over a line; nothing leaves it as it was read.
#[derive(Debug, Default)]
pub(super) struct Over {
    pub(super) quantity: Option<f64>,
    pub(super) unit: Option<Option<Thing>>,
    pub(super) food: Option<Option<Thing>>,
    pub(super) note: Option<String>,
    pub(super) title: Option<String>,
}

/// The lines as they are sent.
pub(super) struct Sent {
    pub(super) lines: Vec<Value>,
    ids: Vec<Id>,
}

impl LinesPlan {
    /// How many lines there are now, and how many there will be.
    pub(super) fn sizes(&self) -> (u64, u64) {
        (self.now as u64, self.slots.len() as u64)
    }

    /// The reference ids of lines that go.
    pub(super) fn gone(&self) -> &HashSet<Id> {
        &self.gone
    }

    /// The units and foods that are sent as they stand in the vocabulary.
    pub(super) fn things(&self) -> impl Iterator<Item = (Kind, Thing)> {
        self.slots.iter().flat_map(|slot| {
            let (unit, food) = (slot.over.unit.flatten(), slot.over.food.flatten());
            let unit = unit.map(|thing| (Kind::Unit, thing));
            unit.into_iter().chain(food.map(|thing| (Kind::Food, thing)))
        })
    }

    /// What the lines name, in order: part of what is approved (ASK-9).
    pub(super) fn ids(&self) -> Vec<Option<Id>> {
        let id = |thing: Option<Option<Thing>>| match thing.flatten() {
            Some(Thing::There(id)) => Some(id),
            _ => None,
        };
        self.slots.iter().flat_map(|slot| [id(slot.over.unit), id(slot.over.food)]).collect()
    }

    /// The lines, made of those that were read directly before.
    pub(super) fn send(&self, there: &[Part<'_>], key: &WireKey, stock: &Stock) -> Result<Sent, Failure> {
        let mut sent = Sent { lines: Vec::new(), ids: Vec::new() };
        for slot in &self.slots {
            let as_read = match slot.old {
                None => new_line(),
                Some(old) => {
                    there.get(old).ok_or(Failure::Internal("a line that stays is not there"))?.to_wire(key)
                }
            };
            let Value::Object(mut line) = as_read else {
                return Err(Failure::Internal("a line that stays is no record"));
            };
            slot.over.write(&mut line, stock)?;
            let id = line.get("referenceId").and_then(Value::as_str).and_then(|id| id.parse().ok());
            // A line that has none, or another than a UUID, would destroy the recipe.
            let id = id.unwrap_or_else(|| Id::from(Uuid::new_v4()));
            if line.get("referenceId").and_then(Value::as_str).is_none_or(|text| text.parse::<Id>().is_err())
            {
                line.insert("referenceId".to_owned(), json!(id));
            }
            sent.lines.push(Value::Object(line));
            sent.ids.push(id);
        }
        Ok(sent)
    }

    /// The reference id that a given one becomes: that of the line that was given with it.
    pub(super) fn becomes(&self, given: &Id, sent: &Sent) -> Id {
        self.labels.get(given).and_then(|at| sent.ids.get(*at)).copied().unwrap_or(*given)
    }
}

impl Sent {
    /// Whether a line has this id.
    pub(super) fn has(&self, id: &Id) -> bool {
        self.ids.contains(id)
    }
}

/// All keys that Mealie 3.10.2 reads of a line; the rest is written over it.
fn new_line() -> Value {
    json!({"quantity": 0, "unit": null, "food": null, "note": "", "title": null, "originalText": null})
}

impl Over {
    fn write(&self, line: &mut Map<String, Value>, stock: &Stock) -> Result<(), Failure> {
        let mut set = |name: &str, value: Value| {
            line.insert(name.to_owned(), value);
        };
        let word = |kind, thing: Option<Thing>| match thing {
            None => Ok(Value::Null),
            Some(thing) => stock.word(kind, thing),
        };
        if let Some(quantity) = self.quantity {
            set("quantity", json!(quantity));
        }
        if let Some(unit) = self.unit {
            set("unit", word(Kind::Unit, unit)?);
        }
        if let Some(food) = self.food {
            set("food", word(Kind::Food, food)?);
        }
        if let Some(note) = &self.note {
            set("note", json!(note));
        }
        if let Some(title) = &self.title {
            set("title", if title.is_empty() { Value::Null } else { json!(title) });
        }
        if !self.is_nothing() {
            // Mealie makes it anew on every read, and this one is of the line as it was.
            line.remove("display");
        }
        Ok(())
    }

    pub(super) fn is_nothing(&self) -> bool {
        let Self { quantity, unit, food, note, title } = self;
        quantity.is_none() && unit.is_none() && food.is_none() && note.is_none() && title.is_none()
    }
}
