//! Organizers, foods, the meal plan, comments, share links, cookbooks: their shapes and their surprises.
//! Never through the hazards; those have a file of their own.

use fake_mealie::{Meal, OrganizerKind};
use jiff::civil::date;
use serde_json::{Value, json};

use super::client::Table;

/// A UUID that nothing has.
pub(crate) const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

pub(crate) fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<_> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The table of section 6: seen `organizers/*_get*`, `errors/*_slug_unknown*`.
#[tokio::test]
async fn each_kind_of_organizer_answers_in_its_own_way() {
    let table = Table::demo().await;
    let id = |kind: OrganizerKind, name: &str| table.mealie.kitchen().organizer_named(kind, name).unwrap().id;
    let (vegan, soup, wok) = (
        id(OrganizerKind::Tag, "Vegan"),
        id(OrganizerKind::Category, "Soup"),
        id(OrganizerKind::Tool, "Wok"),
    );

    let tag = table.get(&format!("/api/organizers/tags/{vegan}")).await.body;
    assert_eq!(keys(&tag), ["groupId", "id", "name", "recipes", "slug"]);
    assert_eq!(tag["recipes"], json!([]), "always empty by id");
    let category = table.get(&format!("/api/organizers/categories/{soup}")).await.body;
    assert_eq!(keys(&category), ["id", "name", "slug"]);
    let tool = table.get(&format!("/api/organizers/tools/{wok}")).await.body;
    assert_eq!(keys(&tool), ["groupId", "householdsWithTool", "id", "name", "slug"]);

    let tag = table.get("/api/organizers/tags/slug/vegan").await.body;
    assert!(tag["recipes"].as_array().is_some_and(|recipes| recipes.len() > 3));
    let category = table.get("/api/organizers/categories/slug/soup").await.body;
    assert_eq!(category["groupId"], Value::Null);
    assert!(category["recipes"].as_array().is_some_and(|recipes| recipes.len() > 3));
    assert_eq!(
        table.get("/api/organizers/tools/slug/wok").await.body["recipes"][0]["slug"],
        "fried-rice-with-egg"
    );

    for (row, path, status) in [
        ("tag", "/api/organizers/tags/slug/VEGAN", 500),
        ("tool", "/api/organizers/tools/slug/nope", 500),
        ("category", "/api/organizers/categories/slug/nope", 404),
    ] {
        let answer = table.get(path).await;
        assert_eq!(answer.status, status, "{row}");
        assert_eq!(answer.text == "Internal Server Error", status == 500, "{row}");
    }
    for kind in ["tags", "categories", "tools"] {
        let unknown = table.get(&format!("/api/organizers/{kind}/{NOBODY}")).await;
        assert_eq!(
            (unknown.status, &unknown.body["detail"]["message"]),
            (404, &json!("Not found.")),
            "{kind}"
        );
        assert_eq!(table.get(&format!("/api/organizers/{kind}/nope")).await.status, 422, "{kind}");
    }
    let wrong_kind = table.get(&format!("/api/organizers/tools/{vegan}")).await;
    assert_eq!(wrong_kind.status, 404);
}

/// Seen `mealplans/list_*`, `errors/mealplan_get_*`.
#[tokio::test]
async fn the_plan_is_listed_by_dates_in_snake_case() {
    let table = Table::empty().await;
    let soup = {
        let mut kitchen = table.mealie.kitchen();
        let soup = kitchen.add_recipe("Soup");
        kitchen.plan_recipe(soup, date(2026, 3, 1), Meal::Dinner);
        kitchen.plan_title("Eat out", date(2026, 3, 2), Meal::Lunch);
        kitchen.plan_recipe(soup, date(2026, 3, 3), Meal::Snack);
        soup
    };
    for (row, query, ids) in [
        ("newest entry first, not by date", "", vec![3, 2, 1]),
        ("from", "?start_date=2026-03-02", vec![3, 2]),
        ("to, inclusive", "?end_date=2026-03-02", vec![2, 1]),
        ("both", "?start_date=2026-03-02&end_date=2026-03-02", vec![2]),
        ("the wrong way round", "?start_date=2026-03-03&end_date=2026-03-01", vec![]),
        ("camel case is ignored", "?startDate=2026-03-02", vec![3, 2, 1]),
        ("midnight is a day", "?start_date=2026-03-03T00:00:00", vec![3]),
        ("by date", "?orderBy=date&orderDirection=asc", vec![1, 2, 3]),
        (
            "a filter and a date",
            "?queryFilter=entryType%20=%20lunch%20OR%20entryType%20=%20snack&end_date=2026-03-02",
            vec![2],
        ),
        ("a recipe", &format!("?queryFilter=recipe_id%20=%20%22{soup}%22"), vec![3, 1]),
        ("recipes", &format!("?queryFilter=recipe_id%20IN%20%5B%22{soup}%22%5D"), vec![3, 1]),
        ("a slug", "?queryFilter=recipe.slug%20=%20soup&perPage=1", vec![3]),
    ] {
        let seen = table.get(&format!("/api/households/mealplans{query}")).await.body;
        let found: Vec<_> =
            seen["items"].as_array().unwrap().iter().map(|entry| entry["id"].as_i64().unwrap()).collect();
        assert_eq!(found, ids, "{row}");
    }
    for (row, day, why) in [
        ("a word", "today", "input is too short"),
        ("a month too many", "2026-13-01", "month value is outside expected range of 1-12"),
        ("a day too many", "2026-02-30", "day value is outside expected range"),
        ("slashes", "2026/01/01", "invalid date separator, expected `-`"),
    ] {
        let refused = table.get(&format!("/api/households/mealplans?start_date={day}")).await;
        assert_eq!((refused.status, &refused.body["detail"][0]["ctx"]["error"]), (422, &json!(why)), "{row}");
    }
    let entry = table.get("/api/households/mealplans/1").await.body;
    assert_eq!((&entry["entryType"], &entry["recipe"]["slug"]), (&json!("dinner"), &json!("soup")));
    assert_eq!(table.get("/api/households/mealplans/99").await.status, 404);
    assert_eq!(table.get("/api/households/mealplans/abc").await.body["detail"][0]["type"], "int_parsing");
}

/// Seen `comments_timeline/comment_create*`, `comments_list_by_*`, `errors/comment_create_unknown_recipe`.
#[tokio::test]
async fn comments_are_listed_by_slug_only_and_written_to_any_id() {
    let table = Table::demo().await;
    let id = table.mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
    let written = table.post("/api/comments", json!({ "recipeId": id, "text": "" })).await;
    assert_eq!(written.status, 201);
    assert_eq!(
        written.body["user"],
        json!({ "id": written.body["userId"], "username": "cook", "admin": false, "fullName": "Cook" })
    );
    let listed = table.get("/api/recipes/pea-soup/comments").await.body;
    assert_eq!(listed.as_array().map(Vec::len), Some(2), "a bare array");
    assert_eq!(listed[1], written.body, "oldest first");
    assert_eq!(table.get("/api/recipes/pea-soup").await.body["comments"], listed);
    for path in [format!("/api/recipes/{id}/comments"), "/api/recipes/nope/comments".to_owned()] {
        let answer = table.get(&path).await;
        assert_eq!((answer.status, answer.text.as_str()), (500, "Internal Server Error"), "{path}");
    }
    let nowhere = table.post("/api/comments", json!({ "recipeId": NOBODY, "text": "hello?" })).await;
    assert_eq!(nowhere.status, 201, "nobody checks that there is a recipe");
    for (row, body, kind) in [
        ("no text", json!({ "recipeId": id }), "missing"),
        ("a slug", json!({ "recipeId": "pea-soup", "text": "x" }), "uuid_parsing"),
        (
            "another version",
            json!({ "recipeId": "00000000-0000-1000-8000-000000000000", "text": "x" }),
            "uuid_version",
        ),
    ] {
        let refused = table.post("/api/comments", body).await;
        assert_eq!((refused.status, &refused.body["detail"][0]["type"]), (422, &json!(kind)), "{row}");
    }
}

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
    let of_soup = table.get(&format!("/api/shared/recipes?recipe_id={soup}")).await.body;
    assert_eq!(ids(&of_soup), [json!(first), json!(second)], "oldest first");
    assert_eq!(keys(&of_soup[0]), ["createdAt", "expiresAt", "groupId", "id", "recipeId"]);
    let all = ids(&table.get("/api/shared/recipes").await.body);
    assert_eq!((all.len(), &all[0]), (3, &json!(second)), "newest first");
    assert_eq!(
        ids(&table.get(&format!("/api/shared/recipes?recipeId={soup}")).await.body).len(),
        3,
        "camel case is ignored"
    );
    assert_eq!(table.get("/api/shared/recipes?recipe_id=soup").await.status, 422);
}

/// Seen `cookbooks/get_*`, `create_filter`, `create_unbalanced_filter_422`.
#[tokio::test]
async fn a_cookbook_shows_its_filter_in_parts() {
    let table = Table::demo().await;
    let id = {
        let mut kitchen = table.mealie.kitchen();
        kitchen.add_cookbook("Broken", "(name = x")
    };
    let book = table.get("/api/households/cookbooks/vegan").await.body;
    assert_eq!(
        book["queryFilter"]["parts"],
        json!([{
            "leftParenthesis": null,
            "rightParenthesis": null,
            "logicalOperator": null,
            "attributeName": "tags.slug",
            "relationalOperator": "IN",
            "value": ["vegan"],
        }])
    );
    assert_eq!(book["household"]["name"], "Family");
    assert_eq!(
        table.get(&format!("/api/households/cookbooks/{id}")).await.body["queryFilter"]["parts"],
        json!([])
    );
    assert_eq!(table.get("/api/households/cookbooks").await.names(), ["Broken", "Vegan"]);
    for called in ["nope", "Vegan", NOBODY] {
        let answer = table.get(&format!("/api/households/cookbooks/{called}")).await;
        assert_eq!((answer.status, answer.body), (404, json!({ "detail": "Not Found" })), "{called}");
    }
}

/// Seen `foods_units/*`, `errors/food_get_*`.
#[tokio::test]
async fn foods_and_units_have_all_their_keys() {
    let table = Table::demo().await;
    let (egg, gram) = {
        let kitchen = table.mealie.kitchen();
        (kitchen.food_named("egg").unwrap().id, kitchen.unit_named("gram").unwrap().id)
    };
    let food = table.get(&format!("/api/foods/{egg}")).await;
    assert_eq!(food.header("last-modified"), food.body["updatedAt"].as_str());
    assert_eq!(
        keys(&food.body),
        [
            "aliases",
            "createdAt",
            "description",
            "extras",
            "householdsWithIngredientFood",
            "id",
            "label",
            "labelId",
            "name",
            "pluralName",
            "updatedAt"
        ]
    );
    assert_eq!(food.body["householdsWithIngredientFood"], json!(["family"]));
    let unit = table.get(&format!("/api/units/{gram}")).await.body;
    assert_eq!(
        keys(&unit),
        [
            "abbreviation",
            "aliases",
            "createdAt",
            "description",
            "extras",
            "fraction",
            "id",
            "name",
            "pluralAbbreviation",
            "pluralName",
            "updatedAt",
            "useAbbreviation"
        ]
    );
    for kind in ["foods", "units"] {
        assert_eq!(table.get(&format!("/api/{kind}/{NOBODY}")).await.status, 404, "{kind}");
        assert_eq!(table.get(&format!("/api/{kind}/nope")).await.status, 422, "{kind}");
    }
}
