//! The rows that were seen on a Mealie 3.10.2, and any list and any change of it against what the fake does.

use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;
use crate::text::Document;
use crate::tools::bench::Bench;
use crate::tools::shopping::held::held;
use crate::tools::shopping::tests::bare;

fn id(number: u128) -> Id {
    format!("{number:032x}").parse().unwrap()
}

fn text(text: &str) -> Foreign {
    Foreign::from(text.to_owned())
}

#[test]
fn what_is_equal_to_mealie_and_what_is_not() {
    let (milk, shout, empty) = (text("milk"), text("Milk"), text(""));
    let line = Line::of_text(&milk);
    let food = |number| Line { food: Some(id(number)), ..line };
    for (row, one, other, equal) in [
        ("the same text", line, line, true),
        ("another case", line, Line::of_text(&shout), false),
        ("another quantity", line, Line { quantity: 4.0, ..line }, true),
        ("one is ticked", line, Line { checked: true, ..line }, false),
        ("both are", Line { checked: true, ..line }, Line { checked: true, ..line }, false),
        ("another unit", line, Line { unit: Some(id(1)), ..line }, false),
        ("the same food", food(1), food(1), true),
        ("the same food with another text", food(1), Line { note: Some(&shout), ..food(1) }, true),
        ("the same food in another unit", food(1), Line { unit: Some(id(2)), ..food(1) }, false),
        ("another food with the same text", food(1), food(2), false),
        ("the text alone", line, food(1), false),
        ("no text and an empty one", Line { note: None, ..line }, Line::of_text(&empty), false),
        ("no text twice", Line { note: None, ..line }, Line { note: None, ..line }, true),
    ] {
        assert_eq!(one.is_equal_to(&other), equal, "{row}");
        assert_eq!(other.is_equal_to(&one), equal, "{row}, the other way round");
    }
}

#[test]
fn ask_17_what_an_update_would_cost() {
    let (milk, oats) = (text("milk"), text("oats"));
    let item = |number, note| Item { id: id(number), line: Line::of_text(note) };
    let ticked =
        |number, note| Item { line: Line { checked: true, ..Line::of_text(note) }, ..item(number, note) };
    let below =
        |number, note| Item { line: Line { quantity: -1.0, ..Line::of_text(note) }, ..item(number, note) };
    let cake =
        |number| Item { line: Line { food: Some(id(99)), ..Line::of_text(&milk) }, ..item(number, &milk) };
    for (row, stored, sent, deleted, takers) in [
        ("nothing is equal", vec![item(1, &milk)], vec![item(1, &oats)], vec![], vec![]),
        ("itself is no other", vec![item(1, &milk)], vec![item(1, &milk)], vec![], vec![]),
        ("the text of another", vec![item(1, &milk), item(2, &oats)], vec![item(1, &oats)], vec![1], vec![2]),
        (
            "one text for two",
            vec![item(1, &milk), item(2, &oats)],
            vec![item(1, &milk), item(2, &milk)],
            vec![2],
            vec![1],
        ),
        (
            "two are ticked",
            vec![item(1, &milk), item(2, &milk)],
            vec![ticked(1, &milk), ticked(2, &milk)],
            vec![],
            vec![],
        ),
        (
            "one of twins is ticked",
            vec![item(1, &milk), item(2, &milk)],
            vec![ticked(1, &milk)],
            vec![],
            vec![],
        ),
        (
            "a twin is unticked",
            vec![ticked(1, &milk), item(2, &milk)],
            vec![item(1, &milk)],
            vec![1],
            vec![2],
        ),
        (
            "two that stood there",
            vec![item(1, &milk), item(2, &milk)],
            vec![item(1, &milk)],
            vec![1],
            vec![2],
        ),
        ("a food, whatever its text", vec![cake(1), cake(2)], vec![cake(1)], vec![1], vec![2]),
        ("less than nothing", vec![below(1, &milk)], vec![ticked(1, &milk), below(1, &milk)], vec![], vec![]),
        ("less than nothing, sent", vec![below(1, &milk)], vec![below(1, &milk)], vec![1], vec![]),
        ("the same one twice", vec![item(1, &milk)], vec![item(1, &milk), item(1, &oats)], vec![], vec![]),
        (
            // The others are compared as they are stored: 2 is still oats when 1 becomes it.
            "after one that is changed itself",
            vec![item(1, &milk), item(2, &oats)],
            vec![item(1, &oats), item(2, &milk)],
            vec![1],
            vec![2],
        ),
        (
            "one of two equal ones takes it",
            vec![ticked(1, &milk), item(2, &milk), item(3, &milk)],
            vec![item(1, &milk)],
            vec![1],
            vec![2, 3],
        ),
    ] {
        let ids = |numbers: Vec<u128>| numbers.into_iter().map(id).collect::<BTreeSet<Id>>();
        let want = Merged { deleted: ids(deleted), takers: ids(takers) };
        assert_eq!(update(&stored, &sent), want, "{row}");
    }
}

#[test]
fn what_becomes_of_lines_that_are_added() {
    let (milk, oats) = (text("milk"), text("oats"));
    let (some, other) = (Line::of_text(&milk), Line::of_text(&oats));
    let stored = |line| vec![Item { id: id(1), line }];
    let taken = |quantity| Line { quantity, ..some };
    for (row, stored, sent, want) in [
        ("new ones", vec![], vec![some, other], vec![Fate::Added, Fate::Added]),
        ("one twice", vec![], vec![some, other, some], vec![Fate::Added, Fate::Added, Fate::WithLine(0)]),
        ("one that stands there", stored(some), vec![other, some], vec![Fate::Added, Fate::ToItem(id(1))]),
        ("it twice", stored(some), vec![some, some], vec![Fate::ToItem(id(1)), Fate::WithLine(0)]),
        ("one that is ticked", stored(Line { checked: true, ..some }), vec![some], vec![Fate::Added]),
        ("less than nothing", vec![], vec![taken(-1.0)], vec![Fate::LeftOut]),
        ("less than nothing of what is there", stored(some), vec![taken(-1.0)], vec![Fate::ToItem(id(1))]),
        (
            "less than nothing with enough",
            vec![],
            vec![taken(2.0), taken(-1.0)],
            vec![Fate::Added, Fate::WithLine(0)],
        ),
        ("less than enough", vec![], vec![taken(1.0), taken(-2.0)], vec![Fate::LeftOut, Fate::WithLine(0)]),
    ] {
        assert_eq!(create(&stored, &sent), want, "{row}");
    }
}

/// An item of few kinds, so that many are equal.
#[derive(Clone, Debug)]
struct Kind {
    note: u8,
    food: u8,
    unit: u8,
    checked: bool,
    quantity: i8,
}

fn kind() -> impl Strategy<Value = Kind> {
    (0..3u8, 0..3u8, 0..2u8, any::<bool>(), -1..3i8).prop_map(|(note, food, unit, checked, quantity)| Kind {
        note,
        food,
        unit,
        checked,
        quantity,
    })
}

impl Kind {
    fn note(&self) -> Option<&'static str> {
        [None, Some("milk"), Some("Milk")][usize::from(self.note)]
    }
}

/// A list, and what can stand on it.
struct Stock {
    list: Uuid,
    /// Of the items, in the order of the list.
    ids: Vec<Uuid>,
    foods: [Option<Uuid>; 3],
    units: [Option<Uuid>; 2],
}

/// A list with these items.
fn stock(bench: &Bench, kinds: &[Kind]) -> Stock {
    let mut kitchen = bench.mealie.kitchen();
    let list = kitchen.add_list("Weekly");
    let foods = [None, Some(kitchen.add_food("a food")), Some(kitchen.add_food("another food"))];
    let units = [None, Some(kitchen.add_unit("a unit"))];
    let ids = kinds.iter().map(|kind| {
        let item = kitchen.add_item(list, "");
        let stored = kitchen.items.get_mut(item).unwrap();
        stored.note = kind.note().map(str::to_owned);
        (stored.food_id, stored.unit_id) = (foods[usize::from(kind.food)], units[usize::from(kind.unit)]);
        (stored.checked, stored.quantity) = (kind.checked, f64::from(kind.quantity));
        item
    });
    Stock { ids: ids.collect(), list, foods, units }
}

/// A request as no tool sends it, by hand.
async fn sends(bench: &Bench, method: reqwest::Method, path: &str, body: &Value) -> Value {
    // Whichever test comes first: without one there is no client.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let request = reqwest::Client::new().request(method, format!("{}{path}", bench.mealie.url()));
    let request = request.bearer_auth(bench.mealie.token()).header("content-type", "application/json");
    let answer = request.body(body.to_string()).send().await.unwrap();
    assert!(answer.status().is_success(), "{}", answer.status());
    serde_json::from_str(&answer.text().await.unwrap()).unwrap()
}

fn ids_of(items: &Value) -> BTreeSet<Id> {
    items.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().parse().unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Any items of any list, changed in any way: what Mealie deletes is what was foretold, and what takes their place is
    /// among what was foretold.
    #[test]
    fn ask_17_what_an_update_costs_is_foretold(
        stored in proptest::collection::vec(kind(), 1..6),
        sent in proptest::collection::vec((any::<prop::sample::Index>(), kind()), 1..5),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let bench = bare().await;
            let Stock { list, ids, foods, units } = stock(&bench, &stored);
            let path = format!("/api/households/shopping/lists/{list}");
            let before = sends(&bench, reqwest::Method::GET, &path, &json!(null)).await;
            let sent: Vec<Value> = sent.iter().map(|(at, kind)| {
                let place = at.index(ids.len());
                let items = before["listItems"].as_array().unwrap();
                let mut item = items.iter().find(|item| item["id"] == ids[place].to_string()).unwrap().clone();
                item["note"] = json!(kind.note());
                item["foodId"] = json!(foods[usize::from(kind.food)]);
                item["unitId"] = json!(units[usize::from(kind.unit)]);
                (item["checked"], item["quantity"]) = (json!(kind.checked), json!(kind.quantity));
                item
            }).collect();
            let held = held(&bench.reads(), list.into()).await.unwrap();
            let there: Vec<Item<'_>> = held.items().map(|item| Item::of(&item)).collect();
            let records: Vec<ItemRecord> = sent.iter().map(record).collect();
            let wanted: Vec<Item<'_>> =
                records.iter().map(|item| Item { id: item.id().unwrap(), line: Line::of(item) }).collect();
            let foretold = update(&there, &wanted);
            let said = sends(&bench, reqwest::Method::PUT, "/api/households/shopping/items", &json!(sent)).await;
            assert_eq!(ids_of(&said["deletedItems"]), foretold.deleted);
            let asked_for: BTreeSet<Id> = wanted.iter().map(|item| item.id).collect();
            for changed in ids_of(&said["updatedItems"]).difference(&asked_for) {
                assert!(foretold.takers.contains(changed), "{changed} was not foretold");
            }
            let kitchen = bench.mealie.kitchen();
            let left: BTreeSet<Id> = kitchen.items.iter().map(|item| item.id.into()).collect();
            assert_eq!(left, ids.iter().map(|id| (*id).into()).filter(|id| !foretold.deleted.contains(id)).collect());
        });
    }

    /// Any lines, added to any list: as many are new as was foretold, and what was there is added to as was foretold.
    #[test]
    fn what_becomes_of_lines_that_are_added_is_foretold(
        stored in proptest::collection::vec(kind(), 0..5),
        sent in proptest::collection::vec(kind(), 1..5),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let bench = bare().await;
            let Stock { list, ids, foods, units } = stock(&bench, &stored);
            let sent: Vec<Value> = sent.iter().map(|kind| json!({
                "shoppingListId": list, "note": kind.note(), "quantity": kind.quantity, "checked": kind.checked,
                "foodId": foods[usize::from(kind.food)], "unitId": units[usize::from(kind.unit)],
            })).collect();
            let held = held(&bench.reads(), list.into()).await.unwrap();
            let there: Vec<Item<'_>> = held.items().map(|item| Item::of(&item)).collect();
            let records: Vec<ItemRecord> = sent.iter().map(record).collect();
            let lines: Vec<Line<'_>> = records.iter().map(Line::of).collect();
            let fates = create(&there, &lines);
            let path = "/api/households/shopping/items/create-bulk";
            let said = sends(&bench, reqwest::Method::POST, path, &json!(sent)).await;
            let added = fates.iter().filter(|fate| **fate == Fate::Added).count();
            assert_eq!(said["createdItems"].as_array().unwrap().len(), added);
            let taken = fates.iter().any(|fate| matches!(fate, Fate::ToItem(_)));
            assert_eq!(!said["updatedItems"].as_array().unwrap().is_empty(), taken);
            let equal = |changed: &Id| {
                let item = there.iter().find(|item| item.id == *changed).unwrap();
                lines.iter().any(|line| line.is_equal_to(&item.line))
            };
            assert!(ids_of(&said["updatedItems"]).iter().all(equal));
            assert_eq!(bench.mealie.kitchen().items.iter().count(), ids.len() + added);
        });
    }
}

fn record(item: &Value) -> ItemRecord {
    Document::from_json(item.to_string().as_bytes()).unwrap().read().unwrap()
}
