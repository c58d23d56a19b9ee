//! Who calls: the user whom the token belongs to, as Mealie says it. Of users there is no other one here, and no field of this
//! one is ever written (SHUT-1).

use super::Reads;
use super::records::Myself;
use super::route::Route;
use crate::failure::Failure;
use crate::text::{Foreign, Id, Slug};

/// The caller. Only the client makes one, of what Mealie says about its token.
#[derive(Clone, Debug)]
pub struct Me {
    /// Unless Mealie does not say it (LIVE-13).
    id: Option<Id>,
    admin: bool,
    group_slug: Option<Slug>,
    household_id: Option<Id>,
}

impl Reads {
    /// Asks who calls.
    pub async fn me(&self) -> Result<Me, Failure> {
        let myself: Myself = self.get(Route::to(&["users", "self"])).await?;
        let id = myself.id.as_ref().and_then(Foreign::read_as);
        Ok(Me {
            id,
            admin: myself.admin.unwrap_or_default(),
            group_slug: myself.group_slug(),
            household_id: myself.household_id.as_ref().and_then(Foreign::read_as),
        })
    }
}

impl Me {
    /// The id, for the caller's own paths.
    pub(super) const fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    /// For tests of paths alone.
    #[cfg(test)]
    pub(super) const fn of_test(id: Id) -> Self {
        Self { id: Some(id), admin: false, group_slug: None, household_id: None }
    }

    /// Whether this user is the caller, if Mealie says of both who they are.
    pub fn is(&self, user: Option<&Foreign>) -> Option<bool> {
        let user: Id = user?.read_as()?;
        Some(user == self.id?)
    }

    /// Whether the caller is an administrator of the instance.
    pub const fn is_admin(&self) -> bool {
        self.admin
    }

    /// Whether the caller is of another household than this one, as far as Mealie says.
    pub fn is_of_another_household(&self, household: Option<&Foreign>) -> bool {
        let household: Option<Id> = household.and_then(Foreign::read_as);
        household.zip(self.household_id).is_some_and(|(one, own)| one != own)
    }

    /// The group's slug, part of every page's address.
    pub const fn group_slug(&self) -> Option<&Slug> {
        self.group_slug.as_ref()
    }
}
