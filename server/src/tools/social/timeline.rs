//! Listing what happened to a recipe. It never says when the recipe was last made, which Mealie keeps apart.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::clean;
use crate::answer::{Source, View};
use crate::failure::Failure;
use crate::mealie::lookup::{RecipeRef, recipe_at};
use crate::mealie::records;
use crate::mealie::route::Route;
use crate::mealie::social::TimelineEvent;
use crate::text::{Clean, Foreign, Id, Limit, Timestamp};
use crate::tool::{Effect, Kitchen, Plan, Tool};
use crate::tools::pages::{Page, PerPage, paged, pages_of, past_the_end};

/// Events on a page where the caller names no number: years of one recipe, and about 4 kB.
const PER_PAGE: u64 = 20;

/// `list_recipe_timeline`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ListRecipeTimeline {
    recipe: RecipeRef,
    page: Option<Page>,
    /// Default 20.
    per_page: Option<PerPage>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Listed {
    recipe_id: Id,
    /// What the recipe is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Clean>,
    /// Events on all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    page: u64,
    total_pages: u64,
    /// The latest first.
    events: Vec<Shown>,
}

/// An event.
#[derive(Serialize, JsonSchema)]
struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    /// When it happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<Timestamp>,
    /// system: written by Mealie; info or comment: by a person or for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Clean>,
    has_image: bool,
}

impl View for Listed {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        past_the_end(self.events.len(), self.total, self.total_pages).into_iter().collect()
    }
}

impl Tool for ListRecipeTimeline {
    const NAME: &'static str = "list_recipe_timeline";
    const TITLE: &'static str = "List a recipe's timeline";
    const DESCRIPTION: &'static str = "Shows what happened to a recipe and when (created, cooked, noted by people), the \
         latest first, a page at a time.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Listed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Listed>, Failure> {
        // By id: Mealie 3.10.2 answers an id that nobody has with an empty timeline, and no error.
        let (id, recipe) = recipe_at(kitchen.reads, &self.recipe).await?;
        let route = Route::to(&["recipes", "timeline", "events"])
            .where_is("recipe_id", &id)
            // Whole days are all midnight, and a database that is asked for a page of equals may give any of them.
            .with("orderBy", "timestamp,id")
            .with("orderDirection", "desc");
        let route = paged(route, self.page, self.per_page, PER_PAGE);
        let found: records::Page<TimelineEvent> = kitchen.reads.get(route).await?;
        Ok(Plan::Answer(Listed {
            recipe_id: id,
            recipe: clean(&recipe.name, Limit::NAME),
            total: found.count(),
            page: self.page.map_or(1, Page::get),
            total_pages: pages_of(&found),
            events: found.into_items().into_iter().map(Shown::of).collect(),
        }))
    }
}

impl Shown {
    fn of(event: TimelineEvent) -> Self {
        Self {
            id: event.id.as_ref().and_then(Foreign::read_as),
            timestamp: event.timestamp.as_ref().and_then(Foreign::read_as),
            kind: clean(&event.event_type, Limit::SHORT),
            subject: clean(&event.subject, Limit::NAME),
            message: clean(&event.event_message, Limit::MESSAGE),
            // Mealie 3.10.2 says the other thing in words, too.
            has_image: event.image.is_some_and(|image| image.is("has image")),
        }
    }
}

#[cfg(test)]
mod tests {
    use fake_mealie::{EventKind, Fault};
    use serde_json::json;
    use uuid::Uuid;

    use super::super::tests::{json_of, soup};
    use super::*;
    use crate::tools::bench::Bench;

    /// Something that happened to a recipe then.
    fn happened(bench: &Bench, recipe_id: Uuid, subject: &str, timestamp: &str) {
        let mut kitchen = bench.mealie.kitchen();
        let id = kitchen.add_event(recipe_id, subject, timestamp.parse().unwrap());
        let event = kitchen.timeline.get_mut(id).unwrap();
        (event.kind, event.message) = (EventKind::Comment, Some("With mint.".into()));
    }

    fn subjects(answer: &crate::answer::Answer) -> Vec<&str> {
        let events = answer.structured["events"].as_array().unwrap();
        events.iter().map(|event| event["subject"].as_str().unwrap()).collect()
    }

    #[tokio::test]
    async fn a_timeline_is_that_of_one_recipe_the_latest_first_a_page_at_a_time() {
        let bench = Bench::start().await;
        let porridge = bench.mealie.kitchen().add_recipe("Porridge");
        bench.mealie.kitchen().timeline.take_where(|event| event.recipe_id == porridge);
        for (subject, timestamp) in [
            ("In March", "2026-03-01T12:00:00Z"),
            ("In May", "2026-05-01T12:00:00Z"),
            ("In April", "2026-04-01T12:00:00Z"),
        ] {
            happened(&bench, porridge, subject, timestamp);
        }
        happened(&bench, soup(&bench), "Another", "2026-05-02T12:00:00Z");
        for recipe in ["porridge".to_owned(), porridge.to_string()] {
            let answer = bench.answers::<ListRecipeTimeline>(json!({"recipe": recipe})).await.unwrap();
            assert_eq!(subjects(&answer), ["In May", "In April", "In March"], "{recipe}");
            assert_eq!(answer.structured["total"], 3);
            assert_eq!(answer.structured["recipe"], "Porridge");
            let event = &answer.structured["events"][0];
            assert_eq!(event["timestamp"], "2026-05-01T12:00:00Z");
            assert_eq!(
                (event["kind"].as_str(), event["message"].as_str()),
                (Some("comment"), Some("With mint."))
            );
            assert_eq!(event["has_image"], false);
            assert!(event["id"].is_string());
        }
        for (row, page, per_page, want, note) in [
            ("the first page", 1, 2, vec!["In May", "In April"], None),
            ("the last page", 2, 2, vec!["In March"], None),
            ("past the end", 3, 2, vec![], Some("This page is past the end: there are 2 pages.")),
        ] {
            let arguments = json!({"recipe": "porridge", "page": page, "per_page": per_page});
            let answer = bench.answers::<ListRecipeTimeline>(arguments).await.unwrap();
            assert_eq!(subjects(&answer), want, "{row}");
            assert_eq!(answer.structured["total_pages"], 2, "{row}");
            let notes = answer.structured.get("notes").map(|notes| notes[0].as_str().unwrap());
            assert_eq!(notes, note, "{row}");
        }
    }

    /// Reading harms nothing: the recipe at a broken address is still the one that answers there.
    #[tokio::test]
    async fn live_5_a_broken_address_shows_the_timeline_of_the_recipe_that_answers_there() {
        let bench = Bench::start().await;
        let (green, red) = {
            let mut kitchen = bench.mealie.kitchen();
            (kitchen.add_recipe("Green Pot"), kitchen.add_recipe("Red Pot"))
        };
        bench.mealie.kitchen().timeline.take_where(|event| [green, red].contains(&event.recipe_id));
        happened(&bench, green, "Green", "2026-03-01T12:00:00Z");
        happened(&bench, red, "Red", "2026-03-02T12:00:00Z");
        bench.mealie.kitchen().rename_leaving_the_slug(green, "Red Pot");
        for (recipe, want) in
            [("green-pot".to_owned(), "Green"), (green.to_string(), "Green"), ("red-pot".to_owned(), "Red")]
        {
            let answer = bench.answers::<ListRecipeTimeline>(json!({"recipe": recipe})).await.unwrap();
            assert_eq!(subjects(&answer), [want], "{recipe}");
        }
    }

    #[tokio::test]
    async fn live_13_an_event_of_which_little_is_known_is_shown_as_such() {
        let bench = Bench::start().await;
        let events = json!({"items": [
            {}, {"id": null, "eventType": null, "subject": " ", "eventMessage": null, "image": "has image", "timestamp": "soon"},
        ]});
        bench.mealie.order_fault(json_of(Fault::on("GET", "/api/recipes/timeline/events"), &events));
        let answer = bench.answers::<ListRecipeTimeline>(json!({"recipe": "pea-soup"})).await.unwrap();
        assert_eq!(answer.structured["events"], json!([{"has_image": false}, {"has_image": true}]));
        assert!(!answer.structured.contains_key("total"));
        // A recipe that does not say its id is found by the one that was asked for, or not at all.
        for (recipe, found) in [("pea-soup".to_owned(), false), (soup(&bench).to_string(), true)] {
            let path = format!("/api/recipes/{recipe}");
            bench
                .mealie
                .order_fault(json_of(Fault::on("GET", &path), &json!({"slug": "pea-soup", "id": null})));
            let outcome = bench.answers::<ListRecipeTimeline>(json!({"recipe": recipe})).await;
            assert_eq!(outcome.is_ok(), found, "{recipe}: {outcome:?}");
        }
    }
}
