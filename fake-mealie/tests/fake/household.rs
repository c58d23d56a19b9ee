//! Organizers and foods: their shapes and their surprises.
//! Never through the hazards; those have a file of their own.

use fake_mealie::OrganizerKind;
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
