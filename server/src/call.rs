//! The one path of a tool call: find the tool, sort and decode its arguments, let the guard decide, fit the answer into
//! its budget. Nothing opts out of it, and it never knows which MCP era is spoken.

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::answer::{Answer, error_text};
use crate::args;
use crate::catalogue::Catalogue;
use crate::failure::{Failure, Weight};
use crate::guard::question::Question;
use crate::guard::seal::Sealed;
use crate::guard::{Asker, Call, Decision, Guard, NoDialog, Reply, Way, words};
use crate::log::{self, Fact};
use crate::mealie::Reads;
use crate::netguard::Netguard;
use crate::tool::entry::Entry;
use crate::tool::{House, Kitchen};

/// Where calls are taken.
pub struct Desk {
    /// The tools.
    pub catalogue: Catalogue,
    /// The decision about writes.
    pub guard: Guard,
    /// The instance, to be read.
    pub reads: Reads,
    /// Where Mealie may be sent.
    pub netguard: Netguard,
    /// Where people look at it.
    pub public_url: Option<Url>,
    /// What this server is.
    pub house: House,
    /// The budget of one answer, in bytes of text.
    pub max_result_bytes: usize,
}

/// What one call brings with it.
pub struct Taken<'a> {
    /// The tool's name.
    pub name: &'a str,
    /// Its arguments.
    pub arguments: Option<Map<String, Value>>,
    /// Who calls.
    pub principal: &'a str,
    /// How a person can be asked.
    pub dialog: Dialog<'a>,
    /// Taken back by its caller.
    pub cancelled: &'a CancellationToken,
    /// Nobody is there any more.
    pub ended: &'a CancellationToken,
}

/// How a person can be asked on this connection, for this call.
pub enum Dialog<'a> {
    /// A question can be pushed while the call is open.
    Push(&'a dyn Asker),
    /// The call ends with the question; what came with this try.
    Retry(Reply),
    /// Not at all.
    None(NoDialog),
}

/// What a call comes to.
pub enum Outcome {
    /// An answer, or the first half of the two-call path.
    Answer(Answer),
    /// A tool error.
    Error(String),
    /// End the call with this question.
    Asks {
        /// What to ask.
        question: Question,
        /// Under which key, and with which state.
        sealed: Sealed,
    },
}

/// Nobody knows a tool of that name: a protocol error, since a filtered tool is as unknown as one that never was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTool;

impl Desk {
    /// Takes one call from beginning to end.
    pub async fn take(&self, taken: Taken<'_>) -> Result<Outcome, UnknownTool> {
        let entry = self.catalogue.find(taken.name).ok_or(UnknownTool)?;
        let outcome = self.outcome(entry, taken).await;
        if let Err(failure) = &outcome {
            let facts = [Fact::Word("tool", entry.name), Fact::Failure(failure)];
            match failure.weight() {
                Weight::Fault => log::error("a call failed", &facts),
                Weight::Trouble => log::warn("a call failed", &facts),
                Weight::Ordinary => log::info("a call was refused", &facts),
            }
        }
        Ok(outcome.unwrap_or_else(|failure| Outcome::Error(error_text(&failure.words()))))
    }

    async fn outcome(&self, entry: &Entry, taken: Taken<'_>) -> Result<Outcome, Failure> {
        let brought = args::sort(&entry.names, taken.arguments)?;
        let planned = entry.decode(brought.arguments)?;
        let call = Call {
            principal: taken.principal,
            tool: entry.name,
            effect: entry.effect,
            can_ask: entry.guarded.can_ask(),
            planned: planned.as_ref(),
            kitchen: Kitchen {
                reads: &self.reads,
                netguard: &self.netguard,
                public_url: self.public_url.as_ref(),
                now: self.guard.now(),
                house: self.house,
                max_result_bytes: self.max_result_bytes,
            },
            cancelled: taken.cancelled,
            ended: taken.ended,
        };
        let way = match taken.dialog {
            Dialog::Push(asker) => Way::Push(asker, brought.slip),
            Dialog::Retry(reply) => Way::Retry(reply),
            Dialog::None(why) => Way::Slip(brought.slip, why),
        };
        Ok(match self.guard.decide(&call, way).await? {
            Decision::Done(answer) => Outcome::Answer(answer),
            Decision::Asks { question, sealed } => Outcome::Asks { question, sealed },
            Decision::Slip { why, slip, lifetime, question } => {
                let text = words::slip(why, &question, entry.name, &slip, lifetime);
                Outcome::Answer(confirmation_required(why, text, slip, lifetime.as_secs()))
            }
        })
    }
}

/// The first answer of the two-call path: text and structure say the same (TOK-2, UNT-6).
fn confirmation_required(why: NoDialog, text: String, slip: String, seconds: u64) -> Answer {
    let reason = match why {
        NoDialog::Client => "client_cannot_show_a_dialog",
        NoDialog::Operator => "operator_switched_the_dialog_off",
    };
    let structured = [
        ("status", Value::from("confirmation_required")),
        ("message", Value::from(text.clone())),
        ("confirm_token", Value::from(slip)),
        ("expires_in_seconds", Value::from(seconds)),
        ("reason", Value::from(reason)),
    ];
    Answer {
        text,
        structured: structured.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}
