//! The cookbooks of the group, by name, a page at a time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cookbook, Shown, books};
use crate::answer::{Source, View};
use crate::args::Whole;
use crate::failure::Failure;
use crate::mealie::records;
use crate::tool::{Effect, Kitchen, Plan, Tool};
use crate::tools::pages::{Page, PerPage, paged, pages_of, past_the_end};

/// Cookbooks on a page where the caller names no number: all of most kitchens.
const PER_PAGE: u64 = 50;

/// `list_cookbooks`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ListCookbooks {
    page: Option<Page>,
    /// Default 50.
    per_page: Option<PerPage>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Listed {
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    page: u64,
    total_pages: u64,
    cookbooks: Vec<Shown>,
}

impl View for Listed {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        past_the_end(self.cookbooks.len(), self.total, self.total_pages).into_iter().collect()
    }
}

impl Tool for ListCookbooks {
    const NAME: &'static str = "list_cookbooks";
    const TITLE: &'static str = "List cookbooks";
    const DESCRIPTION: &'static str =
        "Lists the cookbooks of the group by name, a page at a time, each with its filter and household.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Listed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Listed>, Failure> {
        let route = books().with("orderBy", "name").with("orderDirection", "asc");
        let route = paged(route, self.page, self.per_page, PER_PAGE);
        let page = kitchen.reads.get::<records::Page<Cookbook>>(route).await?;
        Ok(Plan::Answer(Listed {
            total: page.count(),
            page: self.page.map_or(1, Whole::get),
            total_pages: pages_of(&page),
            cookbooks: page.into_items().iter().map(Shown::of).collect(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tools::bench::Bench;

    #[tokio::test]
    async fn cookbooks_are_listed_by_name_with_their_filter_and_household() {
        let bench = Bench::start().await;
        {
            let mut kitchen = bench.mealie.kitchen();
            kitchen.cookbooks.take_where(|_| true);
            let group = kitchen.group.id;
            let household = kitchen.add_household(group, "Next door");
            kitchen.add_cookbook("Beta", "rating >= 4");
            kitchen.add_cookbook_of(household, "alpha", "");
        }
        let answer = bench.answers::<ListCookbooks>(json!({})).await.unwrap();
        let books = &answer.structured["cookbooks"];
        assert_eq!((&books[0]["name"], &books[0]["household"]), (&json!("alpha"), &json!("Next door")));
        assert_eq!((&books[1]["name"], &books[1]["query_filter"]), (&json!("Beta"), &json!("rating >= 4")));
        assert_eq!(answer.structured["total"], json!(2));
        let past = bench.answers::<ListCookbooks>(json!({"page": 7})).await.unwrap();
        assert_eq!(past.structured["cookbooks"], json!([]));
        assert!(past.text.starts_with("This page is past the end: there is 1 page."), "{}", past.text);
    }
}
