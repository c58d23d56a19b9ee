//! The contract a tool fulfils: one declaration, a plan made with reads alone, and the write it would do. It never
//! lends a write; that is the guard's.

pub mod entry;
mod schema;

use futures::future::{BoxFuture, FutureExt as _};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::Url;

use crate::answer::{Answer, PublicAddress, View};
use crate::failure::Failure;
use crate::guard::binding::Target;
use crate::guard::question::{Page, Question};
use crate::mealie::{Reads, Writes};
use crate::netguard::Netguard;
use crate::text::{Id, Slug, Timestamp};

/// What a tool does to what is there. The four hints follow from it (ANN-1), and so does what the guard lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Effect {
    /// Changes nothing.
    Reads,
    /// Adds something new.
    Adds,
    /// Changes a plain field that is easily set back.
    Changes,
    /// Replaces what somebody wrote.
    Replaces,
    /// Removes what somebody put there.
    Removes,
    /// Takes away what the same tool's counterpart added and nothing else, or is refused; done twice, it takes away twice.
    TakesBack,
    /// Lets more people see something.
    Publishes,
    /// Makes Mealie fetch an address and add what it finds.
    ReachesOut,
    /// Makes Mealie fetch an address, and changes nothing.
    LooksOut,
}

/// The four hints of MCP (`ToolAnnotations`), all of them given for every tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// `readOnlyHint`.
    pub read_only: bool,
    /// `destructiveHint`.
    pub destructive: bool,
    /// `idempotentHint`.
    pub idempotent: bool,
    /// `openWorldHint`.
    pub open_world: bool,
}

impl Effect {
    /// The hints of this effect.
    pub const fn hints(self) -> Hints {
        let (read_only, destructive, idempotent, open_world) = match self {
            Self::Reads => (true, false, true, false),
            Self::Adds | Self::Changes | Self::Publishes => (false, false, false, false),
            Self::Replaces | Self::Removes => (false, true, true, false),
            Self::TakesBack => (false, true, false, false),
            Self::ReachesOut => (false, false, false, true),
            Self::LooksOut => (true, false, true, true),
        };
        Hints { read_only, destructive, idempotent, open_world }
    }
}

/// A tool: its arguments are the type itself.
pub trait Tool: DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// The name, as a client calls it.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// What it does and when to use it, for the model.
    const DESCRIPTION: &'static str;
    /// What it does to what is there.
    const EFFECT: Effect;
    /// What it answers with.
    type Answer: View;

    /// Finds out what this call is about, with reads alone.
    fn plan(&self, kitchen: &Kitchen<'_>)
    -> impl Future<Output = Result<Plan<Self::Answer>, Failure>> + Send;
}

/// What a call comes to.
pub enum Plan<A> {
    /// It is done: reading tools end here.
    Answer(A),
    /// A write that may go without a question (ASK-2).
    Go(Write<A>),
    /// A write that needs a person's yes first.
    Ask(Box<Asks<A>>),
}

/// A write with the question before it.
pub struct Asks<A> {
    /// What the person is asked.
    pub question: Question,
    /// What the yes is good for.
    pub target: Target,
    /// What then happens.
    pub write: Write<A>,
}

/// A write in waiting. It cannot be run without [`Writes`], which only the guard lends (ASK-3).
pub struct Write<A>(Box<WriteWith<A>>);

/// What a write does with the right to write, for as long as it is lent.
type WriteWith<A> = dyn for<'k> FnOnce(Writes<'k>) -> BoxFuture<'k, Result<A, Failure>> + Send;

impl<A: 'static> Write<A> {
    /// A write that does this.
    pub fn new<F>(write: F) -> Self
    where
        F: for<'k> FnOnce(Writes<'k>) -> BoxFuture<'k, Result<A, Failure>> + Send + 'static,
    {
        Self(Box::new(write))
    }

    /// Does it.
    pub fn run(self, writes: Writes<'_>) -> BoxFuture<'_, Result<A, Failure>> {
        (self.0)(writes)
    }
}

impl<A> Plan<A> {
    /// A write with the question before it.
    pub fn ask(question: Question, target: Target, write: Write<A>) -> Self {
        Self::Ask(Box::new(Asks { question, target, write }))
    }
}

impl<A: View> Plan<A> {
    /// The same plan, whose answer is rendered within a budget of bytes of text.
    fn rendered(self, max_bytes: usize) -> Plan<Answer> {
        let rendered = |write: Write<A>| {
            Write::new(move |writes| {
                async move { write.run(writes).await.map(|view| Answer::of(view, max_bytes)) }.boxed()
            })
        };
        match self {
            Self::Answer(view) => Plan::Answer(Answer::of(view, max_bytes)),
            Self::Go(write) => Plan::Go(rendered(write)),
            Self::Ask(asks) => {
                let Asks { question, target, write } = *asks;
                Plan::ask(question, target, rendered(write))
            }
        }
    }
}

/// A decoded call of any tool.
pub trait Planned: Send + Sync {
    /// [`Tool::plan`], with a rendered answer.
    fn plan<'a>(&'a self, kitchen: &'a Kitchen<'_>) -> BoxFuture<'a, Result<Plan<Answer>, Failure>>;
}

impl<T: Tool> Planned for T {
    fn plan<'a>(&'a self, kitchen: &'a Kitchen<'_>) -> BoxFuture<'a, Result<Plan<Answer>, Failure>> {
        async move {
            let plan = Tool::plan(self, kitchen).await?;
            Ok(plan.rendered(kitchen.max_result_bytes))
        }
        .boxed()
    }
}

/// What a plan may use.
#[derive(Clone, Copy)]
pub struct Kitchen<'a> {
    /// The instance, to be read.
    pub reads: &'a Reads,
    /// Where Mealie may be sent.
    pub netguard: &'a Netguard,
    /// Where people look at it, if the operator said so (`MEALIE_PUBLIC_URL`).
    pub public_url: Option<&'a Url>,
    /// When this plan is made: a person may have read for minutes before it is made again.
    pub now: Timestamp,
    /// What this server is, for `get_about`.
    pub house: House,
    /// The budget of one answer, in bytes of text.
    pub max_result_bytes: usize,
}

/// What this server says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct House {
    /// Whether tools that write are registered.
    pub writes: bool,
    /// Whether the operator has switched the dialog off.
    pub dialog: bool,
}

impl Kitchen<'_> {
    /// The address of a recipe's page, if people have one.
    pub fn recipe_page(&self, group: Option<&Slug>, recipe: &Id) -> Option<Page> {
        Page::of_recipe(self.public_url?, group?, recipe)
    }

    /// The address of a share link, if people have one.
    pub fn share_link(&self, group: Option<&Slug>, link: &Id) -> Option<PublicAddress> {
        PublicAddress::of_share_link(self.public_url?, group?, link)
    }

    /// The address of a recipe's picture, if people have one.
    pub fn picture(&self, recipe: &Id) -> Option<PublicAddress> {
        PublicAddress::of_picture(self.public_url?, recipe)
    }
}
