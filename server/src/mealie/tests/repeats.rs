//! What is sent again and what is not, what may have happened, and what becomes of calls that are taken back (LIVE-10,
//! BND-5).
//! Every script counts the requests that came; none lets the client choose how often it asks.

use std::pin::pin;
use std::time::Duration;

use futures::poll;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::super::Departure;
use super::super::route::Route;
use super::scripted::{CHUNKED, JSON, Move, Scripted, answer, begin, chunk, json};
use super::{PATIENCE, SHORT, Verb, assert_discreet, client, connection, foods, open_with, outcome};
use crate::failure::Happened;
use crate::settings::Connection;

/// Each byte comes long before anybody would think that the other side is gone.
const DRIP: Duration = Duration::from_millis(20);

/// Ways to lose an answer on the way.
fn losses() -> Vec<(&'static str, Vec<Move>)> {
    vec![
        ("closed before the answer", vec![]),
        ("reset before the answer", vec![Move::Reset]),
        ("closed within its head", vec![Move::Say("HTTP/1.1 200 OK\r\ncontent-".into())]),
        ("closed within its body", vec![begin("200 OK", &[JSON, "content-length: 9"], b"{\"a\"")]),
        ("closed between chunks", vec![begin("200 OK", &[JSON, CHUNKED], &chunk(b"{}"))]),
        (
            "reset within its body",
            vec![begin("200 OK", &[JSON, "content-length: 9"], b"{\"a\""), Move::Reset],
        ),
    ]
}

/// Answers that came, whole or not, and say no or nothing.
fn bad_answers() -> Vec<(&'static str, Vec<Move>, &'static str)> {
    vec![
        ("silence", vec![Move::Hold], "NoAnswer(Timeout, ?)"),
        (
            "silence within the body",
            vec![begin("200 OK", &[JSON, "content-length: 9"], b"{\"a\""), Move::Hold],
            "NoAnswer(Timeout, ?)",
        ),
        (
            "a drip that never makes an answer",
            vec![begin("200 OK", &[JSON], b"\""), Move::Drip(b'a', DRIP)],
            "NoAnswer(Timeout, ?)",
        ),
        (
            "500",
            vec![answer("500 Internal Server Error", &[], b"")],
            "Status { code: 500, said: None, happened: ? }",
        ),
        (
            "503",
            vec![answer("503 Service Unavailable", &[], b"")],
            "Status { code: 503, said: None, happened: ? }",
        ),
        ("a web page", vec![answer("200 OK", &["content-type: text/html"], b"<html>")], "Answer(WebPage, ?)"),
        ("no JSON", vec![json("Deleted.")], "Answer(NotAsExpected, ?)"),
        ("nothing", vec![answer("204 No Content", &[], b"")], "Answer(NotAsExpected, ?)"),
        (
            "gzip that is none",
            vec![answer("200 OK", &[JSON, "content-encoding: gzip"], b"{}")],
            "Answer(NotAsExpected, ?)",
        ),
        ("no HTTP", vec![Move::Say("SSH-2.0-OpenSSH_9.9\r\n".into())], "Answer(NotAsExpected, ?)"),
        ("too much", vec![begin("200 OK", &[JSON, "content-length: 99999999"], b"{")], "Answer(TooLarge, ?)"),
    ]
}

fn heard(script: Vec<Move>) -> Vec<Move> {
    [vec![Move::Hear], script].concat()
}

#[tokio::test]
async fn live_10_a_get_is_repeated_once_after_a_reset() {
    for (row, loss) in losses() {
        let server = Scripted::start(vec![heard(loss.clone()), heard(vec![json("7")])]).await;
        let read = client(&server.url()).0.get::<u64>(foods()).await;
        assert_eq!(read.ok(), Some(7), "{row}");
        assert_eq!(server.seen().requests.len(), 2, "{row}");

        let server = Scripted::start(vec![heard(loss.clone()), heard(loss), heard(vec![json("7")])]).await;
        let read = client(&server.url()).0.get::<u64>(foods()).await;
        assert_discreet(row, &read);
        assert_eq!(outcome(&read), "NoAnswer(Reset, No)", "{row}, twice");
        assert_eq!(server.seen().requests.len(), 2, "{row}, twice");
    }
}

#[tokio::test]
async fn live_10_a_get_is_not_repeated_after_anything_else() {
    for (row, bad, want) in bad_answers() {
        let server = Scripted::start(vec![heard(bad), heard(vec![json("7")])]).await;
        let limit = if want.contains("Timeout") { SHORT } else { PATIENCE };
        let read = open_with(connection(&server.url(), None), limit).0.get::<u64>(foods()).await;
        assert_discreet(row, &read);
        assert_eq!(outcome(&read), want.replace('?', "No"), "{row}");
        assert!(server.seen().requests.len() <= 1, "{row}: {:?}", server.seen());
    }
}

#[tokio::test]
async fn live_10_a_write_is_never_repeated_and_may_have_happened() {
    let lost = losses().into_iter().map(|(row, loss)| (row, loss, "NoAnswer(Reset, ?)"));
    for (row, bad, want) in lost.chain(bad_answers()) {
        for verb in Verb::ALL {
            let server = Scripted::start(vec![heard(bad.clone()), heard(vec![json("7")])]).await;
            let limit = if want.contains("Timeout") { SHORT } else { PATIENCE };
            let (_, key) = open_with(connection(&server.url(), None), limit);
            let written = verb.send(&key).await;
            assert_discreet(row, &written);
            assert_eq!(outcome(&written), want.replace('?', "Perhaps"), "{row}, {verb:?}");
            let failure = written.unwrap_err();
            assert_eq!(failure.happened(), Happened::Perhaps, "{row}, {verb:?}");
            let words = failure.words().ours;
            assert!(
                words.ends_with(
                    "may have happened: read or search for what it was about before you try again."
                ),
                "{words}"
            );
            assert!(!words.contains("Nothing was changed"), "{row}, {verb:?}: {words}");
            assert!(server.seen().requests.len() <= 1, "{row}, {verb:?}: {:?}", server.seen());
        }
    }
}

#[tokio::test]
async fn shut_2_a_recipe_is_never_replaced_whole() {
    let server = Scripted::start(vec![heard(vec![json("7")])]).await;
    let (_, key) = client(&server.url());
    let departure = Departure::default();
    let recipes = || Route::to(&["recipes"]).slug(&"pea-soup".parse().unwrap());
    let replaced = key.lend(&departure).put::<Value>(recipes(), &"soup").await;
    assert_eq!(outcome(&replaced), "Internal(\"a recipe is never replaced whole\")");
    assert!(!departure.has_left() && server.seen().requests.is_empty());
    assert_eq!(outcome(&key.lend(&departure).put::<Value>(recipes().then("image"), &"soup").await), "fine");
}

#[tokio::test]
async fn live_10_a_write_that_could_not_leave_did_not_happen() {
    let address = TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let (reads, key) = client(&format!("http://{address}"));
    for verb in Verb::ALL {
        let written = verb.send(&key).await;
        assert_discreet("refused", &written);
        assert_eq!(outcome(&written), "NoAnswer(Refused, No)", "{verb:?}");
        let words = written.unwrap_err().words().ours;
        assert!(words.contains("the connection was refused"), "{words}");
        assert!(!words.contains("may have happened"), "{words}");
    }
    assert_eq!(outcome(&reads.get::<Value>(foods()).await), "NoAnswer(Refused, No)");
}

/// Mealie 3.10.2 closes a kept connection after a bare 500 without announcing it; a request that is under way then is
/// lost. Here every connection is closed as soon as a second request comes on it.
#[tokio::test]
async fn live_10_a_write_goes_out_on_a_connection_of_its_own() {
    let once = vec![Move::Hear, json("7"), Move::Hear];
    let server = Scripted::start(vec![once]).await;
    let (reads, key) = client(&server.url());
    assert_eq!(reads.get::<u64>(foods()).await.ok(), Some(7), "the connection is kept for the next GET");
    for verb in [Verb::Delete, Verb::Delete, Verb::Put] {
        assert_eq!(outcome(&verb.send(&key).await), "fine", "{verb:?}");
    }
    let seen = server.seen();
    assert_eq!(seen.callers.len(), 4, "one connection for the GET and one for each write");
    assert_eq!(reads.get::<u64>(foods()).await.ok(), Some(7), "the kept one fails, and the GET is repeated");
    let all: Vec<_> = server.seen().requests.iter().map(|request| request[..3].to_owned()).collect();
    assert_eq!(all, ["GET", "DEL", "DEL", "PUT", "GET", "GET"]);
}

#[tokio::test]
async fn bnd_5_a_cancelled_call_stops_its_work_and_makes_room() {
    let server = Scripted::start(vec![heard(vec![Move::Hold])]).await;
    // Longer than is waited for the connections to be closed.
    let (reads, _key) = open_with(connection(&server.url(), None), PATIENCE * 2);
    let mut requests = JoinSet::new();
    for _ in 0..4 {
        let reads = reads.clone();
        requests.spawn(async move { reads.get::<u64>(foods()).await.map(drop) });
    }
    server.until("four requests", |seen| seen.requests.len() == 4).await;
    requests.shutdown().await;
    server.until("all connections to be closed", |seen| seen.over == 4).await;

    let next = tokio::spawn(async move { reads.get::<u64>(foods()).await.map(drop) });
    server.until("the fifth request", |seen| seen.requests.len() == 5).await;
    next.abort();
}

#[tokio::test]
async fn ask_4_a_write_has_left_once_it_is_sent_and_not_while_it_waits_for_its_turn() {
    let server = Scripted::start(vec![heard(vec![Move::Hold])]).await;
    let (reads, key) = client(&server.url());
    let mut requests = JoinSet::new();
    for _ in 0..4 {
        let reads = reads.clone();
        requests.spawn(async move { reads.get::<u64>(foods()).await.map(drop) });
    }
    server.until("four requests", |seen| seen.requests.len() == 4).await;

    let departure = Departure::default();
    let mut write = pin!(Verb::Delete.send_watched(&key, &departure));
    assert!(poll!(&mut write).is_pending());
    assert!(!departure.has_left(), "all four turns are taken");
    requests.shutdown().await;
    assert!(poll!(&mut write).is_pending());
    assert!(departure.has_left(), "it is its turn");

    let (_, unconnected) =
        open_with(Connection { url: None, ..connection("http://mealie.test", None) }, SHORT);
    let departure = Departure::default();
    let written = Verb::Put.send_watched(&unconnected, &departure).await;
    assert_eq!(outcome(&written), "NotConfigured(Url)");
    assert!(!departure.has_left(), "there was nowhere to go");
}
