//! UNT-2: without the key there is no way to the text as it came in.

use mealie_mcp::text::Foreign;

fn main() {
    let name = Foreign::from("Pea soup".to_owned());
    let _: &str = &name.0;
    let _: &str = name.as_ref();
    let _: &str = name.expose();
}
