//! Deleting a cookbook: its recipes stay. Mealie lets a household delete its own alone, and says of another's that it is not
//! there; so whose it is is found out before anybody is asked.

use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cookbook, books, missing};
use crate::answer::{Gone, Source, View};
use crate::args::IdArgument;
use crate::failure::{Failure, Why};
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question};
use crate::mealie::read_record;
use crate::text::{Document, Id};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::words;

/// `delete_cookbook`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeleteCookbook {
    cookbook_id: IdArgument,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Deleted {
    status: Gone,
    /// The cookbook that is gone.
    cookbook_id: Id,
}

impl View for Deleted {
    const SOURCE: Source = Source::Ours;
}

impl Tool for DeleteCookbook {
    const NAME: &'static str = "delete_cookbook";
    const TITLE: &'static str = "Delete a cookbook";
    const DESCRIPTION: &'static str =
        "Deletes a cookbook of this household; its recipes stay. Asks a person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Deleted;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Deleted>, Failure> {
        let id = self.cookbook_id.0;
        let (found, me) = join!(kitchen.reads.find::<Document>(books().id(&id)), kitchen.reads.me());
        let found = found?.ok_or_else(|| missing(id))?;
        let book: Cookbook = read_record(&found)?;
        if me?.is_of_another_household(book.household_id.as_ref()) {
            return Err(Failure::refused(
                Why::Locked,
                "This cookbook belongs to another household of the group, which alone can delete it. Nothing was changed.",
            ));
        }
        let question = question(id, book.public);
        let target = Target::new().id("cookbook", &id).seen("cookbook", &found.fingerprint_of(&KEPT));
        let write = Write::new(move |writes| {
            async move {
                match writes.delete::<Document>(books().id(&id)).await {
                    Ok(_) => Ok(Deleted { status: Gone::Deleted, cookbook_id: id }),
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

/// What is stored of a cookbook. Mealie 3.10.2 reads the filter anew for every answer (`queryFilter`), and puts the moment
/// where it says `$NOW`.
const KEPT: [&str; 6] = ["/name", "/description", "/slug", "/position", "/public", "/queryFilterString"];

fn question(id: Id, public: Option<bool>) -> Question {
    let what = Paragraph::of(words![
        "This will delete the cookbook ",
        id,
        match public {
            Some(true) => ", which is public.",
            Some(false) => ", which is not public.",
            None => ". Mealie does not say whether it is public.",
        }
    ]);
    Question::new(
        what,
        Paragraph::of(words![
            "Its name, description and filter are gone for everyone in the group; its recipes stay. This cannot be undone."
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
    fn ask_19_a_delete_says_whether_it_is_public_and_that_its_recipes_stay() {
        let id: Id = format!("{:032x}", 1).parse().unwrap();
        insta::assert_snapshot!(question(id, Some(true)), @r"
        This will delete the cookbook 00000000-0000-0000-0000-000000000001, which is public.

        Its name, description and filter are gone for everyone in the group; its recipes stay. This cannot be undone.
        ");
        assert!(question(id, Some(false)).to_string().contains(", which is not public."));
        assert!(question(id, None).to_string().contains("Mealie does not say whether it is public."));
    }

    #[tokio::test]
    async fn after_a_yes_it_is_gone_and_its_recipes_stay() {
        let bench = Bench::start().await;
        let id = bench.mealie.kitchen().add_cookbook("Soups", r#"name LIKE "%soup%""#);
        let recipes = bench.mealie.kitchen().recipes.len();
        let asked = bench.asks::<DeleteCookbook>(json!({"cookbook_id": id})).await.unwrap();
        assert_eq!(bench.mealie.writes(), []);
        let answer = bench.after_a_yes(asked).await.unwrap();
        // Nothing of the instance: no mark (UNT-1).
        assert_eq!(answer.structured, *json!({"status": "deleted", "cookbook_id": id}).as_object().unwrap());
        let kitchen = bench.mealie.kitchen();
        assert!(kitchen.cookbooks.get(id).is_none());
        assert_eq!(kitchen.recipes.len(), recipes);
    }

    #[tokio::test]
    async fn ask_14_what_is_not_there_or_is_anothers_is_said_before_anybody_is_asked() {
        let bench = Bench::start().await;
        let nobody: Id = "0c0ffee0-0000-4000-8000-000000000000".parse().unwrap();
        let unknown = bench.asks::<DeleteCookbook>(json!({"cookbook_id": nobody.to_string()})).await.err();
        assert!(matches!(&unknown, Some(Failure::NotFound { ids, .. }) if *ids == [nobody]), "{unknown:?}");
        let theirs = {
            let mut kitchen = bench.mealie.kitchen();
            let group = kitchen.group.id;
            let household = kitchen.add_household(group, "Next door");
            kitchen.add_cookbook_of(household, "Theirs", "")
        };
        let anothers = bench.asks::<DeleteCookbook>(json!({"cookbook_id": theirs})).await.err();
        let locked = matches!(&anothers, Some(Failure::Refused(refusal)) if refusal.why == Why::Locked);
        assert!(locked, "{anothers:?}");
        assert_eq!(bench.mealie.writes(), []);
    }

    #[tokio::test]
    async fn one_that_went_in_the_meantime_is_not_found() {
        let bench = Bench::start().await;
        let id = bench.mealie.kitchen().add_cookbook("Soups", "");
        let asked = bench.asks::<DeleteCookbook>(json!({"cookbook_id": id})).await.unwrap();
        bench.mealie.kitchen().cookbooks.take(id);
        let late = bench.after_a_yes(asked).await.unwrap_err();
        assert!(matches!(&late, Failure::NotFound { .. }), "{late:?}");
    }

    #[tokio::test]
    async fn ask_18_another_filter_or_a_cookbook_made_public_is_another_binding_of_the_same_call() {
        let bench = Bench::start().await;
        let id = bench.mealie.kitchen().add_cookbook("Soups", "");
        let mut bound = Vec::new();
        for change in 0..3 {
            match change {
                1 => bench.mealie.kitchen().change_cookbook(id, |book| book.description = "New.".to_owned()),
                2 => bench.mealie.kitchen().publish_cookbook(id),
                _ => {}
            }
            let asked = bench.asks::<DeleteCookbook>(json!({"cookbook_id": id})).await.unwrap();
            let question = asked.question.clone();
            bound.push(asked.target.bind("process", "delete_cookbook", &question));
        }
        assert!(bound.iter().all(|one| one.call == bound[0].call));
        assert!(bound[0].whole != bound[1].whole && bound[1].whole != bound[2].whole);
    }

    /// Mealie writes another moment into the answer every time.
    #[tokio::test]
    async fn ask_18_a_filter_that_goes_by_the_clock_is_the_same_filter_a_moment_later() {
        let bench = Bench::start().await;
        let id = bench.mealie.kitchen().add_cookbook("Lately", r#"last_made > "$NOW-30d""#);
        let mut bound = Vec::new();
        for clock in ["2026-03-09T10:00:00Z", "2026-03-09T10:00:05Z"] {
            bench.mealie.kitchen().set_clock(clock.parse().unwrap());
            let asked = bench.asks::<DeleteCookbook>(json!({"cookbook_id": id})).await.unwrap();
            let question = asked.question.clone();
            bound.push(asked.target.bind("process", "delete_cookbook", &question));
        }
        assert_eq!(bound[0], bound[1]);
    }

    #[tokio::test]
    async fn live_10_a_500_may_have_happened_and_is_not_repeated() {
        let bench = Bench::start().await;
        let id = bench.mealie.kitchen().add_cookbook("Soups", "");
        let asked = bench.asks::<DeleteCookbook>(json!({"cookbook_id": id})).await.unwrap();
        let order = Fault::under("DELETE", "/api/households/cookbooks");
        bench.mealie.order_fault(order.answers_after_the_deed(500, "Internal Server Error"));
        let failure = bench.after_a_yes(asked).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
        assert_eq!(bench.mealie.writes().len(), 1);
    }
}
