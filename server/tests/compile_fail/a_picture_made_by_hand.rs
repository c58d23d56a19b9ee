//! Only the check makes a picture (LIVE-7).

use bytes::Bytes;
use mealie_mcp::picture::{Kind, Picture};

fn made(bytes: Bytes) -> Picture {
    Picture { kind: Kind::Png, bytes }
}

fn main() {}
