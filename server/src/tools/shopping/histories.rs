//! Any history of calls that nobody is asked about: what stood on a list before is there afterwards, and what a call does not
//! name is as it was (ASK-17). It knows of no request, only of what lies in the kitchen.

use std::collections::BTreeMap;

use fake_mealie::ShoppingItem;
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use super::tests::{bare, comes_from};
use super::*;
use crate::failure::Failure;
use crate::tool::{Plan, Tool};
use crate::tools::bench::Bench;

/// What stands on the list at the beginning.
#[derive(Clone, Debug)]
struct Start {
    note: u8,
    food: u8,
    unit: bool,
    checked: bool,
    quantity: i8,
    from_recipe: bool,
}

fn start() -> impl Strategy<Value = Start> {
    (0..4u8, 0..3u8, any::<bool>(), any::<bool>(), -1..4i8, any::<bool>()).prop_map(
        |(note, food, unit, checked, quantity, from_recipe)| Start {
            note,
            food,
            unit,
            checked,
            quantity,
            from_recipe,
        },
    )
}

/// One call. Another tool that nobody is asked about has its place here, and in [`Call::made`].
#[derive(Clone, Debug)]
enum Call {
    Add { lines: Vec<u8> },
    Update { items: Vec<prop::sample::Index>, checked: Option<bool>, quantity: Option<u8> },
    AddRecipe { times: u8 },
    RemoveRecipe { times: u8 },
}

fn call() -> impl Strategy<Value = Call> {
    let update = (
        proptest::collection::vec(any::<prop::sample::Index>(), 1..4),
        any::<Option<bool>>(),
        proptest::option::of(0..4u8),
    );
    prop_oneof![
        proptest::collection::vec(0..6u8, 1..4).prop_map(|lines| Call::Add { lines }),
        update.prop_map(|(items, checked, quantity)| Call::Update { items, checked, quantity }),
        (1..4u8).prop_map(|times| Call::AddRecipe { times }),
        (1..4u8).prop_map(|times| Call::RemoveRecipe { times }),
    ]
}

/// Few texts, so that many are equal.
const TEXTS: [&str; 6] = ["milk", "Milk", "", "2 eggs", "bread", "a food"];

/// The kitchen that a history plays in.
struct Scene {
    bench: Bench,
    list: Uuid,
    soup: Uuid,
}

type Stored = BTreeMap<Uuid, ShoppingItem>;

impl Scene {
    async fn set(start: &[Start]) -> Self {
        let bench = bare().await;
        let (list, soup) = {
            let mut kitchen = bench.mealie.kitchen();
            let list = kitchen.add_list("Weekly");
            let foods = [None, Some(kitchen.add_food("a food")), Some(kitchen.add_food("another food"))];
            let (unit, soup) = (kitchen.add_unit("cup"), kitchen.add_recipe("Pea soup"));
            for text in ["milk", "2 eggs"] {
                kitchen.add_ingredient_note(soup, text);
            }
            for (quantity, food) in [(2.0, foods[1]), (0.0, foods[2]), (1.0, foods[1])] {
                kitchen.add_ingredient(soup, quantity, food.unwrap());
            }
            for start in start {
                let item = kitchen.add_item(list, TEXTS[usize::from(start.note)]);
                let stored = kitchen.items.get_mut(item).unwrap();
                (stored.food_id, stored.unit_id) =
                    (foods[usize::from(start.food)], start.unit.then_some(unit));
                (stored.checked, stored.quantity) = (start.checked, start.quantity.into());
                if start.from_recipe && !start.checked {
                    comes_from(&mut kitchen, item, soup, start.quantity.into());
                }
            }
            (list, soup)
        };
        Self { bench, list, soup }
    }

    /// What stands there for the recipe.
    fn of_the_recipe(&self, items: &Stored) -> Vec<Uuid> {
        let of_it =
            |item: &&ShoppingItem| item.recipe_references.iter().any(|one| one.recipe_id == self.soup);
        items.values().filter(of_it).map(|item| item.id).collect()
    }

    fn stored(&self) -> Stored {
        self.bench.mealie.kitchen().items.iter().map(|item| (item.id, item.clone())).collect()
    }

    /// Makes a call, which may be refused, and never asks.
    async fn calls<T: Tool>(&self, arguments: serde_json::Value) {
        match self.bench.plans::<T>(arguments.clone()).await {
            Ok(Plan::Go(write)) => match self.bench.runs(write).await {
                Ok(_) | Err(Failure::Refused(_)) => {}
                Err(failure) => panic!("{arguments}: {failure:?}"),
            },
            Ok(Plan::Answer(_)) | Err(Failure::Refused(_)) => {}
            Ok(Plan::Ask(_)) => panic!("{arguments} asks (ASK-2)"),
            Err(failure) => panic!("{arguments}: {failure:?}"),
        }
    }
}

impl Call {
    /// Makes it, and says which items it names.
    async fn made(&self, scene: &Scene, before: &Stored) -> Vec<Uuid> {
        let list = scene.list;
        match self {
            Self::Add { lines } => {
                let lines: Vec<&str> = lines
                    .iter()
                    .map(|line| TEXTS[usize::from(*line)])
                    .filter(|line| !line.is_empty())
                    .collect();
                if !lines.is_empty() {
                    scene.calls::<AddShoppingListItems>(json!({"list_id": list, "items": lines})).await;
                }
                Vec::new()
            }
            // A recipe may have taken the last item with it.
            Self::Update { .. } if before.is_empty() => Vec::new(),
            Self::Update { items, checked, quantity } => {
                let all: Vec<Uuid> = before.keys().copied().collect();
                let named: Vec<Uuid> = items.iter().map(|item| *item.get(&all)).collect();
                let mut arguments = json!({"list_id": list, "item_ids": named});
                let fields = arguments.as_object_mut().unwrap();
                fields.extend(checked.map(|checked| ("checked".to_owned(), json!(checked))));
                fields.extend(quantity.map(|quantity| ("quantity".to_owned(), json!(quantity))));
                scene.calls::<UpdateShoppingListItems>(arguments).await;
                named
            }
            Self::AddRecipe { times } => {
                let arguments = json!({"list_id": list, "recipe": scene.soup, "servings_multiplier": times});
                scene.calls::<AddRecipeToShoppingList>(arguments).await;
                scene.of_the_recipe(&scene.stored())
            }
            Self::RemoveRecipe { times } => {
                let arguments = json!({"list_id": list, "recipe": scene.soup, "servings_multiplier": times});
                scene.calls::<RemoveRecipeFromShoppingList>(arguments).await;
                scene.of_the_recipe(before)
            }
        }
    }
}

/// The one exception: what a recipe alone put there, all of it, goes with the recipe.
fn may_go(item: &ShoppingItem, call: &Call) -> bool {
    let [one] = item.recipe_references.as_slice() else { return false };
    let Call::RemoveRecipe { times } = call else { return false };
    one.recipe_scale <= f64::from(*times) && item.quantity == one.recipe_scale * one.recipe_quantity
}

/// What a call may not have done.
fn holds(before: &Stored, after: &Stored, named: &[Uuid], call: &Call) {
    for (id, was) in before {
        let Some(is) = after.get(id) else {
            assert!(may_go(was, call), "{call:?} cost {was:?}");
            continue;
        };
        let written = |item: &ShoppingItem| (item.list_id, item.note.clone(), item.food_id, item.unit_id);
        assert_eq!(written(is), written(was), "{call:?}");
        if !named.contains(id) {
            assert_eq!(is, was, "{call:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn ask_17_nothing_that_stood_on_a_list_is_ever_gone_unasked(
        begin in proptest::collection::vec(start(), 1..6),
        history in proptest::collection::vec(call(), 1..6),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let scene = Scene::set(&begin).await;
            for call in &history {
                let before = scene.stored();
                let named = call.made(&scene, &before).await;
                holds(&before, &scene.stored(), &named, call);
            }
        });
    }
}
