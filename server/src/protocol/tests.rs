//! The protocol and the transport in one process, over a pipe in memory, with tools made for the purpose: one that
//! panics, one that asks, one that waits. What needs Mealie is tested over the real program elsewhere.

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
}

impl Declared for AsksFirst {
    const NAME: &'static str = "asks";
    const TITLE: &'static str = "Asks";
    const DESCRIPTION: &'static str = "Asks.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Done;

    async fn plan(&self, _: &Kitchen<'_>) -> Result<Plan<Done>, Failure> {
        let number = self.number;
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

struct Client {
    input: Option<WriteHalf<DuplexStream>>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    server: tokio::task::JoinHandle<()>,
}

const FORMS: &str = r#"{"elicitation":{}}"#;

impl Client {
    fn start(ask_timeout: Duration) -> Self {
        let nowhere = || Connection { url: None, token: None, proxy: None };
        let (reads, write_key) = crate::mealie::open(nowhere());
        let policy = Policy { lifetime: Duration::from_secs(900), without_dialog: WithoutDialog::Token };
        let desk = Desk {
            catalogue: Catalogue::of(vec![
                Entry::of::<Panics>(Guarded::Never),
                Entry::of::<AsksFirst>(Guarded::Always),
            ]),
            guard: Guard::new(write_key, Key::of_test(), policy),
            reads,
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

#[tokio::test]
async fn bnd_8_a_panic_in_a_tool_is_answered_and_the_server_lives_on() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let answer = client.ask(&call(1, "panics", "{}")).await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert!(!answer.to_string().contains("s3same"), "{answer}");
    assert_eq!(client.ask(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await["result"], json!({}));
}

#[tokio::test]
async fn era_1_what_comes_before_the_first_request_ends_nothing() {
    let mut client = Client::start(DEADLINE);
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    client.send(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#).await;
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/made-up"}"#).await;
    assert_eq!(client.ask(&initialize("{}")).await["id"], 0);
}

#[tokio::test]
async fn era_1_after_a_request_of_the_new_era_the_old_handshake_is_served_all_the_same() {
    for first in [modern(1, "server/discover", json!({})), modern(1, "tools/list", json!({}))] {
        let mut client = Client::start(DEADLINE);
        assert!(client.ask(&first).await["result"].is_object(), "{first}");
        assert_eq!(client.ask(&initialize("{}")).await["result"]["protocolVersion"], "2025-11-25");
        let plain = client.ask(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
        assert_eq!(plain["result"]["tools"].as_array().map(Vec::len), Some(2), "{plain}");
        let again = client.ask(&modern(3, "tools/list", json!({}))).await;
        assert_eq!(again["result"]["cacheScope"], "private", "{again}");
    }
}

#[tokio::test]
async fn era_2_every_protocol_fault_has_its_code() {
    let mut client = Client::start(DEADLINE);
    let unknown_version = modern(1, "tools/list", json!({})).replace("2026-07-28", "2099-01-01");
    let no_capabilities = modern(1, "tools/list", json!({})).replace("clientCapabilities", "x");
    let odd_capabilities = modern(1, "tools/list", json!({})).replace(r#"{"elicitation":{}}"#, "true");
    for (row, message, code) in [
        ("no _meta", r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.to_owned(), -32602),
        ("no capabilities", no_capabilities, -32602),
        ("capabilities that are none", odd_capabilities, -32602),
        ("an unknown version", unknown_version, -32022),
        ("a call without a name", modern(1, "tools/call", json!({})), -32602),
        (
            "arguments that are a list",
            modern(1, "tools/call", json!({"name": "asks", "arguments": []})),
            -32602,
        ),
        (
            "a state that is a number",
            modern(1, "tools/call", json!({"name": "asks", "requestState": 5})),
            -32602,
        ),
        (
            "answers that are a list",
            modern(1, "tools/call", json!({"name": "asks", "inputResponses": []})),
            -32602,
        ),
        (
            "an initialize without params",
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#.to_owned(),
            -32602,
        ),
        ("an unknown tool", modern(1, "tools/call", json!({"name": "fly"})), -32602),
        ("a cursor that nobody gave", modern(1, "tools/list", json!({"cursor": "2"})), -32602),
        ("an unknown method", modern(1, "recipes/fly", json!({})), -32601),
        ("ping in the new era", modern(1, "ping", json!({})), -32601),
    ] {
        let answer = client.ask(&message).await;
        assert_eq!(answer["error"]["code"], code, "{row}: {answer}");
        assert_eq!(answer["id"], 1, "{row}: {answer}");
    }
    let supported = client.ask(&modern(1, "tools/list", json!({})).replace("2026-07-28", "2099-01-01")).await;
    let supported = supported["error"]["data"]["supported"].to_string();
    assert!(supported.contains("2025-11-25") && supported.contains("2026-07-28"), "{supported}");
}

#[tokio::test]
async fn bnd_6_what_is_no_message_is_answered_or_skipped() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{}1{}}}"#,
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    for (row, line, code, id) in [
        ("no JSON", "{soup", -32700, Value::Null),
        ("nested too deep", deep.as_str(), -32602, json!(1)),
        ("a batch", r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, Value::Null),
        ("a batch of two", r#"[{"id":1,"method":"a"},{"id":2,"method":"b"}]"#, -32600, Value::Null),
        ("an id of null", r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, Value::Null),
        (
            "half a surrogate",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\ud800"}}"#,
            -32602,
            json!(1),
        ),
        (
            "a number beyond all",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1e999}}"#,
            -32602,
            json!(1),
        ),
        ("a word", "true", -32600, Value::Null),
        ("no method", r#"{"jsonrpc":"2.0","id":1}"#, -32600, Value::Null),
        ("another version", r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, json!(1)),
        ("an id that is an object", r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, Value::Null),
        ("a method that is a number", r#"{"jsonrpc":"2.0","id":"a","method":5}"#, -32600, json!("a")),
    ] {
        let answer = client.ask(line).await;
        assert_eq!(answer["error"]["code"], code, "{row}: {answer}");
        assert_eq!(answer["id"], id, "{row}: {answer}");
    }
    let input = client.input.as_mut().unwrap();
    input.write_all(b"\xff\xfe{}\n\n\r\n").await.unwrap();
    assert_eq!(client.hear().await["error"]["code"], -32700, "bytes that are no UTF-8");
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}"#).await;
    let last = "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}\r";
    assert_eq!(client.ask(last).await["id"], 9, "a byte-order mark and a carriage return are no trouble");
}

#[tokio::test]
async fn bnd_6_a_message_of_very_many_values_is_answered_without_being_made() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let many = format!("[{}0]", "0,".repeat(100_000));
    let answer = client.ask(&call(1, "asks", &format!(r#"{{"number":{many}}}"#))).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert_eq!(answer["id"], 1, "{answer}");
    assert_eq!(client.ask(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await["id"], 2);
}

/// A client that sends and does not read is not read from either, once enough is in flight; nothing is lost by that.
#[tokio::test]
async fn bnd_6_more_requests_than_can_be_in_flight_wait_and_are_all_answered() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let mut input = client.input.take().unwrap();
    let sending = tokio::spawn(async move {
        for id in 1..=2_000 {
            let ping = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
            input.write_all(ping.as_bytes()).await.unwrap();
        }
        input
    });
    let mut answered = std::collections::HashSet::new();
    for _ in 1..=2_000 {
        answered.insert(client.hear().await["id"].as_u64().unwrap());
    }
    assert_eq!(answered.len(), 2_000);
    client.input = Some(sending.await.unwrap());
}

#[tokio::test]
async fn era_5_a_revision_without_errors_that_have_no_id_gets_none() {
    let mut client = Client::start(DEADLINE);
    client.ask(&initialize("{}").replace("2025-11-25", "2025-06-18")).await;
    client.send("{soup").await;
    client.send("true").await;
    assert_eq!(client.ask(r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#).await["id"], 9);
}

/// Nothing that cannot be read counts as a yes, and the question does not stay open either.
#[tokio::test]
async fn ask_4_an_answer_that_cannot_be_read_is_no_yes() {
    let mut client = Client::initialized(FORMS, DEADLINE).await;
    for (id, bent) in [
        (1, r#""result":{"action":"accept","content":{"confirm":true,"n":1e999}}"#),
        (2, r#""result":{"action":"accept","content":{"confirm":true,"n":"\ud800"}}"#),
        (3, r#""error":{"code":"x"}"#),
    ] {
        let question = client.ask(&call(id, "asks", r#"{"number":8}"#)).await;
        let answer = client.ask(&format!(r#"{{"jsonrpc":"2.0","id":{},{bent}}}"#, question["id"])).await;
        assert_eq!(answer["id"], id, "{answer}");
        assert_eq!(answer["result"]["isError"], true, "{answer}");
    }
    assert_eq!(written(8), 0);
}

/// The TypeScript SDK 1.x cannot withdraw a question whose id is 0.
#[tokio::test]
async fn the_first_question_has_another_id_than_0_and_its_answer_finds_it() {
    for as_text in [false, true] {
        let mut client = Client::initialized(FORMS, DEADLINE).await;
        let number = if as_text { 10 } else { 9 };
        let question = client.ask(&call(1, "asks", &format!(r#"{{"number":{number}}}"#))).await;
        assert_eq!(question["id"], 1, "{question}");
        let id = if as_text { json!("1") } else { json!(1) };
        let yes =
            json!({"jsonrpc": "2.0", "id": id, "result": {"action": "accept", "content": {"confirm": true}}});
        let answer = client.ask(&yes.to_string()).await;
        assert_eq!(answer["result"]["structuredContent"]["status"], "done", "{answer}");
        assert_eq!(written(number), 1);
    }
}

/// A client that is gone but for the open end of a full pipe.
#[tokio::test(start_paused = true)]
async fn bnd_6_the_end_of_input_ends_the_server_though_nobody_reads() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let mut input = client.input.take().unwrap();
    for id in 1..=100 {
        let list = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/list\"}}\n");
        if timeout(Duration::from_secs(1), input.write_all(list.as_bytes())).await.is_err() {
            break;
        }
    }
    let _ = timeout(Duration::from_secs(1), input.shutdown()).await;
    timeout(DEADLINE, client.server).await.expect("the end in time").unwrap();
}

#[tokio::test]
async fn bnd_6_a_line_that_is_too_long_is_not_kept_and_the_next_one_is_read() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let mut input = client.input.take().unwrap();
    let sending = tokio::spawn(async move {
        let piece = vec![b'a'; 1 << 20];
        for _ in 0..17 {
            input.write_all(&piece).await.unwrap();
        }
        input.write_all(b"\n{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}\n").await.unwrap();
        input
    });
    let answer = client.hear().await;
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
    assert_eq!(client.hear().await["id"], 9);
    client.input = Some(sending.await.unwrap());
}

#[tokio::test]
async fn ask_4_the_end_of_input_with_a_question_open_ends_the_server_at_once() {
    let mut client = Client::initialized(FORMS, Duration::from_secs(3_600)).await;
    let question = client.ask(&call(1, "asks", r#"{"number":1}"#)).await;
    assert_eq!(question["method"], "elicitation/create", "{question}");
    client.ends().await;
    assert_eq!(written(1), 0);
}

#[tokio::test]
async fn ask_4_a_call_that_is_cancelled_takes_its_question_back_and_writes_nothing() {
    let mut client = Client::initialized(FORMS, DEADLINE).await;
    let question = client.ask(&call(1, "asks", r#"{"number":2}"#)).await;
    let withdrawn =
        client.ask(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    assert_eq!(withdrawn["method"], "notifications/cancelled", "{withdrawn}");
    assert_eq!(withdrawn["params"]["requestId"], question["id"], "{withdrawn}");
    let late = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"confirm": true}}});
    client.send(&late.to_string()).await;
    assert_eq!(client.ask(r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#).await["id"], 5);
    assert_eq!(written(2), 0);
}

#[tokio::test(start_paused = true)]
async fn ask_4_silence_ends_the_question_and_writes_nothing() {
    let mut client = Client::initialized(FORMS, Duration::from_secs(5)).await;
    client.ask(&call(1, "asks", r#"{"number":3}"#)).await;
    let withdrawn = client.hear().await;
    assert_eq!(withdrawn["method"], "notifications/cancelled", "{withdrawn}");
    let answer = client.hear().await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(answer.to_string().contains("Nothing was changed: nobody answered"), "{answer}");
    assert_eq!(written(3), 0);
}

#[tokio::test(start_paused = true)]
async fn ask_21_a_waiting_question_is_told_of_every_ten_seconds() {
    let mut client = Client::initialized(FORMS, Duration::from_secs(35)).await;
    let asking = call(1, "asks", r#"{"number":4}"#)
        .replace(r#""arguments""#, r#""_meta":{"progressToken":"p"},"arguments""#);
    let started = tokio::time::Instant::now();
    client.ask(&asking).await;
    for told in 1..=3 {
        let progress = client.hear().await;
        assert_eq!(progress["method"], "notifications/progress", "{progress}");
        assert_eq!(progress["params"]["progressToken"], "p");
        assert_eq!(started.elapsed().as_secs(), told * 10);
    }
}

#[tokio::test]
async fn ask_20_the_twenty_first_open_question_is_not_asked() {
    let mut client = Client::initialized(FORMS, DEADLINE).await;
    for id in 1..=20 {
        assert_eq!(client.ask(&call(id, "asks", r#"{"number":5}"#)).await["method"], "elicitation/create");
    }
    let answer = client.ask(&call(21, "asks", r#"{"number":5}"#)).await;
    assert_eq!(answer["id"], 21, "{answer}");
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(answer.to_string().contains("nobody was asked"), "{answer}");
}

#[tokio::test]
async fn tok_1_a_client_that_does_not_know_how_to_ask_gets_the_token_and_can_use_it() {
    let mut client = Client::initialized(FORMS, DEADLINE).await;
    let mut arguments = json!({"number": 6});
    for turn in 1..=2 {
        let question = client.ask(&call(turn, "asks", &arguments.to_string())).await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        let error =
            json!({"jsonrpc": "2.0", "id": question["id"], "error": {"code": -32601, "message": "what?"}});
        let answer = client.ask(&error.to_string()).await;
        let structured = &answer["result"]["structuredContent"];
        if turn == 1 {
            assert_eq!(structured["status"], "confirmation_required", "{answer}");
            assert_eq!(structured["reason"], "client_cannot_show_a_dialog", "{answer}");
            arguments["confirm_token"] = structured["confirm_token"].clone();
            assert_eq!(written(6), 0);
        } else {
            assert_eq!(structured["status"], "done", "{answer}");
            assert_eq!(written(6), 1);
        }
    }
}

#[tokio::test]
async fn seal_4_one_answer_sent_many_times_at_once_writes_once() {
    let mut client = Client::start(DEADLINE);
    let params = json!({"name": "asks", "arguments": {"number": 7}});
    let question = client.ask(&modern(1, "tools/call", params.clone())).await;
    let result = &question["result"];
    assert_eq!(result["resultType"], "input_required", "{question}");
    let key = result["inputRequests"].as_object().unwrap().keys().next().unwrap().clone();
    let mut retry = params;
    retry["requestState"] = result["requestState"].clone();
    retry["inputResponses"] = json!({key: {"action": "accept", "content": {"confirm": true}}});
    for id in 2..52 {
        client.send(&modern(id, "tools/call", retry.clone())).await;
    }
    let mut done = 0;
    for _ in 2..52 {
        let answer = client.hear().await;
        match answer["result"]["resultType"].as_str() {
            Some("complete") => done += 1,
            Some("input_required") => {}
            _ => panic!("{answer}"),
        }
    }
    assert_eq!((done, written(7)), (1, 1));
}
