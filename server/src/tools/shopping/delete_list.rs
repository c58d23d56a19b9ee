//! Deleting a shopping list with all that stands on it. It always asks, and never speaks of the list by its name.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::held::{self, held};
use crate::answer::{Gone, Source, View};
use crate::args::IdArgument;
use crate::failure::Failure;
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question, counted};
use crate::text::Id;
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::words;

/// `delete_shopping_list`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct DeleteShoppingList {
    list_id: IdArgument,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Deleted {
    status: Gone,
    /// The list that is gone.
    list_id: Id,
    /// Items that went with it.
    items: u64,
}

impl View for Deleted {
    const SOURCE: Source = Source::Ours;
}

impl Tool for DeleteShoppingList {
    const NAME: &'static str = "delete_shopping_list";
    const TITLE: &'static str = "Delete a shopping list";
    const DESCRIPTION: &'static str =
        "Deletes a shopping list with all its items, for everyone in the household. Asks a person first.";
    const EFFECT: Effect = Effect::Removes;
    type Answer = Deleted;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Deleted>, Failure> {
        let id = self.list_id.0;
        let list = held(kitchen.reads, id).await?;
        let items = list.record.items().len() as u64;
        let question = question(id, items, items - list.record.ticked());
        let target = list
            .fingerprints()
            .fold(Target::new().id("list", &id), |target, as_read| target.seen("list", &as_read));
        let write = Write::new(move |writes| {
            async move {
                match writes.delete::<IgnoredAny>(held::lists().id(&id)).await {
                    Ok(_) => Ok(Deleted { status: Gone::Deleted, list_id: id, items }),
                    // Somebody was faster.
                    Err(Failure::Status { code: 404, .. }) => Err(held::no_list(id)),
                    Err(failure) => Err(failure),
                }
            }
            .boxed()
        });
        Ok(Plan::ask(question, target, write))
    }
}

fn question(id: Id, items: u64, unticked: u64) -> Question {
    let what = Paragraph::of(words!["This will delete the shopping list ", id, " with "])
        .and(counted(items, "item", "items"))
        .and(words![" on it, ", unticked, " of them not ticked off."]);
    let consequence = Paragraph::of(words![
        "The list and everything on it are gone for everyone in the household. This cannot be undone."
    ]);
    Question::new(what, consequence)
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;
    use serde_json::json;

    use super::super::tests::bare;
    use super::*;
    use crate::failure::Happened;
    use crate::guard::binding::Bound;
    use crate::tools::bench::Asked;

    #[test]
    fn ask_19_a_list_is_deleted_with_its_items_counted() {
        let id: Id = format!("{:032x}", 1).parse().unwrap();
        insta::assert_snapshot!(question(id, 12, 7), @r"
        This will delete the shopping list 00000000-0000-0000-0000-000000000001 with 12 items on it, 7 of them not ticked off.

        The list and everything on it are gone for everyone in the household. This cannot be undone.
        ");
        assert!(question(id, 1, 0).to_string().contains(" with 1 item on it, 0 of them not ticked off."));
        assert!(question(id, 0, 0).to_string().contains(" with 0 items on it, 0 of them not ticked off."));
    }

    #[tokio::test]
    async fn ask_14_ask_19_a_list_is_deleted_as_asked_and_is_then_not_there() {
        let bench = bare().await;
        let (list, other) = {
            let mut kitchen = bench.mealie.kitchen();
            let (list, other) = (kitchen.add_list("Weekly"), kitchen.add_list("Party"));
            let milk = kitchen.add_item(list, "milk");
            kitchen.add_item(list, "bread");
            kitchen.add_item(list, "eggs");
            kitchen.tick_item(milk);
            kitchen.add_item(other, "cake");
            (list, other)
        };
        let asked = bench.asks::<DeleteShoppingList>(json!({"list_id": list})).await.unwrap();
        assert!(
            asked.question.contains("with 3 items on it, 2 of them not ticked off"),
            "{}",
            asked.question
        );
        assert_eq!(bench.mealie.writes(), []);
        let answer = bench.after_a_yes(asked).await.unwrap();
        let want = json!({"status": "deleted", "list_id": list, "items": 3});
        assert_eq!(answer.structured, *want.as_object().unwrap());
        {
            let kitchen = bench.mealie.kitchen();
            assert!(kitchen.lists.get(list).is_none() && kitchen.lists.get(other).is_some());
            assert_eq!(kitchen.items.iter().map(|item| item.list_id).collect::<Vec<_>>(), [other]);
        }
        let gone = bench.asks::<DeleteShoppingList>(json!({"list_id": list})).await.err().unwrap();
        assert!(gone.words().ours.contains(&list.to_string()), "{gone:?}");
        assert_eq!(bench.mealie.writes().len(), 1);
    }

    #[tokio::test]
    async fn ask_18_a_yes_is_good_for_what_stood_on_the_list() {
        let bench = bare().await;
        let list = bench.mealie.kitchen().add_list("Weekly");
        let milk = bench.mealie.kitchen().add_item(list, "milk");
        async fn bound(bench: &crate::tools::bench::Bench, list: impl serde::Serialize) -> Bound {
            let Asked { question, target, .. } =
                bench.asks::<DeleteShoppingList>(json!({"list_id": list})).await.unwrap();
            target.bind("process", "delete_shopping_list", &question)
        }
        let one = bound(&bench, list).await;
        assert_eq!(one, bound(&bench, list.to_string().to_uppercase()).await, "nothing differs");
        bench.mealie.kitchen().rewrite_item(milk, "oat milk");
        let rewritten = bound(&bench, list).await;
        assert_eq!(one.call, rewritten.call);
        assert_ne!(one.whole, rewritten.whole, "another item, as many as before");
        bench.mealie.kitchen().lists.get_mut(list).unwrap().name = Some("Monthly".to_owned());
        assert_ne!(rewritten.whole, bound(&bench, list).await.whole, "another name");
    }

    #[tokio::test]
    async fn ask_7_lists_that_differ_in_text_alone_get_the_same_question() {
        let mut questions = Vec::new();
        for (name, note) in [("Weekly", "milk"), ("Party", "a much longer line")] {
            let bench = bare().await;
            let list = bench.mealie.kitchen().add_list(name);
            bench.mealie.kitchen().add_item(list, note);
            let asked = bench.asks::<DeleteShoppingList>(json!({"list_id": list})).await.unwrap();
            questions.push(asked.question.replace(&list.to_string(), "{id}"));
        }
        assert_eq!(questions[0], questions[1]);
    }

    #[tokio::test]
    async fn live_10_live_12_what_becomes_of_a_delete_that_fails() {
        let bench = bare().await;
        let list = bench.mealie.kitchen().add_list("Weekly");
        let path = format!("/api/households/shopping/lists/{list}");
        for (row, code, happened, words) in [
            ("somebody was faster", 404, Happened::No, "Not found among the shopping lists"),
            ("it may not", 403, Happened::No, "403"),
            ("it fails", 500, Happened::Perhaps, "500"),
        ] {
            let asked = bench.asks::<DeleteShoppingList>(json!({"list_id": list})).await.unwrap();
            bench.mealie.order_fault(Fault::on("DELETE", &path).answers(code, r#"{"detail":"Not found."}"#));
            let failure = bench.after_a_yes(asked).await.err().unwrap();
            assert_eq!(failure.happened(), happened, "{row}");
            assert!(failure.words().ours.contains(words), "{row}: {failure:?}");
        }
    }
}
