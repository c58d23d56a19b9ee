//! How a parsed ingredient line looks as JSON.
//! Never looks anything up; the parser has done that.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{food, unit};
use crate::parser::{Found, Parsed, Reader};
use crate::store::Kitchen;

/// One line. What is like nothing stored is a whole object with no id, and `name` of the confidence is always null.
pub(crate) fn parsed(
    kitchen: &Kitchen,
    input: &str,
    parsed: &Parsed<'_>,
    reader: Reader,
    reference_id: Uuid,
) -> Value {
    let unit = match &parsed.unit {
        Found::Nothing => Value::Null,
        Found::Stored(stored) => unit(stored),
        Found::Named(name) => named_unit(name),
    };
    let food = match &parsed.food {
        Found::Nothing => Value::Null,
        Found::Stored(stored) => food(kitchen, stored),
        Found::Named(name) => named_food(name),
    };
    let sure = parsed.confidence;
    // Each parser leaves out what it leaves out in its own way (Mealie 3.10.2).
    let (title, original_text) = match reader {
        Reader::Nlp => (json!(""), Value::Null),
        Reader::Brute => (Value::Null, Value::Null),
        Reader::OpenAi => (Value::Null, json!(input)),
    };
    let note =
        if reader == Reader::OpenAi && parsed.note.is_empty() { Value::Null } else { json!(parsed.note) };
    json!({
        "input": input,
        "confidence": {
            "average": sure.average,
            "comment": sure.comment,
            "name": null,
            "unit": sure.unit,
            "quantity": sure.quantity,
            "food": sure.food,
        },
        "ingredient": {
            "quantity": parsed.quantity,
            "unit": unit,
            "food": food,
            "referencedRecipe": null,
            "note": note,
            "display": parsed.display,
            "title": title,
            "originalText": original_text,
            "referenceId": reference_id,
        },
    })
}

fn named_unit(name: &str) -> Value {
    json!({
        "id": null,
        "name": name,
        "pluralName": null,
        "description": "",
        "extras": {},
        "fraction": true,
        "abbreviation": "",
        "pluralAbbreviation": "",
        "useAbbreviation": false,
        "aliases": [],
    })
}

fn named_food(name: &str) -> Value {
    json!({
        "id": null,
        "name": name,
        "pluralName": null,
        "description": "",
        "extras": {},
        "labelId": null,
        "aliases": [],
        "householdsWithIngredientFood": [],
    })
}
