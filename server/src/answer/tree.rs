//! A view's data on its way out, while it is fitted to its budget. Owns the compact tree it is kept in; what leaves the
//! house is made of it when it is small. It never changes a value by itself.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::Number;

/// A JSON value. `serde_json::Value` would do, but the smallest object of its own takes 600 bytes, and an answer of 8 MiB
/// can hold a hundred thousand of them (BND-7). The fields of a record keep the order of its view.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    Null,
    Bool(bool),
    Number(Number),
    Text(Box<str>),
    List(Vec<Self>),
    Record(Fields),
}

/// The fields of a record, every name once.
pub(super) type Fields = Vec<(Box<str>, Tree)>;

impl Tree {
    /// The data of a view; a view is always a record.
    pub(super) fn fields_of(view: impl Serialize) -> Fields {
        // By way of its text, so that the view is gone when the tree is made.
        let text = serde_json::to_vec(&view).unwrap_or_default();
        drop(view);
        match serde_json::from_slice(&text) {
            Ok(Self::Record(fields)) => fields,
            _ => Fields::new(),
        }
    }

    /// Bytes as compact JSON, counted without writing it anywhere.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Null => 4,
            Self::Bool(flag) => 5 - usize::from(*flag),
            Self::Number(number) => written(number),
            Self::Text(text) => text_bytes(text),
            Self::List(items) => {
                2 + items.iter().map(Self::bytes).sum::<usize>() + items.len().saturating_sub(1)
            }
            Self::Record(fields) => fields_bytes(fields),
        }
    }
}

/// The same of a record's fields, braces included.
pub(super) fn fields_bytes(fields: &Fields) -> usize {
    let inner: usize = fields.iter().map(|(name, value)| text_bytes(name) + 1 + value.bytes()).sum();
    2 + inner + fields.len().saturating_sub(1)
}

/// A text in quotation marks, escapes and all.
fn text_bytes(text: &str) -> usize {
    // serde_json escapes these alone, the rest of the controls as \u00XX.
    let escapes = text.bytes().map(|byte| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0C => 1,
        0x00..=0x1F => 5,
        _ => 0,
    });
    text.len() + 2 + escapes.sum::<usize>()
}

fn written(value: &impl Serialize) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
            self.0 += piece.len();
            Ok(piece.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // A writer that cannot fail and a value that is JSON already.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(flag) => serializer.serialize_bool(*flag),
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Record(fields) => {
                let mut record = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    record.serialize_entry(&**name, value)?;
                }
                record.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Tree;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }
            fn visit_unit<E>(self) -> Result<Tree, E> {
                Ok(Tree::Null)
            }
            fn visit_bool<E>(self, flag: bool) -> Result<Tree, E> {
                Ok(Tree::Bool(flag))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
                Ok(Tree::Number(number.into()))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
                Ok(Tree::Number(number.into()))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Tree, E> {
                Ok(Number::from_f64(number).map_or(Tree::Null, Tree::Number))
            }
            fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
                Ok(Tree::Text(text.into()))
            }
            fn visit_string<E>(self, text: String) -> Result<Tree, E> {
                Ok(Tree::Text(text.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                items.shrink_to_fit();
                Ok(Tree::List(items))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut record: A) -> Result<Tree, A::Error> {
                let mut fields = Fields::new();
                while let Some(field) = record.next_entry::<String, Tree>()? {
                    fields.push((field.0.into(), field.1));
                }
                fields.shrink_to_fit();
                Ok(Tree::Record(fields))
            }
        }

        deserializer.deserialize_any(Any)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_record_keeps_the_order_of_its_view() {
        #[derive(serde::Serialize)]
        struct View {
            zucchini: u8,
            apples: u8,
        }
        let fields = Tree::fields_of(&View { zucchini: 1, apples: 2 });
        assert_eq!(serde_json::to_string(&Tree::Record(fields)).unwrap(), r#"{"zucchini":1,"apples":2}"#);
    }

    proptest! {
        #[test]
        fn bytes_are_counted_as_they_are_written(
            text in any::<String>(), number in any::<f64>(), whole in any::<i64>(), flag in any::<bool>(), length in 0usize..4
        ) {
            let one = Tree::Record(vec![
                (text.clone().into(), Tree::Text(text.into())),
                ("number".into(), Number::from_f64(number).map_or(Tree::Null, Tree::Number)),
            ]);
            let tree = Tree::List(vec![one, Tree::Bool(flag), Tree::Number(whole.into()), Tree::List(vec![Tree::Null; length])]);
            let json = serde_json::to_string(&tree).unwrap();
            prop_assert_eq!(tree.bytes(), json.len());
            prop_assert_eq!(serde_json::from_str::<Tree>(&json).unwrap(), tree);
        }
    }
}
