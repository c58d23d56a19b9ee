//! Showing one shopping list: what is still to buy, in the order of the list, and on request what is ticked off.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::held::{self, ItemRecord, ListRecipe, ListRecord};
use super::shown::Shown;
use crate::answer::{Source, View};
use crate::args::{Flag, IdArgument};
use crate::failure::Failure;
use crate::text::{Clean, Foreign, Id, Limit};
use crate::tool::{Effect, Kitchen, Plan, Tool};
use crate::tools::recipes::{clean, given};

/// `get_shopping_list`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct GetShoppingList {
    list_id: IdArgument,
    /// Also those ticked off. Default false.
    include_checked: Option<Flag>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OneList {
    id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
    /// Items on the list that are not ticked off.
    unchecked: u64,
    /// Items that are.
    checked: u64,
    /// In the order of the list; those ticked off last.
    items: Vec<Shown>,
    /// Recipes that were put on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    recipes: Vec<PutOn>,
    #[serde(skip)]
    hidden: u64,
}

/// A recipe that was put on a list.
#[derive(Serialize, JsonSchema)]
struct PutOn {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
    /// How many times.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<Number>,
}

impl PutOn {
    fn of(recipe: &ListRecipe) -> Self {
        Self {
            id: recipe.recipe_id.as_ref().and_then(Foreign::read_as),
            name: recipe.recipe.as_ref().and_then(|recipe| clean(&recipe.name, Limit::NAME)),
            times: given(recipe.recipe_quantity),
        }
    }
}

impl View for OneList {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        let note = match self.hidden {
            0 => return Vec::new(),
            1 => "1 item that is ticked off is not shown; include_checked shows it.".to_owned(),
            hidden => {
                format!("{hidden} items that are ticked off are not shown; include_checked shows them.")
            }
        };
        vec![note]
    }
}

impl Tool for GetShoppingList {
    const NAME: &'static str = "get_shopping_list";
    const TITLE: &'static str = "Read a shopping list";
    const DESCRIPTION: &'static str = "Shows a shopping list: what is still to buy, with the id of each item, and the recipes \
         that were put on it.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = OneList;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<OneList>, Failure> {
        let id = self.list_id.0;
        let list: Option<ListRecord> = kitchen.reads.find(held::lists().id(&id)).await?;
        let list = list.ok_or_else(|| held::no_list(id))?;
        let all = self.include_checked.unwrap_or_default().0;
        let checked = list.ticked();
        let unchecked = list.items().len() as u64 - checked;
        Ok(Plan::Answer(OneList {
            id,
            name: clean(&list.name, Limit::NAME),
            unchecked,
            checked,
            items: in_order(list.items()).filter(|item| all || !item.is_ticked()).map(Shown::of).collect(),
            recipes: list.recipes().iter().map(PutOn::of).collect(),
            hidden: if all { 0 } else { checked },
        }))
    }
}

/// As Mealie's own page shows them: by their places, and what is ticked off below.
fn in_order(items: &[ItemRecord]) -> impl Iterator<Item = &ItemRecord> {
    let mut items: Vec<&ItemRecord> = items.iter().collect();
    items.sort_by_key(|item| (item.is_ticked(), item.position.unwrap_or_default()));
    items.into_iter()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::tests::{bare, put_on};
    use super::*;

    fn shown(answer: &crate::answer::Answer) -> Vec<&str> {
        let items = answer.structured["items"].as_array().unwrap();
        items.iter().map(|item| item["display"].as_str().unwrap()).collect()
    }

    #[tokio::test]
    async fn a_list_shows_what_is_still_to_buy_and_says_how_many_are_ticked_off() {
        let bench = bare().await;
        let (list, salt) = {
            let mut kitchen = bench.mealie.kitchen();
            let list = kitchen.add_list("Weekly");
            let items = ["milk", "bread", "eggs", "salt"].map(|note| kitchen.add_item(list, note));
            kitchen.items.get_mut(items[0]).unwrap().position = 9;
            kitchen.tick_item(items[1]);
            kitchen.tick_item(items[3]);
            (list, items[3])
        };
        for (row, arguments, want, note) in [
            (
                "by default",
                json!({}),
                &["eggs", "milk"][..],
                Some("2 items that are ticked off are not shown"),
            ),
            (
                "without those ticked off",
                json!({"include_checked": false}),
                &["eggs", "milk"],
                Some("2 items"),
            ),
            ("all", json!({"include_checked": true}), &["eggs", "milk", "bread", "salt"], None),
        ] {
            let mut arguments = arguments;
            arguments["list_id"] = json!(list);
            let answer = bench.answers::<GetShoppingList>(arguments).await.unwrap();
            assert_eq!(shown(&answer), want, "{row}");
            assert_eq!(
                (&answer.structured["unchecked"], &answer.structured["checked"]),
                (&json!(2), &json!(2)),
                "{row}"
            );
            match note {
                Some(note) => assert!(answer.text.starts_with(note), "{row}: {}", answer.text),
                None => assert!(!answer.text.contains("not shown"), "{row}: {}", answer.text),
            }
        }
        bench.mealie.kitchen().untick_item(salt);
        let answer = bench.answers::<GetShoppingList>(json!({"list_id": list})).await.unwrap();
        assert!(answer.text.starts_with("1 item that is ticked off is not shown; include_checked shows it."));
        assert_eq!(bench.mealie.writes(), []);
    }

    #[tokio::test]
    async fn an_item_is_shown_with_all_its_parts_and_its_recipes() {
        let bench = bare().await;
        let (list, item, soup) = {
            let mut kitchen = bench.mealie.kitchen();
            let list = kitchen.add_list("Weekly");
            let (peas, cup) = (kitchen.add_food("peas"), kitchen.add_unit("cup"));
            let label = kitchen.add_label("Produce");
            let soup = kitchen.add_recipe("Pea soup");
            put_on(&mut kitchen, list, soup);
            let item = kitchen.items.iter().next().unwrap().id;
            let stored = kitchen.items.get_mut(item).unwrap();
            (stored.food_id, stored.unit_id, stored.label_id) = (Some(peas), Some(cup), Some(label));
            (stored.quantity, stored.note) = (2.5, Some("split".to_owned()));
            (list, item, soup)
        };
        let answer = bench.answers::<GetShoppingList>(json!({"list_id": list})).await.unwrap();
        let want = json!({
            "id": item, "checked": false, "quantity": 2.5, "unit": "cup", "food": "peas", "note": "split",
            "label": "Produce", "recipe_ids": [soup], "display": answer.structured["items"][0]["display"],
        });
        assert_eq!(answer.structured["items"], json!([want]));
        assert!(want["display"].as_str().unwrap().ends_with("peas split"), "{want}");
        assert_eq!(answer.structured["recipes"], json!([{"id": soup, "name": "Pea soup", "times": 1}]));
        assert_eq!(answer.structured["name"], "Weekly");
    }

    #[tokio::test]
    async fn live_13_what_mealie_does_not_say_is_not_shown() {
        let bench = bare().await;
        let list = bench.mealie.kitchen().add_list("Weekly");
        let path = format!("/api/households/shopping/lists/{list}");
        for (row, body, items) in [
            ("nothing", json!({}), json!([])),
            ("nulls", json!({"name": null, "listItems": null, "recipeReferences": null}), json!([])),
            (
                "an item of nulls",
                json!({"listItems": [{"id": null, "note": null, "display": null, "checked": null, "food": null,
                    "unit": null, "label": null, "quantity": null, "position": null, "recipeReferences": null}]}),
                json!([{"checked": false}]),
            ),
            (
                "a recipe that is gone",
                json!({"listItems": [{"recipeReferences": [{"recipeId": null}]}], "recipeReferences": [{"recipe": null}]}),
                json!([{"checked": false}]),
            ),
        ] {
            let fault = fake_mealie::Fault::on("GET", &path);
            bench.mealie.order_fault(fault.answers_with(
                200,
                &[("content-type", "application/json")],
                body.to_string(),
            ));
            let answer = bench.answers::<GetShoppingList>(json!({"list_id": list})).await.unwrap();
            assert_eq!(answer.structured["items"], items, "{row}");
            assert_eq!(answer.structured["id"], Value::String(list.to_string()), "{row}");
        }
    }

    #[tokio::test]
    async fn unt_2_what_somebody_wrote_is_shown_clean_and_cut() {
        let bench = bare().await;
        let list = {
            let mut kitchen = bench.mealie.kitchen();
            let list = kitchen.add_list("Wee\u{200b}kly\u{202e}");
            kitchen.add_item(list, &format!("mi\u{200d}lk {}", "x".repeat(3_000)));
            list
        };
        let answer = bench.answers::<GetShoppingList>(json!({"list_id": list})).await.unwrap();
        assert_eq!(answer.structured["name"], "Weekly");
        let note = answer.structured["items"][0]["note"].as_str().unwrap();
        assert!(note.starts_with("milk xxx") && note.ends_with("of 3,005 characters shown]"));
        assert_eq!(answer.structured["untrusted"], true);
    }
}
