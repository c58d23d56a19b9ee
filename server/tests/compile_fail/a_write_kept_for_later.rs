//! ASK-3: what the guard lends for one write cannot be kept.

use mealie_mcp::mealie::{Departure, WriteKey, Writes};

fn keep(key: WriteKey, departure: &'static Departure) -> Writes<'static> {
    key.lend(departure)
}

fn main() {}
