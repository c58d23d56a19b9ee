//! What a replay is held against: floors, reasons, and lists that fit.
//! Never starts the program.

use std::fs;

use fake_mealie::Expectation;
use serde_json::{Value, json};

use super::replay::{Folder, KITCHEN, PAIRS, replayed, tampered};

/// An expectation for the pairs of the kitchen, of which the tag differs in its name.
async fn held(folder: &Folder, expectation: &str) -> Vec<String> {
    let path = folder.pairs();
    fs::write(path.join("kitchen.json"), tampered("tag_read", "/response/body/name", json!("Fast")))
        .expect("a file");
    fs::copy(format!("{PAIRS}/people.json"), path.join("people.json")).expect("a file");
    Expectation::from_toml(expectation).expect("TOML").held_against(&replayed(&path).await)
}

const FLOOR: &str = "[floor]\nkitchen = 11\npeople = 8\n";

/// `pairs`: each with how many things differ in it.
fn differs(first: &str, reason: &str, pairs: &str) -> String {
    format!(
        "[[differs]]\narea = \"kitchen\"\nin = \"{first}\"\nreason = \"{reason}\"\npairs = {{ {pairs} }}\n"
    )
}

#[tokio::test]
async fn what_is_listed_with_its_reason_holds() {
    let folder = Folder::new();
    let listed = differs("values", "somebody was in a hurry", "tag_read = 1");
    assert_eq!(held(&folder, &format!("{FLOOR}{listed}")).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_list_that_does_not_fit_does_not_hold() {
    let reason = "somebody was in a hurry";
    let unrouted =
        "[[unrouted]]\narea = \"kitchen\"\nrequest = \"GET /api/organizers/*\"\nreason = \"no route\"\n";
    for (row, expectation, said) in [
        ("not listed", FLOOR.to_owned(), "kitchen/tag_read: differs in values, and is not listed"),
        (
            "listed, and agrees",
            format!("{FLOOR}{}", differs("values", reason, "tag_read = 1, soup_by_id = 1")),
            "kitchen/soup_by_id: agrees now; take it off the list",
        ),
        (
            "listed twice",
            format!("{FLOOR}{0}{0}", differs("values", reason, "tag_read = 1")),
            "kitchen/tag_read: is listed twice",
        ),
        (
            "no such pair",
            format!("{FLOOR}{}", differs("values", reason, "tag_read = 1, x = 1")),
            "kitchen/x: is listed, and there is no such pair",
        ),
        (
            "differs in something else",
            format!("{FLOOR}{}", differs("status", reason, "tag_read = 1")),
            "kitchen/tag_read: differs in values now, and is listed for status",
        ),
        (
            "more differs than is listed",
            format!("{FLOOR}{}", differs("values", reason, "tag_read = 0")),
            "kitchen/tag_read: 1 things differ now, and 0 are listed",
        ),
        (
            "less differs than is listed",
            format!("{FLOOR}{}", differs("values", reason, "tag_read = 2")),
            "kitchen/tag_read: 1 things differ now, and 2 are listed",
        ),
        (
            "no reason",
            format!("{FLOOR}{}", differs("values", " ", "tag_read = 1")),
            "kitchen/tag_read: has no reason",
        ),
        (
            "unexplained",
            format!("{FLOOR}{}", differs("values", "unexplained", "tag_read = 1")),
            "kitchen/tag_read: has no reason",
        ),
        (
            "the floor is not met",
            format!("[floor]\nkitchen = 12\npeople = 8\n{}", differs("values", reason, "tag_read = 1")),
            "kitchen: 11 pairs agree in status and keys, the floor is 12",
        ),
        (
            "the floor could be higher",
            format!("[floor]\nkitchen = 10\npeople = 8\n{}", differs("values", reason, "tag_read = 1")),
            "kitchen: 11 pairs agree in status and keys, the floor is 10; raise it",
        ),
        (
            "an area without a floor",
            format!("[floor]\nkitchen = 11\n{}", differs("values", reason, "tag_read = 1")),
            "people: has no floor; 8 pairs agree",
        ),
        (
            "a floor without an area",
            format!("{FLOOR}cellar = 0\n{}", differs("values", reason, "tag_read = 1")),
            "cellar: has a floor, and there is no such area",
        ),
        (
            "a pattern hides no pair that has a route",
            format!("{FLOOR}{unrouted}"),
            "kitchen/tag_read: differs in values, and is not listed",
        ),
        (
            "a pattern that covers nothing",
            format!("{FLOOR}{unrouted}{}", differs("values", reason, "tag_read = 1")),
            "covers no pair that differs and has no route; take it off the list",
        ),
    ] {
        let folder = Folder::new();
        let problems = held(&folder, &expectation).await;
        assert!(problems.iter().any(|problem| problem.contains(said)), "{row}: {problems:?}");
    }
}

#[tokio::test]
async fn a_pattern_covers_pairs_that_have_no_route() {
    let folder = Folder::new();
    folder.write("pairs/kitchen.json", &tampered("no_such_place", "/response/status", json!(200)));
    let report = replayed(&folder.pairs()).await;
    let pattern = "[floor]\nkitchen = 10\n\
        [[unrouted]]\narea = \"kitchen\"\nrequest = \"GET /api/now*\"\nreason = \"nobody goes there\"\n";
    assert_eq!(Expectation::from_toml(pattern).expect("TOML").held_against(&report), Vec::<String>::new());
}

#[tokio::test]
async fn writing_it_anew_never_lowers_a_floor() {
    let folder = Folder::new();
    folder.write("pairs/kitchen.json", KITCHEN);
    let report = replayed(&folder.pairs()).await;
    let high = Expectation::from_toml("[floor]\nkitchen = 999\n").expect("TOML");
    assert!(high.renewed(&report).contains("kitchen = 999"), "{}", high.renewed(&report));
    let low = Expectation::from_toml("[floor]\nkitchen = 1\n").expect("TOML");
    assert!(low.renewed(&report).contains("kitchen = 11"), "{}", low.renewed(&report));
}

#[tokio::test]
async fn what_differs_worse_than_before_loses_its_reason() {
    let folder = Folder::new();
    let reason = "somebody was in a hurry";
    for (row, at, value, first, listed, keeps) in [
        ("the same", "/response/body/name", json!("Fast"), "values", "tag_read = 1", true),
        ("less of it", "/response/body/name", json!("Fast"), "values", "tag_read = 2", true),
        ("more of it", "/response/body/name", json!("Fast"), "values", "tag_read = 0", false),
        ("another status", "/response/status", json!(201), "values", "tag_read = 1", false),
        (
            "values, and no longer the status",
            "/response/body/name",
            json!("Fast"),
            "status",
            "tag_read = 1",
            false,
        ),
    ] {
        let before = Expectation::from_toml(&differs(first, reason, listed)).expect("TOML");
        folder.write("pairs/kitchen.json", &tampered("tag_read", at, value));
        let renewed = before.renewed(&replayed(&folder.pairs()).await);
        assert_eq!(renewed.contains(reason), keeps, "{row}: {renewed}");
        assert_eq!(renewed.contains("reason = \"unexplained\""), !keeps, "{row}: {renewed}");
    }
}

#[tokio::test]
async fn a_pair_is_counted_down_to_its_values() {
    let folder = Folder::new();
    let mut pairs: Value = serde_json::from_str(KITCHEN).expect("JSON");
    let tag = pairs.as_array_mut().expect("a list").iter_mut().find(|pair| pair["name"] == "tag_read");
    let body = &mut tag.expect("such a pair")["response"]["body"];
    (body["color"], body["name"], body["slug"]) = (json!("red"), json!("Fast"), json!(5));
    folder.write("pairs/kitchen.json", &pairs.to_string());
    let report = replayed(&folder.pairs()).await;
    let json = report.json();
    let what = json["differences"][0]["what"].as_array().expect("a list").len();
    let listed = differs("keys", "three things at once", &format!("tag_read = {what}"));
    let held = Expectation::from_toml(&format!("[floor]\nkitchen = 10\n{listed}")).expect("TOML");
    assert_eq!(held.held_against(&report), Vec::<String>::new());
    let what = json["differences"][0]["what"].to_string();
    for said in ["no key `color`", "`slug` is a text here", "`name` is"] {
        assert!(what.contains(said), "{said}: {what}");
    }
}
