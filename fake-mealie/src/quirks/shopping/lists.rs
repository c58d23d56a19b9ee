//! Surprises of lists that are replaced or deleted whole.
//! Never touches a recipe.

use axum::http::StatusCode;
use jiff::Timestamp;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{is_readable_item, is_readable_whole, own_list};
use crate::quirks::{kept_extras, nothing_to_take, uncaught, words};
use crate::reply::Answer;
use crate::store::{Kitchen, LabelSetting, ShoppingList};

/// A list as it is sent to replace one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ListPut {
    pub(crate) name: Option<String>,
    pub(crate) extras: Map<String, Value>,
    pub(crate) created_at: Option<Timestamp>,
    pub(crate) group_id: Uuid,
    pub(crate) user_id: Uuid,
    pub(crate) has_items: bool,
}

/// Hazard 6. A list is replaced whole: without items, *all* of its items are deleted. With any, none of them is looked at:
/// they stay as they are, also those that are missing. The moment of creation is as sent, or lost. The owner is obeyed,
/// and with that the household; what else was sent is ignored.
/// Mealie 3.10.2, `BaseMixins.update`, where `list_items` is left out of the copying but not of the emptying; seen
/// `shopping/list_put_rename`, `list_put_rename_without_list_items`, `list_put_rename_roundtrip`; the rest asked of a
/// running one.
pub(crate) fn replace_list(
    kitchen: &mut Kitchen,
    user_id: Uuid,
    list_id: Uuid,
    put: ListPut,
    language: &str,
) -> Result<ShoppingList, Answer> {
    let before = own_list(kitchen, user_id, list_id).ok_or_else(Answer::not_found)?.clone();
    if !is_readable_whole(kitchen, &before) {
        return Err(uncaught());
    }
    let extras = kept_extras(Some(&Value::Object(put.extras)), language)?;
    let mut after = ShoppingList {
        name: put.name,
        created_at: put.created_at,
        group_id: put.group_id,
        user_id: put.user_id,
        ..before.clone()
    };
    let held = kitchen.items.len();
    if !put.has_items {
        kitchen.items.take_where(|item| item.list_id == list_id);
    }
    // Extras lie in a table of their own.
    if after != before || kitchen.items.len() != held {
        after.updated_at = kitchen.now();
    }
    after.extras = extras;
    kitchen.lists.put(after.clone());
    if kitchen.users.get(after.user_id).is_none() {
        return Err(Answer::problem(StatusCode::BAD_REQUEST, words(language).server_error, Some(NO_OWNER)));
    }
    Ok(after)
}

/// What the validator says of a list that belongs to nobody, after it was written.
const NO_OWNER: &str = "1 validation error for ShoppingListOut\nhousehold_id\n  UUID input should be a string, bytes or UUID object [type=uuid_type, input_value=None, input_type=NoneType]\n    For further information visit https://errors.pydantic.dev/2.12/v/uuid_type";

/// Whether a list can be deleted: 404 in other words than those of a read, and 400 for one that cannot be read.
/// Mealie 3.10.2; seen `shopping/list_delete_other_household_404`; the list that cannot be read asked of a running one.
pub(crate) fn list_can_go(
    kitchen: &Kitchen,
    user_id: Uuid,
    list_id: Uuid,
    language: &str,
) -> Result<(), Answer> {
    let list = own_list(kitchen, user_id, list_id).ok_or_else(|| nothing_to_take(language))?;
    let known = |id| kitchen.recipes.get(id).is_some();
    let refused =
        |text: &str| Err(Answer::problem(StatusCode::BAD_REQUEST, words(language).server_error, Some(text)));
    if !kitchen.items_of(list_id).into_iter().all(|item| is_readable_item(kitchen, item)) {
        return refused("'-'");
    }
    let Some(at) = list.recipe_references.iter().position(|reference| !known(reference.recipe_id)) else {
        return Ok(());
    };
    let text = format!(
        "1 validation error for ShoppingListOut\nrecipe_references.{at}.recipe\n  Input should be a valid dictionary or object to extract fields from [type=model_attributes_type, input_value=None, input_type=NoneType]\n    For further information visit https://errors.pydantic.dev/2.12/v/model_attributes_type"
    );
    refused(&text)
}

/// Label settings are written over those with their ids; unknown ids are passed over.
/// Mealie 3.10.2, `RepositoryGeneric.update_many`; seen `shopping/label_settings_put`.
pub(crate) fn replace_label_settings(
    kitchen: &mut Kitchen,
    list_id: Uuid,
    settings: impl IntoIterator<Item = LabelSetting>,
) {
    let Some(list) = kitchen.lists.get_mut(list_id) else { return };
    for setting in settings {
        if let Some(known) = list.label_settings.iter_mut().find(|known| known.id == setting.id) {
            *known = setting;
        }
    }
}

/// Whether a new label can be given a place on every list of its group: not if there is one that cannot be read. The label
/// is there all the same, without a place on any list, and the answer is an error that nobody catches.
/// Mealie 3.10.2, `MultiPurposeLabelService.create_one`; asked a running one.
pub(crate) fn lists_take_a_label(kitchen: &Kitchen, group_id: Uuid) -> bool {
    let mut lists = kitchen.lists.iter().filter(|list| list.group_id == group_id);
    lists.all(|list| kitchen.users.get(list.user_id).is_some() && is_readable_whole(kitchen, list))
}
