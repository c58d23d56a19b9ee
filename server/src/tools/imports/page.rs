//! Recipes on web pages: a preview, and the import. Mealie fetches the page; it is sent nowhere without the netguard's word.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Imported;
use super::source;
use crate::answer::{Source, View};
use crate::args::{Content, Flag};
use crate::failure::{Failure, Happened};
use crate::mealie::Import;
use crate::text::{CleanDocument, Document};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};
use crate::tools::recipes::{is_object, object};

/// `preview_recipe_url`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct PreviewRecipeUrl {
    url: Content<1, 2048>,
}

/// What it answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Previewed {
    /// Whether there is a recipe on the page.
    found: bool,
    /// As the page describes it (schema.org Recipe).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "object")]
    recipe: Option<CleanDocument>,
}

impl View for Previewed {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        if self.found { Vec::new() } else { vec!["Mealie found no recipe on that page.".to_owned()] }
    }
}

impl Tool for PreviewRecipeUrl {
    const NAME: &'static str = "preview_recipe_url";
    const TITLE: &'static str = "Preview a recipe page";
    const DESCRIPTION: &'static str =
        "Has Mealie fetch a web page and shows the recipe on it, without storing it.";
    const EFFECT: Effect = Effect::LooksOut;
    type Answer = Previewed;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Previewed>, Failure> {
        let address = kitchen.netguard.address("url", self.url.as_str()).await?;
        let page = kitchen
            .reads
            .preview(&address)
            .await
            .map_err(|failure| of_page(failure, Instead::Nothing, Happened::No))?;
        // Mealie 3.10.2 says with a text, and HTTP 200, that there is none.
        let recipe = Some(page).filter(is_object).map(Document::into_clean);
        Ok(Plan::Answer(Previewed { found: recipe.is_some(), recipe }))
    }
}

/// `import_recipe_from_url`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ImportRecipeFromUrl {
    url: Content<1, 2048>,
    /// Keywords of the page become tags; missing ones are created. Default false.
    include_tags: Option<Flag>,
    /// As include_tags.
    include_categories: Option<Flag>,
}

impl Tool for ImportRecipeFromUrl {
    const NAME: &'static str = "import_recipe_from_url";
    const TITLE: &'static str = "Import a recipe from a page";
    const DESCRIPTION: &'static str = "Has Mealie fetch a web page and store the recipe on it as a new one.";
    const EFFECT: Effect = Effect::ReachesOut;
    type Answer = Imported;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Imported>, Failure> {
        let url = kitchen.netguard.address("url", self.url.as_str()).await?;
        let before = source::find(kitchen.reads, self.url.as_str()).await;
        let include_tags = self.include_tags.unwrap_or_default().0;
        let include_categories = self.include_categories.unwrap_or_default().0;
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let page = Import::Page { url: &url, include_tags, include_categories };
                let made = writes.import(&page).await;
                let slug = made.map_err(|failure| of_page(failure, Instead::Html, Happened::Perhaps))?;
                Ok(Imported::read(writes.reads(), slug, before).await)
            }
            .boxed()
        })))
    }
}

/// What a refusal of Mealie means where it was to fetch a page; `instead` is what can be tried, `if_unsure` whether
/// something can have been stored.
fn of_page(failure: Failure, instead: Instead, if_unsure: Happened) -> Failure {
    let Failure::Status { code, .. } = failure else { return failure };
    let (words, happened) = match (code, instead) {
        // Mealie 3.10.2 says it of a page without a recipe, 3.14 of one that it cannot fetch as well.
        (400, Instead::Nothing) => {
            ("Mealie found no recipe on that page, or could not fetch it.", Happened::No)
        }
        (400, Instead::Html) => (
            "Mealie found no recipe on that page, or could not fetch it. If a person can see one there, give the page's HTML to \
             import_recipe_from_html_or_json.",
            Happened::No,
        ),
        // Mealie 3.10.2 says so itself, before it stores anything; a proxy before it may as well.
        (408, _) => ("The page took Mealie longer than fifteen seconds.", if_unsure),
        // Mealie 3.10.2: a bare 500 for everything that keeps it from the page.
        (500..=599, Instead::Nothing) => (
            "Mealie could not fetch that page, or failed while reading it: the site may be down, or not let Mealie in.",
            if_unsure,
        ),
        (500..=599, Instead::Html) => (
            "Mealie could not fetch that page, or failed while reading it: the site may be down, or not let Mealie \
             in. import_recipe_from_html_or_json takes its HTML.",
            if_unsure,
        ),
        _ => return failure,
    };
    Failure::NoRecipe { code, words, happened }
}

/// What can be tried instead of a page that Mealie cannot read.
#[derive(Clone, Copy)]
enum Instead {
    /// Nothing that this server knows of: in read-only mode the other tool is not there.
    Nothing,
    /// The page's HTML.
    Html,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(code: u16) -> Failure {
        Failure::Status { code, said: None, happened: Happened::Perhaps }
    }

    /// Every word about a page, in one place, to be read aloud.
    #[test]
    fn live_12_every_word_about_a_page_that_gave_no_recipe() {
        let page = |code, instead, if_unsure| of_page(status(code), instead, if_unsure).words().ours;
        let mut all = Vec::new();
        for code in [400, 408, 500, 502] {
            all.push(format!("preview {code}: {}", page(code, Instead::Nothing, Happened::No)));
            all.push(format!("import {code}: {}", page(code, Instead::Html, Happened::Perhaps)));
        }
        insta::assert_snapshot!(all.join("\n\n"));
    }

    #[test]
    fn live_12_what_is_not_about_the_page_is_said_as_always() {
        for code in [401, 403, 404, 422, 429] {
            let failure = of_page(status(code), Instead::Html, Happened::Perhaps);
            assert!(matches!(failure, Failure::Status { code: same, .. } if same == code));
        }
    }
}
