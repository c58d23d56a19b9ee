//! Putting a recipe on a list, against a kitchen that behaves like Mealie's.

use fake_mealie::{Fault, Ingredient};
use uuid::Uuid;

use super::super::tests::{NOBODY, bare};
use super::*;
use crate::answer::Answer;
use crate::failure::Why;
use crate::tools::bench::Bench;
use crate::tools::recipes::GetRecipe;

/// A kitchen with a list and a recipe of three lines: two with a food, of which one has a quantity, and one of text.
pub(in crate::tools::shopping) struct Scene {
    pub(in crate::tools::shopping) bench: Bench,
    pub(in crate::tools::shopping) list: Uuid,
    pub(in crate::tools::shopping) soup: Uuid,
    pub(in crate::tools::shopping) peas: Uuid,
    pub(in crate::tools::shopping) thyme: Uuid,
}

impl Scene {
    pub(in crate::tools::shopping) async fn set() -> Self {
        let bench = bare().await;
        let mut kitchen = bench.mealie.kitchen();
        let (list, soup) = (kitchen.add_list("Weekly"), kitchen.add_recipe("Pea soup"));
        let (peas, thyme) = (kitchen.add_food("peas"), kitchen.add_food("thyme"));
        kitchen.add_ingredient(soup, 2.5, peas);
        kitchen.add_ingredient(soup, 0.0, thyme);
        kitchen.add_ingredient_note(soup, "salt");
        drop(kitchen);
        Self { bench, list, soup, peas, thyme }
    }

    pub(in crate::tools::shopping) async fn adds(&self, more: Value) -> Result<Answer, Failure> {
        self.bench.goes::<AddRecipeToShoppingList>(self.arguments(more)).await
    }

    pub(in crate::tools::shopping) fn arguments(&self, more: Value) -> Value {
        let mut arguments = json!({"list_id": self.list, "recipe": "pea-soup"});
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    }

    /// What is stored of a line of text or of a food: how much, the text, and how many recipes it is for.
    pub(in crate::tools::shopping) fn stored(&self) -> Vec<(f64, String, usize)> {
        let kitchen = self.bench.mealie.kitchen();
        let mut stored: Vec<(f64, String, usize)> = kitchen
            .items_of(self.list)
            .into_iter()
            .map(|item| {
                let food =
                    item.food_id.and_then(|food| kitchen.foods.get(food)).map(|food| food.name.as_str());
                let text = [food.unwrap_or_default(), item.note.as_deref().unwrap_or_default()].join(" ");
                (item.quantity, text.trim().to_owned(), item.recipe_references.len())
            })
            .collect();
        stored.sort_by(|one, other| one.1.cmp(&other.1));
        stored
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/households/shopping/lists/{}{rest}", self.list)
    }

    /// The recipe's lines, as Mealie gives them.
    async fn lines_as_read(&self) -> Vec<Value> {
        let raw =
            self.bench.answers::<GetRecipe>(json!({"recipe": "pea-soup", "detail": "raw"})).await.unwrap();
        raw.structured["raw"]["recipeIngredient"].as_array().unwrap().clone()
    }
}

fn texts(answer: &Answer, field: &str) -> Vec<String> {
    let items = answer.structured[field].as_array().unwrap();
    let mut texts: Vec<String> =
        items.iter().map(|item| item["display"].as_str().unwrap().to_owned()).collect();
    texts.sort();
    texts
}

#[tokio::test]
async fn the_lines_of_a_recipe_are_on_the_list_and_told() {
    for (row, more, times, peas) in [
        ("once", json!({}), 1.0, "2 ¹/₂ peas"),
        ("twice", json!({"servings_multiplier": 2}), 2.0, "5 peas"),
        ("half", json!({"servings_multiplier": 0.5}), 0.5, "1 ¹/₄ peas"),
    ] {
        let scene = Scene::set().await;
        let answer = scene.adds(more).await.unwrap_or_else(|failure| panic!("{row}: {failure:?}"));
        let said = |field: &str| answer.structured[field].clone();
        assert_eq!(
            (said("status"), said("list"), said("recipe")),
            (json!("added"), json!("Weekly"), json!("Pea soup")),
            "{row}"
        );
        assert_eq!((said("list_id"), said("recipe_id")), (json!(scene.list), json!(scene.soup)), "{row}");
        assert_eq!(said("times").as_f64(), Some(times), "{row}");
        assert_eq!(texts(&answer, "added"), [peas, "salt", "thyme"], "{row}");
        assert_eq!(
            (said("raised"), said("unchecked"), said("checked")),
            (json!([]), json!(3), json!(0)),
            "{row}"
        );
        assert!(
            !answer.structured.contains_key("notes") && !answer.structured.contains_key("left_out"),
            "{row}"
        );
        assert_eq!(
            scene.stored(),
            [(2.5 * times, "peas".to_owned(), 1), (0.0, "salt".to_owned(), 1), (0.0, "thyme".to_owned(), 1)]
        );
        let writes = scene.bench.mealie.writes();
        assert_eq!(writes.len(), 1, "{row}");
        assert_eq!((writes[0].method.as_str(), &writes[0].path), ("POST", &scene.path("/recipe")), "{row}");
        // SHUT-5: what Mealie comes to by itself is left to it.
        assert_eq!(
            writes[0].body,
            json!([{"recipeId": scene.soup, "recipeIncrementQuantity": times}]),
            "{row}"
        );
    }
}

#[tokio::test]
async fn ask_17_lines_that_stand_there_without_a_quantity_are_left_out_and_named() {
    let scene = Scene::set().await;
    let (salt, thyme) = {
        let mut kitchen = scene.bench.mealie.kitchen();
        (kitchen.add_item(scene.list, "salt"), kitchen.add_food_item(scene.list, 0.0, scene.thyme))
    };
    let answer = scene.adds(json!({})).await.unwrap();
    assert_eq!(texts(&answer, "added"), ["2 ¹/₂ peas"]);
    assert_eq!(
        answer.structured["left_out"],
        json!([
            {"line": "thyme", "because": "stands_without_quantity", "item_id": thyme},
            {"line": "salt", "because": "stands_without_quantity", "item_id": salt},
        ])
    );
    let note = answer.structured["notes"][0].as_str().unwrap();
    assert!(
        note.starts_with("2 lines were left out: such an item already stands on the list without a quantity"),
        "{note}"
    );
    // LIVE-6: the one that is left is sent as it was read.
    let lines = scene.lines_as_read().await;
    let sent = scene.bench.mealie.writes()[0].body.clone();
    assert_eq!(sent[0]["recipeIngredients"], json!([lines[0]]));
    assert_eq!(
        scene.stored(),
        [(2.5, "peas".to_owned(), 1), (0.0, "salt".to_owned(), 0), (0.0, "thyme".to_owned(), 0)]
    );
}

#[tokio::test]
async fn ask_17_a_note_that_mealie_would_change_leaves_its_line_out() {
    for (row, quantity, note, line, raised) in [
        ("another note", 2.0, "frozen", "dried", false),
        ("no note yet", 2.0, "", "dried", false),
        ("the same note", 2.0, "dried", "dried", true),
        ("a line without a note", 2.0, "frozen", "", true),
    ] {
        let scene = Scene::set().await;
        let item = {
            let mut kitchen = scene.bench.mealie.kitchen();
            kitchen.recipes.get_mut(scene.soup).unwrap().ingredients[0].note = Some(line.to_owned());
            kitchen.add_item_to(scene.list, quantity, Some(scene.peas), note)
        };
        let answer = scene.adds(json!({"servings_multiplier": 2})).await.unwrap();
        let stored = scene.bench.mealie.kitchen().items.get(item).unwrap().clone();
        assert_eq!(stored.note.as_deref(), Some(note), "{row}");
        assert_eq!(stored.quantity, if raised { quantity + 5.0 } else { quantity }, "{row}");
        assert_eq!(answer.structured["raised"].as_array().unwrap().len(), usize::from(raised), "{row}");
        let left_out = answer.structured.get("left_out");
        assert_eq!(left_out.is_some(), !raised, "{row}");
        if let Some(left_out) = left_out {
            assert_eq!(
                (&left_out[0]["because"], &left_out[0]["quantity"]),
                (&json!("another_note"), &json!(5)),
                "{row}"
            );
        }
    }
}

#[tokio::test]
async fn nothing_is_sent_where_no_line_is_left() {
    let scene = Scene::set().await;
    {
        let mut kitchen = scene.bench.mealie.kitchen();
        kitchen.recipes.get_mut(scene.soup).unwrap().ingredients.remove(0);
        kitchen.add_item(scene.list, "salt");
        kitchen.add_food_item(scene.list, 0.0, scene.thyme);
    }
    let answer = scene.adds(json!({})).await.unwrap();
    assert_eq!(
        (&answer.structured["status"], &answer.structured["unchecked"]),
        (&json!("unchanged"), &json!(2))
    );
    assert!(
        answer.text.contains("Nothing was changed: no line of this recipe was left to add."),
        "{}",
        answer.text
    );
    assert_eq!(scene.bench.mealie.writes(), []);
}

#[tokio::test]
async fn a_recipe_without_ingredients_leaves_no_item_and_that_is_told() {
    let scene = Scene::set().await;
    scene.bench.mealie.kitchen().recipes.get_mut(scene.soup).unwrap().ingredients.clear();
    let answer = scene.adds(json!({})).await.unwrap();
    assert_eq!((&answer.structured["added"], &answer.structured["times"]), (&json!([]), &json!(1)));
    assert!(answer.text.contains("This recipe has no ingredients"), "{}", answer.text);
    assert_eq!(scene.bench.mealie.kitchen().lists.get(scene.list).unwrap().recipe_references.len(), 1);
}

#[tokio::test]
async fn equal_lines_are_one_item_as_often_as_was_asked_for() {
    let scene = Scene::set().await;
    {
        let mut kitchen = scene.bench.mealie.kitchen();
        kitchen.add_ingredient(scene.soup, 1.0, scene.peas);
        let lines = &mut kitchen.recipes.get_mut(scene.soup).unwrap().ingredients;
        (lines[0].note, lines[3].note) = (Some("dried".to_owned()), Some("frozen".to_owned()));
    }
    for (times, peas) in [(3.0, 10.5), (1.0, 14.0)] {
        scene.adds(json!({"servings_multiplier": times})).await.unwrap();
        assert_eq!(scene.stored()[0], (peas, "peas dried | frozen".to_owned(), 1));
    }
}

#[tokio::test]
async fn lines_of_a_recipe_within_stand_there_for_the_whole() {
    let scene = Scene::set().await;
    {
        let mut kitchen = scene.bench.mealie.kitchen();
        let (stock, water) = (kitchen.add_recipe("Stock"), kitchen.add_food("water"));
        kitchen.add_ingredient(stock, 3.0, water);
        kitchen.add_ingredient_note(stock, "salt");
        let lines = &mut kitchen.recipes.get_mut(scene.soup).unwrap().ingredients;
        let reference_id = lines[0].reference_id;
        lines.insert(
            0,
            Ingredient {
                quantity: Some(0.5),
                referenced_recipe: Some(stock),
                reference_id,
                ..Ingredient::default()
            },
        );
    }
    scene.adds(json!({"servings_multiplier": 2})).await.unwrap();
    assert_eq!(scene.stored().len(), 4);
    assert_eq!(scene.stored()[3], (3.0, "water".to_owned(), 1));
    let kitchen = scene.bench.mealie.kitchen();
    let of_the_whole = |item: &&fake_mealie::ShoppingItem| item.recipe_references[0].recipe_id == scene.soup;
    assert!(kitchen.items_of(scene.list).iter().all(of_the_whole));
}

#[tokio::test]
async fn an_instance_without_the_newer_route_is_asked_by_the_older_one() {
    let scene = Scene::set().await;
    {
        let mut kitchen = scene.bench.mealie.kitchen();
        kitchen.keep_only_the_older_recipe_route();
        kitchen.add_item(scene.list, "salt");
    }
    let answer = scene.adds(json!({"servings_multiplier": 2})).await.unwrap();
    assert_eq!(texts(&answer, "added"), ["5 peas", "thyme"]);
    let writes = scene.bench.mealie.writes();
    let paths: Vec<&str> = writes.iter().map(|write| write.path.as_str()).collect();
    assert_eq!(paths, [scene.path("/recipe"), scene.path(&format!("/recipe/{}", scene.soup))]);
    assert_eq!(writes[1].body["recipeIncrementQuantity"], json!(2.0));
    assert_eq!(writes[1].body["recipeIngredients"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn live_10_after_anything_but_an_unknown_route_the_older_one_is_not_tried() {
    let trouble = || Fault::under("POST", "/api/households/shopping/lists");
    for (row, fault, happened, requests) in [
        ("500", trouble().answers(500, "Internal Server Error"), Happened::Perhaps, 1),
        ("500 after the deed", trouble().answers_after_the_deed(500, "Oh"), Happened::Perhaps, 1),
        ("a reset", trouble().resets(), Happened::Perhaps, 1),
        ("422", trouble().answers(422, r#"{"detail":"no"}"#), Happened::No, 1),
        ("403", trouble().answers(403, r#"{"detail":"no"}"#), Happened::No, 1),
        ("no list", trouble().answers(200, "null"), Happened::Perhaps, 1),
        ("another list", trouble().answers(200, format!(r#"{{"id":"{NOBODY}"}}"#)), Happened::Perhaps, 1),
        ("405", trouble().answers(405, r#"{"detail":"Method Not Allowed"}"#), Happened::Perhaps, 2),
    ] {
        let scene = Scene::set().await;
        let path = scene.path("/recipe");
        scene.bench.mealie.order_fault(fault);
        if requests == 2 {
            scene.bench.mealie.order_fault(trouble().answers(500, "Internal Server Error"));
        }
        let failure = scene.adds(json!({})).await.unwrap_err();
        assert_eq!(failure.happened(), happened, "{row}: {failure:?}");
        let writes = scene.bench.mealie.writes();
        assert_eq!((writes.len(), &writes[0].path), (requests, &path), "{row}");
    }
}

#[tokio::test]
async fn ask_14_what_is_not_there_is_told_and_nothing_is_sent() {
    let scene = Scene::set().await;
    let theirs = {
        let mut kitchen = scene.bench.mealie.kitchen();
        let group = kitchen.group_of(kitchen.cook().id);
        let household = kitchen.add_household(group, "Next door");
        let neighbour = kitchen.add_user(household, "carol", "carols-token");
        kitchen.add_list_of(neighbour, "Theirs")
    };
    for (row, list, recipe, kind) in [
        ("no list", NOBODY.to_owned(), "pea-soup", "shopping lists"),
        (
            "a list of others, on which Mealie writes before it fails",
            theirs.to_string(),
            "pea-soup",
            "shopping lists",
        ),
        ("no slug", scene.list.to_string(), "bean-soup", "recipe"),
        ("no id", scene.list.to_string(), NOBODY, "recipe"),
    ] {
        let failure =
            scene.bench.goes::<AddRecipeToShoppingList>(json!({"list_id": list, "recipe": recipe})).await;
        let told = matches!(&failure, Err(Failure::NotFound { kind: told, .. }) if *told == kind);
        assert!(told, "{row}: {failure:?}");
    }
    assert_eq!(scene.bench.mealie.writes(), []);
}

/// The household moves on between the plan and the write.
#[tokio::test]
async fn ask_17_what_stands_there_when_it_is_sent_is_what_counts() {
    let scene = Scene::set().await;
    let plans = || scene.bench.plans::<AddRecipeToShoppingList>(scene.arguments(json!({})));
    let (Plan::Go(first), Plan::Go(second), Plan::Go(third)) =
        (plans().await.unwrap(), plans().await.unwrap(), plans().await.unwrap())
    else {
        panic!("it never asks")
    };
    let salt = scene.bench.mealie.kitchen().add_item(scene.list, "salt");
    let answer = scene.bench.runs(first).await.unwrap();
    assert_eq!(answer.structured["left_out"][0]["item_id"], json!(salt));
    scene.bench.mealie.kitchen().delete_recipe(scene.soup);
    let writes = scene.bench.mealie.writes().len();
    // Its lines, put on a list for a recipe that is gone, would make the list unreadable (Mealie 3.10.2).
    let failure = scene.bench.runs(second).await.unwrap_err();
    assert!(matches!(failure, Failure::NotFound { kind: "recipe", .. }), "{failure:?}");
    scene.bench.mealie.kitchen().delete_list(scene.list);
    let failure = scene.bench.runs(third).await.unwrap_err();
    assert!(matches!(failure, Failure::NotFound { kind: "shopping lists", .. }), "{failure:?}");
    assert_eq!(scene.bench.mealie.writes().len(), writes);
}

#[tokio::test]
async fn ask_17_a_note_that_somebody_wrote_on_the_recipes_own_item_stops_it() {
    let scene = Scene::set().await;
    scene.adds(json!({})).await.unwrap();
    let peas = {
        let mut kitchen = scene.bench.mealie.kitchen();
        kitchen.recipes.get_mut(scene.soup).unwrap().ingredients[0].note = Some("dried".to_owned());
        let peas = kitchen.items.iter().find(|item| item.food_id == Some(scene.peas)).unwrap().id;
        kitchen.rewrite_item(peas, "the good ones");
        peas
    };
    let before = scene.stored();
    let failure = scene.adds(json!({})).await.unwrap_err();
    assert!(matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Senseless), "{failure:?}");
    assert!(failure.words().ours.contains(&peas.to_string()), "{failure:?}");
    assert_eq!((scene.stored(), scene.bench.mealie.writes().len()), (before, 1));
}

#[tokio::test]
async fn unt_2_what_the_kitchen_wrote_is_shown_clean() {
    let scene = Scene::set().await;
    {
        let mut kitchen = scene.bench.mealie.kitchen();
        kitchen.rename_list(scene.list, "Week\u{200b}ly\u{202e}");
        kitchen.add_item(scene.list, "a\u{202e}b");
        kitchen.recipes.get_mut(scene.soup).unwrap().ingredients[2].note = Some("a\u{202e}b".to_owned());
    }
    let answer = scene.adds(json!({})).await.unwrap();
    assert_eq!(answer.structured["list"], json!("Weekly"));
    assert_eq!(answer.structured["left_out"][0]["line"], json!("ab"));
    assert!(!answer.text.contains('\u{202e}'));
}
