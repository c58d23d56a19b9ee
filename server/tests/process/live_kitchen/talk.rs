//! Comments, the timeline and ratings of a real Mealie. It never deletes a comment that it did not make.

use serde_json::json;

use super::Kitchen;

#[test]
fn ask_19_a_comment_is_added_and_deleted_and_the_other_one_stays() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, id) = kitchen.live.recipe(&kitchen.own("soup"));
    let [stays, goes] = ["Salty.", "Sweet."].map(|text| {
        kitchen.done("add_recipe_comment", &json!({"recipe": slug, "text": text}))["comment_id"].clone()
    });
    let listed = kitchen.done("list_recipe_comments", &json!({"recipe": id}));
    assert_eq!(listed["total"], 2, "{listed}");
    assert_eq!(
        [&listed["comments"][0]["text"], &listed["comments"][0]["own"]],
        [&json!("Salty."), &json!(true)]
    );
    let (asked, _) = kitchen.agreed("delete_recipe_comment", &json!({"comment_id": goes}));
    assert!(asked.contains("The token's own user wrote it.") && !asked.contains("Sweet"), "{asked}");
    let there = kitchen.there(&format!("recipes/{slug}/comments"));
    assert_eq!(there.as_array().map(Vec::len), Some(1), "{there}");
    assert_eq!([&there[0]["id"], &there[0]["text"]], [&stays, &json!("Salty.")]);
    kitchen.refused("delete_recipe_comment", &json!({"comment_id": goes}));
}

#[test]
fn live_8_an_event_has_its_own_time_and_leaves_when_the_recipe_was_last_made() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, id) = kitchen.live.recipe(&kitchen.own("soup"));
    let event =
        json!({"recipe": slug, "subject": "Cooked", "message": "Good.", "timestamp": "2093-03-09T18:30:00Z"});
    let made = kitchen.done("create_timeline_event", &event);
    let there = kitchen.there(&format!(
        "recipes/timeline/events/{}",
        made["event_id"].as_str().expect("an event has an id")
    ));
    assert_eq!(
        [&there["subject"], &there["eventMessage"], &there["timestamp"], &there["recipeId"]],
        [&json!("Cooked"), &json!("Good."), &json!("2093-03-09T18:30:00Z"), &json!(id)]
    );
    assert_eq!(kitchen.recipe(&slug)["lastMade"], json!(null));
    let listed = kitchen.done("list_recipe_timeline", &json!({"recipe": slug}));
    assert_eq!(listed["total"], 2, "Mealie notes itself that a recipe was made: {listed}");
    assert_eq!(listed["events"][0]["id"], made["event_id"], "the latest first: {listed}");
}

#[test]
fn live_14_a_rating_is_changed_alone_and_the_one_before_is_told() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, id) = kitchen.live.recipe(&kitchen.own("soup"));
    for (row, arguments, before, now) in [
        ("the first", json!({"rating": 4}), json!([null, false]), json!([4.0, false])),
        ("a favorite", json!({"is_favorite": true}), json!([4.0, false]), json!([4.0, true])),
        ("another rating", json!({"rating": 2.5}), json!([4.0, true]), json!([2.5, true])),
    ] {
        let mut arguments = arguments;
        arguments["recipe"] = json!(slug);
        let rated = kitchen.done("set_recipe_rating", &arguments);
        let told = |when: &str| json!([rated[when]["rating"].as_f64(), rated[when]["is_favorite"]]);
        assert_eq!([told("before"), told("now")], [before, now.clone()], "{row}: {rated}");
        let there = kitchen.there(&format!("users/self/ratings/{id}"));
        assert_eq!(json!([there["rating"], there["isFavorite"]]), now, "{row}");
    }
}
