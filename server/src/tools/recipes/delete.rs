//! Deleting a recipe. Mealie keeps no history of it, and after a broken rename a DELETE can hit another recipe, so the
//! address is proven before anybody is asked and again directly before the request.

use futures::future::OptionFuture;
use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Gone, Source, View};
use crate::failure::{Failure, Happened, Unusable, Why};
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question, Word, counted};
use crate::mealie::lookup::{self, Reading, RecipeRef};
use crate::mealie::records::{Counted, Listed, Myself, Recipe};
use crate::mealie::route::Route;
use crate::text::{Document, Id, Slug};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::words;

/// `delete_recipe`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeleteRecipe {
    recipe: RecipeRef,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Deleted {
    status: Gone,
    /// The recipe that is gone.
    recipe_id: Id,
}

impl View for Deleted {
    const SOURCE: Source = Source::Ours;
}

impl Tool for DeleteRecipe {
    const NAME: &'static str = "delete_recipe";
    const TITLE: &'static str = "Delete a recipe";
    const DESCRIPTION: &'static str = "Deletes a recipe for good, with its comments, plan entries and share links. \
         Asks a person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Deleted;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Deleted>, Failure> {
        let reads = kitchen.reads;
        let reading = Reading::at(reads, &self.recipe).await?;
        let id = reading.id;
        let myself: OptionFuture<_> =
            kitchen.public_url.map(|_| reads.get::<Myself>(Route::to(&["users", "self"]))).into();
        let (agrees, plans, shares, myself) = join!(
            reading.agrees(reads),
            reads
                .get::<Counted>(Route::to(&["households", "mealplans"]).where_is("recipe_id", &id).counted()),
            reads.get::<Listed>(Route::to(&["shared", "recipes"]).with("recipe_id", &id)),
            myself,
        );
        agrees?;
        let group = myself.transpose()?.and_then(|myself| myself.group_slug());
        let recipe = reading
            .document
            .read::<Recipe>()
            .map_err(|_| Failure::Answer(Unusable::NotAsExpected, Happened::No))?;
        let counts = Counts {
            servings: recipe.recipe_servings.unwrap_or_default(),
            steps: recipe.recipe_instructions.map_or(0, |steps| steps.len() as u64),
            comments: recipe.comments.map_or(0, |comments| comments.len() as u64),
            plans: plans?.count(),
            shares: shares?.map_or(0, |shares| shares.len() as u64),
        };
        let mut what = counts.what(id);
        if let Some(page) = kitchen.recipe_page(group.as_ref(), &id) {
            what = what.and(words![" Its page: ", page]);
        }
        let slug = reading.slug.clone();
        let consequence = Paragraph::of(words![
            "It is deleted for everyone in the group, with its picture, ratings and timeline. This cannot be undone."
        ]);
        let target = Target::new().id("recipe", &id).seen("recipe", &reading.document);
        let write = Write::new(move |writes| {
            async move {
                lookup::prove(writes.reads(), &id, &slug).await?;
                let gone = writes.delete::<Document>(Route::to(&["recipes"]).slug(&slug)).await?;
                went(id, &slug, &gone)
            }
            .boxed()
        });
        Ok(Plan::ask(Question::new(what, consequence), target, write))
    }
}

/// What goes with a recipe (ASK-19).
struct Counts {
    servings: f64,
    steps: u64,
    comments: u64,
    plans: u64,
    shares: u64,
}

impl Counts {
    fn what(&self, id: Id) -> Paragraph {
        // Mealie keeps three decimals; a number beyond any kitchen's is shown as the largest there is.
        let servings = (self.servings * 1000.0).round() as i64;
        let one = servings == 1000;
        Paragraph::of(words!["This will delete the recipe ", id, ". It has "])
            .and([Word::Thousandths(servings), Word::Fixed(if one { " serving, " } else { " servings, " })])
            .and(counted(self.steps, "step", "steps"))
            .and(words![" and "])
            .and(counted(self.comments, "comment", "comments"))
            .and(words![". With it go "])
            .and(counted(self.plans, "plan entry", "plan entries"))
            .and(words![" of this household and "])
            .and(counted(self.shares, "share link", "share links"))
            .and(words!["."])
    }
}

/// Holds what Mealie says it deleted against what was meant.
fn went(id: Id, slug: &Slug, gone: &Document) -> Result<Deleted, Failure> {
    match gone.read::<Recipe>().ok().and_then(|recipe| recipe.id()) {
        Some(other) if other != id => Err(Failure::refused(
            Why::BrokenAddress,
            format!(
                "Mealie deleted another recipe than the one that was meant: {other} is gone, {id} ({slug}) may still be \
                 there. Tell the person at once; a backup of Mealie may bring it back."
            ),
        )),
        // An answer that does not say which recipe went is no reason to say that none did.
        _ => Ok(Deleted { status: Gone::Deleted, recipe_id: id }),
    }
}

#[cfg(test)]
mod tests {
    use fake_mealie::{FakeMealie, Options};

    use super::*;
    use crate::settings::Connection;
    use crate::tool::House;

    fn id(number: u128) -> Id {
        format!("{number:032x}").parse().unwrap()
    }

    #[test]
    fn ask_19_a_recipe_is_told_by_its_counts() {
        let many = Counts { servings: 4.0, steps: 12, comments: 2, plans: 3, shares: 1 };
        insta::assert_snapshot!(many.what(id(1)), @"This will delete the recipe 00000000-0000-0000-0000-000000000001. It has 4 servings, 12 steps and 2 comments. With it go 3 plan entries of this household and 1 share link.");
        let few = Counts { servings: 1.0, steps: 1, comments: 1, plans: 1, shares: 0 };
        insta::assert_snapshot!(few.what(id(1)), @"This will delete the recipe 00000000-0000-0000-0000-000000000001. It has 1 serving, 1 step and 1 comment. With it go 1 plan entry of this household and 0 share links.");
        let odd = Counts { servings: 2.5, steps: 0, comments: 0, plans: 0, shares: 0 };
        insta::assert_snapshot!(odd.what(id(1)), @"This will delete the recipe 00000000-0000-0000-0000-000000000001. It has 2.5 servings, 0 steps and 0 comments. With it go 0 plan entries of this household and 0 share links.");
    }

    /// What happens between the plan and the request: the address is proven once more, in the write itself.
    #[tokio::test]
    async fn live_5_an_address_that_leads_elsewhere_since_the_plan_deletes_nothing() {
        let mealie = FakeMealie::start(Options::default()).await.unwrap();
        let soup = mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
        let (reads, key) = crate::mealie::open(Connection::of_test(mealie.url(), mealie.token()));
        let house = House { writes: true, dialog: true };
        let kitchen = Kitchen { reads: &reads, public_url: None, house };
        for (row, meanwhile) in [
            ("renamed, its slug left behind", "Green Soup"),
            ("renamed onto another recipe", "Red Lentil Soup"),
        ] {
            let call = DeleteRecipe { recipe: RecipeRef::Id(soup.into()) };
            let Plan::Ask(asks) = Tool::plan(&call, &kitchen).await.unwrap() else {
                panic!("{row}: a question")
            };
            mealie.kitchen().rename_leaving_the_slug(soup, meanwhile);
            let failure = asks.write.run(key.lend()).await.err();
            let broken =
                matches!(&failure, Some(Failure::Refused(refusal)) if refusal.why == Why::BrokenAddress);
            assert!(broken, "{row}: {failure:?}");
            assert_eq!(mealie.writes(), [], "{row}");
            mealie.reset();
        }
    }

    #[test]
    fn live_5_an_answer_about_another_recipe_is_told_at_once() {
        let slug: Slug = "soup".parse().unwrap();
        let gone = |json: &str| went(id(1), &slug, &serde_json::from_str(json).unwrap());
        assert!(gone(r#"{"id":"00000000-0000-0000-0000-000000000001"}"#).is_ok());
        assert!(gone("null").is_ok() && gone("{}").is_ok() && gone(r#"{"id":null}"#).is_ok());
        let other = gone(r#"{"id":"00000000-0000-0000-0000-000000000002"}"#);
        let words = other.err().map(|failure| failure.words().ours).unwrap_or_default();
        assert!(
            words.starts_with("Mealie deleted another recipe than the one that was meant: 00000000-"),
            "{words}"
        );
    }
}
