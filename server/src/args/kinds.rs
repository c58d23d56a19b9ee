//! The kinds of argument: each decodes strictly, says its own rule when it refuses, and describes itself. None of them
//! repairs what it was given.

use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, json_schema};
use serde::de::{Deserializer, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::mealie::lookup::RecipeRef;
use crate::text::{Id, OwnMark, own_mark};

impl<'de> Deserialize<'de> for RecipeRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const RULE: &str = "has to be a recipe's slug (such as pea-soup) or its UUID";
        let Value::String(text) = Value::deserialize(deserializer)? else {
            return Err(D::Error::custom(RULE));
        };
        text.parse().map_err(|_| D::Error::custom(RULE))
    }
}

described!(RecipeRef, |_| json_schema!({"type": "string", "description": "Slug or UUID."}));

/// An id in an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct IdArgument(pub Id);

impl<'de> Deserialize<'de> for IdArgument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => text.parse().ok().map(Self),
            _ => None,
        }
        .ok_or_else(|| D::Error::custom("has to be a UUID"))
    }
}

described!(IdArgument, |_| json_schema!({"type": "string", "format": "uuid"}));

/// A text of `MIN` to `MAX` characters (code points, as JSON Schema counts them).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Text<const MIN: usize, const MAX: usize>(String);

impl<const MIN: usize, const MAX: usize> Text<MIN, MAX> {
    /// The text, as the caller wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de, const MIN: usize, const MAX: usize> Deserialize<'de> for Text<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) if (MIN..=MAX).contains(&text.chars().count()) => Ok(Self(text)),
            _ => Err(D::Error::custom(format_args!("has to be a text of {MIN} to {MAX} characters"))),
        }
    }
}

described!([const MIN: usize, const MAX: usize] Text<MIN, MAX>, |_| json_schema!({"type": "string"}));

/// A text of `MIN` to `MAX` characters that is to be stored, or that leads to what is. One that holds a mark of this
/// server's own was read through it and is not what stands in Mealie, so storing it would lose something (UNT-8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Content<const MIN: usize, const MAX: usize>(Text<MIN, MAX>);

impl<const MIN: usize, const MAX: usize> Content<MIN, MAX> {
    /// The text, as the caller wrote it.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl<'de, const MIN: usize, const MAX: usize> Deserialize<'de> for Content<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Text::deserialize(deserializer)?;
        if text.as_str().contains('\0') {
            // PostgreSQL keeps none in a text, and Mealie would answer 500.
            return Err(D::Error::custom("holds a NUL character (U+0000): take it out"));
        }
        let rule = match own_mark(text.as_str()) {
            None => return Ok(Self(text)),
            Some(OwnMark::Cut) => {
                "holds `[cut: ...]`, which this server put in place of the rest: use the whole text"
            }
            Some(OwnMark::Redacted) => {
                "holds `[redacted]`, which this server put in place of a credential: use the original"
            }
            Some(OwnMark::Untrusted) => {
                "holds this server's mark of untrusted content, which is no part of it: take the mark out"
            }
        };
        Err(D::Error::custom(rule))
    }
}

described!([const MIN: usize, const MAX: usize] Content<MIN, MAX>, |generator| {
    generator.subschema_for::<Text<MIN, MAX>>()
});

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Whole<const MIN: u64, const MAX: u64>(u64);

impl<const MIN: u64, const MAX: u64> Whole<MIN, MAX> {
    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Whole<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // JSON has one kind of number: 2.0 is 2.
        let number = match Value::deserialize(deserializer)? {
            Value::Number(number) => number.as_u64().or_else(|| number.as_f64().and_then(whole)),
            _ => None,
        };
        number.filter(|number| (MIN..=MAX).contains(number)).map(Self).ok_or_else(|| {
            D::Error::custom(match MAX {
                u64::MAX => format!("has to be a whole number, {MIN} or more"),
                _ => format!("has to be a whole number from {MIN} to {MAX}"),
            })
        })
    }
}

/// A float that is a whole number, exactly.
fn whole(number: f64) -> Option<u64> {
    /// Above it a float no longer tells neighbouring whole numbers apart.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && (0.0..=EXACT).contains(&number)).then_some(number as u64)
}

described!([const MIN: u64, const MAX: u64] Whole<MIN, MAX>, |_| bounded("integer", MIN, MAX));

/// A kind of number from `least` to `most`; `u64::MAX` is no end.
pub(super) fn bounded(kind: &str, least: u64, most: u64) -> Schema {
    let mut schema = json_schema!({"type": kind, "minimum": least});
    if most < u64::MAX {
        schema.insert("maximum".to_owned(), most.into());
    }
    schema
}

/// Yes or no.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flag(pub bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Bool(flag) => Ok(Self(flag)),
            _ => Err(D::Error::custom("has to be true or false")),
        }
    }
}

described!(Flag, |_| json_schema!({"type": "boolean"}));

/// A list of `MIN` to `MAX` members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Many<T, const MIN: usize, const MAX: usize>(pub Vec<T>);

impl<'de, T: Deserialize<'de>, const MIN: usize, const MAX: usize> Deserialize<'de> for Many<T, MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T, const MIN: usize, const MAX: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MIN: usize, const MAX: usize> Visitor<'de> for Members<T, MIN, MAX> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of {MIN} to {MAX} members")
            }

            fn visit_str<E: serde::de::Error>(self, _: &str) -> Result<Self::Value, E> {
                // Models like to send a list as text that looks like one.
                Err(E::custom(format_args!("has to be a list of {MIN} to {MAX} members, not a text")))
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut members: S) -> Result<Self::Value, S::Error> {
                let mut all = Vec::new();
                while let Some(member) = members.next_element()? {
                    if all.len() == MAX {
                        return Err(S::Error::custom(format_args!(
                            "has to be a list of {MIN} to {MAX} members"
                        )));
                    }
                    all.push(member);
                }
                if all.len() < MIN {
                    return Err(S::Error::custom(format_args!("has to be a list of {MIN} to {MAX} members")));
                }
                Ok(all)
            }
        }

        deserializer.deserialize_seq(Members::<T, MIN, MAX>(PhantomData)).map(Self)
    }
}

described!([T: JsonSchema, const MIN: usize, const MAX: usize] Many<T, MIN, MAX>, |generator| {
    let mut schema =
        json_schema!({"type": "array", "items": generator.subschema_for::<T>(), "maxItems": MAX});
    if MIN > 0 {
        schema.insert("minItems".to_owned(), MIN.into());
    }
    schema
});

/// Declares an argument that is one of a few words, with the rule that names them all.
macro_rules! choice {
    ($(#[$note:meta])* $vis:vis enum $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$note])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $(#[doc = concat!("`", $word, "`")] $variant),+
        }

        impl From<$name> for &'static str {
            fn from(chosen: $name) -> Self {
                match chosen {
                    $($name::$variant => $word),+
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match serde_json::Value::deserialize(deserializer)?.as_str() {
                    $(Some($word) => Ok(Self::$variant),)+
                    _ => {
                        let words = [$($word),+].join("`, `");
                        Err(serde::de::Error::custom(format_args!("has to be one of `{words}`")))
                    }
                }
            }
        }

        $crate::args::described!(
            $name,
            |_| schemars::json_schema!({"type": "string", "enum": [$($word),+]})
        );
    };
}

/// Gives a type the schema that its decoding holds to, where a derived one would say more or less. It stands in place,
/// never behind a reference: a generic type has one name for all its bounds.
macro_rules! described {
    ([$($generic:tt)*] $type:ty, |$generator:tt| $schema:expr) => {
        impl<$($generic)*> schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema($generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $schema
            }
        }
    };
    ($type:ty, |$generator:tt| $schema:expr) => {
        $crate::args::described!([] $type, |$generator| $schema);
    };
}
pub(crate) use {choice, described};
