//! ASK-3: what the guard lends for one write cannot be kept.

use mealie_mcp::mealie::{WriteKey, Writes};

fn keep(key: WriteKey) -> Writes<'static> {
    key.lend()
}

fn main() {}
