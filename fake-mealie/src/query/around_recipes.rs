//! The columns of what hangs on a recipe: comments and events.
//! Never finds anything behind an id that is nobody's.

use jiff::Timestamp;
use uuid::Uuid;

use super::columns::{Cell, Kind, Row};
use crate::store::{Comment, EventImage, Kitchen, TimelineEvent};

/// Group and household of such a row are those of its recipe.
fn of_recipe(kitchen: &Kitchen, recipe: Uuid, column: &str) -> Cell {
    kitchen.recipes.get(recipe).map_or(Cell::Null, |row| row.cell(kitchen, column))
}

impl Row for Comment {
    const RELATIONS: &'static [&'static str] = &["recipe", "user"];

    fn kind(column: &str) -> Option<Kind> {
        match column {
            "id" | "recipe_id" | "user_id" | "group_id" | "household_id" => Some(Kind::Id),
            "text" => Some(Kind::Text),
            "created_at" | "updated_at" | "update_at" => Some(Kind::Moment),
            _ => None,
        }
    }

    fn cell(&self, kitchen: &Kitchen, column: &str) -> Cell {
        match column {
            "id" => Cell::Id(self.id),
            "recipe_id" => Cell::Id(self.recipe_id),
            "user_id" => Cell::Id(self.user_id),
            "group_id" | "household_id" => of_recipe(kitchen, self.recipe_id, column),
            "text" => Cell::Text(self.text.clone()),
            "created_at" => Cell::Moment(self.created_at),
            _ => Cell::Moment(self.updated_at),
        }
    }

    fn created_at(&self) -> Timestamp {
        self.created_at
    }
}

impl Row for TimelineEvent {
    const RELATIONS: &'static [&'static str] = &["recipe", "user"];

    fn kind(column: &str) -> Option<Kind> {
        match column {
            "id" | "recipe_id" | "user_id" | "group_id" | "household_id" => Some(Kind::Id),
            "subject" | "message" | "event_type" | "image" => Some(Kind::Text),
            "timestamp" | "created_at" | "updated_at" | "update_at" => Some(Kind::Moment),
            _ => None,
        }
    }

    fn cell(&self, kitchen: &Kitchen, column: &str) -> Cell {
        let words = |words: Option<&str>| words.map_or(Cell::Null, |words| Cell::Text(words.to_owned()));
        match column {
            "id" => Cell::Id(self.id),
            "recipe_id" => Cell::Id(self.recipe_id),
            "user_id" => Cell::Id(self.user_id),
            "group_id" | "household_id" => of_recipe(kitchen, self.recipe_id, column),
            "subject" => words(Some(&self.subject)),
            "message" => words(self.message.as_deref()),
            "event_type" => words(Some(self.kind.word())),
            "image" => words(self.image.map(EventImage::words)),
            "timestamp" => Cell::Moment(self.timestamp),
            "created_at" => Cell::Moment(self.created_at),
            _ => Cell::Moment(self.updated_at),
        }
    }

    fn created_at(&self) -> Timestamp {
        self.created_at
    }
}
