//! Groups, households and users beyond the cook's, as somebody else brings them in while a test looks on, and the
//! tokens that users make for themselves.
//! Never goes through HTTP and is never in the journal.

use jiff::Timestamp;
use uuid::Uuid;

use super::*;
use crate::slug::slugify;

/// A token that a user made, besides the one that the user came with.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiToken {
    /// Integer id.
    pub id: i64,
    /// Whose it is.
    pub user_id: Uuid,
    /// What it was called.
    pub name: String,
    /// The bearer token.
    pub token: String,
    /// When it was made.
    pub created_at: Timestamp,
}

impl Kitchen {
    /// Founds another group. What belongs to it is out of the cook's sight.
    pub fn add_group(&mut self, name: &str) -> Uuid {
        let id = self.fresh_id();
        self.other_groups.push(Group { id, name: name.into(), slug: slugify(name) });
        id
    }

    /// Founds a household in a group.
    pub fn add_household(&mut self, group_id: Uuid, name: &str) -> Uuid {
        let (id, created_at) = (self.fresh_id(), self.now());
        let preferences = Preferences::default();
        self.households.put(Household {
            id,
            group_id,
            name: name.into(),
            slug: slugify(name),
            preferences,
            created_at,
        });
        id
    }

    /// Lets somebody in who may do nothing in particular. Gives the id; the token is `token`.
    pub fn add_user(&mut self, household_id: Uuid, username: &str, token: &str) -> Uuid {
        let (id, password, created_at) = (self.fresh_id(), self.fresh_hash(), self.now());
        self.users.put(User {
            id,
            password,
            household_id,
            username: username.into(),
            full_name: username.into(),
            email: format!("{username}@example.com"),
            admin: false,
            advanced: false,
            can_invite: false,
            can_manage: false,
            can_manage_household: false,
            can_organize: false,
            token: token.into(),
            token_name: TOKEN_NAME.into(),
            created_at,
        });
        id
    }

    /// Makes a user one more token.
    pub fn make_api_token(&mut self, user_id: Uuid, name: &str) -> ApiToken {
        let (random, created_at) = (self.fresh_id(), self.now());
        self.last_token_id += 1;
        // Those that users came with have the first numbers.
        let id = self.last_token_id + i64::try_from(self.users.len()).unwrap_or(0);
        let token = random.simple().to_string();
        let token = ApiToken { id, user_id, name: name.into(), token, created_at };
        self.api_tokens.push(token.clone());
        token
    }

    /// Takes a token from its user: it is known from then on as one that was revoked.
    pub fn revoke_api_token(&mut self, user_id: Uuid, id: i64) -> Option<ApiToken> {
        let place = self.api_tokens.iter().position(|token| token.id == id && token.user_id == user_id)?;
        let token = self.api_tokens.remove(place);
        self.revoked_tokens.push(token.token.clone());
        Some(token)
    }

    /// The user whom a token belongs to.
    pub fn user_with_token(&self, token: &str) -> Option<&User> {
        let own = self.users.iter().find(|user| user.token == token);
        let made = || self.api_tokens.iter().find(|made| made.token == token);
        own.or_else(|| self.users.get(made()?.user_id))
    }
}
