//! The rows behind a row, and what stands in the columns of each.
//! Never looks for a way; which hops and columns there are is known to the tables.

use uuid::Uuid;

use super::super::columns::{Cell, Row, maybe_text, text};
use super::{Hop, Related};
use crate::store::*;

/// The rows one hop behind a row. Where there are none, the database puts one that is empty.
pub(crate) fn behind<'k>(row: Related<'k>, kitchen: &'k Kitchen, hop: &Hop) -> Vec<Related<'k>> {
    use Related::*;
    let user = |id: Uuid| kitchen.users.get(id).map(User);
    let group = |id: Uuid| Some(Group(kitchen.group_called(id)));
    let recipe = |id: Uuid| kitchen.recipes.get(id).map(Recipe);
    let household = |id: Uuid| kitchen.households.get(id).map(Household);
    let organizers = |ids: &[Uuid]| -> Vec<Related<'k>> {
        ids.iter().filter_map(|id| kitchen.organizers.get(*id).map(Organizer)).collect()
    };
    let only = |found: Option<Related<'k>>| found.into_iter().collect::<Vec<_>>();
    match (row, hop.link) {
        (Recipe(row), "user") => only(user(row.user_id)),
        (Entry(row), "user") => only(user(row.user_id)),
        (List(row), "user") => only(user(row.user_id)),
        (Comment(row), "user") => only(user(row.user_id)),
        (Event(row), "user") => only(user(row.user_id)),
        (Token(row), "user") => only(user(row.user_id)),
        (Recipe(row), "group") => only(group(row.group_id)),
        (Food(row), "group") => only(group(row.group_id)),
        (Unit(row), "group") => only(group(row.group_id)),
        (Label(row), "group") => only(group(row.group_id)),
        (Organizer(row), "group") => only(group(row.group_id)),
        (Household(row), "group") => only(group(row.group_id)),
        (Entry(row), "group") => only(group(row.group_id)),
        (Book(row), "group") => only(group(row.group_id)),
        (User(row), "group") => only(group(kitchen.group_of(row.id))),
        (List(row), "group") => only(group(kitchen.group_of(row.user_id))),
        (Recipe(row), "tags") => organizers(&row.tags),
        (Recipe(row), "recipe_category") => organizers(&row.categories),
        (Recipe(row), "tools") => organizers(&row.tools),
        (Recipe(row), "recipe_ingredient") => row.ingredients.iter().map(Line).collect(),
        (Recipe(row), "recipe_instructions") => row.steps.iter().map(Step).collect(),
        (Recipe(row), "notes") => row.notes.iter().map(Note).collect(),
        (Recipe(row), "settings") => vec![Switches(&row.settings)],
        (Recipe(row), "nutrition") => vec![Nutrition(&row.nutrition)],
        (Recipe(row), "comments") => kitchen.comments_on(row.id).into_iter().map(Comment).collect(),
        (User(row), "comments") => {
            kitchen.comments.iter().filter(|comment| comment.user_id == row.id).map(Comment).collect()
        }
        (Recipe(row), "timeline_events") => {
            kitchen.timeline.iter().filter(|event| event.recipe_id == row.id).map(Event).collect()
        }
        (Recipe(row), "share_tokens") => kitchen.share_links_of(row.id).into_iter().map(Link).collect(),
        (Recipe(row), "meal_entries") => kitchen.plans_of(row.id).into_iter().map(Entry).collect(),
        (Line(row), "food") => only(row.food.and_then(|id| kitchen.foods.get(id)).map(Food)),
        (Line(row), "unit") => only(row.unit.and_then(|id| kitchen.units.get(id)).map(Unit)),
        (Item(row), "food") => only(row.food_id.and_then(|id| kitchen.foods.get(id)).map(Food)),
        (Item(row), "unit") => only(row.unit_id.and_then(|id| kitchen.units.get(id)).map(Unit)),
        (Item(row), "label") => only(row.label_id.and_then(|id| kitchen.labels.get(id)).map(Label)),
        (Food(row), "label") => only(row.label_id.and_then(|id| kitchen.labels.get(id)).map(Label)),
        (Item(row), "shopping_list") => only(kitchen.lists.get(row.list_id).map(List)),
        (List(row), "list_items") => kitchen.items_of(row.id).into_iter().map(Item).collect(),
        (Comment(row), "recipe") => only(recipe(row.recipe_id)),
        (Event(row), "recipe") => only(recipe(row.recipe_id)),
        (Link(row), "recipe") => only(recipe(row.recipe_id)),
        (Entry(row), "recipe") => only(row.recipe_id.and_then(recipe)),
        (User(row), "household") => only(household(row.household_id)),
        (Book(row), "household") => only(household(row.household_id)),
        (User(row), "tokens") => {
            kitchen.api_tokens.iter().filter(|token| token.user_id == row.id).map(Token).collect()
        }
        (Household(row), "users") => {
            kitchen.users.iter().filter(|user| user.household_id == row.id).map(User).collect()
        }
        (Household(row), "cookbooks") => {
            kitchen.cookbooks.iter().filter(|book| book.household_id == row.id).map(Book).collect()
        }
        (Organizer(row), "recipes") => {
            let carries = |recipe: &&crate::store::Recipe| {
                [&recipe.tags, &recipe.categories, &recipe.tools].iter().any(|ids| ids.contains(&row.id))
            };
            kitchen.recipes.iter().filter(carries).map(Recipe).collect()
        }
        (Group(row), link) => behind_group(row, kitchen, link),
        _ => Vec::new(),
    }
}

fn behind_group<'k>(group: &'k Group, kitchen: &'k Kitchen, link: &str) -> Vec<Related<'k>> {
    let organizers = |kind: OrganizerKind| {
        let own = kitchen.organizers.iter().filter(|row| row.kind == kind && row.group_id == group.id);
        own.map(Related::Organizer).collect()
    };
    match link {
        "users" => {
            let own = kitchen.users.iter().filter(|user| kitchen.group_of(user.id) == group.id);
            own.map(Related::User).collect()
        }
        "households" => {
            let own = kitchen.households.iter().filter(|row| row.group_id == group.id);
            own.map(Related::Household).collect()
        }
        "cookbooks" => {
            kitchen.cookbooks.iter().filter(|row| row.group_id == group.id).map(Related::Book).collect()
        }
        "recipes" => {
            kitchen.recipes.iter().filter(|row| row.group_id == group.id).map(Related::Recipe).collect()
        }
        "tags" => organizers(OrganizerKind::Tag),
        "categories" => organizers(OrganizerKind::Category),
        "tools" => organizers(OrganizerKind::Tool),
        _ => Vec::new(),
    }
}

/// What stands in a column of a row, as a user sees it.
pub(crate) fn own_cell(row: Related<'_>, kitchen: &Kitchen, column: &str, seen_by: Option<Uuid>) -> Cell {
    let id = |id: Option<Uuid>| id.map_or(Cell::Null, Cell::Id);
    match row {
        Related::Recipe(row) => row.cell_seen_by(seen_by, kitchen, column),
        Related::Food(row) => row.cell(kitchen, column),
        Related::Unit(row) => row.cell(kitchen, column),
        Related::Label(row) => row.cell(kitchen, column),
        Related::Organizer(row) => row.cell(kitchen, column),
        Related::User(row) => row.cell(kitchen, column),
        Related::Household(row) => row.cell(kitchen, column),
        Related::Comment(row) => row.cell(kitchen, column),
        Related::Event(row) => row.cell(kitchen, column),
        Related::Entry(row) => row.cell(kitchen, column),
        Related::Rule(row) => row.cell(kitchen, column),
        Related::List(row) => row.cell(kitchen, column),
        Related::Item(row) => row.cell(kitchen, column),
        Related::Book(row) => row.cell(kitchen, column),
        Related::Group(row) => match column {
            "id" => Cell::Id(row.id),
            "name" => text(&row.name),
            _ => text(&row.slug),
        },
        Related::Token(row) => match column {
            // Ids count up from 1: none comes near 2^53.
            "id" => Cell::Number(row.id as f64),
            "name" => text(&row.name),
            "user_id" => Cell::Id(row.user_id),
            "created_at" => Cell::Moment(row.created_at),
            _ => text(&row.token),
        },
        Related::Line(row) => match column {
            "food_id" => id(row.food),
            "unit_id" => id(row.unit),
            "reference_id" => id(row.reference_id),
            "referenced_recipe_id" => id(row.referenced_recipe),
            "note" => maybe_text(row.note.as_ref()),
            "title" => maybe_text(row.title.as_ref()),
            "original_text" => maybe_text(row.original_text.as_ref()),
            _ => row.quantity.map_or(Cell::Null, Cell::Number),
        },
        Related::Step(row) => match column {
            "id" => Cell::Id(row.id),
            "title" => maybe_text(row.title.as_ref()),
            "summary" => maybe_text(row.summary.as_ref()),
            _ => text(&row.text),
        },
        Related::Note(row) => text(if column == "title" { &row.title } else { &row.text }),
        Related::Switches(row) => Cell::Flag(match column {
            "public" => row.public,
            "show_nutrition" => row.show_nutrition,
            "show_assets" => row.show_assets,
            "landscape_view" => row.landscape_view,
            "disable_comments" => row.disable_comments,
            _ => row.locked,
        }),
        Related::Nutrition(row) => {
            let value = nutrient(column).and_then(|key| row.0.get(key)).and_then(|value| value.as_str());
            value.map_or(Cell::Null, text)
        }
        Related::Link(row) => match column {
            "id" => Cell::Id(row.id),
            "recipe_id" => Cell::Id(row.recipe_id),
            "group_id" => Cell::Id(row.group_id),
            "expires_at" => Cell::Moment(row.expires_at),
            _ => Cell::Moment(row.created_at),
        },
    }
}

/// The key of a nutrient, by the column that it stands in.
pub(super) fn nutrient(column: &str) -> Option<&'static str> {
    crate::shapes::NUTRITION.iter().copied().find(|key| crate::query::snake_case(key) == column)
}
