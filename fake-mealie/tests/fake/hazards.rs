//! The hazards: each way in which a client can lose somebody's data, brought about over HTTP as a person would.
//! The numbers are those of `quirks`.

use fake_mealie::Ingredient;
use serde_json::{Value, json};

use super::client::Table;

/// Seen `recipes/poison_*`.
#[tokio::test]
async fn hazard_1_an_ingredient_without_a_reference_id_destroys_the_recipe() {
    for (row, lines) in
        [("an object", json!([{ "note": "no reference id" }])), ("texts", json!(["2 eggs", "1 cup milk"]))]
    {
        let table = Table::empty().await;
        table.post("/api/recipes", json!({ "name": "Poisoned" })).await;
        let patched = table.patch("/api/recipes/poisoned", json!({ "recipeIngredient": lines })).await;
        let unreadable = json!({ "detail": { "message": "Unknown Error", "error": true, "exception": "ValidationError" } });
        assert_eq!((patched.status, &patched.body), (500, &unreadable), "{row}");
        for (method, body) in
            [("GET", None), ("PATCH", Some(json!({ "description": "x" }))), ("DELETE", None)]
        {
            let answer = table.ask(method, "/api/recipes/poisoned", body).await;
            assert_eq!((answer.status, &answer.body), (500, &unreadable), "{row}, {method}");
        }
        assert_eq!(table.get("/api/recipes").await.names(), ["Poisoned"], "{row}: lists still show it");
    }
}

/// Asked of a running one.
#[tokio::test]
async fn hazard_1_nobody_can_ask_when_a_destroyed_recipe_was_cooked() {
    let table = Table::empty().await;
    let id = table.mealie.kitchen().add_recipe("Poisoned");
    table.patch("/api/recipes/poisoned", json!({ "recipeIngredient": [{ "note": "x" }] })).await;
    for called in ["poisoned", &id.to_string()] {
        let answer = table.get(&format!("/api/households/self/recipes/{called}")).await;
        assert_eq!((answer.status, answer.text.as_str()), (500, "Internal Server Error"), "{called}");
    }
}

/// Seen `recipes/poison_patch_self_reference_500`, `patch_recursive_with_id_in_body_400`.
#[tokio::test]
async fn hazard_1_a_recipe_that_contains_itself_is_found_out_only_if_the_body_has_its_id() {
    let table = Table::empty().await;
    let id = table.mealie.kitchen().add_recipe("Snake");
    let line = json!({
        "referenceId": "73b2e60d-0527-4377-b297-9ccfa1adbab4",
        "quantity": 1,
        "referencedRecipe": { "id": id, "name": "Snake", "slug": "snake" },
    });
    let refused = table.patch("/api/recipes/snake", json!({ "id": id, "recipeIngredient": [line] })).await;
    assert_eq!(refused.status, 400);
    assert_eq!(
        refused.body["detail"]["message"],
        "A recipe cannot reference itself, either directly or indirectly"
    );
    assert_eq!(table.get("/api/recipes/snake").await.status, 200, "nothing was written");
    assert_eq!(table.patch("/api/recipes/snake", json!({ "recipeIngredient": [line] })).await.status, 500);
    assert_eq!(table.get("/api/recipes/snake").await.status, 500, "it was written all the same");
}

/// Read: Python's recursion limit; how deep exactly was not measured.
#[tokio::test]
async fn hazard_1_recipes_nested_too_deep_cannot_be_read_and_do_no_other_harm() {
    let table = Table::empty().await;
    let (first, last) = {
        let mut kitchen = table.mealie.kitchen();
        let chain: Vec<_> = (0..5000).map(|number| kitchen.add_recipe(&format!("Doll {number}"))).collect();
        for pair in chain.windows(2) {
            let reference_id = Some(kitchen.fresh_id());
            let line = Ingredient { referenced_recipe: Some(pair[1]), reference_id, ..Ingredient::default() };
            kitchen.recipes.get_mut(pair[0]).unwrap().ingredients.push(line);
        }
        (chain[0], chain[4999])
    };
    assert_eq!(table.get(&format!("/api/recipes/{first}")).await.status, 500);
    assert_eq!(table.get(&format!("/api/recipes/{last}")).await.status, 200);
    let line =
        json!({ "referenceId": "73b2e60d-0527-4377-b297-9ccfa1adbab4", "referencedRecipe": { "id": first } });
    let patched = table.patch(&format!("/api/recipes/{last}"), json!({ "recipeIngredient": [line] })).await;
    assert_eq!(patched.status, 500);
}

/// Seen `recipes/rename_patch_name_only_*`.
#[tokio::test]
async fn hazard_2_a_rename_without_slug_leaves_the_stored_slug_behind() {
    let table = Table::empty().await;
    table.post("/api/recipes", json!({ "name": "Rename One" })).await;
    let renamed = table.patch("/api/recipes/rename-one", json!({ "name": "Rename One Bis" })).await;
    assert_eq!(
        (renamed.status, &renamed.body["slug"]),
        (200, &json!("rename-one-bis")),
        "the answer shows a new slug"
    );
    assert_eq!(table.get("/api/recipes/rename-one-bis").await.status, 404, "which leads nowhere");
    let by_old = table.get("/api/recipes/rename-one").await;
    assert_eq!(by_old.body["slug"], "rename-one-bis", "the old one leads there and shows the new one");
    let listed = table.get("/api/recipes").await;
    assert_eq!(listed.body["items"][0]["slug"], "rename-one", "the list shows the stored one");
    for path in [
        "/api/recipes/rename-one".to_owned(),
        format!("/api/recipes/{}", by_old.body["id"].as_str().unwrap()),
    ] {
        let again = table.patch(&path, json!({ "description": "second edit" })).await;
        assert_eq!(again.status, 403, "{path}");
        assert_eq!(again.body["detail"]["message"], "Permission Denied", "{path}");
    }
}

/// Seen `recipes/rename_patch_slug_only*`.
#[tokio::test]
async fn hazard_2_a_slug_sent_alone_is_stored_as_sent_and_breaks_the_recipe() {
    let table = Table::empty().await;
    table.post("/api/recipes", json!({ "name": "Stew" })).await;
    assert_eq!(table.patch("/api/recipes/stew", json!({ "slug": "chosen-by-hand" })).await.status, 200);
    assert_eq!(table.get("/api/recipes/stew").await.status, 404);
    assert_eq!(table.get("/api/recipes/chosen-by-hand").await.body["slug"], "stew");
    assert_eq!(table.patch("/api/recipes/chosen-by-hand", json!({ "description": "x" })).await.status, 403);
}

/// Seen `recipes/rename_patch_name_and_slug_*`, `rename_patch_name_and_any_slug_value`.
#[tokio::test]
async fn hazard_2_name_and_slug_together_rename_properly_whatever_the_slug() {
    let table = Table::empty().await;
    table.post("/api/recipes", json!({ "name": "Rename Two" })).await;
    let renamed =
        table.patch("/api/recipes/rename-two", json!({ "name": "Rename Ter", "slug": "ignored" })).await;
    assert_eq!(renamed.body["slug"], "rename-ter");
    assert_eq!(table.get("/api/recipes/rename-two").await.status, 404);
    assert_eq!(table.get("/api/recipes/rename-ter").await.status, 200);
    assert_eq!(table.patch("/api/recipes/rename-ter", json!({ "description": "x" })).await.status, 200);
}

/// Read in 3.10.2 (`can_delete`); for an admin seen `recipes/rename_patch_name_only_then_delete_500`.
#[tokio::test]
async fn hazard_2_a_delete_of_nobodys_slug_is_refused_and_for_an_admin_an_index_error() {
    for (row, admin, status, said) in [
        ("a cook", false, 403, ("message", "Permission Denied")),
        ("an admin", true, 500, ("exception", "IndexError")),
    ] {
        let table = Table::empty().await;
        let id = {
            let mut kitchen = table.mealie.kitchen();
            kitchen.users.iter_mut().for_each(|user| user.admin = admin);
            let id = kitchen.add_recipe("Old Name");
            kitchen.rename_leaving_the_slug(id, "New Name");
            id
        };
        for path in ["/api/recipes/old-name".to_owned(), format!("/api/recipes/{id}")] {
            let answer = table.delete(&path).await;
            assert_eq!(
                (answer.status, &answer.body["detail"][said.0]),
                (status, &json!(said.1)),
                "{row}, {path}"
            );
        }
        assert_eq!(table.get("/api/recipes").await.total(), 1, "{row}");
    }
}

/// Two recipes, of which the first was renamed to the name of the second by a careless client.
async fn after_a_careless_rename() -> (Table, String, String) {
    let table = Table::empty().await;
    table.post("/api/recipes", json!({ "name": "Soup of A" })).await;
    table.post("/api/recipes", json!({ "name": "Victim" })).await;
    let renamed = table.patch("/api/recipes/soup-of-a", json!({ "name": "Victim" })).await;
    assert_eq!(renamed.status, 200, "nobody minds the collision");
    let a = renamed.body["id"].as_str().expect("an id").to_owned();
    let victim = table.get("/api/recipes/victim").await.body["id"].as_str().expect("an id").to_owned();
    assert_ne!(a, victim);
    (table, a, victim)
}

/// Seen `recipes/rename_to_existing_then_delete_hits_other_recipe`; by UUID measured as well.
#[tokio::test]
async fn hazard_3_a_delete_by_the_uuid_of_a_hits_another_recipe() {
    let (table, a, victim) = after_a_careless_rename().await;
    let deleted = table.delete(&format!("/api/recipes/{a}")).await;
    assert_eq!(deleted.status, 200);
    assert_eq!(deleted.body["id"], victim, "the answer has the id of the one that is gone");
    assert_eq!(table.get(&format!("/api/recipes/{victim}")).await.status, 404, "B is gone");
    assert_eq!(table.get(&format!("/api/recipes/{a}")).await.status, 200, "A stays");
}

/// Seen `recipes/rename_to_existing_then_delete_hits_other_recipe`.
#[tokio::test]
async fn hazard_3_a_delete_by_the_slug_left_behind_hits_another_recipe() {
    let (table, a, victim) = after_a_careless_rename().await;
    assert_eq!(table.delete("/api/recipes/soup-of-a").await.body["id"], victim);
    assert_eq!(table.get(&format!("/api/recipes/{a}")).await.status, 200);
}

/// Seen `recipes/rename_to_existing_then_patch_hits_other_recipe`.
#[tokio::test]
async fn hazard_3_an_edit_is_written_into_another_recipe() {
    let (table, a, victim) = after_a_careless_rename().await;
    let patched = table.patch(&format!("/api/recipes/{a}"), json!({ "description": "meant for A" })).await;
    assert_eq!((patched.status, &patched.body["id"]), (200, &json!(victim)));
    assert_eq!(table.get("/api/recipes/victim").await.body["description"], "meant for A");
    assert_eq!(table.get(&format!("/api/recipes/{a}")).await.body["description"], "");
}

/// Asked of a running one: unlike an edit, it does not hit the other recipe.
#[tokio::test]
async fn hazard_3_a_cover_by_its_address_is_an_error_that_nobody_catches() {
    let (table, _, victim) = after_a_careless_rename().await;
    let before = table.get(&format!("/api/recipes/{victim}")).await.body;
    let url = json!({ "url": "https://recipes.example/x.png" });
    let answer = table.post("/api/recipes/soup-of-a/image", url).await;
    assert_eq!((answer.status, answer.text.as_str()), (500, "Internal Server Error"));
    let fetched = table.mealie.journal().last().expect("a request").would_fetch.clone();
    assert_eq!(fetched, ["https://recipes.example/x.png"], "that comes first");
    assert_eq!(table.get(&format!("/api/recipes/{victim}")).await.body, before);
}

/// Seen `recipes/rename_to_existing_with_slug_400`.
#[tokio::test]
async fn hazard_3_with_slug_in_the_body_the_collision_is_refused() {
    let table = Table::empty().await;
    table.post("/api/recipes", json!({ "name": "One" })).await;
    table.post("/api/recipes", json!({ "name": "Two" })).await;
    let refused = table.patch("/api/recipes/one", json!({ "name": "Two", "slug": "x" })).await;
    assert_eq!((refused.status, &refused.body["detail"]["message"]), (400, &json!("Recipe already exists")));
    assert_eq!(table.get("/api/recipes/one").await.body["name"], "One");
}

/// Seen `recipes/patch_settings_partial_resets_others`.
#[tokio::test]
async fn hazard_4_a_partial_settings_object_publishes_the_recipe() {
    let table = Table::empty().await;
    table.post("/api/recipes", json!({ "name": "Secret Sauce" })).await;
    let patched = table.patch("/api/recipes/secret-sauce", json!({ "settings": { "locked": true } })).await;
    assert_eq!(
        patched.body["settings"],
        json!({
            "public": true,
            "showNutrition": true,
            "showAssets": true,
            "landscapeView": true,
            "disableComments": false,
            "locked": true,
        })
    );
}

/// Asked of a running one.
#[tokio::test]
async fn hazard_4_null_settings_publish_the_recipe_and_take_the_lock_off() {
    let table = Table::empty().await;
    let id = table.mealie.kitchen().add_recipe("Secret Sauce");
    table.mealie.kitchen().lock_recipe(id);
    let patched = table.patch("/api/recipes/secret-sauce", json!({ "settings": null })).await;
    assert_eq!(
        (&patched.body["settings"]["public"], &patched.body["settings"]["locked"]),
        (&json!(true), &json!(false))
    );
}

/// Seen `foods_units/food_merge`, `food_merge_recipe_after`, `food_merge_list_after`, `food_merge_target_aliases_not_taken`.
#[tokio::test]
async fn hazard_5_a_merge_rewrites_recipes_and_leaves_shopping_items_dangling() {
    let table = Table::empty().await;
    let (from, into, list, item) = {
        let mut kitchen = table.mealie.kitchen();
        let (from, into) = (kitchen.add_food("Spring onion"), kitchen.add_food("Scallion"));
        kitchen.foods.get_mut(from).unwrap().aliases.push("green onion".into());
        let recipe = kitchen.add_recipe("Pancakes");
        kitchen.add_ingredient(recipe, 5.0, from);
        let list = kitchen.add_list("Shop");
        (from, into, list, kitchen.add_food_item(list, 2.0, from))
    };
    let merged = table.put("/api/foods/merge", json!({ "fromFood": from, "toFood": into })).await;
    assert_eq!(
        (merged.status, merged.body),
        (200, json!({ "message": "Successfully merged foods", "error": false }))
    );
    assert_eq!(table.get(&format!("/api/foods/{from}")).await.status, 404);
    let line = table.get("/api/recipes/pancakes").await.body["recipeIngredient"][0].clone();
    assert_eq!((&line["food"]["name"], &line["display"]), (&json!("Scallion"), &json!("5 Scallion")));
    assert_eq!(table.get(&format!("/api/foods/{into}")).await.body["aliases"], json!([]), "aliases are lost");
    let on_list =
        table.get(&format!("/api/households/shopping/lists/{list}")).await.body["listItems"][0].clone();
    assert_eq!(on_list["id"], json!(item));
    assert_eq!((&on_list["foodId"], &on_list["food"]), (&json!(from), &Value::Null), "the id leads nowhere");
    assert_eq!(on_list["display"], "2", "the name is lost");
}

/// Seen `foods_units/food_merge_same_id*`.
#[tokio::test]
async fn hazard_5_merging_a_food_into_itself_deletes_it() {
    let table = Table::empty().await;
    let food = {
        let mut kitchen = table.mealie.kitchen();
        let food = kitchen.add_food("Salt");
        let recipe = kitchen.add_recipe("Pretzels");
        kitchen.add_ingredient(recipe, 1.0, food);
        food
    };
    assert_eq!(table.put("/api/foods/merge", json!({ "fromFood": food, "toFood": food })).await.status, 200);
    assert_eq!(table.get(&format!("/api/foods/{food}")).await.status, 404);
    assert_eq!(table.get("/api/recipes/pretzels").await.body["recipeIngredient"][0]["food"], Value::Null);
    assert_eq!(
        table.get(&format!("/api/recipes?foods={food}")).await.total(),
        0,
        "the line does not even dangle"
    );
}

/// Seen `foods_units/food_merge_missing_from`, `food_merge_missing_to`, `food_merge_bad_uuid`, `food_merge_snake_case`.
#[tokio::test]
async fn a_merge_of_unknown_foods_is_a_500_with_a_json_body() {
    let table = Table::empty().await;
    let salt = table.mealie.kitchen().add_food("Salt");
    let nobody = "00000000-0000-4000-8000-000000000000";
    for (row, body) in [
        ("from", json!({ "fromFood": nobody, "toFood": salt })),
        ("to", json!({ "fromFood": salt, "toFood": nobody })),
        ("snake case", json!({ "from_food": salt, "to_food": nobody })),
    ] {
        let answer = table.put("/api/foods/merge", body).await;
        assert_eq!(
            (answer.status, answer.body),
            (500, json!({ "detail": "Failed to merge foods" })),
            "{row}"
        );
    }
    let bad = table.put("/api/foods/merge", json!({ "fromFood": "salt" })).await;
    assert_eq!(bad.status, 422);
    assert_eq!(bad.body["detail"][0]["type"], "uuid_parsing");
    assert_eq!(
        bad.body["detail"][1],
        json!({
            "type": "missing", "loc": ["body", "toFood"], "msg": "Field required", "input": { "fromFood": "salt" },
        })
    );
    assert_eq!(table.get(&format!("/api/foods/{salt}")).await.status, 200, "nothing happened to it");
}

/// Seen `shopping/item_put_single`, `items_put_partial_resets`.
#[tokio::test]
async fn hazard_6_a_put_of_an_item_resets_what_is_left_out() {
    let table = Table::empty().await;
    let (list, item) = {
        let mut kitchen = table.mealie.kitchen();
        let (list, food) = (kitchen.add_list("Shop"), kitchen.add_food("Leek"));
        (list, kitchen.add_food_item(list, 3.0, food))
    };
    let path = format!("/api/households/shopping/items/{item}");
    let updated = table.put(&path, json!({ "shoppingListId": list, "checked": true })).await;
    assert_eq!(updated.body["updatedItems"][0]["id"], json!(item));
    let now = table.get(&path).await.body;
    assert_eq!(
        (&now["quantity"], &now["note"], &now["foodId"], &now["checked"]),
        (&json!(1.0), &json!(""), &Value::Null, &json!(true))
    );
}

/// Seen `shopping/items_put_rename_to_existing_note_merges_and_deletes`.
#[tokio::test]
async fn hazard_6_an_item_that_becomes_equal_to_another_is_merged_away() {
    let table = Table::empty().await;
    let (list, milk, oat_milk) = {
        let mut kitchen = table.mealie.kitchen();
        let list = kitchen.add_list("Shop");
        (list, kitchen.add_item(list, "milk"), kitchen.add_item(list, "oat milk"))
    };
    let path = format!("/api/households/shopping/items/{oat_milk}");
    let updated = table.put(&path, json!({ "shoppingListId": list, "note": "milk", "quantity": 2 })).await;
    assert_eq!(updated.body["updatedItems"][0]["id"], json!(milk));
    assert_eq!(updated.body["deletedItems"][0]["id"], json!(oat_milk));
    assert_eq!(table.get(&path).await.status, 404);
    assert_eq!(table.get(&format!("/api/households/shopping/items/{milk}")).await.body["quantity"], 2.0);
}

/// Seen `recipes/patch_tags_id_and_wrong_name`, `patch_tool_wrong_name_renames_tool`.
#[tokio::test]
async fn hazard_7_a_patch_of_a_recipe_renames_the_organizer_for_everybody() {
    let table = Table::demo().await;
    for (kind, field, path) in [
        ("tags", "tags", "tags"),
        ("categories", "recipeCategory", "categories"),
        ("tools", "tools", "tools"),
    ] {
        let known = table.get(&format!("/api/organizers/{kind}?perPage=1")).await.body["items"][0].clone();
        let id = known["id"].as_str().expect("an id");
        let sent = json!({ field: [{ "id": id, "name": "Other", "slug": "other" }] });
        assert_eq!(table.patch("/api/recipes/pea-soup", sent).await.status, 200, "{kind}");
        let renamed = table.get(&format!("/api/organizers/{path}/{id}")).await.body;
        assert_eq!((&renamed["name"], &renamed["slug"]), (&json!("Other"), &json!("other")), "{kind}");
    }
}

/// Seen `recipes/patch_tags_name_slug_no_id`, `patch_tags_unknown_id*`, `patch_tags_duplicate_entries`, `patch_tags_null`.
#[tokio::test]
async fn hazard_7_organizers_that_are_not_sent_as_read_trip_mealie_up_and_write_nothing() {
    let table = Table::demo().await;
    let vegan = table.get("/api/organizers/tags?queryFilter=name=Vegan").await.body["items"][0].clone();
    let before = table.get("/api/recipes/pea-soup").await.body["tags"].clone();
    let ghost = json!({ "id": "00000000-0000-4000-8000-000000000001", "name": "Ghost", "slug": "ghost" });
    for (row, tags, status, said) in [
        ("no id", json!([{ "name": "Vegan", "slug": "vegan" }]), 500, "TypeError"),
        ("texts", json!(["Vegan"]), 500, "TypeError"),
        ("null", Value::Null, 500, "TypeError"),
        ("unknown, without a group", json!([ghost]), 500, "TypeError"),
        ("the same twice", json!([vegan, vegan]), 400, "Recipe already exists"),
    ] {
        let answer =
            table.patch("/api/recipes/pea-soup", json!({ "description": "changed", "tags": tags })).await;
        assert_eq!(answer.status, status, "{row}");
        let detail = &answer.body["detail"];
        assert!(detail["exception"] == said || detail["message"] == said, "{row}: {detail}");
        let now = table.get("/api/recipes/pea-soup").await.body;
        assert_eq!(now["tags"], before, "{row}");
        assert_ne!(now["description"], "changed", "{row}");
    }
    let mut with_group = ghost;
    with_group["groupId"] = vegan["groupId"].clone();
    assert_eq!(table.patch("/api/recipes/pea-soup", json!({ "tags": [with_group] })).await.status, 200);
    assert_eq!(
        table.get("/api/organizers/tags/slug/ghost").await.body["name"],
        "Ghost",
        "a new tag was made"
    );
}

/// Seen `pagination/tags_by_name_dropped`, `tags_unknown_slug_dropped`, `tags_slug_uppercase_dropped`,
/// `tags_comma_joined_dropped`, `tags_unknown_uuid_empty`, `tags_known_and_unknown`.
#[tokio::test]
async fn hazard_8_a_filter_that_cannot_be_resolved_vanishes() {
    let table = Table::demo().await;
    let all = table.get("/api/recipes").await.total();
    let vegan = table.get("/api/recipes?tags=vegan").await.total();
    assert!(0 < vegan && vegan < all, "{vegan} of {all}");
    for (row, query, want) in [
        ("a name", "tags=One%20Pot", all),
        ("an unknown slug", "tags=no-such-tag", all),
        ("another case", "tags=VEGAN", all),
        ("joined by a comma", "tags=vegan,weeknight", all),
        ("nothing", "tags=", all),
        ("an unknown category", "categories=nope", all),
        ("an unknown tool", "tools=nope", all),
        ("an unknown household", "households=nope", all),
        ("an unknown UUID", "tags=00000000-0000-4000-8000-000000000000", 0),
        ("one known, one not", "tags=vegan&tags=no-such-tag", vegan),
        ("one known, one not, all wanted", "tags=vegan&tags=no-such-tag&requireAllTags=true", vegan),
    ] {
        assert_eq!(table.get(&format!("/api/recipes?{query}")).await.total(), want, "{row}");
    }
}
