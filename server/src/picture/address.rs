//! The address of a recipe's picture, as people see it: the operator's setting and an id, no text of the instance. It
//! never says whether a picture is there.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use url::Url;

use crate::text::Id;

/// Where a browser finds the picture of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureAddress(Url);

impl PictureAddress {
    /// The picture of this recipe, below the address at which people look at Mealie (`MEALIE_PUBLIC_URL`). Mealie 3.10.2
    /// serves it to everybody, by the recipe's id alone, and stores every picture as WebP.
    pub fn of_recipe(public: &Url, recipe: &Id) -> Option<Self> {
        let mut address = public.clone();
        let id = recipe.to_string();
        let path = ["api", "media", "recipes", &id, "images", "original.webp"];
        address.path_segments_mut().ok()?.pop_if_empty().extend(path);
        Some(Self(address))
    }
}

impl Serialize for PictureAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl JsonSchema for PictureAddress {
    fn schema_name() -> Cow<'static, str> {
        "PictureAddress".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "uri"})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_found_below_the_address_that_people_use() {
        let recipe: Id = "3f2a0000-0000-4000-8000-000000000001".parse().unwrap();
        let path = "/api/media/recipes/3f2a0000-0000-4000-8000-000000000001/images/original.webp";
        for (row, public, want) in [
            ("a host", "https://food.example", "https://food.example"),
            ("a path", "https://home.example/food", "https://home.example/food"),
            ("a path that ends in a slash", "https://home.example/food/", "https://home.example/food"),
        ] {
            let address = PictureAddress::of_recipe(&Url::parse(public).unwrap(), &recipe).unwrap();
            assert_eq!(serde_json::to_value(&address).unwrap(), format!("{want}{path}"), "{row}");
        }
    }
}
