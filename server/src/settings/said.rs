//! What is said about the settings at start: problems, which end it, and notices, which do not. It never holds a value
//! but as OPER-8 allows: short and plain, and of a variable that holds neither an address nor a secret.

use std::fmt;

use super::Mode;
use super::variables::{Fault, Holds, Variable};
use crate::failure::Missing;

/// The longest value that is quoted (OPER-8).
const MOST_QUOTED_CHARS: usize = 32;
/// The longest name of a stranger that is printed: more than twice that of our longest one.
const MOST_NAME_CHARS: usize = 48;

/// Everything that is wrong with the settings, a line each. [`crate::log::notice`] gives each line its prefix.
#[derive(Debug)]
pub struct Problems(pub(super) Vec<Problem>);

/// One thing that an operator should know. [`crate::log::notice`] gives it its prefix.
#[derive(Debug)]
pub struct Notice(pub(super) Remark);

/// One thing that is wrong.
#[derive(Debug)]
pub(super) enum Problem {
    /// A value that cannot be used, why, and what could.
    Unusable { name: &'static str, why: Why, values: &'static str },
    /// A name that is nearly one of ours.
    Misspelt { name: Shown, ours: &'static str },
    /// Both ways to give the token.
    TwoTokens,
    /// No dialog may be shown, and none may be missing (TOK-7).
    NoDialogLeft,
    /// An entry of a list of tools that means none (OPER-4), and the tool that may have been meant.
    NoSuchTool { name: &'static str, entry: Shown, nearest: Option<&'static str> },
    /// The lists and read-only mode leave nothing.
    NoToolLeft(Mode),
}

/// Why a value cannot be used.
#[derive(Debug)]
pub(super) enum Why {
    /// It is this, which is none of the valid ones.
    Is(Shown),
    /// It is none of the valid ones, and not to be shown.
    IsAnother,
    /// It breaks this rule.
    Breaks(&'static str),
    /// The content of the file that it names breaks this rule.
    InFile(&'static str),
}

/// What an operator should know.
#[derive(Debug)]
pub(super) enum Remark {
    /// OPER-2.
    DialogOff,
    /// A variable that is set to nothing, which leaves everything open (OPER-10).
    Empty(&'static str),
    /// A `MEALIE_*` variable that nobody reads (OPER-10).
    Stranger(Shown),
    /// An entry of a list of tools means only such as read-only mode leaves out (OPER-4).
    HiddenTools { name: &'static str, entry: Shown },
    /// The address or the token is not set (OPER-7).
    NotConnected(Missing),
    /// Plain http to another machine (OPER-5).
    PlainHttp,
    /// The address of the API (OPER-5).
    EndsInApi,
    /// Others may read the secret file (OPER-6).
    OpenFile,
    /// No certificate is looked at.
    AnybodyIsTrusted,
    /// There are certificates to trust, and no use for them.
    IdleCaFile(Idle),
}

/// Why certificates that are to be trusted are of no use.
#[derive(Clone, Copy, Debug)]
pub(super) enum Idle {
    /// Nothing on the way speaks TLS.
    Plain,
    /// None is looked at.
    Unchecked,
}

/// A word of the operator: itself where it is short and plain, else its length in characters.
#[derive(Debug)]
pub(super) enum Shown {
    Plain(String),
    ByLength(usize),
}

impl Shown {
    /// A value.
    pub(super) fn value(text: &str) -> Self {
        Self::of(text, MOST_QUOTED_CHARS, |c| c.is_ascii_alphanumeric() || "_*,.:-".contains(c))
    }

    /// The name of a variable.
    pub(super) fn name(text: &str) -> Self {
        Self::of(text, MOST_NAME_CHARS, |c| c.is_ascii_alphanumeric() || c == '_')
    }

    fn of(text: &str, most: usize, plain: impl Fn(char) -> bool) -> Self {
        let length = text.chars().count();
        if length <= most && text.chars().all(plain) {
            Self::Plain(text.to_owned())
        } else {
            Self::ByLength(length)
        }
    }
}

impl Problem {
    /// What is wrong with `text`, the value of `variable`.
    pub(super) fn of(variable: &Variable, text: &str, fault: Fault) -> Self {
        let why = match (fault, variable.holds) {
            (Fault::Breaks(rule), _) => Why::Breaks(rule),
            (Fault::InFile(rule), _) => Why::InFile(rule),
            (Fault::Value, Holds::Word) => Why::Is(Shown::value(text)),
            (Fault::Value, Holds::Place | Holds::Secret) => Why::IsAnother,
        };
        Self::Unusable { name: variable.name, why, values: variable.values }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|problem| writeln!(f, "{problem}"))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusable { name, why, values } => {
                match why {
                    Why::Is(Shown::Plain(text)) => write!(f, "{name} is `{text}`"),
                    Why::Is(Shown::ByLength(length)) => write!(f, "{name} is a value of length {length}"),
                    Why::IsAnother => write!(f, "{name} cannot be used"),
                    Why::Breaks(rule) => write!(f, "{name} {rule}"),
                    Why::InFile(rule) => write!(f, "{name} names a file whose content {rule}"),
                }?;
                write!(f, "; valid: {values}")
            }
            Self::Misspelt { name: Shown::Plain(name), ours } => {
                write!(f, "{name} is set and not known: {ours} is. Rename it or unset it")
            }
            Self::Misspelt { name: Shown::ByLength(length), ours } => {
                write!(
                    f,
                    "a variable is set whose name, of length {length}, is nearly {ours}. Rename it or unset it"
                )
            }
            Self::TwoTokens => {
                f.write_str("MEALIE_API_TOKEN and MEALIE_API_TOKEN_FILE are both set. Unset one")
            }
            Self::NoDialogLeft => f.write_str(
                "MEALIE_REQUIRE_DIALOG=true and ELICITATION=false together leave no way to ask. Change one",
            ),
            Self::NoSuchTool { name, entry, nearest } => {
                match entry {
                    Shown::Plain(entry) => write!(f, "{name} names `{entry}`, which is no tool; "),
                    Shown::ByLength(length) => {
                        write!(f, "{name} has an entry of length {length} that is no tool; ")
                    }
                }?;
                match nearest {
                    Some(nearest) => write!(f, "`{nearest}` is"),
                    None => f.write_str("docs/tools.md lists them"),
                }
            }
            Self::NoToolLeft(mode) => {
                f.write_str("MEALIE_ALLOW_TOOLS and MEALIE_DENY_TOOLS leave no tool")?;
                f.write_str(match mode {
                    Mode::ReadWrite => ". Change one",
                    Mode::ReadOnly => " that MEALIE_READ_ONLY does not hide. Change one",
                })
            }
        }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Remark::DialogOff => {
                f.write_str("ELICITATION=false — guarded tools fall back to the two-call token")
            }
            Remark::Empty(name) => write!(f, "{name} is empty, which counts as not set"),
            Remark::Stranger(Shown::Plain(name)) => {
                write!(f, "warning: {name} is set and not known, so nothing reads it; --help lists what is")
            }
            Remark::Stranger(Shown::ByLength(length)) => {
                write!(f, "warning: a MEALIE_ variable with a name of length {length} is set and not known")
            }
            Remark::HiddenTools { name, entry: Shown::Plain(entry) } => {
                write!(f, "{name} names `{entry}`, which MEALIE_READ_ONLY hides anyway")
            }
            Remark::HiddenTools { name, entry: Shown::ByLength(length) } => {
                write!(f, "{name} has an entry of length {length} that MEALIE_READ_ONLY hides anyway")
            }
            Remark::NotConnected(missing) => {
                let what = match missing {
                    Missing::Url => "MEALIE_URL is not set",
                    Missing::Token => "MEALIE_API_TOKEN is not set",
                    Missing::Both => "MEALIE_URL and MEALIE_API_TOKEN are not set",
                };
                write!(f, "warning: {what}: tools are listed, and every call will say what is missing")
            }
            Remark::PlainHttp => f.write_str(
                "warning: MEALIE_URL is plain http to another machine: token and recipes can be read on the way",
            ),
            Remark::EndsInApi => f.write_str(
                "hint: MEALIE_URL ends with /api, which this server adds by itself; leave it out if calls fail",
            ),
            Remark::OpenFile => f.write_str(
                "warning: other users can read the file that MEALIE_API_TOKEN_FILE names; mode 600 ends that",
            ),
            Remark::AnybodyIsTrusted => f.write_str(
                "warning: MEALIE_INSECURE_TLS=true: no certificate is checked, so whoever is on the way can take the \
                 token and answer in Mealie's place; MEALIE_CA_FILE is the safe way",
            ),
            Remark::IdleCaFile(Idle::Plain) => {
                f.write_str("warning: MEALIE_CA_FILE does nothing: MEALIE_URL is plain http")
            }
            Remark::IdleCaFile(Idle::Unchecked) => {
                f.write_str("warning: MEALIE_CA_FILE does nothing: MEALIE_INSECURE_TLS=true checks no certificate")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::variables::VARIABLES;

    #[test]
    fn oper_8_only_a_variable_that_holds_a_word_can_have_its_value_quoted() {
        for variable in VARIABLES {
            let line = Problem::of(variable, "hunter2", Fault::Value).to_string();
            assert_eq!(line.contains("hunter2"), variable.holds == Holds::Word, "{line}");
            assert!(line.contains(variable.name) && line.contains(variable.values), "{line}");
        }
    }
}
