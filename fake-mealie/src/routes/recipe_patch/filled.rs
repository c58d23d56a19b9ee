//! What a PUT comes to: a PATCH of everything, in which what was left out has its default.
//! Never looks at what was sent beyond whether it is there.

use serde_json::{Map, Value, json};
use uuid::Uuid;

/// Keys in camel case, what they are in snake case, and what they are when they are left out.
fn defaults(fresh_id: &mut impl FnMut() -> Uuid) -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("name", "name", Value::Null),
        ("slug", "slug", json!("")),
        // Nobody's user and nobody's group: a body without them loses the recipe.
        ("userId", "user_id", json!(fresh_id())),
        ("groupId", "group_id", json!(fresh_id())),
        ("image", "image", Value::Null),
        ("recipeServings", "recipe_servings", json!(0)),
        ("recipeYieldQuantity", "recipe_yield_quantity", json!(0)),
        ("recipeYield", "recipe_yield", Value::Null),
        ("totalTime", "total_time", Value::Null),
        ("prepTime", "prep_time", Value::Null),
        ("cookTime", "cook_time", Value::Null),
        ("performTime", "perform_time", Value::Null),
        ("description", "description", json!("")),
        ("recipeCategory", "recipe_category", json!([])),
        ("tags", "tags", json!([])),
        ("tools", "tools", json!([])),
        ("orgURL", "org_url", Value::Null),
        ("dateAdded", "date_added", Value::Null),
        ("createdAt", "created_at", Value::Null),
        ("lastMade", "last_made", Value::Null),
        ("recipeIngredient", "recipe_ingredient", json!([])),
        ("recipeInstructions", "recipe_instructions", json!([])),
        ("nutrition", "nutrition", Value::Null),
        // Null, not nothing: the database's own defaults, and so public (hazard 4).
        ("settings", "settings", Value::Null),
        ("assets", "assets", json!([])),
        ("notes", "notes", json!([])),
        ("extras", "extras", json!({})),
    ]
}

/// The body with every key in it. Lines get reference ids, which is why a PUT is safe where a PATCH poisons (hazard 1).
pub(super) fn filled(body: &Map<String, Value>, fresh_id: &mut impl FnMut() -> Uuid) -> Map<String, Value> {
    let mut filled = body.clone();
    for (camel, snake, default) in defaults(fresh_id) {
        let sent = filled.remove(snake).filter(|_| !body.contains_key(camel));
        let value = body.get(camel).cloned().or(sent).unwrap_or(default);
        filled.insert(camel.into(), value);
    }
    if let Some(Value::Array(lines)) = filled.get_mut("recipeIngredient") {
        for line in lines {
            if let Value::String(note) = line {
                *line = json!({ "note": note });
            }
            fill(line, &[("quantity", json!(0)), ("note", json!(""))]);
            if line.get("reference_id").is_none() {
                fill(line, &[("referenceId", json!(fresh_id()))]);
            }
        }
    }
    if let Some(Value::Array(steps)) = filled.get_mut("recipeInstructions") {
        for step in steps {
            fill(step, &[("title", json!("")), ("summary", json!(""))]);
            if step.get("ingredient_references").is_none() {
                fill(step, &[("ingredientReferences", json!([]))]);
            }
        }
    }
    // Here the model's own defaults count, not those of the database: not public, and no comments.
    if let Some(settings) = filled.get_mut("settings").filter(|settings| !settings.is_null()) {
        for (camel, snake, default) in [
            ("public", "public", false),
            ("showNutrition", "show_nutrition", false),
            ("showAssets", "show_assets", false),
            ("landscapeView", "landscape_view", false),
            ("disableComments", "disable_comments", true),
            ("locked", "locked", false),
        ] {
            if settings.get(snake).is_none() {
                fill(settings, &[(camel, json!(default))]);
            }
        }
    }
    filled
}

fn fill(value: &mut Value, defaults: &[(&str, Value)]) {
    let Some(fields) = value.as_object_mut() else { return };
    for (key, default) in defaults {
        fields.entry(*key).or_insert_with(|| default.clone());
    }
}
