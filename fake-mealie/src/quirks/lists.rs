//! Surprises of lists: filters that vanish, pages that come up short, orders that crash.
//! Never sorts or filters by itself.

use axum::http::StatusCode;
use serde_json::json;
use uuid::Uuid;

use super::{uncaught, uuid_in_any_spelling};
use crate::query::{Hop, NoWay, Placed, Related, Way, behind, way};
use crate::reply::Answer;
use crate::store::Kitchen;

/// Hazard 8. Which organizers (or households) a filter of the recipe list means: UUIDs as they are, known or not, and
/// exact slugs. Anything else is dropped without a word, and a filter with nothing left is no filter at all: the
/// whole collection comes back. `None` is "no filter".
/// Mealie 3.10.2, `RepositoryRecipes._uuids_for_items`; seen `pagination/tags_by_name_dropped`,
/// `tags_unknown_slug_dropped`, `tags_unknown_uuid_empty`.
pub(crate) fn resolvable(asked: &[&str], by_slug: impl Fn(&str) -> Option<Uuid>) -> Option<Vec<Uuid>> {
    let ids: Vec<Uuid> =
        asked.iter().filter_map(|value| uuid_in_any_spelling(value).or_else(|| by_slug(value))).collect();
    (!ids.is_empty()).then_some(ids)
}

/// Foods are the exception: UUIDs only, and anything else is an error that nobody catches.
/// Mealie 3.10.2; seen `pagination/foods_name_500`.
pub(crate) fn foods_by_uuid(asked: &[&str]) -> Result<Option<Vec<Uuid>>, Answer> {
    let ids: Option<Vec<Uuid>> = asked.iter().map(|value| uuid_in_any_spelling(value)).collect();
    ids.map(|ids| (!ids.is_empty()).then_some(ids)).ok_or_else(uncaught)
}

/// `orderBy=random` without a seed on the recipe list: 422 whose `detail` is a list of texts, not of objects.
/// Mealie 3.10.2, `make_dependable`; seen `pagination/random_without_seed_422`, `random_with_empty_seed_422`.
pub(crate) fn random_without_a_seed(seed: Option<&str>) -> Answer {
    let input = if seed.is_some() { "''" } else { "None" };
    let text = format!(
        "dict: {{'type': 'value_error', 'loc': ('paginationSeed',), \
         'msg': 'Value error, paginationSeed is required when orderBy is random', 'input': {input}, \
         'ctx': {{'error': ValueError('paginationSeed is required when orderBy is random')}}, \
         'url': 'https://errors.pydantic.dev/2.12/v/value_error'}}"
    );
    Answer::json(StatusCode::UNPROCESSABLE_ENTITY, json!({ "detail": [text] }))
}

/// The columns of `orderBy`, each with its own direction if it has one. An unknown column or direction is 400; a
/// relation such as `tags` is an error that nobody catches.
/// Mealie 3.10.2; seen `pagination/order_unknown_*`, `order_relation_500`.
pub(crate) fn order_columns<R: Placed>(order_by: &str) -> Result<Vec<(Way, Option<bool>)>, Answer> {
    let refused = |part: &str| {
        let part = part.trim();
        let text = format!("Invalid order_by statement \"{order_by}\": \"{part}\" is invalid");
        Answer::detail(StatusCode::BAD_REQUEST, text)
    };
    order_by
        .split(',')
        .map(|part| {
            let (column, direction) = crate::query::order_column(part).ok_or_else(|| refused(part))?;
            match way::<R>(&column) {
                Ok(way) => Ok((way, direction)),
                Err(NoWay::ToRows) => Err(uncaught()),
                Err(NoWay::Nowhere) => Err(refused(part)),
            }
        })
        .collect()
}

/// A filter over a relation (tags, ingredients) is tested against each related row by itself, several relations
/// against each combination; where there is no related row, against one that is empty. For each table that is joined,
/// onto which one before it and how; 0 is that of the row. Gives how many combinations pass.
/// Mealie 3.10.2 joins the tables; seen `pagination/qf_and_or_groups`.
pub(crate) fn joined_rows<'k>(
    kitchen: &'k Kitchen,
    row: Related<'k>,
    joins: &[(usize, &Hop)],
    passes: &mut dyn FnMut(&[Option<Related<'k>>]) -> bool,
) -> usize {
    let mut chosen = vec![Some(row)];
    combined(kitchen, joins, &mut chosen, passes)
}

fn combined<'k>(
    kitchen: &'k Kitchen,
    joins: &[(usize, &Hop)],
    chosen: &mut Vec<Option<Related<'k>>>,
    passes: &mut dyn FnMut(&[Option<Related<'k>>]) -> bool,
) -> usize {
    let Some(((onto, hop), rest)) = joins.split_first() else { return usize::from(passes(chosen)) };
    let parent = chosen.get(*onto).copied().flatten();
    let found = parent.map(|row| behind(row, kitchen, hop)).unwrap_or_default();
    let found = if found.is_empty() { vec![None] } else { found.into_iter().map(Some).collect() };
    let mut times = 0;
    for one in found {
        chosen.push(one);
        times += combined(kitchen, rest, chosen, passes);
        chosen.pop();
    }
    times
}

/// A page is cut from the joined rows, though `total` counts records: with a filter over a relation pages come back
/// short, and a record may stand on two of them.
/// Mealie 3.10.2; seen `pagination/qf_contains_all`, `qf_contains_all_page_2_of_short_pages`.
pub(crate) fn page_of_joined_rows<R>(rows: Vec<(&R, usize)>, offset: usize, limit: usize) -> Vec<&R> {
    let mut page: Vec<&R> = Vec::new();
    let (mut at, end) = (0_usize, offset.saturating_add(limit));
    for (row, times) in rows {
        let after = at.saturating_add(times);
        if after > offset && at < end {
            page.push(row);
        }
        at = after;
    }
    page
}

/// AND and OR bind alike, and from the right: `a AND b OR c` is `a AND (b OR c)`.
/// Mealie 3.10.2, `QueryFilterBuilder._consolidate_group`; read.
pub(crate) fn joined_from_the_right<T, L>(
    group: Vec<T>,
    words: &mut Vec<L>,
    join: fn(L, T, T) -> T,
) -> Option<T> {
    let mut elements = group.into_iter().rev();
    let mut joined = elements.next()?;
    for element in elements {
        // More elements than words: the rest has nothing to be joined by.
        let Some(word) = words.pop() else { break };
        joined = join(word, element, joined);
    }
    Some(joined)
}
