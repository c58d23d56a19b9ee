//! Cookbooks: collections that fill themselves by a filter. Mealie shows those of the whole group, and lets a household change
//! its own alone.

mod create;
mod delete;
mod get;
mod list;

pub(super) use self::create::CreateCookbook;
pub(super) use self::delete::DeleteCookbook;
pub(super) use self::get::GetCookbook;
pub(super) use self::list::ListCookbooks;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::mealie::records::Named;
use crate::mealie::route::Route;
use crate::text::{Clean, Foreign, Id, Limit, Slug};
use crate::tools::recipes::clean;

/// A cookbook as Mealie tells it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cookbook {
    id: Option<Foreign>,
    name: Option<Foreign>,
    slug: Option<Foreign>,
    description: Option<Foreign>,
    public: Option<bool>,
    query_filter_string: Option<Foreign>,
    household_id: Option<Foreign>,
    household: Option<Named>,
}

/// A cookbook as an answer shows it.
#[derive(Serialize, JsonSchema)]
struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slug: Option<Slug>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Clean>,
    public: bool,
    /// Which recipes are in it; without one, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    query_filter: Option<Clean>,
    /// Which household may change it.
    #[serde(skip_serializing_if = "Option::is_none")]
    household: Option<Clean>,
}

impl Shown {
    fn of(book: &Cookbook) -> Self {
        Self {
            id: book.id.as_ref().and_then(Foreign::read_as),
            name: clean(&book.name, Limit::NAME),
            slug: book.slug.as_ref().and_then(Foreign::read_as),
            description: clean(&book.description, Limit::DESCRIPTION),
            public: book.public.unwrap_or_default(),
            query_filter: clean(&book.query_filter_string, Limit::FILTER),
            household: book.household.as_ref().and_then(|household| clean(&household.name, Limit::NAME)),
        }
    }
}

/// The cookbooks of the caller's group.
fn books() -> Route {
    Route::to(&["households", "cookbooks"])
}

fn missing(id: Id) -> Failure {
    Failure::NotFound { kind: "cookbooks", ids: vec![id] }
}
