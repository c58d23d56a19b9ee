//! Merging two foods, or two units, that are the same. The direction matters: one of the two is gone afterwards. It never
//! merges anything into itself, which Mealie would take for a deletion.

use futures::FutureExt as _;
use futures::join;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Kind;
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

impl Tool for MergeFoods {
    const NAME: &'static str = "merge_foods";
    const TITLE: &'static str = "Merge two foods";
    const DESCRIPTION: &'static str = "Merges the food from_id into the food to_id: recipes then use to_id, and \
         from_id is deleted, its aliases too; shopping list items that use it lose its name. Asks a person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Merged;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Merged>, Failure> {
        merge(kitchen, Kind::Food, self.from_id.0, self.to_id.0).await
    }
}

/// `merge_units`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct MergeUnits {
    /// The unit that goes.
    from_id: IdArgument,
    /// The unit that stays.
    to_id: IdArgument,
}

impl Tool for MergeUnits {
    const NAME: &'static str = "merge_units";
    const TITLE: &'static str = "Merge two units";
    const DESCRIPTION: &'static str = "Merges the unit from_id into the unit to_id: recipes then use to_id, and \
         from_id is deleted, its aliases too; shopping list items that use it lose its name. Asks a person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Merged;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Merged>, Failure> {
        merge(kitchen, Kind::Unit, self.from_id.0, self.to_id.0).await
    }
}

/// What both answer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Merged {
    status: MergedStatus,
    /// What is gone.
    from_id: Id,
    /// What stayed.
    to_id: Id,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_name: Option<Clean>,
    /// Recipes that used what is gone.
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

async fn merge(kitchen: &Kitchen<'_>, kind: Kind, from: Id, to: Id) -> Result<Plan<Merged>, Failure> {
    if from == to {
        // Mealie 3.10.2 answers 200 "Successfully merged" and deletes it (hazard 5).
        let rule = format!("has to be another {} than `from_id`", kind.one());
        return Err(Failure::argument("to_id", rule, Some(&to.to_string())));
    }
    let one = |id| async move {
        let found = kitchen.reads.find::<Document>(kind.route().id(id)).await?;
        Ok::<_, Failure>(found.map(|one| One::of(&one)))
    };
    let (from_one, to_one, recipes, items) = join!(
        one(&from),
        one(&to),
        kitchen.reads.count(kind.recipes_with(&from)),
        kitchen.reads.count(kind.items_with(&from)),
    );
    let (from_one, to_one) = match (from_one?, to_one?) {
        (Some(from_one), Some(to_one)) => (from_one, to_one),
        (from_one, to_one) => {
            let missing = [(from, from_one.is_none()), (to, to_one.is_none())];
            let ids = missing.into_iter().filter_map(|(id, missing)| missing.then_some(id)).collect();
            return Err(Failure::NotFound { kind: kind.many(), ids });
        }
    };
    let (recipes, items) = (recipes?, items?);
    let to_name = to_one.name;
    let target = Target::new().pair(&from, &to).seen("from", &from_one.as_read).seen("to", &to_one.as_read);
    let write = Write::new(move |writes| {
        async move {
            writes.put::<Document>(kind.route().then("merge"), &kind.merge_of(from, to)).await?;
            Ok(Merged { status: MergedStatus::Merged, from_id: from, to_id: to, to_name, recipes })
        }
        .boxed()
    });
    Ok(Plan::ask(question(kind, from, to, recipes, items), target, write))
}

impl Kind {
    /// The recipes that use one. Of each recipe the total counts one, however many of its lines do (Mealie 3.10.2).
    fn recipes_with(self, id: &Id) -> Route {
        match self {
            Self::Food => Route::to(&["recipes"]).with("foods", id),
            Self::Unit => Route::to(&["recipes"]).where_is("recipe_ingredient.unit_id", id),
        }
    }

    /// The shopping list items that use one.
    fn items_with(self, id: &Id) -> Route {
        let items = Route::to(&["households", "shopping", "items"]);
        match self {
            Self::Food => items.where_is("food_id", id),
            Self::Unit => items.where_is("unit_id", id),
        }
    }

    fn merge_of(self, from: Id, to: Id) -> Value {
        match self {
            Self::Food => json!({"fromFood": from, "toFood": to}),
            Self::Unit => json!({"fromUnit": from, "toUnit": to}),
        }
    }
}

/// What a plan keeps of a food or a unit.
struct One {
    name: Option<Clean>,
    as_read: Fingerprint,
}

impl One {
    fn of(one: &Document) -> Self {
        let name = one.read::<Named>().ok().and_then(|one| one.name);
        Self { name: name.map(|name| name.clean(Limit::NAME)), as_read: one.fingerprint() }
    }
}

/// Both ids stand in it whole: the direction is what a person has to see (ASK-8).
fn question(kind: Kind, from: Id, to: Id, recipes: u64, items: u64) -> Question {
    let what = Paragraph::of(words!["This will merge the ", kind.one(), " ", from, " into ", to, "."]);
    let mut consequence = Paragraph::of(words![
        "The ",
        kind.one(),
        " ",
        from,
        " is deleted and every reference to it is rewritten. This cannot be undone. "
    ])
    .and(counted(recipes, "recipe uses it.", "recipes use it."));
    if items > 0 {
        // Mealie 3.10.2 rewrites recipes only: a list's items keep an id that leads nowhere.
        consequence =
            consequence.and(words![" ", items, " shopping list items use it and will lose its name."]);
    }
    Question::new(what, consequence)
}

#[cfg(test)]
mod tests {
    use fake_mealie::{FakeMealie, Fault, Ingredient};
    use serde_json::json;

    use super::*;
    use crate::failure::Happened;
    use crate::tools::bench::Bench;

    fn id(number: u128) -> Id {
        format!("{number:032x}").parse().unwrap()
    }

    #[test]
    fn ask_19_a_merge_says_what_uses_the_food_that_goes() {
        insta::assert_snapshot!(question(Kind::Food, id(0xa), id(0xb), 2, 0), @r"
        This will merge the food 00000000-0000-0000-0000-00000000000a into 00000000-0000-0000-0000-00000000000b.

        The food 00000000-0000-0000-0000-00000000000a is deleted and every reference to it is rewritten. This cannot be undone. 2 recipes use it.
        ");
        insta::assert_snapshot!(question(Kind::Food, id(0xa), id(0xb), 1, 3), @r"
        This will merge the food 00000000-0000-0000-0000-00000000000a into 00000000-0000-0000-0000-00000000000b.

        The food 00000000-0000-0000-0000-00000000000a is deleted and every reference to it is rewritten. This cannot be undone. 1 recipe uses it. 3 shopping list items use it and will lose its name.
        ");
    }

    #[test]
    fn ask_19_a_merge_says_what_uses_the_unit_that_goes() {
        insta::assert_snapshot!(question(Kind::Unit, id(0xa), id(0xb), 0, 0), @r"
        This will merge the unit 00000000-0000-0000-0000-00000000000a into 00000000-0000-0000-0000-00000000000b.

        The unit 00000000-0000-0000-0000-00000000000a is deleted and every reference to it is rewritten. This cannot be undone. 0 recipes use it.
        ");
        insta::assert_snapshot!(question(Kind::Unit, id(0xa), id(0xb), 1, 1), @r"
        This will merge the unit 00000000-0000-0000-0000-00000000000a into 00000000-0000-0000-0000-00000000000b.

        The unit 00000000-0000-0000-0000-00000000000a is deleted and every reference to it is rewritten. This cannot be undone. 1 recipe uses it. 1 shopping list items use it and will lose its name.
        ");
    }

    /// Two of a kind, the first of which two lines of one recipe, a line of another and an item of a list use.
    fn stock(kind: Kind, mealie: &FakeMealie) -> serde_json::Value {
        let mut kitchen = mealie.kitchen();
        let (from, to) = match kind {
            Kind::Food => (kitchen.add_food("merged flour"), kitchen.add_food("merged wheat")),
            Kind::Unit => (kitchen.add_unit("merged spoon"), kitchen.add_unit("merged ladle")),
        };
        let recipes = ["Merged bread", "Merged rolls"].map(|name| kitchen.add_recipe(name));
        for recipe in [recipes[0], recipes[0], recipes[1]] {
            let line = match kind {
                Kind::Food => Ingredient { food: Some(from), ..Ingredient::default() },
                Kind::Unit => Ingredient { unit: Some(from), ..Ingredient::default() },
            };
            let line = Ingredient { reference_id: Some(uuid::Uuid::new_v4()), ..line };
            kitchen.recipes.get_mut(recipe).unwrap().ingredients.push(line);
        }
        let list = kitchen.add_list("Merged list");
        let item = kitchen.add_item(list, "something");
        let item = kitchen.items.get_mut(item).unwrap();
        match kind {
            Kind::Food => item.food_id = Some(from),
            Kind::Unit => item.unit_id = Some(from),
        }
        json!({"from_id": from.to_string(), "to_id": to.to_string()})
    }

    fn turned(arguments: &serde_json::Value) -> serde_json::Value {
        json!({"from_id": arguments["to_id"], "to_id": arguments["from_id"]})
    }

    async fn merges<T: Tool>(kind: Kind) {
        let bench = Bench::start().await;
        let arguments = stock(kind, &bench.mealie);
        let asked = bench.asks::<T>(arguments.clone()).await.unwrap();
        for said in ["2 recipes use it.", "1 shopping list items use it and will lose its name."] {
            assert!(asked.question.contains(said), "{kind:?}: {}", asked.question);
        }
        assert_eq!(bench.mealie.writes(), [], "{kind:?}");
        let answer = bench.after_a_yes(asked).await.unwrap();
        assert_eq!(answer.structured["status"], "merged");
        assert_eq!(answer.structured["from_id"], arguments["from_id"]);
        assert_eq!(answer.structured["recipes"], 2);
        let written = bench.mealie.writes();
        let body = match kind {
            Kind::Food => json!({"fromFood": arguments["from_id"], "toFood": arguments["to_id"]}),
            Kind::Unit => json!({"fromUnit": arguments["from_id"], "toUnit": arguments["to_id"]}),
        };
        assert_eq!(written.len(), 1, "{kind:?}");
        assert_eq!(written[0].path, format!("/api/{}/merge", kind.many()));
        assert_eq!(written[0].body, body);

        let gone = bench.asks::<T>(arguments.clone()).await.err();
        let from: Id = arguments["from_id"].as_str().unwrap().parse().unwrap();
        assert!(
            matches!(&gone, Some(Failure::NotFound { kind: many, ids }) if *many == kind.many() && *ids == [from]),
            "{gone:?}"
        );
        let into_itself = json!({"from_id": arguments["to_id"], "to_id": arguments["to_id"]});
        let refused = bench.asks::<T>(into_itself).await.err().unwrap().words().ours;
        assert!(refused.starts_with("Argument `to_id`: has to be another "), "{refused}");
        assert_eq!(bench.mealie.writes().len(), 1);
    }

    #[tokio::test]
    async fn ask_11_ask_14_ask_19_foods_are_merged_as_asked() {
        merges::<MergeFoods>(Kind::Food).await;
    }

    #[tokio::test]
    async fn ask_11_ask_14_ask_19_units_are_merged_as_asked() {
        merges::<MergeUnits>(Kind::Unit).await;
    }

    async fn binds<T: Tool>(kind: Kind, what: &str) {
        let bench = Bench::start().await;
        let arguments = stock(kind, &bench.mealie);
        let bind = |asked: crate::tools::bench::Asked| asked.target.bind("process", T::NAME, &asked.question);
        let one = bind(bench.asks::<T>(arguments.clone()).await.unwrap());
        assert_eq!(one, bind(bench.asks::<T>(arguments.clone()).await.unwrap()), "nothing differs");
        let other = bind(bench.asks::<T>(turned(&arguments)).await.unwrap());
        assert_ne!(one.call, other.call, "the other direction");
        let from = arguments["from_id"].as_str().unwrap().parse().unwrap();
        match kind {
            Kind::Food => bench.mealie.kitchen().rename_food(from, what),
            Kind::Unit => bench.mealie.kitchen().rename_unit(from, what),
        }
        let renamed = bind(bench.asks::<T>(arguments.clone()).await.unwrap());
        assert_eq!(one.call, renamed.call);
        assert_ne!(one.whole, renamed.whole, "another one under this id");
    }

    #[tokio::test]
    async fn ask_11_ask_18_an_approval_is_good_for_one_direction_and_what_was_there() {
        binds::<MergeFoods>(Kind::Food, "rye").await;
        binds::<MergeUnits>(Kind::Unit, "bucket").await;
    }

    #[tokio::test]
    async fn live_10_a_merge_that_mealie_fails_at_may_have_happened() {
        let bench = Bench::start().await;
        let arguments = stock(Kind::Unit, &bench.mealie);
        let asked = bench.asks::<MergeUnits>(arguments).await.unwrap();
        let broken = r#"{"detail":"Failed to merge units"}"#;
        bench.mealie.order_fault(Fault::on("PUT", "/api/units/merge").answers(500, broken));
        let failure = bench.after_a_yes(asked).await.err().unwrap();
        assert_eq!(failure.happened(), Happened::Perhaps);
    }
}
