//! Renaming an organizer: every recipe of the group shows the new name at once. Mealie replaces the whole of it, so it is
//! read directly before and sent back with nothing but the name changed (LIVE-2).

use futures::{FutureExt as _, join};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Kind, Shown, carried, twin, without_address};
use crate::answer::{Source, View};
use crate::args::{IdArgument, Name};
use crate::failure::{Failure, Happened, Unusable, Why};
use crate::guard::binding::Target;
use crate::guard::question::{Paragraph, Question};
use crate::mealie::read_record;
use crate::mealie::records::Named;
use crate::text::{Clean, Document, Id, Limit, WireKey};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::recipes::clean;
use crate::words;

/// `update_organizer`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct UpdateOrganizer {
    /// tool: a kitchen tool.
    kind: Kind,
    id: IdArgument,
    /// The new one.
    name: Name,
}

/// What it answers: as Mealie stored it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Renamed {
    status: RenamedStatus,
    #[serde(flatten)]
    organizer: Shown,
    /// What it was called before.
    #[serde(skip_serializing_if = "Option::is_none")]
    former_name: Option<Clean>,
    #[serde(skip)]
    note: Option<&'static str>,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum RenamedStatus {
    Renamed,
}

impl View for Renamed {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        self.note.map(str::to_owned).into_iter().collect()
    }
}

impl Tool for UpdateOrganizer {
    const NAME: &'static str = "update_organizer";
    const TITLE: &'static str = "Rename a tag, category or kitchen tool";
    const DESCRIPTION: &'static str = "Renames a tag, category or kitchen tool on every recipe of the group; its slug \
         can change too. Asks a person first.";
    const EFFECT: Effect = Effect::Replaces;
    type Answer = Renamed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Renamed>, Failure> {
        let (kind, id, name) = (self.kind, self.id.0, self.name.as_str().to_owned());
        // Of each only what is needed is kept: an answer can be megabytes (BND-7).
        let organizer = async {
            let found = kitchen.reads.find::<Document>(kind.route().id(&id)).await?;
            let found = found.ok_or_else(|| kind.missing(id))?;
            Ok::<_, Failure>((is_called(kind, &read_record(&found)?, &name), found.fingerprint()))
        };
        let free =
            async { twin::refuse_taken(&twin::all_of(kitchen.reads, kind).await?, kind, &name, Some(&id)) };
        let (organizer, recipes, free) = join!(organizer, kind.carriers(kitchen.reads, &id), free);
        let (same, as_read) = organizer?;
        if same {
            let kind = kind.one();
            return Err(Failure::refused(
                Why::Senseless,
                format!("The {kind} {id} has this name already. Nothing was changed."),
            ));
        }
        let recipes = recipes?;
        free?;
        let target = Target::new()
            .given("kind", &kind.one())
            .id("organizer", &id)
            .given("name", &self.name)
            .seen("organizer", &as_read);
        let write = Write::new(move |writes| {
            async move {
                let reads = writes.reads();
                let found =
                    reads.find::<Document>(kind.route().id(&id)).await?.ok_or_else(|| kind.missing(id))?;
                let former: Named = read_record(&found)?;
                let body = renamed(found, writes.wire_key(), &name)?;
                match writes.put::<Named>(kind.route().id(&id), &body).await {
                    Ok(organizer) => Ok(Renamed {
                        status: RenamedStatus::Renamed,
                        note: without_address(&organizer),
                        organizer: Shown { id: Some(id), ..Shown::of(&organizer) },
                        former_name: clean(&former.name, Limit::NAME),
                    }),
                    Err(Failure::Status { code: 404, .. }) => Err(kind.missing(id)),
                    Err(failure) => Err(twin::explained(reads, kind, &name, Some(&id), failure).await),
                }
            }
            .boxed()
        });
        Ok(Plan::ask(question(kind, id, recipes), target, write))
    }
}

/// Whether it has this name as Mealie would store it; Mealie 3.10.2 trims those of tags and categories.
fn is_called(kind: Kind, organizer: &Named, name: &str) -> bool {
    let stored = if kind == Kind::Tool { name } else { name.trim() };
    organizer.name.as_ref().is_some_and(|name| name.is(stored))
}

/// An organizer that is larger is none: it has a handful of values, and whatever a newer Mealie adds of its recipes is
/// thousands. A body of a quarter of a million could not be sent back within memory (BND-7).
const MOST_VALUES: usize = 20_000;

/// The organizer as it was read, under another name.
fn renamed(organizer: Document, key: &WireKey, name: &str) -> Result<Value, Failure> {
    let unusable = || Failure::Answer(Unusable::NotAsExpected, Happened::No);
    if organizer.values() > MOST_VALUES {
        return Err(unusable());
    }
    let mut organizer = organizer.into_wire(key);
    organizer.as_object_mut().ok_or_else(unusable)?.insert("name".to_owned(), name.into());
    Ok(organizer)
}

/// Neither name stands in it, nor how long they are: kitchens that differ in their texts alone get the same question
/// (ASK-7).
fn question(kind: Kind, id: Id, recipes: u64) -> Question {
    let what = Paragraph::of(words!["This will give the ", kind.one(), " ", id, " another name. "])
        .and(carried(recipes));
    let consequence = Paragraph::of(words![
        "Its name changes for everyone in the group, and its address where the new name makes another. Cookbooks and plan \
         rules that filter by what it was called then find nothing by it. Renaming it back undoes this."
    ]);
    Question::new(what, consequence)
}

#[cfg(test)]
mod tests {
    use fake_mealie::{Fault, OrganizerKind};
    use serde_json::json;

    use super::super::tests::{KINDS, bare, is_senseless};
    use super::*;
    use crate::guard::binding::Bound;
    use crate::tools::bench::Asked;

    fn bound(asked: Asked) -> Bound {
        let question = asked.question.clone();
        asked.target.bind("process", "update_organizer", &question)
    }

    #[test]
    fn ask_19_a_rename_says_how_many_recipes_carry_it_and_that_the_address_changes() {
        let id: Id = format!("{:032x}", 1).parse().unwrap();
        insta::assert_snapshot!(question(Kind::Tag, id, 1), @r"
        This will give the tag 00000000-0000-0000-0000-000000000001 another name. 1 recipe carries it.

        Its name changes for everyone in the group, and its address where the new name makes another. Cookbooks and plan rules that filter by what it was called then find nothing by it. Renaming it back undoes this.
        ");
        insta::assert_snapshot!(question(Kind::Category, id, 12), @r"
        This will give the category 00000000-0000-0000-0000-000000000001 another name. 12 recipes carry it.

        Its name changes for everyone in the group, and its address where the new name makes another. Cookbooks and plan rules that filter by what it was called then find nothing by it. Renaming it back undoes this.
        ");
        insta::assert_snapshot!(question(Kind::Tool, id, 0), @r"
        This will give the kitchen tool 00000000-0000-0000-0000-000000000001 another name. 0 recipes carry it.

        Its name changes for everyone in the group, and its address where the new name makes another. Cookbooks and plan rules that filter by what it was called then find nothing by it. Renaming it back undoes this.
        ");
    }

    /// LIVE-2: Mealie 3.10.2 clears what a PUT leaves out, so a rename by name alone would lose who has the tool.
    #[tokio::test]
    async fn live_2_a_tool_keeps_the_households_that_have_it_as_they_are_directly_before() {
        let bench = bare().await;
        let wok = bench.mealie.kitchen().add_tool("Wok");
        let asked = bench
            .asks::<UpdateOrganizer>(json!({"kind": "tool", "id": wok, "name": "Iron wok"}))
            .await
            .unwrap();
        let household = bench.mealie.kitchen().households.iter().next().unwrap().slug.clone();
        bench.mealie.kitchen().own_tool(wok, &household);
        let answer = bench.after_a_yes(asked).await.unwrap();
        let want = json!({
            "status": "renamed", "id": wok, "name": "Iron wok", "slug": "iron-wok", "former_name": "Wok",
            "untrusted": true, "source": "mealie",
        });
        assert_eq!(answer.structured, *want.as_object().unwrap());
        let stored = bench.mealie.kitchen().organizers.get(wok).cloned().unwrap();
        assert_eq!((stored.name.as_str(), stored.households_with_tool), ("Iron wok", vec![household]));
    }

    #[tokio::test]
    async fn live_2_an_organizer_is_sent_back_as_it_was_read_with_another_name() {
        for (kind, of, path, _) in KINDS {
            let bench = bare().await;
            let id = bench.mealie.kitchen().add_organizer(of, "Quick");
            let at = format!("{path}/{id}");
            // A newer Mealie may know more of it.
            let held = json!({
                "id": id, "name": "Quick", "slug": "quick", "position": 3.10, "of": {"a": [null, "\u{202e}b"]},
            });
            bench.mealie.order_fault(Fault::on("GET", &at).from_nth(1).answers_with(
                200,
                &[("content-type", "application/json")],
                held.to_string(),
            ));
            let asked =
                bench.asks::<UpdateOrganizer>(json!({"kind": kind, "id": id, "name": "Fast"})).await.unwrap();
            bench.after_a_yes(asked).await.unwrap();
            let writes = bench.mealie.writes();
            let mut want = held;
            want["name"] = "Fast".into();
            assert_eq!(writes.len(), 1, "{kind}");
            assert_eq!((writes[0].method.as_str(), writes[0].path.as_str()), ("PUT", at.as_str()));
            assert_eq!(writes[0].body, want, "{kind}");
            let journal = bench.mealie.journal();
            let before = &journal[journal.len() - 2];
            assert_eq!(
                (before.method.as_str(), before.path.as_str()),
                ("GET", at.as_str()),
                "directly before"
            );
        }
    }

    #[tokio::test]
    async fn live_6_a_name_that_is_taken_is_refused_before_anybody_is_asked() {
        for (kind, of, _, word) in KINDS {
            let bench = bare().await;
            let id = bench.mealie.kitchen().add_organizer(of, "Quick");
            let taken = bench.mealie.kitchen().add_organizer(of, "C");
            for name in ["C", "c++"] {
                let failure =
                    bench.asks::<UpdateOrganizer>(json!({"kind": kind, "id": id, "name": name})).await.err();
                let said = failure.map(|failure| failure.words().ours).unwrap_or_default();
                assert!(
                    said.starts_with(&format!("A {word} that goes by this name exists already: {taken}.")),
                    "{said}"
                );
            }
            let own = bench.asks::<UpdateOrganizer>(json!({"kind": kind, "id": id, "name": "QUICK!"})).await;
            assert!(own.is_ok(), "{kind}: its own name in another spelling");
            assert_eq!(bench.mealie.writes(), []);
        }
    }

    #[tokio::test]
    async fn live_6_a_name_that_was_taken_in_the_meantime_is_told_with_its_id() {
        for (kind, of, ..) in KINDS {
            let bench = bare().await;
            let id = bench.mealie.kitchen().add_organizer(of, "Quick");
            let asked =
                bench.asks::<UpdateOrganizer>(json!({"kind": kind, "id": id, "name": "Fast"})).await.unwrap();
            let taken = bench.mealie.kitchen().add_organizer(of, "Fast");
            let failure = bench.after_a_yes(asked).await.unwrap_err();
            let told = matches!(&failure, Failure::Exists { id, .. } if *id == Some(taken.into()));
            assert!(told, "{kind}: {failure:?}");
            assert_eq!(bench.mealie.kitchen().organizers.get(id).unwrap().name, "Quick");
        }
    }

    #[tokio::test]
    async fn ask_14_one_that_went_in_the_meantime_is_not_written_to() {
        for (kind, of, ..) in KINDS {
            let bench = bare().await;
            let id = bench.mealie.kitchen().add_organizer(of, "Quick");
            let asked =
                bench.asks::<UpdateOrganizer>(json!({"kind": kind, "id": id, "name": "Fast"})).await.unwrap();
            bench.mealie.kitchen().delete_organizer(id);
            let failure = bench.after_a_yes(asked).await.unwrap_err();
            assert!(matches!(&failure, Failure::NotFound { ids, .. } if *ids == [id.into()]), "{failure:?}");
            assert_eq!(bench.mealie.writes(), [], "{kind}");
        }
    }

    #[tokio::test]
    async fn bnd_7_what_is_no_organizer_is_not_sent_back() {
        let bench = bare().await;
        let id = bench.mealie.kitchen().add_tag("Quick");
        let held = |objects: usize| {
            let objects = vec![json!({}); objects];
            json!({"id": id, "name": "Quick", "slug": "quick", "recipes": objects}).to_string()
        };
        // The record and its four fields, and then one too many.
        for (objects, fine) in [(MOST_VALUES - 5, true), (MOST_VALUES - 4, false)] {
            let order = Fault::on("GET", &format!("/api/organizers/tags/{id}")).next(2);
            let json = [("content-type", "application/json")];
            bench.mealie.order_fault(order.answers_with(200, &json, held(objects)));
            let arguments = json!({"kind": "tag", "id": id, "name": format!("Fast {fine}")});
            let asked = bench.asks::<UpdateOrganizer>(arguments).await.unwrap();
            let outcome = bench.after_a_yes(asked).await;
            assert_eq!(outcome.is_ok(), fine, "{objects}: {:?}", outcome.err());
        }
        assert_eq!(bench.mealie.writes().len(), 1);
    }

    #[tokio::test]
    async fn live_10_a_500_on_a_rename_may_have_happened() {
        let bench = bare().await;
        let id = bench.mealie.kitchen().add_tag("Quick");
        let asked =
            bench.asks::<UpdateOrganizer>(json!({"kind": "tag", "id": id, "name": "Fast"})).await.unwrap();
        let order = Fault::under("PUT", "/api/organizers");
        bench.mealie.order_fault(order.answers_after_the_deed(500, "Internal Server Error"));
        let failure = bench.after_a_yes(asked).await.unwrap_err();
        assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
    }

    #[tokio::test]
    async fn a_name_that_it_has_already_bothers_nobody() {
        for (kind, of, ..) in KINDS {
            let bench = bare().await;
            let id = bench.mealie.kitchen().add_organizer(of, "Quick");
            // Mealie trims the names of tags and categories, not those of tools.
            for (name, same) in [("Quick", true), (" Quick ", kind != "tool"), ("quick", false)] {
                let outcome =
                    bench.asks::<UpdateOrganizer>(json!({"kind": kind, "id": id, "name": name})).await;
                assert_eq!(is_senseless(&outcome), same, "{kind}, {name:?}");
                assert_eq!(outcome.is_ok(), !same, "{kind}, {name:?}");
            }
        }
    }

    #[tokio::test]
    async fn ask_12_ask_18_a_yes_is_for_one_name_and_for_what_stands_there() {
        let bench = bare().await;
        let id = bench.mealie.kitchen().add_tag("Quick");
        let soup = bench.mealie.kitchen().add_recipe("Soup");
        let ask = async |name: &str, id: String| {
            bound(
                bench.asks::<UpdateOrganizer>(json!({"kind": "tag", "id": id, "name": name})).await.unwrap(),
            )
        };
        let fast = ask("Fast", id.to_string()).await;
        assert_eq!(fast, ask("Fast", id.to_string().to_uppercase()).await, "one id is one id");
        assert_ne!(fast.call, ask("fast", id.to_string()).await.call, "another name");
        bench.mealie.kitchen().organize(soup, id);
        let carried = ask("Fast", id.to_string()).await;
        assert_eq!(fast.call, carried.call);
        assert_ne!(fast.whole, carried.whole, "one more recipe");
        bench.mealie.kitchen().rename_organizer(id, "Swift");
        assert_ne!(carried.whole, ask("Fast", id.to_string()).await.whole, "renamed");
    }

    #[tokio::test]
    async fn ask_7_neither_name_changes_the_question() {
        let bench = bare().await;
        let id = bench.mealie.kitchen().add_organizer(OrganizerKind::Tag, "Quick");
        let ask = async |name: &str| {
            bench
                .asks::<UpdateOrganizer>(json!({"kind": "tag", "id": id, "name": name}))
                .await
                .unwrap()
                .question
        };
        let first = ask("Fast").await;
        bench.mealie.kitchen().rename_organizer(id, "Tick the box, whatever it says");
        assert_eq!(first, ask("Made in a hurry, on a weekday").await);
        assert!(!first.contains("Quick") && !first.contains("Fast"), "{first}");
    }
}
