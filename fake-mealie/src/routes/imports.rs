//! Recipes from elsewhere: by address, from a document, and the preview of a page.
//! Never fetches: an address leads to a prepared page or nowhere, and where Mealie would have gone is told.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use uuid::Uuid;

use super::fields::Fields;
use super::recipes::{line, made, step};
use super::{Call, Gate, Route};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::scrape::{self, Import, Page};
use crate::slug::slugify;
use crate::store::{Kitchen, Nutrition, OrganizerKind, Picture, PreparedPage};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "POST", path: "/api/recipes/test-scrape-url", gate: Gate::Login, serve: preview },
    Route {
        method: "POST",
        path: "/api/recipes/create/html-or-json",
        gate: Gate::Login,
        serve: from_document,
    },
    Route { method: "POST", path: "/api/recipes/create/url", gate: Gate::Login, serve: from_url },
];

/// What is organized along with an import.
#[derive(Debug, Clone, Copy, Default)]
struct Included {
    tags: bool,
    categories: bool,
}

impl Included {
    fn read(fields: &mut Fields<'_>) -> Included {
        let tags = fields.flag_or("includeTags", false);
        Included { tags, categories: fields.flag_or("includeCategories", false) }
    }
}

/// The object that the page holds, as it is, uncleaned.
fn preview(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let url = fields.text("url");
    let by_ai = fields.flag_or("useOpenAI", false);
    fields.end()?;
    if by_ai {
        return Ok(quirks::preview_by_ai_without_one());
    }
    let fetched = would_go_to(&url);
    let answer = match found_at(kitchen, &url) {
        Err(answer) => answer,
        Ok(page) => match scrape::recipe_in(&page) {
            Some(recipe) => Answer::ok(Value::Object(recipe)),
            None => quirks::preview_found_nothing(),
        },
    };
    Ok(answer.having_fetched(fetched))
}

fn from_url(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let included = Included::read(&mut fields);
    let url = fields.text("url");
    fields.end()?;
    fetched(kitchen, call, &url, included)
}

fn from_document(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let included = Included::read(&mut fields);
    let document = fields.text("data");
    let url = fields.optional_text("url").unwrap_or_default();
    fields.end()?;
    if quirks::is_fetched_instead(&document) {
        return fetched(kitchen, call, &url, included);
    }
    let page = Page::read(&quirks::page_around(&document));
    let import = scrape::import(&page).ok_or_else(quirks::bad_recipe_data)?;
    let pictures = import.would_fetch();
    Ok(stored(kitchen, call, import, &url, included).having_fetched(pictures))
}

/// An import of the page at the first address in the text.
fn fetched(kitchen: &mut Kitchen, call: &Call<'_>, text: &str, included: Included) -> Reply {
    let url = quirks::address_in(text).ok_or_else(quirks::bad_recipe_data)?;
    let mut gone_to = would_go_to(url);
    let answer = match found_at(kitchen, url) {
        Err(answer) => answer,
        Ok(page) => match scrape::import(&page) {
            None => quirks::bad_recipe_data(),
            Some(import) => {
                gone_to.extend(import.would_fetch());
                stored(kitchen, call, import, url, included)
            }
        },
    };
    Ok(answer.having_fetched(gone_to))
}

/// What has no scheme stops in Mealie's own client.
pub(super) fn would_go_to(url: &str) -> Vec<String> {
    let lower = url.to_lowercase();
    let goes = lower.starts_with("http://") || lower.starts_with("https://");
    if goes { vec![url.to_owned()] } else { Vec::new() }
}

pub(super) fn found_at(kitchen: &Kitchen, url: &str) -> Result<Page, Answer> {
    match kitchen.page_at(url) {
        PreparedPage::Recipe(recipe) => Ok(Page::of_item(recipe)),
        PreparedPage::Document(html) => Ok(Page::read(html)),
        PreparedPage::NoRecipe | PreparedPage::Missing | PreparedPage::Picture(_) => Ok(Page::default()),
        PreparedPage::Unreachable => Err(quirks::page_cannot_be_reached()),
        PreparedPage::Slow => Err(quirks::page_takes_too_long()),
    }
}

/// Whether there is something else than a picture. What is not there might have been one (Mealie 3.10.2, `scrape_image`;
/// seen `import/image_by_url_404`, `image_by_url_not_an_image_400`).
pub(super) fn is_page_and_no_picture(kitchen: &Kitchen, address: &str) -> bool {
    matches!(
        kitchen.page_at(address),
        PreparedPage::Recipe(_) | PreparedPage::Document(_) | PreparedPage::NoRecipe
    )
}

/// The picture at an address, if one was prepared.
pub(super) fn picture_at(kitchen: &Kitchen, address: &str) -> Option<Picture> {
    match kitchen.page_at(address) {
        PreparedPage::Picture(bytes) => Some(Picture::of(bytes.clone())),
        _ => None,
    }
}

/// Keeps an import; the answer is its slug, as a bare JSON string. Organizers come first, and stay if the rest fails.
fn stored(kitchen: &mut Kitchen, call: &Call<'_>, import: Import, url: &str, included: Included) -> Answer {
    let tags = if included.tags { import.tags.as_slice() } else { &[] };
    let group = call.group(kitchen);
    let tags = organized(kitchen, group, OrganizerKind::Tag, tags);
    let categories = if included.categories { import.categories.as_slice() } else { &[] };
    let categories = organized(kitchen, group, OrganizerKind::Category, categories);
    let name = import.name.unwrap_or_else(|| quirks::name_of_the_nameless(kitchen.fresh_id()));
    let answers_with_no_picture =
        import.pictures.first().is_some_and(|address| is_page_and_no_picture(kitchen, address));
    let image = quirks::image_of_an_import(kitchen.fresh_id(), answers_with_no_picture);
    let cover = import.pictures.first().and_then(|address| picture_at(kitchen, address));
    let lines: Vec<_> = import.lines.iter().map(|text| line(kitchen, text)).collect();
    let steps: Vec<_> = import.steps.iter().map(|text| step(kitchen, text)).collect();
    let Ok((id, slug)) = made(kitchen, call, &name) else { return quirks::eleventh_import_of_a_name() };
    if let Some(recipe) = kitchen.recipes.get_mut(id) {
        recipe.image = Some(image);
        recipe.description = Some(import.description);
        recipe.servings = import.servings;
        recipe.yield_quantity = import.yield_quantity;
        recipe.yield_text = Some(import.yield_text);
        recipe.total_time = import.total_time;
        recipe.prep_time = import.prep_time;
        recipe.perform_time = import.perform_time;
        recipe.org_url = Some(if url.is_empty() { import.own_address } else { url.to_owned() });
        recipe.tags = tags;
        recipe.categories = categories;
        // Without any the placeholders stay.
        if !lines.is_empty() {
            recipe.ingredients = lines;
        }
        if !steps.is_empty() {
            recipe.steps = steps;
        }
        recipe.nutrition = Nutrition(import.nutrition);
    }
    if let Some(cover) = cover {
        kitchen.pictures.insert(id, cover);
    }
    Answer::created(slug.into())
}

/// The organizers of these names, found by slug, made where there is none.
fn organized(kitchen: &mut Kitchen, group: Uuid, kind: OrganizerKind, names: &[String]) -> Vec<Uuid> {
    let of_kind = kitchen.organizers.iter().filter(|row| row.kind == kind && row.group_id == group);
    let mut known: HashMap<String, Uuid> = of_kind.map(|row| (row.slug.clone(), row.id)).collect();
    let mut used = HashSet::new();
    let mut ids = Vec::new();
    for name in names {
        let id = *known.entry(slugify(name)).or_insert_with(|| {
            let id = kitchen.add_organizer(kind, name);
            if let Some(made) = kitchen.organizers.get_mut(id) {
                made.group_id = group;
            }
            id
        });
        if used.insert(id) {
            ids.push(id);
        }
    }
    ids
}
