//! Tags, categories and kitchen tools of a real Mealie. It never renames or deletes one that it did not make.

use serde_json::{Value, json};

use super::{Kitchen, text};

/// Each kind, with where another client finds it and the field of a recipe that holds it.
const KINDS: [(&str, &str, &str); 3] = [
    ("tag", "organizers/tags", "tags"),
    ("category", "organizers/categories", "recipeCategory"),
    ("tool", "organizers/tools", "tools"),
];

#[test]
fn live_6_an_organizer_that_is_there_in_another_spelling_is_answered_with_its_id() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    for (kind, path, _) in KINDS {
        let name = kitchen.own("Übung");
        let made = kitchen.done("create_organizer", &json!({"kind": kind, "name": name}));
        let id = text(&made["id"]);
        assert_eq!(made["slug"], json!(kitchen.slug("ubung")), "{kind}");
        for (row, again) in [
            ("the same", name.clone()),
            ("in capitals", name.to_uppercase()),
            ("without its accent", kitchen.own("ubung")),
            ("as its address", kitchen.slug("ubung")),
            ("with blanks around it", format!(" {name} ")),
        ] {
            let refused = kitchen.refused("create_organizer", &json!({"kind": kind, "name": again}));
            assert!(refused.contains("exists already") && refused.contains(&id), "{kind}, {row}: {refused}");
        }
        assert_eq!(kitchen.made(path).len(), 1, "{kind}");
        let found = kitchen.done("list_organizers", &json!({"kind": kind, "search": kitchen.mark}));
        assert_eq!(found["total"], 1, "{kind}: {found}");
        assert_eq!(found["organizers"][0]["id"], made["id"], "{kind}: {found}");
    }
}

#[test]
fn live_2_a_renamed_organizer_keeps_everything_but_its_name() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    for (kind, path, field) in KINDS {
        let names = ["Old", "Taken"].map(|name| kitchen.own(name));
        let [id, taken] = names
            .map(|name| text(&kitchen.done("create_organizer", &json!({"kind": kind, "name": name}))["id"]));
        if kind == "tool" {
            let mut tool = kitchen.there(&format!("{path}/{id}"));
            tool["householdsWithTool"] = json!([kitchen.there("users/self")["householdSlug"]]);
            kitchen.live.other("PUT", &format!("{path}/{id}"), &tool);
        }
        let before = kitchen.there(&format!("{path}/{id}"));
        assert_ne!(before["householdsWithTool"], json!([]), "{kind}: somebody has it");
        let (slug, _) = kitchen.live.recipe(&kitchen.own(kind));
        let carried = kitchen.made(path).into_iter().find(|one| one["id"] == json!(id)).unwrap();
        kitchen.live.other("PATCH", &format!("recipes/{slug}"), &json!({field: [carried]}));

        let onto_another = json!({"kind": kind, "id": id, "name": kitchen.own("TAKEN")});
        let refused = kitchen.refused("update_organizer", &onto_another);
        assert!(refused.contains(&taken), "{kind}: {refused}");

        let renamed = json!({"kind": kind, "id": id, "name": kitchen.own("New")});
        let (question, answer) = kitchen.agreed("update_organizer", &renamed);
        assert!(question.contains(&id) && question.contains("1 recipe carries it."), "{kind}: {question}");
        assert_eq!(answer["former_name"], json!(kitchen.own("Old")), "{kind}");
        let mut want = before;
        want["name"] = json!(kitchen.own("New"));
        want["slug"] = json!(kitchen.slug("new"));
        assert_eq!(kitchen.there(&format!("{path}/{id}")), want, "{kind}");
        assert_eq!(kitchen.recipe(&slug)[field][0]["name"], want["name"], "{kind}: the recipe shows it");
    }
}

#[test]
fn ask_19_a_deleted_organizer_leaves_its_recipes() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    for (kind, path, field) in KINDS {
        let name = kitchen.own("Old");
        let id = text(&kitchen.done("create_organizer", &json!({"kind": kind, "name": name}))["id"]);
        let (slug, _) = kitchen.live.recipe(&kitchen.own(kind));
        let carried = kitchen.made(path).remove(0);
        kitchen.live.other("PATCH", &format!("recipes/{slug}"), &json!({field: [carried]}));
        let (question, answer) = kitchen.agreed("delete_organizer", &json!({"kind": kind, "id": id}));
        assert!(question.contains(&id) && question.contains("1 recipe carries it."), "{kind}: {question}");
        assert_eq!(answer["recipes"], 1, "{kind}: {answer}");
        assert_eq!(kitchen.made(path), Vec::<Value>::new(), "{kind}");
        assert_eq!(kitchen.recipe(&slug)[field], json!([]), "{kind}");
        let refused = kitchen.refused("delete_organizer", &json!({"kind": kind, "id": id}));
        assert!(refused.contains("Not found"), "{kind}: {refused}");
    }
}

#[test]
fn live_1_recipes_are_found_by_a_tag_in_any_spelling_and_never_all_of_them() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (tag, category) = (kitchen.own("Crème Brûlée"), kitchen.own("Süßes"));
    let recipe = json!({"name": kitchen.own("dessert"), "tags": [tag], "categories": [category]});
    let id = kitchen.done("create_recipe", &recipe)["recipe"]["id"].take();
    let tag_id = text(&kitchen.made("organizers/tags")[0]["id"]);
    for (row, filter) in [
        ("a tag's name", json!({"tags": [tag]})),
        ("in capitals", json!({"tags": [tag.to_uppercase()]})),
        ("without its accents", json!({"tags": [kitchen.own("creme brulee")]})),
        ("its address", json!({"tags": [kitchen.slug("creme-brulee")]})),
        ("its id", json!({"tags": [tag_id]})),
        ("its id in capitals", json!({"tags": [tag_id.to_uppercase()]})),
        ("a category's name", json!({"categories": [category]})),
        ("its address", json!({"categories": [kitchen.slug("susses")]})),
        ("both", json!({"tags": [tag], "categories": [category], "require_all_tags": true})),
    ] {
        let found = kitchen.done("search_recipes", &filter);
        assert_eq!(found["total"], 1, "{row}: {found}");
        assert_eq!(found["recipes"][0]["id"], id, "{row}: {found}");
    }
    for unknown in [json!({"tags": [kitchen.own("nope")]}), json!({"tags": [tag, kitchen.own("nope")]})] {
        let refused = kitchen.refused("search_recipes", &unknown);
        assert!(refused.contains("there is no tag"), "{refused}");
    }
}
