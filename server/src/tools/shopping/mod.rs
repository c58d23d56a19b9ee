//! Shopping lists and what stands on them. Mealie merges equal items by itself: what it would do is known here before
//! anything is sent.

mod add_items;
mod add_recipe;
mod change;
mod changes;
mod create;
mod delete_items;
mod delete_list;
mod get;
mod held;
mod lists;
mod merging;
mod named;
mod off_list;
mod onto_list;
mod outlook;
mod recipe_lines;
mod remove_recipe;
mod shown;
mod times;
mod update_items;
mod updated;

pub(super) use self::add_items::AddShoppingListItems;
pub(super) use self::add_recipe::AddRecipeToShoppingList;
pub(super) use self::create::CreateShoppingList;
pub(super) use self::delete_items::DeleteShoppingListItems;
pub(super) use self::delete_list::DeleteShoppingList;
pub(super) use self::get::GetShoppingList;
pub(super) use self::lists::ListShoppingLists;
pub(super) use self::remove_recipe::RemoveRecipeFromShoppingList;
pub(super) use self::update_items::UpdateShoppingListItems;

#[cfg(test)]
mod histories;
#[cfg(test)]
mod taken_back_tests;
#[cfg(test)]
mod tests;
