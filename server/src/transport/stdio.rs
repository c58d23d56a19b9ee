//! MCP over standard input and output: one JSON message a line. What is no message gets an error or is skipped, and the
//! connection lives on (BND-6). It never reads a line longer than the limit into memory, and never uses the blocking
//! pool for a pipe or a socket.

use std::io;

use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde::Deserialize;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// The longest line that is read, in bytes.
const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;

/// A line's buffer larger than this is given back once the line is done.
const KEPT_BUFFER_BYTES: usize = 64 * 1024;

/// Messages that wait to be written at the most; whoever has one more waits.
const WAITING_MESSAGES: usize = 64;

/// Bytes that are written in one go, so that many small messages do not take a system call each.
const WRITE_BYTES: usize = 64 * 1024;

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
    pub(crate) fn over(input: Input, output: Output, ended: CancellationToken) -> Self {
        let (sender, messages) = mpsc::channel(WAITING_MESSAGES);
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            skipping: false,
            complaint: None,
            output: Some(sender),
            writer: tokio::spawn(write(output, messages)),
            ended,
        }
    }

    /// The next line, without its end; nothing at the end of input. Can be dropped and called again at any await.
    async fn next_line(&mut self) -> Option<Line> {
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

    fn message(&mut self) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Complaint> {
        let line = self.line.strip_prefix(b"\xEF\xBB\xBF".as_slice()).unwrap_or(&self.line).trim_ascii();
        if line.is_empty() {
            return Ok(None);
        }
        match serde_json::from_slice(line) {
            Ok(message) => Ok(Some(message)),
            Err(_) => complaint(line).map_or(Ok(None), Err),
        }
    }
}

enum Line {
    Whole,
    TooLong,
}

/// What is answered to a line that is no message.
struct Complaint {
    code: ErrorCode,
    words: &'static str,
    id: Option<RequestId>,
}

/// Only what is needed to answer something that is not a message.
#[derive(Deserialize)]
struct Envelope {
    id: Option<Value>,
    method: Option<Value>,
}

/// JSON-RPC 2.0, section 5: what is no JSON is a parse error, what is no request is an invalid one. MCP has no `null`
/// id, so an error that belongs to no request goes without. A notification is never answered.
fn complaint(line: &[u8]) -> Option<Complaint> {
    if serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err() {
        return Some(Complaint { code: ErrorCode::PARSE_ERROR, words: "this line is not JSON", id: None });
    }
    let invalid = |words, id| Some(Complaint { code: ErrorCode::INVALID_REQUEST, words, id });
    match serde_json::from_slice::<Envelope>(line) {
        Ok(Envelope { id: None, method: Some(Value::String(_)) }) => None,
        Ok(Envelope { id, method: Some(_) }) => {
            let id = id.and_then(|id| serde_json::from_value(id).ok());
            invalid("this is not a JSON-RPC 2.0 request", id)
        }
        Ok(_) => invalid("this is not a JSON-RPC 2.0 message", None),
        Err(_) if line.starts_with(b"[") => {
            invalid("batches are not part of MCP; send one message a line", None)
        }
        Err(_) => invalid("this is not a JSON-RPC 2.0 message", None),
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
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let output = self.output.clone();
        async move {
            let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
            output.ok_or_else(closed)?.send(line_of(&item)?).await.map_err(|_| closed())
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
            let message = match line {
                Line::Whole => self.message(),
                Line::TooLong => Err(Complaint {
                    code: ErrorCode::INVALID_REQUEST,
                    words: "this line is longer than 16 MiB and was not read",
                    id: None,
                }),
            };
            self.line.clear();
            self.line.shrink_to(KEPT_BUFFER_BYTES);
            match message {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                Err(Complaint { code, words, id }) => {
                    let error = TxJsonRpcMessage::<RoleServer>::error(ErrorData::new(code, words, None), id);
                    self.complaint = line_of(&error).ok();
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output = None;
        // The writer ends once it has written what waits.
        (&mut self.writer).await.map_err(io::Error::other)
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

/// One of the two directions, by what the descriptor is. Tokio's own standard streams go through a pool of threads, which
/// costs most of the speed and keeps the process from ending while a read waits; they are left for files and terminals.
type Input = Box<dyn AsyncRead + Send + Unpin>;
/// The other direction.
type Output = Box<dyn AsyncWrite + Send + Unpin>;

fn standard_input() -> io::Result<Input> {
    // A pipe is opened anew, so that its being non-blocking is ours alone.
    #[cfg(target_os = "linux")]
    if let Ok(pipe) = tokio::net::unix::pipe::OpenOptions::new().open_receiver("/proc/self/fd/0") {
        return Ok(Box::new(pipe));
    }
    #[cfg(unix)]
    if let Some(socket) = socket(&io::stdin())? {
        return Ok(Box::new(socket));
    }
    Ok(Box::new(tokio::io::stdin()))
}

fn standard_output() -> io::Result<Output> {
    #[cfg(target_os = "linux")]
    if let Ok(pipe) = tokio::net::unix::pipe::OpenOptions::new().open_sender("/proc/self/fd/1") {
        return Ok(Box::new(pipe));
    }
    #[cfg(unix)]
    if let Some(socket) = socket(&io::stdout())? {
        return Ok(Box::new(socket));
    }
    Ok(Box::new(tokio::io::stdout()))
}

/// The socket behind a descriptor, if it is one: what Node starts its children with. It stays one open file with the
/// descriptor itself, so nothing else may write to that.
#[cfg(unix)]
fn socket(descriptor: &impl std::os::fd::AsFd) -> io::Result<Option<tokio::net::UnixStream>> {
    use std::os::unix::fs::FileTypeExt as _;

    let file = std::fs::File::from(descriptor.as_fd().try_clone_to_owned()?);
    if !file.metadata()?.file_type().is_socket() {
        return Ok(None);
    }
    let stream = std::os::unix::net::UnixStream::from(std::os::fd::OwnedFd::from(file));
    stream.set_nonblocking(true)?;
    tokio::net::UnixStream::from_std(stream).map(Some)
}
