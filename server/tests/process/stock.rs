//! What the calls of the loops over all tools are about: a kitchen in which each of them can go well, and a call of each.

use std::sync::Arc;
use std::sync::mpsc::channel;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fake_mealie::{FakeMealie, Meal, Options, PreparedPage, SAMPLE_PICTURES};
use serde_json::{Value, json};
use tokio::runtime::Builder;

use super::session::PATIENCE;

/// An address without a name, which nobody has to look up.
const PAGE: &str = "https://93.184.215.14/soup";

/// A call of every tool, about what is in the kitchen. A tool without one fails the sweep.
pub(crate) fn sample(tool: &str, kitchen: &Kitchen) -> Value {
    match tool {
        "get_about" => json!({}),
        "search_recipes" => json!({"search": "soup", "tags": ["Vegan"], "per_page": 100}),
        "get_recipe" => json!({"recipe": kitchen.recipe, "detail": "raw"}),
        "create_recipe" => json!({
            "name": "Swept stew", "tags": ["Vegan", "Swept"], "instructions": ["Sweep."],
            "ingredients": ["salt", {"food": "swept flour"}, {"food": "swept rye", "unit": "swept cup"}],
        }),
        "update_recipe" => json!({
            "recipe": kitchen.recipe, "description": "Swept.", "tags": ["Vegan"], "instructions": ["Sweep."],
            "ingredients": ["salt", {"food": "swept flour"}, {"food": "swept oat", "unit": "gram"}],
        }),
        "delete_recipe" => json!({"recipe": kitchen.recipe}),
        "merge_foods" => json!({"from_id": kitchen.foods[0], "to_id": kitchen.foods[1]}),
        "merge_units" => json!({"from_id": kitchen.units[0], "to_id": kitchen.units[1]}),
        "list_foods" | "list_units" => json!({"search": "swept", "per_page": 100}),
        "create_food" => json!({"name": "swept dill", "label_id": kitchen.label}),
        "create_unit" => json!({"name": "swept handful", "abbreviation": "sh"}),
        "parse_ingredients" => {
            json!({"ingredients": vec!["2 cups swept flour, sifted"; 100], "parser": "brute"})
        }
        "delete_shopping_list_items" => json!({"item_ids": kitchen.items}),
        "list_shopping_lists" => json!({"per_page": 100}),
        "get_shopping_list" => json!({"list_id": kitchen.list, "include_checked": true}),
        "create_shopping_list" => json!({"name": "Swept goods"}),
        "delete_shopping_list" => json!({"list_id": kitchen.list}),
        "add_recipe_to_shopping_list" | "remove_recipe_from_shopping_list" => {
            json!({"list_id": kitchen.cooked, "recipe": kitchen.recipe})
        }
        "add_shopping_list_items" => json!({"list_id": kitchen.list, "items": ["2 swept brooms", "soap"]}),
        "update_shopping_list_items" => json!({
            "list_id": kitchen.list, "item_ids": [kitchen.items[0]], "checked": true, "quantity": 2, "note": "swept soap",
        }),
        "preview_recipe_url" => json!({"url": PAGE}),
        "import_recipe_from_url" => json!({"url": PAGE, "include_tags": true}),
        "set_recipe_image" => {
            json!({"recipe": kitchen.recipe, "image_base64": picture(), "format": "png"})
        }
        "import_recipe_from_image" => json!({"image_base64": picture(), "format": "png"}),
        "import_recipe_from_html_or_json" => {
            json!({"data": r#"{"@context":"https://schema.org","@type":"Recipe","name":"Swept Soup","recipeIngredient":["peas"]}"#})
        }
        "list_organizers" => json!({"kind": "tag", "search": "swept", "per_page": 100}),
        "create_organizer" => json!({"kind": "category", "name": "Swept and clean"}),
        "update_organizer" => json!({"kind": "tag", "id": kitchen.tag, "name": "Swept again"}),
        "delete_organizer" => json!({"kind": "tool", "id": kitchen.tool}),
        "suggest_recipes" => json!({"foods": kitchen.foods, "limit": 50}),
        "duplicate_recipe" => json!({"recipe": kitchen.recipe, "name": "Swept copy"}),
        "set_recipe_last_made" => json!({"recipe": kitchen.recipe, "timestamp": "2026-03-09"}),
        "list_recipe_comments" | "list_recipe_timeline" => json!({"recipe": kitchen.recipe}),
        "add_recipe_comment" => json!({"recipe": kitchen.recipe, "text": "Swept."}),
        "delete_recipe_comment" => json!({"comment_id": kitchen.comment}),
        "create_timeline_event" => {
            json!({"recipe": kitchen.recipe, "subject": "Swept", "message": "Clean.", "timestamp": "2026-03-09"})
        }
        "set_recipe_rating" => json!({"recipe": kitchen.recipe, "rating": 4.5, "is_favorite": true}),
        "list_mealplans" => json!({"start_date": "2000-01-01", "end_date": "2099-12-31", "per_page": 100}),
        "get_todays_meals" => json!({}),
        "create_mealplan_entry" => json!({
            "date": "2026-03-09", "entry_type": "lunch", "recipe": kitchen.recipe, "title": "Swept", "text": "Clean.",
        }),
        "create_random_meal" => json!({"date": "2026-03-09", "entry_type": "dinner"}),
        "update_mealplan_entry" => json!({
            "entry_id": kitchen.entry, "date": "2026-03-10", "recipe": kitchen.recipe, "title": "Swept", "text": "",
        }),
        "delete_mealplan_entry" => json!({"entry_id": kitchen.entry}),
        "list_cookbooks" => json!({}),
        "get_cookbook" => json!({"cookbook": kitchen.cookbook}),
        "create_cookbook" => {
            json!({"name": "Swept", "query_filter": "tags.name IN [\"Vegan\"]", "is_public": true})
        }
        "delete_cookbook" => json!({"cookbook_id": kitchen.cookbook}),
        "list_share_tokens" => json!({"recipe": kitchen.recipe}),
        "create_share_token" => json!({"recipe": kitchen.recipe, "expires_at": "2099-01-01"}),
        "delete_share_token" => json!({"token_id": kitchen.link}),
        tool => panic!("the sweep has no call of {tool}"),
    }
}

/// A small picture, as an argument.
fn picture() -> String {
    let (_, png) = SAMPLE_PICTURES[0];
    STANDARD.encode(png)
}

/// A picture of 6 MiB, as an argument: nobody looks behind its end.
pub(crate) fn largest_picture() -> String {
    let (_, png) = SAMPLE_PICTURES[0];
    let mut bytes = png.to_vec();
    bytes.resize(6 * 1024 * 1024, 0);
    STANDARD.encode(bytes)
}

/// What the calls are about.
pub(crate) struct Kitchen {
    pub(crate) recipe: String,
    foods: [String; 2],
    units: [String; 2],
    label: String,
    list: String,
    /// A second list, on which the recipe stands.
    cooked: String,
    items: Vec<String>,
    tag: String,
    tool: String,
    link: String,
    comment: String,
    cookbook: String,
    /// A number, which is the same in every fresh kitchen.
    entry: i64,
}

impl Kitchen {
    /// The ids of what was put into it, in one order: those of another kitchen stand at the same places.
    pub(crate) fn ids(&self) -> Vec<&str> {
        let Self {
            recipe: _,
            entry: _,
            foods,
            units,
            label,
            list,
            cooked,
            items,
            tag,
            tool,
            comment,
            cookbook,
            link,
        } = self;
        let own =
            foods.iter().chain(units).chain([label, list, cooked]).chain(items).chain([tag, tool, link]);
        own.chain([comment, cookbook]).map(String::as_str).collect()
    }
}

/// A fake that is served by a thread of its own, for as long as the tests run.
pub(crate) fn mealie() -> Arc<FakeMealie> {
    let (found, started) = channel();
    std::thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            found.send(Arc::new(FakeMealie::start(Options::default()).await.unwrap())).unwrap();
            std::future::pending::<()>().await
        });
    });
    started.recv_timeout(PATIENCE).unwrap()
}

/// Puts into the kitchen, and behind the address of the page, what the calls are about: each of them can go well.
pub(crate) fn stocked(mealie: &FakeMealie) -> Kitchen {
    let mut kitchen = mealie.kitchen();
    let recipe = json!({
        "@context": "https://schema.org", "@type": "Recipe", "name": "Swept bars", "recipeYield": "6",
        "recipeIngredient": ["2 lemons"], "keywords": "Swept clean", "image": "https://93.184.215.14/bars.png",
        "recipeInstructions": [{"@type": "HowToStep", "text": "Sweep."}],
    });
    kitchen.prepare_page(PAGE, PreparedPage::Recipe(recipe));
    kitchen.set_ai(true);
    let list = kitchen.add_list("Saturday");
    let soup = kitchen.recipe_named("Pea Soup").unwrap().id;
    let cooked = kitchen.add_list("Sunday");
    kitchen.put_recipe_on(cooked, soup, 1.0);
    let today = kitchen.today();
    Kitchen {
        recipe: "pea-soup".to_owned(),
        foods: ["swept flour", "swept wheat"].map(|name| kitchen.add_food(name).to_string()),
        units: ["swept cup", "swept mug"].map(|name| kitchen.add_unit(name).to_string()),
        label: kitchen.add_label("Swept shelf").to_string(),
        list: list.to_string(),
        cooked: cooked.to_string(),
        items: ["soap", "salt"].map(|note| kitchen.add_item(list, note).to_string()).to_vec(),
        tag: kitchen.add_tag("Swept").to_string(),
        tool: kitchen.add_tool("Broom").to_string(),
        link: kitchen.share_recipe(soup).to_string(),
        comment: kitchen.add_comment(soup, "Swept.").to_string(),
        cookbook: kitchen.add_cookbook("Swept soups", r#"name LIKE "%soup%""#).to_string(),
        entry: kitchen.plan_recipe(soup, today, Meal::Dinner),
    }
}
