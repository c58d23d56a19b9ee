//! Foods: merging two that are the same. The direction matters: one of the two is gone afterwards.

use futures::FutureExt as _;
use futures::join;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answer::{Source, View};
use crate::args::IdArgument;
use crate::failure::Failure;
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question, counted};
use crate::mealie::records::Named;
use crate::mealie::route::Route;
use crate::text::{Clean, Document, Fingerprint, Id, Limit};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::words;

/// `merge_foods`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct MergeFoods {
    /// The food that goes.
    from_id: IdArgument,
    /// The food that stays.
    to_id: IdArgument,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Merged {
    status: MergedStatus,
    /// The food that is gone.
    from_id: Id,
    /// The food that stayed.
    to_id: Id,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_name: Option<Clean>,
    /// Recipes that used the food that is gone.
    recipes: u64,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum MergedStatus {
    Merged,
}

impl View for Merged {
    const SOURCE: Source = Source::Mealie;
}

impl Tool for MergeFoods {
    const NAME: &'static str = "merge_foods";
    const TITLE: &'static str = "Merge two foods";
    const DESCRIPTION: &'static str = "Merges the food from_id into the food to_id: recipes then use to_id, and \
         from_id is deleted; shopping list items that use it lose its name. Asks a person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Merged;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Merged>, Failure> {
        let (from, to) = (self.from_id.0, self.to_id.0);
        if from == to {
            // Mealie 3.10.2 answers 200 "Successfully merged" and deletes the food (hazard 5).
            return Err(Failure::Argument {
                name: Clean::of_argument("to_id", Limit::ARGUMENT_ECHO),
                rule: "has to be another food than `from_id`".to_owned(),
                given: Some(Clean::of_argument(&to.to_string(), Limit::ARGUMENT_ECHO)),
            });
        }
        let food = |id| async move {
            let found = kitchen.reads.find::<Document>(Route::to(&["foods"]).id(id)).await?;
            Ok::<_, Failure>(found.map(|food| Food::of(&food)))
        };
        let (from_food, to_food, recipes, items) = join!(
            food(&from),
            food(&to),
            kitchen.reads.count(Route::to(&["recipes"]).with("foods", &from)),
            kitchen.reads.count(Route::to(&["households", "shopping", "items"]).where_is("food_id", &from)),
        );
        let (from_food, to_food) = match (from_food?, to_food?) {
            (Some(from_food), Some(to_food)) => (from_food, to_food),
            (from_food, to_food) => {
                let missing = [(from, from_food.is_none()), (to, to_food.is_none())];
                let ids = missing.into_iter().filter_map(|(id, missing)| missing.then_some(id)).collect();
                return Err(Failure::NotFound { kind: "foods", ids });
            }
        };
        let (recipes, items) = (recipes?, items?);
        let to_name = to_food.name;
        let target =
            Target::new().pair(&from, &to).seen("from", &from_food.as_read).seen("to", &to_food.as_read);
        let write = Write::new(move |writes| {
            async move {
                let body = json!({"fromFood": from, "toFood": to});
                writes.put::<Document>(Route::to(&["foods", "merge"]), &body).await?;
                Ok(Merged { status: MergedStatus::Merged, from_id: from, to_id: to, to_name, recipes })
            }
            .boxed()
        });
        Ok(Plan::ask(question(from, to, recipes, items), target, write))
    }
}

/// What a plan keeps of a food.
struct Food {
    name: Option<Clean>,
    as_read: Fingerprint,
}

impl Food {
    fn of(food: &Document) -> Self {
        let name = food.read::<Named>().ok().and_then(|food| food.name);
        Self { name: name.map(|name| name.clean(Limit::NAME)), as_read: food.fingerprint() }
    }
}

/// Both ids stand in it whole: the direction is what a person has to see (ASK-8).
fn question(from: Id, to: Id, recipes: u64, items: u64) -> Question {
    let what = Paragraph::of(words!["This will merge the food ", from, " into ", to, "."]);
    let mut consequence = Paragraph::of(words![
        "The food ",
        from,
        " is deleted and every reference to it is rewritten. This cannot be undone. "
    ])
    .and(counted(recipes, "recipe uses it.", "recipes use it."));
    if items > 0 {
        // Mealie 3.10.2 rewrites recipes only: a list's items keep the id of a food that is gone.
        consequence =
            consequence.and(words![" ", items, " shopping list items use it and will lose its name."]);
    }
    Question::new(what, consequence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ask_19_a_merge_says_what_uses_the_food_that_goes() {
        let id = |number: u128| -> Id { format!("{number:032x}").parse().unwrap() };
        insta::assert_snapshot!(question(id(0xa), id(0xb), 2, 0), @r"
        This will merge the food 00000000-0000-0000-0000-00000000000a into 00000000-0000-0000-0000-00000000000b.

        The food 00000000-0000-0000-0000-00000000000a is deleted and every reference to it is rewritten. This cannot be undone. 2 recipes use it.
        ");
        insta::assert_snapshot!(question(id(0xa), id(0xb), 1, 3), @r"
        This will merge the food 00000000-0000-0000-0000-00000000000a into 00000000-0000-0000-0000-00000000000b.

        The food 00000000-0000-0000-0000-00000000000a is deleted and every reference to it is rewritten. This cannot be undone. 1 recipe uses it. 3 shopping list items use it and will lose its name.
        ");
    }
}
