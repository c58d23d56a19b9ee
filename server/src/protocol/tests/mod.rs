//! The protocol and the transport in one process, over a pipe in memory, with tools made for the purpose: one that
//! panics, one that asks, one that waits. What needs Mealie is tested over the real program elsewhere.

mod lines;
mod questions;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rmcp::service::serve_directly_with_ct;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::time::timeout;

use super::*;
use crate::answer::{Source, View};
use crate::catalogue::Catalogue;
use crate::failure::Failure;
use crate::guard::binding::Target;
use crate::guard::key::Key;
use crate::guard::question::Paragraph;
use crate::guard::{Guard, Policy};
use crate::netguard::Netguard;
use crate::settings::{Connection, WithoutDialog};
use crate::tool::entry::{Entry, Guarded};
use crate::tool::{Effect, House, Kitchen, Plan, Tool as Declared, Write};
use crate::transport::stdio::Stdio;
use crate::words;

/// Longer than anything here takes on a busy machine.
const DEADLINE: Duration = Duration::from_secs(20);

#[derive(Serialize, JsonSchema)]
struct Done {
    status: &'static str,
}

impl View for Done {
    const SOURCE: Source = Source::Ours;
}

#[derive(Deserialize, JsonSchema)]
struct Panics {}

impl Declared for Panics {
    const NAME: &'static str = "panics";
    const TITLE: &'static str = "Panics";
    const DESCRIPTION: &'static str = "Panics.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Done;

    async fn plan(&self, _: &Kitchen<'_>) -> Result<Plan<Done>, Failure> {
        panic!("s3same: the words of a panic are told to nobody")
    }
}

/// How often something was written, by all tests of this process together: each test looks at the difference for its
/// own number only.
static WRITTEN: [AtomicU32; 16] = [const { AtomicU32::new(0) }; 16];

#[derive(Deserialize, JsonSchema)]
struct AsksFirst {
    number: usize,
    /// Takes up room.
    note: Option<String>,
}

impl Declared for AsksFirst {
    const NAME: &'static str = "asks";
    const TITLE: &'static str = "Asks";
    const DESCRIPTION: &'static str = "Asks.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Done;

    async fn plan(&self, _: &Kitchen<'_>) -> Result<Plan<Done>, Failure> {
        let number = self.number;
        assert!(self.note.as_ref().is_none_or(|note| note.starts_with("long")));
        let question = Question::new(
            Paragraph::of(words!["This will write ", number as u64, "."]),
            Paragraph::of(words!["This cannot be undone."]),
        );
        let write = Write::new(move |_| {
            async move {
                WRITTEN[number].fetch_add(1, Ordering::SeqCst);
                Ok(Done { status: "done" })
            }
            .boxed()
        });
        Ok(Plan::ask(question, Target::new(), write))
    }
}

fn written(number: usize) -> u32 {
    WRITTEN[number].load(Ordering::SeqCst)
}

/// The key of every server here: no bytes that come up in a text.
const KEY: [u8; 32] = {
    let mut key = [0; 32];
    let mut place = 0;
    while place < 32 {
        key[place] = 129 + 3 * place as u8;
        place += 1;
    }
    key
};

struct Client {
    input: Option<WriteHalf<DuplexStream>>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    server: tokio::task::JoinHandle<()>,
}

const FORMS: &str = r#"{"elicitation":{}}"#;

impl Client {
    fn start(ask_timeout: Duration) -> Self {
        let (reads, write_key) = crate::mealie::open(Connection::nowhere());
        let policy = Policy { lifetime: Duration::from_secs(900), without_dialog: WithoutDialog::Token };
        let desk = Desk {
            catalogue: Catalogue::of(vec![
                Entry::of::<Panics>(Guarded::Never),
                Entry::of::<AsksFirst>(Guarded::Always),
            ]),
            guard: Guard::new(write_key, Key::known(KEY), policy),
            reads,
            netguard: Netguard::new(None),
            public_url: None,
            house: House { writes: true, dialog: true },
            max_result_bytes: 60_000,
        };
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (read, write) = tokio::io::split(theirs);
        let ended = CancellationToken::new();
        let transport = Stdio::over(Box::new(read), Box::new(write), ended.clone());
        let protocol = Protocol::new(Arc::new(desk), settings::Dialog::Ask, ask_timeout, ended);
        let server = tokio::spawn(async move {
            let running = serve_directly_with_ct(protocol, transport, None, CancellationToken::new());
            running.waiting().await.unwrap();
        });
        let (read, write) = tokio::io::split(ours);
        Self { input: Some(write), output: BufReader::new(read).lines(), server }
    }

    async fn send(&mut self, message: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(message.as_bytes()).await.unwrap();
        input.write_all(b"\n").await.unwrap();
    }

    async fn hear(&mut self) -> Value {
        let line = timeout(DEADLINE, self.output.next_line()).await.expect("an answer in time").unwrap();
        serde_json::from_str(&line.expect("an answer before the end")).unwrap()
    }

    async fn ask(&mut self, message: &str) -> Value {
        self.send(message).await;
        self.hear().await
    }

    async fn initialized(capabilities: &str, ask_timeout: Duration) -> Self {
        let mut client = Self::start(ask_timeout);
        let answer = client.ask(&initialize(capabilities)).await;
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25", "{answer}");
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        client
    }

    /// Closes the input, and tells whether the server ends.
    async fn ends(mut self) {
        drop(self.input.take());
        // What the two halves of a pipe in memory share is closed by closing both.
        drop(self.output);
        timeout(DEADLINE, self.server).await.expect("the end in time").unwrap();
    }
}

fn initialize(capabilities: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{capabilities},"clientInfo":{{"name":"t","version":"1"}}}}}}"#
    )
}

fn call(id: u32, tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    )
}

fn modern(id: u32, method: &str, params: Value) -> String {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    });
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}
