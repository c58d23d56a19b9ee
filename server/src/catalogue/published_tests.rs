//! The pages of the docs that are made from the declarations: what each tool takes and answers with, and when it asks.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::Catalogue;
use crate::tests::hold_published;
use crate::tool::entry::{Entry, Guarded};

/// The tables of `docs/tools.md`, between its markers.
const TOOLS: &str = "<!-- tools: made by `UPDATE_DOCS=1 cargo test -p mealie-mcp committed_page` -->\n";
/// The table of `docs/guards.md`, between its markers.
const GUARDS: &str = "<!-- guards: made by `UPDATE_DOCS=1 cargo test -p mealie-mcp committed_page` -->\n";
const END: &str = "<!-- end -->\n";

#[test]
fn ann_1_the_committed_page_of_tools_is_the_one_declared() {
    let mut page = String::new();
    for entry in Catalogue::all().entries() {
        write!(page, "\n## {}\n\n`{}`: {}\n\n", entry.title, entry.name, entry.description).unwrap();
        page.push_str(&arguments(entry));
        writeln!(page, "Answers with {}.", fields(entry.name, &entry.output)).unwrap();
    }
    hold_published("tools.md", TOOLS, END, &page);
}

#[test]
fn ask_1_the_committed_page_of_guards_is_the_one_declared() {
    let mut page = String::from(
        "| tool | asks a person | read-only | destructive | idempotent | open world |\n|---|---|---|---|---|---|\n",
    );
    for entry in Catalogue::all().entries() {
        let hints = entry.effect.hints();
        let asks = match entry.guarded {
            Guarded::Always => "always".to_owned(),
            Guarded::Sometimes(when) => when.to_owned(),
            Guarded::Never => "never".to_owned(),
        };
        let word = |hint| if hint { "yes" } else { "no" };
        let hints =
            [hints.read_only, hints.destructive, hints.idempotent, hints.open_world].map(word).join(" | ");
        writeln!(page, "| `{}` | {asks} | {hints} |", entry.name).unwrap();
    }
    hold_published("guards.md", GUARDS, END, &page);
}

/// What a model reads of a tool before it calls one.
fn read_bytes(entry: &Entry) -> usize {
    let read = json!({"name": entry.name, "description": entry.description, "inputSchema": *entry.input});
    read.to_string().len()
}

/// Every byte of it costs each conversation its context, whether a tool is called or not.
#[test]
fn ann_1_what_a_model_reads_of_the_whole_list_is_thirty_thousand_bytes_at_most() {
    let catalogue = Catalogue::all();
    let bytes: Vec<(usize, &str)> =
        catalogue.entries().iter().map(|entry| (read_bytes(entry), entry.name)).collect();
    let all: usize = bytes.iter().map(|(bytes, _)| bytes).sum();
    assert!(all <= 30_000, "{all} bytes: {bytes:?}");
}

fn arguments(entry: &Entry) -> String {
    let Some(Value::Object(arguments)) =
        entry.input.get("properties").filter(|all| **all != Value::Object(Map::new()))
    else {
        return "Takes no arguments.\n\n".to_owned();
    };
    let mut table = String::from("| argument | what | note |\n|---|---|---|\n");
    for (name, schema) in arguments {
        let needed = if entry.names.required.contains(name) { " (required)" } else { "" };
        let note = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        writeln!(table, "| `{name}`{needed} | {} | {note} |", kind(schema)).unwrap();
    }
    table.push('\n');
    table
}

/// A schema in a few words.
fn kind(schema: &Value) -> String {
    let text = |name: &str| schema.get(name).and_then(Value::as_str);
    let whole = |name: &str| schema.get(name).and_then(Value::as_u64);
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<String> =
            words.iter().filter_map(|word| word.as_str().map(|word| format!("`{word}`"))).collect();
        return words.join(", ");
    }
    if let Some(ways) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array) {
        return ways.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match (text("type"), text("format")) {
        (Some("string"), Some("uuid")) => "UUID".to_owned(),
        (Some("string"), _) => "text".to_owned(),
        (Some("boolean"), _) => "true or false".to_owned(),
        (Some(number @ ("integer" | "number")), _) => {
            let number = if number == "integer" { "whole number" } else { "number" };
            match (whole("minimum"), whole("maximum")) {
                (Some(least), Some(most)) => format!("{number}, {least} to {most}"),
                (Some(least), None) => format!("{number}, {least} or more"),
                _ => number.to_owned(),
            }
        }
        (Some("array"), _) => {
            let of = schema.get("items").map(kind).unwrap_or_default();
            match (whole("minItems").unwrap_or_default(), whole("maxItems")) {
                (least, Some(most)) => format!("list of {least} to {most}: {of}"),
                _ => format!("list: {of}"),
            }
        }
        (Some("object"), _) => match schema.get("properties").and_then(Value::as_object) {
            Some(fields) => {
                let required = schema.get("required").and_then(Value::as_array);
                let name = |name: &String| {
                    let required = required.is_some_and(|all| all.iter().any(|one| one == name));
                    if required { format!("`{name}`") } else { format!("`{name}`?") }
                };
                format!("{{{}}}", fields.keys().map(name).collect::<Vec<_>>().join(", "))
            }
            None => "object".to_owned(),
        },
        _ => "anything".to_owned(),
    }
}

fn is_whole_recipe(schema: &Value) -> bool {
    schema.pointer("/properties/instructions").is_some()
}

/// The fields of an answer; what each guarded tool's first answer has beside is said once, on the page.
fn fields(tool: &str, output: &Map<String, Value>) -> String {
    const EVERYWHERE: [&str; 8] = [
        "untrusted",
        "source",
        "notes",
        "left_out",
        "message",
        "confirm_token",
        "expires_in_seconds",
        "reason",
    ];
    let all = output.get("properties").and_then(Value::as_object);
    let own = all.into_iter().flatten().filter(|(name, _)| !EVERYWHERE.contains(&name.as_str()));
    let told = |(name, schema): (&String, &Value)| match kind(schema) {
        _ if name == "recipe" && is_whole_recipe(schema) && tool != "get_recipe" => {
            "`recipe` (as get_recipe shows it)".to_owned()
        }
        kind if kind.starts_with(['{', 'l']) => format!("`{name}` ({kind})"),
        _ => format!("`{name}`"),
    };
    own.map(told).collect::<Vec<_>>().join(", ")
}
