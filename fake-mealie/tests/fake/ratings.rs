//! Ratings and favorites: any number, one row for a user and a recipe, and a mean for all to see.
//! Never rates for anybody but through that user's own token.

use fake_mealie::FakeMealie;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::Table;
use super::household::{NOBODY, keys};

struct Three {
    soup: Uuid,
    cook: Uuid,
    bob: Uuid,
}

/// The cook, and Bob of the same household, whose token is `bobs-token`.
fn set(mealie: &FakeMealie) -> Three {
    let mut kitchen = mealie.kitchen();
    let (soup, home, cook) = (kitchen.add_recipe("Soup"), kitchen.cook().household_id, kitchen.cook().id);
    Three { soup, cook, bob: kitchen.add_user(home, "bob", "bobs-token") }
}

const BOB: &str = "authorization: Bearer bobs-token\r\n";

/// Seen `ratings/rate*`, `self_rating_after_*`, `recipe_after_*`, `rate_null_keeps`, `rate_too_high`, `rate_negative`.
#[tokio::test]
async fn a_rating_is_any_number_and_cannot_be_taken_back() {
    let table = Table::empty().await;
    let Three { soup, cook, .. } = set(&table.mealie);
    let own = format!("/api/users/self/ratings/{soup}");
    let none = table.get(&own).await;
    assert_eq!(
        (none.status, &none.body["detail"]["message"]),
        (404, &json!("User has not rated this recipe"))
    );
    for (row, called, sent, stars, favorite, shown) in [
        ("nothing said", "soup".to_owned(), json!({}), Value::Null, false, Value::Null),
        ("by slug", "soup".to_owned(), json!({ "rating": 4 }), json!(4.0), false, json!(4.0)),
        ("by id", soup.to_string(), json!({ "rating": 3.5 }), json!(3.5), false, json!(3.5)),
        ("a text", "soup".to_owned(), json!({ "rating": "5" }), json!(5.0), false, json!(5.0)),
        ("a favorite", "soup".to_owned(), json!({ "isFavorite": true }), json!(5.0), true, json!(5.0)),
        (
            "null",
            "soup".to_owned(),
            json!({ "rating": null, "isFavorite": null }),
            json!(5.0),
            true,
            json!(5.0),
        ),
        ("too high", "soup".to_owned(), json!({ "rating": 11 }), json!(11.0), true, json!(11.0)),
        ("below nothing", "soup".to_owned(), json!({ "rating": -1 }), json!(-1.0), true, Value::Null),
        (
            "zero",
            "soup".to_owned(),
            json!({ "rating": 0, "is_favorite": false }),
            json!(0.0),
            false,
            Value::Null,
        ),
    ] {
        let rated = table.post(&format!("/api/users/{cook}/ratings/{called}"), sent).await;
        assert_eq!((rated.status, rated.body), (200, Value::Null), "{row}");
        let want = json!({ "recipeId": soup, "rating": stars, "isFavorite": favorite });
        assert_eq!(table.get(&own).await.body, want, "{row}");
        assert_eq!(table.get("/api/recipes/soup").await.body["rating"], shown, "{row}");
    }
    assert_eq!(table.mealie.kitchen().ratings.len(), 1, "one row, whatever is said");
    let word = table.post(&format!("/api/users/{cook}/ratings/soup"), json!({ "rating": "five" })).await;
    assert_eq!(word.body["detail"][0]["type"], "float_parsing");
    assert_eq!(table.get("/api/users/self/ratings/soup").await.status, 422, "by id alone");
}

/// Seen `ratings/rate_limited_user`, `recipe_average`, `list_shows_average`, `order_by_rating`.
#[tokio::test]
async fn the_mean_is_shown_and_the_own_rating_sorts_and_filters() {
    let table = Table::empty().await;
    let Three { soup, cook, bob } = set(&table.mealie);
    {
        let mut kitchen = table.mealie.kitchen();
        let stew = kitchen.add_recipe("Stew");
        kitchen.add_recipe("Bread");
        kitchen.rate(bob, soup, 2.0);
        kitchen.rate(bob, stew, 4.0);
    }
    table.post(&format!("/api/users/{cook}/ratings/soup"), json!({ "rating": 5 })).await;
    let sorted = table.get("/api/recipes?orderBy=rating&orderDirection=desc").await;
    assert_eq!(sorted.names(), ["Soup", "Stew", "Bread"], "5 of the cook before the 4 of others");
    let shown: Vec<_> =
        sorted.body["items"].as_array().unwrap().iter().map(|row| row["rating"].clone()).collect();
    assert_eq!(shown, [json!(3.5), json!(4.0), Value::Null], "what is shown is the mean");
    let theirs = table.ask_as(BOB, "GET", "/api/recipes?orderBy=rating&orderDirection=desc", None).await;
    assert_eq!(theirs.names(), ["Stew", "Soup", "Bread"]);
    let best = table.get("/api/recipes?queryFilter=rating%20%3E=%205").await;
    assert_eq!(best.names(), ["Soup"]);
    assert_eq!(table.ask_as(BOB, "GET", "/api/recipes?queryFilter=rating%20%3E=%205", None).await.total(), 0);
}

/// Seen `ratings/recipe_after_rate`: `updatedAt` moves with the mean, and `dateUpdated` does not.
#[tokio::test]
async fn a_rating_that_changes_the_mean_touches_the_recipe() {
    let table = Table::empty().await;
    let cook = set(&table.mealie).cook;
    let stamps = async || {
        let recipe = table.get("/api/recipes/soup").await.body;
        (recipe["updatedAt"].clone(), recipe["dateUpdated"].clone())
    };
    let before = stamps().await;
    let path = format!("/api/users/{cook}/ratings/soup");
    table.post(&path, json!({ "rating": 4 })).await;
    let after = stamps().await;
    assert_ne!(after.0, before.0);
    assert_eq!(after.1, before.1);
    table.post(&path, json!({ "rating": 4, "isFavorite": true })).await;
    assert_eq!(stamps().await, after, "the mean is what it was");
    {
        // As a copy of a recipe has it: a mean of ratings that it does not have.
        let mut kitchen = table.mealie.kitchen();
        let soup = kitchen.recipe_named("Soup").unwrap().id;
        kitchen.recipes.get_mut(soup).unwrap().rating = Some(2.5);
    }
    table.post(&path, json!({ "rating": 4 })).await;
    assert_eq!(table.get("/api/recipes/soup").await.body["rating"], 2.5, "nothing was said that is new");
}

/// Seen `ratings/rate_for_other_user_403`, `rate_for_other_user_as_admin_403`, `errors/rating_unknown_*`,
/// `ratings/rating_bad_user_uuid_422`, `rate_empty_body`; the order of the checks read.
#[tokio::test]
async fn nobody_rates_for_another_and_that_comes_before_the_recipe() {
    let table = Table::empty().await;
    let Three { cook, bob, .. } = set(&table.mealie);
    let refused = "User cannot edit other users";
    for path in [format!("/api/users/{cook}/ratings/soup"), format!("/api/users/{cook}/favorites/nope")] {
        let answer = table.ask_as(BOB, "POST", &path, Some(json!({ "rating": 1 }))).await;
        assert_eq!((answer.status, &answer.body["detail"]["message"]), (403, &json!(refused)), "{path}");
    }
    let path = format!("/api/users/{cook}/favorites/soup");
    assert_eq!(table.ask_as(BOB, "DELETE", &path, None).await.status, 403);
    if let Some(cook) = table.mealie.kitchen().users.get_mut(cook) {
        cook.admin = true;
    }
    for user in [bob.to_string(), NOBODY.to_owned()] {
        let answer = table.post(&format!("/api/users/{user}/ratings/soup"), json!({ "rating": 1 })).await;
        let words = "Use the Admin API to update other users";
        assert_eq!((answer.status, &answer.body["detail"]["message"]), (403, &json!(words)), "{user}");
    }
    let unknown = table.post(&format!("/api/users/{cook}/ratings/nope"), json!({})).await;
    assert_eq!((unknown.status, &unknown.body["detail"]["message"]), (404, &json!("Not found.")));
    let nobody = table.post("/api/users/me/ratings/soup", json!({ "rating": 1 })).await;
    assert_eq!(nobody.body["detail"][0]["loc"], json!(["path", "id"]));
    assert!(table.mealie.kitchen().ratings.is_empty(), "nothing was written");
}

/// Seen `ratings/rate_other_household_recipe`; another group read.
#[tokio::test]
async fn recipes_of_other_households_are_rated_and_those_of_other_groups_are_not() {
    let table = Table::empty().await;
    let Three { soup, cook, .. } = set(&table.mealie);
    let (carol, dave) = {
        let mut kitchen = table.mealie.kitchen();
        let (group, far) = (kitchen.group.id, kitchen.add_group("Far"));
        let (cabin, away) = (kitchen.add_household(group, "Cabin"), kitchen.add_household(far, "Away"));
        (kitchen.add_user(cabin, "carol", "carols"), kitchen.add_user(away, "dave", "daves"))
    };
    for (token, user, called, status) in [
        ("carols", carol, "soup".to_owned(), 200),
        ("daves", dave, "soup".to_owned(), 404),
        ("daves", dave, soup.to_string(), 404),
    ] {
        let token = format!("authorization: Bearer {token}\r\n");
        let path = format!("/api/users/{user}/ratings/{called}");
        assert_eq!(
            table.ask_as(&token, "POST", &path, Some(json!({ "rating": 3 }))).await.status,
            status,
            "{path}"
        );
    }
    let path = format!("/api/users/{carol}/ratings");
    let seen = table.ask_as("authorization: Bearer daves\r\n", "GET", &path, None).await;
    assert_eq!(seen.body["ratings"][0]["rating"], 3.0, "anybody sees anybody's");
    assert_eq!(table.get(&format!("/api/users/{cook}/ratings")).await.body, json!({ "ratings": [] }));
}

/// Seen `ratings/favorite_*`, `self_favorites`, `user_favorites`, `user_ratings*`, `self_ratings_after_delete`.
#[tokio::test]
async fn favorites_are_rows_with_a_flag() {
    let table = Table::empty().await;
    let Three { soup, cook, .. } = set(&table.mealie);
    table.mealie.kitchen().add_recipe("Stew");
    for path in ["soup", "soup", &soup.to_string()] {
        let answer = table.ask("POST", &format!("/api/users/{cook}/favorites/{path}"), None).await;
        assert_eq!((answer.status, answer.body), (200, Value::Null), "{path}");
    }
    let own = json!({ "ratings": [{ "recipeId": soup, "rating": null, "isFavorite": true }] });
    assert_eq!(table.get("/api/users/self/favorites").await.body, own);
    assert_eq!(table.get("/api/users/self/ratings").await.body, own);
    for list in ["ratings", "favorites"] {
        let rows = table.get(&format!("/api/users/{cook}/{list}")).await.body;
        assert_eq!(keys(&rows["ratings"][0]), ["id", "isFavorite", "rating", "recipeId", "userId"], "{list}");
    }
    for called in ["soup", "stew"] {
        assert_eq!(
            table.delete(&format!("/api/users/{cook}/favorites/{called}")).await.status,
            200,
            "{called}"
        );
    }
    assert_eq!(table.get("/api/users/self/favorites").await.body, json!({ "ratings": [] }));
    let rows = table.get("/api/users/self/ratings").await.body;
    assert_eq!(
        rows["ratings"].as_array().map(Vec::len),
        Some(2),
        "one that never was a favorite has a row now"
    );
    assert_eq!(table.delete("/api/recipes/soup").await.status, 200);
    assert_eq!(table.mealie.kitchen().ratings.len(), 1, "gone with its recipe");
}

/// Read in Mealie 3.10.2: the time that sorts is that of the own household, the one that is shown is the latest.
#[tokio::test]
async fn recipes_are_sorted_by_when_the_own_household_cooked_them() {
    let table = Table::empty().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let (soup, stew) = (kitchen.add_recipe("Soup"), kitchen.add_recipe("Stew"));
        kitchen.cook_recipe(soup, "2026-01-01T00:00:00Z".parse().unwrap());
        kitchen.cook_recipe(stew, "2026-02-01T00:00:00Z".parse().unwrap());
        let group = kitchen.group.id;
        let cabin = kitchen.add_household(group, "Cabin");
        kitchen.add_user(cabin, "carol", "carols");
    }
    let carol = "authorization: Bearer carols\r\n";
    let last = json!({ "timestamp": "2026-03-01T00:00:00Z" });
    assert_eq!(table.ask_as(carol, "PATCH", "/api/recipes/soup/last-made", Some(last)).await.status, 200);
    let sorted = table.get("/api/recipes?orderBy=last_made&orderDirection=desc").await;
    assert_eq!(sorted.names(), ["Stew", "Soup"]);
    assert_eq!(
        sorted.body["items"][1]["lastMade"], "2026-03-01T00:00:00+00:00",
        "and shows the other household's"
    );
    let theirs =
        table.ask_as(carol, "GET", "/api/recipes?queryFilter=lastMade%20IS%20NOT%20NULL", None).await;
    assert_eq!(theirs.names(), ["Soup"]);
}
