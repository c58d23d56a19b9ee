//! Argument decoding (ANN-1): any JSON for any tool. What is refused is refused by a sentence that names the argument. It
//! never calls a tool.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mealie_mcp::args::{CONFIRM_TOKEN, sort};
use mealie_mcp::catalogue::Catalogue;
use mealie_mcp::failure::{Failure, Happened};
use mealie_mcp::tool::entry::Entry;
use serde_json::{Map, Value};

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::all());

/// The longest sentence about an argument, in characters: its name and what was given are echoed within 80 each, and the
/// rule can name every argument of the tool.
const LONGEST: usize = 2_000;

// The first byte chooses the tool; the rest is JSON.
fuzz_target!(|bytes: &[u8]| {
    let Some((tool, json)) = bytes.split_first() else { return };
    let Ok(value) = serde_json::from_slice::<Value>(json) else { return };
    let entries = CATALOGUE.entries();
    let entry = &entries[usize::from(*tool) % entries.len()];
    let arguments = match value {
        Value::Object(given) => {
            given.into_iter().map(|(name, value)| (name_of(entry, name), value)).collect()
        }
        // No object: the value of every argument there is.
        value => entry.names.all.iter().map(|name| (name.clone(), value.clone())).collect(),
    };
    decode(entry, arguments);
});

/// A name of one digit stands for an argument of the tool, so that inputs outlive changes of the catalogue.
fn name_of(entry: &Entry, name: String) -> String {
    match name.parse::<usize>() {
        Ok(place) if name.len() == 1 && !entry.names.all.is_empty() => {
            entry.names.all[place % entry.names.all.len()].clone()
        }
        _ => name,
    }
}

fn decode(entry: &Entry, arguments: Map<String, Value>) {
    let given: Vec<String> = arguments.keys().cloned().collect();
    let refused = match sort(&entry.names, Some(arguments)) {
        Err(refused) => refused,
        Ok(brought) => {
            assert!(!brought.arguments.contains_key(CONFIRM_TOKEN), "a slip is no argument of a tool");
            assert!(brought.arguments.values().all(|value| !value.is_null()), "null is absent");
            match entry.decode(brought.arguments) {
                Ok(_) => return,
                Err(refused) => refused,
            }
        }
    };
    assert_eq!(refused.happened(), Happened::No);
    let Failure::Argument { name, rule, .. } = &refused else {
        panic!("{}: no refusal of an argument: {refused:?}", entry.name)
    };
    let root = name.as_str().split(['.', '[']).next().unwrap_or_default();
    let known = entry.names.all.iter().any(|known| known == root);
    // Names that nobody knows are cleaned and cut, so only where they are plain can they be compared.
    let plain = |text: &str| text.len() <= 80 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    assert!(
        known || !given.iter().all(|given| plain(given)) || given.iter().any(|given| given == name.as_str()),
        "{}: {name:?} is no argument: {given:?}",
        entry.name
    );
    assert!(!rule.is_empty());
    let words = refused.words().ours;
    assert!(words.contains(&format!("Argument `{name}`: ")), "{words}");
    assert!(words.chars().count() <= LONGEST, "{words}");
    assert!(!words.chars().any(char::is_control), "{words:?}");
}
