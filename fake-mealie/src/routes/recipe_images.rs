//! The cover of a recipe: set by upload or by address, deleted, and shown to everybody.
//! Never fetches: where Mealie would have gone is told.

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_RANGE, ETAG, LAST_MODIFIED, RANGE};
use serde_json::{Value, json};
use uuid::Uuid;

use super::fields::Fields;
use super::imports::{is_page_and_no_picture, picture_at, would_go_to};
use super::recipes::{recipe_called, whole};
use super::{Call, Gate, Route};
use crate::form::Part;
use crate::pydantic::{self, Problems};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::store::{Kitchen, Picture, Recipe, version_of_a_picture};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "POST", path: "/api/recipes/{slug}/image", gate: Gate::Login, serve: from_address },
    Route { method: "PUT", path: "/api/recipes/{slug}/image", gate: Gate::Login, serve: upload },
    Route { method: "DELETE", path: "/api/recipes/{slug}/image", gate: Gate::Login, serve: delete },
    Route {
        method: "GET",
        path: "/api/media/recipes/{recipe_id}/images/{file_name}",
        gate: Gate::Open,
        serve: show,
    },
];

/// The names of the three sizes.
const SIZES: [&str; 3] = ["original.webp", "min-original.webp", "tiny-original.webp"];

/// The last field of a form with this name, or what is said of one that is missing. An empty text is missing.
fn field<'a>(problems: &mut Problems, parts: &'a [Part], name: &str) -> Option<&'a Part> {
    let sent = parts.iter().rfind(|part| part.name == name);
    let sent = sent.filter(|part| part.is_file() || !part.bytes().is_empty());
    if sent.is_none() {
        problems.add(pydantic::missing(&[json!("body"), json!(name)], &Value::Null));
    }
    sent
}

/// What a form with a picture brings: its bytes, and what they are to be.
pub(super) fn picture_and_extension(call: &Call<'_>) -> Result<(Bytes, String), Answer> {
    let parts = call.form()?;
    let mut problems = Problems::default();
    let (image, extension) = (field(&mut problems, parts, "image"), field(&mut problems, parts, "extension"));
    if let Some(file) = extension.filter(|part| part.is_file()) {
        problems.add(quirks::file_for_a_text("extension", file));
    }
    problems.none()?;
    let (Some(image), Some(extension)) = (image, extension) else { return Err(quirks::uncaught()) };
    Ok((quirks::bytes_of_a_cover(image), extension.text()))
}

fn upload(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let (bytes, extension) = picture_and_extension(call)?;
    let found = changeable(kitchen, call)?;
    quirks::write_cover(kitchen, found, bytes, &extension)?;
    let version = version_of_a_picture(kitchen.fresh_id());
    versioned(kitchen, call, |recipe| recipe.image = Some(version.clone()))?;
    Ok(Answer::ok(json!({ "image": version })))
}

fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let found = changeable(kitchen, call)?;
    kitchen.pictures.remove(&found);
    versioned(kitchen, call, |recipe| recipe.image = None)?;
    Ok(Answer::success(quirks::words(call.language()).image_deleted))
}

/// The recipe that the cover is written to, if the caller may.
fn changeable(kitchen: &Kitchen, call: &Call<'_>) -> Result<Uuid, Answer> {
    let found = recipe_called(kitchen, call, call.captured(0))?;
    whole(kitchen, found)?;
    if !quirks::may_update(kitchen, call.user(kitchen), &quirks::slug_written_to(found)) {
        return Err(quirks::permission_denied());
    }
    Ok(found.id)
}

/// Changes the version that the recipe shows. `dateUpdated` stays, `updatedAt` moves if anything changed
/// (Mealie 3.10.2; seen `media_image/recipe_after_png`).
fn versioned(kitchen: &mut Kitchen, call: &Call<'_>, change: impl FnOnce(&mut Recipe)) -> Result<(), Answer> {
    let (now, group) = (kitchen.now(), call.group(kitchen));
    let id = kitchen.recipe_in(group, call.captured(0)).map(|recipe| recipe.id);
    let recipe = id.and_then(|id| kitchen.recipes.get_mut(id)).ok_or_else(quirks::version_has_no_recipe)?;
    let before = recipe.image.clone();
    change(recipe);
    if recipe.image != before {
        recipe.updated_at = now;
    }
    Ok(())
}

/// By slug alone, and in the words of other routes. The body is that of an import; its switches are looked at and not
/// obeyed (Mealie 3.10.2, `ScrapeRecipe`).
fn from_address(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    for switch in ["includeTags", "includeCategories"] {
        fields.flag_or(switch, false);
    }
    let url = fields.text("url");
    fields.end()?;
    let recipe = kitchen.recipe_in(call.group(kitchen), call.captured(0)).ok_or_else(Answer::not_found)?;
    whole(kitchen, recipe).map_err(|_| quirks::uncaught())?;
    let (id, slug) = (recipe.id, quirks::slug_written_to(recipe));
    let goes_to = would_go_to(&url);
    let answers_with_no_picture = is_page_and_no_picture(kitchen, &url);
    if let Err(answer) = quirks::cover_from(&url, answers_with_no_picture) {
        return Err(answer.having_fetched(goes_to));
    }
    // Hazard 3: written to the slug of its name, and the id of another recipe is in the way there.
    let is_another = kitchen.recipe_in(call.group(kitchen), &slug).is_none_or(|there| there.id != id);
    if is_another || !quirks::may_update(kitchen, call.user(kitchen), &slug) {
        return Err(quirks::uncaught().having_fetched(goes_to));
    }
    let (version, now) = (quirks::image_of_an_import(kitchen.fresh_id(), false), kitchen.now());
    let mut recipe = kitchen.recipes.get(id).cloned().ok_or_else(Answer::not_found)?;
    recipe.image = Some(version);
    recipe.date_updated = Some(now);
    recipe.updated_at = now;
    if let Some(cover) = picture_at(kitchen, &url) {
        kitchen.pictures.insert(id, cover);
    }
    quirks::steps_made_anew(&mut recipe, &mut || kitchen.fresh_id());
    kitchen.recipes.put(recipe);
    Ok(Answer::ok(Value::Null).having_fetched(goes_to))
}

/// Open to everybody. The recipe is found by the exact text of its UUID: it is the name of a folder.
fn show(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let of_recipe = kitchen.pictures.iter().find(|(id, _)| id.to_string() == call.captured(0));
    let picture = of_recipe.map(|(_, picture)| picture.clone());
    shown(kitchen, call, picture.as_ref(), call.captured(1))
}

/// A picture in one of its sizes, or the piece of it that is asked for.
pub(super) fn shown(kitchen: &mut Kitchen, call: &Call<'_>, picture: Option<&Picture>, size: &str) -> Reply {
    if !SIZES.contains(&size) {
        let loc = [json!("path"), json!("file_name")];
        return Err(Answer::invalid(vec![pydantic::no_such_word(&loc, &SIZES, &json!(size))]));
    }
    let bytes = picture.map(|picture| if size == SIZES[0] { &picture.original } else { &picture.smaller });
    let not_found = || Answer::detail(StatusCode::NOT_FOUND, "Not Found");
    // A size that was never made is no file.
    let bytes = bytes.filter(|bytes| size == SIZES[0] || !bytes.is_empty()).ok_or_else(not_found)?.clone();
    let range = call.asked().headers.get(RANGE).and_then(|range| range.to_str().ok());
    let total = bytes.len();
    let answer = match range.and_then(|range| piece(range, total)) {
        Some((start, end)) => Answer::picture(StatusCode::PARTIAL_CONTENT, bytes.slice(start..end))
            .header(CONTENT_RANGE, format!("bytes {start}-{}/{total}", end - 1)),
        None => Answer::picture(StatusCode::OK, bytes),
    };
    let written = kitchen.now().strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
    Ok(answer.header(LAST_MODIFIED, written).header(ETAG, format!("\"{total:x}\"")))
}

/// The piece that `bytes=0-9` asks for, if there is one.
fn piece(range: &str, total: usize) -> Option<(usize, usize)> {
    let (start, end) = range.strip_prefix("bytes=")?.split_once('-')?;
    let start: usize = start.parse().ok()?;
    let end = if end.is_empty() { total } else { end.parse::<usize>().ok()?.saturating_add(1).min(total) };
    (start < end).then_some((start, end))
}
