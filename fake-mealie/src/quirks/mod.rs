//! Every surprise of the real Mealie, one named function each, with where it was seen.
//! Never a surprise of our own: what is not in Mealie 3.10.2 (SQLite) does not belong here.
//!
//! "Hazard n" counts the ways in which a client can lose somebody's data; each has a test of its name.

mod comments;
mod cookbooks;
mod foods;
mod imports;
mod json;
mod languages;
mod lists;
mod mealplans;
mod organizers;
mod parser;
mod pictures;
mod ratings;
mod recipe_patch;
mod recipes;
mod sharing;
mod shopping;
mod sql;
mod timeline;

pub(crate) use comments::*;
pub(crate) use cookbooks::*;
pub(crate) use foods::*;
pub(crate) use imports::*;
pub(crate) use json::*;
pub(crate) use languages::*;
pub(crate) use lists::*;
pub(crate) use mealplans::*;
pub(crate) use organizers::*;
pub(crate) use parser::*;
pub(crate) use pictures::*;
pub(crate) use ratings::*;
pub(crate) use recipe_patch::*;
pub(crate) use recipes::*;
pub(crate) use sharing::*;
pub(crate) use shopping::*;
pub(crate) use timeline::*;

use axum::http::StatusCode;
use uuid::Uuid;

use crate::reply::{Answer, Content};

/// An error that nobody catches: 500, plain text, and then the connection closes without announcing it, so that the
/// next request on it may meet a reset.
/// Mealie 3.10.2 under uvicorn; seen on every bare 500.
pub(crate) fn uncaught() -> Answer {
    Answer {
        status: StatusCode::INTERNAL_SERVER_ERROR,
        headers: Vec::new(),
        body: Content::Text("Internal Server Error".into()),
        hangs_up: true,
        would_fetch: Vec::new(),
    }
}

/// Python's `UUID(text)`, which recipes, cookbooks and filters are read with: upper case, no hyphens, hyphens
/// anywhere, braces, `urn:uuid:`. Any version.
/// Mealie 3.10.2, `RecipeService.get_one`; seen `recipes/get_by_uuid_*`.
pub(crate) fn uuid_in_any_spelling(text: &str) -> Option<Uuid> {
    let bare = text.replace("urn:", "").replace("uuid:", "");
    let digits = bare.trim_matches(['{', '}']).replace('-', "");
    if digits.len() != 32 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    Uuid::try_parse(&digits).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A surprise without a source cannot be checked against the real thing, nor taken out when Mealie changes.
    #[test]
    fn every_quirk_says_where_it_is_from() {
        let sources = [
            include_str!("mod.rs"),
            include_str!("comments.rs"),
            include_str!("foods.rs"),
            include_str!("ratings.rs"),
            include_str!("sharing.rs"),
            include_str!("timeline.rs"),
            include_str!("organizers.rs"),
            include_str!("parser.rs"),
            include_str!("recipe_patch.rs"),
            include_str!("recipes.rs"),
            include_str!("lists.rs"),
            include_str!("imports.rs"),
            include_str!("languages.rs"),
            include_str!("pictures.rs"),
            include_str!("cookbooks.rs"),
            include_str!("mealplans.rs"),
            include_str!("shopping/mod.rs"),
            include_str!("shopping/lists.rs"),
            include_str!("shopping/merging.rs"),
            include_str!("shopping/recipes.rs"),
            include_str!("shopping/rows.rs"),
        ];
        let mut quirks = 0;
        for source in sources {
            let mut about = String::new();
            for line in source.lines() {
                if line.starts_with("///") {
                    about.push_str(line);
                } else if let Some(function) = line.strip_prefix("pub(crate) fn ") {
                    assert!(about.contains("Mealie 3.10.2"), "{function}");
                    quirks += 1;
                    about.clear();
                } else {
                    about.clear();
                }
            }
        }
        assert!(quirks > 30, "found {quirks}");
    }

    #[test]
    fn a_uuid_is_read_in_any_spelling() {
        let id = Uuid::from_u128(0xeba1_9179_f1ce_4c71_a7d3_e238_1e5d_68bc);
        for (row, text, want) in [
            ("as usual", "eba19179-f1ce-4c71-a7d3-e2381e5d68bc", Some(id)),
            ("upper case", "EBA19179-F1CE-4C71-A7D3-E2381E5D68BC", Some(id)),
            ("no hyphens", "eba19179f1ce4c71a7d3e2381e5d68bc", Some(id)),
            ("braces", "{eba19179-f1ce-4c71-a7d3-e2381e5d68bc}", Some(id)),
            ("a urn", "urn:uuid:eba19179-f1ce-4c71-a7d3-e2381e5d68bc", Some(id)),
            ("hyphens elsewhere", "eba1-9179f1ce4c71a7d3e2381e5d68-bc", Some(id)),
            ("a slug", "tomato-soup", None),
            ("nothing", "", None),
            ("32 characters that are no digits", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", None),
        ] {
            assert_eq!(uuid_in_any_spelling(text), want, "{row}");
        }
    }
}
