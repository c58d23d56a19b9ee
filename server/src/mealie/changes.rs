//! What a change of a recipe may carry. A field that Mealie would obey to somebody's harm, such as the owner, the group or
//! the settings, has no place here (SHUT-5). It never decides what is changed.

use serde::Serialize;
use serde_json::Value;

/// The body of `PATCH /api/recipes/{slug}`. Mealie 3.10.2 merges it at the top level: a key that is sent replaces that
/// field whole, a key that is not sent leaves it as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecipeChange {
    /// Another name. Never without [`slug`](Self::slug): Mealie 3.10.2 would leave the stored slug behind (hazard 2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Has to be there with a name; Mealie computes its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// What it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// How many it serves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe_servings: Option<f64>,
    /// What it makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe_yield: Option<String>,
    /// Free text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_time: Option<String>,
    /// Free text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prep_time: Option<String>,
    /// Free text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cook_time: Option<String>,
    /// Where it came from; Mealie 3.10.2 ignores `orgUrl`.
    #[serde(rename = "orgURL", skip_serializing_if = "Option::is_none")]
    pub org_url: Option<String>,
    /// All lines, each with a `referenceId`: without one Mealie 3.10.2 destroys the recipe (hazard 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe_ingredient: Option<Vec<Value>>,
    /// All steps, each with `ingredientReferences`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe_instructions: Option<Vec<Value>>,
    /// All notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<Value>>,
    /// All tags, each exactly as read: Mealie 3.10.2 writes what differs through to the tag itself (hazard 7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<Value>>,
    /// The same for categories.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe_category: Option<Vec<Value>>,
}
