//! Calls, questions and answers: what a model, a person and a client say to the subject. Each verb says its thing and
//! keeps what came back; it never holds it against anything.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::World;
use crate::client::{Forms, REPLY_DEADLINE};
use crate::era::Era;
use crate::person::Answer;
use crate::reply::Reply;
use crate::transcript::Origin;
use crate::turn::{Call, Question, Turn, WayBack};
use crate::unmet::{Met, Unmet};

/// How long a question with MEALIE_ASK_TIMEOUT=1s may wait before the reply must be there, and progress (every ten
/// seconds) must have been heard of.
const PATIENCE: Duration = Duration::from_secs(20);

impl World {
    // ----- The model ------------------------------------------------------------------------------------------

    /// The model makes a call; what comes of it is kept.
    pub(crate) async fn call(&mut self, call: Call) -> Met {
        self.call_with(call, Map::new()).await
    }

    /// The same with further fields beside name and arguments.
    pub(crate) async fn call_with(&mut self, call: Call, beside: Map<String, Value>) -> Met {
        self.begin(call.clone(), beside).await?;
        self.await_turn(&call).await
    }

    /// The model makes a call and nobody waits for what comes of it.
    pub(crate) async fn begin(&mut self, call: Call, beside: Map<String, Value>) -> Met {
        self.seat().await?;
        self.turn = None;
        self.call = Some(call.clone());
        let sent = self.client()?.send_call(&call, beside).await;
        self.open = Some(self.heard("a server that reads its input", sent).await?);
        Ok(())
    }

    /// The last call once more, with nothing carried over.
    pub(crate) async fn call_again(&mut self) -> Met {
        let call = self.last_call()?;
        self.call(call).await
    }

    /// A call with the token that was handed out last. The call without it stays what "the same call" means.
    pub(crate) async fn call_with_token(&mut self, call: Call) -> Met {
        let with_token = with_argument(call.clone(), "confirm_token", json!(self.last_token()?));
        self.call(with_token).await?;
        self.call = Some(call);
        Ok(())
    }

    /// Many calls at once; what came of each is kept together.
    pub(crate) async fn call_at_once(&mut self, calls: Vec<(Call, Map<String, Value>)>) -> Met {
        self.seat().await?;
        let mut sent = Vec::new();
        for (call, beside) in calls {
            let id = self.client()?.send_call(&call, beside).await;
            sent.push((call, self.heard("a server that reads its input", id).await?));
        }
        self.volley.clear();
        for (call, id) in sent {
            let turn = self.client()?.turn(&call, &id).await;
            let turn = self.heard("a reply to each of the calls", turn).await?;
            self.volley.push(turn);
        }
        Ok(())
    }

    /// Many guarded calls at once, none of them answered: waits until each has its question or its refusal.
    pub(crate) async fn crowd(&mut self, calls: Vec<Call>) -> Met {
        self.seat().await?;
        let mut ids = Vec::new();
        for call in calls {
            let id = self.client()?.send_call(&call, Map::new()).await;
            ids.push(self.heard("a server that reads its input", id).await?);
        }
        let gathered = self.client()?.inbox().gather(&ids, REPLY_DEADLINE).await;
        let (replies, _) = self.heard("a question or a reply for each of the calls", gathered).await?;
        self.volley = replies.into_iter().map(Turn::Replied).collect();
        Ok(())
    }

    /// The model takes the open call back.
    pub(crate) async fn take_back(&mut self) -> Met {
        let params = json!({"requestId": self.open, "reason": "the user pressed stop"});
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})).await
    }

    // ----- The person -----------------------------------------------------------------------------------------

    /// The person answers the last question; what comes of it is kept.
    pub(crate) async fn answer(&mut self, answer: Answer) -> Met {
        let question = self.last_question()?;
        self.answer_question(question, answer).await
    }

    /// An answer to any question, the last or not.
    pub(crate) async fn answer_question(&mut self, question: Question, answer: Answer) -> Met {
        self.answered = Some((question.clone(), answer.clone()));
        self.turn = None;
        let sent = self.client()?.send_answer(&question, &answer).await;
        self.open = Some(self.heard("a server that reads its input", sent).await?);
        self.await_turn(&question.call).await
    }

    /// An answer that nobody waits for any more.
    pub(crate) async fn answer_too_late(&mut self, answer: Answer) -> Met {
        let question = self.last_question()?;
        let sent = self.client()?.send_answer(&question, &answer).await;
        self.heard("a server that reads its input", sent).await.map(|_| ())
    }

    /// The last answer once more.
    pub(crate) async fn answer_again(&mut self) -> Met {
        let (question, answer) = self.last_answer()?;
        self.answer_question(question, answer).await
    }

    /// Nobody answers: waits for the reply that the subject gives by itself.
    pub(crate) async fn stay_silent(&mut self) -> Met {
        let (call, id) = (self.last_call()?, self.open.clone().unwrap_or_default());
        let turn = self.client()?.turn_within(&call, &id, PATIENCE).await;
        let turn = self.heard("a reply although nobody answers", turn).await?;
        self.keep(turn);
        Ok(())
    }

    // ----- The client -----------------------------------------------------------------------------------------

    /// The client goes away.
    pub(crate) fn hang_up(&mut self) -> Met {
        self.client()?.hang_up();
        Ok(())
    }

    /// The client says something else of itself from now on.
    pub(crate) async fn redeclare(&mut self, forms: Forms) -> Met {
        self.seat().await?;
        self.forms = forms;
        let said = self.client()?.redeclare(forms).await;
        self.heard("an answer to the handshake", said).await
    }

    /// The client speaks as in the newer era, on the connection that it has.
    pub(crate) fn speak_newer(&mut self) -> Met {
        self.era = Era::Stateless;
        self.client()?.enter(Era::Stateless);
        Ok(())
    }

    /// The client shakes hands as in the older era.
    pub(crate) async fn initialize(&mut self) -> Met {
        self.seat().await?;
        let reply = self.client()?.initialize().await;
        let reply = self.heard("an answer to the handshake", reply).await?;
        self.era = Era::Pushed;
        self.keep(Turn::Replied(reply));
        Ok(())
    }

    /// The client makes a request with all that its era wants.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Met {
        self.seat().await?;
        let reply = self.client()?.request(method, params).await;
        let reply = self.heard(&format!("a reply to {method}"), reply).await?;
        self.keep(Turn::Replied(reply));
        Ok(())
    }

    /// The client makes a request with these params and nothing else.
    pub(crate) async fn bare_request(&mut self, method: &str, params: Value) -> Met {
        self.seat().await?;
        let era = self.era;
        let id = self.client()?.send_request_as(era, method, params).await;
        let id = self.heard("a server that reads its input", id).await?;
        let reply = self.client()?.inbox().reply(&id, REPLY_DEADLINE).await;
        let reply = self.heard(&format!("a reply to {method}"), reply).await?;
        self.keep(Turn::Replied(reply));
        Ok(())
    }

    /// The client asks for the list of tools, which is kept.
    pub(crate) async fn list(&mut self) -> Met {
        self.request("tools/list", json!({})).await?;
        self.lists.extend(self.replies.last().cloned());
        Ok(())
    }

    /// A client of the other revision, with a server of its own, asks for the list of tools.
    pub(crate) async fn list_elsewhere(&mut self) -> Met {
        self.sit_elsewhere(self.era.other(), self.forms).await?;
        self.list().await
    }

    /// A client of the other revision, with a server of its own, makes the last call.
    pub(crate) async fn call_elsewhere(&mut self) -> Met {
        let call = self.last_call()?;
        self.sit_elsewhere(self.era.other(), self.forms).await?;
        self.call(call).await
    }

    /// A client that can show forms, with a server of its own, makes the last call.
    pub(crate) async fn call_with_forms(&mut self) -> Met {
        let call = self.last_call()?;
        self.sit_elsewhere(self.era, Forms::Named).await?;
        self.call(call).await
    }

    async fn sit_elsewhere(&mut self, era: Era, forms: Forms) -> Met {
        self.transcript.note(Origin::Aside, &format!("another client, on {era}"));
        self.others.extend(self.table.take());
        (self.era, self.forms) = (era, forms);
        self.seat().await
    }

    /// The client sends one message.
    pub(crate) async fn send(&mut self, message: &Value) -> Met {
        self.send_line(message.to_string().as_bytes()).await
    }

    /// The client sends one line, whatever it holds.
    pub(crate) async fn send_line(&mut self, line: &[u8]) -> Met {
        self.seat().await?;
        let era = self.era;
        // Whatever comes back under an id that was used here was asked for.
        if let Ok(message) = serde_json::from_slice::<Value>(line)
            && let (Some(id), Some(_)) = (message.get("id"), message.get("method"))
        {
            self.client()?.inbox().expect(id, "", era);
        }
        let sent = self.client()?.send_line(line).await;
        self.heard("a server that reads its input", sent).await
    }

    // ----- What was said --------------------------------------------------------------------------------------

    async fn await_turn(&mut self, call: &Call) -> Met {
        let id = self.open.clone().unwrap_or_default();
        let turn = self.client()?.turn(call, &id).await;
        let turn = self.heard(&format!("a question or a reply to {}", call.tool), turn).await?;
        self.keep(turn);
        Ok(())
    }

    pub(super) fn keep(&mut self, turn: Turn) {
        match &turn {
            Turn::Asked(question) => self.questions.push(question.clone()),
            Turn::Replied(reply) => {
                let reply = Reply(reply.clone());
                self.tokens.extend(reply.token().map(str::to_owned));
                self.replies.push(reply);
            }
        }
        self.turn = Some(turn);
    }

    pub(crate) fn last_call(&self) -> Result<Call, Unmet> {
        self.call.clone().ok_or_else(|| Unmet::new("a call that was made", "none"))
    }

    pub(crate) fn last_question(&self) -> Result<Question, Unmet> {
        let expected = || Unmet::new("a question that was asked", self.last_words());
        self.questions.last().cloned().ok_or_else(expected)
    }

    pub(crate) fn last_token(&self) -> Result<String, Unmet> {
        let expected = || Unmet::new("a token that was handed out", self.last_words());
        self.tokens.last().cloned().ok_or_else(expected)
    }

    pub(crate) fn last_answer(&self) -> Result<(Question, Answer), Unmet> {
        self.answered.clone().ok_or_else(|| Unmet::new("a question that was answered", "none"))
    }
}

/// A call with one argument more.
pub(crate) fn with_argument(mut call: Call, name: &str, value: Value) -> Call {
    let arguments = call.arguments.get_or_insert_with(|| json!({}));
    arguments[name] = value;
    call
}

/// A question about another call: an answer to it goes where it does not belong.
pub(crate) fn about(mut question: Question, call: Call) -> Result<Question, Unmet> {
    match question.way_back {
        WayBack::Again { .. } => {
            question.call = call;
            Ok(question)
        }
        WayBack::Reply { .. } => {
            Err(Unmet::new("an era in which the answer travels with a call", "a pushed question"))
        }
    }
}
