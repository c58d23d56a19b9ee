//! Deleting an organizer. Recipes stay and lose it, everywhere in the group, and Mealie keeps no record of which they were.

use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Kind, carried};
use crate::answer::{Gone, Source, View};
use crate::args::IdArgument;
use crate::failure::Failure;
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question};
use crate::text::{Document, Id};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::words;

/// `delete_organizer`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeleteOrganizer {
    /// tool: a kitchen tool.
    kind: Kind,
    id: IdArgument,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Deleted {
    status: Gone,
    kind: &'static str,
    /// The organizer that is gone.
    id: Id,
    /// Recipes that carried it.
    recipes: u64,
}

impl View for Deleted {
    const SOURCE: Source = Source::Ours;
}

impl Tool for DeleteOrganizer {
    const NAME: &'static str = "delete_organizer";
    const TITLE: &'static str = "Delete a tag, category or kitchen tool";
    const DESCRIPTION: &'static str = "Deletes a tag, category or kitchen tool for good: recipes stay and lose it. Asks a \
         person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Deleted;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Deleted>, Failure> {
        let (kind, id) = (self.kind, self.id.0);
        let (found, recipes) =
            join!(kitchen.reads.find::<Document>(kind.route().id(&id)), kind.carriers(kitchen.reads, &id),);
        let found = found?.ok_or_else(|| kind.missing(id))?;
        let recipes = recipes?;
        let target = Target::new()
            .given("kind", &kind.one())
            .id("organizer", &id)
            .seen("organizer", &found.fingerprint());
        let write = Write::new(move |writes| {
            async move {
                match writes.delete::<Document>(kind.route().id(&id)).await {
                    // Mealie 3.10.2 answers null, for a tool the tool.
                    Ok(_) => Ok(Deleted { status: Gone::Deleted, kind: kind.into(), id, recipes }),
                    // Somebody was faster: 404, for a tag 400 "Bad Request".
                    Err(failure @ Failure::Status { code: 400 | 404, .. }) => {
                        let left = writes.reads().find::<Document>(kind.route().id(&id)).await;
                        Err(if matches!(left, Ok(None)) { kind.missing(id) } else { failure })
                    }
                    Err(failure) => Err(failure),
                }
            }
            .boxed()
        });
        Ok(Plan::ask(question(kind, id, recipes), target, write))
    }
}

fn question(kind: Kind, id: Id, recipes: u64) -> Question {
    let what =
        Paragraph::of(words!["This will delete the ", kind.one(), " ", id, ". "]).and(carried(recipes));
    let consequence = Paragraph::of(words![
        "It is deleted for everyone in the group: the recipes stay and lose it, and cookbooks and plan rules that filter \
         by it match nothing by it any more. This cannot be undone."
    ]);
    Question::new(what, consequence)
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;
    use serde_json::json;

    use super::super::tests::{KINDS, bare};
    use super::*;
    use crate::failure::Happened;
    use crate::tools::bench::Bench;

    #[test]
    fn ask_19_a_delete_says_how_many_recipes_carry_it_and_that_they_stay() {
        let id: Id = format!("{:032x}", 1).parse().unwrap();
        insta::assert_snapshot!(question(Kind::Tag, id, 12), @r"
        This will delete the tag 00000000-0000-0000-0000-000000000001. 12 recipes carry it.

        It is deleted for everyone in the group: the recipes stay and lose it, and cookbooks and plan rules that filter by it match nothing by it any more. This cannot be undone.
        ");
        insta::assert_snapshot!(question(Kind::Category, id, 0), @r"
        This will delete the category 00000000-0000-0000-0000-000000000001. 0 recipes carry it.

        It is deleted for everyone in the group: the recipes stay and lose it, and cookbooks and plan rules that filter by it match nothing by it any more. This cannot be undone.
        ");
        insta::assert_snapshot!(question(Kind::Tool, id, 1), @r"
        This will delete the kitchen tool 00000000-0000-0000-0000-000000000001. 1 recipe carries it.

        It is deleted for everyone in the group: the recipes stay and lose it, and cookbooks and plan rules that filter by it match nothing by it any more. This cannot be undone.
        ");
    }

    #[tokio::test]
    async fn after_a_yes_it_is_gone_and_the_recipes_stay() {
        for (kind, of, path, word) in KINDS {
            let bench = bare().await;
            let soup = bench.mealie.kitchen().add_recipe("Soup");
            let stew = bench.mealie.kitchen().add_recipe("Stew");
            let id = bench.mealie.kitchen().add_organizer(of, "Quick");
            let other = bench.mealie.kitchen().add_organizer(of, "Slow");
            for recipe in [soup, stew] {
                bench.mealie.kitchen().organize(recipe, id);
            }
            let asked = bench.asks::<DeleteOrganizer>(json!({"kind": kind, "id": id})).await.unwrap();
            assert!(
                asked.question.starts_with(&format!("This will delete the {word} {id}. 2 recipes carry it.")),
                "{}",
                asked.question
            );
            let answer = bench.after_a_yes(asked).await.unwrap();
            // Nothing of the instance: no mark (UNT-1).
            let want = json!({"status": "deleted", "kind": kind, "id": id, "recipes": 2});
            assert_eq!(answer.structured, *want.as_object().unwrap(), "{kind}");
            assert!(!answer.text.contains(crate::text::UNTRUSTED), "{}", answer.text);
            let kitchen = bench.mealie.kitchen();
            assert!(
                kitchen.organizers.get(id).is_none() && kitchen.organizers.get(other).is_some(),
                "{kind}"
            );
            assert!(kitchen.recipes.get(soup).is_some() && kitchen.recipes.get(stew).is_some(), "{kind}");
            drop(kitchen);
            let writes = bench.mealie.writes();
            assert_eq!(writes.len(), 1);
            assert_eq!(writes[0].path, format!("{path}/{id}"));
        }
    }

    /// Mealie 3.10.2: 404, for a tag 400 "Bad Request".
    #[tokio::test]
    async fn one_that_somebody_else_deleted_in_the_meantime_is_not_found() {
        for (kind, of, ..) in KINDS {
            let bench = bare().await;
            let id = bench.mealie.kitchen().add_organizer(of, "Quick");
            let asked = bench.asks::<DeleteOrganizer>(json!({"kind": kind, "id": id})).await.unwrap();
            bench.mealie.kitchen().delete_organizer(id);
            let failure = bench.after_a_yes(asked).await.unwrap_err();
            assert!(
                matches!(&failure, Failure::NotFound { ids, .. } if *ids == [id.into()]),
                "{kind}: {failure:?}"
            );
        }
    }

    #[tokio::test]
    async fn live_10_a_500_may_have_happened_and_is_not_repeated() {
        let bench = bare().await;
        let id = bench.mealie.kitchen().add_tag("Quick");
        let asked = bench.asks::<DeleteOrganizer>(json!({"kind": "tag", "id": id})).await.unwrap();
        bench
            .mealie
            .order_fault(Fault::under("DELETE", "/api/organizers").answers(500, "Internal Server Error"));
        let failure = bench.after_a_yes(asked).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
        assert_eq!(bench.mealie.writes().len(), 1);
    }

    #[tokio::test]
    async fn ask_18_one_more_recipe_or_another_name_is_another_question_or_another_target() {
        let bench = Bench::start().await;
        let mut all = Vec::new();
        let (id, soup) = {
            let kitchen = bench.mealie.kitchen();
            let id = kitchen.organizer_named(fake_mealie::OrganizerKind::Tag, "Spicy").unwrap().id;
            (id, kitchen.recipe_named("Pea Soup").unwrap().id)
        };
        for change in ["nothing", "one more recipe", "another name"] {
            match change {
                "one more recipe" => bench.mealie.kitchen().organize(soup, id),
                "another name" => bench.mealie.kitchen().rename_organizer(id, "Hot"),
                _ => {}
            }
            let asked = bench.asks::<DeleteOrganizer>(json!({"kind": "tag", "id": id})).await.unwrap();
            let question = asked.question.clone();
            all.push(asked.target.bind("process", "delete_organizer", &question));
        }
        assert!(all.iter().all(|bound| bound.call == all[0].call), "the same call each time");
        assert!(all[0].whole != all[1].whole && all[1].whole != all[2].whole);
    }
}
