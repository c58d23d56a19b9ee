//! Imports: Mealie reads a recipe from a page or a document. Each of the three hands Mealie something to fetch from, so
//! nothing leaves here without the netguard's word (NET-1, NET-6). It never fetches anything itself.

use futures::FutureExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::recipes::{clean, given, is_object, names, object};
use crate::answer::{Source, View};
use crate::args::{Content, Flag};
use crate::failure::{Failure, Happened};
use crate::mealie::lookup::{RecipeRef, recipe_route};
use crate::mealie::records::{Ingredient, Recipe, Step};
use crate::mealie::{Import, Reads};
use crate::text::{Clean, CleanDocument, Document, Foreign, Id, Limit, Slug, WebAddress};
use crate::tool::{Effect, Kitchen, Plan, Tool, Write};

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
    /// Keywords of the page become tags; missing ones are created.
    include_tags: Option<Flag>,
    /// The same for categories.
    include_categories: Option<Flag>,
}

/// `import_recipe_from_html_or_json`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ImportRecipeFromHtmlOrJson {
    /// A page's HTML, or schema.org Recipe JSON that begins with {.
    data: Content<1, 2_097_152>,
}

/// What an import answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Imported {
    status: ImportedStatus,
    slug: Slug,
    #[serde(flatten)]
    recipe: Option<Made>,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ImportedStatus {
    Imported,
}

/// The recipe that Mealie made.
#[derive(Serialize, JsonSchema)]
struct Made {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    servings: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_time: Option<Clean>,
    /// How many lines.
    ingredients: u64,
    /// How many.
    steps: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    categories: Vec<Clean>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_url: Option<WebAddress>,
}

impl View for Imported {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        let Some(recipe) = &self.recipe else {
            return vec![
                "The recipe was imported, but reading it afterwards failed: look at it with get_recipe before you \
                 import it again."
                    .to_owned(),
            ];
        };
        let mut notes = Vec::new();
        if recipe.ingredients == 0 || recipe.steps == 0 {
            notes.push(
                "Mealie found no ingredients or no steps there: the recipe is not complete.".to_owned(),
            );
        }
        if recipe.name.as_ref().is_some_and(|name| ends_like_a_second_one(name.as_str())) {
            notes.push(
                "The name ends in a number, as Mealie gives it to a second recipe of one name: there may be one like \
                 it already."
                    .to_owned(),
            );
        }
        notes
    }
}

/// `Pea soup (1)`: Mealie 3.10.2 gives these to a recipe whose name is taken.
fn ends_like_a_second_one(name: &str) -> bool {
    let number = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    number.is_some_and(|(_, number)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Tool for ImportRecipeFromUrl {
    const NAME: &'static str = "import_recipe_from_url";
    const TITLE: &'static str = "Import a recipe from a page";
    const DESCRIPTION: &'static str = "Has Mealie fetch a web page and store the recipe on it as a new one.";
    const EFFECT: Effect = Effect::ReachesOut;
    type Answer = Imported;

    async fn plan(&self, kitchen: &Kitchen<'_>) -> Result<Plan<Imported>, Failure> {
        let url = kitchen.netguard.address("url", self.url.as_str()).await?;
        let include_tags = self.include_tags.unwrap_or_default().0;
        let include_categories = self.include_categories.unwrap_or_default().0;
        Ok(Plan::Go(Write::new(move |writes| {
            async move {
                let page = Import::Page { url: &url, include_tags, include_categories };
                let made = writes.import(&page).await;
                let slug = made.map_err(|failure| of_page(failure, Instead::Html, Happened::Perhaps))?;
                Ok(imported(writes.reads(), slug).await)
            }
            .boxed()
        })))
    }
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
                Ok(imported(writes.reads(), made.map_err(of_document)?).await)
            }
            .boxed()
        })))
    }
}

/// What came of it. The recipe is there whether it can be read or not, and saying that it failed would have it imported a
/// second time (LIVE-3).
async fn imported(reads: &Reads, slug: Slug) -> Imported {
    let recipe = reads.get::<Recipe>(recipe_route(&RecipeRef::Slug(slug.clone()))).await;
    Imported { status: ImportedStatus::Imported, slug, recipe: recipe.ok().map(Made::of) }
}

impl Made {
    fn of(recipe: Recipe) -> Self {
        let lines = recipe.recipe_ingredient.unwrap_or_default();
        let steps = recipe.recipe_instructions.unwrap_or_default();
        Self {
            id: recipe.id.as_ref().and_then(Foreign::read_as),
            name: clean(&recipe.name, Limit::NAME),
            servings: given(recipe.recipe_servings),
            total_time: clean(&recipe.total_time, Limit::SHORT),
            ingredients: lines.iter().filter(|line| is_real_line(line)).count() as u64,
            steps: steps.iter().filter(|step| is_real_step(step)).count() as u64,
            categories: names(recipe.recipe_category),
            tags: names(recipe.tags),
            source_url: recipe.org_url.as_ref().and_then(Foreign::read_as),
        }
    }
}

/// Mealie 3.10.2 writes a sentence of its own where a page had only a title and a picture.
fn is_real_line(line: &Ingredient) -> bool {
    line.food.is_some()
        || line.note.as_ref().is_some_and(|note| !note.is_blank() && !note.is("Could not detect ingredients"))
}

fn is_real_step(step: &Step) -> bool {
    step.text.as_ref().is_some_and(|text| !text.is_blank() && !text.is("Could not detect instructions"))
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

/// The same where it was given a document.
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
    use super::*;

    fn status(code: u16) -> Failure {
        Failure::Status { code, said: None, happened: Happened::Perhaps }
    }

    /// Every word about an import, in one place, to be read aloud.
    #[test]
    fn live_12_every_word_about_an_import_that_came_to_nothing() {
        let page = |code, instead, if_unsure| of_page(status(code), instead, if_unsure).words().ours;
        let mut all = Vec::new();
        for code in [400, 408, 500, 502] {
            all.push(format!("preview {code}: {}", page(code, Instead::Nothing, Happened::No)));
            all.push(format!("import {code}: {}", page(code, Instead::Html, Happened::Perhaps)));
        }
        all.push(format!("document 400: {}", of_document(status(400)).words().ours));
        insta::assert_snapshot!(all.join("\n\n"));
    }

    #[test]
    fn live_12_what_is_not_about_the_page_is_said_as_always() {
        for code in [401, 403, 404, 422, 429] {
            let failure = of_page(status(code), Instead::Html, Happened::Perhaps);
            assert!(matches!(failure, Failure::Status { code: same, .. } if same == code));
        }
        for code in [401, 422, 500] {
            assert!(matches!(of_document(status(code)), Failure::Status { code: same, .. } if same == code));
        }
    }

    #[test]
    fn a_second_recipe_of_one_name_is_known_by_its_number() {
        for (name, second) in [
            ("Pea soup (1)", true),
            ("Pea soup (12)", true),
            ("Pea soup", false),
            ("Pea soup (green)", false),
            ("Pea soup ()", false),
            ("Pea soup(1)", false),
            ("(1)", false),
        ] {
            assert_eq!(ends_like_a_second_one(name), second, "{name}");
        }
    }

    fn recipe(json: &str) -> Imported {
        let recipe: Recipe = serde_json::from_str(json).unwrap();
        let slug = "pea-soup".parse().unwrap();
        Imported { status: ImportedStatus::Imported, slug, recipe: Some(Made::of(recipe)) }
    }

    #[test]
    fn live_3_an_import_says_what_it_came_to() {
        let line = r#""recipeIngredient":[{"note":"peas"},{"food":{"name":"salt"}},{"note":" "}]"#;
        let step = r#""recipeInstructions":[{"text":"Boil."}]"#;
        let whole = recipe(&format!(r#"{{"name":"Pea soup",{line},{step}}}"#));
        assert_eq!(whole.notes(), Vec::<String>::new());
        assert!(whole.recipe.is_some_and(|made| (made.ingredients, made.steps) == (2, 1)));
        for (row, json) in [
            ("nothing", "{}".to_owned()),
            ("no steps", format!("{{{line}}}")),
            ("no ingredients", format!("{{{step}}}")),
            (
                "Mealie's own sentences",
                r#"{"recipeIngredient":[{"note":"Could not detect ingredients"}],"recipeInstructions":
                   [{"text":"Could not detect instructions"}]}"#
                    .to_owned(),
            ),
        ] {
            assert!(recipe(&json).notes()[0].contains("not complete"), "{row}");
        }
        let unread =
            Imported { status: ImportedStatus::Imported, slug: "pea-soup".parse().unwrap(), recipe: None };
        assert!(unread.notes()[0].contains("before you import it again"));
    }
}
