//! MCP over standard input and output: one JSON message a line. What is no message gets an error or is skipped, and the
//! connection lives on (BND-6). It never reads a line longer than the limit into memory, never takes more requests than
//! it can answer, and never uses the blocking pool for a pipe or a socket.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    ClientNotification, JsonRpcMessage, ProtocolVersion, RequestId, ServerNotification, ServerResult,
};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::complaint::{Complaint, TOO_MANY_VALUES, TOO_MUCH_AT_ONCE, UNREADABLE, Unread, unread};
use super::streams::{Input, Output, standard_input, standard_output};
use crate::memory;
use crate::text::holds_more_values_than;

/// The longest line that is read, in bytes.
const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;

/// The most JSON values of a line: more than a hundred times what the longest list of arguments takes. Each becomes about
/// a kilobyte while rmcp finds out what kind of message it is.
const MAX_LINE_VALUES: usize = 20_000;

/// A line's buffer larger than this is given back once the line is done.
const KEPT_BUFFER_BYTES: usize = 64 * 1024;

/// Requests that are being answered at the most; the next one is read when one of them is. Far above what a client asks at
/// once, and far above the questions that may wait for a person (20), so that their answers are always read.
const MAX_IN_FLIGHT: usize = 128;

/// What the requests that are being answered may hold together, in bytes of their lines; one that holds more by itself is
/// let in alone. A call keeps its arguments until it is answered, as long as a person reads its question.
const MAX_HELD_BYTES: usize = 8 * 1024 * 1024;

/// A line up to this length is let in whatever is held: answers to questions have a few hundred bytes, and no flood of
/// [`MAX_IN_FLIGHT`] of them takes more than another [`MAX_HELD_BYTES`].
const SMALL_LINE_BYTES: usize = 64 * 1024;

/// Messages that wait to be written at the most; whoever has one more waits.
const WAITING_MESSAGES: usize = 64;

/// Bytes that are written in one go, so that many small messages do not take a system call each.
const WRITE_BYTES: usize = 64 * 1024;

/// How long a client that reads nothing is waited for at the end.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The connection of this process to the client that started it.
pub struct Stdio {
    input: BufReader<Input>,
    line: Vec<u8>,
    /// The rest of a line that is too long is being skipped.
    skipping: bool,
    /// An error that is to be sent before the next line is read.
    complaint: Option<Vec<u8>>,
    output: Option<mpsc::Sender<Vec<u8>>>,
    writer: JoinHandle<()>,
    in_flight: Arc<InFlight>,
    /// The revision that was agreed on has no errors without an id.
    errors_need_ids: Arc<AtomicBool>,
    ended: CancellationToken,
}

impl Stdio {
    /// Takes over standard input and output. `ended` is cancelled when the input ends.
    ///
    /// # Errors
    ///
    /// When the system refuses to hand over one of the two.
    pub fn new(ended: CancellationToken) -> io::Result<Self> {
        Ok(Self::over(standard_input()?, standard_output()?, ended))
    }

    /// The same over any two streams.
    #[expect(clippy::disallowed_methods, reason = "the writer asks nothing")]
    pub fn over(input: Input, output: Output, ended: CancellationToken) -> Self {
        let (sender, messages) = mpsc::channel(WAITING_MESSAGES);
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            skipping: false,
            complaint: None,
            output: Some(sender),
            writer: tokio::spawn(write(output, messages)),
            in_flight: Arc::default(),
            errors_need_ids: Arc::default(),
            ended,
        }
    }

    /// The next line, without its end; nothing at the end of input. Can be dropped and called again at any await.
    async fn next_line(&mut self) -> Option<Line> {
        self.in_flight.has_room().await;
        loop {
            let piece = match self.input.fill_buf().await {
                Ok([]) | Err(_) => return None,
                Ok(piece) => piece,
            };
            let end = piece.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(piece.len(), |place| place + 1);
            let too_long = self.line.len() + taken > MAX_LINE_BYTES;
            if !self.skipping && !too_long {
                self.line.extend_from_slice(&piece[..taken]);
            }
            self.input.consume(taken);
            self.skipping |= too_long;
            if end.is_some() {
                let line = if std::mem::take(&mut self.skipping) { Line::TooLong } else { Line::Whole };
                return Some(line);
            }
            if self.skipping {
                self.line = Vec::new();
            }
        }
    }

    /// What the line that was read comes to: a message, a complaint about it, or nothing.
    fn message(&self, line: &Line) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Complaint> {
        if let Line::TooLong = line {
            return Err(Complaint::invalid("this line is longer than 16 MiB and was not read", None));
        }
        let line = self.line.strip_prefix(b"\xEF\xBB\xBF".as_slice()).unwrap_or(&self.line).trim_ascii();
        if line.is_empty() {
            return Ok(None);
        }
        let wrong = if holds_more_values_than(MAX_LINE_VALUES, line) {
            TOO_MANY_VALUES
        } else if line.len() > SMALL_LINE_BYTES && !self.in_flight.can_hold(line.len()) {
            TOO_MUCH_AT_ONCE
        } else if let Ok(message) = serde_json::from_slice(line) {
            return Ok(Some(message));
        } else {
            UNREADABLE
        };
        match unread(line, wrong) {
            Unread::Skipped => Ok(None),
            Unread::Answer(answer) => Ok(Some(*answer)),
            Unread::Complaint(complaint) => Err(complaint),
        }
    }

    /// Keeps account of what comes in, and takes the shift off the ids of answers.
    fn arrived(&self, message: &mut RxJsonRpcMessage<RoleServer>, bytes: usize) {
        match message {
            JsonRpcMessage::Request(request) => self.in_flight.enter(request.id.clone(), bytes),
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // rmcp answers a cancelled request with silence.
                    self.in_flight.leave(id);
                }
            }
            JsonRpcMessage::Response(response) => response.id = shifted(&response.id, -1),
            JsonRpcMessage::Error(error) => error.id = error.id.as_ref().map(|id| shifted(id, -1)),
        }
    }
}

enum Line {
    Whole,
    TooLong,
}

/// The requests that are being answered.
#[derive(Default)]
struct InFlight {
    lines: Mutex<HashMap<RequestId, usize>>,
    left: Notify,
}

impl InFlight {
    fn lines(&self) -> MutexGuard<'_, HashMap<RequestId, usize>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, id: RequestId, bytes: usize) {
        self.lines().insert(id, bytes);
    }

    fn leave(&self, id: &RequestId) {
        // Of its own, so that the lock is not held any more.
        let bytes = self.lines().remove(id);
        if let Some(bytes) = bytes {
            self.left.notify_one();
            if bytes > SMALL_LINE_BYTES {
                memory::give_back();
            }
        }
    }

    async fn has_room(&self) {
        while self.lines().len() >= MAX_IN_FLIGHT {
            // A permit is kept for one that leaves between the look and the wait.
            self.left.notified().await;
        }
    }

    /// Whether a line of so many bytes may come in beside the large ones that are held.
    fn can_hold(&self, bytes: usize) -> bool {
        let held: usize = self.lines().values().filter(|bytes| **bytes > SMALL_LINE_BYTES).sum();
        held == 0 || held + bytes <= MAX_HELD_BYTES
    }
}

/// rmcp counts its own requests from 0, and the TypeScript SDK 1.x cannot withdraw a question whose id is 0
/// (typescript-sdk issue 2283): on the wire they are counted from 1. Some clients give a number back as text.
fn shifted(id: &RequestId, by: i64) -> RequestId {
    match id {
        RequestId::Number(number) => RequestId::Number(number.saturating_add(by)),
        RequestId::String(text) => match text.parse::<i64>() {
            Ok(number) => RequestId::Number(number.saturating_add(by)),
            Err(_) => id.clone(),
        },
    }
}

fn line_of(message: &TxJsonRpcMessage<RoleServer>) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

impl Transport<RoleServer> for Stdio {
    type Error = io::Error;

    fn send(
        &mut self,
        mut item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let mut answered = None;
        match &mut item {
            JsonRpcMessage::Request(request) => request.id = shifted(&request.id, 1),
            JsonRpcMessage::Notification(notification) => {
                if let ServerNotification::CancelledNotification(withdrawn) = &mut notification.notification {
                    let id = withdrawn.params.request_id.take();
                    withdrawn.params.request_id = id.map(|id| shifted(&id, 1));
                }
            }
            JsonRpcMessage::Response(response) => {
                if let ServerResult::InitializeResult(agreed) = &response.result {
                    let old = agreed.protocol_version < ProtocolVersion::V_2025_11_25;
                    self.errors_need_ids.store(old, Ordering::Relaxed);
                }
                answered = Some(response.id.clone());
            }
            JsonRpcMessage::Error(error) => answered = error.id.clone(),
        }
        let (output, in_flight) = (self.output.clone(), Arc::clone(&self.in_flight));
        async move {
            let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
            let sent = output.ok_or_else(closed)?.send(line_of(&item)?).await.map_err(|_| closed());
            if let Some(id) = answered {
                in_flight.leave(&id);
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            if self.complaint.is_some() {
                let place = self.output.as_ref()?.reserve().await.ok()?;
                if let Some(line) = self.complaint.take() {
                    place.send(line);
                }
            }
            let output = self.output.clone()?;
            let line = tokio::select! {
                biased;
                // Nobody reads the answers any more.
                () = output.closed() => None,
                line = self.next_line() => line,
            };
            let Some(line) = line else {
                self.ended.cancel();
                return None;
            };
            let message = self.message(&line);
            let bytes = self.line.len();
            self.line.clear();
            self.line.shrink_to(KEPT_BUFFER_BYTES);
            match message {
                Ok(Some(mut message)) => {
                    self.arrived(&mut message, bytes);
                    return Some(message);
                }
                Ok(None) => {}
                Err(complaint) if !complaint.has_an_id() && self.errors_need_ids.load(Ordering::Relaxed) => {}
                Err(complaint) => self.complaint = line_of(&complaint.message()).ok(),
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output = None;
        // The writer ends once it has written what waits, unless nobody reads it.
        match tokio::time::timeout(LAST_WORDS, &mut self.writer).await {
            Ok(written) => written.map_err(io::Error::other),
            Err(_) => {
                self.writer.abort();
                Ok(())
            }
        }
    }
}

/// Writes what comes, as much as there is at once, until nobody can send any more or nobody reads.
async fn write(mut output: Output, mut messages: mpsc::Receiver<Vec<u8>>) {
    let mut bytes = Vec::new();
    while let Some(first) = messages.recv().await {
        bytes.clear();
        bytes.extend_from_slice(&first);
        while bytes.len() < WRITE_BYTES {
            let Ok(next) = messages.try_recv() else { break };
            bytes.extend_from_slice(&next);
        }
        if output.write_all(&bytes).await.is_err() || output.flush().await.is_err() {
            return;
        }
        bytes.shrink_to(WRITE_BYTES);
    }
}
