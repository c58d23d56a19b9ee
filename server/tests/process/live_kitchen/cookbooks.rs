//! Cookbooks of a real Mealie: that it reads a filter as it was meant. It never deletes one that it did not make.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Kitchen, text};

#[test]
fn shut_4_mealie_reads_every_kind_of_filter_as_it_was_meant() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    for (name, tags) in [("soup", vec!["vegan", "quick"]), ("pie", vec!["vegan"]), ("roast", vec![])] {
        let tags: Vec<String> = tags.into_iter().map(|tag| kitchen.own(tag)).collect();
        let recipe = json!({
            "name": kitchen.own(name), "tags": tags, "description": format!("{name} (warm)"),
            "ingredients": [{"food": kitchen.own(if name == "roast" { "beef" } else { "leek" })}],
        });
        kitchen.done("create_recipe", &recipe);
    }
    let pie = kitchen.slug("pie");
    kitchen.done("set_recipe_rating", &json!({"recipe": pie, "rating": 4.5}));
    kitchen.done("set_recipe_last_made", &json!({"recipe": pie, "timestamp": "2026-03-09T18:30:00Z"}));
    let own = |name: &str| kitchen.own(name);
    let (vegan, quick, leek) = (own("vegan"), own("quick"), own("leek"));
    let roast = own("ROAST");
    let rows: [(String, &[&str]); 15] = [
        (format!(r#"tags.name = "{vegan}""#), &["soup", "pie"]),
        (format!(r#"tags.name CONTAINS ALL ["{vegan}", "{quick}"]"#), &["soup"]),
        (format!(r#"tags.name NOT IN ["{quick}"]"#), &["pie", "roast"]),
        ("tags.name IS NULL".to_owned(), &["roast"]),
        (format!(r#"name = "{roast}""#), &["roast"]),
        (r#"description LIKE "%(warm)""#.to_owned(), &["soup", "pie", "roast"]),
        (r#"description NOT LIKE "pie%""#.to_owned(), &["soup", "roast"]),
        (format!(r#"recipe_ingredient.food.name IN ["{leek}"]"#), &["soup", "pie"]),
        ("rating >= 4.5".to_owned(), &["pie"]),
        ("lastMade = 2026-03-09T18:30:00".to_owned(), &["pie"]),
        ("last_made IS NULL AND created_at > $NOW-1d".to_owned(), &["soup", "roast"]),
        (format!(r#"tags.name = "{quick}" OR rating > 4 OR name = "{roast}""#), &["soup", "pie", "roast"]),
        (format!(r#"tags.name = "{vegan}" AND (rating > 4 OR description LIKE "roast%")"#), &["pie"]),
        (
            format!(r#"(tags.name = "{vegan}" AND rating > 4) OR description LIKE "roast%""#),
            &["pie", "roast"],
        ),
        (
            format!(r#"(rating > 4 OR last_made IS NULL) AND (name = "{roast}" OR tags.name = "{quick}")"#),
            &["soup", "roast"],
        ),
    ];
    for (number, (filter, want)) in rows.into_iter().enumerate() {
        // So that recipes of others on the instance do not count.
        let filter = format!(r#"name LIKE "{}%" AND ({filter})"#, kitchen.mark);
        let book = json!({"name": kitchen.own(&format!("Book {number}")), "query_filter": filter});
        let book = kitchen.done("create_cookbook", &book)["id"].take();
        let shown = kitchen.done("get_cookbook", &json!({"cookbook": book, "per_page": 100}));
        let want: BTreeSet<String> = want.iter().map(|name| kitchen.slug(name)).collect();
        assert_eq!(slugs(&shown["recipes"]), want, "{filter}");
        assert_eq!(shown["total"], want.len(), "{filter}");
        let path = format!("recipes?cookbook={}&perPage=-1", text(&book));
        assert_eq!(slugs(&kitchen.there(&path)["items"]), want, "{filter}, of another client");
    }
}

#[test]
fn shut_4_a_filter_by_what_nobody_may_read_makes_no_cookbook() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    for filter in [
        r#"user.password LIKE "$2b$12$a%""#,
        r#"name = "a" AND (rating > 3 OR user.password LIKE "%")"#,
        r#"recipe_ingredient.food.slug = "leek""#,
    ] {
        let book = json!({"name": kitchen.own("Book"), "query_filter": filter});
        let refused = kitchen.refused("create_cookbook", &book);
        assert!(refused.contains("filter"), "{filter}: {refused}");
        assert_eq!(kitchen.made("households/cookbooks"), Vec::<Value>::new(), "{filter}");
    }
}

#[test]
fn ask_19_a_public_cookbook_is_asked_about_and_its_recipes_outlive_it() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let (slug, _) = kitchen.live.recipe(&kitchen.own("soup"));
    let filter = format!(r#"name LIKE "{}%""#, kitchen.mark);
    let book = json!({"name": kitchen.own("Book"), "query_filter": filter, "is_public": true});
    let (asked, made) = kitchen.agreed("create_cookbook", &book);
    assert!(asked.contains("1 recipe matches its filter now.") && !asked.contains(&kitchen.mark), "{asked}");
    let there = kitchen.there(&format!("households/cookbooks/{}", text(&made["id"])));
    assert_eq!([&there["public"], &there["name"]], [&json!(true), &json!(kitchen.own("Book"))], "{there}");
    let listed = kitchen.done("list_cookbooks", &json!({"per_page": 100}));
    assert!(listed.to_string().contains(&text(&made["id"])), "{listed}");
    kitchen.agreed("delete_cookbook", &json!({"cookbook_id": made["id"]}));
    assert_eq!(kitchen.made("households/cookbooks"), Vec::<Value>::new());
    assert!(kitchen.live.exists(&format!("recipes/{slug}")));
}

#[test]
fn live_12_ten_cookbooks_of_one_name_are_as_many_as_mealie_keeps() {
    let Some(mut kitchen) = Kitchen::open() else { return };
    let book = json!({"name": kitchen.own("Book")});
    for number in 0..10 {
        let made = kitchen.done("create_cookbook", &book);
        let slug = if number == 0 { "book".to_owned() } else { format!("book-{number}") };
        assert_eq!(made["slug"], json!(kitchen.slug(&slug)), "{made}");
    }
    let refused = kitchen.refused("create_cookbook", &book);
    assert!(refused.contains("at most ten cookbooks of one name"), "{refused}");
    assert_eq!(kitchen.made("households/cookbooks").len(), 10);
}

fn slugs(recipes: &Value) -> BTreeSet<String> {
    recipes.as_array().unwrap().iter().map(|recipe| text(&recipe["slug"])).collect()
}
