//! Foods: listing and creating. A list is a projection; it never shows what only another program wrote (extras).

use std::collections::BTreeMap;

use futures::{FutureExt as _, try_join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::create::{Created, is_new, make, visible, visible_if_given};
use super::{Browse, Kind};
use crate::answer::{Source, View};
use crate::args::{Content, IdArgument};
use crate::failure::Failure;
use crate::mealie::records::Food;
use crate::text::{Clean, Foreign, Id, Limit};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::pages::{pages_of, past_the_end};
use crate::tools::recipes::{all_exist, clean, names};

/// `list_foods`.
#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct ListFoods(Browse);

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Foods {
    /// Foods that match, on all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    page: u64,
    total_pages: u64,
    foods: Vec<FoodShown>,
    /// Those on this page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<LabelShown>,
}

/// One food.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FoodShown {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plural_name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<Clean>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<Clean>,
}

/// A label: no tool lists them, and [`CreateFood`] takes one by its id.
#[derive(Serialize, JsonSchema)]
struct LabelShown {
    id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
}

impl View for Foods {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        past_the_end(self.foods.len(), self.total, self.total_pages).into_iter().collect()
    }
}

impl Tool for ListFoods {
    const NAME: &'static str = "list_foods";
    const TITLE: &'static str = "List foods";
    const DESCRIPTION: &'static str =
        "Lists the foods that ingredient lines can be linked to, by name, a page at a time.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Foods;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Foods>, Failure> {
        let page = self.0.read::<Food>(kitchen.reads, Kind::Food).await?;
        let (total, total_pages) = (page.count(), pages_of(&page));
        let foods = page.into_items();
        let labels: BTreeMap<Id, Option<Clean>> = foods
            .iter()
            .filter_map(|food| food.label.as_ref())
            .filter_map(|label| Some((label.id()?, clean(&label.name, Limit::NAME))))
            .collect();
        Ok(Plan::Answer(Foods {
            total,
            page: self.0.page(),
            total_pages,
            foods: foods.into_iter().map(FoodShown::of).collect(),
            labels: labels.into_iter().map(|(id, name)| LabelShown { id, name }).collect(),
        }))
    }
}

impl FoodShown {
    fn of(food: Food) -> Self {
        Self {
            id: food.id.as_ref().and_then(Foreign::read_as),
            name: clean(&food.name, Limit::NAME),
            plural_name: clean(&food.plural_name, Limit::NAME),
            label: food.label.and_then(|label| clean(&label.name, Limit::NAME)),
            aliases: names(food.aliases),
        }
    }
}

/// `create_food`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CreateFood {
    name: Content<1, 255>,
    plural_name: Option<Content<1, 255>>,
    description: Option<Content<0, 2000>>,
    /// A label, as list_foods shows them.
    label_id: Option<IdArgument>,
}

/// The body of the request. Mealie 3.10.2 refuses a description that is null.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewFood {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    plural_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label_id: Option<Id>,
}

impl Tool for CreateFood {
    const NAME: &'static str = "create_food";
    const TITLE: &'static str = "Create a food";
    const DESCRIPTION: &'static str =
        "Creates a food that ingredient lines can be linked to, unless there is one of this name.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Created<FoodShown>;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Created<FoodShown>>, Failure> {
        let food = NewFood {
            name: visible("name", self.name.as_str())?,
            plural_name: visible_if_given("plural_name", self.plural_name.as_ref().map(Content::as_str))?,
            description: self.description.as_ref().map(|text| text.as_str().to_owned()),
            label_id: self.label_id.map(|label| label.0),
        };
        try_join!(
            is_new(kitchen.reads, Kind::Food, &food.name),
            // Mealie 3.10.2 takes any id for a label and then shows none; asked for one that is not there by its address,
            // it answers with a bare 500. So the list is asked.
            all_exist(kitchen.reads, "labels", &["groups", "labels"], food.label_id.as_slice())
        )?;
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let made: Food = make(&writes, Kind::Food, &food.name, &food).await?;
                let description = clean(&made.description, Limit::PLAN_TEXT);
                Ok(Created::new(FoodShown::of(made), description))
            }
            .boxed()
        })))
    }
}
