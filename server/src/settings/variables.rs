//! Every environment variable, each declared once: what it is, what it may hold, and how it is read. The start-up
//! messages, `--help`, the table in `docs/settings.md` and the wiping of secrets are all made from here. It never
//! looks at more than one variable at a time; what follows from two together is in the parent module.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use jiff::SignedDuration;
use url::Url;

use super::address::{self, parse_address, parse_proxy};
use super::choice::{Choice, Names};
use super::file::{FileKind, NamedFile, Readers};
use super::locale::{self, Locale};
use super::secret::Secret;
use super::trust::Authorities;
use super::{Checks, Dialog, Mode, ReadFile, WithoutDialog};
use crate::log::Level;
use crate::netguard::{FetchHosts, NoHost};

/// The longest an approval lives (SEAL-3), and its default: the setting can only shorten it.
const LONGEST_APPROVAL: Duration = Duration::from_secs(15 * 60);
/// How long a pushed question waits: as long as its approval would live by default.
const DEFAULT_WAIT: Duration = Duration::from_secs(15 * 60);
/// An hour of waiting holds one call open; past that nobody is coming back.
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);
/// The shortest time that can be set: tests of expiry want one that is over soon.
const SHORTEST_TIME: Duration = Duration::from_secs(1);

/// BND-3: the text of a result, in bytes, when nothing is set.
const DEFAULT_RESULT_BYTES: usize = 60_000;
/// BND-3: more than this fills a model's context with one answer.
const MOST_RESULT_BYTES: usize = 200_000;
/// Room for the marker, this server's own sentences and one small item; with less every answer would be cut to nothing.
const LEAST_RESULT_BYTES: usize = 4_000;

/// BND-5, when nothing is set: eight or nine requests at once gave gateway timeouts on small instances.
pub(super) const DEFAULT_AT_ONCE: usize = 4;
/// More than this at one time no call of ours can use, and no kitchen needs.
const MOST_AT_ONCE: usize = 32;

/// What is printed as the default of a variable that has none.
pub(super) const NOT_SET: &str = "not set";

/// The valid values of both lists of tools.
const TOOL_NAMES: &str = "tool names, beginnings such as delete_*, and essential, with commas between";

/// One variable.
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Its valid values, to stand behind `valid: `.
    pub values: &'static str,
    /// What holds when it is not set.
    pub default: &'static str,
    /// What its value can give away.
    pub holds: Holds,
    /// What is said when it is set to nothing.
    pub when_empty: WhenEmpty,
    /// Reads a value, trimmed and not empty, into the draft.
    pub(super) set: fn(&str, &mut Draft<'_>) -> Result<(), Fault>,
}

/// What a value can give away, and so whether it may be quoted (OPER-8) and has to be wiped (OPER-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A word or a number: quoted where it is short and plain.
    Word,
    /// An address or a path: never quoted.
    Place,
    /// A token, or an address that may hold a password: never quoted, and wiped from the environment.
    Secret,
}

/// An empty variable is unset. Where that leaves everything open it is said in a line (OPER-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenEmpty {
    /// Unset, without a word.
    Unset,
    /// Unset, and mentioned.
    Mentioned,
}

/// Why a value cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is none of the valid values.
    Value,
    /// It breaks a rule, told by a few words to stand behind the variable's name.
    Breaks(&'static str),
    /// The content of the file that it names breaks one.
    InFile(&'static str),
}

/// What the variables say, one by one, before they are looked at together.
pub(super) struct Draft<'a> {
    pub(super) read_file: &'a ReadFile<'a>,
    pub(super) dialog: Dialog,
    pub(super) without_dialog: WithoutDialog,
    pub(super) tools: Choice,
    pub(super) url: Option<Url>,
    pub(super) token: Option<Secret>,
    pub(super) token_readers: Readers,
    pub(super) proxy: Option<Url>,
    pub(super) authorities: Option<Authorities>,
    pub(super) checks: Checks,
    pub(super) locale: Option<Locale>,
    pub(super) at_once: usize,
    pub(super) public_url: Option<Url>,
    pub(super) approval_ttl: Duration,
    pub(super) ask_timeout: Duration,
    pub(super) max_result_bytes: usize,
    pub(super) fetch_hosts: Option<FetchHosts>,
    pub(super) log: Level,
}

impl<'a> Draft<'a> {
    /// What holds when nothing is set.
    pub(super) fn new(read_file: &'a ReadFile<'a>) -> Self {
        Self {
            read_file,
            dialog: Dialog::Ask,
            without_dialog: WithoutDialog::Token,
            tools: Choice::all(Mode::ReadWrite),
            url: None,
            token: None,
            token_readers: Readers::Owner,
            proxy: None,
            authorities: None,
            checks: Checks::On,
            locale: None,
            at_once: DEFAULT_AT_ONCE,
            public_url: None,
            approval_ttl: LONGEST_APPROVAL,
            ask_timeout: DEFAULT_WAIT,
            max_result_bytes: DEFAULT_RESULT_BYTES,
            fetch_hosts: None,
            log: Level::Warn,
        }
    }

    /// The content of a file that a variable names, and who may read it.
    fn file(&self, path: &str, kind: FileKind) -> Result<NamedFile, Fault> {
        (self.read_file)(Path::new(path), kind).map_err(|trouble| Fault::Breaks(trouble.rule(kind)))
    }
}

/// The variable of that exact name.
pub(super) fn named(name: &OsStr) -> Option<&'static Variable> {
    VARIABLES.iter().find(|variable| name == variable.name)
}

/// The variables whose values are wiped from the environment.
pub fn secret_names() -> impl Iterator<Item = &'static str> {
    VARIABLES.iter().filter(|variable| variable.holds == Holds::Secret).map(|variable| variable.name)
}

/// Every variable, in the order in which people meet them.
pub static VARIABLES: &[Variable] = &[
    Variable {
        name: "MEALIE_URL",
        about: "The address of your Mealie, as you open it in a browser.",
        values: address::VALID,
        default: NOT_SET,
        holds: Holds::Place,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| parse_address(text).map(|url| draft.url = Some(url)),
    },
    Variable {
        name: "MEALIE_API_TOKEN",
        about: "An API token, made in Mealie under your user profile.",
        values: "the token alone: visible ASCII, no blanks",
        default: NOT_SET,
        holds: Holds::Secret,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| Secret::parse(text).map(|token| draft.token = Some(token)),
    },
    Variable {
        name: "MEALIE_API_TOKEN_FILE",
        about: "A file that holds the token, in place of MEALIE_API_TOKEN.",
        values: "the path of a regular file of at most 64 KiB",
        default: NOT_SET,
        holds: Holds::Place,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| {
            let file = draft.file(text, FileKind::Secret)?;
            draft.token_readers = file.readers;
            draft.token = Some(Secret::in_file(&file.content)?);
            Ok(())
        },
    },
    Variable {
        name: "MEALIE_READ_ONLY",
        about: "Leaves out every tool that changes something.",
        values: "true (also 1, yes) or false (also 0, no)",
        default: "false",
        holds: Holds::Word,
        when_empty: WhenEmpty::Mentioned,
        set: |text, draft| {
            // OPER-3: more words than for the others, since it only takes capability away.
            draft.tools.mode = match text.to_ascii_lowercase().as_str() {
                "1" | "true" | "yes" => Mode::ReadOnly,
                "0" | "false" | "no" => Mode::ReadWrite,
                _ => return Err(Fault::Value),
            };
            Ok(())
        },
    },
    Variable {
        name: "MEALIE_ALLOW_TOOLS",
        about: "The only tools there are. `essential` stands for the eight of every day.",
        values: TOOL_NAMES,
        default: NOT_SET,
        holds: Holds::Word,
        when_empty: WhenEmpty::Mentioned,
        set: |text, draft| Names::parse(text).map(|names| draft.tools.allow = Some(names)),
    },
    Variable {
        name: "MEALIE_DENY_TOOLS",
        about: "Tools that are left out, of all or of the allowed ones.",
        values: TOOL_NAMES,
        default: NOT_SET,
        holds: Holds::Word,
        when_empty: WhenEmpty::Mentioned,
        set: |text, draft| Names::parse(text).map(|names| draft.tools.deny = Some(names)),
    },
    Variable {
        name: "ELICITATION",
        about: "Asks a person in a dialog before anything is lost or published. Other MCP servers read it too.",
        values: "true or false",
        default: "true",
        holds: Holds::Word,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| {
            draft.dialog = if truth(text)? { Dialog::Ask } else { Dialog::Token };
            Ok(())
        },
    },
    Variable {
        name: "MEALIE_REQUIRE_DIALOG",
        about: "Where no dialog can be shown, refuses what needs one, instead of taking a token that is sent back.",
        values: "true or false",
        default: "false",
        holds: Holds::Word,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| {
            draft.without_dialog = if truth(text)? { WithoutDialog::Refuse } else { WithoutDialog::Token };
            Ok(())
        },
    },
    Variable {
        name: "MEALIE_PUBLIC_URL",
        about: "Where people open Mealie; with it a question carries the address of the recipe it is about, and an answer the whole \
                address of a share link.",
        values: address::VALID,
        default: NOT_SET,
        holds: Holds::Place,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| parse_address(text).map(|url| draft.public_url = Some(url)),
    },
    Variable {
        name: "MEALIE_APPROVAL_TTL",
        about: "How long a question of the 2026-07-28 protocol can be answered, and a token be used.",
        values: "1s to 15min, such as 90s or 5min",
        default: "15min",
        holds: Holds::Word,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| time(text, LONGEST_APPROVAL).map(|time| draft.approval_ttl = time),
    },
    Variable {
        name: "MEALIE_ASK_TIMEOUT",
        about: "How long an open dialog is waited for before it counts as a no.",
        values: "1s to 60min, such as 90s or 5min",
        default: "15min",
        holds: Holds::Word,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| time(text, LONGEST_WAIT).map(|time| draft.ask_timeout = time),
    },
    Variable {
        name: "MEALIE_MAX_RESULT_BYTES",
        about: "How long the text of one answer may be, in bytes.",
        values: "a whole number from 4000 to 200000",
        default: "60000",
        holds: Holds::Word,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| {
            number(text, LEAST_RESULT_BYTES..=MOST_RESULT_BYTES).map(|bytes| draft.max_result_bytes = bytes)
        },
    },
    Variable {
        name: "MEALIE_MAX_CONCURRENCY",
        about: "How many requests Mealie gets at one time. Small instances time out when there are many.",
        values: "a whole number from 1 to 32",
        default: "4",
        holds: Holds::Word,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| number(text, 1..=MOST_AT_ONCE).map(|requests| draft.at_once = requests),
    },
    Variable {
        name: "MEALIE_ACCEPT_LANGUAGE",
        about: "The language of Mealie's messages, and of the times in recipes that it imports. Not set, Mealie takes \
                en-US.",
        values: locale::VALID,
        default: NOT_SET,
        holds: Holds::Word,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| Locale::parse(text).map(|locale| draft.locale = Some(locale)),
    },
    Variable {
        name: "MEALIE_PROXY",
        about: "A proxy for the requests to Mealie. HTTP_PROXY and its kind are not read.",
        values: "an http or https address, with or without user name and password, without path",
        default: NOT_SET,
        holds: Holds::Secret,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| parse_proxy(text).map(|url| draft.proxy = Some(url)),
    },
    Variable {
        name: "MEALIE_CA_FILE",
        about: "A file with certificates to trust besides those of this machine, such as that of your own authority.",
        values: "the path of a regular file of at most 1 MiB, with one or more certificates in PEM",
        default: NOT_SET,
        holds: Holds::Place,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| {
            let file = draft.file(text, FileKind::Certificates)?;
            draft.authorities = Some(Authorities::in_file(&file.content)?);
            Ok(())
        },
    },
    Variable {
        name: "MEALIE_INSECURE_TLS",
        about: "Takes whoever answers for Mealie, without a look at its certificate. MEALIE_CA_FILE is the safe way.",
        values: "exactly true or false, in small letters",
        default: "false",
        holds: Holds::Word,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| {
            // No other spelling: what opens a door is to be written on purpose.
            draft.checks = match text {
                "true" => Checks::Off,
                "false" => Checks::On,
                _ => return Err(Fault::Value),
            };
            Ok(())
        },
    },
    Variable {
        name: "MEALIE_FETCH_HOSTS",
        about: "The only hosts that Mealie may be sent to for recipes and pictures. Not set, any host will do that is \
                not refused for what it is.",
        values: "hosts and *.suffix with commas between, such as example.com, *.example.com",
        default: NOT_SET,
        holds: Holds::Place,
        when_empty: WhenEmpty::Mentioned,
        set: |text, draft| {
            let hosts =
                FetchHosts::parse(text).map_err(|NoHost| Fault::Breaks("has an entry that is no host"))?;
            draft.fetch_hosts = Some(hosts);
            Ok(())
        },
    },
    Variable {
        name: "MEALIE_LOG",
        about: "How much is told on stderr. No level tells tokens, arguments or recipes.",
        values: "off, error, warn, info or debug",
        default: "warn",
        holds: Holds::Word,
        when_empty: WhenEmpty::Unset,
        set: |text, draft| {
            draft.log = match text.to_ascii_lowercase().as_str() {
                "off" => Level::Off,
                "error" => Level::Error,
                "warn" => Level::Warn,
                "info" => Level::Info,
                "debug" => Level::Debug,
                _ => return Err(Fault::Value),
            };
            Ok(())
        },
    },
];

/// OPER-1: these two words only. A `1` or an `off` read as the default would leave the operator believing otherwise.
fn truth(text: &str) -> Result<bool, Fault> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Fault::Value),
    }
}

/// A whole number in digits.
fn number(text: &str, valid: RangeInclusive<usize>) -> Result<usize, Fault> {
    // The parser of numbers takes a sign too.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && valid.contains(number)).ok_or(Fault::Value)
}

/// A time in whole seconds with its unit: `90s`, `15min`, `1m 30s`. A bare number is refused, since people mean
/// seconds by it as often as minutes.
fn time(text: &str, longest: Duration) -> Result<Duration, Fault> {
    let time: SignedDuration = text.to_ascii_lowercase().parse().map_err(|_| Fault::Value)?;
    let time = Duration::try_from(time).map_err(|_| Fault::Value)?;
    let fits = (SHORTEST_TIME..=longest).contains(&time) && time.subsec_nanos() == 0;
    if fits { Ok(time) } else { Err(Fault::Value) }
}
