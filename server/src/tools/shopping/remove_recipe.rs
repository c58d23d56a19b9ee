//! Taking a recipe off a shopping list. Items go that it alone put there; where anything else would go with them, nothing is
//! sent (ASK-17). It never asks: what has to be asked about is `delete_shopping_list_items`.

use std::collections::BTreeMap;

use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Number, json};

use super::add_recipe::no_recipe;
use super::held;
use super::held::{ItemRecord, ListRecord};
use super::off_list::{self, Off};
use super::onto_list::{Standing, all_named};
use super::recipe_lines::recipes_within;
use super::shown::Shown;
use super::times::{self, Times};
use crate::answer::{Source, View};
use crate::args::IdArgument;
use crate::failure::{Failure, Happened, Unusable};
use crate::mealie::lookup::{RecipeRef, id_at, recipe_route};
use crate::mealie::records::Named;
use crate::mealie::{Reads, Writes, read_record};
use crate::text::{Clean, Document, Id, Limit};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::recipes::{clean, given};

/// `remove_recipe_from_shopping_list`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct RemoveRecipeFromShoppingList {
    list_id: IdArgument,
    recipe: RecipeRef,
    /// Times the recipe. Default 1.
    servings_multiplier: Option<Times>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Removed {
    status: RemovedStatus,
    list_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Clean>,
    recipe_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Clean>,
    /// How many times the recipe still stands on the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<Number>,
    /// Items that are gone, as they were.
    removed: Vec<Shown>,
    /// Items that are left with less.
    lowered: Vec<Stays>,
    /// Items of the recipe that are left as they were.
    kept: Vec<Stays>,
    /// Items on the list that are not ticked off.
    unchecked: u64,
    /// Items that are.
    checked: u64,
    #[serde(skip)]
    notes: Vec<String>,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum RemovedStatus {
    Removed,
}

/// An item that the recipe put on the list, and that stays.
#[derive(Serialize, JsonSchema)]
struct Stays {
    #[serde(flatten)]
    item: Shown,
    /// How much there was of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    quantity_before: Option<Number>,
    because: Because,
}

/// Why an item stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Because {
    /// The recipe is still on the list for it.
    StillOfThisRecipe,
    /// Other recipes are.
    OfOtherRecipes,
    /// There was more than the recipe brought.
    MoreWasThere,
}

impl View for Removed {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }
}

impl Tool for RemoveRecipeFromShoppingList {
    const NAME: &'static str = "remove_recipe_from_shopping_list";
    const TITLE: &'static str = "Take a recipe off a shopping list";
    const DESCRIPTION: &'static str = "Takes a recipe off a shopping list: its items are lowered or go, ticked ones stay. \
         Refused if another item would go.";
    const EFFECT: Effect = Effect::TakesBack;
    type Answer = Removed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Removed>, Failure> {
        let list_id = self.list_id.0;
        let times = self.servings_multiplier.unwrap_or(Times::ONCE);
        let (recipe, list) = join!(Meant::of(kitchen.reads, &self.recipe), read(kitchen.reads, list_id));
        let (recipe, list) = (recipe?, list?);
        off_list::foresee(&list, recipe.id, times.get())
            .map_err(|failure| recipe.explains(&list, failure))?;
        Ok(Plan::Go(Write::new(move |writes| take_off(writes, list_id, recipe, times).boxed())))
    }
}

/// The recipe that is meant.
struct Meant {
    id: Id,
    name: Option<Clean>,
    within: Vec<Id>,
}

impl Meant {
    async fn of(reads: &Reads, asked: &RecipeRef) -> Result<Self, Failure> {
        let document = reads.find::<Document>(recipe_route(asked)).await?.ok_or_else(no_recipe)?;
        let named: Named = read_record(&document)?;
        let id = id_at(asked, &named)?;
        Ok(Self { id, name: clean(&named.name, Limit::NAME), within: recipes_within(&document) })
    }

    /// Mealie 3.10.2 puts the lines of a recipe within a recipe on a list for the inner one, and leaves them there when the
    /// outer one is taken off.
    fn of_recipes_within(&self, list: &ListRecord) -> Option<String> {
        let there = |id: &&Id| list.items().iter().any(|item| times::of_item(item, **id).is_some());
        let ids: Vec<Id> = self.within.iter().filter(there).copied().collect();
        (!ids.is_empty()).then(|| {
            format!(
                "Items of recipes within it stand on the list for those; take them off by their own ids: {}.",
                all_named(&ids)
            )
        })
    }

    fn explains(&self, list: &ListRecord, failure: Failure) -> Failure {
        match (failure, self.of_recipes_within(list)) {
            (Failure::Refused(mut refusal), Some(more)) => {
                refusal.words = format!("{} {more}", refusal.words);
                Failure::Refused(refusal)
            }
            (failure, _) => failure,
        }
    }
}

async fn read(reads: &Reads, list_id: Id) -> Result<ListRecord, Failure> {
    reads.find(held::lists().id(&list_id)).await?.ok_or_else(|| held::no_list(list_id))
}

/// What would go is found out once more, directly before it goes.
async fn take_off(writes: Writes<'_>, list_id: Id, recipe: Meant, times: Times) -> Result<Removed, Failure> {
    let before = read(writes.reads(), list_id).await?;
    let off = off_list::foresee(&before, recipe.id, times.get())
        .map_err(|failure| recipe.explains(&before, failure))?;
    let route = held::lists().id(&list_id).then("recipe").id(&recipe.id).then("delete");
    let after: ListRecord =
        writes.post_at_length(route, &json!({"recipeDecrementQuantity": off.decrement})).await?;
    if after.id() != Some(list_id) {
        return Err(Failure::Answer(Unusable::NotAsExpected, Happened::Perhaps));
    }
    Ok(told(list_id, recipe, times, before, off, &after))
}

fn told(
    list_id: Id,
    recipe: Meant,
    times: Times,
    before: ListRecord,
    off: Off,
    after: &ListRecord,
) -> Removed {
    let now: BTreeMap<Id, &ItemRecord> =
        after.items().iter().filter_map(|item| Some((item.id()?, item))).collect();
    let checked = after.ticked();
    let mut removed = Removed {
        status: RemovedStatus::Removed,
        list_id,
        list: clean(&after.name, Limit::NAME),
        recipe_id: recipe.id,
        recipe: recipe.name.clone(),
        times: given(times::on_list(after, recipe.id)),
        removed: Vec::new(),
        lowered: Vec::new(),
        kept: Vec::new(),
        unchecked: after.items().len() as u64 - checked,
        checked,
        notes: Vec::new(),
    };
    let mut nothing_left = 0_u64;
    for item in before.items() {
        let Some(id) = item.id() else { continue };
        let there = now.get(&id);
        if off.gone.contains(&id) && there.is_none() {
            removed.removed.push(Shown::of(item));
        }
        let Some(there) = there.filter(|_| off.staying.contains_key(&id) || off.gone.contains(&id)) else {
            continue;
        };
        let (was, is) = (item.quantity.unwrap_or(1.0), there.quantity.unwrap_or(1.0));
        let because = match (times::of_item(there, recipe.id), there.recipes()) {
            (Some(_), _) => Because::StillOfThisRecipe,
            (None, []) => Because::MoreWasThere,
            (None, _) => Because::OfOtherRecipes,
        };
        nothing_left +=
            u64::from(because == Because::MoreWasThere && is != 0.0 && is < off_list::LEAST_DIFFERENCE);
        let stays = Stays { item: Shown::of(there), quantity_before: given(Some(was)), because };
        if is < was { removed.lowered.push(stays) } else { removed.kept.push(stays) }
    }
    removed.notes = notes(&removed, &recipe, times, &off, after, nothing_left);
    let standing = Standing::on(before, recipe.id);
    removed.notes.extend(standing.missing_in(after, |id| off.gone.contains(id)));
    removed
}

fn notes(
    removed: &Removed,
    recipe: &Meant,
    times: Times,
    off: &Off,
    after: &ListRecord,
    nothing_left: u64,
) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(there) = off.times.filter(|there| times.get() > there + off_list::LEAST_DIFFERENCE) {
        let there = given(Some(there)).map_or_else(|| "0".to_owned(), |there| there.to_string());
        notes.push(format!("The recipe stood on the list {there} times; all of it was taken off."));
    }
    if removed.checked > 0 {
        notes.push("Items that are ticked off stay, also those that this recipe had put there.".to_owned());
    }
    if nothing_left > 0 {
        notes.push(format!(
            "{nothing_left} of the lowered items stay though nothing is left of them (Mealie's arithmetic); \
             delete_shopping_list_items takes them off."
        ));
    }
    notes.extend(recipe.of_recipes_within(after));
    notes
}

#[cfg(test)]
#[path = "remove_recipe_tests.rs"]
mod tests;
