//! UNT-2: text of the instance has no `Serialize`, so no structured result can hold it.

use mealie_mcp::text::Foreign;

#[derive(serde::Serialize)]
struct View {
    name: Foreign,
}

fn main() {}
