//! The timeline: undated events that happened long ago, pictures, and everybody's hands in it.
//! Never waits for time to pass; the clock is set.

use fake_mealie::EventImage;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::Table;
use super::forms::{Field, png};
use super::household::{NOBODY, keys};

const EVENTS: &str = "/api/recipes/timeline/events";

async fn soup_at(table: &Table) -> Uuid {
    table.mealie.kitchen().add_recipe("Soup")
}

/// Seen `comments_timeline/timeline_create*`.
#[tokio::test]
async fn an_event_is_made_as_it_is_sent() {
    let table = Table::empty().await;
    let soup = soup_at(&table).await;
    let cook = table.mealie.kitchen().cook().id;
    let full = json!({
        "recipeId": soup, "subject": "Made it", "eventType": "info", "eventMessage": "tasty",
        "timestamp": "2026-05-01T18:00:00+02:00",
    });
    let made = table.post(EVENTS, full).await;
    assert_eq!(made.status, 201);
    assert_eq!(
        keys(&made.body),
        [
            "createdAt",
            "eventMessage",
            "eventType",
            "groupId",
            "householdId",
            "id",
            "image",
            "recipeId",
            "subject",
            "timestamp",
            "updatedAt",
            "userId"
        ]
    );
    assert_eq!(made.header("last-modified"), made.body["updatedAt"].as_str());
    assert_eq!(made.body["timestamp"], "2026-05-01T16:00:00Z", "in UTC");
    assert_eq!(made.body["userId"], json!(cook));
    assert_eq!(made.body["image"], "does not have image");
    for (row, sent, key, shown) in [
        (
            "a day is its midnight",
            json!({ "timestamp": "2026-05-01" }),
            "timestamp",
            json!("2026-05-01T00:00:00Z"),
        ),
        ("the other name of the text", json!({ "message": "snake" }), "eventMessage", json!("snake")),
        ("no name of the text", json!({ "event_message": "lost" }), "eventMessage", Value::Null),
        ("about somebody", json!({ "userId": NOBODY }), "userId", json!(NOBODY)),
        ("about nobody in particular", json!({ "userId": null }), "userId", json!(cook)),
        ("says it has a picture", json!({ "image": "has image" }), "image", json!("has image")),
        ("says nothing of a picture", json!({ "image": null }), "image", Value::Null),
        ("of the system", json!({ "eventType": "system" }), "eventType", json!("system")),
    ] {
        let mut body = json!({ "recipeId": soup, "subject": row, "eventType": "comment" });
        body.as_object_mut().unwrap().extend(sent.as_object().unwrap().clone());
        let made = table.post(EVENTS, body).await;
        assert_eq!((made.status, &made.body[key]), (201, &shown), "{row}");
    }
    let last_made = table.mealie.kitchen().recipes.get(soup).unwrap().last_made;
    assert_eq!(last_made, None, "nothing is cooked by saying so");
}

/// Seen `comments_timeline/timeline_create_minimal`: the default was made when the server process started.
#[tokio::test]
async fn an_undated_event_happened_when_mealie_was_started() {
    let table = Table::empty().await;
    let soup = soup_at(&table).await;
    let started = table.mealie.kitchen().started_at;
    table.mealie.kitchen().set_clock("2031-01-02T03:04:05Z".parse().unwrap());
    let made = table.post(EVENTS, json!({ "recipeId": soup, "subject": "now?", "eventType": "info" })).await;
    let shown = made.body["timestamp"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    assert_eq!(shown, started);
    assert!(made.body["createdAt"].as_str().unwrap().starts_with("2031-01-02T03:04:05"));
}

/// Seen `comments_timeline/timeline_create_*_422`, `timeline_update_missing_subject_422`,
/// `errors/timeline_create_unknown_recipe`, `timeline_event_*`, `timeline_put_unknown`.
#[tokio::test]
async fn what_is_wrong_with_an_event_is_said() {
    let table = Table::empty().await;
    let soup = soup_at(&table).await;
    for (row, body, loc, kind) in [
        ("no type", json!({ "recipeId": soup, "subject": "x" }), "eventType", "missing"),
        ("no subject", json!({ "recipeId": soup, "eventType": "info" }), "subject", "missing"),
        (
            "no such type",
            json!({ "recipeId": soup, "subject": "x", "eventType": "party" }),
            "eventType",
            "enum",
        ),
        ("capitals", json!({ "recipeId": soup, "subject": "x", "eventType": "Info" }), "eventType", "enum"),
        (
            "a slug",
            json!({ "recipeId": "soup", "subject": "x", "eventType": "info" }),
            "recipeId",
            "uuid_parsing",
        ),
        (
            "no time",
            json!({ "recipeId": soup, "subject": "x", "eventType": "info", "timestamp": null }),
            "timestamp",
            "datetime_type",
        ),
        (
            "no such time",
            json!({ "recipeId": soup, "subject": "x", "eventType": "info", "timestamp": "soon" }),
            "timestamp",
            "datetime_from_date_parsing",
        ),
        (
            "no such picture",
            json!({ "recipeId": soup, "subject": "x", "eventType": "info", "image": "yes" }),
            "image",
            "enum",
        ),
    ] {
        let refused = table.post(EVENTS, body).await;
        let problem = &refused.body["detail"][0];
        assert_eq!(refused.status, 422, "{row}");
        assert_eq!((&problem["loc"], &problem["type"]), (&json!(["body", loc]), &json!(kind)), "{row}");
        assert_eq!(refused.body["detail"].as_array().map(Vec::len), Some(1), "{row}: said once");
    }
    let unknown =
        table.post(EVENTS, json!({ "recipeId": NOBODY, "subject": "x", "eventType": "info" })).await;
    assert_eq!((unknown.status, unknown.body), (404, json!({ "detail": "recipe not found" })));
    let (nobody, nope) = (format!("{EVENTS}/{NOBODY}"), format!("{EVENTS}/nope"));
    assert_eq!(table.get(&nobody).await.body["detail"]["message"], "Not found.");
    assert_eq!(table.put(&nobody, json!({ "subject": "x" })).await.status, 404);
    let gone = table.delete(&nobody).await;
    assert_eq!((gone.status, &gone.body["detail"]["message"]), (404, &json!("An unexpected error occurred")));
    for answer in [table.get(&nope).await, table.delete(&nope).await] {
        assert_eq!(answer.body["detail"][0]["loc"], json!(["path", "item_id"]));
    }
    assert!(table.mealie.kitchen().timeline.is_empty(), "nothing was written");
}

/// Seen `comments_timeline/timeline_update*`, `timeline_delete_*`, `timeline_other_group_empty`.
#[tokio::test]
async fn anybody_of_the_group_changes_and_deletes_an_event_and_nobody_else_sees_it() {
    let table = Table::empty().await;
    let soup = soup_at(&table).await;
    let event = {
        let mut kitchen = table.mealie.kitchen();
        let (group, far) = (kitchen.group.id, kitchen.add_group("Far"));
        let (cabin, away) = (kitchen.add_household(group, "Cabin"), kitchen.add_household(far, "Away"));
        kitchen.add_user(cabin, "carol", "carols-token");
        kitchen.add_user(away, "dave", "daves-token");
        kitchen.add_event(soup, "Made it", "2026-05-01T18:00:00Z".parse().unwrap())
    };
    let path = format!("{EVENTS}/{event}");
    let (carol, dave) = ("authorization: Bearer carols-token\r\n", "authorization: Bearer daves-token\r\n");
    for (method, body) in [("GET", None), ("PUT", Some(json!({ "subject": "dave's" }))), ("DELETE", None)] {
        assert_eq!(table.ask_as(dave, method, &path, body).await.status, 404, "{method}");
    }
    assert_eq!(table.ask_as(dave, "GET", EVENTS, None).await.total(), 0);
    let foreign = json!({ "recipeId": soup, "subject": "x", "eventType": "info" });
    assert_eq!(table.ask_as(dave, "POST", EVENTS, Some(foreign)).await.status, 404);

    table.put(&path, json!({ "subject": "Made it", "eventMessage": "tasty", "image": "has image" })).await;
    let sent = json!({ "subject": "carol was here", "eventMessage": null, "image": null, "timestamp": "2020-01-01" });
    let changed = table.ask_as(carol, "PUT", &path, Some(sent)).await;
    assert_eq!((changed.status, &changed.body["subject"]), (200, &json!("carol was here")));
    assert_eq!(
        (&changed.body["eventMessage"], &changed.body["image"]),
        (&json!("tasty"), &json!("has image"))
    );
    assert_eq!(changed.body["timestamp"], "2026-05-01T18:00:00Z", "the time of an event cannot be changed");
    let unchanged = table.put(&path, json!({ "subject": "carol was here" })).await;
    assert_eq!(unchanged.body["updatedAt"], changed.body["updatedAt"]);
    assert_eq!(table.put(&path, json!({ "eventMessage": "x" })).await.body["detail"][0]["type"], "missing");
    let deleted = table.ask_as(carol, "DELETE", &path, None).await;
    assert_eq!((deleted.status, &deleted.body["id"]), (200, &json!(event)));
    assert_eq!(table.delete(&path).await.status, 404);
}

/// Seen `comments_timeline/timeline_for_recipe*`, `timeline_default`, `pagination/*_timeline`.
#[tokio::test]
async fn the_timeline_is_filtered_by_recipe_and_sorted_by_what_is_asked() {
    let table = Table::empty().await;
    let soup = soup_at(&table).await;
    {
        let mut kitchen = table.mealie.kitchen();
        let stew = kitchen.add_recipe("Stew");
        for (recipe, subject, at) in
            [(soup, "b", "2026-05-01"), (stew, "c", "2026-06-01"), (soup, "a", "2026-04-01")]
        {
            kitchen.add_event(recipe, subject, format!("{at}T00:00:00Z").parse().unwrap());
        }
    }
    for (row, query, subjects) in [
        ("newest first", "".to_owned(), vec!["a", "c", "b"]),
        ("by what happened last", "?orderBy=timestamp&orderDirection=desc".to_owned(), vec!["c", "b", "a"]),
        (
            "of a recipe",
            format!("?queryFilter=recipe_id=%22{soup}%22&orderBy=timestamp&orderDirection=asc"),
            vec!["a", "b"],
        ),
        ("of a slug", "?queryFilter=recipe.slug=%22stew%22".to_owned(), vec!["c"]),
        (
            "of a name",
            "?queryFilter=recipe.name%20LIKE%20%22so%25%22&orderBy=subject:asc".to_owned(),
            vec!["a", "b"],
        ),
        ("of a kind", "?queryFilter=event_type=%22system%22".to_owned(), vec![]),
    ] {
        let page = table.get(&format!("{EVENTS}{query}")).await;
        let found: Vec<_> =
            page.body["items"].as_array().unwrap().iter().map(|event| event["subject"].clone()).collect();
        assert_eq!(found, subjects, "{row}");
    }
    let next = table.get(&format!("{EVENTS}?perPage=2")).await.body["next"].clone();
    assert!(next.as_str().unwrap().starts_with("/timeline/events?orderBy=None"), "{next}");
    for query in ["orderBy=nope", "queryFilter=nope%20=%201"] {
        assert_eq!(table.get(&format!("{EVENTS}?{query}")).await.status, 400, "{query}");
    }
    assert_eq!(table.get(&format!("{EVENTS}?orderBy=recipe")).await.status, 500);
}

fn form(bytes: &[u8]) -> [Field<'_>; 2] {
    [("extension", None, b"png"), ("image", Some("t.png"), bytes)]
}

/// Seen `comments_timeline/timeline_image_put`, `timeline_image_get`; the rest read.
#[tokio::test]
async fn an_event_has_a_picture_that_goes_with_it() {
    let table = Table::empty().await;
    let soup = soup_at(&table).await;
    let event = {
        let mut kitchen = table.mealie.kitchen();
        kitchen.add_event(soup, "Made it", "2026-05-01T18:00:00Z".parse().unwrap())
    };
    let path = format!("{EVENTS}/{event}/image");
    let media = format!("/api/media/recipes/{soup}/images/timeline/{event}");
    assert_eq!(table.get(&format!("{media}/original.webp")).await.status, 404, "none yet");
    let bad = table.send_form("PUT", &path, &form(b"no picture")).await;
    assert_eq!((bad.status, bad.text.as_str()), (500, "Internal Server Error"));
    assert_eq!(table.mealie.kitchen().timeline.get(event).unwrap().image, Some(EventImage::Missing));
    let good = table.send_form("PUT", &path, &form(png())).await;
    assert_eq!((good.status, good.body), (200, json!({ "image": "has image" })));
    assert_eq!(table.get(&format!("{EVENTS}/{event}")).await.body["image"], "has image");
    assert_eq!(table.send_form("PUT", &format!("{EVENTS}/{NOBODY}/image"), &form(png())).await.status, 404);
    let shown = table.ask_as("", "GET", &format!("{media}/original.webp"), None).await;
    assert_eq!((shown.status, shown.header("content-type")), (200, Some("image/webp")));
    assert_eq!(table.get(&format!("{media}/nope.webp")).await.status, 422);
    let elsewhere = format!("/api/media/recipes/{NOBODY}/images/timeline/{event}/original.webp");
    assert_eq!(table.get(&elsewhere).await.status, 404, "it lies in the folder of its recipe");
    assert_eq!(table.delete("/api/recipes/soup").await.status, 200);
    assert_eq!(table.get(&format!("{media}/original.webp")).await.status, 404);
    assert!(table.mealie.kitchen().timeline.is_empty() && table.mealie.kitchen().event_pictures.is_empty());
}

/// Read in Mealie 3.10.2: the recipe is read after the write, to tell others of it.
#[tokio::test]
async fn an_event_of_a_recipe_that_cannot_be_read_is_a_500_after_it_was_written() {
    let table = Table::empty().await;
    let soup = soup_at(&table).await;
    let event = {
        let mut kitchen = table.mealie.kitchen();
        kitchen.add_ingredient_note(soup, "salt");
        kitchen.recipes.get_mut(soup).unwrap().ingredients[0].reference_id = None;
        kitchen.add_event(soup, "Made it", at_noon())
    };
    let path = format!("{EVENTS}/{event}");
    assert_eq!(table.get(&path).await.status, 200);
    let made = json!({ "recipeId": soup, "subject": "x", "eventType": "info" });
    assert_eq!(table.post(EVENTS, made).await.status, 500);
    assert_eq!(table.mealie.kitchen().timeline.len(), 1, "read before it is made");
    assert_eq!(table.put(&path, json!({ "subject": "Eaten" })).await.status, 500);
    assert_eq!(table.mealie.kitchen().timeline.get(event).unwrap().subject, "Eaten");
    assert_eq!(table.send_form("PUT", &format!("{path}/image"), &form(png())).await.status, 500);
    assert_eq!(table.mealie.kitchen().timeline.get(event).unwrap().image, Some(EventImage::Present));
    assert_eq!(table.delete(&path).await.status, 500);
    assert!(table.mealie.kitchen().timeline.is_empty());
}

fn at_noon() -> jiff::Timestamp {
    "2026-05-01T12:00:00Z".parse().expect("a moment")
}
