//! Beginning a shopping list. Mealie takes any name, one that is taken too; it never changes a list that is there.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::held::{self, ListRecord};
use crate::answer::{New, Source, View};
use crate::args::Content;
use crate::failure::{Failure, Happened, Unusable};
use crate::text::{Clean, Foreign, Id, Limit};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::recipes::clean;

/// `create_shopping_list`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CreateShoppingList {
    name: Content<1, 255>,
}

/// What it answers: as Mealie stored it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Created {
    status: New,
    id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
}

impl View for Created {
    const SOURCE: Source = Source::Mealie;
}

impl Tool for CreateShoppingList {
    const NAME: &'static str = "create_shopping_list";
    const TITLE: &'static str = "Create a shopping list";
    const DESCRIPTION: &'static str =
        "Creates an empty shopping list for the household, whether or not another one has this name.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Created;

    async fn plan(&self, _: &Kitchen<'_>) -> Result<Plan<Created>, Failure> {
        let name = self.name.as_str().to_owned();
        // Mealie 3.10.2 takes it, and nobody would find the list again.
        if Foreign::from(name.clone()).is_blank() {
            return Err(Failure::argument("name", "holds nothing that can be seen", Some(&name)));
        }
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let list: ListRecord = writes.post(held::lists(), &json!({"name": name})).await?;
                let id = list.id().ok_or(Failure::Answer(Unusable::NotAsExpected, Happened::Perhaps))?;
                Ok(Created { status: New::Created, id, name: clean(&list.name, Limit::NAME) })
            }
            .boxed()
        })))
    }
}

#[cfg(test)]
mod tests {
    use fake_mealie::Fault;
    use serde_json::json;

    use super::super::tests::bare;
    use super::*;

    #[tokio::test]
    async fn a_list_is_created_with_its_name_as_it_was_given_and_told_by_its_id() {
        let bench = bare().await;
        for name in ["Weekly", "Weekly", " Süß & Sauer "] {
            let answer = bench.goes::<CreateShoppingList>(json!({"name": name})).await.unwrap();
            let id = answer.structured["id"].as_str().unwrap().parse().unwrap();
            let stored = bench.mealie.kitchen().lists.get(id).unwrap().name.clone();
            assert_eq!(stored.as_deref(), Some(name));
            assert_eq!(answer.structured["status"], "created");
            assert_eq!(answer.structured["name"].as_str().unwrap().trim(), name.trim());
        }
        let written = bench.mealie.writes();
        assert_eq!(written.len(), 3);
        // SHUT-5: nothing but the name.
        assert_eq!(written[0].body, json!({"name": "Weekly"}));
    }

    #[tokio::test]
    async fn a_name_that_nobody_can_see_is_refused_and_so_is_a_mark_of_ours() {
        let bench = bare().await;
        for name in [" ", "\t\n", "\u{200b}", "\u{2800}", "Weekly [redacted]", crate::text::UNTRUSTED] {
            let outcome = bench.goes::<CreateShoppingList>(json!({"name": name})).await;
            assert!(matches!(outcome, Err(Failure::Argument { .. })), "{name:?}: {outcome:?}");
        }
        assert_eq!(bench.mealie.journal(), []);
    }

    #[tokio::test]
    async fn live_10_a_list_of_which_no_id_comes_back_may_be_there() {
        let bench = bare().await;
        let path = "/api/households/shopping/lists";
        for (row, body) in [("nothing", "{}"), ("no id", r#"{"id":"x"}"#), ("no JSON", "created")] {
            let order = Fault::on("POST", path);
            bench.mealie.order_fault(order.answers_with(201, &[("content-type", "application/json")], body));
            let failure = bench.goes::<CreateShoppingList>(json!({"name": "Weekly"})).await.unwrap_err();
            assert_eq!(failure.happened(), Happened::Perhaps, "{row}: {failure:?}");
        }
        bench.mealie.order_fault(Fault::on("POST", path).answers(500, "Internal Server Error"));
        let failure = bench.goes::<CreateShoppingList>(json!({"name": "Weekly"})).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps);
        assert_eq!(bench.mealie.writes().len(), 4, "each once");
    }
}
