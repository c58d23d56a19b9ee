//! The scan, kind by kind. Owns documents made for it; it never asks a Mealie.

mod bounds;
mod json;
mod kinds;
mod pages;
mod positions;
mod readings;
mod sites;

use super::{Unfit, references};

/// The picture of most documents here.
const PICTURE: &str = "http://kitchen.example/soup.jpg";

/// What a document refers to.
fn found(document: &str) -> Vec<String> {
    references(document).expect("at most 500 references")
}

/// Documents, by name, that all have to lead to one address.
fn all_lead_to(address: &str, rows: &[(&str, String)]) {
    for (row, document) in rows {
        let found = found(document);
        assert!(found.iter().any(|one| one == address), "{row}: {found:?} in {document}");
    }
}

/// A recipe as microdata, with something in it.
fn microdata(within: &str) -> String {
    format!(
        "<article itemscope itemtype=\"https://schema.org/Recipe\"><h1 itemprop=\"name\">Soup</h1>\
         <ul><li itemprop=\"recipeIngredient\">water</li></ul>{within}\
         <p itemprop=\"recipeInstructions\">Boil.</p></article>"
    )
}

/// A recipe as JSON, with something more in it.
fn json_recipe(more: &str) -> String {
    format!(
        "{{\"@context\":\"https://schema.org\",\"@type\":\"Recipe\",\"name\":\"Soup\",\
         \"recipeIngredient\":[\"water\"],\"recipeInstructions\":\"Boil.\"{more}}}"
    )
}

/// A script that holds such a recipe.
fn script(json: &str) -> String {
    format!("<script type=\"application/ld+json\">{json}</script>")
}
