//! Given: what is in the kitchen, on the pages that it can import, and what goes wrong there. These steps touch the
//! fake's store and its faults, and never the subject.

mod cookbooks;
mod pages;
mod pictures;
pub(in crate::steps) mod plan;
mod sharing;
mod shopping;
mod shopping_recipes;
mod social;
mod trouble;

use cucumber::given;
use fake_mealie::TextPlace;

use crate::unmet::{Met, Unmet};
use crate::wish::{characters, listed};
use crate::world::World;

#[given(regex = r#"^a recipe "([^"]+)" for (\d+) with (\d+) steps$"#)]
fn a_recipe(world: &mut World, name: String, servings: u32, steps: usize) {
    world.kitchen().add_recipe(&name, servings, steps);
}

#[given(regex = r"^(\d+) more recipes$")]
fn more_recipes(world: &mut World, count: usize) {
    for number in 1..=count {
        world.kitchen().add_recipe(&format!("Another dish {number}"), 2, 1);
    }
}

#[given(regex = r"^(\d+) more recipes with (\d+) letters each$")]
fn more_long_recipes(world: &mut World, count: usize, letters: usize) {
    for number in 1..=count {
        let id = world.kitchen().add_recipe(&format!("Another dish {number}"), 2, 1);
        world.kitchen().state().describe_recipe(id, &"long ".repeat(letters / 5));
    }
}

#[given(regex = r#"^the foods "([^"]+)" and "([^"]+)"$"#)]
fn two_foods(world: &mut World, one: String, other: String) {
    world.kitchen().add_food(&one);
    world.kitchen().add_food(&other);
}

#[given(regex = r#"^the recipe "([^"]+)" uses the food "([^"]+)"$"#)]
fn recipe_uses_food(world: &mut World, recipe: String, food: String) -> Met {
    world.kitchen().use_food(&recipe, &food)
}

#[given(regex = r#"^the units "([^"]+)" and "([^"]+)"$"#)]
fn two_units(world: &mut World, one: String, other: String) {
    world.kitchen().add_unit(&one);
    world.kitchen().add_unit(&other);
}

#[given(regex = r#"^the recipe "([^"]+)" uses the unit "([^"]+)"$"#)]
fn recipe_uses_unit(world: &mut World, recipe: String, unit: String) -> Met {
    world.kitchen().use_unit(&recipe, &unit)
}

#[given(regex = r#"^the unit "([^"]+)" stands on the shopping list$"#)]
fn unit_on_list(world: &mut World, unit: String) -> Met {
    world.kitchen().put_unit_on_list(&unit)
}

#[given(regex = r#"^a label "([^"]+)"$"#)]
fn a_label(world: &mut World, name: String) {
    let id = world.kitchen().state().add_label(&name);
    world.kitchen().name(&name, id);
}

#[given(regex = r#"^the food "([^"]+)" has the label "([^"]+)"$"#)]
fn food_has_label(world: &mut World, food: String, label: String) -> Met {
    let (food, label) = (world.kitchen().id_of(&food)?, world.kitchen().id_of(&label)?);
    world.kitchen().state().label_food(food, label);
    Ok(())
}

#[given(regex = r#"^the food "([^"]+)" is called "([^"]+)" too$"#)]
fn food_has_alias(world: &mut World, food: String, alias: String) -> Met {
    let id = world.kitchen().id_of(&food)?;
    world.kitchen().state().alias_food(id, &alias);
    Ok(())
}

#[given("Mealie's nlp parser lacks its language data")]
fn no_language_data(world: &mut World) {
    world.kitchen().state().lose_language_data();
}

#[given(regex = r#"^a shopping list with "([^"]+)"$"#)]
fn a_list(world: &mut World, items: String) {
    world.kitchen().add_list(&listed(&items));
}

#[given(regex = r"^a shopping list with (\d+) lines$")]
fn a_long_list(world: &mut World, count: usize) {
    let lines: Vec<String> = (1..=count).map(|number| format!("line {number}")).collect();
    world.kitchen().add_list(&lines);
}

#[given(regex = r#"^"([^"]+)" is ticked off$"#)]
fn item_is_ticked(world: &mut World, item: String) -> Met {
    let id = world.kitchen().id_of(&item)?;
    world.kitchen().state().tick_item(id);
    Ok(())
}

#[given(regex = r#"^the food "([^"]+)" stands on the shopping list$"#)]
fn food_on_list(world: &mut World, food: String) -> Met {
    world.kitchen().put_on_list(&food)
}

#[given(regex = r#"^the recipe "([^"]+)" has (\d+) comments$"#)]
fn recipe_has_comments(world: &mut World, recipe: String, count: usize) -> Met {
    let id = world.kitchen().id_of(&recipe)?;
    for number in 1..=count {
        world.kitchen().state().add_comment(id, &format!("Comment number {number}"));
    }
    Ok(())
}

#[given(regex = r#"^the recipe "([^"]+)" is planned for (\d+) meals$"#)]
fn recipe_is_planned(world: &mut World, recipe: String, meals: i8) -> Met {
    world.kitchen().plan(&recipe, meals)
}

#[given(regex = r#"^the recipe "([^"]+)" has (\d+) share links$"#)]
fn recipe_is_shared(world: &mut World, recipe: String, count: usize) -> Met {
    let id = world.kitchen().id_of(&recipe)?;
    for _ in 0..count {
        world.kitchen().state().share_recipe(id);
    }
    Ok(())
}

#[given(regex = r#"^the recipe "([^"]+)" is tagged "([^"]+)"$"#)]
fn recipe_is_tagged(world: &mut World, recipe: String, tag: String) -> Met {
    world.kitchen().organize(&recipe, "tag", &tag)
}

#[given(regex = r#"^(?:a|the) (tag|category|kitchen tool) "([^"]+)"$"#)]
fn an_organizer(world: &mut World, kind: String, name: String) -> Met {
    world.kitchen().add_organizer(&kind, &name).map(|_| ())
}

#[given(regex = r#"^the recipe "([^"]+)" carries the (tag|category|kitchen tool) "([^"]+)"$"#)]
fn recipe_carries(world: &mut World, recipe: String, kind: String, name: String) -> Met {
    world.kitchen().organize(&recipe, &kind, &name)
}

#[given(regex = r#"^the household has the kitchen tool "([^"]+)"$"#)]
fn household_has_tool(world: &mut World, name: String) -> Met {
    let id = world.kitchen().id_of(&format!("kitchen tool {name}"))?;
    let mut state = world.kitchen().state();
    let household = state.household_of(state.cook().id).slug.clone();
    state.own_tool(id, &household);
    Ok(())
}

#[given(regex = r#"^the group's address is "([^"]+)"$"#)]
fn group_address(world: &mut World, slug: String) {
    world.kitchen().state().group.slug = slug;
}

#[given(regex = r#"^the recipe "([^"]+)" was renamed to "([^"]+)" and left its address behind$"#)]
fn recipe_left_its_address(world: &mut World, recipe: String, name: String) -> Met {
    let id = world.kitchen().id_of(&recipe)?;
    world.kitchen().state().rename_leaving_the_slug(id, &name);
    Ok(())
}

#[given(regex = r#"^the description of "([^"]+)" is "(.+)"$"#)]
fn description_is(world: &mut World, recipe: String, text: String) -> Met {
    let text = world.filled(&text)?;
    world.kitchen().change_recipe(&recipe, |recipe| recipe.description = Some(text))
}

#[given(regex = r#"^the description of "([^"]+)" has (\d+) characters$"#)]
fn description_is_long(world: &mut World, recipe: String, count: usize) -> Met {
    let text = "simmer ".repeat(count / 7 + 1).chars().take(count).collect();
    world.kitchen().change_recipe(&recipe, |recipe| recipe.description = Some(text))
}

#[given(regex = r#"^"([^"]+)" comes from "([^"]+)"$"#)]
fn comes_from(world: &mut World, recipe: String, address: String) -> Met {
    world.kitchen().change_recipe(&recipe, |recipe| recipe.org_url = Some(address))
}

#[given(regex = r#"^another program left the note "([^"]+)" with "([^"]+)" at "([^"]+)"$"#)]
fn note_left(world: &mut World, key: String, value: String, recipe: String) -> Met {
    let key = world.filled(&key)?;
    world.kitchen().leave_note(&recipe, &key, &value)
}

#[given("the demo kitchen")]
async fn demo_kitchen(world: &mut World) -> Met {
    world.open_demo().await
}

#[given(regex = r#"^"(.+)" is written into the ([a-z ]+) of "([^"]+)"$"#)]
fn written_into(world: &mut World, text: String, place: String, recipe: String) -> Met {
    let text = characters(&text);
    let place = TextPlace::called(&place).ok_or_else(|| Unmet::new("a place that the fake knows", &place))?;
    let id = world.kitchen().id_of(&recipe)?;
    world.kitchen().state().write_into(id, place, &text);
    Ok(())
}

#[given(regex = r#"^"(.+)" is written into every place of "([^"]+)" where a stranger can write$"#)]
fn written_everywhere(world: &mut World, text: String, recipe: String) -> Met {
    let text = characters(&text);
    let id = world.kitchen().id_of(&recipe)?;
    for (_, place) in TextPlace::ALL {
        world.kitchen().state().write_into(id, place, &text);
    }
    Ok(())
}

/// One grapheme of five characters, which a careless cut tears apart (UNT-3).
const FAMILY: &str = "👩\u{200D}👩\u{200D}👧";

#[given(regex = r#"^a text of (\d+) (families|characters) is written into the ([a-z ]+) of "([^"]+)"$"#)]
fn long_text_written(world: &mut World, count: usize, of: String, place: String, recipe: String) -> Met {
    // The letter keeps the ends of families away from round numbers, where a careless cut would be right by chance.
    let text = if of == "families" { format!("x{}", FAMILY.repeat(count)) } else { "x".repeat(count) };
    let place = TextPlace::called(&place).ok_or_else(|| Unmet::new("a place that the fake knows", &place))?;
    let id = world.kitchen().id_of(&recipe)?;
    world.kitchen().state().write_into(id, place, &text);
    Ok(())
}

#[given(regex = r#"^the recipe "([^"]+)" has a step of (\d+) MB$"#)]
fn recipe_has_a_huge_step(world: &mut World, recipe: String, megabytes: usize) -> Met {
    let id = world.kitchen().id_of(&recipe)?;
    world.kitchen().state().add_long_step(id, megabytes * 1_000_000);
    Ok(())
}

#[given(regex = r#"^another program left '(.+)' as "([^"]+)" at "([^"]+)"$"#)]
fn document_left(world: &mut World, text: String, key: String, recipe: String) -> Met {
    let text = characters(&text);
    let value = serde_json::from_str(&text).map_err(|error| Unmet::new("JSON", error.to_string()))?;
    let id = world.kitchen().id_of(&recipe)?;
    world.kitchen().state().set_extra(id, &key, value);
    Ok(())
}

#[given(regex = r#"^the recipe "([^"]+)" has the lines "([^"]+)"$"#)]
fn recipe_has_lines(world: &mut World, recipe: String, lines: String) -> Met {
    for line in listed(&lines) {
        world.kitchen().add_line(&recipe, &line)?;
    }
    Ok(())
}

#[given(regex = r#"^step (\d+) of "([^"]+)" uses the line "([^"]+)"$"#)]
fn step_uses_line(world: &mut World, number: usize, recipe: String, line: String) -> Met {
    let line = world.kitchen().id_of(&format!("line {line}"))?;
    world.kitchen().change_recipe(&recipe, |recipe| {
        let step = number.checked_sub(1).and_then(|at| recipe.steps.get_mut(at));
        step.into_iter().for_each(|step| step.ingredient_references.push(line));
    })
}
