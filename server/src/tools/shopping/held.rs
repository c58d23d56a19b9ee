//! A shopping list as Mealie holds it: the list, what stands on it, and the same as it was read, to be sent back. Every field
//! may be null, missing or new (LIVE-13). It never decides what is changed.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::failure::{Failure, Happened, Unusable};
use crate::mealie::records::{Named, Several};
use crate::mealie::route::Route;
use crate::mealie::{Reads, read_record};
use crate::text::{Document, Fingerprint, Foreign, Id, Part, WireKey};

/// All lists of the household.
pub(super) fn lists() -> Route {
    Route::to(&["households", "shopping", "lists"])
}

/// All items of all of them.
pub(super) fn items() -> Route {
    Route::to(&["households", "shopping", "items"])
}

/// That there is none of this id in the household (ASK-14).
pub(super) fn no_list(id: Id) -> Failure {
    Failure::NotFound { kind: "shopping lists", ids: vec![id] }
}

/// A list with its items. A page of lists has none of them.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListRecord {
    /// Its id.
    pub(super) id: Option<Foreign>,
    /// What it is called: nothing, if nobody said.
    pub(super) name: Option<Foreign>,
    /// A moment.
    pub(super) updated_at: Option<Foreign>,
    /// What stands on it, by position.
    pub(super) list_items: Option<Several<ItemRecord>>,
    /// The recipes that were put on it.
    pub(super) recipe_references: Option<Several<ListRecipe>>,
}

/// An item.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ItemRecord {
    /// Its id.
    pub(super) id: Option<Foreign>,
    /// How much; 0 for a line of text.
    pub(super) quantity: Option<f64>,
    /// Of which unit; may name one that is gone.
    pub(super) unit_id: Option<Foreign>,
    /// That unit.
    pub(super) unit: Option<Named>,
    /// Of which food; may name one that is gone.
    pub(super) food_id: Option<Foreign>,
    /// That food.
    pub(super) food: Option<Named>,
    /// Where in the shop it is.
    pub(super) label: Option<Named>,
    /// The rest of the line, or all of it.
    pub(super) note: Option<Foreign>,
    /// The line, as Mealie writes it.
    pub(super) display: Option<Foreign>,
    /// Ticked off.
    pub(super) checked: Option<bool>,
    /// Its place.
    pub(super) position: Option<i64>,
    /// The recipes that put it there. Mealie 3.10.2 forgets them when it is ticked off.
    pub(super) recipe_references: Option<Several<ItemRecipe>>,
}

/// A recipe that put an item on a list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ItemRecipe {
    /// Which.
    pub(super) recipe_id: Option<Foreign>,
    /// How much of the item it brings when it is made once.
    pub(super) recipe_quantity: Option<f64>,
    /// How many times it was put there. Mealie 3.10.2 takes a missing one for 1.
    pub(super) recipe_scale: Option<f64>,
}

/// A recipe that was put on a list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListRecipe {
    /// Which.
    pub(super) recipe_id: Option<Foreign>,
    /// How many times.
    pub(super) recipe_quantity: Option<f64>,
    /// That recipe.
    pub(super) recipe: Option<Named>,
}

impl ListRecord {
    /// The id, if it is one.
    pub(super) fn id(&self) -> Option<Id> {
        self.id.as_ref()?.read_as()
    }

    /// What stands on it.
    pub(super) fn items(&self) -> &[ItemRecord] {
        self.list_items.as_deref().unwrap_or_default()
    }

    /// The recipes that were put on it.
    pub(super) fn recipes(&self) -> &[ListRecipe] {
        self.recipe_references.as_deref().unwrap_or_default()
    }

    /// How many of its items are ticked off.
    pub(super) fn ticked(&self) -> u64 {
        self.items().iter().filter(|item| item.is_ticked()).count() as u64
    }
}

impl ItemRecord {
    /// The id, if it is one.
    pub(super) fn id(&self) -> Option<Id> {
        self.id.as_ref()?.read_as()
    }

    /// Whether it is ticked off.
    pub(super) fn is_ticked(&self) -> bool {
        self.checked.unwrap_or_default()
    }

    /// The id of its food, if it has one, a food that is gone included.
    pub(super) fn food(&self) -> Option<Id> {
        self.food_id.as_ref()?.read_as()
    }

    /// The same for its unit.
    pub(super) fn unit(&self) -> Option<Id> {
        self.unit_id.as_ref()?.read_as()
    }

    /// The recipes that put it there.
    pub(super) fn recipes(&self) -> &[ItemRecipe] {
        self.recipe_references.as_deref().unwrap_or_default()
    }
}

impl ItemRecipe {
    /// The recipe's id, if it is one.
    pub(super) fn recipe(&self) -> Option<Id> {
        self.recipe_id.as_ref()?.read_as()
    }
}

/// A list, read as a record and as it came in. It can be megabytes: a plan lets go of it (BND-7).
pub(super) struct Held {
    document: Document,
    /// The list.
    pub(super) record: ListRecord,
}

/// An item of a list, both ways.
#[derive(Clone, Copy)]
pub(super) struct HeldItem<'a> {
    /// Its id.
    pub(super) id: Id,
    /// It, as a record.
    pub(super) record: &'a ItemRecord,
    as_read: Part<'a>,
}

/// Reads a list of the household. That of another household is not there (Mealie 3.10.2: 404).
pub(super) async fn held(reads: &Reads, id: Id) -> Result<Held, Failure> {
    let document = reads.find::<Document>(lists().id(&id)).await?.ok_or_else(|| no_list(id))?;
    let record = read_record(&document)?;
    Ok(Held { document, record })
}

impl Held {
    /// Its items that have an id, in the order of the list.
    pub(super) fn items(&self) -> impl Iterator<Item = HeldItem<'_>> {
        let as_read = self.document.get("/listItems").into_iter().flat_map(Part::items);
        let both = self.record.items().iter().zip(as_read);
        both.filter_map(|(record, as_read)| Some(HeldItem { id: record.id()?, record, as_read }))
    }

    /// Those of these ids, in the order of the ids; those that are missing are named (ASK-14).
    pub(super) fn all_of(&self, ids: &[Id]) -> Result<Vec<HeldItem<'_>>, Failure> {
        let found: BTreeMap<Id, HeldItem<'_>> = self.items().map(|item| (item.id, item)).collect();
        let missing: Vec<Id> = ids.iter().copied().filter(|id| !found.contains_key(id)).collect();
        if missing.is_empty() {
            Ok(ids.iter().filter_map(|id| found.get(id)).copied().collect())
        } else {
            Err(Failure::NotFound { kind: "items of this shopping list", ids: missing })
        }
    }

    /// What the list is known by once it is gone: what it is called and what stands on it. The rest of it changes whenever
    /// one of its recipes is cooked or rated.
    pub(super) fn fingerprints(&self) -> impl Iterator<Item = Fingerprint> {
        ["/name", "/listItems"]
            .into_iter()
            .filter_map(|place| self.document.get(place))
            .map(Part::fingerprint)
    }
}

/// Items that hold more values than this in all are none: an item has about seventy, and what stands in a body of a quarter of
/// a million could not be sent back within memory (BND-7).
const MOST_VALUES: usize = 20_000;

impl HeldItem<'_> {
    /// What it is known by once it is changed or gone.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        self.as_read.fingerprint()
    }
}

/// These items as they were read, to be changed and sent back whole (LIVE-2).
pub(super) fn to_wire(items: &[HeldItem<'_>], key: &WireKey) -> Result<Vec<Value>, Failure> {
    if items.iter().map(|item| item.as_read.values()).sum::<usize>() > MOST_VALUES {
        return Err(Failure::Answer(Unusable::NotAsExpected, Happened::No));
    }
    Ok(items.iter().map(|item| item.as_read.to_wire(key)).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(json: Value) -> Held {
        let document = Document::from_json(json.to_string().as_bytes()).unwrap();
        let record = read_record(&document).unwrap();
        Held { document, record }
    }

    fn id(number: u128) -> Id {
        format!("{number:032x}").parse().unwrap()
    }

    #[test]
    fn live_13_null_missing_and_unknown_fields_of_a_list_are_survived() {
        for (row, list, items) in [
            ("nothing", json!({}), 0),
            ("nulls", json!({"id": null, "name": null, "listItems": null, "recipeReferences": null}), 0),
            ("an item without anything", json!({"listItems": [{}]}), 0),
            ("an item whose id is none", json!({"listItems": [{"id": "milk"}]}), 0),
            (
                "an item of nulls",
                json!({"listItems": [{
                    "id": id(1).to_string(), "quantity": null, "unit": null, "unitId": null, "food": null,
                    "foodId": null, "label": null, "labelId": null, "note": null, "display": null, "checked": null,
                    "position": null, "recipeReferences": null,
                }]}),
                1,
            ),
            (
                "fields of a newer Mealie",
                json!({"shared": true, "listItems": [{"id": id(1).to_string(), "aisle": {"name": "A"}}]}),
                1,
            ),
            (
                "references of nulls",
                json!({"listItems": [{"id": id(1).to_string(), "recipeReferences": [
                    {"recipeId": null, "recipeQuantity": null, "recipeScale": null}, {},
                ]}], "recipeReferences": [{"recipe": null}]}),
                1,
            ),
        ] {
            let held = of(list);
            assert_eq!(held.items().count(), items, "{row}");
            for item in held.items() {
                assert!(!item.record.is_ticked() && item.record.food().is_none(), "{row}");
                assert!(item.record.recipes().iter().all(|recipe| recipe.recipe().is_none()), "{row}");
            }
        }
    }

    #[test]
    fn an_item_without_an_id_does_not_shift_the_others() {
        let held = of(json!({"listItems": [
            {"note": "nobody"}, {"id": id(1).to_string(), "note": "milk"}, {"id": "x"}, {"id": id(2).to_string(), "note": "eggs"},
        ]}));
        let key = WireKey::of_test();
        let sent = to_wire(&held.all_of(&[id(2), id(1)]).unwrap(), &key).unwrap();
        assert_eq!(
            sent,
            [
                json!({"id": id(2).to_string(), "note": "eggs"}),
                json!({"id": id(1).to_string(), "note": "milk"})
            ]
        );
    }

    #[test]
    fn ask_14_ids_that_are_not_on_the_list_are_named_all_of_them() {
        let held = of(json!({"listItems": [{"id": id(1).to_string()}]}));
        let Err(Failure::NotFound { kind, ids }) =
            held.all_of(&[id(3), id(1), id(2)]).map(|items| items.len())
        else {
            panic!("missing ids are told")
        };
        assert_eq!((kind, ids), ("items of this shopping list", vec![id(3), id(2)]));
    }

    #[test]
    fn bnd_7_items_of_too_many_values_are_not_sent_back() {
        let list =
            |values: usize| of(json!({"listItems": [{"id": id(1).to_string(), "extras": vec![0; values]}]}));
        let key = WireKey::of_test();
        for (row, values, fits) in [("many", MOST_VALUES - 3, true), ("one more", MOST_VALUES - 2, false)] {
            let list = list(values);
            assert_eq!(to_wire(&list.all_of(&[id(1)]).unwrap(), &key).is_ok(), fits, "{row}");
        }
    }

    #[test]
    fn ask_18_a_list_is_known_by_its_name_and_what_stands_on_it() {
        let prints = |list| of(list).fingerprints().map(|print| *print.as_bytes()).collect::<Vec<_>>();
        let list = json!({"name": "Weekly", "listItems": [{"note": "milk"}], "recipeReferences": []});
        let mut cooked = list.clone();
        cooked["recipeReferences"] = json!([{"recipe": {"lastMade": "2026-03-01T00:00:00Z"}}]);
        assert_eq!(prints(list.clone()), prints(cooked), "a recipe of it was cooked");
        for (place, value) in [("name", json!("Monthly")), ("listItems", json!([]))] {
            let mut other = list.clone();
            other[place] = value;
            assert_ne!(prints(list.clone()), prints(other), "{place}");
        }
    }
}
