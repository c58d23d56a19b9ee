//! Lists as Mealie makes them: search, filter, order, pages.
//! Never leaves out a surprise: what cannot be resolved is dropped here as it is there.

mod around_recipes;
mod columns;
mod filter;
mod paging;
mod related;
mod search;

pub use filter::recipes_matching;
pub(crate) use filter::{parts_json as filter_parts, snake_case, unfit as unfit_filter};
pub(crate) use paging::{Links, Paging, SeedRule, filtered, order_column, page};
pub(crate) use related::{Hop, NoWay, Placed, Related, Way, behind, way};
pub(crate) use search::{Search, Searched, Spelling};
