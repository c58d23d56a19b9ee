//! The shelves: one file for each part of Mealie, holding all that we know of it. A tool is one declaration; this file
//! only lists them.

mod about;
mod imports;
mod ingredients;
mod recipes;
mod shopping;

use crate::tool::entry::{Entry, Guarded};

/// Every tool there is.
pub(crate) fn all() -> Vec<Entry> {
    vec![
        Entry::of::<about::GetAbout>(Guarded::Never),
        Entry::of::<recipes::SearchRecipes>(Guarded::Never),
        Entry::of::<recipes::GetRecipe>(Guarded::Never),
        Entry::of::<recipes::DeleteRecipe>(Guarded::Always),
        Entry::of::<imports::PreviewRecipeUrl>(Guarded::Never),
        Entry::of::<imports::ImportRecipeFromUrl>(Guarded::Never),
        Entry::of::<imports::ImportRecipeFromHtmlOrJson>(Guarded::Never),
        Entry::of::<ingredients::MergeFoods>(Guarded::Always),
        Entry::of::<shopping::DeleteShoppingListItems>(Guarded::Always),
    ]
}
