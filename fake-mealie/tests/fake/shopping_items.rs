//! Items of shopping lists: how they are made, replaced, merged away, and written where they should not be.
//! Never about recipes.

use serde_json::{Value, json};
use uuid::Uuid;

use super::client::{Seen, Table};
use super::household::NOBODY;
use super::shopping_lists::{NEIGHBOUR, add_neighbour, notes, on};

pub(crate) const ITEMS: &str = "/api/households/shopping/items";

/// Items for a list, each of which gets its id.
fn for_list(list: Uuid, items: Value) -> Value {
    let mut items = items;
    for item in items.as_array_mut().expect("a list").iter_mut() {
        if item.get("shoppingListId").is_none() {
            item["shoppingListId"] = json!(list);
        }
    }
    items
}

impl Table {
    async fn create(&self, list: Uuid, items: Value) -> Seen {
        self.post(&format!("{ITEMS}/create-bulk"), for_list(list, items)).await
    }

    async fn put_items(&self, list: Uuid, items: Value) -> Seen {
        self.put(ITEMS, for_list(list, items)).await
    }
}

/// What came of a call: created, updated and deleted, as note and quantity.
fn changes(seen: &Seen) -> [Vec<(String, f64)>; 3] {
    ["createdItems", "updatedItems", "deletedItems"]
        .map(|key| on(&json!({ "listItems": seen.body.get(key).unwrap_or(&json!([])) })))
}

fn pairs<const N: usize>(pairs: [(&str, f64); N]) -> Vec<(String, f64)> {
    pairs.map(|(note, quantity)| (note.to_owned(), quantity)).to_vec()
}

/// Seen `shopping/items_create_bulk`, `item_create_same_*`, `item_create_negative_quantity_dropped`,
/// `item_create_case_differs_not_merged`; the rest asked of a running one.
#[tokio::test]
async fn hazard_6_equal_items_are_one_within_a_request_and_with_what_stands_unticked_on_the_list() {
    for (row, items, created, updated) in [
        ("nothing equal", json!([{ "note": "a" }]), pairs([("a", 1.0)]), pairs([])),
        (
            "the same note twice",
            json!([{ "note": "a" }, { "note": "a", "quantity": 3 }]),
            pairs([("a", 4.0)]),
            pairs([]),
        ),
        (
            "one that stands there",
            json!([{ "note": "milk", "quantity": 2 }]),
            pairs([]),
            pairs([("milk", 3.0)]),
        ),
        ("another case", json!([{ "note": "Milk" }]), pairs([("Milk", 1.0)]), pairs([])),
        ("a ticked one", json!([{ "note": "milk", "checked": true }]), pairs([("milk", 1.0)]), pairs([])),
        ("one that is ticked there", json!([{ "note": "eggs" }]), pairs([("eggs", 1.0)]), pairs([])),
        ("less than nothing", json!([{ "note": "a", "quantity": -1 }]), pairs([]), pairs([])),
        (
            "less of what stands there",
            json!([{ "note": "milk", "quantity": -5 }]),
            pairs([]),
            pairs([("milk", -4.0)]),
        ),
        (
            "no note and an empty one",
            json!([{ "note": null }, { "note": "" }]),
            pairs([("null", 1.0), ("", 1.0)]),
            pairs([]),
        ),
        ("none at all", json!([]), pairs([]), pairs([])),
    ] {
        let table = Table::empty().await;
        let list = {
            let mut kitchen = table.mealie.kitchen();
            let list = kitchen.add_list("Shop");
            let milk = kitchen.add_item(list, "milk");
            kitchen.set_item_quantity(milk, 1.0);
            let eggs = kitchen.add_item(list, "eggs");
            kitchen.tick_item(eggs);
            list
        };
        let seen = table.create(list, items).await;
        assert_eq!((seen.status, changes(&seen)), (201, [created, updated, pairs([])]), "{row}");
    }
}

/// Seen `shopping/item_create_same_food_merges_notes`, `item_create_same_food_other_unit_not_merged`; that no note stands
/// there twice asked of a running one.
#[tokio::test]
async fn items_of_one_food_and_unit_are_one_and_their_notes_are_joined() {
    let table = Table::empty().await;
    let (list, milk, cup) = {
        let mut kitchen = table.mealie.kitchen();
        (kitchen.add_list("Shop"), kitchen.add_food("milk"), kitchen.add_unit("cup"))
    };
    let of = |note: Value, unit: Option<Uuid>| json!({ "foodId": milk, "note": note, "unitId": unit });
    let first = table.create(list, json!([of(json!("whole"), None), of(json!("cold"), None)])).await;
    assert_eq!(changes(&first)[0], pairs([("whole | cold", 2.0)]));
    for (row, note, joined) in [
        ("one of them again", json!("cold"), "whole | cold"),
        ("none", json!(null), "whole | cold"),
        ("an empty one", json!(""), "whole | cold"),
        ("another", json!("fresh"), "whole | cold | fresh"),
    ] {
        let again = table.create(list, json!([of(note, None)])).await;
        assert_eq!(again.body["updatedItems"][0]["note"], json!(joined), "{row}");
    }
    let measured = table.create(list, json!([of(json!("whole"), Some(cup))])).await;
    assert_eq!(changes(&measured)[0], pairs([("whole", 1.0)]), "another unit is another item");
}

/// Seen `shopping/item_create_note_matching_food_gets_label`, `item_create_note_fuzzy_label_without_display`,
/// `item_create_food_label_inferred`, `item_create_with_label`, `item_create_display_ignored`; the rest asked of a
/// running one.
#[tokio::test]
async fn a_label_is_guessed_from_what_an_item_is_called() {
    let table = Table::empty().await;
    let (list, garlic, produce, other) = {
        let mut kitchen = table.mealie.kitchen();
        let (garlic, produce) = (kitchen.add_food("garlic clove"), kitchen.add_label("Produce"));
        kitchen.label_food(garlic, produce);
        kitchen.pluralize_food(garlic, "garlic cloves");
        kitchen.add_food("nameless");
        (kitchen.add_list("Shop"), garlic, produce, kitchen.add_label("Other"))
    };
    let nothing = Value::Null;
    for (row, item, label) in [
        ("its note is the food", json!({ "note": "garlic clove", "quantity": 0 }), json!(produce)),
        ("nearly, with the quantity in front", json!({ "note": "garlic cloves" }), json!(produce)),
        ("not nearly", json!({ "note": "garlic" }), nothing.clone()),
        ("the display that was sent", json!({ "note": "x", "display": "Garlic Clove" }), json!(produce)),
        ("a food without a label", json!({ "note": "nameless", "quantity": 0 }), nothing.clone()),
        ("a label of its own", json!({ "note": "garlic clove ", "labelId": other }), json!(other)),
        ("the food itself", json!({ "foodId": garlic, "note": "" }), json!(produce)),
        (
            "a food that was sent whole",
            json!({ "food": { "id": garlic, "name": "z", "labelId": other } }),
            json!(other),
        ),
    ] {
        let seen = table.create(list, json!([item])).await;
        assert_eq!(seen.body["createdItems"][0]["labelId"], label, "{row}");
    }
    let fake = table.create(list, json!([{ "note": "real", "display": "fake" }])).await;
    assert_eq!(fake.body["createdItems"][0]["display"], "1 real");
}

/// Seen `shopping/items_create_bulk_own_id`; the rest asked of a running one.
#[tokio::test]
async fn an_id_of_ones_own_is_taken_once_and_lost_in_a_merge() {
    let table = Table::empty().await;
    let list = table.mealie.kitchen().add_list("Shop");
    let own = "bbbbbbbb-0000-4000-8000-000000000001";
    let made = table.create(list, json!([{ "id": own, "note": "a" }])).await;
    assert_eq!(made.body["createdItems"][0]["id"], own);
    let taken = table.create(list, json!([{ "note": "first" }, { "id": own, "note": "b" }])).await;
    assert_eq!(taken.status, 500);
    assert_eq!(notes(&table.list(list).await), ["a"], "none of them was written");
    let merged = "bbbbbbbb-0000-4000-8000-000000000002";
    let made = table.create(list, json!([{ "id": merged, "note": "c" }, { "note": "c" }])).await;
    assert_ne!(made.body["createdItems"][0]["id"], merged);
    for (row, id) in
        [("empty", json!("")), ("no UUID", json!("mine")), ("a number", json!(5)), ("null", Value::Null)]
    {
        let made = table.create(list, json!([{ "id": id, "note": row }])).await;
        assert_eq!(made.status, 201, "{row}");
    }
    let version = table.create(list, json!([{ "id": "00000000-0000-1000-8000-000000000000" }])).await;
    assert_eq!((version.status, &version.body["detail"][0]["type"]), (422, &json!("uuid_version")));
}

/// Seen `shopping/items_create_bulk_*_422`, `item_create_missing_list_422`, `item_create_null_quantity`,
/// `items_put_missing_*_422`; the rest asked of a running one.
#[tokio::test]
async fn a_body_is_refused_entry_by_entry() {
    let table = Table::empty().await;
    let list = table.mealie.kitchen().add_list("Shop");
    let bulk = format!("{ITEMS}/create-bulk");
    for (row, method, path, body, wrong) in [
        ("an object", "POST", bulk.as_str(), json!({ "note": "x" }), vec![("list_type", json!(["body"]))]),
        (
            "no list",
            "POST",
            &bulk,
            json!([{ "shoppingListId": list }, { "note": "x" }]),
            vec![("missing", json!(["body", 1, "shoppingListId"]))],
        ),
        (
            "no objects",
            "POST",
            &bulk,
            json!([5, null]),
            vec![
                ("model_attributes_type", json!(["body", 0])),
                ("model_attributes_type", json!(["body", 1])),
            ],
        ),
        (
            "a null quantity",
            "POST",
            ITEMS,
            json!({ "shoppingListId": list, "quantity": null }),
            vec![("float_type", json!(["body", "quantity"]))],
        ),
        ("a list for one", "POST", ITEMS, json!([]), vec![("model_attributes_type", json!(["body"]))]),
        (
            "a reference without a recipe",
            "POST",
            ITEMS,
            json!({ "shoppingListId": list, "recipeReferences": [{}, 5] }),
            vec![
                ("missing", json!(["body", "recipeReferences", 0, "recipeId"])),
                ("model_attributes_type", json!(["body", "recipeReferences", 1])),
            ],
        ),
        (
            "no id",
            "PUT",
            ITEMS,
            json!([{ "shoppingListId": list }]),
            vec![("missing", json!(["body", 0, "id"]))],
        ),
        (
            "no list to put on",
            "PUT",
            ITEMS,
            json!([{ "id": list }]),
            vec![("missing", json!(["body", 0, "shoppingListId"]))],
        ),
    ] {
        let seen = table.ask(method, path, Some(body)).await;
        let found: Vec<_> = seen.body["detail"]
            .as_array()
            .unwrap_or_else(|| panic!("{row}: {}", seen.text))
            .iter()
            .map(|entry| (entry["type"].as_str().unwrap(), entry["loc"].clone()))
            .collect();
        assert_eq!((seen.status, found), (422, wrong), "{row}");
    }
    for (row, extras) in [("a number", json!(5)), ("a text", json!("x")), ("nested", json!({ "a": [1] }))] {
        let seen = table.create(list, json!([{ "note": "fine" }, { "note": "x", "extras": extras }])).await;
        assert_eq!((seen.status, seen.text.as_str()), (500, "Internal Server Error"), "{row}");
    }
    assert_eq!(notes(&table.list(list).await), Vec::<String>::new(), "nothing was written");
}

/// Seen `shopping/items_put_partial_on_three_items_merges_them_away`, `items_put_same_note_on_two_items_merges`.
#[tokio::test]
async fn hazard_6_items_that_a_put_makes_equal_are_merged_into_the_first() {
    let table = Table::empty().await;
    let (list, ids) = {
        let mut kitchen = table.mealie.kitchen();
        let list = kitchen.add_list("Shop");
        (list, ["alpha", "beta", "gamma"].map(|note| kitchen.add_item(list, note)))
    };
    let moved = ids.iter().zip(0..).map(|(id, position)| json!({ "id": id, "position": position }));
    let seen = table.put_items(list, moved.collect()).await;
    let [created, updated, deleted] = changes(&seen);
    assert_eq!((created, updated), (pairs([]), pairs([("", 3.0)])));
    assert_eq!(deleted.len(), 2);
    assert_eq!(on(&table.list(list).await), pairs([("", 3.0)]));
}

/// Asked of a running Mealie 3.10.2: it looks for an equal item among those that stand there, also if the same request
/// makes them different, and of two updates of one item the last counts.
#[tokio::test]
async fn hazard_6_two_items_that_swap_their_notes_end_as_one() {
    let table = Table::empty().await;
    let (list, one, two) = {
        let mut kitchen = table.mealie.kitchen();
        let list = kitchen.add_list("Shop");
        (list, kitchen.add_item(list, "one"), kitchen.add_item(list, "two"))
    };
    let seen = table
        .put_items(list, json!([{ "id": one, "note": "two" }, { "id": two, "note": "other", "quantity": 9 }]))
        .await;
    assert_eq!(seen.status, 200);
    assert_eq!(on(&table.list(list).await), pairs([("other", 9.0)]), "`one` is lost, quantity and all");
    let unknown =
        table.put_items(list, json!([{ "id": NOBODY, "note": "x" }, { "id": two, "note": "x" }])).await;
    assert_eq!(unknown.status, 200);
    assert_eq!(notes(&table.list(list).await), Vec::<String>::new(), "one that is not there takes it along");
}

/// Seen `shopping/items_put_unknown_id_ignored`, `items_put_mixed_known_unknown`, `items_put_same_id_twice_first_wins`,
/// `items_put_negative_quantity_deletes`, `items_put_check_many`, `items_put_note_null`, `items_put_empty_list`.
#[tokio::test]
async fn a_put_of_items_passes_over_what_is_not_there_and_takes_the_first_of_two() {
    for (row, items, updated, deleted) in [
        ("nothing", json!([]), pairs([]), pairs([])),
        ("unknown", json!([{ "id": NOBODY, "note": "x" }]), pairs([]), pairs([])),
        (
            "twice",
            json!([{ "id": "$milk", "note": "first" }, { "id": "$milk", "note": "second" }]),
            pairs([("first", 1.0)]),
            pairs([]),
        ),
        (
            "less than nothing",
            json!([{ "id": "$milk", "note": "z", "quantity": -1 }]),
            pairs([]),
            pairs([("milk", 0.0)]),
        ),
        (
            "ticked, and equal to another",
            json!([{ "id": "$milk", "note": "eggs", "checked": true }]),
            pairs([("eggs", 1.0)]),
            pairs([]),
        ),
        ("no note", json!([{ "id": "$milk", "note": null }]), pairs([("null", 1.0)]), pairs([])),
        (
            "equal to another",
            json!([{ "id": "$milk", "note": "eggs" }]),
            pairs([("eggs", 1.0)]),
            pairs([("milk", 0.0)]),
        ),
    ] {
        let table = Table::empty().await;
        let (list, milk) = {
            let mut kitchen = table.mealie.kitchen();
            let list = kitchen.add_list("Shop");
            let milk = kitchen.add_item(list, "milk");
            kitchen.add_item(list, "eggs");
            (list, milk)
        };
        let items = serde_json::from_str(&items.to_string().replace("$milk", &milk.to_string())).unwrap();
        let seen = table.put_items(list, items).await;
        assert_eq!((seen.status, changes(&seen)), (200, [pairs([]), updated, deleted]), "{row}");
    }
}

/// Seen `shopping/items_put_move_to_other_list`; the rest asked of a running one.
#[tokio::test]
async fn an_item_can_be_moved_to_another_list_and_is_merged_there() {
    let table = Table::empty().await;
    let (list, other, milk, eggs) = {
        let mut kitchen = table.mealie.kitchen();
        let (list, other) = (kitchen.add_list("Shop"), kitchen.add_list("Market"));
        kitchen.add_item(other, "milk");
        (list, other, kitchen.add_item(list, "milk"), kitchen.add_item(list, "eggs"))
    };
    let seen = table
        .put_items(
            other,
            json!([{ "id": milk, "note": "milk", "quantity": 2 }, { "id": eggs, "note": "eggs" }]),
        )
        .await;
    assert_eq!(changes(&seen)[2], pairs([("milk", 0.0)]));
    assert_eq!(notes(&table.list(list).await), Vec::<String>::new());
    assert_eq!(on(&table.list(other).await), pairs([("milk", 2.0), ("eggs", 1.0)]));
    let lost =
        table.put_items(Uuid::parse_str(NOBODY).unwrap(), json!([{ "id": eggs, "note": "eggs" }])).await;
    assert_eq!(lost.status, 500, "there is no such list");
    assert_eq!(notes(&table.list(other).await), ["milk"], "and it has left the old one");
    assert_eq!(table.get(&format!("{ITEMS}/{eggs}")).await.status, 404);
}

/// Seen `shopping/item_create_unknown_list`, `item_add_to_other_households_list_500_but_written`,
/// `items_put_other_household_ignored`; deletes and moves asked of a running one.
#[tokio::test]
async fn what_is_done_to_another_households_list_is_a_500_and_done() {
    let table = Table::empty().await;
    let (list, milk, eggs, theirs) = {
        let mut kitchen = table.mealie.kitchen();
        let neighbour = add_neighbour(&mut kitchen);
        let list = kitchen.add_list("Shop");
        let theirs = kitchen.add_list_of(neighbour, "Theirs");
        (list, kitchen.add_item(list, "milk"), kitchen.add_item(list, "eggs"), theirs)
    };
    let as_neighbour = async |method: &str, path: &str, body: Option<Value>| {
        table.ask_as(NEIGHBOUR, method, path, body).await.status
    };
    assert_eq!(as_neighbour("GET", &format!("{ITEMS}/{milk}"), None).await, 404);
    let item = json!({ "shoppingListId": list, "note": "theirs" });
    assert_eq!(as_neighbour("POST", ITEMS, Some(item)).await, 500);
    assert_eq!(notes(&table.list(list).await), ["milk", "theirs", "eggs"]);
    let renamed = for_list(list, json!([{ "id": milk, "note": "oat milk" }]));
    assert_eq!(as_neighbour("PUT", ITEMS, Some(renamed)).await, 500);
    assert!(notes(&table.list(list).await).contains(&"oat milk".to_owned()));
    assert_eq!(as_neighbour("DELETE", &format!("{ITEMS}?ids={milk}"), None).await, 500);
    assert!(!notes(&table.list(list).await).contains(&"oat milk".to_owned()));
    let stolen = for_list(theirs, json!([{ "id": eggs, "note": "eggs" }]));
    assert_eq!(
        as_neighbour("PUT", ITEMS, Some(stolen)).await,
        200,
        "their own list is none of another household"
    );
    assert_eq!(notes(&table.list(list).await), ["theirs"]);
    let orphan = json!({ "shoppingListId": NOBODY, "note": "orphan" });
    assert_eq!(table.post(ITEMS, orphan).await.status, 500);
    assert_eq!(table.get(ITEMS).await.total(), 1, "nobody finds it");
}

/// Asked of a running Mealie 3.10.2: it has no small minus for a fraction.
#[tokio::test]
async fn a_list_with_less_than_nothing_and_a_fraction_can_be_read_by_nobody() {
    let table = Table::empty().await;
    let (list, milk) = {
        let mut kitchen = table.mealie.kitchen();
        let list = kitchen.add_list("Shop");
        (list, kitchen.add_item(list, "milk"))
    };
    let less = |quantity: f64, note: &str| json!([{ "note": note, "quantity": quantity }]);
    for (row, items, status) in [
        ("whole", less(-1.0, "eggs"), 201),
        ("a fraction", less(-0.5, "eggs"), 500),
        ("a fraction, next to other mistakes", json!([{ "note": 5, "quantity": -0.5 }]), 422),
        ("a fraction with words for it", json!([{ "note": "eggs", "quantity": -0.5, "display": "x" }]), 201),
    ] {
        assert_eq!(table.create(list, items).await.status, status, "{row}");
    }
    let broken = table.create(list, json!([{ "note": "milk", "quantity": -0.5, "display": "x" }])).await;
    assert_eq!(broken.status, 500, "it was merged and written, and cannot be shown");
    let path = format!("/api/households/shopping/lists/{list}");
    for (row, answer, status) in [
        ("the list", table.get(&path).await, 500),
        ("its items", table.get(ITEMS).await, 500),
        ("the item", table.get(&format!("{ITEMS}/{milk}")).await, 500),
        ("a delete of the item", table.delete(&format!("{ITEMS}/{milk}")).await, 500),
        ("another item", table.create(list, json!([{ "note": "bread" }])).await, 500),
        ("a delete of the list", table.delete(&path).await, 400),
        ("the list of lists", table.get("/api/households/shopping/lists").await, 200),
    ] {
        assert_eq!(answer.status, status, "{row}");
    }
    let cup = {
        let mut kitchen = table.mealie.kitchen();
        let cup = kitchen.add_unit("cup");
        kitchen.measure_item(milk, cup);
        cup
    };
    assert!(!table.mealie.kitchen().units.get(cup).unwrap().fraction, "decimals can have a minus");
    assert_eq!(table.list(list).await["listItems"][0]["display"], "-0.5 cup milk");
}
