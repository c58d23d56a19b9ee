//! What Mealie's scraper makes of a page: a schema.org recipe, a page with og: tags only, or nothing.
//! Never fetches anything, and is no HTML parser: it finds ld+json scripts and meta tags, and nothing else.
//!
//! Where it is less than Mealie 3.10.2 (recipe-scrapers, extruct, lxml): microdata and RDFa are not read, so that a page
//! that has its recipe in those alone is one without a recipe; none of the parsers for single sites; a handful of
//! named character references; JSON deeper than 127 levels or with a number that does not fit is no recipe; durations
//! are spelled in English whatever `Accept-Language` says; of several pictures Mealie fetches the largest, and all of
//! them are told here.

mod html;
mod import;
mod loose;
mod measures;
mod pictures;
mod schema;
mod steps;
mod text;

pub(crate) use html::Page;
pub(crate) use import::Import;
pub(crate) use schema::recipe_in;

/// What a page comes to: its recipe, else what its og: tags say, else nothing.
pub(crate) fn import(page: &Page) -> Option<Import> {
    let recipe = recipe_in(page).and_then(|recipe| Import::of_recipe(&recipe, page));
    recipe.or_else(|| Import::of_open_graph(page))
}
