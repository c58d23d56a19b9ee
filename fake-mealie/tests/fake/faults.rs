//! Trouble on order: what the client sees, and whether the deed was done.
//! How orders are counted is tested beside the code.

use std::time::Duration;

use fake_mealie::Fault;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::client::{DEADLINE, Table, request, seen};

const SOUP: &str = "/api/recipes/pea-soup";

#[tokio::test]
async fn a_status_on_order_comes_so_many_times_and_stands_in_the_journal() {
    let table = Table::demo().await;
    table.mealie.order_fault(Fault::on("DELETE", SOUP).next(2).answers(503, "busy"));
    for _ in 0..2 {
        let answer = table.delete(SOUP).await;
        assert_eq!((answer.status, answer.text.as_str()), (503, "busy"));
        assert_eq!(table.get(SOUP).await.status, 200, "the deed was not done");
    }
    assert_eq!(table.delete(SOUP).await.status, 200);
    let statuses: Vec<_> = table.mealie.writes().into_iter().map(|arrival| arrival.status).collect();
    assert_eq!(statuses, [Some(503), Some(503), Some(200)]);
}

#[tokio::test]
async fn each_trouble_is_what_it_says() {
    for (row, fault, status, done) in [
        (
            "after the deed",
            Fault::on("DELETE", SOUP).answers_after_the_deed(500, "Internal Server Error"),
            Some(500),
            true,
        ),
        ("the web page", Fault::under("*", "/api/").answers_the_web_page(), Some(200), false),
        (
            "a redirect",
            Fault::on("DELETE", SOUP).answers_with(302, &[("location", "http://elsewhere/")], ""),
            Some(302),
            false,
        ),
        ("dropped", Fault::on("DELETE", SOUP).drops(), None, false),
        ("dropped after the deed", Fault::on("DELETE", SOUP).drops_after_the_deed(), None, true),
        ("reset", Fault::on("DELETE", SOUP).resets(), None, false),
        ("reset after the deed", Fault::on("DELETE", SOUP).resets_after_the_deed(), None, true),
    ] {
        let table = Table::demo().await;
        table.mealie.order_fault(fault);
        let authorization = format!("authorization: Bearer {}\r\n", table.mealie.token());
        let answer = table.raw(&request(&authorization, "DELETE", SOUP, None)).await;
        assert_eq!(seen(&answer).map(|answer| answer.status), status, "{row}: {answer}");
        assert_eq!(table.mealie.journal()[0].status, status, "{row}: what was never answered has no status");
        assert_eq!(table.mealie.kitchen().recipe_at("pea-soup").is_none(), done, "{row}");
    }
}

#[tokio::test]
async fn a_reset_is_a_reset_and_a_drop_is_an_end() {
    for (row, fault, kind) in [
        ("reset", Fault::on("GET", SOUP).resets(), Some(std::io::ErrorKind::ConnectionReset)),
        ("drop", Fault::on("GET", SOUP).drops(), None),
    ] {
        let table = Table::demo().await;
        table.mealie.order_fault(fault);
        let mut stream = table.connect().await;
        stream.write_all(request("", "GET", SOUP, None).as_bytes()).await.unwrap();
        let ended = stream.read(&mut [0; 64]).await;
        assert_eq!(ended.as_ref().err().map(std::io::Error::kind), kind, "{row}: {ended:?}");
        assert_eq!(ended.unwrap_or_default(), 0, "{row}");
    }
}

#[tokio::test]
async fn a_truncated_answer_promises_more_than_it_gives() {
    let table = Table::demo().await;
    let whole = table.get(SOUP).await;
    table.mealie.order_fault(Fault::on("GET", SOUP).truncates_after(100));
    let cut = table.get(SOUP).await;
    assert_eq!(cut.header("content-length"), Some(whole.text.len().to_string().as_str()));
    assert_eq!(cut.text.len(), 100);
    assert_eq!(table.get(SOUP).await.text, whole.text, "once");
}

#[tokio::test]
async fn a_body_can_come_without_its_length() {
    let table = Table::demo().await;
    let headers = [("content-type", "application/json"), ("transfer-encoding", "chunked")];
    table.mealie.order_fault(Fault::on("GET", SOUP).answers_with(200, &headers, "{}"));
    let answer = table.get(SOUP).await;
    assert_eq!(answer.header("content-length"), None);
    assert_eq!(
        (answer.header("transfer-encoding"), answer.text.as_str()),
        (Some("chunked"), "2\r\n{}\r\n0\r\n\r\n")
    );
}

#[tokio::test]
async fn a_delayed_answer_waits_while_others_are_served_and_is_the_usual_one() {
    let table = Table::demo().await;
    table.mealie.order_fault(Fault::on("GET", SOUP).delays(Duration::from_secs(3600)));
    let authorization = format!("authorization: Bearer {}\r\n", table.mealie.token());
    let mut stream = table.connect().await;
    stream.write_all(request(&authorization, "GET", SOUP, None).as_bytes()).await.unwrap();
    let arrived = async {
        while table.mealie.journal().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(DEADLINE, arrived).await.expect("the request arrives");
    let usual = table.get(SOUP).await;
    assert_eq!(table.mealie.journal()[0].status, None, "it waits");
    // Nobody waits longer than the fake lives.
    drop(table);
    let mut answer = String::new();
    let read = tokio::time::timeout(DEADLINE, stream.read_to_string(&mut answer)).await;
    read.expect("an answer").unwrap();
    assert_eq!(seen(&answer).map(|answer| answer.text), Some(usual.text));
}

#[tokio::test]
async fn a_request_that_hangs_is_let_go_when_the_fake_ends() {
    for (row, fault, done) in [
        ("nothing done", Fault::on("DELETE", SOUP).hangs(), false),
        ("after the deed", Fault::on("DELETE", SOUP).hangs_after_the_deed(), true),
    ] {
        let table = Table::demo().await;
        table.mealie.order_fault(fault);
        let authorization = format!("authorization: Bearer {}\r\n", table.mealie.token());
        let mut stream = table.connect().await;
        stream.write_all(request(&authorization, "DELETE", SOUP, None).as_bytes()).await.unwrap();
        let arrived = async {
            while table.mealie.kitchen().recipe_at("pea-soup").is_none() != done
                || table.mealie.writes().is_empty()
            {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(DEADLINE, arrived).await.expect("the request arrives");
        assert_eq!(table.mealie.writes()[0].status, None, "{row}");
        assert_eq!(table.get("/api/app/about").await.status, 200, "{row}: others are served");
        drop(table);
        assert_eq!(stream.read(&mut [0; 64]).await.unwrap_or(0), 0, "{row}");
    }
}

#[tokio::test]
async fn faults_can_be_called_off() {
    let table = Table::demo().await;
    table.mealie.order_fault(Fault::under("GET", "/api/").from_nth(1).answers(500, ""));
    assert_eq!(table.get(SOUP).await.status, 500);
    table.mealie.clear_faults();
    assert_eq!(table.get(SOUP).await.status, 200);
    table.mealie.order_fault(Fault::on("GET", SOUP).answers(500, ""));
    table.mealie.reset();
    assert_eq!(table.get(SOUP).await.status, 200, "a reset calls them off too");
}
