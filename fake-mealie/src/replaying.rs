//! `fake-mealie replay`: the command line of a replay, and what its exit codes mean.
//! Never serves anybody.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fake_mealie::{Expectation, Report, Seed};

/// All that was to hold holds.
const HOLDS: u8 = 0;
/// The replay went through, and something does not hold.
const DOES_NOT_HOLD: u8 = 1;
/// There was nothing to replay or to hold it against.
const UNUSABLE: u8 = 2;

/// Play recorded pairs of a real Mealie and report how far the answers agree.
///
/// DIR holds one JSON file per area: a list of pairs in the order of the calls,
///
///   {"name": "...", "as": "admin",
///    "request": {"method", "path", "query", "headers_subset", "body"},
///    "response": {"status", "headers_subset", "body"}}
///
/// `as` is admin (owner of all the seed brings), bob (same household, may do nothing), carol (same group, another
/// household), dave (another group), anonymous, invalid-token or revoked-token (the token that an answer gave away
/// last). Bodies are JSON, {"raw": text}, {"form": {...}} or {"multipart": [{name, value | filename, content_type,
/// size, base64}]}; files in answers are {"base64", "length"}. Put <token> in place of a token, in the authorization
/// header too. To record pairs of your own: fill a Mealie that nobody needs with the seed, call it, and write down each
/// call and its answer in this shape.
///
/// Every area is played against a fresh kitchen with the seed in it, and with what its answers show to have been there
/// although no recorded call made it. Ids are mapped as they appear. Each column of the table counts the pairs that
/// agree in it and in all columns to its left; ids, times and random texts do not have to be equal.
///
/// Exit codes: 0 all holds, 1 something does not hold, 2 the flags are wrong or a file cannot be used.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// Folder with the recorded pairs.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// What the kitchen starts with: a file of plain data (JSON), or `empty`. DIR/../seed.json if that is there.
    #[arg(long, value_name = "empty|FILE")]
    seed: Option<PathBuf>,

    /// File with the floor of each area and the pairs that differ, each with its reason and in how many things (TOML).
    /// All of it must hold.
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,

    /// Write that file anew: reasons stay, what is new or worse is "unexplained", which does not hold.
    #[arg(long, requires = "expect")]
    write_expect: bool,

    /// Show each pair that differs, and what differs.
    #[arg(long)]
    differences: bool,

    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
}

/// Replays, prints, and says by its exit code what came of it.
pub(crate) async fn replay(arguments: Arguments) -> ExitCode {
    match played(&arguments).await {
        Ok(problems) if problems.is_empty() => ExitCode::from(HOLDS),
        Ok(problems) => {
            for problem in &problems {
                eprintln!("fake-mealie: {problem}");
            }
            eprintln!("fake-mealie: {} things do not hold", problems.len());
            ExitCode::from(DOES_NOT_HOLD)
        }
        Err(problem) => unusable(&problem),
    }
}

/// The end where there is nothing to play.
pub(crate) fn unusable(problem: &str) -> ExitCode {
    eprintln!("fake-mealie: {problem}");
    ExitCode::from(UNUSABLE)
}

async fn played(arguments: &Arguments) -> Result<Vec<String>, String> {
    let seed = seed(arguments)?;
    let expectation = arguments.expect.as_deref().map(|file| read_expectation(file, arguments.write_expect));
    let expectation = expectation.transpose()?;
    let report = fake_mealie::replay(&arguments.folder, &seed).await?;
    print(arguments, &report).map_err(|error| format!("cannot print the report: {error}"))?;
    let (Some(expectation), Some(file)) = (expectation, &arguments.expect) else { return Ok(Vec::new()) };
    if !arguments.write_expect {
        return Ok(expectation.held_against(&report));
    }
    let renewed = expectation.renewed(&report);
    std::fs::write(file, &renewed).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    Ok(Expectation::from_toml(&renewed)?.held_against(&report))
}

fn print(arguments: &Arguments, report: &Report) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{:#}", report.json())?;
    } else {
        if arguments.differences {
            writeln!(out, "{}", report.differences())?;
        }
        write!(out, "{}", report.table())?;
    }
    out.flush()
}

fn seed(arguments: &Arguments) -> Result<Seed, String> {
    let beside = arguments.folder.join("..").join("seed.json");
    match &arguments.seed {
        Some(name) if name == Path::new("empty") => Ok(Seed::Empty),
        Some(file) => Ok(Seed::Plain(Box::new(super::read_seed(file)?))),
        None if beside.exists() => Ok(Seed::Plain(Box::new(super::read_seed(&beside)?))),
        None => Ok(Seed::Empty),
    }
}

/// A file that is to be written may not be there yet.
fn read_expectation(file: &Path, write: bool) -> Result<Expectation, String> {
    let text = match std::fs::read_to_string(file) {
        Err(error) if write && error.kind() == io::ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| format!("cannot read {}: {error}", file.display()))?,
    };
    Expectation::from_toml(&text).map_err(|problem| format!("{}: {problem}", file.display()))
}
