//! `/api/organizers/{tags,categories,tools}`: reading, creating, renaming and deleting them.
//! Never changes one through a recipe; that a PATCH of a recipe does is a quirk.

use serde_json::{Value, json};
use uuid::Uuid;

use super::fields::Fields;
use super::{Call, Gate, Route};
use crate::query::{Links, Search, SeedRule, Spelling, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::slug::slugify;
use crate::store::{Kitchen, Organizer, OrganizerKind, Recipe};

const TAGS: &str = "/api/organizers/tags";
const TAG: &str = "/api/organizers/tags/{item_id}";
const CATEGORIES: &str = "/api/organizers/categories";
const CATEGORY: &str = "/api/organizers/categories/{item_id}";
const TOOLS: &str = "/api/organizers/tools";
const TOOL: &str = "/api/organizers/tools/{item_id}";

const fn route(
    method: &'static str,
    path: &'static str,
    serve: fn(&mut Kitchen, &Call<'_>) -> Reply,
) -> Route {
    Route { method, path, gate: Gate::Login, serve }
}

pub(super) const ROUTES: &[Route] = &[
    route("GET", TAGS, |kitchen, call| list(kitchen, call, OrganizerKind::Tag, "/tags")),
    route("POST", TAGS, |kitchen, call| create(kitchen, call, OrganizerKind::Tag)),
    route("GET", "/api/organizers/tags/empty", |kitchen, _| empty(kitchen, OrganizerKind::Tag)),
    route("GET", TAG, tag),
    route("PUT", TAG, |kitchen, call| rename(kitchen, call, OrganizerKind::Tag)),
    route("DELETE", TAG, |kitchen, call| delete(kitchen, call, OrganizerKind::Tag)),
    route("GET", "/api/organizers/tags/slug/{tag_slug}", tag_at),
    route("GET", CATEGORIES, |kitchen, call| list(kitchen, call, OrganizerKind::Category, "/categories")),
    route("POST", CATEGORIES, |kitchen, call| create(kitchen, call, OrganizerKind::Category)),
    route("GET", "/api/organizers/categories/empty", |kitchen, _| empty(kitchen, OrganizerKind::Category)),
    route("GET", CATEGORY, category),
    route("PUT", CATEGORY, |kitchen, call| rename(kitchen, call, OrganizerKind::Category)),
    route("DELETE", CATEGORY, |kitchen, call| delete(kitchen, call, OrganizerKind::Category)),
    route("GET", "/api/organizers/categories/slug/{category_slug}", category_at),
    route("GET", TOOLS, |kitchen, call| list(kitchen, call, OrganizerKind::Tool, "/tools")),
    route("POST", TOOLS, |kitchen, call| create(kitchen, call, OrganizerKind::Tool)),
    route("GET", TOOL, tool),
    route("PUT", TOOL, |kitchen, call| rename(kitchen, call, OrganizerKind::Tool)),
    route("DELETE", TOOL, |kitchen, call| delete(kitchen, call, OrganizerKind::Tool)),
    route("GET", "/api/organizers/tools/slug/{tool_slug}", tool_at),
];

fn list(kitchen: &Kitchen, call: &Call<'_>, kind: OrganizerKind, route: &'static str) -> Reply {
    let paging = call.paging(SeedRule::Unchecked)?;
    let finds = |row: &Organizer, search: &Search| search.is_wordless() || search.finds(&row.name);
    let searched = call.searched(Spelling::AsWritten, finds, |row: &Organizer| &row.name);
    let group = call.group(kitchen);
    let rows = kitchen.organizers.iter().filter(|row| row.kind == kind && row.group_id == group);
    let page = page(kitchen, rows, &paging, searched.as_ref(), Links::PagingOnly(route), call.asked())?;
    Ok(Answer::ok(page.json(shapes::organizer)))
}

fn empty(kitchen: &Kitchen, kind: OrganizerKind) -> Reply {
    Ok(Answer::ok(quirks::organizers_without_recipes(kitchen, kind).into()))
}

/// What is sent to create or rename one. Only tools have households; slug, id and group in the body are not read.
struct Sent {
    name: String,
    households: Vec<String>,
}

impl Sent {
    fn read(call: &Call<'_>, kind: OrganizerKind) -> Result<Sent, Answer> {
        let mut fields = Fields::of(call.object()?);
        let name = fields.text("name");
        let households = match kind {
            OrganizerKind::Tool => fields.texts_or_none("householdsWithTool"),
            OrganizerKind::Tag | OrganizerKind::Category => Vec::new(),
        };
        fields.end()?;
        Ok(Sent { name, households })
    }
}

fn allowed(kitchen: &Kitchen, call: &Call<'_>, kind: OrganizerKind) -> Result<(), Answer> {
    match kind {
        OrganizerKind::Tag | OrganizerKind::Category => quirks::may_organize(kitchen, call.user(kitchen)),
        OrganizerKind::Tool => Ok(()),
    }
}

fn create(kitchen: &mut Kitchen, call: &Call<'_>, kind: OrganizerKind) -> Reply {
    let sent = Sent::read(call, kind)?;
    allowed(kitchen, call, kind)?;
    let name = quirks::organizer_name(kind, &sent.name)?;
    let (id, created_at, group_id) = (kitchen.fresh_id(), kitchen.now(), call.group(kitchen));
    let slug = slugify(&name);
    let households_with_tool = quirks::known_households(kitchen, group_id, &sent.households);
    let organizer = Organizer { id, kind, group_id, name, slug, households_with_tool, created_at };
    quirks::slug_is_free(kitchen, None, &organizer, created_at)?;
    let shape = shapes::organizer(&organizer);
    kitchen.organizers.put(organizer);
    Ok(Answer::created(shape))
}

/// The slug follows the name, and whatever is left out is reset: a tool without households is in none.
/// Mealie 3.10.2; seen `organizers/tool_update_name_only_clears_households_2`.
fn rename(kitchen: &mut Kitchen, call: &Call<'_>, kind: OrganizerKind) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    let sent = Sent::read(call, kind)?;
    allowed(kitchen, call, kind)?;
    let group = call.group(kitchen);
    let before =
        own(kitchen, group, kind, id).ok_or_else(|| quirks::unknown_organizer_to_rename(kind))?.clone();
    let name = quirks::organizer_name(kind, &sent.name)?;
    let slug = slugify(&name);
    let households_with_tool = quirks::known_households(kitchen, group, &sent.households);
    let after = Organizer { name, slug, households_with_tool, ..before.clone() };
    let now = kitchen.now();
    quirks::slug_is_free(kitchen, Some(&before), &after, now)?;
    let shape = quirks::renamed_organizer(&after);
    kitchen.organizers.put(after);
    Ok(Answer::ok(shape))
}

fn delete(kitchen: &mut Kitchen, call: &Call<'_>, kind: OrganizerKind) -> Reply {
    let id = call.captured_uuid4("item_id")?;
    allowed(kitchen, call, kind)?;
    let group = call.group(kitchen);
    let unknown = || quirks::unknown_organizer_to_delete(kind);
    own(kitchen, group, kind, id).ok_or_else(unknown)?;
    let gone = kitchen.delete_organizer(id).ok_or_else(unknown)?;
    Ok(Answer::ok(quirks::deleted_organizer(&gone)))
}

fn own(kitchen: &Kitchen, group: Uuid, kind: OrganizerKind, id: Uuid) -> Option<&Organizer> {
    kitchen.organizers.get(id).filter(|row| row.kind == kind && row.group_id == group)
}

fn by_id<'k>(kitchen: &'k Kitchen, call: &Call<'_>, kind: OrganizerKind) -> Result<&'k Organizer, Answer> {
    let id = call.captured_uuid4("item_id")?;
    own(kitchen, call.group(kitchen), kind, id).ok_or_else(Answer::not_found)
}

/// A tag by its id always has an empty list of recipes (Mealie 3.10.2; the API description says otherwise).
fn tag(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let tag = by_id(kitchen, call, OrganizerKind::Tag)?;
    Ok(Answer::ok(shapes::organizer_with_recipes(tag, Vec::new())))
}

/// A category by its id is three keys (Mealie 3.10.2; the API description says otherwise).
fn category(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let category = by_id(kitchen, call, OrganizerKind::Category)?;
    Ok(Answer::ok(shapes::category_summary(category)))
}

fn tool(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let tool = by_id(kitchen, call, OrganizerKind::Tool)?;
    Ok(Answer::ok(shapes::organizer(tool)))
}

fn by_slug<'k>(kitchen: &'k Kitchen, call: &Call<'_>, kind: OrganizerKind) -> Result<&'k Organizer, Answer> {
    let (slug, group) = (call.captured(0), call.group(kitchen));
    let is_it = |row: &&Organizer| row.kind == kind && row.slug == slug && row.group_id == group;
    kitchen.organizers.iter().find(is_it).ok_or_else(|| quirks::unknown_organizer_slug(kind))
}

fn tag_at(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let tag = by_slug(kitchen, call, OrganizerKind::Tag)?;
    let recipes = kitchen.recipes.iter().filter(|recipe| recipe.tags.contains(&tag.id));
    Ok(Answer::ok(shapes::organizer_with_recipes(tag, summaries(kitchen, recipes))))
}

/// A category by its slug says nothing of its group, and its recipes come newest first (Mealie 3.10.2).
fn category_at(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let category = by_slug(kitchen, call, OrganizerKind::Category)?;
    let recipes = kitchen.recipes.iter().rev().filter(|recipe| recipe.categories.contains(&category.id));
    let mut shape = shapes::organizer_with_recipes(category, summaries(kitchen, recipes));
    shape["groupId"] = json!(null);
    Ok(Answer::ok(shape))
}

fn tool_at(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let tool = by_slug(kitchen, call, OrganizerKind::Tool)?;
    let recipes = kitchen.recipes.iter().filter(|recipe| recipe.tools.contains(&tool.id));
    Ok(Answer::ok(shapes::organizer_with_recipes(tool, summaries(kitchen, recipes))))
}

fn summaries<'k>(kitchen: &'k Kitchen, recipes: impl Iterator<Item = &'k Recipe>) -> Vec<Value> {
    recipes.map(|recipe| shapes::recipe_summary(kitchen, recipe)).collect()
}
