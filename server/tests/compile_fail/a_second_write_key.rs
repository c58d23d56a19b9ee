//! ASK-3: the right to write cannot be copied before it moves into the guard.

use mealie_mcp::mealie::WriteKey;

fn twice(key: WriteKey) -> (WriteKey, WriteKey) {
    (key.clone(), key)
}

fn main() {}
