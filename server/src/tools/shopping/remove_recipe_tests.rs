//! Taking a recipe off a list, against a kitchen that behaves like Mealie's.

use fake_mealie::{Fault, Ingredient};
use serde_json::Value;
use uuid::Uuid;

use super::super::add_recipe::tests::Scene;
use super::super::tests::NOBODY;
use super::*;
use crate::answer::Answer;
use crate::failure::Why;

impl Scene {
    async fn removes(&self, more: Value) -> Result<Answer, Failure> {
        self.bench.goes::<RemoveRecipeFromShoppingList>(self.arguments(more)).await
    }

    fn item_of(&self, food: Uuid) -> Uuid {
        self.bench.mealie.kitchen().items.iter().find(|item| item.food_id == Some(food)).unwrap().id
    }
}

fn lengths(answer: &Answer) -> [usize; 3] {
    ["removed", "lowered", "kept"].map(|field| answer.structured[field].as_array().unwrap().len())
}

#[tokio::test]
async fn what_a_recipe_put_there_goes_again_and_is_told() {
    let scene = Scene::set().await;
    scene.adds(json!({})).await.unwrap();
    let answer = scene.removes(json!({})).await.unwrap();
    let said = |field: &str| answer.structured[field].clone();
    assert_eq!(
        (said("status"), said("list"), said("recipe")),
        (json!("removed"), json!("Weekly"), json!("Pea soup"))
    );
    assert_eq!((said("list_id"), said("recipe_id")), (json!(scene.list), json!(scene.soup)));
    assert_eq!((lengths(&answer), said("unchecked"), said("checked")), ([3, 0, 0], json!(0), json!(0)));
    assert_eq!(said("removed")[0]["display"], json!("2 ¹/₂ peas"));
    assert!(
        !answer.structured.contains_key("times") && !answer.structured.contains_key("notes"),
        "{}",
        answer.text
    );
    assert_eq!(scene.stored(), []);
    let write = scene.bench.mealie.writes().pop().unwrap();
    let path = format!("/api/households/shopping/lists/{}/recipe/{}/delete", scene.list, scene.soup);
    assert_eq!((write.path, write.body), (path, json!({"recipeDecrementQuantity": 1.0})));
}

#[tokio::test]
async fn what_stays_is_told_with_the_reason() {
    let scene = Scene::set().await;
    {
        let mut kitchen = scene.bench.mealie.kitchen();
        let stew = kitchen.add_recipe("Pea stew");
        kitchen.add_ingredient(stew, 1.0, scene.peas);
        kitchen.put_recipe_on(scene.list, stew, 1.0);
        kitchen.add_ingredient_note(scene.soup, "pepper");
    }
    scene.adds(json!({"servings_multiplier": 2})).await.unwrap();
    {
        let thyme = scene.item_of(scene.thyme);
        scene.bench.mealie.kitchen().set_item_quantity(thyme, 3.0);
    }
    let answer = scene.removes(json!({})).await.unwrap();
    assert_eq!((lengths(&answer), &answer.structured["times"]), ([0, 1, 3], &json!(1)));
    let lowered = &answer.structured["lowered"][0];
    assert_eq!((&lowered["quantity_before"], &lowered["quantity"]), (&json!(6), &json!(3.5)));
    assert_eq!(lowered["because"], json!("still_of_this_recipe"));
    let answer = scene.removes(json!({})).await.unwrap();
    assert_eq!(lengths(&answer), [2, 1, 1]);
    assert_eq!(answer.structured["lowered"][0]["because"], json!("of_other_recipes"));
    assert_eq!(answer.structured["kept"][0]["because"], json!("more_was_there"));
    assert_eq!(scene.stored(), [(1.0, "peas".to_owned(), 1), (3.0, "thyme".to_owned(), 0)]);
}

#[tokio::test]
async fn ticked_items_stay_and_that_is_told() {
    let scene = Scene::set().await;
    scene.adds(json!({})).await.unwrap();
    let peas = scene.item_of(scene.peas);
    // As Mealie does it, which forgets the recipes.
    {
        let mut kitchen = scene.bench.mealie.kitchen();
        kitchen.tick_item(peas);
        kitchen.items.get_mut(peas).unwrap().recipe_references.clear();
    }
    let answer = scene.removes(json!({})).await.unwrap();
    assert_eq!((lengths(&answer), &answer.structured["checked"]), ([2, 0, 0], &json!(1)));
    assert!(answer.text.contains("Items that are ticked off stay"), "{}", answer.text);
    assert_eq!(scene.stored(), [(2.5, "peas".to_owned(), 0)]);
}

#[tokio::test]
async fn ask_17_nothing_is_sent_where_anything_else_would_go() {
    for (row, quantity) in [("less by now", 1.0), ("none by now", 0.0)] {
        let scene = Scene::set().await;
        scene.adds(json!({})).await.unwrap();
        let peas = scene.item_of(scene.peas);
        scene.bench.mealie.kitchen().set_item_quantity(peas, quantity);
        let before = scene.stored();
        let failure = scene.removes(json!({})).await.unwrap_err();
        assert!(
            matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Senseless),
            "{row}: {failure:?}"
        );
        let words = failure.words().ours;
        assert!(
            words.contains(&peas.to_string()) && words.contains("delete_shopping_list_items"),
            "{row}: {words}"
        );
        assert_eq!((scene.stored(), scene.bench.mealie.writes().len()), (before, 1), "{row}");
    }
}

/// The household moves on between the plan and the write.
#[tokio::test]
async fn ask_17_what_would_go_is_found_out_again_directly_before() {
    let scene = Scene::set().await;
    scene.adds(json!({})).await.unwrap();
    let plan = scene.bench.plans::<RemoveRecipeFromShoppingList>(scene.arguments(json!({}))).await.unwrap();
    let Plan::Go(write) = plan else { panic!("it never asks") };
    let peas = scene.item_of(scene.peas);
    scene.bench.mealie.kitchen().set_item_quantity(peas, 1.0);
    let failure = scene.bench.runs(write).await.unwrap_err();
    assert!(failure.words().ours.contains(&peas.to_string()), "{failure:?}");
    assert_eq!(scene.bench.mealie.writes().len(), 1);
}

#[tokio::test]
async fn a_recipe_that_is_not_on_the_list_is_refused_and_nothing_is_sent() {
    let scene = Scene::set().await;
    let failure = scene.removes(json!({})).await.unwrap_err();
    assert!(failure.words().ours.starts_with("This recipe is not on this list"), "{failure:?}");
    for (row, list, recipe, kind) in [
        ("no list", NOBODY.to_owned(), "pea-soup", "shopping lists"),
        ("no slug", scene.list.to_string(), "bean-soup", "recipe"),
        ("no id", scene.list.to_string(), NOBODY, "recipe"),
    ] {
        let failure = scene
            .bench
            .goes::<RemoveRecipeFromShoppingList>(json!({"list_id": list, "recipe": recipe}))
            .await;
        let told = matches!(&failure, Err(Failure::NotFound { kind: told, .. }) if *told == kind);
        assert!(told, "{row}: {failure:?}");
    }
    assert_eq!(scene.bench.mealie.writes(), []);
}

#[tokio::test]
async fn more_than_there_is_takes_all_of_it_and_says_so() {
    let scene = Scene::set().await;
    scene.adds(json!({"servings_multiplier": 1.5})).await.unwrap();
    let answer = scene.removes(json!({"servings_multiplier": 4})).await.unwrap();
    assert_eq!(lengths(&answer), [3, 0, 0]);
    assert!(
        answer.text.contains("The recipe stood on the list 1.5 times; all of it was taken off."),
        "{}",
        answer.text
    );
}

#[tokio::test]
async fn a_recipe_without_ingredients_is_taken_off_as_well() {
    let scene = Scene::set().await;
    scene.bench.mealie.kitchen().recipes.get_mut(scene.soup).unwrap().ingredients.clear();
    scene.adds(json!({})).await.unwrap();
    let answer = scene.removes(json!({})).await.unwrap();
    assert_eq!(lengths(&answer), [0, 0, 0]);
    assert_eq!(scene.bench.mealie.kitchen().lists.get(scene.list).unwrap().recipe_references, []);
    assert!(scene.removes(json!({})).await.is_err());
}

/// As Mealie puts it there by itself.
#[tokio::test]
async fn items_of_recipes_within_it_are_named() {
    let scene = Scene::set().await;
    let stock = {
        let mut kitchen = scene.bench.mealie.kitchen();
        let (stock, water) = (kitchen.add_recipe("Stock"), kitchen.add_food("water"));
        kitchen.add_ingredient(stock, 3.0, water);
        let lines = &mut kitchen.recipes.get_mut(scene.soup).unwrap().ingredients;
        let reference_id = lines[0].reference_id;
        lines.push(Ingredient { referenced_recipe: Some(stock), reference_id, ..Ingredient::default() });
        kitchen.put_recipe_on(scene.list, scene.soup, 1.0);
        stock
    };
    let answer = scene.removes(json!({})).await.unwrap();
    assert!(answer.text.contains(&format!("take them off by their own ids: {stock}.")), "{}", answer.text);
    assert_eq!(scene.stored(), [(3.0, "water".to_owned(), 1)]);
    let words = scene.removes(json!({})).await.unwrap_err().words().ours;
    assert!(
        words.starts_with("This recipe is not on this list") && words.contains(&stock.to_string()),
        "{words}"
    );
    let answer = scene.removes(json!({"recipe": stock})).await.unwrap();
    assert_eq!((lengths(&answer), scene.stored()), ([1, 0, 0], vec![]));
}

#[tokio::test]
async fn live_10_a_failure_after_the_request_may_have_happened_and_it_is_not_repeated() {
    for (row, fault) in [
        ("500", trouble().answers(500, "Internal Server Error")),
        ("500 after the deed", trouble().answers_after_the_deed(500, "Internal Server Error")),
        ("a reset", trouble().resets()),
        ("no list", trouble().answers(200, "null")),
        ("another list", trouble().answers(200, format!(r#"{{"id":"{NOBODY}"}}"#))),
    ] {
        let scene = Scene::set().await;
        scene.adds(json!({})).await.unwrap();
        scene.bench.mealie.order_fault(fault);
        let failure = scene.removes(json!({})).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps, "{row}: {failure:?}");
        assert_eq!(scene.bench.mealie.writes().len(), 2, "{row}");
    }
}

fn trouble() -> fake_mealie::FaultOrder {
    Fault::under("POST", "/api/households/shopping/lists")
}
