//! A client that hides nothing: one request, one connection, and everything that came back.
//! Never retries and never follows a redirect.

use std::time::Duration;

use fake_mealie::{FakeMealie, Options, Seed};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Nothing here takes longer, on any machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(20);

/// What came back.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) text: String,
    pub(crate) body: Value,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let prefix = format!("{name}: ");
        self.head.lines().find_map(|line| {
            line.get(..prefix.len()).filter(|start| start.eq_ignore_ascii_case(&prefix))?;
            line.get(prefix.len()..)
        })
    }

    /// The names of the items of a page.
    pub(crate) fn names(&self) -> Vec<&str> {
        let items = self.body["items"].as_array().expect("a page");
        items.iter().map(|item| item["name"].as_str().unwrap_or_default()).collect()
    }

    pub(crate) fn total(&self) -> u64 {
        self.body["total"].as_u64().expect("a page")
    }
}

/// A fake with a client at hand.
pub(crate) struct Table {
    pub(crate) mealie: FakeMealie,
}

impl Table {
    pub(crate) async fn demo() -> Table {
        Table::with(Seed::Demo).await
    }

    pub(crate) async fn empty() -> Table {
        Table::with(Seed::Empty).await
    }

    pub(crate) async fn with(seed: Seed) -> Table {
        let options = Options { seed, ..Options::default() };
        Table { mealie: FakeMealie::start(options).await.expect("a free port on loopback") }
    }

    pub(crate) async fn get(&self, path: &str) -> Seen {
        self.ask("GET", path, None).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Seen {
        self.ask("DELETE", path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Seen {
        self.ask("POST", path, Some(body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> Seen {
        self.ask("PATCH", path, Some(body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Seen {
        self.ask("PUT", path, Some(body)).await
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Seen {
        let authorization = format!("authorization: Bearer {}\r\n", self.mealie.token());
        self.ask_as(&authorization, method, path, body).await
    }

    pub(crate) async fn ask_as(&self, headers: &str, method: &str, path: &str, body: Option<Value>) -> Seen {
        let answer = self.raw(&request(headers, method, path, body)).await;
        seen(&answer).unwrap_or_else(|| panic!("{method} {path} was answered with {answer:?}"))
    }

    /// Sends bytes and reads until the other side closes.
    pub(crate) async fn raw(&self, request: &str) -> String {
        let exchange = async {
            let mut stream = self.connect().await;
            stream.write_all(request.as_bytes()).await.expect("the fake reads");
            let mut answer = Vec::new();
            // A reset is an end like any other here; what came before it counts.
            let _ = stream.read_to_end(&mut answer).await;
            String::from_utf8_lossy(&answer).into_owned()
        };
        tokio::time::timeout(DEADLINE, exchange).await.expect("the fake answers and closes")
    }

    /// Sends bytes, says that there are no more, and reads until the other side closes.
    pub(crate) async fn raw_and_no_more(&self, request: &str) -> String {
        let exchange = async {
            let mut stream = self.connect().await;
            // The other side may have hung up in the middle; then there is nothing more to say.
            let _ = stream.write_all(request.as_bytes()).await;
            let _ = stream.shutdown().await;
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer).await;
            String::from_utf8_lossy(&answer).into_owned()
        };
        tokio::time::timeout(DEADLINE, exchange).await.expect("the fake answers or closes")
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        let address = self.mealie.url().strip_prefix("http://").expect("plain http");
        TcpStream::connect(address).await.expect("the fake listens")
    }
}

pub(crate) fn request(headers: &str, method: &str, path: &str, body: Option<Value>) -> String {
    let body = body.map(|body| body.to_string());
    let about_body = match &body {
        Some(body) => format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len()),
        None => String::new(),
    };
    format!(
        "{method} {path} HTTP/1.1\r\nhost: kitchen\r\nconnection: close\r\n{headers}{about_body}\r\n{}",
        body.unwrap_or_default()
    )
}

pub(crate) fn seen(answer: &str) -> Option<Seen> {
    let (head, text) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let body = serde_json::from_str(text).unwrap_or(Value::Null);
    Some(Seen { status, head: head.to_owned(), text: text.to_owned(), body })
}
