//! What Mealie says that it did to items. It never says it better than Mealie does: what is missing here was not told.

use serde::Deserialize;

use super::held::ItemRecord;
use crate::mealie::records::Several;

/// The answer to every write of items.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Changes {
    created_items: Option<Several<ItemRecord>>,
    updated_items: Option<Several<ItemRecord>>,
    deleted_items: Option<Several<ItemRecord>>,
}

impl Changes {
    /// Items that are new.
    pub(super) fn created(&self) -> &[ItemRecord] {
        self.created_items.as_deref().unwrap_or_default()
    }

    /// Items that were there before, as they are now.
    pub(super) fn updated(&self) -> &[ItemRecord] {
        self.updated_items.as_deref().unwrap_or_default()
    }

    /// Items that are gone, as they were.
    pub(super) fn deleted(&self) -> &[ItemRecord] {
        self.deleted_items.as_deref().unwrap_or_default()
    }
}
