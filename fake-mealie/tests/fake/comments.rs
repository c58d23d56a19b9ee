//! Comments: written under any id, changed and deleted by few, and 500 for all the others.
//! Never looks inside the store where an answer would tell.

use serde_json::{Value, json};

use super::client::{Seen, Table};
use super::household::NOBODY;

fn bare_500(answer: &Seen, row: &str) {
    assert_eq!((answer.status, answer.text.as_str()), (500, "Internal Server Error"), "{row}");
}

fn texts(list: &Value) -> Vec<&str> {
    let comments = list.as_array().expect("a list").iter();
    comments.map(|comment| comment["text"].as_str().expect("a text")).collect()
}

/// Seen `comments_timeline/comment_create*`, `comments_list_by_*`, `errors/comment_create_unknown_recipe`.
#[tokio::test]
async fn comments_are_listed_by_slug_only_and_written_to_any_id() {
    let table = Table::demo().await;
    let id = table.mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
    let written = table.post("/api/comments", json!({ "recipeId": id, "text": "" })).await;
    assert_eq!(written.status, 201);
    assert_eq!(
        written.body["user"],
        json!({ "id": written.body["userId"], "username": "cook", "admin": false, "fullName": "Cook" })
    );
    let listed = table.get("/api/recipes/pea-soup/comments").await.body;
    assert_eq!(listed.as_array().map(Vec::len), Some(2), "a bare array");
    assert_eq!(listed[1], written.body, "oldest first");
    assert_eq!(table.get("/api/recipes/pea-soup").await.body["comments"], listed);
    for path in [format!("/api/recipes/{id}/comments"), "/api/recipes/nope/comments".to_owned()] {
        bare_500(&table.get(&path).await, &path);
    }
    for (row, body, kind) in [
        ("no text", json!({ "recipeId": id }), "missing"),
        ("a slug", json!({ "recipeId": "pea-soup", "text": "x" }), "uuid_parsing"),
        (
            "another version",
            json!({ "recipeId": "00000000-0000-1000-8000-000000000000", "text": "x" }),
            "uuid_version",
        ),
    ] {
        let refused = table.post("/api/comments", body).await;
        assert_eq!((refused.status, &refused.body["detail"][0]["type"]), (422, &json!(kind)), "{row}");
    }
}

/// Seen `errors/comment_create_unknown_recipe`; that nobody sees it afterwards, read.
#[tokio::test]
async fn a_comment_on_no_recipe_is_written_and_never_seen() {
    let table = Table::empty().await;
    let lost = table.post("/api/comments", json!({ "recipe_id": NOBODY, "text": "hello?" })).await;
    assert_eq!((lost.status, &lost.body["recipeId"]), (201, &json!(NOBODY)));
    assert_eq!(table.get("/api/comments").await.total(), 0);
    let path = format!("/api/comments/{}", lost.body["id"].as_str().unwrap());
    assert_eq!(table.get(&path).await.body["detail"]["message"], "Not found.");
}

/// Seen `comments_timeline/comments_all`, `comments_all_filter`, `comment_create_other_group`,
/// `errors/comment_get_*`, `pagination/envelope_comments`.
#[tokio::test]
async fn the_list_of_all_comments_is_that_of_the_recipes_of_the_group() {
    let table = Table::empty().await;
    let (soup, stew, one) = {
        let mut kitchen = table.mealie.kitchen();
        let (soup, stew) = (kitchen.add_recipe("Soup"), kitchen.add_recipe("Stew"));
        let far = kitchen.add_group("Far");
        let household = kitchen.add_household(far, "Away");
        let dave = kitchen.add_user(household, "dave", "daves-token");
        kitchen.comment_by(dave, soup, "from afar");
        (soup, stew, kitchen.add_comment(stew, "mine"))
    };
    let all = table.get("/api/comments?perPage=1").await;
    assert_eq!((all.total(), texts(&all.body["items"])), (2, vec!["mine"]), "newest first");
    assert!(
        all.body["next"].as_str().unwrap().starts_with("/comments?orderBy=None"),
        "{:?}",
        all.body["next"]
    );
    for (row, filter, found) in [
        ("by the recipe", format!("recipe_id=%22{soup}%22"), vec!["from afar"]),
        ("by its slug", "recipe.slug=%22stew%22".to_owned(), vec!["mine"]),
        ("by who wrote it", "user.username=%22dave%22".to_owned(), vec!["from afar"]),
        ("by the words", "text%20LIKE%20%22%25MIN%25%22".to_owned(), vec!["mine"]),
    ] {
        let page = table.get(&format!("/api/comments?queryFilter={filter}")).await;
        assert_eq!(texts(&page.body["items"]), found, "{row}");
    }
    let dave = "authorization: Bearer daves-token\r\n";
    let theirs = table.ask_as(dave, "GET", "/api/comments", None).await;
    assert_eq!(theirs.total(), 0, "not even an own one on a recipe of another group");
    let path = format!("/api/comments/{one}");
    assert_eq!(table.ask_as(dave, "GET", &path, None).await.status, 404);
    let got = table.get(&path).await;
    assert_eq!((got.status, &got.body["recipeId"]), (200, &json!(stew)));
    assert_eq!(table.get("/api/comments/nope").await.body["detail"][0]["loc"], json!(["path", "item_id"]));
    assert_eq!(table.get("/api/comments?orderBy=nope").await.status, 400);
}

/// Seen `comments_timeline/comment_update*`, `comment_delete_*`, `errors/comment_put_unknown`, `comment_delete_*`.
#[tokio::test]
async fn a_comment_is_changed_by_its_writer_or_an_admin_and_is_a_bare_500_to_anybody_else() {
    let table = Table::empty().await;
    let bob = "authorization: Bearer bobs-token\r\n";
    let (mine, second) = {
        let mut kitchen = table.mealie.kitchen();
        let (soup, home) = (kitchen.add_recipe("Soup"), kitchen.cook().household_id);
        kitchen.add_user(home, "bob", "bobs-token");
        (kitchen.add_comment(soup, "first"), kitchen.add_comment(soup, "second"))
    };
    let path = format!("/api/comments/{mine}");
    let body = |text: &str| json!({ "id": NOBODY, "text": text });
    bare_500(&table.ask_as(bob, "PUT", &path, Some(body("bob's"))).await, "put by bob");
    bare_500(&table.ask_as(bob, "DELETE", &path, None).await, "delete by bob");
    let missing = table.put(&path, json!({ "text": "x" })).await;
    assert_eq!(missing.body["detail"][0]["loc"], json!(["body", "id"]));
    let changed = table.put(&path, body("edited")).await;
    assert_eq!((changed.status, &changed.body["text"]), (200, &json!("edited")));
    assert_eq!(changed.body["id"], json!(mine), "the id in the body is not looked at");
    assert!(changed.body["updatedAt"].as_str() > changed.body["createdAt"].as_str());
    let deleted = table.delete(&path).await;
    assert_eq!(
        (deleted.status, deleted.body),
        (200, json!({ "message": "Comment deleted", "error": false }))
    );
    bare_500(&table.delete(&path).await, "deleted again");
    bare_500(&table.put(&path, body("x")).await, "put after that");
    assert_eq!(table.delete("/api/comments/nope").await.status, 422);

    let admin = table.mealie.kitchen().users.iter().find(|user| user.username == "bob").unwrap().id;
    if let Some(bob) = table.mealie.kitchen().users.get_mut(admin) {
        bob.admin = true;
    }
    let by_admin = table.ask_as(bob, "DELETE", &format!("/api/comments/{second}"), None).await;
    assert_eq!(by_admin.status, 200);
    assert!(table.mealie.kitchen().comments.is_empty());
}

/// Read in Mealie 3.10.2: the list by slug keeps to the household, and the recipe itself does not.
#[tokio::test]
async fn comments_of_a_recipe_of_another_household_are_in_the_recipe_alone() {
    let table = Table::empty().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let group = kitchen.group.id;
        let cabin = kitchen.add_household(group, "Cabin");
        kitchen.add_user(cabin, "carol", "carols-token");
        let soup = kitchen.add_recipe("Soup");
        kitchen.add_comment(soup, "hm");
    }
    let carol = "authorization: Bearer carols-token\r\n";
    bare_500(&table.ask_as(carol, "GET", "/api/recipes/soup/comments", None).await, "the list");
    let recipe = table.ask_as(carol, "GET", "/api/recipes/soup", None).await;
    assert_eq!(texts(&recipe.body["comments"]), ["hm"]);
}

/// Seen `comments_timeline/comment_on_recipe_with_comments_disabled`, `cascade_comments_gone`.
#[tokio::test]
async fn a_recipe_takes_comments_it_does_not_want_and_takes_them_along() {
    let table = Table::empty().await;
    let soup = {
        let mut kitchen = table.mealie.kitchen();
        let soup = kitchen.add_recipe("Soup");
        kitchen.recipes.get_mut(soup).unwrap().settings.disable_comments = true;
        soup
    };
    let written = table.post("/api/comments", json!({ "recipeId": soup, "text": "anyway" })).await;
    assert_eq!(written.status, 201);
    assert_eq!(table.delete("/api/recipes/soup").await.status, 200);
    assert!(table.mealie.kitchen().comments.is_empty());
    assert_eq!(table.get("/api/comments").await.total(), 0);
}
