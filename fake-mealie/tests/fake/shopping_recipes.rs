//! Recipes on shopping lists: what they come to, how they add up, and how they are taken off again.
//! Never about items that no recipe put there, but for those that it meets.

use fake_mealie::Kitchen;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::{Seen, Table};
use super::household::NOBODY;
use super::shopping_lists::{LISTS, NEIGHBOUR, add_neighbour, notes, on};

/// The ids of what the tests cook.
struct Cooked {
    list: Uuid,
    soup: Uuid,
    bread: Uuid,
    menu: Uuid,
    empty: Uuid,
}

/// Soup of 2 onions and salt, bread of 3 onions, a menu of 2 soups and wine, and a recipe of nothing.
fn cook(kitchen: &mut Kitchen) -> Cooked {
    let onion = kitchen.add_food("onion");
    let [soup, bread, menu, empty] = ["Soup", "Bread", "Menu", "Empty"].map(|name| kitchen.add_recipe(name));
    kitchen.add_ingredient(soup, 2.0, onion);
    kitchen.add_ingredient_note(soup, "salt");
    kitchen.add_ingredient(bread, 3.0, onion);
    kitchen.add_ingredient(menu, 2.0, onion);
    let lines = &mut kitchen.recipes.get_mut(menu).expect("just added").ingredients;
    (lines[0].food, lines[0].referenced_recipe) = (None, Some(soup));
    kitchen.add_ingredient_note(menu, "wine");
    Cooked { list: kitchen.add_list("Shop"), soup, bread, menu, empty }
}

async fn table() -> (Table, Cooked) {
    let table = Table::empty().await;
    let cooked = cook(&mut table.mealie.kitchen());
    (table, cooked)
}

impl Table {
    async fn add_recipes(&self, list: Uuid, recipes: Value) -> Seen {
        self.post(&format!("{LISTS}/{list}/recipe"), recipes).await
    }

    async fn take_off(&self, list: Uuid, recipe: Uuid, times: f64) -> Seen {
        let body = json!({ "recipeDecrementQuantity": times });
        self.post(&format!("{LISTS}/{list}/recipe/{recipe}/delete"), body).await
    }
}

/// The recipes that a list names, each with how many times.
fn recipes(list: &Value) -> Vec<(String, f64)> {
    let references = list["recipeReferences"].as_array().expect("a list").iter();
    let name = |one: &Value| one["recipe"]["name"].as_str().expect("a recipe").to_owned();
    references.map(|one| (name(one), one["recipeQuantity"].as_f64().expect("a number"))).collect()
}

/// The recipes that an item names: how much of it one brings, and how many times it is there.
fn references(item: &Value) -> Vec<(f64, f64)> {
    let references = item["recipeReferences"].as_array().expect("an item").iter();
    let number = |one: &Value, key: &str| one[key].as_f64().expect("a number");
    references.map(|one| (number(one, "recipeQuantity"), number(one, "recipeScale"))).collect()
}

fn pairs<const N: usize>(pairs: [(&str, f64); N]) -> Vec<(String, f64)> {
    pairs.map(|(name, number)| (name.to_owned(), number)).to_vec()
}

/// Seen `shopping/recipe_add_new_form*`, `recipe_add_two`, `recipe_add_hummus_shares_olive_oil`.
#[tokio::test]
async fn a_recipe_is_put_on_a_list_with_what_it_needs_and_adds_up() {
    let (table, it) = table().await;
    let once = table.add_recipes(it.list, json!([{ "recipeId": it.soup }])).await;
    assert_eq!((once.status, on(&once.body)), (200, pairs([("", 2.0), ("salt", 0.0)])));
    assert_eq!(recipes(&once.body), pairs([("Soup", 1.0)]));
    assert_eq!(references(&once.body["listItems"][0]), [(2.0, 1.0)]);
    assert_eq!(once.body["listItems"][1]["recipeReferences"][0]["recipeNote"], "salt");

    let again =
        table.add_recipes(it.list, json!([{ "recipeId": it.soup, "recipeIncrementQuantity": 1.5 }])).await;
    assert_eq!(on(&again.body), pairs([("", 5.0), ("salt", 0.0)]));
    assert_eq!(
        (recipes(&again.body), references(&again.body["listItems"][0])),
        (pairs([("Soup", 2.5)]), vec![(2.0, 2.5)])
    );

    let both = table.add_recipes(it.list, json!([{ "recipeId": it.bread }, { "recipeId": it.soup }])).await;
    assert_eq!(on(&both.body), pairs([("", 10.0), ("salt", 0.0)]));
    assert_eq!(recipes(&both.body), pairs([("Soup", 3.5), ("Bread", 1.0)]));
    assert_eq!(references(&both.body["listItems"][0]), [(2.0, 3.5), (3.0, 1.0)], "the latest stands first");
    assert_eq!(table.list(it.list).await, both.body, "the answer is the whole list");
}

/// Seen `shopping/recipe_add_with_sub_recipe_2`, `recipe_add_recipe_without_ingredients`; that references are forgotten
/// asked of a running one.
#[tokio::test]
async fn a_recipe_in_a_recipe_is_taken_apart_and_its_items_name_the_inner_one() {
    let (table, it) = table().await;
    let menu =
        table.add_recipes(it.list, json!([{ "recipeId": it.menu, "recipeIncrementQuantity": 3 }])).await;
    assert_eq!(on(&menu.body), pairs([("", 12.0), ("salt", 0.0), ("wine", 0.0)]));
    assert_eq!(recipes(&menu.body), pairs([("Menu", 3.0)]));
    assert_eq!(references(&menu.body["listItems"][0]), [(2.0, 6.0)]);
    assert_eq!(references(&menu.body["listItems"][2]), [(0.0, 3.0)]);
    let salt = &menu.body["listItems"][1]["recipeReferences"][0];
    assert_eq!((&salt["recipeId"], &salt["recipeScale"]), (&json!(it.soup), &json!(6.0)));

    let empty = table.add_recipes(it.list, json!([{ "recipeId": it.empty }])).await;
    assert_eq!(recipes(&empty.body), pairs([("Menu", 3.0), ("Empty", 1.0)]));
    table.post("/api/households/shopping/items", json!({ "shoppingListId": it.list, "note": "soap" })).await;
    assert_eq!(
        recipes(&table.list(it.list).await),
        pairs([("Menu", 3.0)]),
        "no item comes from the empty one"
    );
}

/// Asked of a running Mealie 3.10.2: the second line adds what stands in the recipe, not that times the scale.
#[tokio::test]
async fn two_equal_lines_of_one_recipe_are_one_item_and_the_second_is_not_scaled() {
    let (table, it) = table().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let onion = kitchen.food_named("onion").unwrap().id;
        kitchen.add_ingredient(it.bread, 4.0, onion);
        let lines = &mut kitchen.recipes.get_mut(it.bread).unwrap().ingredients;
        (lines[0].note, lines[1].note) = (Some("diced".into()), Some("sliced".into()));
    }
    let seen =
        table.add_recipes(it.list, json!([{ "recipeId": it.bread, "recipeIncrementQuantity": 10 }])).await;
    assert_eq!(on(&seen.body), pairs([("diced | sliced", 34.0)]));
    assert_eq!(references(&seen.body["listItems"][0]), [(7.0, 10.0)]);

    let list = {
        let mut kitchen = table.mealie.kitchen();
        let onion = kitchen.food_named("onion").unwrap().id;
        kitchen.add_ingredient(it.menu, 1.0, onion);
        kitchen.add_list("Other")
    };
    let menu = table.add_recipes(list, json!([{ "recipeId": it.menu, "recipeIncrementQuantity": 3 }])).await;
    assert_eq!(on(&menu.body)[0], ("".to_owned(), 13.0), "also if the first is one of a recipe in it");
    assert_eq!(references(&menu.body["listItems"][0]), [(3.0, 6.0)], "and then the inner one gets it");
}

/// Seen `shopping/recipe_add_old_form*`, `recipe_add_zero`, `recipe_add_negative`, `recipe_add_subset_of_ingredients`,
/// `recipe_add_empty_list`.
#[tokio::test]
async fn nothing_checks_how_many_times_and_lines_can_be_chosen() {
    for (row, recipes_sent, items, references) in [
        ("none of them", json!([]), pairs([]), pairs([])),
        (
            "zero times",
            json!([{ "recipeId": "$bread", "recipeIncrementQuantity": 0 }]),
            pairs([("", 0.0)]),
            pairs([("Bread", 0.0)]),
        ),
        (
            "less than that",
            json!([{ "recipeId": "$bread", "recipeIncrementQuantity": -1 }]),
            pairs([]),
            pairs([("Bread", -1.0)]),
        ),
        (
            "a number as a text",
            json!([{ "recipeId": "$bread", "recipeIncrementQuantity": "2" }]),
            pairs([("", 6.0)]),
            pairs([("Bread", 2.0)]),
        ),
        (
            "lines of one's own",
            json!([{ "recipeId": "$bread", "recipeIncrementQuantity": 2, "recipeIngredients": [{ "quantity": 1.5, "note": "flour" }] }]),
            pairs([("flour", 3.0)]),
            pairs([("Bread", 2.0)]),
        ),
        (
            "no lines",
            json!([{ "recipeId": "$bread", "recipeIngredients": [] }]),
            pairs([]),
            pairs([("Bread", 1.0)]),
        ),
        (
            "null for lines",
            json!([{ "recipeId": "$bread", "recipeIngredients": null }]),
            pairs([("", 3.0)]),
            pairs([("Bread", 1.0)]),
        ),
    ] {
        let (table, it) = table().await;
        let sent = recipes_sent.to_string().replace("$bread", &it.bread.to_string());
        let seen = table.add_recipes(it.list, serde_json::from_str(&sent).unwrap()).await;
        assert_eq!((seen.status, on(&seen.body), recipes(&seen.body)), (200, items, references), "{row}");
    }
    for (row, body) in [
        ("no body", None),
        ("an empty one", Some(json!({}))),
        ("a number of times", Some(json!({ "recipeIncrementQuantity": 1 }))),
    ] {
        let (table, it) = table().await;
        let older = table.ask("POST", &format!("{LISTS}/{}/recipe/{}", it.list, it.bread), body).await;
        assert_eq!((older.status, on(&older.body)), (200, pairs([("", 3.0)])), "{row}");
    }
}

/// Seen `shopping/recipe_add_*_422`, `recipe_add_unknown_recipe_500`, `recipe_add_to_other_households_list_500_but_written`,
/// `recipe_remove_unknown_list_500`, `errors/shopping_add_recipe_unknown_list`; the rest asked of a running one.
#[tokio::test]
async fn what_is_not_there_is_a_500_and_on_a_foreign_list_it_is_written_all_the_same() {
    let (table, it) = table().await;
    let other_groups = {
        let mut kitchen = table.mealie.kitchen();
        add_neighbour(&mut kitchen);
        let recipe = kitchen.add_recipe("Elsewhere");
        let group = kitchen.add_group("Others");
        kitchen.recipes.get_mut(recipe).unwrap().group_id = group;
        recipe
    };
    let unknown = Uuid::parse_str(NOBODY).unwrap();
    for (row, list, recipe) in [
        ("no such recipe", it.list, unknown),
        ("one of another group", it.list, other_groups),
        ("no such list", unknown, it.soup),
    ] {
        let seen = table.add_recipes(list, json!([{ "recipeId": it.bread }, { "recipeId": recipe }])).await;
        assert_eq!((seen.status, seen.text.as_str()), (500, "Internal Server Error"), "{row}");
    }
    assert_eq!(table.take_off(unknown, it.soup, 1.0).await.status, 500);
    assert_eq!(notes(&table.list(it.list).await), Vec::<String>::new(), "nothing was written");
    for (row, body, kind) in [
        ("an object", json!({ "recipeId": it.soup }), "list_type"),
        ("a slug", json!([{ "recipeId": "soup" }]), "uuid_parsing"),
        ("no recipe", json!([{}]), "missing"),
        ("no number", json!([{ "recipeId": it.soup, "recipeIncrementQuantity": null }]), "float_type"),
    ] {
        let seen = table.add_recipes(it.list, body).await;
        assert_eq!((seen.status, &seen.body["detail"][0]["type"]), (422, &json!(kind)), "{row}");
    }
    let path = format!("{LISTS}/{}/recipe", it.list);
    let foreign = table.ask_as(NEIGHBOUR, "POST", &path, Some(json!([{ "recipeId": it.bread }]))).await;
    assert_eq!(foreign.status, 500);
    let list = table.list(it.list).await;
    assert_eq!(
        (on(&list), recipes(&list)),
        (pairs([("", 3.0)]), pairs([])),
        "items, but no recipe on the list"
    );
}

/// Seen `shopping/recipe_remove_*`, `recipe_item_checked_loses_reference`.
#[tokio::test]
async fn a_recipe_is_taken_off_a_list_as_it_was_put_there() {
    let (table, it) = table().await;
    {
        let mut kitchen = table.mealie.kitchen();
        kitchen.put_recipe_on(it.list, it.soup, 3.0);
        kitchen.put_recipe_on(it.list, it.bread, 1.0);
    }
    let part = table.take_off(it.list, it.soup, 0.5).await;
    assert_eq!((part.status, on(&part.body)), (200, pairs([("", 8.0), ("salt", 0.0)])));
    assert_eq!(recipes(&part.body), pairs([("Soup", 2.5), ("Bread", 1.0)]));
    assert_eq!(references(&part.body["listItems"][0]), [(3.0, 1.0), (2.0, 2.5)]);
    let rest = table.take_off(it.list, it.soup, 99.0).await;
    assert_eq!((on(&rest.body), recipes(&rest.body)), (pairs([("", 3.0)]), pairs([("Bread", 1.0)])));
    let again = table.take_off(it.list, it.soup, 1.0).await;
    assert_eq!((again.status, again.body), (200, rest.body), "it is not on the list any more");
    let item = table.list(it.list).await["listItems"][0].clone();
    table.mealie.kitchen().tick_item(Uuid::parse_str(item["id"].as_str().unwrap()).unwrap());
    let mut ticked = item;
    ticked["checked"] = json!(true);
    let ticked = table.put("/api/households/shopping/items", json!([ticked])).await;
    assert_eq!(references(&ticked.body["updatedItems"][0]), []);
    let bread = table.post(&format!("{LISTS}/{}/recipe/{}/delete", it.list, it.bread), json!({})).await;
    assert_eq!((bread.status, on(&bread.body)), (200, pairs([("", 3.0)])), "a ticked item stays");
}

/// Seen `shopping/delete_recipe_on_list`, `list_after_recipe_deleted`.
#[tokio::test]
async fn a_deleted_recipe_is_forgotten_by_its_lists_and_its_items_stay() {
    let (table, it) = table().await;
    table.mealie.kitchen().put_recipe_on(it.list, it.soup, 1.0);
    assert_eq!(table.delete("/api/recipes/soup").await.status, 200);
    let list = table.list(it.list).await;
    assert_eq!((on(&list), recipes(&list)), (pairs([("", 2.0), ("salt", 0.0)]), pairs([])));
    assert_eq!(references(&list["listItems"][0]), []);
}

/// As a Mealie before the route that takes several answers: nothing is there.
#[tokio::test]
async fn an_older_instance_takes_recipes_one_by_one_only() {
    let (table, it) = table().await;
    table.mealie.kitchen().keep_only_the_older_recipe_route();
    let seen = table.add_recipes(it.list, json!([{ "recipeId": it.bread }])).await;
    assert_eq!((seen.status, seen.body), (404, json!({ "detail": "Not Found" })));
    assert_eq!(notes(&table.list(it.list).await), Vec::<String>::new());
    let older = table.post(&format!("{LISTS}/{}/recipe/{}", it.list, it.bread), json!({})).await;
    assert_eq!((older.status, recipes(&older.body)), (200, pairs([("Bread", 1.0)])));
}

/// What a test does to the kitchen is what Mealie would do.
#[tokio::test]
async fn a_test_can_put_recipes_on_lists_and_take_them_off() {
    let (table, it) = table().await;
    {
        let mut kitchen = table.mealie.kitchen();
        kitchen.put_recipe_on(it.list, it.menu, 2.0);
        kitchen.put_recipe_on(Uuid::nil(), it.menu, 2.0);
        kitchen.put_recipe_on(it.list, Uuid::nil(), 2.0);
    }
    assert_eq!(on(&table.list(it.list).await), pairs([("", 8.0), ("salt", 0.0), ("wine", 0.0)]));
    table.mealie.kitchen().take_recipe_off(it.list, it.soup, 9.0);
    let list = table.list(it.list).await;
    assert_eq!((on(&list), recipes(&list)), (pairs([("wine", 0.0)]), pairs([("Menu", 2.0)])));
}
