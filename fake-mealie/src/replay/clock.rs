//! Days and moments of a recording: which the clock of the instance said, and which a client named.
//! Never reads the clock of this run.

use std::collections::BTreeSet;

use serde_json::Value;

use super::pairs::Area;
use super::texts::second_of;

/// Keys that the instance alone fills.
const CLOCKED: [&str; 3] = ["createdAt", "updatedAt", "dateUpdated"];

/// Letters of `2030-01-31`.
const DAY_LETTERS: usize = 10;

/// What the clock said all over the recordings: moments at which rows were made and changed, and their days.
pub(super) struct Clock(BTreeSet<String>);

impl Clock {
    pub(super) fn of(areas: &[Area]) -> Clock {
        let mut clock = Clock(BTreeSet::new());
        areas.iter().flat_map(|area| &area.pairs).for_each(|pair| clock.read(&pair.response.body));
        clock
    }

    fn read(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.read(item)),
            Value::Object(fields) => {
                for (key, value) in fields {
                    let moment = value.as_str().and_then(second_of);
                    if let Some(moment) = moment.filter(|_| CLOCKED.contains(&key.as_str())) {
                        self.0.insert(moment.to_owned());
                        self.0.extend(moment.get(..DAY_LETTERS).map(str::to_owned));
                    }
                    self.read(value);
                }
            }
            _ => {}
        }
    }
}

/// The moments of an area so far.
pub(super) struct Moments {
    /// Those that a client named of its own: they have to come back as they are.
    pub(super) sent: BTreeSet<String>,
    /// Those that came from the instance. A client that sends one back names nothing of its own.
    answered: BTreeSet<String>,
}

impl Moments {
    pub(super) fn after(clock: &Clock) -> Moments {
        Moments { sent: BTreeSet::new(), answered: clock.0.clone() }
    }

    pub(super) fn sent_in(&mut self, body: &Value) {
        each_moment(body, &mut |moment| {
            if !self.answered.contains(moment) {
                self.sent.insert(moment.to_owned());
            }
        });
    }

    pub(super) fn answered_in(&mut self, body: &Value) {
        each_moment(body, &mut |moment| {
            if !self.sent.contains(moment) {
                self.answered.insert(moment.to_owned());
            }
        });
    }
}

fn each_moment(value: &Value, found: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => second_of(text).into_iter().for_each(found),
        Value::Array(items) => items.iter().for_each(|item| each_moment(item, found)),
        Value::Object(fields) => fields.values().for_each(|value| each_moment(value, found)),
        _ => {}
    }
}
