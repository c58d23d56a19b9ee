//! Whether a name is taken: Mealie holds two organizers of one address for one, answers 500 to a second tag and 400 with
//! SQL to the others. So it is looked up before, and once more after a refusal (LIVE-6). It never decides what is written.

use super::Kind;
use super::address::address_of;
use crate::failure::{Failure, Why};
use crate::mealie::Reads;
use crate::mealie::records::{Named, Page, Several};
use crate::text::{Id, fold};

/// All of a kind, with one request: a search of Mealie 3.10.2 minds accents and every sign, so it would miss twins.
pub(super) async fn all_of(reads: &Reads, kind: Kind) -> Result<Several<Named>, Failure> {
    Ok(reads.get::<Page<Named>>(kind.route().all()).await?.into_items())
}

/// The organizer, other than this one, that has this name or its address.
pub(super) fn twin<'a>(known: &'a [Named], name: &str, but: Option<&Id>) -> Option<&'a Named> {
    let (folded, address) = (fold(name), address_of(name).filter(|address| !address.is_empty()));
    known.iter().filter(|named| but.is_none() || named.id().as_ref() != but).find(|named| {
        named.name.as_ref().is_some_and(|name| name.is_folded(&folded))
            || address
                .as_ref()
                .is_some_and(|address| named.slug.as_ref().is_some_and(|slug| slug.is(address)))
    })
}

/// Refuses a name that is taken, before anything is written or asked.
pub(super) fn refuse_taken(known: &[Named], kind: Kind, name: &str, but: Option<&Id>) -> Result<(), Failure> {
    match twin(known, name, but) {
        Some(twin) => Err(Failure::Exists { kind: kind.one(), id: twin.id() }),
        None => Ok(()),
    }
}

/// What a refusal of Mealie was about: a name that was taken in the meantime, or that could not be told before, is said to
/// be; anything else stays as it is.
pub(super) async fn explained(
    reads: &Reads,
    kind: Kind,
    name: &str,
    renamed: Option<&Id>,
    failure: Failure,
) -> Failure {
    let Failure::Status { code: code @ (400 | 409 | 500..=599), .. } = failure else { return failure };
    let Ok(known) = all_of(reads, kind).await else { return failure };
    match twin(&known, name, renamed) {
        // It was not there before, and after a 5xx nobody knows whose it is (hazard 9).
        Some(twin) if code >= 500 && renamed.is_none() && is_as_written(twin, name) => {
            perhaps_ours(kind, twin)
        }
        Some(twin) => Failure::Exists { kind: kind.one(), id: twin.id() },
        None => failure,
    }
}

/// Whether it could be the one that was just written; Mealie 3.10.2 trims tags and categories.
fn is_as_written(twin: &Named, name: &str) -> bool {
    twin.name.as_ref().is_some_and(|twin| twin.is(name) || twin.is(name.trim()))
}

fn perhaps_ours(kind: Kind, twin: &Named) -> Failure {
    let kind = kind.one();
    let which = twin.id().map(|id| format!(": {id}")).unwrap_or_default();
    Failure::refused(
        Why::Changed,
        format!(
            "Mealie failed, and a {kind} of this name is there now{which}. The change may have happened: this call may \
             have made it. Use that one either way."
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(json: &str) -> Vec<Named> {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn live_6_a_twin_is_known_by_its_name_or_its_address() {
        let tags = known(
            r#"[{"id":"3f2a0000-0000-4000-8000-000000000001","name":"C","slug":"c"},
                {"id":"3f2a0000-0000-4000-8000-000000000002","name":"Crème brûlée","slug":"creme-brulee"},
                {"id":"3f2a0000-0000-4000-8000-000000000003","name":"味噌汁","slug":"wei-cheng-zhi"},
                {"id":"3f2a0000-0000-4000-8000-000000000004","name":"Щи","slug":"shchi"},
                {"id":null,"name":null,"slug":null},
                {"id":"3f2a0000-0000-4000-8000-000000000005","name":"🍕","slug":""}]"#,
        );
        for (row, name, want) in [
            ("itself", "C", Some(1)),
            ("another case", "CRÈME BRÛLÉE", Some(2)),
            ("without its accents", "Creme Brulee", Some(2)),
            ("other signs", "c++", Some(1)),
            ("blanks around it", "  crème brûlée ", Some(2)),
            ("a script without a table", "味噌汁", Some(3)),
            ("the same in another case", "ЩИ", Some(4)),
            ("what its address spells", "Shchi", Some(4)),
            ("a part of it", "Crème", None),
            ("an emoji has no address to share", "🌮 🌮", None),
            ("another name", "Soup", None),
        ] {
            let found = twin(&tags, name, None).and_then(Named::id);
            let want =
                want.map(|number| format!("3f2a0000-0000-4000-8000-00000000000{number}").parse().unwrap());
            assert_eq!(found, want, "{row}");
        }
        let own = tags[0].id().unwrap();
        assert!(twin(&tags, "C++", Some(&own)).is_none(), "its own new name");
        assert!(twin(&tags, "creme brulee", Some(&own)).is_some(), "another one's name");
    }
}
