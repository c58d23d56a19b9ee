//! Imports: what becomes of a document, and what is refused.
//! Never about what is behind an address.

use fake_mealie::{OrganizerKind, PreparedPage};
use serde_json::{Value, json};

use super::client::{Seen, Table};
use super::forms::png;

pub(crate) const URL: &str = "/api/recipes/create/url";
pub(crate) const DOCUMENT: &str = "/api/recipes/create/html-or-json";
pub(crate) const PREVIEW: &str = "/api/recipes/test-scrape-url";

pub(crate) const BARS: &str = "https://recipes.example/bars";

/// The recipe that the recordings import.
pub(crate) fn bars() -> Value {
    json!({
        "@context": "https://schema.org",
        "@type": "Recipe",
        "name": "Imported Lemon Bars",
        "description": "Tangy &amp; <b>sweet</b>.",
        "image": ["https://pictures.example/lemon.jpg"],
        "recipeYield": "12 bars",
        "prepTime": "PT20M",
        "cookTime": "PT45M",
        "totalTime": "PT1H5M",
        "recipeCategory": "Dessert, Bars",
        "keywords": "lemon, citrus,Easy Bake",
        "recipeIngredient": ["1 cup flour", "2 eggs"],
        "recipeInstructions": [
            { "@type": "HowToSection", "name": "Crust",
                "itemListElement": [{ "@type": "HowToStep", "text": "Mix." }] },
            { "@type": "HowToStep", "text": "Bake." },
        ],
        "nutrition": { "@type": "NutritionInformation", "calories": "250 kcal", "sodiumContent": "0.1 g" },
    })
}

pub(crate) fn bars_with(key: &str, value: Value) -> Value {
    let mut bars = bars();
    bars[key] = value;
    bars
}

pub(crate) async fn table_with(pages: &[(&str, PreparedPage)]) -> Table {
    let table = Table::empty().await;
    for (url, page) in pages {
        table.mealie.kitchen().prepare_page(url, page.clone());
    }
    table
}

fn bad_recipe_data(answer: &Seen) -> bool {
    answer.status == 400 && answer.body == json!({ "detail": { "details": "BAD_RECIPE_DATA" } })
}

/// Mealie 3.10.2; seen `import/html_or_json_json_result`, `html_or_json_sections_result`.
#[tokio::test]
async fn a_document_becomes_a_recipe_in_the_words_of_mealie() {
    let table = Table::empty().await;
    let answer = table.post(DOCUMENT, json!({ "data": bars().to_string() })).await;
    assert_eq!((answer.status, &answer.body), (201, &json!("imported-lemon-bars")));
    let recipe = table.get("/api/recipes/imported-lemon-bars").await.body;
    for (key, want) in [
        ("name", json!("Imported Lemon Bars")),
        ("description", json!("Tangy & sweet.")),
        ("recipeServings", json!(0.0)),
        ("recipeYieldQuantity", json!(12.0)),
        ("recipeYield", json!("bars")),
        ("prepTime", json!("20 minutes")),
        ("cookTime", Value::Null),
        ("performTime", json!("45 minutes")),
        ("totalTime", json!("1 hour 5 minutes")),
        ("orgURL", json!("")),
        ("tags", json!([])),
        ("recipeCategory", json!([])),
    ] {
        assert_eq!(recipe[key], want, "{key}");
    }
    let version = recipe["image"].as_str().expect("a version");
    assert!(version.len() == 4 && version.bytes().all(|letter| letter.is_ascii_alphanumeric()), "{version}");
    let texts = |list: &str, key: &str| -> Vec<String> {
        let rows = recipe[list].as_array().expect("a list");
        rows.iter().map(|row| row[key].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(texts("recipeIngredient", "note"), ["1 cup flour", "2 eggs"]);
    assert_eq!(texts("recipeInstructions", "text"), ["Crust", "Mix.", "Bake."], "a section is a step");
    assert_eq!(
        (&recipe["nutrition"]["calories"], &recipe["nutrition"]["sodiumContent"]),
        (&json!("250"), &json!("100.0"))
    );
    assert_eq!(recipe["userId"], json!(table.mealie.kitchen().cook().id));
}

/// Mealie 3.10.2; seen `import/html_or_json_json_again_suffix`; the eleventh asked of a running one.
#[tokio::test]
async fn a_taken_name_gets_a_number_and_the_eleventh_a_bare_500() {
    let table = Table::empty().await;
    let mut answers = Vec::new();
    for _ in 0..11 {
        answers.push(table.post(DOCUMENT, json!({ "data": bars().to_string(), "includeTags": true })).await);
    }
    assert_eq!(answers[1].body, "imported-lemon-bars-1");
    assert_eq!(answers[9].body, "imported-lemon-bars-9");
    assert_eq!((answers[10].status, answers[10].text.as_str()), (500, "Internal Server Error"));
    assert_eq!(table.mealie.kitchen().recipes.len(), 10);
    assert_eq!(table.mealie.kitchen().organizers.len(), 3, "a tag is made once");
}

/// Mealie 3.10.2; seen `import/html_or_json_with_tags_result`.
#[tokio::test]
async fn organizers_are_made_only_when_asked_for_and_known_ones_are_used() {
    for (row, body, tags, categories) in [
        ("neither", json!({}), vec![], vec![]),
        ("tags", json!({ "includeTags": true }), vec!["Citrus", "Easy Bake", "lemon"], vec![]),
        ("categories", json!({ "includeCategories": "on" }), vec![], vec!["Bars", "Dessert"]),
        ("in snake case", json!({ "include_categories": 1 }), vec![], vec!["Bars", "Dessert"]),
    ] {
        let table = Table::empty().await;
        let lemon = table.mealie.kitchen().add_organizer(OrganizerKind::Tag, "lemon");
        let mut body = body;
        body["data"] = bars().to_string().into();
        assert_eq!(table.post(DOCUMENT, body).await.status, 201, "{row}");
        let recipe = table.get("/api/recipes/imported-lemon-bars").await.body;
        let names = |key: &str| {
            let rows = recipe[key].as_array().expect("a list");
            let mut names: Vec<_> = rows.iter().map(|row| row["name"].as_str().unwrap_or_default()).collect();
            names.sort_unstable();
            names
        };
        assert_eq!((names("tags"), names("recipeCategory")), (tags.clone(), categories), "{row}");
        let kitchen = table.mealie.kitchen();
        let used = kitchen.recipe_at("imported-lemon-bars").expect("it").tags.contains(&lemon);
        assert_eq!(used, !tags.is_empty(), "{row}");
    }
}

/// Mealie 3.10.2; seen `import/html_or_json_*`, the rest asked of a running one.
#[tokio::test]
async fn a_document_is_what_mealie_takes_it_for() {
    let script = format!("<script type=\"application/ld+json\">{}</script>", bars());
    let og = "<html><head><meta property='og:title' content='Only OG'></head><body>x</body></html>";
    let broken_out = bars_with("x", json!(format!("</script>{og}"))).to_string();
    for (row, data, slug) in [
        ("JSON", bars().to_string(), Some("imported-lemon-bars")),
        ("JSON with more before its brace", format!(" {}", bars()), None),
        ("a list", json!([bars()]).to_string(), None),
        ("JSON without a context", bars_with("@context", Value::Null).to_string(), None),
        ("broken JSON", "{bad json".into(), None),
        (
            "a graph",
            json!({ "@context": "https://schema.org", "@graph": [bars()] }).to_string(),
            Some("imported-lemon-bars"),
        ),
        ("HTML", format!("<html><body>{script}</body></html>"), Some("imported-lemon-bars")),
        ("HTML with og: tags only", og.into(), Some("only-og")),
        ("HTML with both", og.replace("<body>", &format!("<body>{script}")), Some("imported-lemon-bars")),
        ("JSON that ends its own script", broken_out, Some("only-og")),
        ("HTML without a recipe", "<html><body><p>nothing</p></body></html>".into(), None),
        ("words", "Pancakes: mix flour and milk.".into(), None),
        ("words with an address", format!("see {BARS}"), None),
        ("a name of no letters", bars_with("name", json!("🍋")).to_string(), None),
        ("nothing", String::new(), None),
    ] {
        let table = table_with(&[(BARS, PreparedPage::Recipe(bars()))]).await;
        let answer = table.post(DOCUMENT, json!({ "data": data })).await;
        match slug {
            Some(slug) => assert_eq!((answer.status, &answer.body), (201, &json!(slug)), "{row}"),
            None => assert!(bad_recipe_data(&answer), "{row}: {}", answer.text),
        }
        assert_eq!(table.mealie.kitchen().recipes.len(), usize::from(slug.is_some()), "{row}");
    }
}

/// Mealie 3.10.2; seen `import/url_og_only_result`, `html_or_json_minimal_result`, `html_or_json_empty_name`.
#[tokio::test]
async fn what_a_page_does_not_say_is_filled_with_the_words_of_mealie() {
    let og = "<head><meta property='og:title' content='A &amp; B'><meta property='og:url' content='https://z.example/'>";
    for (row, data, line, step, address) in [
        (
            "og: tags only",
            og.to_owned(),
            "Could not detect ingredients",
            "Could not detect instructions",
            "https://z.example/",
        ),
        ("no lines", bars_with("recipeIngredient", Value::Null).to_string(), "1 Cup Flour", "Crust", ""),
        (
            "no steps",
            bars_with("recipeInstructions", Value::Null).to_string(),
            "1 cup flour",
            "Recipe steps as well",
            "",
        ),
        (
            "its own address",
            bars_with("url", json!("https://a.example/")).to_string(),
            "1 cup flour",
            "Crust",
            "https://a.example/",
        ),
    ] {
        let table = Table::empty().await;
        let slug = table.post(DOCUMENT, json!({ "data": data })).await.body;
        let recipe = table.get(&format!("/api/recipes/{}", slug.as_str().expect("a slug"))).await.body;
        let step_text = recipe["recipeInstructions"][0]["text"].as_str().unwrap_or_default();
        assert_eq!(recipe["recipeIngredient"][0]["note"], line, "{row}");
        assert!(step_text.starts_with(step), "{row}: {step_text}");
        assert_eq!(recipe["orgURL"], address, "{row}");
    }
    let table = Table::empty().await;
    let slug = table.post(DOCUMENT, json!({ "data": bars_with("name", json!("")).to_string() })).await.body;
    assert!(slug.as_str().is_some_and(|slug| slug.starts_with("no-recipe-name-found-")), "{slug}");
}

/// Mealie 3.10.2; seen `import/url_image_is_not_an_image_result`, `html_or_json_no_image_result`,
/// `html_or_json_local_image_result`.
#[tokio::test]
async fn only_a_picture_that_answers_and_is_none_leaves_no_image() {
    const GONE: &str = "https://recipes.example/gone.jpg";
    const PICTURE: &str = "https://recipes.example/p.png";
    for (row, picture, no_image) in [
        ("nothing told", Value::Null, false),
        ("an address of nothing", json!(GONE), false),
        ("an address of a picture", json!(PICTURE), false),
        ("an address that nobody prepared", json!("https://pictures.example/p.jpg"), false),
        ("an address of a page", json!(BARS), true),
    ] {
        let table = table_with(&[
            (BARS, PreparedPage::NoRecipe),
            (GONE, PreparedPage::Missing),
            (PICTURE, PreparedPage::Picture(png().to_vec())),
        ])
        .await;
        table.post(DOCUMENT, json!({ "data": bars_with("image", picture.clone()).to_string() })).await;
        let recipe = table.get("/api/recipes/imported-lemon-bars").await.body;
        assert_eq!(recipe["image"] == "no image", no_image, "{row}: {}", recipe["image"]);
        let kitchen = table.mealie.kitchen();
        let kept = kitchen.picture_of(kitchen.recipe_at("imported-lemon-bars").unwrap().id);
        assert_eq!(kept.is_some(), picture == json!(PICTURE), "{row}");
    }
}

/// Mealie 3.10.2; seen `import/url_missing_422`, `html_or_json_object_instead_of_string_422`; the rest asked of a
/// running one.
#[tokio::test]
async fn a_body_that_does_not_fit_is_refused_in_the_words_of_the_validator() {
    let string = |name: &str, input: Value| json!({ "type": "string_type", "loc": ["body", name], "msg": "Input should be a valid string", "input": input });
    let missing = |name: &str, input: Value| json!({ "type": "missing", "loc": ["body", name], "msg": "Field required", "input": input });
    let unclear = |name: &str, input: Value| json!({ "type": "bool_parsing", "loc": ["body", name], "msg": "Input should be a valid boolean, unable to interpret input", "input": input });
    for (row, path, body, problems) in [
        ("no address", URL, json!({}), vec![missing("url", json!({}))]),
        ("no address to preview", PREVIEW, json!({}), vec![missing("url", json!({}))]),
        ("no document", DOCUMENT, json!({}), vec![missing("data", json!({}))]),
        ("null", URL, json!({ "url": null }), vec![string("url", Value::Null)]),
        ("an object", DOCUMENT, json!({ "data": { "a": 1 } }), vec![string("data", json!({ "a": 1 }))]),
        (
            "a number for an address",
            DOCUMENT,
            json!({ "data": "x", "url": 5 }),
            vec![string("url", json!(5))],
        ),
        (
            "a flag of words",
            PREVIEW,
            json!({ "url": "x", "useOpenAI": "q" }),
            vec![unclear("useOpenAI", json!("q"))],
        ),
        (
            "everything",
            DOCUMENT,
            json!({ "data": 5, "url": 5, "include_tags": 2 }),
            vec![unclear("include_tags", json!(2)), string("data", json!(5)), string("url", json!(5))],
        ),
    ] {
        let table = Table::empty().await;
        let answer = table.post(path, body).await;
        assert_eq!((answer.status, &answer.body), (422, &json!({ "detail": problems })), "{row}");
    }
}

#[tokio::test]
async fn imports_need_a_login_and_other_methods_are_told() {
    let table = Table::empty().await;
    for path in [URL, DOCUMENT, PREVIEW] {
        assert_eq!(table.ask_as("", "POST", path, Some(json!({}))).await.status, 401, "{path}");
    }
    assert_eq!(table.get(URL).await.status, 405);
    assert_eq!(table.get(PREVIEW).await.status, 404, "a recipe could have that name");
}

/// A document that a client lets pass must not stop the fake. What looks at the whole rest of a document at every letter
/// keeps this test busy for minutes instead of a moment.
#[tokio::test]
async fn a_large_document_of_anything_gets_an_answer() {
    const BYTES: usize = 256 * 1024;
    for (row, before, piece) in [
        ("tags that never end", "", "<a "),
        ("quotes that never end", "", "<a x='>'"),
        ("comments that never end", "", "<!--"),
        ("scripts that never end", "", "<script>"),
        ("ends of scripts", "<script>", "</"),
        ("openings", "", "<"),
        ("references in references", "<meta property='og:title' content='", "&amp;amp;"),
        ("comments in JSON", "{", "//"),
        ("commas in JSON", "{", ", ]"),
        ("brackets", "{\"a\":", "["),
        ("escapes", "{\"a\":\"", "\\"),
        ("blanks", "{", " "),
    ] {
        let table = Table::empty().await;
        let data = format!("{before}{}", piece.repeat(BYTES / piece.len()));
        let answer = table.post(DOCUMENT, json!({ "data": data })).await;
        assert!(bad_recipe_data(&answer), "{row}: {}", answer.status);
    }
}

/// Names, lines and pictures without end, in a recipe that is one.
#[tokio::test]
async fn a_recipe_of_many_small_things_is_kept() {
    const MANY: usize = 5_000;
    let words = || (0..MANY).map(|number| format!("word {number}"));
    let pictures: Vec<_> = words().map(|word| format!("https://a.example/{word}")).collect();
    let keywords = words().collect::<Vec<_>>().join(",");
    for (row, key, value) in [
        ("keywords", "keywords", json!(keywords)),
        ("lines", "recipeIngredient", json!(words().collect::<Vec<_>>())),
        ("steps", "recipeInstructions", json!(words().collect::<Vec<_>>())),
        ("pictures", "image", json!(pictures)),
    ] {
        let table = Table::empty().await;
        let data = bars_with(key, value).to_string();
        let answer = table.post(DOCUMENT, json!({ "data": data, "includeTags": true })).await;
        assert_eq!(answer.status, 201, "{row}");
        let kitchen = table.mealie.kitchen();
        let recipe = kitchen.recipe_at("imported-lemon-bars").expect("it");
        let counts = [recipe.tags.len(), recipe.ingredients.len(), recipe.steps.len()];
        let most = counts.into_iter().max().unwrap_or_default().max(table.mealie.would_fetch().len());
        assert_eq!(most, MANY, "{row}");
    }
}
