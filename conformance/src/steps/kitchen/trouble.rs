//! Given: what goes wrong at Mealie. These steps order trouble from the fake, and never touch the subject.

use std::time::Duration;

use cucumber::given;
use fake_mealie::{Coding, Dish, Fault, FaultOrder};
use serde_json::{Value, json};

use crate::unmet::{Met, Unmet};
use crate::wish::characters;
use crate::world::World;

/// A body past the limit of 8 MiB (BND-1), by a margin that no rounding explains.
const TOO_LARGE_BYTES: usize = 9 * 1024 * 1024;

/// Later than any deadline of the suite.
const NEVER: Duration = Duration::from_secs(3600);

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
    let words = characters(&words);
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

#[given(regex = r#"^Mealie answers (\d+) to every recipe, with a web page that says "([^"]+)"$"#)]
fn answers_with_page(world: &mut World, status: u16, words: String) {
    let page = format!("<!DOCTYPE html><html><head><title>{words}</title></head><body>{words}</body></html>");
    world.kitchen().order(reading_a_recipe().answers_with(status, &HTML, page));
}

#[given(regex = r"^Mealie answers (\d+) to whatever is handed over, with a login page of 9 MiB$")]
fn answers_import_with_login_page(world: &mut World, status: u16) {
    let page = format!("<html><body>Log in{}</body></html>", " ".repeat(TOO_LARGE_BYTES));
    world
        .kitchen()
        .order(Fault::under("POST", "/api/recipes/").from_nth(1).answers_with(status, &HTML, page));
}

#[given(
    regex = r"^Mealie answers a recipe with (\d+) MiB(?:,| and) (says so|does not say so|packed with gzip|packed with brotli)$"
)]
fn answers_too_much(world: &mut World, mebibytes: u64, how: String) {
    let dish = Dish::repeating("x", mebibytes * 1024 * 1024).between("{\"name\": \"", "\"}");
    let dish = match how.as_str() {
        "says so" => dish,
        "packed with gzip" => dish.compressed(Coding::Gzip),
        "packed with brotli" => dish.compressed(Coding::Brotli),
        _ => dish.without_length(),
    };
    world.kitchen().order(reading_a_recipe().serves(200, JSON[0].1, dish));
}

#[given("Mealie answers a recipe with a web page")]
fn answers_web_page(world: &mut World) {
    let page = "<!DOCTYPE html><html><body>Mealie</body></html>";
    world.kitchen().order(reading_a_recipe().answers_with(200, &HTML, page));
}

/// The most values that are read of one body (BND-7), and as many bytes as are read of it (BND-1).
const MOST_VALUES: u64 = 250_000;
const MOST_BYTES: u64 = 8 * 1024 * 1024;

fn odd(what: &str) -> Option<Dish> {
    Some(match what {
        "nested 100000 deep" => {
            Dish::of(format!("{{\"name\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000)))
        }
        "cut off in the middle" => Dish::of("{\"name\": \"Pea so"),
        "a list" => Dish::of("[]"),
        "a number" => Dish::of("1e999"),
        "a text" => Dish::of("\"Pea soup\""),
        "nothing" => Dish::of(""),
        "no text" => Dish::of([0xff, 0xfe, 0x80, 0x22]),
        "in UTF-16" => Dish::utf_16("{\"name\": \"Pea soup\"}"),
        "two bodies" => Dish::of("{\"name\": \"Pea soup\"}{\"name\": \"Pea soup\"}"),
        "of 300000 values" => {
            Dish::repeating("1,", MOST_VALUES + 50_000).between("{\"extras\": {\"a\": [", "1]}}")
        }
        "of empty objects alone" => Dish::empty_objects(MOST_BYTES - 1024),
        "of empty objects within a recipe" => {
            Dish::repeating("{},", MOST_BYTES / 3 - 1024).between("{\"extras\": {\"a\": [", "{}]}}")
        }
        _ => return None,
    })
}

#[given(regex = r"^Mealie answers a recipe with a body that is (.+)$")]
fn answers_odd_body(world: &mut World, what: String) -> Met {
    let dish = odd(&what).ok_or_else(|| Unmet::new("a body that the steps know", &what))?;
    world.kitchen().order(reading_a_recipe().serves(200, JSON[0].1, dish));
    Ok(())
}

#[given(regex = r"^Mealie answers the list of recipes with a body that is (.+)$")]
fn answers_odd_list(world: &mut World, what: String) -> Met {
    let dish = odd(&what).ok_or_else(|| Unmet::new("a body that the steps know", &what))?;
    world.kitchen().order(Fault::on("GET", "/api/recipes").from_nth(1).serves(200, JSON[0].1, dish));
    Ok(())
}

#[given(regex = r"^Mealie writes '(.+)' for '(.+)' in a recipe$")]
fn rewrites(world: &mut World, to: String, from: String) {
    world.kitchen().order(reading_a_recipe().rewrites(&from, &to));
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
