//! Lists as Mealie makes them: search, filter, order, pages.
//! Never leaves out a surprise: what cannot be resolved is dropped here as it is there.

mod columns;
mod filter;
mod paging;
mod search;

pub(crate) use columns::{Cell, Row};
pub(crate) use filter::{parts_json as filter_parts, snake_case};
pub(crate) use paging::{Links, Paging, SeedRule, filtered, order_column, page};
pub(crate) use search::{Search, Searched, Spelling};
