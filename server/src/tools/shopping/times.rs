//! How many times a recipe is put on a list or taken off it: the argument, and what a list says of it. It never counts
//! servings: Mealie multiplies the recipe.

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use serde_json::Value;

use super::held::{ItemRecord, ListRecord};
use crate::args::described;
use crate::text::{Foreign, Id};

/// So many times a recipe: 0.1 to 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Times(f64);

impl Times {
    /// The recipe as it is.
    pub(super) const ONCE: Self = Self(1.0);

    /// The number.
    pub(super) fn get(self) -> f64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Times {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Value::deserialize(deserializer)?.as_f64();
        number
            .filter(|number| (0.1..=100.0).contains(number))
            .map(Self)
            .ok_or_else(|| D::Error::custom("has to be a number from 0.1 to 100"))
    }
}

described!(Times, |_| schemars::json_schema!({"type": "number", "minimum": 0.1, "maximum": 100}));

/// How many times a list says that it holds the recipe; nothing if it does not name it.
pub(super) fn on_list(list: &ListRecord, recipe: Id) -> Option<f64> {
    let is_it = |id: &Foreign| id.read_as() == Some(recipe);
    let of_it = list.recipes().iter().find(|one| one.recipe_id.as_ref().is_some_and(is_it))?;
    Some(of_it.recipe_quantity.unwrap_or_default())
}

/// How many times an item says that the recipe put it there; nothing if it did not.
pub(super) fn of_item(item: &ItemRecord, recipe: Id) -> Option<f64> {
    let of_it = item.recipes().iter().find(|one| one.recipe() == Some(recipe))?;
    Some(of_it.recipe_scale.unwrap_or(ONCE_IF_MISSING))
}

/// Mealie 3.10.2 takes a missing scale for 1.
pub(super) const ONCE_IF_MISSING: f64 = 1.0;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::args::tests::refusal;

    #[test]
    fn ann_1_each_bound_of_a_recipe_on_a_list_is_held_at_the_bound_and_one_past_it() {
        let id = "3f2a0000-0000-4000-8000-000000000001";
        let times =
            |times: serde_json::Value| json!({"list_id": id, "recipe": id, "servings_multiplier": times});
        for (row, arguments, refused) in [
            ("no list", json!({"recipe": "pea-soup"}), true),
            ("a list by its name", json!({"list_id": "weekly", "recipe": "pea-soup"}), true),
            ("no recipe", json!({"list_id": id}), true),
            ("a slug", json!({"list_id": id, "recipe": "pea-soup"}), false),
            ("an id", json!({"list_id": id, "recipe": id}), false),
            ("a name", json!({"list_id": id, "recipe": "Pea soup"}), true),
            ("a slug of 255", json!({"list_id": id, "recipe": "a".repeat(255)}), false),
            ("one more", json!({"list_id": id, "recipe": "a".repeat(256)}), true),
            ("a tenth", times(json!(0.1)), false),
            ("less", times(json!(0.099)), true),
            ("a hundred times", times(json!(100)), false),
            ("more", times(json!(100.001)), true),
            ("null is 1", times(json!(null)), false),
            ("no times", times(json!(0)), true),
            ("taken away", times(json!(-1)), true),
            ("in quotes", times(json!("2")), true),
            ("in a list", times(json!([2])), true),
            ("beyond all numbers", times(json!(1e300)), true),
            ("an answer for a person", json!({"list_id": id, "recipe": id, "confirm": true}), true),
        ] {
            for tool in ["add_recipe_to_shopping_list", "remove_recipe_from_shopping_list"] {
                assert_eq!(refusal(tool, arguments.clone()).is_some(), refused, "{row}, {tool}");
            }
        }
    }
}
