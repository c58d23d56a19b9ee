//! Deleting a recipe. Mealie keeps no history of it, and after a broken rename a DELETE can hit another recipe, so the
//! address is proven before anybody is asked and again directly before the request.

use futures::future::OptionFuture;
use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Gone, Source, View};
use crate::failure::Failure;
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question, Word, counted};
use crate::mealie::lookup::{self, Reading, RecipeRef};
use crate::mealie::records::{Myself, Recipe};
use crate::mealie::route::Route;
use crate::text::{Document, Id};
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
            reads.count(Route::to(&["households", "mealplans"]).where_is("recipe_id", &id)),
            reads.length(Route::to(&["shared", "recipes"]).with("recipe_id", &id)),
            myself,
        );
        agrees?;
        let group = myself.transpose()?.and_then(|myself| myself.group_slug());
        let counts = Counts {
            servings: reading.servings,
            steps: reading.steps,
            comments: reading.comments,
            plans: plans?,
            shares: shares?,
        };
        let mut what = counts.what(id);
        if let Some(page) = kitchen.recipe_page(group.as_ref(), &id) {
            what = what.and(words![" Its page: ", page]);
        }
        let slug = reading.slug.clone();
        let consequence = Paragraph::of(words![
            "It is deleted for everyone in the group, with its picture, ratings and timeline. This cannot be undone."
        ]);
        let target = Target::new().id("recipe", &id).seen("recipe", &reading.as_read);
        let write = Write::new(move |writes| {
            async move {
                lookup::prove(writes.reads(), &id, &slug).await?;
                let gone = writes.delete::<Document>(Route::to(&["recipes"]).slug(&slug)).await?;
                went(id, &gone)
            }
            .boxed()
        });
        Ok(Plan::ask(Question::new(what, consequence), target, write))
    }
}

/// What goes with a recipe (ASK-19).
struct Counts {
    servings: Option<f64>,
    steps: u64,
    comments: u64,
    plans: u64,
    shares: u64,
}

impl Counts {
    fn what(&self, id: Id) -> Paragraph {
        Paragraph::of(words!["This will delete the recipe ", id, ". It has "])
            .and(self.servings())
            .and(counted(self.steps, "step", "steps"))
            .and(words![" and "])
            .and(counted(self.comments, "comment", "comments"))
            .and(words![". With it go "])
            .and(counted(self.plans, "plan entry", "plan entries"))
            .and(words![" of this household and "])
            .and(counted(self.shares, "share link", "share links"))
            .and(words!["."])
    }

    /// Mealie writes 0 for "not given".
    fn servings(&self) -> [Word; 2] {
        /// Beyond any kitchen; what is more is told as this.
        const MOST: f64 = 1_000_000.0;
        match self.servings.filter(|servings| *servings > 0.0) {
            None => [Word::Fixed("no number of servings, "), Word::Fixed("")],
            Some(servings) => {
                // Mealie keeps three decimals.
                let thousandths = (servings.min(MOST) * 1000.0).round() as i64;
                let noun = if thousandths == 1000 { " serving, " } else { " servings, " };
                [Word::Thousandths(thousandths), Word::Fixed(noun)]
            }
        }
    }
}

/// Holds what Mealie says it deleted against what was meant.
fn went(id: Id, gone: &Document) -> Result<Deleted, Failure> {
    match gone.read::<Recipe>().ok().and_then(|recipe| recipe.id()) {
        Some(gone) if gone != id => Err(Failure::HitAnother { meant: id, gone }),
        // An answer that does not say which recipe went is no reason to say that none did.
        _ => Ok(Deleted { status: Gone::Deleted, recipe_id: id }),
    }
}

#[cfg(test)]
mod tests {
    use fake_mealie::{FakeMealie, Options};

    use super::*;
    use crate::failure::Why;
    use crate::mealie::Departure;
    use crate::netguard::Netguard;
    use crate::settings::Connection;
    use crate::tool::House;

    fn id(number: u128) -> Id {
        format!("{number:032x}").parse().unwrap()
    }

    #[test]
    fn ask_19_a_recipe_is_told_by_its_counts() {
        let many = Counts { servings: Some(4.0), steps: 12, comments: 2, plans: 3, shares: 1 };
        insta::assert_snapshot!(many.what(id(1)), @"This will delete the recipe 00000000-0000-0000-0000-000000000001. It has 4 servings, 12 steps and 2 comments. With it go 3 plan entries of this household and 1 share link.");
        let few = Counts { servings: Some(1.0), steps: 1, comments: 1, plans: 1, shares: 0 };
        insta::assert_snapshot!(few.what(id(1)), @"This will delete the recipe 00000000-0000-0000-0000-000000000001. It has 1 serving, 1 step and 1 comment. With it go 1 plan entry of this household and 0 share links.");
        let odd = Counts { servings: Some(2.5), steps: 0, comments: 0, plans: 0, shares: 0 };
        insta::assert_snapshot!(odd.what(id(1)), @"This will delete the recipe 00000000-0000-0000-0000-000000000001. It has 2.5 servings, 0 steps and 0 comments. With it go 0 plan entries of this household and 0 share links.");
    }

    /// What happens between the plan and the request: the address is proven once more, in the write itself.
    #[tokio::test]
    async fn live_5_an_address_that_leads_elsewhere_since_the_plan_deletes_nothing() {
        let mealie = FakeMealie::start(Options::default()).await.unwrap();
        let soup = mealie.kitchen().recipe_named("Pea Soup").unwrap().id;
        let (reads, key) = crate::mealie::open(Connection::of_test(mealie.url(), mealie.token()));
        let house = House { writes: true, dialog: true };
        let netguard = Netguard::new(None);
        let kitchen = Kitchen {
            reads: &reads,
            netguard: &netguard,
            public_url: None,
            now: crate::tools::bench::NOW.parse().unwrap(),
            house,
            max_result_bytes: 60_000,
        };
        for (row, meanwhile) in [
            ("renamed, its slug left behind", "Green Soup"),
            ("renamed onto another recipe", "Red Lentil Soup"),
        ] {
            let call = DeleteRecipe { recipe: RecipeRef::Id(soup.into()) };
            let Plan::Ask(asks) = Tool::plan(&call, &kitchen).await.unwrap() else {
                panic!("{row}: a question")
            };
            mealie.kitchen().rename_leaving_the_slug(soup, meanwhile);
            let failure = asks.write.run(key.lend(&Departure::default())).await.err();
            let broken =
                matches!(&failure, Some(Failure::Refused(refusal)) if refusal.why == Why::BrokenAddress);
            assert!(broken, "{row}: {failure:?}");
            assert_eq!(mealie.writes(), [], "{row}");
            mealie.reset();
        }
    }

    #[test]
    fn ask_19_servings_that_nobody_gave_are_no_zero() {
        for (servings, want) in [
            (None, "It has no number of servings, "),
            (Some(0.0), "It has no number of servings, "),
            (Some(-1e300), "It has no number of servings, "),
            (Some(1e300), "It has 1000000 servings, "),
            (Some(0.25), "It has 0.25 servings, "),
        ] {
            let said =
                Counts { servings, steps: 1, comments: 0, plans: 0, shares: 0 }.what(id(1)).to_string();
            assert!(said.contains(want), "{said}");
        }
    }

    #[test]
    fn live_5_an_answer_about_another_recipe_is_told_at_once() {
        let gone = |json: &str| went(id(1), &serde_json::from_str(json).unwrap());
        assert!(gone(r#"{"id":"00000000-0000-0000-0000-000000000001"}"#).is_ok());
        assert!(gone("null").is_ok() && gone("{}").is_ok() && gone(r#"{"id":null}"#).is_ok());
        let other = gone(r#"{"id":"00000000-0000-0000-0000-000000000002"}"#).err();
        assert!(
            matches!(other, Some(Failure::HitAnother { meant, gone }) if meant == id(1) && gone == id(2))
        );
    }
}
