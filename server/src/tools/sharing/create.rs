//! Making a share link: it publishes a recipe, so a person is asked. Mealie 3.10.2 takes a date that has passed; this server
//! does not.

use futures::future::OptionFuture;
use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Link, links};
use crate::answer::{New, PublicAddress, Source, View};
use crate::args::Moment;
use crate::failure::{Failure, Happened, Unusable, Why};
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question, counted};
use crate::mealie::lookup::{self, Reading, RecipeRef};
use crate::mealie::records::{Myself, Recipe};
use crate::mealie::route::Route;
use crate::text::{Clean, Id, Limit, Timestamp};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::recipes::clean;
use crate::words;

/// `create_share_token`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CreateShareToken {
    recipe: RecipeRef,
    expires_at: Option<Moment>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Shared {
    status: New,
    token_id: Id,
    recipe_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
    /// Where it is opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<PublicAddress>,
    #[serde(skip)]
    notes: Vec<String>,
}

impl View for Shared {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }
}

/// What Mealie takes. A null `expiresAt` is a 422.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewLink {
    recipe_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
}

impl Tool for CreateShareToken {
    const NAME: &'static str = "create_share_token";
    const TITLE: &'static str = "Make a share link";
    const DESCRIPTION: &'static str = "Makes a link that opens a recipe, its comments and notes without a login, until \
         expires_at or for as long as Mealie sets (30 days on 3.10). Asks a person first.";
    const EFFECT: Effect = Effect::Publishes;
    type Answer = Shared;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Shared>, Failure> {
        let reads = kitchen.reads;
        let expires_at = self.expires_at.map(Moment::timestamp);
        if expires_at.is_some_and(|end| end <= kitchen.now) {
            return Err(Failure::refused(
                Why::Senseless,
                "`expires_at` has passed already, so that the link would never open. Nothing was changed.",
            ));
        }
        let (reading, content) = {
            let (reading, document) = Reading::whole(reads, &self.recipe).await?;
            let recipe = document.read::<Recipe>();
            let recipe = recipe.map_err(|_| Failure::Answer(Unusable::NotAsExpected, Happened::No))?;
            let notes = recipe.notes.map_or(0, |notes| notes.len() as u64);
            let content =
                Content { comments: reading.comments, notes, name: clean(&recipe.name, Limit::NAME) };
            (reading, content)
        };
        let myself: OptionFuture<_> =
            kitchen.public_url.map(|_| reads.get::<Myself>(Route::to(&["users", "self"]))).into();
        let (agrees, myself) = join!(reading.agrees(reads), myself);
        agrees?;
        let group = myself.transpose()?.and_then(|myself| myself.group_slug());
        let (id, slug) = (reading.id, reading.slug);
        let mut what = what(id, &content, expires_at);
        if let Some(page) = kitchen.recipe_page(group.as_ref(), &id) {
            what = what.and(words![" The recipe's page: ", page]);
        }
        let target = Target::new().id("recipe", &id).given("expires_at", &expires_at);
        let public = kitchen.public_url.cloned();
        let write = Write::new(move |writes| {
            async move {
                lookup::prove(writes.reads(), &id, &slug).await?;
                let link: Link = writes.post(links(), &NewLink { recipe_id: id, expires_at }).await?;
                // It exists; without its id nobody can open it.
                let token_id =
                    link.id().ok_or(Failure::Answer(Unusable::NotAsExpected, Happened::Perhaps))?;
                let ends = link.expires_at();
                let address = public
                    .zip(group.as_ref())
                    .and_then(|(public, group)| PublicAddress::of_share_link(&public, group, &token_id));
                Ok(Shared {
                    status: New::Created,
                    token_id,
                    recipe_id: id,
                    recipe_name: content.name,
                    expires_at: ends,
                    notes: notes(expires_at, ends, address.is_none(), &token_id),
                    address,
                })
            }
            .boxed()
        });
        Ok(Plan::ask(Question::new(what, consequence()), target, write))
    }
}

/// What a link shows besides the recipe itself.
struct Content {
    comments: u64,
    notes: u64,
    name: Option<Clean>,
}

fn what(recipe: Id, content: &Content, expires_at: Option<Timestamp>) -> Paragraph {
    let what = Paragraph::of(words![
        "This will make a share link for the recipe ",
        recipe,
        ". Whoever has its address can read the recipe without a login, with its "
    ])
    .and(counted(content.comments, "comment", "comments"))
    .and(words![" and "])
    .and(counted(content.notes, "note", "notes"));
    match expires_at {
        Some(end) => what.and(words![", until ", end, "."]),
        None => what.and(words![", for as long as this Mealie sets by itself: 30 days on Mealie 3.10."]),
    }
}

fn consequence() -> Paragraph {
    Paragraph::of(words![
        "It can be passed on to anybody. Revoking it ends it, but what was read or copied by then stays known."
    ])
}

/// What has to be said about it: what Mealie decided (LIVE-8), and where the link is opened.
fn notes(
    wanted: Option<Timestamp>,
    ends: Option<Timestamp>,
    without_address: bool,
    link: &Id,
) -> Vec<String> {
    let mut notes = Vec::new();
    match (wanted, ends) {
        (None, Some(ends)) => {
            notes.push(format!("No expires_at was given, so Mealie chose it: the link works until {ends}."));
        }
        (Some(wanted), Some(ends)) if wanted != ends => {
            notes.push(format!("Mealie stored another end than {wanted}: the link works until {ends}."));
        }
        (_, None) => notes.push("Mealie does not say until when the link works.".to_owned()),
        _ => {}
    }
    if without_address {
        notes.push(format!(
            "It is opened at /g/<group's slug>/shared/r/{link} below the address where people open Mealie; with \
             MEALIE_PUBLIC_URL set, this answer holds it whole."
        ));
    }
    notes
}

#[cfg(test)]
mod tests;
