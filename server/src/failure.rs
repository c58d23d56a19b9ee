//! What can go wrong in a call, once, in two voices: for the model ([`Failure::words`]) and for the log
//! ([`Failure::log`]). It never carries text of the instance other than cleaned, and never an address, a header or
//! a token.

mod words;

use std::fmt;

use crate::text::{Clean, Id, Limit};

/// Whether a change that failed can have happened all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened {
    /// Nothing was written.
    No,
    /// The request left, and no answer says what became of it.
    Perhaps,
}

/// Which of the two settings without which nothing can be asked is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// `MEALIE_URL`.
    Url,
    /// `MEALIE_API_TOKEN`.
    Token,
    /// Both.
    Both,
}

/// Why no answer came at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nobody listens at that address.
    Refused,
    /// The name leads nowhere, or no route does.
    Unreachable,
    /// No answer within the time limit.
    Timeout,
    /// The connection ended before the answer did.
    Reset,
    /// The two ends do not agree on TLS, or the certificate is not trusted.
    Tls,
    /// This machine has no certificates to check others with.
    NoCertificates,
}

/// Why an answer could not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// HTTP 200 with a web page (LIVE-11).
    WebPage,
    /// Larger than what is ever read (BND-1).
    TooLarge,
    /// Not JSON, or JSON of another shape, nested too deep, or too many values (UNT-7).
    NotAsExpected,
}

/// One failed call.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// An argument that cannot be used: its name, the rule, and what was given.
    #[error("argument refused")]
    Argument {
        /// The argument, as the caller wrote it: `item_ids[3]`.
        name: Clean,
        /// What it has to be.
        rule: String,
        /// What was given, cut and cleaned.
        given: Option<Clean>,
    },
    /// The operator has not said where Mealie is, or with which token.
    #[error("not configured: {0:?}")]
    NotConfigured(Missing),
    /// No answer.
    #[error("no answer: {0:?}")]
    NoAnswer(Reach, Happened),
    /// An answer that says no.
    #[error("HTTP {code}")]
    Status {
        /// The HTTP status.
        code: u16,
        /// What Mealie said, cleaned; absent where it is a web page or may hold SQL.
        said: Option<Clean>,
        /// Whether the change can be in.
        happened: Happened,
    },
    /// Mealie made no recipe of what it was given, or could not fetch it.
    #[error("no recipe: HTTP {code}")]
    NoRecipe {
        /// The HTTP status.
        code: u16,
        /// What that means, and what to try instead.
        words: &'static str,
        /// Whether a recipe can be there all the same.
        happened: Happened,
    },
    /// Mealie's parser cannot be used on this instance.
    #[error("no parser: HTTP {code}")]
    NoParser {
        /// The HTTP status.
        code: u16,
        /// What that means, and what to try instead.
        words: &'static str,
    },
    /// An answer that cannot be read.
    #[error("unusable answer: {0:?}")]
    Answer(Unusable, Happened),
    /// What the call is about is not there (ASK-14).
    #[error("not found: {kind}")]
    NotFound {
        /// `recipe`, `food`, `shopping list items` ...
        kind: &'static str,
        /// The ids that nobody has, where they are ids.
        ids: Vec<Id>,
    },
    /// Something of that name is there already (LIVE-6).
    #[error("exists already: {kind}")]
    Exists {
        /// `tag`, `food` ...
        kind: &'static str,
        /// The one that is there, where it could be found.
        id: Option<Id>,
    },
    /// Mealie says that it deleted another thing than the one that was meant. The proofs before it make it all but
    /// impossible, and it is the worst that can happen.
    #[error("another one was hit")]
    HitAnother {
        /// What was meant; it may still be there.
        meant: Id,
        /// What is gone.
        gone: Id,
    },
    /// The same of an edit: the answer is about another recipe than the one that was meant.
    #[error("another one was changed")]
    ChangedAnother {
        /// What was meant.
        meant: Id,
        /// What was changed.
        hit: Id,
    },
    /// The first of several requests went through and a later one did not: what is there now stays (LIVE-3).
    #[error("unfinished: {cause}")]
    Unfinished {
        /// What is there now.
        made: Box<SoFar>,
        /// What stopped the rest.
        cause: Box<Failure>,
    },
    /// The server will not do this, in its own words: what, why, and what to do instead.
    #[error("refused: {0}")]
    Refused(Refusal),
    /// A fault of this server: a panic, or something it holds to be impossible.
    #[error("internal error: {0}")]
    Internal(&'static str),
}

/// What is there of something that was not finished.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoFar {
    /// A new recipe that is not filled yet.
    pub recipe: Option<NewRecipe>,
    /// New tags, categories, foods and units.
    pub words: u64,
}

/// A recipe that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewRecipe {
    /// Its id.
    Known(Id),
    /// Its slug, where reading it failed.
    Unread(Clean),
    /// Mealie did not say what it is called.
    Unnamed,
}

/// How much the operator should mind a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It should never happen.
    Fault,
    /// Something between here and Mealie does not work.
    Trouble,
    /// Somebody asked for something that cannot be.
    Ordinary,
}

/// A refusal in this server's own words and ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A word for the log.
    pub why: Why,
    /// The sentence for the model.
    pub words: String,
}

/// The kinds of refusal, for the log and for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Two readings of one address do not agree (LIVE-5).
    BrokenAddress,
    /// A person said no, or did not say yes (ASK-4).
    NoYes,
    /// The operator wants a dialog and none can be shown (TOK-7).
    NoDialog,
    /// A token was sent and does not fit (TOK-5).
    Slip,
    /// What was approved is not what is there now (ASK-18).
    Changed,
    /// Too many questions are open (ASK-20).
    TooManyQuestions,
    /// The call makes no sense as asked.
    Senseless,
    /// A name belongs to something else.
    Taken,
    /// Looking things up took too long (BND-4).
    Slow,
    /// Only somebody else may change it.
    Locked,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.why)
    }
}

/// What a failure says to the model: our sentences first, then what Mealie said, if anything (UNT-1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// This server's own words.
    pub ours: String,
    /// Text of the instance, to stand behind the marker.
    pub quoted: Option<Clean>,
}

impl Failure {
    /// An argument that cannot be used: its name, the rule, and what was given where that helps.
    pub fn argument(name: &str, rule: impl Into<String>, given: Option<&str>) -> Self {
        let echo = |text: &str| Clean::of_argument(text, Limit::ARGUMENT_ECHO);
        Self::Argument { name: echo(name), rule: rule.into(), given: given.map(echo) }
    }

    /// A refusal with its sentence.
    pub fn refused(why: Why, words: impl Into<String>) -> Self {
        Self::Refused(Refusal { why, words: words.into() })
    }

    /// Whether the change can have happened.
    pub fn happened(&self) -> Happened {
        match self {
            Self::NoAnswer(_, happened)
            | Self::Status { happened, .. }
            | Self::NoRecipe { happened, .. }
            | Self::Answer(_, happened) => *happened,
            Self::HitAnother { .. } | Self::ChangedAnother { .. } => Happened::Perhaps,
            // What happened is told; whether the rest did is what stopped it.
            Self::Unfinished { cause, .. } => cause.happened(),
            Self::Argument { .. }
            | Self::NotConfigured(_)
            | Self::NoParser { .. }
            | Self::NotFound { .. }
            | Self::Exists { .. }
            | Self::Refused(_)
            | Self::Internal(_) => Happened::No,
        }
    }

    /// How much the operator should mind.
    pub fn weight(&self) -> Weight {
        match self {
            Self::Internal(_) | Self::HitAnother { .. } | Self::ChangedAnother { .. } => Weight::Fault,
            Self::Unfinished { cause, .. } => cause.weight(),
            Self::NotConfigured(_) | Self::NoAnswer(..) | Self::Answer(..) | Self::NoParser { .. } => {
                Weight::Trouble
            }
            Self::Status { code, .. } if *code == 401 || *code >= 500 => Weight::Trouble,
            // A page that cannot be fetched is no trouble with Mealie.
            Self::NoRecipe { .. } => Weight::Ordinary,
            Self::Status { .. }
            | Self::Argument { .. }
            | Self::NotFound { .. }
            | Self::Exists { .. }
            | Self::Refused(_) => Weight::Ordinary,
        }
    }

    /// For the log: the kind of failure, nothing a caller or the instance wrote.
    pub fn log(&self) -> String {
        self.to_string()
    }
}
