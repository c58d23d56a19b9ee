//! Addresses at which people find something of Mealie: the operator's setting, ids and the group's slug. It never says
//! whether anything is there.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use url::Url;

use crate::text::{Id, Slug};

/// Where a browser finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAddress(Url);

impl PublicAddress {
    /// The picture of a recipe, below the address at which people look at Mealie (`MEALIE_PUBLIC_URL`). Mealie 3.10.2
    /// serves it to everybody, by the recipe's id alone, and stores every picture as WebP.
    pub fn of_picture(public: &Url, recipe: &Id) -> Option<Self> {
        let id = recipe.to_string();
        Self::below(public, &["api", "media", "recipes", &id, "images", "original.webp"])
    }

    /// The page of a share link, as the routes of Mealie 3.10.2's web page have it.
    pub fn of_share_link(public: &Url, group: &Slug, link: &Id) -> Option<Self> {
        Self::below(public, &["g", group.as_str(), "shared", "r", &link.to_string()])
    }

    fn below(public: &Url, path: &[&str]) -> Option<Self> {
        let mut address = public.clone();
        address.path_segments_mut().ok()?.pop_if_empty().extend(path);
        Some(Self(address))
    }
}

impl Serialize for PublicAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl JsonSchema for PublicAddress {
    fn schema_name() -> Cow<'static, str> {
        "PublicAddress".into()
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
    fn what_people_open_lies_below_the_address_that_they_use() {
        let id: Id = "3f2a0000-0000-4000-8000-000000000001".parse().unwrap();
        let group: Slug = "home".parse().unwrap();
        let picture = "/api/media/recipes/3f2a0000-0000-4000-8000-000000000001/images/original.webp";
        let link = "/g/home/shared/r/3f2a0000-0000-4000-8000-000000000001";
        for (row, public, want) in [
            ("a host", "https://food.example", "https://food.example"),
            ("a path", "https://home.example/food", "https://home.example/food"),
            ("a path that ends in a slash", "https://home.example/food/", "https://home.example/food"),
        ] {
            let public = Url::parse(public).unwrap();
            let written = |address: Option<PublicAddress>| serde_json::to_value(address.unwrap()).unwrap();
            assert_eq!(written(PublicAddress::of_picture(&public, &id)), format!("{want}{picture}"), "{row}");
            assert_eq!(
                written(PublicAddress::of_share_link(&public, &group, &id)),
                format!("{want}{link}"),
                "{row}"
            );
        }
    }
}
