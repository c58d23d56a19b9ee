//! Any list and any recipe: what becomes of the list is what was foretold, and what was added can be taken back, with
//! everything that stood there before as it was (ASK-17).

use std::collections::{BTreeMap, BTreeSet};

use fake_mealie::{Ingredient, ItemRecipe, Kitchen, ShoppingItem};
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use super::held::{ListRecord, lists};
use super::off_list::{LEAST_DIFFERENCE, foresee};
use super::tests::bare;
use super::*;
use crate::failure::Failure;
use crate::tools::bench::Bench;

/// A line of a recipe, or an item of a list. Few of each kind, so that many are equal.
#[derive(Clone, Copy, Debug)]
struct Line {
    food: u8,
    unit: bool,
    note: u8,
    quantity: u8,
}

const NOTES: [&str; 4] = ["", "salt", "ripe", "salt | ripe"];
const QUANTITIES: [f64; 4] = [0.0, 1.0, 0.333, 2.5];

fn line() -> impl Strategy<Value = Line> {
    (0..3u8, any::<bool>(), 0..4u8, 0..4u8).prop_map(|(food, unit, note, quantity)| Line {
        food,
        unit,
        note,
        quantity,
    })
}

#[derive(Clone, Debug)]
struct Item {
    line: Line,
    checked: bool,
    /// Of which recipes it is, how much and how often.
    of: Vec<(u8, u8, u8)>,
}

fn item() -> impl Strategy<Value = Item> {
    let of = proptest::collection::vec((0..2u8, 0..4u8, 1..4u8), 0..3);
    (line(), any::<bool>(), of).prop_map(|(line, checked, of)| Item { line, checked, of })
}

/// What somebody does to the list before.
#[derive(Clone, Debug)]
enum Deed {
    Adds(usize, u8),
    Ticks(prop::sample::Index),
    Wants(prop::sample::Index, u8),
    Notes(prop::sample::Index, u8),
}

fn deed() -> impl Strategy<Value = Deed> {
    let some = any::<prop::sample::Index>;
    prop_oneof![
        (0..2usize, 1..4u8).prop_map(|(recipe, times)| Deed::Adds(recipe, times)),
        some().prop_map(Deed::Ticks),
        (some(), 0..4u8).prop_map(|(item, quantity)| Deed::Wants(item, quantity)),
        (some(), 0..4u8).prop_map(|(item, note)| Deed::Notes(item, note)),
    ]
}

struct Scene {
    bench: Bench,
    list: Uuid,
    foods: [Option<Uuid>; 3],
    unit: Uuid,
    recipes: [Uuid; 2],
}

const TIMES: [f64; 4] = [1.0, 2.0, 0.5, 3.7];

impl Scene {
    /// The second recipe is within the first one, twice and a half.
    async fn set(lines: &[Vec<Line>; 2], nested: bool) -> Self {
        let bench = bare().await;
        let mut kitchen = bench.mealie.kitchen();
        let list = kitchen.add_list("Weekly");
        let foods = [None, Some(kitchen.add_food("peas")), Some(kitchen.add_food("thyme"))];
        let unit = kitchen.add_unit("cup");
        let recipes = [kitchen.add_recipe("Pea soup"), kitchen.add_recipe("Stock")];
        for (recipe, lines) in recipes.iter().zip(lines) {
            let mut made: Vec<Ingredient> = lines
                .iter()
                .map(|line| Ingredient {
                    quantity: Some(QUANTITIES[usize::from(line.quantity)]),
                    unit: line.unit.then_some(unit),
                    food: foods[usize::from(line.food)],
                    note: Some(NOTES[usize::from(line.note)].to_owned()),
                    reference_id: Some(Uuid::new_v4()),
                    ..Ingredient::default()
                })
                .collect();
            if nested && *recipe == recipes[0] {
                let (quantity, reference_id) = (Some(2.5), Some(Uuid::new_v4()));
                let within = Ingredient {
                    quantity,
                    referenced_recipe: Some(recipes[1]),
                    reference_id,
                    ..Ingredient::default()
                };
                made.insert(made.len() / 2, within);
            }
            kitchen.recipes.get_mut(*recipe).unwrap().ingredients = made;
        }
        drop(kitchen);
        Self { bench, list, foods, unit, recipes }
    }

    fn put(&self, kitchen: &mut Kitchen, item: &Item) {
        let line = item.line;
        let (quantity, note) = (QUANTITIES[usize::from(line.quantity)], NOTES[usize::from(line.note)]);
        let id = kitchen.add_item_to(self.list, quantity, self.foods[usize::from(line.food)], note);
        if line.unit {
            kitchen.measure_item(id, self.unit);
        }
        let stored = kitchen.items.get_mut(id).unwrap();
        stored.checked = item.checked;
        for (recipe, quantity, scale) in &item.of {
            stored.recipe_references.push(ItemRecipe {
                id: Uuid::new_v4(),
                recipe_id: self.recipes[usize::from(*recipe)],
                recipe_quantity: QUANTITIES[usize::from(*quantity)],
                recipe_scale: (*scale).into(),
                recipe_note: None,
            });
        }
    }

    fn stored(&self) -> BTreeMap<Uuid, ShoppingItem> {
        self.bench.mealie.kitchen().items.iter().map(|item| (item.id, item.clone())).collect()
    }

    fn arguments(&self, recipe: usize, times: f64) -> serde_json::Value {
        json!({"list_id": self.list, "recipe": self.recipes[recipe], "servings_multiplier": times})
    }

    async fn does(&self, deed: &Deed) {
        let open: Vec<Uuid> =
            self.stored().into_values().filter(|item| !item.checked).map(|item| item.id).collect();
        let mut kitchen = self.bench.mealie.kitchen();
        match deed {
            Deed::Adds(recipe, times) => {
                drop(kitchen);
                let arguments = self.arguments(*recipe, TIMES[usize::from(*times)]);
                let _ = self.bench.goes::<AddRecipeToShoppingList>(arguments).await;
            }
            _ if open.is_empty() => {}
            Deed::Ticks(item) => {
                let item = *item.get(&open);
                kitchen.tick_item(item);
                kitchen.items.get_mut(item).unwrap().recipe_references.clear();
            }
            Deed::Wants(item, quantity) => {
                kitchen.set_item_quantity(*item.get(&open), QUANTITIES[usize::from(*quantity)])
            }
            Deed::Notes(item, note) => {
                let item = *item.get(&open);
                // A text that stands there a second time would be one item to Mealie.
                if kitchen.items.get(item).unwrap().food_id.is_some() {
                    kitchen.rewrite_item(item, NOTES[usize::from(*note)]);
                }
            }
        }
    }
}

/// What a person sees of an item.
fn seen(item: &ShoppingItem) -> (Option<Uuid>, Option<Uuid>, Option<String>, bool) {
    (item.food_id, item.unit_id, item.note.clone(), item.checked)
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= LEAST_DIFFERENCE * one.abs().max(1.0)
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn ask_17_what_was_added_is_taken_back_and_the_rest_is_as_it_was(
        lines in [proptest::collection::vec(line(), 0..5), proptest::collection::vec(line(), 0..3)],
        nested in any::<bool>(),
        begin in proptest::collection::vec(item(), 0..5),
        deeds in proptest::collection::vec(deed(), 0..4),
        times in 0..4usize,
    ) {
        runtime().block_on(async {
            let scene = Scene::set(&lines, nested).await;
            let mut kinds = BTreeSet::new();
            for item in &begin {
                let line = item.line;
                let text = (line.food == 0).then_some(line.note);
                // Of two that are one to Mealie, any change makes one.
                if item.checked || kinds.insert((line.food, line.unit, text)) {
                    scene.put(&mut scene.bench.mealie.kitchen(), &Item { of: Vec::new(), ..item.clone() });
                }
            }
            for deed in &deeds {
                scene.does(deed).await;
            }
            let before = scene.stored();
            let times = TIMES[times];
            let added = match scene.bench.goes::<AddRecipeToShoppingList>(scene.arguments(0, times)).await {
                Ok(answer) => answer.structured["status"] == "added",
                Err(Failure::Refused(_)) => false,
                Err(failure) => panic!("{failure:?}"),
            };
            let between = scene.stored();
            for (id, was) in &before {
                let is = between.get(id).unwrap_or_else(|| panic!("{was:?} is gone"));
                assert_eq!(seen(is), seen(was), "adding changed what somebody sees");
                assert!(is.quantity >= was.quantity, "{was:?} was lowered: {is:?}");
            }
            if !added {
                assert_eq!(between, before, "nothing was added");
                return;
            }
            let removed = scene.bench.goes::<RemoveRecipeFromShoppingList>(scene.arguments(0, times)).await;
            removed.unwrap_or_else(|failure| panic!("{failure:?} of {between:#?}"));
            let after = scene.stored();
            assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>(), "{before:#?} {between:#?} {after:#?}");
            for (id, was) in &before {
                assert_eq!(seen(&after[id]), seen(was));
                assert!(near(after[id].quantity, was.quantity), "{was:?} is {:?}", after[id]);
            }
        });
    }

    /// Any list, also one that no tool of ours would leave: what goes is what was foretold, and where nothing is sent,
    /// something else would go.
    #[test]
    fn ask_17_what_taking_a_recipe_off_costs_is_foretold(
        items in proptest::collection::vec(item(), 0..6),
        times in 0..4usize,
    ) {
        runtime().block_on(async {
            let scene = Scene::set(&[Vec::new(), Vec::new()], false).await;
            let (soup, times) = (scene.recipes[0], TIMES[times]);
            for item in &items {
                scene.put(&mut scene.bench.mealie.kitchen(), item);
            }
            let list: ListRecord = scene.bench.reads().get(lists().id(&scene.list.into())).await.unwrap();
            let before = scene.stored();
            let foretold = foresee(&list, soup.into(), times);
            scene.bench.mealie.kitchen().take_recipe_off(scene.list, soup, times);
            let after = scene.stored();
            let gone: BTreeSet<Uuid> = before.keys().copied().filter(|id| !after.contains_key(id)).collect();
            let excused = |id: &Uuid| {
                let item = &before[id];
                let [one] = item.recipe_references.as_slice() else { return false };
                one.recipe_id == soup && one.recipe_scale <= times && near(item.quantity, one.recipe_scale * one.recipe_quantity)
            };
            match foretold {
                Ok(off) => {
                    assert_eq!(gone, off.gone.iter().map(|id| Uuid::from(*id)).collect());
                    assert!(gone.iter().all(excused), "more went than the recipe brought: {gone:?} of {before:#?}");
                    for (id, was) in &before {
                        let Some(is) = after.get(id) else { continue };
                        assert_eq!(seen(is), seen(was));
                        let want = off.staying.get(&(*id).into()).copied().unwrap_or(was.quantity);
                        assert_eq!(is.quantity, want, "{was:?}");
                    }
                }
                Err(_) if !before.values().any(|item| item.recipe_references.iter().any(|one| one.recipe_id == soup)) => {
                    assert_eq!(after, before, "it was not there");
                }
                Err(_) => {
                    assert!(!gone.iter().all(excused), "nothing else went: {gone:?} of {before:#?}");
                }
            }
        });
    }
}
