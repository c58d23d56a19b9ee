//! Surprises of tags, categories and tools: three kinds of one thing, each with manners of its own.
//! Never says more than Mealie does.

use axum::http::StatusCode;
use jiff::Timestamp;
use serde_json::Value;
use uuid::Uuid;

use super::sql::{Sql, Statement};
use super::uncaught;
use crate::reply::Answer;
use crate::shapes;
use crate::slug::is_blank;
use crate::store::{Kitchen, Organizer, OrganizerKind, User};

/// What most of these routes say to everything that goes wrong, with a full stop at its end.
const UNEXPECTED: &str = "An unexpected error occurred.";

/// What the database says of a row that is not there.
const NO_ROW: &str = "No row was found when one was required";

/// A tag or tool that is asked for by an unknown slug is an error that nobody catches; a category is a 404.
/// Mealie 3.10.2; seen `errors/tag_slug_unknown_500`, `tool_slug_unknown_500`, `category_slug_unknown_404`.
pub(crate) fn unknown_organizer_slug(kind: OrganizerKind) -> Answer {
    match kind {
        OrganizerKind::Tag | OrganizerKind::Tool => uncaught(),
        OrganizerKind::Category => Answer::not_found(),
    }
}

/// The name that is kept. Blanks around it go from tags and categories, and an empty one is an error that is caught
/// for categories only; a tool keeps its blanks and may have no name at all.
/// Mealie 3.10.2; seen `organizers/*_create_padded`, `*_create_empty_name`, `*_create_blank_name`.
pub(crate) fn organizer_name(kind: OrganizerKind, sent: &str) -> Result<String, Answer> {
    let trimmed = sent.trim_matches(is_blank);
    match kind {
        OrganizerKind::Tool => Ok(sent.to_owned()),
        OrganizerKind::Tag | OrganizerKind::Category if !trimmed.is_empty() => Ok(trimmed.to_owned()),
        OrganizerKind::Tag => Err(uncaught()),
        OrganizerKind::Category => Err(Answer::problem(StatusCode::BAD_REQUEST, UNEXPECTED, Some(""))),
    }
}

/// Two organizers of a group cannot have the same slug, whatever their names: "Fresh tag", "FRESH TAG" and
/// "Fresh-tag!" are one, and so are all names that leave no slug, such as two emoji. For tags that is an error that
/// nobody catches; for the others a 400 with the statement of the database in it. `before` is there for a rename.
/// Mealie 3.10.2; seen `organizers/*_create_duplicate*`, `*_create_second_emoji_name`, `*_update_to_existing`.
pub(crate) fn slug_is_free(
    kitchen: &Kitchen,
    before: Option<&Organizer>,
    organizer: &Organizer,
    now: Timestamp,
) -> Result<(), Answer> {
    let is_twin = |other: &&Organizer| {
        other.id != organizer.id
            && other.kind == organizer.kind
            && other.group_id == organizer.group_id
            && other.slug == organizer.slug
    };
    if kitchen.organizers.iter().find(is_twin).is_none() {
        return Ok(());
    }
    let (id, group) = (("id", Sql::Id(organizer.id)), ("group_id", Sql::Id(organizer.group_id)));
    let words = [("name", Sql::text(&organizer.name)), ("slug", Sql::text(&organizer.slug))];
    let stamps = [("created_at", Sql::Moment(now)), ("update_at", Sql::Moment(now))];
    let (table, row) = match organizer.kind {
        OrganizerKind::Tag => return Err(uncaught()),
        OrganizerKind::Category => {
            ("categories", [group, id].into_iter().chain(words.clone()).chain(stamps).collect())
        }
        OrganizerKind::Tool => {
            let on_hand = ("on_hand", Sql::Flag(false));
            ("tools", [id, group].into_iter().chain(words.clone()).chain([on_hand]).chain(stamps).collect())
        }
    };
    let statement = match before {
        None => Statement::insert(table, row),
        Some(before) => {
            let was = [Sql::text(&before.name), Sql::text(&before.slug)];
            let changed = words.into_iter().zip(was).filter(|((_, new), old)| new != old);
            let changes =
                changed.map(|(change, _)| change).chain([("update_at", Sql::Moment(now))]).collect();
            Statement::update(table, changes, organizer.id)
        }
    };
    let text = statement.breaks("UNIQUE", table, &["slug", "group_id"]);
    Err(Answer::problem(StatusCode::BAD_REQUEST, UNEXPECTED, Some(&text)))
}

/// The households that have a tool or a food on hand: of the slugs sent those that the group has, each once; others are
/// dropped without a word.
/// Mealie 3.10.2; seen `organizers/tool_create_with_unknown_household`.
pub(crate) fn known_households(kitchen: &Kitchen, group: Uuid, sent: &[String]) -> Vec<String> {
    let known = kitchen.households.iter().filter(|household| household.group_id == group);
    known.map(|household| household.slug.clone()).filter(|slug| sent.contains(slug)).collect()
}

/// Renaming a tag that is not there is an error that nobody catches; the others are a 404.
/// Mealie 3.10.2; seen `errors/tag_put_unknown`, `category_put_unknown`, `tool_put_unknown`.
pub(crate) fn unknown_organizer_to_rename(kind: OrganizerKind) -> Answer {
    match kind {
        OrganizerKind::Tag => uncaught(),
        OrganizerKind::Category | OrganizerKind::Tool => Answer::not_found(),
    }
}

/// Deleting a tag that is not there is a 400 that says nothing; the others are a 404.
/// Mealie 3.10.2; seen `errors/tag_delete_unknown_id`, `category_delete_unknown_id`, `tool_delete_unknown_id`.
pub(crate) fn unknown_organizer_to_delete(kind: OrganizerKind) -> Answer {
    match kind {
        OrganizerKind::Tag => Answer::detail(StatusCode::BAD_REQUEST, "Bad Request"),
        OrganizerKind::Category | OrganizerKind::Tool => {
            Answer::problem(StatusCode::NOT_FOUND, UNEXPECTED, Some(NO_ROW))
        }
    }
}

/// What a rename answers: a tag with a list of recipes that is always empty, a category with three keys, a tool.
/// Mealie 3.10.2; seen `organizers/tag_update`, `category_update`, `tool_update`.
pub(crate) fn renamed_organizer(organizer: &Organizer) -> Value {
    match organizer.kind {
        OrganizerKind::Tag => shapes::organizer_with_recipes(organizer, Vec::new()),
        OrganizerKind::Category => shapes::category_summary(organizer),
        OrganizerKind::Tool => shapes::organizer(organizer),
    }
}

/// What a delete answers: nothing, but for a tool.
/// Mealie 3.10.2; seen `organizers/*_delete_as_other_household_user`.
pub(crate) fn deleted_organizer(organizer: &Organizer) -> Value {
    match organizer.kind {
        OrganizerKind::Tag | OrganizerKind::Category => Value::Null,
        OrganizerKind::Tool => shapes::organizer(organizer),
    }
}

/// The tags or categories without a recipe: those of *all groups*, and tags in snake case, straight from the table.
/// Mealie 3.10.2, `RepositoryTags.get_empty`; seen `organizers/tag_empty`, `category_empty`.
pub(crate) fn organizers_without_recipes(kitchen: &Kitchen, kind: OrganizerKind) -> Vec<Value> {
    let is_used = |organizer: &Organizer| {
        let shelf_of = |recipe: &crate::store::Recipe| {
            recipe.tags.contains(&organizer.id) || recipe.categories.contains(&organizer.id)
        };
        kitchen.recipes.iter().any(shelf_of)
    };
    let empty = kitchen.organizers.iter().filter(|organizer| organizer.kind == kind && !is_used(organizer));
    let shape = if kind == OrganizerKind::Tag { shapes::tag_row } else { shapes::organizer };
    empty.map(shape).collect()
}

/// Whether a user may create, rename, merge or delete tags, categories and foods. The flag `canOrganize` is kept from
/// the start, but nothing looks at it before 3.19; tools, units and labels stay open even then.
/// Mealie 3.10.2 lets everybody; seen `organizers/*_as_limited_user`. The check of later versions: read.
pub(crate) fn may_organize(kitchen: &Kitchen, user: &User) -> Result<(), Answer> {
    if user.can_organize || !kitchen.instance.is_at_least(3, 19) {
        return Ok(());
    }
    Err(Answer::detail(StatusCode::FORBIDDEN, "Forbidden"))
}
