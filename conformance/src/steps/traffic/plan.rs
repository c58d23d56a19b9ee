//! Then: what is planned, read from the kitchen's own store. These steps compare it with what was given and with what was
//! there before, and never with what the subject says of it.

use cucumber::then;
use fake_mealie::{Kitchen as Store, PlanEntry};
use serde_json::{Map, Value, json};

use crate::reply::is_alike;
use crate::unmet::{Met, Unmet, expect};
use crate::world::World;

/// What an entry holds; a recipe by its name.
fn held(store: &Store, entry: &PlanEntry) -> Map<String, Value> {
    let recipe = entry.recipe_id.map(|id| store.recipes.get(id).map_or("nobody's", |recipe| &recipe.name));
    let whole = json!({
        "date": entry.date.to_string(),
        "meal": entry.meal.word(),
        "recipe": recipe,
        "title": entry.title,
        "text": entry.text,
        "user": entry.user_id,
        "group": entry.group_id,
    });
    if let Value::Object(fields) = whole { fields } else { Map::new() }
}

fn none(number: i64) -> Unmet {
    Unmet::new(format!("the plan entry {number}"), "none")
}

#[then(regex = r"^the plan entry (\d+) now holds '(.+)' and all else as before$")]
fn entry_holds(world: &mut World, number: i64, json: String) -> Met {
    let given: Map<String, Value> =
        serde_json::from_str(&json).map_err(|error| Unmet::new("an object of JSON", error.to_string()))?;
    let of = |store: &Store| store.plan_entry(number).map(|entry| held(store, entry));
    let mut want = world.look().before().and_then(of).ok_or_else(|| none(number))?;
    want.extend(given);
    let got = of(&world.look().view()).ok_or_else(|| none(number))?;
    let (want, got) = (Value::Object(want), Value::Object(got));
    expect(is_alike(&got, &want), want.to_string(), || format!("{got}; last: {}", world.last_words()))
}

#[then(regex = r"^the plan entry (\d+) is as it was$")]
fn entry_is_unchanged(world: &mut World, number: i64) -> Met {
    let of = |store: &Store| store.plan_entry(number).cloned();
    let before = world.look().before().and_then(of).ok_or_else(|| none(number))?;
    let now = of(&world.look().view()).ok_or_else(|| none(number))?;
    expect(before == now, format!("{before:?}"), || format!("{now:?}"))
}

#[then(regex = r"^the plan entry (\d+) is (gone|still there)$")]
fn entry_is(world: &mut World, number: i64, want: String) -> Met {
    let there = world.look().view().plan_entry(number).is_some();
    expect(there == (want == "still there"), want, || format!("an entry that is there: {there}"))
}

#[then(regex = r"^(\d+) (?:entry is|entries are) planned$")]
fn so_many_planned(world: &mut World, count: usize) -> Met {
    let planned = world.look().view().plan.len();
    expect(planned == count, format!("{count} plan entries"), || format!("{planned}; {}", world.last_words()))
}

#[then(regex = r"^the newest plan entry holds '(.+)'$")]
fn newest_holds(world: &mut World, json: String) -> Met {
    let want: Map<String, Value> =
        serde_json::from_str(&json).map_err(|error| Unmet::new("an object of JSON", error.to_string()))?;
    let got = {
        let store = world.look().view();
        store.plan.last().map(|entry| held(&store, entry))
    };
    let got = got.ok_or_else(|| Unmet::new("a plan entry", world.last_words()))?;
    want.iter().try_for_each(|(field, want)| {
        let got = got.get(field).unwrap_or(&Value::Null);
        expect(is_alike(got, want), format!("{field}: {want}"), || got.to_string())
    })
}
