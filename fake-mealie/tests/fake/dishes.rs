//! Bodies on order, as they come over the wire: their heads, their ends, and that nobody has to wait for all of them.
//! How they are made is tested beside the code.

use std::io::Read;

use fake_mealie::{Coding, Dish, Fault};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::client::{DEADLINE, Table, request};

const SOUP: &str = "/api/recipes/pea-soup";

/// The head and the raw body of one answer.
async fn raw(table: &Table, path: &str) -> (String, Vec<u8>) {
    let authorization = format!("authorization: Bearer {}\r\n", table.mealie.token());
    let exchange = async {
        let mut stream = table.connect().await;
        stream
            .write_all(request(&authorization, "GET", path, None).as_bytes())
            .await
            .expect("the fake reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("an answer to the end");
        answer
    };
    let answer = tokio::time::timeout(DEADLINE, exchange).await.expect("the fake answers and closes");
    let head = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
    (String::from_utf8_lossy(&answer[..head]).to_lowercase(), answer[head..].to_vec())
}

#[tokio::test]
async fn a_dish_is_served_with_the_head_that_was_ordered() {
    for (row, status, content_type, dish, in_head, body) in [
        ("bytes", 200, "application/json", Dish::of("1e999"), "content-length: 5\r\n", &b"1e999"[..]),
        ("an error", 503, "text/html", Dish::repeating("ab", 2), "content-type: text/html\r\n", b"abab"),
        ("deep", 200, "application/json", Dish::nested(2), "content-length: 4\r\n", b"[[]]"),
        ("UTF-16", 200, "application/json", Dish::utf_16("1"), "content-length: 4\r\n", b"\xFF\xFE1\0"),
        (
            "without its length",
            200,
            "application/json",
            Dish::of("{}").without_length(),
            "transfer-encoding: chunked\r\n",
            b"2\r\n{}\r\n0\r\n\r\n",
        ),
    ] {
        let table = Table::demo().await;
        table.mealie.order_fault(Fault::on("GET", SOUP).serves(status, content_type, dish));
        let (head, sent) = raw(&table, SOUP).await;
        assert!(head.starts_with(&format!("http/1.1 {status} ")) && head.contains(in_head), "{row}: {head}");
        assert_eq!(sent, body, "{row}");
        assert_eq!(table.mealie.journal()[0].status, Some(status), "{row}");
        assert_eq!(table.get(SOUP).await.body["name"], "Pea Soup", "{row}: once");
    }
}

#[tokio::test]
async fn a_body_of_many_megabytes_is_whole_and_counted() {
    const BYTES: u64 = 12 * 1024 * 1024;
    for (row, dish) in [
        ("with its length", Dish::empty_objects(BYTES)),
        ("without", Dish::empty_objects(BYTES).without_length()),
    ] {
        let table = Table::demo().await;
        table.mealie.order_fault(Fault::on("GET", SOUP).serves(200, "application/json", dish));
        let (_, sent) = raw(&table, SOUP).await;
        assert!(sent.len() as u64 >= BYTES, "{row}: {}", sent.len());
        let counted = table.mealie.journal()[0].served_bytes;
        assert!((BYTES..BYTES + 100).contains(&counted), "{row}: {counted}");
    }
}

#[tokio::test]
async fn what_is_not_read_is_not_made() {
    let table = Table::demo().await;
    let endless = Dish::repeating("{},", u64::MAX).without_length();
    table.mealie.order_fault(Fault::on("GET", SOUP).serves(200, "application/json", endless));
    let mut stream = table.connect().await;
    stream.write_all(request("", "GET", SOUP, None).as_bytes()).await.expect("the fake reads");
    let mut some = vec![0; 64 * 1024];
    let read = tokio::time::timeout(DEADLINE, stream.read_exact(&mut some)).await;
    read.expect("in time").expect("a beginning");
    drop(stream);
    assert_eq!(table.get(SOUP).await.status, 200, "the fake lives on");
    // What a client has not read lies in the buffers of the connection, which are far smaller.
    let served = table.mealie.journal()[0].served_bytes;
    assert!(served < 64 * 1024 * 1024, "{served}");
}

#[tokio::test]
async fn the_usual_answer_can_come_compressed() {
    for (row, coding, word) in
        [("gzip", Coding::Gzip, "content-encoding: gzip"), ("brotli", Coding::Brotli, "content-encoding: br")]
    {
        let table = Table::demo().await;
        let usual = table.get(SOUP).await.text;
        table.mealie.order_fault(Fault::on("GET", SOUP).compresses(coding));
        let (head, sent) = raw(&table, SOUP).await;
        assert!(head.contains(word), "{row}: {head}");
        assert!(sent.len() < usual.len(), "{row}");
        let mut plain = String::new();
        match coding {
            Coding::Gzip => flate2::read::GzDecoder::new(sent.as_slice()).read_to_string(&mut plain),
            Coding::Brotli => brotli::Decompressor::new(sent.as_slice(), 4096).read_to_string(&mut plain),
        }
        .expect("a whole body");
        assert_eq!(plain, usual, "{row}");
    }
}

#[tokio::test]
async fn a_bomb_is_small_on_the_wire() {
    for coding in [Coding::Gzip, Coding::Brotli] {
        let table = Table::demo().await;
        let bomb = Dish::repeating(" ", 16 * 1024 * 1024).compressed(coding);
        table.mealie.order_fault(Fault::on("GET", SOUP).serves(200, "application/json", bomb));
        let (head, sent) = raw(&table, SOUP).await;
        assert!(head.contains("content-encoding: ") && sent.len() < 256 * 1024, "{coding:?}: {}", sent.len());
    }
}

#[tokio::test]
async fn the_usual_answer_can_come_with_something_else_in_it() {
    for (row, from, to) in [
        ("a number that is none", "\"recipeServings\":4.0", "\"recipeServings\":1e999"),
        ("a key twice", "\"name\":\"Pea Soup\"", "\"name\":\"Other\",\"name\":\"Pea Soup\""),
        ("a name that is not there", "\"nothing\"", "\"x\""),
    ] {
        let table = Table::demo().await;
        let soup = table.mealie.kitchen().recipe_named("Pea Soup").expect("soup").id;
        table.mealie.kitchen().set_servings(soup, 4.0);
        let usual = table.get(SOUP).await.text;
        table.mealie.order_fault(Fault::on("GET", SOUP).rewrites(from, to));
        let (head, sent) = raw(&table, SOUP).await;
        let want = usual.replace(from, to);
        assert_eq!(String::from_utf8_lossy(&sent), want, "{row}");
        assert!(head.contains(&format!("content-length: {}\r\n", want.len())), "{row}: {head}");
    }
    let table = Table::empty().await;
    table.mealie.order_fault(Fault::on("POST", "/api/recipes").rewrites("soup", "pie"));
    assert_eq!(table.post("/api/recipes", json!({ "name": "Soup" })).await.body, "pie");
    assert!(table.mealie.kitchen().recipe_at("soup").is_some(), "the deed is done as usual");
}
