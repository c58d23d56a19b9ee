//! What makes Mealie fetch something: the bodies that leave, how long they are waited for, and that none is sent twice.

use std::pin::pin;
use std::sync::Arc;

use futures::poll;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::super::http::TimeLimits;
use super::super::{Departure, Import, open_with_limits};
use super::scripted::{JSON, Move, Scripted, answer, json};
use super::{PATIENCE, SHORT, client, connection, foods, outcome};
use crate::failure::Failure;
use crate::netguard::{FetchAddress, FetchDocument, Netguard};

/// A public address: nothing has to be looked up for it.
async fn address() -> FetchAddress {
    Netguard::new(None)
        .address("url", "HTTPS://93.184.215.14:443/Pea Soup".replace(' ', "%20").as_str())
        .await
        .unwrap()
}

async fn document() -> FetchDocument {
    Netguard::new(None).document("data", r#"{"name":"Pea \"soup\""}"#.to_owned()).await.unwrap()
}

fn body(request: &str) -> Value {
    serde_json::from_str(request.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[tokio::test]
async fn net_3_what_leaves_is_the_parsed_address_and_the_document_as_it_was() {
    let server = Scripted::start(vec![vec![Move::Hear, json(r#""pea-soup""#)]]).await;
    let (reads, key) = client(&server.url());
    let (address, document) = (address().await, document().await);
    let page = Import::Page { url: &address, include_tags: true, include_categories: false };
    let writes = key.lend(Box::leak(Box::default()));
    for import in [page, Import::Document { data: &document }] {
        assert_eq!(writes.import(&import).await.unwrap().to_string(), "pea-soup");
    }
    assert_eq!(outcome(&reads.preview(&address).await), "fine");
    let url = "https://93.184.215.14/Pea%20Soup";
    let want = [
        ("/api/recipes/create/url", json!({"url": url, "includeTags": true, "includeCategories": false})),
        ("/api/recipes/create/html-or-json", json!({"data": r#"{"name":"Pea \"soup\""}"#})),
        ("/api/recipes/test-scrape-url", json!({"url": url})),
    ];
    let requests = server.seen().requests;
    assert_eq!(requests.len(), want.len());
    for (request, (path, want)) in requests.iter().zip(want) {
        assert!(request.starts_with(&format!("POST {path} HTTP/1.1\r\n")), "{request}");
        assert_eq!(body(request), want);
    }
}

#[tokio::test]
async fn live_10_an_import_is_never_repeated_and_may_have_happened_and_a_preview_has_not() {
    let (address, document) = (address().await, document().await);
    for (row, script, want) in [
        ("a reset", vec![Move::Hear, Move::Reset], "NoAnswer(Reset, ?)"),
        ("silence", vec![Move::Hear, Move::Hold], "NoAnswer(Timeout, ?)"),
        (
            "500",
            vec![Move::Hear, answer("500 Oh", &[], b"")],
            "Status { code: 500, said: None, happened: ? }",
        ),
        ("a slug that is none", vec![Move::Hear, json("{}")], "Answer(NotAsExpected, ?)"),
    ] {
        let limit = if row == "silence" { SHORT } else { PATIENCE };
        let limits = TimeLimits { usual: PATIENCE, fetching: limit };
        for import in [
            Import::Page { url: &address, include_tags: false, include_categories: false },
            Import::Document { data: &document },
        ] {
            let server = Scripted::start(vec![script.clone()]).await;
            let (_, key) = open_with_limits(connection(&server.url(), None), limits);
            let departure = Departure::default();
            let made = key.lend(&departure).import(&import).await;
            assert_eq!(outcome(&made), want.replace('?', "Perhaps"), "{row}");
            assert!(departure.has_left() && server.seen().requests.len() == 1, "{row}");
        }
        if row != "a slug that is none" {
            let server = Scripted::start(vec![script]).await;
            let (reads, _key) = open_with_limits(connection(&server.url(), None), limits);
            assert_eq!(outcome(&reads.preview(&address).await), want.replace('?', "No"), "{row}");
            assert_eq!(server.seen().requests.len(), 1, "{row}");
        }
    }
}

#[tokio::test]
async fn bnd_4_what_mealie_fetches_is_waited_for_longer_than_what_it_knows() {
    assert_eq!(TimeLimits::CONTRACT.usual.as_secs(), 15);
    assert_eq!(TimeLimits::CONTRACT.fetching.as_secs(), 60);
    let address = address().await;
    let turn = Arc::new(Semaphore::new(0));
    let slow = vec![Move::Hear, Move::Wait(Arc::clone(&turn)), answer("200 OK", &[JSON], b"{}")];
    let silent = vec![Move::Hear, Move::Hold];
    let server = Scripted::start(vec![slow, silent]).await;
    let limits = TimeLimits { usual: SHORT, fetching: PATIENCE };
    let (reads, _key) = open_with_limits(connection(&server.url(), None), limits);
    let mut preview = pin!(reads.preview(&address));
    assert!(poll!(&mut preview).is_pending());
    // Meanwhile another request runs out of its shorter time.
    let read = tokio::select! {
        biased;
        _ = &mut preview => panic!("the preview is answered later"),
        read = async {
            server.until("the preview", |seen| seen.waiting == 1).await;
            reads.get::<Value>(foods()).await
        } => read,
    };
    assert_eq!(outcome(&read), "NoAnswer(Timeout, No)");
    turn.add_permits(1);
    assert_eq!(outcome(&preview.await), "fine");
}

#[tokio::test]
async fn bnd_4_a_recipe_on_its_way_to_a_list_is_waited_for_as_long() {
    let turn = Arc::new(Semaphore::new(0));
    let slow = vec![Move::Hear, Move::Wait(Arc::clone(&turn)), answer("200 OK", &[JSON], b"{}")];
    let silent = vec![Move::Hear, Move::Hold];
    let server = Scripted::start(vec![slow, silent]).await;
    let limits = TimeLimits { usual: SHORT, fetching: PATIENCE };
    let (_, key) = open_with_limits(connection(&server.url(), None), limits);
    let departure = Departure::default();
    let writes = key.lend(&departure);
    let mut onto_list = pin!(writes.post_at_length::<Value>(foods(), &"soup"));
    assert!(poll!(&mut onto_list).is_pending());
    let other = tokio::select! {
        biased;
        _ = &mut onto_list => panic!("it is answered later"),
        other = async {
            server.until("the recipe", |seen| seen.waiting == 1).await;
            writes.post::<Value>(foods(), &"soup").await
        } => other,
    };
    assert_eq!(outcome(&other), "NoAnswer(Timeout, Perhaps)");
    turn.add_permits(1);
    assert_eq!(outcome(&onto_list.await), "fine");
}

/// Several at once make Mealie hang (its issues 791 and 2568).
#[tokio::test]
async fn bnd_5_one_import_is_under_way_at_a_time_and_reading_goes_on_beside_it() {
    let address = address().await;
    let turn = Arc::new(Semaphore::new(0));
    let wait = vec![Move::Hear, Move::Wait(Arc::clone(&turn)), json(r#""pea-soup""#)];
    let at_once = vec![Move::Hear, json("7")];
    let server = Scripted::start(vec![wait.clone(), at_once, wait]).await;
    let (reads, key) = client(&server.url());
    let departures = [Departure::default(), Departure::default()];
    let import = |departure| {
        let writes = key.lend(departure);
        let url = &address;
        async move { writes.import(&Import::Page { url, include_tags: false, include_categories: false }).await }
    };
    let mut first = pin!(import(&departures[0]));
    let mut second = pin!(import(&departures[1]));
    let reading = async {
        server.until("the first", |seen| seen.waiting == 1).await;
        reads.get::<u64>(foods()).await
    };
    let read: Result<u64, Failure> = tokio::select! {
        biased;
        _ = &mut first => panic!("the first waits"),
        _ = &mut second => panic!("the second waits for the first"),
        read = reading => read,
    };
    assert_eq!(read.ok(), Some(7));
    assert!(departures[0].has_left() && !departures[1].has_left());
    turn.add_permits(2);
    let (first, second) = futures::join!(first, second);
    assert_eq!((outcome(&first), outcome(&second)), ("fine".to_owned(), "fine".to_owned()));
    assert_eq!(server.seen().most_waiting, 1);
}
