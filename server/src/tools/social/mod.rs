//! What people said and did about a recipe: comments, its timeline, the caller's rating. It never speaks for anybody but
//! the caller.

mod add;
mod comments;
mod delete;
mod event;
mod rating;
#[cfg(test)]
mod tests;
mod timeline;

pub(crate) use add::AddRecipeComment;
pub(crate) use comments::ListRecipeComments;
pub(crate) use delete::DeleteRecipeComment;
pub(crate) use event::CreateTimelineEvent;
pub(crate) use rating::SetRecipeRating;
pub(crate) use timeline::ListRecipeTimeline;

use super::ingredients::visible;
use super::recipes::clean;
use crate::failure::Failure;
use crate::mealie::Reads;
use crate::mealie::lookup::{Reading, RecipeRef};
use crate::mealie::records::Named;
use crate::text::{Clean, Document, Limit};

/// The recipe that a write is about, at an address that is proven (LIVE-5), and all of it.
async fn proven_at(reads: &Reads, asked: &RecipeRef) -> Result<(Reading, Document), Failure> {
    let (reading, document) = Reading::whole(reads, asked).await?;
    reading.agrees(reads).await?;
    Ok((reading, document))
}

/// What a recipe is called.
fn name_of(recipe: &Document) -> Option<Clean> {
    clean(&recipe.read::<Named>().ok()?.name, Limit::NAME)
}
