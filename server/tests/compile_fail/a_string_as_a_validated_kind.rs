//! UNT-4: text of the instance is read as a kind that has a rule, never as a plain string.

use mealie_mcp::text::Foreign;

fn main() {
    let name = Foreign::from("Pea soup".to_owned());
    let _ = name.read_as::<String>();
}
