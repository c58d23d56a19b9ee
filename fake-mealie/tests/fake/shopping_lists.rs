//! Shopping lists as a whole: how they are made, replaced, given away, deleted, and how they break.
//! Never about one item alone.

use fake_mealie::Kitchen;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::{Seen, Table};
use super::household::NOBODY;

pub(crate) const LISTS: &str = "/api/households/shopping/lists";

/// The token of somebody in another household of the same group.
pub(crate) const NEIGHBOUR: &str = "authorization: Bearer neighbours-token\r\n";

/// Lets somebody of another household in.
pub(crate) fn add_neighbour(kitchen: &mut Kitchen) -> Uuid {
    let household = kitchen.add_household(kitchen.group.id, "Next door");
    kitchen.add_user(household, "neighbour", "neighbours-token")
}

impl Table {
    pub(crate) async fn list(&self, id: Uuid) -> Value {
        self.get(&format!("{LISTS}/{id}")).await.body
    }

    async fn put_list(&self, id: Uuid, body: Value) -> Seen {
        self.put(&format!("{LISTS}/{id}"), body).await
    }
}

/// What a PUT of a list must have.
fn whole(table: &Table, id: Uuid, more: Value) -> Value {
    let kitchen = table.mealie.kitchen();
    let mut body = json!({ "id": id, "groupId": kitchen.group.id, "userId": kitchen.cook().id });
    let more = more.as_object().expect("an object").clone();
    body.as_object_mut().expect("an object").extend(more);
    body
}

/// The notes and quantities of a list, in its order.
pub(crate) fn on(list: &Value) -> Vec<(String, f64)> {
    let items = list["listItems"].as_array().expect("a whole list").iter();
    items
        .map(|item| {
            (item["note"].as_str().unwrap_or("null").to_owned(), item["quantity"].as_f64().unwrap_or(-99.0))
        })
        .collect()
}

pub(crate) fn notes(list: &Value) -> Vec<String> {
    on(list).into_iter().map(|(note, _)| note).collect()
}

/// Seen `shopping/list_create*`.
#[tokio::test]
async fn a_list_needs_no_name_and_gets_a_place_for_every_label_by_name() {
    let table = Table::empty().await;
    for label in ["sweets", "Dairy", "bread"] {
        table.mealie.kitchen().add_label(label);
    }
    for (row, body, name) in [
        ("a name", json!({ "name": "Weekly" }), json!("Weekly")),
        ("the same name again", json!({ "name": "Weekly" }), json!("Weekly")),
        ("an empty one", json!({ "name": "" }), json!("")),
        ("null", json!({ "name": null }), Value::Null),
        ("nothing", json!({}), Value::Null),
    ] {
        let made = table.post(LISTS, body).await;
        assert_eq!((made.status, &made.body["name"]), (201, &name), "{row}");
        let labels: Vec<_> = made.body["labelSettings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|setting| {
                (setting["label"]["name"].as_str().unwrap().to_owned(), setting["position"].as_i64().unwrap())
            })
            .collect();
        let in_order = [("bread", 0), ("Dairy", 1), ("sweets", 2)].map(|(name, at)| (name.to_owned(), at));
        assert_eq!(labels, in_order, "{row}");
        assert_eq!(
            (&made.body["listItems"], &made.body["recipeReferences"]),
            (&json!([]), &json!([])),
            "{row}"
        );
    }
    assert_eq!(table.get(LISTS).await.total(), 5);
    let extras = table.post(LISTS, json!({ "extras": { "a": 1, "b": true, "c": null, "d": "text" } })).await;
    assert_eq!(extras.body["extras"], json!({ "a": "1", "b": "1", "c": null, "d": "text" }));
    for (row, body, status) in [
        ("a number for a name", json!({ "name": 5 }), 422),
        ("nested extras", json!({ "extras": { "a": {} } }), 500),
        ("extras that are none, whatever else is wrong", json!({ "name": 5, "extras": 5 }), 500),
    ] {
        assert_eq!(table.post(LISTS, body).await.status, status, "{row}");
    }
    assert_eq!(table.get(LISTS).await.total(), 6, "what was refused was not made");
}

/// Seen `shopping/list_put_rename*`, `list_after_put_*`.
#[tokio::test]
async fn hazard_6_a_put_of_a_list_without_items_deletes_them_all() {
    for (row, more) in [
        ("without items", json!({ "name": "New" })),
        ("with an empty list of them", json!({ "name": "New", "listItems": [] })),
    ] {
        let table = Table::empty().await;
        let list = {
            let mut kitchen = table.mealie.kitchen();
            let list = kitchen.add_list("Old");
            kitchen.add_item(list, "milk");
            kitchen.add_item(list, "eggs");
            list
        };
        let put = table.put_list(list, whole(&table, list, more)).await;
        assert_eq!((put.status, &put.body["name"]), (200, &json!("New")), "{row}");
        assert_eq!(notes(&put.body), Vec::<String>::new(), "{row}");
        assert_eq!(notes(&table.list(list).await), Vec::<String>::new(), "{row}");
        assert_eq!(put.body["createdAt"], Value::Null, "the moment of creation was not sent: {row}");
    }
}

/// Seen `shopping/list_put_rename_roundtrip`; the rest asked of a running one.
#[tokio::test]
async fn a_list_that_is_sent_back_with_any_item_keeps_all_of_them_as_they_are() {
    let table = Table::empty().await;
    let list = {
        let mut kitchen = table.mealie.kitchen();
        let list = kitchen.add_list("Old");
        kitchen.add_item(list, "milk");
        kitchen.add_item(list, "eggs");
        list
    };
    let read = table.list(list).await;
    let mut back = read.clone();
    back["name"] = json!("New");
    let renamed = table.put_list(list, back.clone()).await;
    assert_eq!((renamed.status, &renamed.body["name"]), (200, &json!("New")));
    assert_eq!(renamed.body["createdAt"], read["createdAt"], "what is sent is kept");
    assert_eq!(renamed.body["listItems"], read["listItems"]);

    back["listItems"] = json!([back["listItems"][0].clone()]);
    back["listItems"][0]["note"] = json!("something else");
    back["labelSettings"] = json!([]);
    back["id"] = json!(NOBODY);
    let put = table.put_list(list, back).await;
    assert_eq!(notes(&put.body), ["milk", "eggs"], "items are not looked at");
    assert_eq!(put.body["id"], json!(list), "and neither is the id in the body");
}

/// Seen `shopping/list_put_name_only_422`, `errors/shopping_list_put_unknown`; the rest asked of a running one.
#[tokio::test]
async fn a_put_of_a_list_that_says_too_little_is_refused_and_changes_nothing() {
    let table = Table::empty().await;
    let list = table.mealie.kitchen().add_list("Old");
    table.mealie.kitchen().add_item(list, "milk");
    let refused = table.put_list(list, json!({ "name": "x" })).await;
    let wrong: Vec<_> =
        refused.body["detail"].as_array().unwrap().iter().map(|entry| entry["loc"][1].clone()).collect();
    assert_eq!((refused.status, wrong), (422, vec![json!("groupId"), json!("userId"), json!("id")]));
    for (row, more, status) in [
        ("items that are null", json!({ "listItems": null }), 422),
        ("items that are none", json!({ "listItems": [{ "note": "x" }, 5] }), 422),
        ("nested extras", json!({ "extras": { "a": [] }, "name": "x" }), 400),
    ] {
        assert_eq!(table.put_list(list, whole(&table, list, more)).await.status, status, "{row}");
    }
    assert_eq!(table.list(list).await["name"], "Old");
    assert_eq!(notes(&table.list(list).await), ["milk"]);
    let unknown = Uuid::parse_str(NOBODY).unwrap();
    assert_eq!(table.put_list(unknown, whole(&table, unknown, json!({}))).await.status, 404);
    let both = table.put(&format!("{LISTS}/x"), json!([])).await;
    assert_eq!(both.body["detail"].as_array().map(Vec::len), Some(2), "path and body are told of together");
}

/// Asked of a running Mealie 3.10.2: the owner in the body is obeyed.
#[tokio::test]
async fn a_put_can_give_a_list_away_and_then_it_is_out_of_sight() {
    let table = Table::empty().await;
    let (list, nobodys, neighbour) = {
        let mut kitchen = table.mealie.kitchen();
        let neighbour = add_neighbour(&mut kitchen);
        (kitchen.add_list("Shop"), kitchen.add_list("Lost"), neighbour)
    };
    let given =
        table.put_list(list, whole(&table, list, json!({ "userId": neighbour, "name": "Theirs" }))).await;
    assert_eq!(given.status, 200);
    assert_eq!(table.get(&format!("{LISTS}/{list}")).await.status, 404);
    let theirs = table.ask_as(NEIGHBOUR, "GET", &format!("{LISTS}/{list}"), None).await;
    assert_eq!(theirs.body["name"], "Theirs");

    let lost = table.put_list(nobodys, whole(&table, nobodys, json!({ "userId": NOBODY }))).await;
    assert_eq!(lost.status, 400, "and it was written all the same");
    assert_eq!(table.get(&format!("{LISTS}/{nobodys}")).await.status, 404);
}

/// Seen `shopping/list_delete*`, `items_of_deleted_list`, `errors/shopping_list_delete_*`.
#[tokio::test]
async fn a_list_goes_with_its_items_and_says_what_it_was() {
    let table = Table::empty().await;
    let list = {
        let mut kitchen = table.mealie.kitchen();
        add_neighbour(&mut kitchen);
        let list = kitchen.add_list("Shop");
        kitchen.add_item(list, "milk");
        list
    };
    let path = format!("{LISTS}/{list}");
    let foreign = table.ask_as(NEIGHBOUR, "DELETE", &path, None).await;
    let gone = json!({ "detail": {
        "message": "An unexpected error occurred",
        "error": true,
        "exception": "No row was found when one was required",
    } });
    assert_eq!((foreign.status, foreign.body), (404, gone.clone()));
    let deleted = table.delete(&path).await;
    assert_eq!((deleted.status, notes(&deleted.body)), (200, vec!["milk".to_owned()]));
    assert_eq!(table.get("/api/households/shopping/items").await.total(), 0);
    let again = table.delete(&path).await;
    assert_eq!((again.status, again.body), (404, gone));
}

/// Seen `shopping/label_settings_put`; the refusal asked of a running one.
#[tokio::test]
async fn places_of_labels_are_written_over_those_that_are_there() {
    let table = Table::empty().await;
    let (list, other) = {
        let mut kitchen = table.mealie.kitchen();
        kitchen.add_label("Bread");
        kitchen.add_label("Dairy");
        (kitchen.add_list("Shop"), kitchen.add_list("Other"))
    };
    let path = format!("{LISTS}/{list}/label-settings");
    let mut settings = table.list(list).await["labelSettings"].clone();
    settings[0]["position"] = json!(9);
    let put = table.put(&path, settings.clone()).await;
    let names = |list: &Value| -> Vec<String> {
        let settings = list["labelSettings"].as_array().unwrap().iter();
        settings.map(|setting| setting["label"]["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!((put.status, names(&put.body)), (200, vec!["Dairy".to_owned(), "Bread".to_owned()]));
    settings[1]["shoppingListId"] = json!(other);
    let id = settings[1]["id"].as_str().unwrap().to_owned();
    let refused = table.put(&path, settings).await;
    let text = format!("object {id} has an invalid shopping list id");
    assert_eq!((refused.status, refused.body), (400, json!({ "detail": text })));
}

/// Asked of a running Mealie 3.10.2: a recipe that there is none of, with lines, is taken; and then nobody can read, change
/// or delete the list any more, nor read the list of lists.
#[tokio::test]
async fn lines_for_an_unknown_recipe_make_a_list_that_nobody_can_read() {
    let table = Table::empty().await;
    let list = table.mealie.kitchen().add_list("Shop");
    let path = format!("{LISTS}/{list}");
    let lines = json!([{ "recipeId": NOBODY, "recipeIngredients": [{ "quantity": 1, "note": "ghost" }] }]);
    assert_eq!(table.post(&format!("{path}/recipe"), lines).await.status, 500);
    for (row, answer, status) in [
        ("the list", table.get(&path).await, 500),
        ("the list of lists", table.get(LISTS).await, 500),
        ("a rename", table.put_list(list, whole(&table, list, json!({ "name": "x" }))).await, 500),
        ("a delete", table.delete(&path).await, 400),
        ("a removal", table.post(&format!("{path}/recipe/{NOBODY}/delete"), json!({})).await, 500),
    ] {
        assert_eq!(answer.status, status, "{row}");
    }
    let items = table.get("/api/households/shopping/items").await;
    assert_eq!((items.total(), &items.body["items"][0]["note"]), (1, &json!("ghost")), "items can be read");
    assert_eq!(table.post("/api/groups/labels", json!({ "name": "Dairy" })).await.status, 500);
    assert_eq!(table.get("/api/groups/labels").await.names(), ["Dairy"], "and the label is there");
}
