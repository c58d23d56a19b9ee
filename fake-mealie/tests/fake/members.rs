//! Several users, households and groups: who sees what, and tokens that users make.
//! Never tests what a recipe or a list looks like.

use serde_json::json;
use uuid::Uuid;

use super::client::Table;

/// A demo kitchen with two more users: one in another household, one in another group.
async fn with_neighbours() -> Table {
    let table = Table::demo().await;
    let mut kitchen = table.mealie.kitchen();
    let group = kitchen.group.id;
    let attic = kitchen.add_household(group, "Attic");
    kitchen.add_user(attic, "lodger", "lodger-token");
    let other = kitchen.add_group("Next Door");
    let flat = kitchen.add_household(other, "Flat");
    kitchen.add_user(flat, "neighbour", "neighbour-token");
    drop(kitchen);
    table
}

fn bearer(token: &str) -> String {
    format!("authorization: Bearer {token}\r\n")
}

/// Mealie 3.10.2; seen `errors/other_group_*`, `errors/other_household_recipe_ok`.
#[tokio::test]
async fn recipes_foods_and_organizers_are_those_of_the_group() {
    let table = with_neighbours().await;
    let soup = table.get("/api/recipes/pea-soup").await.body["id"].as_str().expect("an id").to_owned();
    for (token, status) in [("lodger-token", 200), ("neighbour-token", 404)] {
        for path in ["/api/recipes/pea-soup".to_owned(), format!("/api/recipes/{soup}")] {
            let seen = table.ask_as(&bearer(token), "GET", &path, None).await;
            assert_eq!(seen.status, status, "{token} {path}");
        }
    }
    for path in
        ["/api/recipes", "/api/foods", "/api/units", "/api/organizers/tags", "/api/organizers/categories"]
    {
        assert!(table.ask_as(&bearer("lodger-token"), "GET", path, None).await.total() > 0, "{path}");
        assert_eq!(table.ask_as(&bearer("neighbour-token"), "GET", path, None).await.total(), 0, "{path}");
    }
}

/// Mealie 3.10.2; seen `about_self/self_other_household`, `household_self`, `group_self`, `group_households`.
#[tokio::test]
async fn everybody_is_told_of_the_own_household_and_group() {
    let table = with_neighbours().await;
    for (token, group, household, households, members) in [
        (table.mealie.token(), "Home", "Family", vec!["Attic", "Family"], vec!["lodger", "cook"]),
        ("lodger-token", "Home", "Attic", vec!["Attic", "Family"], vec!["lodger", "cook"]),
        ("neighbour-token", "Next Door", "Flat", vec!["Flat"], vec!["neighbour"]),
    ] {
        let get = async |path: &str| table.ask_as(&bearer(token), "GET", path, None).await;
        let me = get("/api/users/self").await.body;
        assert_eq!((&me["group"], &me["household"]), (&json!(group), &json!(household)), "{token}");
        let own = get("/api/households/self").await.body;
        assert_eq!((&own["name"], &own["group"]), (&json!(household), &json!(group)), "{token}");
        assert_eq!(own["users"][0]["id"], me["id"], "{token}");
        assert_eq!(own["preferences"], get("/api/households/preferences").await.body, "{token}");
        let shared = get("/api/groups/self").await.body;
        assert_eq!((&shared["name"], &shared["id"]), (&json!(group), &me["groupId"]), "{token}");
        assert_eq!(shared["preferences"], get("/api/groups/preferences").await.body, "{token}");
        assert_eq!(get("/api/groups/households").await.names(), households, "{token}");
        let there = get("/api/groups/members").await.body;
        let names: Vec<_> =
            there["items"].as_array().expect("a page").iter().map(|user| user["username"].clone()).collect();
        assert_eq!(names, members, "{token}");
        assert_eq!(get("/api/households/members").await.total(), 1, "{token}");
        let slug = household.to_lowercase();
        assert_eq!(get(&format!("/api/groups/households/{slug}")).await.body["name"], household, "{token}");
    }
    let hidden = table.get("/api/groups/households/flat").await;
    assert_eq!(hidden.status, 404, "a household of another group");
}

/// Mealie 3.10.2; seen `about_self/household_recipe_slug`, `household_recipe_missing`.
#[tokio::test]
async fn each_household_remembers_when_it_cooked() {
    let table = with_neighbours().await;
    let body = json!({ "timestamp": "2020-02-03T04:05:06Z" });
    assert_eq!(table.patch("/api/recipes/pea-soup/last-made", body).await.status, 200);
    let path = "/api/households/self/recipes/pea-soup";
    assert_eq!(table.get(path).await.body["lastMade"], "2020-02-03T04:05:06Z");
    let lodger = table.ask_as(&bearer("lodger-token"), "GET", path, None).await;
    assert_eq!((lodger.status, &lodger.body["lastMade"]), (200, &json!(null)));
    let neighbour = table.ask_as(&bearer("neighbour-token"), "GET", path, None).await;
    assert_eq!((neighbour.status, &neighbour.body["detail"]), (404, &json!("Recipe not found")));
}

/// Mealie 3.10.2; seen `about_self/api_token_*`, `self_with_fresh_token`, `self_with_revoked_token`.
#[tokio::test]
async fn a_token_opens_until_it_is_taken_back_and_is_known_as_one_afterwards() {
    let table = with_neighbours().await;
    let made = table.post("/api/users/api-tokens", json!({ "name": "for an evening" })).await;
    assert_eq!((made.status, &made.body["createdAt"]), (201, &json!(null)));
    let (id, token) =
        (made.body["id"].as_i64().expect("a number"), made.body["token"].as_str().expect("a token"));
    let self_with_it = async || table.ask_as(&bearer(token), "GET", "/api/users/self", None).await;
    let me = self_with_it().await;
    assert_eq!((me.status, &me.body["username"]), (200, &json!("cook")));
    assert_eq!(me.body["tokens"][1]["name"], "for an evening");
    assert!(!me.text.contains(token), "only the first answer shows it");

    let path = format!("/api/users/api-tokens/{id}");
    let of_another = table.ask_as(&bearer("lodger-token"), "DELETE", &path, None).await;
    assert_eq!(of_another.status, 404);
    assert_eq!(table.delete(&path).await.body, json!({ "tokenDelete": "for an evening" }));
    let refused = self_with_it().await;
    assert_eq!((refused.status, &refused.body), (401, &json!({ "detail": "Unauthorized" })));
    assert_eq!(refused.header("www-authenticate"), None, "no hint, unlike for a token that never was one");
    assert_eq!(table.delete(&path).await.status, 404);
    assert_eq!(table.delete("/api/users/api-tokens/one").await.status, 422);
    assert_eq!(table.post("/api/users/api-tokens", json!({})).await.status, 422);
    assert!(Uuid::try_parse(token).is_ok(), "random, and too long to guess");
}
