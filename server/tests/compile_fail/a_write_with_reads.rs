//! ASK-3: there is no way to change anything with the right to read.

use mealie_mcp::failure::Failure;
use mealie_mcp::mealie::Reads;
use mealie_mcp::mealie::route::Route;
use mealie_mcp::text::Document;

async fn change(reads: &Reads) -> Result<Document, Failure> {
    reads.delete(Route::to(&["recipes"])).await
}

fn main() {}
