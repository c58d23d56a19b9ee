//! Each rule of taking a recipe off, in a list of its own.

use serde_json::{Value, json};

use super::*;

fn id(number: u128) -> Id {
    format!("{number:08x}-0000-4000-8000-000000000000").parse().unwrap()
}

const SOUP: u128 = 0xa;
const STEW: u128 = 0xb;

fn of(recipe: u128, quantity: f64, scale: Value) -> Value {
    json!({"recipeId": id(recipe), "recipeQuantity": quantity, "recipeScale": scale})
}

fn item(number: u128, quantity: f64, references: &[Value]) -> Value {
    json!({"id": id(number), "quantity": quantity, "foodId": id(0xf00 + number), "note": "", "recipeReferences": references})
}

fn list(items: &[Value]) -> ListRecord {
    let soup = json!({"recipeId": id(SOUP), "recipeQuantity": 2});
    serde_json::from_value(json!({"id": id(1), "listItems": items, "recipeReferences": [soup]})).unwrap()
}

/// What becomes of the item 1: it goes, it stays with so much, or it stands in the way.
fn fate_of_one(items: &[Value], times: f64) -> Result<Option<f64>, String> {
    let off = foresee(&list(items), id(SOUP), times).map_err(|failure| failure.words().ours)?;
    Ok(if off.gone.contains(&id(1)) { None } else { Some(off.staying[&id(1)]) })
}

#[test]
fn ask_17_only_what_the_recipe_alone_put_there_goes() {
    let one = json!(1.0);
    for (row, quantity, references, times, want) in [
        ("all of it", 3.0, vec![of(SOUP, 3.0, one.clone())], 1.0, Ok(None)),
        ("one of two", 6.0, vec![of(SOUP, 3.0, json!(2))], 1.0, Ok(Some(3.0))),
        ("both at once", 6.0, vec![of(SOUP, 3.0, json!(2))], 2.0, Ok(None)),
        ("more than there is", 6.0, vec![of(SOUP, 3.0, json!(2))], 99.0, Ok(None)),
        ("half of one", 3.0, vec![of(SOUP, 3.0, one.clone())], 0.5, Ok(Some(1.5))),
        ("without a quantity", 0.0, vec![of(SOUP, 0.0, one.clone())], 1.0, Ok(None)),
        ("one of two, without a quantity", 0.0, vec![of(SOUP, 0.0, json!(2))], 1.0, Ok(Some(0.0))),
        ("no scale is once", 3.0, vec![of(SOUP, 3.0, json!(null))], 1.0, Ok(None)),
        ("more was there", 5.0, vec![of(SOUP, 3.0, one.clone())], 1.0, Ok(Some(2.0))),
        (
            "another recipe wants it too",
            5.0,
            vec![of(SOUP, 3.0, one.clone()), of(STEW, 2.0, one.clone())],
            1.0,
            Ok(Some(2.0)),
        ),
        (
            "another one wants it, whatever is left",
            3.0,
            vec![of(SOUP, 3.0, one.clone()), of(STEW, 0.0, one.clone())],
            1.0,
            Ok(Some(0.0)),
        ),
        ("somebody wanted less", 2.0, vec![of(SOUP, 3.0, one.clone())], 1.0, Err(())),
        (
            "somebody wanted less, and another recipe",
            2.0,
            vec![of(SOUP, 3.0, one.clone()), of(STEW, 2.0, one.clone())],
            1.0,
            Err(()),
        ),
        ("somebody wanted none", 0.0, vec![of(SOUP, 3.0, one.clone())], 1.0, Err(())),
        (
            "somebody wanted less, and it is still on the list",
            1.0,
            vec![of(SOUP, 3.0, json!(2))],
            1.0,
            Err(()),
        ),
        (
            "a quantity that floats do not hold",
            0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1,
            vec![of(SOUP, 0.1, json!(6))],
            6.0,
            Ok(None),
        ),
    ] {
        let told = fate_of_one(&[item(1, quantity, &references), item(2, 1.0, &[])], times);
        match (&told, want) {
            (Ok(told), Ok(want)) => assert_eq!(*told, want, "{row}"),
            (Err(words), Err(())) => {
                assert!(
                    words.contains(&id(1).to_string()) && words.contains("delete_shopping_list_items"),
                    "{row}: {words}"
                );
                assert!(words.contains("Nothing was changed."), "{row}: {words}");
            }
            (told, want) => panic!("{row}: {told:?}, and not {want:?}"),
        }
    }
}

#[test]
fn ask_17_items_that_mealie_would_make_one_stand_in_the_way() {
    let of_soup = item(1, 5.0, &[of(SOUP, 3.0, json!(1))]);
    let equal = |checked: bool, food: u128| json!({"id": id(2), "quantity": 1, "foodId": id(food), "note": "mine", "checked": checked});
    for (row, other, fine) in [
        ("an equal one", equal(false, 0xf01), false),
        ("an equal one that is ticked off", equal(true, 0xf01), true),
        ("one of another food", equal(false, 0xf02), true),
    ] {
        let told = fate_of_one(&[of_soup.clone(), other], 1.0);
        assert_eq!(told.is_ok(), fine, "{row}: {told:?}");
        if let Err(words) = told {
            assert!(words.contains(&id(1).to_string()) && words.contains(&id(2).to_string()), "{words}");
        }
    }
    let goes = fate_of_one(&[item(1, 3.0, &[of(SOUP, 3.0, json!(1))]), equal(false, 0xf01)], 1.0);
    assert_eq!(goes, Ok(None), "what goes is no longer compared");
}

#[test]
fn a_recipe_that_is_not_on_the_list_is_told() {
    let words =
        |list: ListRecord, recipe| foresee(&list, id(recipe), 1.0).map_err(|failure| failure.words().ours);
    let there = words(list(&[item(1, 1.0, &[of(STEW, 1.0, json!(1))])]), 0xc).unwrap_err();
    assert!(
        there.starts_with("This recipe is not on this list") && there.contains("Nothing was changed."),
        "{there}"
    );
    assert!(
        words(list(&[item(1, 1.0, &[of(STEW, 1.0, json!(1))])]), STEW).is_ok(),
        "an item knows it, and not the list"
    );
    assert_eq!(words(list(&[]), SOUP).unwrap().times, Some(2.0), "the list knows it, and no item");
}

#[test]
fn a_recipe_is_taken_off_as_often_as_a_person_means() {
    for (row, there, asked, sent) in [
        ("as it is", 2.0, 1.0, 1.0),
        ("all", 2.0, 2.0, 2.0),
        ("three tenths, added one by one", 0.1 + 0.1 + 0.1, 0.3, 0.1 + 0.1 + 0.1),
        ("another number", 0.31, 0.3, 0.3),
    ] {
        assert_eq!(decrement(asked, &[there]), sent, "{row}");
    }
    assert_eq!(decrement(1.0, &[]), 1.0);
}

#[test]
fn live_13_null_and_missing_fields_of_a_list_are_survived() {
    for list in [
        json!({}),
        json!({"listItems": null, "recipeReferences": null}),
        json!({"listItems": [{}], "recipeReferences": [{}]}),
    ] {
        let list: ListRecord = serde_json::from_value(list).unwrap();
        assert!(foresee(&list, id(SOUP), 1.0).is_err());
    }
    let nulls = json!({"id": id(1), "quantity": null, "recipeReferences": [
        {"recipeId": id(SOUP), "recipeQuantity": null, "recipeScale": null}, {"recipeId": null}, {},
    ]});
    let list: ListRecord = serde_json::from_value(json!({"listItems": [nulls]})).unwrap();
    assert_eq!(foresee(&list, id(SOUP), 1.0).unwrap().staying[&id(1)], 1.0);
}
