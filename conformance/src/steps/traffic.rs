//! Then: what reached Mealie, and what is in the kitchen now. These steps look at the fake's journal and store, and
//! change neither.

use cucumber::then;
use fake_mealie::Arrival;

use crate::unmet::{Met, expect};
use crate::wish::listed;
use crate::world::World;

fn told(arrivals: &[Arrival]) -> String {
    let line = |arrival: &Arrival| {
        let query: Vec<String> =
            arrival.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!(
            "{} {}{}{}",
            arrival.method,
            arrival.path,
            if query.is_empty() { "" } else { "?" },
            query.join("&")
        )
    };
    let lines: Vec<String> = arrivals.iter().map(line).collect();
    if lines.is_empty() { "nothing".to_owned() } else { lines.join(", ") }
}

#[then("nothing was written")]
fn nothing_written(world: &mut World) -> Met {
    let writes = world.writes();
    expect(writes.is_empty(), "no write at Mealie", || told(&writes))
}

#[then(regex = r"^exactly (\d+) writes? reached Mealie$")]
fn so_many_writes(world: &mut World, count: usize) -> Met {
    let writes = world.writes();
    expect(writes.len() == count, format!("{count} writes at Mealie"), || told(&writes))
}

#[then(regex = r#"^the (recipe|food) "([^"]+)" is (gone|still there)$"#)]
fn thing_is(world: &mut World, kind: String, name: String, want: String) -> Met {
    let id = world.look().id_of(&name)?;
    let there = {
        let state = world.look().view();
        if kind == "recipe" { state.recipes.get(id).is_some() } else { state.foods.get(id).is_some() }
    };
    let got = if there { "it is still there" } else { "it is gone" };
    let writes = told(&world.writes());
    expect(there == (want == "still there"), format!("the {kind} {name:?} {want}"), || {
        format!("{got}; written: {writes}; last: {}", world.last_words())
    })
}

#[then(regex = r#"^the recipe "([^"]+)" now uses the food "([^"]+)"$"#)]
fn recipe_uses(world: &mut World, recipe: String, food: String) -> Met {
    let (recipe_id, food_id) = (world.look().id_of(&recipe)?, world.look().id_of(&food)?);
    let uses = world.look().view().recipes_using(food_id).iter().any(|recipe| recipe.id == recipe_id);
    expect(uses, format!("{recipe:?} with a line of {food:?}"), || "none".to_owned())
}

#[then(regex = r#"^the shopping list holds "([^"]*)"$"#)]
fn list_holds(world: &mut World, items: String) -> Met {
    let mut want = listed(&items);
    let mut there: Vec<String> =
        world.look().view().items.iter().map(|item| item.note.clone().unwrap_or_default()).collect();
    want.sort();
    there.sort();
    let got = format!("{}; last: {}", there.join(", "), world.last_words());
    expect(there == want, want.join(", "), || got)
}

#[then("Mealie was asked about items once")]
fn items_asked_once(world: &mut World) -> Met {
    let asked: Vec<Arrival> = world
        .journal()
        .into_iter()
        .filter(|arrival| {
            arrival.method == "GET" && arrival.path.starts_with("/api/households/shopping/items")
        })
        .collect();
    expect(asked.len() == 1, "one request about items", || told(&asked))
}

#[then("Mealie was not asked for recipes")]
fn recipes_not_asked(world: &mut World) -> Met {
    let journal = world.journal();
    let asked = journal.iter().any(|arrival| arrival.path == "/api/recipes");
    expect(!asked, "no request for the collection of recipes", || told(&journal))
}

#[then(regex = r#"^Mealie was not asked for "([^"]+)"$"#)]
fn path_not_asked(world: &mut World, path: String) -> Met {
    let journal = world.journal();
    let asked = journal.iter().any(|arrival| arrival.path == path);
    expect(!asked, format!("no request for {path}"), || told(&journal))
}

#[then("Mealie was told a seed for the order")]
fn seed_told(world: &mut World) -> Met {
    let journal = world.journal();
    let seeded = journal
        .iter()
        .flat_map(|arrival| &arrival.query)
        .any(|(name, value)| name == "paginationSeed" && !value.is_empty());
    expect(seeded, "a paginationSeed", || told(&journal))
}
