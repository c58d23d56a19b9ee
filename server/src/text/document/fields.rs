//! Typed records out of the tree. Owns the reader that serde drives and its error; the error names a place and a type,
//! and never quotes a value.

use std::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    Visitor,
};
use serde::forward_to_deserialize_any;

use super::{Node, Number};

/// Longest field name that is quoted, in bytes: the names of Mealie's API have at most about thirty. Longer ones, and
/// those with other characters than such names have, are keys of somebody's own.
const LONGEST_NAME: usize = 40;

/// A value of the instance does not have the shape that a record wants. For the log: it holds no text of the instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Steps from the innermost out.
    path: Vec<String>,
    problem: String,
}

impl Mismatch {
    fn new(problem: String) -> Self {
        Self { path: Vec::new(), problem }
    }

    fn within(mut self, step: String) -> Self {
        self.path.push(step);
        self
    }

    /// Where, as a JSON pointer.
    #[must_use]
    pub fn pointer(&self) -> String {
        self.path.iter().rev().map(|step| format!("/{step}")).collect()
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer().as_str() {
            "" => f.write_str(&self.problem),
            pointer => write!(f, "{} at {pointer}", self.problem),
        }
    }
}

impl std::error::Error for Mismatch {}

impl de::Error for Mismatch {
    /// What a type says of its own may quote the value (`uuid` does), so it is left out.
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::new("a value that its type refuses".to_owned())
    }
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("{} where {expected} belongs", kind_of(found)))
    }
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("another {} than {expected}", kind_of(found)))
    }
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::new(format!("{length} items where {expected} belongs"))
    }
    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::new(format!("a word that is none of {}", expected.join(", ")))
    }
    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self::new("a field that the record does not know".to_owned())
    }
    fn missing_field(field: &'static str) -> Self {
        Self::new(format!("no field {field}"))
    }
    fn duplicate_field(field: &'static str) -> Self {
        Self::new(format!("field {field} under two names"))
    }
}

fn kind_of(found: Unexpected<'_>) -> &'static str {
    match found {
        Unexpected::Bool(_) => "boolean",
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => "integer",
        Unexpected::Float(_) => "number",
        Unexpected::Char(_) | Unexpected::Str(_) | Unexpected::Bytes(_) => "string",
        Unexpected::Unit | Unexpected::Option => "null",
        Unexpected::Seq => "list",
        Unexpected::Map => "object",
        _ => "value",
    }
}

/// Reads one node.
pub(super) struct Reader<'a>(pub(super) &'a Node);

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Mismatch;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.0 {
            Node::Null => visitor.visit_unit(),
            Node::Bool(bool) => visitor.visit_bool(*bool),
            Node::Number(Number::Unsigned(number)) => visitor.visit_u64(*number),
            Node::Number(Number::Negative(number)) => visitor.visit_i64(*number),
            Node::Number(Number::Float(number)) => visitor.visit_f64(*number),
            Node::Text(text) => visitor.visit_borrowed_str(text),
            Node::List(items) => visitor.visit_seq(Items { rest: items, taken: 0 }),
            Node::Record(fields) => visitor.visit_map(Fields { rest: fields, current: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.0 {
            Node::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        visitor.visit_newtype_struct(self)
    }

    /// Words only: Mealie's enums are strings.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        match self.0 {
            Node::Text(text) => {
                let word: de::value::StrDeserializer<'_, Mismatch> = (**text).into_deserializer();
                visitor.visit_enum(word)
            }
            _ => Err(Mismatch::new(format!("no string where a {name} belongs"))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Items<'de> {
    rest: &'de [Node],
    taken: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Mismatch;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Mismatch> {
        let Some((item, rest)) = self.rest.split_first() else { return Ok(None) };
        self.rest = rest;
        let value = seed.deserialize(Reader(item)).map_err(|error| error.within(self.taken.to_string()))?;
        self.taken += 1;
        Ok(Some(value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Fields<'de> {
    rest: &'de [(Box<str>, Node)],
    current: Option<(&'de str, &'de Node)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Mismatch;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mismatch> {
        let Some(((key, value), rest)) = self.rest.split_first() else { return Ok(None) };
        self.rest = rest;
        self.current = Some((key, value));
        seed.deserialize(de::value::BorrowedStrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mismatch> {
        let Some((key, value)) = self.current.take() else {
            return Err(de::Error::custom("a value before its key"));
        };
        seed.deserialize(Reader(value)).map_err(|error| error.within(step(key)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// A field name if it can be one of Mealie's, else that there is one.
fn step(key: &str) -> String {
    let plain =
        key.len() <= LONGEST_NAME && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if plain { key.to_owned() } else { "(some key)".to_owned() }
}
