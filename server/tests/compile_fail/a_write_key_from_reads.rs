//! ASK-3: the right to write cannot be had from the right to read.

use mealie_mcp::mealie::{Reads, WriteKey};

fn promote(reads: Reads) -> WriteKey {
    WriteKey { http: reads.http }
}

fn main() {}
