//! What is uploaded was checked to be a picture: bytes are none before that (LIVE-7).

use bytes::Bytes;
use mealie_mcp::mealie::Writes;
use mealie_mcp::text::Slug;

fn upload(writes: &Writes<'_>, slug: &Slug, bytes: Bytes) {
    let _ = writes.upload_picture(slug, &bytes);
}

fn main() {}
