//! Answers of every shape: what a record needs is nothing, and no body breaks the reader (LIVE-13, UNT-7, BND-7). It
//! never looks at what a shelf makes of a record.

use std::fmt::Debug;

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::super::http::{Body, MAX_BODY_BYTES};
use super::super::records::{About, Counted, Listed, Myself, Named, Page, Recipe, ShoppingItem};
use super::super::{decode, read_record};
use super::scripted::{JSON, Move, Scripted, begin, json as answers};
use super::{client, foods, outcome};
use crate::failure::{Failure, Happened};
use crate::text::{Document, MAX_VALUES};

/// How one record is read, and what `Debug` says of it.
type Read = fn(&[u8]) -> Result<String, Failure>;

fn read<T: DeserializeOwned + Debug>(body: &[u8]) -> Result<String, Failure> {
    let record: T = decode(Body { bytes: Bytes::copy_from_slice(body), served: None }, Happened::No)?;
    Ok(format!("{record:?}"))
}

const ID: &str = "0b9c7f2e-3d41-4f6a-9a55-1c2d3e4f5a6b";

fn named() -> Value {
    json!({"id": ID, "name": "Quick", "slug": "quick"})
}

fn recipe() -> Value {
    json!({
        "id": ID, "userId": ID, "slug": "pea-soup", "name": "Pea soup", "description": "Green.",
        "recipeServings": 4.0, "recipeYieldQuantity": 1.5, "recipeYield": "litres",
        "totalTime": "1 h", "prepTime": "10 min", "cookTime": "50 min", "performTime": "50 min",
        "recipeCategory": [named()], "tags": [named()], "tools": [named()], "rating": 4.5,
        "orgURL": "https://example.com/soup", "image": "A1b2", "dateAdded": "2026-01-02",
        "updatedAt": "2026-01-02T03:04:05.678901+00:00", "lastMade": "2026-01-02T03:04:05+00:00",
        "recipeIngredient": [{
            "quantity": 2.0, "unit": named(), "food": named(), "referencedRecipe": named(), "note": "chopped",
            "title": "Soup", "referenceId": ID,
        }],
        "recipeInstructions": [{
            "title": "Soup", "text": "Stir.", "ingredientReferences": [{"referenceId": ID}],
        }],
        "notes": [{"title": "Salt", "text": "None."}],
        "nutrition": {"calories": "100"},
        "settings": {"public": false, "locked": true, "disableComments": false},
        "comments": [{}],
    })
}

fn page_of(item: Value) -> Value {
    json!({"page": 1, "per_page": 50, "total": 1, "total_pages": 1, "items": [item]})
}

/// Every record, with a sample that has every field.
fn records() -> [(&'static str, Read, Value); 8] {
    [
        (
            "about",
            read::<About>,
            json!({
                "version": "v3.10.2", "demoStatus": false, "enableOpenai": true, "enableOpenaiImageServices": false,
            }),
        ),
        (
            "myself",
            read::<Myself>,
            json!({
                "id": ID, "username": "cook", "fullName": "Cook", "admin": false, "group": "Home",
                "groupSlug": "home", "household": "Family", "householdId": ID, "canInvite": false, "canManage": false,
                "canManageHousehold": true, "canOrganize": true,
            }),
        ),
        ("named", read::<Named>, named()),
        ("recipe", read::<Recipe>, recipe()),
        ("page of recipes", read::<Page<Recipe>>, page_of(recipe())),
        ("count", read::<Counted>, page_of(json!({"anything": [1]}))),
        ("shopping item", read::<ShoppingItem>, json!({"id": ID, "checked": false})),
        ("page of items", read::<Page<ShoppingItem>>, page_of(json!({"id": ID, "checked": true}))),
    ]
}

/// The JSON pointers of every field of every object in it.
fn fields(value: &Value, at: &str) -> Vec<String> {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (format!("{at}/{name}"), value)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(nth, item)| (format!("{at}/{nth}"), item)).collect()
        }
        _ => Vec::new(),
    };
    below.into_iter().flat_map(|(at, value)| [vec![at.clone()], fields(value, &at)].concat()).collect()
}

/// The sample with something else at one place.
fn with(sample: &Value, at: &str, value: Value) -> Vec<u8> {
    let mut changed = sample.clone();
    *changed.pointer_mut(at).unwrap() = value;
    changed.to_string().into_bytes()
}

/// The sample without one field.
fn without(sample: &Value, at: &str) -> Vec<u8> {
    let mut changed = sample.clone();
    let (parent, field) = at.rsplit_once('/').unwrap();
    match changed.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.remove(field)),
        Value::Array(items) => items.clear(),
        _ => unreachable!("only these have fields"),
    }
    changed.to_string().into_bytes()
}

#[test]
fn live_13_every_field_may_be_null_or_missing() {
    for (row, read, sample) in records() {
        let whole = read(sample.to_string().as_bytes()).expect(row);
        assert!(!whole.contains("None"), "the sample of {row} has every field: {whole}");
        read(b"{}").expect(row);
        for at in fields(&sample, "") {
            // An item of a list is never null.
            if at.rsplit('/').next().is_none_or(|last| last.parse::<usize>().is_err()) {
                read(&with(&sample, &at, Value::Null)).unwrap_or_else(|_| panic!("{row}: null at {at}"));
            }
            read(&without(&sample, &at)).unwrap_or_else(|_| panic!("{row}: nothing at {at}"));
        }
    }
    for body in ["null", "[]", "[null, {}]"] {
        read::<Listed>(body.as_bytes()).expect(body);
    }
}

#[test]
fn live_13_a_newer_mealie_that_adds_fields_changes_nothing() {
    for (row, read, sample) in records() {
        let before = read(sample.to_string().as_bytes()).expect(row);
        let objects = fields(&sample, "").into_iter().chain([String::new()]);
        for at in objects.filter(|at| sample.pointer(at).unwrap().is_object()) {
            let mut newer = sample.clone();
            let object = newer.pointer_mut(&at).unwrap().as_object_mut().unwrap();
            object.insert("aNewField".to_owned(), json!({"id": 5, "name": [null, {"deep": true}]}));
            let after = read(newer.to_string().as_bytes()).unwrap_or_else(|_| panic!("{row}: at {at}"));
            // A document is kept whole.
            if at != "/nutrition" && at != "/items/0/nutrition" {
                assert_eq!(after, before, "{row}: at {at}");
            }
        }
    }
}

#[test]
fn unt_7_a_value_of_another_type_is_a_defined_answer() {
    let others = [json!([]), json!({}), json!("x"), json!(5), json!(-0.5), json!(true), json!([[null]])];
    for (row, read, sample) in records() {
        for at in fields(&sample, "") {
            for other in &others {
                if let Err(failure) = read(&with(&sample, &at, other.clone())) {
                    let outcome = outcome::<()>(&Err(failure));
                    assert_eq!(outcome, "Answer(NotAsExpected, No)", "{row}: {other} at {at}");
                }
            }
        }
    }
}

#[test]
fn unt_7_a_body_that_is_no_such_record_is_a_defined_answer() {
    let deep = |open: &str, close: &str| [open.repeat(100_000), close.repeat(100_000)].concat();
    let utf_16: Vec<u8> = "\u{FEFF}{\"id\":null}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let readers = records().into_iter().map(|(record, read, _)| (record, read));
    for (record, read) in readers.chain([("recipe in a document", document as Read)]) {
        for (row, body) in [
            ("nothing", b"".to_vec()),
            ("blanks", b" \n".to_vec()),
            ("a list", b"[]".to_vec()),
            ("null", b"null".to_vec()),
            ("a string", b"\"x\"".to_vec()),
            ("a number", b"5".to_vec()),
            ("true", b"true".to_vec()),
            ("half an object", b"{\"id\":".to_vec()),
            ("two objects", b"{}{}".to_vec()),
            ("a comma too much", b"{\"id\":null,}".to_vec()),
            ("words", b"OK".to_vec()),
            ("UTF-16", utf_16.clone()),
            ("NaN", b"{\"rating\":NaN,\"total\":NaN,\"checked\":NaN,\"id\":NaN,\"version\":NaN}".to_vec()),
            ("lists in lists", deep("[", "]").into_bytes()),
            ("lists that never close", "[".repeat(100_000).into_bytes()),
            ("zeros", vec![0; 1_000]),
        ] {
            assert_eq!(outcome(&read(&body)), "Answer(NotAsExpected, No)", "{record}: {row}");
        }
    }
}

/// The way a recipe that is shown whole is read.
fn document(body: &[u8]) -> Result<String, Failure> {
    let document: Document =
        decode(Body { bytes: Bytes::copy_from_slice(body), served: None }, Happened::No)?;
    let recipe: Recipe = read_record(&document)?;
    Ok(format!("{recipe:?}"))
}

#[test]
fn unt_7_a_strange_field_is_a_defined_answer() {
    let deep = format!(r#"{{"nobodyKnowsIt":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    let objects = format!(r#"{{"nutrition":{}1{}}}"#, r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
    let refused = "Answer(NotAsExpected, No)";
    for (row, body, typed, whole) in [
        ("Latin-1", &b"{\"name\":\"Br\xFBl\xE9\"}"[..], refused, refused),
        ("Latin-1 in an unknown field", b"{\"x\":\"Br\xFBl\xE9\"}", "fine", refused),
        ("a key twice", br#"{"rating":1,"rating":2}"#, refused, "fine"),
        ("an unknown key twice", br#"{"x":1,"x":2}"#, "fine", "fine"),
        ("1e999", br#"{"rating":1e999}"#, refused, refused),
        ("-1e999", br#"{"rating":-1e999}"#, refused, refused),
        ("1e999 in an unknown field", br#"{"x":1e999}"#, "fine", refused),
        (
            "a number of forty digits",
            br#"{"rating":1234567890123456789012345678901234567890}"#,
            "fine",
            "fine",
        ),
        ("half a surrogate pair", br#"{"name":"\ud83d"}"#, "fine", "fine"),
        ("UTF-16", b"\xFF\xFE{\0}\0", refused, refused),
        ("UTF-16 without its mark", b"{\0}\0", refused, refused),
        ("a byte-order mark", b"\xEF\xBB\xBF{}", refused, refused),
        ("an unknown field, 100,000 deep", deep.as_bytes(), "fine", refused),
        ("a known field, 100,000 deep", objects.as_bytes(), refused, refused),
    ] {
        assert_eq!(outcome(&read::<Recipe>(body)), typed, "{row}");
        assert_eq!(outcome(&document(body)), whole, "{row}, as a document");
    }
    let twice = document(br#"{"rating":1,"rating":2}"#).unwrap();
    assert!(twice.contains("rating: Some(2.0)"), "of a repeated key the last one counts: {twice}");
}

/// What comes of reading this body, in a word or two.
async fn read_off_the_wire<T: DeserializeOwned>(body: String) -> String {
    assert!(body.len() <= MAX_BODY_BYTES);
    let server = Scripted::start(vec![vec![Move::Hear, answers(&body)]]).await;
    outcome(&client(&server.url()).0.get::<T>(foods()).await)
}

#[tokio::test]
async fn bnd_7_a_body_of_very_many_values_is_refused_before_anything_is_made_of_them() {
    let list = |item: &str, times: usize| format!("[{}]", vec![item; times].join(","));
    let page = |items: String| format!(r#"{{"items":{items}}}"#);
    // The page, its list, and its items.
    let most = MAX_VALUES - 2;
    let near_the_cap = MAX_BODY_BYTES / "{},".len() - 10;
    let refused = "Answer(NotAsExpected, No)";
    let lines = format!(r#"{{"recipeIngredient":{}}}"#, list("{}", near_the_cap));
    let commas = format!(r#"{{"name":"{}"}}"#, ",".repeat(300_000));
    assert_eq!(read_off_the_wire::<Counted>(page(list("{}", most))).await, "fine", "as many as may be");
    assert_eq!(read_off_the_wire::<Counted>(page(list("{}", most + 1))).await, refused, "one more");
    assert_eq!(
        read_off_the_wire::<Page<Recipe>>(page(list("{}", near_the_cap))).await,
        refused,
        "recipes of nothing"
    );
    assert_eq!(read_off_the_wire::<Recipe>(lines).await, refused, "a recipe of very many lines");
    assert_eq!(read_off_the_wire::<Listed>(list("{}", near_the_cap)).await, refused, "a list, to the cap");
    assert_eq!(read_off_the_wire::<Named>(commas).await, "fine", "a long text of commas");
}

/// What is refused is not read to its end.
#[tokio::test]
async fn bnd_7_values_are_counted_while_they_come() {
    let endless = Move::SayForever(Bytes::from("{},".repeat(1000)));
    let server = Scripted::start(vec![vec![Move::Hear, begin("200 OK", &[JSON], b"["), endless]]).await;
    let read = client(&server.url()).0.get::<Listed>(foods()).await;
    assert_eq!(outcome(&read), "Answer(NotAsExpected, No)", "and not TooLarge");
}

#[tokio::test]
async fn live_13_what_counts_is_what_a_body_holds_and_not_what_it_is_called() {
    let body = format!(r#"{{"id":"{ID}"}}"#);
    let utf_16: Vec<u8> = body.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (row, kind, body, want) in [
        ("JSON", "application/json", body.clone().into_bytes(), "fine"),
        ("JSON, called text", "text/plain", body.clone().into_bytes(), "fine"),
        ("JSON, called a picture", "image/png", body.clone().into_bytes(), "fine"),
        ("JSON, called a page", "text/html", body.into_bytes(), "Answer(WebPage, No)"),
        ("UTF-16", "application/json; charset=utf-16", utf_16, "Answer(NotAsExpected, No)"),
        ("a page, called JSON", "application/json", b"<html></html>".to_vec(), "Answer(NotAsExpected, No)"),
        ("nothing", "application/json", Vec::new(), "Answer(NotAsExpected, No)"),
    ] {
        let mealie = MockServer::start().await;
        let answer = ResponseTemplate::new(200).set_body_raw(body, kind);
        Mock::given(any()).respond_with(answer).mount(&mealie).await;
        let read = client(&mealie.uri()).0.get::<Named>(foods()).await;
        assert_eq!(outcome(&read), want, "{row}");
        if let Ok(named) = read {
            assert_eq!(named.id().map(|id| id.to_string()).as_deref(), Some(ID), "{row}");
        }
    }
}
