//! Prepared pages: what a real Mealie would have found behind an address.
//! Never fetched; an address that nobody prepared cannot be reached.

use serde::Deserialize;
use serde_json::Value;

use super::Kitchen;

/// What is behind an address.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PreparedPage {
    /// A page with this schema.org object in it, as it is: without `@context` and `@type` it is no recipe.
    Recipe(Value),
    /// A page of HTML. Of it only ld+json scripts and og: tags are read.
    Document(String),
    /// A page without a recipe.
    NoRecipe,
    /// A page that says that there is none. A recipe is looked for in it and not found; for a picture it is nothing.
    Missing,
    /// A picture. Plain data has no words for one.
    #[serde(skip)]
    Picture(Vec<u8>),
    /// Nothing: the host is not there, or Mealie refuses to go.
    Unreachable,
    /// A page that is still coming when Mealie loses patience.
    Slow,
}

impl Kitchen {
    /// Says what is behind an address. Pictures need none: the recipe shows a cover either way, and only whoever asks for
    /// the cover itself sees that it is not there. Where the address of a picture is that of a page, the recipe has no
    /// image.
    pub fn prepare_page(&mut self, url: &str, page: PreparedPage) {
        self.pages.insert(without_detail(url), page);
    }

    /// What is behind an address.
    pub fn page_at(&self, url: &str) -> &PreparedPage {
        self.pages.get(&without_detail(url)).unwrap_or(&PreparedPage::Unreachable)
    }
}

/// An address as it is asked for: without its fragment, the host in lower case, with a slash for no path.
fn without_detail(url: &str) -> String {
    let url = url.split('#').next().unwrap_or_default();
    let Some((scheme, rest)) = url.split_once("://") else { return url.into() };
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("{}://{}{slash}{path}", scheme.to_lowercase(), host.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_the_same_however_it_is_written() {
        let mut kitchen = Kitchen::empty("token");
        kitchen.prepare_page("https://Recipes.example", PreparedPage::NoRecipe);
        kitchen.prepare_page("https://recipes.example/soup?id=1#top", PreparedPage::Slow);
        for (row, url, want) in [
            ("as prepared", "https://Recipes.example", PreparedPage::NoRecipe),
            ("a slash for no path", "HTTPS://recipes.example/", PreparedPage::NoRecipe),
            ("another fragment", "https://recipes.example/soup?id=1#steps", PreparedPage::Slow),
            ("another path", "https://recipes.example/Soup?id=1", PreparedPage::Unreachable),
            ("another query", "https://recipes.example/?id=1", PreparedPage::Unreachable),
            ("no address", "soup", PreparedPage::Unreachable),
        ] {
            assert_eq!(kitchen.page_at(url), &want, "{row}");
        }
    }
}
