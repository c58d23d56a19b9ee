//! A recipe as it comes out of the scraper, cleaned, before it is stored.
//! Never has an id, and never knows who asked for it.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::html::Page;
use super::measures::{self, Yield};
use super::schema::{as_text, ingredients, is_empty};
use super::{pictures, steps, text};
use crate::slug::slugify;

/// A cleaned recipe.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Import {
    /// `None` if the page has no name for it.
    pub(crate) name: Option<String>,
    pub(crate) description: String,
    /// Where the page says that the recipe is from; empty if it says nothing.
    pub(crate) own_address: String,
    pub(crate) servings: f64,
    pub(crate) yield_quantity: f64,
    pub(crate) yield_text: String,
    pub(crate) total_time: Option<String>,
    pub(crate) prep_time: Option<String>,
    pub(crate) perform_time: Option<String>,
    pub(crate) lines: Vec<String>,
    pub(crate) steps: Vec<String>,
    pub(crate) nutrition: Map<String, Value>,
    pub(crate) tags: Vec<String>,
    pub(crate) categories: Vec<String>,
    /// Every address that the picture may be at.
    pub(crate) pictures: Vec<String>,
}

impl Import {
    /// Cleans a schema.org recipe. `None` where Mealie trips over it and looks for og: tags instead.
    pub(super) fn of_recipe(recipe: &Map<String, Value>, page: &Page) -> Option<Import> {
        let field = |key: &str| recipe.get(key);
        let line = |key: &str| field(key).map(|field| text::one_line(&as_text(field))).unwrap_or_default();
        let (prep, cook, total) =
            ["prepTime", "cookTime", "totalTime"].map(|key| measures::minutes(field(key))).into();
        // Without a total of its own it is the sum of its parts.
        let sum = prep.unwrap_or(0).saturating_add(cook.unwrap_or(0));
        let total = total.or((sum > 0).then_some(sum));
        let perform = measures::time(measures::minutes(field("performTime")), field("performTime"));
        let made =
            ["recipeYield", "yield"].iter().find_map(|key| field(key).filter(|field| !is_empty(field)));
        let made = Yield::of(made.map(written).as_deref());
        let categories = match field("recipeCategory") {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::String(text)) => titles(&text::one_line(text)),
            Some(Value::Array(names)) => titles(&joined(names)?),
            Some(_) => return None,
        };
        let tags = match field("keywords") {
            Some(Value::String(text)) => titles(&text::one_line(text)),
            Some(Value::Array(names)) => titles(&joined(names).unwrap_or_default()),
            _ => Vec::new(),
        };
        Import {
            name: Some(line("name")),
            description: line("description"),
            own_address: line("url"),
            servings: made.servings,
            yield_quantity: made.quantity,
            yield_text: made.what,
            total_time: measures::time(total, field("totalTime")),
            prep_time: measures::time(prep, field("prepTime")),
            // Mealie 3.10.2: what pages call cooking is stored as performing; seen `import/html_or_json_json_result`.
            perform_time: perform.or_else(|| measures::time(cook, field("cookTime"))),
            lines: ingredients(recipe)?.iter().map(|line| text::one_line(line)).collect(),
            steps: steps::steps(recipe)?,
            nutrition: measures::nutrition(field("nutrition")),
            tags,
            categories,
            pictures: pictures::pictures(field("image"), page),
        }
        .named()
    }

    /// What is left of a page without a recipe: its og: tags, if it has any in its head.
    pub(super) fn of_open_graph(page: &Page) -> Option<Import> {
        const KINDS: [&str; 7] = ["og", "music", "video", "article", "book", "profile", "product"];
        let tags: Vec<_> = page
            .metas
            .iter()
            .filter(|meta| meta.in_head)
            .filter_map(|meta| Some((meta.property.as_deref()?, meta.content.as_str())))
            .filter(|(property, _)| KINDS.contains(&property.split(':').next().unwrap_or_default()))
            .collect();
        if tags.is_empty() {
            return None;
        }
        let of =
            |property: &str| tags.iter().find(|(name, _)| *name == property).map_or("", |(_, text)| *text);
        Import {
            name: Some(of("og:title").to_owned()),
            description: text::lines_kept(of("og:description")),
            own_address: of("og:url").to_owned(),
            lines: vec!["Could not detect ingredients".into()],
            steps: vec!["Could not detect instructions".into()],
            pictures: Some(of("og:image").to_owned())
                .filter(|address| !address.is_empty())
                .into_iter()
                .collect(),
            ..Import::default()
        }
        .named()
    }

    /// An empty name is none; one that leaves nothing to make an address of stops the import.
    fn named(mut self) -> Option<Import> {
        self.name = self.name.filter(|name| !name.is_empty());
        let unusable = self.name.as_deref().is_some_and(|name| slugify(name).is_empty());
        (!unusable).then_some(self)
    }

    /// The addresses that Mealie's client would have gone to.
    pub(crate) fn would_fetch(&self) -> Vec<String> {
        self.pictures.iter().filter(|address| pictures::leads_somewhere(address)).cloned().collect()
    }
}

/// The first of a list, as a text.
fn written(field: &Value) -> String {
    match field {
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            values.first().filter(|value| !is_empty(value)).map(written).unwrap_or_default()
        }
        other => other.to_string(),
    }
}

/// `None` if one of them is no text.
fn joined(names: &[Value]) -> Option<String> {
    let names: Option<Vec<_>> = names.iter().map(|name| name.as_str().map(text::one_line)).collect();
    Some(names?.join(","))
}

/// Split at commas, in title case, none twice.
fn titles(names: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(text::title_case).filter(|title| seen.insert(title.clone())).collect()
}
