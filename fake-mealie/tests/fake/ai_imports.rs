//! Recipes out of pictures: without an AI provider, with one, and with a newer Mealie.
//! Never about what a provider can read.

use fake_mealie::Ai;
use serde_json::{Value, json};

use super::client::Table;
use super::forms::{Field, png};

const FROM_IMAGE: &str = "/api/recipes/create/image";
const BY_AI: &str = "/api/recipes/create/ai";

fn image<'a>() -> Field<'a> {
    ("images", Some("a.png"), png())
}

/// Seen `import/image_no_provider_400`, `image_missing_file_422`, `image_wrong_field_422`; a text asked of a running one.
#[tokio::test]
async fn without_a_provider_pictures_are_refused_and_mistakes_come_first() {
    let table = Table::empty().await;
    let missing =
        json!({ "type": "missing", "loc": ["body", "images"], "msg": "Field required", "input": null });
    let no_file = json!({
        "type": "value_error", "loc": ["body", "images", 0],
        "msg": "Value error, Expected UploadFile, received: <class 'str'>", "input": "x", "ctx": { "error": {} },
    });
    for (row, fields, status, want) in [
        (
            "a picture",
            vec![image()],
            400,
            json!({ "message": "OpenAI image services are not enabled", "error": true, "exception": null }),
        ),
        ("another field", vec![("image", Some("a.png"), png())], 422, json!([missing])),
        ("a text", vec![("images", None, b"x".as_slice())], 422, json!([no_file])),
    ] {
        let answer = table.send_form("POST", FROM_IMAGE, &fields).await;
        assert_eq!((answer.status, &answer.body["detail"]), (status, &want), "{row}");
    }
    let no_form = table.post(FROM_IMAGE, json!({})).await;
    assert_eq!((no_form.status, &no_form.body["detail"]), (422, &json!([missing])));
    let about = table.get("/api/app/about").await.body;
    assert_eq!((&about["enableOpenai"], &about["enableOpenaiImageServices"]), (&json!(false), &json!(false)));
    assert!(table.mealie.kitchen().recipes.is_empty());
}

/// Seen `import/with_ai_image`, `with_ai_image_result`, `with_ai_image_two_files_translated`,
/// `with_ai_image_snake_case_param`.
#[tokio::test]
async fn with_a_provider_a_recipe_is_made_and_has_the_first_picture_without_showing_it() {
    let table = Table::empty().await;
    table.mealie.kitchen().set_ai(true);
    let about = table.get("/api/app/about").await.body;
    assert_eq!((&about["enableOpenai"], &about["enableOpenaiImageServices"]), (&json!(true), &json!(true)));
    for (path, fields, slug) in [
        (FROM_IMAGE, vec![image()], "pictured-pie"),
        ("/api/recipes/create/image?translateLanguage=de-DE", vec![image(), image()], "pictured-pie-1"),
        ("/api/recipes/create/image?translate_language=de-DE", vec![image()], "pictured-pie-2"),
    ] {
        let answer = table.send_form("POST", path, &fields).await;
        assert_eq!((answer.status, answer.body), (201, json!(slug)), "{path}");
    }
    let pie = table.get("/api/recipes/pictured-pie").await.body;
    for (key, want) in [
        ("name", json!("Pictured Pie")),
        ("image", json!("no image")),
        ("description", json!("From a photo.")),
        ("recipeServings", json!(0.0)),
        ("recipeYieldQuantity", json!(8.0)),
        ("recipeYield", json!("slices")),
        ("totalTime", json!("1 hour")),
        ("prepTime", json!("20 minutes")),
        ("cookTime", Value::Null),
        ("performTime", json!("40 minutes")),
        ("orgURL", Value::Null),
        ("notes", json!([{ "title": "", "text": "Good cold." }])),
    ] {
        assert_eq!(pie[key], want, "{key}");
    }
    let notes: Vec<_> =
        pie["recipeIngredient"].as_array().unwrap().iter().map(|line| &line["note"]).collect();
    assert_eq!(notes, ["1 cup flour", "100 g butter"]);
    let id = table.mealie.kitchen().recipe_at("pictured-pie").unwrap().id;
    assert_eq!(table.mealie.kitchen().picture_of(id).as_deref(), Some(png()));
    assert_eq!(table.mealie.kitchen().timeline_of(id).len(), 1);
}

/// Seen `import/with_ai_image_not_an_image`, `with_ai_image_provider_error`.
#[tokio::test]
async fn what_the_provider_cannot_read_is_a_bare_500() {
    let table = Table::empty().await;
    table.mealie.kitchen().set_ai(true);
    let not_an_image = table.send_form("POST", FROM_IMAGE, &[("images", Some("a.png"), b"nope")]).await;
    assert_eq!((not_an_image.status, not_an_image.text.as_str()), (500, "Internal Server Error"));
    table.mealie.kitchen().ai = Ai::Fails;
    let fails = table.send_form("POST", FROM_IMAGE, &[image()]).await;
    assert_eq!((fails.status, fails.text.as_str()), (500, "Internal Server Error"));
    assert!(table.mealie.kitchen().recipes.is_empty());
}

/// 3.10.2 asked of a running one; 3.23 read in its release notes.
#[tokio::test]
async fn a_newer_mealie_has_one_import_for_everything_and_keeps_the_old_one() {
    let table = Table::empty().await;
    table.mealie.kitchen().set_ai(true);
    let fields: [Field<'_>; 4] = [
        image(),
        ("content", None, b"plum cake"),
        ("url", None, b"https://recipes.example/cake"),
        ("createNewOrganizers", None, b"false"),
    ];
    for (row, version, status) in [
        ("measured", "v3.10.2", 404),
        ("before", "v3.22.9", 404),
        ("since", "v3.23.0", 201),
        ("later", "v4.0.0", 201),
    ] {
        table.mealie.kitchen().set_version(version);
        assert_eq!(table.get("/api/app/about").await.body["version"], json!(version), "{row}");
        let answer = table.send_form("POST", BY_AI, &fields).await;
        assert_eq!(answer.status, status, "{row}: {}", answer.text);
        if status == 404 {
            assert_eq!(answer.body, json!({ "detail": "Not Found" }), "{row}");
        }
        assert_eq!(table.send_form("POST", FROM_IMAGE, &[image()]).await.status, 201, "{row}");
    }
    assert_eq!(table.mealie.would_fetch(), ["https://recipes.example/cake"; 2]);
    let uploads = table.mealie.writes();
    assert_eq!(uploads[0].part("createNewOrganizers").map(|part| part.text()).as_deref(), Some("false"));
}
