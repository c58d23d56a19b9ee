//! Share links: how long they work, who may do what with one, and that looking at one that is over ends it.
//! Never waits for one to be over; the clock is set, or the time is.

use fake_mealie::Kitchen;
use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::Table;
use super::household::{NOBODY, keys};

const LINKS: &str = "/api/shared/recipes";

fn open(link: Uuid) -> String {
    format!("/api/recipes/shared/{link}")
}

fn at(text: &str) -> Timestamp {
    text.parse().expect("a moment")
}

/// Carol of another household of the group, Dave of another group.
fn invite(kitchen: &mut Kitchen) {
    let (group, far) = (kitchen.group.id, kitchen.add_group("Far"));
    let (cabin, away) = (kitchen.add_household(group, "Cabin"), kitchen.add_household(far, "Away"));
    kitchen.add_user(cabin, "carol", "carols-token");
    kitchen.add_user(away, "dave", "daves-token");
}

const CAROL: &str = "authorization: Bearer carols-token\r\n";
const DAVE: &str = "authorization: Bearer daves-token\r\n";

/// Seen `share/list_*`.
#[tokio::test]
async fn share_links_turn_their_order_with_the_filter() {
    let table = Table::empty().await;
    let (soup, first, second) = {
        let mut kitchen = table.mealie.kitchen();
        let (soup, stew) = (kitchen.add_recipe("Soup"), kitchen.add_recipe("Stew"));
        let first = kitchen.share_recipe(soup);
        kitchen.share_recipe(stew);
        (soup, first, kitchen.share_recipe(soup))
    };
    let ids =
        |body: &Value| body.as_array().unwrap().iter().map(|link| link["id"].clone()).collect::<Vec<_>>();
    let of_soup = table.get(&format!("{LINKS}?recipe_id={soup}")).await.body;
    assert_eq!(ids(&of_soup), [json!(first), json!(second)], "oldest first");
    assert_eq!(keys(&of_soup[0]), ["createdAt", "expiresAt", "groupId", "id", "recipeId"]);
    let all = ids(&table.get(LINKS).await.body);
    assert_eq!((all.len(), &all[0]), (3, &json!(second)), "newest first");
    let camel = table.get(&format!("{LINKS}?recipeId={soup}")).await.body;
    assert_eq!(ids(&camel).len(), 3, "camel case is ignored");
    assert_eq!(table.get(&format!("{LINKS}?recipe_id={NOBODY}")).await.body, json!([]));
    assert_eq!(table.get(&format!("{LINKS}?recipe_id=soup")).await.status, 422);
}

/// Seen `share/create_*`, `errors/share_create_unknown_recipe`.
#[tokio::test]
async fn a_share_link_ends_when_it_is_told_to_or_after_thirty_days() {
    let table = Table::empty().await;
    let soup = table.mealie.kitchen().add_recipe("Soup");
    table.mealie.kitchen().set_clock(at("2030-01-02T03:04:05Z"));
    let made = table.post(LINKS, json!({ "recipeId": soup })).await;
    assert_eq!(made.status, 201);
    assert_eq!(keys(&made.body), ["createdAt", "expiresAt", "groupId", "id", "recipe", "recipeId"]);
    assert_eq!(made.body["recipe"], table.get("/api/recipes/soup").await.body);
    assert!(
        made.body["expiresAt"].as_str().unwrap().starts_with("2030-02-01T03:04:05"),
        "{}",
        made.body["expiresAt"]
    );
    for (row, sent, ends) in [
        (
            "as it is",
            json!({ "recipeId": soup, "expiresAt": "2031-01-01T00:00:00Z" }),
            "2031-01-01T00:00:00Z",
        ),
        (
            "snake case",
            json!({ "recipe_id": soup, "expires_at": "2031-01-01T00:00:00Z" }),
            "2031-01-01T00:00:00Z",
        ),
        (
            "in UTC",
            json!({ "recipeId": soup, "expiresAt": "2031-01-01T00:00:00+05:00" }),
            "2030-12-31T19:00:00Z",
        ),
        ("a day", json!({ "recipeId": soup, "expiresAt": "2031-06-01" }), "2031-06-01T00:00:00Z"),
        ("over", json!({ "recipeId": soup, "expiresAt": "2020-01-01T00:00:00Z" }), "2020-01-01T00:00:00Z"),
    ] {
        let made = table.post(LINKS, sent).await;
        assert_eq!((made.status, &made.body["expiresAt"]), (201, &json!(ends)), "{row}");
    }
    for (row, sent, loc, kind) in [
        ("null", json!({ "recipeId": soup, "expiresAt": null }), "expiresAt", "datetime_type"),
        (
            "a word",
            json!({ "recipeId": soup, "expiresAt": "never" }),
            "expiresAt",
            "datetime_from_date_parsing",
        ),
        ("a slug", json!({ "recipeId": "soup" }), "recipeId", "uuid_parsing"),
        ("no recipe", json!({}), "recipeId", "missing"),
    ] {
        let problem = table.post(LINKS, sent).await.body["detail"][0].clone();
        assert_eq!((&problem["loc"], &problem["type"]), (&json!(["body", loc]), &json!(kind)), "{row}");
    }
    let unknown = table.post(LINKS, json!({ "recipeId": NOBODY })).await;
    assert_eq!((unknown.status, unknown.body), (404, json!({ "detail": "Recipe not found in your group" })));
    assert_eq!(table.mealie.kitchen().share_links.len(), 6);
}

/// Seen `share/public_get*`, `list_after_expired_read`, `get_one_expired`, `errors/share_public_*`.
#[tokio::test]
async fn looking_at_a_link_that_is_over_ends_it() {
    let table = Table::empty().await;
    let (open_link, over) = {
        let mut kitchen = table.mealie.kitchen();
        let soup = kitchen.add_recipe("Soup");
        kitchen.add_comment(soup, "for everybody");
        kitchen.set_clock(at("2030-01-01T00:00:00Z"));
        (kitchen.share(soup, at("2030-01-02T00:00:00Z")), kitchen.share(soup, at("2029-12-31T00:00:00Z")))
    };
    let own = table.get("/api/recipes/soup").await.body;
    for (row, headers) in [("nobody", ""), ("a bad token", "authorization: Bearer not-a-token\r\n")] {
        let seen = table.ask_as(headers, "GET", &open(open_link), None).await;
        assert_eq!((seen.status, &seen.body), (200, &own), "{row}");
    }
    let capitals = open(open_link).replace(&open_link.to_string(), &open_link.to_string().to_uppercase());
    assert_eq!(table.ask_as("", "GET", &capitals, None).await.status, 200);
    let with_login = table.get(&format!("{LINKS}/{over}")).await;
    assert_eq!((with_login.status, &with_login.body["recipe"]["slug"]), (200, &json!("soup")), "still there");
    for row in ["over", "gone"] {
        let answer = table.ask_as("", "GET", &open(over), None).await;
        let want = json!({ "detail": { "message": "Token Not Found", "error": true, "exception": null } });
        assert_eq!((answer.status, answer.body), (404, want), "{row}");
        assert_eq!(table.get(&format!("{LINKS}/{over}")).await.status, 404, "{row}: deleted by looking");
    }
    table.mealie.kitchen().set_clock(at("2030-01-02T00:00:01Z"));
    assert_eq!(table.ask_as("", "GET", &open(open_link), None).await.status, 404);
    assert!(table.mealie.kitchen().share_links.is_empty());
    let nope = table.ask_as("", "GET", "/api/recipes/shared/nope", None).await;
    assert_eq!((nope.status, &nope.body["detail"][0]["loc"]), (422, &json!(["path", "token_id"])));
}

/// Seen `share/delete*`, `create_limited_user`, `create_other_*`, `list_other_household_same_group`,
/// `errors/share_token_*`.
#[tokio::test]
async fn links_are_those_of_the_group() {
    let table = Table::empty().await;
    let (soup, link) = {
        let mut kitchen = table.mealie.kitchen();
        invite(&mut kitchen);
        let soup = kitchen.add_recipe("Soup");
        (soup, kitchen.share_recipe(soup))
    };
    let path = format!("{LINKS}/{link}");
    assert_eq!(table.ask_as(DAVE, "GET", LINKS, None).await.body, json!([]));
    for method in ["GET", "DELETE"] {
        assert_eq!(table.ask_as(DAVE, method, &path, None).await.status, 404, "{method}");
    }
    let foreign = table.ask_as(DAVE, "POST", LINKS, Some(json!({ "recipeId": soup }))).await;
    assert_eq!((foreign.status, &foreign.body["detail"]), (404, &json!("Recipe not found in your group")));
    assert_eq!(table.ask_as(DAVE, "GET", &open(link), None).await.status, 200, "whoever has the address");
    assert_eq!(table.ask_as(CAROL, "POST", LINKS, Some(json!({ "recipeId": soup }))).await.status, 201);
    assert_eq!(table.ask_as(CAROL, "GET", LINKS, None).await.body.as_array().map(Vec::len), Some(2));
    let deleted = table.ask_as(CAROL, "DELETE", &path, None).await;
    assert_eq!((deleted.status, &deleted.body["id"]), (200, &json!(link)));
    assert_eq!(deleted.body["recipe"]["slug"], "soup");
    let again = table.delete(&path).await;
    assert_eq!(
        (again.status, &again.body["detail"]),
        (
            404,
            &json!({
                "message": "An unexpected error occurred.",
                "error": true,
                "exception": "No row was found when one was required",
            })
        )
    );
    assert_eq!(table.get(&path).await.body["detail"]["message"], "Not found.");
    assert_eq!(
        table.get(&format!("{LINKS}/nope")).await.body["detail"][0]["loc"],
        json!(["path", "item_id"])
    );
}

/// Seen `share/cascade_*`; the recipe that cannot be read, read.
#[tokio::test]
async fn a_link_goes_with_its_recipe_and_stays_while_nobody_can_read_it() {
    let table = Table::empty().await;
    let (link, stuck, stew) = {
        let mut kitchen = table.mealie.kitchen();
        let (soup, stew) = (kitchen.add_recipe("Soup"), kitchen.add_recipe("Stew"));
        kitchen.add_ingredient_note(stew, "salt");
        let links = (kitchen.share_recipe(soup), kitchen.share_recipe(stew));
        kitchen.recipes.get_mut(stew).unwrap().ingredients[0].reference_id = None;
        (links.0, links.1, stew)
    };
    assert_eq!(table.delete("/api/recipes/soup").await.status, 200);
    assert_eq!(table.ask_as("", "GET", &open(link), None).await.status, 404);
    assert_eq!(table.ask_as("", "GET", &open(stuck), None).await.status, 500);
    assert_eq!(table.get(&format!("{LINKS}/{stuck}")).await.status, 500);
    assert_eq!(table.post(LINKS, json!({ "recipeId": stew })).await.status, 500);
    let refused = table.delete(&format!("{LINKS}/{stuck}")).await;
    assert_eq!(
        (refused.status, &refused.body["detail"]["message"]),
        (400, &json!("An unexpected error occurred."))
    );
    assert_eq!(table.get(LINKS).await.body.as_array().map(Vec::len), Some(1), "the list shows no recipes");
}
