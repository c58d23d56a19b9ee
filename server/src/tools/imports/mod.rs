//! Imports: Mealie makes a recipe of a page, a document or a picture. What Mealie is handed to fetch from goes past the
//! netguard first (NET-1, NET-6). Owns what every import answers with; it never fetches anything itself.

mod document;
mod page;
mod photo;
mod source;

pub(crate) use document::ImportRecipeFromHtmlOrJson;
pub(crate) use page::{ImportRecipeFromUrl, PreviewRecipeUrl};
pub(crate) use photo::ImportRecipeFromImage;

use schemars::JsonSchema;
use serde::Serialize;

use self::source::Collection;
use super::recipes::{Whole, clean};
use crate::answer::{Source, View};
use crate::mealie::Reads;
use crate::mealie::lookup::{RecipeRef, recipe_route};
use crate::mealie::records::{Ingredient, Recipe, Step};
use crate::text::{Limit, Slug};

/// What an import answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Imported {
    status: ImportedStatus,
    slug: Slug,
    /// A recipe from the same address that was there before.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_source: Option<Slug>,
    /// The recipe that has the name without the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_name: Option<Slug>,
    /// As get_recipe shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<Box<Whole>>,
    #[serde(skip)]
    remarks: Vec<&'static str>,
}

// Always this one: no description, which would cost a model context.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ImportedStatus {
    Imported,
}

impl View for Imported {
    const SOURCE: Source = Source::Mealie;

    fn notes(&self) -> Vec<String> {
        self.remarks.iter().map(|remark| (*remark).to_owned()).collect()
    }
}

const UNREAD: &str = "The recipe was imported, but reading it afterwards failed: look at it with get_recipe before you \
     import it again.";

const INCOMPLETE: &str = "Mealie found no ingredients or no steps there: the recipe is not complete.";

const SAME_SOURCE: &str = "There was a recipe from this address already, see same_source: this is one more.";

const SOURCE_UNSAID: &str = "Whether there was a recipe from this address already could not be found out.";

const SAME_NAME: &str = "There is a recipe of this name without the number, see same_name: Mealie adds the number where a name is taken.";

/// Where the other recipe could not be looked for.
const NUMBERED: &str = "The name ends in a number, as Mealie gives it to a second recipe of one name: there may be one \
     like it already.";

impl Imported {
    /// What came of it. The recipe is there whether it can be read or not, and saying that it failed would have it imported
    /// a second time (LIVE-3).
    async fn read(reads: &Reads, slug: Slug, before: Collection) -> Self {
        let mut imported = Self {
            status: ImportedStatus::Imported,
            slug,
            same_source: None,
            same_name: None,
            recipe: None,
            remarks: Vec::new(),
        };
        let route = recipe_route(&RecipeRef::Slug(imported.slug.clone()));
        let recipe = reads.get::<Recipe>(route).await;
        let before = match (before, &recipe) {
            (Collection::Unasked, Ok(recipe)) => {
                source::find_another(reads, &imported.slug, &recipe.org_url).await
            }
            (before, _) => before,
        };
        match before {
            Collection::Without | Collection::Unasked => {}
            Collection::Unread => imported.remarks.push(SOURCE_UNSAID),
            Collection::With(slug) => {
                imported.same_source = Some(slug);
                imported.remarks.push(SAME_SOURCE);
            }
        }
        let Ok(recipe) = recipe else {
            imported.remarks.push(UNREAD);
            return imported;
        };
        if !is_complete(&recipe) {
            imported.remarks.push(INCOMPLETE);
        }
        match Numbered::of(reads, &imported.slug, &recipe).await {
            Numbered::No => {}
            Numbered::Perhaps => imported.remarks.push(NUMBERED),
            Numbered::Since(slug) => {
                imported.same_name = Some(slug);
                imported.remarks.push(SAME_NAME);
            }
        }
        imported.recipe = Some(Box::new(Whole::of(recipe)));
        imported
    }
}

/// Whether there is a line and a step. Mealie 3.10.2 writes a sentence of its own where a page had only a title and a
/// picture.
fn is_complete(recipe: &Recipe) -> bool {
    let line = |line: &Ingredient| {
        line.food.is_some()
            || line
                .note
                .as_ref()
                .is_some_and(|note| !note.is_blank() && !note.is("Could not detect ingredients"))
    };
    let step = |step: &Step| {
        step.text.as_ref().is_some_and(|text| !text.is_blank() && !text.is("Could not detect instructions"))
    };
    recipe.recipe_ingredient.as_ref().is_some_and(|lines| lines.iter().any(line))
        && recipe.recipe_instructions.as_ref().is_some_and(|steps| steps.iter().any(step))
}

/// Whether Mealie put a number behind the name, because it was taken.
#[derive(Debug, PartialEq, Eq)]
enum Numbered {
    /// It ends in none, or in one of its own.
    No,
    /// It ends in one, and whose the name is could not be found out.
    Perhaps,
    /// It belongs to this recipe.
    Since(Slug),
}

impl Numbered {
    /// Mealie 3.10.2 makes `Pea soup (1)` with the slug `pea-soup-1` where `pea-soup` is taken.
    async fn of(reads: &Reads, slug: &Slug, recipe: &Recipe) -> Self {
        let name = clean(&recipe.name, Limit::NAME);
        let Some((_, number)) = name.as_ref().and_then(|name| numbered(name.as_str())) else {
            return Self::No;
        };
        let taken = slug.as_str().strip_suffix(number).and_then(|rest| rest.strip_suffix('-'));
        let Some(taken) = taken.and_then(|taken| taken.parse::<Slug>().ok()) else { return Self::No };
        match reads.find::<Recipe>(recipe_route(&RecipeRef::Slug(taken.clone()))).await {
            Ok(Some(_)) => Self::Since(taken),
            Ok(None) => Self::No,
            Err(_) => Self::Perhaps,
        }
    }
}

/// A name in its two parts, if it ends in a number as Mealie writes it.
fn numbered(name: &str) -> Option<(&str, &str)> {
    let (name, number) = name.strip_suffix(')')?.rsplit_once(" (")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((name, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Foreign;

    #[test]
    fn a_second_recipe_of_one_name_is_known_by_its_number() {
        for (name, want) in [
            ("Pea soup (1)", Some(("Pea soup", "1"))),
            ("Pea soup (12)", Some(("Pea soup", "12"))),
            ("Pea soup (1) (2)", Some(("Pea soup (1)", "2"))),
            ("Pea soup", None),
            ("Pea soup (green)", None),
            ("Pea soup ()", None),
            ("Pea soup(1)", None),
            ("(1)", None),
        ] {
            assert_eq!(numbered(name), want, "{name}");
        }
    }

    #[test]
    fn live_3_a_recipe_without_ingredients_or_steps_is_not_complete() {
        let lines = r#""recipeIngredient":[{"note":" "},{"note":"peas"}]"#;
        let food = r#""recipeIngredient":[{"food":{"name":"salt"}}]"#;
        let steps = r#""recipeInstructions":[{"text":"Boil."}]"#;
        for (row, json, want) in [
            ("both", format!("{{{lines},{steps}}}"), true),
            ("a food", format!("{{{food},{steps}}}"), true),
            ("nothing", "{}".to_owned(), false),
            ("no steps", format!("{{{lines}}}"), false),
            ("no ingredients", format!("{{{steps}}}"), false),
            (
                "blanks",
                r#"{"recipeIngredient":[{"note":" "}],"recipeInstructions":[{"text":""}]}"#.to_owned(),
                false,
            ),
            ("nulls", r#"{"recipeIngredient":[{"note":null}],"recipeInstructions":null}"#.to_owned(), false),
            (
                "Mealie's own sentences",
                r#"{"recipeIngredient":[{"note":"Could not detect ingredients"}],
                   "recipeInstructions":[{"text":"Could not detect instructions"}]}"#
                    .to_owned(),
                false,
            ),
        ] {
            assert_eq!(is_complete(&serde_json::from_str(&json).unwrap()), want, "{row}");
        }
    }

    #[test]
    fn live_3_every_remark_about_an_import() {
        let all = [UNREAD, INCOMPLETE, SAME_SOURCE, SOURCE_UNSAID, SAME_NAME, NUMBERED];
        insta::assert_snapshot!(all.join("\n"));
        assert!(!all.iter().any(|remark| Foreign::from((*remark).to_owned()).is_blank()));
    }
}
