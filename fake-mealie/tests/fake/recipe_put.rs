//! Recipes that are sent whole, and several at once.
//! Never sent by a client of ours: a PUT loses what it leaves out.

use serde_json::{Value, json};

use super::client::Table;

/// Seen `recipes/put_full_roundtrip`, `put_ids_only`, `put_steps_without_refs_ok`, `put_rename`,
/// `put_minimal_resets_everything`, `put_empty_body`, `put_tag_without_group_id_400`, `poison_put_500`.
#[tokio::test]
async fn a_put_resets_what_is_left_out() {
    let table = Table::empty().await;
    let id = table.mealie.kitchen().add_full_recipe("Plum Cake");
    let path = "/api/recipes/plum-cake";
    let before = table.get(path).await.body;
    let refused = |status: u16, at: &'static str, want: &'static str| (status, at, want);
    let mut no_group = before.clone();
    no_group["tags"][0].as_object_mut().unwrap().remove("groupId");
    for (row, body, (status, at, want)) in [
        ("nothing", json!({}), refused(500, "/detail/exception", "TypeError")),
        (
            "a name alone",
            json!({ "name": "Plum Cake" }),
            refused(400, "/detail/message", "Recipe already exists"),
        ),
        ("a tag without its group", no_group, refused(400, "/detail/message", "Recipe already exists")),
        ("no recipe", json!([]), refused(422, "/detail/0/type", "model_attributes_type")),
    ] {
        let answer = table.put(path, body).await;
        assert_eq!((answer.status, answer.body.pointer(at)), (status, Some(&json!(want))), "{row}");
        assert_eq!(table.get(path).await.body, before, "{row}");
    }

    let same = table.put(path, before.clone()).await;
    assert_eq!((same.status, same.header("last-modified")), (200, same.body["updatedAt"].as_str()));
    let without_stamps = |recipe: &Value| {
        let mut recipe = recipe.clone();
        for key in ["updatedAt", "dateUpdated"] {
            recipe[key] = Value::Null;
        }
        for step in recipe["recipeInstructions"].as_array_mut().unwrap() {
            step["id"] = Value::Null;
        }
        recipe
    };
    assert_eq!(without_stamps(&same.body), without_stamps(&before), "all of it back is no change");

    let mut lines = before.clone();
    lines["recipeIngredient"] = json!(["two eggs", { "note": "no reference id" }]);
    lines["recipeInstructions"] = json!([{ "text": "no links" }]);
    lines["settings"] = json!({ "locked": false });
    lines["name"] = json!("Plum Tart");
    let renamed = table.put(path, lines).await.body;
    assert_eq!(renamed["slug"], "plum-tart");
    assert_eq!(renamed["recipeIngredient"][0]["note"], "two eggs");
    assert_eq!(renamed["recipeIngredient"][1]["quantity"], json!(0.0));
    assert!(renamed["recipeIngredient"][1]["referenceId"].is_string(), "a PUT does not poison");
    assert_eq!(renamed["recipeInstructions"][0]["title"], "");
    assert_eq!(
        (&renamed["settings"]["public"], &renamed["settings"]["disableComments"]),
        (&json!(false), &json!(true)),
        "not the defaults of the database"
    );

    let ids = ["id", "userId", "groupId"].map(|key| (key.to_owned(), before[key].clone()));
    let mut body = Value::Object(ids.into_iter().collect());
    body["name"] = json!("Plum Tart");
    let bare = table.put(&format!("/api/recipes/{id}"), body).await.body;
    for (key, want) in [
        ("description", json!("")),
        ("recipeServings", json!(0.0)),
        ("recipeYield", Value::Null),
        ("image", Value::Null),
        ("orgURL", Value::Null),
        ("dateAdded", Value::Null),
        ("lastMade", Value::Null),
        ("tags", json!([])),
        ("recipeIngredient", json!([])),
        ("recipeInstructions", json!([])),
        ("notes", json!([])),
        ("assets", json!([])),
        ("extras", json!({})),
    ] {
        assert_eq!(bare[key], want, "{key}");
    }
    assert_eq!(bare["nutrition"]["calories"], Value::Null);
    assert_eq!(bare["settings"]["public"], json!(true), "published");
}

/// Seen `recipes/put_many_collection`, `patch_many_collection`; failures read.
#[tokio::test]
async fn several_recipes_are_changed_at_once_by_their_ids() {
    let table = Table::empty().await;
    let (one, two) = {
        let mut kitchen = table.mealie.kitchen();
        (kitchen.add_recipe("One"), kitchen.add_full_recipe("Two"))
    };
    let both = json!([{ "id": one, "description": "first" }, { "id": two, "description": "second" }]);
    let patched = table.patch("/api/recipes", both).await;
    assert_eq!(patched.status, 200);
    assert_eq!(
        (&patched.body[0]["description"], &patched.body[1]["description"]),
        (&json!("first"), &json!("second"))
    );
    let mut whole = table.get("/api/recipes/two").await.body;
    whole["description"] = json!("third");
    let put = table.put("/api/recipes", json!([whole])).await;
    assert_eq!(
        (put.status, &put.body[0]["description"], &put.body[0]["notes"]),
        (200, &json!("third"), &whole["notes"])
    );
    let unknown = table.patch("/api/recipes", json!([{ "id": uuid::Uuid::nil() }])).await;
    assert_eq!(unknown.status, 422, "not of version 4");
    let nobody = json!([{ "id": "00000000-0000-4000-8000-000000000000" }]);
    let unknown = table.patch("/api/recipes", nobody).await;
    assert_eq!((unknown.status, unknown.text.as_str()), (500, "Internal Server Error"));
    let before = table.get("/api/recipes/one").await.body;
    let bad = table.patch("/api/recipes", json!([{ "id": one }, { "id": two, "tools": null }])).await;
    assert_eq!(
        table.get("/api/recipes/one").await.body,
        before,
        "all of it is read before anything is written"
    );
    assert_eq!((bad.status, &bad.body["detail"][0]["loc"]), (422, &json!(["body", 1, "tools"])));
}
