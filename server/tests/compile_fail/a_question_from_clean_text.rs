//! ASK-7: not even cleaned text of the instance can.

use mealie_mcp::guard::question::Paragraph;
use mealie_mcp::text::Clean;
use mealie_mcp::words;

fn ask(name: Clean) {
    let _ = Paragraph::of(words!["This will delete ", name, "."]);
}

fn main() {}
