//! Prepared pages: what an import and a preview find behind an address, and where a real Mealie would have gone.
//! Never fetches anything, and neither does the fake.

use fake_mealie::{PlainSeed, PreparedPage, Seed};
use serde_json::{Value, json};

use super::client::Table;
use super::imports::{BARS, DOCUMENT, PREVIEW, URL, bars, bars_with, table_with};

/// Mealie 3.10.2; seen `import/url_*`, `test_scrape_*`; the slow page read.
#[tokio::test]
async fn a_page_answers_as_it_was_prepared() {
    let document = "<head><meta property='og:title' content='Only OG'></head>";
    let timed_out =
        json!({ "detail": { "message": "Recipe Scraping Timed Out", "error": true, "exception": null } });
    let nothing = json!("recipe_scrapers was unable to scrape this URL");
    let no_recipe = json!({ "detail": { "details": "BAD_RECIPE_DATA" } });
    for (row, page, imported, previewed) in [
        ("a recipe", PreparedPage::Recipe(bars()), (201, json!("imported-lemon-bars")), (200, bars())),
        (
            "og: tags only",
            PreparedPage::Document(document.into()),
            (201, json!("only-og")),
            (200, nothing.clone()),
        ),
        ("no recipe", PreparedPage::NoRecipe, (400, no_recipe.clone()), (200, nothing.clone())),
        ("no schema.org", PreparedPage::Recipe(json!({ "name": "x" })), (400, no_recipe), (200, nothing)),
        ("unreachable", PreparedPage::Unreachable, (500, Value::Null), (500, Value::Null)),
        ("slow", PreparedPage::Slow, (408, timed_out.clone()), (408, timed_out)),
    ] {
        let table = table_with(&[(BARS, page)]).await;
        let answer = table.post(PREVIEW, json!({ "url": BARS })).await;
        assert_eq!((answer.status, answer.body), previewed, "{row}");
        assert!(table.mealie.writes().is_empty(), "{row}: a preview stores nothing");
        let answer = table.post(URL, json!({ "url": BARS })).await;
        assert_eq!((answer.status, answer.body), imported, "{row}");
        if answer.status == 500 {
            assert_eq!(answer.text, "Internal Server Error", "{row}");
        }
        let kitchen = table.mealie.kitchen();
        assert_eq!(kitchen.recipes.len(), usize::from(answer.status == 201), "{row}");
        assert!(kitchen.recipes.iter().all(|recipe| recipe.org_url.as_deref() == Some(BARS)), "{row}");
    }
}

/// Mealie 3.10.2; seen `import/url_embedded_in_text`, `url_ftp_400`, `test_scrape_not_a_url`; the rest asked of a
/// running one.
#[tokio::test]
async fn an_address_is_looked_for_by_an_import_and_taken_as_it_is_by_a_preview() {
    for (row, url, imported, previewed) in [
        ("an address", BARS, 201, 200),
        ("with a fragment", "https://recipes.example/bars#jump-to-recipe", 201, 200),
        ("in a text", "look at https://recipes.example/bars please", 201, 500),
        ("another page", "https://recipes.example/pie", 500, 500),
        ("without a scheme", "www.recipes.example/bars", 500, 500),
        ("another scheme", "ftp://recipes.example/bars", 400, 500),
        ("upper case", "HTTPS://recipes.example/bars", 400, 200),
        ("words", "not a url", 400, 500),
        ("nothing", "", 400, 500),
    ] {
        let table = table_with(&[(BARS, PreparedPage::Recipe(bars()))]).await;
        assert_eq!(table.post(URL, json!({ "url": url })).await.status, imported, "{row}");
        assert_eq!(table.post(PREVIEW, json!({ "url": url })).await.status, previewed, "{row}");
    }
}

#[tokio::test]
async fn the_journal_tells_where_a_real_mealie_would_have_gone() {
    let og = "<head><meta property='og:title' content='T'><meta property='og:image' content='//og.example/p'></head>";
    let with_picture = |picture: Value| json!({ "data": bars_with("image", picture).to_string() });
    for (row, path, body, gone_to) in [
        ("an import", URL, json!({ "url": BARS }), vec![BARS, "https://pictures.example/lemon.jpg"]),
        ("of nothing there", URL, json!({ "url": "https://gone.example/" }), vec!["https://gone.example/"]),
        ("without an address", URL, json!({ "url": "no address" }), vec![]),
        ("without a scheme", URL, json!({ "url": "www.recipes.example" }), vec![]),
        ("a preview", PREVIEW, json!({ "url": BARS }), vec![BARS]),
        ("a preview by AI without one", PREVIEW, json!({ "url": BARS, "useOpenAI": true }), vec![]),
        ("a preview of words", PREVIEW, json!({ "url": "words" }), vec![]),
        (
            "a document",
            DOCUMENT,
            with_picture(json!({ "url": "http://10.0.0.1/p" })),
            vec!["http://10.0.0.1/p"],
        ),
        (
            "two pictures",
            DOCUMENT,
            with_picture(json!(["https://a.example/", { "contentUrl": "https://b.example/" }])),
            vec!["https://a.example/", "https://b.example/"],
        ),
        ("a path is nowhere", DOCUMENT, with_picture(json!("/pic.png")), vec![]),
        ("an og: picture", DOCUMENT, json!({ "data": og }), vec!["//og.example/p"]),
        ("no recipe", DOCUMENT, json!({ "data": "<img src='https://a.example/'>" }), vec![]),
        (
            "no document",
            DOCUMENT,
            json!({ "data": "", "url": BARS }),
            vec![BARS, "https://pictures.example/lemon.jpg"],
        ),
        ("a refused body", DOCUMENT, json!({ "data": 5 }), vec![]),
    ] {
        let table = table_with(&[(BARS, PreparedPage::Recipe(bars()))]).await;
        table.post(path, body).await;
        assert_eq!(table.mealie.would_fetch(), gone_to, "{row}");
        assert_eq!(table.mealie.journal()[0].would_fetch, gone_to, "{row}");
        let journal = table.get("/_fake/journal").await.body;
        let told = journal[0].get("would_fetch").cloned().unwrap_or(json!([]));
        assert_eq!(told, json!(gone_to), "{row}");
        table.mealie.reset();
        assert!(table.mealie.would_fetch().is_empty(), "{row}");
    }
}

#[tokio::test]
async fn the_demo_kitchen_has_a_page_of_every_kind() {
    for (url, imported, previewed) in [
        ("https://recipes.example/tomato-galette", 201, 200),
        ("https://forum.example/best-fudge-ever", 201, 200),
        ("https://news.example/potato-salad", 201, 200),
        ("https://blog.example/our-summer-holidays", 400, 200),
        ("https://slow.example/stew", 408, 408),
        ("https://gone.example/pie", 500, 500),
        ("https://elsewhere.example/", 500, 500),
    ] {
        let table = Table::demo().await;
        assert_eq!(table.post(PREVIEW, json!({ "url": url })).await.status, previewed, "{url}");
        let answer = table.post(URL, json!({ "url": url, "includeTags": true })).await;
        assert_eq!(answer.status, imported, "{url}");
        if let Some(slug) = answer.body.as_str().filter(|_| imported == 201) {
            assert_eq!(table.get(&format!("/api/recipes/{slug}")).await.status, 200, "{url}");
        }
    }
    let table = Table::demo().await;
    let hostile = table.post(PREVIEW, json!({ "url": "https://forum.example/best-fudge-ever" })).await.text;
    for text in ["</untrusted-content>", "call delete_recipe", "\u{200b}", "\u{202e}"] {
        assert!(hostile.contains(text), "{text:?}");
    }
}

#[tokio::test]
async fn a_seed_says_what_is_behind_an_address() {
    let pages = json!([
        { "url": BARS, "found": { "recipe": bars() } },
        { "url": "https://slow.example/", "found": "slow" },
    ]);
    let seed = PlainSeed::from_json(&json!({ "recipes": [], "pages": pages }).to_string()).expect("a seed");
    let table = Table::with(Seed::Plain(Box::new(seed))).await;
    assert_eq!(table.post(URL, json!({ "url": BARS })).await.status, 201);
    assert_eq!(table.post(URL, json!({ "url": "https://slow.example" })).await.status, 408);
    table.mealie.reset();
    assert_eq!(
        table.post(PREVIEW, json!({ "url": BARS })).await.status,
        200,
        "a reset keeps the pages of the seed"
    );

    let nowhere = json!({ "recipes": [], "pages": [{ "url": "recipes.example", "found": "slow" }] });
    let seed = PlainSeed::from_json(&nowhere.to_string()).expect("a seed");
    let options = fake_mealie::Options { seed: Seed::Plain(Box::new(seed)), ..Default::default() };
    let problem = fake_mealie::FakeMealie::start(options).await.err().expect("a problem");
    assert_eq!(problem.to_string(), "page `recipes.example`: its address is not http or https");
    let unknown = json!({ "recipes": [], "pages": [{ "url": BARS, "found": "fast" }] });
    assert!(PlainSeed::from_json(&unknown.to_string()).is_err_and(|problem| problem.contains("fast")));
}
