//! Covers: set, refused, deleted, shown; and what the journal keeps of an upload.

use fake_mealie::{PreparedPage, SAMPLE_PICTURES};
use serde_json::{Value, json};

use super::client::Table;
use super::forms::{Field, png};

async fn pictured() -> (Table, uuid::Uuid) {
    let table = Table::empty().await;
    table.post("/api/recipes", json!({ "name": "Pictured" })).await;
    let id = table.mealie.kitchen().recipe_at("pictured").expect("just made").id;
    (table, id)
}

/// Seen `media_image/put_png`, `put_webp`, `put_extension_with_dot`, `put_wrong_extension_ok`, `put_unknown_extension`,
/// `recipe_after_png`.
#[tokio::test]
async fn a_cover_gets_a_version_below_256_whatever_the_extension_says() {
    let (table, id) = pictured().await;
    let before = table.get("/api/recipes/pictured").await.body;
    let samples = SAMPLE_PICTURES.iter().map(|(extension, bytes)| (*extension, *bytes));
    for (extension, bytes) in
        samples.chain([(".png", png()), ("jpg", png()), ("txt", png()), ("png/", png())])
    {
        let answer = table.put_cover("pictured", bytes, extension).await;
        assert_eq!(answer.status, 200, "{extension}: {}", answer.text);
        let version = answer.body["image"].as_str().unwrap_or_default();
        assert!(version.parse::<u8>().is_ok(), "{extension}: {version}");
        assert_eq!(answer.body.as_object().map(serde_json::Map::len), Some(1), "{extension}");
        let after = table.get("/api/recipes/pictured").await.body;
        assert_eq!(after["image"], json!(version), "{extension}");
        assert_eq!(after["dateUpdated"], before["dateUpdated"], "{extension}");
        assert_eq!(
            after["recipeInstructions"], before["recipeInstructions"],
            "{extension}: steps stay as they are"
        );
        assert_eq!(table.mealie.kitchen().picture_of(id).as_deref(), Some(bytes), "{extension}");
    }
}

/// Seen `media_image/put_not_an_image`, `put_empty_file`, `put_svg`, `put_path_in_extension`; the others asked of a
/// running one.
#[tokio::test]
async fn a_cover_that_is_none_is_a_500_and_the_old_one_stays() {
    let (table, id) = pictured().await;
    table.put_cover("pictured", png(), "png").await;
    let before = table.get("/api/recipes/pictured").await.body;
    for (row, bytes, extension, exception) in [
        ("a text", b"this is not an image".as_slice(), "png", "UnidentifiedImageError"),
        ("nothing", b"", "png", "UnidentifiedImageError"),
        ("half of one", &png()[..50], "png", "OSError"),
        ("a path for an extension", png(), "../../png", "FileNotFoundError"),
        ("a NUL in the extension", png(), "p\0ng", "ValueError"),
        ("an extension that is too long", png(), &"x".repeat(300), "OSError"),
    ] {
        let answer = table.put_cover("pictured", bytes, extension).await;
        let want = json!({ "detail": { "message": "Unknown Error", "error": true, "exception": exception } });
        assert_eq!((answer.status, answer.body), (500, want), "{row}");
        assert_eq!(table.get("/api/recipes/pictured").await.body, before, "{row}");
        assert_eq!(table.mealie.kitchen().picture_of(id).as_deref(), Some(png()), "{row}");
    }
    // Asked of a running one: the bytes lie where the cover lay, and the smaller sizes are the old ones.
    let answer = table.put_cover("pictured", b"junk", "webp").await;
    assert_eq!((answer.status, &answer.body["detail"]["exception"]), (500, &json!("UnidentifiedImageError")));
    assert_eq!(table.mealie.kitchen().picture_of(id).as_deref(), Some(b"junk".as_slice()));
    let (_, smaller) = table.look_at(&format!("/api/media/recipes/{id}/images/min-original.webp"), "").await;
    assert_eq!(smaller, png());
}

/// Seen `media_image/put_missing_extension_422`, `put_missing_image_422`, `put_json_422`; the last two asked of a running
/// one.
#[tokio::test]
async fn a_cover_wants_a_form_with_both_fields() {
    let (table, _) = pictured().await;
    let path = "/api/recipes/pictured/image";
    let extension: Field<'_> = ("extension", None, b"png");
    let image: Field<'_> = ("image", Some("x.png"), png());
    let missing = |names: &[&str]| {
        let entry = |name: &&str| json!({ "type": "missing", "loc": ["body", name], "msg": "Field required", "input": null });
        json!({ "detail": names.iter().map(entry).collect::<Vec<_>>() })
    };
    let no_extension = table.send_form("PUT", path, &[image]).await;
    assert_eq!((no_extension.status, no_extension.body), (422, missing(&["extension"])));
    let empty_extension = table.send_form("PUT", path, &[image, ("extension", None, b"")]).await;
    assert_eq!(empty_extension.body, missing(&["extension"]));
    let no_image = table.send_form("PUT", path, &[extension]).await;
    assert_eq!((no_image.status, no_image.body), (422, missing(&["image"])));
    for (row, content_type, body, status, want) in [
        ("urlencoded", "application/x-www-form-urlencoded", "extension=png", 422, missing(&["image"])),
        ("JSON", "application/json", r#"{"image":"x"}"#, 422, missing(&["image", "extension"])),
        (
            "no boundary",
            "multipart/form-data",
            "x",
            400,
            json!({ "detail": "Missing boundary in multipart." }),
        ),
        (
            "no parts",
            "multipart/form-data; boundary=b",
            "x",
            400,
            json!({ "detail": "There was an error parsing the body" }),
        ),
    ] {
        let answer = table.send_as("PUT", path, content_type, body.as_bytes()).await;
        assert_eq!((answer.status, answer.body), (status, want), "{row}");
    }
}

/// Asked of a running one. What came as a text is written as a text, in which bytes that are no UTF-8 are taken for
/// Latin-1: no picture that a client would send is one afterwards.
#[tokio::test]
async fn a_cover_that_is_sent_as_a_text_and_an_extension_that_is_sent_as_a_file_are_refused() {
    let (table, id) = pictured().await;
    let path = "/api/recipes/pictured/image";
    let gif = b"GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";
    for (row, content, status) in [("a PNG", png(), 500), ("a GIF, which is ASCII", gif.as_slice(), 200)] {
        let answer =
            table.send_form("PUT", path, &[("image", None, content), ("extension", None, b"png")]).await;
        assert_eq!(answer.status, status, "{row}: {}", answer.text);
        let kept = table.mealie.kitchen().picture_of(id);
        assert_eq!(kept.is_some(), status == 200, "{row}");
    }
    let answer =
        table.send_form("PUT", path, &[("image", Some("x"), png()), ("extension", Some("y"), b"png")]).await;
    let problem = &answer.body["detail"][0];
    assert_eq!((answer.status, &problem["type"]), (422, &json!("string_type")), "{}", answer.text);
    assert_eq!(
        (&problem["loc"], &problem["input"]["filename"]),
        (&json!(["body", "extension"]), &json!("y"))
    );
    let answer = table.send_form("PUT", path, &[("extension", Some(""), b"")]).await;
    let kinds: Vec<_> =
        answer.body["detail"].as_array().expect("a list").iter().map(|said| &said["type"]).collect();
    assert_eq!(kinds, ["missing", "string_type"]);
}

/// Seen `media_image/put_by_uuid`, `delete_image_by_uuid`; unknown ones asked of a running one.
#[tokio::test]
async fn by_uuid_the_cover_is_written_and_deleted_and_the_answer_is_an_error() {
    let (table, id) = pictured().await;
    let no_result =
        json!({ "detail": { "message": "Unknown Error", "error": true, "exception": "NoResultFound" } });
    let put = table.put_cover(&id.to_string(), png(), "png").await;
    assert_eq!((put.status, put.body), (500, no_result.clone()));
    assert!(table.mealie.kitchen().picture_of(id).is_some(), "written all the same");
    assert_eq!(table.get("/api/recipes/pictured").await.body["image"], Value::Null);
    let deleted = table.delete(&format!("/api/recipes/{id}/image")).await;
    assert_eq!((deleted.status, deleted.body), (500, no_result));
    assert_eq!(table.mealie.kitchen().picture_of(id), None, "deleted all the same");
    let not_found = json!({ "detail": { "message": "No Entry Found", "error": true, "exception": null } });
    let unknown = table.put_cover("nope", png(), "png").await;
    assert_eq!((unknown.status, unknown.body), (404, not_found.clone()));
    let unknown = table.delete("/api/recipes/nope/image").await;
    assert_eq!((unknown.status, unknown.body), (404, not_found));
}

/// Seen `media_image/delete_image`, `delete_image_again`, `delete_image_de`, `recipe_after_delete_image`.
#[tokio::test]
async fn a_cover_is_deleted_as_often_as_one_likes_and_in_the_language_of_the_reader() {
    let (table, id) = pictured().await;
    table.put_cover("pictured", png(), "png").await;
    let authorization = format!("authorization: Bearer {}\r\n", table.mealie.token());
    for (row, language, message) in [
        ("once", "", "Recipe image deleted"),
        ("again", "accept-language: de-DE\r\n", "Rezeptbild gelöscht"),
        ("a language alone is no locale", "accept-language: de\r\n", "Recipe image deleted"),
    ] {
        let headers = format!("{authorization}{language}");
        let answer = table.ask_as(&headers, "DELETE", "/api/recipes/pictured/image", None).await;
        assert_eq!(
            (answer.status, answer.body),
            (200, json!({ "message": message, "error": false })),
            "{row}"
        );
        assert_eq!(table.get("/api/recipes/pictured").await.body["image"], Value::Null, "{row}");
        assert_eq!(table.mealie.kitchen().picture_of(id), None, "{row}");
    }
}

/// Seen `media_image/media_*`; upper case asked of a running one.
#[tokio::test]
async fn a_cover_is_shown_to_everybody_by_the_exact_uuid() {
    let (table, id) = pictured().await;
    let (none, _) = table.look_at(&format!("/api/media/recipes/{id}/images/original.webp"), "").await;
    assert_eq!((none.status, none.body), (404, json!({ "detail": "Not Found" })));
    table.put_cover("pictured", png(), "png").await;
    for size in ["original.webp", "min-original.webp", "tiny-original.webp", "original.webp?version=174"] {
        let (answer, bytes) = table.look_at(&format!("/api/media/recipes/{id}/images/{size}"), "").await;
        assert_eq!((answer.status, bytes.as_slice()), (200, png()), "{size}");
        assert_eq!(answer.header("content-type"), Some("image/webp"), "{size}");
        assert!(answer.header("etag").is_some() && answer.header("last-modified").is_some(), "{size}");
    }
    let original = format!("/api/media/recipes/{id}/images/original.webp");
    let (answer, bytes) = table.look_at(&original, "range: bytes=0-9\r\n").await;
    assert_eq!((answer.status, bytes.as_slice()), (206, &png()[..10]));
    assert_eq!(answer.header("content-range"), Some(format!("bytes 0-9/{}", png().len()).as_str()));
    for (row, path) in [
        ("by slug", "/api/media/recipes/pictured/images/original.webp".to_owned()),
        ("another recipe", format!("/api/media/recipes/{}/images/original.webp", uuid::Uuid::nil())),
        ("upper case", format!("/api/media/recipes/{}/images/original.webp", id.to_string().to_uppercase())),
    ] {
        let (answer, _) = table.look_at(&path, "").await;
        assert_eq!((answer.status, answer.body), (404, json!({ "detail": "Not Found" })), "{row}");
    }
    let (wrong, _) = table.look_at("/api/media/recipes/pictured/images/original.png", "").await;
    let expected = "'original.webp', 'min-original.webp' or 'tiny-original.webp'";
    assert_eq!(wrong.status, 422);
    assert_eq!(
        wrong.body["detail"][0],
        json!({
            "type": "enum", "loc": ["path", "file_name"], "msg": format!("Input should be {expected}"),
            "input": "original.png", "ctx": { "expected": expected },
        })
    );
}

/// Seen `media_image/post_url_*`, `import/image_by_url_*`; the last three asked of a running one.
#[tokio::test]
async fn a_cover_by_its_address_is_taken_for_done_when_nothing_came_of_it() {
    let (table, id) = pictured().await;
    table.mealie.kitchen().prepare_page("https://recipes.example/page", PreparedPage::NoRecipe);
    table.mealie.kitchen().prepare_page("https://recipes.example/gone", PreparedPage::Missing);
    let not_found = json!({ "detail": { "message": "Not found.", "error": true, "exception": null } });
    for (row, recipe, url, status, want, gone_to) in [
        ("nobody there", "pictured", "https://recipes.example/x.png", 200, Value::Null, true),
        ("a page that is not there", "pictured", "https://recipes.example/gone", 200, Value::Null, true),
        ("no scheme", "pictured", "x", 200, Value::Null, false),
        (
            "a page",
            "pictured",
            "https://recipes.example/page",
            400,
            json!({ "detail": { "message": "Url is not an image", "error": true, "exception": null } }),
            true,
        ),
        ("an unknown recipe", "nope", "https://recipes.example/x.png", 404, not_found.clone(), false),
        ("by UUID", &id.to_string(), "https://recipes.example/x.png", 404, not_found, false),
        ("nothing", "pictured", "", 500, Value::Null, false),
    ] {
        let (before, fetched) =
            (table.get("/api/recipes/pictured").await.body, table.mealie.would_fetch().len());
        let answer = table.post(&format!("/api/recipes/{recipe}/image"), json!({ "url": url })).await;
        assert_eq!((answer.status, answer.body), (status, want), "{row}");
        let went: Vec<_> = table.mealie.would_fetch().into_iter().skip(fetched).collect();
        assert_eq!(went, if gone_to { vec![url] } else { Vec::new() }, "{row}");
        let after = table.get("/api/recipes/pictured").await.body;
        assert_eq!(after["image"] != before["image"], status == 200, "{row}");
    }
    assert_eq!(table.mealie.kitchen().picture_of(id), None);
    let (url, picture) = ("https://recipes.example/p.png", PreparedPage::Picture(png().to_vec()));
    table.mealie.kitchen().prepare_page(url, picture);
    assert_eq!(table.post("/api/recipes/pictured/image", json!({ "url": url })).await.status, 200);
    assert_eq!(table.mealie.kitchen().picture_of(id).as_deref(), Some(png()), "a picture is kept");
}

/// Seen `media_image/put_limited_user`, `recipes/image_put_by_other_household_403`.
#[tokio::test]
async fn a_cover_is_for_who_may_change_the_recipe() {
    let (table, id) = pictured().await;
    {
        let mut kitchen = table.mealie.kitchen();
        let owner =
            fake_mealie::User { id: kitchen.fresh_id(), token: "owner".into(), ..kitchen.cook().clone() };
        let owner_id = owner.id;
        kitchen.users.put(owner);
        kitchen.give_recipe(id, owner_id);
    }
    assert_eq!(table.put_cover("pictured", png(), "png").await.status, 200, "of the same household");
    table.mealie.kitchen().lock_recipe(id);
    assert_eq!(table.put_cover("pictured", png(), "png").await.status, 403);
    assert_eq!(table.delete("/api/recipes/pictured/image").await.status, 403);
    assert!(table.mealie.kitchen().picture_of(id).is_some());
}

#[tokio::test]
async fn the_journal_keeps_the_fields_of_a_form_and_what_was_in_them() {
    let (table, _) = pictured().await;
    table.put_cover("pictured", png(), "png").await;
    let upload = table.mealie.journal().pop().expect("the upload");
    assert_eq!((upload.method.as_str(), upload.status, &upload.body), ("PUT", Some(200), &Value::Null));
    let names: Vec<_> =
        upload.parts.iter().map(|part| (part.name.as_str(), part.file_name.as_deref())).collect();
    assert_eq!(names, [("extension", None), ("image", Some("x.png"))]);
    assert_eq!(upload.part("extension").map(|part| part.text()).as_deref(), Some("png"));
    let image = upload.part("image").expect("an image");
    assert_eq!((image.bytes(), image.content_type.as_deref()), (png(), Some("image/png")));
    assert_eq!(upload.part("nothing"), None);
    let told = table.get("/_fake/journal").await.body;
    let told = told.as_array().and_then(|arrivals| arrivals.last()).expect("the upload").clone();
    assert_eq!(
        told["parts"][1],
        json!({ "name": "image", "file_name": "x.png", "content_type": "image/png", "bytes": png().len() })
    );
    table.get("/api/recipes").await;
    assert_eq!(table.mealie.journal().pop().map(|arrival| arrival.parts), Some(Vec::new()));
}

/// It is the body of an import, with all its fields. Asked of a running one.
#[tokio::test]
async fn a_cover_by_its_address_takes_the_switches_of_an_import() {
    let (table, _) = pictured().await;
    for (row, body, status, loc) in [
        ("a switch", json!({ "url": "x", "includeTags": "zz" }), 422, json!(["body", "includeTags"])),
        (
            "in snake case",
            json!({ "url": "x", "include_categories": "zz" }),
            422,
            json!(["body", "include_categories"]),
        ),
        ("both well", json!({ "url": "x", "includeTags": "yes", "includeCategories": 0 }), 200, Value::Null),
    ] {
        let answer = table.post("/api/recipes/pictured/image", body).await;
        assert_eq!((answer.status, &answer.body["detail"][0]["loc"]), (status, &loc), "{row}");
    }
}
