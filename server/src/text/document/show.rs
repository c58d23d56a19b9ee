//! A document fit to be shown. Owns what is done to each key and each value on the way; it never shows one it has not
//! been through.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::super::clean::Clean;
use super::super::limit::Limit;
use super::super::redact::{REDACTED, is_credential_name};
use super::super::scrub::scrub;
use super::{Node, Number};

/// A JSON value of the instance with every string cleaned and cut, keys too, and every field named like a credential
/// hidden, at any depth (UNT-2, UNT-3, UNT-5). Serialises as the value.
#[derive(Clone, PartialEq)]
pub struct CleanDocument(Node);

impl CleanDocument {
    /// In place: a text that needs no cleaning keeps its memory.
    pub(super) fn new(node: Node) -> Self {
        Self(show(node))
    }
}

fn show(node: Node) -> Node {
    match node {
        Node::Text(text) => Node::Text(wash(text, Limit::VALUE)),
        Node::List(items) => Node::List(Vec::from(items).into_iter().map(show).collect()),
        Node::Record(fields) => {
            let mut renamed = false;
            let show_field = |(key, value): (Box<str>, Node)| {
                // Asked of the whole key: the ending that gives it away may lie behind the cut.
                let value =
                    if is_credential_name(&scrub(&key)) { Node::Text(REDACTED.into()) } else { show(value) };
                let name = wash(key.clone(), Limit::KEY);
                renamed |= name != key;
                (name, value)
            };
            let mut fields: Vec<_> = Vec::from(fields).into_iter().map(show_field).collect();
            if renamed {
                number_equal_names(&mut fields);
                fields.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
            }
            Node::Record(fields.into())
        }
        Node::Null | Node::Bool(_) | Node::Number(_) => node,
    }
}

fn wash(text: Box<str>, limit: Limit) -> Box<str> {
    Clean::from_owned(text.into(), limit).into_boxed_str()
}

/// Keys that differ in what nobody sees are equal once cleaned, and a repeated key would hide one value behind another:
/// the second becomes `name#2`.
fn number_equal_names(fields: &mut [(Box<str>, Node)]) {
    let mut taken = Taken::default();
    for (name, _) in fields {
        *name = taken.number(std::mem::take(name));
    }
}

#[derive(Default)]
struct Taken {
    names: HashSet<Box<str>>,
    /// The last number given to a name, so that a thousand equal ones are numbered in a thousand steps.
    numbers: HashMap<Box<str>, usize>,
}

impl Taken {
    /// `name`, or `name#2`, `name#3`, ... where it is taken.
    fn number(&mut self, name: Box<str>) -> Box<str> {
        if self.names.insert(name.clone()) {
            return name;
        }
        let number = self.numbers.entry(name.clone()).or_insert(1);
        loop {
            *number += 1;
            let numbered: Box<str> = format!("{name}#{number}").into();
            if self.names.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

impl Serialize for CleanDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Shown(&self.0).serialize(serializer)
    }
}

/// A node of a tree that is clean. A tree that is not has no way to be serialised.
struct Shown<'a>(&'a Node);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Node::Null => serializer.serialize_unit(),
            Node::Bool(bool) => serializer.serialize_bool(*bool),
            Node::Number(Number::Unsigned(number)) => serializer.serialize_u64(*number),
            Node::Number(Number::Negative(number)) => serializer.serialize_i64(*number),
            Node::Number(Number::Float(number)) => serializer.serialize_f64(*number),
            Node::Text(text) => serializer.serialize_str(text),
            Node::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(&Shown(item))?;
                }
                list.end()
            }
            Node::Record(fields) => {
                let mut record = serializer.serialize_map(Some(fields.len()))?;
                for (key, value) in fields {
                    record.serialize_entry(&**key, &Shown(value))?;
                }
                record.end()
            }
        }
    }
}

/// The size alone: what is shown is shown by serialising it.
impl fmt::Debug for CleanDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CleanDocument({} values)", self.0.count())
    }
}

impl JsonSchema for CleanDocument {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "CleanDocument".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "As Mealie has it, cleaned." })
    }
}
