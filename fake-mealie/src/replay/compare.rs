//! What differs between a recorded answer and the answer here.
//! Never compares ids, times and random texts by their letters; ids have to be the same thing, though.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::align::Alignment;
use super::ids::Ids;
use super::learn::uuid as id_of;
use super::pairs::Pair;
use super::texts::{LONGEST_MOMENT, masked, second_of, version_in, zone_of};
use super::visit::{Answered, Said};

/// How far two answers agree. Each takes the ones before it for granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Agreement {
    /// Not even the status.
    Nothing,
    /// The status, not the keys.
    Status,
    /// The keys, not the types.
    Keys,
    /// The types, not the values.
    Types,
    /// All there is to compare.
    Values,
}

/// What came of a pair.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) agreement: Agreement,
    /// What differs, one line each.
    pub(super) differences: Vec<String>,
}

/// Headers that are compared where they were recorded. Those of compression and of a day are not.
const HEADERS: [&str; 5] = ["content-type", "www-authenticate", "allow", "location", "cache-control"];

/// Texts that are made anew on every run.
const RANDOM: [&str; 3] = ["token", "access_token", "cacheKey"];

/// Organizers of a recipe come in the order in which the database happens to find them: by their random ids in a whole
/// recipe, and one way or the other in lists (Mealie 3.10.2; seen both ways for one recipe in `pagination`).
const UNORDERED: [&str; 3] = ["recipeCategory", "tags", "tools"];

/// What stands in a recording instead of a secret.
const HIDDEN: [&str; 3] = ["<token>", "<password>", "<path>"];

/// What a comparison goes by.
#[derive(Debug, Clone, Copy)]
pub(super) struct GoesBy<'a> {
    pub(super) ids: &'a Ids,
    /// The moments that were sent in requests so far.
    pub(super) sent: &'a BTreeSet<String>,
    /// The day of the clock here, which may be one that was sent as well.
    pub(super) today: &'a str,
}

/// Compares by what is known so far.
pub(super) fn compare(pair: &Pair, here: &Answered, by: GoesBy<'_>) -> Outcome {
    let recorded = &pair.response;
    if recorded.status != here.status {
        return differs(
            Agreement::Nothing,
            vec![format!("status {} is {} here", recorded.status, here.status)],
        );
    }
    let said = Said::recorded(recorded);
    let (want, have) = match (&said, &here.said) {
        (Said::Json(want), Said::Json(have)) => (want, have),
        (want, have) if want.kind() != have.kind() => {
            return differs(Agreement::Status, vec![format!("{} is {} here", want.kind(), have.kind())]);
        }
        (want, have) => {
            let mut comparing = Comparing { by, differences: Vec::new() };
            comparing.headers(pair, here);
            if !want.agrees(have) {
                comparing.differences.push(format!("{} is another one here", want.kind()));
            }
            return comparing.outcome();
        }
    };
    let (want, have) = match pair.request.is_random() {
        true => (&without_rows(want), &without_rows(have)),
        false => (want, have),
    };
    let (wanted, had) = (Shape::of(want), Shape::of(have));
    let (keys, types) = (wanted.keys_unlike(&had), wanted.types_unlike(&had));
    let mut comparing = Comparing { by, differences: Vec::new() };
    comparing.headers(pair, here);
    comparing.values("", want, have);
    let agreement = match () {
        () if !keys.is_empty() => Agreement::Status,
        () if !types.is_empty() => Agreement::Keys,
        () if !comparing.differences.is_empty() => Agreement::Types,
        () => Agreement::Values,
    };
    differs(agreement, keys.into_iter().chain(types).chain(comparing.differences).collect())
}

/// A page without its rows, of which only the number is left: which ones it shows is random.
fn without_rows(page: &Value) -> Value {
    let mut page = page.clone();
    if let Some(rows) = page.get_mut("items") {
        *rows = rows.as_array().map_or(0, Vec::len).into();
    }
    page
}

fn differs(agreement: Agreement, differences: Vec<String>) -> Outcome {
    Outcome { agreement, differences }
}

fn words(types: &BTreeSet<&'static str>) -> String {
    types.iter().copied().collect::<Vec<_>>().join(" or ")
}

/// Every key of an answer by its path, and the types that stand there. Entries of a list are one: their keys and types
/// are those of all entries together, so that an empty list has none.
#[derive(Default)]
struct Shape {
    keys: BTreeSet<String>,
    types: BTreeMap<String, BTreeSet<&'static str>>,
}

impl Shape {
    fn of(value: &Value) -> Shape {
        let mut shape = Shape::default();
        shape.add(String::new(), value);
        shape
    }

    fn keys_unlike(&self, here: &Shape) -> Vec<String> {
        let missing = self.keys.difference(&here.keys).map(|key| format!("no key `{key}`"));
        let extra = here.keys.difference(&self.keys).map(|key| format!("key `{key}` too much"));
        missing.chain(extra).collect()
    }

    fn types_unlike(&self, here: &Shape) -> Vec<String> {
        let unlike = |(place, types): (&String, &BTreeSet<_>)| {
            let others = here.types.get(place).filter(|others| *others != types)?;
            Some(format!("`{place}` is {} here, not {}", words(others), words(types)))
        };
        self.types.iter().filter_map(unlike).collect()
    }

    fn add(&mut self, place: String, value: &Value) {
        self.types.entry(place.clone()).or_default().insert(type_of(value));
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    let below = below(&place, key);
                    self.keys.insert(below.clone());
                    self.add(below, value);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.add(format!("{place}[]"), item)),
            _ => {}
        }
    }
}

fn below(place: &str, key: &str) -> String {
    if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

struct Comparing<'a> {
    by: GoesBy<'a>,
    differences: Vec<String>,
}

impl Comparing<'_> {
    fn outcome(self) -> Outcome {
        let agreement = if self.differences.is_empty() { Agreement::Values } else { Agreement::Types };
        Outcome { agreement, differences: self.differences }
    }

    fn headers(&mut self, pair: &Pair, here: &Answered) {
        for name in HEADERS {
            let Some(recorded) = pair.response.header(name) else { continue };
            let found = here.header(name);
            if found.as_deref() != Some(&self.by.ids.text(recorded)) {
                let found = found.unwrap_or_else(|| "missing".into());
                self.differences.push(format!("header {name} `{recorded}` is {found} here"));
            }
        }
    }

    fn values(&mut self, place: &str, want: &Value, have: &Value) {
        match (want, have) {
            (Value::Object(fields), Value::Object(others)) => {
                for (key, value) in fields {
                    match others.get(key) {
                        Some(other) => self.field(below(place, key), key, value, other),
                        None => self.differences.push(format!("`{}` is missing here", below(place, key))),
                    }
                }
                for key in others.keys().filter(|key| !fields.contains_key(*key)) {
                    self.differences.push(format!("`{}` is too much here", below(place, key)));
                }
            }
            (Value::Array(items), Value::Array(others)) => self.lists(place, items, others),
            (Value::String(want), Value::String(have)) => self.texts(place, want, have),
            (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => {}
            _ if want == have => {}
            _ => self.found(place, want, have),
        }
    }

    fn field(&mut self, place: String, key: &str, want: &Value, have: &Value) {
        let random = match (want, have) {
            (Value::String(want), Value::String(have)) if key == "image" => {
                version_in(want).is_some() && version_in(want) == version_in(have)
            }
            (Value::String(_), Value::String(_)) => RANDOM.contains(&key),
            _ => false,
        };
        let number = key == "id" && want.is_number() && have.is_number();
        if !random && !number {
            self.values(&place, want, have);
        }
    }

    fn lists(&mut self, place: &str, want: &[Value], have: &[Value]) {
        if want.len() != have.len() {
            self.differences.push(format!("`{place}` has {} entries here, not {}", have.len(), want.len()));
        }
        let alignment = Alignment::of(want, have, self.by.ids);
        let unordered = UNORDERED.contains(&place.rsplit('.').next().unwrap_or_default());
        if !unordered && !alignment.in_order() {
            self.differences.push(format!("`{place}` stands in another order here"));
        }
        for (nth, other) in alignment.pairs {
            if let (Some(want), Some(have)) = (want.get(nth), have.get(other)) {
                self.values(&format!("{place}[{nth}]"), want, have);
            }
        }
    }

    fn texts(&mut self, place: &str, want: &str, have: &str) {
        if HIDDEN.iter().any(|hidden| want.contains(hidden)) {
            return;
        }
        if let (Some(recorded), Some(here)) = (id_of(want), id_of(have)) {
            if !self.by.ids.same(recorded, here) {
                self.differences.push(format!("`{place}` is the id of something else here"));
            }
            return;
        }
        let same = self.by.ids.text(want) == have
            || self.both_of_the_clock(want, have)
            || (want.len() > LONGEST_MOMENT && masked(want) == masked(have));
        if !same {
            self.found(place, &want.into(), &have.into());
        }
    }

    /// Whether both are days or moments that nobody sent: then each is of the clock of its own run. Today may have been
    /// sent as well.
    fn both_of_the_clock(&self, want: &str, have: &str) -> bool {
        match (second_of(want), second_of(have)) {
            (Some(moment), Some(other)) => {
                let same_form = moment.len() == other.len() && zone_of(want) == zone_of(have);
                same_form
                    && !self.by.sent.contains(moment)
                    && (other == self.by.today || !self.by.sent.contains(other))
            }
            _ => false,
        }
    }

    fn found(&mut self, place: &str, want: &Value, have: &Value) {
        let place = if place.is_empty() { "the answer" } else { place };
        self.differences.push(format!("`{place}` is {have} here, not {want}"));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// On a day that a client named as well.
    fn found(want: &Value, have: &Value) -> Vec<String> {
        let (ids, sent) = (Ids::default(), ["2026-12-01".to_owned(), "2026-12-02".to_owned()].into());
        let by = GoesBy { ids: &ids, sent: &sent, today: "2026-12-01" };
        let mut comparing = Comparing { by, differences: Vec::new() };
        comparing.values("", want, have);
        comparing.differences
    }

    #[test]
    fn a_day_of_the_clock_is_any_day_that_nobody_named_or_today() {
        for (row, want, have, differences) in [
            ("two days", "2026-11-29", "2026-11-30", 0),
            ("today, which a client named as well", "2026-11-29", "2026-12-01", 0),
            ("a day that a client named", "2026-11-29", "2026-12-02", 1),
            ("a day that should have come back", "2026-12-01", "2026-11-30", 1),
        ] {
            let found = found(&json!({ "dateAdded": want }), &json!({ "dateAdded": have }));
            assert_eq!(found.len(), differences, "{row}: {found:?}");
        }
    }

    #[test]
    fn an_image_is_compared_as_far_as_it_is_not_random() {
        for (row, want, have, differences) in [
            ("two numbers", "12", "200", 0),
            ("two keys", "aB3d", "zz9Z", 0),
            ("a number and a key", "12", "aB3d", 1),
            ("none and a key", "no image", "aB3d", 1),
            ("none and none", "no image", "no image", 0),
            ("a text of a client", "a longer one", "another one", 1),
        ] {
            let found = found(&json!({ "image": want }), &json!({ "image": have }));
            assert_eq!(found.len(), differences, "{row}: {found:?}");
        }
    }
}
