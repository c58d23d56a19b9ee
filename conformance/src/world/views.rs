//! What Then steps may look at: the last turn, the questions, the journal, the process. Nothing here changes anything;
//! a sign of life is the one thing that is ever asked for.

use std::time::Duration;

use fake_mealie::Arrival;
use serde_json::{Value, json};

use super::{World, describe};
use crate::client::REPLY_DEADLINE;
use crate::era::Era;
use crate::inbox::{Complaint, Silence};
use crate::kitchen::Kitchen;
use crate::reply::Reply;
use crate::subject::{EXIT_DEADLINE, Ending};
use crate::transcript::{Origin, cut};
use crate::turn::{Question, Turn};
use crate::unmet::{Met, Unmet};
use crate::wish::filled;

/// How long between two looks at the kitchen.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How much of an answer a failure quotes.
const QUOTED_CHARS: usize = 700;

impl World {
    /// What came last.
    pub(crate) fn turn(&self) -> Result<&Turn, Unmet> {
        self.turn.as_ref().ok_or_else(|| Unmet::new("a call that was made and came to something", "none"))
    }

    /// The last turn, which is to be a question.
    pub(crate) fn question(&self) -> Result<&Question, Unmet> {
        match self.turn()? {
            Turn::Asked(question) => Ok(question),
            Turn::Replied(_) => Err(Unmet::new("a question to the person", self.last_words())),
        }
    }

    /// The last turn, which is to be a reply.
    pub(crate) fn reply(&self) -> Result<Reply, Unmet> {
        match self.turn()? {
            Turn::Replied(reply) => Ok(Reply(reply.clone())),
            Turn::Asked(_) => Err(Unmet::new("an answer", self.last_words())),
        }
    }

    /// The last two questions.
    pub(crate) fn two_questions(&self) -> Result<(&Question, &Question), Unmet> {
        self.question()?;
        match self.questions.as_slice() {
            [.., first, second] => Ok((first, second)),
            _ => Err(Unmet::new("two questions", "one")),
        }
    }

    /// Whether a question waits that nobody has looked at.
    pub(crate) fn questions_waiting(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.client.inbox().questions_waiting())
    }

    /// Every reply to a call, in order.
    pub(crate) fn replies(&self) -> &[Reply] {
        &self.replies
    }

    /// Every token that was handed out, in order.
    pub(crate) fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// What came of the calls that were sent together.
    pub(crate) fn volley(&self) -> &[Turn] {
        &self.volley
    }

    /// The lists of tools that were asked for, in order.
    pub(crate) fn lists(&self) -> &[Reply] {
        &self.lists
    }

    /// The tools of the last list.
    pub(crate) fn tools(&self) -> Result<&Vec<Value>, Unmet> {
        let list = self.lists.last().and_then(|list| list.0["result"]["tools"].as_array());
        list.ok_or_else(|| Unmet::new("a list of tools", self.last_words()))
    }

    /// The name of the tool that was called last.
    pub(crate) fn tool_called(&self) -> Result<String, Unmet> {
        Ok(self.last_call()?.tool)
    }

    /// What Mealie got, in order.
    pub(crate) fn journal(&self) -> Vec<Arrival> {
        self.kitchen.journal()
    }

    /// The writes that Mealie got, in order.
    pub(crate) fn writes(&self) -> Vec<Arrival> {
        self.kitchen.writes()
    }

    /// How many requests Mealie has got and not answered.
    pub(crate) fn waiting(&self) -> usize {
        self.kitchen.journal().iter().filter(|arrival| arrival.status.is_none()).count()
    }

    /// Waits until that many requests wait at Mealie.
    pub(crate) async fn await_waiting(&self, count: usize) -> Met {
        let there = async {
            while self.waiting() < count {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        tokio::time::timeout(REPLY_DEADLINE, there)
            .await
            .map_err(|_| Unmet::new(format!("{count} requests at Mealie"), format!("{}", self.waiting())))
    }

    /// The kitchen, to be looked at.
    pub(crate) fn look(&self) -> &Kitchen {
        &self.kitchen
    }

    /// Expected text with its names and characters filled in.
    pub(crate) fn filled(&self, text: &str) -> Result<String, Unmet> {
        filled(&self.kitchen, text)
    }

    /// The lines that brought the lists of tools, their ids taken out.
    pub(crate) fn raw_lists(&self) -> Result<Vec<String>, Unmet> {
        let table = self.table.as_ref().ok_or_else(|| Unmet::new("a server that was started", "none"))?;
        Ok(table.client.inbox().raw_lists())
    }

    /// The next error that names no request.
    pub(crate) async fn nameless_error(&self) -> Result<Value, Unmet> {
        let table = self.table.as_ref().ok_or_else(|| Unmet::new("a server that was started", "none"))?;
        let error = table.client.inbox().nameless(REPLY_DEADLINE).await;
        self.heard("an error that names no request", error).await
    }

    /// The first notification of this kind, once it is there.
    pub(crate) async fn notification(&self, method: &str) -> Result<Value, Unmet> {
        let table = self.table.as_ref().ok_or_else(|| Unmet::new("a server that was started", "none"))?;
        let inbox = table.client.inbox();
        let notification = inbox.notification(REPLY_DEADLINE, |one| one["method"] == method).await;
        self.heard(method, notification).await
    }

    /// What came in that no server may send.
    pub(crate) fn complaints(&self) -> Vec<Complaint> {
        self.table.as_ref().map(|table| table.client.complaints()).unwrap_or_default()
    }

    /// Whether anything that the subject said, on either pipe, holds this.
    pub(crate) fn subject_said(&self, needle: &str) -> bool {
        self.transcript.holds(&[Origin::Subject, Origin::Stderr], needle)
    }

    /// What came last, in words, for a failure to quote.
    pub(crate) fn last_words(&self) -> String {
        match &self.turn {
            None => "nothing yet".to_owned(),
            Some(Turn::Asked(question)) => format!("the question: {}", cut(question.message(), QUOTED_CHARS)),
            Some(Turn::Replied(reply)) => {
                let reply = Reply(reply.clone());
                let kind = match (reply.code(), reply.is_error()) {
                    (Some(code), _) => format!("the protocol error {code}"),
                    (None, true) => "an error".to_owned(),
                    (None, false) => "the answer".to_owned(),
                };
                let text = reply.text();
                let text = if text.is_empty() { reply.0.to_string() } else { text };
                format!("{kind}: {}", cut(&text, QUOTED_CHARS))
            }
        }
    }

    // ----- The process ----------------------------------------------------------------------------------------

    /// How the subject ended.
    pub(crate) async fn ending(&self, deadline: Duration) -> Result<Ending, Unmet> {
        let subject = self.subject()?;
        subject.ending(deadline).await.ok_or_else(|| {
            let got = describe(Silence::TooLong(deadline), None, &subject.stderr());
            Unmet::new("a server that ends", got)
        })
    }

    /// What the subject wrote to stderr so far.
    pub(crate) fn stderr(&self) -> Result<String, Unmet> {
        Ok(self.subject()?.stderr())
    }

    /// Waits for a line of stderr.
    pub(crate) async fn stderr_line(&self, wanted: impl Fn(&str) -> bool) -> Result<Option<String>, Unmet> {
        Ok(self.subject()?.stderr_line(EXIT_DEADLINE, wanted).await)
    }

    /// What the subject wrote to stdout, in lines, once it has ended.
    pub(crate) async fn lines_on_stdout(&self) -> Result<usize, Unmet> {
        let Some(table) = &self.table else { return Err(Unmet::new("a server that was started", "none")) };
        let lines = table.client.inbox().lines_in_all(EXIT_DEADLINE).await;
        self.heard("the end of stdout", lines).await
    }

    /// The environment that others can see of the subject.
    pub(crate) fn visible_environment(&self) -> Result<Vec<u8>, Unmet> {
        let environment = self.subject()?.visible_environment();
        environment.map_err(|error| Unmet::new("an environment to look at, in /proc", error.to_string()))
    }

    /// The most memory that any process of the subject has held so far, in bytes (Linux: `VmHWM`).
    pub(crate) fn peak_memory(&self) -> Result<u64, Unmet> {
        let peak = self.subject()?.peak_memory_bytes();
        peak.map_err(|error| Unmet::new("memory to look at, in /proc", error.to_string()))
    }

    /// Waits until the subject has said what it has to say at its start: it has ended, or it answers.
    pub(crate) async fn settled(&mut self) -> Met {
        if self.subject()?.has_ended() { Ok(()) } else { self.sign_of_life().await }
    }

    /// Asks the subject for a sign of life: any reply will do. On a connection that was never opened the handshake
    /// is one.
    pub(crate) async fn sign_of_life(&mut self) -> Met {
        let era = self.era;
        let client = self.client()?;
        let reply = match (client.greeted(), era) {
            (false, _) => client.greet().await,
            (true, Era::Pushed) => client.request("ping", json!({})).await,
            (true, Era::Stateless) => client.request("server/discover", json!({})).await,
        };
        self.heard(&format!("a sign of life within {} s", REPLY_DEADLINE.as_secs()), reply).await.map(|_| ())
    }
}
