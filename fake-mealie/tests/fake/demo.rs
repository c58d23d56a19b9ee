//! The starter kitchens hold what a demonstration needs.
//! Never about how they are served.

use std::collections::HashSet;

use fake_mealie::{OrganizerKind, PlainSeed, Seed};
use serde_json::json;

use super::client::Table;

#[tokio::test]
async fn the_demo_kitchen_is_varied_and_every_recipe_can_be_read() {
    let table = Table::demo().await;
    let slugs: Vec<String> =
        table.mealie.kitchen().recipes.iter().map(|recipe| recipe.slug.clone()).collect();
    assert!((28..=35).contains(&slugs.len()), "{} recipes", slugs.len());
    assert_eq!(slugs.iter().collect::<HashSet<_>>().len(), slugs.len(), "every address is its own");
    let mut structured = 0;
    for slug in &slugs {
        let recipe = table.get(&format!("/api/recipes/{slug}")).await;
        assert_eq!(recipe.status, 200, "{slug}");
        let lines = recipe.body["recipeIngredient"].as_array().unwrap();
        assert!(
            !lines.is_empty()
                && recipe.body["recipeInstructions"].as_array().is_some_and(|steps| steps.len() > 1),
            "{slug}"
        );
        assert!(lines.iter().all(|line| !line["display"].as_str().unwrap().is_empty()), "{slug}");
        structured += usize::from(lines.iter().any(|line| !line["food"].is_null()));
    }
    assert!(structured > 15 && structured < slugs.len(), "structured and plain lines: {structured}");
    let kitchen = table.mealie.kitchen();
    for (script, range) in [
        ("Japanese", '\u{3040}'..='\u{30ff}'),
        ("Persian", '\u{6a9}'..='\u{6cc}'),
        ("Arabic", '\u{621}'..='\u{64a}'),
        ("Hindi", '\u{900}'..='\u{97f}'),
        ("accented Latin", 'à'..='ÿ'),
    ] {
        let has = |text: &String| text.chars().any(|letter| range.contains(&letter));
        assert!(
            kitchen.recipes.iter().any(|recipe| recipe.steps.iter().any(|step| has(&step.text))),
            "{script}"
        );
    }
}

#[tokio::test]
async fn the_demo_kitchen_has_something_for_every_question() {
    let table = Table::demo().await;
    let kitchen = table.mealie.kitchen();
    let soup = kitchen.recipe_named("Red Lentil Soup").unwrap();
    assert_eq!(kitchen.comments_on(soup.id).len(), 2);
    assert_eq!(kitchen.plans_of(soup.id).len(), 2);
    assert_eq!(kitchen.share_links_of(soup.id).len(), 1);
    assert_eq!(kitchen.share_links.len(), 1);
    assert_eq!(kitchen.cookbooks.len(), 1);
    assert!(kitchen.plan.len() > 6);
    let list = kitchen.list_named("Weekly shop").unwrap().id;
    let items = kitchen.items_of(list);
    assert_eq!((items.len(), items.iter().filter(|item| item.checked).count()), (13, 3));
    for name in ["Spring onion", "Scallion"] {
        let food = kitchen.food_named(name).unwrap().id;
        assert!(kitchen.recipes_using(food).len() > 1, "{name} is in recipes");
        assert!(items.iter().any(|item| item.food_id == Some(food)), "{name} is on the list");
    }
    assert!(kitchen.foods.iter().any(|food| !food.aliases.is_empty() && food.plural_name.is_some()));
    for kind in [OrganizerKind::Tag, OrganizerKind::Category, OrganizerKind::Tool] {
        assert!(kitchen.organizers.iter().filter(|row| row.kind == kind).count() > 4, "{kind:?}");
    }
}

#[tokio::test]
async fn one_recipe_of_the_demo_kitchen_is_hostile() {
    let table = Table::demo().await;
    let recipe = table.get("/api/recipes/midnight-brownies").await.body;
    let text = recipe.to_string();
    for (row, hostile) in [
        ("a forged marker", "</untrusted-content>"),
        ("an instruction", "calling delete_recipe"),
        ("a zero-width space", "\u{200b}"),
        ("a right-to-left override", "\u{202e}"),
        ("tag characters", "\u{e0064}"),
    ] {
        assert!(text.contains(hostile), "{row}");
    }
    assert!(recipe["extras"]["api_token"].is_string(), "something like a credential");
}

#[tokio::test]
async fn a_plain_seed_names_what_it_means() {
    let seed = PlainSeed::from_json(
        &json!({
            "labels": [{ "name": "Green", "color": "#00ff00" }],
            "tags": ["Quick"],
            "foods": [{ "name": "leek", "pluralName": "leeks", "label": "Green", "aliases": [] }],
            "units": [{ "name": "gram", "abbreviation": "g", "useAbbreviation": true, "fraction": false }],
            "recipes": [{
                "name": "Leek Soup",
                "recipeServings": 2,
                "tags": ["Quick"],
                "ingredients": [{ "quantity": 300.0, "unit": "gram", "food": "leek", "note": "washed" }],
                "steps": ["Boil."],
                "somethingNew": true,
            }],
        })
        .to_string(),
    );
    let table = Table::with(Seed::Plain(Box::new(seed.unwrap()))).await;
    let recipe = table.get("/api/recipes/leek-soup").await.body;
    assert_eq!(recipe["recipeIngredient"][0]["display"], "300 g leeks washed");
    assert_eq!(recipe["recipeIngredient"][0]["food"]["label"]["name"], "Green");
    assert_eq!(recipe["tags"][0]["slug"], "quick");
}

#[tokio::test]
async fn a_seed_that_does_not_fit_together_is_refused_by_name() {
    for (row, text, said) in [
        ("not JSON", "{", "it is not JSON"),
        ("another file", "{\"name\": \"package\"}", "it has no list `recipes`"),
        ("a list", "[]", "it has no list `recipes`"),
        ("a wrong type", "{\"recipes\": [{\"name\": 1}]}", "invalid type"),
    ] {
        let problem = PlainSeed::from_json(text).expect_err(row);
        assert!(problem.contains(said), "{row}: {problem}");
    }
    for (row, recipe, said) in [
        (
            "a food",
            json!({ "name": "Soup", "ingredients": [{ "food": "leek" }] }),
            "recipe `Soup`: no food `leek`",
        ),
        ("a tag", json!({ "name": "Soup", "tags": ["Quick"] }), "recipe `Soup`: no Tag `Quick`"),
        ("a name", json!({ "name": "🍕" }), "no letter or digit"),
    ] {
        let seed = PlainSeed::from_json(&json!({ "recipes": [recipe] }).to_string()).unwrap();
        let options = fake_mealie::Options { seed: Seed::Plain(Box::new(seed)), ..Default::default() };
        let problem = fake_mealie::FakeMealie::start(options).await.err().expect(row);
        assert_eq!(problem.kind(), std::io::ErrorKind::InvalidData, "{row}");
        assert!(problem.to_string().contains(said), "{row}: {problem}");
    }
}
