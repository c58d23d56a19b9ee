//! A scripted MCP client over raw JSON lines, for both eras. It says exactly what a scenario tells it to, well-formed
//! or not; it never decides anything for the person and never hides what came back.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::task::JoinHandle;

use crate::era::Era;
use crate::inbox::{Complaint, Inbox, Mail, Measures, Silence};
use crate::person::Answer;
use crate::transcript::{Origin, Transcript};
use crate::turn::{Call, Question, Turn, WayBack};

/// How long a reply may take. Ten times what the slowest honest one needs on a busy machine: this decides between
/// "slow" and "never", not between fast and slow.
pub(crate) const REPLY_DEADLINE: Duration = Duration::from_secs(20);

/// How long the subject may take to read what was sent. A pipe holds 64 KiB; more than that waits for the reader, and
/// a line of 17 MiB (BND-6) has taken a debug build half a minute on a machine with other things to do.
const SEND_DEADLINE: Duration = Duration::from_secs(60);

/// What a client can say of itself about questions. The wire forms that exist, and what they mean (ERA-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forms {
    /// `elicitation: {}`, which means forms.
    Bare,
    /// `elicitation: {"form": {}}`.
    Named,
    /// `elicitation: {"form": {}, "url": {}}`, what both Python SDKs send.
    AndUrl,
    /// `elicitation: {"url": {}}`, which does not mean forms.
    UrlOnly,
    /// Nothing said.
    Unsaid,
}

impl Forms {
    /// The client capabilities that say so.
    pub(crate) fn capabilities(self) -> Value {
        match self {
            Self::Bare => json!({"elicitation": {}}),
            Self::Named => json!({"elicitation": {"form": {}}}),
            Self::AndUrl => json!({"elicitation": {"form": {}, "url": {}}}),
            Self::UrlOnly => json!({"elicitation": {"url": {}}}),
            Self::Unsaid => json!({}),
        }
    }
}

/// One connection to a subject.
pub(crate) struct Client {
    era: Era,
    forms: Forms,
    stdin: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    inbox: Arc<Inbox>,
    transcript: Transcript,
    next_id: u64,
    greeted: bool,
    /// The names of the tools that were called.
    called: BTreeSet<String>,
    reading: JoinHandle<()>,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("era", &self.era).field("forms", &self.forms).finish_non_exhaustive()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

impl Client {
    /// Takes the subject's two pipes.
    pub(crate) fn new(
        era: Era,
        forms: Forms,
        stdin: impl AsyncWrite + Send + Unpin + 'static,
        stdout: impl AsyncRead + Send + Unpin + 'static,
        transcript: Transcript,
        measures: Measures,
    ) -> Self {
        let inbox = Arc::new(Inbox::new(era, transcript.clone(), measures));
        let reader = Arc::clone(&inbox);
        let reading = tokio::spawn(async move { reader.read(stdout).await });
        Self {
            era,
            forms,
            stdin: Some(Box::new(stdin)),
            inbox,
            transcript,
            next_id: 0,
            greeted: false,
            called: BTreeSet::new(),
            reading,
        }
    }

    /// The handshake of the era: `initialize` and its notification, or `server/discover`.
    pub(crate) async fn greet(&mut self) -> Result<Value, Silence> {
        match self.era {
            Era::Pushed => self.initialize().await,
            Era::Stateless => {
                self.greeted = true;
                self.request("server/discover", json!({})).await
            }
        }
    }

    /// Whether the handshake was made, by whatever means.
    pub(crate) fn greeted(&self) -> bool {
        self.greeted
    }

    /// `initialize` and `notifications/initialized`. A client that does so on a connection of the other era speaks as
    /// in the older one from then on (ERA-1): Claude Code 2.1.280 probes with `server/discover` and then does this.
    pub(crate) async fn initialize(&mut self) -> Result<Value, Silence> {
        self.enter(Era::Pushed);
        self.greeted = true;
        let params = json!({
            "protocolVersion": Era::Pushed.revision(),
            "capabilities": self.forms.capabilities(),
            "clientInfo": client_info(),
        });
        let id = self.send_request_as(Era::Pushed, "initialize", params).await?;
        let reply = self.inbox.reply(&id, REPLY_DEADLINE).await?;
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await?;
        Ok(reply)
    }

    /// From now on the client speaks as in this era.
    pub(crate) fn enter(&mut self, era: Era) {
        self.era = era;
        self.inbox.enter(era);
    }

    /// Sends a request with what the era wants beside its params, and waits for the reply.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Result<Value, Silence> {
        let id = self.send_request(method, params).await?;
        self.inbox.reply(&id, REPLY_DEADLINE).await
    }

    /// The same without waiting: the id that the reply will carry.
    pub(crate) async fn send_request(&mut self, method: &str, params: Value) -> Result<Value, Silence> {
        let params = match self.era {
            Era::Pushed => params,
            Era::Stateless => with_meta(params, self.forms),
        };
        self.send_request_as(self.era, method, params).await
    }

    /// Sends params as they are; the reply is held against the schema of `era`.
    pub(crate) async fn send_request_as(
        &mut self,
        era: Era,
        method: &str,
        params: Value,
    ) -> Result<Value, Silence> {
        self.next_id += 1;
        let id = json!(self.next_id);
        match params["name"].as_str() {
            Some(tool) if method == "tools/call" => self.inbox.expect_from(tool, &id, era),
            _ => self.inbox.expect(&id, method, era),
        }
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await?;
        Ok(id)
    }

    /// Sends a call with further fields beside its name and arguments, without waiting.
    pub(crate) async fn send_call(
        &mut self,
        call: &Call,
        beside: Map<String, Value>,
    ) -> Result<Value, Silence> {
        self.called.insert(call.tool.clone());
        let mut params = beside;
        params.insert("name".to_owned(), json!(call.tool));
        if let Some(arguments) = &call.arguments {
            params.insert("arguments".to_owned(), arguments.clone());
        }
        self.send_request("tools/call", Value::Object(params)).await
    }

    /// What comes of a call that was sent under `id`.
    pub(crate) async fn turn(&self, call: &Call, id: &Value) -> Result<Turn, Silence> {
        self.turn_within(call, id, REPLY_DEADLINE).await
    }

    /// The same with a deadline of its own.
    pub(crate) async fn turn_within(
        &self,
        call: &Call,
        id: &Value,
        deadline: Duration,
    ) -> Result<Turn, Silence> {
        Ok(match self.inbox.reply_or_question(id, deadline).await? {
            Mail::Reply(reply) => Turn::by_reply(call, reply),
            Mail::Question(request) => Turn::by_push(call, id, &request),
        })
    }

    /// Brings the person's answer back, without waiting: the id that the reply to the call will carry.
    pub(crate) async fn send_answer(
        &mut self,
        question: &Question,
        answer: &Answer,
    ) -> Result<Value, Silence> {
        match &question.way_back {
            WayBack::Reply { question, call } => {
                let mut message = json!({"jsonrpc": "2.0", "id": question});
                match answer.on_the_wire() {
                    Ok(result) => message["result"] = result,
                    Err(error) => message["error"] = error,
                }
                self.send(&message).await?;
                Ok(call.clone())
            }
            WayBack::Again { key, state } => {
                let responses = json!({key: answer.on_the_wire().unwrap_or_else(|error| error)});
                self.send_again(&question.call, Some(responses), Some(state)).await
            }
        }
    }

    /// Makes a call again with what should be an answer: any responses, any state, or without either.
    pub(crate) async fn send_again(
        &mut self,
        call: &Call,
        responses: Option<Value>,
        state: Option<&str>,
    ) -> Result<Value, Silence> {
        let mut beside = Map::new();
        beside.extend(responses.map(|responses| ("inputResponses".to_owned(), responses)));
        beside.extend(state.map(|state| ("requestState".to_owned(), json!(state))));
        self.send_call(call, beside).await
    }

    /// Sends one message.
    pub(crate) async fn send(&mut self, message: &Value) -> Result<(), Silence> {
        self.send_line(message.to_string().as_bytes()).await
    }

    /// Sends one line, whatever it holds.
    pub(crate) async fn send_line(&mut self, line: &[u8]) -> Result<(), Silence> {
        self.transcript.note(Origin::Client, &String::from_utf8_lossy(line));
        let Some(stdin) = &mut self.stdin else { return Err(Silence::Ended) };
        let sending = async {
            stdin.write_all(line).await?;
            stdin.write_all(b"\n").await?;
            stdin.flush().await
        };
        match tokio::time::timeout(SEND_DEADLINE, sending).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Silence::Ended),
            Err(_) => Err(Silence::TooLong(SEND_DEADLINE)),
        }
    }

    /// The names of the tools that were called.
    pub(crate) fn called(&self) -> &BTreeSet<String> {
        &self.called
    }

    /// Waits until everything that an ended subject wrote has been read, at most for so long.
    pub(crate) async fn read_out(&mut self, patience: Duration) {
        // Its end is all that is waited for; a subject whose child keeps the pipe open is not waited for any longer.
        let _ = tokio::time::timeout(patience, &mut self.reading).await;
    }

    /// Goes away, as a client does: the subject reads the end of its input.
    pub(crate) fn hang_up(&mut self) {
        self.transcript.note(Origin::Aside, "the client hung up");
        self.stdin = None;
    }

    /// From now on the client says this of itself: at once where every request says it, with a second `initialize`
    /// where only the handshake does.
    pub(crate) async fn redeclare(&mut self, forms: Forms) -> Result<(), Silence> {
        self.forms = forms;
        match self.era {
            Era::Pushed => self.initialize().await.map(|_| ()),
            Era::Stateless => Ok(()),
        }
    }

    /// What came in and is not taken yet.
    pub(crate) fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    /// What no server may send and this one did.
    pub(crate) fn complaints(&self) -> Vec<Complaint> {
        self.inbox.complaints()
    }
}

/// Params with the `_meta` that MCP 2026-07-28 wants on every request. What the params say themselves stays.
pub(crate) fn with_meta(mut params: Value, forms: Forms) -> Value {
    let mut meta = json!({
        "io.modelcontextprotocol/protocolVersion": Era::Stateless.revision(),
        "io.modelcontextprotocol/clientInfo": client_info(),
        "io.modelcontextprotocol/clientCapabilities": forms.capabilities(),
    });
    if let (Some(meta), Some(given)) = (meta.as_object_mut(), params["_meta"].as_object()) {
        meta.extend(given.clone());
    }
    params["_meta"] = meta;
    params
}

fn client_info() -> Value {
    json!({"name": "mealie-conformance", "version": env!("CARGO_PKG_VERSION")})
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncBufReadExt, BufReader, DuplexStream, Lines};

    use super::*;

    /// The other end of the wire, played by the test.
    struct Server {
        lines: Lines<BufReader<DuplexStream>>,
        pipe: DuplexStream,
    }

    impl Server {
        async fn reads(&mut self) -> Value {
            let line = self.lines.next_line().await.unwrap().unwrap();
            serde_json::from_str(&line).unwrap()
        }

        async fn says(&mut self, message: Value) {
            self.pipe.write_all(format!("{message}\n").as_bytes()).await.unwrap();
        }
    }

    fn connected(era: Era, forms: Forms) -> (Client, Server) {
        let (stdin, read) = tokio::io::duplex(1024 * 1024);
        let (stdout, pipe) = tokio::io::duplex(1024 * 1024);
        let client = Client::new(era, forms, stdin, stdout, Transcript::default(), Measures::default());
        (client, Server { lines: BufReader::new(read).lines(), pipe })
    }

    fn delete_soup() -> Call {
        Call { tool: "delete_recipe".to_owned(), arguments: Some(json!({"recipe": "soup"})) }
    }

    async fn asked(client: &mut Client) -> Question {
        let id = client.send_call(&delete_soup(), Map::new()).await.unwrap();
        match client.turn(&delete_soup(), &id).await.unwrap() {
            Turn::Asked(question) => question,
            Turn::Replied(reply) => panic!("not asked: {reply}"),
        }
    }

    fn params() -> Value {
        json!({"mode": "form", "message": "This will delete it.", "requestedSchema": {}})
    }

    #[tokio::test]
    async fn the_older_era_opens_with_a_handshake_and_has_no_meta() {
        let (mut client, mut server) = connected(Era::Pushed, Forms::Bare);
        let play = async {
            let hello = server.reads().await;
            assert_eq!(hello["method"], "initialize");
            assert_eq!(hello["params"]["capabilities"], json!({"elicitation": {}}));
            server.says(json!({"jsonrpc": "2.0", "id": hello["id"], "result": {}})).await;
            assert_eq!(server.reads().await["method"], "notifications/initialized");

            let list = server.reads().await;
            assert_eq!(list, json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}));
            server.says(json!({"jsonrpc": "2.0", "id": 2, "result": {"tools": []}})).await;
        };
        let talk = async {
            client.greet().await.unwrap();
            client.request("tools/list", json!({})).await.unwrap()
        };
        let ((), reply) = tokio::join!(play, talk);
        assert_eq!(reply["result"]["tools"], json!([]));
    }

    #[tokio::test]
    async fn the_newer_era_says_everything_with_every_request() {
        let (mut client, mut server) = connected(Era::Stateless, Forms::UrlOnly);
        client.send_request("tools/list", json!({"_meta": {"progressToken": 5}})).await.unwrap();
        let meta = server.reads().await["params"]["_meta"].clone();
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
        assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({"elicitation": {"url": {}}}));
        assert_eq!(meta["progressToken"], 5);
    }

    #[tokio::test]
    async fn a_pushed_question_is_answered_under_its_own_id_and_the_call_stays_open() {
        let (mut client, mut server) = connected(Era::Pushed, Forms::Bare);
        let play = async {
            let call = server.reads().await;
            server
                .says(json!({"jsonrpc": "2.0", "id": 0, "method": "elicitation/create", "params": params()}))
                .await;
            let answer = server.reads().await;
            assert_eq!(answer, json!({"jsonrpc": "2.0", "id": 0, "result": {"action": "decline"}}));
            server.says(json!({"jsonrpc": "2.0", "id": call["id"], "result": {"content": []}})).await;
        };
        let talk = async {
            let question = asked(&mut client).await;
            assert_eq!(question.message(), "This will delete it.");
            let id = client.send_answer(&question, &Answer::No).await.unwrap();
            client.turn(&delete_soup(), &id).await.unwrap()
        };
        let ((), turn) = tokio::join!(play, talk);
        assert!(matches!(turn, Turn::Replied(reply) if reply["result"]["content"] == json!([])));
    }

    #[tokio::test]
    async fn a_sealed_question_is_answered_by_the_same_call_with_key_and_state() {
        let (mut client, mut server) = connected(Era::Stateless, Forms::Bare);
        let play = async {
            let call = server.reads().await;
            let asks = json!({"q1": {"method": "elicitation/create", "params": params()}});
            let result =
                json!({"resultType": "input_required", "inputRequests": asks, "requestState": "sealed"});
            server.says(json!({"jsonrpc": "2.0", "id": call["id"], "result": result})).await;

            let again = server.reads().await;
            assert_ne!(again["id"], call["id"]);
            assert_eq!(again["params"]["name"], "delete_recipe");
            assert_eq!(again["params"]["arguments"], json!({"recipe": "soup"}));
            assert_eq!(again["params"]["requestState"], "sealed");
            let yes = json!({"action": "accept", "content": {"confirm": true}});
            assert_eq!(again["params"]["inputResponses"], json!({"q1": yes}));
            server.says(json!({"jsonrpc": "2.0", "id": again["id"], "result": {"content": []}})).await;
        };
        let talk = async {
            let question = asked(&mut client).await;
            let id = client.send_answer(&question, &Answer::Yes).await.unwrap();
            client.turn(&delete_soup(), &id).await.unwrap()
        };
        let ((), turn) = tokio::join!(play, talk);
        assert!(matches!(turn, Turn::Replied(_)));
    }

    #[tokio::test]
    async fn what_was_hung_up_on_hears_no_more() {
        let (mut client, mut server) = connected(Era::Pushed, Forms::Bare);
        client.hang_up();
        assert_eq!(client.send_line(b"{}").await, Err(Silence::Ended));
        assert_eq!(server.lines.next_line().await.unwrap(), None);
    }
}
