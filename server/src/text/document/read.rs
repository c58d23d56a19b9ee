//! From the bytes of a body to the tree, within limits that hold while reading. Owns the limits and their errors; it
//! never keeps a body that it refuses, and no error quotes one.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{Document, Node, Number};

/// Deepest nesting of lists and objects. The deepest that Mealie 3.10.2 answers, a recipe within a plan entry, is nine;
/// Python's own reader would go to about a thousand.
pub const MAX_DEPTH: usize = 64;

/// Most JSON values in one body (BND-7). A recipe has some hundreds; a page of 100 recipes some thousands.
pub const MAX_VALUES: usize = 250_000;

/// Why a body is not taken (UNT-7). Never a word of the body itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Not JSON, or JSON with a number that no float holds (`1e999`, `NaN`).
    #[error("it is not JSON")]
    NotJson,
    /// Lists and objects nested deeper than [`MAX_DEPTH`].
    #[error("it is nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// More values than [`MAX_VALUES`].
    #[error("it holds more than {MAX_VALUES} values")]
    TooMany,
    /// A number that is not finite, from a reader that lets it through.
    #[error("it holds a number that is not finite")]
    NotFinite,
}

pub(super) fn from_json(body: &[u8]) -> Result<Node, Unreadable> {
    let body = without_half_surrogates(body);
    let budget = Budget::new();
    let mut reader = serde_json::Deserializer::from_slice(&body);
    let read = Seed { budget: &budget, depth: 0 }.deserialize(&mut reader);
    read.and_then(|node| reader.end().map(|()| node))
        .map_err(|_| budget.refusal.get().unwrap_or(Unreadable::NotJson))
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Seed { budget: &Budget::new(), depth: 0 }.deserialize(deserializer).map(Self)
    }
}

/// What is left to read, and why reading stopped: the errors of a reader cannot carry a type of ours, and matching on
/// their text would be worse.
struct Budget {
    values: Cell<usize>,
    refusal: Cell<Option<Unreadable>>,
}

impl Budget {
    const fn new() -> Self {
        Self { values: Cell::new(MAX_VALUES), refusal: Cell::new(None) }
    }

    fn refuse<E: Error>(&self, why: Unreadable) -> E {
        self.refusal.set(Some(why));
        E::custom(why)
    }

    fn take_one<E: Error>(&self) -> Result<(), E> {
        let left = self.values.get().checked_sub(1).ok_or_else(|| self.refuse(Unreadable::TooMany))?;
        self.values.set(left);
        Ok(())
    }
}

#[derive(Clone, Copy)]
struct Seed<'a> {
    budget: &'a Budget,
    depth: usize,
}

impl Seed<'_> {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            return Err(self.budget.refuse(Unreadable::TooDeep));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        self.budget.take_one()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }
    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
    fn visit_bool<E>(self, bool: bool) -> Result<Node, E> {
        Ok(Node::Bool(bool))
    }
    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Number(Number::Unsigned(number)))
    }
    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Number(u64::try_from(number).map_or(Number::Negative(number), Number::Unsigned)))
    }
    fn visit_f64<E: Error>(self, number: f64) -> Result<Node, E> {
        if number.is_finite() {
            Ok(Node::Number(Number::Float(number)))
        } else {
            Err(self.budget.refuse(Unreadable::NotFinite))
        }
    }
    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.into()))
    }
    fn visit_string<E>(self, text: String) -> Result<Node, E> {
        Ok(Node::Text(text.into()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let inner = self.deeper()?;
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(inner)? {
            items.push(item);
        }
        Ok(Node::List(items.into()))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut record: A) -> Result<Node, A::Error> {
        let inner = self.deeper()?;
        let mut fields: Vec<(Box<str>, Node)> = Vec::new();
        while let Some(key) = record.next_key::<String>()? {
            fields.push((key.into(), record.next_value_seed(inner)?));
        }
        // Stable, so the last of equal keys stands last among them; then it alone stays.
        fields.sort_by(|(one, _), (other, _)| one.cmp(other));
        fields.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                std::mem::swap(&mut later.1, &mut earlier.1);
            }
            same
        });
        Ok(Node::Record(fields.into()))
    }
}

/// The body without the escapes of half surrogate pairs, which would make all of it unreadable. One pass; borrows when
/// there is none.
#[must_use]
pub fn without_half_surrogates(body: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Vec::new();
    let (mut at, mut settled) = (0, 0);
    while let Some(offset) = body[at..].iter().position(|byte| *byte == b'\\') {
        at += offset;
        at = match surrogate(body, at) {
            Some(Half::High) if matches!(surrogate(body, at + ESCAPE), Some(Half::Low)) => at + 2 * ESCAPE,
            Some(_) => {
                out.extend_from_slice(&body[settled..at]);
                settled = at + ESCAPE;
                settled
            }
            // Over the character behind the backslash, so that `\\ud800` is not mistaken for an escape.
            None => (at + 2).min(body.len()),
        };
    }
    if settled == 0 {
        return Cow::Borrowed(body);
    }
    out.extend_from_slice(&body[settled..]);
    Cow::Owned(out)
}

/// Bytes of `\uXXXX`.
const ESCAPE: usize = 6;

enum Half {
    High,
    Low,
}

/// The half of a pair that is escaped at `at`.
fn surrogate(body: &[u8], at: usize) -> Option<Half> {
    match body.get(at..at + ESCAPE)? {
        [b'\\', b'u', b'd' | b'D', second, third, fourth]
            if third.is_ascii_hexdigit() && fourth.is_ascii_hexdigit() =>
        {
            match second {
                b'8' | b'9' | b'a' | b'b' | b'A' | b'B' => Some(Half::High),
                b'c'..=b'f' | b'C'..=b'F' => Some(Half::Low),
                _ => None,
            }
        }
        _ => None,
    }
}
