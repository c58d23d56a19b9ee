//! The lines in the body of a PATCH, and what the validator says about them.
//! Never touches the store.

use serde_json::Value;
use uuid::Uuid;

use super::sent::{at, nth, sent};
use crate::pydantic::{self, Problems};
use crate::quirks;
use crate::slug::recipe_slug;
use crate::store::{Kitchen, Recipe};

#[derive(Debug)]
pub(super) struct SentLine {
    pub(super) quantity: Option<f64>,
    pub(super) unit: Thing,
    pub(super) food: Thing,
    pub(super) referenced_recipe: Referenced,
    pub(super) note: Option<String>,
    pub(super) title: Option<String>,
    pub(super) original_text: Option<String>,
    pub(super) reference_id: Option<Uuid>,
}

/// A recipe that is used as an ingredient: its id counts, or else its slug.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Referenced {
    Nothing,
    Id(Uuid),
    Slug(String),
    NameOnly,
}

impl Referenced {
    pub(super) fn find<'k>(&self, kitchen: &'k Kitchen) -> Option<&'k Recipe> {
        match self {
            Referenced::Id(id) => kitchen.recipes.get(*id),
            Referenced::Slug(slug) => kitchen.recipe_at(slug),
            Referenced::Nothing | Referenced::NameOnly => None,
        }
    }
}

/// A food or a unit in a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::routes) enum Thing {
    None,
    Known(Uuid),
    NameOnly,
}

pub(super) fn lines(problems: &mut Problems, loc: &[Value], given: &Value) -> Vec<SentLine> {
    let Some(given) = problems.keep(pydantic::list(loc, given)) else { return Vec::new() };
    let only_texts = !given.is_empty() && given.iter().all(Value::is_string);
    let mut sent_lines = Vec::new();
    for (index, given) in given.iter().enumerate() {
        let loc = nth(loc, index);
        if only_texts {
            // Taken for notes; their reference ids are made up, and then not written (hazard 1).
            sent_lines.push(SentLine::note_only(given.as_str().unwrap_or_default()));
            continue;
        }
        let Some(fields) = problems.keep(pydantic::object(&loc, given)) else { continue };
        let mut text = |camel: &str, snake: &str| {
            let given = sent(fields, camel, snake)?;
            problems.keep(pydantic::optional_string(&at(&loc, camel), given)).flatten()
        };
        let (note, title) = (text("note", "note"), text("title", "title"));
        let original_text = text("originalText", "original_text");
        let quantity = match fields.get("quantity") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if text.is_empty() => None,
            Some(given) => {
                problems.keep(pydantic::float(&at(&loc, "quantity"), given)).map(quirks::three_digits)
            }
        };
        let reference_id = match sent(fields, "referenceId", "reference_id") {
            None => None,
            Some(given) => problems.keep(pydantic::uuid(&at(&loc, "referenceId"), given)),
        };
        let (food, unit) = (
            thing(problems, &at(&loc, "food"), "IngredientFood", "CreateIngredientFood", fields.get("food")),
            thing(problems, &at(&loc, "unit"), "IngredientUnit", "CreateIngredientUnit", fields.get("unit")),
        );
        let loc = at(&loc, "referencedRecipe");
        let referenced =
            sent(fields, "referencedRecipe", "referenced_recipe").filter(|given| !given.is_null());
        let referenced_recipe =
            referenced.map_or(Referenced::Nothing, |given| referenced_in(problems, &loc, given));
        sent_lines.push(SentLine {
            quantity,
            unit,
            food,
            referenced_recipe,
            note,
            title,
            original_text,
            reference_id,
        });
    }
    sent_lines
}

fn referenced_in(problems: &mut Problems, loc: &[Value], given: &Value) -> Referenced {
    let Some(fields) = problems.keep(pydantic::object(loc, given)) else { return Referenced::Nothing };
    if let Some(id) = fields.get("id").filter(|id| !id.is_null()) {
        return problems
            .keep(pydantic::uuid4(&at(loc, "id"), id))
            .map_or(Referenced::Nothing, Referenced::Id);
    }
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    match (text("slug"), text("name").and_then(recipe_slug)) {
        (None, _) => Referenced::NameOnly,
        (Some(_), Some(slug_of_name)) => Referenced::Slug(slug_of_name),
        (Some(slug), None) => Referenced::Slug(slug.to_owned()),
    }
}

impl SentLine {
    fn note_only(note: &str) -> SentLine {
        SentLine {
            quantity: None,
            unit: Thing::None,
            food: Thing::None,
            referenced_recipe: Referenced::Nothing,
            note: Some(note.into()),
            title: None,
            original_text: None,
            reference_id: None,
        }
    }
}

/// A food or unit of a line. The validator tries two models, and says of both what is missing.
pub(in crate::routes) fn thing(
    problems: &mut Problems,
    loc: &[Value],
    whole: &str,
    new: &str,
    given: Option<&Value>,
) -> Thing {
    match given {
        None | Some(Value::Null) => Thing::None,
        Some(Value::String(_)) => Thing::NameOnly,
        Some(given) => {
            let model = |name: &str| at(loc, &format!("function-after[set_tz_info(), {name}]"));
            let Some(fields) = problems.keep(pydantic::object(&model(whole), given)) else {
                return Thing::None;
            };
            if !fields.get("name").is_some_and(Value::is_string) {
                problems.add(pydantic::missing(&at(&model(whole), "name"), given));
                problems.add(pydantic::missing(&at(&model(new), "name"), given));
            }
            match fields.get("id") {
                None | Some(Value::Null) => Thing::NameOnly,
                Some(Value::String(id)) if id.is_empty() => Thing::NameOnly,
                Some(id) => problems
                    .keep(pydantic::uuid4(&at(&model(whole), "id"), id))
                    .map_or(Thing::None, Thing::Known),
            }
        }
    }
}
