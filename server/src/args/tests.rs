//! Every bound at the bound and one past it, and what a refusal says.

use serde_json::json;

use super::*;
use crate::settings::Mode;

/// What a tool says to these arguments: nothing, or the words of the refusal.
fn refusal(tool: &str, arguments: Value) -> Option<String> {
    let catalogue = crate::catalogue::Catalogue::new(Mode::ReadWrite);
    let entry = catalogue.find(tool).unwrap();
    let brought = match sort(&entry.names, arguments.as_object().cloned()) {
        Ok(brought) => brought,
        Err(failure) => return Some(failure.words().ours),
    };
    entry.decode(brought.arguments).err().map(|failure| failure.words().ours)
}

#[test]
fn ann_1_each_bound_is_held_at_the_bound_and_one_past_it() {
    let id = "3f2a0000-0000-4000-8000-000000000001";
    let ids = |count: usize| json!({"item_ids": vec![id; count]});
    let text = |length: usize| json!({"search": "x".repeat(length)});
    for (row, tool, arguments, refused) in [
        ("no items", "delete_shopping_list_items", ids(0), true),
        ("one item", "delete_shopping_list_items", ids(1), false),
        ("a hundred items", "delete_shopping_list_items", ids(100), false),
        ("one more", "delete_shopping_list_items", ids(101), true),
        ("an empty search", "search_recipes", text(0), true),
        ("a search of one character", "search_recipes", text(1), false),
        ("a search of two hundred", "search_recipes", text(200), false),
        ("one more", "search_recipes", text(201), true),
        ("two hundred characters, not bytes", "search_recipes", json!({"search": "ü".repeat(200)}), false),
        ("page 0", "search_recipes", json!({"page": 0}), true),
        ("page 1", "search_recipes", json!({"page": 1}), false),
        ("page 1.0, which is 1", "search_recipes", json!({"page": 1.0}), false),
        ("page 1.5", "search_recipes", json!({"page": 1.5}), true),
        ("page -1", "search_recipes", json!({"page": -1}), true),
        ("a page in quotes", "search_recipes", json!({"page": "1"}), true),
        ("a page beyond all numbers", "search_recipes", json!({"page": 1e300}), true),
        ("a hundred a page", "search_recipes", json!({"per_page": 100}), false),
        ("one more", "search_recipes", json!({"per_page": 101}), true),
        ("no tags", "search_recipes", json!({"tags": []}), true),
        ("twenty tags", "search_recipes", json!({"tags": vec!["a"; 20]}), false),
        ("one more", "search_recipes", json!({"tags": vec!["a"; 21]}), true),
        ("tags as one text", "search_recipes", json!({"tags": "a"}), true),
        ("a tag that is empty", "search_recipes", json!({"tags": [""]}), true),
        ("a flag in quotes", "search_recipes", json!({"require_all_tags": "true"}), true),
        ("an unknown order", "search_recipes", json!({"order_by": "taste"}), true),
        ("a known order", "search_recipes", json!({"order_by": "last_made"}), false),
        ("a slug", "get_recipe", json!({"recipe": "pea-soup"}), false),
        ("an id in upper case", "get_recipe", json!({"recipe": id.to_uppercase()}), false),
        ("a name", "get_recipe", json!({"recipe": "Pea soup"}), true),
        ("a path", "get_recipe", json!({"recipe": "../admin"}), true),
        ("a slug of 255", "get_recipe", json!({"recipe": "a".repeat(255)}), false),
        ("one more", "get_recipe", json!({"recipe": "a".repeat(256)}), true),
        ("an address of 2,048", "preview_recipe_url", json!({"url": "x".repeat(2048)}), false),
        ("one more", "preview_recipe_url", json!({"url": "x".repeat(2049)}), true),
        ("an empty address", "import_recipe_from_url", json!({"url": ""}), true),
        ("an empty document", "import_recipe_from_html_or_json", json!({"data": ""}), true),
        (
            "two million characters",
            "import_recipe_from_html_or_json",
            json!({"data": "x".repeat(2_097_152)}),
            false,
        ),
        ("one more", "import_recipe_from_html_or_json", json!({"data": "x".repeat(2_097_153)}), true),
        ("an empty token", "delete_recipe", json!({"recipe": "a", "confirm_token": ""}), false),
        ("a token of 512", "delete_recipe", json!({"recipe": "a", "confirm_token": "a".repeat(512)}), false),
        ("one more", "delete_recipe", json!({"recipe": "a", "confirm_token": "a".repeat(513)}), true),
        ("a token that is a number", "delete_recipe", json!({"recipe": "a", "confirm_token": 5}), true),
    ] {
        let said = refusal(tool, arguments);
        assert_eq!(said.is_some(), refused, "{row}: {said:?}");
    }
}

#[test]
fn a_refusal_names_the_argument_the_rule_and_what_was_given() {
    for (tool, arguments, want) in [
        (
            "merge_foods",
            json!({"from_id": "salt", "to_id": 5}),
            "Argument `from_id`: has to be a UUID. Given: \"salt\". Nothing was changed.",
        ),
        (
            "delete_shopping_list_items",
            json!({"item_ids": ["3f2a0000-0000-4000-8000-000000000001", {"id": 1}]}),
            "Argument `item_ids[1]`: has to be a UUID. Given: {\"id\":1}. Nothing was changed.",
        ),
        (
            "search_recipes",
            json!({"per_page": 500}),
            "Argument `per_page`: has to be a whole number from 1 to 100. Given: 500. Nothing was changed.",
        ),
        (
            "get_recipe",
            json!({"recipe": "a", "detail": "all"}),
            "Argument `detail`: has to be one of `default`, `raw`. Given: \"all\". Nothing was changed.",
        ),
    ] {
        assert_eq!(refusal(tool, arguments).as_deref(), Some(want), "{tool}");
    }
}

#[test]
fn unt_8_what_this_server_put_into_a_text_is_not_stored_as_content() {
    for (row, mark, want) in [
        ("a cut", "Boil … [cut: 12 of 40 characters shown]", "the whole text"),
        ("a credential", "https://[redacted]@example.com/soup", "the original"),
        ("the mark", crate::text::UNTRUSTED, "take the mark out"),
        ("what stands for an imitation of it", crate::text::IMITATION, "take the mark out"),
    ] {
        for (tool, argument) in [
            ("import_recipe_from_html_or_json", "data"),
            ("import_recipe_from_url", "url"),
            ("preview_recipe_url", "url"),
        ] {
            let words = refusal(tool, json!({argument: mark})).unwrap_or_else(|| panic!("{row}, {tool}"));
            assert!(
                words.starts_with(&format!("Argument `{argument}`: ")) && words.contains(want),
                "{words}"
            );
        }
    }
}

#[test]
fn unt_2_what_was_given_is_cut_and_cleaned() {
    let hostile = format!("a\u{202e}b\u{200b}\n{}", "x".repeat(10_000));
    let said = refusal("get_recipe", json!({"recipe": hostile})).unwrap();
    assert!(said.contains("a") && !said.contains(['\u{202e}', '\u{200b}']), "{said}");
    assert!(said.chars().count() < 400, "{said}");
}

#[test]
fn a_token_that_cannot_be_one_is_not_repeated() {
    let said = refusal("delete_recipe", json!({"recipe": "a", "confirm_token": {"s3same": 1}})).unwrap();
    assert!(!said.contains("s3same"), "{said}");
}
