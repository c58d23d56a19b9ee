//! The real program as a child process, and the other end of its pipes. It asserts what holds for every session: stdout
//! carries protocol messages only, and the end of input is exit code 0.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take before a test gives up: far longer than any takes, on any machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server with these variables and no others.
pub(crate) fn server(variables: &[(&str, &str)]) -> Command {
    let mut server = Command::new(env!("CARGO_BIN_EXE_mealie-mcp"));
    server.env_clear().envs(variables.iter().copied());
    server
}

/// Starts a server whose client is gone at once, and waits for its end.
pub(crate) fn run(variables: &[(&str, &str)], flags: &[&str]) -> Output {
    server(variables).args(flags).stdin(Stdio::null()).output().unwrap()
}

pub(crate) fn lines(bytes: &[u8]) -> Vec<&str> {
    str::from_utf8(bytes).unwrap().lines().collect()
}

/// A server with a client.
pub(crate) struct Session {
    pub(crate) child: Child,
    stdin: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl Session {
    pub(crate) fn start(variables: &[(&str, &str)]) -> Self {
        let mut child = server(variables)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (found, answers) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if found.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, stdin, answers }
    }

    pub(crate) fn send(&mut self, message: &Value) {
        writeln!(self.stdin.as_mut().unwrap(), "{message}").unwrap();
    }

    /// Sends a request and returns the answer to it.
    pub(crate) fn call(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let line = self.answers.recv_timeout(PATIENCE).expect("an answer");
            let answer: Value = serde_json::from_str(&line).expect("stdout holds protocol messages only");
            if answer["id"] == id {
                return answer;
            }
        }
    }

    pub(crate) fn initialize(&mut self) {
        let answer = self.call(
            1,
            "initialize",
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "settings", "version": "1"},
            }),
        );
        assert_eq!(answer["result"]["serverInfo"]["name"], "mealie-mcp", "{answer}");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }

    /// Closes stdin and returns what was said on stderr.
    pub(crate) fn end(mut self) -> String {
        drop(self.stdin.take());
        let mut stderr = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        for line in self.answers.iter() {
            serde_json::from_str::<Value>(&line).expect("stdout holds protocol messages only");
        }
        stderr
    }
}
