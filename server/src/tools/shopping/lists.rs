//! Listing the household's shopping lists, a page at a time. Mealie leaves out what stands on them; get_shopping_list tells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::held::{self, ListRecord};
use crate::answer::{Source, View};
use crate::failure::Failure;
use crate::mealie::records;
use crate::text::{Clean, Foreign, Id, Limit, Timestamp};
use crate::tool::{Effect, Kitchen, Plan, Tool};
use crate::tools::pages::{Page, PerPage, by_name, pages_of, past_the_end};
use crate::tools::recipes::clean;

/// `list_shopping_lists`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ListShoppingLists {
    page: Option<Page>,
    /// Default 50.
    per_page: Option<PerPage>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Listed {
    /// Lists on all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    page: u64,
    total_pages: u64,
    lists: Vec<OneList>,
}

/// A list.
#[derive(Serialize, JsonSchema)]
struct OneList {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
    /// When something on it last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_at: Option<Timestamp>,
    /// How many recipes were put on it.
    recipes: u64,
}

impl OneList {
    fn of(list: &ListRecord) -> Self {
        Self {
            id: list.id(),
            name: clean(&list.name, Limit::NAME),
            updated_at: list.updated_at.as_ref().and_then(Foreign::read_as),
            recipes: list.recipes().len() as u64,
        }
    }
}

impl View for Listed {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        past_the_end(self.lists.len(), self.total, self.total_pages).into_iter().collect()
    }
}

impl Tool for ListShoppingLists {
    const NAME: &'static str = "list_shopping_lists";
    const TITLE: &'static str = "List shopping lists";
    const DESCRIPTION: &'static str =
        "Lists the shopping lists of the household by name, a page at a time, without their items.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Listed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Listed>, Failure> {
        let route = by_name(held::lists(), None, None, self.page, self.per_page)?;
        let found: records::Page<ListRecord> = kitchen.reads.get(route).await?;
        Ok(Plan::Answer(Listed {
            total: found.count(),
            page: self.page.map_or(1, Page::get),
            total_pages: pages_of(&found),
            lists: found.into_items().iter().map(OneList::of).collect(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::tests::bare;
    use super::*;
    use crate::tools::bench::Bench;

    fn names(answer: &Value) -> Vec<&str> {
        answer["lists"].as_array().unwrap().iter().map(|list| list["name"].as_str().unwrap()).collect()
    }

    #[tokio::test]
    async fn lists_come_by_name_a_page_at_a_time_without_what_stands_on_them() {
        let bench = bare().await;
        for name in ["weekly", "Party", "hardware"] {
            let list = bench.mealie.kitchen().add_list(name);
            bench.mealie.kitchen().add_item(list, "a secret item");
        }
        for (row, arguments, want, page, pages) in [
            ("all", json!({}), vec!["hardware", "Party", "weekly"], 1, 1),
            ("the second page", json!({"per_page": 2, "page": 2}), vec!["weekly"], 2, 2),
            ("past the end", json!({"per_page": 2, "page": 3}), vec![], 3, 2),
        ] {
            let answer = bench.answers::<ListShoppingLists>(arguments).await.unwrap();
            assert_eq!(names(&json!(answer.structured)), want, "{row}");
            assert_eq!(answer.structured["total"], 3, "{row}");
            assert_eq!(answer.structured["page"], page, "{row}");
            assert_eq!(answer.structured["total_pages"], pages, "{row}");
            assert!(!answer.text.contains("secret"), "{row}");
            assert_eq!(answer.text.starts_with("This page is past the end"), want.is_empty(), "{row}");
        }
        assert_eq!(bench.mealie.writes(), []);
    }

    #[tokio::test]
    async fn a_list_comes_with_its_id_when_it_changed_and_how_many_recipes_are_on_it() {
        let bench = bare().await;
        let (list, soup) = {
            let mut kitchen = bench.mealie.kitchen();
            let list = kitchen.add_list("Weekly");
            let soup = kitchen.add_recipe("Pea soup");
            super::super::tests::put_on(&mut kitchen, list, soup);
            (list, soup)
        };
        let answer = bench.answers::<ListShoppingLists>(json!({})).await.unwrap();
        let first = &answer.structured["lists"][0];
        assert_eq!(first["id"], list.to_string());
        assert_eq!(first["recipes"], 1);
        assert!(first["updated_at"].as_str().unwrap().ends_with('Z'), "{first}");
        assert!(!answer.text.contains(&soup.to_string()), "what is on it is another tool's to tell");
    }

    #[tokio::test]
    async fn live_13_a_list_without_anything_is_shown_all_the_same() {
        let bench = Bench::start().await;
        bench.mealie.order_fault(fake_mealie::Fault::on("GET", "/api/households/shopping/lists").answers_with(
            200,
            &[("content-type", "application/json")],
            r#"{"items":[{},{"id":null,"name":null,"updatedAt":"soon","recipeReferences":null},{"id":"x","name":" "}]}"#,
        ));
        let answer = bench.answers::<ListShoppingLists>(json!({})).await.unwrap();
        assert_eq!(answer.structured["lists"], json!([{"recipes": 0}, {"recipes": 0}, {"recipes": 0}]));
        assert!(!answer.structured.contains_key("total"));
    }
}
