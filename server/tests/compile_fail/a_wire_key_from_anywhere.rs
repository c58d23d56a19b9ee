//! UNT-2: the key to wire text is made by the Mealie client alone.

use mealie_mcp::text::WireKey;

fn main() {
    let _ = WireKey(());
    let _ = WireKey::only_the_mealie_client_makes_one();
}
