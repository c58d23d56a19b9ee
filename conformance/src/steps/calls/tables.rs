//! When: what a model asks for row by row, all of one server. A column without a heading of the step's own is the name of
//! the row. These steps touch the client, and never the kitchen or the person.

use cucumber::gherkin::Step;
use cucumber::when;
use serde_json::json;

use crate::turn::Call;
use crate::unmet::{Met, Unmet};
use crate::wish::{Wish, arguments, characters};
use crate::world::{Ask, World};
use crate::written;

/// The rows of a step's table, each as its cells in the order of these headings; one that has no column is empty.
fn rows<const N: usize>(step: &Step, headings: [&str; N]) -> Result<Vec<[String; N]>, Unmet> {
    let mut rows = step.table.iter().flat_map(|table| table.rows.iter());
    let heads = rows.next().ok_or_else(|| Unmet::new("a table", "none"))?;
    let places = headings.map(|heading| heads.iter().position(|head| head == heading));
    let cell = |row: &Vec<String>, place: Option<usize>| {
        place.and_then(|place| row.get(place)).map(|cell| characters(cell)).unwrap_or_default()
    };
    Ok(rows.map(|row| places.map(|place| cell(row, place))).collect())
}

fn import(document: String) -> Call {
    let arguments = Some(json!({"data": document}));
    Call { tool: "import_recipe_from_html_or_json".to_owned(), arguments }
}

#[when(regex = r"^the model hands each of these addresses to (\w+)$")]
async fn model_hands_over(world: &mut World, step: &Step, tool: String) -> Met {
    let mut asks = Vec::new();
    for (number, [what, address, wanted]) in
        rows(step, ["what", "address", "as it arrives"])?.into_iter().enumerate()
    {
        let call = if tool == "import_recipe_from_html_or_json" {
            let mut recipe = written::recipe(&format!("Lemon bars {number}"));
            recipe["image"] = json!(address);
            import(recipe.to_string())
        } else {
            Call { tool: tool.clone(), arguments: Some(json!({"url": address})) }
        };
        let wanted = Some(wanted).filter(|wanted| !wanted.is_empty());
        asks.push(Ask { name: what, told: address, wanted, call });
    }
    world.call_each(asks).await
}

#[when(
    regex = r#"^the model imports (a recipe in JSON|a page) with each of these, for a picture at "([^"]+)" and for one at "([^"]+)"$"#
)]
async fn model_imports_each(
    world: &mut World,
    step: &Step,
    kind: String,
    first: String,
    second: String,
) -> Met {
    let mut asks = Vec::new();
    for (number, [what, written]) in rows(step, ["what", "written"])?.into_iter().enumerate() {
        for (round, address) in [&first, &second].into_iter().enumerate() {
            let name = format!("Lemon bars {number} {round}");
            let host = address.split('/').nth(2).unwrap_or_default();
            let written = written.replace("ADDRESS", address).replace("HOST", host);
            let with = if kind == "a page" { written::page_with } else { written::json_with };
            let document = with(&name, &written);
            asks.push(Ask {
                name: what.clone(),
                told: address.clone(),
                wanted: None,
                call: import(document),
            });
        }
    }
    world.call_each(asks).await
}

#[when(regex = r"^the model imports a page with (\d+) pictures at (\d+) hosts?$")]
async fn model_imports_many_pictures(world: &mut World, pictures: usize, hosts: usize) -> Met {
    let picture = |number: usize| {
        let host = 1 + number % hosts.max(1);
        format!("<img itemprop=\"image\" src=\"http://203.0.113.{host}/{number}.jpg\">")
    };
    let body: String = (0..pictures).map(picture).collect();
    world.call(import(written::page_with("Lemon bars", &body))).await
}

#[when(regex = r#"^the model imports (\d+) kB of "(.+)"$"#)]
async fn model_imports_much(world: &mut World, kilobytes: usize, piece: String) -> Met {
    let piece = characters(&piece);
    let body = piece.repeat(kilobytes * 1000 / piece.len().max(1));
    world.call(import(written::page_with("Lemon bars", &body))).await
}

#[when("the model makes each of these calls")]
async fn model_calls_each(world: &mut World, step: &Step) -> Met {
    let mut asks = Vec::new();
    for [what, tool, text] in rows(step, ["what", "tool", "arguments"])? {
        let arguments = Some(arguments(world.look(), &text)?);
        asks.push(Ask { name: what, told: text, wanted: None, call: Call { tool, arguments } });
    }
    world.call_each(asks).await
}

#[when("the model asks for each of these")]
async fn model_asks_each(world: &mut World, step: &Step) -> Met {
    let mut asks = Vec::new();
    for [wish] in rows(step, ["wish"])? {
        let call = Wish::from_words(&wish)?.call(world.look())?;
        asks.push(Ask { name: wish.clone(), told: wish, wanted: None, call });
    }
    world.call_each(asks).await
}
