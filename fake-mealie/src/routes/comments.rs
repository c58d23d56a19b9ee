//! Comments: the list of a recipe, and writing one.
//! Never changes or deletes one.

use serde_json::{Value, json};

use super::{Call, Gate, Route};
use crate::pydantic::{self, Problems};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{Comment, Kitchen};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/recipes/{slug}/comments", gate: Gate::Login, serve: of_recipe },
    Route { method: "POST", path: "/api/comments", gate: Gate::Login, serve: write },
];

fn of_recipe(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let recipe = quirks::recipe_of_comments(kitchen, call.captured(0))?;
    // The recipe is read whole on the way, so that an unreadable one fails here too.
    if quirks::is_poisoned(recipe, &[]) {
        return Err(quirks::uncaught());
    }
    let comments = kitchen.comments_on(recipe.id);
    Ok(Answer::ok(comments.into_iter().map(|row| shapes::comment(kitchen, row)).collect::<Vec<_>>().into()))
}

/// Nothing checks that the recipe exists (Mealie 3.10.2; seen `errors/comment_create_unknown_recipe`).
fn write(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let body = call.object()?;
    let mut problems = Problems::default();
    let whole = || Value::Object(body.clone());
    let loc = [json!("body"), json!("recipeId")];
    let recipe_id = problems.keep(match body.get("recipeId").or_else(|| body.get("recipe_id")) {
        None => Err(pydantic::missing(&loc, &whole())),
        Some(given) => pydantic::uuid4(&loc, given),
    });
    let loc = [json!("body"), json!("text")];
    let text = problems.keep(match body.get("text") {
        None => Err(pydantic::missing(&loc, &whole())),
        Some(given) => pydantic::string(&loc, given),
    });
    problems.none()?;
    let (id, now, user_id) = (kitchen.fresh_id(), kitchen.now(), call.caller());
    let comment = Comment {
        id,
        recipe_id: recipe_id.unwrap_or_default(),
        user_id,
        text: text.unwrap_or_default(),
        created_at: now,
        updated_at: now,
    };
    let shape = shapes::comment(kitchen, &comment);
    kitchen.comments.put(comment);
    Ok(Answer::created(shape))
}
