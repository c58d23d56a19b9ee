//! Given: shopping lists by name, and what stands on them. These steps touch the fake's store.

use cucumber::given;

use crate::unmet::{Met, Unmet};
use crate::wish::listed;
use crate::world::World;

#[given(regex = r#"^a shopping list "([^"]+)" with "([^"]*)"$"#)]
fn a_named_list(world: &mut World, name: String, items: String) {
    let list = world.kitchen().state().add_list(&name);
    world.kitchen().name(&format!("list {name}"), list);
    for item in listed(&items) {
        let id = world.kitchen().state().add_item(list, &item);
        world.kitchen().name(&item, id);
    }
}

#[given(regex = r#"^"([^"]+)" stands on the list "([^"]+)" a second time$"#)]
fn a_twin(world: &mut World, item: String, list: String) -> Met {
    let list = world.kitchen().id_of(&format!("list {list}"))?;
    let id = world.kitchen().state().add_item(list, &item);
    world.kitchen().name(&format!("second {item}"), id);
    Ok(())
}

#[given(regex = r#"^the list "([^"]+)" holds (\d+) of the food "([^"]+)" with the note "([^"]*)"$"#)]
fn a_quantity(world: &mut World, list: String, quantity: f64, food: String, note: String) -> Met {
    let list = world.kitchen().id_of(&format!("list {list}"))?;
    let item = {
        let mut store = world.kitchen().state();
        let food = store.add_food(&food);
        let item = store.add_food_item(list, quantity, food);
        store.rewrite_item(item, &note);
        item
    };
    world.kitchen().name(&format!("item {food}"), item);
    Ok(())
}

#[given(regex = r#"^(\d+) more items of the list "([^"]+)" are ticked off$"#)]
fn many_ticked(world: &mut World, count: usize, list: String) -> Met {
    let list = world.kitchen().id_of(&format!("list {list}"))?;
    let mut store = world.kitchen().state();
    for number in 1..=count {
        let item = store.add_item(list, &format!("line {number}"));
        store.tick_item(item);
    }
    Ok(())
}

#[given(regex = r#"^the list "([^"]+)" belongs to another household$"#)]
fn is_theirs(world: &mut World, list: String) -> Result<(), Unmet> {
    let list = world.kitchen().id_of(&format!("list {list}"))?;
    let mut store = world.kitchen().state();
    let group = store.group_of(store.cook().id);
    let household = store.add_household(group, "Next door");
    let neighbor = store.add_user(household, "next-door", "the-token-of-next-door");
    store.give_list(list, neighbor);
    Ok(())
}
