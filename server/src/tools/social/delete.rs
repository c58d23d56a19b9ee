//! Deleting a comment. Mealie keeps no copy of it, and answers a bare 500 where it belongs to somebody else or is gone, so
//! both are found out before anybody is asked. It never shows what the comment says.

use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Gone, Source, View};
use crate::args::IdArgument;
use crate::failure::{Failure, Why};
use crate::guard::binding::Target;
use crate::guard::question::{Page, Paragraph, Question};
use crate::mealie::read_record;
use crate::mealie::route::Route;
use crate::mealie::social::Comment;
use crate::text::{Date, Document, Foreign, Id, Timestamp};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::words;

/// `delete_recipe_comment`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeleteRecipeComment {
    comment_id: IdArgument,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Deleted {
    status: Gone,
    /// The comment that is gone.
    comment_id: Id,
    /// The recipe it was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe_id: Option<Id>,
}

impl View for Deleted {
    const SOURCE: Source = Source::Ours;
}

impl Tool for DeleteRecipeComment {
    const NAME: &'static str = "delete_recipe_comment";
    const TITLE: &'static str = "Delete a recipe comment";
    const DESCRIPTION: &'static str = "Deletes a comment for good: one's own, or as an administrator anybody's. Asks a \
         person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Deleted;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Deleted>, Failure> {
        let id = self.comment_id.0;
        let (document, me) = join!(kitchen.reads.find::<Document>(route(&id)), kitchen.reads.me());
        let document = document?.ok_or_else(|| missing(id))?;
        let comment: Comment = read_record(&document)?;
        let me = me?;
        let own = me.is(comment.author_id());
        if own != Some(true) && !me.is_admin() {
            return Err(not_the_callers(own));
        }
        let recipe = comment.recipe_id.as_ref().and_then(Foreign::read_as);
        let written = comment.created_at.as_ref().and_then(Foreign::read_as).map(Timestamp::date);
        let page = recipe.and_then(|recipe| kitchen.recipe_page(me.group_slug(), &recipe));
        let mut target = Target::new().id("comment", &id).seen("comment", &document.fingerprint());
        if let Some(recipe) = &recipe {
            target = target.id("recipe", recipe);
        }
        let as_read = document.fingerprint();
        let write = Write::new(move |writes| {
            async move {
                // Once more, since Mealie's answer would not tell that it is gone already.
                let there = writes.reads().find::<Document>(route(&id)).await?;
                if there.ok_or_else(|| missing(id))?.fingerprint() != as_read {
                    return Err(Failure::refused(
                        Why::Changed,
                        "Somebody changed this comment at the same moment, so it was left alone. Read it again before you \
                         try once more.",
                    ));
                }
                writes.delete::<Document>(route(&id)).await?;
                Ok(Deleted { status: Gone::Deleted, comment_id: id, recipe_id: recipe })
            }
            .boxed()
        });
        Ok(Plan::ask(question(id, recipe, written, own, page), target, write))
    }
}

fn route(id: &Id) -> Route {
    Route::to(&["comments"]).id(id)
}

fn missing(id: Id) -> Failure {
    Failure::NotFound { kind: "recipe comments", ids: vec![id] }
}

fn not_the_callers(own: Option<bool>) -> Failure {
    Failure::refused(
        Why::Locked,
        match own {
            Some(_) => {
                "Somebody else wrote this comment, and Mealie lets only its author or an administrator delete it. Nothing was \
                 changed."
            }
            None => {
                "Mealie does not tell whether the token's user wrote this comment, and lets only its author or an \
                 administrator delete it. Nothing was changed."
            }
        },
    )
}

/// ASK-19: its date, whether it is the caller's own; no word of it.
fn question(
    id: Id,
    recipe: Option<Id>,
    written: Option<Date>,
    own: Option<bool>,
    page: Option<Page>,
) -> Question {
    let mut what = Paragraph::of(words!["This will delete the comment ", id]);
    if let Some(recipe) = recipe {
        what = what.and(words![" on the recipe ", recipe]);
    }
    what = match written {
        Some(date) => what.and(words![", written on ", date]),
        None => what.and(words![", whose date Mealie does not tell"]),
    };
    what = what.and(words![match own {
        Some(true) => ". The token's own user wrote it.",
        Some(false) => ". Somebody else wrote it, and the token's user deletes it as an administrator.",
        None => ". Mealie does not tell whether the token's own user wrote it.",
    }]);
    if let Some(page) = page {
        what = what.and(words![" The recipe's page: ", page]);
    }
    Question::new(
        what,
        Paragraph::of(words!["It is deleted for everyone in the group. This cannot be undone."]),
    )
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;
    use serde_json::json;
    use uuid::Uuid;

    use super::super::tests::{NOBODY, json_of, soup};
    use super::*;
    use crate::failure::Happened;
    use crate::tools::bench::Bench;

    /// A comment of the cook's on a recipe, and one of Bob's.
    fn commented(bench: &Bench) -> (Uuid, Uuid) {
        let soup = soup(bench);
        let mut kitchen = bench.mealie.kitchen();
        let family = kitchen.cook().household_id;
        let bob = kitchen.add_user(family, "bob", "bobs-token");
        (kitchen.add_comment(soup, "Mine."), kitchen.comment_by(bob, soup, "His."))
    }

    fn make_the_cook_an_administrator(bench: &Bench) {
        let mut kitchen = bench.mealie.kitchen();
        let cook = kitchen.cook().id;
        kitchen.users.get_mut(cook).unwrap().admin = true;
    }

    fn of(id: Uuid) -> serde_json::Value {
        json!({"comment_id": id})
    }

    #[test]
    fn ask_19_the_question_tells_the_date_and_whose_it_is() {
        let id = |number: u128| -> Id { format!("{number:032x}").parse().unwrap() };
        let date: Date = "2026-03-09".parse().unwrap();
        insta::assert_snapshot!(question(id(1), Some(id(2)), Some(date), Some(true), None), @r"
        This will delete the comment 00000000-0000-0000-0000-000000000001 on the recipe 00000000-0000-0000-0000-000000000002, written on 2026-03-09. The token's own user wrote it.

        It is deleted for everyone in the group. This cannot be undone.
        ");
        insta::assert_snapshot!(question(id(1), None, None, Some(false), None), @r"
        This will delete the comment 00000000-0000-0000-0000-000000000001, whose date Mealie does not tell. Somebody else wrote it, and the token's user deletes it as an administrator.

        It is deleted for everyone in the group. This cannot be undone.
        ");
    }

    #[tokio::test]
    async fn after_a_yes_the_comment_is_gone_and_no_other_one() {
        let bench = Bench::start().await;
        let (cooks, bobs) = commented(&bench);
        let asked = bench.asks::<DeleteRecipeComment>(of(cooks)).await.unwrap();
        assert!(
            asked.question.contains("own user wrote it") && !asked.question.contains("Mine"),
            "{}",
            asked.question
        );
        assert_eq!(bench.mealie.writes(), []);
        let answer = bench.after_a_yes(asked).await.unwrap();
        // Nothing of the instance: no mark (UNT-1).
        let want = json!({"status": "deleted", "comment_id": cooks, "recipe_id": soup(&bench)});
        assert_eq!(answer.structured, *want.as_object().unwrap());
        assert!(!answer.text.contains(crate::text::UNTRUSTED));
        let kitchen = bench.mealie.kitchen();
        assert!(kitchen.comments.get(cooks).is_none() && kitchen.comments.get(bobs).is_some());
        drop(kitchen);
        let writes = bench.mealie.writes();
        assert_eq!(writes.len(), 1);
        assert_eq!(
            (writes[0].method.as_str(), writes[0].path.clone()),
            ("DELETE", format!("/api/comments/{cooks}"))
        );
    }

    /// Mealie 3.10.2 answers a bare 500 where it means 403.
    #[tokio::test]
    async fn somebody_elses_comment_is_refused_before_anybody_is_asked_but_for_an_administrator() {
        let mut bench = Bench::start().await;
        let (cooks, bobs) = commented(&bench);
        let failure = bench.asks::<DeleteRecipeComment>(of(bobs)).await.err().unwrap();
        assert!(matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Locked), "{failure:?}");
        make_the_cook_an_administrator(&bench);
        let asked = bench.asks::<DeleteRecipeComment>(of(bobs)).await.unwrap();
        assert!(asked.question.contains("Somebody else wrote it"), "{}", asked.question);
        bench.after_a_yes(asked).await.unwrap();
        assert!(bench.mealie.kitchen().comments.get(bobs).is_none());
        bench.is_called_by("bobs-token");
        let failure = bench.asks::<DeleteRecipeComment>(of(cooks)).await.err().unwrap();
        assert!(matches!(&failure, Failure::Refused(refusal) if refusal.why == Why::Locked), "{failure:?}");
        assert_eq!(bench.mealie.writes().len(), 1);
    }

    /// Nobody can say that it is the caller's.
    #[tokio::test]
    async fn live_13_a_comment_whose_author_mealie_does_not_tell_is_nobodys() {
        let bench = Bench::start().await;
        let path = format!("/api/comments/{NOBODY}");
        for body in
            [json!({}), json!({"userId": null, "user": null}), json!({"userId": "Cook", "user": {"id": "5"}})]
        {
            bench.mealie.order_fault(json_of(Fault::on("GET", &path), &body));
            let failure =
                bench.asks::<DeleteRecipeComment>(json!({"comment_id": NOBODY})).await.err().unwrap();
            assert!(failure.words().ours.contains("does not tell whether"), "{body}: {failure:?}");
        }
        make_the_cook_an_administrator(&bench);
        bench.mealie.order_fault(json_of(Fault::on("GET", &path), &json!({})));
        let asked = bench.asks::<DeleteRecipeComment>(json!({"comment_id": NOBODY})).await.unwrap();
        assert!(
            asked.question.contains("does not tell whether the token's own user wrote it"),
            "{}",
            asked.question
        );
    }

    #[tokio::test]
    async fn ask_14_a_comment_that_is_not_there_is_told_by_its_id_and_nobody_is_asked() {
        let bench = Bench::start().await;
        let failure = bench.asks::<DeleteRecipeComment>(json!({"comment_id": NOBODY})).await.err().unwrap();
        assert!(
            matches!(&failure, Failure::NotFound { ids, .. } if ids[0].to_string() == NOBODY),
            "{failure:?}"
        );
        // Gone between the yes and the request.
        let (cooks, _) = commented(&bench);
        let asked = bench.asks::<DeleteRecipeComment>(of(cooks)).await.unwrap();
        bench.mealie.kitchen().remove_comment(cooks);
        let failure = bench.after_a_yes(asked).await.unwrap_err();
        assert!(matches!(&failure, Failure::NotFound { ids, .. } if *ids == [cooks.into()]), "{failure:?}");
        assert_eq!(bench.mealie.writes(), []);
    }

    #[tokio::test]
    async fn ask_9_ask_18_another_comment_is_another_call_and_another_text_another_state() {
        let bench = Bench::start().await;
        let (cooks, _) = commented(&bench);
        let twin = {
            let mut kitchen = bench.mealie.kitchen();
            let first = kitchen.comments.get(cooks).unwrap().clone();
            let twin = kitchen.fresh_id();
            kitchen.comments.put(fake_mealie::Comment { id: twin, ..first });
            twin
        };
        let mut all = Vec::new();
        for (row, id) in
            [("first", cooks), ("capitals", cooks), ("twin", twin), ("edited", cooks), ("moved", cooks)]
        {
            match row {
                "edited" => bench.mealie.kitchen().edit_comment(cooks, "Mine!"),
                "moved" => {
                    let mut kitchen = bench.mealie.kitchen();
                    let porridge = kitchen.add_recipe("Porridge");
                    kitchen.comments.get_mut(cooks).unwrap().recipe_id = porridge;
                }
                _ => {}
            }
            let spelled = if row == "capitals" { id.to_string().to_uppercase() } else { id.to_string() };
            let asked = bench.asks::<DeleteRecipeComment>(json!({"comment_id": spelled})).await.unwrap();
            let question = asked.question.clone();
            all.push(asked.target.bind("process", "delete_recipe_comment", &question));
        }
        let [first, capitals, twin, edited, moved] = all.as_slice() else { panic!() };
        assert_eq!(first, capitals, "one UUID in any case");
        assert_ne!(first.call, twin.call);
        assert_eq!(first.call, edited.call);
        assert_ne!(first.whole, edited.whole);
        assert_ne!(first.call, moved.call);
    }

    #[tokio::test]
    async fn ask_16_the_question_carries_the_recipes_page_where_people_have_one() {
        let mut bench = Bench::start().await;
        let (cooks, _) = commented(&bench);
        let asked = bench.asks::<DeleteRecipeComment>(of(cooks)).await.unwrap();
        assert!(!asked.question.contains("://"), "{}", asked.question);
        bench.public_url = Some("https://recipes.example".parse().unwrap());
        let asked = bench.asks::<DeleteRecipeComment>(of(cooks)).await.unwrap();
        let page = format!("https://recipes.example/g/home/r/{}", soup(&bench));
        assert!(asked.question.contains(&page), "{}", asked.question);
    }

    #[tokio::test]
    async fn live_10_after_a_500_it_may_be_gone_and_is_not_deleted_again() {
        let bench = Bench::start().await;
        let (cooks, _) = commented(&bench);
        let asked = bench.asks::<DeleteRecipeComment>(of(cooks)).await.unwrap();
        bench.mealie.order_fault(
            Fault::under("DELETE", "/api/comments").next(9).answers(500, "Internal Server Error"),
        );
        let failure = bench.after_a_yes(asked).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
        assert_eq!(bench.mealie.writes().len(), 1);
    }
}
