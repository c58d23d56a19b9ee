//! The server as a child process, and just enough of an MCP client to show it: both eras on one connection. It never
//! interprets what the server says beyond finding the question in it.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::{Map, Value, json};

use crate::Trouble;

/// Which revision a call is made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// `2025-11-25`: the question is pushed while the call is open.
    Pushed,
    /// `2026-07-28`: the call ends with the question and is made again with the answer.
    Stateless,
}

/// A question, and where its answer goes.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// What the person reads.
    pub(crate) message: String,
    back: Back,
}

#[derive(Clone, Debug)]
enum Back {
    /// The id of the server's own request.
    Reply(Value),
    /// The key of the question and the sealed state.
    Again(String, Value),
}

/// What a call came to.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// A person is asked.
    Asked(Question),
    /// An answer, or a tool error: its text.
    Said(String),
}

/// The running server.
pub(crate) struct Server {
    child: Child,
    /// Closed to end the server.
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
    last_id: u64,
}

impl Server {
    /// Starts this program as the server of that kitchen, in an environment with nothing else in it, and shakes hands.
    pub(crate) fn start(as_server: &str, url: &str, token: &str) -> Result<Self, Trouble> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(as_server)
            .env_clear()
            .env("MEALIE_URL", url)
            .env("MEALIE_API_TOKEN", token)
            // The story tells what happens; the log would tell it a second time.
            .env("MEALIE_LOG", "off")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the server has no pipes".into());
        };
        let mut server =
            Self { child, input: Some(input), output: BufReader::new(output).lines(), last_id: 0 };
        server.request(
            "initialize",
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {"elicitation": {}},
                "clientInfo": {"name": "tour", "version": env!("CARGO_PKG_VERSION")},
            }),
        )?;
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(server)
    }

    /// Calls a tool.
    pub(crate) fn call(&mut self, era: Era, tool: &str, arguments: &Value) -> Result<Outcome, Trouble> {
        self.tool(era, json!({"name": tool, "arguments": arguments}))
    }

    /// Answers a pushed question; the call that is open then comes to its end.
    pub(crate) fn reply(&mut self, question: &Question, yes: bool) -> Result<Outcome, Trouble> {
        let Back::Reply(id) = &question.back else {
            return Err("this question takes its answer with a new call".into());
        };
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": answer(yes)}))?;
        self.outcome()
    }

    /// Makes a call with the answer to an earlier question, whether or not it is the call that was asked about.
    pub(crate) fn again(
        &mut self,
        question: &Question,
        yes: bool,
        tool: &str,
        arguments: &Value,
    ) -> Result<Outcome, Trouble> {
        let Back::Again(key, state) = &question.back else {
            return Err("this question takes a reply".into());
        };
        let answers: Map<String, Value> = [(key.clone(), answer(yes))].into_iter().collect();
        let params =
            json!({"name": tool, "arguments": arguments, "inputResponses": answers, "requestState": state});
        self.tool(Era::Stateless, params)
    }

    /// Closes the input, as a client does when it is done, and waits for the server's end.
    pub(crate) fn end(mut self) -> Result<ExitStatus, Trouble> {
        drop(self.input.take());
        Ok(self.child.wait()?)
    }

    fn tool(&mut self, era: Era, mut params: Value) -> Result<Outcome, Trouble> {
        if era == Era::Stateless {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
            });
        }
        self.say("tools/call", params)?;
        self.outcome()
    }

    fn outcome(&mut self) -> Result<Outcome, Trouble> {
        let heard = self.hear()?;
        if heard["method"] == "elicitation/create" {
            let message = text(&heard["params"]["message"]);
            return Ok(Outcome::Asked(Question { message, back: Back::Reply(heard["id"].clone()) }));
        }
        let result = &heard["result"];
        if let Some((key, request)) = result["inputRequests"].as_object().and_then(|all| all.iter().next()) {
            let message = text(&request["params"]["message"]);
            let back = Back::Again(key.clone(), result["requestState"].clone());
            return Ok(Outcome::Asked(Question { message, back }));
        }
        match result["content"][0]["text"].as_str() {
            Some(said) => Ok(Outcome::Said(said.to_owned())),
            None => Err(format!("the server said what no tool says: {heard}").into()),
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, Trouble> {
        self.say(method, params)?;
        self.hear()
    }

    fn say(&mut self, method: &str, params: Value) -> Result<(), Trouble> {
        self.last_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}))
    }

    fn send(&mut self, message: &Value) -> Result<(), Trouble> {
        let input = self.input.as_mut().ok_or("the server has been ended")?;
        writeln!(input, "{message}")?;
        Ok(input.flush()?)
    }

    fn hear(&mut self) -> Result<Value, Trouble> {
        let line = self.output.next().ok_or("the server ended in the middle of the story")??;
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Only where the story broke off; a server that has ended is not there to be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer(yes: bool) -> Value {
    if yes { json!({"action": "accept", "content": {"confirm": true}}) } else { json!({"action": "decline"}) }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
