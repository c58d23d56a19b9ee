//! A tool as the catalogue holds it: its declaration with the types erased. It is made from the declaration alone, so
//! that a schema, a hint or a name is never said twice.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Effect, Planned, Tool, schema};
use crate::args::{self, Names, SlipArgument};
use crate::failure::Failure;

/// Whether a tool can ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarded {
    /// Every call asks.
    Always,
    /// A call asks if it replaces what somebody wrote, or publishes: when that is, in words for the docs.
    Sometimes(&'static str),
    /// No call does.
    Never,
}

impl Guarded {
    /// Whether any call of the tool asks.
    pub const fn can_ask(self) -> bool {
        !matches!(self, Self::Never)
    }
}

/// One tool, with all that is known of it.
pub struct Entry {
    /// The name, as a client calls it.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// For the model.
    pub description: &'static str,
    /// What it does.
    pub effect: Effect,
    /// Whether it asks.
    pub guarded: Guarded,
    /// The names of its arguments.
    pub names: Names,
    /// The published schema of its arguments.
    pub input: Arc<Map<String, Value>>,
    /// The published schema of its structured answer.
    pub output: Arc<Map<String, Value>>,
    decode: Decode,
}

/// Makes a call of the arguments.
type Decode = fn(Map<String, Value>) -> Result<Box<dyn Planned>, Failure>;

impl Entry {
    /// Makes the entry of a tool from its declaration.
    pub(crate) fn of<T: Tool>(guarded: Guarded) -> Self {
        let input = schema::input::<T>(guarded);
        let slip = if guarded.can_ask() { SlipArgument::Taken } else { SlipArgument::Unknown };
        Self {
            name: T::NAME,
            title: T::TITLE,
            description: T::DESCRIPTION,
            effect: T::EFFECT,
            guarded,
            names: schema::names(&input, slip),
            input: Arc::new(input),
            output: Arc::new(schema::output::<T::Answer>(guarded)),
            decode: |arguments| {
                args::decode::<T>(arguments).map(|planned| -> Box<dyn Planned> { Box::new(planned) })
            },
        }
    }

    /// Decodes a call's arguments.
    pub fn decode(&self, arguments: Map<String, Value>) -> Result<Box<dyn Planned>, Failure> {
        (self.decode)(arguments)
    }
}
