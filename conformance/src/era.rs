//! The two eras of MCP that a server is held to. It knows their dates and words, and never what is sent.

use std::fmt;
use std::str::FromStr;

/// An era of MCP: how a person is asked differs, what is asked does not (ASK-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Era {
    /// `2025-11-25`: `initialize` first; the question is pushed as `elicitation/create` while the call is open.
    Pushed,
    /// `2026-07-28`: no session; the call ends with `input_required` and is made again with the answer.
    Stateless,
}

impl Era {
    /// Both, the older first.
    pub const ALL: [Self; 2] = [Self::Pushed, Self::Stateless];

    /// The date that names the revision on the wire, in tags and on the command line.
    pub fn revision(self) -> &'static str {
        match self {
            Self::Pushed => "2025-11-25",
            Self::Stateless => "2026-07-28",
        }
    }

    /// The tag that keeps a scenario to this era.
    pub(crate) fn tag(self) -> String {
        format!("era-{}", self.revision())
    }

    /// The one that this is not.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Pushed => Self::Stateless,
            Self::Stateless => Self::Pushed,
        }
    }
}

impl fmt::Display for Era {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.revision())
    }
}

/// Not a revision that the suite knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnEra;

impl fmt::Display for NotAnEra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a revision is 2025-11-25 or 2026-07-28")
    }
}

impl std::error::Error for NotAnEra {}

impl FromStr for Era {
    type Err = NotAnEra;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|era| era.revision() == text).ok_or(NotAnEra)
    }
}
