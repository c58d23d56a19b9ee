//! One scenario's state: its kitchen, its subject, its client, and what was said so far. The verbs that steps are made
//! of are in `world/`; nothing here decides whether what happened was right.

mod conversation;
mod rows;
mod sealed;
mod views;

pub(crate) use conversation::{about, with_argument};
pub(crate) use rows::{Ask, Row};
pub(crate) use sealed::Half;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::client::{Client, Forms};
use crate::described::Description;
use crate::era::Era;
use crate::inbox::{Complaint, Measures, Silence};
use crate::kitchen::Kitchen;
use crate::observed::{self, Requests};
use crate::person::Answer;
use crate::reply::Reply;
use crate::shut;
use crate::subject::{Ending, Launch, Plumbing, Subject};
use crate::transcript::{Origin, Transcript, cut};
use crate::turn::{Call, Question, Turn};
use crate::unmet::{Met, Unmet};

/// How much of stderr a failure quotes.
const STDERR_CHARS: usize = 600;

/// How long an ended subject is given to be seen as ended when its output has stopped.
const ENDING_SEEN: Duration = Duration::from_secs(2);

/// What a run gives to each of its scenarios.
#[derive(Debug, Default)]
pub(crate) struct Stage {
    /// The command that starts the subject.
    pub(crate) command: Vec<String>,
    /// What every message is held against.
    pub(crate) measures: Measures,
    /// What every request to Mealie is held against.
    pub(crate) descriptions: Vec<Description>,
}

/// What the client does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manners {
    /// It opens with the handshake of its era.
    Greets,
    /// It says nothing that the scenario does not tell it to.
    SilentUntilTold,
}

/// A subject and the client that talks to it.
#[derive(Debug)]
struct Table {
    subject: Subject,
    client: Client,
}

/// One scenario's state.
#[derive(Debug, cucumber::World)]
#[world(init = Self::opened)]
pub(crate) struct World {
    stage: Arc<Stage>,
    era: Era,
    transcript: Transcript,
    kitchen: Kitchen,
    /// What the scenario sets; none takes away what would be set otherwise.
    settings: BTreeMap<String, Option<String>>,
    forms: Forms,
    manners: Manners,
    plumbing: Plumbing,
    files: Option<TempDir>,
    table: Option<Table>,
    /// Tables of other clients and of servers that were replaced, kept until the scenario is over.
    others: Vec<Table>,
    call: Option<Call>,
    /// The id under which the last call's reply will come.
    open: Option<Value>,
    turn: Option<Turn>,
    questions: Vec<Question>,
    answered: Option<(Question, Answer)>,
    tokens: Vec<String>,
    /// Every reply to a call, in order.
    replies: Vec<Reply>,
    /// What came of calls that were sent together.
    volley: Vec<Turn>,
    /// What came of the rows of a table.
    rows: Vec<Row>,
    lists: Vec<Reply>,
}

impl World {
    /// A scenario begins in an empty kitchen, with nothing started.
    async fn opened() -> io::Result<Self> {
        let transcript = Transcript::default();
        Ok(Self {
            stage: Arc::default(),
            era: Era::Pushed,
            kitchen: Kitchen::empty(&transcript).await?,
            transcript,
            settings: BTreeMap::new(),
            forms: Forms::Named,
            manners: Manners::Greets,
            plumbing: Plumbing::Pipes,
            files: None,
            table: None,
            others: Vec::new(),
            call: None,
            open: None,
            turn: None,
            questions: Vec::new(),
            answered: None,
            tokens: Vec::new(),
            replies: Vec::new(),
            volley: Vec::new(),
            rows: Vec::new(),
            lists: Vec::new(),
        })
    }

    /// Takes the scenario onto the stage of this run.
    pub(crate) fn enter(&mut self, stage: Arc<Stage>, era: Era) {
        self.stage = stage;
        self.era = era;
    }

    /// The record of the scenario.
    pub(crate) fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Ends whatever is still running and gives what was sent that no server may send, to a client or to Mealie, and
    /// which tool sent what to Mealie.
    pub(crate) async fn leave(&mut self) -> (Vec<Complaint>, Requests) {
        let journal = self.kitchen.journal();
        let mut complaints: Vec<Complaint> = journal.iter().filter_map(shut::complaint).collect();
        let version = self.kitchen.view().instance.version.clone();
        let described = self.stage.descriptions.iter().filter(|description| description.covers(&version));
        complaints.extend(
            described.flat_map(|described| journal.iter().filter_map(|arrival| described.complaint(arrival))),
        );
        let mut called = BTreeSet::new();
        for mut table in self.table.take().into_iter().chain(std::mem::take(&mut self.others)) {
            table.client.hang_up();
            table.subject.wind_up().await;
            complaints.extend(table.client.complaints());
            called.extend(table.client.called().iter().cloned());
        }
        (complaints, observed::of_scenario(&called, &journal))
    }

    // ----- Given ----------------------------------------------------------------------------------------------

    /// The kitchen, to be changed.
    pub(crate) fn kitchen(&mut self) -> &mut Kitchen {
        &mut self.kitchen
    }

    /// The kitchen of the demo in place of this one.
    pub(crate) async fn open_demo(&mut self) -> Met {
        self.kitchen = Kitchen::demo(&self.transcript)
            .await
            .map_err(|error| Unmet::new("the demo kitchen", error.to_string()))?;
        Ok(())
    }

    /// Sets a variable of the subject, or takes it away.
    pub(crate) fn set(&mut self, variable: &str, value: Option<&str>) {
        self.settings.insert(variable.to_owned(), value.map(str::to_owned));
    }

    /// A file that only its owner may read, for a secret.
    pub(crate) fn write_secret(&mut self, text: &str) -> io::Result<String> {
        use std::os::unix::fs::PermissionsExt;
        let files = match self.files.take() {
            Some(files) => files,
            None => tempfile::tempdir()?,
        };
        let path = self.files.insert(files).path().join("secret");
        std::fs::write(&path, text)?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// What the client says of itself.
    pub(crate) fn declare(&mut self, forms: Forms) {
        self.forms = forms;
    }

    /// What the client does by itself.
    pub(crate) fn mind(&mut self, manners: Manners) {
        self.manners = manners;
    }

    /// What the subject's stdin and stdout are.
    pub(crate) fn plumb(&mut self, plumbing: Plumbing) {
        self.plumbing = plumbing;
    }

    // ----- Starting -------------------------------------------------------------------------------------------

    /// Starts the subject without a word.
    pub(crate) fn start(&mut self) -> Met {
        let table = self.set_table(self.era)?;
        self.others.extend(self.table.replace(table));
        Ok(())
    }

    fn set_table(&mut self, era: Era) -> Result<Table, Unmet> {
        self.kitchen.remember();
        let launch = self.launch();
        let (subject, pipes) = Subject::start(&launch, &self.transcript)
            .map_err(|error| Unmet::new("a subject that can be started", error.to_string()))?;
        let measures = self.stage.measures.clone();
        let client =
            Client::new(era, self.forms, pipes.stdin, pipes.stdout, self.transcript.clone(), measures);
        Ok(Table { subject, client })
    }

    fn launch(&self) -> Launch {
        let mut environment = BTreeMap::from([
            ("MEALIE_URL".to_owned(), self.kitchen.url().to_owned()),
            ("MEALIE_API_TOKEN".to_owned(), self.kitchen.token().to_owned()),
        ]);
        for (variable, value) in &self.settings {
            match value {
                Some(value) => environment.insert(variable.clone(), value.clone()),
                None => environment.remove(variable),
            };
        }
        Launch { command: self.stage.command.clone(), environment, plumbing: self.plumbing }
    }

    /// Starts the subject where it is not started yet, and greets it as the client's manners are.
    async fn seat(&mut self) -> Met {
        if self.table.is_none() {
            self.start()?;
            if self.manners == Manners::Greets {
                let greeted = self.client()?.greet().await;
                self.heard("an answer to the handshake", greeted).await?;
            }
        }
        Ok(())
    }

    /// The subject is started anew, as after an update or when a gateway woke it.
    pub(crate) async fn replace_subject(&mut self) -> Met {
        if let Some(mut table) = self.table.take() {
            table.client.hang_up();
            self.others.push(table);
        }
        self.transcript.note(Origin::Aside, "the server is replaced by another one");
        self.seat().await
    }

    fn client(&mut self) -> Result<&mut Client, Unmet> {
        let table = self.table.as_mut().ok_or_else(|| Unmet::new("a server that was started", "none"))?;
        Ok(&mut table.client)
    }

    fn subject(&self) -> Result<&Subject, Unmet> {
        let table = self.table.as_ref().ok_or_else(|| Unmet::new("a server that was started", "none"))?;
        Ok(&table.subject)
    }

    /// What was heard, or why nothing was: a deadline, or the end of the subject with its last words.
    async fn heard<T>(&self, expected: &str, heard: Result<T, Silence>) -> Result<T, Unmet> {
        match heard {
            Ok(heard) => Ok(heard),
            Err(silence) => Err(Unmet::new(expected, self.silence(silence).await)),
        }
    }

    async fn silence(&self, silence: Silence) -> String {
        let ending = match &self.table {
            Some(table) => table.subject.ending(ENDING_SEEN).await,
            None => None,
        };
        let stderr = self.table.as_ref().map(|table| table.subject.stderr()).unwrap_or_default();
        describe(silence, ending, &stderr)
    }
}

/// Silence in words.
pub(crate) fn describe(silence: Silence, ending: Option<Ending>, stderr: &str) -> String {
    let mut words = match silence {
        Silence::Ended => "its output ended".to_owned(),
        Silence::TooLong(deadline) => format!("nothing within {} s", deadline.as_secs_f32()),
    };
    match ending {
        Some(ending) => words.push_str(&format!("; the server ended with {ending}")),
        None => words.push_str("; the server still runs"),
    }
    let stderr = stderr.trim();
    if !stderr.is_empty() {
        words.push_str(&format!("; stderr: {}", cut(stderr, STDERR_CHARS)));
    }
    words
}
