//! Surprises of foods, units and labels: merges that lose things, updates that reset, ids that are and are not obeyed.
//! Never says more than Mealie does.

use axum::http::StatusCode;
use jiff::Timestamp;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::sql::{Sql, Statement};
use super::{uncaught, words};
use crate::reply::Answer;
use crate::slug::normalized;
use crate::store::{Food, Kitchen, Label, Unit};

/// What the database says of a row that is not there.
const NO_ROW: &str = "No row was found when one was required";

/// What these routes say to everything that goes wrong, without a full stop and in the language of the reader.
fn refused(language: &str, exception: &str) -> Answer {
    Answer::problem(StatusCode::BAD_REQUEST, words(language).server_error, Some(exception))
}

/// 404 of a delete, whose message is not that of a read.
/// Mealie 3.10.2; seen `errors/food_delete_unknown_id`, `unit_delete_unknown_id`, `label_delete_unknown_id`.
pub(crate) fn nothing_to_take(language: &str) -> Answer {
    Answer::problem(StatusCode::NOT_FOUND, words(language).server_error, Some(NO_ROW))
}

/// Hazard 5 and the merge itself. The lines of recipes are rewritten and the source is deleted; its aliases, label and
/// plural are lost; shopping items keep its id, which leads nowhere from then on, and so lose the name. Merging a
/// food into itself does all of that too: it is gone, with 200. An unknown id, or one of another group, is a 500 that
/// has a JSON body.
/// Mealie 3.10.2, `RepositoryFood.merge`; seen `foods_units/food_merge*`, `food_merge_same_id*`.
pub(crate) fn merge_foods(kitchen: &mut Kitchen, group: Uuid, from: Uuid, into: Uuid) -> Result<(), Answer> {
    let known = |id| kitchen.foods.get(id).is_some_and(|food| food.group_id == group);
    if !known(from) || !known(into) {
        return Err(Answer::detail(StatusCode::INTERNAL_SERVER_ERROR, "Failed to merge foods"));
    }
    for line in kitchen.recipes.iter_mut().flat_map(|recipe| recipe.ingredients.iter_mut()) {
        if line.food == Some(from) {
            line.food = (from != into).then_some(into);
        }
    }
    kitchen.foods.take(from);
    Ok(())
}

/// Hazard 5 for units, in all of its parts.
/// Mealie 3.10.2, `RepositoryUnit.merge`; seen `foods_units/unit_merge*`, `unit_merge_same_id*`.
pub(crate) fn merge_units(kitchen: &mut Kitchen, group: Uuid, from: Uuid, into: Uuid) -> Result<(), Answer> {
    let known = |id| kitchen.units.get(id).is_some_and(|unit| unit.group_id == group);
    if !known(from) || !known(into) {
        return Err(Answer::detail(StatusCode::INTERNAL_SERVER_ERROR, "Failed to merge units"));
    }
    for line in kitchen.recipes.iter_mut().flat_map(|recipe| recipe.ingredients.iter_mut()) {
        if line.unit == Some(from) {
            line.unit = (from != into).then_some(into);
        }
    }
    kitchen.units.take(from);
    Ok(())
}

fn folded(text: &str) -> Sql {
    Sql::Text(normalized(text))
}

fn maybe_folded(text: Option<&str>) -> Sql {
    text.map_or(Sql::Null, folded)
}

/// The columns of a food in the order of the table, but for its stamps.
fn food_row(food: &Food) -> Vec<(&'static str, Sql)> {
    vec![
        ("id", Sql::Id(food.id)),
        ("group_id", Sql::Id(food.group_id)),
        ("name", Sql::text(&food.name)),
        ("plural_name", Sql::maybe(food.plural_name.as_deref())),
        ("description", Sql::text(&food.description)),
        ("label_id", Sql::maybe_id(food.label_id)),
        ("name_normalized", folded(&food.name)),
        ("plural_name_normalized", maybe_folded(food.plural_name.as_deref())),
    ]
}

/// The columns of a unit in the order of the table, but for its stamps.
fn unit_row(unit: &Unit) -> Vec<(&'static str, Sql)> {
    vec![
        ("id", Sql::Id(unit.id)),
        ("group_id", Sql::Id(unit.group_id)),
        ("name", Sql::text(&unit.name)),
        ("plural_name", Sql::maybe(unit.plural_name.as_deref())),
        ("description", Sql::text(&unit.description)),
        ("abbreviation", Sql::text(&unit.abbreviation)),
        ("plural_abbreviation", Sql::maybe(unit.plural_abbreviation.as_deref())),
        ("use_abbreviation", Sql::Flag(unit.use_abbreviation)),
        ("fraction", Sql::Flag(unit.fraction)),
        ("name_normalized", folded(&unit.name)),
        ("plural_name_normalized", maybe_folded(unit.plural_name.as_deref())),
        ("abbreviation_normalized", folded(&unit.abbreviation)),
        ("plural_abbreviation_normalized", maybe_folded(unit.plural_abbreviation.as_deref())),
    ]
}

type Columns = Vec<(&'static str, Sql)>;

fn stamped(mut row: Columns, now: Timestamp) -> Columns {
    row.extend([("created_at", Sql::Moment(now)), ("update_at", Sql::Moment(now))]);
    row
}

fn changes(old: &Columns, new: Columns, now: Timestamp) -> Columns {
    let changed = new.into_iter().zip(old).filter(|(new, old)| new != *old).map(|(new, _)| new);
    changed.chain([("update_at", Sql::Moment(now))]).collect()
}

/// Whether an update changes a column of the food, which moves `updatedAt`; other names, extras and households stand
/// in tables of their own and leave it where it is.
/// Mealie 3.10.2, `onupdate`; read, and measured for a unit that was put back as it was.
pub(crate) fn food_is_touched(before: &Food, after: &Food) -> bool {
    food_row(before) != food_row(after)
}

/// As [`food_is_touched`], for a unit.
/// Mealie 3.10.2, `onupdate`; measured.
pub(crate) fn unit_is_touched(before: &Unit, after: &Unit) -> bool {
    unit_row(before) != unit_row(after)
}

/// A new food needs a name and an id that nobody in the group has, case and all: "Test Food" and "test food" live side
/// by side, and so do an empty name and a blank one. The refusal tells the whole statement.
/// Mealie 3.10.2; seen `foods_units/food_create_duplicate_exact`, `food_create_duplicate_case_allowed`; that a sent id
/// counts: `food_create_with_id`.
pub(crate) fn food_is_new(
    kitchen: &Kitchen,
    food: &Food,
    language: &str,
    now: Timestamp,
) -> Result<(), Answer> {
    let Some(columns) = food_collision(kitchen, food, Uuid::nil()) else { return Ok(()) };
    let mut row = food_row(food);
    row.push(("on_hand", Sql::Flag(false)));
    let statement = Statement::insert(FOODS, stamped(row, now));
    Err(refused(language, &statement.breaks("UNIQUE", FOODS, columns)))
}

const FOODS: &str = "ingredient_foods";
const UNITS: &str = "ingredient_units";
const LABELS: &str = "multi_purpose_labels";
const NAME: &[&str] = &["name", "group_id"];

fn food_collision(kitchen: &Kitchen, food: &Food, itself: Uuid) -> Option<&'static [&'static str]> {
    if food.id != itself && kitchen.foods.get(food.id).is_some() {
        return Some(&["id"]);
    }
    let is_twin =
        |other: &Food| other.id != itself && other.group_id == food.group_id && other.name == food.name;
    kitchen.foods.iter().any(is_twin).then_some(NAME)
}

/// An update of a food writes its id as well: without one in the body the id is set to nothing, which the database
/// refuses, and with *another* one the food gets that id. Its lines keep the old one and lose the food.
/// Mealie 3.10.2, where the model of foods forgets to leave the id out; seen
/// `foods_units/food_update_name_only_resets`, `food_update_with_id_name_only_resets`; the new id: measured.
pub(crate) fn updated_food(
    kitchen: &Kitchen,
    before: &Food,
    sent_id: Option<Uuid>,
    mut after: Food,
    language: &str,
) -> Result<Food, Answer> {
    let (old, now) = (food_row(before), after.updated_at);
    let Some(id) = sent_id else {
        let mut changes = changes(&old, food_row(&after), now);
        changes.insert(0, ("id", Sql::Null));
        let text = Statement::update(FOODS, changes, before.id).breaks("NOT NULL", FOODS, &["id"]);
        return Err(refused(language, &text));
    };
    after.id = id;
    if let Some(columns) = food_collision(kitchen, &after, before.id) {
        let statement = Statement::update(FOODS, changes(&old, food_row(&after), now), before.id);
        return Err(refused(language, &statement.breaks("UNIQUE", FOODS, columns)));
    }
    Ok(after)
}

/// A unit needs a name that no other unit of the group has, case and all; short forms may be shared. An id in the body
/// is read and forgotten, whether the unit is new or not. `before` is there for an update.
/// Mealie 3.10.2; seen `foods_units/unit_create_duplicate`, `unit_create_duplicate_abbreviation_allowed`,
/// `unit_update_to_existing_name`; the id: measured.
pub(crate) fn unit_is_unique(
    kitchen: &Kitchen,
    before: Option<&Unit>,
    unit: &Unit,
    language: &str,
    now: Timestamp,
) -> Result<(), Answer> {
    let is_twin =
        |other: &Unit| other.id != unit.id && other.group_id == unit.group_id && other.name == unit.name;
    if !kitchen.units.iter().any(is_twin) {
        return Ok(());
    }
    let statement = match before {
        None => Statement::insert(UNITS, stamped(unit_row(unit), now)),
        Some(before) => Statement::update(UNITS, changes(&unit_row(before), unit_row(unit), now), unit.id),
    };
    Err(refused(language, &statement.breaks("UNIQUE", UNITS, NAME)))
}

/// What becomes of `extras` of a food: every value turns into a text, a flag into "1" or "0", and what is no object is
/// no extras at all, unless it is not empty, which is an error that nobody catches. An object or a list inside is
/// refused by the database.
/// Mealie 3.10.2, `convert_extras_to_dict`; measured; texts seen `foods_units/food_create_full`.
pub(crate) fn kept_extras(sent: Option<&Value>, language: &str) -> Result<Map<String, Value>, Answer> {
    let sent = match sent {
        Some(Value::Object(sent)) => sent,
        None | Some(Value::Null | Value::Bool(false)) => return Ok(Map::new()),
        Some(Value::String(text)) if text.is_empty() => return Ok(Map::new()),
        Some(Value::Array(items)) if items.is_empty() => return Ok(Map::new()),
        Some(Value::Number(number)) if number.as_f64() == Some(0.0) => return Ok(Map::new()),
        Some(_) => return Err(uncaught()),
    };
    let kept = |(name, value): (&String, &Value)| {
        let value = match value {
            Value::Null => Value::Null,
            Value::Bool(flag) => u8::from(*flag).to_string().into(),
            Value::Number(number) => number.to_string().into(),
            Value::String(text) => text.clone().into(),
            Value::Array(_) => return Err(cannot_be_bound(language, "list")),
            Value::Object(_) => return Err(cannot_be_bound(language, "dict")),
        };
        Ok((name.clone(), value))
    };
    sent.iter().map(kept).collect()
}

fn cannot_be_bound(language: &str, kind: &str) -> Answer {
    let text =
        format!("(sqlite3.ProgrammingError) Error binding parameter 3: type '{kind}' is not supported");
    refused(language, &text)
}

/// An unknown label, also one of another group, is an error that nobody catches: the answer is checked for being a
/// label.
/// Mealie 3.10.2; seen `errors/label_get_unknown_id`.
pub(crate) fn unknown_label() -> Answer {
    uncaught()
}

/// A new label with a name that is taken, case and all, is an error that nobody catches.
/// Mealie 3.10.2, `MultiPurposeLabelService.create_one`; seen `organizers/label_create_duplicate`.
pub(crate) fn label_is_new(kitchen: &Kitchen, label: &Label) -> Result<(), Answer> {
    if has_twin(kitchen, label) { Err(uncaught()) } else { Ok(()) }
}

fn has_twin(kitchen: &Kitchen, label: &Label) -> bool {
    let is_twin =
        |other: &Label| other.id != label.id && other.group_id == label.group_id && other.name == label.name;
    kitchen.labels.iter().any(is_twin)
}

/// Renaming a label to a taken name is a 400, though creating one is not caught. The id in the body is demanded and
/// forgotten; the group in it is obeyed, and the label is gone from its own group.
/// Mealie 3.10.2, `HttpRepo.update_one`; measured.
pub(crate) fn label_can_change(
    kitchen: &Kitchen,
    before: &Label,
    after: &Label,
    language: &str,
    now: Timestamp,
) -> Result<(), Answer> {
    if !has_twin(kitchen, after) {
        return Ok(());
    }
    let row = |label: &Label| {
        vec![
            ("name", Sql::text(&label.name)),
            ("color", Sql::text(&label.color)),
            ("group_id", Sql::Id(label.group_id)),
        ]
    };
    let statement = Statement::update(LABELS, changes(&row(before), row(after), now), after.id);
    Err(refused(language, &statement.breaks("UNIQUE", LABELS, NAME)))
}

/// A label that is deleted is taken off *one* food and one shopping item, the oldest that has it; the others keep an id
/// that leads nowhere. Every list loses its place for the label.
/// Mealie 3.10.2, where the relation is declared as if a label had one food; measured with three foods; seen (the
/// lists) `shopping/label_deleted_setting_gone`.
pub(crate) fn take_label(kitchen: &mut Kitchen, label_id: Uuid) -> Option<Label> {
    let label = kitchen.labels.take(label_id)?;
    let now = kitchen.now();
    if let Some(food) = kitchen.foods.iter_mut().find(|food| food.label_id == Some(label_id)) {
        food.label_id = None;
        food.updated_at = now;
    }
    if let Some(item) = kitchen.items.iter_mut().find(|item| item.label_id == Some(label_id)) {
        item.label_id = None;
        item.updated_at = now;
    }
    for list in kitchen.lists.iter_mut() {
        list.label_settings.retain(|setting| setting.label_id != label_id);
    }
    Some(label)
}
