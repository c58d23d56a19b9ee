//! A server that plays a script, byte by byte: for trouble that no HTTP library would make. Owns what it saw; it never
//! knows what a request means.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

use super::PATIENCE;

/// What is done on a connection, one after the other; at the end it is closed.
#[derive(Clone)]
pub(super) enum Move {
    /// Reads one request, head and body.
    Hear,
    /// Sends these bytes.
    Say(Bytes),
    /// Sends these bytes again and again until the other side leaves, but no more than [`ENOUGH`]: a client that would
    /// read on for ever waits then, and does not fill the memory.
    SayForever(Bytes),
    /// Sends one byte after the other, with this pause before each, until the other side leaves.
    Drip(u8, Duration),
    /// Goes on when the test gives a permit.
    Wait(Arc<Semaphore>),
    /// Says nothing until the other side leaves.
    Hold,
    /// Closes with a TCP reset instead of a farewell.
    Reset,
}

/// In bytes: far more than is ever read of an answer, and than the two ends' buffers hold besides.
const ENOUGH: usize = 64 * 1024 * 1024;

/// What a scripted server saw.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// The other ends of all connections, in the order in which they came.
    pub(super) callers: Vec<SocketAddr>,
    /// The requests, head and body.
    pub(super) requests: Vec<String>,
    /// How many of them wait for a permit, and how many did at most.
    pub(super) waiting: usize,
    pub(super) most_waiting: usize,
    /// Bytes that were sent by [`Move::SayForever`], those in buffers included.
    pub(super) sent: usize,
    /// Connections that are over, whichever side ended them.
    pub(super) over: usize,
}

/// The server. It stops when this is dropped.
pub(super) struct Scripted {
    address: SocketAddr,
    seen: watch::Sender<Seen>,
    serving: JoinHandle<()>,
}

impl Scripted {
    /// One script for each connection; the last one is played again for all that come after.
    pub(super) async fn start(scripts: Vec<Vec<Move>>) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = watch::Sender::new(Seen::default());
        let log = seen.clone();
        let serving = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            loop {
                let (stream, caller) = listener.accept().await.unwrap();
                let nth = log.borrow().callers.len();
                log.send_modify(|seen| seen.callers.push(caller));
                let script = scripts[nth.min(scripts.len() - 1)].clone();
                connections.spawn(play(stream, script, log.clone()));
            }
        });
        Self { address, seen, serving }
    }

    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(super) fn seen(&self) -> Seen {
        self.seen.borrow().clone()
    }

    /// Waits until the server has seen it.
    pub(super) async fn until(&self, what: &str, has_come: impl FnMut(&Seen) -> bool) -> Seen {
        let mut seen = self.seen.subscribe();
        let come = timeout(PATIENCE, seen.wait_for(has_come)).await;
        come.unwrap_or_else(|_| panic!("waited in vain for {what}")).unwrap().clone()
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn play(mut stream: TcpStream, script: Vec<Move>, seen: watch::Sender<Seen>) {
    for step in script {
        let there = match step {
            Move::Hear => match hear(&mut stream).await {
                Some(request) => {
                    seen.send_modify(|seen| seen.requests.push(request));
                    true
                }
                None => false,
            },
            Move::Say(bytes) => stream.write_all(&bytes).await.is_ok(),
            Move::SayForever(bytes) => {
                let mut sent = 0;
                while sent < ENOUGH && stream.write_all(&bytes).await.is_ok() {
                    sent += bytes.len();
                }
                seen.send_modify(|seen| seen.sent += sent);
                wait_for_the_end(&mut stream).await;
                false
            }
            Move::Drip(byte, pause) => {
                let mut drip = tokio::time::interval(pause);
                while stream.write_all(&[byte]).await.is_ok() {
                    drip.tick().await;
                }
                false
            }
            Move::Wait(permits) => {
                seen.send_modify(|seen| {
                    seen.waiting += 1;
                    seen.most_waiting = seen.most_waiting.max(seen.waiting);
                });
                permits.acquire().await.unwrap().forget();
                seen.send_modify(|seen| seen.waiting -= 1);
                true
            }
            Move::Hold => {
                wait_for_the_end(&mut stream).await;
                false
            }
            Move::Reset => stream.set_zero_linger().is_ok(),
        };
        if !there {
            break;
        }
    }
    drop(stream);
    seen.send_modify(|seen| seen.over += 1);
}

/// Until the other side leaves. Not for ever, so that a client without a time limit fails its test; longer than a test
/// waits to see that it left.
async fn wait_for_the_end(stream: &mut TcpStream) {
    let _ = timeout(PATIENCE * 2, async { while stream.read_u8().await.is_ok() {} }).await;
}

/// One request; nothing when the other side leaves first.
async fn hear(stream: &mut TcpStream) -> Option<String> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        request.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8_lossy(&request).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    stream.read_exact(&mut body).await.ok()?;
    request.extend(body);
    Some(String::from_utf8_lossy(&request).into_owned())
}

/// The header of JSON.
pub(super) const JSON: &str = "content-type: application/json";
/// The header of a body without a length.
pub(super) const CHUNKED: &str = "transfer-encoding: chunked";
/// The end of such a body.
pub(super) const LAST_CHUNK: &[u8] = b"0\r\n\r\n";

/// A whole answer; the connection can take another request behind it.
pub(super) fn answer(status: &str, headers: &[&str], body: &[u8]) -> Move {
    let length = format!("content-length: {}", body.len());
    begin(status, &[headers, &[&length]].concat(), body)
}

/// An answer with these headers and no others, and what stands behind them.
pub(super) fn begin(status: &str, headers: &[&str], body: &[u8]) -> Move {
    let mut bytes = format!("HTTP/1.1 {status}\r\n").into_bytes();
    for header in headers {
        bytes.extend(format!("{header}\r\n").into_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    Move::Say(bytes.into())
}

/// An answer of JSON, whole.
pub(super) fn json(body: &str) -> Move {
    answer("200 OK", &[JSON], body.as_bytes())
}

/// One chunk of a body without a length.
pub(super) fn chunk(bytes: &[u8]) -> Bytes {
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat().into()
}
