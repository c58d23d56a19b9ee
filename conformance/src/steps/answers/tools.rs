//! Then: what the tools say of themselves, and whether they keep to it. These steps look at lists of tools and never
//! call one.

use cucumber::then;
use serde_json::Value;

use crate::schema::against_own_schema;
use crate::unmet::{Met, Unmet, expect};
use crate::wish::listed;
use crate::world::World;

/// The four hints (ANN-1).
const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

fn name(tool: &Value) -> String {
    tool["name"].as_str().unwrap_or_default().to_owned()
}

/// The names of the tools that lack something.
fn lacking(world: &World, what: &str, has: impl Fn(&Value) -> bool) -> Met {
    let tools = world.tools()?;
    let odd: Vec<String> = tools.iter().filter(|tool| !has(tool)).map(name).collect();
    expect(!tools.is_empty(), "at least one tool", || "none".to_owned())?;
    expect(odd.is_empty(), format!("{what} for every tool"), || format!("not for {}", odd.join(", ")))
}

#[then("every tool has a title")]
fn titles(world: &mut World) -> Met {
    lacking(world, "a title", |tool| tool["title"].as_str().is_some_and(|title| !title.trim().is_empty()))
}

#[then("every tool has all four hints")]
fn hints(world: &mut World) -> Met {
    lacking(world, "four hints", |tool| HINTS.iter().all(|hint| tool["annotations"][hint].is_boolean()))
}

#[then("every tool has an input schema that refuses unknown arguments")]
fn input_schemas(world: &mut World) -> Met {
    lacking(world, "a strict input schema", |tool| {
        tool["inputSchema"]["type"] == "object" && tool["inputSchema"]["additionalProperties"] == false
    })
}

#[then("every tool has an output schema")]
fn output_schemas(world: &mut World) -> Met {
    lacking(world, "an output schema", |tool| tool["outputSchema"]["type"] == "object")
}

#[then("every tool on the list only reads")]
fn only_readers(world: &mut World) -> Met {
    lacking(world, "readOnlyHint", |tool| tool["annotations"]["readOnlyHint"] == true)
}

#[then(regex = r#"^the list holds "([^"]+)"$"#)]
fn list_holds(world: &mut World, names: String) -> Met {
    let there: Vec<String> = world.tools()?.iter().map(name).collect();
    let missing: Vec<String> = listed(&names).into_iter().filter(|name| !there.contains(name)).collect();
    expect(missing.is_empty(), names, || format!("without {}: {}", missing.join(", "), there.join(", ")))
}

/// In whatever order: that is a guarantee of its own (ANN-3).
#[then(regex = r#"^the list is exactly "([^"]+)"$"#)]
fn list_is(world: &mut World, names: String) -> Met {
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let there = sorted(world.tools()?.iter().map(name).collect());
    expect(there == sorted(listed(&names)), names, || there.join(", "))
}

#[then(regex = r"^the tool (\w+) (only reads|can destroy)$")]
fn hints_of(world: &mut World, tool: String, what: String) -> Met {
    let found = world.tools()?.iter().find(|one| one["name"] == tool.as_str());
    let hints = &found.ok_or_else(|| Unmet::new(format!("a tool {tool}"), "none"))?["annotations"];
    let (reads, destroys) = if what == "only reads" { (true, false) } else { (false, true) };
    let fits = hints["readOnlyHint"] == reads && hints["destructiveHint"] == destroys;
    expect(fits, format!("readOnlyHint {reads}, destructiveHint {destroys}"), || hints.to_string())
}

#[then("both lists are equal, byte for byte")]
fn lists_are_equal(world: &mut World) -> Met {
    match world.raw_lists()?.as_slice() {
        [.., first, second] => expect(first == second, "the same bytes twice", || {
            let differ = first.bytes().zip(second.bytes()).position(|(one, other)| one != other);
            format!("a difference at byte {}", differ.unwrap_or(first.len().min(second.len())))
        }),
        _ => Err(Unmet::new("two lists of tools", "fewer")),
    }
}

#[then("both lists hold the same tools in the same order")]
fn lists_hold_the_same(world: &mut World) -> Met {
    match world.lists() {
        [.., first, second] => {
            let (first, second) = (&first.0["result"]["tools"], &second.0["result"]["tools"]);
            expect(first == second && first.is_array(), first.to_string(), || second.to_string())
        }
        _ => Err(Unmet::new("two lists of tools", "fewer")),
    }
}

#[then("the list may be kept by its reader only")]
fn list_is_private(world: &mut World) -> Met {
    let scope = world.lists().last().map(|list| list.0["result"]["cacheScope"].clone()).unwrap_or_default();
    expect(scope == "private", "cacheScope private", || scope.to_string())
}

#[then("the structured answer fits the published schema")]
fn fits_schema(world: &mut World) -> Met {
    let (reply, called) = (world.reply()?, world.tool_called()?);
    let tool = world.tools()?.iter().find(|tool| tool["name"] == called.as_str());
    let schema =
        &tool.ok_or_else(|| Unmet::new(format!("{called} on the list"), "it is not there"))?["outputSchema"];
    expect(reply.structured().is_object(), "a structured answer", || world.last_words())?;
    let wrong = against_own_schema(schema, reply.structured());
    expect(wrong.is_none(), format!("what the output schema of {called} promises"), || {
        wrong.unwrap_or_default()
    })
}
