//! What the subject said, sorted: replies by their id, questions, notifications, and what no server may send. It
//! waits for things to arrive, always with a deadline; it never sends.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncRead, BufReader};
use tokio::sync::watch;

use crate::era::Era;
use crate::lines::{LONGEST_LINE_BYTES, Line, next_line};
use crate::promised::Promises;
use crate::schema::SchemaBook;
use crate::transcript::{Origin, Transcript, cut};

/// More lines than this are a flood: the longest scenario needs about a thousand.
const MOST_LINES: usize = 50_000;

/// Something that no server may send, with the guarantee that it breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complaint {
    pub(crate) id: &'static str,
    pub(crate) what: String,
}

/// A request that was sent and is not answered yet: what a reply is held against.
#[derive(Clone, Debug)]
struct Awaited {
    method: String,
    era: Era,
    /// The tool that it calls, if it calls one.
    tool: Option<String>,
}

/// What messages are held against, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measures {
    /// The schemas of the revisions, where a folder of them was given.
    pub(crate) schema: Option<Arc<SchemaBook>>,
    /// What the tools publish of their answers. A client that only wants to know that is held to nothing.
    pub(crate) promises: Option<Arc<Promises>>,
}

#[derive(Debug)]
struct Sorted {
    /// The era that the connection is in: what unasked messages are held against.
    era: Era,
    lines: usize,
    awaited: HashMap<String, Awaited>,
    replies: HashMap<String, Value>,
    questions: VecDeque<Value>,
    notifications: Vec<Value>,
    /// The lines that brought the lists of tools, their ids taken out: a list is to be the same bytes (ANN-3).
    raw_lists: Vec<String>,
    /// Errors that name no request: the answer to what could not be read.
    nameless: Vec<Value>,
    complaints: Vec<Complaint>,
    ended: bool,
}

/// Why nothing arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The subject closed its stdout.
    Ended,
    /// The deadline passed.
    TooLong(Duration),
}

/// The sorted mail of one connection.
#[derive(Debug)]
pub(crate) struct Inbox {
    sorted: Mutex<Sorted>,
    changed: watch::Sender<()>,
    transcript: Transcript,
    measures: Measures,
}

impl Inbox {
    pub(crate) fn new(era: Era, transcript: Transcript, measures: Measures) -> Self {
        let sorted = Sorted {
            era,
            lines: 0,
            awaited: HashMap::new(),
            replies: HashMap::new(),
            questions: VecDeque::new(),
            notifications: Vec::new(),
            raw_lists: Vec::new(),
            nameless: Vec::new(),
            complaints: Vec::new(),
            ended: false,
        };
        Self { sorted: Mutex::new(sorted), changed: watch::Sender::new(()), transcript, measures }
    }

    /// From now on the connection is in this era.
    pub(crate) fn enter(&self, era: Era) {
        self.change(|sorted| sorted.era = era);
    }

    /// Reads to the end of the subject's stdout.
    pub(crate) async fn read(&self, stdout: impl AsyncRead + Unpin) {
        let mut stdout = BufReader::new(stdout);
        for count in 0.. {
            match next_line(&mut stdout).await {
                Line::Whole(_) if count >= MOST_LINES => {
                    self.complain("BND-6", format!("more than {MOST_LINES} lines on one connection"));
                    break;
                }
                Line::Whole(bytes) => self.sort(&bytes),
                Line::TooLong => {
                    self.complain("BND-6", format!("a line of more than {LONGEST_LINE_BYTES} bytes"));
                    break;
                }
                Line::End => break,
            }
        }
        self.change(|sorted| sorted.ended = true);
    }

    /// Says that a request with this id was sent, so that its reply is expected.
    pub(crate) fn expect(&self, id: &Value, method: &str, era: Era) {
        self.await_reply(id, Awaited { method: method.to_owned(), era, tool: None });
    }

    /// The same of a call of a tool.
    pub(crate) fn expect_from(&self, tool: &str, id: &Value, era: Era) {
        self.await_reply(id, Awaited { method: "tools/call".to_owned(), era, tool: Some(tool.to_owned()) });
    }

    fn await_reply(&self, id: &Value, awaited: Awaited) {
        self.change(|sorted| {
            sorted.awaited.insert(id.to_string(), awaited);
        });
    }

    /// Waits until `look` finds what it looks for.
    async fn until<T>(
        &self,
        deadline: Duration,
        mut look: impl FnMut(&mut Sorted) -> Option<T>,
    ) -> Result<T, Silence> {
        let mut changed = self.changed.subscribe();
        let waiting = async {
            loop {
                changed.mark_unchanged();
                {
                    let mut sorted = self.sorted.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(found) = look(&mut sorted) {
                        return Ok(found);
                    }
                    if sorted.ended {
                        return Err(Silence::Ended);
                    }
                }
                // The sender lives as long as `self`, so this can only be a change.
                let _ = changed.changed().await;
            }
        };
        tokio::time::timeout(deadline, waiting).await.unwrap_or(Err(Silence::TooLong(deadline)))
    }

    /// The reply to this request.
    pub(crate) async fn reply(&self, id: &Value, deadline: Duration) -> Result<Value, Silence> {
        let key = id.to_string();
        self.until(deadline, |sorted| sorted.replies.remove(&key)).await
    }

    /// The reply to this request or the next question, whichever is there first.
    pub(crate) async fn reply_or_question(&self, id: &Value, deadline: Duration) -> Result<Mail, Silence> {
        let key = id.to_string();
        self.until(deadline, |sorted| {
            let reply = sorted.replies.remove(&key).map(Mail::Reply);
            reply.or_else(|| sorted.questions.pop_front().map(Mail::Question))
        })
        .await
    }

    /// The next error that names no request.
    pub(crate) async fn nameless(&self, deadline: Duration) -> Result<Value, Silence> {
        self.until(deadline, |sorted| sorted.nameless.pop()).await
    }

    /// The first notification that `wanted` takes.
    pub(crate) async fn notification(
        &self,
        deadline: Duration,
        wanted: impl Fn(&Value) -> bool,
    ) -> Result<Value, Silence> {
        self.until(deadline, |sorted| sorted.notifications.iter().find(|value| wanted(value)).cloned()).await
    }

    /// Waits until each of these requests has a reply or a question waits in its place: the replies, and how many
    /// questions.
    pub(crate) async fn gather(
        &self,
        ids: &[Value],
        deadline: Duration,
    ) -> Result<(Vec<Value>, usize), Silence> {
        let keys: Vec<String> = ids.iter().map(Value::to_string).collect();
        self.until(deadline, |sorted| {
            let replies: Vec<Value> =
                keys.iter().filter_map(|key| sorted.replies.get(key).cloned()).collect();
            let questions = sorted.questions.len();
            (replies.len() + questions >= keys.len()).then_some((replies, questions))
        })
        .await
    }

    /// How many questions wait to be taken.
    pub(crate) fn questions_waiting(&self) -> usize {
        self.sorted.lock().unwrap_or_else(PoisonError::into_inner).questions.len()
    }

    /// The lines that brought the lists of tools, their ids taken out.
    pub(crate) fn raw_lists(&self) -> Vec<String> {
        self.sorted.lock().unwrap_or_else(PoisonError::into_inner).raw_lists.clone()
    }

    /// How many lines came in, once there will be no more.
    pub(crate) async fn lines_in_all(&self, deadline: Duration) -> Result<usize, Silence> {
        match self.until(deadline, |sorted| sorted.ended.then_some(sorted.lines)).await {
            Err(Silence::Ended) => Ok(self.sorted.lock().unwrap_or_else(PoisonError::into_inner).lines),
            lines => lines,
        }
    }

    /// What no server may send and this one did.
    pub(crate) fn complaints(&self) -> Vec<Complaint> {
        self.sorted.lock().unwrap_or_else(PoisonError::into_inner).complaints.clone()
    }

    fn change(&self, change: impl FnOnce(&mut Sorted)) {
        change(&mut self.sorted.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.send_replace(());
    }

    fn complain(&self, id: &'static str, what: String) {
        self.transcript.note(Origin::Aside, &format!("{id}: {what}"));
        self.change(|sorted| sorted.complaints.push(Complaint { id, what }));
    }

    fn sort(&self, line: &[u8]) {
        let era = {
            let mut sorted = self.sorted.lock().unwrap_or_else(PoisonError::into_inner);
            sorted.lines += 1;
            sorted.era
        };
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end_matches(['\r', '\n']);
        self.transcript.note(Origin::Subject, text);
        let message = match serde_json::from_slice::<Value>(line) {
            Ok(message) if message.is_object() => message,
            // OPER-9: stdout carries protocol messages only.
            _ => {
                return self
                    .complain("OPER-9", format!("a line on stdout that is no message: {}", cut(text, 200)));
            }
        };
        if message["jsonrpc"] != "2.0" {
            return self.complain("ERA-5", format!("a message that is not JSON-RPC 2.0: {}", cut(text, 200)));
        }
        match (message.get("method").is_some(), message.get("id")) {
            (true, Some(_)) => self.take_request(era, message),
            (true, None) => self.take_notification(era, message),
            (false, Some(id)) if !id.is_null() => self.take_reply(&id.to_string(), message, text),
            (false, _) => self.take_nameless(era, message),
        }
    }

    fn take_request(&self, era: Era, message: Value) {
        self.hold(self.measures.schema.as_ref().and_then(|book| book.request(era, &message)));
        if era == Era::Stateless {
            // MCP 2026-07-28, basic: there is no channel on which a server could ask; it answers instead.
            let what = format!("the server sent a request: {}", message["method"]);
            return self.complain("ERA-5", what);
        }
        self.change(|sorted| sorted.questions.push_back(message));
    }

    fn take_notification(&self, era: Era, message: Value) {
        self.hold(self.measures.schema.as_ref().and_then(|book| book.notification(era, &message)));
        self.change(|sorted| sorted.notifications.push(message));
    }

    fn take_reply(&self, id: &str, message: Value, line: &str) {
        let awaited = self.sorted.lock().unwrap_or_else(PoisonError::into_inner).awaited.remove(id);
        let Some(awaited) = awaited else {
            return self
                .complain("ERA-5", format!("a reply to {id}, which nothing was asked under or twice"));
        };
        self.hold(
            self.measures.schema.as_ref().and_then(|book| book.reply(awaited.era, &awaited.method, &message)),
        );
        if let (Some(promises), Some(tool)) = (&self.measures.promises, &awaited.tool) {
            let wrong = promises.complaints(tool, &message);
            wrong.into_iter().for_each(|Complaint { id, what }| self.complain(id, what));
        }
        self.change(|sorted| {
            if awaited.method == "tools/list" {
                sorted.raw_lists.push(without_id(line, id));
            }
            sorted.replies.insert(id.to_owned(), message);
        });
    }

    fn take_nameless(&self, era: Era, message: Value) {
        self.hold(self.measures.schema.as_ref().and_then(|book| book.reply(era, "", &message)));
        self.change(|sorted| sorted.nameless.push(message));
    }

    fn hold(&self, wrong: Option<String>) {
        if let Some(wrong) = wrong {
            self.complain("ERA-5", wrong);
        }
    }
}

/// A line without the number that follows its first `"id":`.
fn without_id(line: &str, id: &str) -> String {
    let Some((before, after)) = line.split_once("\"id\":") else { return line.to_owned() };
    let after = after.trim_start();
    format!("{before}{}", after.strip_prefix(id).unwrap_or(after))
}

/// What came first.
#[derive(Debug, PartialEq)]
pub(crate) enum Mail {
    /// The reply to the call.
    Reply(Value),
    /// A request of the server.
    Question(Value),
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Long enough for anything that is already there, short enough to wait for what never comes.
    const SOON: Duration = Duration::from_millis(50);

    async fn inbox_with(era: Era, stdout: &str) -> Inbox {
        let inbox = Inbox::new(era, Transcript::default(), Measures::default());
        inbox.expect(&json!(1), "tools/call", era);
        inbox.read(stdout.as_bytes()).await;
        inbox
    }

    #[tokio::test]
    async fn each_line_is_sorted_by_what_it_is() {
        let inbox = inbox_with(
            Era::Pushed,
            concat!(
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"elicitation/create\",\"params\":{}}\n",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\r\n",
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"what?\"}}\n",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
            ),
        )
        .await;

        assert_eq!(inbox.complaints(), []);
        assert_eq!(inbox.reply(&json!(1), SOON).await.unwrap()["result"], json!({}));
        let question = inbox.reply_or_question(&json!(2), SOON).await.unwrap();
        assert!(matches!(question, Mail::Question(question) if question["id"] == 0));
        assert_eq!(inbox.nameless(SOON).await.unwrap()["error"]["code"], -32600);
        let progress = inbox.notification(SOON, |value| value["method"] == "notifications/progress").await;
        assert!(progress.is_ok());
        assert_eq!(inbox.reply(&json!(2), SOON).await, Err(Silence::Ended));
        assert_eq!(inbox.lines_in_all(SOON).await, Ok(4));
    }

    #[tokio::test]
    async fn replies_and_questions_are_gathered_together() {
        let inbox = inbox_with(
            Era::Pushed,
            concat!(
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"elicitation/create\"}\n",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n",
            ),
        )
        .await;
        let (replies, questions) = inbox.gather(&[json!(1), json!(2)], SOON).await.unwrap();
        assert_eq!((replies.len(), questions), (1, 1));
        assert_eq!(inbox.gather(&[json!(1), json!(2), json!(3)], SOON).await, Err(Silence::Ended));
    }

    #[tokio::test]
    async fn what_no_server_may_send_is_held_against_it() {
        for (row, era, line, id) in [
            ("words", Era::Pushed, "Listening on stdio", "OPER-9"),
            ("a number", Era::Pushed, "42", "OPER-9"),
            ("a batch", Era::Pushed, "[]", "OPER-9"),
            ("an old JSON-RPC", Era::Pushed, "{\"id\":1,\"result\":{}}", "ERA-5"),
            (
                "a reply that nobody awaits",
                Era::Pushed,
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}",
                "ERA-5",
            ),
            (
                "a second reply",
                Era::Pushed,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "ERA-5",
            ),
            (
                "a push where there is no channel for one",
                Era::Stateless,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"elicitation/create\"}",
                "ERA-5",
            ),
        ] {
            let complaints = inbox_with(era, line).await.complaints();
            assert_eq!(complaints.len(), 1, "{row}: {complaints:?}");
            assert_eq!(complaints[0].id, id, "{row}");
        }
    }

    #[test]
    fn two_lists_under_different_ids_are_the_same_bytes() {
        let list = |id: u8| without_id(&format!("{{\"id\": {id},\"result\":{{\"id\":7}}}}"), &id.to_string());
        assert_eq!(list(1), "{,\"result\":{\"id\":7}}");
        assert_eq!(list(1), list(2));
    }

    #[tokio::test]
    async fn a_line_that_is_not_text_is_held_against_it() {
        let inbox = Inbox::new(Era::Pushed, Transcript::default(), Measures::default());
        inbox.read(&b"\xff\xfe\n"[..]).await;
        assert_eq!(inbox.complaints()[0].id, "OPER-9");
    }

    #[tokio::test]
    async fn a_flood_ends_the_reading() {
        let inbox = Inbox::new(Era::Pushed, Transcript::default(), Measures::default());
        let flood = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n".repeat(MOST_LINES + 1);
        inbox.read(flood.as_bytes()).await;
        assert_eq!(inbox.complaints().len(), 1);
        assert_eq!(inbox.reply(&json!(1), SOON).await, Err(Silence::Ended));
    }

    #[tokio::test]
    async fn silence_has_a_deadline() {
        let inbox = Inbox::new(Era::Pushed, Transcript::default(), Measures::default());
        assert_eq!(inbox.reply(&json!(1), SOON).await, Err(Silence::TooLong(SOON)));
    }
}
