//! A kitchen to try one tool in: a fake Mealie, and a tool's plan carried out by hand. No guard stands here, so what it
//! shows is the tool alone.

use fake_mealie::{FakeMealie, Options};
use serde_json::Value;
use url::Url;

use crate::answer::Answer;
use crate::args;
use crate::failure::{Failure, Why};
use crate::guard::binding::Target;
use crate::mealie::{Departure, Reads, WriteKey};
use crate::netguard::Netguard;
use crate::settings::Connection;
use crate::tool::{House, Kitchen, Plan, Planned, Tool, Write};

/// When every call comes.
pub(crate) const NOW: &str = "2026-03-09T10:20:30Z";

/// One kitchen.
pub(crate) struct Bench {
    pub(crate) mealie: FakeMealie,
    reads: Reads,
    key: WriteKey,
    netguard: Netguard,
    /// Where people see Mealie, if the operator said so.
    pub(crate) public_url: Option<Url>,
}

/// A plan that asks.
pub(crate) struct Asked {
    pub(crate) question: String,
    pub(crate) target: Target,
    write: Write<Answer>,
}

impl Bench {
    /// The demo's kitchen.
    pub(crate) async fn start() -> Self {
        Self::with(Options::default()).await
    }

    pub(crate) async fn with(options: Options) -> Self {
        let mealie = FakeMealie::start(options).await.unwrap();
        let (reads, key) = crate::mealie::open(Connection::of_test(mealie.url(), mealie.token()));
        Self { mealie, reads, key, netguard: Netguard::new(None), public_url: None }
    }

    /// From now on somebody else calls: whoever has this token.
    pub(crate) fn is_called_by(&mut self, token: &str) {
        (self.reads, self.key) = crate::mealie::open(Connection::of_test(self.mealie.url(), token));
    }

    /// The right to look, for a test of what a shelf reads.
    pub(crate) fn reads(&self) -> Reads {
        self.reads.for_one_plan()
    }

    /// What a call of the tool comes to, before anything is written.
    pub(crate) async fn plans<T: Tool>(&self, arguments: Value) -> Result<Plan<Answer>, Failure> {
        let call: T = args::decode(arguments.as_object().cloned().unwrap())?;
        let house = House { writes: true, dialog: true };
        let kitchen = Kitchen {
            reads: &self.reads.for_one_plan(),
            netguard: &self.netguard,
            public_url: self.public_url.as_ref(),
            now: NOW.parse().unwrap(),
            house,
            max_result_bytes: 60_000,
        };
        Planned::plan(&call, &kitchen).await
    }

    /// A reading tool's answer.
    pub(crate) async fn answers<T: Tool>(&self, arguments: Value) -> Result<Answer, Failure> {
        match self.plans::<T>(arguments).await? {
            Plan::Answer(answer) => Ok(answer),
            Plan::Go(_) | Plan::Ask(_) => panic!("a tool that reads plans no write"),
        }
    }

    /// The answer of a write that goes unasked.
    pub(crate) async fn goes<T: Tool>(&self, arguments: Value) -> Result<Answer, Failure> {
        match self.plans::<T>(arguments).await? {
            Plan::Go(write) => self.runs(write).await,
            Plan::Answer(_) | Plan::Ask(_) => panic!("a write that goes unasked was expected"),
        }
    }

    /// The question of a write that asks.
    pub(crate) async fn asks<T: Tool>(&self, arguments: Value) -> Result<Asked, Failure> {
        match self.plans::<T>(arguments).await? {
            Plan::Ask(asks) => {
                Ok(Asked { question: asks.question.to_string(), target: asks.target, write: asks.write })
            }
            Plan::Answer(_) | Plan::Go(_) => panic!("a question was expected"),
        }
    }

    /// What follows a yes.
    pub(crate) async fn after_a_yes(&self, asked: Asked) -> Result<Answer, Failure> {
        self.runs(asked.write).await
    }

    /// What a write comes to.
    pub(crate) async fn runs(&self, write: Write<Answer>) -> Result<Answer, Failure> {
        let departure = Departure::default();
        write.run(self.key.lend(&departure)).await
    }

    pub(crate) fn is_broken_address<A>(&self, outcome: &Result<A, Failure>) -> bool {
        matches!(outcome, Err(Failure::Refused(refusal)) if refusal.why == Why::BrokenAddress)
    }
}
