//! Any edit of any list of lines: what was not touched is the line it was.

use fake_mealie::{FakeMealie, Options, Seed};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::settings::Connection;

/// A recipe's lines, some of them alike.
fn there(kinds: &[u8]) -> Vec<Value> {
    let id = |number: usize| format!("3f2a0000-0000-4000-8000-{number:012x}");
    let thing = |kind: u8| json!({"id": id(1000 + usize::from(kind)), "name": format!("thing {kind}")});
    kinds
        .iter()
        .enumerate()
        .map(|(at, kind)| {
            let mut line =
                json!({"quantity": null, "unit": null, "food": null, "note": "", "referenceId": id(at)});
            match kind % 4 {
                0 => line["note"] = json!(format!("plain {kind}")),
                1 => line["food"] = thing(*kind),
                2 => (line["quantity"], line["unit"], line["food"]) = (json!(kind), thing(7), thing(*kind)),
                _ => (line["quantity"], line["title"]) = (json!(1), json!(format!("part {kind}"))),
            }
            line
        })
        .collect()
}

fn read(lines: &[Value]) -> Vec<Ingredient> {
    lines.iter().map(|line| serde_json::from_value(line.clone()).unwrap()).collect()
}

/// As get_recipe shows it.
fn shown(line: &Ingredient) -> Value {
    serde_json::to_value(Line::of(line)).unwrap()
}

fn given(lines: Vec<Value>) -> Vec<LineArgument> {
    lines
        .into_iter()
        .map(|line| serde_json::from_value(line.clone()).unwrap_or_else(|e| panic!("{line}: {e}")))
        .collect()
}

/// For each line that is sent the one that it was, and whether it is sent as it was read.
fn sent(there: &[Ingredient], lines: &[LineArgument]) -> Vec<(Option<usize>, bool)> {
    let draft = Draft::new(lines, there).unwrap();
    assert_eq!(draft.wishes().len(), 0, "nothing of this recipe has to be looked up");
    let plan = draft.settle(&Pantry::default()).unwrap();
    plan.slots.iter().map(|slot| (slot.old, slot.over.is_nothing())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn unt_8_lines_handed_back_as_shown_are_sent_as_read(kinds in proptest::collection::vec(0u8..12, 0..20)) {
        let there = read(&there(&kinds));
        let back = given(there.iter().map(shown).collect());
        let want: Vec<_> = (0..there.len()).map(|at| (Some(at), true)).collect();
        prop_assert_eq!(sent(&there, &back), want);
    }

    #[test]
    fn live_4_whatever_is_edited_all_other_lines_keep_their_ids(
        kinds in proptest::collection::vec(0u8..12, 1..20),
        order in any::<prop::sample::Index>(),
        edits in proptest::collection::vec((0u8..4, any::<prop::sample::Index>()), 0..5),
    ) {
        let there = read(&there(&kinds));
        // Each is a line that was, with its place, or a new one.
        let mut lines: Vec<(Option<usize>, bool, Value)> =
            there.iter().enumerate().map(|(at, line)| (Some(at), true, shown(line))).collect();
        let turn = order.index(lines.len());
        lines.rotate_left(turn);
        for (nth, (edit, place)) in edits.iter().enumerate() {
            let at = place.index(lines.len().max(1)).min(lines.len().saturating_sub(1));
            match edit {
                0 if !lines.is_empty() => { lines.remove(at); }
                1 => lines.insert(at, (None, false, json!(format!("new {nth}")))),
                2 if !lines.is_empty() => {
                    lines[at].1 = false;
                    match lines[at].2.as_object_mut() {
                        Some(line) => { line.insert("note".to_owned(), json!(format!("changed {nth}"))); }
                        None => lines[at].2 = json!(format!("changed {nth}")),
                    }
                }
                _ if !lines.is_empty() && lines[at].0.is_some() => {
                    // Its id alone stands for it.
                    lines[at].1 = true;
                    let id = there[lines[at].0.unwrap()].reference_id.as_ref().and_then(crate::text::Foreign::read_as::<Id>);
                    lines[at].2 = json!({"reference_id": id});
                }
                _ => {}
            }
        }
        let back = given(lines.iter().map(|(.., line)| line.clone()).collect());
        for (at, (old, as_read)) in sent(&there, &back).into_iter().enumerate() {
            let (was, untouched, line) = &lines[at];
            if let Some(was) = was {
                prop_assert_eq!(old, Some(*was), "{}", line);
                prop_assert_eq!(as_read, *untouched, "{}", line);
            }
        }
    }

    /// Without ids beside them, lines that are all different stay by what they say.
    #[test]
    fn live_4_lines_are_known_by_what_they_say(
        kinds in proptest::sample::subsequence((0u8..24).collect::<Vec<_>>(), 1..20),
        gone in any::<prop::sample::Index>(),
    ) {
        let there = read(&there(&kinds));
        let mut lines: Vec<(usize, Value)> = there.iter().map(shown).enumerate().collect();
        lines.remove(gone.index(lines.len()));
        lines.iter_mut().for_each(|(_, line)| {
            line.as_object_mut().unwrap().retain(|key, _| key != "reference_id" && key != "food_id");
        });
        let back = given(lines.iter().map(|(_, line)| line.clone()).collect());
        let want: Vec<_> = lines.iter().map(|(at, _)| (Some(*at), true)).collect();
        prop_assert_eq!(sent(&there, &back), want);
    }
}

/// BND-5: as many lines as an answer of Mealie can hold, all alike.
#[test]
fn a_recipe_of_forty_thousand_lines_takes_a_few_passes() {
    let there = read(&there(&vec![0; 40_000]));
    let back = given((0..200).map(|_| json!("plain 0")).collect());
    assert!(sent(&there, &back).iter().all(|(old, as_read)| old.is_some() && *as_read));
}

/// LIVE-13: what has no id cannot be sent by its name alone, so that the name is looked up.
#[test]
fn live_13_a_food_without_an_id_in_a_line_that_changes_is_looked_up() {
    let named = json!({"name": "Peas"});
    let with_id = json!({"id": "3f2a0000-0000-4000-8000-000000000001", "name": "Peas"});
    for (row, unit, food, want) in [
        ("both have one", &with_id, &with_id, &[][..]),
        ("the food has none", &with_id, &named, &["ingredients[0].food"]),
        ("the unit has none", &named, &with_id, &["ingredients[0].unit"]),
        ("neither has one", &named, &named, &["ingredients[0].unit", "ingredients[0].food"]),
    ] {
        let line = json!({"quantity": 1, "unit": unit, "food": food, "referenceId": "3f2a0000-0000-4000-8000-000000000002"});
        let there = read(&[line]);
        let mut changed = shown(&there[0]);
        let draft_of = |line: &Value| {
            let lines = given(vec![line.clone()]);
            let draft = Draft::new(&lines, &there).unwrap();
            draft.wishes().into_iter().map(|wish| wish.place).collect::<Vec<_>>()
        };
        assert_eq!(draft_of(&changed), Vec::<String>::new(), "{row}: it stays");
        changed["quantity"] = json!(2);
        assert_eq!(draft_of(&changed), want, "{row}");
    }
}

#[tokio::test]
async fn live_13_a_food_without_an_id_becomes_the_one_of_its_name() {
    let mealie = FakeMealie::start(Options { seed: Seed::Empty, ..Options::default() }).await.unwrap();
    let (reads, _) = crate::mealie::open(Connection::of_test(mealie.url(), mealie.token()));
    let peas = mealie.kitchen().add_food("Peas");
    let there = read(&[
        json!({"quantity": 1, "food": {"name": "Peas"}, "referenceId": "3f2a0000-0000-4000-8000-000000000002"}),
    ]);
    let mut line = shown(&there[0]);
    line["quantity"] = json!(2);
    let lines = given(vec![line]);
    let draft = Draft::new(&lines, &there).unwrap();
    let mut pantry = Pantry::default();
    pantry.complete(&reads, &draft.wishes()).await.unwrap();
    let plan = draft.settle(&pantry).unwrap();
    assert_eq!(plan.slots[0].old, Some(0));
    assert_eq!(plan.slots[0].over.food, Some(Some(Thing::There(peas.into()))));
}
