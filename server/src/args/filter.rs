//! A filter over recipes in an argument. It hands on what was read of it, and never the text that came.

use schemars::json_schema;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

use super::{Text, described};
use crate::mealie::filter::{MAX_CHARS, RecipeFilter};

/// A filter, or none where there is nothing but blanks.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Filter(Option<RecipeFilter>);

impl Filter {
    /// The filter, if it is one.
    pub fn get(&self) -> Option<&RecipeFilter> {
        self.0.as_ref()
    }
}

impl<'de> Deserialize<'de> for Filter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Text::<0, MAX_CHARS>::deserialize(deserializer)?;
        RecipeFilter::read(text.as_str()).map(Self).map_err(D::Error::custom)
    }
}

described!(Filter, |_| json_schema!({"type": "string"}));
