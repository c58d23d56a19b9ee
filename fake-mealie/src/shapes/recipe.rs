//! Recipes and comments as JSON. A recipe may be unreadable: then there is no JSON for it at all.
//! Never mends what it finds.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{display, food, food_of, moment, moment_in_recipe_list, organizer, unit, unit_of};
use crate::quirks;
use crate::store::{Comment, Drawer, Food, Ingredient, Kitchen, Organizer, Recipe, Step};

/// The recipe cannot be turned into JSON any more; see [`quirks::is_poisoned`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreadable;

/// The eleven keys of a nutrition object.
pub(crate) const NUTRITION: [&str; 11] = [
    "calories",
    "carbohydrateContent",
    "cholesterolContent",
    "fatContent",
    "fiberContent",
    "proteinContent",
    "saturatedFatContent",
    "sodiumContent",
    "sugarContent",
    "transFatContent",
    "unsaturatedFatContent",
];

/// The summary: what plan entries, lists of an organizer and shopping lists show.
pub(crate) fn recipe_summary(kitchen: &Kitchen, recipe: &Recipe) -> Value {
    Value::Object(summary(kitchen, recipe, moment))
}

/// The summary as the recipe list shows it.
pub(crate) fn recipe_in_list(kitchen: &Kitchen, recipe: &Recipe) -> Value {
    Value::Object(summary(kitchen, recipe, moment_in_recipe_list))
}

fn summary(kitchen: &Kitchen, recipe: &Recipe, moment: fn(jiff::Timestamp) -> String) -> Map<String, Value> {
    let organizers = |ids: &[Uuid]| on_recipe(&kitchen.organizers, ids);
    let shape = json!({
        "id": recipe.id,
        "userId": recipe.user_id,
        "householdId": kitchen.household_of(recipe.user_id).id,
        "groupId": recipe.group_id,
        "name": recipe.name,
        "slug": recipe.slug,
        "image": recipe.image,
        "recipeServings": recipe.servings,
        "recipeYieldQuantity": recipe.yield_quantity,
        "recipeYield": recipe.yield_text,
        "totalTime": recipe.total_time,
        "prepTime": recipe.prep_time,
        "cookTime": recipe.cook_time,
        "performTime": recipe.perform_time,
        "description": recipe.description,
        "recipeCategory": organizers(&recipe.categories),
        "tags": organizers(&recipe.tags),
        "tools": organizers(&recipe.tools),
        "rating": recipe.rating,
        "orgURL": recipe.org_url,
        "dateAdded": recipe.date_added,
        "dateUpdated": recipe.date_updated.map(moment),
        "createdAt": moment(recipe.created_at),
        "updatedAt": moment(recipe.updated_at),
        "lastMade": recipe.last_made.map(moment),
    });
    match shape {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// In the order in which the organizers themselves were made, whatever order the recipe was sent with.
/// Mealie 3.10.2, lists and the categories of a whole recipe; seen on a running one.
fn on_recipe(organizers: &Drawer<Organizer>, ids: &[Uuid]) -> Vec<Value> {
    organizers.oldest_first(ids).into_iter().map(organizer).collect()
}

/// By their random ids: tags and tools of a whole recipe come in no order that means anything.
/// Mealie 3.10.2; seen on a running one.
fn by_id(organizers: &Drawer<Organizer>, ids: &[Uuid]) -> Vec<Value> {
    let mut found: Vec<_> = organizers.oldest_first(ids);
    found.sort_by_key(|row| row.id);
    found.into_iter().map(organizer).collect()
}

/// The whole recipe, as GET shows it.
pub(crate) fn recipe(kitchen: &Kitchen, recipe: &Recipe) -> Result<Value, Unreadable> {
    whole(kitchen, recipe, &mut Vec::new())
}

fn whole(kitchen: &Kitchen, recipe: &Recipe, above: &mut Vec<Uuid>) -> Result<Value, Unreadable> {
    if quirks::is_poisoned(recipe, above) {
        return Err(Unreadable);
    }
    above.push(recipe.id);
    let lines =
        recipe.ingredients.iter().map(|line| ingredient(kitchen, line, above)).collect::<Result<Vec<_>, _>>();
    above.pop();

    let mut shape = recipe.unknown_keys.clone();
    shape.extend(summary(kitchen, recipe, moment));
    shape.insert("slug".into(), quirks::shown_slug(recipe).into());
    shape.insert("tags".into(), by_id(&kitchen.organizers, &recipe.tags).into());
    shape.insert("tools".into(), by_id(&kitchen.organizers, &recipe.tools).into());
    shape.insert("recipeIngredient".into(), lines?.into());
    shape.insert("recipeInstructions".into(), recipe.steps.iter().map(step).collect());
    let nutrition = |key: &str| (key.to_owned(), recipe.nutrition.0.get(key).cloned().unwrap_or_default());
    shape.insert("nutrition".into(), Value::Object(NUTRITION.iter().map(|key| nutrition(key)).collect()));
    let settings = &recipe.settings;
    shape.insert(
        "settings".into(),
        json!({
            "public": settings.public,
            "showNutrition": settings.show_nutrition,
            "showAssets": settings.show_assets,
            "landscapeView": settings.landscape_view,
            "disableComments": settings.disable_comments,
            "locked": settings.locked,
        }),
    );
    let asset = |asset: &crate::store::Asset| json!({ "name": asset.name, "icon": asset.icon, "fileName": asset.file_name });
    shape.insert("assets".into(), recipe.assets.iter().map(asset).collect());
    let note = |note: &crate::store::Note| json!({ "title": note.title, "text": note.text });
    shape.insert("notes".into(), recipe.notes.iter().map(note).collect());
    shape.insert("extras".into(), Value::Object(recipe.extras.clone()));
    let comments = kitchen.comments_on(recipe.id);
    shape.insert("comments".into(), comments.into_iter().map(|row| comment(kitchen, row)).collect());
    Ok(Value::Object(shape))
}

/// A food beside recipes of a list, with their kind of moments.
pub(crate) fn food_in_recipe_list(kitchen: &Kitchen, row: &Food) -> Value {
    let mut shape = food(kitchen, row);
    shape["createdAt"] = moment_in_recipe_list(row.created_at).into();
    shape["updatedAt"] = moment_in_recipe_list(row.updated_at).into();
    shape
}

impl Kitchen {
    /// A recipe as GET shows it; `None` if there is none, or if it cannot be read any more (hazard 1). Two of them are
    /// the same byte for byte if nothing was done to the recipe, its comments, organizers, foods and units.
    pub fn shown_recipe(&self, recipe_id: Uuid) -> Option<Value> {
        recipe(self, self.recipes.get(recipe_id)?).ok()
    }
}

fn ingredient(kitchen: &Kitchen, line: &Ingredient, above: &mut Vec<Uuid>) -> Result<Value, Unreadable> {
    let (line_unit, line_food) = (unit_of(kitchen, line.unit), food_of(kitchen, line.food));
    let referenced = match line.referenced_recipe.and_then(|id| kitchen.recipes.get(id)) {
        Some(referenced) => Some(whole(kitchen, referenced, above)?),
        None => None,
    };
    Ok(json!({
        "quantity": line.quantity,
        "unit": line_unit.map(unit),
        "food": line_food.map(|row| food(kitchen, row)),
        "referencedRecipe": referenced,
        "note": line.note,
        "display": display(line.quantity, line_unit, line_food, line.note.as_deref()),
        "title": line.title,
        "originalText": line.original_text,
        "referenceId": line.reference_id,
    }))
}

fn step(step: &Step) -> Value {
    let references = step.ingredient_references.iter().map(|id| json!({ "referenceId": id }));
    json!({
        "id": step.id,
        "title": step.title,
        "summary": step.summary,
        "text": step.text,
        "ingredientReferences": references.collect::<Vec<_>>(),
    })
}

pub(crate) fn comment(kitchen: &Kitchen, comment: &Comment) -> Value {
    let user = kitchen.users.get(comment.user_id).unwrap_or_else(|| kitchen.cook());
    json!({
        "recipeId": comment.recipe_id,
        "text": comment.text,
        "id": comment.id,
        "createdAt": moment(comment.created_at),
        "updatedAt": moment(comment.updated_at),
        "userId": comment.user_id,
        "user": { "id": user.id, "username": user.username, "admin": user.admin, "fullName": user.full_name },
    })
}
