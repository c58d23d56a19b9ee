//! What holds for the whole shelf: its bounds, and what it does to an address that is broken. It tries no tool for what it is
//! there for; each does that in its own file.

use fake_mealie::{Fault, FaultOrder};
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;
use crate::args::tests::refusal;
use crate::failure::Happened;
use crate::text::UNTRUSTED;
use crate::tool::{Plan, Tool};
use crate::tools::bench::Bench;

/// An id that nobody has.
pub(super) const NOBODY: &str = "0c0ffee0-0000-4000-8000-000000000000";

/// Mealie answers that request with this JSON.
pub(super) fn json_of(order: FaultOrder, body: &Value) -> Fault {
    order.answers_with(200, &[("content-type", "application/json")], body.to_string())
}

/// The recipe that the calls are about.
pub(super) fn soup(bench: &Bench) -> Uuid {
    bench.mealie.kitchen().recipe_named("Pea Soup").unwrap().id
}

/// The three that write about a recipe.
fn writing(recipe: &str) -> [(&'static str, Value); 3] {
    [
        ("add_recipe_comment", json!({"recipe": recipe, "text": "Good."})),
        ("create_timeline_event", json!({"recipe": recipe, "subject": "Cooked"})),
        ("set_recipe_rating", json!({"recipe": recipe, "rating": 4})),
    ]
}

async fn plan(bench: &Bench, tool: &str, arguments: Value) -> Result<Plan<crate::answer::Answer>, Failure> {
    match tool {
        AddRecipeComment::NAME => bench.plans::<AddRecipeComment>(arguments).await,
        CreateTimelineEvent::NAME => bench.plans::<CreateTimelineEvent>(arguments).await,
        SetRecipeRating::NAME => bench.plans::<SetRecipeRating>(arguments).await,
        tool => panic!("{tool} writes nothing about a recipe"),
    }
}

async fn go(bench: &Bench, tool: &str, arguments: Value) -> Result<crate::answer::Answer, Failure> {
    match plan(bench, tool, arguments).await? {
        Plan::Go(write) => bench.runs(write).await,
        Plan::Answer(_) | Plan::Ask(_) => panic!("{tool} never asks"),
    }
}

#[test]
fn ann_1_each_bound_is_held_at_the_bound_and_one_past_it() {
    let text = |length: usize| json!("x".repeat(length));
    let marked = |mark: &str| json!(format!("Good soup{mark}"));
    let marks = [" … [cut: 5 of 9 characters shown]", " [redacted]", UNTRUSTED];
    for (tool, argument, fits, refused) in [
        (
            "list_recipe_comments",
            "recipe",
            vec![json!("pea-soup"), text(255), json!(NOBODY)],
            vec![text(0), text(256), json!("a/b")],
        ),
        ("add_recipe_comment", "text", vec![text(1), text(10_000)], vec![text(0), text(10_001), json!(5)]),
        ("add_recipe_comment", "text", vec![], marks.map(marked).to_vec()),
        (
            "delete_recipe_comment",
            "comment_id",
            vec![json!(NOBODY)],
            vec![json!("1"), json!("pea-soup"), json!(5)],
        ),
        (
            "list_recipe_timeline",
            "page",
            vec![json!(1), json!(2.0), json!(u64::MAX)],
            vec![json!(0), json!(-1), json!(1.5), json!("1")],
        ),
        ("list_recipe_timeline", "per_page", vec![json!(1), json!(100)], vec![json!(0), json!(101)]),
        ("create_timeline_event", "subject", vec![text(1), text(255)], vec![text(0), text(256), json!(5)]),
        ("create_timeline_event", "subject", vec![], marks.map(marked).to_vec()),
        ("create_timeline_event", "message", vec![text(0), text(10_000)], vec![text(10_001), json!(5)]),
        ("create_timeline_event", "message", vec![], marks.map(marked).to_vec()),
        (
            "create_timeline_event",
            "timestamp",
            vec![json!("2026-03-09"), json!("2026-03-09T18:30:00+01:00")],
            vec![json!("yesterday"), json!(""), json!(5), json!("2026-02-30")],
        ),
        (
            "set_recipe_rating",
            "rating",
            vec![json!(0), json!(3.5), json!(5)],
            vec![json!(5.5), json!(5.001), json!(-0.5), json!(11), json!("5")],
        ),
        ("set_recipe_rating", "is_favorite", vec![json!(true), json!(false)], vec![json!("yes"), json!(1)]),
    ] {
        let with = |value: &Value| {
            let mut all = match tool {
                "delete_recipe_comment" => json!({}),
                "add_recipe_comment" => json!({"recipe": "pea-soup", "text": "x"}),
                "create_timeline_event" => json!({"recipe": "pea-soup", "subject": "x"}),
                _ => json!({"recipe": "pea-soup"}),
            };
            all[argument] = value.clone();
            refusal(tool, all)
        };
        for value in fits {
            assert_eq!(with(&value), None, "{tool}, {argument}: {value}");
        }
        for value in refused {
            let said = with(&value).unwrap_or_else(|| panic!("{tool}, {argument}: {value} passes"));
            assert!(said.contains(&format!("`{argument}`")), "{tool}: {said}");
        }
    }
}

/// Mealie stores such a text, and nobody sees what it is.
#[tokio::test]
async fn a_text_of_which_nobody_would_see_anything_is_refused_before_mealie_is_asked() {
    let bench = Bench::start().await;
    for (tool, arguments, named) in [
        ("add_recipe_comment", json!({"recipe": "pea-soup", "text": " \n\u{200b}\u{2800}"}), "`text`"),
        ("create_timeline_event", json!({"recipe": "pea-soup", "subject": "\u{e0041} "}), "`subject`"),
    ] {
        let failure = go(&bench, tool, arguments).await.unwrap_err();
        assert!(failure.words().ours.contains(named), "{tool}: {failure:?}");
    }
    assert_eq!(bench.mealie.journal(), []);
}

#[tokio::test]
async fn a_recipe_that_nobody_has_gets_nothing_and_has_nothing() {
    let bench = Bench::start().await;
    for recipe in ["no-such-soup", NOBODY] {
        for (tool, arguments) in writing(recipe) {
            let failure = go(&bench, tool, arguments).await.unwrap_err();
            assert!(matches!(failure, Failure::NotFound { kind: "recipe", .. }), "{tool}: {failure:?}");
        }
        for failure in [
            bench.answers::<ListRecipeComments>(json!({"recipe": recipe})).await.unwrap_err(),
            bench.answers::<ListRecipeTimeline>(json!({"recipe": recipe})).await.unwrap_err(),
        ] {
            assert!(matches!(failure, Failure::NotFound { kind: "recipe", .. }), "{failure:?}");
        }
    }
    assert_eq!(bench.mealie.writes(), []);
}

#[tokio::test]
async fn live_5_a_recipe_whose_address_is_broken_is_not_written_about() {
    let bench = Bench::start().await;
    let soup = soup(&bench);
    bench.mealie.kitchen().rename_leaving_the_slug(soup, "Red Lentil Soup");
    for recipe in ["pea-soup".to_owned(), soup.to_string()] {
        for (tool, arguments) in writing(&recipe) {
            assert!(bench.is_broken_address(&go(&bench, tool, arguments).await), "{tool}, {recipe}");
        }
    }
    assert_eq!(bench.mealie.writes(), []);
}

#[tokio::test]
async fn live_5_nor_is_one_whose_address_broke_since_the_plan() {
    for (tool, arguments) in writing("pea-soup") {
        let bench = Bench::start().await;
        let soup = soup(&bench);
        let Plan::Go(write) = plan(&bench, tool, arguments).await.unwrap() else { panic!("it never asks") };
        bench.mealie.kitchen().rename_leaving_the_slug(soup, "Red Lentil Soup");
        assert!(bench.is_broken_address(&bench.runs(write).await), "{tool}");
        assert_eq!(bench.mealie.writes(), [], "{tool}");
    }
}

#[tokio::test]
async fn live_10_after_a_500_it_may_have_happened_and_is_not_repeated() {
    for (tool, arguments) in writing("pea-soup") {
        let bench = Bench::start().await;
        bench.mealie.order_fault(Fault::under("POST", "/api/").next(9).answers(500, "Internal Server Error"));
        let failure = go(&bench, tool, arguments).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps, "{tool}: {failure:?}");
        assert_eq!(bench.mealie.writes().len(), 1, "{tool}");
    }
}

/// A Mealie that says no more than that it did it.
#[tokio::test]
async fn live_13_an_answer_that_says_next_to_nothing_is_no_failure() {
    for body in [
        json!({}),
        json!({"id": null, "user": null, "subject": null, "createdAt": "yesterday", "timestamp": "soon"}),
    ] {
        for (tool, arguments) in writing("pea-soup") {
            let bench = Bench::start().await;
            bench.mealie.order_fault(json_of(Fault::under("POST", "/api/"), &body));
            let answer = go(&bench, tool, arguments).await.unwrap_or_else(|f| panic!("{tool}: {f:?}"));
            assert_eq!(answer.structured["recipe"], "Pea Soup", "{tool}");
        }
    }
}

/// UNT-1, UNT-2: every text in every answer, cleaned and behind the mark.
#[tokio::test]
async fn unt_2_what_others_wrote_is_cleaned_and_marked() {
    let bench = Bench::start().await;
    let dirty = "Good\u{202e}\u{200b} soup";
    let recipe = json!({
        "id": soup(&bench), "slug": "pea-soup", "name": dirty,
        "comments": [{"id": "not an id", "text": dirty, "user": {"fullName": dirty}, "createdAt": "yesterday\u{202e}"}],
    });
    let events = json!({"total": 1, "total_pages": 1, "items": [
        {"id": dirty, "eventType": dirty, "subject": dirty, "eventMessage": dirty, "timestamp": dirty, "image": dirty},
    ]});
    bench.mealie.order_fault(json_of(Fault::on("GET", "/api/recipes/pea-soup").next(9), &recipe));
    bench.mealie.order_fault(json_of(Fault::on("GET", "/api/recipes/timeline/events"), &events));
    let comments = bench.answers::<ListRecipeComments>(json!({"recipe": "pea-soup"})).await.unwrap();
    let timeline = bench.answers::<ListRecipeTimeline>(json!({"recipe": "pea-soup"})).await.unwrap();
    for answer in [&comments, &timeline] {
        assert!(!answer.text.contains(['\u{202e}', '\u{200b}']), "{}", answer.text);
        assert_eq!(answer.text.matches(UNTRUSTED).count(), 1);
        assert_eq!(answer.structured["recipe"], "Good soup");
    }
    assert_eq!(comments.structured["comments"], json!([{"author": "Good soup", "text": "Good soup"}]));
    let event =
        json!({"kind": "Good soup", "subject": "Good soup", "message": "Good soup", "has_image": false});
    assert_eq!(timeline.structured["events"], json!([event]));
}
