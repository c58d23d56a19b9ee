//! Listing organizers, a page at a time. It never says which recipes carry them; search_recipes does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Kind, Shown};
use crate::answer::{Source, View};
use crate::args::Text;
use crate::failure::Failure;
use crate::mealie::records::{self, Named};
use crate::tool::{Effect, Kitchen, Plan, Tool};
use crate::tools::pages::{Direction, Page, PerPage, by_name, pages_of, past_the_end};

/// `list_organizers`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ListOrganizers {
    /// tool: a kitchen tool.
    kind: Kind,
    /// Words; a name matches if any of them is part of it. Accents count.
    search: Option<Text<1, 200>>,
    page: Option<Page>,
    /// Default 50.
    per_page: Option<PerPage>,
    /// By name. Default asc.
    order_direction: Option<Direction>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Listed {
    /// Organizers that match, on all pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    page: u64,
    total_pages: u64,
    organizers: Vec<Shown>,
}

impl View for Listed {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        past_the_end(self.organizers.len(), self.total, self.total_pages).into_iter().collect()
    }
}

impl Tool for ListOrganizers {
    const NAME: &'static str = "list_organizers";
    const TITLE: &'static str = "List tags, categories or kitchen tools";
    const DESCRIPTION: &'static str = "Lists the tags, categories or kitchen tools of the group by name, a page at a time, \
         each with the id that other tools take.";
    const EFFECT: Effect = Effect::Reads;
    type Answer = Listed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Listed>, Failure> {
        let Self { kind, search, page, per_page, order_direction } = self;
        let route = by_name(kind.route(), search.as_ref(), *order_direction, *page, *per_page)?;
        let found: records::Page<Named> = kitchen.reads.get(route).await?;
        Ok(Plan::Answer(Listed {
            total: found.count(),
            page: page.map_or(1, Page::get),
            total_pages: pages_of(&found),
            organizers: found.into_items().iter().map(Shown::of).collect(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::tests::{KINDS, bare, is_senseless};
    use super::*;
    use crate::text::UNTRUSTED;
    use crate::tools::bench::Bench;

    fn names(organizers: &Value) -> Vec<&str> {
        organizers.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
    }

    #[tokio::test]
    async fn a_list_is_by_name_and_of_one_kind_a_page_at_a_time() {
        for (kind, of, path, _) in KINDS {
            let bench = bare().await;
            for name in ["quick", "Alpine", "Zesty", "Crème"] {
                bench.mealie.kitchen().add_organizer(of, name);
            }
            for (_, other, ..) in KINDS.into_iter().filter(|other| other.0 != kind) {
                bench.mealie.kitchen().add_organizer(other, "Another");
            }
            for (row, arguments, want, total, pages) in [
                ("all", json!({}), vec!["Alpine", "Crème", "quick", "Zesty"], 4, 1),
                (
                    "backwards",
                    json!({"order_direction": "desc"}),
                    vec!["Zesty", "quick", "Crème", "Alpine"],
                    4,
                    1,
                ),
                ("a page", json!({"per_page": 3, "page": 2}), vec!["Zesty"], 4, 2),
                ("any of the words", json!({"search": "ALP zest"}), vec!["Alpine", "Zesty"], 2, 1),
                ("no such word", json!({"search": "soup"}), vec![], 0, 0),
                ("an accent counts", json!({"search": "creme"}), vec![], 0, 0),
            ] {
                let mut arguments = arguments;
                arguments["kind"] = kind.into();
                let answer = bench.answers::<ListOrganizers>(arguments).await.unwrap();
                let listed = &answer.structured;
                assert_eq!(names(&listed["organizers"]), want, "{kind}, {row}");
                assert_eq!(
                    (&listed["total"], &listed["total_pages"]),
                    (&json!(total), &json!(pages)),
                    "{row}"
                );
                assert!(!listed.contains_key("notes"), "{kind}, {row}");
            }
            let asked = bench.mealie.journal();
            assert!(asked.iter().all(|arrival| arrival.path == path), "{kind}");
        }
    }

    #[tokio::test]
    async fn unt_1_a_list_is_marked_and_holds_three_fields_of_each() {
        let bench = bare().await;
        let id = bench.mealie.kitchen().add_tag("Comfort Food");
        let answer = bench.answers::<ListOrganizers>(json!({"kind": "tag"})).await.unwrap();
        let want = json!([{"id": id, "name": "Comfort Food", "slug": "comfort-food"}]);
        assert_eq!(answer.structured["organizers"], want);
        assert_eq!(
            (&answer.structured["untrusted"], &answer.structured["source"]),
            (&json!(true), &json!("mealie"))
        );
        let (before, behind) = answer.text.split_once(UNTRUSTED).unwrap();
        assert!(!before.contains("Comfort Food") && behind.contains("Comfort Food"), "{}", answer.text);
    }

    #[tokio::test]
    async fn a_page_past_the_end_says_so_however_far_it_is() {
        let bench = Bench::start().await;
        for page in [json!(2), json!(u64::MAX)] {
            let arguments = json!({"kind": "tag", "page": page});
            let answer = bench.answers::<ListOrganizers>(arguments).await.unwrap();
            assert_eq!(answer.structured["page"], page);
            assert_eq!(answer.structured["notes"], json!(["This page is past the end: there is 1 page."]));
        }
    }

    #[tokio::test]
    async fn live_1_a_search_without_a_word_is_refused_before_any_request() {
        let bench = Bench::start().await;
        let outcome = bench.answers::<ListOrganizers>(json!({"kind": "tool", "search": "!%_"})).await;
        assert!(is_senseless(&outcome), "{outcome:?}");
        assert_eq!(bench.mealie.journal(), []);
    }
}
