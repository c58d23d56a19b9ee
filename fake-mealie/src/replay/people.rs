//! Who asks in the recordings, and the kitchen that they find: a fresh one for every area.
//! Never holds a name of its own; a role that the recordings tell nothing about is called by its role.

use std::collections::HashMap;

use serde_json::Value;
use uuid::Uuid;

use super::ids::Ids;
use super::pairs::{Area, Role};
use crate::seed::Seed;
use crate::store::{Kitchen, User};

/// The household of a group of its own.
const HOME: &str = "Family";
/// Where the third role lives, unless it says so itself.
const ELSEWHERE: &str = "Cabin";
/// The group of the fourth role.
const OTHER_GROUP: &str = "Other";

/// Those that can log in.
const WITH_TOKEN: [Role; 4] = [Role::Admin, Role::Bob, Role::Carol, Role::Dave];

/// Whatever was never a token.
const FORGED: &str = "forged.by.nobody";

/// Everybody who asks.
pub(super) struct People {
    /// What each said of itself: the first answer of `/api/users/self`, or else what stands beside a comment.
    selves: HashMap<&'static str, Value>,
    tokens: HashMap<&'static str, String>,
}

impl People {
    /// Those of a folder of recordings.
    pub(super) fn of(areas: &[Area]) -> People {
        let mut selves = HashMap::new();
        for pair in areas.iter().flat_map(|area| &area.pairs) {
            let about_self = pair.request.method == "GET" && pair.request.path == "/api/users/self";
            if about_self && pair.response.status == 200 {
                selves.entry(name(pair.role)).or_insert_with(|| pair.response.body.clone());
            }
        }
        for pair in areas.iter().flat_map(|area| &area.pairs) {
            let commented = pair.request.method == "POST" && pair.request.path == "/api/comments";
            if let (true, Some(user)) = (commented, pair.response.body.get("user")) {
                selves.entry(name(pair.role)).or_insert_with(|| user.clone());
            }
        }
        let tokens = WITH_TOKEN.map(|role| (name(role), Uuid::new_v4().simple().to_string()));
        People { selves, tokens: tokens.into_iter().collect() }
    }

    /// What is sent where the recording hides a token.
    pub(super) fn token<'a>(&'a self, role: Role, ids: &'a Ids) -> Option<&'a str> {
        match role {
            Role::Anonymous => None,
            Role::InvalidToken => Some(FORGED),
            Role::RevokedToken => Some(ids.handed_out.as_deref().unwrap_or(FORGED)),
            known => self.tokens.get(name(known)).map(String::as_str),
        }
    }

    /// A fresh kitchen with all of them in it. All that the seed brings is the owner's.
    ///
    /// # Errors
    /// The seed does not fit together.
    pub(super) fn kitchen(&self, seed: &Seed) -> Result<Kitchen, String> {
        let mut kitchen = seed.kitchen(self.token_of(Role::Admin))?;
        let (admin, home, group) = (kitchen.cook().id, kitchen.cook().household_id, kitchen.group.id);
        kitchen.group.name = self.said(Role::Admin, "group").unwrap_or(&kitchen.group.name).to_owned();
        kitchen.group.slug = self.said(Role::Admin, "groupSlug").unwrap_or(&kitchen.group.slug).to_owned();
        let other = kitchen.add_group(OTHER_GROUP);
        let cabin = kitchen.add_household(group, ELSEWHERE);
        let far = kitchen.add_household(other, HOME);
        self.move_in(&mut kitchen, Role::Admin, admin, home);
        for (role, household) in [(Role::Bob, home), (Role::Carol, cabin), (Role::Dave, far)] {
            let id = kitchen.add_user(household, name(role), self.token_of(role));
            self.move_in(&mut kitchen, role, id, household);
        }
        Ok(kitchen)
    }

    fn token_of(&self, role: Role) -> &str {
        self.tokens.get(name(role)).map_or("", String::as_str)
    }

    /// Makes a user and the user's household what the recordings say they are.
    fn move_in(&self, kitchen: &mut Kitchen, role: Role, user_id: Uuid, household_id: Uuid) {
        if let Some(household) = kitchen.households.get_mut(household_id) {
            household.name = self.said(role, "household").unwrap_or(&household.name).to_owned();
            household.slug = self.said(role, "householdSlug").unwrap_or(&household.slug).to_owned();
        }
        let Some(user) = kitchen.users.get(user_id).cloned() else { return };
        kitchen.users.put(self.user(role, user));
    }

    fn user(&self, role: Role, like: User) -> User {
        let said = |key: &str| self.said(role, key).map(str::to_owned);
        // The owner of all may do all, unless the recordings say otherwise; the others may do nothing.
        let may = |key: &str| {
            let said = self.selves.get(name(role)).and_then(|said| said.get(key)).and_then(Value::as_bool);
            said.unwrap_or(role == Role::Admin)
        };
        let tokens = self.selves.get(name(role)).and_then(|said| said.get("tokens"));
        let token_name = tokens.and_then(|tokens| tokens.get(0)?.get("name")?.as_str());
        User {
            username: said("username").unwrap_or_else(|| name(role).into()),
            full_name: said("fullName").unwrap_or_else(|| name(role).into()),
            email: said("email").unwrap_or_else(|| format!("{}@example.com", name(role))),
            admin: may("admin"),
            advanced: may("advanced"),
            can_invite: may("canInvite"),
            can_manage: may("canManage"),
            can_manage_household: may("canManageHousehold"),
            can_organize: may("canOrganize"),
            token_name: token_name.map_or(like.token_name, str::to_owned),
            ..like
        }
    }

    fn said(&self, role: Role, key: &str) -> Option<&str> {
        self.selves.get(name(role))?.get(key)?.as_str()
    }

    /// What the recorded self of a role says its ids are, and what they are here.
    pub(super) fn learn(&self, ids: &mut Ids, kitchen: &Kitchen) {
        for (role, said) in &self.selves {
            let Some(user) = kitchen.users.iter().find(|user| Some(&user.token) == self.tokens.get(role))
            else {
                continue;
            };
            let household = kitchen.household_of(user.id);
            for (key, here) in
                [("id", user.id), ("householdId", household.id), ("groupId", household.group_id)]
            {
                if let Some(recorded) = said.get(key).and_then(Value::as_str).and_then(super::learn::uuid) {
                    ids.learn(recorded, here);
                }
            }
        }
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Admin => "admin",
        Role::Bob => "bob",
        Role::Carol => "carol",
        Role::Dave => "dave",
        Role::Anonymous => "anonymous",
        Role::InvalidToken => "invalid-token",
        Role::RevokedToken => "revoked-token",
    }
}
