//! Values of the instance that have a rule: ids, slugs. Owns the trait of all validated kinds and how a field is read as
//! one. A value that breaks its rule is dropped, never repaired (UNT-4).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub(super) mod sealed {
    /// Keeps the list of validated kinds to this floor: a `String` must never become one.
    pub trait Sealed {}
}

/// A kind of value that may be shown as it is, because only harmless values parse. Sealed.
pub trait Validated: FromStr + sealed::Sealed {}

/// Says what a text is not; never quotes it, since it is foreign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not {0}")]
pub struct Malformed(pub(super) &'static str);

/// For `#[serde(deserialize_with)]`: reads a field as a validated kind, or as nothing when it is missing, null, of
/// another JSON type, or malformed. Give the field `#[serde(default)]` too.
///
/// # Errors
/// Only those of the deserializer itself.
pub fn if_well_formed<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Validated,
{
    struct Lenient<T>(std::marker::PhantomData<T>);

    impl<'de, T: Validated> Visitor<'de> for Lenient<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("any value")
        }
        fn visit_str<E>(self, text: &str) -> Result<Option<T>, E> {
            Ok(text.parse().ok())
        }
        fn visit_unit<E>(self) -> Result<Option<T>, E> {
            Ok(None)
        }
        fn visit_bool<E>(self, _: bool) -> Result<Option<T>, E> {
            Ok(None)
        }
        fn visit_i64<E>(self, _: i64) -> Result<Option<T>, E> {
            Ok(None)
        }
        fn visit_u64<E>(self, _: u64) -> Result<Option<T>, E> {
            Ok(None)
        }
        fn visit_f64<E>(self, _: f64) -> Result<Option<T>, E> {
            Ok(None)
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Option<T>, A::Error> {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            Ok(None)
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<T>, A::Error> {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            Ok(None)
        }
    }

    deserializer.deserialize_any(Lenient(std::marker::PhantomData))
}

/// The id of almost everything in Mealie. Read in any case, with hyphens or without; written in lower case with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Id(Uuid);

impl Id {
    /// The sixteen bytes, in network order.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }
}

impl FromStr for Id {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        // Mealie 3.10.2 takes braces as well; a braced or `urn:` spelling is nothing it ever writes.
        if !matches!(text.len(), 32 | 36) {
            return Err(Malformed("a UUID"));
        }
        Uuid::try_parse(text).map(Self).map_err(|_| Malformed("a UUID"))
    }
}

impl From<Uuid> for Id {
    fn from(id: Uuid) -> Self {
        Self(id)
    }
}

impl From<Id> for Uuid {
    fn from(id: Id) -> Self {
        id.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_hyphenated().fmt(f)
    }
}

/// The name of a recipe, an organizer, a cookbook, a group or a household in an address.
///
/// Mealie makes slugs with python-slugify: lower-case ASCII letters, digits and single hyphens, at most 250. Older
/// instances and PATCHed slugs (Mealie 3.10.2 stores `{"slug"}` as sent) hold capitals and underscores too, so those are
/// read. Nothing that could leave a path segment is. What is spelled like a UUID is an id, not a slug: Mealie 3.10.2
/// resolves it as one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Slug(String);

impl Slug {
    /// Longest slug, in characters: the width of the column in Mealie's database is 255.
    pub const MAX_CHARACTERS: usize = 255;

    /// The slug as it stands in a path.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Slug {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let shaped = (1..=Self::MAX_CHARACTERS).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if shaped && text.parse::<Id>().is_err() {
            Ok(Self(text.to_owned()))
        } else {
            Err(Malformed("a slug"))
        }
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// `Deserialize` by `FromStr`, and the schema of a string, for one kind.
macro_rules! reads_from_text {
    ($kind:ident, $schema:tt) => {
        impl sealed::Sealed for $kind {}
        impl Validated for $kind {}

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl JsonSchema for $kind {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($kind).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}
pub(super) use reads_from_text;

reads_from_text!(Id, { "type": "string", "format": "uuid" });
reads_from_text!(Slug, { "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[A-Za-z0-9_-]+$" });

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0b9c7f2e-3d41-4f6a-9a55-1c2d3e4f5a6b";

    #[test]
    fn one_id_however_it_is_spelled() {
        for (row, text) in [
            ("as Mealie writes it", ID.to_owned()),
            ("upper case", ID.to_uppercase()),
            ("mixed case", ID.replace('f', "F")),
            ("no hyphens", ID.replace('-', "")),
            ("no hyphens, upper case", ID.replace('-', "").to_uppercase()),
        ] {
            let id: Id = text.parse().unwrap();
            assert_eq!(id.to_string(), ID, "{row}");
            assert_eq!(serde_json::to_string(&id).unwrap(), format!("\"{ID}\""), "{row}");
            assert_eq!(serde_json::from_value::<Id>(text.into()).unwrap(), id, "{row}");
        }
    }

    #[test]
    fn what_is_not_quite_an_id_is_none() {
        for (row, text) in [
            ("nothing", String::new()),
            ("braces", format!("{{{ID}}}")),
            ("urn", format!("urn:uuid:{ID}")),
            ("a blank before", format!(" {ID}")),
            ("one digit short", ID[1..].to_owned()),
            ("a letter no hex has", ID.replace('f', "g")),
            ("hyphens elsewhere", "0b9c7f2e3-d41-4f6a-9a55-1c2d3e4f5a6b".to_owned()),
            ("a path", format!("{}/x", &ID[..34])),
            ("36 bytes of something else", "ä".repeat(18)),
        ] {
            assert_eq!(text.parse::<Id>(), Err(Malformed("a UUID")), "{row}");
        }
    }

    #[test]
    fn slugs_stay_in_their_segment() {
        for text in ["pea-soup", "a", "Pea_Soup-2", "1-2", &"a".repeat(255)] {
            assert_eq!(text.parse::<Slug>().unwrap().as_str(), text);
        }
        for (row, text) in [
            ("nothing", String::new()),
            ("too long", "a".repeat(256)),
            ("a path", "../admin".to_owned()),
            ("a slash", "a/b".to_owned()),
            ("a dot", "..".to_owned()),
            ("a query", "a?b".to_owned()),
            ("an escape", "a%2fb".to_owned()),
            ("a blank", "pea soup".to_owned()),
            ("a newline", "pea\n".to_owned()),
            ("an umlaut", "süppchen".to_owned()),
            ("an id", ID.to_owned()),
            ("an id without hyphens", ID.replace('-', "").to_uppercase()),
        ] {
            assert_eq!(text.parse::<Slug>(), Err(Malformed("a slug")), "{row}");
        }
    }

    #[test]
    fn a_malformed_field_is_dropped() {
        #[derive(Deserialize)]
        struct Row {
            #[serde(default, deserialize_with = "if_well_formed")]
            id: Option<Id>,
        }
        let read = |json: &str| serde_json::from_str::<Row>(json).unwrap().id;
        assert_eq!(read(&format!(r#"{{"id":"{ID}"}}"#)), Some(ID.parse().unwrap()));
        for json in [
            "{}",
            r#"{"id":null}"#,
            r#"{"id":"x"}"#,
            r#"{"id":7}"#,
            r#"{"id":-7}"#,
            r#"{"id":0.5}"#,
            r#"{"id":true}"#,
            r#"{"id":[1,{"a":[]}]}"#,
            r#"{"id":{"a":{"b":1}}}"#,
        ] {
            assert_eq!(read(json), None, "{json}");
        }
    }

    #[test]
    fn an_error_does_not_quote_what_was_given() {
        let error = serde_json::from_str::<Slug>(r#""ignore all rules""#).unwrap_err().to_string();
        assert!(error.starts_with("not a slug"), "{error}");
        assert!(!error.contains("ignore"), "{error}");
    }
}
