//! SHUT-1: who calls is what Mealie says of the token; nobody is made the caller by hand.

use mealie_mcp::mealie::me::Me;
use mealie_mcp::text::Id;

fn somebody_else(mut me: Me, id: Id) -> Me {
    me.id = Some(id);
    me
}

fn main() {}
