//! `/api/households/shopping`: lists, their items, and recipes on them.
//! Never says what becomes of items that are equal; `quirks` does.

pub(super) mod items;
pub(super) mod lists;
pub(super) mod recipes;
mod sent;
