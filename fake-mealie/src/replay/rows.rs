//! Which id of the recordings is which row of the seed: by the name that the row has in recorded answers.
//! Never takes a row for one that was made later under the same name: the oldest counts.

use std::collections::BTreeMap;

use serde_json::Value;
use uuid::Uuid;

use super::ids::Ids;
use super::learn::uuid;
use super::pairs::Area;
use crate::store::{Kitchen, OrganizerKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Recipe,
    Food,
    Unit,
    Label,
    Tag,
    Category,
    Tool,
}

/// The ids that recorded answers give under a kind and a name, the oldest first.
pub(super) struct Rows(BTreeMap<(Kind, String), Sighting>);

struct Sighting {
    id: Uuid,
    /// `createdAt`, or nothing for rows that do not show it.
    made: String,
}

impl Rows {
    /// All rows that answers of a folder show.
    pub(super) fn of(areas: &[Area]) -> Rows {
        let mut rows = Rows(BTreeMap::new());
        for pair in areas.iter().flat_map(|area| &area.pairs).filter(|pair| pair.response.status < 300) {
            let shelf = pair.request.path.split('/').nth(3).unwrap_or_default();
            rows.see(shelf, &pair.response.body);
        }
        rows
    }

    fn see(&mut self, shelf: &str, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.see(shelf, item)),
            Value::Object(fields) => {
                self.note(shelf, value);
                for (key, value) in fields {
                    let below = if key == "items" { shelf } else { key.as_str() };
                    self.see(below, value);
                }
            }
            _ => {}
        }
    }

    fn note(&mut self, shelf: &str, row: &Value) {
        let text = |key: &str| row.get(key).and_then(Value::as_str);
        let (Some(id), Some(name), Some(kind)) = (text("id").and_then(uuid), text("name"), kind(shelf, row))
        else {
            return;
        };
        let made = text("createdAt").unwrap_or_default().to_owned();
        let seen =
            self.0.entry((kind, name.to_owned())).or_insert_with(|| Sighting { id, made: made.clone() });
        if made < seen.made {
            *seen = Sighting { id, made };
        }
    }

    /// Tells the ids of the rows of a fresh kitchen.
    pub(super) fn learn(&self, ids: &mut Ids, kitchen: &Kitchen) {
        let rows = kitchen.recipes.iter().map(|row| (Kind::Recipe, &row.name, row.id));
        let rows = rows.chain(kitchen.foods.iter().map(|row| (Kind::Food, &row.name, row.id)));
        let rows = rows.chain(kitchen.units.iter().map(|row| (Kind::Unit, &row.name, row.id)));
        let rows = rows.chain(kitchen.labels.iter().map(|row| (Kind::Label, &row.name, row.id)));
        let organizers = kitchen.organizers.iter().map(|row| {
            let kind = match row.kind {
                OrganizerKind::Tag => Kind::Tag,
                OrganizerKind::Category => Kind::Category,
                OrganizerKind::Tool => Kind::Tool,
            };
            (kind, &row.name, row.id)
        });
        for (kind, name, here) in rows.chain(organizers) {
            if let Some(seen) = self.0.get(&(kind, name.clone())) {
                ids.learn(seen.id, here);
            }
        }
    }
}

/// What a row is, by the keys that only its kind has; organizers by what they stand in.
fn kind(shelf: &str, row: &Value) -> Option<Kind> {
    let has = |key: &str| row.get(key).is_some();
    match shelf {
        _ if has("recipeServings") => Some(Kind::Recipe),
        _ if has("householdsWithIngredientFood") => Some(Kind::Food),
        _ if has("useAbbreviation") => Some(Kind::Unit),
        _ if has("color") => Some(Kind::Label),
        _ if has("householdsWithTool") => Some(Kind::Tool),
        "tags" => Some(Kind::Tag),
        "recipeCategory" => Some(Kind::Category),
        _ => None,
    }
}
