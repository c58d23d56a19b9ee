//! Commenting on a recipe. Mealie checks neither that there is such a recipe nor that its page takes comments, so both are
//! found out before. It never writes in anybody else's name.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{name_of, proven_at, visible};
use crate::answer::{New, Source, View};
use crate::args::Content;
use crate::failure::{Failure, Why};
use crate::mealie::lookup::{self, RecipeRef};
use crate::mealie::records::Recipe;
use crate::mealie::route::Route;
use crate::mealie::social::Comment;
use crate::text::{Clean, Document, Foreign, Id, Limit, Timestamp};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `add_recipe_comment`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct AddRecipeComment {
    recipe: RecipeRef,
    /// Markdown.
    text: Content<1, 10_000>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Added {
    status: New,
    recipe_id: Id,
    /// What the recipe is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at: Option<Timestamp>,
}

impl View for Added {
    const SOURCE: Source = Source::Mealie;
}

/// The body. Who writes it is the token's user, and nobody else can be named (SHUT-5).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewComment<'a> {
    recipe_id: Id,
    text: &'a str,
}

impl Tool for AddRecipeComment {
    const NAME: &'static str = "add_recipe_comment";
    const TITLE: &'static str = "Comment on a recipe";
    const DESCRIPTION: &'static str = "Adds a comment to a recipe, in the name of the token's user; everyone in the group \
         sees it.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Added;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Added>, Failure> {
        visible("text", self.text.as_str())?;
        let (reading, document) = proven_at(kitchen.reads, &self.recipe).await?;
        takes_comments(&document)?;
        let (id, slug, text) = (reading.id, reading.slug, self.text.clone());
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let (_, document) = lookup::proven(writes.reads(), &id, &slug).await?;
                takes_comments(&document)?;
                let recipe = name_of(&document);
                // It can be as large as the recipe, and is not needed while Mealie answers (BND-7).
                drop(document);
                let comment = NewComment { recipe_id: id, text: text.as_str() };
                let stored: Comment = writes.post(Route::to(&["comments"]), &comment).await?;
                Ok(Added {
                    status: New::Created,
                    recipe_id: id,
                    recipe,
                    comment_id: stored.id.as_ref().and_then(Foreign::read_as),
                    author: stored.author_name().map(|name| name.clean(Limit::NAME)),
                    created_at: stored.created_at.as_ref().and_then(Foreign::read_as),
                })
            }
            .boxed()
        })))
    }
}

/// Refuses where comments are switched off. Mealie 3.10.2 stores one all the same, and its page then shows none at all: the
/// caller would be told of a comment that nobody finds, under a recipe whose owner wanted none.
fn takes_comments(recipe: &Document) -> Result<(), Failure> {
    let settings = recipe.read::<Recipe>().ok().and_then(|recipe| recipe.settings);
    if settings.and_then(|settings| settings.disable_comments) != Some(true) {
        return Ok(());
    }
    Err(Failure::refused(
        Why::Locked,
        "Comments are switched off in this recipe's settings, and Mealie's page would show this one to nobody. Nothing was \
         changed. A person can switch them on there.",
    ))
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;
    use serde_json::json;

    use super::super::tests::{json_of, soup};
    use super::*;
    use crate::tools::bench::Bench;

    #[tokio::test]
    async fn a_comment_is_stored_as_it_was_given_under_the_recipe_that_was_named() {
        let bench = Bench::start().await;
        let porridge = bench.mealie.kitchen().add_recipe("Porridge");
        for recipe in ["porridge".to_owned(), porridge.to_string().to_uppercase()] {
            let text = "  **Good** \u{200d}🍅 <b>soup</b>\n";
            let answer =
                bench.goes::<AddRecipeComment>(json!({"recipe": recipe, "text": text})).await.unwrap();
            let kitchen = bench.mealie.kitchen();
            let stored = kitchen.comments.iter().next_back().unwrap();
            assert_eq!((stored.text.as_str(), stored.recipe_id), (text, porridge));
            assert_eq!(answer.structured["status"], "created");
            assert_eq!(answer.structured["comment_id"], stored.id.to_string());
            assert_eq!(answer.structured["recipe_id"], porridge.to_string());
            assert_eq!(answer.structured["recipe"], "Porridge");
            assert_eq!(answer.structured["author"], "Cook");
            assert!(answer.structured["created_at"].is_string());
        }
    }

    #[tokio::test]
    async fn shut_5_the_body_holds_the_recipe_and_the_text_and_nothing_else() {
        let bench = Bench::start().await;
        bench.goes::<AddRecipeComment>(json!({"recipe": "pea-soup", "text": "Good."})).await.unwrap();
        let writes = bench.mealie.writes();
        assert_eq!(writes.len(), 1);
        assert_eq!((writes[0].method.as_str(), writes[0].path.as_str()), ("POST", "/api/comments"));
        assert_eq!(writes[0].body, json!({"recipeId": soup(&bench), "text": "Good."}));
    }

    #[tokio::test]
    async fn a_recipe_with_comments_switched_off_gets_none() {
        let bench = Bench::start().await;
        let soup = soup(&bench);
        let arguments = || json!({"recipe": "pea-soup", "text": "Good."});
        let Plan::Go(write) = bench.plans::<AddRecipeComment>(arguments()).await.unwrap() else {
            panic!("it never asks")
        };
        let settings = bench.mealie.kitchen().recipes.get(soup).unwrap().settings;
        let settings = fake_mealie::Settings { disable_comments: true, ..settings };
        bench.mealie.kitchen().set_settings(soup, settings);
        for (row, failure) in [
            ("before the call", bench.goes::<AddRecipeComment>(arguments()).await.unwrap_err()),
            ("since the plan", bench.runs(write).await.unwrap_err()),
        ] {
            let is_locked = matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Locked);
            assert!(is_locked, "{row}: {failure:?}");
            assert!(failure.words().ours.contains("Nothing was changed"), "{row}");
        }
        assert_eq!(bench.mealie.writes(), []);
    }

    #[tokio::test]
    async fn live_13_settings_that_nobody_tells_are_no_reason_to_refuse() {
        for settings in
            [json!(null), json!({}), json!({"disableComments": null}), json!({"disableComments": false})]
        {
            let bench = Bench::start().await;
            let recipe = json!({"id": soup(&bench), "slug": "pea-soup", "settings": settings});
            bench.mealie.order_fault(json_of(Fault::on("GET", "/api/recipes/pea-soup").next(9), &recipe));
            let answer = bench.goes::<AddRecipeComment>(json!({"recipe": "pea-soup", "text": "Good."})).await;
            assert!(answer.is_ok(), "{settings}: {answer:?}");
        }
    }
}
