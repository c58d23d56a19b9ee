//! A whole JSON value of the instance, as it was read. Owns the compact tree it is kept in, its paths and its
//! fingerprint; none of its text leaves it but cleaned, read into typed records, or with the client's key.

mod fields;
mod read;
mod show;

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

pub use fields::Mismatch;
pub use read::{MAX_DEPTH, MAX_VALUES, Unreadable, without_half_surrogates};
pub use show::CleanDocument;

use super::WireKey;

/// One JSON value of the instance, of any shape: a recipe that is shown whole, or an object that is sent back exactly as
/// it was read.
///
/// Reading it is bounded ([`MAX_DEPTH`], [`MAX_VALUES`]); of a repeated key the last one counts, as Mealie's own Python
/// reads it (UNT-7). It cannot be printed or serialised, which `tests/compile_fail` shows.
#[derive(Clone, PartialEq)]
pub struct Document(Node);

/// The SHA-256 of a document: equal for equal ones, and nothing of it can be read back. A plan keeps this of what it
/// read, since the whole of it can be megabytes (BND-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// The digest, 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// A value within a [`Document`].
#[derive(Clone, Copy, PartialEq)]
pub struct Part<'a>(&'a Node);

/// The tree itself. `serde_json::Value` would do, but its maps are B-trees, whose smallest node is 600 bytes: a body of
/// 8 MiB made of `{"a":0}` would take more memory than the whole server may (BND-7). A boxed slice takes what it holds.
#[derive(Clone)]
enum Node {
    Null,
    Bool(bool),
    Number(Number),
    Text(Box<str>),
    List(Box<[Node]>),
    /// Sorted by key, every key once.
    Record(Box<[(Box<str>, Node)]>),
}

/// A finite number, as JSON has them.
#[derive(Clone, Copy, Debug)]
enum Number {
    Unsigned(u64),
    Negative(i64),
    Float(f64),
}

impl Document {
    /// Reads a body.
    ///
    /// Half a surrogate pair, which JSON can spell (`"\ud83d"`) and no text can hold, is removed on the way (UNT-2).
    ///
    /// # Errors
    /// [`Unreadable`] says why the body is not taken; it holds nothing of the body.
    pub fn from_json(body: &[u8]) -> Result<Self, Unreadable> {
        read::from_json(body).map(Self)
    }

    /// The value itself.
    #[must_use]
    pub const fn root(&self) -> Part<'_> {
        Part(&self.0)
    }

    /// Reads it as a typed record. Unknown fields are left aside, so that a newer Mealie changes nothing (LIVE-13).
    ///
    /// # Errors
    /// [`Mismatch`] says where the record and the value differ.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Mismatch> {
        self.root().read()
    }

    /// The value at a JSON pointer (RFC 6901), as `/tags/0/name`; `""` is the whole.
    #[must_use]
    pub fn get(&self, pointer: &str) -> Option<Part<'_>> {
        self.root().get(pointer)
    }

    /// The whole value, fit to be shown.
    #[must_use]
    pub fn clean(&self) -> CleanDocument {
        self.root().clean()
    }

    /// The same in its own memory, for a document that is needed no longer.
    #[must_use]
    pub fn into_clean(self) -> CleanDocument {
        CleanDocument::new(self.0)
    }

    /// Feeds it to a fingerprint: see [`Part::digest`].
    pub fn digest(&self, sink: &mut impl FnMut(&[u8])) {
        self.root().digest(sink);
    }

    /// What it is known by once it is gone (ASK-18).
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        self.root().fingerprint()
    }

    /// The same of these parts alone, by their JSON pointers: of what is stored, where an answer also holds what was made of it.
    #[must_use]
    pub fn fingerprint_of(&self, parts: &[&str]) -> Fingerprint {
        let mut digest = Sha256::new();
        for pointer in parts {
            let part = self.get(pointer);
            digest.update([u8::from(part.is_some())]);
            if let Some(part) = part {
                part.digest(&mut |bytes| digest.update(bytes));
            }
        }
        Fingerprint(digest.finalize().into())
    }

    /// JSON values in it, itself included: what it takes as a `serde_json::Value` is up to 600 bytes for each.
    #[must_use]
    pub fn values(&self) -> usize {
        self.0.count()
    }

    /// Bytes of all the text in it, keys too.
    #[must_use]
    pub fn text_bytes(&self) -> usize {
        self.0.text_bytes()
    }

    /// The value as it came in, for a request that sends it back.
    #[must_use]
    pub fn into_wire(self, _: &WireKey) -> Value {
        self.0.into_value()
    }
}

impl<'a> Part<'a> {
    /// Reads it as a typed record.
    ///
    /// # Errors
    /// [`Mismatch`] says where the record and the value differ.
    pub fn read<T: DeserializeOwned>(self) -> Result<T, Mismatch> {
        T::deserialize(fields::Reader(self.0))
    }

    /// The value at a JSON pointer below it.
    #[must_use]
    pub fn get(self, pointer: &str) -> Option<Part<'a>> {
        let Some(path) = pointer.strip_prefix('/') else {
            return pointer.is_empty().then_some(self);
        };
        path.split('/').try_fold(self.0, |node, step| node.step(step)).map(Part)
    }

    /// The items of a list; none of anything else.
    pub fn items(self) -> impl ExactSizeIterator<Item = Part<'a>> {
        let items: &[Node] = match self.0 {
            Node::List(items) => items,
            _ => &[],
        };
        items.iter().map(Part)
    }

    /// It is `null`.
    #[must_use]
    pub const fn is_null(self) -> bool {
        matches!(self.0, Node::Null)
    }

    /// It as it came in, for a request that sends it back.
    #[must_use]
    pub fn to_wire(self, _: &WireKey) -> Value {
        self.0.clone().into_value()
    }

    /// Fit to be shown.
    #[must_use]
    pub fn clean(self) -> CleanDocument {
        CleanDocument::new(self.0.clone())
    }

    /// What it is known by once it is gone, as [`Document::fingerprint`].
    #[must_use]
    pub fn fingerprint(self) -> Fingerprint {
        let mut digest = Sha256::new();
        self.digest(&mut |bytes| digest.update(bytes));
        Fingerprint(digest.finalize().into())
    }

    /// JSON values in it, itself included, as [`Document::values`].
    #[must_use]
    pub fn values(self) -> usize {
        self.0.count()
    }

    /// Feeds it to a fingerprint, canonically: keys sorted, every text and every count with its length before it, numbers
    /// by their value (`1`, `1.0` and `1e0` are one number). No two values that differ feed the same bytes.
    pub fn digest(self, sink: &mut impl FnMut(&[u8])) {
        self.0.digest(sink);
    }
}

impl Node {
    fn step(&self, step: &str) -> Option<&Self> {
        match self {
            Self::List(items) => {
                // RFC 6901: an index has no sign and no leading zero.
                let plain =
                    step.bytes().all(|byte| byte.is_ascii_digit()) && (step == "0" || !step.starts_with('0'));
                items.get(step.parse::<usize>().ok().filter(|_| plain)?)
            }
            Self::Record(fields) => {
                let key = step.replace("~1", "/").replace("~0", "~");
                let at = fields.binary_search_by(|(name, _)| (**name).cmp(key.as_str())).ok()?;
                fields.get(at).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    fn digest(&self, sink: &mut impl FnMut(&[u8])) {
        match self {
            Self::Null => sink(b"z"),
            Self::Bool(false) => sink(b"f"),
            Self::Bool(true) => sink(b"t"),
            Self::Number(number) => match number.by_value() {
                Ok(whole) => {
                    sink(b"n");
                    sink(&whole.to_le_bytes());
                }
                Err(float) => {
                    sink(b"d");
                    sink(&float.to_bits().to_le_bytes());
                }
            },
            Self::Text(text) => digest_text(text, sink),
            Self::List(items) => {
                sink(b"l");
                digest_length(items.len(), sink);
                for item in items {
                    item.digest(sink);
                }
            }
            Self::Record(fields) => {
                sink(b"r");
                digest_length(fields.len(), sink);
                for (key, value) in fields {
                    digest_text(key, sink);
                    value.digest(sink);
                }
            }
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(bool) => Value::Bool(bool),
            Self::Number(Number::Unsigned(number)) => number.into(),
            Self::Number(Number::Negative(number)) => number.into(),
            Self::Number(Number::Float(number)) => number.into(),
            Self::Text(text) => Value::String(text.into()),
            Self::List(items) => items.into_iter().map(Self::into_value).collect(),
            Self::Record(fields) => {
                let fields = fields.into_iter().map(|(key, value)| (key.into(), value.into_value()));
                Value::Object(fields.collect())
            }
        }
    }

    fn text_bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::List(items) => items.iter().map(Self::text_bytes).sum(),
            Self::Record(fields) => fields.iter().map(|(key, value)| key.len() + value.text_bytes()).sum(),
            _ => 0,
        }
    }

    /// JSON values in it, itself included.
    fn count(&self) -> usize {
        1 + match self {
            Self::List(items) => items.iter().map(Self::count).sum(),
            Self::Record(fields) => fields.iter().map(|(_, value)| value.count()).sum(),
            _ => 0,
        }
    }
}

impl Number {
    /// The integer it is, or the float that it is because it is no integer.
    fn by_value(self) -> Result<i128, f64> {
        match self {
            Self::Unsigned(number) => Ok(number.into()),
            Self::Negative(number) => Ok(number.into()),
            // The cast is exact: 2^126 is below where i128 ends, and far above where floats have decimals.
            Self::Float(number) if number.fract() == 0.0 && number.abs() < 2f64.powi(126) => {
                Ok(number as i128)
            }
            Self::Float(number) => Err(number),
        }
    }
}

/// The digest of one text: its kind, its length in bytes, its bytes.
pub(super) fn digest_text(text: &str, sink: &mut impl FnMut(&[u8])) {
    sink(b"s");
    digest_length(text.len(), sink);
    sink(text.as_bytes());
}

fn digest_length(length: usize, sink: &mut impl FnMut(&[u8])) {
    sink(&(length as u64).to_le_bytes());
}

/// By value: `1` is `1.0`.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.by_value() == other.by_value()
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(one), Self::Bool(other)) => one == other,
            (Self::Number(one), Self::Number(other)) => one == other,
            (Self::Text(one), Self::Text(other)) => one == other,
            (Self::List(one), Self::List(other)) => one == other,
            (Self::Record(one), Self::Record(other)) => one == other,
            _ => false,
        }
    }
}

/// The size alone.
impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Document({} values)", self.0.count())
    }
}

/// The size alone.
impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Part({} values)", self.0.count())
    }
}

#[cfg(test)]
mod tests;
