//! Arguments in: strict, and kind about what is wrong. Every refusal names the argument, the rule and what was given
//! (ANN-1). It never asks Mealie anything.

mod amount;
mod called;
mod day;
mod filter;
mod kinds;
mod moment;
mod name;
mod picture;
#[cfg(test)]
mod recipe_bounds;
#[cfg(test)]
pub(crate) mod tests;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

use crate::failure::Failure;
use crate::text::{Clean, Limit};

pub use amount::Amount;
pub use called::Called;
pub use day::Day;
pub use filter::Filter;
pub use kinds::{Content, Flag, IdArgument, Many, Text, Whole};
pub(crate) use kinds::{choice, described};
pub use moment::Moment;
pub use name::Name;
pub use picture::{Base64, PictureFormat};

/// The argument in which a slip comes back.
pub const CONFIRM_TOKEN: &str = "confirm_token";

/// The longest slip that is looked at; ours have 48 characters.
const MAX_SLIP_CHARS: usize = 512;

/// The longest text that is quoted in a refusal of it, in bytes: of a document or a picture eighty characters tell nobody
/// more than the rule does, and cleaning it for them takes seconds.
const MAX_QUOTED_BYTES: usize = 64 * 1024;

/// The longest name of a field that is looked at, in bytes; the longest of ours has 22. Of one of many megabytes serde makes
/// copy after copy, to say that it is unknown (BND-7).
const MAX_NAME_BYTES: usize = 255;

/// The names that a tool takes.
#[derive(Clone, Debug)]
pub struct Names {
    /// All of them, in the order in which they are listed.
    pub all: Vec<String>,
    /// Those that have to be there.
    pub required: Vec<String>,
    /// Whether a slip may come with them.
    pub slip: SlipArgument,
}

/// Whether a tool takes [`CONFIRM_TOKEN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlipArgument {
    /// The tool is guarded.
    Taken,
    /// It is not.
    Unknown,
}

/// What a call brought, its slip apart.
#[derive(Debug)]
pub struct Brought {
    /// The tool's own arguments, without those that are null.
    pub arguments: Map<String, Value>,
    /// The slip, unless it is absent or empty.
    pub slip: Option<String>,
}

/// Sorts what a call brought: null is absent, an empty slip is absent, an unknown name is refused with the valid ones.
pub fn sort(names: &Names, arguments: Option<Map<String, Value>>) -> Result<Brought, Failure> {
    let mut arguments = arguments.unwrap_or_default();
    arguments.retain(|_, value| !value.is_null());
    let slip = match names.slip {
        SlipArgument::Taken => slip(arguments.remove(CONFIRM_TOKEN))?,
        SlipArgument::Unknown => None,
    };
    if let Some((name, _)) = arguments.iter().find(|(name, _)| !names.all.contains(name)) {
        let valid: Vec<String> = names.all.iter().map(|name| format!("`{name}`")).collect();
        let rule = match valid.as_slice() {
            [] => "is not known here; this tool takes no arguments".to_owned(),
            valid => format!("is not known here; this tool takes {}", valid.join(", ")),
        };
        return Err(Failure::Argument { name: echo(name), rule, given: None });
    }
    if let Some(name) = names.required.iter().find(|name| !arguments.contains_key(*name)) {
        return Err(Failure::Argument { name: echo(name), rule: "is required".to_owned(), given: None });
    }
    Ok(Brought { arguments, slip })
}

fn slip(given: Option<Value>) -> Result<Option<String>, Failure> {
    match given {
        None => Ok(None),
        Some(Value::String(slip)) if slip.is_empty() => Ok(None),
        Some(Value::String(slip)) if slip.chars().count() <= MAX_SLIP_CHARS => Ok(Some(slip)),
        // What was given stays unsaid: it may be a token of something else.
        Some(_) => Err(Failure::Argument {
            name: echo(CONFIRM_TOKEN),
            rule: format!(
                "has to be the token of the first answer, a string of at most {MAX_SLIP_CHARS} characters"
            ),
            given: None,
        }),
    }
}

/// Decodes a tool's arguments; the failure names the one that is wrong, at any depth.
pub fn decode<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, Failure> {
    let arguments = Value::Object(arguments);
    if let Some(name) = long_name(&arguments) {
        return Err(Failure::Argument {
            name: echo(name),
            rule: "is no name of a field".to_owned(),
            given: None,
        });
    }
    serde_path_to_error::deserialize(&arguments).map_err(|error| {
        let given = at(&arguments, error.path()).filter(|given| !is_long(given));
        Failure::Argument {
            name: echo(&error.path().to_string()),
            // Each kind of argument says its own rule, and unknown and missing names are found before. Cleaned all the
            // same: where serde speaks (a number for a list), it quotes what it was given.
            rule: Clean::of_argument(beginning(&error.inner().to_string()), Limit::RULE).to_string(),
            given: given.map(|given| echo(&written(given))),
        }
    })
}

fn at<'a>(arguments: &'a Value, path: &serde_path_to_error::Path) -> Option<&'a Value> {
    path.iter().try_fold(arguments, |value, segment| match segment {
        Segment::Seq { index } => value.get(index),
        Segment::Map { key } => value.get(key),
        Segment::Enum { .. } | Segment::Unknown => None,
    })
}

fn long_name(given: &Value) -> Option<&str> {
    match given {
        Value::Object(fields) => fields.iter().find_map(|(name, value)| match name.len() {
            0..=MAX_NAME_BYTES => long_name(value),
            _ => Some(name.as_str()),
        }),
        Value::Array(items) => items.iter().find_map(long_name),
        _ => None,
    }
}

fn is_long(given: &Value) -> bool {
    given.as_str().is_some_and(|text| text.len() > MAX_QUOTED_BYTES)
}

/// As JSON, as far as a refusal can need it (BND-7).
fn written(given: &Value) -> String {
    let mut json = vec![0; MAX_QUOTED_BYTES];
    let mut room = json.as_mut_slice();
    // Where there is no more room, enough is written.
    let _ = serde_json::to_writer(&mut room, given);
    let left = room.len();
    json.truncate(MAX_QUOTED_BYTES - left);
    String::from_utf8_lossy(&json).into_owned()
}

/// As much of a text as a refusal can need (BND-7): it may be a name of many megabytes, and is cut to a line anyway.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_QUOTED_BYTES)]
}

fn echo(given: &str) -> Clean {
    Clean::of_argument(beginning(given), Limit::ARGUMENT_ECHO)
}
