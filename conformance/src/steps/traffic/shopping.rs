//! Then: what stands on a shopping list now, read from the kitchen's own store. These steps change nothing of it.

use cucumber::then;

use crate::unmet::{Met, expect};
use crate::wish::listed;
use crate::world::World;

#[then(regex = r#"^the list "([^"]+)" holds "([^"]*)"$"#)]
fn named_list_holds(world: &mut World, list: String, items: String) -> Met {
    let list = world.look().id_of(&format!("list {list}"))?;
    let there: Vec<String> = {
        let store = world.look().view();
        let food = |id| store.foods.get(id).map(|food| food.name.clone());
        let items = store.items_of(list).into_iter().map(|item| {
            let quantity = (item.quantity != 0.0).then(|| item.quantity.to_string());
            let words = [quantity, item.food_id.and_then(food), item.note.clone()];
            let line: Vec<String> = words.into_iter().flatten().filter(|word| !word.is_empty()).collect();
            format!("{}{}", line.join(" "), if item.checked { " (ticked off)" } else { "" })
        });
        items.collect()
    };
    expect(there == listed(&items), items, || format!("{}; last: {}", there.join(", "), world.last_words()))
}

#[then(regex = r#"^the list "([^"]+)" is gone$"#)]
fn list_is_gone(world: &mut World, list: String) -> Met {
    let id = world.look().id_of(&format!("list {list}"))?;
    let (there, items) = {
        let store = world.look().view();
        (store.lists.get(id).is_some(), store.items_of(id).len())
    };
    expect(!there && items == 0, format!("no list {list:?}"), || {
        format!("it is there: {there}, with {items} items; last: {}", world.last_words())
    })
}
