//! What people say of recipes and do around them: comments, events, ratings, and links for those who have no login.
//! Never goes through HTTP and is never in the journal. A verb on something that is not there does nothing.

use jiff::{Timestamp, ToSpan};
use uuid::Uuid;

use super::*;

/// How long a share link lives unless said otherwise (Mealie 3.10.2: 30 days).
const SHARE_LINK_DAYS: i64 = 30;

/// What a user thinks of a recipe: one row for the two of them, whatever is in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// UUID of the row.
    pub id: Uuid,
    /// Who thinks so.
    pub user_id: Uuid,
    /// Of which recipe.
    pub recipe_id: Uuid,
    /// How many stars; any number, and nothing if nobody said.
    pub stars: Option<f64>,
    /// Whether it is one of the favorites of the user.
    pub is_favorite: bool,
}

impl Kitchen {
    /// Writes a comment under a recipe, which nothing looks for, as the cook.
    pub fn add_comment(&mut self, recipe_id: Uuid, text: &str) -> Uuid {
        let cook = self.cook().id;
        self.comment_by(cook, recipe_id, text)
    }

    /// Writes a comment under a recipe as somebody.
    pub fn comment_by(&mut self, user_id: Uuid, recipe_id: Uuid, text: &str) -> Uuid {
        let (id, now) = (self.fresh_id(), self.now());
        let comment = Comment { id, recipe_id, user_id, text: text.into(), created_at: now, updated_at: now };
        self.comments.put(comment);
        id
    }

    /// Writes other words into a comment.
    pub fn edit_comment(&mut self, comment_id: Uuid, text: &str) {
        let now = self.now();
        if let Some(comment) = self.comments.get_mut(comment_id).filter(|comment| comment.text != text) {
            comment.text = text.into();
            comment.updated_at = now;
        }
    }

    /// Takes a comment away.
    pub fn remove_comment(&mut self, comment_id: Uuid) {
        self.comments.take(comment_id);
    }

    /// Puts an event on the timeline of a recipe: the cook says what happened, and when.
    pub fn add_event(&mut self, recipe_id: Uuid, subject: &str, at: Timestamp) -> Uuid {
        let (id, now, user_id) = (self.fresh_id(), self.now(), self.cook().id);
        self.timeline.put(TimelineEvent {
            id,
            recipe_id,
            user_id,
            subject: subject.into(),
            kind: EventKind::Info,
            message: None,
            image: Some(EventImage::Missing),
            timestamp: at,
            created_at: now,
            updated_at: now,
        });
        id
    }

    /// Takes an event off its timeline, with its picture.
    pub fn remove_event(&mut self, event_id: Uuid) -> Option<TimelineEvent> {
        self.event_pictures.remove(&event_id);
        self.timeline.take(event_id)
    }

    /// Rates a recipe as somebody.
    pub fn rate(&mut self, user_id: Uuid, recipe_id: Uuid, stars: f64) {
        self.think(user_id, recipe_id, Some(stars), None);
    }

    /// Makes a recipe one of somebody's favorites.
    pub fn favor(&mut self, user_id: Uuid, recipe_id: Uuid) {
        self.think(user_id, recipe_id, None, Some(true));
    }

    /// What a user thinks of a recipe, if there is a row for the two.
    pub fn rating_by(&self, user_id: Uuid, recipe_id: Uuid) -> Option<&Rating> {
        self.ratings.iter().find(|row| row.user_id == user_id && row.recipe_id == recipe_id)
    }

    /// Writes what a user thinks of a recipe; what is not said stays. When the row is new or has changed, the recipe
    /// shows the mean of all users, of which those with 0 or less do not count.
    /// Mealie 3.10.2, `set_rating` and `calculate_rating`; seen `ratings/recipe_after_zero`, `recipe_average`,
    /// `favorite_remove_never_rated`.
    pub(crate) fn think(
        &mut self,
        user_id: Uuid,
        recipe_id: Uuid,
        stars: Option<f64>,
        is_favorite: Option<bool>,
    ) {
        let before = self.rating_by(user_id, recipe_id).cloned();
        let after = match &before {
            None => {
                let id = self.fresh_id();
                Rating { id, user_id, recipe_id, stars, is_favorite: is_favorite.unwrap_or(false) }
            }
            Some(row) => Rating {
                stars: stars.or(row.stars),
                is_favorite: is_favorite.unwrap_or(row.is_favorite),
                ..row.clone()
            },
        };
        if before.as_ref() == Some(&after) {
            return;
        }
        self.ratings.put(after);
        let (mean, now) = (self.mean_rating(recipe_id), self.now());
        if let Some(recipe) = self.recipes.get_mut(recipe_id).filter(|recipe| recipe.rating != mean) {
            recipe.rating = mean;
            recipe.updated_at = now;
        }
    }

    fn mean_rating(&self, recipe_id: Uuid) -> Option<f64> {
        let of_recipe = self.ratings.iter().filter(|row| row.recipe_id == recipe_id);
        let counted: Vec<f64> = of_recipe.filter_map(|row| row.stars).filter(|stars| *stars > 0.0).collect();
        // A kitchen has so few users that their number is exact as a float.
        (!counted.is_empty()).then(|| counted.iter().sum::<f64>() / counted.len() as f64)
    }

    /// Makes a share link that lasts thirty days.
    pub fn share_recipe(&mut self, recipe_id: Uuid) -> Uuid {
        let from_now = self.now();
        let expires_at = share_link_ends(from_now);
        self.share(recipe_id, expires_at)
    }

    /// Makes a share link that works until then, which may be over.
    pub fn share(&mut self, recipe_id: Uuid, expires_at: Timestamp) -> Uuid {
        let (id, created_at) = (self.fresh_id(), self.now());
        let group_id = self.recipes.get(recipe_id).map_or(self.group.id, |recipe| recipe.group_id);
        self.share_links.put(ShareLink { id, group_id, recipe_id, expires_at, created_at });
        id
    }

    /// Takes a share link back: from then on its address leads nowhere.
    pub fn unshare(&mut self, link_id: Uuid) {
        self.share_links.take(link_id);
    }
}

/// When a share link ends that is made at this moment and of which nobody said so.
pub(crate) fn share_link_ends(made: Timestamp) -> Timestamp {
    made.checked_add((24 * SHARE_LINK_DAYS).hours()).unwrap_or(Timestamp::MAX)
}
