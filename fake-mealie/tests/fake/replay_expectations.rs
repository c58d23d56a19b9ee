//! What a replay is held against: floors, reasons, and lists that fit.
//! Never starts the program.

use std::fs;

use fake_mealie::Expectation;
use serde_json::json;

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

fn differs(first: &str, reason: &str, pairs: &str) -> String {
    format!("[[differs]]\narea = \"kitchen\"\nin = \"{first}\"\nreason = \"{reason}\"\npairs = [{pairs}]\n")
}

#[tokio::test]
async fn what_is_listed_with_its_reason_holds() {
    let folder = Folder::new();
    let listed = differs("values", "somebody was in a hurry", "\"tag_read\"");
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
            format!("{FLOOR}{}", differs("values", reason, "\"tag_read\", \"soup_by_id\"")),
            "kitchen/soup_by_id: agrees now; take it off the list",
        ),
        (
            "listed twice",
            format!("{FLOOR}{}", differs("values", reason, "\"tag_read\", \"tag_read\"")),
            "kitchen/tag_read: is listed twice",
        ),
        (
            "no such pair",
            format!("{FLOOR}{}", differs("values", reason, "\"tag_read\", \"x\"")),
            "kitchen/x: is listed, and there is no such pair",
        ),
        (
            "differs in something else",
            format!("{FLOOR}{}", differs("status", reason, "\"tag_read\"")),
            "kitchen/tag_read: differs in values now, and is listed for status",
        ),
        (
            "no reason",
            format!("{FLOOR}{}", differs("values", " ", "\"tag_read\"")),
            "kitchen/tag_read: has no reason",
        ),
        (
            "unexplained",
            format!("{FLOOR}{}", differs("values", "unexplained", "\"tag_read\"")),
            "kitchen/tag_read: has no reason",
        ),
        (
            "the floor is not met",
            format!("[floor]\nkitchen = 12\npeople = 8\n{}", differs("values", reason, "\"tag_read\"")),
            "kitchen: 11 pairs agree in status and keys, the floor is 12",
        ),
        (
            "an area without a floor",
            format!("[floor]\nkitchen = 11\n{}", differs("values", reason, "\"tag_read\"")),
            "people: has no floor; 8 pairs agree",
        ),
        (
            "a floor without an area",
            format!("{FLOOR}cellar = 0\n{}", differs("values", reason, "\"tag_read\"")),
            "cellar: has a floor, and there is no such area",
        ),
        (
            "a pattern hides no pair that has a route",
            format!("{FLOOR}{unrouted}"),
            "kitchen/tag_read: differs in values, and is not listed",
        ),
        (
            "a pattern that covers nothing",
            format!("{FLOOR}{unrouted}{}", differs("values", reason, "\"tag_read\"")),
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
