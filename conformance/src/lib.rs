//! A scripted MCP client with a scripted person, and the features that it runs against any server that asks before
//! anything is lost. It never knows the server's code: what it finds out comes over the wire, from the kitchen's
//! journal and from the process.
//!
//! In reading order: the features and what they are made of ([`Features`], [`Selection`], [`list`]), what a run needs
//! ([`RunOptions`]), and what it finds out ([`Report`], [`Exit`]).

mod client;
mod described;
mod era;
mod inbox;
mod kitchen;
mod lines;
mod observed;
mod person;
mod picture;
mod promised;
mod reply;
mod run;
mod scenarios;
mod schema;
mod shut;
mod steps;
mod subject;
mod transcript;
mod turn;
mod unmet;
mod verdict;
mod wish;
mod world;
mod written;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

pub use described::BadDescription;
pub use era::{Era, NotAnEra};
pub use observed::{Observed, Requests};
pub use scenarios::{BadFeature, Features, Keyword, Listed, Name, Selection, list, open};
pub use schema::BadSchema;
pub use verdict::{Exit, Outcome, Report, ScenarioReport, listing};

use client::{Client, Forms};
use described::Description;
use inbox::{Measures, Silence};
use kitchen::Kitchen;
use promised::Promises;
use schema::SchemaBook;
use subject::{Launch, Subject};
use transcript::Transcript;
use world::{Stage, describe};

/// How many scenarios run at once unless told otherwise. Most of a scenario is waiting for processes to start and for
/// deadlines of a second to pass; on two cores more than this makes none of them faster.
pub const AT_ONCE: usize = 8;

/// How long the subject may take to say anything at all unless told otherwise. A debug build on a busy machine needs
/// a tenth of it.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// What a run needs to know.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The program that is the server, and its arguments. It gets `MEALIE_URL` and `MEALIE_API_TOKEN` of the
    /// scenario's own kitchen, what the scenario sets, and nothing else but `PATH`.
    pub command: Vec<String>,
    /// The eras to run on.
    pub eras: Vec<Era>,
    /// The features to run.
    pub features: Features,
    /// Which of their scenarios.
    pub selection: Selection,
    /// A folder with the official JSON Schemas; with it every message is held against them (ERA-5).
    pub schema_folder: Option<PathBuf>,
    /// Mealie's own descriptions of itself (`/openapi.json`), of one version or of several; every request to a kitchen of that
    /// version or an earlier one is held against each of them (LIVE-13).
    pub descriptions: Vec<PathBuf>,
    /// A folder for the transcripts, one file for each scenario and era.
    pub transcripts: Option<PathBuf>,
    /// How many scenarios run at once.
    pub at_once: usize,
    /// How long the subject may take to say anything at all before the run is given up.
    pub patience: Duration,
}

impl RunOptions {
    /// Everything, on both eras, against this command.
    pub fn new(command: Vec<String>) -> Self {
        Self {
            command,
            eras: Era::ALL.to_vec(),
            features: Features::Carried,
            selection: Selection::default(),
            schema_folder: None,
            descriptions: Vec::new(),
            transcripts: None,
            at_once: AT_ONCE,
            patience: PATIENCE,
        }
    }
}

/// Why nothing was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRun {
    /// A feature cannot be used.
    BadFeature(BadFeature),
    /// The schemas cannot be used.
    BadSchema(BadSchema),
    /// A description of Mealie cannot be used.
    BadDescription(BadDescription),
    /// No scenario was selected.
    NothingSelected,
    /// The subject did not start, or said nothing: why.
    NotStarted(String),
}

impl NotRun {
    /// What it comes to as an exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Self::BadFeature(_) | Self::BadSchema(_) | Self::BadDescription(_) => Exit::Usage,
            Self::NothingSelected => Exit::NothingSelected,
            Self::NotStarted(_) => Exit::NotStarted,
        }
    }
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadFeature(bad) => write!(f, "a feature cannot be used: {bad}"),
            Self::BadSchema(bad) => write!(f, "a schema cannot be used: {bad}"),
            Self::BadDescription(bad) => write!(f, "a description of Mealie cannot be used: {bad}"),
            Self::NothingSelected => f.write_str("no scenario was selected"),
            Self::NotStarted(why) => write!(f, "the server under test did not start: {why}"),
        }
    }
}

impl std::error::Error for NotRun {}

/// Runs the selected scenarios against a server. Runs in one process follow each other: the next waits.
///
/// The future is not `Send`; it wants a tokio runtime with more than one thread, which the kitchens run on.
///
/// # Errors
/// When nothing was run, and why. A scenario that does not hold is no error: it is what the report is for.
pub async fn run(options: RunOptions) -> Result<Report, NotRun> {
    let features = open(&options.features).map_err(NotRun::BadFeature)?;
    let schema = options.schema_folder.as_deref().map(|folder| SchemaBook::open(folder, &options.eras));
    let schema = schema.transpose().map_err(NotRun::BadSchema)?.map(Arc::new);
    let descriptions = options.descriptions.iter().map(|file| Description::open(file));
    let descriptions = descriptions.collect::<Result<_, _>>().map_err(NotRun::BadDescription)?;
    let features = scenarios::laid_out(features, &options.selection, &options.eras);
    if features.is_empty() {
        return Err(NotRun::NothingSelected);
    }
    let knocked = knock(&options.command, &options.eras, options.patience).await;
    let promises = Some(Arc::new(knocked.map_err(NotRun::NotStarted)?));
    let stage = Stage { command: options.command, measures: Measures { schema, promises }, descriptions };
    Ok(run::run(features, stage, options.at_once.max(1), options.transcripts).await)
}

/// Whether the command is a server at all: it answers the handshake of one of the eras, be it with an error. What its tools
/// promise is asked then.
async fn knock(command: &[String], eras: &[Era], patience: Duration) -> Result<Promises, String> {
    let mut why = "no era to run on".to_owned();
    for &era in eras {
        match greeting(command, era, patience).await {
            Ok(promises) => return Ok(promises),
            Err(error) => why = error,
        }
    }
    Err(why)
}

async fn greeting(command: &[String], era: Era, patience: Duration) -> Result<Promises, String> {
    let transcript = Transcript::default();
    let kitchen = Kitchen::empty(&transcript).await.map_err(|error| format!("no kitchen: {error}"))?;
    let environment = BTreeMap::from([
        ("MEALIE_URL".to_owned(), kitchen.url().to_owned()),
        ("MEALIE_API_TOKEN".to_owned(), kitchen.token().to_owned()),
    ]);
    let launch = Launch { command: command.to_vec(), environment, ..Launch::default() };
    let program = command.first().map(String::as_str).unwrap_or_default();
    let (subject, pipes) =
        Subject::start(&launch, &transcript).map_err(|error| format!("{program}: {error}"))?;
    let held_to = Measures::default();
    let mut client = Client::new(era, Forms::Named, pipes.stdin, pipes.stdout, transcript.clone(), held_to);
    let greeted = tokio::time::timeout(patience, client.greet()).await;
    let silence = match greeted {
        Ok(Ok(_)) => {
            // One that gives no list is a server all the same: what it answers is held against nothing promised.
            let list = client.request("tools/list", json!({})).await.unwrap_or_default();
            return Ok(Promises::of(&list));
        }
        Ok(Err(silence)) => silence,
        Err(_) => Silence::TooLong(patience),
    };
    let ending = match silence {
        Silence::Ended => {
            // That nobody reads its input any more can be noticed before what it wrote last has been read.
            client.read_out(patience).await;
            subject.ending(patience).await
        }
        Silence::TooLong(_) => None,
    };
    let mut why = describe(silence, ending, &subject.stderr());
    if let Some(noise) = client.complaints().first() {
        why.push_str(&format!("; {}", noise.what));
    }
    Err(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long enough for a shell to start, short enough to wait for one that hangs.
    const SOON: Duration = Duration::from_millis(700);

    fn shell(script: &str) -> RunOptions {
        let command = ["/bin/sh", "-c", script].map(str::to_owned).to_vec();
        let name = Some("The form has one box".to_owned());
        RunOptions { patience: SOON, selection: Selection { name, tags: None }, ..RunOptions::new(command) }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_subject_that_is_no_server_did_not_start() {
        let mut nowhere = shell("");
        nowhere.command = vec!["/no/such/server".to_owned()];
        for (row, options, why) in [
            ("no program", nowhere, "/no/such/server: "),
            ("no command", RunOptions { command: Vec::new(), ..shell("") }, "the command is empty"),
            (
                "one that exits at once",
                shell("echo no kitchen >&2; exit 7"),
                "exit code 7; stderr: no kitchen",
            ),
            (
                "one that prints noise",
                shell("echo Listening; exit 0"),
                "a line on stdout that is no message: Listening",
            ),
            ("one that hangs", shell("exec sleep 600"), "nothing within 0.7 s"),
            ("one that prints noise and hangs", shell("echo Listening; exec sleep 600"), "Listening"),
        ] {
            let not_run = run(options).await.unwrap_err();
            assert!(matches!(&not_run, NotRun::NotStarted(told) if told.contains(why)), "{row}: {not_run}");
            assert_eq!(not_run.exit(), Exit::NotStarted, "{row}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_cannot_be_run_says_why() {
        let schemas = tempfile::tempdir().unwrap();
        let empty = tempfile::tempdir().unwrap();
        let bad = tempfile::tempdir().unwrap();
        std::fs::write(bad.path().join("bad.feature"), "Boil the peas.").unwrap();
        let none = Selection { name: Some("no such title".to_owned()), tags: None };
        for (row, options, exit) in [
            (
                "no schemas",
                RunOptions { schema_folder: Some(schemas.path().into()), ..shell("") },
                Exit::Usage,
            ),
            (
                "a bad feature",
                RunOptions { features: Features::Folder(bad.path().into()), ..shell("") },
                Exit::Usage,
            ),
            (
                "an empty folder",
                RunOptions { features: Features::Folder(empty.path().into()), ..shell("") },
                Exit::NothingSelected,
            ),
            ("nothing selected", RunOptions { selection: none, ..shell("") }, Exit::NothingSelected),
        ] {
            assert_eq!(run(options).await.unwrap_err().exit(), exit, "{row}");
        }
    }

    /// A server that answers every request with an error is one, and breaks what it is held to.
    const REFUSES: &str = r#"exec sed -u 's/.*"id":\([0-9]*\).*/{"jsonrpc":"2.0","id":\1,"error":{"code":-32603,"message":"no"}}/'"#;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_server_that_breaks_a_must_is_told_with_its_transcript() {
        let kept = tempfile::tempdir().unwrap();
        let options = RunOptions {
            transcripts: Some(kept.path().into()),
            eras: vec![Era::Stateless],
            ..shell(REFUSES)
        };
        let report = run(options).await.unwrap();

        assert_eq!(report.exit(), Exit::Broken);
        assert_eq!(report.broken_ids().into_iter().collect::<Vec<_>>(), ["ASK-6"]);
        let Outcome::Broken { why, tail, .. } = &report.scenarios[0].outcome else { panic!("held") };
        assert!(why.starts_with("Then the form has exactly one field"), "{why}");
        assert!(why.contains("expected: a question to the person"), "{why}");
        assert!(tail.iter().any(|line| line.contains("tools/call")), "{tail:?}");
        let files: Vec<_> = std::fs::read_dir(kept.path()).unwrap().collect();
        assert_eq!(files.len(), 1);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_step_that_nobody_wrote_breaks_its_scenario() {
        let folder = tempfile::tempdir().unwrap();
        let feature = "Feature: Salt\n  @ASK-1 @must\n  Scenario: Salted\n    Then the soup is salted\n";
        std::fs::write(folder.path().join("salt.feature"), feature).unwrap();
        let features = Features::Folder(folder.path().into());
        let report =
            run(RunOptions { features, selection: Selection::default(), ..shell(REFUSES) }).await.unwrap();
        assert_eq!(report.exit(), Exit::Broken);
        assert!(report.to_string().contains("nobody wrote this step"), "{report}");
    }
}
