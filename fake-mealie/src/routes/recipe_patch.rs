//! `PATCH /api/recipes/{slug or id}`: what was sent replaces what was there, key by key.
//! Never protects a recipe from its sender: hazards 1 to 4 and 7 are reached from here, as in Mealie.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::Call;
use super::recipes::{recipe_called, user, whole};
use crate::pydantic::{self, Problems};
use crate::quirks::{self, SentOrganizer};
use crate::reply::{Answer, Reply};
use crate::shapes::NUTRITION;
use crate::slug::recipe_slug;
use crate::store::{Ingredient, Kitchen, Note, Nutrition, OrganizerKind, Recipe, Settings, Step};

/// A body that has passed the validator. The outer `Option` says whether the key was sent.
#[derive(Debug, Default)]
struct Patch {
    /// Only looked at to find a recipe that contains itself.
    id: Option<Uuid>,
    name: Option<Option<String>>,
    slug: Option<String>,
    texts: Vec<(Text, Option<String>)>,
    servings: Option<f64>,
    yield_quantity: Option<f64>,
    categories: Option<Option<Vec<SentOrganizer>>>,
    tags: Option<Option<Vec<SentOrganizer>>>,
    tools: Option<Vec<SentOrganizer>>,
    lines: Option<Vec<SentLine>>,
    steps: Option<Vec<SentStep>>,
    nutrition: Option<Nutrition>,
    settings: Option<Settings>,
    notes: Option<Vec<Note>>,
    extras: Option<Map<String, Value>>,
}

/// The fields that are plain text.
#[derive(Debug, Clone, Copy)]
enum Text {
    Description,
    YieldText,
    TotalTime,
    PrepTime,
    CookTime,
    PerformTime,
    OrgUrl,
}

#[derive(Debug)]
struct SentLine {
    quantity: Option<f64>,
    unit: Thing,
    food: Thing,
    referenced_recipe: Referenced,
    note: Option<String>,
    title: Option<String>,
    original_text: Option<String>,
    reference_id: Option<Uuid>,
}

/// A recipe that is used as an ingredient: its id counts, or else its slug.
#[derive(Debug, Clone, PartialEq)]
enum Referenced {
    Nothing,
    Id(Uuid),
    Slug(String),
    NameOnly,
}

impl Referenced {
    fn find<'k>(&self, kitchen: &'k Kitchen) -> Option<&'k Recipe> {
        match self {
            Referenced::Id(id) => kitchen.recipes.get(*id),
            Referenced::Slug(slug) => kitchen.recipe_at(slug),
            Referenced::Nothing | Referenced::NameOnly => None,
        }
    }
}

/// A food or a unit in a line.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Thing {
    None,
    Known(Uuid),
    NameOnly,
}

#[derive(Debug)]
struct SentStep {
    title: Option<String>,
    summary: Option<String>,
    text: String,
    references: Option<Vec<Uuid>>,
}

/// Finds by slug or id, writes to the slug of the name (hazards 2 and 3), and answers with what it wrote to.
pub(super) fn patch(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let patch = Patch::read(call.object()?)?;
    let found = recipe_called(kitchen, call.captured(0))?;
    whole(kitchen, found)?;
    let slug = quirks::slug_written_to(found);
    let caller = user(kitchen, call);
    if !quirks::may_update(kitchen, caller, &slug) {
        return Err(quirks::permission_denied());
    }
    let locks = patch.settings.is_some_and(|settings| settings.locked != found.settings.locked);
    if locks && found.user_id != caller.id {
        return Err(quirks::permission_denied());
    }
    let referenced = patch.lines.iter().flatten().filter_map(|line| line.referenced_recipe.find(kitchen));
    if quirks::would_contain_itself(kitchen, patch.id, referenced) {
        return Err(quirks::contains_itself());
    }
    let target = kitchen.recipe_at(&slug).ok_or_else(quirks::permission_denied)?;
    whole(kitchen, target)?;
    let target_id = target.id;
    write(kitchen, target.clone(), patch)?;
    // Hazard 1: what cannot be read back is written all the same.
    let written = kitchen.recipes.get(target_id).ok_or_else(quirks::no_entry_found)?;
    Ok(Answer::ok(whole(kitchen, written)?).dated())
}

fn write(kitchen: &mut Kitchen, mut recipe: Recipe, patch: Patch) -> Result<(), Answer> {
    let now = kitchen.now();
    match &patch.name {
        Some(None) => return Err(quirks::unknown_error("TypeError")),
        Some(Some(name)) if name.is_empty() => return Err(quirks::unknown_error("AssertionError")),
        _ => {}
    }
    let name = patch.name.flatten();
    recipe.slug = quirks::slug_after_patch(&recipe, name.as_deref(), patch.slug.as_deref());
    let twin = kitchen.recipe_at(&recipe.slug);
    if twin.is_some_and(|twin| twin.id != recipe.id) {
        return Err(quirks::already_exists());
    }
    if let Some(name) = name {
        recipe.name = name;
    }
    for (field, text) in patch.texts {
        *text_field(&mut recipe, field) = text;
    }
    recipe.servings = patch.servings.unwrap_or(recipe.servings);
    recipe.yield_quantity = patch.yield_quantity.unwrap_or(recipe.yield_quantity);

    let mut organizers = Vec::new();
    for (kind, sent) in [
        (OrganizerKind::Category, patch.categories),
        (OrganizerKind::Tag, patch.tags),
        (OrganizerKind::Tool, patch.tools.map(Some)),
    ] {
        let Some(sent) = sent else { continue };
        let sent = sent.ok_or_else(|| quirks::unknown_error("TypeError"))?;
        let (ids, kept) = quirks::organizers_written_through(kitchen, kind, &sent, now)?;
        organizers.extend(kept);
        match kind {
            OrganizerKind::Category => recipe.categories = ids,
            OrganizerKind::Tag => recipe.tags = ids,
            OrganizerKind::Tool => recipe.tools = ids,
        }
    }
    if let Some(lines) = patch.lines {
        recipe.ingredients = lines.into_iter().map(|line| line.kept(kitchen)).collect::<Result<_, _>>()?;
    }
    if let Some(steps) = patch.steps {
        recipe.steps = steps.into_iter().map(SentStep::kept).collect::<Result<_, _>>()?;
    }
    for step in &mut recipe.steps {
        // Steps are made anew by every update, whatever it is about (Mealie 3.10.2; seen `recipes/rename_*`).
        step.id = kitchen.fresh_id();
    }
    if let Some(extras) = patch.extras {
        quirks::extras_can_be_stored(&extras)?;
        recipe.extras = extras;
    }
    recipe.nutrition = patch.nutrition.unwrap_or(recipe.nutrition);
    recipe.settings = patch.settings.unwrap_or(recipe.settings);
    recipe.notes = patch.notes.unwrap_or(recipe.notes);
    recipe.date_updated = Some(now);
    recipe.updated_at = now;
    for organizer in organizers {
        kitchen.organizers.put(organizer);
    }
    kitchen.recipes.put(recipe);
    Ok(())
}

fn text_field(recipe: &mut Recipe, field: Text) -> &mut Option<String> {
    match field {
        Text::Description => &mut recipe.description,
        Text::YieldText => &mut recipe.yield_text,
        Text::TotalTime => &mut recipe.total_time,
        Text::PrepTime => &mut recipe.prep_time,
        Text::CookTime => &mut recipe.cook_time,
        Text::PerformTime => &mut recipe.perform_time,
        Text::OrgUrl => &mut recipe.org_url,
    }
}

impl SentLine {
    fn kept(self, kitchen: &Kitchen) -> Result<Ingredient, Answer> {
        // An unknown id is silently no food (Mealie 3.10.2; seen `recipes/patch_ingredients_food_unknown_id`).
        let food = match self.food {
            Thing::None => None,
            Thing::Known(id) => kitchen.foods.get(id).map(|food| food.id),
            Thing::NameOnly => return Err(quirks::line_names_a_thing_without_id()),
        };
        let unit = match self.unit {
            Thing::None => None,
            Thing::Known(id) => kitchen.units.get(id).map(|unit| unit.id),
            Thing::NameOnly => return Err(quirks::line_names_a_thing_without_id()),
        };
        if self.referenced_recipe == Referenced::NameOnly {
            return Err(quirks::line_names_a_thing_without_id());
        }
        let referenced_recipe = self.referenced_recipe.find(kitchen).map(|recipe| recipe.id);
        Ok(Ingredient {
            quantity: self.quantity,
            unit,
            food,
            referenced_recipe,
            note: self.note,
            title: self.title,
            original_text: self.original_text,
            reference_id: self.reference_id,
        })
    }
}

impl SentStep {
    fn kept(self) -> Result<Step, Answer> {
        Ok(Step {
            id: Uuid::nil(),
            title: self.title,
            summary: self.summary,
            text: self.text,
            ingredient_references: self.references.ok_or_else(quirks::step_without_references)?,
        })
    }
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
    fn read(body: &Map<String, Value>) -> Result<Patch, Answer> {
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
            (Text::YieldText, "recipeYield", "recipe_yield"),
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
