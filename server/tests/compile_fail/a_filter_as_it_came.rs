//! SHUT-4: what Mealie gets as a filter was read here. A text is none, and nobody makes one by hand.

use mealie_mcp::mealie::filter::RecipeFilter;
use mealie_mcp::mealie::route::Route;

fn filtered(text: &str) {
    let _ = Route::to(&["recipes"]).where_fits(text);
    let _ = RecipeFilter(text.to_owned());
}

fn main() {}
