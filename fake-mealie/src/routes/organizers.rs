//! `/api/organizers/{tags,categories,tools}`: reading them.
//! Never creates, changes or deletes one; that a PATCH of a recipe does is a quirk.

use serde_json::{Map, Value, json};

use super::{Call, Gate, Route};
use crate::query::{Links, Search, SeedRule, Spelling, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{Kitchen, Organizer, OrganizerKind, Recipe};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/organizers/tags", gate: Gate::Login, serve: tags },
    Route { method: "GET", path: "/api/organizers/tags/{item_id}", gate: Gate::Login, serve: tag },
    Route { method: "GET", path: "/api/organizers/tags/slug/{tag_slug}", gate: Gate::Login, serve: tag_at },
    Route { method: "GET", path: "/api/organizers/categories", gate: Gate::Login, serve: categories },
    Route { method: "GET", path: "/api/organizers/categories/{item_id}", gate: Gate::Login, serve: category },
    Route {
        method: "GET",
        path: "/api/organizers/categories/slug/{category_slug}",
        gate: Gate::Login,
        serve: category_at,
    },
    Route { method: "GET", path: "/api/organizers/tools", gate: Gate::Login, serve: tools },
    Route { method: "GET", path: "/api/organizers/tools/{item_id}", gate: Gate::Login, serve: tool },
    Route {
        method: "GET",
        path: "/api/organizers/tools/slug/{tool_slug}",
        gate: Gate::Login,
        serve: tool_at,
    },
];

fn tags(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    list(kitchen, call, OrganizerKind::Tag, "/tags")
}

fn categories(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    list(kitchen, call, OrganizerKind::Category, "/categories")
}

fn tools(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    list(kitchen, call, OrganizerKind::Tool, "/tools")
}

fn list(kitchen: &Kitchen, call: &Call<'_>, kind: OrganizerKind, route: &'static str) -> Reply {
    let paging = call.paging(SeedRule::Unchecked)?;
    let finds = |row: &Organizer, search: &Search| search.is_wordless() || search.finds(&row.name);
    let searched = call.searched(Spelling::AsWritten, finds, |row: &Organizer| &row.name);
    let rows = kitchen.organizers.iter().filter(|row| row.kind == kind && row.group_id == kitchen.group.id);
    let page = page(kitchen, rows, &paging, searched.as_ref(), Links::PagingOnly(route), call.asked())?;
    Ok(Answer::ok(page.json(shapes::organizer)))
}

fn by_id<'k>(kitchen: &'k Kitchen, call: &Call<'_>, kind: OrganizerKind) -> Result<&'k Organizer, Answer> {
    let id = call.captured_uuid4("item_id")?;
    let found = kitchen.organizers.get(id).filter(|row| row.kind == kind && row.group_id == kitchen.group.id);
    found.ok_or_else(Answer::not_found)
}

/// A tag by its id always has an empty list of recipes (Mealie 3.10.2; the API description says otherwise).
fn tag(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let tag = by_id(kitchen, call, OrganizerKind::Tag)?;
    Ok(Answer::ok(with_recipes(tag, Vec::new())))
}

/// A category by its id is three keys (Mealie 3.10.2; the API description says otherwise).
fn category(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let category = by_id(kitchen, call, OrganizerKind::Category)?;
    Ok(Answer::ok(json!({ "id": category.id, "slug": category.slug, "name": category.name })))
}

fn tool(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let tool = by_id(kitchen, call, OrganizerKind::Tool)?;
    Ok(Answer::ok(shapes::organizer(tool)))
}

fn by_slug<'k>(kitchen: &'k Kitchen, call: &Call<'_>, kind: OrganizerKind) -> Result<&'k Organizer, Answer> {
    let slug = call.captured(0);
    let is_it = |row: &&Organizer| row.kind == kind && row.slug == slug && row.group_id == kitchen.group.id;
    kitchen.organizers.iter().find(is_it).ok_or_else(|| quirks::unknown_organizer_slug(kind))
}

fn tag_at(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let tag = by_slug(kitchen, call, OrganizerKind::Tag)?;
    let recipes = kitchen.recipes.iter().filter(|recipe| recipe.tags.contains(&tag.id));
    Ok(Answer::ok(with_recipes(tag, summaries(kitchen, recipes))))
}

/// A category by its slug says nothing of its group, and its recipes come newest first (Mealie 3.10.2).
fn category_at(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let category = by_slug(kitchen, call, OrganizerKind::Category)?;
    let recipes = kitchen.recipes.iter().rev().filter(|recipe| recipe.categories.contains(&category.id));
    let mut shape = with_recipes(category, summaries(kitchen, recipes));
    shape["groupId"] = Value::Null;
    Ok(Answer::ok(shape))
}

fn tool_at(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let tool = by_slug(kitchen, call, OrganizerKind::Tool)?;
    let recipes = kitchen.recipes.iter().filter(|recipe| recipe.tools.contains(&tool.id));
    Ok(Answer::ok(with_recipes(tool, summaries(kitchen, recipes))))
}

fn summaries<'k>(kitchen: &'k Kitchen, recipes: impl Iterator<Item = &'k Recipe>) -> Vec<Value> {
    recipes.map(|recipe| shapes::recipe_summary(kitchen, recipe)).collect()
}

fn with_recipes(organizer: &Organizer, recipes: Vec<Value>) -> Value {
    let mut shape = match shapes::organizer(organizer) {
        Value::Object(shape) => shape,
        _ => Map::new(),
    };
    shape.insert("recipes".into(), recipes.into());
    Value::Object(shape)
}
