//! Comments: those of a recipe, the list of all, and writing, changing and deleting one.
//! Never looks at whether the recipe of a comment exists.

use serde_json::json;

use super::fields::Fields;
use super::{Call, Gate, Route};
use crate::query::{Links, SeedRule, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::Kitchen;

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/recipes/{slug}/comments", gate: Gate::Login, serve: of_recipe },
    Route { method: "GET", path: "/api/comments", gate: Gate::Login, serve: list },
    Route { method: "POST", path: "/api/comments", gate: Gate::Login, serve: write },
    Route { method: "GET", path: "/api/comments/{item_id}", gate: Gate::Login, serve: one },
    Route { method: "PUT", path: "/api/comments/{item_id}", gate: Gate::Login, serve: change },
    Route { method: "DELETE", path: "/api/comments/{item_id}", gate: Gate::Login, serve: delete },
];

/// A bare list, oldest first.
fn of_recipe(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let recipe = quirks::recipe_of_comments(kitchen, call.household(kitchen), call.captured(0))?;
    let comments = kitchen.comments_on(recipe);
    Ok(Answer::ok(comments.into_iter().map(|row| shapes::comment(kitchen, row)).collect::<Vec<_>>().into()))
}

fn list(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let (paging, group) = (call.paging(SeedRule::Unchecked)?, call.group(kitchen));
    let rows = kitchen.comments.iter().filter(|row| quirks::is_comment_of(kitchen, group, row));
    let page = page(kitchen, rows, &paging, None, Links::PagingOnly("/comments"), call.asked())?;
    Ok(Answer::ok(page.json(|row| shapes::comment(kitchen, row))))
}

/// Nothing checks that the recipe exists (Mealie 3.10.2; seen `errors/comment_create_unknown_recipe`).
fn write(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let (recipe_id, text) = (fields.id("recipeId"), fields.text("text"));
    fields.end()?;
    let id = kitchen.comment_by(call.caller(), recipe_id, &text);
    let comment = kitchen.comments.get(id).ok_or_else(quirks::uncaught)?;
    Ok(Answer::created(shapes::comment(kitchen, comment)))
}

fn one(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let (id, group) = (call.captured_uuid4("item_id")?, call.group(kitchen));
    let comment = kitchen.comments.get(id).filter(|row| quirks::is_comment_of(kitchen, group, row));
    Ok(Answer::ok(shapes::comment(kitchen, comment.ok_or_else(Answer::not_found)?)))
}

/// The id in the body has to be there and is not looked at.
fn change(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let asked = call.captured_uuid4("item_id")?;
    let mut fields = Fields::of(call.object()?);
    fields.id("id");
    let text = fields.text("text");
    fields.end()?;
    let id = quirks::own_comment(kitchen, call.user(kitchen), asked)?;
    kitchen.edit_comment(id, &text);
    let comment = kitchen.comments.get(id).ok_or_else(quirks::uncaught)?;
    Ok(Answer::ok(shapes::comment(kitchen, comment)))
}

fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let id = quirks::own_comment(kitchen, call.user(kitchen), call.captured_uuid4("item_id")?)?;
    kitchen.remove_comment(id);
    Ok(Answer::ok(json!({ "message": "Comment deleted", "error": false })))
}
