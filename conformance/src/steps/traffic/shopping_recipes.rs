//! Then: what stands on a list in whatever order, and how foods went to Mealie. These steps change nothing of it.

use cucumber::then;
use serde_json::Value;

use crate::unmet::{Met, expect};
use crate::wish::listed;
use crate::world::World;

/// New items come in the order in which Mealie made them, which is nobody's promise.
#[then(regex = r#"^the list "([^"]+)" holds all of "([^"]*)"$"#)]
fn list_holds_all(world: &mut World, list: String, items: String) -> Met {
    let list = world.look().id_of(&format!("list {list}"))?;
    let mut there: Vec<String> = {
        let store = world.look().view();
        let food = |id| store.foods.get(id).map(|food| food.name.clone());
        let items = store.items_of(list).into_iter().map(|item| {
            let quantity = (item.quantity != 0.0).then(|| item.quantity.to_string());
            let words = [quantity, item.food_id.and_then(food), item.note.clone()];
            let line: Vec<String> = words.into_iter().flatten().filter(|word| !word.is_empty()).collect();
            line.join(" ")
        });
        items.collect()
    };
    let mut want = listed(&items);
    there.sort();
    want.sort();
    expect(there == want, want.join(", "), || format!("{}; last: {}", there.join(", "), world.last_words()))
}

#[then(regex = r#"^the food "([^"]+)" went to Mealie whole$"#)]
fn food_went_whole(world: &mut World, name: String) -> Met {
    let (id, plural) = {
        let store = world.look().view();
        let food = store.foods.iter().find(|food| food.name == name);
        food.map(|food| (food.id.to_string(), food.plural_name.clone())).unwrap_or_default()
    };
    let sent: Vec<Value> = world.look().writes().iter().flat_map(|write| foods_in(&write.body)).collect();
    let whole = |food: &Value| {
        food["id"] == id.as_str()
            && food["name"] == name.as_str()
            && food["pluralName"] == serde_json::json!(plural)
            && ["description", "extras", "aliases", "createdAt", "updatedAt"]
                .iter()
                .all(|field| food.get(field).is_some())
    };
    expect(
        !sent.is_empty() && sent.iter().all(whole),
        format!("the food {name:?} as Mealie gives it"),
        || format!("{sent:?}; last: {}", world.last_words()),
    )
}

fn foods_in(body: &Value) -> Vec<Value> {
    match body {
        Value::Object(fields) => {
            let own = fields.get("food").filter(|food| food.is_object()).cloned();
            own.into_iter().chain(fields.values().flat_map(foods_in)).collect()
        }
        Value::Array(items) => items.iter().flat_map(foods_in).collect(),
        _ => Vec::new(),
    }
}
