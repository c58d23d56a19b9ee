//! UNT-2: a whole value of the instance is cleaned before it is shown.

use mealie_mcp::text::Document;

fn show(recipe: &Document) -> String {
    serde_json::to_string(recipe).unwrap()
}

fn main() {}
