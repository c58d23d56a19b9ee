//! Every bound at the bound and one past it, and what a refusal says.

use serde_json::json;

use super::*;

/// What a tool says to these arguments: nothing, or the words of the refusal.
pub(crate) fn refusal(tool: &str, arguments: Value) -> Option<String> {
    let catalogue = crate::catalogue::Catalogue::all();
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
    let picture =
        |letters: usize| json!({"recipe": "a", "image_base64": "A".repeat(letters), "format": "jpg"});
    fn language(tag: impl Into<Value>) -> Value {
        json!({"image_base64": "AAAA", "format": "webp", "translate_language": tag.into()})
    }
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
        ("an empty picture", "set_recipe_image", picture(0), true),
        ("four letters of picture", "set_recipe_image", picture(4), false),
        ("eight MiB of picture", "set_recipe_image", picture(8_388_608), false),
        ("four more", "set_recipe_image", picture(8_388_612), true),
        (
            "a picture that is a number",
            "import_recipe_from_image",
            json!({"image_base64": 5, "format": "png"}),
            true,
        ),
        (
            "a picture in a list",
            "import_recipe_from_image",
            json!({"image_base64": ["AAAA"], "format": "png"}),
            true,
        ),
        (
            "a format of no picture",
            "import_recipe_from_image",
            json!({"image_base64": "AAAA", "format": "gif"}),
            true,
        ),
        (
            "a format in capitals",
            "import_recipe_from_image",
            json!({"image_base64": "AAAA", "format": "PNG"}),
            true,
        ),
        ("a language of one", "import_recipe_from_image", language("d"), true),
        ("a language of two", "import_recipe_from_image", language("de"), false),
        (
            "a language of 35",
            "import_recipe_from_image",
            language("de-abcdefgh-abcdefgh-abcdefgh-abcde"),
            false,
        ),
        ("one more", "import_recipe_from_image", language("de-abcdefgh-abcdefgh-abcdefgh-abcdef"), true),
        ("words for a language", "import_recipe_from_image", language("German, please"), true),
        ("a language that is a number", "import_recipe_from_image", language(5), true),
        ("an empty token", "delete_recipe", json!({"recipe": "a", "confirm_token": ""}), false),
        ("a token of 512", "delete_recipe", json!({"recipe": "a", "confirm_token": "a".repeat(512)}), false),
        ("one more", "delete_recipe", json!({"recipe": "a", "confirm_token": "a".repeat(513)}), true),
        ("a token that is a number", "delete_recipe", json!({"recipe": "a", "confirm_token": 5}), true),
        ("organizers of no kind", "list_organizers", json!({}), true),
        ("an unknown kind", "list_organizers", json!({"kind": "tags"}), true),
        ("a known kind", "list_organizers", json!({"kind": "tool"}), false),
        ("an empty search of tags", "list_organizers", json!({"kind": "tag", "search": ""}), true),
        ("one of two hundred", "list_organizers", json!({"kind": "tag", "search": "x".repeat(200)}), false),
        ("one more", "list_organizers", json!({"kind": "tag", "search": "x".repeat(201)}), true),
        ("page 0 of tags", "list_organizers", json!({"kind": "tag", "page": 0}), true),
        ("page 1 of tags", "list_organizers", json!({"kind": "tag", "page": 1}), false),
        ("no tags a page", "list_organizers", json!({"kind": "tag", "per_page": 0}), true),
        ("a hundred tags a page", "list_organizers", json!({"kind": "tag", "per_page": 100}), false),
        ("one more", "list_organizers", json!({"kind": "tag", "per_page": 101}), true),
        ("an unknown direction", "list_organizers", json!({"kind": "tag", "order_direction": "up"}), true),
        ("a known direction", "list_organizers", json!({"kind": "tag", "order_direction": "desc"}), false),
        ("an empty name", "create_organizer", json!({"kind": "tag", "name": ""}), true),
        ("a name of 255", "create_organizer", json!({"kind": "tag", "name": "ü".repeat(255)}), false),
        ("one more", "create_organizer", json!({"kind": "tag", "name": "ü".repeat(256)}), true),
        ("a name without a letter", "create_organizer", json!({"kind": "tag", "name": "🍕"}), true),
        ("letters of which Mealie makes none", "create_organizer", json!({"kind": "tag", "name": "🅱"}), true),
        ("those of a dead script", "create_organizer", json!({"kind": "tag", "name": "𐤀𐤁"}), true),
        ("those of mathematics", "create_organizer", json!({"kind": "tag", "name": "𝐏𝐢𝐞"}), false),
        ("those without a table here", "create_organizer", json!({"kind": "tag", "name": "味噌汁"}), false),
        ("no name", "create_organizer", json!({"kind": "tag"}), true),
        (
            "a new name of 255",
            "update_organizer",
            json!({"kind": "tag", "id": id, "name": "x".repeat(255)}),
            false,
        ),
        ("one more", "update_organizer", json!({"kind": "tag", "id": id, "name": "x".repeat(256)}), true),
        ("a blank new name", "update_organizer", json!({"kind": "tag", "id": id, "name": " "}), true),
        ("no new name", "update_organizer", json!({"kind": "tag", "id": id}), true),
        ("a tag by its slug", "update_organizer", json!({"kind": "tag", "id": "vegan", "name": "x"}), true),
        ("a tag to delete", "delete_organizer", json!({"kind": "tag", "id": id}), false),
        ("one by its slug", "delete_organizer", json!({"kind": "tag", "id": "vegan"}), true),
        ("one of no kind", "delete_organizer", json!({"id": id}), true),
        ("an empty search of foods", "list_foods", json!({"search": ""}), true),
        ("one of two hundred", "list_foods", json!({"search": "x".repeat(200)}), false),
        ("one more", "list_foods", json!({"search": "x".repeat(201)}), true),
        ("page 0 of foods", "list_foods", json!({"page": 0}), true),
        ("page 1 of foods", "list_foods", json!({"page": 1}), false),
        ("no foods a page", "list_foods", json!({"per_page": 0}), true),
        ("a hundred foods a page", "list_foods", json!({"per_page": 100}), false),
        ("one more", "list_foods", json!({"per_page": 101}), true),
        ("an unknown direction", "list_foods", json!({"order_direction": "up"}), true),
        ("units as foods are listed", "list_units", json!({"search": "x", "order_direction": "desc"}), false),
        ("a search of units past its bound", "list_units", json!({"search": "x".repeat(201)}), true),
        ("more units than a page takes", "list_units", json!({"per_page": 101}), true),
        ("a food without a name", "create_food", json!({}), true),
        ("an empty name", "create_food", json!({"name": ""}), true),
        ("a food's name of 255", "create_food", json!({"name": "ü".repeat(255)}), false),
        ("one more", "create_food", json!({"name": "ü".repeat(256)}), true),
        ("a name of one sign", "create_food", json!({"name": "🧂"}), false),
        ("a plural of 255", "create_food", json!({"name": "a", "plural_name": "x".repeat(255)}), false),
        ("one more", "create_food", json!({"name": "a", "plural_name": "x".repeat(256)}), true),
        ("an empty plural", "create_food", json!({"name": "a", "plural_name": ""}), true),
        ("an empty description", "create_food", json!({"name": "a", "description": ""}), false),
        ("one of two thousand", "create_food", json!({"name": "a", "description": "x".repeat(2000)}), false),
        ("one more", "create_food", json!({"name": "a", "description": "x".repeat(2001)}), true),
        ("a label by its id", "create_food", json!({"name": "a", "label_id": id}), false),
        ("one by its name", "create_food", json!({"name": "a", "label_id": "Herbs"}), true),
        ("a unit without a name", "create_unit", json!({"abbreviation": "a"}), true),
        ("a unit's name of 255", "create_unit", json!({"name": "x".repeat(255)}), false),
        ("one more", "create_unit", json!({"name": "x".repeat(256)}), true),
        (
            "a unit's plural of 255",
            "create_unit",
            json!({"name": "a", "plural_name": "x".repeat(255)}),
            false,
        ),
        ("one more", "create_unit", json!({"name": "a", "plural_name": "x".repeat(256)}), true),
        ("an empty abbreviation", "create_unit", json!({"name": "a", "abbreviation": ""}), true),
        ("one of 50", "create_unit", json!({"name": "a", "abbreviation": "x".repeat(50)}), false),
        ("one more", "create_unit", json!({"name": "a", "abbreviation": "x".repeat(51)}), true),
        (
            "a unit's description of 2,000",
            "create_unit",
            json!({"name": "a", "description": "x".repeat(2000)}),
            false,
        ),
        ("one more", "create_unit", json!({"name": "a", "description": "x".repeat(2001)}), true),
        ("a flag in quotes", "create_unit", json!({"name": "a", "fraction": "no"}), true),
        ("a unit by its name", "merge_units", json!({"from_id": "cup", "to_id": id}), true),
        ("a merge into nothing", "merge_units", json!({"from_id": id}), true),
        ("no lines", "parse_ingredients", json!({"ingredients": []}), true),
        ("one line", "parse_ingredients", json!({"ingredients": ["a"]}), false),
        ("a hundred lines", "parse_ingredients", json!({"ingredients": vec!["a"; 100]}), false),
        ("one more", "parse_ingredients", json!({"ingredients": vec!["a"; 101]}), true),
        ("an empty line", "parse_ingredients", json!({"ingredients": ["a", ""]}), true),
        ("a line of a thousand", "parse_ingredients", json!({"ingredients": ["ü".repeat(1000)]}), false),
        ("one more", "parse_ingredients", json!({"ingredients": ["ü".repeat(1001)]}), true),
        ("lines as one text", "parse_ingredients", json!({"ingredients": "a"}), true),
        ("a line with our own mark", "parse_ingredients", json!({"ingredients": ["[redacted]"]}), true),
        ("a known parser", "parse_ingredients", json!({"ingredients": ["a"], "parser": "brute"}), false),
        (
            "the one that asks an AI",
            "parse_ingredients",
            json!({"ingredients": ["a"], "parser": "openai"}),
            true,
        ),
        ("a recipe's name of 255", "create_recipe", json!({"name": "x".repeat(255)}), false),
        ("one more", "create_recipe", json!({"name": "x".repeat(256)}), true),
        ("no name", "create_recipe", json!({"name": ""}), true),
        ("no name at all", "create_recipe", json!({"servings": 4}), true),
        ("a new name of 256", "update_recipe", json!({"recipe": "a", "name": "x".repeat(256)}), true),
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

/// Serde copies the name of a field that it does not know several times.
#[test]
fn bnd_7_a_name_of_megabytes_is_refused_before_it_is_read() {
    for (row, letters, want) in [("a name", 255, "unknown field"), ("none", 256, "is no name of a field")] {
        let line = json!({"a".repeat(letters): 1});
        let arguments = json!({"recipe": "pea-soup", "ingredients": ["peas", line]});
        let said = refusal("update_recipe", arguments).unwrap();
        assert!(said.contains(want) && said.len() < 1_000, "{row}: {said}");
    }
}

#[test]
fn bnd_7_what_is_too_long_to_be_recognised_is_not_quoted() {
    for (letters, quoted) in [(64 * 1024, true), (64 * 1024 + 1, false)] {
        let said = refusal("get_recipe", json!({"recipe": "x".repeat(letters)})).unwrap();
        assert!(said.starts_with("Argument `recipe`: has to be a recipe's slug"), "{said}");
        assert_eq!(said.contains("Given: "), quoted, "{letters}");
    }
}

#[test]
fn a_token_that_cannot_be_one_is_not_repeated() {
    let said = refusal("delete_recipe", json!({"recipe": "a", "confirm_token": {"s3same": 1}})).unwrap();
    assert!(!said.contains("s3same"), "{said}");
}
