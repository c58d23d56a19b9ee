//! Shopping lists of a real Mealie, and what it merges there. It never writes to a list that it did not make.

use serde_json::{Value, json};

use super::{Kitchen, text};

impl Kitchen {
    /// An empty list of this test.
    fn list(&mut self) -> String {
        let name = self.own("Saturday");
        text(&self.done("create_shopping_list", &json!({"name": name}))["id"])
    }

    /// What stands on it: id, note, quantity, food, ticked off; in one order.
    fn standing(&self, list: &str) -> Vec<Value> {
        let list = self.there(&format!("households/shopping/lists/{list}"));
        let part = |item: &Value| {
            json!([item["note"], item["quantity"], item["foodId"], item["checked"], item["id"]])
        };
        let mut items: Vec<Value> = list["listItems"].as_array().unwrap().iter().map(part).collect();
        items.sort_by_key(Value::to_string);
        items
    }

    /// The id of the item of this note that is, or is not, ticked off.
    fn item(&self, list: &str, note: &str, ticked: bool) -> Value {
        let items = self.standing(list);
        let found = items.iter().find(|item| item[0] == json!(note) && item[3] == json!(ticked));
        found.unwrap_or_else(|| panic!("{note} is not there: {items:?}"))[4].clone()
    }
}

#[test]
fn live_9_a_line_of_text_stands_there_as_it_was_given_and_once() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let list = kitchen.list();
    let lines = json!({"list_id": list, "items": ["2 tbsp oil", "soap", "soap"]});
    let added = kitchen.done("add_shopping_list_items", &lines);
    assert_eq!(added["added"][0]["display"], "2 tbsp oil", "{added}");
    let before = kitchen.standing(&list);
    assert_eq!(before.len(), 2, "{before:?}");
    let again = kitchen.done("add_shopping_list_items", &json!({"list_id": list, "items": ["soap"]}));
    assert_eq!(again["status"], "unchanged", "{again}");
    assert_eq!(kitchen.standing(&list), before);
}

#[test]
fn ask_17_an_item_that_would_be_merged_away_is_not_ticked_on_unasked() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let list = kitchen.list();
    let soap = json!({"list_id": list, "items": ["soap"]});
    kitchen.done("add_shopping_list_items", &soap);
    let first = kitchen.item(&list, "soap", false);
    kitchen
        .done("update_shopping_list_items", &json!({"list_id": list, "item_ids": [first], "checked": true}));
    assert_eq!(
        kitchen.done("add_shopping_list_items", &soap)["status"],
        "added",
        "the other one is ticked off"
    );
    let before = kitchen.standing(&list);
    let back = json!({"list_id": list, "item_ids": [first], "checked": false});
    let refused = kitchen.refused("update_shopping_list_items", &back);
    assert!(refused.contains("would make one item of equal ones"), "{refused}");
    assert_eq!(kitchen.standing(&list), before);
}

#[test]
fn live_9_a_note_that_merges_is_asked_about_and_the_answer_says_what_is_gone() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let list = kitchen.list();
    kitchen.done("add_shopping_list_items", &json!({"list_id": list, "items": ["soap", "tea", "milk"]}));
    let tea = kitchen.item(&list, "tea", false);
    let (asked, answer) = kitchen
        .agreed("update_shopping_list_items", &json!({"list_id": list, "item_ids": [tea], "note": "soap"}));
    assert!(asked.contains("of the 2 that this is about, at most 1 will be left"), "{asked}");
    assert_eq!(answer["deleted"].as_array().map(Vec::len), Some(1), "{answer}");
    let notes: Vec<Value> = kitchen.standing(&list).iter().map(|item| item[0].clone()).collect();
    assert_eq!(notes, ["milk", "soap"]);
}

#[test]
fn ask_17_a_recipe_put_on_a_list_and_taken_off_leaves_it_as_it_was() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let list = kitchen.list();
    let [flour, egg] = ["flour", "egg"].map(|name| {
        let name = kitchen.own(name);
        kitchen.done("create_food", &json!({"name": name}))["id"].clone()
    });
    let name = kitchen.own("dough");
    let lines = json!([{"quantity": 2, "food": flour}, {"quantity": 0.25, "food": egg}, "a pinch of love"]);
    let dough =
        kitchen.done("create_recipe", &json!({"name": name, "ingredients": lines}))["recipe"]["id"].take();
    kitchen.done("add_shopping_list_items", &json!({"list_id": list, "items": ["soap"]}));
    let own = json!({"shoppingListId": list, "quantity": 1, "note": "", "foodId": flour});
    kitchen.live.other("POST", "households/shopping/items", &own);
    let before = kitchen.standing(&list);
    for times in [1.0, 0.5, 1.5] {
        let on = json!({"list_id": list, "recipe": dough, "servings_multiplier": times});
        let added = kitchen.done("add_recipe_to_shopping_list", &on);
        assert_eq!(added["status"], "added", "{added}");
    }
    assert_eq!(kitchen.standing(&list).len(), before.len() + 2);
    for times in [0.5, 2.5] {
        let off = json!({"list_id": list, "recipe": dough, "servings_multiplier": times});
        kitchen.done("remove_recipe_from_shopping_list", &off);
    }
    assert_eq!(kitchen.standing(&list), before);
    let refused =
        kitchen.refused("remove_recipe_from_shopping_list", &json!({"list_id": list, "recipe": dough}));
    assert!(refused.contains("not on this list"), "{refused}");
}

#[test]
fn ask_17_an_item_of_less_than_nothing_is_neither_raised_nor_lost() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let list = kitchen.list();
    let flour = {
        let name = kitchen.own("flour");
        kitchen.done("create_food", &json!({"name": name}))["id"].clone()
    };
    let name = kitchen.own("bread");
    let recipe = json!({"name": name, "ingredients": [{"quantity": 3, "food": flour}]});
    let bread = kitchen.done("create_recipe", &recipe)["recipe"]["id"].take();
    let own = json!({"shoppingListId": list, "quantity": 1, "note": "", "foodId": flour});
    kitchen.live.other("POST", "households/shopping/items", &own);
    // Another client may put a recipe on a list a negative number of times.
    let less = json!([{"recipeId": bread, "recipeIncrementQuantity": -1}]);
    kitchen.live.other("POST", &format!("households/shopping/lists/{list}/recipe"), &less);
    let before = kitchen.standing(&list);
    assert_eq!(before[0][1], -2.0, "{before:?}");
    let item = before[0][4].clone();
    let on = json!({"list_id": list, "recipe": bread, "servings_multiplier": 0.1});
    for (tool, arguments) in [
        ("update_shopping_list_items", json!({"list_id": list, "item_ids": [item], "checked": true})),
        ("add_recipe_to_shopping_list", on),
    ] {
        let refused = kitchen.refused(tool, &arguments);
        assert!(refused.contains("below 0") && refused.contains(&text(&item)), "{tool}: {refused}");
        // With a fraction below 0 on it Mealie could not show the list to anybody.
        assert_eq!(kitchen.standing(&list), before, "{tool}");
    }
}

#[test]
fn ask_19_a_deleted_list_takes_its_items_with_it_and_nothing_else() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let [stays, goes] = [(); 2].map(|()| kitchen.list());
    for list in [&stays, &goes] {
        kitchen.done("add_shopping_list_items", &json!({"list_id": list, "items": ["soap", "tea"]}));
    }
    let before = kitchen.standing(&stays);
    let (asked, answer) = kitchen.agreed("delete_shopping_list", &json!({"list_id": goes}));
    assert!(asked.contains(&goes), "{asked}");
    assert_eq!(answer["items"], 2, "{answer}");
    assert!(!kitchen.live.exists(&format!("households/shopping/lists/{goes}")));
    assert_eq!(kitchen.standing(&stays), before);
}
