//! The decision in one process, over a thing that can change between two looks at it. Nothing here knows MCP or HTTP:
//! the plan reads a cell, and a write counts.

use std::pin::pin;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use tokio::sync::Semaphore;

use super::binding::Target;
use super::question::Paragraph;
use super::*;
use crate::answer::{Source, View};
use crate::mealie::Reads;
use crate::netguard::Netguard;
use crate::settings::Connection;
use crate::text::{Document, Id};
use crate::tool::House;
use crate::words;

#[derive(Serialize, JsonSchema)]
struct Done {}

impl View for Done {
    const SOURCE: Source = Source::Ours;
}

/// A thing in a kitchen: what a name leads to, what stands there, and how often it was written.
#[derive(Default)]
struct Thing {
    id: AtomicU64,
    content: AtomicU64,
    written: AtomicUsize,
}

impl Thing {
    fn written(&self) -> usize {
        self.written.load(Ordering::SeqCst)
    }
}

/// What the call would do with it.
#[derive(Clone, Copy)]
enum Wish {
    Ask,
    GoUnasked,
    /// Ask, and look for ever before writing.
    LookLong,
    /// Ask, and change the content with the write.
    Change,
}

struct Touches(Arc<Thing>, Wish);

impl Planned for Touches {
    fn plan<'a>(&'a self, _: &'a Kitchen<'_>) -> BoxFuture<'a, Result<Plan<Answer>, Failure>> {
        let Self(thing, wish) = self;
        let wish = *wish;
        let id: Id = format!("{:032x}", thing.id.load(Ordering::SeqCst)).parse().unwrap();
        let content: Document =
            serde_json::from_value(json!({"text": thing.content.load(Ordering::SeqCst).to_string()}))
                .unwrap();
        let thing = Arc::clone(thing);
        let write = Write::new(move |_| {
            async move {
                if let Wish::LookLong = wish {
                    std::future::pending::<()>().await;
                }
                if let Wish::Change = wish {
                    // Whoever else has a turn takes it now.
                    tokio::task::yield_now().await;
                    thing.content.fetch_add(1, Ordering::SeqCst);
                }
                thing.written.fetch_add(1, Ordering::SeqCst);
                Ok(Answer::of(Done {}, 60_000))
            }
            .boxed()
        });
        let question =
            Question::new(Paragraph::of(words!["This will touch ", id, "."]), Paragraph::default());
        let target = Target::new().id("thing", &id).seen("thing", &content.fingerprint());
        let plan = match wish {
            Wish::GoUnasked => Plan::Go(write),
            Wish::Ask | Wish::LookLong | Wish::Change => Plan::ask(question, target, write),
        };
        async move { Ok(plan) }.boxed()
    }
}

struct Bench {
    guard: Guard,
    reads: Reads,
    netguard: Netguard,
    thing: Arc<Thing>,
    cancelled: CancellationToken,
    ended: CancellationToken,
}

impl Bench {
    fn new(without_dialog: WithoutDialog) -> Self {
        let (reads, write_key) = crate::mealie::open(Connection::nowhere());
        let policy = Policy { lifetime: Duration::from_secs(900), without_dialog };
        Self {
            guard: Guard::new(write_key, Key::of_test(), policy),
            reads,
            netguard: Netguard::new(None),
            thing: Arc::default(),
            cancelled: CancellationToken::new(),
            ended: CancellationToken::new(),
        }
    }

    fn call<'a>(&'a self, effect: Effect, planned: &'a dyn Planned) -> Call<'a> {
        Call {
            principal: "process",
            tool: "touch",
            effect,
            can_ask: true,
            planned,
            kitchen: Kitchen {
                reads: &self.reads,
                netguard: &self.netguard,
                public_url: None,
                now: self.guard.now(),
                house: House { writes: true, dialog: true },
                max_result_bytes: 60_000,
            },
            cancelled: &self.cancelled,
            ended: &self.ended,
        }
    }

    async fn decide_as(&self, effect: Effect, wish: Wish, way: Way<'_>) -> Result<Decision, Failure> {
        let planned = Touches(Arc::clone(&self.thing), wish);
        self.guard.decide(&self.call(effect, &planned), way).await
    }

    async fn decide(&self, way: Way<'_>) -> Result<Decision, Failure> {
        self.decide_as(Effect::Removes, Wish::Ask, way).await
    }

    async fn slip(&self, slip: Option<String>) -> Result<Decision, Failure> {
        self.decide(Way::Slip(slip, NoDialog::Client)).await
    }

    async fn first_slip(&self) -> String {
        match self.slip(None).await {
            Ok(Decision::Slip { slip, .. }) => slip,
            _ => panic!("a slip"),
        }
    }

    async fn sealed(&self) -> seal::Sealed {
        match self.decide(Way::Retry(Reply::default())).await {
            Ok(Decision::Asks { sealed, .. }) => sealed,
            _ => panic!("a question"),
        }
    }
}

fn yes() -> Value {
    json!({"action": "accept", "content": {"confirm": true}})
}

fn reply(sealed: &seal::Sealed, answer: Value) -> Way<'static> {
    Way::Retry(Reply {
        state: Some(sealed.state.clone()),
        answers: [(sealed.question.text(), answer)].into_iter().collect(),
    })
}

fn why(decision: Result<Decision, Failure>) -> Why {
    match decision {
        Err(Failure::Refused(refusal)) => refusal.why,
        Err(failure) => panic!("{failure:?}"),
        Ok(_) => panic!("a refusal"),
    }
}

/// Answers each question with what a script says, and lets the script change the thing meanwhile.
struct Script<F>(Mutex<F>);

impl<F: FnMut(usize) -> Heard + Send> Asker for (Script<F>, AtomicUsize) {
    fn ask<'a>(&'a self, _: &'a Question) -> BoxFuture<'a, Heard> {
        let turn = self.1.fetch_add(1, Ordering::SeqCst) + 1;
        let heard = (self.0.0.lock().unwrap())(turn);
        async move { heard }.boxed()
    }
}

fn script<F: FnMut(usize) -> Heard + Send>(script: F) -> (Script<F>, AtomicUsize) {
    (Script(Mutex::new(script)), AtomicUsize::new(0))
}

#[tokio::test]
async fn ask_18_a_yes_for_what_changed_meanwhile_is_followed_by_a_fresh_question() {
    let bench = Bench::new(WithoutDialog::Token);
    let thing = Arc::clone(&bench.thing);
    let asker = script(move |turn| {
        if turn == 1 {
            thing.content.store(7, Ordering::SeqCst);
        }
        Heard::Answer(yes())
    });
    assert!(matches!(bench.decide(Way::Push(&asker, None)).await, Ok(Decision::Done(_))));
    assert_eq!((asker.1.load(Ordering::SeqCst), bench.thing.written()), (2, 1));
}

/// What was asked about has come to need no question: neither the no nor the yes to the earlier one is passed over.
#[tokio::test]
async fn ask_4_an_answer_to_what_would_now_go_unasked_writes_nothing() {
    let unasked = |bench: Bench, way: Way<'static>| async move {
        let decision = bench.decide_as(Effect::Replaces, Wish::GoUnasked, way).await;
        (why(decision), bench.thing.written())
    };
    for answer in [json!({"action": "decline"}), json!({"action": "cancel"}), yes()] {
        let bench = Bench::new(WithoutDialog::Token);
        let way = reply(&bench.sealed().await, answer.clone());
        assert_eq!(unasked(bench, way).await, (Why::Changed, 0), "{answer}");
    }
    let bench = Bench::new(WithoutDialog::Token);
    let way = Way::Slip(Some(bench.first_slip().await), NoDialog::Client);
    assert_eq!(unasked(bench, way).await, (Why::Changed, 0), "a slip");
}

#[tokio::test]
async fn ask_18_what_changes_during_every_question_is_given_up() {
    let bench = Bench::new(WithoutDialog::Token);
    let thing = Arc::clone(&bench.thing);
    let asker = script(move |turn| {
        thing.content.store(turn as u64, Ordering::SeqCst);
        Heard::Answer(yes())
    });
    assert_eq!(why(bench.decide(Way::Push(&asker, None)).await), Why::Changed);
    assert_eq!((asker.1.load(Ordering::SeqCst), bench.thing.written()), (MAX_QUESTIONS, 0));
}

#[tokio::test]
async fn ask_15_a_name_that_leads_elsewhere_meanwhile_is_refused_and_nobody_is_asked_about_the_other() {
    let bench = Bench::new(WithoutDialog::Token);
    let thing = Arc::clone(&bench.thing);
    let asker = script(move |_| {
        thing.id.store(9, Ordering::SeqCst);
        Heard::Answer(yes())
    });
    assert_eq!(why(bench.decide(Way::Push(&asker, None)).await), Why::Changed);
    assert_eq!((asker.1.load(Ordering::SeqCst), bench.thing.written()), (1, 0));

    let slip = bench.first_slip().await;
    bench.thing.id.store(10, Ordering::SeqCst);
    assert_eq!(why(bench.slip(Some(slip)).await), Why::Slip);

    let sealed = bench.sealed().await;
    bench.thing.id.store(11, Ordering::SeqCst);
    assert!(
        matches!(bench.decide(reply(&sealed, yes())).await, Ok(Decision::Asks { .. })),
        "a fresh question"
    );
    assert_eq!(bench.thing.written(), 0);
}

#[tokio::test]
async fn tok_4_a_slip_says_whether_the_call_or_what_it_is_about_has_changed() {
    let bench = Bench::new(WithoutDialog::Token);
    let refused = |decision: Result<Decision, Failure>| match decision {
        Err(failure) => failure.words().ours,
        Ok(_) => panic!("a refusal"),
    };
    let slip = bench.first_slip().await;
    bench.thing.content.store(1, Ordering::SeqCst);
    assert!(refused(bench.slip(Some(slip.clone())).await).contains("has changed since"));
    bench.thing.id.store(1, Ordering::SeqCst);
    assert!(refused(bench.slip(Some(slip.clone())).await).contains("was not given for this call"));
    bench.thing.id.store(0, Ordering::SeqCst);
    bench.thing.content.store(0, Ordering::SeqCst);
    assert!(
        matches!(bench.slip(Some(slip.clone())).await, Ok(Decision::Done(_))),
        "a mismatch spends nothing"
    );
    assert!(refused(bench.slip(Some(slip)).await).contains("used already"));
    assert_eq!(bench.thing.written(), 1);
}

#[tokio::test]
async fn tok_6_ten_thousand_first_calls_leave_nothing_behind() {
    let bench = Bench::new(WithoutDialog::Token);
    let first = bench.first_slip().await;
    for _ in 0..10_000 {
        bench.first_slip().await;
    }
    assert_eq!(bench.guard.spent.len(), 0);
    assert!(matches!(bench.slip(Some(first)).await, Ok(Decision::Done(_))), "the first one is still good");
    assert_eq!(bench.guard.spent.len(), 1);
}

#[tokio::test]
async fn tok_7_where_a_dialog_is_demanded_a_slip_is_neither_given_nor_taken() {
    let bench = Bench::new(WithoutDialog::Refuse);
    assert_eq!(why(bench.slip(None).await), Why::NoDialog);
    assert_eq!(why(bench.slip(Some("anything".to_owned())).await), Why::NoDialog);
    let asker = script(|_| Heard::CannotAsk);
    assert_eq!(why(bench.decide(Way::Push(&asker, None)).await), Why::NoDialog);
}

#[tokio::test]
async fn seal_4_the_first_answer_spends_the_nonce_whatever_it_says() {
    for first in
        [json!({"action": "decline"}), json!({"action": "cancel"}), json!({"action": "accept"}), json!(5)]
    {
        let bench = Bench::new(WithoutDialog::Token);
        let sealed = bench.sealed().await;
        assert_eq!(why(bench.decide(reply(&sealed, first.clone())).await), Why::NoYes, "{first}");
        let second = bench.decide(reply(&sealed, yes())).await;
        assert!(!matches!(second, Ok(Decision::Done(_))), "{first}");
        assert_eq!(bench.thing.written(), 0, "{first}");
    }
}

#[tokio::test]
async fn seal_6_a_state_without_an_answer_or_an_answer_without_a_state_is_no_answer_and_spends_nothing() {
    let bench = Bench::new(WithoutDialog::Token);
    let sealed = bench.sealed().await;
    let key = sealed.question.text();
    for (row, state, answers) in [
        ("no answers", Some(sealed.state.clone()), Vec::new()),
        ("an unknown key", Some(sealed.state.clone()), vec![("confirm".to_owned(), yes())]),
        ("no state", None, vec![(key.clone(), yes())]),
        ("a state that is none", Some("state".to_owned()), vec![(key.clone(), yes())]),
    ] {
        let reply = Reply { state, answers: answers.into_iter().collect() };
        let decision = bench.decide(Way::Retry(reply)).await;
        assert!(matches!(decision, Ok(Decision::Asks { .. })), "{row}");
    }
    assert!(matches!(bench.decide(reply(&sealed, yes())).await, Ok(Decision::Done(_))));
    assert_eq!(bench.thing.written(), 1);
}

#[tokio::test]
async fn ask_4_a_call_taken_back_before_its_write_writes_nothing() {
    let bench = Bench::new(WithoutDialog::Token);
    let cancelled = bench.cancelled.clone();
    let asker = script(move |_| {
        cancelled.cancel();
        Heard::Answer(yes())
    });
    assert_eq!(why(bench.decide(Way::Push(&asker, None)).await), Why::NoYes);
    assert_eq!(bench.thing.written(), 0);
}

/// A write begins with proofs, and those can take their time.
#[tokio::test]
async fn ask_4_a_call_taken_back_or_left_alone_while_its_write_still_looks_writes_nothing() {
    for gone in ["cancelled", "ended"] {
        let bench = Bench::new(WithoutDialog::Token);
        let sealed = bench.sealed().await;
        let calling = bench.decide_as(Effect::Removes, Wish::LookLong, reply(&sealed, yes()));
        let leaving = async {
            tokio::task::yield_now().await;
            if gone == "cancelled" { bench.cancelled.cancel() } else { bench.ended.cancel() }
        };
        let (decision, ()) = futures::join!(calling, leaving);
        assert_eq!(why(decision), Why::NoYes, "{gone}");
        assert_eq!(bench.thing.written(), 0, "{gone}");
    }
}

/// Two people say yes at once to two questions about one thing: the second is planned after the first was done.
#[tokio::test]
async fn ask_18_of_two_approvals_that_arrive_together_one_is_carried_out_and_one_is_asked_about_afresh() {
    let bench = Bench::new(WithoutDialog::Token);
    let (one, other) = (bench.sealed().await, bench.sealed().await);
    let call = |sealed: &seal::Sealed| bench.decide_as(Effect::Removes, Wish::Change, reply(sealed, yes()));
    let (first, second) = futures::join!(call(&one), call(&other));
    assert!(matches!(first, Ok(Decision::Done(_))));
    assert!(matches!(second, Ok(Decision::Asks { .. })));
    assert_eq!(bench.thing.written(), 1);
}

#[tokio::test]
async fn ask_2_a_reading_tool_cannot_even_ask() {
    let bench = Bench::new(WithoutDialog::Token);
    let decision = bench.decide_as(Effect::Reads, Wish::Ask, Way::Retry(Reply::default())).await;
    assert!(matches!(decision, Err(Failure::Internal(_))));
}

#[tokio::test]
async fn ask_20_what_was_declined_is_not_asked_again_and_gets_no_slip() {
    let bench = Bench::new(WithoutDialog::Token);
    let asker = script(|_| Heard::Answer(json!({"action": "decline"})));
    let earlier = bench.first_slip().await;
    for _ in 0..2 {
        assert_eq!(why(bench.decide(Way::Push(&asker, None)).await), Why::NoYes);
    }
    assert_eq!(asker.1.load(Ordering::SeqCst), 1);
    assert_eq!(why(bench.slip(None).await), Why::NoYes);
    assert_eq!(why(bench.slip(Some(earlier)).await), Why::NoYes, "nor does one from before get past the no");
    assert_eq!(why(bench.decide(Way::Retry(Reply::default())).await), Why::NoYes);
    bench.thing.content.store(1, Ordering::SeqCst);
    bench.first_slip().await;
}

/// The policy, whole: which effects may write without a question.
#[tokio::test]
async fn ask_2_an_effect_that_removes_or_reads_never_writes_unasked() {
    for (effect, may) in [
        (Effect::Reads, false),
        (Effect::Adds, true),
        (Effect::Changes, true),
        (Effect::Replaces, true),
        (Effect::Removes, false),
        (Effect::TakesBack, true),
        (Effect::Publishes, true),
        (Effect::ReachesOut, true),
    ] {
        let bench = Bench::new(WithoutDialog::Token);
        let way = Way::Retry(Reply::default());
        let done = bench.decide_as(effect, Wish::GoUnasked, way).await.is_ok();
        assert_eq!((done, bench.thing.written()), (may, usize::from(may)), "{effect:?}");
    }
}

/// A plan that waits, and counts how many have begun.
struct Waits {
    begun: AtomicUsize,
    over: Semaphore,
}

impl Planned for Waits {
    fn plan<'a>(&'a self, _: &'a Kitchen<'_>) -> BoxFuture<'a, Result<Plan<Answer>, Failure>> {
        async move {
            self.begun.fetch_add(1, Ordering::SeqCst);
            let _over = self.over.acquire().await;
            Ok(Plan::Answer(Answer::of(Done {}, 60_000)))
        }
        .boxed()
    }
}

#[tokio::test]
async fn bnd_7_eight_calls_are_planned_at_a_time_and_the_others_after_them() {
    let bench = Bench::new(WithoutDialog::Token);
    let planned = Waits { begun: AtomicUsize::new(0), over: Semaphore::new(0) };
    let call = || async {
        let call = bench.call(Effect::Reads, &planned);
        bench.guard.decide(&call, Way::Slip(None, NoDialog::Client)).await.is_ok()
    };
    let mut calls = pin!(futures::future::join_all((0..20).map(|_| call())));
    assert!(futures::poll!(&mut calls).is_pending());
    assert_eq!(planned.begun.load(Ordering::SeqCst), PLANS_AT_ONCE);
    planned.over.add_permits(1);
    assert_eq!(calls.await, [true; 20]);
    assert_eq!(planned.begun.load(Ordering::SeqCst), 20);
}
