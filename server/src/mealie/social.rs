//! The records of what people said and did about a recipe: comments, its timeline, the caller's rating. As in `records`, every
//! field may be null, missing or new (LIVE-13), and no record is ever sent back.

use serde::Deserialize;

use super::records::Several;
use crate::text::Foreign;

/// A recipe, of which only its address and its comments are read. Mealie 3.10.2 puts all of them into the recipe, the same
/// records that it lists.
#[derive(Debug, Deserialize)]
pub struct Commented {
    /// Its id.
    pub id: Option<Foreign>,
    /// Its slug.
    pub slug: Option<Foreign>,
    /// Its name.
    pub name: Option<Foreign>,
    /// What people said about it.
    pub comments: Option<Several<Comment>>,
}

/// What somebody said about a recipe.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    /// Its id.
    pub id: Option<Foreign>,
    /// The recipe; Mealie 3.10.2 does not check that there is one.
    pub recipe_id: Option<Foreign>,
    /// Who wrote it.
    pub user_id: Option<Foreign>,
    /// The same, with names.
    pub user: Option<Author>,
    /// What was said.
    pub text: Option<Foreign>,
    /// A moment.
    pub created_at: Option<Foreign>,
}

/// Who wrote a comment.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Author {
    /// The user's id.
    pub id: Option<Foreign>,
    /// The login name.
    pub username: Option<Foreign>,
    /// The name people see.
    pub full_name: Option<Foreign>,
}

impl Comment {
    /// The id of who wrote it.
    pub fn author_id(&self) -> Option<&Foreign> {
        self.user_id.as_ref().or_else(|| self.user.as_ref()?.id.as_ref())
    }

    /// The name of who wrote it: as people see it, or else as they log in.
    pub fn author_name(&self) -> Option<&Foreign> {
        let author = self.user.as_ref()?;
        [&author.full_name, &author.username].into_iter().flatten().find(|name| !name.is_blank())
    }
}

/// Something that happened to a recipe.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TimelineEvent {
    /// Its id.
    pub id: Option<Foreign>,
    /// `system`, `info` or `comment`.
    pub event_type: Option<Foreign>,
    /// What happened.
    pub subject: Option<Foreign>,
    /// More about it.
    pub event_message: Option<Foreign>,
    /// `has image` or `does not have image`.
    pub image: Option<Foreign>,
    /// When it happened, which is not when it was written down.
    pub timestamp: Option<Foreign>,
}

/// What the caller thinks of a recipe.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnRating {
    /// Stars; null or 0 for none.
    pub rating: Option<f64>,
    /// Whether it is a favorite.
    pub is_favorite: Option<bool>,
}
