//! A thing as a caller calls it: by its name or its id. It never looks anything up.

use serde::de::Deserializer;
use serde::{Deserialize, Serialize, Serializer};

use super::{Content, described};
use crate::text::Id;

/// A name, a slug or a UUID of 1 to 255 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called(Content<1, 255>);

impl Called {
    /// As the caller wrote it.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The id, if it is one.
    pub fn id(&self) -> Option<Id> {
        self.as_str().parse().ok()
    }
}

impl<'de> Deserialize<'de> for Called {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Content::deserialize(deserializer).map(Self)
    }
}

/// One UUID in any spelling is one, a name counts byte by byte (ASK-9).
impl Serialize for Called {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.id() {
            Some(id) => id.serialize(serializer),
            None => self.0.serialize(serializer),
        }
    }
}

described!(Called, |generator| generator.subschema_for::<Content<1, 255>>());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ask_9_an_id_is_one_in_any_spelling_and_a_name_is_as_it_is() {
        let written = |text: &str| {
            let called: Called = serde_json::from_value(text.into()).unwrap();
            serde_json::to_string(&called).unwrap()
        };
        let id = "3f2a0000-0000-4000-8000-00000000000a";
        assert_eq!(written(id), written(&id.to_uppercase()));
        assert_eq!(written(id), written(&id.replace('-', "")));
        assert_ne!(written("Flour"), written("flour"));
    }
}
