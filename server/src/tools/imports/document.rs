//! Recipes in documents: HTML, or schema.org Recipe JSON. Mealie fetches the picture that a document names, so it goes
//! nowhere without the netguard's word (NET-6).

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Imported;
use super::source::Collection;
use crate::args::Content;
use crate::failure::{Failure, Happened};
use crate::mealie::Import;
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

/// `import_recipe_from_html_or_json`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ImportRecipeFromHtmlOrJson {
    /// A page's HTML, or schema.org Recipe JSON that begins with {.
    data: Content<1, 2_097_152>,
}

impl Tool for ImportRecipeFromHtmlOrJson {
    const NAME: &'static str = "import_recipe_from_html_or_json";
    const TITLE: &'static str = "Import a recipe from HTML or JSON";
    const DESCRIPTION: &'static str = "Stores a new recipe from a page's HTML or from schema.org Recipe JSON; Mealie fetches the picture it names.";
    const EFFECT: Effect = Effect::ReachesOut;
    type Answer = Imported;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Imported>, Failure> {
        let data = kitchen.netguard.document("data", self.data.as_str().to_owned()).await?;
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let made = writes.import(&Import::Document { data: &data }).await;
                let slug = made.map_err(of_document)?;
                Ok(Imported::read(writes.reads(), slug, Collection::Unasked).await)
            }
            .boxed()
        })))
    }
}

/// What a refusal of Mealie means where it was given a document.
fn of_document(failure: Failure) -> Failure {
    match failure {
        Failure::Status { code: 400, .. } => Failure::NoRecipe {
            code: 400,
            words: "Mealie found no recipe in it. It reads JSON that begins with { and has \"@context\": \
                    \"https://schema.org\" and \"@type\": \"Recipe\", or the HTML of a page that holds such data.",
            happened: Happened::No,
        },
        failure => failure,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::tools::bench::Bench;

    #[tokio::test]
    async fn live_3_a_document_from_an_address_that_is_there_already_says_so() {
        let bench = Bench::start().await;
        let soup = bench.mealie.kitchen().add_recipe("Soup");
        bench.mealie.kitchen().set_source(soup, "https://example.com/soup");
        for (row, url, want) in [
            ("from there", json!("https://example.com/soup"), json!("soup")),
            ("from elsewhere", json!("https://example.com/stew"), Value::Null),
            ("not said", Value::Null, Value::Null),
        ] {
            let document = json!({
                "@context": "https://schema.org", "@type": "Recipe", "name": "Soup again", "url": url,
                "recipeIngredient": ["peas"], "recipeInstructions": "Boil.",
            });
            let given = json!({"data": document.to_string()});
            let answer = bench.goes::<ImportRecipeFromHtmlOrJson>(given).await.unwrap();
            let same = answer.structured.get("same_source").cloned().unwrap_or_default();
            assert_eq!(same, want, "{row}");
        }
    }

    fn status(code: u16) -> Failure {
        Failure::Status { code, said: None, happened: Happened::Perhaps }
    }

    #[test]
    fn live_12_a_document_without_a_recipe_is_told_what_mealie_reads() {
        insta::assert_snapshot!(of_document(status(400)).words().ours);
    }

    #[test]
    fn live_12_what_is_not_about_the_document_is_said_as_always() {
        for code in [401, 422, 500] {
            assert!(matches!(of_document(status(code)), Failure::Status { code: same, .. } if same == code));
        }
    }
}
