//! What differs between a recorded answer and the answer here.
//! Never compares ids, times and random texts by their letters; ids have to be the same thing, though.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::align::Alignment;
use super::ids::Ids;
use super::learn::uuid as id_of;
use super::pairs::Pair;
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
const RANDOM: [&str; 4] = ["image", "token", "access_token", "cacheKey"];

/// Organizers of a recipe come in the order in which the database happens to find them: by their random ids in a whole
/// recipe, and one way or the other in lists (Mealie 3.10.2; seen both ways for one recipe in `pagination`).
const UNORDERED: [&str; 3] = ["recipeCategory", "tags", "tools"];

/// What stands in a recording instead of a secret.
const HIDDEN: [&str; 3] = ["<token>", "<password>", "<path>"];

/// Compares, with what is known of ids and which moments were sent in requests so far.
pub(super) fn compare(pair: &Pair, here: &Answered, ids: &Ids, sent: &BTreeSet<String>) -> Outcome {
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
            let mut comparing = Comparing { ids, sent, differences: Vec::new() };
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
    let missing = wanted.keys.difference(&had.keys).map(|key| format!("no key `{key}`"));
    let extra = had.keys.difference(&wanted.keys).map(|key| format!("key `{key}` too much"));
    let keys: Vec<_> = missing.chain(extra).collect();
    if !keys.is_empty() {
        return differs(Agreement::Status, keys);
    }
    let types: Vec<_> = wanted
        .types
        .iter()
        .filter_map(|(place, types)| {
            let others = had.types.get(place).filter(|others| *others != types)?;
            Some(format!("`{place}` is {} here, not {}", words(others), words(types)))
        })
        .collect();
    if !types.is_empty() {
        return differs(Agreement::Keys, types);
    }
    let mut comparing = Comparing { ids, sent, differences: Vec::new() };
    comparing.headers(pair, here);
    comparing.values("", want, have);
    comparing.outcome()
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
    ids: &'a Ids,
    sent: &'a BTreeSet<String>,
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
            if found.as_deref() != Some(&self.ids.text(recorded)) {
                let found = found.unwrap_or_else(|| "missing".into());
                self.differences.push(format!("header {name} `{recorded}` is {found} here"));
            }
        }
    }

    fn values(&mut self, place: &str, want: &Value, have: &Value) {
        match (want, have) {
            (Value::Object(fields), Value::Object(others)) => {
                for (key, value) in fields {
                    if let Some(other) = others.get(key) {
                        self.field(below(place, key), key, value, other);
                    }
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
        let random = RANDOM.contains(&key) && want.is_string() && have.is_string();
        let number = key == "id" && want.is_number() && have.is_number();
        if !random && !number {
            self.values(&place, want, have);
        }
    }

    fn lists(&mut self, place: &str, want: &[Value], have: &[Value]) {
        if want.len() != have.len() {
            self.differences.push(format!("`{place}` has {} entries here, not {}", have.len(), want.len()));
        }
        let alignment = Alignment::of(want, have, self.ids);
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
            if !self.ids.same(recorded, here) {
                self.differences.push(format!("`{place}` is the id of something else here"));
            }
            return;
        }
        let same = self.ids.text(want) == have
            || self.both_of_the_clock(want, have)
            || (want.len() > LONGEST_MOMENT && masked(want) == masked(have));
        if !same {
            self.found(place, &want.into(), &have.into());
        }
    }

    /// Whether both are days or moments that nobody sent: then each is of the clock of its own run.
    fn both_of_the_clock(&self, want: &str, have: &str) -> bool {
        match (second_of(want), second_of(have)) {
            (Some(moment), Some(other)) => {
                moment.len() == other.len() && !self.sent.contains(moment) && !self.sent.contains(other)
            }
            _ => false,
        }
    }

    fn found(&mut self, place: &str, want: &Value, have: &Value) {
        let place = if place.is_empty() { "the answer" } else { place };
        self.differences.push(format!("`{place}` is {have} here, not {want}"));
    }
}

/// Letters of `2026-01-31T10:20:30.123456+00:00`: what is longer holds more than a moment.
const LONGEST_MOMENT: usize = 32;

/// A text without the ids and moments in it, such as that of a database error.
fn masked(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let id = [36, 32]
            .into_iter()
            .find(|length| rest.get(..*length).is_some_and(|id| uuid::Uuid::try_parse(id).is_ok()));
        let moment = rest.get(..19).filter(|moment| second_of(&moment.replacen(' ', "T", 1)).is_some());
        let skipped = match (id, moment) {
            (Some(length), _) => length,
            (None, Some(moment)) => {
                let micros = rest.get(moment.len()..).unwrap_or_default();
                let digits = micros
                    .strip_prefix('.')
                    .map_or(0, |digits| 1 + digits.bytes().take_while(u8::is_ascii_digit).count());
                moment.len() + digits
            }
            (None, None) => {
                masked.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
                continue;
            }
        };
        masked.push('\u{0}');
        rest = rest.get(skipped..).unwrap_or_default();
    }
    masked
}

/// The day or the second that a text begins with, if it is a day or a moment and nothing else.
pub(super) fn second_of(text: &str) -> Option<&str> {
    let digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let day = text.get(..10)?;
    let mut parts = day.split('-');
    let is_day = [4, 2, 2]
        .into_iter()
        .all(|length| parts.next().is_some_and(|part| part.len() == length && digits(part)));
    if !is_day || text.len() == day.len() {
        return is_day.then_some(day);
    }
    let (second, rest) = (text.get(..19)?, text.get(19..)?);
    let clock = second.get(10..)?;
    let is_clock = clock.starts_with('T') && clock.matches(':').count() == 2;
    let zone = rest.trim_start_matches(|letter: char| letter == '.' || letter.is_ascii_digit());
    (is_clock && matches!(zone, "" | "Z" | "+00:00")).then_some(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_are_told_from_other_texts() {
        for (text, second) in [
            ("2024-05-06", Some("2024-05-06")),
            ("2024-05-06T07:08:09Z", Some("2024-05-06T07:08:09")),
            ("2024-05-06T07:08:09.123456Z", Some("2024-05-06T07:08:09")),
            ("2024-05-06T07:08:09.123456+00:00", Some("2024-05-06T07:08:09")),
            ("2024-05-06T07:08:09", Some("2024-05-06T07:08:09")),
            ("2024-05-06 is a day", None),
            ("2024-05", None),
            ("24-05-0006", None),
            ("20 minutes", None),
            ("Crème brûlée", None),
            ("", None),
        ] {
            assert_eq!(second_of(text), second, "{text}");
        }
    }

    #[test]
    fn ids_and_moments_within_a_text_do_not_count() {
        let error = |id: &str, moment: &str| format!("(\u{fc}, '{id}', 'Dinner', '{moment}')");
        let one = error("eba19179f1ce4c71a7d3e2381e5d68bc", "2024-05-06 07:08:09.123456");
        let other = error("11112222-3333-4444-8555-aaaabbbbcccc", "2031-01-02 03:04:05");
        assert_eq!(masked(&one), masked(&other));
        assert_ne!(masked(&one), masked(&other.replace("Dinner", "Lunch")));
    }
}
