//! ASK-16: the address of a page is made by the server from the operator's setting alone.

use mealie_mcp::guard::question::Page;

fn main() {
    let _ = Page("http://elsewhere.test".parse().unwrap());
}
