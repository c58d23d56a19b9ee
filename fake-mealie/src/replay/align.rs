//! Which entry of a recorded list is which entry of the list here.
//! Never pairs an entry twice.

use serde_json::Value;
use uuid::Uuid;

use super::ids::Ids;

/// What a person tells two entries apart by, the most telling first.
const LABELS: [&str; 6] = ["name", "username", "input", "text", "title", "note"];

/// Two lists, paired.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Alignment {
    /// Places in the recorded list and in the list here, in the order of the recorded list.
    pub(super) pairs: Vec<(usize, usize)>,
}

impl Alignment {
    /// By ids that are known, then by their labels, then those that are left in the order they stand in.
    pub(super) fn of(recorded: &[Value], here: &[Value], ids: &Ids) -> Alignment {
        let mut partner: Vec<Option<usize>> = vec![None; recorded.len()];
        let mut free = vec![true; here.len()];
        let mut pair_by = |matches: &dyn Fn(&Value, &Value) -> bool| {
            for (place, entry) in recorded.iter().enumerate().filter(|(_, entry)| entry.is_object()) {
                if partner.get(place).copied().flatten().is_some() {
                    continue;
                }
                let found = here.iter().enumerate().position(|(other, candidate)| {
                    free.get(other) == Some(&true) && matches(entry, candidate)
                });
                if let (Some(found), Some(slot)) = (found, partner.get_mut(place)) {
                    *slot = Some(found);
                    free.iter_mut().skip(found).take(1).for_each(|free| *free = false);
                }
            }
        };
        pair_by(&|entry, candidate| {
            let known = uuid_of(entry).and_then(|id| ids.here(id));
            known.is_some() && known == uuid_of(candidate)
        });
        pair_by(&|entry, candidate| {
            let labels = label(entry).zip(label(candidate));
            let possible = uuid_of(entry).zip(uuid_of(candidate)).is_none_or(|(a, b)| ids.same(a, b));
            possible && labels.is_some_and(|(a, b)| a == b)
        });
        let mut left = free.iter().enumerate().filter(|(_, free)| **free).map(|(place, _)| place);
        for slot in partner.iter_mut().filter(|slot| slot.is_none()) {
            *slot = left.next();
        }
        let pairs =
            partner.iter().enumerate().filter_map(|(place, other)| Some((place, (*other)?))).collect();
        Alignment { pairs }
    }

    /// Whether both lists stand in the same order.
    pub(super) fn in_order(&self) -> bool {
        self.pairs.windows(2).all(|pair| matches!(pair, [(_, before), (_, after)] if before < after))
    }
}

/// Whether two entries call themselves differently, so that they are hardly the same thing.
pub(super) fn named_differently(recorded: &Value, here: &Value) -> bool {
    label(recorded).zip(label(here)).is_some_and(|(a, b)| a != b)
}

fn label(entry: &Value) -> Option<&str> {
    LABELS.iter().find_map(|key| entry.get(key)?.as_str().filter(|label| !label.is_empty()))
}

fn uuid_of(entry: &Value) -> Option<Uuid> {
    Uuid::try_parse(entry.get("id")?.as_str()?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn entries_are_paired_by_known_id_then_by_name_then_by_place() {
        let (a, b) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let mut ids = Ids::default();
        ids.learn(a, b);
        let recorded =
            [json!({ "id": a, "name": "Soup" }), json!({ "name": "Bread" }), json!({ "name": "?" })];
        let here = [json!({ "name": "!" }), json!({ "name": "Bread" }), json!({ "id": b, "name": "Stew" })];
        let alignment = Alignment::of(&recorded, &here, &ids);
        assert_eq!(alignment.pairs, [(0, 2), (1, 1), (2, 0)]);
        assert!(!alignment.in_order());
        let scalars = Alignment::of(&[json!(1), json!(2), json!(3)], &[json!(2), json!(1)], &ids);
        assert_eq!(scalars.pairs, [(0, 0), (1, 1)]);
        assert!(scalars.in_order());
    }
}
