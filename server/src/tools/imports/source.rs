//! Whether the collection has a recipe from an address already. The addresses are compared here, since no text of a caller
//! gets into a filter (SHUT-4) and Mealie's search does not look at them. It never keeps anybody from an import.

use std::time::Duration;

use crate::failure::Failure;
use crate::mealie::Reads;
use crate::mealie::records::{Page, Sourced};
use crate::mealie::route::Route;
use crate::text::{Foreign, Slug, WebAddress};

/// Recipes on a page: their summaries take one or two kilobytes each, so a page is far below what is ever read of an
/// answer.
const PER_PAGE: u64 = 250;

/// Pages that are looked at: 5,000 recipes, more than any household has.
const MOST_PAGES: u64 = 20;

/// How long the look may take, however slow Mealie is (BND-4).
const BUDGET: Duration = Duration::from_secs(30);

/// What the collection was like before an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Collection {
    /// It has this recipe from the address.
    With(Slug),
    /// It has none.
    Without,
    /// It could not be read to its end.
    Unread,
    /// There was no address to look for: if the recipe names one, it is looked for afterwards.
    Unasked,
}

/// Looks for a recipe from this address.
pub(super) async fn find(reads: &Reads, address: &str) -> Collection {
    let Ok(address) = address.parse::<WebAddress>() else { return Collection::Unread };
    find_but(reads, &address, None).await
}

/// Looks for another recipe from where this one comes from. Mealie 3.10.2 takes the source of a document from the document:
/// its `url`, or its `og:url`.
pub(super) async fn find_another(reads: &Reads, slug: &Slug, source: &Option<Foreign>) -> Collection {
    match source.as_ref().and_then(Foreign::read_as) {
        None => Collection::Unasked,
        Some(address) => find_but(reads, &address, Some(slug)).await,
    }
}

async fn find_but(reads: &Reads, address: &WebAddress, but: Option<&Slug>) -> Collection {
    match tokio::time::timeout(BUDGET, look(reads, address, but)).await {
        Ok(Ok(collection)) => collection,
        // An import that goes well matters more than a remark about it.
        Ok(Err(_)) | Err(_) => Collection::Unread,
    }
}

async fn look(reads: &Reads, address: &WebAddress, but: Option<&Slug>) -> Result<Collection, Failure> {
    for number in 1..=MOST_PAGES {
        let route = Route::to(&["recipes"])
            // What is added meanwhile comes last, and moves nothing to a page that was read.
            .with("orderBy", "created_at")
            .with("orderDirection", "asc")
            .with("page", number)
            .with("perPage", PER_PAGE);
        let page = reads.get::<Page<Sourced>>(route).await?;
        let last =
            page.total_pages.is_none_or(|pages| u64::try_from(pages).is_ok_and(|pages| pages <= number));
        let items = page.into_items();
        let same = |recipe: &&Sourced| {
            let source = recipe.org_url.as_ref().and_then(Foreign::read_as::<WebAddress>);
            source.is_some_and(|source| source.same_page(address))
        };
        let slugs = items.iter().filter(same).filter_map(|recipe| recipe.slug.as_ref()?.read_as::<Slug>());
        if let Some(slug) = slugs.into_iter().find(|slug| Some(slug) != but) {
            return Ok(Collection::With(slug));
        }
        if last {
            return Ok(Collection::Without);
        }
    }
    Ok(Collection::Unread)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use wiremock::matchers::{method, path, query_param};
    use wiremock::{Mock, MockServer, ResponseTemplate};

    use super::*;
    use crate::settings::Connection;

    const ADDRESS: &str = "https://example.com/soup";

    fn recipe(slug: &str, source: Value) -> Value {
        json!({"slug": slug, "orgURL": source, "name": "Soup"})
    }

    /// A Mealie with these pages, of so many.
    async fn with(pages: Vec<Vec<Value>>, total_pages: Value) -> (MockServer, Reads) {
        let mealie = MockServer::start().await;
        for (number, items) in pages.into_iter().enumerate() {
            let body = json!({"page": number + 1, "total_pages": total_pages, "items": items});
            Mock::given(method("GET"))
                .and(path("/api/recipes"))
                .and(query_param("page", (number + 1).to_string()))
                .and(query_param("perPage", "250"))
                .respond_with(ResponseTemplate::new(200).set_body_json(body))
                .mount(&mealie)
                .await;
        }
        let (reads, _) = crate::mealie::open(Connection::of_test(&mealie.uri(), "token"));
        (mealie, reads)
    }

    fn slug(text: &str) -> Collection {
        Collection::With(text.parse().unwrap())
    }

    #[tokio::test]
    async fn live_3_a_recipe_from_the_same_address_is_found_on_any_page() {
        let others = || vec![recipe("bread", Value::Null), recipe("pie", json!("https://example.com/pie"))];
        let soup = |source: &str| recipe("pea-soup", json!(source));
        for (row, pages, want) in [
            ("on the first", vec![vec![soup(ADDRESS)], others()], slug("pea-soup")),
            ("on the last", vec![others(), vec![soup("http://example.com/soup#method")]], slug("pea-soup")),
            ("nowhere", vec![others(), others()], Collection::Without),
            ("what is no address", vec![others(), vec![soup("soup"), soup("")]], Collection::Without),
            ("without a slug", vec![others(), vec![json!({"orgURL": ADDRESS})]], Collection::Without),
            ("a page that fails", vec![others()], Collection::Unread),
        ] {
            let (mealie, reads) = with(pages, json!(2)).await;
            assert_eq!(find(&reads, ADDRESS).await, want, "{row}");
            for request in mealie.received_requests().await.unwrap() {
                assert!(
                    !request.url.query().unwrap_or_default().contains("example"),
                    "shut_4: {}",
                    request.url
                );
            }
        }
    }

    #[tokio::test]
    async fn live_3_a_recipe_is_not_another_one_from_its_own_address() {
        let soup = |named: &str| recipe(named, json!(ADDRESS));
        let own: Slug = "pea-soup-1".parse().unwrap();
        let source = |text: &str| Some(Foreign::from(text.to_owned()));
        for (row, pages, named, want) in [
            ("alone", vec![vec![soup("pea-soup-1")]], source(ADDRESS), Collection::Without),
            (
                "after another",
                vec![vec![soup("pea-soup"), soup("pea-soup-1")]],
                source(ADDRESS),
                slug("pea-soup"),
            ),
            (
                "before another",
                vec![vec![soup("pea-soup-1")], vec![soup("pea-soup")]],
                source(ADDRESS),
                slug("pea-soup"),
            ),
            ("from nowhere", vec![vec![soup("pea-soup")]], source(""), Collection::Unasked),
            ("from what is no address", vec![vec![soup("pea-soup")]], source("soup"), Collection::Unasked),
            ("which does not say", vec![vec![soup("pea-soup")]], None, Collection::Unasked),
        ] {
            let count = pages.len();
            let (_mealie, reads) = with(pages, json!(count)).await;
            assert_eq!(find_another(&reads, &own, &named).await, want, "{row}");
        }
    }

    #[tokio::test]
    async fn live_13_a_list_that_does_not_say_its_pages_is_one() {
        for pages in [json!(null), json!(0), json!(1)] {
            let (_mealie, reads) = with(vec![vec![]], pages).await;
            assert_eq!(find(&reads, ADDRESS).await, Collection::Without);
        }
    }

    #[tokio::test]
    async fn bnd_4_a_collection_without_end_is_looked_at_for_twenty_pages() {
        let (mealie, reads) = with(vec![vec![recipe("bread", Value::Null)]; 30], json!(1_000_000)).await;
        assert_eq!(find(&reads, ADDRESS).await, Collection::Unread);
        assert_eq!(mealie.received_requests().await.map(|requests| requests.len()), Some(20));
    }
}
