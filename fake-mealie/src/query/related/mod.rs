//! The tables behind a row, and the ways from one to the next: `recipe_ingredient.food.label.name`.
//! Never keeps anything out: what Mealie's models lead to can be asked for, hashes of passwords and the secret ids of
//! share links included (Mealie 3.10.2; seen `pagination/qf_private_attr`, the rest measured).

mod rows;

pub(crate) use rows::{behind, own_cell};

use uuid::Uuid;

use super::columns::{Cell, Kind, Row};
use crate::store::*;

/// A table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Table {
    Recipes,
    Foods,
    Units,
    Labels,
    Tags,
    Categories,
    Tools,
    Users,
    Households,
    Groups,
    Tokens,
    Lines,
    Steps,
    Notes,
    Switches,
    Nutrition,
    Comments,
    Events,
    Links,
    Plan,
    Rules,
    Lists,
    Items,
    Books,
}

/// A row of one of the tables.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Related<'k> {
    Recipe(&'k Recipe),
    Food(&'k Food),
    Unit(&'k Unit),
    Label(&'k Label),
    Organizer(&'k Organizer),
    User(&'k User),
    Household(&'k Household),
    Group(&'k Group),
    Token(&'k ApiToken),
    Line(&'k Ingredient),
    Step(&'k Step),
    Note(&'k Note),
    Switches(&'k Settings),
    Nutrition(&'k Nutrition),
    Comment(&'k Comment),
    Event(&'k TimelineEvent),
    Link(&'k ShareLink),
    Entry(&'k PlanEntry),
    Rule(&'k PlanRule),
    List(&'k ShoppingList),
    Item(&'k ShoppingItem),
    Book(&'k Cookbook),
}

/// A record that can be listed, as a row of its table.
pub(crate) trait Placed: Row {
    /// Its table. Those of tags, categories and tools lead to the same.
    const TABLE: Table;

    fn place(&self) -> Related<'_>;
}

macro_rules! placed {
    ($($record:ty => $table:ident $row:ident),+ $(,)?) => { $(
        impl Placed for $record {
            const TABLE: Table = Table::$table;

            fn place(&self) -> Related<'_> {
                Related::$row(self)
            }
        }
    )+ };
}
placed!(
    Recipe => Recipes Recipe,
    Food => Foods Food,
    Unit => Units Unit,
    Label => Labels Label,
    Organizer => Tags Organizer,
    User => Users User,
    Household => Households Household,
    Comment => Comments Comment,
    TimelineEvent => Events Event,
    PlanEntry => Plan Entry,
    PlanRule => Rules Rule,
    ShoppingList => Lists List,
    ShoppingItem => Items Item,
    Cookbook => Books Book,
);

/// From a row to those behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hop {
    pub(crate) link: &'static str,
    pub(crate) table: Table,
}

/// From a row to a column, of its own or behind it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Way {
    pub(crate) hops: Vec<Hop>,
    pub(crate) column: String,
    pub(crate) kind: Kind,
}

/// Why a name leads to no column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoWay {
    /// There is nothing of that name.
    Nowhere,
    /// It leads to rows, and not to a column of them.
    ToRows,
}

/// The way that a dotted name in snake case leads from the rows of a table.
pub(crate) fn way<R: Placed>(name: &str) -> Result<Way, NoWay> {
    let (mut table, mut hops, mut links) = (R::TABLE, Vec::new(), name.split('.').peekable());
    while let Some(link) = links.next() {
        let found = hops_along(table, link);
        if links.peek().is_none() {
            return match own_kind(table, link) {
                Some(kind) => Ok(Way { hops, column: link.to_owned(), kind }),
                None if !found.is_empty() => Err(NoWay::ToRows),
                None if hops.is_empty() && R::RELATIONS.contains(&link) => Err(NoWay::ToRows),
                None => Err(NoWay::Nowhere),
            };
        }
        table = found.last().ok_or(NoWay::Nowhere)?.table;
        hops.extend(found);
    }
    Err(NoWay::Nowhere)
}

impl Way {
    /// What stands at the end of it: one value for each row there, and none if there is no row.
    pub(crate) fn cells<R: Placed>(&self, kitchen: &Kitchen, row: &R, seen_by: Option<Uuid>) -> Vec<Cell> {
        let mut rows = vec![row.place()];
        for hop in &self.hops {
            rows = rows.into_iter().flat_map(|row| behind(row, kitchen, hop)).collect();
        }
        rows.into_iter().map(|row| own_cell(row, kitchen, &self.column, seen_by)).collect()
    }
}

/// What a link stands for: one hop, or two where the household is that of the user.
fn hops_along(table: Table, link: &str) -> Vec<Hop> {
    use Table::*;
    let to = |link, table| vec![Hop { link, table }];
    match (table, link) {
        (Recipes | Plan | Lists, "household") => {
            vec![Hop { link: "user", table: Users }, Hop { link: "household", table: Households }]
        }
        (Recipes | Plan | Lists | Comments | Events | Tokens, "user") => to("user", Users),
        (Recipes | Foods | Units | Labels | Tags | Categories | Tools | Users, "group")
        | (Households | Plan | Lists | Books, "group") => to("group", Groups),
        (Recipes, "tags") | (Groups, "tags") => to("tags", Tags),
        (Recipes, "recipe_category") => to("recipe_category", Categories),
        (Groups, "categories") => to("categories", Categories),
        (Recipes | Groups, "tools") => to("tools", Tools),
        (Recipes, "recipe_ingredient") => to("recipe_ingredient", Lines),
        (Recipes, "recipe_instructions") => to("recipe_instructions", Steps),
        (Recipes, "notes") => to("notes", Notes),
        (Recipes, "settings") => to("settings", Switches),
        (Recipes, "nutrition") => to("nutrition", Nutrition),
        (Recipes, "comments") | (Users, "comments") => to("comments", Comments),
        (Recipes, "timeline_events") => to("timeline_events", Events),
        (Recipes, "share_tokens") => to("share_tokens", Links),
        (Recipes, "meal_entries") => to("meal_entries", Plan),
        (Lines, "food") | (Items, "food") => to("food", Foods),
        (Lines, "unit") | (Items, "unit") => to("unit", Units),
        (Foods | Items, "label") => to("label", Labels),
        (Tags | Categories | Tools | Groups, "recipes") => to("recipes", Recipes),
        (Comments | Events | Links | Plan, "recipe") => to("recipe", Recipes),
        (Users | Books, "household") => to("household", Households),
        (Users, "tokens") => to("tokens", Tokens),
        (Households | Groups, "users") => to("users", Users),
        (Households | Groups, "cookbooks") => to("cookbooks", Books),
        (Groups, "households") => to("households", Households),
        (Items, "shopping_list") => to("shopping_list", Lists),
        (Lists, "list_items") => to("list_items", Items),
        _ => Vec::new(),
    }
}

/// The kind of a column of a table.
fn own_kind(table: Table, column: &str) -> Option<Kind> {
    match table {
        Table::Recipes => Recipe::kind(column),
        Table::Foods => Food::kind(column),
        Table::Units => Unit::kind(column),
        Table::Labels => Label::kind(column),
        Table::Tags | Table::Categories | Table::Tools => Organizer::kind(column),
        Table::Users => User::kind(column),
        Table::Households => Household::kind(column),
        Table::Comments => Comment::kind(column),
        Table::Events => TimelineEvent::kind(column),
        Table::Plan => PlanEntry::kind(column),
        Table::Rules => PlanRule::kind(column),
        Table::Lists => ShoppingList::kind(column),
        Table::Items => ShoppingItem::kind(column),
        Table::Books => Cookbook::kind(column),
        Table::Groups => match column {
            "id" => Some(Kind::Id),
            "name" | "slug" => Some(Kind::Text),
            _ => None,
        },
        Table::Tokens => match column {
            "id" => Some(Kind::Number),
            "name" | "token" => Some(Kind::Text),
            "user_id" => Some(Kind::Id),
            "created_at" => Some(Kind::Moment),
            _ => None,
        },
        Table::Lines => match column {
            "food_id" | "unit_id" | "reference_id" | "referenced_recipe_id" => Some(Kind::Id),
            "note" | "title" | "original_text" => Some(Kind::Text),
            "quantity" => Some(Kind::Number),
            _ => None,
        },
        Table::Steps => match column {
            "id" => Some(Kind::Id),
            "title" | "text" | "summary" => Some(Kind::Text),
            _ => None,
        },
        Table::Notes => matches!(column, "title" | "text").then_some(Kind::Text),
        Table::Switches => {
            let known = ["public", "show_nutrition", "show_assets", "landscape_view", "disable_comments"];
            (known.contains(&column) || column == "locked").then_some(Kind::Flag)
        }
        Table::Nutrition => rows::nutrient(column).map(|_| Kind::Text),
        Table::Links => match column {
            "id" | "recipe_id" | "group_id" => Some(Kind::Id),
            "expires_at" | "created_at" => Some(Kind::Moment),
            _ => None,
        },
    }
}
