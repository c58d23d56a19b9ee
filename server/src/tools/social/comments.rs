//! Listing what people said about a recipe. Mealie lists comments by the recipe's slug alone, which after a broken rename
//! can be another recipe's; so they are taken from the recipe itself, which holds them all. It never shows those of another.

use futures::join;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::clean;
use crate::answer::{Source, View};
use crate::failure::{Failure, Happened, Unusable, Why};
use crate::mealie::Reads;
use crate::mealie::lookup::{RecipeRef, recipe_route};
use crate::mealie::me::Me;
use crate::mealie::records::Several;
use crate::mealie::route::Route;
use crate::mealie::social::{Comment, Commented};
use crate::text::{Clean, Foreign, Id, Limit, Slug, Timestamp};
use crate::tool::{Effect, Kitchen, Plan, Tool};

/// `list_recipe_comments`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ListRecipeComments {
    recipe: RecipeRef,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Listed {
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_id: Option<Id>,
    /// What the recipe is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Clean>,
    total: u64,
    /// Oldest first.
    comments: Vec<Shown>,
}

/// A comment.
#[derive(Serialize, JsonSchema)]
struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<Clean>,
    /// The caller wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at: Option<Timestamp>,
    text: Clean,
}

impl View for Listed {
    const SOURCE: Source = Source::Mealie;
    const WHEN_SHORTENED: Option<&'static str> =
        Some("The newest comments are left out here; Mealie's page of the recipe shows them all.");
}

impl Tool for ListRecipeComments {
    const NAME: &'static str = "list_recipe_comments";
    const TITLE: &'static str = "List a recipe's comments";
    const DESCRIPTION: &'static str = "Shows what people said about a recipe, oldest first, with the ids that \
         delete_recipe_comment takes.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Listed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Listed>, Failure> {
        let (found, me) =
            join!(kitchen.reads.find::<Commented>(recipe_route(&self.recipe)), kitchen.reads.me());
        let recipe = found?.ok_or(Failure::NotFound { kind: "recipe", ids: Vec::new() })?;
        let me = me?;
        let id = recipe.id.as_ref().and_then(Foreign::read_as);
        if matches!((&self.recipe, id), (RecipeRef::Id(asked), Some(told)) if *asked != told) {
            return Err(unreadable());
        }
        let comments = match recipe.comments {
            Some(comments) => comments,
            None => at_the_slug(kitchen.reads, id, self.slug(recipe.slug.as_ref())).await?,
        };
        let mut comments: Vec<Shown> = comments.into_iter().map(|comment| Shown::of(comment, &me)).collect();
        // Mealie 3.10.2 gives them in the order of its database, which is this one as a rule.
        comments.sort_by_key(|comment| comment.created_at);
        Ok(Plan::Answer(Listed {
            recipe_id: id,
            recipe: clean(&recipe.name, Limit::NAME),
            total: comments.len() as u64,
            comments,
        }))
    }
}

impl ListRecipeComments {
    /// Where they are listed: at the slug that was asked for, or else at the one that the recipe shows.
    fn slug(&self, shown: Option<&Foreign>) -> Option<Slug> {
        match &self.recipe {
            RecipeRef::Slug(slug) => Some(slug.clone()),
            RecipeRef::Id(_) => shown.and_then(Foreign::read_as),
        }
    }
}

/// The comments of a recipe that does not hold them itself, which no Mealie up to 3.14 leaves out. Every one of them has to
/// say that it is this recipe's: the slug may be another one's (LIVE-5).
async fn at_the_slug(reads: &Reads, id: Option<Id>, slug: Option<Slug>) -> Result<Several<Comment>, Failure> {
    let (Some(id), Some(slug)) = (id, slug) else { return Err(unreadable()) };
    let route = Route::to(&["recipes"]).slug(&slug).then("comments");
    let comments = reads.get::<Option<Several<Comment>>>(route).await?.ok_or_else(unreadable)?;
    let is_its_own = |comment: &Comment| comment.recipe_id.as_ref().and_then(Foreign::read_as) == Some(id);
    if comments.iter().all(is_its_own) {
        return Ok(comments);
    }
    Err(Failure::refused(
        Why::BrokenAddress,
        "This recipe's address leads to another recipe (a known fault of Mealie after some renames), and this Mealie lists \
         comments by the address alone. Nothing of the other recipe is shown.",
    ))
}

fn unreadable() -> Failure {
    Failure::Answer(Unusable::NotAsExpected, Happened::No)
}

impl Shown {
    fn of(comment: Comment, me: &Me) -> Self {
        Self {
            id: comment.id.as_ref().and_then(Foreign::read_as),
            author: comment.author_name().map(|name| name.clean(Limit::NAME)),
            own: me.is(comment.author_id()),
            created_at: comment.created_at.as_ref().and_then(Foreign::read_as),
            text: comment.text.unwrap_or_default().into_clean(Limit::COMMENT),
        }
    }
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;
    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::super::tests::{json_of, soup};
    use super::*;
    use crate::tools::bench::Bench;

    fn texts(answer: &crate::answer::Answer) -> Vec<&str> {
        let comments = answer.structured["comments"].as_array().unwrap();
        comments.iter().map(|comment| comment["text"].as_str().unwrap()).collect()
    }

    async fn listed(bench: &Bench, recipe: &str) -> crate::answer::Answer {
        bench.answers::<ListRecipeComments>(json!({"recipe": recipe})).await.unwrap()
    }

    #[tokio::test]
    async fn all_comments_are_shown_oldest_first_and_whose_they_are() {
        let bench = Bench::start().await;
        let porridge = bench.mealie.kitchen().add_recipe("Porridge");
        {
            let mut kitchen = bench.mealie.kitchen();
            let family = kitchen.cook().household_id;
            let bob = kitchen.add_user(family, "bob", "bobs-token");
            kitchen.comment_by(bob, porridge, "More salt.");
            kitchen.add_comment(porridge, "Less salt.");
            let stew = kitchen.add_recipe("Stew");
            kitchen.add_comment(stew, "Of another recipe.");
        }
        for recipe in ["porridge".to_owned(), porridge.to_string()] {
            let answer = listed(&bench, &recipe).await;
            assert_eq!(texts(&answer), ["More salt.", "Less salt."], "{recipe}");
            assert_eq!(answer.structured["recipe"], "Porridge");
            assert_eq!(answer.structured["recipe_id"], porridge.to_string());
            assert_eq!(answer.structured["total"], 2);
            let of = |field: &str| -> Vec<Value> {
                let comments = answer.structured["comments"].as_array().unwrap();
                comments.iter().map(|comment| comment[field].clone()).collect()
            };
            assert_eq!(of("author"), [json!("bob"), json!("Cook")]);
            assert_eq!(of("own"), [json!(false), json!(true)]);
            let kitchen = bench.mealie.kitchen();
            let ids: Vec<Value> = kitchen.comments_on(porridge).iter().map(|one| json!(one.id)).collect();
            assert_eq!(of("id"), ids);
            assert!(
                of("created_at").iter().all(|moment| moment.as_str().is_some_and(|text| text.ends_with('Z')))
            );
        }
    }

    /// Mealie's database promises no order.
    #[tokio::test]
    async fn the_oldest_is_first_whatever_the_order_in_which_mealie_gives_them() {
        let bench = Bench::start().await;
        let comment = |text: &str, at: Option<&str>| json!({"text": text, "createdAt": at});
        let comments = json!([
            comment("third", Some("2026-03-09T10:00:00Z")),
            comment("second", Some("2026-03-09T09:59:59.5Z")),
            comment("first", None),
        ]);
        let recipe = json!({"id": soup(&bench), "slug": "pea-soup", "comments": comments});
        bench.mealie.order_fault(json_of(Fault::on("GET", "/api/recipes/pea-soup"), &recipe));
        assert_eq!(texts(&listed(&bench, "pea-soup").await), ["first", "second", "third"]);
    }

    /// Both of the two say what their own readers said, whichever address they are asked for at.
    #[tokio::test]
    async fn live_5_a_broken_address_never_shows_the_comments_of_another_recipe() {
        let bench = Bench::start().await;
        let (green, red) = {
            let mut kitchen = bench.mealie.kitchen();
            let (green, red) = (kitchen.add_recipe("Green Pot"), kitchen.add_recipe("Red Pot"));
            kitchen.add_comment(green, "About the green one.");
            kitchen.add_comment(red, "About the red one.");
            kitchen.rename_leaving_the_slug(green, "Red Pot");
            (green, red)
        };
        for (recipe, want) in [
            ("green-pot".to_owned(), "About the green one."),
            (green.to_string(), "About the green one."),
            ("red-pot".to_owned(), "About the red one."),
            (red.to_string(), "About the red one."),
        ] {
            assert_eq!(texts(&listed(&bench, &recipe).await), [want], "{recipe}");
        }
    }

    /// A Mealie that no longer puts comments into the recipe: they are listed at its slug, and have to be its own.
    #[tokio::test]
    async fn live_13_comments_that_the_recipe_does_not_hold_are_listed_at_its_slug_if_they_are_its_own() {
        let bench = Bench::start().await;
        let soup = soup(&bench);
        let bare = [
            json!({"id": soup, "slug": "pea-soup"}),
            json!({"id": soup, "slug": "pea-soup", "comments": null}),
        ];
        let of =
            |recipe: Uuid| json!({"recipeId": recipe, "text": "Good.", "createdAt": "2026-03-09T10:00:00Z"});
        for bare in bare {
            for (row, comments, want) in [
                ("its own", json!([of(soup)]), Some(1)),
                ("none", json!([]), Some(0)),
                ("one of another", json!([of(soup), of(Uuid::nil())]), None),
                ("one that does not say whose", json!([{"text": "Good."}]), None),
            ] {
                for recipe in ["pea-soup".to_owned(), soup.to_string()] {
                    let path = format!("/api/recipes/{recipe}");
                    bench.mealie.order_fault(json_of(Fault::on("GET", &path), &bare));
                    bench
                        .mealie
                        .order_fault(json_of(Fault::on("GET", "/api/recipes/pea-soup/comments"), &comments));
                    let outcome = bench.answers::<ListRecipeComments>(json!({"recipe": recipe})).await;
                    match want {
                        Some(count) => assert_eq!(texts(&outcome.unwrap()).len(), count, "{row}, {recipe}"),
                        None => assert!(bench.is_broken_address(&outcome), "{row}, {recipe}: {outcome:?}"),
                    }
                }
            }
        }
    }

    #[tokio::test]
    async fn live_13_a_comment_of_which_nothing_is_known_is_shown_as_such() {
        let bench = Bench::start().await;
        let recipe = json!({"id": soup(&bench), "name": null, "slug": null, "comments": [
            {}, {"id": null, "text": null, "user": null, "userId": null, "createdAt": null, "mood": {"of": ["the", "cook"]}},
        ]});
        bench.mealie.order_fault(json_of(Fault::on("GET", "/api/recipes/pea-soup"), &recipe));
        let answer = listed(&bench, "pea-soup").await;
        let nothing = json!({"text": ""});
        assert_eq!(answer.structured["comments"], json!([nothing, nothing]));
    }

    #[tokio::test]
    async fn bnd_3_many_long_comments_fit_and_how_many_there_are_is_told() {
        let bench = Bench::start().await;
        let porridge = bench.mealie.kitchen().add_recipe("Porridge");
        for number in 0..30 {
            bench.mealie.kitchen().add_comment(porridge, &format!("{number} {}", "good ".repeat(1_999)));
        }
        let answer = listed(&bench, "porridge").await;
        assert!(answer.text.len() <= 60_000);
        assert_eq!(answer.structured["total"], 30);
        let shown = texts(&answer);
        assert!(shown.len() < 30 && shown[0].starts_with("0 ") && shown[1].starts_with("1 "));
        assert!(answer.text.contains("The newest comments are left out"));
        assert!(shown.iter().all(|text| !text.contains("[cut: ")), "what may be written is shown whole");
    }
}
