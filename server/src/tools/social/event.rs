//! Writing down what happened to a recipe. It always says when, since Mealie's own default is the moment at which Mealie was
//! started (LIVE-8), and it never touches when the recipe was last made.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{clean, name_of, proven_at, visible};
use crate::answer::{New, Source, View};
use crate::args::{Content, Moment};
use crate::failure::Failure;
use crate::mealie::lookup::{self, RecipeRef};
use crate::mealie::route::Route;
use crate::mealie::social::TimelineEvent;
use crate::text::{Clean, Foreign, Id, Limit, Timestamp};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `create_timeline_event`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CreateTimelineEvent {
    recipe: RecipeRef,
    subject: Content<1, 255>,
    /// Markdown.
    message: Option<Content<0, 10_000>>,
    /// ISO 8601 date or date-time; without a zone UTC. Default: now.
    timestamp: Option<Moment>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Created {
    status: New,
    recipe_id: Id,
    /// What the recipe is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<Clean>,
    timestamp: Timestamp,
    /// Whose choice the timestamp was.
    timestamp_is: Dated,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Dated {
    /// The one that was given.
    Given,
    /// The moment of the call.
    Now,
}

impl View for Created {
    const SOURCE: Source = Source::Mealie;
}

/// The body. Whose event it is follows from the token, and nobody else can be named (SHUT-5).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewEvent<'a> {
    recipe_id: Id,
    subject: &'a str,
    event_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    event_message: Option<&'a str>,
    timestamp: Timestamp,
}

/// What Mealie's own page writes when a person says that they made a recipe (Mealie 3.10.2: `RecipeLastMade.vue`); `info`
/// is what its nightly job writes about the meal plan.
const BY_A_PERSON: &str = "comment";

impl Tool for CreateTimelineEvent {
    const NAME: &'static str = "create_timeline_event";
    const TITLE: &'static str = "Add to a recipe's timeline";
    const DESCRIPTION: &'static str = "Adds an event to a recipe's timeline. When the recipe was last made stays as it is: \
         set_recipe_last_made.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Created;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Created>, Failure> {
        visible("subject", self.subject.as_str())?;
        let (reading, _) = proven_at(kitchen.reads, &self.recipe).await?;
        let (timestamp, timestamp_is) = match self.timestamp {
            Some(given) => (given.timestamp(), Dated::Given),
            None => (kitchen.now, Dated::Now),
        };
        let (id, slug) = (reading.id, reading.slug);
        let (subject, message) = (self.subject.clone(), self.message.clone());
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let (_, document) = lookup::proven(writes.reads(), &id, &slug).await?;
                let recipe = name_of(&document);
                // It can be as large as the recipe, and is not needed while Mealie answers (BND-7).
                drop(document);
                let event = NewEvent {
                    recipe_id: id,
                    subject: subject.as_str(),
                    event_type: BY_A_PERSON,
                    event_message: message
                        .as_ref()
                        .map(Content::as_str)
                        .filter(|message| !message.is_empty()),
                    timestamp,
                };
                let route = Route::to(&["recipes", "timeline", "events"]);
                let stored: TimelineEvent = writes.post(route, &event).await?;
                Ok(Created {
                    status: New::Created,
                    recipe_id: id,
                    recipe,
                    event_id: stored.id.as_ref().and_then(Foreign::read_as),
                    subject: clean(&stored.subject, Limit::NAME),
                    timestamp: stored.timestamp.as_ref().and_then(Foreign::read_as).unwrap_or(timestamp),
                    timestamp_is,
                })
            }
            .boxed()
        })))
    }
}

#[cfg(test)]
mod tests {
    use fake_mealie::EventKind;
    use serde_json::json;

    use super::super::tests::soup;
    use super::*;
    use crate::tools::bench::{Bench, NOW};

    #[tokio::test]
    async fn live_8_an_event_always_carries_its_own_time_and_the_answer_says_whose_choice_it_was() {
        let bench = Bench::start().await;
        let soup = soup(&bench);
        for (row, given, timestamp, whose) in [
            ("none", json!(null), NOW, "now"),
            ("a day", json!("2026-05-01"), "2026-05-01T00:00:00Z", "given"),
            ("a zone", json!("2026-05-01T18:00:00+02:00"), "2026-05-01T16:00:00Z", "given"),
        ] {
            let mut arguments =
                json!({"recipe": "pea-soup", "subject": "Cooked it", "message": "With mint."});
            if !given.is_null() {
                arguments["timestamp"] = given;
            }
            let answer = bench.goes::<CreateTimelineEvent>(arguments).await.unwrap();
            let writes = bench.mealie.writes();
            let sent = writes.last().unwrap();
            assert_eq!(sent.path, "/api/recipes/timeline/events", "{row}");
            let body = json!({
                "recipeId": soup, "subject": "Cooked it", "eventType": "comment", "eventMessage": "With mint.",
                "timestamp": timestamp,
            });
            assert_eq!(sent.body, body, "{row}: and nothing else (SHUT-5)");
            assert_eq!(answer.structured["timestamp"], timestamp, "{row}");
            assert_eq!(answer.structured["timestamp_is"], whose, "{row}");
            let kitchen = bench.mealie.kitchen();
            let stored = kitchen.timeline.iter().next_back().unwrap();
            assert_eq!(answer.structured["event_id"], stored.id.to_string(), "{row}");
            assert_eq!((stored.recipe_id, stored.kind), (soup, EventKind::Comment), "{row}");
            assert_eq!(stored.timestamp.to_string(), timestamp, "{row}");
            assert_eq!(answer.structured["subject"], "Cooked it", "{row}");
            assert_eq!(answer.structured["recipe"], "Pea Soup", "{row}");
        }
    }

    #[tokio::test]
    async fn an_empty_message_is_none_and_the_recipe_itself_stays_as_it_was() {
        let bench = Bench::start().await;
        let soup = soup(&bench);
        let before = bench.mealie.kitchen().recipes.get(soup).unwrap().clone();
        for message in [json!(null), json!("")] {
            let arguments = json!({"recipe": soup, "subject": "Cooked it", "message": message});
            let arguments = match message.is_null() {
                true => json!({"recipe": soup, "subject": "Cooked it"}),
                false => arguments,
            };
            bench.goes::<CreateTimelineEvent>(arguments).await.unwrap();
            assert!(bench.mealie.writes().last().unwrap().body.get("eventMessage").is_none());
        }
        let after = bench.mealie.kitchen().recipes.get(soup).unwrap().clone();
        assert_eq!((before.last_made, before.name), (after.last_made, after.name));
    }
}
