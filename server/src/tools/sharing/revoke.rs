//! Revoking a share link: a person is asked, since the same address never comes back. It never opens the link.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Link, links, missing};
use crate::answer::{Gone, Source, View};
use crate::args::IdArgument;
use crate::failure::Failure;
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question};
use crate::text::{Document, Id, Timestamp};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::words;

/// `delete_share_token`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeleteShareToken {
    /// As list_share_tokens shows it.
    token_id: IdArgument,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Deleted {
    status: Gone,
    /// The link that is gone.
    token_id: Id,
}

impl View for Deleted {
    const SOURCE: Source = Source::Ours;
}

impl Tool for DeleteShareToken {
    const NAME: &'static str = "delete_share_token";
    const TITLE: &'static str = "Revoke a share link";
    const DESCRIPTION: &'static str = "Revokes a share link; its recipe stays. Asks a person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Deleted;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Deleted>, Failure> {
        let id = self.token_id.0;
        let link: Link = kitchen.reads.find(links().id(&id)).await?.ok_or_else(|| missing(id))?;
        // The recipe and the end are in the question, and so in what a yes is good for.
        let question = question(id, link.recipe_id(), link.expires_at(), kitchen.now);
        let target = Target::new().id("share link", &id);
        let write = Write::new(move |writes| {
            async move {
                match writes.delete::<Document>(links().id(&id)).await {
                    Ok(_) => Ok(Deleted { status: Gone::Deleted, token_id: id }),
                    // Somebody was faster.
                    Err(Failure::Status { code: 404, .. }) => Err(missing(id)),
                    Err(failure) => Err(failure),
                }
            }
            .boxed()
        });
        Ok(Plan::ask(question, target, write))
    }
}

fn question(link: Id, recipe: Option<Id>, ends: Option<Timestamp>, now: Timestamp) -> Question {
    let mut what = Paragraph::of(words!["This will revoke the share link ", link]);
    if let Some(recipe) = recipe {
        what = what.and(words![" of the recipe ", recipe]);
    }
    what = match ends {
        Some(end) if end <= now => what.and(words![", which expired on ", end, "."]),
        Some(end) => what.and(words![", which expires on ", end, "."]),
        None => what.and(words![". Mealie does not say when it expires."]),
    };
    Question::new(
        what,
        Paragraph::of(words![
            "Whoever has its address can no longer read the recipe by it. The same address never comes back: a new link has \
             another. This cannot be undone."
        ]),
    )
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;
    use serde_json::json;

    use super::*;
    use crate::failure::Happened;
    use crate::tools::bench::Bench;

    #[test]
    fn ask_19_revoking_says_when_the_link_expires_and_that_the_address_never_comes_back() {
        let [link, recipe]: [Id; 2] = [1, 2].map(|number| format!("{number:032x}").parse().unwrap());
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let now = at("2026-12-01T10:00:00Z");
        let first = |recipe, ends| {
            let question = question(link, recipe, ends, now).to_string();
            question.lines().next().unwrap().to_owned()
        };
        for (row, recipe, ends, want) in [
            (
                "it works",
                Some(recipe),
                Some(at("2026-12-31T09:30:59.5Z")),
                format!(
                    "This will revoke the share link {link} of the recipe {recipe}, which expires on 2026-12-31 09:30 UTC."
                ),
            ),
            (
                "it has expired, this very moment",
                Some(recipe),
                Some(now),
                format!(
                    "This will revoke the share link {link} of the recipe {recipe}, which expired on 2026-12-01 10:00 UTC."
                ),
            ),
            (
                "nothing is known of it",
                None,
                None,
                format!("This will revoke the share link {link}. Mealie does not say when it expires."),
            ),
        ] {
            assert_eq!(first(recipe, ends), want, "{row}");
        }
        insta::assert_snapshot!(question(link, None, None, now), @r"
        This will revoke the share link 00000000-0000-0000-0000-000000000001. Mealie does not say when it expires.

        Whoever has its address can no longer read the recipe by it. The same address never comes back: a new link has another. This cannot be undone.
        ");
    }

    #[tokio::test]
    async fn after_a_yes_this_link_is_gone_and_the_recipe_and_its_other_links_stay() {
        let bench = Bench::start().await;
        let (soup, link, other) = {
            let mut kitchen = bench.mealie.kitchen();
            let soup = kitchen.recipe_named("Pea Soup").unwrap().id;
            (soup, kitchen.share_recipe(soup), kitchen.share_recipe(soup))
        };
        let asked = bench.asks::<DeleteShareToken>(json!({"token_id": link})).await.unwrap();
        assert!(asked.question.contains(&soup.to_string()), "{}", asked.question);
        assert_eq!(bench.mealie.writes(), []);
        let answer = bench.after_a_yes(asked).await.unwrap();
        // Nothing of the instance: no mark (UNT-1).
        assert_eq!(answer.structured, *json!({"status": "deleted", "token_id": link}).as_object().unwrap());
        let kitchen = bench.mealie.kitchen();
        assert!(kitchen.share_links.get(link).is_none() && kitchen.share_links.get(other).is_some());
        assert!(kitchen.recipes.get(soup).is_some());
        drop(kitchen);
        assert_eq!(bench.mealie.writes().len(), 1);
    }

    #[tokio::test]
    async fn ask_14_one_that_is_not_there_or_went_in_the_meantime_is_not_found() {
        let bench = Bench::start().await;
        let nobody: Id = "0c0ffee0-0000-4000-8000-000000000000".parse().unwrap();
        let unknown = bench.asks::<DeleteShareToken>(json!({"token_id": nobody.to_string()})).await.err();
        assert!(matches!(&unknown, Some(Failure::NotFound { ids, .. }) if *ids == [nobody]), "{unknown:?}");
        let link = {
            let mut kitchen = bench.mealie.kitchen();
            let soup = kitchen.recipe_named("Pea Soup").unwrap().id;
            kitchen.share_recipe(soup)
        };
        let asked = bench.asks::<DeleteShareToken>(json!({"token_id": link})).await.unwrap();
        bench.mealie.kitchen().share_links.take(link);
        let late = bench.after_a_yes(asked).await.unwrap_err();
        assert!(matches!(&late, Failure::NotFound { .. }), "{late:?}");
    }

    #[tokio::test]
    async fn ask_18_another_end_is_another_binding_of_the_same_call() {
        let bench = Bench::start().await;
        let link = {
            let mut kitchen = bench.mealie.kitchen();
            let soup = kitchen.recipe_named("Pea Soup").unwrap().id;
            kitchen.share_recipe(soup)
        };
        let mut bound = Vec::new();
        for end in [None, Some("2031-01-01T00:00:00Z")] {
            if let Some(end) = end {
                bench.mealie.kitchen().share_links.get_mut(link).unwrap().expires_at = end.parse().unwrap();
            }
            let asked = bench.asks::<DeleteShareToken>(json!({"token_id": link})).await.unwrap();
            let question = asked.question.clone();
            bound.push(asked.target.bind("process", "delete_share_token", &question));
        }
        assert_eq!(bound[0].call, bound[1].call);
        assert_ne!(bound[0].whole, bound[1].whole);
    }

    #[tokio::test]
    async fn live_10_a_500_may_have_happened_and_is_not_repeated() {
        let bench = Bench::start().await;
        let link = {
            let mut kitchen = bench.mealie.kitchen();
            let soup = kitchen.recipe_named("Pea Soup").unwrap().id;
            kitchen.share_recipe(soup)
        };
        let asked = bench.asks::<DeleteShareToken>(json!({"token_id": link})).await.unwrap();
        let order = Fault::under("DELETE", "/api/shared");
        bench.mealie.order_fault(order.answers_after_the_deed(500, "Internal Server Error"));
        let failure = bench.after_a_yes(asked).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
        assert_eq!(bench.mealie.writes().len(), 1);
    }
}
