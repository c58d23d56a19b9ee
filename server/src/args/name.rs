//! A name for something that gets an address of it. It never decides whether the name is taken.

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

use super::{Content, described};
use crate::text::makes_an_address;

/// A name of 1 to 255 characters, a letter or a digit among them. Of other characters Mealie 3.10.2 makes no address: it
/// refuses such a recipe, or stores an organizer whose address is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Name(Content<1, 255>);

impl Name {
    /// The name, as the caller wrote it.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Content::deserialize(deserializer)?;
        if makes_an_address(name.as_str()) {
            Ok(Self(name))
        } else {
            Err(D::Error::custom("needs a letter or a digit: Mealie makes an address of it"))
        }
    }
}

described!(Name, |generator| generator.subschema_for::<Content<1, 255>>());
