//! A change of items: what is set in each of them. It never touches anything else of an item.

use serde_json::Value;

use super::held::HeldItem;
use super::merging::Item;
use crate::failure::{Failure, Happened, Unusable};
use crate::text::{Foreign, Id};

/// What is set. At least one of them is.
pub(super) struct Change {
    /// Ticked off or not.
    pub(super) checked: Option<bool>,
    /// How much.
    pub(super) quantity: Option<f64>,
    note: Option<(String, Foreign)>,
}

impl Change {
    /// A change; nothing if it would be none.
    pub(super) fn new(checked: Option<bool>, quantity: Option<f64>, note: Option<&str>) -> Option<Self> {
        let note = note.map(|note| (note.to_owned(), Foreign::from(note.to_owned())));
        (checked.is_some() || quantity.is_some() || note.is_some()).then_some(Self {
            checked,
            quantity,
            note,
        })
    }

    /// Whether it sets the note.
    pub(super) fn replaces_what_was_written(&self) -> bool {
        self.note.is_some()
    }

    /// An item as it would be.
    pub(super) fn of<'a>(&'a self, item: &HeldItem<'a>) -> Item<'a> {
        let mut changed = Item::of(item);
        changed.line.checked = self.checked.unwrap_or(changed.line.checked);
        changed.line.quantity = self.quantity.unwrap_or(changed.line.quantity);
        changed.line.note = self.note.as_ref().map_or(changed.line.note, |(_, note)| Some(note));
        changed
    }

    /// Sets it in an item that is to be sent back.
    pub(super) fn write_into(&self, item: &mut Value, list: Id) -> Result<(), Failure> {
        let unusable = Failure::Answer(Unusable::NotAsExpected, Happened::No);
        let fields = item.as_object_mut().ok_or(unusable)?;
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                fields.insert(name.to_owned(), value);
            }
        };
        set("checked", self.checked.map(Value::from));
        set("quantity", self.quantity.map(Value::from));
        set("note", self.note.as_ref().map(|(note, _)| Value::from(note.as_str())));
        // Another one would move it there (Mealie 3.10.2), and without one it is refused.
        set("shoppingListId", Some(list.to_string().into()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn live_2_a_change_sets_what_is_given_and_nothing_else() {
        let list: Id = format!("{:032x}", 7).parse().unwrap();
        let item = json!({"id": "1", "note": "milk", "quantity": 2.0, "checked": false, "extras": {"a": "b"},
            "shoppingListId": list.to_string()});
        for (row, change, want) in [
            ("ticked", Change::new(Some(true), None, None), json!({"checked": true})),
            ("no more of it", Change::new(None, Some(0.0), None), json!({"quantity": 0.0})),
            ("no note", Change::new(None, None, Some("")), json!({"note": ""})),
            (
                "all",
                Change::new(Some(false), Some(2.5), Some("oats")),
                json!({"checked": false, "quantity": 2.5, "note": "oats"}),
            ),
        ] {
            let (mut changed, mut expected) = (item.clone(), item.clone());
            change.unwrap().write_into(&mut changed, list).unwrap();
            expected.as_object_mut().unwrap().extend(want.as_object().unwrap().clone());
            assert_eq!(changed, expected, "{row}");
        }
        assert!(Change::new(None, None, None).is_none());
    }

    #[test]
    fn an_item_stays_on_its_list_whatever_it_says() {
        let list: Id = format!("{:032x}", 7).parse().unwrap();
        for item in [json!({}), json!({"shoppingListId": null}), json!({"shoppingListId": "elsewhere"})] {
            let mut changed = item.clone();
            Change::new(Some(true), None, None).unwrap().write_into(&mut changed, list).unwrap();
            assert_eq!(changed["shoppingListId"], list.to_string(), "{item}");
        }
        assert!(Change::new(Some(true), None, None).unwrap().write_into(&mut json!([]), list).is_err());
    }
}
