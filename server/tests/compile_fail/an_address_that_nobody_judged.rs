//! Mealie is sent only where the netguard has looked: an address is none before that (NET-1).

use mealie_mcp::mealie::{Import, Writes};

fn fetch(writes: &Writes<'_>, url: &String) {
    let _ = writes.import(&Import::Page { url, include_tags: false, include_categories: false });
}

fn main() {}
