//! The guard: the one decision whether a write may happen, for both protocol eras and for the two-call token. It holds
//! the only key to writing, and lends it for one write at a time: after a yes for exactly what is there now, or where the
//! tool's effect needs none.

pub mod binding;
pub mod clock;
mod declines;
pub mod key;
mod open;
pub mod question;
pub mod seal;
pub mod slips;
pub mod spent;
pub mod verdict;
pub mod words;

use std::collections::BTreeMap;
use std::time::Duration;

use futures::future::BoxFuture;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use self::binding::Bound;
use self::clock::Clock;
use self::declines::Declines;
use self::key::Key;
use self::open::OpenQuestions;
use self::question::Question;
use self::slips::Worth;
use self::spent::{Spending, Spent};
use self::verdict::Verdict;
use self::words::{BadSlip, NotAYes};
use crate::answer::Answer;
use crate::failure::{Failure, Why};
use crate::log::{self, Fact};
use crate::mealie::{Departure, WriteKey};
use crate::settings::WithoutDialog;
use crate::text::Timestamp;
use crate::tool::{Asks, Effect, Kitchen, Plan, Planned, Write};

/// How often one call is asked about before it is given up: what it is about changed while every question was open.
const MAX_QUESTIONS: usize = 3;

/// Calls that are planned at one time; the others wait. Four of them keep Mealie busy, and a plan holds what it has read
/// until it is made, so this bounds memory (BND-7).
const PLANS_AT_ONCE: usize = 8;

/// Why no dialog is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDialog {
    /// The client cannot show one.
    Client,
    /// The operator switched it off.
    Operator,
}

/// What the operator set.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// How long a sealed state and a slip live.
    pub lifetime: Duration,
    /// Whether a slip will do where no dialog can be shown.
    pub without_dialog: WithoutDialog,
}

/// The guard of one client of Mealie.
pub struct Guard {
    write_key: WriteKey,
    key: Key,
    clock: Clock,
    policy: Policy,
    spent: Spent,
    declines: Declines,
    open: OpenQuestions,
    /// Held from the plan that follows a yes to the end of its write: of two approvals that arrive together, the second
    /// is planned after the first was carried out.
    turn: tokio::sync::Mutex<()>,
    planning: tokio::sync::Semaphore,
}

/// One call that may need a yes.
pub struct Call<'a> {
    /// Who calls.
    pub principal: &'a str,
    /// Which tool.
    pub tool: &'static str,
    /// What the tool does.
    pub effect: Effect,
    /// Whether any call of the tool asks.
    pub can_ask: bool,
    /// The decoded call.
    pub planned: &'a dyn Planned,
    /// What it may read.
    pub kitchen: Kitchen<'a>,
    /// Taken back by its caller.
    pub cancelled: &'a CancellationToken,
    /// Nobody is there any more to answer or to hear.
    pub ended: &'a CancellationToken,
}

/// How a person can be reached for this call.
pub enum Way<'a> {
    /// By a question that is pushed while the call is open (`2025-11-25`). The slip that came with the call counts only
    /// if the client turns out not to know how to ask (ASK-13).
    Push(&'a dyn Asker, Option<String>),
    /// By ending the call with a question, to be retried with the answer (`2026-07-28`); what came with this try.
    Retry(Reply),
    /// Not at all; the slip that came with this call.
    Slip(Option<String>, NoDialog),
}

/// What a retried call brought besides its arguments.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// `requestState`.
    pub state: Option<String>,
    /// `inputResponses`.
    pub answers: BTreeMap<String, Value>,
}

impl Call<'_> {
    /// Waits until nobody wants this call any more.
    async fn gone(&self) {
        tokio::select! {
            () = self.cancelled.cancelled() => {}
            () = self.ended.cancelled() => {}
        }
    }
}

impl Way<'_> {
    /// Whether something came with this call that can be a yes.
    fn brings_something(&self) -> bool {
        match self {
            Self::Push(..) => false,
            Self::Retry(reply) => reply.state.is_some(),
            Self::Slip(slip, _) => slip.is_some(),
        }
    }
}

/// Pushes a question and waits for the answer.
pub trait Asker: Send + Sync {
    /// Asks.
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Heard>;
}

/// What came of a pushed question.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// An answer, not yet judged.
    Answer(Value),
    /// The client does not know how to ask.
    CannotAsk,
    /// Any other error, silence, or nobody there any more.
    Nothing(NotAYes),
}

/// What the guard decided.
pub enum Decision {
    /// It is done.
    Done(Answer),
    /// End the call with this question (`2026-07-28`).
    Asks {
        /// What to ask.
        question: Question,
        /// Under which key, and with which state.
        sealed: seal::Sealed,
    },
    /// End the call with this slip (TOK-2).
    Slip {
        /// Who did not ask.
        why: NoDialog,
        /// The token.
        slip: String,
        /// How long it lives.
        lifetime: Duration,
        /// What would have been asked.
        question: Question,
    },
}

/// What is in hand for one planned write.
enum Hand {
    /// A yes.
    Yes,
    /// Nothing yet: somebody has to be asked.
    Nothing,
}

impl Guard {
    /// A guard that holds this key to writing and this secret.
    pub fn new(write_key: WriteKey, key: Key, policy: Policy) -> Self {
        Self {
            write_key,
            key,
            clock: Clock::start(),
            policy,
            spent: Spent::new(policy.lifetime),
            declines: Declines::default(),
            open: OpenQuestions::default(),
            turn: tokio::sync::Mutex::default(),
            planning: tokio::sync::Semaphore::new(PLANS_AT_ONCE),
        }
    }

    /// What time it is, for a tool that writes it down.
    pub fn now(&self) -> Timestamp {
        self.clock.wall()
    }

    /// Plans the call, gets a yes where one is needed, and lets it write. After a yes the plan is made again from fresh
    /// reads and has to come to the same binding (ASK-18): a retried call and a second call with a slip are planned
    /// after their yes, a pushed question is followed by another turn of this loop.
    pub async fn decide(&self, call: &Call<'_>, mut way: Way<'_>) -> Result<Decision, Failure> {
        let mut approved: Option<Bound> = None;
        let mut asked = 0;
        loop {
            let turn = if approved.is_some() || way.brings_something() {
                Some(self.turn(call).await?)
            } else {
                None
            };
            let asks = match self.plan(call).await? {
                Plan::Answer(answer) => return Ok(Decision::Done(answer)),
                // It was asked about, and what stood there has changed so that it would go unasked now. Whatever came with
                // it, a yes for something else or a no, is not passed over (ASK-4, ASK-18).
                Plan::Go(_) if call.can_ask && (approved.is_some() || way.brings_something()) => {
                    return Err(Failure::refused(Why::Changed, words::NO_LONGER_ASKED));
                }
                Plan::Go(write) => return self.go_unasked(call, write).await,
                Plan::Ask(_) if call.effect.hints().read_only => {
                    return Err(Failure::Internal("a reading tool planned a question"));
                }
                Plan::Ask(asks) => asks,
            };
            let Asks { question, target, write } = *asks;
            let bound = target.bind(call.principal, call.tool, &question.to_string());
            let declined = self.declines.holds(&bound.whole, self.clock.now());
            let in_hand = match (&way, approved) {
                (_, Some(approved)) if approved == bound => Hand::Yes,
                // Nothing is resolved to another target between question and write: what a person said yes to is not
                // there any more under this name, and they are not asked about something else in its place (ASK-15).
                (_, Some(approved)) if approved.call != bound.call => {
                    return Err(Failure::refused(Why::Changed, words::ANOTHER_TARGET));
                }
                // A slip that was given before the person said no is no way around them.
                (Way::Slip(..), _) if declined => return Err(refusal(NotAYes::DeclinedBefore)),
                (Way::Push(..), _) => Hand::Nothing,
                (Way::Retry(reply), _) => self.judge_reply(reply, &bound)?,
                (Way::Slip(slip, why), _) => self.judge_slip(slip.as_deref(), *why, &bound)?,
            };
            match in_hand {
                Hand::Yes => return self.go(call, write).await,
                Hand::Nothing if declined => return Err(refusal(NotAYes::DeclinedBefore)),
                // Nobody waits for a turn while a person reads.
                Hand::Nothing => drop(turn),
            }
            match &mut way {
                Way::Push(..) if asked == MAX_QUESTIONS => {
                    return Err(Failure::refused(Why::Changed, words::KEEPS_CHANGING));
                }
                Way::Push(asker, slip) => {
                    asked += 1;
                    log::info("a person is asked", &[Fact::Word("tool", call.tool)]);
                    match self.push(call.principal, *asker, &question, &bound).await? {
                        Some(yes) => approved = Some(yes),
                        None => way = Way::Slip(slip.take(), NoDialog::Client),
                    }
                }
                Way::Retry(_) => {
                    let sealed =
                        seal::seal(&self.key, &bound.whole, self.clock.now()).map_err(no_randomness)?;
                    return Ok(Decision::Asks { question, sealed });
                }
                Way::Slip(_, why) => {
                    let slip = slips::write(&self.key, &bound, self.clock.now()).map_err(no_randomness)?;
                    return Ok(Decision::Slip { why: *why, slip, lifetime: self.policy.lifetime, question });
                }
            }
        }
    }

    async fn plan(&self, call: &Call<'_>) -> Result<Plan<Answer>, Failure> {
        let plan = async {
            let _place =
                self.planning.acquire().await.map_err(|_| Failure::Internal("planning is never closed"))?;
            let reads = call.kitchen.reads.for_one_plan();
            call.planned.plan(&Kitchen { reads: &reads, now: self.now(), ..call.kitchen }).await
        };
        tokio::select! {
            biased;
            () = call.cancelled.cancelled() => Err(refusal(NotAYes::Gone)),
            plan = plan => plan,
        }
    }

    /// A write without a question, where the tool's effect allows one: the policy, whole.
    async fn go_unasked(&self, call: &Call<'_>, write: Write<Answer>) -> Result<Decision, Failure> {
        match call.effect {
            Effect::Adds
            | Effect::Changes
            | Effect::Replaces
            | Effect::TakesBack
            | Effect::Publishes
            | Effect::ReachesOut => self.go(call, write).await,
            Effect::Reads | Effect::LooksOut => Err(Failure::Internal("a reading tool planned a write")),
            Effect::Removes => Err(Failure::Internal("a removing tool planned a write without a question")),
        }
    }

    /// Lends the right to write. Until the first request has left, a call that is taken back or whose client is gone ends
    /// here and nothing is written; after that it runs to its end, whoever is there.
    async fn go(&self, call: &Call<'_>, write: Write<Answer>) -> Result<Decision, Failure> {
        let departure = Departure::default();
        let called_off = async {
            call.gone().await;
            if departure.has_left() {
                std::future::pending().await
            }
        };
        tokio::select! {
            biased;
            () = called_off => Err(refusal(NotAYes::Gone)),
            done = write.run(self.write_key.lend(&departure)) => {
                log::info("a write was let through", &[Fact::Word("tool", call.tool)]);
                done.map(Decision::Done)
            }
        }
    }

    async fn turn(&self, call: &Call<'_>) -> Result<tokio::sync::MutexGuard<'_, ()>, Failure> {
        tokio::select! {
            biased;
            () = call.gone() => Err(refusal(NotAYes::Gone)),
            turn = self.turn.lock() => Ok(turn),
        }
    }

    /// An answer that came with a retried call. Whatever does not fit, in any way, is no answer (SEAL-5, SEAL-6).
    fn judge_reply(&self, reply: &Reply, bound: &Bound) -> Result<Hand, Failure> {
        let now = self.clock.now();
        let opened = reply
            .state
            .as_deref()
            .and_then(|state| seal::open(&self.key, state, &bound.whole, now, self.policy.lifetime));
        let Some(opened) = opened else { return Ok(Hand::Nothing) };
        let Some(answer) = reply.answers.get(&opened.question.text()) else { return Ok(Hand::Nothing) };
        match self.spent.spend(opened.nonce, now) {
            Spending::Spent => {}
            Spending::Again => return Ok(Hand::Nothing),
            Spending::Full => return Err(Failure::refused(Why::NoYes, words::bad_slip(BadSlip::Full))),
        }
        self.judge(answer, bound).map(|()| Hand::Yes)
    }

    /// A slip that came with a call. One that does not fit is refused, and no new one is handed out (TOK-5).
    fn judge_slip(&self, slip: Option<&str>, why: NoDialog, bound: &Bound) -> Result<Hand, Failure> {
        if self.policy.without_dialog == WithoutDialog::Refuse {
            return Err(Failure::refused(Why::NoDialog, words::no_dialog(why)));
        }
        let Some(slip) = slip else { return Ok(Hand::Nothing) };
        let now = self.clock.now();
        let bad = |why| Err(Failure::refused(Why::Slip, words::bad_slip(why)));
        match slips::read(&self.key, slip, bound, now, self.policy.lifetime) {
            Worth::Fits(nonce) => match self.spent.spend(nonce, now) {
                Spending::Spent => Ok(Hand::Yes),
                Spending::Again => bad(BadSlip::Used),
                Spending::Full => bad(BadSlip::Full),
            },
            Worth::Stale => bad(BadSlip::Stale),
            Worth::Changed => bad(BadSlip::Changed),
            Worth::Foreign => bad(BadSlip::Foreign),
        }
    }

    /// Pushes a question. A yes gives what it is good for; nothing means that the client cannot ask.
    async fn push(
        &self,
        principal: &str,
        asker: &dyn Asker,
        question: &Question,
        bound: &Bound,
    ) -> Result<Option<Bound>, Failure> {
        let Some(_open) = self.open.one_more(principal) else {
            return Err(Failure::refused(Why::TooManyQuestions, words::TOO_MANY_OPEN));
        };
        match asker.ask(question).await {
            Heard::Answer(answer) => self.judge(&answer, bound).map(|()| Some(*bound)),
            Heard::CannotAsk => Ok(None),
            Heard::Nothing(why) => Err(refusal(why)),
        }
    }

    fn judge(&self, answer: &Value, bound: &Bound) -> Result<(), Failure> {
        match verdict::read(answer) {
            Verdict::Yes => Ok(()),
            Verdict::No(why) => {
                log::info("the answer was no yes", &[]);
                if why == NotAYes::Declined {
                    self.declines.remember(bound.whole, self.clock.now());
                }
                Err(refusal(why))
            }
        }
    }
}

fn refusal(why: NotAYes) -> Failure {
    Failure::refused(Why::NoYes, words::not_a_yes(why))
}

fn no_randomness(_: getrandom::Error) -> Failure {
    Failure::Internal("the operating system gave no random bytes")
}

#[cfg(test)]
mod tests;
