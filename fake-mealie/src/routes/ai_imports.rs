//! Recipes that an AI provider reads in pictures.
//! Never reads anything itself: what the provider says is prepared in the kitchen.

use serde_json::{Value, json};

use super::imports::would_go_to;
use super::recipes::{line, made, step};
use super::{Call, Gate, Route};
use crate::form::Part;
use crate::pictures;
use crate::pydantic::{self, Problems};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::store::{Ai, AiRecipe, Kitchen, Note, Picture};
use axum::http::StatusCode;

pub(super) const ROUTES: &[Route] = &[
    Route { method: "POST", path: "/api/recipes/create/image", gate: Gate::Login, serve: from_images },
    Route { method: "POST", path: "/api/recipes/create/ai", gate: Gate::Login, serve: from_anything },
];

/// The version that `create/ai` came with; read in release notes, not seen.
const AI_IMPORT_SINCE: (u32, u32) = (3, 23);

fn from_images(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let images = images(call.form()?)?;
    if images.is_empty() {
        let loc = [json!("body"), json!("images")];
        return Err(Answer::invalid(vec![pydantic::missing(&loc, &Value::Null)]));
    }
    read(kitchen, call, &images)
}

/// One import for texts, addresses and pictures. `translateLanguage` and `createNewOrganizers` are words for the
/// provider, as is `content`; they are in the journal.
fn from_anything(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let (major, minor) = AI_IMPORT_SINCE;
    if !kitchen.instance.is_at_least(major, minor) {
        return Err(Answer::detail(StatusCode::NOT_FOUND, "Not Found"));
    }
    let parts = call.form()?;
    let images = images(parts)?;
    let url = parts.iter().rfind(|part| part.name == "url").map(Part::text).unwrap_or_default();
    Ok(read(kitchen, call, &images)?.having_fetched(would_go_to(&url)))
}

/// The files; a text in their place is refused.
fn images(parts: &[Part]) -> Result<Vec<&Part>, Answer> {
    let mut problems = Problems::default();
    let images: Vec<_> = parts.iter().filter(|part| part.name == "images").collect();
    for (index, image) in images.iter().enumerate().filter(|(_, image)| !image.is_file()) {
        problems.add(quirks::no_file("images", index, &image.text()));
    }
    problems.none()?;
    Ok(images)
}

fn read(kitchen: &mut Kitchen, call: &Call<'_>, images: &[&Part]) -> Reply {
    let recipe = match &kitchen.ai {
        Ai::Off => return Err(quirks::no_ai()),
        Ai::Fails => return Err(quirks::ai_fails()),
        Ai::Reads(recipe) => AiRecipe::clone(recipe),
    };
    if images.iter().any(|image| pictures::judge(image.bytes()).is_err()) {
        return Err(quirks::ai_fails());
    }
    let slug = stored(kitchen, call, recipe, images.first().copied())?;
    Ok(Answer::created(slug.into()))
}

/// Keeps what was read. A name that was taken ten times stops it, as every import.
fn stored(
    kitchen: &mut Kitchen,
    call: &Call<'_>,
    read: AiRecipe,
    cover: Option<&Part>,
) -> Result<String, Answer> {
    let lines: Vec<_> = read.lines.iter().map(|text| line(kitchen, text)).collect();
    let steps: Vec<_> = read.steps.iter().map(|text| step(kitchen, text)).collect();
    let (id, slug) = made(kitchen, call, &read.name).map_err(|_| quirks::ai_fails())?;
    let said = |text: String| Some(text).filter(|text| !text.is_empty());
    if let Some(recipe) = kitchen.recipes.get_mut(id) {
        recipe.image = Some(quirks::image_of_a_read_recipe());
        recipe.description = Some(read.description);
        recipe.yield_quantity = read.yield_quantity;
        recipe.yield_text = Some(read.yield_text);
        recipe.total_time = said(read.total_time);
        recipe.prep_time = said(read.prep_time);
        recipe.perform_time = said(read.perform_time);
        if !lines.is_empty() {
            recipe.ingredients = lines;
        }
        if !steps.is_empty() {
            recipe.steps = steps;
        }
        recipe.notes = read.notes.into_iter().map(|text| Note { title: String::new(), text }).collect();
    }
    if let Some(cover) = cover {
        kitchen.pictures.insert(id, Picture::made_of(cover.content()));
    }
    Ok(slug)
}
