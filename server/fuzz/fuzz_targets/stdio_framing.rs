//! stdio framing (BND-6, BND-8): any bytes, in chunks of any size, to a whole server. Each line gets at most one answer,
//! and the next good line is answered all the same. It never speaks to a Mealie.

#![no_main]

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use mealie_mcp::call::Desk;
use mealie_mcp::catalogue::Catalogue;
use mealie_mcp::guard::key::Key;
use mealie_mcp::guard::{Guard, Policy};
use mealie_mcp::mealie;
use mealie_mcp::netguard::{Lookup, Netguard, Place, Resolve};
use mealie_mcp::protocol::Protocol;
use mealie_mcp::settings::{Connection, Dialog, WithoutDialog};
use mealie_mcp::tool::House;
use mealie_mcp::transport::stdio::Stdio;
use rmcp::service::serve_directly_with_ct;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// Longer than anything here takes.
const DEADLINE: Duration = Duration::from_secs(20);

/// The last line, whose answer shows that the server lives.
const LAST: &str = "\n{\"jsonrpc\":\"2.0\",\"id\":\"the last one\",\"method\":\"ping\"}\n";

/// What a connection may begin with.
const BEGINNINGS: [&str; 4] = [
    "",
    "{\"jsonrpc\":\"2.0\",\"id\":\"first\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\
     \"capabilities\":{\"elicitation\":{}},\"clientInfo\":{\"name\":\"f\",\"version\":\"1\"}}}\n",
    "{\"jsonrpc\":\"2.0\",\"id\":\"first\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\
     \"capabilities\":{},\"clientInfo\":{\"name\":\"f\",\"version\":\"1\"}}}\n",
    "{\"jsonrpc\":\"2.0\",\"id\":\"first\",\"method\":\"server/discover\",\"params\":{\"_meta\":{\
     \"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
     \"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}}}\n",
];

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_current_thread().enable_time().build().expect("an event loop")
});

/// Not connected to any Mealie: a call that comes as far as that says so.
static DESK: LazyLock<Arc<Desk>> = LazyLock::new(|| {
    let nowhere = || Connection { url: None, token: None, proxy: None };
    let (reads, write_key) = mealie::open(nowhere());
    let key = Key::random(&nowhere()).expect("random bytes");
    let policy = Policy { lifetime: Duration::from_secs(900), without_dialog: WithoutDialog::Token };
    Arc::new(Desk {
        catalogue: Catalogue::all(),
        guard: Guard::new(write_key, key, policy),
        reads,
        public_url: None,
        house: House { writes: true, dialog: true },
        netguard: Netguard::with_resolver(None, Arc::new(Nobody)),
        max_result_bytes: 60_000,
    })
});

/// Knows no name.
struct Nobody;

impl Resolve for Nobody {
    fn resolve(&self, _: &str, _: Place) -> Lookup {
        Box::pin(async { None })
    }
}

// The first byte chooses the beginning, the second and third the sizes of the chunks in turn.
fuzz_target!(|bytes: &[u8]| {
    let [beginning, odd, even, bytes @ ..] = bytes else { return };
    let beginning = BEGINNINGS[usize::from(*beginning) % BEGINNINGS.len()];
    RUNTIME.block_on(converse(beginning, [*odd, *even], bytes));
});

#[expect(clippy::disallowed_methods, reason = "the server is the other end, not a part of a request")]
async fn converse(beginning: &str, sizes: [u8; 2], bytes: &[u8]) {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (read, write) = tokio::io::split(theirs);
    let ended = CancellationToken::new();
    let transport = Stdio::over(Box::new(read), Box::new(write), ended.clone());
    let protocol = Protocol::new(Arc::clone(&DESK), Dialog::Ask, DEADLINE, ended);
    let server = tokio::spawn(async move {
        let running = serve_directly_with_ct(protocol, transport, None, CancellationToken::new());
        running.waiting().await.expect("the server lives to the end of its input");
    });
    let (read, mut write) = tokio::io::split(ours);
    let sent = async {
        write.write_all(beginning.as_bytes()).await.expect("the server reads");
        let mut rest = bytes;
        for size in sizes.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (chunk, behind) = rest.split_at(usize::from(*size).clamp(1, rest.len()));
            write.write_all(chunk).await.expect("the server reads");
            // The server sees this chunk before there is another one.
            tokio::task::yield_now().await;
            rest = behind;
        }
        write.write_all(LAST.as_bytes()).await.expect("the server reads");
    };
    let mut lines = BufReader::new(read).lines();
    let heard = async {
        let mut heard = 0;
        loop {
            let line = lines.next_line().await.expect("what is written is text").expect("the server lives");
            let message: Value = serde_json::from_str(&line).expect("what is written is JSON");
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            heard += 1;
            if message["id"] == "the last one" {
                break heard;
            }
        }
    };
    let talk = async { tokio::join!(sent, heard).1 };
    let heard = tokio::time::timeout(DEADLINE, talk).await.expect("the last line is answered");
    let lines_sent = 1 + [beginning.as_bytes(), bytes].concat().split(|byte| *byte == b'\n').count();
    assert!(heard <= lines_sent, "{heard} answers to {lines_sent} lines");
    drop((lines, write));
    tokio::time::timeout(DEADLINE, server).await.expect("it ends with its input").expect("without a panic");
}
