//! What a PATCH of a recipe may hold, and what the validator says about it.
//! Never touches the store.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::pydantic::{self, Problems};
use crate::quirks::{self, SentOrganizer};
use crate::reply::Answer;
use crate::shapes::NUTRITION;
use crate::slug::recipe_slug;
use crate::store::{Kitchen, Note, Nutrition, Recipe, Settings};

/// A body that has passed the validator. The outer `Option` says whether the key was sent.
#[derive(Debug, Default)]
pub(super) struct Patch {
    /// Only looked at to find a recipe that contains itself.
    pub(super) id: Option<Uuid>,
    pub(super) name: Option<Option<String>>,
    pub(super) slug: Option<String>,
    pub(super) texts: Vec<(Text, Option<String>)>,
    pub(super) servings: Option<f64>,
    pub(super) yield_quantity: Option<f64>,
    pub(super) categories: Option<Option<Vec<SentOrganizer>>>,
    pub(super) tags: Option<Option<Vec<SentOrganizer>>>,
    pub(super) tools: Option<Vec<SentOrganizer>>,
    pub(super) lines: Option<Vec<SentLine>>,
    pub(super) steps: Option<Vec<SentStep>>,
    pub(super) nutrition: Option<Nutrition>,
    pub(super) settings: Option<Settings>,
    pub(super) notes: Option<Vec<Note>>,
    pub(super) extras: Option<Map<String, Value>>,
}

/// The fields that are plain text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Text {
    Description,
    Yield,
    TotalTime,
    PrepTime,
    CookTime,
    PerformTime,
    OrgUrl,
}

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
pub(super) enum Thing {
    None,
    Known(Uuid),
    NameOnly,
}

#[derive(Debug)]
pub(super) struct SentStep {
    pub(super) title: Option<String>,
    pub(super) summary: Option<String>,
    pub(super) text: String,
    pub(super) references: Option<Vec<Uuid>>,
}

/// A key in camel case, or in snake case, which Mealie takes as well.
fn sent<'b>(body: &'b Map<String, Value>, camel: &str, snake: &str) -> Option<&'b Value> {
    body.get(camel).or_else(|| body.get(snake))
}

fn at(loc: &[Value], name: &str) -> Vec<Value> {
    loc.iter().cloned().chain([json!(name)]).collect()
}

fn nth(loc: &[Value], index: usize) -> Vec<Value> {
    loc.iter().cloned().chain([json!(index)]).collect()
}

impl Patch {
    pub(super) fn read(body: &Map<String, Value>) -> Result<Patch, Answer> {
        let mut problems = Problems::default();
        let mut patch = Patch::default();
        let top = [json!("body")];
        if let Some(given) = body.get("name") {
            patch.name = problems.keep(pydantic::optional_string(&at(&top, "name"), given));
        }
        if let Some(given) = body.get("id").filter(|id| !id.is_null()) {
            patch.id = problems.keep(pydantic::uuid4(&at(&top, "id"), given));
        }
        if let Some(given) = body.get("slug") {
            patch.slug = problems.keep(pydantic::string(&at(&top, "slug"), given));
        }
        for (field, camel, snake) in [
            (Text::Description, "description", "description"),
            (Text::Yield, "recipeYield", "recipe_yield"),
            (Text::TotalTime, "totalTime", "total_time"),
            (Text::PrepTime, "prepTime", "prep_time"),
            (Text::CookTime, "cookTime", "cook_time"),
            (Text::PerformTime, "performTime", "perform_time"),
            (Text::OrgUrl, "orgURL", "org_url"),
        ] {
            let Some(given) = sent(body, camel, snake) else { continue };
            let text = match (field, given) {
                // A number is taken for a time or a yield, and kept as text: 20.5 is "20.5".
                (Text::Description | Text::OrgUrl, _) => pydantic::optional_string(&at(&top, camel), given),
                (_, Value::Number(number)) => Ok(Some(number.to_string())),
                _ => pydantic::optional_string(&at(&top, camel), given),
            };
            patch.texts.extend(problems.keep(text).map(|text| (field, text)));
        }
        let mut number = |camel: &str, snake: &str| {
            let given = sent(body, camel, snake)?;
            let nothing = given.is_null() || given.as_str().is_some_and(str::is_empty);
            if nothing { Some(0.0) } else { problems.keep(pydantic::float(&at(&top, camel), given)) }
        };
        patch.servings = number("recipeServings", "recipe_servings");
        patch.yield_quantity = number("recipeYieldQuantity", "recipe_yield_quantity");
        if let Some(given) = sent(body, "recipeCategory", "recipe_category") {
            let loc = at(&top, "recipeCategory");
            patch.categories = Some(nullable(given, |given| organizers(&mut problems, &loc, given, false)));
        }
        if let Some(given) = body.get("tags") {
            patch.tags =
                Some(nullable(given, |given| organizers(&mut problems, &at(&top, "tags"), given, false)));
        }
        if let Some(given) = body.get("tools") {
            patch.tools = Some(organizers(&mut problems, &at(&top, "tools"), given, true));
        }
        if let Some(given) = sent(body, "recipeIngredient", "recipe_ingredient") {
            patch.lines = Some(lines(&mut problems, &at(&top, "recipeIngredient"), given));
        }
        if let Some(given) = sent(body, "recipeInstructions", "recipe_instructions")
            && !given.is_null()
        {
            patch.steps = Some(steps(&mut problems, &at(&top, "recipeInstructions"), given));
        }
        if let Some(given) = body.get("nutrition") {
            patch.nutrition = nutrition(&mut problems, &at(&top, "nutrition"), given);
        }
        if let Some(given) = body.get("settings")
            && !given.is_null()
        {
            patch.settings = settings(&mut problems, &at(&top, "settings"), given);
        }
        if let Some(given) = body.get("notes")
            && !given.is_null()
        {
            patch.notes = Some(notes(&mut problems, &at(&top, "notes"), given));
        }
        if let Some(given) = body.get("extras") {
            patch.extras = Some(given.as_object().cloned().unwrap_or_default());
        }
        problems.none()?;
        // The validator computes the slug of the name while it reads the body, and that may fail.
        let unsluggable = |name: &String| !name.is_empty() && recipe_slug(name).is_none();
        if patch.name.as_ref().and_then(Option::as_ref).is_some_and(unsluggable) {
            return Err(quirks::no_slug_in_a_changed_name());
        }
        Ok(patch)
    }
}

fn nullable<T>(given: &Value, read: impl FnOnce(&Value) -> T) -> Option<T> {
    (!given.is_null()).then(|| read(given))
}

fn organizers(problems: &mut Problems, loc: &[Value], given: &Value, needs_id: bool) -> Vec<SentOrganizer> {
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

fn lines(problems: &mut Problems, loc: &[Value], given: &Value) -> Vec<SentLine> {
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
                let number = problems.keep(pydantic::float(&at(&loc, "quantity"), given));
                number.map(|number| (number * 1000.0).round() / 1000.0)
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
fn thing(problems: &mut Problems, loc: &[Value], whole: &str, new: &str, given: Option<&Value>) -> Thing {
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

fn steps(problems: &mut Problems, loc: &[Value], given: &Value) -> Vec<SentStep> {
    let Some(given) = problems.keep(pydantic::list(loc, given)) else { return Vec::new() };
    let mut sent_steps = Vec::new();
    for (index, given) in given.iter().enumerate() {
        let loc = nth(loc, index);
        let Some(fields) = problems.keep(pydantic::object(&loc, given)) else { continue };
        let mut text = |name: &str| {
            problems.keep(pydantic::optional_string(&at(&loc, name), fields.get(name)?)).flatten()
        };
        let (title, summary) = (text("title"), text("summary"));
        let text = match fields.get("text") {
            None => problems.keep(Err(pydantic::missing(&at(&loc, "text"), given))),
            Some(text) => problems.keep(pydantic::string(&at(&loc, "text"), text)),
        };
        let references = sent(fields, "ingredientReferences", "ingredient_references");
        let references = references.and_then(|given| {
            let loc = at(&loc, "ingredientReferences");
            let given = problems.keep(pydantic::list(&loc, given))?;
            let id = |given: &Value| {
                sent(given.as_object()?, "referenceId", "reference_id")?
                    .as_str()
                    .and_then(|id| Uuid::parse_str(id).ok())
            };
            Some(given.iter().filter_map(id).collect())
        });
        if let Some(text) = text {
            sent_steps.push(SentStep { title, summary, text, references });
        }
    }
    sent_steps
}

/// What is left out is emptied; numbers become text.
fn nutrition(problems: &mut Problems, loc: &[Value], given: &Value) -> Option<Nutrition> {
    if given.is_null() {
        return Some(Nutrition::default());
    }
    let fields = problems.keep(pydantic::object(loc, given))?;
    let text = |key: &&str| {
        let value = match fields.get(*key)? {
            Value::Number(number) => Value::from(number.to_string()),
            other => other.clone(),
        };
        Some(((*key).to_owned(), value))
    };
    Some(Nutrition(NUTRITION.iter().filter_map(text).collect()))
}

fn settings(problems: &mut Problems, loc: &[Value], given: &Value) -> Option<Settings> {
    let fields = problems.keep(pydantic::object(loc, given))?;
    for (name, given) in fields {
        problems.keep(pydantic::boolean(&at(loc, name), given));
    }
    let flag = |name: &str| fields.get(name).and_then(|given| pydantic::boolean(loc, given).ok());
    Some(quirks::settings_from(flag))
}

fn notes(problems: &mut Problems, loc: &[Value], given: &Value) -> Vec<Note> {
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
