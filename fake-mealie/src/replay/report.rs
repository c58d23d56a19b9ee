//! What came of a replay, in numbers and in lines.
//! Never judges; whether it is good enough is held against a file by [`super::expect`].

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::compare::{Agreement, Outcome};

/// Most differences of one pair that are shown.
const SHOWN_DIFFERENCES: usize = 8;

/// One pair, played.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) name: String,
    pub(super) method: String,
    /// The recorded path.
    pub(super) path: String,
    /// Whether there is a route here for this path and method.
    pub(super) routed: bool,
    pub(super) outcome: Outcome,
}

impl Played {
    pub(super) fn differs(&self) -> bool {
        self.outcome.agreement < Agreement::Values
    }
}

/// One area, played.
#[derive(Debug)]
pub(super) struct PlayedArea {
    pub(super) name: String,
    pub(super) pairs: Vec<Played>,
}

impl PlayedArea {
    /// How many pairs agree at least so far.
    pub(super) fn agreeing(&self, far: Agreement) -> usize {
        self.pairs.iter().filter(|pair| pair.outcome.agreement >= far).count()
    }
}

/// What came of a replay.
#[derive(Debug)]
pub struct Report {
    pub(super) areas: Vec<PlayedArea>,
}

/// The columns: each counts the pairs that agree in this and in everything to its left.
const COLUMNS: [(&str, Agreement); 4] = [
    ("status", Agreement::Status),
    ("keys", Agreement::Keys),
    ("types", Agreement::Types),
    ("values", Agreement::Values),
];

impl Report {
    /// A table with a line per area and one for all.
    pub fn table(&self) -> String {
        let widest = self.areas.iter().map(|area| area.name.len()).max().unwrap_or(0).max("all".len());
        let mut table = format!("{:widest$}  pairs", "area");
        for (column, _) in COLUMNS {
            let _ = write!(table, "  {column:>6}");
        }
        table.push('\n');
        let counts = |area: &PlayedArea| COLUMNS.map(|(_, far)| area.agreeing(far));
        let mut line = |name: &str, pairs: usize, counts: [usize; 4]| {
            let _ = write!(table, "{name:widest$}  {pairs:>5}");
            for count in counts {
                let _ = write!(table, "  {:>5.1}%", percent(count, pairs));
            }
            table.push('\n');
        };
        let (mut all, mut total) = ([0; 4], 0);
        for area in &self.areas {
            let counts = counts(area);
            line(&area.name, area.pairs.len(), counts);
            total += area.pairs.len();
            all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        line("all", total, all);
        table
    }

    /// Each pair that differs, and what differs.
    pub fn differences(&self) -> String {
        let mut lines = String::new();
        for (area, pair) in self.differing() {
            let _ = writeln!(lines, "{}/{}: {} {}", area.name, pair.name, pair.method, pair.path);
            for difference in pair.outcome.differences.iter().take(SHOWN_DIFFERENCES) {
                let _ = writeln!(lines, "    {difference}");
            }
            let more = pair.outcome.differences.len().saturating_sub(SHOWN_DIFFERENCES);
            if more > 0 {
                let _ = writeln!(lines, "    and {more} more");
            }
        }
        lines
    }

    /// The table and the differences for programs.
    pub fn json(&self) -> Value {
        let area = |area: &PlayedArea| {
            let mut counts = json!({ "area": area.name, "pairs": area.pairs.len() });
            for (column, far) in COLUMNS {
                counts[column] = area.agreeing(far).into();
            }
            counts
        };
        let differing = |(area, pair): (&PlayedArea, &Played)| {
            json!({
                "area": area.name,
                "pair": pair.name,
                "request": format!("{} {}", pair.method, pair.path),
                "routed": pair.routed,
                "in": word(pair.outcome.agreement),
                "what": pair.outcome.differences,
            })
        };
        json!({
            "areas": self.areas.iter().map(area).collect::<Vec<_>>(),
            "differences": self.differing().map(differing).collect::<Vec<_>>(),
        })
    }

    pub(super) fn pair(&self, area: &str, name: &str) -> Option<&Played> {
        let area = self.areas.iter().find(|played| played.name == area)?;
        area.pairs.iter().find(|pair| pair.name == name)
    }

    pub(super) fn differing(&self) -> impl Iterator<Item = (&PlayedArea, &Played)> {
        let pairs = self.areas.iter().flat_map(|area| area.pairs.iter().map(move |pair| (area, pair)));
        pairs.filter(|(_, pair)| pair.differs())
    }
}

/// The first thing that differs.
pub(super) fn word(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Nothing => "status",
        Agreement::Status => "keys",
        Agreement::Keys => "types",
        Agreement::Types => "values",
        Agreement::Values => "nothing",
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    // Never rounded up to a hundred: what is not all is not shown as all.
    let exact = if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 };
    if part < whole { (exact * 10.0).floor() / 10.0 } else { exact }
}
