//! Putting a recipe on a shopping list. Nothing that stands there loses its text or its quantity by it, and all of it can be
//! taken back: a line for which Mealie could not keep that is left out, or nothing is added at all (ASK-17).

use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value, json};

use super::held;
use super::held::ListRecord;
use super::onto_list::{LeftOut, Onto, Standing};
use super::recipe_lines;
use super::shown::Shown;
use super::times::{self, Times};
use crate::answer::{Source, View};
use crate::args::IdArgument;
use crate::failure::{Failure, Happened, Unusable};
use crate::mealie::lookup::{self, RecipeRef, id_at, recipe_route};
use crate::mealie::records::Named;
use crate::mealie::{Reads, Writes};
use crate::text::{Clean, Document, Id, Limit};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::recipes::{clean, given};

/// `add_recipe_to_shopping_list`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct AddRecipeToShoppingList {
    list_id: IdArgument,
    recipe: RecipeRef,
    /// Times the recipe. Default 1.
    servings_multiplier: Option<Times>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Added {
    status: AddedStatus,
    list_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Clean>,
    recipe_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Clean>,
    /// How many times the recipe stands on the list now.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<Number>,
    /// New items.
    added: Vec<Shown>,
    /// Items that were there and are for this recipe too now.
    raised: Vec<Shown>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOut>,
    /// Items on the list that are not ticked off.
    unchecked: u64,
    /// Items that are.
    checked: u64,
    #[serde(skip)]
    notes: Vec<String>,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum AddedStatus {
    /// The recipe stands on the list.
    Added,
    /// Every line was left out.
    Unchanged,
}

impl View for Added {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }
}

impl Tool for AddRecipeToShoppingList {
    const NAME: &'static str = "add_recipe_to_shopping_list";
    const TITLE: &'static str = "Add a recipe to a shopping list";
    const DESCRIPTION: &'static str = "Adds a recipe's ingredients to a shopping list. Lines that stand there without a \
         quantity or with another note are left out and named.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Added;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Added>, Failure> {
        let list_id = self.list_id.0;
        let (recipe, list) = join!(
            found(kitchen.reads, &self.recipe),
            kitchen.reads.find::<Named>(held::lists().id(&list_id))
        );
        let (recipe_id, _) = recipe?;
        list?.ok_or_else(|| held::no_list(list_id))?;
        let times = self.servings_multiplier.unwrap_or(Times::ONCE);
        Ok(Plan::Go(Write::new(move |writes| put(writes, list_id, recipe_id, times).boxed())))
    }
}

/// The recipe that is meant: its id, and what it is called.
pub(super) async fn found(reads: &Reads, asked: &RecipeRef) -> Result<(Id, Option<Clean>), Failure> {
    let (id, recipe) = lookup::recipe_at(reads, asked).await?;
    Ok((id, clean(&recipe.name, Limit::NAME)))
}

/// That there is no such recipe.
pub(super) fn no_recipe() -> Failure {
    Failure::NotFound { kind: "recipe", ids: Vec::new() }
}

/// Everything is read once more directly before it is sent: the list first, since of the recipe more is kept.
async fn put(writes: Writes<'_>, list_id: Id, recipe_id: Id, times: Times) -> Result<Added, Failure> {
    let list = writes.reads().find::<ListRecord>(held::lists().id(&list_id)).await?;
    let standing = Standing::on(list.ok_or_else(|| held::no_list(list_id))?, recipe_id);
    let at = RecipeRef::Id(recipe_id);
    let recipe = writes.reads().find::<Document>(recipe_route(&at)).await?.ok_or_else(no_recipe)?;
    let named: Named = crate::mealie::read_record(&recipe)?;
    id_at(&at, &named)?;
    let name = clean(&named.name, Limit::NAME);
    let lines = recipe_lines::of(&recipe, writes.wire_key())?;
    drop(recipe);
    let nothing_to_buy = lines.lines.is_empty() && lines.unread.is_empty();
    let onto = standing.takes(lines, times.get())?;
    let mut added = Added {
        status: AddedStatus::Unchanged,
        list_id,
        list: standing.name.clone(),
        recipe_id,
        recipe: name,
        times: given(standing.times),
        added: Vec::new(),
        raised: Vec::new(),
        unchecked: standing.unchecked,
        checked: standing.checked,
        notes: onto.notes(),
        left_out: Vec::new(),
    };
    let Onto { lines, left_out, .. } = onto;
    added.left_out = left_out;
    if lines.as_ref().is_some_and(Vec::is_empty) && !nothing_to_buy {
        added.notes.push("Nothing was changed: no line of this recipe was left to add.".to_owned());
        return Ok(added);
    }
    let after = send(&writes, list_id, recipe_id, times, lines).await?;
    added.tell(&standing, &after);
    if nothing_to_buy {
        added.notes.push(
            "This recipe has no ingredients: no item was added, and the list only names the recipe until it is next \
             changed."
                .to_owned(),
        );
    }
    Ok(added)
}

/// Asks in the newer way, and in the older one where Mealie does not know that.
async fn send(
    writes: &Writes<'_>,
    list_id: Id,
    recipe_id: Id,
    times: Times,
    lines: Option<Vec<Value>>,
) -> Result<ListRecord, Failure> {
    let route = held::lists().id(&list_id).then("recipe");
    let mut one = json!({"recipeIncrementQuantity": times.get()});
    if let Some(lines) = lines {
        one["recipeIngredients"] = lines.into();
    }
    let mut several = json!([one]);
    several[0]["recipeId"] = json!(recipe_id);
    let list: ListRecord = match writes.post_at_length(route.clone(), &several).await {
        // An unknown list or recipe is a bare 500 (Mealie 3.10.2), and both were just read.
        Err(Failure::Status { code: 404 | 405, .. }) => {
            writes.post_at_length(route.id(&recipe_id), &several[0]).await?
        }
        answer => answer?,
    };
    if list.id() == Some(list_id) {
        Ok(list)
    } else {
        Err(Failure::Answer(Unusable::NotAsExpected, Happened::Perhaps))
    }
}

impl Added {
    /// What became of the list, as Mealie says.
    fn tell(&mut self, before: &Standing, after: &ListRecord) {
        self.status = AddedStatus::Added;
        self.list = clean(&after.name, Limit::NAME);
        self.times = given(times::on_list(after, self.recipe_id));
        self.checked = after.ticked();
        self.unchecked = after.items().len() as u64 - self.checked;
        let of_it = |item| times::of_item(item, self.recipe_id);
        for item in after.items() {
            let Some(times) = of_it(item) else { continue };
            match item.id().and_then(|id| before.ids.get(&id)) {
                None => self.added.push(Shown::of(item)),
                Some(before) if times > *before => self.raised.push(Shown::of(item)),
                Some(_) => {}
            }
        }
        self.notes.extend(before.missing_in(after, |_| false));
    }
}

#[cfg(test)]
#[path = "add_recipe_tests.rs"]
pub(super) mod tests;
