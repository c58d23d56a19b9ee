//! How requests are made as the operator set it: in which language, and how many at one time (BND-5). Nothing here looks
//! at an answer.

use std::sync::Arc;

use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::scripted::{JSON, Move, Scripted, answer, json};
use super::{PATIENCE, Verb, connection_set, foods, open_with, outcome};

#[tokio::test]
async fn every_request_names_the_language_that_is_set_and_none_where_none_is() {
    for (row, variables, want) in [
        ("not set", &[][..], None),
        ("nothing in it", &[("MEALIE_ACCEPT_LANGUAGE", "")], None),
        ("a locale", &[("MEALIE_ACCEPT_LANGUAGE", "pt-PT")], Some("pt-PT")),
        ("a language alone", &[("MEALIE_ACCEPT_LANGUAGE", "de")], Some("de-DE")),
        ("small letters", &[("MEALIE_ACCEPT_LANGUAGE", "zh_tw")], Some("zh-TW")),
    ] {
        let server = Scripted::start(vec![vec![Move::Hear, json("7")]]).await;
        let (reads, key) = open_with(connection_set(&server.url(), variables, ""), PATIENCE);
        assert_eq!(outcome(&reads.get::<u64>(foods()).await), "fine", "{row}");
        for verb in Verb::ALL {
            assert_eq!(outcome(&verb.send(&key).await), "fine", "{row}, {verb:?}");
        }
        let requests = server.seen().requests;
        assert_eq!(requests.len(), 3, "{row}");
        for request in requests {
            let said: Vec<&str> = request
                .lines()
                .filter_map(|line| line.split_once(": "))
                .filter(|(name, _)| name.eq_ignore_ascii_case("accept-language"))
                .map(|(_, value)| value)
                .collect();
            assert_eq!(said, Vec::from_iter(want), "{row}: {request}");
        }
    }
}

#[tokio::test]
async fn bnd_5_no_more_requests_are_out_at_once_than_the_operator_allows() {
    for (value, most) in [("", 4), ("1", 1), ("2", 2), ("9", 9), ("32", 32)] {
        let turn = Arc::new(Semaphore::new(0));
        let script = vec![
            Move::Hear,
            Move::Wait(Arc::clone(&turn)),
            answer("200 OK", &[JSON, "connection: close"], b"7"),
        ];
        let server = Scripted::start(vec![script]).await;
        let set = connection_set(&server.url(), &[("MEALIE_MAX_CONCURRENCY", value)], "");
        let (reads, key) = open_with(set, PATIENCE);
        let key = Arc::new(key);
        let mut requests = JoinSet::new();
        let all = most + 4;
        for nth in 0..all {
            let (reads, key) = (reads.clone(), Arc::clone(&key));
            requests.spawn(async move {
                match nth % 3 {
                    0 => reads.get::<u64>(foods()).await.map(drop),
                    1 => Verb::Delete.send(&key).await.map(drop),
                    _ => Verb::Put.send(&key).await.map(drop),
                }
            });
        }
        server.until("as many as may", |seen| seen.waiting == most).await;
        // Connections are taken in the order in which they come, so one request more would stand before this one.
        let stranger = TcpStream::connect(server.address()).await.unwrap();
        let me = stranger.local_addr().unwrap();
        let seen = server.until("the stranger", |seen| seen.callers.contains(&me)).await;
        assert_eq!(seen.callers.iter().position(|caller| *caller == me), Some(most), "{value:?}: {seen:?}");
        drop(stranger);

        turn.add_permits(all);
        while let Some(done) = requests.join_next().await {
            assert_eq!(outcome(&done.unwrap()), "fine", "{value:?}");
        }
        let seen = server.seen();
        assert_eq!((seen.requests.len(), seen.most_waiting), (all, most), "{value:?}");
    }
}
