//! What is planned for today. Which day that is Mealie decides, by the clock and the time zone of its own machine, and it
//! says so only in the entries (LIVE-8). No zone of this machine is ever asked for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Shown, plan};
use crate::answer::{Source, View};
use crate::failure::Failure;
use crate::mealie::plan::PlanEntry;
use crate::mealie::records::Several;
use crate::text::Date;
use crate::tool::{Effect, Kitchen, Plan, Tool};

/// `get_todays_meals`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct GetTodaysMeals {}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Today {
    /// The day that was meant by today.
    date: Date,
    date_is: DateIs,
    entries: Vec<Shown>,
}

/// Who says which day it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum DateIs {
    /// The entries carry it.
    Mealie,
    /// None does. It is the day in UTC; that of Mealie can be the one before or after.
    Utc,
}

impl View for Today {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        let utc = format!(
            "Mealie goes by the clock and time zone of its own machine and did not say which day it is there: in UTC it is \
             {}, and its day can be the one before or after.",
            self.date
        );
        match (self.date_is, self.entries.is_empty()) {
            (DateIs::Mealie, _) => Vec::new(),
            (DateIs::Utc, true) => vec![format!("Nothing is planned for today. {utc}")],
            (DateIs::Utc, false) => vec![utc],
        }
    }
}

impl Tool for GetTodaysMeals {
    const NAME: &'static str = "get_todays_meals";
    const TITLE: &'static str = "Today's meals";
    const DESCRIPTION: &'static str =
        "Shows what is planned for today, by Mealie's own clock, and which date that is.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Today;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Today>, Failure> {
        let entries: Option<Several<PlanEntry>> = kitchen.reads.get(plan().then("today")).await?;
        let entries: Vec<Shown> = entries.unwrap_or_default().iter().map(Shown::of).collect();
        let mut days = entries.iter().filter_map(|entry| entry.date);
        // All of them or none: entries of two days would say nothing of which is today.
        let told = days.next().filter(|first| days.all(|day| day == *first));
        let (date, date_is) = told.map_or((kitchen.now.date(), DateIs::Utc), |date| (date, DateIs::Mealie));
        Ok(Plan::Answer(Today { date, date_is, entries }))
    }
}
