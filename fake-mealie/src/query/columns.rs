//! The columns of each record, and what stands in them.
//! Never more than the database of Mealie has; names are in snake case, and what is behind a row is in `related`.

use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

use crate::quirks;
use crate::store::*;

/// What kind of values stand in a column. Filters compare each kind in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Id,
    Flag,
    Number,
    Day,
    Moment,
}

/// What stands in a column.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Null,
    Text(String),
    Id(Uuid),
    Flag(bool),
    Number(f64),
    Day(Date),
    Moment(Timestamp),
}

/// A record that can be listed.
pub(crate) trait Row {
    /// Relations that can stand alone by mistake, as in `orderBy=tags`.
    const RELATIONS: &'static [&'static str] = &[];

    /// The kind of a column; `None` if there is no such column.
    fn kind(column: &str) -> Option<Kind>;

    /// What stands in the column.
    fn cell(&self, kitchen: &Kitchen, column: &str) -> Cell;

    /// As [`Row::cell`], where some columns are another thing to every user.
    fn cell_seen_by(&self, _user: Option<Uuid>, kitchen: &Kitchen, column: &str) -> Cell {
        self.cell(kitchen, column)
    }

    /// What Mealie orders by if nobody says anything.
    fn created_at(&self) -> Timestamp;
}

pub(super) fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

pub(super) fn maybe_text(text: Option<&String>) -> Cell {
    text.map_or(Cell::Null, |text| Cell::Text(text.clone()))
}

fn maybe_id(id: Option<Uuid>) -> Cell {
    id.map_or(Cell::Null, Cell::Id)
}

fn maybe_moment(moment: Option<Timestamp>) -> Cell {
    moment.map_or(Cell::Null, Cell::Moment)
}

impl Row for Recipe {
    const RELATIONS: &'static [&'static str] =
        &["tags", "recipe_category", "tools", "recipe_ingredient", "user", "household", "settings"];

    fn kind(column: &str) -> Option<Kind> {
        match column {
            "id" | "group_id" | "household_id" | "user_id" => Some(Kind::Id),
            "name" | "slug" | "description" | "image" | "total_time" | "prep_time" | "cook_time"
            | "perform_time" | "recipe_yield" | "org_url" => Some(Kind::Text),
            "rating" | "recipe_servings" | "recipe_yield_quantity" => Some(Kind::Number),
            "date_added" => Some(Kind::Day),
            "date_updated" | "created_at" | "updated_at" | "update_at" | "last_made" => Some(Kind::Moment),
            _ => None,
        }
    }

    fn cell(&self, kitchen: &Kitchen, column: &str) -> Cell {
        match column {
            "id" => Cell::Id(self.id),
            "group_id" => Cell::Id(self.group_id),
            "user_id" => Cell::Id(self.user_id),
            "household_id" => Cell::Id(kitchen.household_of(self.user_id).id),
            "name" => text(&self.name),
            "slug" => text(&self.slug),
            "description" => maybe_text(self.description.as_ref()),
            "image" => maybe_text(self.image.as_ref()),
            "total_time" => maybe_text(self.total_time.as_ref()),
            "prep_time" => maybe_text(self.prep_time.as_ref()),
            "cook_time" => maybe_text(self.cook_time.as_ref()),
            "perform_time" => maybe_text(self.perform_time.as_ref()),
            "recipe_yield" => maybe_text(self.yield_text.as_ref()),
            "org_url" => maybe_text(self.org_url.as_ref()),
            "rating" => self.rating.map_or(Cell::Null, Cell::Number),
            "recipe_servings" => Cell::Number(self.servings),
            "recipe_yield_quantity" => Cell::Number(self.yield_quantity),
            "date_added" => self.date_added.map_or(Cell::Null, Cell::Day),
            "date_updated" => maybe_moment(self.date_updated),
            "created_at" => Cell::Moment(self.created_at),
            "updated_at" | "update_at" => Cell::Moment(self.updated_at),
            "last_made" => maybe_moment(self.last_made),
            _ => Cell::Null,
        }
    }

    fn cell_seen_by(&self, user: Option<Uuid>, kitchen: &Kitchen, column: &str) -> Cell {
        match (user, column) {
            (Some(user), "rating") => {
                quirks::rating_seen_by(kitchen, user, self).map_or(Cell::Null, Cell::Number)
            }
            (Some(user), "last_made") => maybe_moment(quirks::last_made_seen_by(kitchen, user, self)),
            _ => self.cell(kitchen, column),
        }
    }

    fn created_at(&self) -> Timestamp {
        self.created_at
    }
}

/// Rows with one value in each column: their relations, then for each column its name, its kind, and the value.
macro_rules! plain_row {
    ($record:ty, [$($relation:literal),*], |$row:ident, $kitchen:ident| { $($column:literal $kind:ident => $cell:expr),+ $(,)? }) => {
        impl Row for $record {
            const RELATIONS: &'static [&'static str] = &[$($relation),*];

            fn kind(column: &str) -> Option<Kind> {
                match column {
                    $($column => Some(Kind::$kind),)+
                    "created_at" => Some(Kind::Moment),
                    _ => None,
                }
            }

            fn cell(&self, kitchen: &Kitchen, column: &str) -> Cell {
                let ($row, $kitchen) = (self, kitchen);
                // Not every record looks into the kitchen.
                let _ = $kitchen;
                match column {
                    $($column => $cell,)+
                    "created_at" => maybe_moment(Option::from(self.created_at)),
                    _ => Cell::Null,
                }
            }

            fn created_at(&self) -> Timestamp {
                // What has no moment of creation comes last in "newest first", as in SQLite.
                Option::from(self.created_at).unwrap_or(Timestamp::MIN)
            }
        }
    };
}

plain_row!(Food, ["label", "aliases", "extras", "ingredients", "group"], |food, kitchen| {
    "id" Id => Cell::Id(food.id),
    "group_id" Id => Cell::Id(food.group_id),
    "name" Text => text(&food.name),
    "plural_name" Text => maybe_text(food.plural_name.as_ref()),
    "description" Text => text(&food.description),
    "label_id" Id => maybe_id(food.label_id),
    "updated_at" Moment => Cell::Moment(food.updated_at),
});

plain_row!(Unit, ["aliases", "ingredients", "group"], |unit, kitchen| {
    "id" Id => Cell::Id(unit.id),
    "group_id" Id => Cell::Id(unit.group_id),
    "name" Text => text(&unit.name),
    "plural_name" Text => maybe_text(unit.plural_name.as_ref()),
    "description" Text => text(&unit.description),
    "abbreviation" Text => text(&unit.abbreviation),
    "plural_abbreviation" Text => maybe_text(unit.plural_abbreviation.as_ref()),
    "use_abbreviation" Flag => Cell::Flag(unit.use_abbreviation),
    "fraction" Flag => Cell::Flag(unit.fraction),
    "updated_at" Moment => Cell::Moment(unit.updated_at),
});

plain_row!(User, ["group", "household", "tokens"], |user, kitchen| {
    "id" Id => Cell::Id(user.id),
    "household_id" Id => Cell::Id(user.household_id),
    "group_id" Id => Cell::Id(kitchen.group_of(user.id)),
    "username" Text => text(&user.username),
    "full_name" Text => text(&user.full_name),
    "email" Text => text(&user.email),
    "password" Text => text(&user.password),
    "auth_method" Text => text("Mealie"),
    "cache_key" Text => text("1234"),
    "admin" Flag => Cell::Flag(user.admin),
    "advanced" Flag => Cell::Flag(user.advanced),
    "can_invite" Flag => Cell::Flag(user.can_invite),
    "can_manage" Flag => Cell::Flag(user.can_manage),
    "can_manage_household" Flag => Cell::Flag(user.can_manage_household),
    "can_organize" Flag => Cell::Flag(user.can_organize),
    "login_attemps" Number => Cell::Number(0.0),
    "locked_at" Moment => Cell::Null,
    "updated_at" Moment => Cell::Moment(user.created_at),
});

plain_row!(Household, ["group", "users", "preferences"], |household, kitchen| {
    "id" Id => Cell::Id(household.id),
    "group_id" Id => Cell::Id(household.group_id),
    "name" Text => text(&household.name),
    "slug" Text => text(&household.slug),
});

plain_row!(Label, ["foods", "shopping_list_items", "group"], |label, kitchen| {
    "id" Id => Cell::Id(label.id),
    "group_id" Id => Cell::Id(label.group_id),
    "name" Text => text(&label.name),
    "color" Text => text(&label.color),
    "updated_at" Moment => Cell::Moment(label.created_at),
});

impl Row for Organizer {
    const RELATIONS: &'static [&'static str] = &["recipes", "group"];

    fn kind(column: &str) -> Option<Kind> {
        match column {
            "id" | "group_id" => Some(Kind::Id),
            "name" | "slug" => Some(Kind::Text),
            "created_at" | "updated_at" | "update_at" => Some(Kind::Moment),
            _ => None,
        }
    }

    fn cell(&self, _: &Kitchen, column: &str) -> Cell {
        match column {
            "id" => Cell::Id(self.id),
            "group_id" => Cell::Id(self.group_id),
            "name" => text(&self.name),
            "slug" => text(&self.slug),
            _ => Cell::Moment(self.created_at),
        }
    }

    fn created_at(&self) -> Timestamp {
        self.created_at
    }
}

plain_row!(ShoppingList, ["list_items", "recipe_references", "label_settings", "user", "group"], |list, kitchen| {
    "id" Id => Cell::Id(list.id),
    "group_id" Id => Cell::Id(list.group_id),
    "household_id" Id => Cell::Id(kitchen.household_of(list.user_id).id),
    "user_id" Id => Cell::Id(list.user_id),
    "name" Text => maybe_text(list.name.as_ref()),
    "updated_at" Moment => Cell::Moment(list.updated_at),
});

plain_row!(ShoppingItem, ["food", "unit", "label", "shopping_list", "recipe_references"], |item, kitchen| {
    "id" Id => Cell::Id(item.id),
    "group_id" Id => Cell::Id(kitchen.group.id),
    "shopping_list_id" Id => Cell::Id(item.list_id),
    "unit_id" Id => maybe_id(item.unit_id),
    "label_id" Id => maybe_id(item.label_id),
    "food_id" Id => maybe_id(item.food_id),
    "quantity" Number => Cell::Number(item.quantity),
    "note" Text => maybe_text(item.note.as_ref()),
    "checked" Flag => Cell::Flag(item.checked),
    // Positions of a list never come near 2^53, where a double would lose one.
    "position" Number => Cell::Number(item.position as f64),
    "updated_at" Moment => Cell::Moment(item.updated_at),
});

plain_row!(Cookbook, ["household", "group"], |book, kitchen| {
    "id" Id => Cell::Id(book.id),
    "group_id" Id => Cell::Id(book.group_id),
    "household_id" Id => Cell::Id(book.household_id),
    "name" Text => text(&book.name),
    "slug" Text => text(&book.slug),
    "description" Text => text(&book.description),
    "public" Flag => Cell::Flag(book.public),
    // As above: never near 2^53.
    "position" Number => Cell::Number(book.position as f64),
    "updated_at" Moment => Cell::Moment(book.created_at),
});

plain_row!(PlanEntry, ["recipe", "user", "group"], |entry, kitchen| {
    // Ids count up from 1, so that none comes near 2^53.
    "id" Number => Cell::Number(entry.id as f64),
    "group_id" Id => Cell::Id(entry.group_id),
    "household_id" Id => Cell::Id(kitchen.household_of(entry.user_id).id),
    "user_id" Id => Cell::Id(entry.user_id),
    "date" Day => Cell::Day(entry.date),
    "entry_type" Text => text(entry.meal.word()),
    "title" Text => text(&entry.title),
    "text" Text => text(&entry.text),
    "recipe_id" Id => maybe_id(entry.recipe_id),
    "updated_at" Moment => Cell::Moment(entry.created_at),
});

plain_row!(PlanRule, ["group", "household", "categories", "tags", "households"], |rule, kitchen| {
    "id" Id => Cell::Id(rule.id),
    "group_id" Id => Cell::Id(rule.group_id),
    "household_id" Id => Cell::Id(rule.household_id),
    "day" Text => text(rule.made_for.day_word()),
    "entry_type" Text => text(rule.made_for.meal_word()),
    "query_filter_string" Text => text(&rule.query_filter_string),
    "updated_at" Moment => Cell::Moment(rule.created_at),
});
