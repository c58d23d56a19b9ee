//! Share links: whoever has one reads the recipe without a login. An expired one is never opened here, since Mealie 3.10.2
//! deletes it when somebody does.

mod create;
mod list;
mod revoke;

pub(super) use self::create::CreateShareToken;
pub(super) use self::list::ListShareTokens;
pub(super) use self::revoke::DeleteShareToken;

use serde::Deserialize;

use crate::failure::Failure;
use crate::mealie::route::Route;
use crate::text::{Foreign, Id, Timestamp};

/// A share link as Mealie tells it; the recipe that can stand in it is not read.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Link {
    id: Option<Foreign>,
    recipe_id: Option<Foreign>,
    expires_at: Option<Foreign>,
    created_at: Option<Foreign>,
}

impl Link {
    fn id(&self) -> Option<Id> {
        self.id.as_ref()?.read_as()
    }

    fn recipe_id(&self) -> Option<Id> {
        self.recipe_id.as_ref()?.read_as()
    }

    fn expires_at(&self) -> Option<Timestamp> {
        self.expires_at.as_ref()?.read_as()
    }

    fn created_at(&self) -> Option<Timestamp> {
        self.created_at.as_ref()?.read_as()
    }
}

/// The links of the caller's group.
fn links() -> Route {
    Route::to(&["shared", "recipes"])
}

fn missing(id: Id) -> Failure {
    Failure::NotFound { kind: "share links", ids: vec![id] }
}
