//! The verdict: what held and what did not, told to a person and as an exit code. It reads what a run noted and never
//! runs anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::time::Duration;

use crate::era::Era;
use crate::observed::Requests;
use crate::scenarios::{Keyword, Listed};

/// How a run ends, as the exit code of the program. The numbers are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Every must that was selected held.
    Held = 0,
    /// A must did not hold.
    Broken = 1,
    /// The call cannot be followed: flags, a schema or a feature that cannot be used.
    Usage = 2,
    /// The subject did not start, or answered nothing.
    NotStarted = 3,
    /// No scenario was selected.
    NothingSelected = 4,
}

impl Exit {
    /// The exit code.
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// How one scenario ended on one era.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every step held.
    Held,
    /// Something did not. The ids are those of the scenario, or of the guarantee that was broken on the way (a
    /// message that is none breaks ERA-5, whatever the scenario was about).
    Broken {
        /// The guarantees that did not hold.
        ids: Vec<String>,
        /// The step, what was expected, what was got.
        why: String,
        /// The last lines of the transcript.
        tail: Vec<String>,
    },
}

/// One scenario on one era.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioReport {
    /// Title of the feature.
    pub feature: String,
    /// Title of the scenario.
    pub title: String,
    /// The guarantees that it proves.
    pub ids: Vec<String>,
    /// How much it weighs.
    pub keyword: Keyword,
    /// The era that it ran on.
    pub era: Era,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took.
    pub took: Duration,
}

impl ScenarioReport {
    pub(crate) fn new(listed: &Listed, era: Era, outcome: Outcome, took: Duration) -> Self {
        Self {
            feature: listed.name.feature.clone(),
            title: listed.name.title.clone(),
            ids: listed.ids.clone(),
            keyword: listed.keyword,
            era,
            outcome,
            took,
        }
    }

    fn held(&self) -> bool {
        self.outcome == Outcome::Held
    }
}

/// Everything that a run found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Every scenario that ran, in reading order.
    pub scenarios: Vec<ScenarioReport>,
    /// What each tool that was called sent to Mealie, as far as a scenario called no other.
    pub requests: Requests,
    /// How long it took.
    pub took: Duration,
}

impl Report {
    /// The guarantees that did not hold, musts and shoulds.
    pub fn broken_ids(&self) -> BTreeSet<&str> {
        self.broken().flat_map(|(_, ids, ..)| ids.iter().map(String::as_str)).collect()
    }

    /// What the run comes to.
    pub fn exit(&self) -> Exit {
        if self.scenarios.is_empty() {
            return Exit::NothingSelected;
        }
        let must = self.scenarios.iter().any(|one| one.keyword == Keyword::Must && !one.held());
        if must { Exit::Broken } else { Exit::Held }
    }

    fn broken(&self) -> impl Iterator<Item = (&ScenarioReport, &Vec<String>, &String, &Vec<String>)> {
        self.scenarios.iter().filter_map(|one| match &one.outcome {
            Outcome::Held => None,
            Outcome::Broken { ids, why, tail } => Some((one, ids, why, tail)),
        })
    }
}

/// What held and what did not, by feature; each that did not with its reason; a summary at the end.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (one, ids, why, tail) in self.broken() {
            writeln!(f, "{} {} on {}: {}", broken_word(one.keyword), ids.join(" "), one.era, one.title)?;
            for line in why.lines() {
                writeln!(f, "    {line}")?;
            }
            for line in tail {
                writeln!(f, "    | {line}")?;
            }
            writeln!(f)?;
        }
        f.write_str(&self.table())?;
        let held = self.scenarios.iter().filter(|one| one.held()).count();
        writeln!(f, "\n{held} of {} held, in {:.1} s", self.scenarios.len(), self.took.as_secs_f32())?;
        let broken = self.broken_ids();
        if !broken.is_empty() {
            writeln!(f, "broken: {}", broken.into_iter().collect::<Vec<_>>().join(" "))?;
        }
        Ok(())
    }
}

fn broken_word(keyword: Keyword) -> &'static str {
    match keyword {
        Keyword::Must => "BROKEN",
        Keyword::Should => "broken (should)",
    }
}

impl Report {
    fn table(&self) -> String {
        let mut order: Vec<&str> = Vec::new();
        let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
        for one in &self.scenarios {
            let count = counts.entry(&one.feature).or_insert_with(|| {
                order.push(&one.feature);
                [0; 3]
            });
            let place = match (one.held(), one.keyword) {
                (true, _) => 0,
                (false, Keyword::Must) => 1,
                (false, Keyword::Should) => 2,
            };
            count[place] += 1;
        }
        let width = order.iter().map(|feature| feature.chars().count()).max().unwrap_or_default();
        let mut table = format!("{:width$}  held  broken  (should)\n", "");
        for feature in order {
            let [held, broken, should] = counts[feature];
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{feature:width$}  {held:>4}  {broken:>6}  {should:>8}");
        }
        table
    }
}

/// The scenarios as `list` tells them: ids, keyword, title, eras.
pub fn listing(scenarios: &[Listed]) -> String {
    let ids = |one: &Listed| one.ids.join(" ");
    let width = scenarios.iter().map(|one| ids(one).chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    let mut feature = "";
    for one in scenarios {
        if one.name.feature != feature {
            feature = &one.name.feature;
            let gap = if text.is_empty() { "" } else { "\n" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{gap}{feature}");
        }
        let eras = one.eras.iter().map(|era| era.revision()).collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "  {:width$}  {:6}  {}  [{eras}]", ids(one), one.keyword, one.name.title);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios::Name;

    fn listed(feature: &str, title: &str, keyword: Keyword) -> Listed {
        let name = Name { feature: feature.to_owned(), title: title.to_owned() };
        Listed { name, ids: vec!["ASK-3".to_owned()], keyword, eras: vec![Era::Pushed] }
    }

    fn broken(ids: &[&str]) -> Outcome {
        Outcome::Broken {
            ids: ids.iter().map(|id| (*id).to_owned()).collect(),
            why: "Then nothing was written\nexpected: no write\n     got: DELETE /api/recipes/pea-soup"
                .to_owned(),
            tail: vec!["    0.001 >> {}".to_owned()],
        }
    }

    fn report(outcomes: &[(Keyword, Outcome)]) -> Report {
        let scenarios = outcomes
            .iter()
            .enumerate()
            .map(|(number, (keyword, outcome))| {
                let listed = listed("Asking", &format!("number {number}"), *keyword);
                ScenarioReport::new(&listed, Era::Pushed, outcome.clone(), Duration::ZERO)
            })
            .collect();
        Report { scenarios, requests: Requests::new(), took: Duration::from_millis(1500) }
    }

    #[test]
    fn only_a_must_decides() {
        for (row, outcomes, exit) in [
            ("all held", vec![(Keyword::Must, Outcome::Held)], Exit::Held),
            (
                "a must broken",
                vec![(Keyword::Must, broken(&["ASK-3"])), (Keyword::Must, Outcome::Held)],
                Exit::Broken,
            ),
            (
                "a should broken",
                vec![(Keyword::Must, Outcome::Held), (Keyword::Should, broken(&["ASK-3"]))],
                Exit::Held,
            ),
            ("nothing ran", vec![], Exit::NothingSelected),
        ] {
            assert_eq!(report(&outcomes).exit(), exit, "{row}");
        }
    }

    #[test]
    fn the_exit_codes_are_what_is_documented() {
        let codes =
            [Exit::Held, Exit::Broken, Exit::Usage, Exit::NotStarted, Exit::NothingSelected].map(Exit::code);
        assert_eq!(codes, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_report_names_what_broke_and_quotes_why() {
        let report = report(&[(Keyword::Must, Outcome::Held), (Keyword::Must, broken(&["ERA-5"]))]);
        assert_eq!(report.broken_ids(), BTreeSet::from(["ERA-5"]));
        assert_eq!(
            report.to_string(),
            "BROKEN ERA-5 on 2025-11-25: number 1\n    Then nothing was written\n    expected: no write\n         \
             got: DELETE /api/recipes/pea-soup\n    |     0.001 >> {}\n\n        held  broken  (should)\nAsking     1       \
             1         0\n\n1 of 2 held, in 1.5 s\nbroken: ERA-5\n"
        );
    }

    #[test]
    fn a_listing_is_by_feature() {
        let listing = listing(&[
            listed("Asking", "The person is asked", Keyword::Must),
            listed("Sealing", "The state is sealed", Keyword::Should),
        ]);
        assert_eq!(
            listing,
            "Asking\n  ASK-3  must    The person is asked  [2025-11-25]\n\nSealing\n  ASK-3  should  The state is \
             sealed  [2025-11-25]\n"
        );
    }
}
