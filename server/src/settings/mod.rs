//! What the operator sets, read once and complained about once. It is the only reader of what the environment says,
//! it knows nothing of MCP, and it never prints: its callers print what it returns.

mod address;
mod choice;
mod file;
mod locale;
mod names;
mod said;
mod secret;
#[cfg(test)]
mod tests;
mod trust;
pub mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use url::Url;
use zeroize::Zeroizing;

pub use self::choice::{Choice, ESSENTIAL, Known};
pub use self::file::{FileKind, FileTrouble, NamedFile, Readers, read_named_file};
pub use self::locale::Locale;
pub use self::said::{Notice, Problems};
pub use self::secret::Secret;
pub use self::trust::{Authorities, Trust};

use self::names::Stranger;
use self::said::{Idle, Problem, Remark, Shown};
use self::variables::{Draft, Fault, VARIABLES, WhenEmpty};
use crate::failure::Missing;
use crate::log::Level;
use crate::netguard::FetchHosts;

/// Everything an operator can set. There is no `Debug`: it holds addresses.
pub struct Settings {
    /// `ELICITATION`.
    pub dialog: Dialog,
    /// `MEALIE_REQUIRE_DIALOG`.
    pub without_dialog: WithoutDialog,
    /// `MEALIE_READ_ONLY`, `MEALIE_ALLOW_TOOLS`, `MEALIE_DENY_TOOLS`.
    pub tools: Choice,
    /// Where Mealie is and how to speak to it.
    pub kitchen: Connection,
    /// `MEALIE_PUBLIC_URL`: http or https without credentials, query, fragment or ending slash.
    pub public_url: Option<Url>,
    /// `MEALIE_APPROVAL_TTL`: whole seconds, at most fifteen minutes.
    pub approval_ttl: Duration,
    /// `MEALIE_ASK_TIMEOUT`: whole seconds, at most an hour.
    pub ask_timeout: Duration,
    /// `MEALIE_MAX_RESULT_BYTES`: 4,000 to 200,000.
    pub max_result_bytes: usize,
    /// `MEALIE_FETCH_HOSTS`.
    pub fetch_hosts: Option<FetchHosts>,
    /// `MEALIE_LOG`.
    pub log: Level,
}

/// Whether a person is asked in a dialog where the client can show one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Yes.
    Ask,
    /// No: guarded tools take the two-call token.
    Token,
}

/// What a guarded tool does where no dialog can be shown (TOK-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutDialog {
    /// It takes the two-call token.
    Token,
    /// It refuses.
    Refuse,
}

/// Which tools there are (OPER-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All.
    ReadWrite,
    /// Those that change nothing.
    ReadOnly,
}

/// Whether certificates are looked at (`MEALIE_INSECURE_TLS`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Checks {
    /// Yes.
    On,
    /// No: whoever answers is taken for Mealie.
    Off,
}

/// [`read_named_file`], or a stand-in for it.
pub type ReadFile<'a> = dyn Fn(&Path, FileKind) -> Result<NamedFile, FileTrouble> + 'a;

/// Where Mealie is. Without address or token there is nothing to call, which each call then says (OPER-7). There is no
/// `Debug`: the addresses can name a household, and the proxy's can hold a password.
pub struct Connection {
    /// `MEALIE_URL`: http or https without credentials, query, fragment or ending slash.
    pub url: Option<Url>,
    /// The token, from either variable.
    pub token: Option<Secret>,
    /// `MEALIE_PROXY`: http or https without path.
    pub proxy: Option<Url>,
    /// `MEALIE_CA_FILE` and `MEALIE_INSECURE_TLS`.
    pub trust: Trust,
    /// `MEALIE_ACCEPT_LANGUAGE`.
    pub locale: Option<Locale>,
    /// `MEALIE_MAX_CONCURRENCY`: requests at one time, 1 to 32.
    pub at_once: usize,
}

impl Connection {
    /// For tests: what it is when nothing is set.
    #[cfg(test)]
    pub(crate) fn nowhere() -> Self {
        let at_once = variables::DEFAULT_AT_ONCE;
        Self { url: None, token: None, proxy: None, trust: Trust::Usual, locale: None, at_once }
    }

    /// For tests: this address and this token.
    #[cfg(test)]
    pub(crate) fn of_test(url: &str, token: &str) -> Self {
        Self { url: Url::parse(url).ok(), token: Secret::parse(token).ok(), ..Self::nowhere() }
    }

    /// Whether nothing on the way to Mealie speaks TLS, so that no certificate is ever looked at.
    pub fn is_plain(&self) -> bool {
        let plain = |url: &Url| url.scheme() == "http";
        self.url.as_ref().is_some_and(plain) && self.proxy.as_ref().is_none_or(plain)
    }

    /// What has to be set before Mealie can be called.
    pub fn missing(&self) -> Option<Missing> {
        match (&self.url, &self.token) {
            (None, None) => Some(Missing::Both),
            (None, Some(_)) => Some(Missing::Url),
            (Some(_), None) => Some(Missing::Token),
            (Some(_), Some(_)) => None,
        }
    }
}

/// Reads the settings from the variables of the environment; the values of ours are wiped from memory on the way.
/// `read_file` is [`read_named_file`], or a stand-in for it; `known` is every tool there could be.
///
/// # Errors
///
/// Everything that is wrong, at once.
pub fn read(
    environment: impl IntoIterator<Item = (OsString, OsString)>,
    read_file: &ReadFile<'_>,
    known: &[Known],
) -> Result<(Settings, Vec<Notice>), Problems> {
    let mut notices = Vec::new();
    let mut problems = Vec::new();
    let (ours, strangers) = sort(environment, &mut notices, &mut problems);

    let mut draft = Draft::new(read_file);
    for variable in VARIABLES {
        let Some(value) = ours.get(variable.name) else { continue };
        match str::from_utf8(value).map(str::trim) {
            Ok(text) => {
                if let Err(fault) = (variable.set)(text, &mut draft) {
                    problems.push(Problem::of(variable, text, fault));
                }
            }
            Err(_) => problems.push(Problem::of(variable, "", Fault::Breaks("is not valid UTF-8"))),
        }
    }
    if ours.contains_key("MEALIE_API_TOKEN") && ours.contains_key("MEALIE_API_TOKEN_FILE") {
        problems.push(Problem::TwoTokens);
    }
    if (draft.dialog, draft.without_dialog) == (Dialog::Token, WithoutDialog::Refuse) {
        problems.push(Problem::NoDialogLeft);
    }
    draft.tools.judge(known, &mut problems, |remark| notices.push(Notice(remark)));
    for name in strangers {
        match names::judge(&name) {
            Stranger::Misspelt(ours) => problems.push(Problem::Misspelt { name: Shown::name(&name), ours }),
            Stranger::Unknown => notices.push(Notice(Remark::Stranger(Shown::name(&name)))),
            Stranger::Unrelated => {}
        }
    }
    if !problems.is_empty() {
        return Err(Problems(problems));
    }
    Ok((finish(draft, &mut notices), notices))
}

/// The values of our variables, as bytes; and the names of all others, in order. What is empty is left out of both.
type Sorted = (BTreeMap<&'static str, Zeroizing<Vec<u8>>>, BTreeSet<String>);

fn sort(
    environment: impl IntoIterator<Item = (OsString, OsString)>,
    notices: &mut Vec<Notice>,
    problems: &mut Vec<Problem>,
) -> Sorted {
    let (mut ours, mut strangers) = Sorted::default();
    for (name, value) in environment {
        let empty = value.to_str().is_some_and(|text| text.trim().is_empty());
        match variables::named(&name) {
            Some(variable) if empty => {
                if variable.when_empty == WhenEmpty::Mentioned {
                    notices.push(Notice(Remark::Empty(variable.name)));
                }
            }
            Some(variable) => {
                // An environment can hold one name twice, and programs do not agree on which of them counts.
                if ours.insert(variable.name, Zeroizing::new(value.into_encoded_bytes())).is_some() {
                    problems.push(Problem::of(variable, "", Fault::Breaks("is set twice")));
                }
            }
            None if empty => {}
            None => {
                strangers.insert(name.to_string_lossy().into_owned());
            }
        }
    }
    (ours, strangers)
}

/// Makes the settings of a draft without problems, and says what is remarkable about them.
fn finish(draft: Draft<'_>, notices: &mut Vec<Notice>) -> Settings {
    let named = draft.authorities.is_some();
    let trust = match (draft.checks, draft.authorities) {
        (Checks::Off, _) => Trust::Anybody,
        (Checks::On, Some(authorities)) => Trust::Also(authorities),
        (Checks::On, None) => Trust::Usual,
    };
    let kitchen = Connection {
        url: draft.url,
        token: draft.token,
        proxy: draft.proxy,
        trust,
        locale: draft.locale,
        at_once: draft.at_once,
    };
    let mut remark = |remark| notices.push(Notice(remark));
    if draft.dialog == Dialog::Token {
        remark(Remark::DialogOff);
    }
    if let Some(missing) = kitchen.missing() {
        remark(Remark::NotConnected(missing));
    }
    if kitchen.url.as_ref().is_some_and(address::is_readable_on_the_way) {
        remark(Remark::PlainHttp);
    }
    if kitchen.url.as_ref().is_some_and(address::ends_in_api) {
        remark(Remark::EndsInApi);
    }
    if draft.token_readers == Readers::Others {
        remark(Remark::OpenFile);
    }
    if draft.checks == Checks::Off {
        remark(Remark::AnybodyIsTrusted);
    }
    if named && kitchen.is_plain() {
        remark(Remark::IdleCaFile(Idle::Plain));
    } else if named && draft.checks == Checks::Off {
        remark(Remark::IdleCaFile(Idle::Unchecked));
    }
    Settings {
        dialog: draft.dialog,
        without_dialog: draft.without_dialog,
        tools: draft.tools,
        kitchen,
        public_url: draft.public_url,
        approval_ttl: draft.approval_ttl,
        ask_timeout: draft.ask_timeout,
        max_result_bytes: draft.max_result_bytes,
        fetch_hosts: draft.fetch_hosts,
        log: draft.log,
    }
}
