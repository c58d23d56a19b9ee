//! Recipes: finding, reading, deleting. A list is a projection; one recipe is shown as it is edited, or raw.

mod asking;
mod copy;
mod create;
mod delete;
mod filling;
mod image;
mod in_cookbook;
mod keeping;
mod lines;
mod made;
mod merging;
mod notes;
mod pantry;
mod read;
mod search;
mod sending;
mod source;
mod steps;
mod suggest;
mod update;

pub(crate) use copy::DuplicateRecipe;
pub(crate) use create::CreateRecipe;
pub(crate) use delete::DeleteRecipe;
pub(crate) use image::SetRecipeImage;
pub(super) use in_cookbook::page_of;
pub(crate) use made::SetRecipeLastMade;
pub(crate) use read::GetRecipe;
pub(super) use read::Whole;
pub(crate) use search::SearchRecipes;
pub(super) use search::{Summary, all_exist};
pub(crate) use suggest::SuggestRecipes;
pub(crate) use update::UpdateRecipe;

use std::collections::BTreeMap;

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::IgnoredAny;
use serde_json::Number;

use crate::mealie::records::{Named, Several};
use crate::text::{Clean, Document, Foreign, Limit};

/// The names of tags, categories, tools.
pub(super) fn names(named: Option<Several<Named>>) -> Vec<Clean> {
    named.unwrap_or_default().iter().filter_map(|named| clean(&named.name, Limit::NAME)).collect()
}

/// A text, unless it is missing or blank.
pub(super) fn clean(text: &Option<Foreign>, limit: Limit) -> Option<Clean> {
    text.as_ref().filter(|text| !text.is_blank()).map(|text| text.clean(limit))
}

/// A number, unless it is missing or 0, which Mealie writes for "not given". Whole ones are shown as such.
pub(super) fn given(number: Option<f64>) -> Option<Number> {
    let number = number.filter(|number| *number != 0.0)?;
    let whole = Number::from_i128(number as i128).filter(|whole| whole.as_f64() == Some(number));
    whole.or_else(|| Number::from_f64(number))
}

/// The schema of a record of whatever fields.
pub(super) fn object(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object"})
}

/// Whether a document is one.
pub(super) fn is_object(document: &Document) -> bool {
    document.read::<BTreeMap<String, IgnoredAny>>().is_ok()
}

/// Whether anything stands in a record. Mealie 3.10.2 answers nutrition of which nobody said anything with eleven nulls.
fn is_filled(record: &Document) -> bool {
    let fields = record.read::<BTreeMap<String, Option<IgnoredAny>>>();
    fields.is_ok_and(|fields| fields.values().any(Option::is_some))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nutrition_of_which_nobody_said_anything_is_not_shown() {
        for (json, filled) in [
            (r#"{"calories":null,"fatContent":null}"#, false),
            ("{}", false),
            ("[]", false),
            (r#""much""#, false),
            (r#"{"calories":null,"fatContent":"3 g"}"#, true),
        ] {
            assert_eq!(is_filled(&Document::from_json(json.as_bytes()).unwrap()), filled, "{json}");
        }
    }

    #[test]
    fn a_whole_number_is_shown_as_one_and_none_is_not_shown() {
        for (number, want) in [
            (Some(4.0), Some("4")),
            (Some(0.5), Some("0.5")),
            (Some(-2.0), Some("-2")),
            (Some(1e300), Some("1e+300")),
            (Some(0.0), None),
            (Some(f64::NAN), None),
            (None, None),
        ] {
            assert_eq!(given(number).map(|number| number.to_string()).as_deref(), want, "{number:?}");
        }
    }
}
