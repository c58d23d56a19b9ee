//! Where in a document Mealie may look for a picture (NET-6, NET-7). Owns the search; it never judges what it finds.
//!
//! The readers behind Mealie 3.10.2 (html.parser, libxml2, Python's json and jstyleson) see different things in one
//! document, and later ones will see others again. So it is read in every way at once, and what any reading finds counts:
//! too much is found rather than too little.

mod charref;
mod container;
mod found;
mod json;
mod openings;
mod page;
mod spoken;
mod tag;
#[cfg(test)]
mod tests;

use self::found::Found;
use self::page::Raw;

/// Why a document is not searched to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It has more places than are looked at.
    TooMany,
}

/// Every distinct text that stands where Mealie may look for a picture, decoded and without outer blanks. Whether it
/// leads anywhere is not looked at.
///
/// # Errors
///
/// [`Unfit::TooMany`] for more than 500.
pub fn references(document: &str) -> Result<Vec<String>, Unfit> {
    let mut found = Found::default();
    openings::read(document, &mut found)?;
    page::read(document, Raw::Kept, &mut found)?;
    // Mealie 3.10.2, recipe_crud_routes.py: wrapped into a script, out of which it can break.
    if document.starts_with('{') {
        page::read(&format!("<script>{document}"), Raw::Kept, &mut found)?;
    }
    page::read(&without_comments(document), Raw::Ignored, &mut found)?;
    json::read(document, &mut found)?;
    Ok(found.into_references())
}

/// What opens a comment, a CDATA section, a declaration or an instruction is blotted out, so that what is within stands
/// there as if it were not.
fn without_comments(document: &str) -> String {
    document.replace("<!", "  ").replace("<?", "  ")
}
