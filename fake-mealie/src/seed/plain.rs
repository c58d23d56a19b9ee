//! A kitchen as plain data: things name each other by name.
//! Never an id or a time; those are made when the kitchen is.

use serde::Deserialize;
use serde_json::Map;

use crate::store::{Meal, PreparedPage};

/// A kitchen as plain data. Things name each other by name; names that lead nowhere are an error.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlainSeed {
    /// Labels.
    pub labels: Vec<PlainLabel>,
    /// Names of tags.
    pub tags: Vec<String>,
    /// Names of categories.
    pub categories: Vec<String>,
    /// Names of tools.
    pub tools: Vec<String>,
    /// Foods.
    pub foods: Vec<PlainFood>,
    /// Units.
    pub units: Vec<PlainUnit>,
    /// Recipes.
    pub recipes: Vec<PlainRecipe>,
    /// Shopping lists.
    pub shopping_lists: Vec<PlainList>,
    /// Cookbooks.
    pub cookbooks: Vec<PlainCookbook>,
    /// What imports find on the web.
    pub pages: Vec<PlainPage>,
}

/// A label.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainLabel {
    /// Its name.
    pub name: String,
    /// `#RRGGBB`.
    pub color: String,
}

/// A food.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainFood {
    /// Its name.
    pub name: String,
    /// For more than one of it.
    #[serde(default)]
    pub plural_name: Option<String>,
    /// Name of its label.
    #[serde(default)]
    pub label: Option<String>,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Whether the household has it on hand.
    #[serde(default)]
    pub on_hand: bool,
}

/// A unit.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainUnit {
    /// Its name.
    pub name: String,
    /// For more than one of it.
    #[serde(default)]
    pub plural_name: Option<String>,
    /// Short form.
    #[serde(default)]
    pub abbreviation: String,
    /// Short form for more than one.
    #[serde(default)]
    pub plural_abbreviation: String,
    /// Whether the short form is shown.
    #[serde(default)]
    pub use_abbreviation: bool,
    /// Whether quantities are shown as fractions.
    #[serde(default)]
    pub fraction: bool,
}

/// A recipe.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlainRecipe {
    /// Its name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// Word of the yield.
    pub recipe_yield: Option<String>,
    /// Quantity of the yield.
    pub recipe_yield_quantity: f64,
    /// Number of servings.
    pub recipe_servings: f64,
    /// Free text.
    pub prep_time: Option<String>,
    /// Free text.
    pub perform_time: Option<String>,
    /// Free text.
    pub total_time: Option<String>,
    /// Where it was taken from.
    #[serde(rename = "orgURL")]
    pub org_url: Option<String>,
    /// Stars that the cook has given it.
    pub rating: Option<f64>,
    /// Names of tags.
    pub tags: Vec<String>,
    /// Names of categories.
    pub categories: Vec<String>,
    /// Names of tools.
    pub tools: Vec<String>,
    /// Lines.
    pub ingredients: Vec<PlainIngredient>,
    /// Steps.
    pub steps: Vec<String>,
    /// Whatever other programs put there.
    pub extras: Map<String, serde_json::Value>,
    /// Comments.
    pub comments: Vec<String>,
    /// When it is planned.
    pub planned: Vec<PlainPlan>,
    /// How many share links it has.
    pub share_links: u32,
    /// How many days ago it was last cooked.
    pub made_days_ago: Option<i64>,
}

/// A line of a recipe, or an item of a list.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlainIngredient {
    /// How much.
    pub quantity: Option<f64>,
    /// Name of the unit.
    pub unit: Option<String>,
    /// Name of the food.
    pub food: Option<String>,
    /// The rest of the line, or all of it.
    pub note: String,
    /// Heading above the line.
    pub title: Option<String>,
    /// The line before it was parsed.
    pub original_text: Option<String>,
    /// Items only: whether it is ticked.
    pub checked: bool,
}

/// When a recipe is planned.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainPlan {
    /// Days from the start of the fake; 0 is today.
    pub in_days: i64,
    /// The meal.
    pub meal: Meal,
}

/// A shopping list.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainList {
    /// Its name.
    pub name: String,
    /// Its items.
    #[serde(default)]
    pub items: Vec<PlainIngredient>,
}

/// A cookbook.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainCookbook {
    /// Its name.
    pub name: String,
    /// Free text.
    #[serde(default)]
    pub description: String,
    /// The stored filter.
    #[serde(default)]
    pub query_filter_string: String,
}

/// A page that a real Mealie would find on the web. An address that has none cannot be reached.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlainPage {
    /// Its address, http or https.
    pub url: String,
    /// `{"recipe": {...}}` (a schema.org object), `{"document": "<html>..."}`, `"noRecipe"`, `"missing"`, `"unreachable"` or
    /// `"slow"`.
    pub found: PreparedPage,
}
