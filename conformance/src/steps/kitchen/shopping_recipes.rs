//! Given: what recipes take, and recipes on shopping lists. These steps touch the fake's store.

use cucumber::given;
use fake_mealie::{Ingredient, Kitchen};
use uuid::Uuid;

use crate::unmet::{Met, Unmet};
use crate::world::World;

/// The food of this name, which is made if there is none.
fn food_called(store: &mut Kitchen, name: &str) -> Uuid {
    let there = store.foods.iter().find(|food| food.name == name).map(|food| food.id);
    there.unwrap_or_else(|| store.add_food(name))
}

#[given(regex = r#"^the recipe "([^"]+)" takes (\d+) of the food "([^"]+)"(?: with the note "([^"]*)")?$"#)]
fn takes_food(world: &mut World, recipe: String, quantity: f64, food: String, note: String) -> Met {
    let recipe = world.kitchen().id_of(&recipe)?;
    let mut store = world.kitchen().state();
    let food = food_called(&mut store, &food);
    store.add_ingredient(recipe, quantity, food);
    let lines = store.recipes.get_mut(recipe).map(|recipe| &mut recipe.ingredients);
    if let Some(line) = lines.and_then(|lines| lines.last_mut()) {
        line.note = Some(note);
    }
    Ok(())
}

#[given(regex = r#"^the recipe "([^"]+)" takes (\d+) of the recipe "([^"]+)"$"#)]
fn takes_recipe(world: &mut World, recipe: String, quantity: f64, within: String) -> Met {
    let (recipe, within) = (world.kitchen().id_of(&recipe)?, world.kitchen().id_of(&within)?);
    let mut store = world.kitchen().state();
    let line = Ingredient {
        quantity: Some(quantity),
        referenced_recipe: Some(within),
        reference_id: Some(Uuid::new_v4()),
        ..Ingredient::default()
    };
    let recipe = store.recipes.get_mut(recipe).ok_or_else(|| Unmet::new("a recipe", "none"))?;
    recipe.ingredients.push(line);
    Ok(())
}

#[given(regex = r#"^(\d+) of the food "([^"]+)"(?: with the note "([^"]*)")? are on the list "([^"]+)"$"#)]
fn food_is_on_list(world: &mut World, quantity: f64, food: String, note: String, list: String) -> Met {
    let list = world.kitchen().id_of(&format!("list {list}"))?;
    let mut store = world.kitchen().state();
    let food = food_called(&mut store, &food);
    store.add_item_to(list, quantity, Some(food), &note);
    Ok(())
}

#[given(regex = r#"^the recipe "([^"]+)" was put on the list "([^"]+)"$"#)]
fn recipe_is_on_list(world: &mut World, recipe: String, list: String) -> Met {
    let (recipe, list) = (world.kitchen().id_of(&recipe)?, world.kitchen().id_of(&format!("list {list}"))?);
    world.kitchen().state().put_recipe_on(list, recipe, 1.0);
    Ok(())
}

#[given(regex = r#"^somebody wants (\d+) of the food "([^"]+)" on the list "([^"]+)" instead$"#)]
fn quantity_is_another(world: &mut World, quantity: f64, food: String, list: String) -> Met {
    let list = world.kitchen().id_of(&format!("list {list}"))?;
    let mut store = world.kitchen().state();
    let food = food_called(&mut store, &food);
    let item = store.items_of(list).into_iter().find(|item| item.food_id == Some(food)).map(|item| item.id);
    let item = item.ok_or_else(|| Unmet::new("an item of that food", "none"))?;
    store.set_item_quantity(item, quantity);
    Ok(())
}

#[given("Mealie takes recipes for a list one by one only")]
fn only_the_older_route(world: &mut World) {
    world.kitchen().state().keep_only_the_older_recipe_route();
}
