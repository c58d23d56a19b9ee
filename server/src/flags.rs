//! The command line: what can be typed, and what `--help` and `--version` answer. It never repeats an argument that
//! could be anything but the name of a flag: people paste tokens there.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _, Parser};

use crate::log;
use crate::settings::variables::VARIABLES;

/// For somebody who starts the server by hand, on a terminal, and sees nothing happen.
pub const ON_A_TERMINAL: &str =
    "waiting for an MCP client on stdin; it is meant to be started by one. Ctrl-D ends it, --help says more";

/// The longest name of a flag that is repeated: longer than any of ours.
const MOST_FLAG_CHARS: usize = 32;
/// How wide `--help` may be: what a terminal shows without breaking lines.
const HELP_COLUMNS: usize = 80;

const UNREADABLE: &str = "the command line holds something that is not a flag of this server; see --help";

const EXAMPLE: &str = r#"To put it into a client, add to its configuration (names of the file and of
the outer key differ from client to client):

  {
    "mcpServers": {
      "mealie": {
        "command": "mealie-mcp",
        "env": {
          "MEALIE_URL": "https://mealie.example",
          "MEALIE_API_TOKEN": "the token"
        }
      }
    }
  }
"#;

const EXIT_CODES: &str = "Exit codes:
  0  the client closed stdin, or --help or --version was answered
  1  the server cannot start; stderr names every setting that cannot be used
  2  a flag or argument is not known
";

const ABOUT: &str = "An MCP server for Mealie that asks a person before anything is lost or
published.

It speaks MCP over stdin and stdout and is started by an MCP client, such as
Claude Desktop, Claude Code, VS Code or Codex. Everything is set by environment
variables.";

/// What can be typed. Settings have no flags: they are environment variables, since a client's configuration has a
/// place for those, and other processes of this machine can read a command line.
#[derive(Debug, Parser)]
#[command(
    name = "mealie-mcp",
    version = concat!(env!("CARGO_PKG_VERSION"), " (MCP 2025-11-25 and 2026-07-28)"),
    about = ABOUT,
    long_about = None
)]
pub struct Flags {}

/// Why the server does not start, without anything being wrong with its settings.
#[derive(Debug)]
pub enum Stop {
    /// Help or version was asked for: this is it.
    Told(String),
    /// The command line cannot be read, for this reason.
    Refused(String),
}

impl Stop {
    /// Prints the answer to stdout or the reason to stderr, and tells how to exit: 0 or 2.
    pub fn end(self) -> ExitCode {
        match self {
            Self::Told(text) => {
                // A reader that has closed its end already knows enough.
                let _ = std::io::stdout().lock().write_all(text.as_bytes());
                ExitCode::SUCCESS
            }
            Self::Refused(reason) => {
                log::notice(&reason);
                ExitCode::from(2)
            }
        }
    }
}

/// Reads the command line; the first argument is the name of the program.
///
/// # Errors
///
/// [`Stop`], when the server is not to start.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Flags, Stop> {
    let command = Flags::command().after_help(below_the_flags());
    let read = command.try_get_matches_from(arguments).and_then(|found| Flags::from_arg_matches(&found));
    read.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Stop::Told(error.render().to_string()),
        ErrorKind::UnknownArgument => Stop::Refused(unknown(&error)),
        _ => Stop::Refused(UNREADABLE.to_owned()),
    })
}

fn unknown(error: &clap::Error) -> String {
    let name = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(name)) => name.as_str(),
        _ => "",
    };
    let plain = name.len() <= MOST_FLAG_CHARS && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    if plain && name.starts_with("--") {
        format!("there is no flag {name}; see --help")
    } else {
        UNREADABLE.to_owned()
    }
}

/// The variables, the exit codes and an example.
fn below_the_flags() -> String {
    let mut text = String::from("Environment variables (an empty one counts as not set):\n");
    for variable in VARIABLES {
        let _ = writeln!(text, "  {}", variable.name);
        for part in [
            variable.about,
            &format!("valid: {}", variable.values),
            &format!("default: {}", variable.default),
        ] {
            wrap(&mut text, part);
        }
    }
    let _ = write!(text, "\n{EXIT_CODES}\n{EXAMPLE}");
    text
}

/// Adds `part`, indented and broken between words.
fn wrap(text: &mut String, part: &str) {
    const INDENT: &str = "     ";
    let mut column = 0;
    for word in part.split(' ') {
        let width = word.chars().count() + 1;
        if column == 0 || column + width > HELP_COLUMNS {
            let line = if column == 0 { INDENT } else { "\n       " };
            text.push_str(line);
            column = line.trim_start_matches('\n').len();
        }
        text.push(' ');
        text.push_str(word);
        column += width;
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(arguments: &[&str]) -> Result<(), Stop> {
        let whole = ["mealie-mcp"].iter().chain(arguments).map(OsString::from);
        read(whole).map(drop)
    }

    fn told(argument: &str) -> String {
        match answer(&[argument]) {
            Err(Stop::Told(text)) => text,
            other => panic!("{argument}: {other:?}"),
        }
    }

    #[test]
    fn without_flags_the_server_starts() {
        assert!(answer(&[]).is_ok());
    }

    #[test]
    fn the_version_names_the_revisions_of_mcp() {
        let want = format!("mealie-mcp {} (MCP 2025-11-25 and 2026-07-28)\n", env!("CARGO_PKG_VERSION"));
        for flag in ["--version", "-V"] {
            assert_eq!(told(flag), want, "{flag}");
        }
    }

    #[test]
    fn the_help_names_every_variable_with_its_values_and_default() {
        let help = told("--help");
        assert_eq!(help, told("-h"));
        let one_line = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for variable in VARIABLES {
            let want = format!(
                "{} {} valid: {} default: {}",
                variable.name, variable.about, variable.values, variable.default
            );
            assert!(one_line.contains(&want), "{want}");
        }
        for part in
            ["over stdin and stdout", "started by an MCP client", "mcpServers", "Exit codes", "--version"]
        {
            assert!(one_line.contains(part), "{part}");
        }
    }

    #[test]
    fn the_help_fits_a_terminal() {
        for line in told("--help").lines() {
            assert!(line.chars().count() <= HELP_COLUMNS, "{line}");
            assert_eq!(line, line.trim_end());
        }
    }

    #[test]
    fn oper_8_what_is_not_a_flag_is_refused_and_not_repeated() {
        for (row, arguments, want) in [
            ("an unknown flag", &["--verbose"][..], "there is no flag --verbose; see --help"),
            ("its value is left out", &["--token=s3same"], "there is no flag --token; see --help"),
            ("a value behind it", &["--token", "s3same"], "there is no flag --token; see --help"),
            ("a token", &["s3same"], UNREADABLE),
            ("a token that looks like a flag", &["--s3same"], UNREADABLE),
            ("a short flag", &["-x"], UNREADABLE),
            ("a value for a flag that takes none", &["--help=s3same"], UNREADABLE),
            ("a flag as long as a token", &["--abcdefghijklmnopqrstuvwxyzabcdefgh"], UNREADABLE),
            ("a line break", &["--a\nb"], UNREADABLE),
        ] {
            match answer(arguments) {
                Err(Stop::Refused(reason)) => assert_eq!(reason, want, "{row}"),
                answered => panic!("{row}: {answered:?}"),
            }
        }
    }
}
