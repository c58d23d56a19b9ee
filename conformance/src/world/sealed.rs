//! What can happen to an answer on its way through the client, where it travels with a state or a token: changed,
//! sent twice, carried elsewhere, overtaken by time. It never judges what came of it.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::World;
use super::conversation::with_argument;
use crate::person::{Answer, Tampering};
use crate::reply::Reply;
use crate::turn::{Call, Question, Turn, WayBack};
use crate::unmet::{Met, Unmet, expect};

/// Requests in flight at a time where a scenario sends hundreds.
const AT_ONCE: usize = 32;

/// How long to wait between two looks at whether a lifetime of one second is over. A decoy is used up by each look.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A call that is made again without the whole of what was given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// The yes and no state.
    NoState,
    /// The state and no answer.
    NoAnswer,
    /// The state and an empty set of answers.
    EmptyAnswers,
    /// The yes under a key that nobody gave.
    UnknownKey,
    /// The yes under the name of the form's field.
    FieldName,
}

impl Half {
    /// What the words of a feature mean.
    pub(crate) fn from_words(words: &str) -> Option<Self> {
        Some(match words {
            "the yes and no state" => Self::NoState,
            "the state and no answer" => Self::NoAnswer,
            "the state and an empty answer" => Self::EmptyAnswers,
            "the yes under a key nobody gave" => Self::UnknownKey,
            "the yes under the name of the box" => Self::FieldName,
            _ => return None,
        })
    }
}

impl World {
    /// The yes comes back with a changed state.
    pub(crate) async fn answer_tampered(&mut self, tampering: Tampering) -> Met {
        let mut question = self.last_question()?;
        let (_, state) = sealed(&mut question)?;
        *state = tampering.of(state);
        self.answer_question(question, Answer::Yes).await
    }

    /// The yes comes back once for every character of the state, each time with that character changed.
    pub(crate) async fn answer_tampered_everywhere(&mut self) -> Met {
        let mut question = self.last_question()?;
        let call = question.call.clone();
        let (key, state) = sealed(&mut question)?;
        let letters = state.chars().count();
        let again: Vec<(Call, Map<String, Value>)> =
            (0..letters).map(|place| (call.clone(), beside(key, Tampering::At(place).of(state)))).collect();
        let mut turns = Vec::new();
        for some in again.chunks(AT_ONCE) {
            self.call_at_once(some.to_vec()).await?;
            turns.append(&mut self.volley);
        }
        self.volley = turns;
        Ok(())
    }

    /// The yes to the last question is sent many times at once.
    pub(crate) async fn answer_at_once(&mut self, times: usize) -> Met {
        let mut question = self.last_question()?;
        let call = question.call.clone();
        let (key, state) = sealed(&mut question)?;
        let again = (call, beside(key, state.clone()));
        self.call_at_once(vec![again; times]).await
    }

    /// The call with its token is made many times at once.
    pub(crate) async fn token_at_once(&mut self, times: usize) -> Met {
        let call = with_argument(self.last_call()?, "confirm_token", json!(self.last_token()?));
        self.call_at_once(vec![(call, Map::new()); times]).await
    }

    /// The call is made again with half of what was given out.
    pub(crate) async fn answer_half(&mut self, half: Half) -> Met {
        let mut question = self.last_question()?;
        let call = question.call.clone();
        let (key, state) = sealed(&mut question)?;
        let yes = json!({"action": "accept", "content": {"confirm": true}});
        let (responses, state) = match half {
            Half::NoState => (Some(json!({key.as_str(): yes})), None),
            Half::NoAnswer => (None, Some(state.as_str())),
            Half::EmptyAnswers => (Some(json!({})), Some(state.as_str())),
            Half::UnknownKey => (Some(json!({"a-key-that-nobody-gave": yes})), Some(state.as_str())),
            Half::FieldName => (Some(json!({"confirm": yes})), Some(state.as_str())),
        };
        let mut fields = Map::new();
        fields.extend(responses.map(|responses| ("inputResponses".to_owned(), responses)));
        fields.extend(state.map(|state| ("requestState".to_owned(), json!(state))));
        self.call_with(call, fields).await
    }

    /// The yes comes under the key of the question before the last, with the state of the last.
    pub(crate) async fn answer_under_earlier_key(&mut self) -> Met {
        let [.., earlier, later] = self.questions.as_slice() else {
            return Err(Unmet::new("two questions", format!("{}", self.questions.len())));
        };
        let (mut earlier, mut later) = (earlier.clone(), later.clone());
        let (earlier_key, _) = sealed(&mut earlier)?;
        let (later_key, _) = sealed(&mut later)?;
        later_key.clone_from(earlier_key);
        self.answer_question(later, Answer::Yes).await
    }

    /// Waits until whatever was given out for the last call has expired, by looking at decoys that were given out
    /// after it: when one of those has expired, so has it. The decoys are the lines of the shopping list.
    pub(crate) async fn let_it_expire(&mut self) -> Met {
        // What the decoys lead to is nothing that the scenario knows of.
        let known = (self.call.clone(), self.turn.clone(), self.tokens.clone(), self.questions.clone());
        let decoys = self.decoys().await?;
        let began = Instant::now();
        let mut expired = false;
        for (call, turn) in decoys {
            if self.has_expired(call, turn).await? {
                expired = true;
                break;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        (self.call, self.turn, self.tokens, self.questions) = known;
        let still = || format!("one that still counted after {:.1} s", began.elapsed().as_secs_f32());
        expect(expired, "a lifetime of one second", still)
    }

    async fn decoys(&mut self) -> Result<Vec<(Call, Turn)>, Unmet> {
        let names = self.kitchen.names().iter();
        let lines: Vec<_> = names.filter(|(name, _)| name.starts_with("line ")).map(|(_, id)| *id).collect();
        let mut decoys = Vec::new();
        for line in lines {
            let arguments = json!({"item_ids": [line.to_string()]});
            let call = Call { tool: "delete_shopping_list_items".to_owned(), arguments: Some(arguments) };
            self.call(call.clone()).await?;
            decoys.extend(self.turn.clone().map(|turn| (call, turn)));
        }
        Ok(decoys)
    }

    /// Whether a decoy has expired. A question is declined: in time that is the end of it, afterwards it is asked
    /// anew. A token is sent: in time it is carried out, afterwards refused.
    async fn has_expired(&mut self, call: Call, turn: Turn) -> Result<bool, Unmet> {
        match turn {
            Turn::Asked(question) => {
                self.answer_question(question, Answer::No).await?;
                Ok(matches!(self.turn, Some(Turn::Asked(_))))
            }
            Turn::Replied(reply) => {
                let reply = Reply(reply);
                let token = reply.token().ok_or_else(|| Unmet::new("a decoy with a token", reply.text()))?;
                self.call(with_argument(call, "confirm_token", json!(token))).await?;
                Ok(matches!(&self.turn, Some(Turn::Replied(reply)) if Reply(reply.clone()).is_error()))
            }
        }
    }
}

/// The key and the state of a question that has them.
fn sealed(question: &mut Question) -> Result<(&mut String, &mut String), Unmet> {
    match &mut question.way_back {
        WayBack::Again { key, state } => Ok((key, state)),
        WayBack::Reply { .. } => Err(Unmet::new("a question with a state", "a pushed question")),
    }
}

fn beside(key: &str, state: String) -> Map<String, Value> {
    let yes = json!({"action": "accept", "content": {"confirm": true}});
    Map::from_iter([
        ("inputResponses".to_owned(), json!({key: yes})),
        ("requestState".to_owned(), json!(state)),
    ])
}
