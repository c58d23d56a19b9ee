//! The command line: `run` and `list`. It says what was found out and ends with a documented exit code; it never
//! judges by itself.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use cucumber::gherkin::tagexpr::TagOperation;
use mealie_conformance::{
    AT_ONCE, Era, Exit, Features, NotRun, RunOptions, Selection, list, listing, open, run,
};

/// Holds an MCP server for Mealie to its guarantees: a scripted client and a scripted person, over the wire.
#[derive(Parser)]
#[command(name = "mealie-conformance", version, after_help = EXIT_CODES)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

const EXIT_CODES: &str = "Exit codes:
  0  every must that was selected held
  1  a must did not hold
  2  usage: flags, a schema or a feature that cannot be used
  3  the server under test did not start, or answered nothing
  4  no scenario was selected";

#[derive(Subcommand)]
enum Verb {
    /// Runs the scenarios against a server
    Run {
        /// The command that starts the server on stdio, with its arguments
        #[arg(long, value_name = "CMD ARGS")]
        server: String,
        /// The revision of MCP to run on
        #[arg(long, value_enum, default_value = "both")]
        era: Eras,
        /// A folder with the official JSON Schemas (2025-11-25.json, 2026-07-28.json): every message is held against them
        #[arg(long, value_name = "DIR")]
        mcp_schema: Option<PathBuf>,
        /// A description of Mealie, as its /openapi.json gives it; every request is held against it (can be given several times)
        #[arg(long, value_name = "FILE")]
        mealie_description: Vec<PathBuf>,
        /// A folder to keep every line of every scenario in
        #[arg(long, value_name = "DIR")]
        transcripts: Option<PathBuf>,
        /// How many scenarios run at once
        #[arg(long, value_name = "N", default_value_t = AT_ONCE)]
        at_once: usize,
        #[command(flatten)]
        which: Which,
    },
    /// Lists the scenarios: ids, must or should, title, revisions
    List {
        #[command(flatten)]
        which: Which,
    },
}

#[derive(Args)]
struct Which {
    /// Only scenarios with these tags, such as "@ASK-3 or @SEAL-4" or "not @ASK-21"
    #[arg(long, value_name = "EXPRESSION", value_parser = tags)]
    tags: Option<TagOperation>,
    /// Only scenarios with this in their title
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// A folder of features in place of those that the program carries
    #[arg(long, value_name = "DIR")]
    features: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Eras {
    #[value(name = "2025-11-25")]
    Pushed,
    #[value(name = "2026-07-28")]
    Stateless,
    Both,
}

impl Eras {
    fn list(self) -> Vec<Era> {
        match self {
            Self::Pushed => vec![Era::Pushed],
            Self::Stateless => vec![Era::Stateless],
            Self::Both => Era::ALL.to_vec(),
        }
    }
}

impl Which {
    fn selection(&self) -> Selection {
        Selection { tags: self.tags.clone(), name: self.name.clone() }
    }

    fn features(&self) -> Features {
        self.features.clone().map_or(Features::Carried, Features::Folder)
    }
}

fn tags(text: &str) -> Result<TagOperation, String> {
    text.parse().map_err(|error| format!("not a tag expression: {error}"))
}

fn main() -> ExitCode {
    // Clap ends with 2 for a call that it cannot read, and with 0 for --help and --version.
    let command = Command::parse();
    let exit = match command.verb {
        Verb::Run { server, era, mcp_schema, mealie_description, transcripts, at_once, which } => {
            let Some(command) = shlex::split(&server).filter(|command| !command.is_empty()) else {
                complain("--server: no command can be made of this: is it empty, or a quote not closed?");
                return ExitCode::from(Exit::Usage.code());
            };
            play(RunOptions {
                eras: era.list(),
                features: which.features(),
                selection: which.selection(),
                schema_folder: mcp_schema,
                descriptions: mealie_description,
                transcripts,
                at_once,
                ..RunOptions::new(command)
            })
        }
        Verb::List { which } => tell(&which),
    };
    ExitCode::from(exit.code())
}

fn play(options: RunOptions) -> Exit {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            complain(&format!("no runtime: {error}"));
            return Exit::Usage;
        }
    };
    match runtime.block_on(run(options)) {
        Ok(report) => {
            say(&report.to_string());
            report.exit()
        }
        Err(not_run) => {
            complain(&not_run.to_string());
            not_run.exit()
        }
    }
}

fn tell(which: &Which) -> Exit {
    match open(&which.features()) {
        Ok(features) => {
            let scenarios = list(&features, &which.selection());
            say(&listing(&scenarios));
            if scenarios.is_empty() { Exit::NothingSelected } else { Exit::Held }
        }
        Err(bad) => {
            let not_run = NotRun::BadFeature(bad);
            complain(&not_run.to_string());
            not_run.exit()
        }
    }
}

/// A reader who closes the pipe has read enough.
fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Nobody is left to tell when stderr is gone.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "mealie-conformance: {text}");
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_put_together_right() {
        Command::command().debug_assert();
    }

    #[test]
    fn a_call_is_read_as_it_is_meant() {
        let call = [
            "mealie-conformance",
            "run",
            "--server",
            "mealie-mcp --flag",
            "--era",
            "2026-07-28",
            "--tags",
            "@ASK-3",
        ];
        let Verb::Run { server, era, which, at_once, .. } = Command::try_parse_from(call).unwrap().verb
        else {
            panic!("not a run");
        };
        assert_eq!(
            (server.as_str(), era.list(), at_once),
            ("mealie-mcp --flag", vec![Era::Stateless], AT_ONCE)
        );
        assert!(which.selection().tags.is_some());
        assert_eq!(which.features(), Features::Carried);
    }

    #[test]
    fn a_call_that_cannot_be_read_ends_as_usage() {
        for (row, call) in [
            ("no verb", vec!["mealie-conformance"]),
            ("no server", vec!["mealie-conformance", "run"]),
            ("an unknown era", vec!["mealie-conformance", "run", "--server", "x", "--era", "2024-11-05"]),
            ("half an expression", vec!["mealie-conformance", "list", "--tags", "@ASK-1 and"]),
        ] {
            let error = Command::try_parse_from(call).err().map(|error| error.exit_code());
            assert_eq!(error, Some(i32::from(Exit::Usage.code())), "{row}");
        }
    }
}
