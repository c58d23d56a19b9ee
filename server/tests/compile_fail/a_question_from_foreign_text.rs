//! ASK-7: nor can foreign text.

use mealie_mcp::guard::question::Paragraph;
use mealie_mcp::text::Foreign;
use mealie_mcp::words;

fn ask(name: Foreign) {
    let _ = Paragraph::of(words!["This will delete ", name, "."]);
}

fn main() {}
