//! Adding an organizer. One that is there already is no second one: its id is the answer. It never changes one.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Kind, Shown, twin, without_address};
use crate::answer::{New, Source, View};
use crate::args::Name;
use crate::failure::Failure;
use crate::mealie::records::Named;
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `create_organizer`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CreateOrganizer {
    /// tool: a kitchen tool.
    kind: Kind,
    name: Name,
}

/// What it answers: as Mealie stored it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Created {
    status: New,
    #[serde(flatten)]
    organizer: Shown,
    #[serde(skip)]
    note: Option<&'static str>,
}

impl View for Created {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        self.note.map(str::to_owned).into_iter().collect()
    }
}

impl Tool for CreateOrganizer {
    const NAME: &'static str = "create_organizer";
    const TITLE: &'static str = "Add a tag, category or kitchen tool";
    const DESCRIPTION: &'static str = "Adds a tag, category or kitchen tool to the group. If there is one of this name or \
         slug, nothing is added and the error names its id.";
    const EFFECT: Effect = Effect::Adds;
    type Answer = Created;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Created>, Failure> {
        let (kind, name) = (self.kind, self.name.as_str().to_owned());
        twin::refuse_taken(&twin::all_of(kitchen.reads, kind).await?, kind, &name, None)?;
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                match writes.post::<Named>(kind.route(), &json!({"name": name})).await {
                    Ok(made) => Ok(Created {
                        status: New::Created,
                        note: without_address(&made),
                        organizer: Shown::of(&made),
                    }),
                    Err(failure) => Err(twin::explained(writes.reads(), kind, &name, None, failure).await),
                }
            }
            .boxed()
        })))
    }
}

#[cfg(test)]
mod tests {
    use fake_mealie::{Fault, OrganizerKind};

    use super::super::tests::{KINDS, bare};
    use super::*;
    use crate::failure::Happened;
    use crate::text::Id;
    use crate::tool::Plan;
    use crate::tools::bench::Bench;

    fn id_in(failure: &Failure) -> Option<Id> {
        match failure {
            Failure::Exists { id, .. } => *id,
            _ => None,
        }
    }

    #[tokio::test]
    async fn what_was_added_is_told_as_mealie_stored_it() {
        for (kind, of, path, _) in KINDS {
            let bench = bare().await;
            let arguments = json!({"kind": kind, "name": " Süß & Sauer"});
            let answer = bench.goes::<CreateOrganizer>(arguments).await.unwrap();
            let stored = bench.mealie.kitchen().organizers.iter().next().cloned().unwrap();
            assert_eq!(stored.kind, of);
            let want = json!({
                "status": "created", "id": stored.id, "name": stored.name, "slug": "suss-sauer",
                "untrusted": true, "source": "mealie",
            });
            assert_eq!(answer.structured, *want.as_object().unwrap(), "{kind}");
            let writes = bench.mealie.writes();
            assert_eq!(writes.len(), 1);
            assert_eq!((writes[0].method.as_str(), writes[0].path.as_str()), ("POST", path));
            // SHUT-5: neither a slug nor a group of our own.
            assert_eq!(writes[0].body, json!({"name": " Süß & Sauer"}));
        }
    }

    #[tokio::test]
    async fn live_6_a_name_that_is_taken_is_told_with_its_id_and_nothing_is_sent() {
        for (kind, of, _, word) in KINDS {
            let bench = bare().await;
            let id = bench.mealie.kitchen().add_organizer(of, "C");
            for (_, other, ..) in KINDS.into_iter().filter(|other| other.0 != kind) {
                bench.mealie.kitchen().add_organizer(other, "Free");
            }
            for name in ["C", "c", " C ", "C++"] {
                let failure =
                    bench.goes::<CreateOrganizer>(json!({"kind": kind, "name": name})).await.unwrap_err();
                let want = format!(
                    "A {word} that goes by this name exists already: {id}. Nothing was changed. Use that one, or another name."
                );
                assert_eq!(failure.words().ours, want, "{name}");
            }
            assert_eq!(bench.mealie.writes(), [], "{kind}");
            let free = bench.goes::<CreateOrganizer>(json!({"kind": kind, "name": "Free"})).await;
            assert!(free.is_ok(), "the kinds have names of their own: {free:?}");
        }
    }

    /// Between the look and the request. Mealie 3.10.2 answers a bare 500 for a tag and 400 with SQL for the others.
    #[tokio::test]
    async fn live_6_a_name_that_was_taken_in_the_meantime_is_told_too() {
        for (kind, of, ..) in KINDS {
            let bench = bare().await;
            let plan = bench.plans::<CreateOrganizer>(json!({"kind": kind, "name": "Crème"})).await.unwrap();
            let Plan::Go(write) = plan else { panic!("{kind}: a write that goes unasked") };
            let id = bench.mealie.kitchen().add_organizer(of, "CREME!");
            let failure = bench.runs(write).await.unwrap_err();
            assert_eq!(id_in(&failure), Some(id.into()), "{kind}: {failure:?}");
            assert_eq!(failure.happened(), Happened::No, "{kind}");
        }
    }

    #[tokio::test]
    async fn live_10_after_a_500_one_of_this_very_name_may_be_ours() {
        let bench = bare().await;
        let path = "/api/organizers/tags";
        bench
            .mealie
            .order_fault(Fault::on("POST", path).answers_after_the_deed(500, "Internal Server Error"));
        let failure =
            bench.goes::<CreateOrganizer>(json!({"kind": "tag", "name": " Quick "})).await.unwrap_err();
        let id = bench.mealie.kitchen().organizer_named(OrganizerKind::Tag, "Quick").unwrap().id;
        let said = failure.words().ours;
        assert!(said.contains(&format!(": {id}. The change may have happened")), "{said}");
        assert!(!said.contains("Nothing was changed"), "{said}");
    }

    #[tokio::test]
    async fn live_10_a_500_that_is_no_duplicate_may_have_happened_and_is_not_repeated() {
        let bench = bare().await;
        for fault in [
            Fault::under("POST", "/api/organizers").answers(500, "Internal Server Error"),
            Fault::under("POST", "/api/organizers").resets(),
        ] {
            bench.mealie.order_fault(fault);
            let failure =
                bench.goes::<CreateOrganizer>(json!({"kind": "tag", "name": "Quick"})).await.unwrap_err();
            assert_eq!(failure.happened(), Happened::Perhaps, "{failure:?}");
        }
        assert_eq!(bench.mealie.writes().len(), 2, "each once");
    }

    #[tokio::test]
    async fn a_name_of_which_mealie_makes_no_slug_is_refused_or_told() {
        for (kind, ..) in KINDS {
            let bench = bare().await;
            for name in ["🍕", " ", "!?", "𒀀"] {
                let outcome = bench.goes::<CreateOrganizer>(json!({"kind": kind, "name": name})).await;
                assert!(matches!(outcome, Err(Failure::Argument { .. })), "{name}: {outcome:?}");
            }
            assert_eq!(bench.mealie.journal(), [], "{kind}");
            // It lengthens a letter of Arabic, and is one to Unicode.
            let answer = bench.goes::<CreateOrganizer>(json!({"kind": kind, "name": "ـ"})).await.unwrap();
            assert!(answer.text.starts_with("Mealie made no slug of this name"), "{}", answer.text);
            assert!(!answer.structured.contains_key("slug"));
        }
    }

    #[tokio::test]
    async fn unt_8_a_name_that_holds_a_mark_of_this_server_is_refused() {
        let bench = bare().await;
        for name in ["Quick … [cut: 5 of 40 characters shown]", "Tag [redacted]", crate::text::UNTRUSTED] {
            let outcome = bench.goes::<CreateOrganizer>(json!({"kind": "tag", "name": name})).await;
            assert!(matches!(outcome, Err(Failure::Argument { .. })), "{name}: {outcome:?}");
        }
        assert_eq!(bench.mealie.journal(), []);
    }

    #[tokio::test]
    async fn unt_2_a_name_is_shown_clean() {
        let bench = Bench::start().await;
        let arguments = json!({"kind": "tag", "name": "Qu\u{200b}ick\u{202e}"});
        let answer = bench.goes::<CreateOrganizer>(arguments).await.unwrap();
        assert_eq!(answer.structured["name"], json!("Quick"));
    }
}
