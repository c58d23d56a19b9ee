//! Shopping lists and their items: their shapes and their surprises.
//! Never through the hazards; those have a file of their own.

use serde_json::json;

use super::client::Table;
use super::household::{NOBODY, keys};

/// Seen `shopping/list_get`, `lists`, `item_get`, `items_list_by_list`.
#[tokio::test]
async fn lists_and_items_have_all_their_keys() {
    let table = Table::demo().await;
    let list = table.mealie.kitchen().list_named("Weekly shop").unwrap().id;
    let listed = table.get("/api/households/shopping/lists").await.body["items"][0].clone();
    assert!(listed.get("listItems").is_none(), "the collection has no items");
    let whole = table.get(&format!("/api/households/shopping/lists/{list}")).await.body;
    assert_eq!(
        keys(&whole),
        [
            "createdAt",
            "extras",
            "groupId",
            "householdId",
            "id",
            "labelSettings",
            "listItems",
            "name",
            "recipeReferences",
            "updatedAt",
            "userId"
        ]
    );
    assert_eq!(whole["labelSettings"][0]["label"]["name"], "Chilled", "labels stand by name");
    let items = whole["listItems"].as_array().unwrap();
    assert_eq!(
        keys(&items[0]),
        [
            "checked",
            "createdAt",
            "display",
            "extras",
            "food",
            "foodId",
            "groupId",
            "householdId",
            "id",
            "label",
            "labelId",
            "note",
            "position",
            "quantity",
            "recipeReferences",
            "referencedRecipe",
            "shoppingListId",
            "unit",
            "unitId",
            "updatedAt"
        ]
    );
    let displays: Vec<_> = items.iter().map(|item| item["display"].as_str().unwrap()).collect();
    assert_eq!(
        displays[..4],
        ["2 onions", "1 bunch Spring onion", "3 Scallions for the fried rice", "1 kg potato"]
    );
    assert_eq!(items[0]["label"]["name"], "Vegetables", "an item without a label shows that of its food");

    let wanted = format!(
        "id IN [\"{}\",\"{}\",\"{NOBODY}\"]",
        items[0]["id"].as_str().unwrap(),
        items[1]["id"].as_str().unwrap()
    );
    let path = format!(
        "/api/households/shopping/items?perPage=-1&queryFilter={}",
        wanted.replace(' ', "%20").replace('"', "%22")
    );
    assert_eq!(table.get(&path).await.total(), 2, "unknown ids are passed over");
    let ticked = table.get("/api/households/shopping/items?queryFilter=checked%20=%20true").await;
    assert_eq!(ticked.total(), 3);
    let scallion = table.mealie.kitchen().food_named("Scallion").unwrap().id;
    let using = table.get(&format!("/api/households/shopping/items?queryFilter=food_id%3D{scallion}")).await;
    assert_eq!(using.total(), 1);
    assert_eq!(table.get(&format!("/api/households/shopping/items/{NOBODY}")).await.status, 404);
    assert_eq!(table.get("/api/households/shopping/lists/x").await.status, 422);
}

/// Seen `shopping/items_delete_*`.
#[tokio::test]
async fn a_delete_of_items_says_the_same_whatever_the_ids() {
    let table = Table::empty().await;
    let (milk, eggs, bread) = {
        let mut kitchen = table.mealie.kitchen();
        let list = kitchen.add_list("Shop");
        (kitchen.add_item(list, "milk"), kitchen.add_item(list, "eggs"), kitchen.add_item(list, "bread"))
    };
    for (row, query) in [
        ("two of them", format!("?ids={milk}&ids={eggs}")),
        ("again", format!("?ids={milk}&ids={eggs}")),
        ("unknown", format!("?ids={NOBODY}")),
        ("none", String::new()),
    ] {
        let answer = table.delete(&format!("/api/households/shopping/items{query}")).await;
        assert_eq!((answer.status, answer.body), (200, json!({ "message": "", "error": false })), "{row}");
    }
    assert_eq!(table.get("/api/households/shopping/items").await.body["items"][0]["note"], "bread");
    for (row, query, found) in [
        ("joined by a comma", format!("?ids={bread},{NOBODY}"), "found `,` at 37"),
        ("no id at all", "?ids=x".to_owned(), "found `x` at 1"),
    ] {
        let answer = table.delete(&format!("/api/households/shopping/items{query}")).await;
        assert_eq!(
            (answer.status, &answer.body["detail"][0]["loc"]),
            (422, &json!(["query", "ids", 0])),
            "{row}"
        );
        assert!(answer.body["detail"][0]["msg"].as_str().unwrap().ends_with(found), "{row}");
    }
    assert_eq!(table.delete(&format!("/api/households/shopping/items/{bread}")).await.status, 200);
    assert_eq!(table.get("/api/households/shopping/items").await.total(), 0);
}

/// Seen `shopping/item_put_single_unknown`, `items_put_negative_quantity_deletes`, `items_put_full_check`, `items_put_checked_bad_422`.
#[tokio::test]
async fn an_item_is_ticked_by_sending_it_back_whole() {
    let table = Table::demo().await;
    let item = table.get("/api/households/shopping/items?queryFilter=note%20=%20silken").await.body["items"]
        [0]
    .clone();
    let path = format!("/api/households/shopping/items/{}", item["id"].as_str().unwrap());
    let mut ticked = item.clone();
    ticked["checked"] = json!(true);
    let updated = table.put(&path, ticked).await;
    assert_eq!(updated.body["updatedItems"][0]["checked"], json!(true));
    let now = table.get(&path).await.body;
    assert_eq!((&now["food"], &now["quantity"]), (&item["food"], &item["quantity"]), "nothing else changed");

    let unknown = table.put(&format!("/api/households/shopping/items/{NOBODY}"), item.clone()).await;
    assert_eq!(
        (unknown.status, unknown.body),
        (200, json!({ "createdItems": [], "updatedItems": [], "deletedItems": [] }))
    );
    let mut bad = item.clone();
    bad["checked"] = json!("maybe");
    bad.as_object_mut().unwrap().remove("shoppingListId");
    let refused = table.put(&path, bad).await;
    let types: Vec<_> =
        refused.body["detail"].as_array().unwrap().iter().map(|entry| entry["type"].clone()).collect();
    assert_eq!(types, ["missing", "bool_parsing"]);
    let mut gone = item;
    gone["quantity"] = json!(-1);
    let deleted = table.put(&path, gone).await;
    assert_eq!(deleted.body["deletedItems"].as_array().map(Vec::len), Some(1));
    assert_eq!(table.get(&path).await.status, 404);
}

/// Read in 3.10.2 (`remove_unused_recipe_references`).
#[tokio::test]
async fn a_list_forgets_a_recipe_with_its_last_item() {
    let table = Table::empty().await;
    let (list, item) = {
        let mut kitchen = table.mealie.kitchen();
        let (list, recipe) = (kitchen.add_list("Shop"), kitchen.add_recipe("Soup"));
        let (item, reference) = (kitchen.add_item(list, "leeks"), kitchen.fresh_id());
        let of_list = fake_mealie::ListRecipe { id: reference, recipe_id: recipe, recipe_quantity: 1.0 };
        kitchen.lists.get_mut(list).unwrap().recipe_references.push(of_list);
        let of_item = fake_mealie::ItemRecipe {
            id: reference,
            recipe_id: recipe,
            recipe_quantity: 1.0,
            recipe_scale: 1.0,
            recipe_note: None,
        };
        kitchen.items.get_mut(item).unwrap().recipe_references.push(of_item);
        (list, item)
    };
    let path = format!("/api/households/shopping/lists/{list}");
    assert_eq!(table.get(&path).await.body["recipeReferences"][0]["recipe"]["name"], "Soup");
    table.delete(&format!("/api/households/shopping/items?ids={item}")).await;
    assert_eq!(table.get(&path).await.body["recipeReferences"], json!([]));
}
