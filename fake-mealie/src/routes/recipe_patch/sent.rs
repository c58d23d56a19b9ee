//! What a PATCH of a recipe may hold, and what the validator says about it.
//! Never touches the store.

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::lines::{SentLine, lines};
use super::parts::{SentStep, assets, look_at_comments, notes, nutrition, organizers, settings, steps};
use crate::moments;
use crate::pydantic::{self, Problems};
use crate::quirks::{self, SentOrganizer};
use crate::reply::Answer;
use crate::slug::recipe_slug;
use crate::store::{Asset, Note, Nutrition, Settings};

/// A body that has passed the validator. The outer `Option` says whether the key was sent.
#[derive(Debug, Default)]
pub(super) struct Patch {
    /// Obeyed, and where a recipe that contains itself is looked for.
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
    /// The inner `None` is null, which keeps the steps as they are, ids and all.
    pub(super) steps: Option<Option<Vec<SentStep>>>,
    pub(super) nutrition: Option<Nutrition>,
    /// The inner `None` is null, which is not nothing (hazard 4).
    pub(super) settings: Option<Option<Settings>>,
    pub(super) notes: Option<Vec<Note>>,
    pub(super) assets: Option<Vec<Asset>>,
    pub(super) image: Option<Value>,
    pub(super) user_id: Option<Uuid>,
    pub(super) group_id: Option<Uuid>,
    pub(super) created_at: Option<Timestamp>,
    pub(super) date_added: Option<Option<Date>>,
    pub(super) last_made: Option<Option<Timestamp>>,
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

/// The names of a moment of change, that of the table first (Mealie 3.10.2, `UpdatedAtField`).
pub(super) const UPDATED_AT: [&str; 4] = ["update_at", "updateAt", "updated_at", "updatedAt"];

/// A key in camel case, or in snake case, which Mealie takes as well.
pub(super) fn sent<'b>(body: &'b Map<String, Value>, camel: &str, snake: &str) -> Option<&'b Value> {
    body.get(camel).or_else(|| body.get(snake))
}

pub(super) fn at(loc: &[Value], name: &str) -> Vec<Value> {
    loc.iter().cloned().chain([json!(name)]).collect()
}

pub(super) fn nth(loc: &[Value], index: usize) -> Vec<Value> {
    loc.iter().cloned().chain([json!(index)]).collect()
}

impl Patch {
    /// `loc` is where the body stands: a list of bodies can be sent as well.
    pub(super) fn read(body: &Map<String, Value>, loc: &[Value]) -> Result<Patch, Answer> {
        let mut problems = Problems::default();
        let mut patch = Patch::default();
        let top = loc;
        if let Some(given) = body.get("name") {
            patch.name = problems.keep(pydantic::optional_string(&at(top, "name"), given));
        }
        if let Some(given) = body.get("id").filter(|id| !id.is_null()) {
            patch.id = problems.keep(pydantic::uuid4(&at(top, "id"), given));
        }
        if let Some(given) = body.get("slug") {
            patch.slug = problems.keep(pydantic::string(&at(top, "slug"), given));
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
            let text = match field {
                Text::Description | Text::OrgUrl => None,
                _ => quirks::number_as_text(given),
            };
            let text = match text {
                Some(text) => Ok(Some(text)),
                None => pydantic::optional_string(&at(top, camel), given),
            };
            patch.texts.extend(problems.keep(text).map(|text| (field, text)));
        }
        let mut number = |camel: &str, snake: &str| {
            let given = sent(body, camel, snake)?;
            if quirks::is_no_number(given) {
                Some(0.0)
            } else {
                problems.keep(pydantic::float(&at(top, camel), given))
            }
        };
        patch.servings = number("recipeServings", "recipe_servings");
        patch.yield_quantity = number("recipeYieldQuantity", "recipe_yield_quantity");
        if let Some(given) = sent(body, "recipeCategory", "recipe_category") {
            let loc = at(top, "recipeCategory");
            patch.categories = Some(nullable(given, |given| organizers(&mut problems, &loc, given, false)));
        }
        if let Some(given) = body.get("tags") {
            patch.tags =
                Some(nullable(given, |given| organizers(&mut problems, &at(top, "tags"), given, false)));
        }
        if let Some(given) = body.get("tools") {
            patch.tools = Some(organizers(&mut problems, &at(top, "tools"), given, true));
        }
        if let Some(given) = sent(body, "recipeIngredient", "recipe_ingredient") {
            patch.lines = Some(lines(&mut problems, &at(top, "recipeIngredient"), given));
        }
        if let Some(given) = sent(body, "recipeInstructions", "recipe_instructions") {
            let loc = at(top, "recipeInstructions");
            patch.steps = Some(nullable(given, |given| steps(&mut problems, &loc, given)));
        }
        if let Some(given) = body.get("nutrition") {
            patch.nutrition = nutrition(&mut problems, &at(top, "nutrition"), given);
        }
        if let Some(given) = body.get("settings") {
            let loc = at(top, "settings");
            patch.settings = Some(if given.is_null() { None } else { settings(&mut problems, &loc, given) });
        }
        if let Some(given) = body.get("notes")
            && !given.is_null()
        {
            patch.notes = Some(notes(&mut problems, &at(top, "notes"), given));
        }
        if let Some(given) = body.get("assets")
            && !given.is_null()
        {
            patch.assets = Some(assets(&mut problems, &at(top, "assets"), given));
        }
        patch.read_the_rest(body, top, &mut problems);
        look_at_the_idle(body, top, &mut problems);
        problems.none()?;
        if let Some(given) = body.get("extras") {
            patch.extras = Some(quirks::extras_as_read(given)?);
        }
        patch.image = body.get("image").cloned();
        // The validator computes the slug of the name while it reads the body, and that may fail.
        let unsluggable = |name: &String| !name.is_empty() && recipe_slug(name).is_none();
        if patch.name.as_ref().and_then(Option::as_ref).is_some_and(unsluggable) {
            return Err(quirks::no_slug_in_a_changed_name());
        }
        Ok(patch)
    }

    /// What belongs to the recipe rather than to what is in it, and is obeyed all the same. Here a null `createdAt` is
    /// passed over; Mealie 3.10.2 stores it.
    fn read_the_rest(&mut self, body: &Map<String, Value>, top: &[Value], problems: &mut Problems) {
        let loc = |name: &str| at(top, name);
        let mut id =
            |camel: &str, snake: &str| problems.keep(pydantic::uuid4(&loc(camel), sent(body, camel, snake)?));
        (self.user_id, self.group_id) = (id("userId", "user_id"), id("groupId", "group_id"));
        if let Some(given) = sent(body, "dateAdded", "date_added") {
            self.date_added = match given {
                Value::Null => Some(None),
                Value::String(text) => problems.keep(pydantic::date(&loc("dateAdded"), text)).map(Some),
                other => {
                    problems.add(pydantic::wrong_type("date_type", "date", &loc("dateAdded"), other));
                    None
                }
            };
        }
        let mut moment = |camel: &str, snake: &str| {
            let given = sent(body, camel, snake)?;
            problems.keep(moments::optional_moment(&loc(camel), given))
        };
        self.created_at = moment("createdAt", "created_at").flatten();
        self.last_made = moment("lastMade", "last_made");
    }
}

/// What has to be right and is not obeyed: the household is that of the owner, the rating that of the users, the moments
/// are those of the clock, and comments have a route of their own.
/// Mealie 3.10.2, `Recipe`; asked a running one.
fn look_at_the_idle(body: &Map<String, Value>, top: &[Value], problems: &mut Problems) {
    // A whole number is taken for some household, and a flag is one to Python.
    let is_whole = |given: &Value| given.is_i64() || given.is_u64() || given.is_boolean();
    if let Some(given) = sent(body, "householdId", "household_id").filter(|given| !is_whole(given)) {
        problems.keep(pydantic::uuid4(&at(top, "householdId"), given));
    }
    if let Some(given) = body.get("rating").filter(|given| !given.is_null()) {
        problems.keep(pydantic::float(&at(top, "rating"), given));
    }
    for names in [["dateUpdated", "date_updated"].as_slice(), &UPDATED_AT] {
        if let Some((name, given)) = names.iter().find_map(|name| Some((name, body.get(*name)?))) {
            problems.keep(moments::optional_moment(&at(top, name), given));
        }
    }
    if let Some(given) = body.get("comments").filter(|given| !given.is_null()) {
        look_at_comments(problems, &at(top, "comments"), given);
    }
}

fn nullable<T>(given: &Value, read: impl FnOnce(&Value) -> T) -> Option<T> {
    (!given.is_null()).then(|| read(given))
}
