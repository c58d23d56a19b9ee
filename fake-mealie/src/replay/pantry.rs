//! Foods and units that were made ready while nobody recorded: a recorded call is about them, and none made them.
//! Never puts one into the kitchen that the seed or a recorded call has brought.

use std::collections::BTreeMap;

use serde_json::Value;
use uuid::Uuid;

use super::ids::Ids;
use super::learn::uuid;
use super::pairs::{Area, Pair};
use crate::store::Kitchen;

/// What lies in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Food,
    Unit,
}

/// What stands there under its recorded id, if an answer ever shows it.
#[derive(Default)]
pub(super) struct Pantry<'a> {
    shown: BTreeMap<Uuid, &'a Value>,
}

impl<'a> Pantry<'a> {
    /// What the answers of an area show.
    pub(super) fn of(area: &'a Area) -> Pantry<'a> {
        let mut pantry = Pantry::default();
        for pair in &area.pairs {
            pantry.see(&pair.response.body);
        }
        pantry
    }

    fn see(&mut self, value: &'a Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.see(item)),
            Value::Object(fields) => {
                let stored = fields.contains_key("pluralName") && fields.contains_key("createdAt");
                if let (true, Some(id)) = (stored, fields.get("id").and_then(Value::as_str).and_then(uuid)) {
                    self.shown.entry(id).or_insert(value);
                }
                fields.values().for_each(|value| self.see(value));
            }
            _ => {}
        }
    }

    /// Puts what a pair is about into the kitchen, unless it is known or was not there either.
    pub(super) fn put_before(&self, pair: &Pair, kitchen: &mut Kitchen, ids: &mut Ids) {
        if pair.response.status >= 300 {
            return;
        }
        for (kind, recorded) in about(pair) {
            self.put(kind, recorded, kitchen, ids);
        }
    }

    /// Puts a food or a unit into the kitchen as it is shown, unless it is known.
    pub(super) fn put(&self, kind: Kind, recorded: Uuid, kitchen: &mut Kitchen, ids: &mut Ids) {
        if ids.here(recorded).is_some() {
            return;
        }
        let shown = self.shown.get(&recorded);
        let text = |key: &str| shown.and_then(|shown| shown.get(key)).and_then(Value::as_str);
        let name = text("name").map_or_else(|| recorded.to_string(), str::to_owned);
        let plural = text("pluralName");
        let here = match kind {
            Kind::Food => kitchen.add_food(&name),
            Kind::Unit => kitchen.add_unit(&name),
        };
        if let Some(unit) = kitchen.units.get_mut(here) {
            let fraction = shown.and_then(|shown| shown.get("fraction")).and_then(Value::as_bool);
            unit.fraction = fraction.unwrap_or(unit.fraction);
        }
        let aliases = shown.and_then(|shown| shown.get("aliases")).and_then(Value::as_array);
        let aliases = aliases.into_iter().flatten().filter_map(|alias| alias.get("name")?.as_str());
        for alias in aliases {
            match kind {
                Kind::Food => kitchen.alias_food(here, alias),
                Kind::Unit => kitchen.alias_unit(here, alias),
            }
        }
        match (kind, plural) {
            (Kind::Food, Some(plural)) => kitchen.pluralize_food(here, plural),
            (Kind::Unit, Some(plural)) => kitchen.pluralize_unit(here, plural),
            _ => {}
        }
        ids.learn(recorded, here);
    }
}

/// The foods and units that a call names: by its path, or to be merged.
fn about(pair: &Pair) -> Vec<(Kind, Uuid)> {
    let path: Vec<_> = pair.request.path.split('/').collect();
    let kind = match path.get(1..3) {
        Some(["api", "foods"]) => Kind::Food,
        Some(["api", "units"]) => Kind::Unit,
        _ => return Vec::new(),
    };
    let sent = |key: &str| pair.request.body.get(key)?.as_str().and_then(uuid);
    let merged = ["fromFood", "toFood", "fromUnit", "toUnit"].into_iter().filter_map(sent);
    let named = path.get(3).and_then(|id| uuid(id));
    named.into_iter().chain(merged).map(|id| (kind, id)).collect()
}
