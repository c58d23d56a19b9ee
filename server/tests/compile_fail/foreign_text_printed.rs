//! UNT-2: text of the instance has no `Display`; it is cleaned first.

use mealie_mcp::text::Foreign;

fn main() {
    let name = Foreign::from("Pea soup".to_owned());
    let _ = format!("{name}");
}
