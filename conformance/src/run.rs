//! One run: lays the scenarios out, has cucumber run several at once, and notes how each ended. The decision is left
//! to the verdict.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cucumber::event::{
    Cucumber as Happening, Feature as InFeature, Hook, Scenario as InScenario, Step, StepError,
};
use cucumber::gherkin::{self, Feature};
use cucumber::{Event, World as _, WriterExt as _, cli, parser};
use futures::FutureExt as _;
use futures::stream;

use crate::era::Era;
use crate::inbox::Complaint;
use crate::observed::Requests;
use crate::scenarios::{Listed, Name, laid_out_as};
use crate::transcript::Transcript;
use crate::verdict::{Outcome, Report, ScenarioReport};
use crate::world::{Stage, World};

/// How much of a transcript a report quotes: lines, and characters of each.
const TAIL: (usize, usize) = (14, 220);

/// Cucumber swaps the panic hook of the process while it runs; two runs at once would restore each other's.
static ONE_RUN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Runs laid out features against a subject.
pub(crate) async fn run(
    features: Vec<Feature>,
    stage: Stage,
    at_once: usize,
    transcripts: Option<PathBuf>,
) -> Report {
    let _alone = ONE_RUN.lock().await;
    let began = Instant::now();
    let ledger = Arc::new(Mutex::new(Ledger::of(&features)));
    let stage = Arc::new(stage);

    let closing = Arc::clone(&ledger);
    World::cucumber::<PathBuf>()
        .with_parser::<_, ()>(LaidOut(features))
        .max_concurrent_scenarios(at_once)
        .before(move |feature, _, scenario, world| {
            let (stage, place) = (Arc::clone(&stage), laid_out_as(feature, scenario));
            async move {
                if let Some((_, era)) = place {
                    world.enter(stage, era);
                }
            }
            .boxed_local()
        })
        .after(move |feature, _, scenario, _, world| {
            let (ledger, place, folder) =
                (Arc::clone(&closing), laid_out_as(feature, scenario), transcripts.clone());
            async move {
                let (Some((listed, era)), Some(world)) = (place, world) else { return };
                let (complaints, requests) = world.leave().await;
                let kept = folder.map(|folder| keep(&folder, &listed, era, world.transcript()));
                let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
                for (tool, requests) in requests {
                    ledger.requests.entry(tool).or_default().extend(requests);
                }
                ledger.close(&listed.name, era, complaints, world.transcript(), kept.and_then(Result::err));
            }
            .boxed_local()
        })
        .with_writer(Clerk(Arc::clone(&ledger)).assert_normalized())
        .fail_on_skipped()
        .with_default_cli()
        .run(())
        .await;

    let ledger = std::mem::take(&mut *ledger.lock().unwrap_or_else(PoisonError::into_inner));
    let (scenarios, requests) = ledger.reports();
    Report { scenarios, requests, took: began.elapsed() }
}

/// Writes a transcript into a file of its own.
fn keep(folder: &std::path::Path, listed: &Listed, era: Era, transcript: &Transcript) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let Name { feature, title } = &listed.name;
    let file = format!("{}--{}--{era}.txt", file_name(feature), file_name(title));
    let head = format!("{feature}\n{title}\n{} {} on {era}\n\n", listed.ids.join(" "), listed.keyword);
    std::fs::write(folder.join(file), head + &transcript.to_string())
}

/// A title as a part of a file name: letters and digits, at most a hundred of them.
fn file_name(title: &str) -> String {
    let plain: String =
        title.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { ' ' }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join("-").to_lowercase().chars().take(100).collect()
}

/// Features that are parsed already.
struct LaidOut(Vec<Feature>);

impl cucumber::Parser<()> for LaidOut {
    type Cli = cli::Empty;
    type Output = stream::Iter<std::vec::IntoIter<parser::Result<Feature>>>;

    fn parse(self, (): (), _: Self::Cli) -> Self::Output {
        stream::iter(self.0.into_iter().map(Ok).collect::<Vec<_>>())
    }
}

/// Writes down what cucumber tells.
struct Clerk(Arc<Mutex<Ledger>>);

impl cucumber::Writer<World> for Clerk {
    type Cli = cli::Empty;

    async fn handle_event(&mut self, event: parser::Result<Event<Happening<World>>>, _: &Self::Cli) {
        // Nothing is left to parse, so there is no error of parsing.
        let Ok(event) = event else { return };
        let Happening::Feature(feature, InFeature::Scenario(scenario, happening)) = event.into_inner() else {
            return;
        };
        let Some((listed, era)) = laid_out_as(&feature, &scenario) else { return };
        let mut ledger = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(entry) = ledger.entry(&listed.name, era) else { return };
        match happening.event {
            InScenario::Started => entry.began = Some(Instant::now()),
            InScenario::Background(step, Step::Failed(_, _, _, error))
            | InScenario::Step(step, Step::Failed(_, _, _, error)) => {
                entry.fail(format!("{}\n{}", told(&step), reason(&error)));
            }
            InScenario::Hook(_, Hook::Failed(_, info)) => entry.fail(words(&*info)),
            InScenario::Finished => entry.took = entry.began.map(|began| began.elapsed()),
            _ => {}
        }
    }
}

fn told(step: &gherkin::Step) -> String {
    format!("{} {}", step.keyword.trim(), step.value)
}

fn reason(error: &StepError) -> String {
    match error {
        StepError::NotFound => "nobody wrote this step".to_owned(),
        StepError::AmbiguousMatch(matches) => format!("two steps fit: {matches}"),
        StepError::Panic(info) => words(&**info),
    }
}

/// The words of a panic: cucumber hands on the reason of a failed step as one.
fn words(info: &(dyn std::any::Any + Send)) -> String {
    let owned = info.downcast_ref::<String>().cloned();
    owned
        .or_else(|| info.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "no reason".to_owned())
}

/// What is known of each scenario, in reading order.
#[derive(Default)]
struct Ledger {
    entries: Vec<Entry>,
    places: HashMap<(Name, Era), usize>,
    requests: Requests,
}

struct Entry {
    listed: Listed,
    era: Era,
    began: Option<Instant>,
    /// None until it has finished.
    took: Option<Duration>,
    broken: Vec<String>,
    why: Vec<String>,
    tail: Vec<String>,
}

impl Ledger {
    fn of(features: &[Feature]) -> Self {
        let mut ledger = Self::default();
        let scenarios = features.iter().flat_map(|feature| {
            feature.scenarios.iter().filter_map(move |scenario| laid_out_as(feature, scenario))
        });
        for (listed, era) in scenarios {
            ledger.places.insert((listed.name.clone(), era), ledger.entries.len());
            let (broken, why, tail) = (Vec::new(), Vec::new(), Vec::new());
            ledger.entries.push(Entry { listed, era, began: None, took: None, broken, why, tail });
        }
        ledger
    }

    fn entry(&mut self, name: &Name, era: Era) -> Option<&mut Entry> {
        let place = self.places.get(&(name.clone(), era))?;
        self.entries.get_mut(*place)
    }

    fn close(
        &mut self,
        name: &Name,
        era: Era,
        complaints: Vec<Complaint>,
        transcript: &Transcript,
        not_kept: Option<std::io::Error>,
    ) {
        let Some(entry) = self.entry(name, era) else { return };
        for complaint in complaints {
            entry.broken.push(complaint.id.to_owned());
            entry.why.push(format!("{}: {}", complaint.id, complaint.what));
        }
        if let Some(error) = not_kept {
            entry.fail(format!("the transcript could not be kept: {error}"));
        }
        entry.tail = transcript.tail(TAIL.0, TAIL.1);
    }

    fn reports(self) -> (Vec<ScenarioReport>, Requests) {
        (self.entries.into_iter().map(Entry::report).collect(), self.requests)
    }
}

impl Entry {
    fn fail(&mut self, why: String) {
        self.broken.extend(self.listed.ids.clone());
        self.why.insert(0, why);
    }

    fn report(mut self) -> ScenarioReport {
        if self.took.is_none() {
            self.fail("the scenario did not come to its end".to_owned());
        }
        self.broken.sort();
        self.broken.dedup();
        let outcome = if self.why.is_empty() {
            Outcome::Held
        } else {
            Outcome::Broken { ids: self.broken, why: self.why.join("\n"), tail: self.tail }
        };
        ScenarioReport::new(&self.listed, self.era, outcome, self.took.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios::{Features, Selection, laid_out, open};

    /// Every step of every feature fits exactly one definition: a step nobody wrote would be noticed only when it is
    /// run, and two that fit would be too.
    #[test]
    fn every_step_is_written_once() {
        let steps = World::collection();
        let mut wrong = Vec::new();
        for feature in laid_out(open(&Features::Carried).unwrap(), &Selection::default(), &Era::ALL) {
            let background = feature.background.iter().flat_map(|background| &background.steps);
            for step in background.chain(feature.scenarios.iter().flat_map(|scenario| &scenario.steps)) {
                match steps.find(step) {
                    Ok(Some(_)) => {}
                    Ok(None) => wrong.push(format!("nobody wrote: {}", told(step))),
                    Err(error) => wrong.push(format!("{}: {error}", told(step))),
                }
            }
        }
        wrong.sort();
        wrong.dedup();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn a_step_that_nobody_wrote_is_noticed() {
        let step = gherkin::Step::builder()
            .keyword("Then ".to_owned())
            .ty(gherkin::StepType::Then)
            .value("the soup is salted".to_owned())
            .build();
        assert!(World::collection().find(&step).unwrap().is_none());
    }

    #[test]
    fn a_file_name_is_plain_and_short() {
        assert_eq!(
            file_name("Nothing is written: delete the recipe \"Pea soup\""),
            "nothing-is-written-delete-the-recipe-pea-soup"
        );
        assert_eq!(file_name(&"very ".repeat(50)).len(), 100);
    }
}
