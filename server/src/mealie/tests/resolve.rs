//! Names, slugs and ids of filters, resolved or refused (LIVE-1). What cannot be resolved is never sent on.

use serde_json::{Value, json};
use wiremock::matchers::{method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::super::lookup::{Shelf, resolve};
use super::{Reads, assert_discreet, client, outcome};
use crate::failure::{Failure, Happened};

const QUICK: &str = "00000000-0000-4000-8000-000000000001";
const VEGAN: &str = "00000000-0000-4000-8000-000000000002";
const SOUP: &str = "00000000-0000-4000-8000-000000000003";
const SOUP_TOO: &str = "00000000-0000-4000-8000-000000000004";
const POT: &str = "00000000-0000-4000-8000-000000000005";
const MISLEADING: &str = "00000000-0000-4000-8000-000000000006";
const CREME: &str = "00000000-0000-4000-8000-000000000007";

/// A shelf on which slugs and names cross.
fn tags() -> Value {
    json!([
        {"id": QUICK, "name": "Quick & Easy", "slug": "quick-easy"},
        {"id": VEGAN, "name": "Végan", "slug": "vegan"},
        {"id": SOUP, "name": "Soup", "slug": "soup-1"},
        {"id": SOUP_TOO, "name": "Soup", "slug": "soup-2"},
        {"id": POT, "name": "pot", "slug": "one-pot"},
        {"id": MISLEADING, "name": "vegan", "slug": "pot"},
        {"id": CREME, "name": "Crème brûlée", "slug": "creme-brulee"},
        {"id": "no id", "name": "Broken", "slug": "broken"},
        {"id": null, "name": null, "slug": null},
    ])
}

async fn shelf(at: &str, items: Value) -> (MockServer, Reads) {
    let mealie = MockServer::start().await;
    let page = json!({"page": 1, "per_page": -1, "total": 8, "total_pages": 1, "items": items});
    Mock::given(method("GET"))
        .and(path(at))
        .and(query_param("perPage", "-1"))
        .respond_with(ResponseTemplate::new(200).set_body_json(page))
        .mount(&mealie)
        .await;
    let (reads, _) = client(&mealie.uri());
    (mealie, reads)
}

#[tokio::test]
async fn live_1_a_filter_is_found_by_id_slug_or_name() {
    let (_mealie, reads) = shelf("/api/organizers/tags", tags()).await;
    for (row, wanted, want) in [
        ("an id", QUICK.to_owned(), QUICK),
        ("an id without hyphens", QUICK.replace('-', ""), QUICK),
        ("a slug", "quick-easy".to_owned(), QUICK),
        ("a name", "Quick & Easy".to_owned(), QUICK),
        ("a name in another case", "QUICK & easy".to_owned(), QUICK),
        ("a name with an accent in another case", "VÉGAN".to_owned(), VEGAN),
        ("a name without its accents", "CREME brulee".to_owned(), CREME),
        ("a name with other accents", "Créme brulée".to_owned(), CREME),
        ("a name with blanks around it", " quick & easy ".to_owned(), QUICK),
        ("one of two with a name, by its slug", "soup-2".to_owned(), SOUP_TOO),
        ("one of two with a name, by its id", SOUP.to_owned(), SOUP),
        ("a slug that is the name of another", "pot".to_owned(), MISLEADING),
        ("the same in another case, which is no slug", "Pot".to_owned(), POT),
        ("a slug before a name that is the same", "vegan".to_owned(), VEGAN),
    ] {
        let found = resolve(&reads, Shelf::Tags, vec![&wanted]).await;
        assert_discreet(row, &found);
        let found: Vec<String> = found.expect(row).iter().map(ToString::to_string).collect();
        assert_eq!(found, [want], "{row}");
    }
}

#[tokio::test]
async fn live_1_what_is_not_found_is_refused_and_named() {
    let (_mealie, reads) = shelf("/api/organizers/tags", tags()).await;
    let unknown = "there is no tag with this id, slug or name";
    for (row, wanted, want) in [
        ("unknown", "nobody", unknown.to_owned()),
        ("an id that nobody has", "00000000-0000-4000-8000-0000000000ff", unknown.to_owned()),
        ("a part of a name", "Quick", unknown.to_owned()),
        ("two slugs in one", "soup-1,soup-2", unknown.to_owned()),
        ("nothing", "", unknown.to_owned()),
        (
            "a name that two have",
            "Soup",
            format!("more than one tag has this name; use an id: {SOUP}, {SOUP_TOO}"),
        ),
        (
            "the same in another case",
            "sOUP",
            format!("more than one tag has this name; use an id: {SOUP}, {SOUP_TOO}"),
        ),
    ] {
        // The known one does not help the other.
        let refused = resolve(&reads, Shelf::Tags, vec!["quick-easy", wanted]).await;
        assert_discreet(row, &refused);
        let failure = refused.unwrap_err();
        assert_eq!(failure.happened(), Happened::No, "{row}");
        let Failure::Argument { name, rule, given } = failure else { panic!("{row}: {failure:?}") };
        assert_eq!((name.as_str(), rule), ("tags", want), "{row}");
        assert_eq!(given.as_ref().map(AsRef::as_ref), Some(wanted), "{row}");
    }
    let broken = resolve(&reads, Shelf::Tags, vec!["broken"]).await;
    assert_eq!(outcome(&broken), "Answer(NotAsExpected, No)", "it is there, and its id is none");
}

#[tokio::test]
async fn live_1_a_name_that_very_many_have_is_refused_in_few_words() {
    let twins: Vec<Value> = (0..1_000)
        .map(|nth| json!({"id": format!("00000000-0000-4000-8000-{nth:012}"), "name": "Soup"}))
        .collect();
    let (_mealie, reads) = shelf("/api/organizers/tags", twins.into()).await;
    let words = resolve(&reads, Shelf::Tags, vec!["soup"]).await.unwrap_err().words().ours;
    assert!(words.contains("more than one tag has this name"), "{words}");
    assert!(words.len() < 1_000, "{words}");
}

#[tokio::test]
async fn live_1_many_are_found_with_one_request_and_none_with_none() {
    for (row, shelf_of, at) in [
        ("tags", Shelf::Tags, "/api/organizers/tags"),
        ("categories", Shelf::Categories, "/api/organizers/categories"),
        ("tools", Shelf::Tools, "/api/organizers/tools"),
        ("cookbooks", Shelf::Cookbooks, "/api/households/cookbooks"),
    ] {
        let (mealie, reads) = shelf(at, tags()).await;
        let found = resolve(&reads, shelf_of, vec![POT, "vegan", "quick & easy", "vegan"]).await.expect(row);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, [POT, VEGAN, QUICK, VEGAN], "{row}: in the order asked for");
        assert_eq!(mealie.received_requests().await.map(|requests| requests.len()), Some(1), "{row}");
        assert_eq!(resolve(&reads, shelf_of, Vec::new()).await.expect(row), [], "{row}");
        assert_eq!(mealie.received_requests().await.map(|requests| requests.len()), Some(1), "{row}");
        let refused = resolve(&reads, shelf_of, vec!["nobody"]).await.unwrap_err();
        let Failure::Argument { name, .. } = refused else { panic!("{row}: {refused:?}") };
        assert_eq!(name.as_str(), if row == "cookbooks" { "cookbook" } else { row });
    }
}

#[tokio::test]
async fn live_1_a_shelf_that_cannot_be_read_resolves_nothing() {
    for (row, items, want) in [
        ("no items", Value::Null, "Argument"),
        ("items that are none", json!("x"), "Answer(NotAsExpected, No)"),
        ("an item that is none", json!([5]), "Answer(NotAsExpected, No)"),
    ] {
        let (_mealie, reads) = shelf("/api/organizers/tags", items).await;
        let refused = resolve(&reads, Shelf::Tags, vec!["vegan"]).await;
        assert!(outcome(&refused).starts_with(want), "{row}: {}", outcome(&refused));
    }
}
