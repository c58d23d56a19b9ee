//! What can go wrong in a call, once, in two voices: for the model ([`Failure::words`]) and for the log
//! ([`Failure::log`]). It never carries text of the instance other than cleaned, and never an address, a header or
//! a token.

use std::fmt;

use crate::text::{Clean, Id};

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
    /// Mealie says that it deleted another thing than the one that was meant. The proofs before it make it all but
    /// impossible, and it is the worst that can happen.
    #[error("another one was hit")]
    HitAnother {
        /// What was meant; it may still be there.
        meant: Id,
        /// What is gone.
        gone: Id,
    },
    /// The server will not do this, in its own words: what, why, and what to do instead.
    #[error("refused: {0}")]
    Refused(Refusal),
    /// A fault of this server: a panic, or something it holds to be impossible.
    #[error("internal error: {0}")]
    Internal(&'static str),
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
            Self::HitAnother { .. } => Happened::Perhaps,
            Self::Argument { .. }
            | Self::NotConfigured(_)
            | Self::NotFound { .. }
            | Self::Refused(_)
            | Self::Internal(_) => Happened::No,
        }
    }

    /// For the model: what is wrong and what to do next.
    pub fn words(&self) -> Words {
        let (mut ours, quoted) = match self {
            Self::Argument { name, rule, given } => {
                let given = given.as_ref().map(|given| format!(" Given: {given}.")).unwrap_or_default();
                (format!("Argument `{name}`: {rule}.{given} Nothing was changed."), None)
            }
            Self::NotConfigured(missing) => (missing_words(*missing).to_owned(), None),
            Self::NoAnswer(reach, _) => (reach_words(*reach).to_owned(), None),
            Self::Status { code, said, .. } => {
                let hint = match (code, said) {
                    (422, Some(_)) => "Mealie does not accept a field; it names it below.",
                    _ => status_hint(*code),
                };
                (format!("Mealie answered {code}. {hint}"), said.clone())
            }
            Self::NoRecipe { words, .. } => ((*words).to_owned(), None),
            Self::Answer(unusable, _) => (unusable_words(*unusable).to_owned(), None),
            Self::NotFound { kind, ids } => (not_found_words(kind, ids), None),
            Self::HitAnother { meant, gone } => (
                format!(
                    "Mealie deleted another recipe than the one that was meant: {gone} is gone, {meant} may still be \
                     there. Tell the person at once; a backup of Mealie may bring it back."
                ),
                None,
            ),
            Self::Refused(refusal) => (refusal.words.clone(), None),
            Self::Internal(_) => {
                ("This server failed in a way that it should not (internal error).".to_owned(), None)
            }
        };
        if self.happened() == Happened::Perhaps {
            ours.push_str(" The change may have happened: read what it was about before you try again.");
        }
        Words { ours, quoted }
    }

    /// How much the operator should mind.
    pub fn weight(&self) -> Weight {
        match self {
            Self::Internal(_) | Self::HitAnother { .. } => Weight::Fault,
            Self::NotConfigured(_) | Self::NoAnswer(..) | Self::Answer(..) => Weight::Trouble,
            Self::Status { code, .. } if *code == 401 || *code >= 500 => Weight::Trouble,
            // A page that cannot be fetched is no trouble with Mealie.
            Self::NoRecipe { .. } => Weight::Ordinary,
            Self::Status { .. } | Self::Argument { .. } | Self::NotFound { .. } | Self::Refused(_) => {
                Weight::Ordinary
            }
        }
    }

    /// For the log: the kind of failure, nothing a caller or the instance wrote.
    pub fn log(&self) -> String {
        self.to_string()
    }
}

fn missing_words(missing: Missing) -> &'static str {
    match missing {
        Missing::Url => {
            "This server does not know where Mealie is: its operator has to set MEALIE_URL. Nothing was changed."
        }
        Missing::Token => {
            "This server has no token for Mealie: its operator has to set MEALIE_API_TOKEN (or \
             MEALIE_API_TOKEN_FILE). Nothing was changed."
        }
        Missing::Both => {
            "This server is not connected to a Mealie: its operator has to set MEALIE_URL and MEALIE_API_TOKEN \
             (or MEALIE_API_TOKEN_FILE). Nothing was changed."
        }
    }
}

fn reach_words(reach: Reach) -> &'static str {
    match reach {
        Reach::Refused => {
            "Mealie could not be reached: the connection was refused. Is it running, and is MEALIE_URL right?"
        }
        Reach::Unreachable => {
            "Mealie could not be reached: its name or network leads nowhere from here. The operator should check \
             MEALIE_URL."
        }
        Reach::Timeout => "Mealie did not answer in time.",
        Reach::Reset => "The connection to Mealie ended before its answer was complete.",
        Reach::Tls => {
            "No secure connection to Mealie: its certificate is not trusted here, or it does not speak TLS at this \
             address. The operator should check the certificate and MEALIE_URL."
        }
        Reach::NoCertificates => {
            "No secure connection to Mealie: this machine has no root certificates. The operator should install \
             the package ca-certificates."
        }
    }
}

/// LIVE-12: each status with the hint that fits it.
fn status_hint(code: u16) -> &'static str {
    match code {
        300..=399 => {
            "It redirects, which is never followed so that the token goes nowhere else: the operator should set \
             MEALIE_URL to the final address."
        }
        401 => {
            "The API token is missing, wrong, revoked or expired: the operator should make a new one under Mealie's \
             user profile (API tokens) and set MEALIE_API_TOKEN."
        }
        403 => {
            "The token's user may not do this: the recipe may be locked or belong to another household, or the \
             user lacks the permission (canManage, canManageHousehold, canOrganize)."
        }
        404 => "It does not exist, or this user cannot see it. Search for it again.",
        408 => "It took Mealie too long. Try again later.",
        409 => "It conflicts with something that exists already. Read what is there first.",
        413 => "It is too large for Mealie or a proxy before it.",
        422 => "Mealie does not accept a field of the request.",
        423 => "The user is locked out. The operator should unlock it in Mealie.",
        429 => "Too many requests. Wait a minute, then try again.",
        500..=599 => "Mealie or a proxy before it failed. Its log says more.",
        _ => "It did not accept the request.",
    }
}

fn unusable_words(unusable: Unusable) -> &'static str {
    match unusable {
        Unusable::WebPage => {
            "Mealie answered with a web page instead of data: MEALIE_URL probably names a page or another program, \
             or this Mealie does not have that route. The operator should check MEALIE_URL."
        }
        Unusable::TooLarge => "Mealie's answer is larger than 8 MiB and was not read. Ask for less at once.",
        Unusable::NotAsExpected => {
            "Mealie's answer could not be read: it is not the JSON that was expected. Is it a Mealie, and is its \
             version 3.10 or newer?"
        }
    }
}

fn not_found_words(kind: &str, ids: &[Id]) -> String {
    let ids: Vec<String> = ids.iter().map(Id::to_string).collect();
    if ids.is_empty() {
        format!(
            "There is no such {kind}, or this user cannot see it. Nothing was changed. Search for it again."
        )
    } else {
        format!(
            "Not found among the {kind}: {}. Nothing was changed. Search again for the ids that exist.",
            ids.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Limit;

    /// Every text about a failure, in one place, to be read aloud.
    #[test]
    fn live_12_every_word_about_a_failure() {
        let clean = |text: &str| Clean::of_argument(text, Limit::ARGUMENT_ECHO);
        let mut all = vec![
            Failure::Argument {
                name: clean("page"),
                rule: "has to be 1".to_owned(),
                given: Some(clean("2")),
            },
            Failure::Argument { name: clean("page"), rule: "is required".to_owned(), given: None },
            Failure::NotConfigured(Missing::Url),
            Failure::NotConfigured(Missing::Token),
            Failure::NotConfigured(Missing::Both),
            Failure::NotFound { kind: "recipe", ids: Vec::new() },
            Failure::NotFound {
                kind: "foods",
                ids: vec!["3f2a0000000040008000000000000001".parse().unwrap()],
            },
            Failure::Internal("a word for the log"),
        ];
        let reaches = [
            Reach::Refused,
            Reach::Unreachable,
            Reach::Timeout,
            Reach::Reset,
            Reach::Tls,
            Reach::NoCertificates,
        ];
        all.extend(reaches.map(|reach| Failure::NoAnswer(reach, Happened::No)));
        all.push(Failure::NoAnswer(Reach::Timeout, Happened::Perhaps));
        let codes = [302, 400, 401, 403, 404, 408, 409, 413, 422, 423, 429, 500, 503];
        all.extend(codes.map(|code| Failure::Status { code, said: None, happened: Happened::No }));
        let unusable = [Unusable::WebPage, Unusable::TooLarge, Unusable::NotAsExpected];
        all.extend(unusable.map(|unusable| Failure::Answer(unusable, Happened::No)));
        let texts: Vec<String> =
            all.iter().map(|failure| format!("{failure}: {}", failure.words().ours)).collect();
        insta::assert_snapshot!(texts.join("\n\n"));
    }
}
