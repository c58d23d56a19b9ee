//! UNT-2: only cleaning makes clean text.

use mealie_mcp::text::Clean;

fn main() {
    let _: Clean = "Pea soup".to_owned().into();
    let _ = Clean("Pea soup".to_owned());
    let _: Clean = serde_json::from_str("\"Pea soup\"").unwrap();
}
