//! Suggestions: what can be cooked with what is there, and in which order.
//! Never about how a recipe looks in a list.

use fake_mealie::{Kitchen, OrganizerKind};
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::{Seen, Table};

struct Pantry {
    egg: Uuid,
    flour: Uuid,
    salt: Uuid,
    wok: Uuid,
}

fn stock(kitchen: &mut Kitchen) -> Pantry {
    let food = |kitchen: &mut Kitchen, name: &str| kitchen.add_food(name);
    let (egg, flour, salt) = (food(kitchen, "egg"), food(kitchen, "flour"), food(kitchen, "salt"));
    let (wok, mixer) = (
        kitchen.add_organizer(OrganizerKind::Tool, "wok"),
        kitchen.add_organizer(OrganizerKind::Tool, "mixer"),
    );
    for (name, foods, tools) in [
        ("Plain", vec![], vec![]),
        ("Omelette", vec![egg, salt], vec![wok]),
        ("Noodles", vec![egg, flour, salt], vec![]),
        ("Cake", vec![egg, flour, flour], vec![mixer]),
        ("Brine", vec![salt], vec![]),
    ] {
        let id = kitchen.add_recipe(name);
        for food in foods {
            kitchen.add_ingredient(id, 1.0, food);
        }
        for tool in tools {
            kitchen.organize(id, tool);
        }
    }
    Pantry { egg, flour, salt, wok }
}

/// The recipes, each with how many foods and tools it lacks.
fn told(answer: &Seen) -> Vec<(String, usize, usize)> {
    let count = |list: &Value| list.as_array().map_or(usize::MAX, Vec::len);
    let items = answer.body["items"].as_array().unwrap_or_else(|| panic!("{}", answer.text));
    items
        .iter()
        .map(|item| {
            let name = item["recipe"]["name"].as_str().unwrap_or_default().to_owned();
            (name, count(&item["missingFoods"]), count(&item["missingTools"]))
        })
        .collect()
}

/// Seen `recipes/suggest_*`; ties and on-hand things read.
#[tokio::test]
async fn the_fewest_missing_come_first_then_the_most_matched_then_the_newest() {
    let table = Table::empty().await;
    let Pantry { egg, flour, salt, wok } = stock(&mut table.mealie.kitchen());
    let nobody = "00000000-0000-4000-8000-000000000000";
    let no_food: &[(&str, usize, usize)] =
        &[("Brine", 0, 0), ("Cake", 0, 0), ("Noodles", 0, 0), ("Omelette", 0, 0), ("Plain", 0, 0)];
    for (row, query, want) in [
        ("nothing is there", String::new(), no_food),
        ("a limit", "?limit=2".into(), &no_food[..2]),
        ("a limit of none", "?limit=0".into(), &[]),
        ("no limit", "?limit=-1".into(), no_food),
        ("by name", "?orderBy=name&orderDirection=asc&limit=1".into(), &[("Brine", 0, 0)]),
        ("oldest first", "?orderDirection=asc&limit=1".into(), &[("Plain", 0, 0)]),
        ("one food", format!("?foods={egg}"), &[("Omelette", 1, 0), ("Cake", 1, 0), ("Noodles", 2, 0)]),
        (
            "two foods",
            format!("?foods={egg}&foods={flour}"),
            &[("Cake", 0, 0), ("Noodles", 1, 0), ("Omelette", 1, 0)],
        ),
        (
            "all at home",
            format!("?foods={egg}&foods={salt}&maxMissingFoods=0"),
            &[("Omelette", 0, 0), ("Brine", 0, 0)],
        ),
        (
            "a tool",
            format!("?tools={wok}"),
            &[("Brine", 0, 0), ("Noodles", 0, 0), ("Omelette", 0, 0), ("Plain", 0, 0), ("Cake", 0, 1)],
        ),
        ("no tool may be missing", format!("?tools={wok}&maxMissingTools=0&limit=1"), &[("Brine", 0, 0)]),
        (
            "tools count before foods",
            format!("?foods={egg}&foods={flour}&tools={wok}"),
            &[("Noodles", 1, 0), ("Omelette", 1, 0), ("Cake", 0, 1)],
        ),
        ("an unknown food", format!("?foods={nobody}"), &[]),
        ("a filter", "?queryFilter=name%20%3D%20%22cake%22".into(), &[("Cake", 0, 0)]),
    ] {
        let answer = table.get(&format!("/api/recipes/suggestions{query}")).await;
        assert_eq!(answer.status, 200, "{row}");
        let want: Vec<_> =
            want.iter().map(|(name, foods, tools)| ((*name).to_owned(), *foods, *tools)).collect();
        assert_eq!(told(&answer), want, "{row}");
    }
}

/// Seen `recipes/suggest_foods_on_hand_off`; read in `find_suggested_recipes`.
#[tokio::test]
async fn what_the_household_has_on_hand_is_not_missing_unless_it_is_left_out() {
    let table = Table::empty().await;
    let Pantry { egg, salt, wok, .. } = stock(&mut table.mealie.kitchen());
    {
        let mut kitchen = table.mealie.kitchen();
        let household = kitchen.household_of(kitchen.cook().id).slug.clone();
        kitchen.foods.get_mut(salt).unwrap().on_hand.push(household.clone());
        let mixer = kitchen.organizer_named(OrganizerKind::Tool, "mixer").unwrap().id;
        kitchen.organizers.get_mut(mixer).unwrap().households_with_tool.push(household);
    }
    for (row, more, want) in [
        ("on hand", "", [("Omelette", 0, 0), ("Noodles", 1, 0), ("Cake", 1, 0)]),
        (
            "foods left out",
            "&includeFoodsOnHand=false",
            [("Omelette", 1, 0), ("Cake", 1, 0), ("Noodles", 2, 0)],
        ),
        ("tools left out", "&includeToolsOnHand=0", [("Omelette", 0, 0), ("Noodles", 1, 0), ("Cake", 1, 1)]),
    ] {
        let answer = table.get(&format!("/api/recipes/suggestions?foods={egg}&tools={wok}{more}")).await;
        let mut told = told(&answer);
        let mut want = want.map(|(name, foods, tools)| (name.to_owned(), foods, tools)).to_vec();
        // Equal ones stand in the order of their age; what counts here is what they lack.
        told.sort();
        want.sort();
        assert_eq!(told, want, "{row}");
    }
}

/// Seen `recipes/suggest_one_food`.
#[tokio::test]
async fn a_suggestion_is_a_recipe_of_a_list_with_whole_foods_and_tools() {
    let table = Table::empty().await;
    let Pantry { flour, wok, .. } = stock(&mut table.mealie.kitchen());
    let answer =
        table.get(&format!("/api/recipes/suggestions?foods={flour}&tools={wok}&limit=-1")).await.body;
    let cake =
        answer["items"].as_array().unwrap().iter().find(|item| item["recipe"]["name"] == "Cake").unwrap();
    let list = table.get("/api/recipes?search=cake").await.body;
    assert_eq!(cake["recipe"], list["items"][0]);
    let keys = |value: &Value| {
        let mut keys: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(cake), ["missingFoods", "missingTools", "recipe"]);
    let food = &cake["missingFoods"][0];
    assert_eq!(
        keys(food),
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
            "updatedAt",
        ]
    );
    assert!(food["createdAt"].as_str().unwrap().ends_with("+00:00"), "as in the list: {food}");
    assert_eq!(keys(&cake["missingTools"][0]), ["groupId", "householdsWithTool", "id", "name", "slug"]);
    assert_eq!(answer.as_object().map(serde_json::Map::len), Some(1), "no pages");
}

/// Mealie 3.10.2, `find_suggested_recipes`; asked a running one.
#[tokio::test]
async fn nothing_missing_is_never_too_much_even_below_zero() {
    let table = Table::empty().await;
    let Pantry { flour, wok, .. } = stock(&mut table.mealie.kitchen());
    let all = table.get("/api/recipes?perPage=-1").await.total() as usize;
    for (row, query, limited) in [
        ("no food named", "maxMissingFoods=-1".to_owned(), false),
        ("no tool named", "maxMissingTools=-1".to_owned(), false),
        ("a tool named, and no food", format!("tools={wok}&maxMissingTools=100&maxMissingFoods=-1"), false),
        ("a food named", format!("foods={flour}&maxMissingFoods=-1"), true),
        ("a tool named", format!("tools={wok}&maxMissingTools=-1"), true),
    ] {
        let answer = table.get(&format!("/api/recipes/suggestions?limit=-1&{query}")).await;
        let items = answer.body["items"].as_array().expect("a list");
        assert_eq!(items.len() < all, limited, "{row}: {}", answer.text);
        for item in items.iter().filter(|_| limited) {
            let kind = if query.starts_with("foods") { "missingFoods" } else { "missingTools" };
            assert_eq!(item[kind], json!([]), "{row}");
        }
    }
}

/// Seen `recipes/suggest_bad_query_filter`, `suggest_foods_comma_separated_422`, `get_reserved_like_name`; the rest asked
/// of a running one.
#[tokio::test]
async fn a_query_that_cannot_be_read_is_refused() {
    let table = Table::empty().await;
    for (row, query, status, at, want) in [
        ("a limit", "limit=x", 422, "/detail/0/type", "int_parsing"),
        ("a number of foods", "maxMissingFoods=a", 422, "/detail/0/loc/1", "maxMissingFoods"),
        ("a flag", "includeToolsOnHand=zz", 422, "/detail/0/type", "bool_parsing"),
        ("a food", "foods=x", 422, "/detail/0/type", "uuid_parsing"),
        ("nothing for a food", "foods=", 422, "/detail/0/loc/1", "foods"),
        (
            "another version",
            "foods=00000000-0000-1000-8000-000000000000",
            422,
            "/detail/0/type",
            "uuid_version",
        ),
        ("a tool", "tools=x", 422, "/detail/0/loc/1", "tools"),
        ("a direction", "orderDirection=up", 422, "/detail/0/type", "enum"),
        (
            "a column",
            "orderBy=nope",
            400,
            "/detail",
            "Invalid order_by statement \"nope\": \"nope\" is invalid",
        ),
        (
            "a filter",
            "queryFilter=nope%20=%201",
            400,
            "/detail",
            "invalid attribute string: 'nope' does not exist on this schema",
        ),
    ] {
        let answer = table.get(&format!("/api/recipes/suggestions?{query}")).await;
        assert_eq!((answer.status, answer.body.pointer(at)), (status, Some(&json!(want))), "{row}");
    }
    for (row, query, status) in [
        ("random without a seed", "orderBy=random", 422),
        ("random with one", "orderBy=random&paginationSeed=a", 200),
        ("a relation", "orderBy=tags", 500),
        ("a limit past the database", "limit=99999999999999999999", 500),
        ("a page that is none, which nobody looks at", "perPage=x&page=y", 200),
    ] {
        assert_eq!(table.get(&format!("/api/recipes/suggestions?{query}")).await.status, status, "{row}");
    }
}
