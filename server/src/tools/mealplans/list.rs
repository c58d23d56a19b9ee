//! Listing the plan, a page at a time, by day. Mealie's own order is that in which entries were written.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Shown, plan};
use crate::answer::{Source, View};
use crate::args::Day;
use crate::failure::Failure;
use crate::mealie::plan::PlanEntry;
use crate::mealie::records;
use crate::tool::{Effect, Kitchen, Plan, Tool};
use crate::tools::pages::{Page, PerPage, paged, pages_of, past_the_end};

/// `list_mealplans`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ListMealplans {
    /// First day.
    start_date: Option<Day>,
    /// Last day, included.
    end_date: Option<Day>,
    page: Option<Page>,
    /// Default 50.
    per_page: Option<PerPage>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Listed {
    /// Entries of these days, on all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    page: u64,
    total_pages: u64,
    entries: Vec<Shown>,
}

impl View for Listed {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        past_the_end(self.entries.len(), self.total, self.total_pages).into_iter().collect()
    }
}

/// Entries on a page where the caller names no number: two weeks of three meals and more.
const PER_PAGE: u64 = 50;

impl Tool for ListMealplans {
    const NAME: &'static str = "list_mealplans";
    const TITLE: &'static str = "List the meal plan";
    const DESCRIPTION: &'static str = "Lists the household's meal plan by date, a page at a time: all of it, or some days. \
         Other tools take the entry_id.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Listed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Listed>, Failure> {
        let (start, end) = (self.start_date.map(Day::date), self.end_date.map(Day::date));
        if let (Some(start), Some(end)) = (start, end)
            && start > end
        {
            // Mealie 3.10.2 answers with an empty list, as if nothing were planned.
            let rule = format!("has to be the same day as `end_date` ({end}) or an earlier one");
            return Err(Failure::argument("start_date", rule, Some(&start.to_string())));
        }
        // The id tells entries of one day apart, so that no page repeats or leaves out one.
        let mut route = plan().with("orderBy", "date,id").with("orderDirection", "asc");
        // Mealie 3.10.2 reads these two in snake case alone.
        for (name, day) in [("start_date", start), ("end_date", end)] {
            if let Some(day) = day {
                route = route.with(name, day);
            }
        }
        let found: records::Page<PlanEntry> =
            kitchen.reads.get(paged(route, self.page, self.per_page, PER_PAGE)).await?;
        Ok(Plan::Answer(Listed {
            total: found.count(),
            page: self.page.map_or(1, Page::get),
            total_pages: pages_of(&found),
            entries: found.into_items().iter().map(Shown::of).collect(),
        }))
    }
}
