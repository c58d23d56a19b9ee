//! Units: listing and creating. A list is a projection; it never shows what only another program wrote (extras).

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::create::{Created, is_new, make, visible, visible_if_given};
use super::{Browse, Kind};
use crate::answer::{Source, View};
use crate::args::{Content, Flag};
use crate::failure::Failure;
use crate::mealie::records::Unit;
use crate::text::{Clean, Foreign, Id, Limit};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::pages::{pages_of, past_the_end};
use crate::tools::recipes::{clean, names};

/// `list_units`.
#[derive(Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct ListUnits(Browse);

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Units {
    /// Units that match, on all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    page: u64,
    total_pages: u64,
    units: Vec<UnitShown>,
}

/// One unit.
#[derive(Serialize, JsonSchema)]
pub(crate) struct UnitShown {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plural_name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    abbreviation: Option<Clean>,
    /// Lines show the abbreviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    use_abbreviation: Option<bool>,
    /// Lines show 1/2, not 0.5.
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<Clean>,
}

impl View for Units {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        past_the_end(self.units.len(), self.total, self.total_pages).into_iter().collect()
    }
}

impl Tool for ListUnits {
    const NAME: &'static str = "list_units";
    const TITLE: &'static str = "List units";
    const DESCRIPTION: &'static str =
        "Lists the units that ingredient lines can use, by name, a page at a time.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Units;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Units>, Failure> {
        let page = self.0.read::<Unit>(kitchen.reads, Kind::Unit).await?;
        Ok(Plan::Answer(Units {
            total: page.count(),
            page: self.0.page(),
            total_pages: pages_of(&page),
            units: page.into_items().into_iter().map(UnitShown::of).collect(),
        }))
    }
}

impl UnitShown {
    fn of(unit: Unit) -> Self {
        Self {
            id: unit.id.as_ref().and_then(Foreign::read_as),
            name: clean(&unit.name, Limit::NAME),
            plural_name: clean(&unit.plural_name, Limit::NAME),
            abbreviation: clean(&unit.abbreviation, Limit::SHORT),
            use_abbreviation: unit.use_abbreviation,
            fraction: unit.fraction,
            aliases: names(unit.aliases),
        }
    }
}

/// `create_unit`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CreateUnit {
    name: Content<1, 255>,
    plural_name: Option<Content<1, 255>>,
    abbreviation: Option<Content<1, 50>>,
    /// Lines show the abbreviation. Default false.
    use_abbreviation: Option<Flag>,
    /// Lines show 1/2, not 0.5. Default true.
    fraction: Option<Flag>,
    description: Option<Content<0, 2000>>,
}

/// The body of the request. Mealie 3.10.2 refuses a description or an abbreviation that is null.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewUnit {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    plural_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    abbreviation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    use_abbreviation: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

impl Tool for CreateUnit {
    const NAME: &'static str = "create_unit";
    const TITLE: &'static str = "Create a unit";
    const DESCRIPTION: &'static str =
        "Creates a unit that ingredient lines can use, unless there is one of this name.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Created<UnitShown>;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Created<UnitShown>>, Failure> {
        let unit = NewUnit {
            name: visible("name", self.name.as_str())?,
            plural_name: visible_if_given("plural_name", self.plural_name.as_ref().map(Content::as_str))?,
            abbreviation: visible_if_given("abbreviation", self.abbreviation.as_ref().map(Content::as_str))?,
            use_abbreviation: self.use_abbreviation.map(|flag| flag.0),
            fraction: self.fraction.map(|flag| flag.0),
            description: self.description.as_ref().map(|text| text.as_str().to_owned()),
        };
        is_new(kitchen.reads, Kind::Unit, &unit.name).await?;
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let made: Unit = make(&writes, Kind::Unit, &unit.name, &unit).await?;
                let description = clean(&made.description, Limit::PLAN_TEXT);
                Ok(Created::new(UnitShown::of(made), description))
            }
            .boxed()
        })))
    }
}
