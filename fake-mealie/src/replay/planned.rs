//! Entries of the meal plan and cookbooks that were made ready while nobody recorded: a recorded answer shows them, and
//! no recorded call made them.
//! Never puts one into the kitchen that a recorded call has made.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use uuid::Uuid;

use super::ids::Ids;
use super::learn::uuid;
use super::pairs::Area;
use crate::store::{Kitchen, Meal};

const PLAN: &str = "/api/households/mealplans";

/// What is to be put there, by the number of the pair that it has to be there for.
#[derive(Default)]
pub(super) struct Planned<'a> {
    entries: BTreeMap<usize, Vec<(i64, &'a Value)>>,
    books: BTreeMap<usize, Vec<(Uuid, &'a Value)>>,
}

impl<'a> Planned<'a> {
    /// What the answers of an area show.
    pub(super) fn of(area: &'a Area) -> Planned<'a> {
        let mut planned = Planned::default();
        let (mut shown, mut made) = (BTreeMap::new(), BTreeMap::new());
        let (mut books, mut made_books) = (BTreeMap::new(), BTreeSet::new());
        for (at, pair) in area.pairs.iter().enumerate().filter(|(_, pair)| pair.response.status < 300) {
            let creates = pair.request.method == "POST";
            each_row(&pair.response.body, &mut |row| {
                let id = row.get("id");
                if let (Some(id), Some(_)) = (id.and_then(Value::as_i64), row.get("entryType")) {
                    if creates {
                        made.entry(id).or_insert(at);
                    }
                    shown.entry(id).or_insert((at, row));
                }
                let book = row.get("queryFilterString").and(row.get("slug")).and(id?.as_str());
                if let Some(id) = book.and_then(uuid) {
                    if creates {
                        made_books.insert(id);
                    }
                    books.entry(id).or_insert((at, row));
                }
                Some(())
            });
        }
        for (id, (at, row)) in shown.into_iter().filter(|(id, _)| !made.contains_key(id)) {
            let path = format!("{PLAN}/{id}");
            let named = area.pairs.iter().position(|pair| pair.request.path == path);
            // Ids count up: it was there before the first that has a larger one.
            let older = made.range(id..).map(|(_, at)| *at).min();
            let at = [named, older].into_iter().flatten().chain([at]).min().unwrap_or(at);
            planned.entries.entry(at).or_default().push((id, row));
        }
        for (id, (at, row)) in books.into_iter().filter(|(id, _)| !made_books.contains(id)) {
            planned.books.entry(at).or_default().push((id, row));
        }
        planned
    }

    /// Puts what the nth pair needs into the kitchen. What the pair itself changes in it does not matter.
    pub(super) fn put_before(&self, nth: usize, kitchen: &mut Kitchen, ids: &mut Ids) {
        for (recorded, row) in self.entries.get(&nth).into_iter().flatten() {
            put_entry(*recorded, row, kitchen, ids);
        }
        for (recorded, row) in self.books.get(&nth).into_iter().flatten() {
            let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let home = kitchen.cook().household_id;
            let household = id_in(row, "householdId").and_then(|id| ids.here(id)).unwrap_or(home);
            let here = kitchen.add_cookbook_of(household, &text("name"), &text("queryFilterString"));
            kitchen.change_cookbook(here, |book| {
                book.description = text("description");
                book.slug = text("slug");
                book.public = row.get("public") == Some(&Value::Bool(true));
                book.position = row.get("position").and_then(Value::as_i64).unwrap_or(1);
            });
            ids.learn(*recorded, here);
        }
    }
}

fn put_entry(recorded: i64, row: &Value, kitchen: &mut Kitchen, ids: &mut Ids) {
    let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
    let meal = Meal::ALL.into_iter().find(|meal| meal.word() == text("entryType"));
    let (Some(meal), Ok(date)) = (meal, text("date").parse()) else { return };
    let user = id_in(row, "userId").and_then(|id| ids.here(id)).unwrap_or(kitchen.cook().id);
    let recipe = id_in(row, "recipeId").map(|id| ids.here(id).unwrap_or(id));
    let here = kitchen.plan_as(user, recipe, date, meal);
    kitchen.change_plan(here, |entry| {
        entry.title = text("title").to_owned();
        entry.text = text("text").to_owned();
    });
    ids.learn_number(PLAN, recorded, here);
}

fn id_in(row: &Value, key: &str) -> Option<Uuid> {
    uuid(row.get(key)?.as_str()?)
}

fn each_row<'a>(value: &'a Value, found: &mut dyn FnMut(&'a Value) -> Option<()>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| each_row(item, found)),
        Value::Object(fields) => {
            found(value);
            fields.values().for_each(|value| each_row(value, found));
        }
        _ => {}
    }
}
