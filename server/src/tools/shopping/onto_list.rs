//! What becomes of a recipe's lines on a list, found out before anything is sent. It asks nothing and changes nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Number, Value};

use super::held::ListRecord;
use super::recipe_lines::{RecipeLine, RecipeLines, Sameness};
use super::times;
use crate::failure::{Failure, Why};
use crate::text::{Clean, Foreign, Id, Limit};
use crate::tools::recipes::{clean, given};

/// What a plan keeps of a list: enough to know what would be merged, and little of it (BND-7).
pub(super) struct Standing {
    /// What the list is called.
    pub(super) name: Option<Clean>,
    /// How many times it names the recipe.
    pub(super) times: Option<f64>,
    /// All that stands on it, and how many times the recipe put it there.
    pub(super) ids: BTreeMap<Id, f64>,
    /// How much of it is ticked off.
    pub(super) checked: u64,
    /// How much is not.
    pub(super) unchecked: u64,
    /// What a line may be added to.
    open: HashMap<Sameness, Vec<Open>>,
}

/// An item that is not ticked off.
struct Open {
    id: Id,
    quantity: f64,
    note: Option<Foreign>,
    /// The recipe put it there, perhaps with others.
    of_the_recipe: bool,
}

/// What is sent of a recipe, and what is not.
pub(super) struct Onto {
    /// The lines that are sent; nothing where Mealie comes to the same by itself.
    pub(super) lines: Option<Vec<Value>>,
    /// Those that are not.
    pub(super) left_out: Vec<LeftOut>,
    blank: u64,
}

/// A line that is not added.
#[derive(Serialize, JsonSchema)]
pub(super) struct LeftOut {
    /// As it stands in the recipe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<Clean>,
    /// How much would have been added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) quantity: Option<Number>,
    pub(super) because: Because,
    /// The item that stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) item_id: Option<Id>,
    /// The recipe within it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) recipe_id: Option<Id>,
}

/// Why a line is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Because {
    /// It stands there without a quantity.
    StandsWithoutQuantity,
    /// Mealie would change the note of the item that stands there.
    AnotherNote,
    /// Its quantity or that of the item is below 0.
    BelowZero,
    /// It is a recipe, whose lines Mealie does not show.
    IsARecipe,
}

/// How many ids a refusal names.
const MOST_NAMED: usize = 10;

impl Standing {
    /// What stands on a list, with regard to a recipe.
    pub(super) fn on(list: ListRecord, recipe: Id) -> Self {
        let checked = list.ticked();
        let mut standing = Self {
            name: clean(&list.name, Limit::NAME),
            times: times::on_list(&list, recipe),
            ids: BTreeMap::new(),
            checked,
            unchecked: list.items().len() as u64 - checked,
            open: HashMap::new(),
        };
        for item in list.list_items.into_iter().flatten() {
            let Some(id) = item.id() else { continue };
            let times = times::of_item(&item, recipe);
            standing.ids.insert(id, times.unwrap_or_default());
            if !item.is_ticked() {
                let sameness = Sameness::of(item.food(), item.unit(), item.note.as_ref());
                let open = Open {
                    id,
                    quantity: item.quantity.unwrap_or(1.0),
                    note: item.note,
                    of_the_recipe: times.is_some(),
                };
                standing.open.entry(sameness).or_default().push(open);
            }
        }
        standing
    }

    /// Which lines it takes without losing anything that stands on it. Nothing is added where the recipe's own items cannot be
    /// raised: taken off once afterwards, they would go altogether, with what was there before.
    pub(super) fn takes(&self, recipe: RecipeLines, times: f64) -> Result<Onto, Failure> {
        let RecipeLines { lines, unread, blank, differs } = recipe;
        let mut left_out: Vec<LeftOut> = unread
            .into_iter()
            .map(|recipe| LeftOut {
                line: None,
                quantity: None,
                because: Because::IsARecipe,
                item_id: None,
                recipe_id: Some(recipe),
            })
            .collect();
        let (mut sent, mut in_the_way, mut below) = (Vec::new(), Vec::new(), false);
        for line in lines {
            let hindrances = self.open.get(&line.sameness).into_iter().flatten();
            let mut hindrances = hindrances.filter_map(|item| Some((item, item.hinders(&line)?)));
            let Some((item, because)) = hindrances.next() else {
                sent.push(line);
                continue;
            };
            let own = [(item, because)].into_iter().chain(hindrances).find(|(item, _)| item.of_the_recipe);
            if let Some((item, because)) = own {
                in_the_way.push(item.id);
                below |= because == Because::BelowZero;
            }
            left_out.push(LeftOut {
                quantity: given(Some(line.quantity * times)),
                line: line.shown,
                because,
                item_id: Some(item.id),
                recipe_id: None,
            });
        }
        if !in_the_way.is_empty() {
            return Err(if below { below_zero(&in_the_way) } else { not_raised(&in_the_way) });
        }
        let as_mealie_would = !differs && left_out.is_empty();
        let lines = (!as_mealie_would).then(|| sent.into_iter().map(RecipeLine::into_wire).collect());
        Ok(Onto { lines, left_out, blank })
    }

    /// A sentence if something that stood there is gone, other than what was to go.
    pub(super) fn missing_in(&self, after: &ListRecord, was_to_go: impl Fn(&Id) -> bool) -> Option<String> {
        let mut missing: Vec<Id> = self.ids.keys().copied().filter(|id| !was_to_go(id)).collect();
        let there: BTreeSet<Id> = after.items().iter().filter_map(|item| item.id()).collect();
        missing.retain(|id| !there.contains(id));
        (!missing.is_empty()).then(|| {
            format!(
                "{} of the items that were there before are gone as well, and not by this call's intent; somebody else \
                 may have taken them off at the same moment: {}.",
                missing.len(),
                all_named(&missing)
            )
        })
    }
}

impl Open {
    /// Why a line cannot be added to it.
    fn hinders(&self, line: &RecipeLine) -> Option<Because> {
        let text = line.note.as_ref().filter(|note| !note.is(""));
        let another = text.is_some_and(|text| !self.note.as_ref().is_some_and(|note| note.same_as(text)));
        // Taken off again, it would go with the recipe: nothing tells it from an item that the recipe brought. One that
        // the recipe did bring is counted instead, so that it stays until the recipe is taken off as often.
        let only_named = self.quantity <= 0.0 && !self.of_the_recipe;
        // What is below 0 would lower the other one unasked; and a list on which an item is left with a fraction below 0 cannot
        // be read any more by anybody (Mealie 3.10.2: `display_fraction` in `schema/recipe/recipe_ingredient.py` knows no minus).
        if self.quantity < 0.0 || line.quantity < 0.0 {
            return Some(Because::BelowZero);
        }
        match (only_named, another) {
            (true, _) => Some(Because::StandsWithoutQuantity),
            (false, true) => Some(Because::AnotherNote),
            (false, false) => None,
        }
    }
}

impl Onto {
    /// Sentences about what is left out.
    pub(super) fn notes(&self) -> Vec<String> {
        let count = |because| self.left_out.iter().filter(|line| line.because == because).count() as u64;
        let lines =
            |count: u64| if count == 1 { "1 line was".to_owned() } else { format!("{count} lines were") };
        let mut notes = Vec::new();
        let told = |count: u64, why: &str| format!("{} left out: {why}", lines(count));
        match count(Because::StandsWithoutQuantity) {
            0 => {}
            count => notes.push(told(
                count,
                "such an item already stands on the list without a quantity, and would go with the recipe later.",
            )),
        }
        match count(Because::AnotherNote) {
            0 => {}
            count => notes.push(told(
                count,
                "an item of the same food and unit has another note, which Mealie would change. \
                 add_shopping_list_items can add it as a line of text.",
            )),
        }
        match count(Because::BelowZero) {
            0 => {}
            count => notes.push(told(
                count,
                "a quantity below 0, in it or in the item that stands there, would lower what is there.",
            )),
        }
        match count(Because::IsARecipe) {
            0 => {}
            count => notes.push(told(
                count,
                "it is a recipe, whose lines this Mealie does not show. Add that recipe too.",
            )),
        }
        match self.blank {
            0 => {}
            count => notes.push(told(count, "nothing stands in it.")),
        }
        notes
    }
}

fn not_raised(items: &[Id]) -> Failure {
    Failure::refused(
        Why::Senseless,
        format!(
            "This recipe stands on the list already, and Mealie would change the note of what it put there: {}. Nothing was \
             changed. Take the recipe off with remove_recipe_from_shopping_list and add it again with a larger \
             servings_multiplier.",
            all_named(items)
        ),
    )
}

fn below_zero(items: &[Id]) -> Failure {
    Failure::refused(
        Why::Senseless,
        format!(
            "This recipe stands on the list already, and a quantity below 0, in one of its lines or in what it put there, \
             would lower what is there: {}. Nothing was changed. update_shopping_list_items can set a quantity.",
            all_named(items)
        ),
    )
}

/// Ids for another tool to be called with: as many as one sentence holds.
pub(super) fn all_named(ids: &[Id]) -> String {
    let mut names: Vec<String> = ids.iter().take(MOST_NAMED).map(Id::to_string).collect();
    if let Some(more) = ids.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}

#[cfg(test)]
#[path = "onto_list_tests.rs"]
mod tests;
