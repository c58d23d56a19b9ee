//! SHUT-1: whose rating it is comes from what Mealie says of the caller; no id does for it.

use mealie_mcp::mealie::route::Route;
use mealie_mcp::text::Id;

fn rating(somebody: Id, recipe: Id) {
    let _ = Route::own_rating(&somebody, &recipe);
}

fn main() {}
