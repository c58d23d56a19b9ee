//! The smaller lists and objects in the body of a PATCH, and what the validator says about them.
//! Never touches the store.

use serde_json::Value;
use uuid::Uuid;

use super::sent::{UPDATED_AT, at, nth, sent};
use crate::moments;
use crate::pydantic::{self, Problems};
use crate::query::snake_case;
use crate::quirks::{self, SentOrganizer};
use crate::shapes::NUTRITION;
use crate::store::{Asset, Note, Nutrition, Settings};

#[derive(Debug)]
pub(super) struct SentStep {
    pub(super) title: Option<String>,
    pub(super) summary: Option<String>,
    pub(super) text: String,
    pub(super) references: Option<Vec<Uuid>>,
}

pub(super) fn organizers(
    problems: &mut Problems,
    loc: &[Value],
    given: &Value,
    needs_id: bool,
) -> Vec<SentOrganizer> {
    let Some(given) = problems.keep(pydantic::list(loc, given)) else { return Vec::new() };
    // Names alone are taken, and then have no id that the database knows.
    if !needs_id && given.first().is_some_and(Value::is_string) {
        let name_only = |name: &Value| SentOrganizer {
            id: None,
            group_id: None,
            name: name.as_str().unwrap_or_default().into(),
            slug: String::new(),
        };
        return given.iter().map(name_only).collect();
    }
    let mut sent_organizers = Vec::new();
    for (index, given) in given.iter().enumerate() {
        let loc = nth(loc, index);
        let Some(fields) = problems.keep(pydantic::object(&loc, given)) else { continue };
        let mut id = |camel: &str, snake: &str| match sent(fields, camel, snake) {
            None | Some(Value::Null) => None,
            Some(id) => problems.keep(pydantic::uuid4(&at(&loc, camel), id)),
        };
        let (own_id, group_id) = (id("id", "id"), id("groupId", "group_id"));
        let mut text = |name: &str| match fields.get(name) {
            None => problems.keep(Err(pydantic::missing(&at(&loc, name), given))),
            Some(text) => problems.keep(pydantic::string(&at(&loc, name), text)),
        };
        let (name, slug) = (text("name"), text("slug"));
        if needs_id && fields.get("id").is_none_or(Value::is_null) {
            problems.add(pydantic::missing(&at(&loc, "id"), given));
        }
        if let (Some(name), Some(slug)) = (name, slug) {
            sent_organizers.push(SentOrganizer { id: own_id, group_id, name, slug });
        }
    }
    sent_organizers
}

pub(super) fn steps(problems: &mut Problems, loc: &[Value], given: &Value) -> Vec<SentStep> {
    let Some(given) = problems.keep(pydantic::list(loc, given)) else { return Vec::new() };
    let mut sent_steps = Vec::new();
    for (index, given) in given.iter().enumerate() {
        let loc = nth(loc, index);
        let Some(fields) = problems.keep(pydantic::object(&loc, given)) else { continue };
        // Looked at, and made anew all the same.
        if let Some(id) = fields.get("id").filter(|id| !id.is_null()) {
            problems.keep(pydantic::uuid(&at(&loc, "id"), id));
        }
        let mut text = |name: &str| {
            problems.keep(pydantic::optional_string(&at(&loc, name), fields.get(name)?)).flatten()
        };
        let (title, summary) = (text("title"), text("summary"));
        let text = match fields.get("text") {
            None => problems.keep(Err(pydantic::missing(&at(&loc, "text"), given))),
            Some(text) => problems.keep(pydantic::string(&at(&loc, "text"), text)),
        };
        let references = sent(fields, "ingredientReferences", "ingredient_references");
        let references =
            references.map(|given| step_references(problems, &at(&loc, "ingredientReferences"), given));
        if let Some(text) = text {
            sent_steps.push(SentStep { title, summary, text, references });
        }
    }
    sent_steps
}

/// A reference to nothing is dropped here; Mealie 3.10.2 keeps it.
fn step_references(problems: &mut Problems, loc: &[Value], given: &Value) -> Vec<Uuid> {
    let Some(given) = problems.keep(pydantic::list(loc, given)) else { return Vec::new() };
    let mut references = Vec::new();
    for (index, given) in given.iter().enumerate() {
        let loc = nth(loc, index);
        let Some(fields) = problems.keep(pydantic::object(&loc, given)) else { continue };
        let given = sent(fields, "referenceId", "reference_id").filter(|given| !given.is_null());
        references.extend(given.and_then(|id| problems.keep(pydantic::uuid4(&at(&loc, "referenceId"), id))));
    }
    references
}

/// What is left out is emptied; numbers become text.
pub(super) fn nutrition(problems: &mut Problems, loc: &[Value], given: &Value) -> Option<Nutrition> {
    if given.is_null() {
        return Some(Nutrition::default());
    }
    let fields = problems.keep(pydantic::object(loc, given))?;
    let mut texts = Vec::new();
    for key in NUTRITION {
        let checked = match sent(fields, key, &snake_case(key)) {
            None => continue,
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(given) => pydantic::optional_string(&at(loc, key), given),
        };
        texts.extend(problems.keep(checked).map(|text| (key.to_owned(), Value::from(text))));
    }
    Some(Nutrition(texts.into_iter().collect()))
}

pub(super) fn settings(problems: &mut Problems, loc: &[Value], given: &Value) -> Option<Settings> {
    let fields = problems.keep(pydantic::object(loc, given))?;
    let mut flag = |name: &str| {
        let given = sent(fields, name, &snake_case(name))?;
        problems.keep(pydantic::boolean(&at(loc, name), given))
    };
    Some(quirks::settings_from(&mut flag))
}

/// Files are not attached by a PATCH; it can only name them.
pub(super) fn assets(problems: &mut Problems, loc: &[Value], given: &Value) -> Vec<Asset> {
    let Some(given) = problems.keep(pydantic::list(loc, given)) else { return Vec::new() };
    let mut assets = Vec::new();
    for (index, given) in given.iter().enumerate() {
        let loc = nth(loc, index);
        let Some(fields) = problems.keep(pydantic::object(&loc, given)) else { continue };
        let mut text = |name: &str| match fields.get(name) {
            None => problems.keep(Err(pydantic::missing(&at(&loc, name), given))),
            Some(text) => problems.keep(pydantic::string(&at(&loc, name), text)),
        };
        let (name, icon) = (text("name"), text("icon"));
        let file_name = sent(fields, "fileName", "file_name")
            .and_then(|given| problems.keep(pydantic::optional_string(&at(&loc, "fileName"), given))?);
        if let (Some(name), Some(icon)) = (name, icon) {
            assets.push(Asset { name, icon, file_name });
        }
    }
    assets
}

pub(super) fn notes(problems: &mut Problems, loc: &[Value], given: &Value) -> Vec<Note> {
    let Some(given) = problems.keep(pydantic::list(loc, given)) else { return Vec::new() };
    let mut sent_notes = Vec::new();
    for (index, given) in given.iter().enumerate() {
        let loc = nth(loc, index);
        let Some(fields) = problems.keep(pydantic::object(&loc, given)) else { continue };
        let mut text = |name: &str| match fields.get(name) {
            None => problems.keep(Err(pydantic::missing(&at(&loc, name), given))),
            Some(text) => problems.keep(pydantic::string(&at(&loc, name), text)),
        };
        if let (Some(title), Some(text)) = (text("title"), text("text")) {
            sent_notes.push(Note { title, text });
        }
    }
    sent_notes
}

/// Comments have to be whole, and are not written.
pub(super) fn look_at_comments(problems: &mut Problems, loc: &[Value], given: &Value) {
    type Check = fn(&[Value], &Value) -> Result<(), Value>;
    const ID: Check = |loc, given| pydantic::uuid4(loc, given).map(drop);
    const TEXT: Check = |loc, given| pydantic::string(loc, given).map(drop);
    const MOMENT: Check = |loc, given| moments::moment(loc, given).map(drop);
    const FLAG: Check = |loc, given| pydantic::boolean(loc, given).map(drop);
    const OBJECT: Check = |loc, given| pydantic::object(loc, given).map(drop);
    let comment: [(&[&str], Check); 7] = [
        (&["recipeId", "recipe_id"], ID),
        (&["text"], TEXT),
        (&["id"], ID),
        (&["createdAt", "created_at"], MOMENT),
        (&UPDATED_AT, MOMENT),
        (&["userId", "user_id"], ID),
        (&["user"], OBJECT),
    ];
    let user: [(&[&str], Check); 2] = [(&["id"], ID), (&["admin"], FLAG)];
    fn demand(problems: &mut Problems, loc: &[Value], whole: &Value, fields: &[(&[&str], Check)]) {
        for (names, check) in fields {
            let sent = names.iter().find_map(|name| Some((name, whole.get(name)?)));
            let checked = match sent {
                Some((name, given)) => check(&at(loc, name), given),
                None => Err(pydantic::missing(&at(loc, names[0]), whole)),
            };
            problems.keep(checked);
        }
    }
    let Some(given) = problems.keep(pydantic::list(loc, given)) else { return };
    for (index, one) in given.iter().enumerate() {
        let loc = nth(loc, index);
        if problems.keep(pydantic::object(&loc, one)).is_none() {
            continue;
        }
        demand(problems, &loc, one, &comment);
        if let Some(author) = one.get("user").filter(|author| author.is_object()) {
            demand(problems, &at(&loc, "user"), author, &user);
        }
    }
}
