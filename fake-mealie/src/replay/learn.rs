//! What an answer tells of ids: whatever stands at the same place in both answers is the same thing.
//! Never learns from two entries that call themselves differently.

use serde_json::Value;
use uuid::Uuid;

use super::align::{Alignment, named_differently};
use super::ids::Ids;

/// Learns from a recorded answer and the answer here, both to this recorded path.
pub(super) fn learn(ids: &mut Ids, path: &str, recorded: &Value, here: &Value) {
    match (recorded, here) {
        (Value::Object(fields), Value::Object(others)) => {
            for (key, value) in fields {
                let Some(other) = others.get(key) else { continue };
                match (key.as_str(), value, other) {
                    ("id", Value::Number(_), Value::Number(_)) => {
                        if let (Some(recorded), Some(here)) = (value.as_i64(), other.as_i64()) {
                            ids.learn_number(path, recorded, here);
                        }
                    }
                    ("slug", Value::String(recorded), Value::String(here)) => ids.learn_slug(recorded, here),
                    ("token", Value::String(_), Value::String(here)) => {
                        ids.handed_out = Some(here.clone());
                    }
                    _ => learn(ids, path, value, other),
                }
            }
        }
        (Value::Array(items), Value::Array(others)) => {
            for (place, other) in Alignment::of(items, others, ids).pairs {
                let (Some(item), Some(other)) = (items.get(place), others.get(other)) else { continue };
                if !named_differently(item, other) {
                    learn(ids, path, item, other);
                }
            }
        }
        (Value::String(recorded), Value::String(here)) => {
            if let (Some(recorded), Some(here)) = (uuid(recorded), uuid(here)) {
                ids.learn(recorded, here);
            }
        }
        _ => {}
    }
}

/// Learns from an answer that is a slug and nothing else.
pub(super) fn learn_bare_slug(ids: &mut Ids, recorded: &Value, here: &Value) {
    if let (Value::String(recorded), Value::String(here)) = (recorded, here) {
        ids.learn_slug(recorded, here);
    }
}

/// A text that is a UUID and nothing else, with hyphens.
pub(super) fn uuid(text: &str) -> Option<Uuid> {
    (text.len() == 36).then(|| Uuid::try_parse(text).ok()).flatten()
}
