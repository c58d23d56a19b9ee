//! What holds for all tools of the shelf, and the kitchens that their tests begin with.

use fake_mealie::{Fault, ItemRecipe, ListRecipe, Options, Seed};
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;
use crate::args::tests::refusal;
use crate::failure::Failure;
use crate::tools::bench::Bench;

/// A kitchen in which there is nothing yet.
pub(super) async fn bare() -> Bench {
    Bench::with(Options { seed: Seed::Empty, ..Options::default() }).await
}

/// An id that nobody has.
pub(super) const NOBODY: &str = "0c0ffee0-0000-4000-8000-000000000000";

/// Puts a recipe on a list: one line, and what the list knows of it.
pub(super) fn put_on(kitchen: &mut fake_mealie::Kitchen, list: Uuid, recipe: Uuid) -> Uuid {
    let item = kitchen.add_item(list, "for a recipe");
    comes_from(kitchen, item, recipe, 1.0);
    let reference = ListRecipe { id: Uuid::new_v4(), recipe_id: recipe, recipe_quantity: 1.0 };
    kitchen.lists.get_mut(list).unwrap().recipe_references.push(reference);
    item
}

/// Says of an item that a recipe put it there.
pub(super) fn comes_from(kitchen: &mut fake_mealie::Kitchen, item: Uuid, recipe: Uuid, quantity: f64) {
    kitchen.items.get_mut(item).unwrap().recipe_references.push(ItemRecipe {
        id: Uuid::new_v4(),
        recipe_id: recipe,
        recipe_quantity: quantity,
        recipe_scale: 1.0,
        recipe_note: None,
    });
}

/// What a call of each tool that is about one list comes to.
async fn about(bench: &Bench, list: &str) -> Vec<(&'static str, Option<Failure>)> {
    let list = |more: Value| {
        let mut arguments = json!({"list_id": list});
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    let ticked = list(json!({"item_ids": [NOBODY], "checked": true}));
    let renamed = list(json!({"item_ids": [NOBODY], "note": "oats"}));
    vec![
        ("get", bench.plans::<GetShoppingList>(list(json!({}))).await.err()),
        ("delete", bench.plans::<DeleteShoppingList>(list(json!({}))).await.err()),
        ("add", bench.plans::<AddShoppingListItems>(list(json!({"items": ["milk"]}))).await.err()),
        ("tick", bench.plans::<UpdateShoppingListItems>(ticked).await.err()),
        ("rename", bench.plans::<UpdateShoppingListItems>(renamed).await.err()),
    ]
}

#[tokio::test]
async fn ask_14_a_list_that_is_not_there_is_told_by_its_id_and_nothing_is_sent() {
    let bench = bare().await;
    for (tool, failure) in about(&bench, NOBODY).await {
        let said = failure.map(|failure| failure.words().ours).unwrap_or_default();
        let want = format!("Not found among the shopping lists: {NOBODY}. Nothing was changed.");
        assert!(said.starts_with(&want), "{tool}: {said}");
    }
    assert_eq!(bench.mealie.writes(), []);
}

/// Hazard 9: Mealie 3.10.2 would write onto it, and then fail.
#[tokio::test]
async fn ask_14_a_list_of_another_household_is_not_there() {
    let bench = bare().await;
    let list = {
        let mut kitchen = bench.mealie.kitchen();
        let list = kitchen.add_list("Theirs");
        let group = kitchen.group_of(kitchen.cook().id);
        let household = kitchen.add_household(group, "Next door");
        let neighbour = kitchen.add_user(household, "carol", "carols-token");
        kitchen.give_list(list, neighbour);
        list
    };
    for (tool, failure) in about(&bench, &list.to_string()).await {
        assert!(
            matches!(&failure, Some(Failure::NotFound { kind: "shopping lists", .. })),
            "{tool}: {failure:?}"
        );
    }
    assert_eq!(bench.mealie.writes(), []);
    assert_eq!(bench.mealie.kitchen().items.iter().count(), 0);
}

#[tokio::test]
async fn live_12_a_list_that_cannot_be_read_is_no_list_that_is_gone() {
    let bench = bare().await;
    let list = bench.mealie.kitchen().add_list("Weekly").to_string();
    let path = format!("/api/households/shopping/lists/{list}");
    for (code, body) in [(500, "Internal Server Error"), (403, r#"{"detail":"Forbidden"}"#)] {
        bench.mealie.order_fault(Fault::on("GET", &path).next(5).answers(code, body));
        for (tool, failure) in about(&bench, &list).await {
            let same = matches!(&failure, Some(Failure::Status { code: told, .. }) if *told == code);
            assert!(same, "{tool}, {code}: {failure:?}");
        }
    }
    assert_eq!(bench.mealie.writes(), []);
}

#[test]
fn ann_1_each_bound_is_held_at_the_bound_and_one_past_it() {
    let lines =
        |count: usize, length: usize| json!({"list_id": NOBODY, "items": vec!["x".repeat(length); count]});
    let update = |more: Value| {
        let mut arguments = json!({"list_id": NOBODY, "item_ids": [NOBODY]});
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    for (row, tool, arguments, refused) in [
        ("no page", "list_shopping_lists", json!({}), false),
        ("page 0", "list_shopping_lists", json!({"page": 0}), true),
        ("page 1", "list_shopping_lists", json!({"page": 1}), false),
        ("none a page", "list_shopping_lists", json!({"per_page": 0}), true),
        ("a hundred a page", "list_shopping_lists", json!({"per_page": 100}), false),
        ("one more", "list_shopping_lists", json!({"per_page": 101}), true),
        ("an argument that there is not", "list_shopping_lists", json!({"search": "x"}), true),
        ("no list", "get_shopping_list", json!({}), true),
        ("a list", "get_shopping_list", json!({"list_id": NOBODY}), false),
        ("a name of a list", "get_shopping_list", json!({"list_id": "Weekly"}), true),
        (
            "a flag in quotes",
            "get_shopping_list",
            json!({"list_id": NOBODY, "include_checked": "true"}),
            true,
        ),
        (
            "a slip where nobody is asked",
            "get_shopping_list",
            json!({"list_id": NOBODY, "confirm_token": "x"}),
            true,
        ),
        ("no name", "create_shopping_list", json!({"name": ""}), true),
        ("a name of 255", "create_shopping_list", json!({"name": "ü".repeat(255)}), false),
        ("one more", "create_shopping_list", json!({"name": "ü".repeat(256)}), true),
        ("a name that is a number", "create_shopping_list", json!({"name": 5}), true),
        ("a list to delete", "delete_shopping_list", json!({"list_id": NOBODY, "confirm_token": "x"}), false),
        (
            "a claim that somebody said yes",
            "delete_shopping_list",
            json!({"list_id": NOBODY, "confirm": true}),
            true,
        ),
        ("no line", "add_shopping_list_items", lines(0, 1), true),
        ("a hundred lines", "add_shopping_list_items", lines(100, 1), false),
        ("one more", "add_shopping_list_items", lines(101, 1), true),
        ("an empty line", "add_shopping_list_items", lines(1, 0), true),
        ("a line of a thousand", "add_shopping_list_items", lines(1, 1000), false),
        ("one more", "add_shopping_list_items", lines(1, 1001), true),
        (
            "a line that is a record",
            "add_shopping_list_items",
            json!({"list_id": NOBODY, "items": [{"note": "x"}]}),
            true,
        ),
        ("a line alone", "add_shopping_list_items", json!({"list_id": NOBODY, "items": "x"}), true),
        ("no item", "update_shopping_list_items", update(json!({"item_ids": []})), true),
        (
            "a hundred items",
            "update_shopping_list_items",
            update(json!({"item_ids": vec![NOBODY; 100]})),
            false,
        ),
        ("one more", "update_shopping_list_items", update(json!({"item_ids": vec![NOBODY; 101]})), true),
        ("nothing of it", "update_shopping_list_items", update(json!({"quantity": 0})), false),
        ("less than nothing", "update_shopping_list_items", update(json!({"quantity": -0.5})), true),
        (
            "a hundred thousand of it",
            "update_shopping_list_items",
            update(json!({"quantity": 100_000})),
            false,
        ),
        ("a little more", "update_shopping_list_items", update(json!({"quantity": 100_000.5})), true),
        ("an empty note", "update_shopping_list_items", update(json!({"note": ""})), false),
        (
            "a note of a thousand",
            "update_shopping_list_items",
            update(json!({"note": "x".repeat(1000)})),
            false,
        ),
        ("one more", "update_shopping_list_items", update(json!({"note": "x".repeat(1001)})), true),
        (
            "a note with a mark of ours",
            "update_shopping_list_items",
            update(json!({"note": "a [redacted]"})),
            true,
        ),
        ("a tick in quotes", "update_shopping_list_items", update(json!({"checked": "true"})), true),
    ] {
        let said = refusal(tool, arguments);
        assert_eq!(said.is_some(), refused, "{row} of {tool}: {said:?}");
    }
}
