//! Making a recipe in a kitchen that behaves like Mealie's.

use fake_mealie::{Fault, Options, Seed};
use serde_json::{Value, json};

use super::super::GetRecipe;
use super::*;
use crate::tools::bench::Bench;

async fn empty() -> Bench {
    Bench::with(Options { seed: Seed::Empty, ..Options::default() }).await
}

fn writes(bench: &Bench) -> Vec<String> {
    bench.mealie.writes().iter().map(|arrival| format!("{} {}", arrival.method, arrival.path)).collect()
}

/// Whatever is named is known before the recipe is begun.
#[tokio::test]
async fn live_3_a_food_by_an_id_that_nobody_looked_up_begins_no_recipe() {
    let bench = empty().await;
    for line in [
        json!({"food_id": "3f2a0000-0000-4000-8000-00000000dead"}),
        json!({"food_id": "3f2a0000-0000-4000-8000-00000000dead", "note": "fresh"}),
        json!({"food": "3f2a0000-0000-4000-8000-00000000dead"}),
    ] {
        let failure = bench.goes::<CreateRecipe>(json!({"name": "Soup", "ingredients": [line]})).await;
        assert!(matches!(failure, Err(Failure::Argument { .. })), "{line}: {failure:?}");
    }
    assert_eq!(writes(&bench), Vec::<String>::new());
}

/// However often, and in whatever number, a new food is named, one is made.
#[tokio::test]
async fn live_6_one_and_many_of_a_new_food_are_one() {
    let bench = empty().await;
    let lines = ["Onion", "onions", "ONION", "Zwiebel"].map(|food| json!({"food": food}));
    let answer = bench.goes::<CreateRecipe>(json!({"name": "Soup", "ingredients": lines})).await.unwrap();
    assert_eq!(answer.structured["created"], json!({"foods": ["Onion", "Zwiebel"]}));
}

#[tokio::test]
async fn live_3_a_recipe_is_stored_whole_and_the_answer_is_what_get_recipe_shows() {
    let bench = empty().await;
    bench.mealie.kitchen().add_food("Peas");
    let answer = bench
        .goes::<CreateRecipe>(json!({
            "name": "Pea Soup", "description": "Green.", "servings": 4, "recipe_yield": "1 pot",
            "prep_time": "5 min", "cook_time": "1 h", "total_time": "65 min",
            "source_url": "https://example.com/soup",
            "ingredients": ["2 tbsp oil", {"quantity": 500, "unit": "gram", "food": "peas", "note": "dried", "title": "Soup"},
                            {"title": "To serve"}],
            "instructions": ["Soak.", {"title": "Then", "text": "Boil."}],
            "tags": ["Winter"], "categories": ["Soups"], "notes": [{"title": "Storage", "text": ""}],
        }))
        .await
        .unwrap();
    let read = bench.answers::<GetRecipe>(json!({"recipe": "pea-soup"})).await.unwrap();
    assert_eq!(answer.structured["recipe"], read.structured["recipe"]);
    assert_eq!(
        answer.structured["created"],
        json!({"tags": ["Winter"], "categories": ["Soups"], "units": ["gram"]})
    );
    assert_eq!(answer.structured["status"], "created");
    assert!(!answer.structured.contains_key("notes"), "{:?}", answer.structured);
    let kitchen = bench.mealie.kitchen();
    let soup = kitchen.recipe_named("Pea Soup").unwrap();
    assert_eq!((soup.servings, soup.yield_text.as_deref()), (4.0, Some("1 pot")));
    let notes: Vec<&str> = soup.ingredients.iter().filter_map(|line| line.note.as_deref()).collect();
    assert_eq!(notes, ["2 tbsp oil", "dried", ""]);
    assert_eq!(soup.ingredients[0].quantity, Some(0.0), "a plain line has no amount");
    assert!(
        soup.ingredients.iter().all(|line| line.reference_id.is_some_and(|id| id.get_version_num() == 4))
    );
    let steps: Vec<_> = soup.steps.iter().map(|step| (step.title.as_deref(), step.text.as_str())).collect();
    assert_eq!(steps, [(Some(""), "Soak."), (Some("Then"), "Boil.")]);
}

#[tokio::test]
async fn live_3_no_placeholder_survives_in_a_recipe_of_a_name_alone() {
    let bench = empty().await;
    bench.goes::<CreateRecipe>(json!({"name": "Bare"})).await.unwrap();
    let kitchen = bench.mealie.kitchen();
    let bare = kitchen.recipe_named("Bare").unwrap();
    assert_eq!((bare.ingredients.len(), bare.steps.len()), (0, 0));
    drop(kitchen);
    assert_eq!(writes(&bench), ["POST /api/recipes", "PATCH /api/recipes/bare"]);
}

#[tokio::test]
async fn live_3_a_name_that_mealie_changed_is_told() {
    let bench = empty().await;
    for (nth, name) in ["Pie", "Pie (1)"].into_iter().enumerate() {
        let answer = bench.goes::<CreateRecipe>(json!({"name": "Pie"})).await.unwrap();
        assert_eq!(answer.structured["recipe"]["name"], name);
        assert_eq!(answer.structured.contains_key("notes"), nth == 1);
    }
    for _ in 0..8 {
        bench.goes::<CreateRecipe>(json!({"name": "Pie"})).await.unwrap();
    }
    let failure = bench.goes::<CreateRecipe>(json!({"name": "Pie"})).await.unwrap_err();
    assert!(matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Taken), "{failure:?}");
}

#[tokio::test]
async fn live_3_when_the_second_request_fails_the_answer_says_what_is_there() {
    for (row, fault, words, happened) in [
        (
            "refused",
            Fault::under("PATCH", "/api/recipes").next(1).answers(422, "{}"),
            "finish it",
            Happened::No,
        ),
        (
            "in trouble",
            Fault::under("PATCH", "/api/recipes").next(1).answers(500, "oh"),
            "finish it",
            Happened::Perhaps,
        ),
        (
            "cut off after the deed",
            Fault::under("PATCH", "/api/recipes").next(1).resets_after_the_deed(),
            "finish it",
            Happened::Perhaps,
        ),
        (
            "not read back",
            Fault::under("GET", "/api/recipes").next(9).answers(500, "oh"),
            "slug stands below",
            Happened::No,
        ),
    ] {
        let bench = empty().await;
        bench.mealie.order_fault(fault);
        let failure = bench
            .goes::<CreateRecipe>(json!({"name": "Pie", "tags": ["Cake"], "ingredients": ["lard"]}))
            .await
            .unwrap_err();
        let words_said = failure.words();
        assert!(
            words_said.ours.contains(words) && words_said.ours.contains("Do not create it again"),
            "{row}: {words_said:?}"
        );
        assert!(words_said.ours.contains("1 new tag"), "{row}");
        let id = bench.mealie.kitchen().recipe_named("Pie").unwrap().id;
        let named = words_said.ours.contains(&id.to_string());
        assert_eq!(named, row != "not read back", "{row}: by its id, once that is known");
        let slug = words_said.quoted.is_some_and(|quoted| quoted.as_str() == "pie");
        assert!(named || slug, "{row}: it can be found");
        assert_eq!(failure.happened(), happened, "{row}");
    }
}

#[tokio::test]
async fn live_10_when_the_first_request_gets_no_answer_nothing_more_is_sent() {
    let bench = empty().await;
    bench.mealie.order_fault(Fault::on("POST", "/api/recipes").next(1).resets_after_the_deed());
    let failure = bench.goes::<CreateRecipe>(json!({"name": "Pie"})).await.unwrap_err();
    assert_eq!(failure.happened(), Happened::Perhaps);
    assert_eq!(writes(&bench), ["POST /api/recipes"]);
}

#[tokio::test]
async fn live_4_links_between_new_steps_and_new_lines_are_made() {
    let bench = empty().await;
    let label = "3f2a0000-0000-4000-8000-000000000001";
    bench
        .goes::<CreateRecipe>(json!({
            "name": "Pie", "ingredients": [{"note": "lard", "reference_id": label}],
            "instructions": [{"text": "Melt.", "uses": [label, "3f2a0000-0000-4000-8000-000000000002"]}],
        }))
        .await
        .unwrap();
    let kitchen = bench.mealie.kitchen();
    let pie = kitchen.recipe_named("Pie").unwrap();
    let lard = pie.ingredients[0].reference_id.unwrap();
    assert_ne!(lard.to_string(), label, "an id of its own");
    assert_eq!(pie.steps[0].ingredient_references, [lard]);
}

#[tokio::test]
async fn names_that_make_no_address_are_refused_unwritten() {
    let bench = empty().await;
    for name in ["🥧", "  ", "!?", "Suggestions", "exports", "11111111-2222-4333-8444-555555555555"] {
        let failure = bench.goes::<CreateRecipe>(json!({"name": name})).await.unwrap_err();
        assert!(failure.words().ours.contains("Nothing was changed"), "{name}: {failure:?}");
    }
    assert_eq!(bench.mealie.writes(), []);
}

/// A body carries nothing that Mealie would obey to somebody's harm (SHUT-5), and nothing that was not given (SHUT-2).
#[tokio::test]
async fn shut_5_the_second_request_carries_the_given_fields_alone() {
    let bench = empty().await;
    bench.goes::<CreateRecipe>(json!({"name": "Pie", "servings": 2})).await.unwrap();
    let sent: Value = bench.mealie.writes()[1].body.clone();
    assert_eq!(sent, json!({"recipeServings": 2.0, "recipeIngredient": [], "recipeInstructions": []}));
}

#[tokio::test]
async fn bnd_5_many_names_are_looked_up_in_one_request_and_few_in_one_each() {
    let bench = empty().await;
    let lines = |count: usize| -> Vec<Value> {
        (0..count).map(|at| json!({"food": format!("food {at}"), "unit": "gram"})).collect()
    };
    for name in ["food 0", "food 1", "food 2", "food 3"] {
        bench.mealie.kitchen().add_food(name);
    }
    bench.mealie.kitchen().add_unit("gram");
    for (count, asked) in [(1, 1), (3, 3), (4, 1)] {
        let before = bench.mealie.journal().len();
        let planned = bench.plans::<CreateRecipe>(json!({"name": "Pie", "ingredients": lines(count)})).await;
        assert!(planned.is_ok());
        let foods =
            bench.mealie.journal().into_iter().skip(before).filter(|arrival| arrival.path == "/api/foods");
        assert_eq!(foods.count(), asked, "{count} names");
    }
}

/// LIVE-5: what was just made is filled only where both of its addresses lead to it.
#[tokio::test]
async fn live_5_a_new_recipe_whose_address_is_broken_is_not_filled() {
    let bench = empty().await;
    // The first is by its slug, the second by its id.
    bench.mealie.order_fault(Fault::under("GET", "/api/recipes/").from_nth(2).answers(404, "{}"));
    let failure = bench.goes::<CreateRecipe>(json!({"name": "Pie"})).await.unwrap_err();
    let Failure::Unfinished { cause, .. } = &failure else { panic!("{failure:?}") };
    assert!(
        matches!(&**cause, Failure::Refused(refusal) if refusal.why == Why::BrokenAddress),
        "{failure:?}"
    );
    assert_eq!(writes(&bench), ["POST /api/recipes"]);
}

#[tokio::test]
async fn live_5_an_answer_about_another_recipe_is_told_after_a_creation_too() {
    let bench = empty().await;
    let other = "3f2a0000-0000-4000-8000-000000000009";
    let answer = json!({"id": other, "name": "Pie", "slug": "pie"}).to_string();
    let json = [("content-type", "application/json")];
    bench.mealie.order_fault(Fault::under("PATCH", "/api/recipes").next(1).answers_with(200, &json, answer));
    let failure = bench.goes::<CreateRecipe>(json!({"name": "Pie"})).await.unwrap_err();
    assert!(failure.words().ours.contains(&format!("{other} instead of")), "{failure:?}");
}

/// An empty slug names nothing that could be looked for.
#[tokio::test]
async fn live_3_a_recipe_whose_slug_is_blank_is_to_be_searched_for() {
    let bench = empty().await;
    let json = [("content-type", "application/json")];
    bench.mealie.order_fault(Fault::on("POST", "/api/recipes").next(1).answers_with(201, &json, "\"\""));
    let words = bench.goes::<CreateRecipe>(json!({"name": "Pie"})).await.unwrap_err().words();
    assert!(words.ours.contains("find it with search_recipes") && words.quoted.is_none(), "{words:?}");
}

/// LIVE-6: of every list that is given.
#[tokio::test]
async fn live_6_a_new_recipe_carries_its_tags_and_categories() {
    let bench = empty().await;
    let given = json!({"name": "Pie", "tags": ["Cake"], "categories": ["Dessert", "Baking"]});
    let answer = bench.goes::<CreateRecipe>(given).await.unwrap();
    let kitchen = bench.mealie.kitchen();
    let pie = kitchen.recipe_named("Pie").unwrap();
    assert_eq!((pie.tags.len(), pie.categories.len()), (1, 2), "{:?}", answer.structured);
}
