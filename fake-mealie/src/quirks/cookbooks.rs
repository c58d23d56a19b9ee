//! Surprises of cookbooks.
//! Never says more than Mealie does.

use axum::http::StatusCode;
use uuid::Uuid;

use super::{uncaught, words};
use crate::reply::Answer;
use crate::slug::slugify;
use crate::store::{Cookbook, Kitchen};

/// How often Mealie tries another slug before it gives up.
const TRIES: usize = 10;

/// The slug of a cookbook: that of its name, with a number behind it if another of the group has it. After ten that are
/// taken it is over.
/// Mealie 3.10.2, `RepositoryCookbooks.create`; seen `cookbooks/create_duplicate_name_gets_suffix_slug`,
/// `create_duplicate_case`; the end of it: read.
pub(crate) fn cookbook_slug(
    kitchen: &Kitchen,
    book: &Cookbook,
    wanted: String,
    language: &str,
) -> Result<String, Answer> {
    let is_twin = |other: &Cookbook, slug: &str| {
        other.id != book.id && other.group_id == book.group_id && other.slug == slug
    };
    let numbered = (1..TRIES).map(|number| slugify(&format!("{} ({number})", book.name)));
    std::iter::once(wanted)
        .chain(numbered)
        .find(|slug| !kitchen.cookbooks.iter().any(|other| is_twin(other, slug)))
        .ok_or_else(|| refused(language, "No active exception to reraise"))
}

/// The slug that an update begins with: the one in the body if it is that of the name, with or without a number behind
/// it, and else that of the name. An update that says no slug takes the number off, unless it is needed.
/// Mealie 3.10.2, `RepositoryCookbooks.update`; seen `cookbooks/update_to_existing_name`; the sent slug: read.
pub(crate) fn slug_of_an_update(name: &str, sent: Option<&str>) -> String {
    let own = slugify(name);
    let fits = |slug: &&str| match slug.strip_prefix(own.as_str()) {
        Some("") => true,
        Some(rest) => rest.strip_prefix('-').is_some_and(|number| {
            // Python's `$` lets one line break pass.
            let number = number.strip_suffix('\n').unwrap_or(number);
            !number.is_empty() && number.chars().all(char::is_numeric)
        }),
        None => false,
    };
    sent.filter(fits).map_or_else(|| own.clone(), str::to_owned)
}

/// A cookbook is changed and deleted by its id alone, though it is read by its slug as well: another word is an error
/// that nobody catches on an update.
/// Mealie 3.10.2; seen `cookbooks/update_by_slug_500`, `errors/cookbook_put_by_slug_unknown`.
pub(crate) fn cookbook_id_of_an_update(text: &str) -> Result<Uuid, Answer> {
    super::uuid_in_any_spelling(text).ok_or_else(uncaught)
}

/// As [`cookbook_id_of_an_update`]; a delete answers with the statement that could not be made.
/// Mealie 3.10.2; seen `cookbooks/delete_by_slug`, `errors/cookbook_delete_bad_uuid`.
pub(crate) fn cookbook_id_of_a_delete(text: &str, language: &str) -> Result<Uuid, Answer> {
    super::uuid_in_any_spelling(text).ok_or_else(|| refused(language, NO_UUID))
}

const NO_UUID: &str = "(builtins.ValueError) badly formed hexadecimal UUID string\n[SQL: SELECT cookbooks.id, \
    cookbooks.position, cookbooks.group_id, cookbooks.household_id, cookbooks.name, cookbooks.slug, \
    cookbooks.description, cookbooks.public, cookbooks.query_filter_string, cookbooks.require_all_categories, \
    cookbooks.require_all_tags, cookbooks.require_all_tools, cookbooks.created_at, cookbooks.update_at, \
    households_1.id AS id_1, households_1.name AS name_1, households_1.slug AS slug_1, households_1.group_id AS \
    group_id_1, households_1.created_at AS created_at_1, households_1.update_at AS update_at_1 \nFROM cookbooks \
    LEFT OUTER JOIN households AS households_1 ON households_1.id = cookbooks.household_id \nWHERE \
    cookbooks.group_id = ? AND cookbooks.household_id = ? AND cookbooks.id = ?]\n[parameters: [{}]]";

fn refused(language: &str, exception: &str) -> Answer {
    Answer::problem(StatusCode::BAD_REQUEST, words(language).server_error, Some(exception))
}
