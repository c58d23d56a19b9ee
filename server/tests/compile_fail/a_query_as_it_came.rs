//! SHUT-3, SHUT-4: a query's value is a word of ours or has a type; a text that is known only at run time is neither.

use mealie_mcp::mealie::route::Route;

fn filtered(text: &str) {
    let _ = Route::to(&["recipes"]).with("queryFilter", text);
}

fn main() {}
