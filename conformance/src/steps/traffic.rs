//! Then: what reached Mealie, and what is in the kitchen now. These steps look at the fake's journal and store, and
//! change neither.

mod cookbooks;
mod plan;
mod shared;
mod shopping;
mod shopping_recipes;
mod social;
mod stored;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cucumber::then;
use fake_mealie::Arrival;

use crate::kitchen::organizer_kind;
use crate::picture::handed;
use crate::shut::{is_shut, is_straight, replaces_a_recipe};
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

#[then("Mealie was asked nothing")]
fn nothing_asked(world: &mut World) -> Met {
    let journal = world.journal();
    expect(journal.is_empty(), "no request at Mealie", || told(&journal))
}

#[then(regex = r"^exactly (\d+) writes? reached Mealie$")]
fn so_many_writes(world: &mut World, count: usize) -> Met {
    let writes = world.writes();
    expect(writes.len() == count, format!("{count} writes at Mealie"), || told(&writes))
}

#[then(regex = r#"^the (recipe|food|unit) "([^"]+)" is (gone|still there)$"#)]
fn thing_is(world: &mut World, kind: String, name: String, want: String) -> Met {
    let id = world.look().id_of(&name)?;
    let there = {
        let state = world.look().view();
        match kind.as_str() {
            "recipe" => state.recipes.get(id).is_some(),
            "food" => state.foods.get(id).is_some(),
            _ => state.units.get(id).is_some(),
        }
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

#[then(regex = r#"^the recipe "([^"]+)" now uses the unit "([^"]+)"$"#)]
fn recipe_uses_unit(world: &mut World, recipe: String, unit: String) -> Met {
    let (recipe_id, unit_id) = (world.look().id_of(&recipe)?, world.look().id_of(&unit)?);
    let uses = {
        let state = world.look().view();
        let recipe = state.recipes.get(recipe_id);
        recipe.is_some_and(|recipe| recipe.ingredients.iter().any(|line| line.unit == Some(unit_id)))
    };
    expect(uses, format!("{recipe:?} with a line of {unit:?}"), || "none".to_owned())
}

#[then(regex = r#"^the kitchen has the (foods|units) "([^"]+)"$"#)]
fn kitchen_has_words(world: &mut World, kind: String, names: String) -> Met {
    let mut there: Vec<String> = {
        let state = world.look().view();
        match kind.as_str() {
            "foods" => state.foods.iter().map(|food| food.name.clone()).collect(),
            _ => state.units.iter().map(|unit| unit.name.clone()).collect(),
        }
    };
    let mut want = listed(&names);
    there.sort();
    want.sort();
    expect(there == want, want.join(", "), || format!("{}; last: {}", there.join(", "), world.last_words()))
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

// ----- Where Mealie was sent ------------------------------------------------------------------------------------

/// Where an arrival hands Mealie something to fetch from: the text it hands over.
fn handed_over(arrival: &Arrival) -> Option<&str> {
    let imports = arrival.path.starts_with("/api/recipes/create/") || arrival.path == PREVIEW;
    let text = arrival.body["url"].as_str().filter(|url| !url.is_empty()).or(arrival.body["data"].as_str());
    imports.then(|| text.unwrap_or_default())
}

const PREVIEW: &str = "/api/recipes/test-scrape-url";

#[then("Mealie was asked to fetch nothing")]
fn nothing_fetched(world: &mut World) -> Met {
    let journal = world.journal();
    let sent =
        journal.iter().any(|arrival| handed_over(arrival).is_some() || !arrival.would_fetch.is_empty());
    expect(!sent, "no request that sends Mealie anywhere", || told(&journal))
}

#[then(regex = r#"^Mealie was sent nowhere near "([^"]+)"$"#)]
fn not_fetched_from(world: &mut World, place: String) -> Met {
    let journal = world.journal();
    let near = journal.iter().find(|arrival| {
        let handed = handed_over(arrival).is_some_and(|text| text.contains(&place));
        handed || arrival.would_fetch.iter().any(|address| address.contains(&place))
    });
    expect(near.is_none(), format!("no request with {place}"), || {
        near.map(|arrival| arrival.body.to_string()).unwrap_or_default()
    })
}

#[then("each of them arrived at Mealie")]
fn each_arrived(world: &mut World) -> Met {
    let journal = world.journal();
    let arrived: Vec<&str> = journal.iter().filter_map(handed_over).collect();
    for row in world.rows()? {
        let want = row.ask.wanted.as_ref().unwrap_or(&row.ask.told);
        expect(arrived.contains(&want.as_str()), format!("{}: {want} at Mealie", row.ask.name), || {
            arrived.join(", ")
        })?;
    }
    Ok(())
}

#[then(regex = r"^at most (\d+) MiB of it left Mealie$")]
fn left_mealie(world: &mut World, most: u64) -> Met {
    let left = world.journal().iter().map(|arrival| arrival.served_bytes).max().unwrap_or_default();
    expect(left > 0 && left <= most * 1024 * 1024, format!("at most {most} MiB of a body"), || {
        format!("{left} bytes")
    })
}

#[then(regex = r"^exactly (\d+) requests wait at Mealie$")]
async fn requests_wait(world: &mut World, count: usize) -> Met {
    world.await_waiting(count).await?;
    // Whatever the server would send besides is on its way before it answers this.
    world.sign_of_life().await?;
    let waiting = world.waiting();
    expect(waiting == count, format!("{count} requests without an answer"), || format!("{waiting}"))
}

// ----- What is kept ---------------------------------------------------------------------------------------------

#[then(regex = r#"^the kitchen has (no|the) (?:recipe|recipes) "([^"]+)"$"#)]
fn kitchen_has(world: &mut World, whether: String, names: String) -> Met {
    let there: Vec<String> = world.look().view().recipes.iter().map(|recipe| recipe.name.clone()).collect();
    let wrong = listed(&names).into_iter().find(|name| there.contains(name) == (whether == "no"));
    expect(wrong.is_none(), format!("{whether} {names}"), || {
        format!("{}; last: {}", there.join(", "), world.last_words())
    })
}

#[then(regex = r#"^the kitchen has (no|the) (tags|categories|kitchen tools)(?: "([^"]+)")?$"#)]
fn kitchen_has_organizers(world: &mut World, whether: String, kind: String, names: String) -> Met {
    let kind = organizer_kind(&kind)?;
    let mut there: Vec<String> = {
        let state = world.look().view();
        state.organizers.iter().filter(|one| one.kind == kind).map(|one| one.name.clone()).collect()
    };
    let mut want = listed(&names);
    there.sort();
    want.sort();
    expect(there == want && (whether == "the") != want.is_empty(), want.join(", "), || {
        format!("{}; last: {}", there.join(", "), world.last_words())
    })
}

#[then(
    regex = r#"^the recipe "([^"]+)" (carries|does not carry) the (tag|category|kitchen tool) "([^"]+)"$"#
)]
fn recipe_carries(world: &mut World, recipe: String, want: String, kind: String, name: String) -> Met {
    let id = world.look().id_of(&recipe)?;
    let organizer_kind = organizer_kind(&kind)?;
    let carries = {
        let state = world.look().view();
        let named = |id: &uuid::Uuid| {
            state.organizers.get(*id).is_some_and(|one| one.kind == organizer_kind && one.name == name)
        };
        let recipe = state.recipes.get(id);
        recipe.is_some_and(|recipe| {
            recipe.tags.iter().chain(&recipe.categories).chain(&recipe.tools).any(named)
        })
    };
    expect(carries == (want == "carries"), format!("{recipe:?} that {want} the {kind} {name:?}"), || {
        world.last_words()
    })
}

#[then(regex = r#"^the household still has the kitchen tool "([^"]+)"$"#)]
fn household_still_has(world: &mut World, name: String) -> Met {
    let has = {
        let state = world.look().view();
        let household = &state.household_of(state.cook().id).slug;
        let tool = state.organizers.iter().find(|one| one.name == name);
        tool.is_some_and(|tool| tool.households_with_tool.contains(household))
    };
    expect(has, format!("a household with {name:?}"), || world.last_words())
}

/// A line by what a person reads of it first: its food, or its text.
fn line_text(state: &fake_mealie::Kitchen, line: &fake_mealie::Ingredient) -> String {
    let food = line.food.and_then(|food| state.foods.get(food)).map(|food| food.name.clone());
    food.or_else(|| line.note.clone()).unwrap_or_default()
}

#[then(regex = r#"^the recipe "([^"]+)" now has the (lines|steps|tags|notes) "([^"]*)"$"#)]
fn recipe_now_has(world: &mut World, recipe: String, what: String, want: String) -> Met {
    let id = world.look().id_of(&recipe)?;
    let there: Vec<String> = {
        let state = world.look().view();
        let recipe = state.recipes.get(id);
        let recipe =
            recipe.ok_or_else(|| crate::unmet::Unmet::new(format!("a recipe {recipe:?}"), "none"))?;
        match what.as_str() {
            "lines" => recipe.ingredients.iter().map(|line| line_text(&state, line)).collect(),
            "steps" => recipe.steps.iter().map(|step| step.text.clone()).collect(),
            "notes" => recipe.notes.iter().map(|note| note.title.clone()).collect(),
            _ => {
                let tags = recipe.tags.iter().filter_map(|tag| state.organizers.get(*tag));
                tags.map(|tag| tag.name.clone()).collect()
            }
        }
    };
    expect(there == listed(&want), format!("{what}: {want}"), || {
        format!("{}; last: {}", there.join(", "), world.last_words())
    })
}

#[then(regex = r#"^the line "([^"]+)" of "([^"]+)" is still the one it was$"#)]
fn line_is_the_same(world: &mut World, line: String, recipe: String) -> Met {
    let (id, line_id) = (world.look().id_of(&recipe)?, world.look().id_of(&format!("line {line}"))?);
    let lines: Vec<_> = {
        let state = world.look().view();
        let lines = state.recipes.get(id).map(|recipe| recipe.ingredients.clone()).unwrap_or_default();
        lines.into_iter().map(|line| (line.reference_id, line.note)).collect()
    };
    let same = lines.contains(&(Some(line_id), Some(line.clone())));
    expect(same, format!("the line {line:?} with the id that it had"), || format!("{lines:?}"))
}

#[then(regex = r#"^step (\d+) of "([^"]+)" (still|no longer) uses the line "([^"]+)"$"#)]
fn step_still_uses(world: &mut World, number: usize, recipe: String, whether: String, line: String) -> Met {
    let (id, line) = (world.look().id_of(&recipe)?, world.look().id_of(&format!("line {line}"))?);
    let links = {
        let state = world.look().view();
        let step = state.recipes.get(id).and_then(|recipe| recipe.steps.get(number.saturating_sub(1)));
        step.map(|step| step.ingredient_references.clone()).unwrap_or_default()
    };
    expect(links.contains(&line) == (whether == "still"), format!("a step that {whether} uses it"), || {
        format!("{links:?}; last: {}", world.last_words())
    })
}

// ----- What stays shut ------------------------------------------------------------------------------------------

#[then("nothing that is shut was asked of Mealie")]
fn nothing_shut(world: &mut World) -> Met {
    let journal = world.journal();
    expect(!journal.is_empty(), "at least one request", || "none".to_owned())?;
    let shut: Vec<Arrival> = journal.into_iter().filter(|arrival| is_shut(&arrival.path)).collect();
    expect(shut.is_empty(), "no request to what is shut", || told(&shut))
}

#[then("no recipe was replaced whole")]
fn nothing_replaced(world: &mut World) -> Met {
    let journal = world.journal();
    let replaced: Vec<Arrival> = journal.into_iter().filter(replaces_a_recipe).collect();
    expect(replaced.is_empty(), "no PUT to a recipe", || told(&replaced))
}

#[then("every request went straight to what it names")]
fn requests_are_straight(world: &mut World) -> Met {
    let bent: Vec<Arrival> = world.journal().into_iter().filter(|arrival| !is_straight(arrival)).collect();
    expect(bent.is_empty(), "paths of words, ids and slugs", || told(&bent))
}

#[then(regex = r#"^the recipe "([^"]+)" has the picture "([^"]+)"$"#)]
fn recipe_has_the_picture(world: &mut World, recipe: String, picture: String) -> Met {
    let id = world.look().id_of(&recipe)?;
    let there = world.look().view().picture_of(id).map(|bytes| STANDARD.encode(bytes));
    let want = handed(&picture).map(|handed| handed.text);
    expect(want.is_some() && there == want, picture, || match there {
        Some(text) => format!("another, of {} characters", text.len()),
        None => "none".to_owned(),
    })
}

#[then(regex = r#"^the recipe "([^"]+)" has no picture$"#)]
fn recipe_has_no_picture(world: &mut World, recipe: String) -> Met {
    let id = world.look().id_of(&recipe)?;
    let there = world.look().view().picture_of(id);
    expect(there.is_none(), "no picture", || "one".to_owned())
}

#[then(regex = r#"^Mealie was handed the picture "([^"]+)" at "([^"]+)"$"#)]
fn picture_was_handed(world: &mut World, picture: String, path: String) -> Met {
    let want = handed(&picture).map(|handed| handed.text);
    let writes = world.writes();
    let files = writes.iter().filter(|write| write.path == path).flat_map(|write| &write.parts);
    let there = files.into_iter().any(|part| Some(STANDARD.encode(part.bytes())) == want);
    expect(there, format!("{picture} at {path}"), || told(&writes))
}

#[then(regex = r#"^Mealie was told to translate into "([^"]+)"$"#)]
fn told_to_translate(world: &mut World, language: String) -> Met {
    let writes = world.writes();
    let in_query = |write: &Arrival| {
        write.query.iter().any(|(name, value)| name == "translateLanguage" && *value == language)
    };
    let in_form = |write: &Arrival| {
        write.parts.iter().any(|part| part.name == "translateLanguage" && part.text() == language)
    };
    let there = writes.iter().any(|write| in_query(write) || in_form(write));
    expect(there, format!("a language: {language}"), || told(&writes))
}
