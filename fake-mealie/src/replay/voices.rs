//! Comments that were written before an area or while nobody recorded: an answer shows them, and no call of the area
//! wrote them.
//! Never puts one under a recipe that is not known yet, nor one of somebody who is not.

use std::collections::BTreeSet;

use serde_json::Value;
use uuid::Uuid;

use super::ids::Ids;
use super::learn::uuid;
use super::pairs::{Area, Pair};
use crate::store::Kitchen;

/// The comments of an area that nobody writes in it.
pub(super) struct Voices {
    /// Ids of those that a recorded call writes.
    written: BTreeSet<Uuid>,
}

impl Voices {
    /// Of all comments, those that calls of an area write.
    pub(super) fn of(area: &Area) -> Voices {
        let writes = |pair: &&Pair| pair.request.method == "POST" && pair.request.path == "/api/comments";
        let written = area.pairs.iter().filter(writes).filter_map(|pair| id_in(&pair.response.body, "id"));
        Voices { written: written.collect() }
    }

    /// Puts those that an answer shows for the first time into the kitchen, before its call.
    pub(super) fn put_before(&self, pair: &Pair, kitchen: &mut Kitchen, ids: &mut Ids) {
        let mut shown = Vec::new();
        each_comment(&pair.response.body, &mut |comment| shown.push(comment));
        // In the order in which they were written, which is that of every list here; the moments are all in UTC.
        shown.sort_by_key(|comment| comment.get("createdAt").and_then(Value::as_str));
        for comment in shown {
            let here = |key: &str| id_in(comment, key).and_then(|id| ids.here(id));
            let (Some(recorded), Some(text)) =
                (id_in(comment, "id"), comment.get("text").and_then(Value::as_str))
            else {
                continue;
            };
            if self.written.contains(&recorded) || ids.here(recorded).is_some() {
                continue;
            }
            if let (Some(recipe), Some(user)) = (here("recipeId"), here("userId")) {
                let comment = kitchen.comment_by(user, recipe, text);
                ids.learn(recorded, comment);
            }
        }
    }
}

fn id_in(row: &Value, key: &str) -> Option<Uuid> {
    uuid(row.get(key)?.as_str()?)
}

/// Each comment in an answer, by the keys that only a comment has.
fn each_comment<'a>(value: &'a Value, found: &mut dyn FnMut(&'a Value)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| each_comment(item, found)),
        Value::Object(fields) => {
            if ["recipeId", "text", "user", "userId"].iter().all(|key| fields.contains_key(*key)) {
                found(value);
            }
            fields.values().for_each(|value| each_comment(value, found));
        }
        _ => {}
    }
}
