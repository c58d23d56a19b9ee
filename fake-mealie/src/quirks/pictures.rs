//! Surprises of covers: written where the recipe does not know of it, and lost where it was kept.
//! Never decides what is a picture; that is `pictures`.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::http::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{uncaught, unknown_error};
use crate::form::{NoForm, Part};
use crate::pictures;
use crate::pydantic;
use crate::reply::Answer;
use crate::store::{Kitchen, Picture};

/// Longest name of a file that the file system takes, in bytes.
const MOST_NAME_BYTES: usize = 255;

/// A body that calls itself a form and is none.
/// Mealie 3.10.2 (Starlette); asked a running one.
pub(crate) fn no_form(why: NoForm) -> Answer {
    Answer::detail(
        StatusCode::BAD_REQUEST,
        match why {
            NoForm::Boundaryless => "Missing boundary in multipart.",
            NoForm::Broken => "There was an error parsing the body",
        },
    )
}

/// A text where a file was wanted.
/// Mealie 3.10.2 (FastAPI); asked a running one.
pub(crate) fn no_file(field: &str, index: usize, text: &str) -> Value {
    json!({
        "type": "value_error",
        "loc": ["body", field, index],
        "msg": "Value error, Expected UploadFile, received: <class 'str'>",
        "input": text,
        "ctx": { "error": {} },
    })
}

/// A file where a text was wanted. (Mealie shows the insides of the file object as well.)
/// Mealie 3.10.2 (FastAPI); asked a running one.
pub(crate) fn file_for_a_text(field: &str, file: &Part) -> Value {
    let input = json!({ "filename": file.file_name, "size": file.bytes().len() });
    pydantic::wrong_type("string_type", "string", &[json!("body"), json!(field)], &input)
}

/// The bytes of a cover. A part without a file name is a text, and a text of bytes that are no UTF-8 is Latin-1 in
/// UTF-8 afterwards: a PNG is none any more.
/// Mealie 3.10.2 (Starlette, `_user_safe_decode`); asked a running one.
pub(crate) fn bytes_of_a_cover(sent: &Part) -> Bytes {
    if sent.is_file() || std::str::from_utf8(sent.bytes()).is_ok() {
        return sent.content();
    }
    let latin: String = sent.bytes().iter().copied().map(char::from).collect();
    latin.into()
}

/// Writes a cover. The bytes are stored under their extension before anybody looks at them: with `webp` that is the name
/// of the cover itself, so that bytes that are no picture take its place, and the answer is an error. The extension is
/// not checked either; one that is no file name is an error of the file system.
/// Mealie 3.10.2, `RecipeDataService.write_image`; seen `media_image/put_not_an_image`, `put_path_in_extension`,
/// `put_unknown_extension`; `webp` and the other extensions asked of a running one.
pub(crate) fn write_cover(
    kitchen: &mut Kitchen,
    recipe_id: Uuid,
    bytes: Bytes,
    extension: &str,
) -> Result<(), Answer> {
    written(&mut kitchen.pictures, recipe_id, bytes, extension).map_err(unknown_error)
}

/// Writes the picture of an event, as a cover is written; what goes wrong is caught by nobody.
/// Mealie 3.10.2, `RecipeDataService.write_image`; seen (a good one) `comments_timeline/timeline_image_put`; the rest
/// read.
pub(crate) fn write_event_picture(
    kitchen: &mut Kitchen,
    event_id: Uuid,
    bytes: Bytes,
    extension: &str,
) -> Result<(), Answer> {
    written(&mut kitchen.event_pictures, event_id, bytes, extension).map_err(|_| uncaught())
}

/// `Err` is the exception that it ends with.
fn written(
    kept: &mut BTreeMap<Uuid, Picture>,
    id: Uuid,
    bytes: Bytes,
    extension: &str,
) -> Result<(), &'static str> {
    let extension = extension.replace('.', "");
    // A path takes a slash at its end for nothing.
    let extension = extension.trim_end_matches('/');
    if extension.contains('\0') {
        return Err("ValueError");
    }
    if extension.contains('/') {
        return Err("FileNotFoundError");
    }
    if "original.".len() + extension.len() > MOST_NAME_BYTES {
        return Err("OSError");
    }
    if let Err(why) = pictures::judge(&bytes) {
        if extension == "webp" {
            let smaller = kept.get(&id).map_or_else(Bytes::new, |picture| picture.smaller.clone());
            kept.insert(id, Picture { original: bytes, smaller });
        }
        return Err(why.exception());
    }
    kept.insert(id, Picture::made_of(bytes));
    Ok(())
}

/// The version of a cover is written to the recipe with the *slug* of the path. By UUID the cover itself is written, or
/// deleted, and then nobody has that slug.
/// Mealie 3.10.2, `RepositoryRecipes.update_image`; seen `media_image/put_by_uuid`, `delete_image_by_uuid`.
pub(crate) fn version_has_no_recipe() -> Answer {
    unknown_error("NoResultFound")
}

/// A cover by its address is taken for done when nothing came of it: 200 and a new version, which leads nowhere. Only
/// what answers with something else than a picture is refused, and an empty address stops Mealie.
/// Mealie 3.10.2, `RecipeDataService.scrape_image`; seen `media_image/post_url_*`, `import/image_by_url_*`; the empty
/// one asked of a running one.
pub(crate) fn cover_from(url: &str, answers_with_no_picture: bool) -> Result<(), Answer> {
    if url.is_empty() {
        return Err(uncaught());
    }
    if answers_with_no_picture {
        return Err(Answer::problem(StatusCode::BAD_REQUEST, "Url is not an image", None));
    }
    Ok(())
}

/// No AI provider.
/// Mealie 3.10.2; seen `import/image_no_provider_400`.
pub(crate) fn no_ai() -> Answer {
    Answer::problem(StatusCode::BAD_REQUEST, "OpenAI image services are not enabled", None)
}

/// What an AI provider cannot read, or one that does not answer: an error that nobody catches.
/// Mealie 3.10.2, `create_from_images`; seen `import/with_ai_image_not_an_image`, `with_ai_image_provider_error`.
pub(crate) fn ai_fails() -> Answer {
    uncaught()
}

/// A recipe that was read in a picture has that picture for its cover, and says that it has none.
/// Mealie 3.10.2, `create_from_images`; seen `import/with_ai_image_result`.
pub(crate) fn image_of_a_read_recipe() -> String {
    "no image".into()
}
