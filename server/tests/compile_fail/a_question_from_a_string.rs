//! ASK-7: no string that is known only at run time can become part of a question.

use mealie_mcp::guard::question::Paragraph;
use mealie_mcp::words;

fn main() {
    let name = String::from("Pea soup");
    let _ = Paragraph::of(words!["This will delete ", name.as_str(), "."]);
}
