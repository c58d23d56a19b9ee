//! Changes to recipes of a real Mealie: what asks, what does not, what is refused. It never edits one that it did not make.

use serde_json::{Value, json};

use super::{Kitchen, text, words};
use crate::live::{answer, question};

fn stew(kitchen: &mut Kitchen) -> String {
    let given = json!({
        "name": kitchen.own("Stew"), "ingredients": ["a", "b"], "instructions": ["Stir."],
        "tags": [kitchen.own("a"), kitchen.own("b")], "categories": [kitchen.own("c")],
        "notes": [{"title": "t", "text": "n"}], "servings": 4, "prep_time": "5 min",
        "source_url": "https://example.com/old", "description": "d",
    });
    kitchen.done("create_recipe", &given);
    kitchen.slug("stew")
}

#[test]
fn live_14_servings_times_and_source_are_set_unasked_and_what_stood_there_is_told() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let slug = stew(&mut kitchen);
    let given = json!({
        "recipe": slug, "servings": 6, "prep_time": "7 min", "source_url": "https://example.com/new",
    });
    let changed = kitchen.done("update_recipe", &given);
    let want = json!({"servings": 4, "prep_time": "5 min", "source_url": "https://example.com/old"});
    assert_eq!(changed["before"], want, "{changed}");
    let there = kitchen.recipe(&slug);
    assert_eq!(there["recipeServings"], 6.0);
    assert_eq!([&there["prepTime"], &there["orgURL"]], [&given["prep_time"], &given["source_url"]]);
}

#[test]
fn ask_1_tags_that_are_added_ask_nobody_and_tags_that_go_ask() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let slug = stew(&mut kitchen);
    let tags = |kitchen: &Kitchen| {
        let mut tags: Vec<String> =
            kitchen.recipe(&slug)["tags"].as_array().unwrap().iter().map(|tag| text(&tag["name"])).collect();
        tags.sort_unstable();
        tags
    };
    let more = json!({"recipe": slug, "tags": [kitchen.own("B"), kitchen.own("new"), kitchen.own("a")]});
    let changed = kitchen.done("update_recipe", &more);
    assert_eq!(changed["created"]["tags"], json!([kitchen.own("new")]), "{changed}");
    assert_eq!(tags(&kitchen), ["a", "b", "new"].map(|tag| kitchen.own(tag)));

    let fewer = json!({"recipe": slug, "tags": [kitchen.own("a"), kitchen.own("other")]});
    let (question, _) = kitchen.agreed("update_recipe", &fewer);
    assert!(
        question.contains("tags: 3 tags now, 2 after; 2 tags that are there now go. To be created: 1 tag."),
        "{question}"
    );
    assert_eq!(tags(&kitchen), ["a", "other"].map(|tag| kitchen.own(tag)));
}

#[test]
fn live_5_a_renamed_recipe_is_at_its_new_address_alone() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let slug = stew(&mut kitchen);
    let id = text(&kitchen.recipe(&slug)["id"]);
    let (_, other) = kitchen.live.recipe(&kitchen.own("taken"));
    let onto_another = json!({"recipe": slug, "name": kitchen.own("TAKEN")});
    let refused = kitchen.refused("update_recipe", &onto_another);
    assert!(refused.contains(&other) && refused.contains("Nothing was changed"), "{refused}");

    let renamed = json!({"recipe": slug, "name": kitchen.own("Ragoût")});
    let (question, changed) = kitchen.agreed("update_recipe", &renamed);
    assert!(question.contains("the recipe's address can change"), "{question}");
    assert_eq!(changed["recipe"]["slug"], json!(kitchen.slug("ragout")), "{changed}");
    assert_eq!(kitchen.recipe(&kitchen.slug("ragout"))["id"], json!(id));
    assert!(!kitchen.live.exists(&format!("recipes/{slug}")), "nothing is left at the old address");
    // Its address is sound: another client can still write to it.
    let by_other = json!({"description": "by another"});
    let written = kitchen.live.other("PATCH", &format!("recipes/{}", kitchen.slug("ragout")), &by_other);
    assert_eq!(written["id"], json!(id), "{written}");
}

#[test]
fn ask_1_every_list_can_be_emptied_after_a_question() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let slug = stew(&mut kitchen);
    for (argument, field, said) in [
        ("ingredients", "recipeIngredient", "ingredients: 2 lines now, 0 after"),
        ("instructions", "recipeInstructions", "instructions: 1 step now, 0 after"),
        ("tags", "tags", "tags: 2 tags now, 0 after"),
        ("categories", "recipeCategory", "categories: 1 category now, 0 after"),
        ("notes", "notes", "notes: 1 note now, 0 after"),
    ] {
        let (question, _) = kitchen.agreed("update_recipe", &json!({"recipe": slug, argument: []}));
        assert!(question.contains(said), "{argument}: {question}");
        assert_eq!(kitchen.recipe(&slug)[field], json!([]), "{argument}");
    }
    let (question, _) = kitchen.agreed("update_recipe", &json!({"recipe": slug, "description": ""}));
    assert!(question.contains("description: emptied"), "{question}");
    assert_eq!(kitchen.recipe(&slug)["description"], "");
}

#[test]
fn ask_18_a_recipe_that_changed_while_the_person_read_is_asked_about_anew() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let slug = stew(&mut kitchen);
    let edit = json!({"recipe": slug, "ingredients": ["a", {"food": kitchen.own("new food")}]});
    let asked = kitchen.call("update_recipe", &edit, json!({}));
    kitchen.live.other("PATCH", &format!("recipes/{slug}"), &json!({"description": "by another"}));
    let before = kitchen.recipe(&slug);
    let fresh = kitchen.call("update_recipe", &edit, answer(&asked, "accept"));
    assert!(question(&fresh).contains("ingredients: 2 lines now, 2 after"), "{fresh}");
    assert_eq!(kitchen.recipe(&slug), before, "nothing was written");
    assert_eq!(kitchen.made("foods"), Vec::<Value>::new(), "nor made");
    kitchen.call("update_recipe", &edit, answer(&fresh, "accept"));
    assert_eq!(kitchen.recipe(&slug)["recipeIngredient"][1]["food"]["name"], json!(kitchen.own("new food")));
}

#[test]
fn live_12_a_locked_recipe_of_somebody_else_says_so() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let slug = stew(&mut kitchen);
    let mut recipe = kitchen.recipe(&slug);
    recipe["settings"]["locked"] = json!(true);
    let Some(guest) = kitchen.guest() else { return };
    let body = json!({"settings": recipe["settings"], "userId": guest});
    kitchen.live.other("PATCH", &format!("recipes/{slug}"), &body);
    for edit in [json!({"recipe": slug, "servings": 2}), json!({"recipe": slug, "description": "mine"})] {
        let refused = words(&kitchen.call("update_recipe", &edit, json!({})));
        assert!(refused.contains("locked: only its owner"), "{refused}");
    }
    assert_eq!(kitchen.recipe(&slug)["recipeServings"], 4.0);
}
