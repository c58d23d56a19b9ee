//! `/api/recipes`: the list, one recipe, making one, deleting one.
//! Never changes one; that is `recipe_patch`.

use axum::http::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use super::fields::Fields;
use super::{Call, Gate, Route, cookbooks, recipe_patch, suggestions};
use crate::pydantic::{self, Problems};
use crate::query::{Links, Paging, Search, SeedRule, Spelling, page};
use crate::quirks;
use crate::reply::{Answer, Reply};
use crate::shapes;
use crate::store::{Ingredient, Kitchen, OrganizerKind, Recipe, Step};

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/api/recipes", gate: Gate::Login, serve: list },
    Route { method: "POST", path: "/api/recipes", gate: Gate::Login, serve: create },
    // Before the next ones: a recipe whose slug is `exports` or `suggestions` can be read by its id only.
    Route { method: "GET", path: "/api/recipes/exports", gate: Gate::Login, serve: exports },
    Route { method: "GET", path: "/api/recipes/suggestions", gate: Gate::Login, serve: suggestions::suggest },
    Route { method: "GET", path: "/api/recipes/{slug}", gate: Gate::Login, serve: read },
    Route { method: "PUT", path: "/api/recipes/{slug}", gate: Gate::Login, serve: recipe_patch::put },
    Route { method: "PUT", path: "/api/recipes", gate: Gate::Login, serve: recipe_patch::put_many },
    Route { method: "PATCH", path: "/api/recipes/{slug}", gate: Gate::Login, serve: recipe_patch::patch },
    Route { method: "PATCH", path: "/api/recipes", gate: Gate::Login, serve: recipe_patch::patch_many },
    Route { method: "DELETE", path: "/api/recipes/{slug}", gate: Gate::Login, serve: delete },
    Route {
        method: "POST",
        path: "/api/recipes/bulk-actions/delete",
        gate: Gate::Login,
        serve: delete_by_slugs,
    },
];

/// What the recipe list asks of a recipe besides a search and a filter.
#[derive(Default)]
struct Wanted {
    categories: Option<Vec<Uuid>>,
    tags: Option<Vec<Uuid>>,
    tools: Option<Vec<Uuid>>,
    foods: Option<Vec<Uuid>>,
    households: Option<Vec<Uuid>>,
    all_categories: bool,
    all_tags: bool,
    all_tools: bool,
    all_foods: bool,
}

impl Wanted {
    fn is_met_by(&self, kitchen: &Kitchen, recipe: &Recipe) -> bool {
        let foods: Vec<Uuid> = recipe.ingredients.iter().filter_map(|line| line.food).collect();
        has(&recipe.categories, self.categories.as_deref(), self.all_categories)
            && has(&recipe.tags, self.tags.as_deref(), self.all_tags)
            && has(&recipe.tools, self.tools.as_deref(), self.all_tools)
            && has(&foods, self.foods.as_deref(), self.all_foods)
            && has(&[kitchen.household_of(recipe.user_id).id], self.households.as_deref(), false)
    }
}

fn has(own: &[Uuid], wanted: Option<&[Uuid]>, all: bool) -> bool {
    let Some(wanted) = wanted else { return true };
    if all { wanted.iter().all(|id| own.contains(id)) } else { wanted.iter().any(|id| own.contains(id)) }
}

fn list(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let kitchen = &*kitchen;
    let asked = call.asked();
    let mut problems = Problems::default();
    let mut paging = Paging::read(asked, SeedRule::Checked, &mut problems)?.seen_by(call.caller());
    let mut flag = |name: &str| problems.flag(name, asked.query_value(name));
    let mut wanted = Wanted {
        all_categories: flag("requireAllCategories"),
        all_tags: flag("requireAllTags"),
        all_tools: flag("requireAllTools"),
        all_foods: flag("requireAllFoods"),
        ..Wanted::default()
    };
    problems.none()?;

    match asked.query_value("cookbook").filter(|cookbook| !cookbook.is_empty()) {
        Some(cookbook) => {
            // Its filter is used, and those for organizers, foods and households are not even looked at.
            let book = cookbooks::cookbook_called(kitchen, call.group(kitchen), cookbook);
            let book = book.ok_or_else(|| Answer::detail(StatusCode::NOT_FOUND, "cookbook not found"))?;
            paging.keep_to_cookbook(&book.query_filter_string);
        }
        None => {
            let organizers = |name: &str, kind: OrganizerKind| {
                quirks::resolvable(&asked.query_values(name), |slug| {
                    let is_it = |row: &&crate::store::Organizer| row.kind == kind && row.slug == slug;
                    kitchen.organizers.iter().find(is_it).map(|row| row.id)
                })
            };
            wanted.categories = organizers("categories", OrganizerKind::Category);
            wanted.tags = organizers("tags", OrganizerKind::Tag);
            wanted.tools = organizers("tools", OrganizerKind::Tool);
            wanted.foods = quirks::foods_by_uuid(&asked.query_values("foods"))?;
            wanted.households = quirks::resolvable(&asked.query_values("households"), |slug| {
                kitchen.households.iter().find(|row| row.slug == slug).map(|row| row.id)
            });
        }
    }

    let searched = call.searched(Spelling::Folded, finds, |recipe: &Recipe| &recipe.name);
    let rows = in_group(kitchen, call).filter(|recipe| wanted.is_met_by(kitchen, recipe));
    let page = page(kitchen, rows, &paging, searched.as_ref(), Links::AsAsked("/recipes"), asked)?;
    Ok(Answer::ok(page.json(|row| shapes::recipe_in_list(kitchen, row))))
}

/// The recipes that the caller sees: those of the group, whatever household they are of.
pub(super) fn in_group<'k>(kitchen: &'k Kitchen, call: &Call<'_>) -> impl Iterator<Item = &'k Recipe> {
    let group = call.group(kitchen);
    kitchen.recipes.iter().filter(move |recipe| recipe.group_id == group)
}

/// Name, description, and the notes and original texts of the lines; not foods, units, steps or tags. A search
/// without a word finds every recipe that has a line (Mealie 3.10.2; seen `pagination/search_punctuation_only`).
fn finds(recipe: &Recipe, search: &Search) -> bool {
    if search.is_wordless() {
        return !recipe.ingredients.is_empty();
    }
    let found = |text: Option<&String>| text.is_some_and(|text| search.finds(text));
    search.finds(&recipe.name)
        || found(recipe.description.as_ref())
        || recipe
            .ingredients
            .iter()
            .any(|line| found(line.note.as_ref()) || found(line.original_text.as_ref()))
}

/// The recipe that a path means: by UUID in any spelling, else by the exact slug in the table.
pub(super) fn recipe_called<'k>(
    kitchen: &'k Kitchen,
    call: &Call<'_>,
    called: &str,
) -> Result<&'k Recipe, Answer> {
    known(kitchen, call, called).ok_or_else(quirks::no_entry_found)
}

/// As [`recipe_called`], for who has other words for a recipe that is not there.
pub(super) fn known<'k>(kitchen: &'k Kitchen, call: &Call<'_>, called: &str) -> Option<&'k Recipe> {
    let group = call.group(kitchen);
    match quirks::uuid_in_any_spelling(called) {
        Some(id) => kitchen.recipes.get(id).filter(|recipe| recipe.group_id == group),
        None => kitchen.recipe_in(group, called),
    }
}

/// The whole recipe as JSON, or the 500 of one that cannot be read.
pub(super) fn whole(kitchen: &Kitchen, recipe: &Recipe) -> Result<Value, Answer> {
    shapes::recipe(kitchen, recipe).map_err(|shapes::Unreadable| quirks::unreadable())
}

fn read(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let recipe = recipe_called(kitchen, call, call.captured(0))?;
    Ok(Answer::ok(whole(kitchen, recipe)?).dated())
}

fn exports(_: &mut Kitchen, _: &Call<'_>) -> Reply {
    Ok(Answer::ok(json!({ "json": ["raw"], "zip": ["zip"] })))
}

/// A name is all that is looked at. The recipe has a placeholder for a line and one for a step, the switches that the
/// household has chosen, and its first event on the timeline.
fn create(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let body = call.object()?;
    let loc = [json!("body"), json!("name")];
    let name = match body.get("name") {
        None => Err(pydantic::missing(&loc, &Value::Object(body.clone()))),
        Some(given) => pydantic::string(&loc, given),
    };
    let name = name.map_err(|problem| Answer::invalid(vec![problem]))?;
    if name.is_empty() {
        return Err(quirks::unknown_error("AssertionError"));
    }
    if crate::slug::recipe_slug(&name).is_none() {
        return Err(quirks::no_slug_in_a_new_name());
    }
    let (_, slug) = made(kitchen, call, &name)?;
    Ok(Answer::created(slug.into()))
}

/// Makes a recipe as Mealie does it itself, by hand and by import. Gives its id and slug.
pub(super) fn made(kitchen: &mut Kitchen, call: &Call<'_>, name: &str) -> Result<(Uuid, String), Answer> {
    let group = call.group(kitchen);
    let (name, slug) = quirks::name_for_a_twin(kitchen, group, name)?;
    let words = quirks::words(call.language());
    let settings = kitchen.household_of(call.caller()).preferences.new_recipes;
    let (line, step) = (line(kitchen, words.placeholder_line), step(kitchen, words.placeholder_step));
    let id = kitchen.add_recipe(&name);
    if let Some(recipe) = kitchen.recipes.get_mut(id) {
        recipe.user_id = call.caller();
        recipe.group_id = group;
        recipe.slug.clone_from(&slug);
        recipe.settings = settings;
        recipe.ingredients.push(line);
        recipe.steps.push(step);
    }
    kitchen.tell(id, words.recipe_created);
    Ok((id, slug))
}

/// A line of text, as Mealie makes one itself.
pub(super) fn line(kitchen: &mut Kitchen, note: &str) -> Ingredient {
    Ingredient {
        quantity: Some(0.0),
        note: Some(note.into()),
        reference_id: Some(kitchen.fresh_id()),
        ..Ingredient::default()
    }
}

/// A step of text, as Mealie makes one itself.
pub(super) fn step(kitchen: &mut Kitchen, text: &str) -> Step {
    Step {
        id: kitchen.fresh_id(),
        title: Some(String::new()),
        summary: Some(String::new()),
        text: text.into(),
        ingredient_references: Vec::new(),
    }
}

/// Answers with the recipe that is gone, which need not be the one that was asked for (hazard 3).
fn delete(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let found = recipe_called(kitchen, call, call.captured(0))?;
    whole(kitchen, found)?;
    let slug = quirks::slug_written_to(found);
    let user = call.user(kitchen);
    let Some(target) = kitchen.recipe_in(found.group_id, &slug) else {
        return Err(quirks::nothing_to_delete(user));
    };
    if !user.admin && !quirks::may_update(kitchen, user, &slug) {
        return Err(quirks::permission_denied());
    }
    let (target_id, shape) = (target.id, whole(kitchen, target)?);
    kitchen.delete_recipe(target_id);
    Ok(Answer::ok(shape).dated())
}

fn delete_by_slugs(kitchen: &mut Kitchen, call: &Call<'_>) -> Reply {
    let mut fields = Fields::of(call.object()?);
    let slugs = fields.texts("recipes");
    fields.end()?;
    quirks::delete_by_slugs(kitchen, call.caller(), &slugs)?;
    Ok(Answer::ok(Value::Null))
}
