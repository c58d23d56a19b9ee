//! Items, recipes and lists as they are sent, and what the validator says about them.
//! Never touches the store.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::pydantic::{self, Problems};
use crate::quirks::{self, Addition, Needed, Wanted, WantedLabel, WantedReference};
use crate::reply::Answer;
use crate::routes::Call;
use crate::routes::fields::Fields;
use crate::routes::recipe_patch::lines::{Thing, thing};
use crate::shapes;

/// Where the id of an item is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemId {
    /// The body may have one. What is no UUID at all is none, whatever it is.
    MayBeSent,
    /// The body must have one.
    MustBeSent,
    /// The path has it; the body is not asked.
    OfThePath(Uuid),
}

/// What is wrong with a request so far. What an error that nobody catches stops is told of no more.
pub(super) type Wrong<'p> = &'p mut Problems;

/// A body that must be a list, read entry by entry.
pub(super) fn each<T>(
    call: &Call<'_>,
    problems: Wrong<'_>,
    mut read: impl FnMut(Wrong<'_>, Vec<Value>, &Map<String, Value>) -> Result<T, Answer>,
) -> Result<Vec<T>, Answer> {
    let loc = [json!("body")];
    let entries = match call.body() {
        Value::Null => Err(pydantic::missing(&loc, &Value::Null)),
        body => pydantic::list(&loc, body),
    };
    let mut all = Vec::new();
    for (at, entry) in problems.keep(entries).into_iter().flatten().enumerate() {
        let loc = vec![json!("body"), json!(at)];
        if let Some(fields) = problems.keep(pydantic::object(&loc, entry)) {
            all.push(read(problems, loc, fields)?);
        }
    }
    Ok(all)
}

/// The body as an object; an empty one, and a note of it, if it is none.
pub(super) fn object<'c>(call: &'c Call<'_>, problems: Wrong<'_>) -> Option<&'c Map<String, Value>> {
    let loc = [json!("body")];
    problems.keep(match call.body() {
        Value::Null => Err(pydantic::missing(&loc, &Value::Null)),
        body => pydantic::object(&loc, body),
    })
}

/// A UUID of the path, and a note of it if it is none: what is wrong with the body is told along with it.
pub(super) fn in_path(call: &Call<'_>, problems: Wrong<'_>, nth: usize, name: &str) -> Uuid {
    let id = pydantic::uuid4(&[json!("path"), json!(name)], &json!(call.captured(nth)));
    problems.keep(id).unwrap_or_default()
}

/// Extras; what is none of them at all is an error that nobody catches, whatever else is wrong.
pub(super) fn extras(fields: &Fields<'_>) -> Result<Map<String, Value>, Answer> {
    fields.given("extras").map_or(Ok(Map::new()), quirks::extras_as_read)
}

/// An item: what it leaves out is at its default (Mealie 3.10.2, hazard 6).
pub(super) fn item(
    problems: Wrong<'_>,
    loc: Vec<Value>,
    body: &Map<String, Value>,
    id: ItemId,
) -> Result<Wanted, Answer> {
    let mut fields = Fields::within(loc, body);
    let quantity = fields.number_or("quantity", 1.0);
    fields.by("unit", |problems, loc, given| {
        thing(problems, loc, "IngredientUnit", "CreateIngredientUnit", Some(given))
    });
    let food = fields.by("food", |problems, loc, given| {
        thing(problems, loc, "IngredientFood", "CreateIngredientFood", Some(given))
    });
    let note = fields.optional_text_or("note", "");
    let display = fields.text_or("display", "");
    let list_id = fields.id("shoppingListId");
    let checked = fields.flag_or("checked", false);
    let position = fields.whole_number_or("position", 0);
    let food_id = fields.optional_id("foodId");
    let label_id = fields.optional_id("labelId");
    let unit_id = fields.optional_id("unitId");
    let extras = extras(&fields)?;
    let id = match id {
        ItemId::OfThePath(id) => Some(id),
        ItemId::MustBeSent => Some(fields.id("id")),
        ItemId::MayBeSent => {
            let is_uuid = |id: &Value| id.as_str().and_then(quirks::uuid_in_any_spelling).is_some();
            if fields.given("id").is_some_and(is_uuid) { fields.optional_id("id") } else { None }
        }
    };
    let references = fields.each_or_none("recipeReferences", |problems, loc, given| {
        let mut fields = Fields::within(loc.to_vec(), problems.keep(pydantic::object(loc, given))?);
        let reference = reference(&mut fields);
        problems.take(fields.problems());
        Some(reference)
    });
    let of_food = food.filter(|food| *food != Thing::None).map(|_| label_of(body.get("food")));
    let wrong = fields.problems();
    let is_computed = display.is_empty() && wrong.is_empty();
    problems.take(wrong);
    let decimals = body.get("unit").and_then(|unit| unit.get("fraction")) == Some(&json!(false));
    if is_computed && !decimals && !quirks::can_be_written(quantity, None) {
        return Err(quirks::uncaught());
    }
    let display = if is_computed { called(body, quantity, note.as_deref()) } else { display };
    Ok(Wanted {
        id,
        list_id,
        quantity,
        unit_id,
        food_id,
        label: WantedLabel { id: label_id, of_food, display },
        note,
        checked,
        position,
        extras,
        references,
    })
}

/// What an item comes to, of which no more is known than what was sent: ids of food and unit say nothing.
fn called(body: &Map<String, Value>, quantity: f64, note: Option<&str>) -> String {
    let named = |thing: &str| {
        let thing = body.get(thing)?;
        thing.as_str().or_else(|| thing.get("name")?.as_str())
    };
    let amount = shapes::display(Some(quantity), None, None, None);
    let unit = named("unit").filter(|_| quantity != 0.0);
    let words = [Some(amount.as_str()), unit, named("food"), note];
    words.into_iter().flatten().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The label of a food that was sent whole.
fn label_of(food: Option<&Value>) -> Option<Uuid> {
    let food = food?;
    let label = food.get("labelId").or_else(|| food.get("label_id"))?;
    Uuid::parse_str(label.as_str()?).ok()
}

/// A reference keeps its id if it says which item it is of (Mealie 3.10.2, `ShoppingListItemRecipeRefUpdate`).
fn reference(fields: &mut Fields<'_>) -> WantedReference {
    let recipe_id = fields.id("recipeId");
    let quantity = fields.optional_number_or("recipeQuantity", 0.0).unwrap_or(0.0);
    let scale = fields.optional_number_or("recipeScale", 1.0).unwrap_or(1.0);
    let note = fields.optional_text("recipeNote");
    let of_item = fields.given("shoppingListItemId").is_some();
    let id = fields.given("id").filter(|_| of_item).and_then(Value::as_str);
    let id = id.and_then(|id| Uuid::parse_str(id).ok());
    WantedReference { id, recipe_id, quantity, scale, note }
}

/// A recipe to be put on a list: which one, how many times, and lines to be taken instead of its own.
pub(super) fn addition(
    problems: Wrong<'_>,
    loc: Vec<Value>,
    body: &Map<String, Value>,
) -> Result<Addition, Answer> {
    let mut fields = Fields::within(loc, body);
    let (scale, lines) = how_much(&mut fields);
    let recipe_id = fields.id("recipeId");
    problems.take(fields.problems());
    Ok(Addition { recipe_id, scale, lines })
}

/// The same without the recipe, which the older path has.
pub(super) fn how_much(fields: &mut Fields<'_>) -> (f64, Option<Vec<Needed>>) {
    let scale = fields.number_or("recipeIncrementQuantity", 1.0);
    let lines = fields.by("recipeIngredients", |problems, loc, given| {
        if given.is_null() { None } else { Some(lines(problems, loc, given)) }
    });
    (scale, lines.flatten())
}

fn lines(problems: &mut Problems, loc: &[Value], given: &Value) -> Vec<Needed> {
    let Some(entries) = problems.keep(pydantic::list(loc, given)) else { return Vec::new() };
    let mut needed = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let loc: Vec<Value> = loc.iter().cloned().chain([json!(at)]).collect();
        let Some(body) = problems.keep(pydantic::object(&loc, entry)) else { continue };
        let mut fields = Fields::within(loc, body);
        // An empty text, which the web page sends, is none (Mealie 3.10.2, `RecipeIngredient.validate_quantity`).
        let empty = fields.given("quantity") == Some(&json!(""));
        let quantity = if empty { None } else { fields.optional_number_or("quantity", 0.0) };
        let unit = fields.by("unit", |problems, loc, given| {
            thing(problems, loc, "IngredientUnit", "CreateIngredientUnit", Some(given))
        });
        let food = fields.by("food", |problems, loc, given| {
            thing(problems, loc, "IngredientFood", "CreateIngredientFood", Some(given))
        });
        let referenced = fields.by("referencedRecipe", inner).flatten();
        let note = fields.optional_text_or("note", "");
        problems.take(fields.problems());
        let known = |thing: Option<Thing>| match thing {
            Some(Thing::Known(id)) => Some(id),
            _ => None,
        };
        let food_id = known(food);
        let label_id = food_id.and_then(|_| label_of(body.get("food")));
        let quantity = quantity.map(quirks::three_digits);
        needed.push(Needed { quantity, unit_id: known(unit), food_id, label_id, note, referenced });
    }
    needed
}

/// A recipe in a line comes with its lines, or it has none.
fn inner(problems: &mut Problems, loc: &[Value], given: &Value) -> Option<(Uuid, Vec<Needed>)> {
    if given.is_null() {
        return None;
    }
    let mut fields = Fields::within(loc.to_vec(), problems.keep(pydantic::object(loc, given))?);
    let id = fields.optional_id("id");
    let inner_lines =
        fields.by(
            "recipeIngredient",
            |problems, loc, given| {
                if given.is_null() { Vec::new() } else { lines(problems, loc, given) }
            },
        );
    problems.take(fields.problems());
    Some((id.unwrap_or_default(), inner_lines.unwrap_or_default()))
}
