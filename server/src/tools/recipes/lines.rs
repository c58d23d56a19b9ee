//! Ingredient lines as they are given: a text, or its parts. What get_recipe shows beside the parts is taken as well, so
//! that a line can be handed back as it was read. It never decides which lines stay; `merging` does.

use std::fmt;

use schemars::{JsonSchema, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error as _, IntoDeserializer as _, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::args::{Amount, Called, Content, IdArgument, Many, described};
use crate::failure::Failure;
use crate::text::Id;

/// A recipe's lines.
pub(crate) type Lines = Many<LineArgument, 0, 200>;

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct LineArgument(Parts);

/// Its parts; a plain one is a note.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Parts {
    // None is bound as 0, which means the same (ASK-9).
    #[serde(serialize_with = "or_nothing")]
    quantity: Option<Amount<{ u64::MAX }>>,
    /// As food.
    unit: Option<Called>,
    /// Name or UUID; an unknown name is created.
    food: Option<Called>,
    note: Option<Content<0, 1000>>,
    /// A heading above the line.
    title: Option<Content<0, 255>>,
    /// To change a recipe: of a line that is there; alone, it stays as it is.
    reference_id: Option<IdArgument>,
    // These three are shown by get_recipe and may come back with a line; nobody needs to give them.
    #[schemars(skip)]
    food_id: Option<IdArgument>,
    #[schemars(skip)]
    #[serde(skip_serializing)]
    recipe: Option<Value>,
    #[schemars(skip)]
    recipe_id: Option<IdArgument>,
}

fn or_nothing<S: Serializer>(
    quantity: &Option<Amount<{ u64::MAX }>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(quantity.map_or(0.0, Amount::get))
}

impl<'de> Deserialize<'de> for LineArgument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Line;

        impl<'de> Visitor<'de> for Line {
            type Value = Parts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a text of 1 to 1000 characters, or an object of quantity, unit, food, note, title",
                )
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Parts, E> {
                Content::<1, 1000>::deserialize(text.into_deserializer())?;
                let note = Content::deserialize(text.into_deserializer())?;
                Ok(Parts { note: Some(note), ..Parts::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Parts, A::Error> {
                Parts::deserialize(MapAccessDeserializer::new(map))
            }
        }

        let line = Self(deserializer.deserialize_any(Line)?);
        if line.says_something() || line.reference_id().is_some() {
            Ok(line)
        } else {
            Err(D::Error::custom("needs a food or a note"))
        }
    }
}

described!(LineArgument, |generator| {
    let mut parts = Parts::json_schema(generator);
    // Others that get_recipe shows may come back with a line.
    parts.remove("additionalProperties");
    parts.remove("description");
    json_schema!({"anyOf": [{"type": "string"}, parts]})
});

/// A text that shows nothing is none.
pub(super) fn seen(text: Option<&str>) -> &str {
    text.filter(|text| !text.trim().is_empty()).unwrap_or_default()
}

impl LineArgument {
    /// How much; 0 if nothing is said.
    pub(super) fn quantity(&self) -> f64 {
        self.0.quantity.map_or(0.0, Amount::get)
    }

    /// Of which unit.
    pub(super) fn unit(&self) -> Option<&Called> {
        self.0.unit.as_ref()
    }

    /// Of which food.
    pub(super) fn food(&self) -> Option<&Called> {
        self.0.food.as_ref()
    }

    /// The rest of it, or all.
    pub(super) fn note(&self) -> &str {
        seen(self.0.note.as_ref().map(Content::as_str))
    }

    /// The heading above it.
    pub(super) fn title(&self) -> &str {
        seen(self.0.title.as_ref().map(Content::as_str))
    }

    /// The line that it is.
    pub(super) fn reference_id(&self) -> Option<Id> {
        self.0.reference_id.map(|id| id.0)
    }

    /// The food's id as get_recipe shows it.
    pub(super) fn food_id(&self) -> Option<Id> {
        self.0.food_id.map(|id| id.0)
    }

    /// The recipe that is this ingredient, as get_recipe shows it.
    pub(super) fn recipe_id(&self) -> Option<Id> {
        self.0.recipe_id.map(|id| id.0)
    }

    /// Nothing but which line it is.
    pub(super) fn is_bare(&self) -> bool {
        self.0.quantity.is_none() && self.0.unit.is_none() && !self.says_something()
    }

    /// It is more than a number and a measure.
    pub(super) fn says_something(&self) -> bool {
        let Parts { food, food_id, recipe_id, .. } = &self.0;
        let things = food.is_some() || food_id.is_some() || recipe_id.is_some();
        things || !self.note().is_empty() || !self.title().is_empty()
    }
}

/// A refusal of one member of a list.
pub(super) fn refused(list: &str, at: usize, rule: &str) -> Failure {
    Failure::argument(&format!("{list}[{at}]"), rule, None)
}
