//! The floor of every area and the pairs that are known to differ: a committed file that a replay is held against.
//! Never lets a difference pass that nobody gave a reason for.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::compare::Agreement;
use super::report::{Played, PlayedArea, Report, word};

/// Stands for a reason in a file that was written anew, until somebody gives one.
pub(super) const UNEXPLAINED: &str = "unexplained";

/// What a replay is held against.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// Per area: how many pairs agree in status and keys at least.
    #[serde(default)]
    pub(super) floor: BTreeMap<String, usize>,
    /// Routes that are not there at all.
    #[serde(default)]
    pub(super) unrouted: Vec<Unrouted>,
    /// Pairs that differ although there is a route.
    #[serde(default)]
    pub(super) differs: Vec<Differs>,
}

/// Pairs of an area whose method and path there is no route for. It never covers a pair that has a route.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unrouted {
    pub(super) area: String,
    /// `METHOD /path`; `*` stands for any run of letters.
    pub(super) request: String,
    pub(super) reason: String,
}

/// Pairs of an area that differ for one reason, each with how many things differ in it, from the first on down to the
/// values. Which things they are is not held.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Differs {
    pub(super) area: String,
    /// The first thing that differs: `status`, `keys`, `types` or `values`.
    #[serde(rename = "in")]
    pub(super) first: String,
    pub(super) reason: String,
    pub(super) pairs: BTreeMap<String, usize>,
}

impl Unrouted {
    fn covers(&self, area: &PlayedArea, pair: &Played) -> bool {
        !pair.routed
            && self.area == area.name
            && matches(&self.request, &format!("{} {}", pair.method, pair.path))
    }
}

impl Expectation {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn from_toml(text: &str) -> Result<Expectation, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().replace('\n', " "))
    }

    /// What does not hold, one line each; nothing where all holds.
    pub fn held_against(&self, report: &Report) -> Vec<String> {
        let mut problems = Vec::new();
        self.hold_floors(report, &mut problems);
        self.hold_reasons(&mut problems);
        self.hold_listed(report, &mut problems);
        self.hold_differing(report, &mut problems);
        problems
    }

    fn hold_floors(&self, report: &Report, problems: &mut Vec<String>) {
        for area in &report.areas {
            let agreeing = area.agreeing(Agreement::Keys);
            match self.floor.get(&area.name) {
                None => problems.push(format!("{}: has no floor; {agreeing} pairs agree", area.name)),
                Some(floor) if agreeing < *floor => problems.push(format!(
                    "{}: {agreeing} pairs agree in status and keys, the floor is {floor}",
                    area.name
                )),
                Some(floor) if agreeing > *floor => problems.push(format!(
                    "{}: {agreeing} pairs agree in status and keys, the floor is {floor}; raise it",
                    area.name
                )),
                Some(_) => {}
            }
        }
        for area in self.floor.keys().filter(|name| report.areas.iter().all(|area| area.name != **name)) {
            problems.push(format!("{area}: has a floor, and there is no such area"));
        }
    }

    fn hold_reasons(&self, problems: &mut Vec<String>) {
        let unexplained = |reason: &str| reason.trim().is_empty() || reason.trim() == UNEXPLAINED;
        for entry in self.unrouted.iter().filter(|entry| unexplained(&entry.reason)) {
            problems.push(format!("{}: `{}` has no reason", entry.area, entry.request));
        }
        for entry in self.differs.iter().filter(|entry| unexplained(&entry.reason)) {
            problems.extend(entry.pairs.keys().map(|pair| format!("{}/{pair}: has no reason", entry.area)));
        }
    }

    /// A list that says more than there is hides what comes next.
    fn hold_listed(&self, report: &Report, problems: &mut Vec<String>) {
        let mut seen = BTreeMap::new();
        for entry in &self.differs {
            for name in entry.pairs.keys() {
                let title = format!("{}/{name}", entry.area);
                if seen.insert(title.clone(), ()).is_some() {
                    problems.push(format!("{title}: is listed twice"));
                }
                match report.pair(&entry.area, name) {
                    None => problems.push(format!("{title}: is listed, and there is no such pair")),
                    Some(pair) if !pair.differs() => {
                        problems.push(format!("{title}: agrees now; take it off the list"));
                    }
                    Some(_) => {}
                }
            }
        }
        for entry in &self.unrouted {
            if !report.differing().any(|(area, pair)| entry.covers(area, pair)) {
                problems.push(format!(
                    "{}: `{}` covers no pair that differs and has no route; take it off the list",
                    entry.area, entry.request
                ));
            }
        }
    }

    fn hold_differing(&self, report: &Report, problems: &mut Vec<String>) {
        for (area, pair) in report.differing() {
            let first = word(pair.outcome.agreement);
            let (what, things) = (pair.outcome.differences.first(), pair.outcome.differences.len());
            let what = what.map(String::as_str).unwrap_or_default();
            match self.listed(&area.name, &pair.name) {
                Some((entry, listed)) if entry.first == first => {
                    if things != listed {
                        problems.push(format!(
                            "{}/{}: {things} things differ now, and {listed} are listed: {what}",
                            area.name, pair.name
                        ));
                    }
                }
                Some((entry, _)) => problems.push(format!(
                    "{}/{}: differs in {first} now, and is listed for {}: {what}",
                    area.name, pair.name, entry.first
                )),
                None if self.unrouted.iter().any(|entry| entry.covers(area, pair)) => {}
                None => problems.push(format!(
                    "{}/{}: differs in {first}, and is not listed: {what}",
                    area.name, pair.name
                )),
            }
        }
    }

    /// The entry of a pair, and how many things differ in it.
    fn listed(&self, area: &str, pair: &str) -> Option<(&Differs, usize)> {
        let mut entries = self.differs.iter().filter(|entry| entry.area == area);
        entries.find_map(|entry| Some((entry, *entry.pairs.get(pair)?)))
    }

    /// The file as it would have to be for this report. Reasons that are there stay; what is new, differs earlier or
    /// later than listed, or in more things, is unexplained, which does not hold. A floor is never lowered.
    pub fn renewed(&self, report: &Report) -> String {
        let mut renewed = Expectation { floor: self.floor.clone(), ..Expectation::default() };
        for area in &report.areas {
            let floor = renewed.floor.entry(area.name.clone()).or_default();
            *floor = area.agreeing(Agreement::Keys).max(*floor);
        }
        renewed.unrouted = self.unrouted.clone();
        renewed.unrouted.retain(|entry| report.differing().any(|(area, pair)| entry.covers(area, pair)));
        for (area, pair) in report.differing() {
            let known = self.listed(&area.name, &pair.name);
            if known.is_none() && renewed.unrouted.iter().any(|entry| entry.covers(area, pair)) {
                continue;
            }
            let known = known.filter(|(entry, things)| {
                entry.first == word(pair.outcome.agreement) && pair.outcome.differences.len() <= *things
            });
            let reason = known.map_or(UNEXPLAINED, |(entry, _)| entry.reason.as_str());
            renewed.list(area, pair, reason);
        }
        renewed.toml()
    }

    fn list(&mut self, area: &PlayedArea, pair: &Played, reason: &str) {
        let first = word(pair.outcome.agreement);
        let same =
            |entry: &&mut Differs| entry.area == area.name && entry.first == first && entry.reason == reason;
        let (name, things) = (pair.name.clone(), pair.outcome.differences.len());
        match self.differs.iter_mut().find(same) {
            Some(entry) => {
                entry.pairs.insert(name, things);
            }
            None => self.differs.push(Differs {
                area: area.name.clone(),
                first: first.to_owned(),
                reason: reason.to_owned(),
                pairs: [(name, things)].into(),
            }),
        }
    }

    fn toml(&self) -> String {
        let mut text = String::from(HEAD);
        text.push_str("[floor]\n");
        for (area, floor) in &self.floor {
            text.push_str(&format!("{} = {floor}\n", key(area)));
        }
        for entry in &self.unrouted {
            text.push_str(&format!(
                "\n[[unrouted]]\narea = {}\nrequest = {}\nreason = {}\n",
                quoted(&entry.area),
                quoted(&entry.request),
                quoted(&entry.reason)
            ));
        }
        for entry in &self.differs {
            text.push_str(&format!(
                "\n[[differs]]\narea = {}\nin = {}\nreason = {}\n",
                quoted(&entry.area),
                quoted(&entry.first),
                quoted(&entry.reason)
            ));
            for (name, things) in &entry.pairs {
                text.push_str(&format!("pairs.{} = {things}\n", key(name)));
            }
        }
        text
    }
}

/// What the file says of itself.
const HEAD: &str = "\
# What `fake-mealie replay DIR --expect` this file holds a replay against.
# Written anew by `--write-expect`: reasons stay; what is new or worse is \"unexplained\" until somebody explains it.
#
# floor: per area, how many pairs agree in status and keys, neither more nor less. It only rises.
# unrouted: requests that there is no route for; never covers a pair that has one.
# differs: pairs that differ although there is a route. `in` is the first thing that differs: status, keys, types or
# values. The number of a pair is how many things differ in it, from there down to the values; it has to be exact, but
# says nothing of which things they are. Where the status differs, the answers are not compared any further.

";

/// JSON escapes are those of a basic string of TOML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn key(area: &str) -> String {
    let bare =
        !area.is_empty() && area.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if bare { area.to_owned() } else { quoted(area) }
}

/// Whether a text is one of a pattern, in which `*` stands for any run of letters.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(text) = text.strip_prefix(start) else { return false };
    text.char_indices()
        .map(|(place, _)| place)
        .chain([text.len()])
        .any(|place| text.get(place..).is_some_and(|text| matches(rest, text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_run_of_letters() {
        for (pattern, text, want) in [
            ("GET /a", "GET /a", true),
            ("GET /a", "GET /a/b", false),
            ("GET /a/*", "GET /a/b/c", true),
            ("GET /a/*", "GET /a", false),
            ("* /a*", "POST /a", true),
            ("* /a/*/image", "PUT /a/soup/image", true),
            ("* /a/*/image", "PUT /a/soup/images", false),
        ] {
            assert_eq!(matches(pattern, text), want, "{pattern} {text}");
        }
    }

    #[test]
    fn what_is_written_can_be_read_again() {
        let odd = "a \"quoted\" \\ reason\n\u{1}";
        let expectation = Expectation {
            floor: [("an area".into(), 3), ("b_1".into(), 0)].into(),
            unrouted: vec![Unrouted { area: "b_1".into(), request: "* /x*".into(), reason: odd.into() }],
            differs: vec![Differs {
                area: "b_1".into(),
                first: "keys".into(),
                reason: odd.into(),
                pairs: [("p".into(), 1), ("an odd \"q\"".into(), 2)].into(),
            }],
        };
        let read = Expectation::from_toml(&expectation.toml()).expect("what we write is TOML");
        assert_eq!(format!("{read:?}"), format!("{expectation:?}"));
        assert!(Expectation::from_toml("floors = 1").is_err());
    }
}
