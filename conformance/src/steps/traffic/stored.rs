//! Then: what a recipe holds, read from the kitchen's own store. These steps compare what is written there with what was
//! given and with what was there before, and never with what the subject says of it.

use cucumber::then;
use fake_mealie::{Ingredient, Kitchen as Store, Recipe, Step};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::reply::is_alike;
use crate::unmet::{Met, Unmet, expect};
use crate::world::World;

/// What a recipe holds, its ids and dates left out; what is not said is no field.
fn held(store: &Store, recipe: &Recipe) -> Map<String, Value> {
    let named = |ids: &[Uuid]| -> Vec<String> {
        ids.iter().filter_map(|id| store.organizers.get(*id)).map(|one| one.name.clone()).collect()
    };
    let notes = recipe.notes.iter().map(|note| json!({"title": note.title, "text": note.text}));
    let whole = json!({
        "name": recipe.name,
        "slug": recipe.slug,
        "image": recipe.image,
        "description": recipe.description,
        "servings": recipe.servings,
        "yield_quantity": recipe.yield_quantity,
        "yield": recipe.yield_text,
        "total_time": recipe.total_time,
        "prep_time": recipe.prep_time,
        "cook_time": recipe.cook_time,
        "perform_time": recipe.perform_time,
        "source": recipe.org_url,
        "rating": recipe.rating,
        "lines": recipe.ingredients.iter().map(|line| line_of(store, line)).collect::<Vec<_>>(),
        "steps": recipe.steps.iter().map(step_of).collect::<Vec<_>>(),
        "notes": notes.collect::<Vec<_>>(),
        "tags": named(&recipe.tags),
        "categories": named(&recipe.categories),
        "tools": named(&recipe.tools),
        "nutrition": recipe.nutrition.0,
        "settings": format!("{:?}", recipe.settings),
        "extras": recipe.extras,
    });
    said(whole)
}

fn line_of(store: &Store, line: &Ingredient) -> Value {
    let food = line.food.and_then(|food| store.foods.get(food)).map(|food| &food.name);
    let unit = line.unit.and_then(|unit| store.units.get(unit)).map(|unit| &unit.name);
    let whole = json!({
        "quantity": line.quantity.filter(|quantity| *quantity != 0.0), "unit": unit, "food": food, "note": line.note,
        "title": line.title, "original": line.original_text,
    });
    Value::Object(said(whole))
}

fn step_of(step: &Step) -> Value {
    Value::Object(said(json!({"title": step.title, "summary": step.summary, "text": step.text})))
}

/// Without what is null or an empty text: Mealie tells them apart from nothing, and nobody who reads a recipe does.
fn said(whole: Value) -> Map<String, Value> {
    let fields = if let Value::Object(fields) = whole { fields } else { Map::new() };
    fields.into_iter().filter(|(_, value)| !value.is_null() && *value != "").collect()
}

/// What the recipe holds that the scenario knows, or that the kitchen has, under this name.
fn holds(world: &World, name: &str) -> Result<Map<String, Value>, Unmet> {
    let known = world.look().id_of(name).ok();
    let store = world.look().view();
    let recipe = match known {
        Some(id) => store.recipes.get(id),
        None => store.recipes.iter().find(|recipe| recipe.name == name),
    };
    let recipe = recipe.ok_or_else(|| Unmet::new(format!("a recipe {name:?}"), "none"))?;
    Ok(held(&store, recipe))
}

fn fields(json: &str) -> Result<Map<String, Value>, Unmet> {
    serde_json::from_str(json).map_err(|error| Unmet::new("an object of JSON", error.to_string()))
}

/// One after the other, so that what differs is named.
fn compare(what: &str, got: &Map<String, Value>, want: &Map<String, Value>) -> Met {
    want.iter().try_for_each(|(field, want)| {
        let got = got.get(field).unwrap_or(&Value::Null);
        expect(is_alike(got, want), format!("{what}: {field}: {want}"), || got.to_string())
    })
}

#[then(regex = r#"^the recipe "([^"]+)" now holds '(.+)'$"#)]
fn recipe_holds(world: &mut World, name: String, json: String) -> Met {
    compare(&name, &holds(world, &name)?, &fields(&json)?)
}

#[then(regex = r#"^the recipe "([^"]+)" now holds '(.+)' and all else as before$"#)]
fn recipe_holds_besides(world: &mut World, name: String, json: String) -> Met {
    let (id, given) = (world.look().id_of(&name)?, fields(&json)?);
    let before = world.look().before().and_then(|store| Some(held(store, store.recipes.get(id)?)));
    let mut want =
        before.ok_or_else(|| Unmet::new(format!("a recipe {name:?} before the server came"), "none"))?;
    want.extend(given);
    let got = holds(world, &name)?;
    compare(&name, &got, &want)?;
    let more: Vec<&String> = got.keys().filter(|field| !want.contains_key(*field)).collect();
    expect(more.is_empty(), "nothing that was not given", || format!("{more:?}"))
}

/// What a copy does not take over from the first recipe.
const ITS_OWN: [&str; 3] = ["name", "slug", "rating"];

#[then(regex = r#"^the recipe "([^"]+)" holds what "([^"]+)" holds$"#)]
fn recipe_is_a_copy(world: &mut World, copy: String, first: String) -> Met {
    let of = |name: &str| -> Result<Map<String, Value>, Unmet> {
        let all = holds(world, name)?.into_iter();
        Ok(all.filter(|(field, _)| !ITS_OWN.contains(&field.as_str())).collect())
    };
    let (copy_holds, first_holds) = (of(&copy)?, of(&first)?);
    compare(&copy, &copy_holds, &first_holds)?;
    compare(&first, &first_holds, &copy_holds)
}
