//! Given: what is in the kitchen, and what goes wrong there. These steps touch the fake's store and its faults, and
//! never the subject.

use std::time::Duration;

use cucumber::given;
use fake_mealie::{Fault, FaultOrder};
use serde_json::{Value, json};

use crate::unmet::{Met, Unmet};
use crate::wish::listed;
use crate::world::World;

/// A body past the limit of 8 MiB (BND-1), by a margin that no rounding explains.
const TOO_LARGE_BYTES: usize = 9 * 1024 * 1024;

/// Later than any deadline of the suite.
const NEVER: Duration = Duration::from_secs(3600);

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
    world.kitchen().tag(&recipe, &tag)
}

#[given(regex = r#"^a cookbook "([^"]+)"$"#)]
fn a_cookbook(world: &mut World, name: String) {
    world.kitchen().state().add_cookbook(&name, "");
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

// ----- Trouble ------------------------------------------------------------------------------------------------

/// Every request for one recipe, by whatever it is named; a search has no slash behind `recipes`.
fn reading_a_recipe() -> FaultOrder {
    Fault::under("GET", "/api/recipes/").from_nth(1)
}

fn as_json(body: &Value) -> Vec<u8> {
    body.to_string().into_bytes()
}

const JSON: [(&str, &str); 1] = [("content-type", "application/json")];
const HTML: [(&str, &str); 1] = [("content-type", "text/html; charset=utf-8")];

#[given(regex = r"^Mealie answers (\d+) to every recipe$")]
fn answers_status(world: &mut World, status: u16) {
    let body = as_json(&json!({"detail": "As you like it"}));
    world.kitchen().order(reading_a_recipe().answers_with(status, &JSON, body));
}

#[given(regex = r#"^Mealie answers (\d+) to every recipe, with the words "([^"]+)"$"#)]
fn answers_status_with_words(world: &mut World, status: u16, words: String) {
    let body = as_json(&json!({"detail": words}));
    world.kitchen().order(reading_a_recipe().answers_with(status, &JSON, body));
}

#[given(regex = r"^Mealie answers (\d+) to every recipe, with (\d+) letters$")]
fn answers_status_with_letters(world: &mut World, status: u16, letters: usize) {
    let body = as_json(&json!({"detail": "x".repeat(letters)}));
    world.kitchen().order(reading_a_recipe().answers_with(status, &JSON, body));
}

#[given(regex = r"^Mealie answers (\d+) to every recipe, with a login page of 9 MiB$")]
fn answers_with_login_page(world: &mut World, status: u16) {
    let page = format!("<html><body>Log in{}</body></html>", " ".repeat(TOO_LARGE_BYTES));
    world.kitchen().order(reading_a_recipe().answers_with(status, &HTML, page));
}

#[given(regex = r"^Mealie answers a recipe with 9 MiB and (says so|does not say so)$")]
fn answers_too_much(world: &mut World, says: String) {
    let body = as_json(&json!({"name": "x".repeat(TOO_LARGE_BYTES)}));
    let chunked = [JSON[0], ("transfer-encoding", "chunked")];
    let headers: &[(&str, &str)] = if says == "says so" { &JSON } else { &chunked };
    world.kitchen().order(reading_a_recipe().answers_with(200, headers, body));
}

#[given("Mealie answers a recipe with a web page")]
fn answers_web_page(world: &mut World) {
    let page = "<!DOCTYPE html><html><body>Mealie</body></html>";
    world.kitchen().order(reading_a_recipe().answers_with(200, &HTML, page));
}

#[given(regex = r"^Mealie answers a recipe with a body that is (.+)$")]
fn answers_odd_body(world: &mut World, what: String) -> Met {
    let body = match what.as_str() {
        "nested 5000 deep" => format!("{{\"name\": {}{}}}", "[".repeat(5000), "]".repeat(5000)),
        "cut off in the middle" => "{\"name\": \"Pea so".to_owned(),
        "a list" => "[]".to_owned(),
        "nothing" => String::new(),
        other => return Err(Unmet::new("a body that the steps know", other)),
    };
    world.kitchen().order(reading_a_recipe().answers_with(200, &JSON, body));
    Ok(())
}

#[given(regex = r#"^Mealie sends whoever reads a recipe to "([^"]+)"$"#)]
fn redirects(world: &mut World, place: String) {
    world.kitchen().order(reading_a_recipe().answers_with(302, &[("location", &place)], ""));
}

#[given(regex = r#"^a recipe of which Mealie knows next to nothing, "([^"]+)"$"#)]
fn bare_recipe(world: &mut World, name: String) -> Met {
    let id = world.kitchen().add_recipe(&name, 0, 0);
    let slug = world.kitchen().address_of(&name)?;
    let known = json!({"id": id, "name": name, "slug": slug, "recipeIngredient": null, "tags": null});
    world.kitchen().order(reading_a_recipe().answers_with(200, &JSON, as_json(&known)));
    Ok(())
}

#[given("Mealie tells more of a recipe than anybody knows")]
fn newer_mealie(world: &mut World) -> Met {
    let (id, slug) = (world.kitchen().id_of("Pea soup")?, world.kitchen().address_of("Pea soup")?);
    let known = json!({
        "id": id, "name": "Pea soup", "slug": slug, "recipeServings": 4.0,
        "recipeInstructions": [{"id": id, "text": "Boil", "mood": {"of": ["the", "cook"]}, "ingredientReferences": []}],
        "recipeIngredient": [{"note": "peas", "display": "peas", "referenceId": id, "substitutes": [{"food": null}]}],
        "tags": [{"id": id, "name": "Winter", "slug": "winter", "position": 3}],
        "settings": {"public": false, "private": true},
        "structuredTimes": {"prep": {"minutes": 10}}, "mealPlanScale": 1.5, "locale": null,
    });
    world.kitchen().order(reading_a_recipe().answers_with(200, &JSON, as_json(&known)));
    Ok(())
}

#[given(regex = r"^Mealie (answers \d+|.*connection|hangs up without an answer) when something is written$")]
fn trouble_with_writes(world: &mut World, trouble: String) -> Met {
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        let order = Fault::under(method, "/api/").from_nth(1);
        let fault = match trouble.as_str() {
            "resets the connection" => order.resets(),
            "does it and resets the connection" => order.resets_after_the_deed(),
            "hangs up without an answer" => order.drops(),
            other => match other.strip_prefix("answers ").and_then(|status| status.parse().ok()) {
                Some(status) => order.answers_with(status, &JSON, as_json(&json!({"detail": "Not now"}))),
                None => return Err(Unmet::new("a trouble that the steps know", other)),
            },
        };
        world.kitchen().order(fault);
    }
    Ok(())
}

#[given(regex = r"^Mealie resets the connection (once when|whenever) a recipe is read$")]
fn trouble_with_reads(world: &mut World, how_often: String) {
    let reading = Fault::under("GET", "/api/recipes/");
    let reading = if how_often == "whenever" { reading.from_nth(1) } else { reading.next(1) };
    world.kitchen().order(reading.resets());
}

#[given("Mealie never answers when a recipe is read")]
fn never_answers(world: &mut World) {
    world.kitchen().order(reading_a_recipe().delays(NEVER));
}
