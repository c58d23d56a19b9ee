//! Organizers: the tags, categories and kitchen tools that recipes are sorted by. They belong to the whole group, so
//! renaming or deleting one always asks. It never speaks of one by its name to a person, only by its id.

pub(super) mod address;
mod create;
mod delete;
mod list;
mod rename;
mod twin;

pub(crate) use create::CreateOrganizer;
pub(crate) use delete::DeleteOrganizer;
pub(crate) use list::ListOrganizers;
pub(crate) use rename::UpdateOrganizer;

use schemars::JsonSchema;
use serde::Serialize;

use super::recipes::clean;
use crate::failure::Failure;
use crate::guard::question::{Word, counted};
use crate::mealie::Reads;
use crate::mealie::records::Named;
use crate::mealie::route::Route;
use crate::text::{Clean, Foreign, Id, Limit, Slug};

crate::args::choice! {
    /// Which of the three.
    pub(crate) enum Kind { Tag = "tag", Category = "category", Tool = "tool" }
}

impl Kind {
    /// All of a kind.
    fn route(self) -> Route {
        match self {
            Self::Tag => Route::to(&["organizers", "tags"]),
            Self::Category => Route::to(&["organizers", "categories"]),
            Self::Tool => Route::to(&["organizers", "tools"]),
        }
    }

    /// One, in words.
    fn one(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::Category => "category",
            Self::Tool => "kitchen tool",
        }
    }

    /// Several, in words.
    fn many(self) -> &'static str {
        match self {
            Self::Tag => "tags",
            Self::Category => "categories",
            Self::Tool => "kitchen tools",
        }
    }

    /// The filter of the list of recipes.
    fn filter(self) -> &'static str {
        match self {
            Self::Tag => "tags",
            Self::Category => "categories",
            Self::Tool => "tools",
        }
    }

    /// Recipes of the group that carry it. By id: Mealie 3.10.2 finds nothing by an unknown one, and everything by
    /// another word that it does not know (hazard 8).
    async fn carriers(self, reads: &Reads, id: &Id) -> Result<u64, Failure> {
        reads.count(Route::to(&["recipes"]).with(self.filter(), id)).await
    }

    /// That there is none of that id (ASK-14).
    fn missing(self, id: Id) -> Failure {
        Failure::NotFound { kind: self.many(), ids: vec![id] }
    }
}

/// `3 recipes carry it.`
fn carried(recipes: u64) -> [Word; 3] {
    counted(recipes, "recipe carries it.", "recipes carry it.")
}

/// An organizer as it is shown.
#[derive(Serialize, JsonSchema)]
struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slug: Option<Slug>,
}

impl Shown {
    fn of(organizer: &Named) -> Self {
        Self {
            id: organizer.id(),
            name: clean(&organizer.name, Limit::NAME),
            slug: organizer.slug.as_ref().and_then(Foreign::read_as),
        }
    }
}

/// The note about one that Mealie could make no address of. A few letters leave nothing in its ASCII, as the one that
/// lengthens others in Arabic, and only Mealie knows which they are.
fn without_address(organizer: &Named) -> Option<&'static str> {
    organizer.slug.as_ref().is_some_and(Foreign::is_blank).then_some(
        "Mealie made no slug of this name, so that cookbooks and links cannot name it. Rename it with a letter or digit \
         of the Latin alphabet.",
    )
}

#[cfg(test)]
mod tests {
    use fake_mealie::{Options, OrganizerKind, Seed};
    use serde_json::json;

    use super::*;
    use crate::failure::Why;
    use crate::tools::bench::Bench;

    /// Each kind: as an argument, as it lies in the kitchen, where it is in Mealie, as it is told to a person.
    pub(super) const KINDS: [(&str, OrganizerKind, &str, &str); 3] = [
        ("tag", OrganizerKind::Tag, "/api/organizers/tags", "tag"),
        ("category", OrganizerKind::Category, "/api/organizers/categories", "category"),
        ("tool", OrganizerKind::Tool, "/api/organizers/tools", "kitchen tool"),
    ];

    /// A kitchen in which there is nothing yet.
    pub(super) async fn bare() -> Bench {
        Bench::with(Options { seed: Seed::Empty, ..Options::default() }).await
    }

    /// An id that nobody has.
    pub(super) const NOBODY: &str = "0c0ffee0-0000-4000-8000-000000000000";

    /// ASK-19: one recipe, several, none; each kind in its own words.
    #[test]
    fn ask_19_carriers_are_counted() {
        for (recipes, want) in
            [(0, "0 recipes carry it."), (1, "1 recipe carries it."), (12, "12 recipes carry it.")]
        {
            assert_eq!(carried(recipes).map(|word| word.to_string()).concat(), want);
        }
    }

    #[tokio::test]
    async fn ask_14_an_organizer_that_is_not_there_is_told_by_its_id_and_nobody_is_asked() {
        let bench = Bench::start().await;
        let tag = bench.mealie.kitchen().organizer_named(OrganizerKind::Tag, "Vegan").unwrap().id.to_string();
        for (row, kind, id, want) in [
            ("no tag", "tag", NOBODY, "Not found among the tags: "),
            ("no category", "category", NOBODY, "Not found among the categories: "),
            ("no tool", "tool", NOBODY, "Not found among the kitchen tools: "),
            ("a tag for a category", "category", &tag, "Not found among the categories: "),
        ] {
            let rename = json!({"kind": kind, "id": id, "name": "Fresh"});
            let delete = json!({"kind": kind, "id": id});
            for failure in [
                bench.asks::<UpdateOrganizer>(rename).await.err(),
                bench.asks::<DeleteOrganizer>(delete).await.err(),
            ] {
                let said = failure.map(|failure| failure.words().ours).unwrap_or_default();
                assert!(said.starts_with(&format!("{want}{id}. Nothing was changed.")), "{row}: {said}");
            }
        }
        assert_eq!(bench.mealie.writes(), []);
    }

    #[tokio::test]
    async fn live_12_what_mealie_forbids_is_said_with_a_hint() {
        for (kind, of, path, _) in KINDS {
            let bench = bare().await;
            let id = bench.mealie.kitchen().add_organizer(of, "Quick");
            for method in ["POST", "PUT", "DELETE"] {
                bench.mealie.order_fault(
                    fake_mealie::Fault::under(method, path).answers(403, r#"{"detail":"Forbidden"}"#),
                );
            }
            let rename = json!({"kind": kind, "id": id, "name": "Fast"});
            let rename = bench.asks::<UpdateOrganizer>(rename).await.unwrap();
            let delete = bench.asks::<DeleteOrganizer>(json!({"kind": kind, "id": id})).await.unwrap();
            for (row, outcome) in [
                ("create", bench.goes::<CreateOrganizer>(json!({"kind": kind, "name": "Slow"})).await),
                ("rename", bench.after_a_yes(rename).await),
                ("delete", bench.after_a_yes(delete).await),
            ] {
                let said = outcome.unwrap_err().words().ours;
                assert!(said.contains("403") && said.contains("canOrganize"), "{kind}, {row}: {said}");
                assert!(!said.contains("may have happened"), "{kind}, {row}: {said}");
            }
        }
    }

    #[tokio::test]
    async fn live_6_no_sql_gets_out_of_a_refusal() {
        let sql = r#"{"detail":{"message":"An unexpected error occurred.","error":true,
            "exception":"(sqlite3.IntegrityError) UNIQUE constraint failed [SQL: INSERT INTO tags (name) VALUES (?)]"}}"#;
        for (kind, of, path, _) in KINDS {
            let bench = bare().await;
            let id = bench.mealie.kitchen().add_organizer(of, "Quick");
            for method in ["POST", "PUT", "DELETE"] {
                let order = fake_mealie::Fault::under(method, path);
                bench.mealie.order_fault(order.answers_with(
                    400,
                    &[("content-type", "application/json")],
                    sql,
                ));
            }
            let rename = json!({"kind": kind, "id": id, "name": "Fast"});
            let rename = bench.asks::<UpdateOrganizer>(rename).await.unwrap();
            let delete = bench.asks::<DeleteOrganizer>(json!({"kind": kind, "id": id})).await.unwrap();
            for (row, outcome) in [
                ("create", bench.goes::<CreateOrganizer>(json!({"kind": kind, "name": "Slow"})).await),
                ("rename", bench.after_a_yes(rename).await),
                ("delete", bench.after_a_yes(delete).await),
            ] {
                let failure = outcome.unwrap_err();
                assert!(matches!(failure, Failure::Status { code: 400, .. }), "{kind}, {row}: {failure:?}");
                let said = crate::answer::error_text(&failure.words());
                assert!(!said.contains("SQL") && !said.contains("INSERT"), "{kind}, {row}: {said}");
                assert!(said.contains("An unexpected error occurred."), "{kind}, {row}: {said}");
            }
        }
    }

    #[test]
    fn a_slug_that_is_empty_is_told_and_one_that_is_unsaid_is_not() {
        for (json, told) in [
            (r#"{"name":"ـ","slug":""}"#, true),
            (r#"{"name":"a","slug":"a"}"#, false),
            (r#"{"slug":null}"#, false),
            ("{}", false),
        ] {
            let organizer: Named = serde_json::from_str(json).unwrap();
            assert_eq!(without_address(&organizer).is_some(), told, "{json}");
            assert!(Shown::of(&organizer).slug.is_none_or(|slug| slug.as_str() == "a"), "{json}");
        }
    }

    pub(super) fn is_senseless<A>(outcome: &Result<A, Failure>) -> bool {
        matches!(outcome, Err(Failure::Refused(refusal)) if refusal.why == Why::Senseless)
    }
}
