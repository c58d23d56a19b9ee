//! A share link is made after a yes, for the recipe that was meant, until when it was said.

use fake_mealie::Fault;
use serde_json::json;
use url::Url;

use super::*;
use crate::args::tests::refusal;
use crate::guard::binding::Bound;
use crate::tools::bench::{Asked, Bench};

fn bound(asked: Asked) -> Bound {
    let question = asked.question.clone();
    asked.target.bind("process", "create_share_token", &question)
}

#[test]
fn ask_19_the_question_says_what_strangers_read_and_until_when() {
    let id: Id = format!("{:032x}", 1).parse().unwrap();
    let content = |comments, notes| Content { comments, notes, name: None };
    let end = "2041-02-03T09:20:59.9Z".parse().ok();
    insta::assert_snapshot!(Question::new(what(id, &content(2, 1), end), consequence()), @r"
    This will make a share link for the recipe 00000000-0000-0000-0000-000000000001. Whoever has its address can read the recipe without a login, with its 2 comments and 1 note, until 2041-02-03 09:20 UTC.

    It can be passed on to anybody. Revoking it ends it, but what was read or copied by then stays known.
    ");
    insta::assert_snapshot!(what(id, &content(1, 0), None), @"This will make a share link for the recipe 00000000-0000-0000-0000-000000000001. Whoever has its address can read the recipe without a login, with its 1 comment and 0 notes, for as long as this Mealie sets by itself: 30 days on Mealie 3.10.");
}

#[tokio::test]
async fn after_a_yes_mealie_gets_the_recipe_and_the_end_and_nothing_else() {
    for (row, end, sent) in [
        ("an end, in another zone", json!("2041-02-03T10:20:00+01:00"), json!("2041-02-03T09:20:00Z")),
        ("a day", json!("2041-02-03"), json!("2041-02-03T00:00:00Z")),
        ("none", json!(null), json!(null)),
    ] {
        let bench = Bench::start().await;
        let soup = bench.mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
        let arguments = json!({"recipe": "pea-soup", "expires_at": end});
        let asked = bench.asks::<CreateShareToken>(arguments).await.unwrap();
        assert_eq!(bench.mealie.writes(), [], "{row}");
        let answer = bench.after_a_yes(asked).await.unwrap();
        let writes = bench.mealie.writes();
        let mut want = json!({"recipeId": soup});
        if !sent.is_null() {
            want["expiresAt"] = sent.clone();
        }
        assert_eq!((writes.len(), &writes[0].body), (1, &want), "{row}");
        assert_eq!(answer.structured["status"], "created", "{row}");
        assert_eq!(answer.structured["recipe_id"], json!(soup), "{row}");
        assert_eq!(answer.structured["recipe_name"], "Pea Soup", "{row}");
        let stored = bench.mealie.kitchen().share_links_of(soup)[0].clone();
        assert_eq!(answer.structured["token_id"], json!(stored.id), "{row}");
        assert_eq!(answer.structured["expires_at"], json!(stored.expires_at), "{row}");
        let chosen = answer.text.contains("so Mealie chose it: the link works until");
        assert_eq!(chosen, sent.is_null(), "{row}: {}", answer.text);
    }
}

#[tokio::test]
async fn the_answer_holds_the_link_whole_where_people_have_an_address() {
    let mut bench = Bench::start().await;
    for (row, public) in [("none", None), ("one", Some("https://home.example/food"))] {
        bench.public_url = public.map(|public| Url::parse(public).unwrap());
        let asked = bench.asks::<CreateShareToken>(json!({"recipe": "pea-soup"})).await.unwrap();
        let answer = bench.after_a_yes(asked).await.unwrap();
        let id = answer.structured["token_id"].as_str().unwrap();
        let whole = public.map(|public| format!("{public}/g/home/shared/r/{id}"));
        assert_eq!(answer.structured.get("address").and_then(|at| at.as_str()), whole.as_deref(), "{row}");
        let told = answer.text.contains(&format!("/g/<group's slug>/shared/r/{id} below"));
        assert_eq!(told, public.is_none(), "{row}: {}", answer.text);
    }
}

#[tokio::test]
async fn an_end_that_has_passed_is_refused_before_mealie_is_asked() {
    let bench = Bench::start().await;
    let now = crate::tools::bench::NOW;
    for (row, end) in [("this very moment", now), ("long ago", "0001-01-01")] {
        let arguments = json!({"recipe": "pea-soup", "expires_at": end});
        let failure = bench.asks::<CreateShareToken>(arguments).await.err();
        let senseless = matches!(&failure, Some(Failure::Refused(refusal)) if refusal.why == Why::Senseless);
        assert!(senseless, "{row}: {failure:?}");
    }
    assert_eq!(bench.mealie.journal(), []);
}

#[test]
fn bounds_of_a_share_link() {
    for (row, arguments, refused) in [
        ("a slug", json!({"recipe": "pea-soup"}), false),
        ("no recipe", json!({}), true),
        ("a path", json!({"recipe": "../users"}), true),
        ("an end of nothing", json!({"recipe": "a", "expires_at": ""}), true),
        ("a day that does not exist", json!({"recipe": "a", "expires_at": "2041-02-30"}), true),
        ("a number", json!({"recipe": "a", "expires_at": 2041}), true),
        ("soon", json!({"recipe": "a", "expires_at": "soon"}), true),
        ("null is none", json!({"recipe": "a", "expires_at": null}), false),
    ] {
        assert_eq!(refusal("create_share_token", arguments).is_some(), refused, "{row}");
    }
    assert!(refusal("delete_share_token", json!({"token_id": "pea-soup"})).is_some());
    assert!(refusal("list_share_tokens", json!({"recipe": "Pea soup"})).is_some());
}

#[tokio::test]
async fn live_5_a_recipe_whose_address_is_broken_is_not_shared() {
    let bench = Bench::start().await;
    let soup = bench.mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
    let asked = bench.asks::<CreateShareToken>(json!({"recipe": "pea-soup"})).await.unwrap();
    bench.mealie.kitchen().rename_leaving_the_slug(soup, "Red Lentil Soup");
    let late = bench.after_a_yes(asked).await;
    assert!(bench.is_broken_address(&late), "{late:?}");
    let failure = bench.plans::<CreateShareToken>(json!({"recipe": soup})).await;
    assert!(bench.is_broken_address(&failure));
    assert_eq!(bench.mealie.writes(), []);
}

#[tokio::test]
async fn ask_9_another_recipe_or_another_end_is_another_call() {
    let bench = Bench::start().await;
    let mut calls = Vec::new();
    for arguments in [
        json!({"recipe": "pea-soup"}),
        json!({"recipe": "pea-soup", "expires_at": "2041-02-03"}),
        json!({"recipe": "pea-soup", "expires_at": "2041-02-04"}),
        json!({"recipe": "red-lentil-soup"}),
    ] {
        calls.push(bound(bench.asks::<CreateShareToken>(arguments).await.unwrap()).call);
    }
    let same = json!({"recipe": "pea-soup", "expires_at": "2041-02-03T01:00:00+01:00"});
    assert_eq!(
        bound(bench.asks::<CreateShareToken>(same).await.unwrap()).call,
        calls[1],
        "one point in time"
    );
    calls.sort_unstable();
    calls.dedup();
    assert_eq!(calls.len(), 4);
}

#[tokio::test]
async fn live_10_a_500_may_have_happened_and_is_not_repeated() {
    let bench = Bench::start().await;
    let asked = bench.asks::<CreateShareToken>(json!({"recipe": "pea-soup"})).await.unwrap();
    let order = Fault::under("POST", "/api/shared");
    bench.mealie.order_fault(order.answers_after_the_deed(500, "Internal Server Error"));
    let failure = bench.after_a_yes(asked).await.unwrap_err();
    assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
    assert_eq!(bench.mealie.writes().len(), 1);
}

#[tokio::test]
async fn live_13_an_answer_that_says_nothing_of_the_link_may_have_made_it() {
    let bench = Bench::start().await;
    for (row, body) in [("null", "null"), ("nothing", "{}"), ("an id that is none", r#"{"id": "mine"}"#)] {
        let asked = bench.asks::<CreateShareToken>(json!({"recipe": "pea-soup"})).await.unwrap();
        let order = Fault::on("POST", "/api/shared/recipes").next(1);
        bench.mealie.order_fault(order.answers_with(201, &[("content-type", "application/json")], body));
        let failure = bench.after_a_yes(asked).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps, "{row}: {failure:?}");
    }
    for (row, body, said) in [
        (
            "no end",
            r#"{"id": "3f2a0000-0000-4000-8000-000000000001"}"#,
            "Mealie does not say until when the link works.",
        ),
        (
            "another end",
            r#"{"id": "3f2a0000-0000-4000-8000-000000000001", "expiresAt": "2042-01-01T00:00:00Z", "more": 1}"#,
            "Mealie stored another end than 2041-02-03T00:00:00Z: the link works until 2042-01-01T00:00:00Z.",
        ),
    ] {
        let arguments = json!({"recipe": "pea-soup", "expires_at": "2041-02-03"});
        let asked = bench.asks::<CreateShareToken>(arguments).await.unwrap();
        let order = Fault::on("POST", "/api/shared/recipes").next(1);
        bench.mealie.order_fault(order.answers_with(201, &[("content-type", "application/json")], body));
        let answer = bench.after_a_yes(asked).await.unwrap();
        assert!(answer.text.contains(said), "{row}: {}", answer.text);
    }
}
