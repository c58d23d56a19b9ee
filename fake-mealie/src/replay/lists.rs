//! Shopping lists that were made ready while nobody recorded: a recorded call is about them, and none made them.
//! Never puts one into the kitchen that a recorded call has made.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use uuid::Uuid;

use super::ids::Ids;
use super::learn::uuid;
use super::pairs::{Area, Pair};
use super::pantry::{Kind, Pantry};
use super::watch::{made_before, moment};
use crate::store::{ItemRecipe, Kitchen, LabelSetting, ListRecipe};

/// Where a list is found by the next part of the path.
const LISTS: &str = "/api/households/shopping/lists/";

/// The lists of an area, by the number of the pair that each has to be there for.
#[derive(Default)]
pub(super) struct Lists<'a> {
    before: BTreeMap<usize, Vec<(Uuid, Option<&'a Value>)>>,
    /// Items that answers ever show.
    shown_items: BTreeSet<Uuid>,
}

/// Where lists are put, and what is known of it.
pub(super) struct Place<'p> {
    pub(super) kitchen: &'p mut Kitchen,
    pub(super) ids: &'p mut Ids,
    /// Foods and units that items may be of.
    pub(super) pantry: &'p Pantry<'p>,
}

impl<'a> Lists<'a> {
    /// What the calls of an area are about and its answers show.
    pub(super) fn of(area: &'a Area) -> Lists<'a> {
        let mut made = BTreeSet::new();
        let mut named: BTreeMap<Uuid, usize> = BTreeMap::new();
        let mut shown: BTreeMap<Uuid, (usize, &Value)> = BTreeMap::new();
        let mut shown_items = BTreeSet::new();
        for (at, pair) in area.pairs.iter().enumerate().filter(|(_, pair)| pair.response.status < 300) {
            let creates = pair.request.method == "POST" && pair.response.status == 201;
            each_object(&pair.response.body, &mut |row| {
                let Some(id) = id_in(row, "id") else { return };
                if row.get("labelSettings").is_some() {
                    if creates && !shown.contains_key(&id) {
                        made.insert(id);
                    }
                    shown.entry(id).or_insert((at, row));
                } else if row.get("shoppingListId").is_some() {
                    shown_items.insert(id);
                }
            });
            let in_path = pair.request.path.strip_prefix(LISTS).and_then(|rest| uuid(rest.get(..36)?));
            named.extend(in_path.filter(|id| !named.contains_key(id)).map(|id| (id, at)));
            each_object(&pair.request.body, &mut |row| {
                if let Some(id) = id_in(row, "shoppingListId") {
                    named.entry(id).or_insert(at);
                }
            });
        }
        let mut lists: Vec<_> =
            named.keys().chain(shown.keys()).copied().collect::<BTreeSet<_>>().into_iter().collect();
        lists.retain(|id| !made.contains(id));
        // In the order in which they were made, which is the order of lists.
        lists.sort_by_key(|id| shown.get(id).and_then(|(_, row)| moment(row.get("createdAt")?)));
        let mut before: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for id in lists {
            let row = shown.get(&id).map(|(_, row)| *row);
            let needed = named.get(&id).copied().into_iter().chain(shown.get(&id).map(|(at, _)| *at));
            let there = needed.chain(row.and_then(|row| made_before(area, row))).min();
            // A later answer may show what the calls in between have made of it.
            let as_it_was = row.filter(|_| shown.get(&id).map(|(at, _)| *at) == there);
            before.entry(there.unwrap_or_default()).or_default().push((id, as_it_was.or(row)));
        }
        Lists { before, shown_items }
    }

    /// Puts what the nth pair needs into the kitchen.
    pub(super) fn put_before(&self, nth: usize, pair: &Pair, mut place: Place<'_>) {
        let reads = pair.request.method == "GET";
        for (recorded, shown) in self.before.get(&nth).into_iter().flatten() {
            let owner = shown.and_then(|shown| place.ids.here(id_in(shown, "userId")?));
            put_labels(*shown, place.kitchen, place.ids);
            let name = shown.and_then(|shown| shown.get("name")).and_then(Value::as_str).unwrap_or_default();
            let owner = owner.unwrap_or_else(|| place.kitchen.cook().id);
            let here = place.kitchen.add_list_of(owner, name);
            place.ids.learn(*recorded, here);
            put_references(*shown, here, place.kitchen, place.ids);
            let items = shown.and_then(|shown| shown.get("listItems")).filter(|_| reads);
            items.and_then(Value::as_array).into_iter().flatten().for_each(|item| put_item(item, &mut place));
        }
        // Items that a list is sent back with, as they were read.
        let sent = pair.request.body.get("listItems").and_then(Value::as_array);
        let of_list = pair.request.path.starts_with(LISTS);
        for item in sent.into_iter().flatten().filter(|_| of_list) {
            let is_shown = id_in(item, "id").is_some_and(|id| self.shown_items.contains(&id));
            if is_shown {
                put_item(item, &mut place);
            }
        }
    }
}

fn put_labels(shown: Option<&Value>, kitchen: &mut Kitchen, ids: &mut Ids) {
    for setting in rows(shown, "labelSettings") {
        let label = setting.get("label");
        let name = label.and_then(|label| label.get("name")).and_then(Value::as_str);
        if let (Some(recorded), Some(name)) = (id_in(setting, "labelId"), name)
            && ids.here(recorded).is_none()
        {
            let here = kitchen.add_label(name);
            let color = label.and_then(|label| label.get("color")).and_then(Value::as_str);
            if let (Some(label), Some(color)) = (kitchen.labels.get_mut(here), color) {
                label.color = color.to_owned();
            }
            ids.learn(recorded, here);
        }
    }
}

fn put_references(shown: Option<&Value>, list_id: Uuid, kitchen: &mut Kitchen, ids: &mut Ids) {
    let recipes = rows(shown, "recipeReferences").filter_map(|row| {
        let recipe_id = ids.here(id_in(row, "recipeId")?)?;
        Some((id_in(row, "id")?, recipe_id, row.get("recipeQuantity")?.as_f64()?))
    });
    let recipes: Vec<_> = recipes.collect();
    let places: Vec<_> = rows(shown, "labelSettings")
        .filter_map(|row| Some((ids.here(id_in(row, "labelId")?)?, row.get("position")?.as_i64()?)))
        .collect();
    let Some(list) = kitchen.lists.get_mut(list_id) else { return };
    for (id, recipe_id, recipe_quantity) in recipes {
        list.recipe_references.push(ListRecipe { id, recipe_id, recipe_quantity });
    }
    for (label_id, position) in places {
        let is_of_label = |setting: &&mut LabelSetting| setting.label_id == label_id;
        if let Some(setting) = list.label_settings.iter_mut().find(is_of_label) {
            setting.position = position;
        }
    }
}

fn put_item(shown: &Value, place: &mut Place<'_>) {
    let Place { kitchen, ids, pantry } = place;
    for (key, kind) in [("food", Kind::Food), ("unit", Kind::Unit)] {
        if let Some(thing) = shown.get(key).and_then(|thing| id_in(thing, "id")) {
            pantry.put(kind, thing, kitchen, ids);
        }
    }
    let here = |key: &str| id_in(shown, key).map(|id| ids.here(id).unwrap_or(id));
    let (Some(recorded), Some(list_id)) = (id_in(shown, "id"), here("shoppingListId")) else { return };
    if ids.here(recorded).is_some() {
        return;
    }
    let quantity = shown.get("quantity").and_then(Value::as_f64).unwrap_or_default();
    let note = shown.get("note").and_then(Value::as_str).unwrap_or_default();
    let id = kitchen.add_item_to(list_id, quantity, here("foodId"), note);
    let references = rows(Some(shown), "recipeReferences").filter_map(|row| {
        let number = |key: &str| row.get(key).and_then(Value::as_f64).unwrap_or_default();
        Some(ItemRecipe {
            id: id_in(row, "id")?,
            recipe_id: ids.here(id_in(row, "recipeId")?)?,
            recipe_quantity: number("recipeQuantity"),
            recipe_scale: number("recipeScale"),
            recipe_note: row.get("recipeNote").and_then(Value::as_str).map(str::to_owned),
        })
    });
    let references = references.collect();
    let (unit_id, label_id) = (here("unitId"), here("labelId"));
    if let Some(item) = kitchen.items.get_mut(id) {
        item.recipe_references = references;
        (item.unit_id, item.label_id) = (unit_id, label_id);
        item.checked = shown.get("checked").and_then(Value::as_bool).unwrap_or_default();
        item.position = shown.get("position").and_then(Value::as_i64).unwrap_or_default();
    }
    ids.learn(recorded, id);
}

fn rows<'v>(shown: Option<&'v Value>, key: &str) -> impl Iterator<Item = &'v Value> {
    shown.and_then(|shown| shown.get(key)).and_then(Value::as_array).into_iter().flatten()
}

fn id_in(row: &Value, key: &str) -> Option<Uuid> {
    uuid(row.get(key)?.as_str()?)
}

fn each_object<'a>(value: &'a Value, found: &mut dyn FnMut(&'a Value)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| each_object(item, found)),
        Value::Object(fields) => {
            found(value);
            fields.values().for_each(|value| each_object(value, found));
        }
        _ => {}
    }
}
