//! Arguments in: strict, and kind about what is wrong. Every refusal names the argument, the rule and what was given
//! (ANN-1). It never asks Mealie anything.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Deserializer, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

use crate::failure::Failure;
use crate::mealie::lookup::RecipeRef;
use crate::text::{Clean, Id, Limit};

/// The argument in which a slip comes back.
pub const CONFIRM_TOKEN: &str = "confirm_token";

/// The longest slip that is looked at; ours have 48 characters.
const MAX_SLIP_CHARS: usize = 512;

/// The names that a tool takes.
#[derive(Clone, Debug)]
pub struct Names {
    /// All of them, in the order in which they are listed.
    pub all: Vec<String>,
    /// Those that have to be there.
    pub required: Vec<String>,
    /// Whether a slip may come with them.
    pub slip: SlipArgument,
}

/// Whether a tool takes [`CONFIRM_TOKEN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlipArgument {
    /// The tool is guarded.
    Taken,
    /// It is not.
    Unknown,
}

/// What a call brought, its slip apart.
#[derive(Debug)]
pub struct Brought {
    /// The tool's own arguments, without those that are null.
    pub arguments: Map<String, Value>,
    /// The slip, unless it is absent or empty.
    pub slip: Option<String>,
}

/// Sorts what a call brought: null is absent, an empty slip is absent, an unknown name is refused with the valid ones.
pub fn sort(names: &Names, arguments: Option<Map<String, Value>>) -> Result<Brought, Failure> {
    let mut arguments = arguments.unwrap_or_default();
    arguments.retain(|_, value| !value.is_null());
    let slip = match names.slip {
        SlipArgument::Taken => slip(arguments.remove(CONFIRM_TOKEN))?,
        SlipArgument::Unknown => None,
    };
    if let Some((name, _)) = arguments.iter().find(|(name, _)| !names.all.contains(name)) {
        let valid: Vec<String> = names.all.iter().map(|name| format!("`{name}`")).collect();
        let rule = match valid.as_slice() {
            [] => "is not known here; this tool takes no arguments".to_owned(),
            valid => format!("is not known here; this tool takes {}", valid.join(", ")),
        };
        return Err(Failure::Argument { name: echo(name), rule, given: None });
    }
    if let Some(name) = names.required.iter().find(|name| !arguments.contains_key(*name)) {
        return Err(Failure::Argument { name: echo(name), rule: "is required".to_owned(), given: None });
    }
    Ok(Brought { arguments, slip })
}

fn slip(given: Option<Value>) -> Result<Option<String>, Failure> {
    match given {
        None => Ok(None),
        Some(Value::String(slip)) if slip.is_empty() => Ok(None),
        Some(Value::String(slip)) if slip.chars().count() <= MAX_SLIP_CHARS => Ok(Some(slip)),
        // What was given stays unsaid: it may be a token of something else.
        Some(_) => Err(Failure::Argument {
            name: echo(CONFIRM_TOKEN),
            rule: format!(
                "has to be the token of the first answer, a string of at most {MAX_SLIP_CHARS} characters"
            ),
            given: None,
        }),
    }
}

/// Decodes a tool's arguments; the failure names the one that is wrong, at any depth.
pub fn decode<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, Failure> {
    let arguments = Value::Object(arguments);
    serde_path_to_error::deserialize(&arguments).map_err(|error| {
        let given = at(&arguments, error.path());
        Failure::Argument {
            name: echo(&error.path().to_string()),
            // Ours in every case: each argument's type below says its own rule, and unknown and missing names are
            // found before. Cleaned all the same, since serde may quote what it was given.
            rule: Clean::of_argument(&error.inner().to_string(), Limit::RULE).to_string(),
            given: given.map(|given| echo(&given.to_string())),
        }
    })
}

fn at<'a>(arguments: &'a Value, path: &serde_path_to_error::Path) -> Option<&'a Value> {
    path.iter().try_fold(arguments, |value, segment| match segment {
        Segment::Seq { index } => value.get(index),
        Segment::Map { key } => value.get(key),
        Segment::Enum { .. } | Segment::Unknown => None,
    })
}

fn echo(given: &str) -> Clean {
    Clean::of_argument(given, Limit::ARGUMENT_ECHO)
}

impl<'de> Deserialize<'de> for RecipeRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const RULE: &str = "has to be a recipe's slug (such as pea-soup) or its UUID";
        let Value::String(text) = Value::deserialize(deserializer)? else {
            return Err(D::Error::custom(RULE));
        };
        text.parse().map_err(|_| D::Error::custom(RULE))
    }
}

impl JsonSchema for RecipeRef {
    fn schema_name() -> Cow<'static, str> {
        "RecipeRef".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "description": "Slug or UUID."})
    }
}

/// An id in an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl JsonSchema for IdArgument {
    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "uuid"})
    }
}

/// A text of `MIN` to `MAX` characters (code points, as JSON Schema counts them).
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl<const MIN: usize, const MAX: usize> JsonSchema for Text<MIN, MAX> {
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}

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

impl<const MIN: u64, const MAX: u64> JsonSchema for Whole<MIN, MAX> {
    fn schema_name() -> Cow<'static, str> {
        "Whole".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = json_schema!({"type": "integer", "minimum": MIN});
        if MAX < u64::MAX {
            schema.insert("maximum".to_owned(), MAX.into());
        }
        schema
    }
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

impl JsonSchema for Flag {
    fn schema_name() -> Cow<'static, str> {
        "Flag".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "boolean"})
    }
}

/// A list of `MIN` to `MAX` members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Many<T, const MIN: usize, const MAX: usize>(pub Vec<T>);

impl<'de, T: Deserialize<'de>, const MIN: usize, const MAX: usize> Deserialize<'de> for Many<T, MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T, const MIN: usize, const MAX: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MIN: usize, const MAX: usize> Visitor<'de> for Members<T, MIN, MAX> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of {MIN} to {MAX} members")
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

impl<T: JsonSchema, const MIN: usize, const MAX: usize> JsonSchema for Many<T, MIN, MAX> {
    fn schema_name() -> Cow<'static, str> {
        "Many".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "array", "items": generator.subschema_for::<T>(), "minItems": MIN, "maxItems": MAX})
    }
}

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

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"type": "string", "enum": [$($word),+]})
            }
        }
    };
}
pub(crate) use choice;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::settings::Mode;

    /// What a tool says to these arguments: nothing, or the words of the refusal.
    fn refusal(tool: &str, arguments: Value) -> Option<String> {
        let catalogue = crate::catalogue::Catalogue::new(Mode::ReadWrite);
        let entry = catalogue.find(tool).unwrap();
        let brought = match sort(&entry.names, arguments.as_object().cloned()) {
            Ok(brought) => brought,
            Err(failure) => return Some(failure.words().ours),
        };
        entry.decode(brought.arguments).err().map(|failure| failure.words().ours)
    }

    #[test]
    fn ann_1_each_bound_is_held_at_the_bound_and_one_past_it() {
        let id = "3f2a0000-0000-4000-8000-000000000001";
        let ids = |count: usize| json!({"item_ids": vec![id; count]});
        let text = |length: usize| json!({"search": "x".repeat(length)});
        for (row, tool, arguments, refused) in [
            ("no items", "delete_shopping_list_items", ids(0), true),
            ("one item", "delete_shopping_list_items", ids(1), false),
            ("a hundred items", "delete_shopping_list_items", ids(100), false),
            ("one more", "delete_shopping_list_items", ids(101), true),
            ("an empty search", "search_recipes", text(0), true),
            ("a search of one character", "search_recipes", text(1), false),
            ("a search of two hundred", "search_recipes", text(200), false),
            ("one more", "search_recipes", text(201), true),
            (
                "two hundred characters, not bytes",
                "search_recipes",
                json!({"search": "ü".repeat(200)}),
                false,
            ),
            ("page 0", "search_recipes", json!({"page": 0}), true),
            ("page 1", "search_recipes", json!({"page": 1}), false),
            ("page 1.0, which is 1", "search_recipes", json!({"page": 1.0}), false),
            ("page 1.5", "search_recipes", json!({"page": 1.5}), true),
            ("page -1", "search_recipes", json!({"page": -1}), true),
            ("a page in quotes", "search_recipes", json!({"page": "1"}), true),
            ("a page beyond all numbers", "search_recipes", json!({"page": 1e300}), true),
            ("a hundred a page", "search_recipes", json!({"per_page": 100}), false),
            ("one more", "search_recipes", json!({"per_page": 101}), true),
            ("no tags", "search_recipes", json!({"tags": []}), true),
            ("twenty tags", "search_recipes", json!({"tags": vec!["a"; 20]}), false),
            ("one more", "search_recipes", json!({"tags": vec!["a"; 21]}), true),
            ("tags as one text", "search_recipes", json!({"tags": "a"}), true),
            ("a tag that is empty", "search_recipes", json!({"tags": [""]}), true),
            ("a flag in quotes", "search_recipes", json!({"require_all_tags": "true"}), true),
            ("an unknown order", "search_recipes", json!({"order_by": "taste"}), true),
            ("a known order", "search_recipes", json!({"order_by": "last_made"}), false),
            ("a slug", "get_recipe", json!({"recipe": "pea-soup"}), false),
            ("an id in upper case", "get_recipe", json!({"recipe": id.to_uppercase()}), false),
            ("a name", "get_recipe", json!({"recipe": "Pea soup"}), true),
            ("a path", "get_recipe", json!({"recipe": "../admin"}), true),
            ("a slug of 255", "get_recipe", json!({"recipe": "a".repeat(255)}), false),
            ("one more", "get_recipe", json!({"recipe": "a".repeat(256)}), true),
            ("an empty token", "delete_recipe", json!({"recipe": "a", "confirm_token": ""}), false),
            (
                "a token of 512",
                "delete_recipe",
                json!({"recipe": "a", "confirm_token": "a".repeat(512)}),
                false,
            ),
            ("one more", "delete_recipe", json!({"recipe": "a", "confirm_token": "a".repeat(513)}), true),
            ("a token that is a number", "delete_recipe", json!({"recipe": "a", "confirm_token": 5}), true),
        ] {
            let said = refusal(tool, arguments);
            assert_eq!(said.is_some(), refused, "{row}: {said:?}");
        }
    }

    #[test]
    fn a_refusal_names_the_argument_the_rule_and_what_was_given() {
        for (tool, arguments, want) in [
            (
                "merge_foods",
                json!({"from_id": "salt", "to_id": 5}),
                "Argument `from_id`: has to be a UUID. Given: \"salt\". Nothing was changed.",
            ),
            (
                "delete_shopping_list_items",
                json!({"item_ids": ["3f2a0000-0000-4000-8000-000000000001", {"id": 1}]}),
                "Argument `item_ids[1]`: has to be a UUID. Given: {\"id\":1}. Nothing was changed.",
            ),
            (
                "search_recipes",
                json!({"per_page": 500}),
                "Argument `per_page`: has to be a whole number from 1 to 100. Given: 500. Nothing was changed.",
            ),
            (
                "get_recipe",
                json!({"recipe": "a", "detail": "all"}),
                "Argument `detail`: has to be one of `default`, `raw`. Given: \"all\". Nothing was changed.",
            ),
        ] {
            assert_eq!(refusal(tool, arguments).as_deref(), Some(want), "{tool}");
        }
    }

    #[test]
    fn unt_2_what_was_given_is_cut_and_cleaned() {
        let hostile = format!("a\u{202e}b\u{200b}\n{}", "x".repeat(10_000));
        let said = refusal("get_recipe", json!({"recipe": hostile})).unwrap();
        assert!(said.contains("a") && !said.contains(['\u{202e}', '\u{200b}']), "{said}");
        assert!(said.chars().count() < 400, "{said}");
    }

    #[test]
    fn a_token_that_cannot_be_one_is_not_repeated() {
        let said = refusal("delete_recipe", json!({"recipe": "a", "confirm_token": {"s3same": 1}})).unwrap();
        assert!(!said.contains("s3same"), "{said}");
    }
}
