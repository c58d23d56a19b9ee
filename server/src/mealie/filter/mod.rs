//! A filter over recipes, as a cookbook keeps one. What a caller wrote is taken apart here and written anew from its parts,
//! so that Mealie never reads a caller's own text as a filter (SHUT-4): its filters reach every column that hangs
//! together with a recipe, the password of its owner among them. Nothing else makes a [`RecipeFilter`].

mod fields;
mod parse;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;

use serde::{Serialize, Serializer};

use self::fields::Field;
use crate::text::{Date, Id};

/// The longest filter, in characters.
pub const MAX_CHARS: usize = 1000;

/// A filter that names only what may be named, in one spelling.
#[derive(Clone, Debug, PartialEq)]
pub struct RecipeFilter(Node);

/// What is wrong with a filter, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The place in characters, from 1.
    at: usize,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// More than [`MAX_CHARS`].
    TooLong,
    /// More brackets within brackets than [`parse::MOST_DEPTH`].
    TooDeep,
    /// Something else was expected.
    Expected(&'static str),
    /// A field that there is not, or that is not to be filtered by.
    NoField,
    /// An operator that the field does not take.
    NotForThisField(&'static str),
    /// A value that is none for this field.
    Value(&'static str),
    /// Several foods at once: Mealie 3.10.2 finds no recipe by them.
    OneByOne,
    /// AND beside OR: Mealie reads them from the right, people from the left.
    Mixed,
}

impl Trouble {
    fn new(at: usize, what: What) -> Self {
        Self { at, what }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        match self.what {
            What::TooLong => write!(f, "has more than {MAX_CHARS} characters"),
            What::TooDeep => write!(f, "has brackets more than {} deep", parse::MOST_DEPTH),
            What::Expected(what) => write!(f, "needs {what} at character {at}"),
            What::NoField => {
                write!(
                    f,
                    "names a field at character {at} that is none to filter by; fields: {}",
                    fields::LISTED
                )
            }
            What::NotForThisField(operators) => {
                write!(
                    f,
                    "has an operator at character {at} that its field does not take; this one takes {operators}"
                )
            }
            What::Value(rule) => write!(f, "has a value at character {at} that cannot be used: {rule}"),
            What::OneByOne => write!(
                f,
                "has CONTAINS ALL with several foods at character {at}, by which Mealie finds nothing; one food can be named"
            ),
            What::Mixed => {
                write!(f, "has AND beside OR at character {at}: put brackets around what belongs together")
            }
        }
    }
}

/// A part of a filter.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    /// `field operator value`.
    Test(Test),
    /// All of these, at least two, none of them an `All`.
    All(Vec<Node>),
    /// Any of these, at least two, none of them an `Any`.
    Any(Vec<Node>),
}

#[derive(Clone, Debug, PartialEq)]
struct Test {
    field: &'static Field,
    asks: Asks,
}

#[derive(Clone, Debug, PartialEq)]
enum Asks {
    /// `= <> < > <= >= LIKE, NOT LIKE`.
    Compares(&'static str, Value),
    /// `IN, NOT IN, CONTAINS ALL`, with one value at least.
    Among(&'static str, Vec<Value>),
    /// `IS NULL`, `IS NOT NULL`.
    Nothing(&'static str),
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Id(Id),
    /// A text that Mealie's reader takes as it stands: see [`parse`].
    Text(String),
    /// From 0 to 5, in thousandths.
    Stars(u32),
    Day(Date),
    /// `2026-03-09T18:30:00`.
    Time(jiff::civil::DateTime),
    /// `$NOW`, or so much before (-) or after (+) it.
    Now(Option<(char, u32, char)>),
}

impl RecipeFilter {
    /// A filter that every recipe fits.
    pub fn every_recipe() -> Self {
        Self(Node::Test(Test { field: &fields::FIELDS[0], asks: Asks::Nothing("IS NOT NULL") }))
    }

    /// Reads a caller's filter; nothing but blanks is none.
    ///
    /// # Errors
    ///
    /// What is wrong, and where.
    pub fn read(text: &str) -> Result<Option<Self>, Trouble> {
        parse::filter(text).map(|node| node.map(Self))
    }
}

/// As Mealie gets it.
impl fmt::Display for RecipeFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for RecipeFilter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, word) = match self {
            Self::Test(test) => return test.fmt(f),
            Self::All(nodes) => (nodes, " AND "),
            Self::Any(nodes) => (nodes, " OR "),
        };
        for (place, node) in nodes.iter().enumerate() {
            if place > 0 {
                f.write_str(word)?;
            }
            match node {
                Self::Test(test) => test.fmt(f)?,
                Self::All(_) | Self::Any(_) => write!(f, "({node})")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field.name;
        match &self.asks {
            Asks::Compares(operator, value) => write!(f, "{field} {operator} {value}"),
            Asks::Nothing(operator) => write!(f, "{field} {operator}"),
            Asks::Among(operator, values) => {
                write!(f, "{field} {operator} [")?;
                for (place, value) in values.iter().enumerate() {
                    let comma = if place > 0 { ", " } else { "" };
                    write!(f, "{comma}{value}")?;
                }
                f.write_str("]")
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "\"{id}\""),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Stars(thousandths) => write!(f, "{}", f64::from(*thousandths) / 1000.0),
            Self::Day(day) => write!(f, "\"{day}\""),
            Self::Time(time) => write!(f, "\"{}\"", time.strftime("%Y-%m-%dT%H:%M:%S")),
            Self::Now(None) => f.write_str("\"$NOW\""),
            Self::Now(Some((sign, amount, unit))) => write!(f, "\"$NOW{sign}{amount}{unit}\""),
        }
    }
}
