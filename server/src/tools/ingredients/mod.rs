//! Ingredients: the foods and units that recipe lines are made of, and Mealie's parser for plain lines. Where a food and a
//! unit are alike they share one implementation; nothing here writes to a recipe.

mod create;
mod foods;
mod merge;
mod parse;
#[cfg(test)]
mod tests;
mod units;

pub(super) use create::visible;
pub(crate) use foods::{CreateFood, ListFoods};
pub(crate) use merge::{MergeFoods, MergeUnits};
pub(crate) use parse::ParseIngredients;
pub(crate) use units::{CreateUnit, ListUnits};

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::pages::{Direction, Page, PerPage, by_name};
use crate::args::Text;
use crate::failure::Failure;
use crate::mealie::route::Route;
use crate::mealie::{Reads, records, vocabulary};

/// Where foods and units differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Food,
    Unit,
}

impl Kind {
    const fn vocabulary(self) -> vocabulary::Kind {
        match self {
            Self::Food => vocabulary::Kind::Food,
            Self::Unit => vocabulary::Kind::Unit,
        }
    }

    /// One, in words.
    const fn one(self) -> &'static str {
        self.vocabulary().one()
    }

    /// Several, in words.
    const fn many(self) -> &'static str {
        self.vocabulary().many()
    }

    /// All of a kind.
    fn route(self) -> Route {
        self.vocabulary().route()
    }
}

/// The arguments of both lists.
#[derive(Deserialize, JsonSchema)]
struct Browse {
    /// Words; one matches if any of them is part of its name, plural or abbreviation. Aliases are not searched.
    search: Option<Text<1, 200>>,
    page: Option<Page>,
    /// Default 50.
    per_page: Option<PerPage>,
    /// By name. Default asc.
    order_direction: Option<Direction>,
}

impl Browse {
    async fn read<T: DeserializeOwned>(
        &self,
        reads: &Reads,
        kind: Kind,
    ) -> Result<records::Page<T>, Failure> {
        let Self { search, page, per_page, order_direction } = self;
        reads.get(by_name(kind.route(), search.as_ref(), *order_direction, *page, *per_page)?).await
    }

    fn page(&self) -> u64 {
        self.page.map_or(1, Page::get)
    }
}
