//! Cookbooks: their slugs, their filters, and what a filter can be made to tell.
//! Never through a tool of the server; this is what a bare client can do.

use fake_mealie::OrganizerKind;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::{Seen, Table};
use super::household::{NOBODY, keys};

const BOOKS: &str = "/api/households/cookbooks";

/// The header of somebody of another household of the group, and the household's id.
fn neighbour(table: &Table) -> (&'static str, Uuid) {
    let mut kitchen = table.mealie.kitchen();
    let group = kitchen.group.id;
    let cabin = kitchen.add_household(group, "Cabin");
    kitchen.add_user(cabin, "carol", "carols-token");
    ("authorization: Bearer carols-token\r\n", cabin)
}

fn is_uncaught(answer: &Seen) -> bool {
    (answer.status, answer.text.as_str()) == (500, "Internal Server Error")
}

/// Seen `cookbooks/get_*`, `create_filter`, `create_unbalanced_filter_422`.
#[tokio::test]
async fn a_cookbook_shows_its_filter_in_parts() {
    let table = Table::demo().await;
    let id = {
        let mut kitchen = table.mealie.kitchen();
        kitchen.add_cookbook("Broken", "(name = x")
    };
    let book = table.get("/api/households/cookbooks/vegan").await.body;
    assert_eq!(
        book["queryFilter"]["parts"],
        json!([{
            "leftParenthesis": null,
            "rightParenthesis": null,
            "logicalOperator": null,
            "attributeName": "tags.slug",
            "relationalOperator": "IN",
            "value": ["vegan"],
        }])
    );
    assert_eq!(book["household"]["name"], "Family");
    assert_eq!(
        table.get(&format!("/api/households/cookbooks/{id}")).await.body["queryFilter"]["parts"],
        json!([])
    );
    assert_eq!(table.get("/api/households/cookbooks").await.names(), ["Broken", "Vegan"]);
    for called in ["nope", "Vegan", NOBODY] {
        let answer = table.get(&format!("/api/households/cookbooks/{called}")).await;
        assert_eq!((answer.status, answer.body), (404, json!({ "detail": "Not Found" })), "{called}");
    }
}

/// Seen `cookbooks/create_*`; the end of the numbers, and positions of other types: measured.
#[tokio::test]
async fn a_new_cookbook_has_a_slug_of_its_own_and_little_else() {
    let table = Table::empty().await;
    let sent = json!({ "name": "  Everything ", "slug": "mine", "requireAllTags": true });
    let made = table.post(BOOKS, sent).await;
    assert_eq!(made.status, 201);
    assert_eq!(
        keys(&made.body),
        [
            "description",
            "groupId",
            "household",
            "householdId",
            "id",
            "name",
            "position",
            "public",
            "queryFilter",
            "queryFilterString",
            "slug"
        ]
    );
    assert_eq!(
        (&made.body["name"], &made.body["slug"], &made.body["position"], &made.body["public"]),
        (&json!("Everything"), &json!("everything"), &json!(1), &json!(false))
    );
    for number in 1..10 {
        let twin = json!({ "name": "EVERYTHING", "position": "2", "public": null });
        let twin = table.post(BOOKS, twin).await.body;
        assert_eq!((&twin["slug"], &twin["position"]), (&json!(format!("everything-{number}")), &json!(2)));
    }
    let eleventh = table.post(BOOKS, json!({ "name": "everything" })).await;
    assert_eq!(
        (eleventh.status, &eleventh.body["detail"]["exception"]),
        (400, &json!("No active exception to reraise"))
    );
    for (row, body, problems) in [
        ("no name", json!({}), vec!["missing"]),
        ("a blank", json!({ "name": "  " }), vec!["value_error"]),
        ("an emoji", json!({ "name": "🍕" }), vec!["value_error"]),
        ("half a position", json!({ "name": "x", "position": 2.5 }), vec!["int_from_float"]),
        ("no position", json!({ "name": "x", "position": null }), vec!["int_type"]),
        (
            "all at once",
            json!({ "name": "", "description": null, "public": [], "queryFilterString": "nope = 1" }),
            vec!["value_error", "string_type", "bool_type", "value_error"],
        ),
    ] {
        let answer = table.post(BOOKS, body).await;
        let said = answer.body["detail"].as_array().unwrap_or_else(|| panic!("{row}: {}", answer.text));
        let said: Vec<_> = said.iter().map(|problem| problem["type"].as_str().unwrap_or_default()).collect();
        assert_eq!((answer.status, said), (422, problems), "{row}");
    }
    assert_eq!(table.mealie.kitchen().cookbooks.len(), 10);
}

/// Seen `cookbooks/create_bad_filter_422`, `create_unbalanced_filter_422`, `create_garbage_filter`; the rest measured.
#[tokio::test]
async fn a_filter_is_tried_out_before_it_is_kept() {
    let table = Table::empty().await;
    let unusable = "Value error, Invalid query filter string";
    for (row, filter, why) in [
        ("no column", "nope = 1", unusable),
        ("no column behind a relation", "tags.nope = 1", unusable),
        ("a relation", "tags = 1", unusable),
        ("what every model has", "metadata = 1", unusable),
        ("no UUID", "id = \"xyz\"", unusable),
        ("no day", "created_at > someday", unusable),
        ("a number that is like a text", "rating LIKE \"4%\"", unusable),
        ("all of a name", "name CONTAINS ALL [\"a\",\"b\"]", unusable),
        ("an open bracket", "(name = x", "Value error, invalid query string: parenthesis are unbalanced"),
        (
            "no list",
            "name IN \"x\"",
            "Value error, invalid query string: IN must be given a list of valuesenclosed by [ and ]",
        ),
        ("a week", "created_at > $NOW-1w", "Value error, Invalid time unit in NOW string ($NOW-1w)"),
    ] {
        let answer = table.post(BOOKS, json!({ "name": "Book", "queryFilterString": filter })).await;
        let problem = &answer.body["detail"][0];
        assert_eq!((answer.status, &problem["msg"]), (422, &json!(why)), "{row}: {}", answer.text);
        assert_eq!(problem["loc"], json!(["body", "queryFilterString"]), "{row}");
    }
    let nothing = table.post(BOOKS, json!({ "name": "Book", "queryFilterString": "name =" })).await;
    assert!(is_uncaught(&nothing), "{}", nothing.text);
    assert_eq!(table.mealie.kitchen().cookbooks.len(), 0);
    let nested = "tags.slug CONTAINS ALL [\"a\",\"b\"] AND (rating >= 4 OR last_made IS NULL)";
    for filter in ["", "hello world", nested] {
        let made = table.post(BOOKS, json!({ "name": "Book", "queryFilterString": filter })).await;
        assert_eq!((made.status, &made.body["queryFilterString"]), (201, &json!(filter)));
    }
}

/// Seen `cookbooks/update_*`; a slug that is sent, and an id in another spelling: measured.
#[tokio::test]
async fn an_update_resets_what_is_left_out_and_numbers_the_slug_anew() {
    let table = Table::empty().await;
    let (carol, cabin) = neighbour(&table);
    let (id, hers) = {
        let mut kitchen = table.mealie.kitchen();
        let id = kitchen.add_cookbook("Vegan", "tags.slug IN [\"vegan\"]");
        kitchen.publish_cookbook(id);
        kitchen.add_cookbook("Other", "");
        (id, kitchen.add_cookbook_of(cabin, "Hers", ""))
    };
    let path = format!("{BOOKS}/{id}");
    assert_eq!(table.get(&path).await.body["public"], true);
    let changed = table.put(&path, json!({ "name": "Vegan" })).await.body;
    assert_eq!(
        (&changed["public"], &changed["queryFilterString"], &changed["slug"]),
        (&json!(false), &json!(""), &json!("vegan"))
    );
    for (row, body, slug) in [
        ("a name that is taken", json!({ "name": "Other" }), "other-1"),
        ("its own name again", json!({ "name": "Other" }), "other-1"),
        ("a slug of that name", json!({ "name": "Other", "slug": "other-7" }), "other-7"),
        ("a slug of another name", json!({ "name": "Other", "slug": "vegan-7" }), "other-1"),
        ("a slug without a number", json!({ "name": "Other", "slug": "other-x" }), "other-1"),
        ("a free name", json!({ "name": "Vegan" }), "vegan"),
    ] {
        let answer = table.put(&path, body).await;
        assert_eq!((answer.status, &answer.body["slug"]), (200, &json!(slug)), "{row}: {}", answer.text);
    }
    let shouted = format!("{BOOKS}/{}", id.simple().to_string().to_uppercase());
    assert_eq!(table.put(&shouted, json!({ "name": "Vegan" })).await.status, 200);
    let by_slug = table.put(&format!("{BOOKS}/vegan"), json!({ "name": "x" })).await;
    assert!(is_uncaught(&by_slug), "{}", by_slug.text);
    for (row, id) in [("nobody's", NOBODY.to_owned()), ("another household's", hers.to_string())] {
        let answer = table.put(&format!("{BOOKS}/{id}"), json!({ "name": "x" })).await;
        assert_eq!((answer.status, &answer.body["detail"]["message"]), (404, &json!("Not found.")), "{row}");
    }
    assert_eq!(table.ask_as(carol, "GET", &path, None).await.status, 200, "the whole group reads it");
    assert_eq!(table.mealie.kitchen().cookbook_named("Hers").map(|book| book.id), Some(hers));
}

/// Seen `cookbooks/delete*`.
#[tokio::test]
async fn a_cookbook_is_deleted_by_its_id_and_by_its_own_household() {
    let table = Table::empty().await;
    let (carol, _) = neighbour(&table);
    let id = table.mealie.kitchen().add_cookbook("Vegan", "");
    let path = format!("{BOOKS}/{id}");
    let by_slug = table.delete(&format!("{BOOKS}/vegan")).await;
    let told = by_slug.body["detail"]["exception"].as_str().unwrap_or_default();
    assert_eq!(by_slug.status, 400);
    assert!(told.contains("badly formed hexadecimal UUID string\n[SQL: SELECT cookbooks.id"), "{told}");
    let foreign = table.ask_as(carol, "DELETE", &path, None).await;
    assert_eq!(
        (foreign.status, &foreign.body["detail"]["exception"]),
        (404, &json!("No row was found when one was required"))
    );
    assert_eq!(table.delete(&path).await.body["name"], "Vegan", "the answer shows what is gone");
    assert_eq!(table.delete(&path).await.status, 404);
    assert_eq!(table.get(BOOKS).await.total(), 0);
}

/// Seen `cookbooks/list_other_group_empty`, `get_other_group_404`.
#[tokio::test]
async fn another_group_sees_none_of_it() {
    let table = Table::demo().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let group = kitchen.add_group("Others");
        let far = kitchen.add_household(group, "Far");
        kitchen.add_user(far, "dave", "daves-token");
    }
    let dave = "authorization: Bearer daves-token\r\n";
    assert_eq!(table.ask_as(dave, "GET", BOOKS, None).await.total(), 0);
    for path in [format!("{BOOKS}/vegan"), "/api/recipes?cookbook=vegan".to_owned()] {
        assert_eq!(table.ask_as(dave, "GET", &path, None).await.status, 404, "{path}");
    }
}

/// Seen `cookbooks/recipes_*`; that a filter of the query is forgotten: measured.
#[tokio::test]
async fn recipes_of_a_cookbook_are_those_that_its_filter_lets_through() {
    let table = Table::empty().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let vegan = kitchen.add_organizer(OrganizerKind::Tag, "Vegan");
        for name in ["Bean Soup", "Bean Stew", "Beef Stew"] {
            let recipe = kitchen.add_recipe(name);
            if name.starts_with("Bean") {
                kitchen.organize(recipe, vegan);
            }
        }
        kitchen.add_cookbook("Vegan", "tags.slug CONTAINS ALL [\"vegan\"]");
        kitchen.add_cookbook("All", "");
        kitchen.add_cookbook("Nothing", "hello world");
    }
    let all = ["Beef Stew", "Bean Stew", "Bean Soup"];
    for (row, query, names) in [
        ("by slug", "cookbook=vegan", vec!["Bean Stew", "Bean Soup"]),
        ("and a filter", "cookbook=vegan&queryFilter=name%20LIKE%20%22%25stew%22", vec!["Bean Stew"]),
        ("tags are not looked at", "cookbook=vegan&tags=nope", vec!["Bean Stew", "Bean Soup"]),
        ("no filter", "cookbook=all", all.to_vec()),
        ("beside none a filter is forgotten", "cookbook=all&queryFilter=name%20=%20x", all.to_vec()),
        ("garbage", "cookbook=nothing", vec![]),
    ] {
        let seen = table.get(&format!("/api/recipes?{query}")).await;
        assert_eq!(seen.names(), names, "{row}");
    }
    let page = table.get("/api/recipes?cookbook=vegan&perPage=1").await.body;
    assert_eq!(
        page["next"], "/recipes?orderDirection=desc&page=2&perPage=1&cookbook=vegan",
        "a link shows nothing of the stored filter"
    );
}

/// How many letters of a hash are asked for here.
const LETTERS: usize = 20;

/// The hash of a password is read letter by letter through a private cookbook, by somebody who may do nothing at all:
/// each guess is kept as a filter, and the number of recipes says whether it was right. Small and capital letters are
/// the same to it. Seen `pagination/qf_private_attr`; through a cookbook: measured.
#[tokio::test]
async fn a_private_cookbook_is_an_oracle_on_password_hashes() {
    let table = Table::demo().await;
    let hash = table.mealie.kitchen().cook().password.clone();
    assert!(hash.starts_with("$2b$12$") && hash.len() == 60, "{hash}");
    let made = table.post(BOOKS, json!({ "name": "Mine" })).await.body;
    let path = format!("{BOOKS}/{}", made["id"].as_str().expect("an id"));
    let letters: Vec<char> = ('a'..='z').chain('0'..='9').chain(['.', '/']).collect();
    let mut known = String::from("$2b$12$");
    while known.len() < LETTERS {
        let mut found = None;
        for letter in &letters {
            let filter = format!("user.password LIKE \"{known}{letter}%\"");
            let kept = table.put(&path, json!({ "name": "Mine", "queryFilterString": filter })).await;
            assert_eq!((kept.status, &kept.body["public"]), (200, &Value::Bool(false)));
            if table.get("/api/recipes?cookbook=mine&perPage=0").await.total() > 0 {
                found = Some(*letter);
                break;
            }
        }
        known.push(found.expect("one of the letters is right"));
    }
    assert_eq!(known, hash[..LETTERS].to_lowercase());
}

/// Which other ways lead to what nobody should see. All measured.
#[tokio::test]
async fn filters_reach_whatever_mealies_models_lead_to() {
    let table = Table::empty().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let soup = kitchen.add_recipe("Soup");
        kitchen.add_recipe("Stew");
        kitchen.add_comment(soup, "Salt!");
        kitchen.add_comment(soup, "More salt!");
        kitchen.share_recipe(soup);
        let cook = kitchen.cook().id;
        kitchen.make_api_token(cook, "phone");
    }
    for (row, filter, total) in [
        (
            "a hash, by a comment",
            "comments.user.password LIKE \"$2b$%\" AND comments.text = \"Salt!\"",
            Some(1),
        ),
        ("a hash, by the group", "group.users.password LIKE \"$2b$%\"", Some(2)),
        ("a token", "user.tokens.token LIKE \"%\" AND user.tokens.name = phone", Some(2)),
        ("a token of another name", "user.tokens.token LIKE \"%\" AND user.tokens.name = desk", Some(0)),
        ("a share link", "share_tokens.id > \"00000000-0000-4000-8000-000000000000\"", Some(1)),
        ("who is no admin", "user.admin = false", Some(2)),
        ("without a comment", "comments.text IS NULL AND comments.user.username IS NULL", Some(1)),
        ("none that says so", "comments.text NOT IN [\"Salt!\"]", Some(1)),
        ("one household on two ways", "household.name = family AND user.household.name = family", Some(2)),
        ("a household's group", "household.group.slug = home", Some(2)),
        ("one table on two ways", "comments.user.username = cook AND user.username = cook", None),
        ("and back again", "comments.recipe.name = Soup", None),
        ("all who live there", "user.household.users.password LIKE \"%\"", None),
        ("rows and no column", "tags IS NULL", None),
    ] {
        let encoded: String = filter.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let seen = table.get(&format!("/api/recipes?perPage=-1&queryFilter={encoded}")).await;
        match total {
            Some(total) => assert_eq!((seen.status, seen.total()), (200, total), "{row}"),
            None => assert!(is_uncaught(&seen), "{row}: {}", seen.text),
        }
    }
    let kept = json!({ "name": "Broken", "queryFilterString": "comments.recipe.name = Soup" });
    assert_eq!(table.post(BOOKS, kept).await.status, 201, "that it breaks is not seen before it is used");
    assert!(is_uncaught(&table.get("/api/recipes?cookbook=broken").await));
    let members = table.get("/api/households/members?queryFilter=password%20LIKE%20%22$2b%25%22").await;
    assert_eq!(members.total(), 1);
}
