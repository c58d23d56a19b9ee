//! The shelves: one file for each part of Mealie, holding all that we know of it. A tool is one declaration; this file
//! only lists them.

mod about;
#[cfg(test)]
mod bench;
mod cookbooks;
mod imports;
mod ingredients;
mod mealplans;
mod organizers;
mod pages;
mod recipes;
mod sharing;
mod shopping;
mod social;

use crate::tool::entry::{Entry, Guarded};

/// Every tool there is.
pub(crate) fn all() -> Vec<Entry> {
    vec![
        Entry::of::<about::GetAbout>(Guarded::Never),
        Entry::of::<recipes::SearchRecipes>(Guarded::Never),
        Entry::of::<recipes::GetRecipe>(Guarded::Never),
        Entry::of::<recipes::SuggestRecipes>(Guarded::Never),
        Entry::of::<recipes::CreateRecipe>(Guarded::Never),
        Entry::of::<recipes::UpdateRecipe>(Guarded::Sometimes(
            "when name, description, ingredients, instructions or notes are given, or a list of tags or categories \
             that leaves out one it has now",
        )),
        Entry::of::<recipes::DuplicateRecipe>(Guarded::Never),
        Entry::of::<recipes::SetRecipeLastMade>(Guarded::Never),
        Entry::of::<recipes::SetRecipeImage>(Guarded::Never),
        Entry::of::<recipes::DeleteRecipe>(Guarded::Always),
        Entry::of::<imports::PreviewRecipeUrl>(Guarded::Never),
        Entry::of::<imports::ImportRecipeFromUrl>(Guarded::Never),
        Entry::of::<imports::ImportRecipeFromHtmlOrJson>(Guarded::Never),
        Entry::of::<imports::ImportRecipeFromImage>(Guarded::Never),
        Entry::of::<ingredients::ListFoods>(Guarded::Never),
        Entry::of::<ingredients::CreateFood>(Guarded::Never),
        Entry::of::<ingredients::MergeFoods>(Guarded::Always),
        Entry::of::<ingredients::ListUnits>(Guarded::Never),
        Entry::of::<ingredients::CreateUnit>(Guarded::Never),
        Entry::of::<ingredients::MergeUnits>(Guarded::Always),
        Entry::of::<ingredients::ParseIngredients>(Guarded::Never),
        Entry::of::<organizers::ListOrganizers>(Guarded::Never),
        Entry::of::<organizers::CreateOrganizer>(Guarded::Never),
        Entry::of::<organizers::UpdateOrganizer>(Guarded::Always),
        Entry::of::<organizers::DeleteOrganizer>(Guarded::Always),
        Entry::of::<mealplans::ListMealplans>(Guarded::Never),
        Entry::of::<mealplans::GetTodaysMeals>(Guarded::Never),
        Entry::of::<mealplans::CreateMealplanEntry>(Guarded::Never),
        Entry::of::<mealplans::CreateRandomMeal>(Guarded::Never),
        Entry::of::<mealplans::UpdateMealplanEntry>(Guarded::Sometimes("when title or text is given")),
        Entry::of::<mealplans::DeleteMealplanEntry>(Guarded::Always),
        Entry::of::<shopping::ListShoppingLists>(Guarded::Never),
        Entry::of::<shopping::GetShoppingList>(Guarded::Never),
        Entry::of::<shopping::CreateShoppingList>(Guarded::Never),
        Entry::of::<shopping::DeleteShoppingList>(Guarded::Always),
        Entry::of::<shopping::AddShoppingListItems>(Guarded::Never),
        Entry::of::<shopping::UpdateShoppingListItems>(Guarded::Sometimes("when note is given")),
        Entry::of::<shopping::DeleteShoppingListItems>(Guarded::Always),
        Entry::of::<shopping::AddRecipeToShoppingList>(Guarded::Never),
        Entry::of::<shopping::RemoveRecipeFromShoppingList>(Guarded::Never),
        Entry::of::<social::ListRecipeComments>(Guarded::Never),
        Entry::of::<social::AddRecipeComment>(Guarded::Never),
        Entry::of::<social::DeleteRecipeComment>(Guarded::Always),
        Entry::of::<social::ListRecipeTimeline>(Guarded::Never),
        Entry::of::<social::CreateTimelineEvent>(Guarded::Never),
        Entry::of::<social::SetRecipeRating>(Guarded::Never),
        Entry::of::<sharing::ListShareTokens>(Guarded::Never),
        Entry::of::<sharing::CreateShareToken>(Guarded::Always),
        Entry::of::<sharing::DeleteShareToken>(Guarded::Always),
        Entry::of::<cookbooks::ListCookbooks>(Guarded::Never),
        Entry::of::<cookbooks::GetCookbook>(Guarded::Never),
        Entry::of::<cookbooks::CreateCookbook>(Guarded::Sometimes("when is_public is true")),
        Entry::of::<cookbooks::DeleteCookbook>(Guarded::Always),
    ]
}
