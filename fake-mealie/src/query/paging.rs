//! Pages: what the query says about them, which rows are on one, and the envelope around them.
//! Never trusts a number: pages and sizes may be negative, zero or huge, as Mealie allows.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use uuid::Uuid;

use super::columns::Cell;
use super::filter::{Filter, snake_case};
use super::related::Placed;
use super::search::Searched;
use crate::door::Asked;
use crate::pydantic::Problems;
use crate::quirks;
use crate::reply::Answer;
use crate::store::Kitchen;

/// What a list does when `orderBy=random` comes without a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeedRule {
    /// The recipe list: 422.
    Checked,
    /// Every other list: bare 500.
    Unchecked,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nulls {
    First,
    Last,
}

/// What the query says about pages, order and filter.
#[derive(Debug, Clone)]
pub(crate) struct Paging {
    page: i64,
    per_page: i64,
    order_by: Option<String>,
    nulls: Option<Nulls>,
    direction: Direction,
    pub(crate) query_filter: Option<String>,
    /// The filter of the cookbook that is open.
    cookbook: Option<String>,
    /// The user whose own view of the rows counts, where rows have one.
    seen_by: Option<Uuid>,
    seed: Option<String>,
}

impl Paging {
    /// Everything that passes a filter, on one page and in no order that anybody could foresee.
    pub(crate) fn random(query_filter: String, seed: String) -> Paging {
        let order_by = Some("random".into());
        Paging { order_by, query_filter: Some(query_filter), seed: Some(seed), ..Paging::all() }
    }

    /// Everything on one page, newest first.
    pub(crate) fn all() -> Paging {
        Paging {
            page: 1,
            per_page: -1,
            order_by: None,
            nulls: None,
            direction: Direction::Down,
            query_filter: None,
            cookbook: None,
            seen_by: None,
            seed: None,
        }
    }

    /// Reads the query. Only camel case counts; other spellings are ignored, not refused.
    pub(crate) fn read(asked: &Asked, rule: SeedRule, problems: &mut Problems) -> Result<Paging, Answer> {
        let mut paging = Paging::read_order(asked, problems);
        paging.page = problems.whole_number("page", asked.query_value("page"), 1);
        paging.per_page = problems.whole_number("perPage", asked.query_value("perPage"), 50);
        if problems.is_empty() && problems.too_big_for_the_database() {
            return Err(quirks::uncaught());
        }
        if problems.is_empty() {
            paging.check_seed(rule)?;
        }
        Ok(paging)
    }

    /// As [`read`](Self::read), for a list that has no pages.
    pub(crate) fn read_order(asked: &Asked, problems: &mut Problems) -> Paging {
        let text = |name: &str| asked.query_value(name).map(str::to_owned);
        let mut paging = Paging::all();
        let positions = [("first", Nulls::First), ("last", Nulls::Last)];
        paging.nulls =
            problems.one_of("orderByNullPosition", asked.query_value("orderByNullPosition"), &positions);
        let directions = [("asc", Direction::Up), ("desc", Direction::Down)];
        if let Some(direction) =
            problems.one_of("orderDirection", asked.query_value("orderDirection"), &directions)
        {
            paging.direction = direction;
        }
        paging.order_by = text("orderBy");
        paging.query_filter = text("queryFilter");
        paging.seed = text("paginationSeed");
        paging
    }

    /// `orderBy=random` needs a seed.
    pub(crate) fn check_seed(&self, rule: SeedRule) -> Result<(), Answer> {
        let seedless = self.seed.as_deref().unwrap_or_default().is_empty();
        if self.order_by.as_deref() != Some("random") || !seedless {
            return Ok(());
        }
        Err(match rule {
            SeedRule::Checked => quirks::random_without_a_seed(self.seed.as_deref()),
            SeedRule::Unchecked => quirks::uncaught(),
        })
    }

    /// Filters and sorts by what this user sees: an own rating before the mean, the own household's last time.
    pub(crate) fn seen_by(self, user_id: Uuid) -> Paging {
        Paging { seen_by: Some(user_id), ..self }
    }

    /// Keeps to the filter of a cookbook as well. The links to other pages do not show it.
    pub(crate) fn keep_to_cookbook(&mut self, filter: &str) {
        self.cookbook = Some(filter.to_owned());
    }

    /// What rows have to pass. Beside a cookbook without a filter, a filter of the query is forgotten (Mealie 3.10.2,
    /// `RepositoryRecipes.page_all`; read).
    fn whole_filter(&self) -> Option<String> {
        let given = self.query_filter.as_deref().filter(|filter| !filter.is_empty());
        let whole = match (given, self.cookbook.as_deref()) {
            (Some(given), Some(kept)) if !kept.is_empty() => format!("({given}) AND ({kept})"),
            (_, Some(kept)) => kept.to_owned(),
            (given, None) => given?.to_owned(),
        };
        Some(whole).filter(|filter| !filter.is_empty())
    }

    /// By the time the rows were made if nothing is said, in the direction that is said.
    pub(crate) fn or_by_age(mut self) -> Paging {
        self.order_by = self.order_by.filter(|order_by| !order_by.is_empty()).or(Some("created_at".into()));
        self
    }
}

/// Where the links to the next and the previous page lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    /// The recipe list: with the query as it came, without what was not said.
    AsAsked(&'static str),
    /// Most lists: the paging alone, with `None` for what was not said.
    PagingOnly(&'static str),
    /// The meal plan: no links.
    Never,
}

/// One page, ready but for the shape of its items.
pub(crate) struct Envelope<'k, R> {
    pub(crate) rows: Vec<&'k R>,
    page: i64,
    per_page: i64,
    total: i64,
    total_pages: i64,
    next: Option<String>,
    previous: Option<String>,
}

impl<R> Envelope<'_, R> {
    pub(crate) fn json(self, shape: impl Fn(&R) -> Value) -> Value {
        json!({
            "page": self.page,
            "per_page": self.per_page,
            "total": self.total,
            "total_pages": self.total_pages,
            "items": self.rows.into_iter().map(shape).collect::<Vec<_>>(),
            "next": self.next,
            "previous": self.previous,
        })
    }
}

/// Finds, filters, sorts and cuts.
pub(crate) fn page<'k, R: Placed>(
    kitchen: &'k Kitchen,
    rows: impl Iterator<Item = &'k R>,
    paging: &Paging,
    searched: Option<&Searched<R>>,
    links: Links,
    asked: &Asked,
) -> Result<Envelope<'k, R>, Answer> {
    let mut joined = joined_rows(kitchen, rows, paging, searched)?;
    let total = i64::try_from(joined.len()).unwrap_or(i64::MAX);
    let per_page = if paging.per_page == -1 { total } else { paging.per_page };
    let total_pages = pages(total, per_page);
    let page = if paging.page == -1 { total_pages } else { paging.page }.max(1);

    sort(kitchen, &mut joined, paging, searched)?;
    let Some(offset) = (page - 1).checked_mul(per_page) else { return Err(quirks::uncaught()) };
    // SQLite takes a negative limit for none and a negative offset for 0.
    let limit =
        if paging.per_page == -1 { usize::MAX } else { usize::try_from(per_page).unwrap_or(usize::MAX) };
    let rows = quirks::page_of_joined_rows(joined, usize::try_from(offset).unwrap_or(0), limit);

    let link = |page: i64| match links {
        Links::Never => None,
        Links::AsAsked(route) => Some(link_as_asked(route, paging, page, asked)),
        Links::PagingOnly(route) => Some(link_paging_only(route, paging, page, per_page)),
    };
    let next = (page < total_pages).then(|| link(page + 1)).flatten();
    let previous = (page > 1).then(|| link(page - 1)).flatten();
    Ok(Envelope { rows, page, per_page, total, total_pages, next, previous })
}

/// The rows that pass, each with how many joined rows it stands on.
fn joined_rows<'k, R: Placed>(
    kitchen: &Kitchen,
    rows: impl Iterator<Item = &'k R>,
    paging: &Paging,
    searched: Option<&Searched<R>>,
) -> Result<Vec<(&'k R, usize)>, Answer> {
    let filter = match paging.whole_filter() {
        None => None,
        Some(filter) => Some(Filter::new::<R>(&filter, kitchen.local_time())?),
    };
    let mut joined = Vec::new();
    for row in rows {
        if searched.is_some_and(|searched| !(searched.finds)(row, &searched.search)) {
            continue;
        }
        let times = filter.as_ref().map_or(1, |filter| filter.passes(kitchen, row, paging.seen_by));
        if times > 0 {
            joined.push((row, times));
        }
    }
    Ok(joined)
}

/// Filters and sorts, and leaves the cutting to who asks.
pub(crate) fn filtered<'k, R: Placed>(
    kitchen: &Kitchen,
    rows: impl Iterator<Item = &'k R>,
    paging: &Paging,
) -> Result<Vec<(&'k R, usize)>, Answer> {
    let mut joined = joined_rows(kitchen, rows, paging, None)?;
    sort(kitchen, &mut joined, paging, None)?;
    Ok(joined)
}

/// Rounded up; no pages of size 0.
fn pages(total: i64, per_page: i64) -> i64 {
    match (total.checked_div(per_page), total.checked_rem(per_page)) {
        (Some(pages), Some(rest)) if rest != 0 && per_page > 0 => pages + 1,
        (Some(pages), _) => pages,
        (None, _) => 0,
    }
}

fn sort<R: Placed>(
    kitchen: &Kitchen,
    rows: &mut [(&R, usize)],
    paging: &Paging,
    searched: Option<&Searched<R>>,
) -> Result<(), Answer> {
    // Stable sorts, the most important last: rows that are equal stay in the order they came in, as in practice.
    let order_by = paging.order_by.as_deref().filter(|order_by| !order_by.is_empty());
    match order_by {
        None if searched.is_some() => {}
        None => rows.sort_by_key(|(row, _)| std::cmp::Reverse(row.created_at())),
        Some("random") => {
            let seed = paging.seed.as_deref().unwrap_or_default();
            rows.sort_by_cached_key(|(row, _)| shuffled(seed, &row.cell(kitchen, "id")));
        }
        Some(order_by) => {
            for (way, direction) in quirks::order_columns::<R>(order_by)?.into_iter().rev() {
                let direction =
                    direction.map_or(paging.direction, |up| if up { Direction::Up } else { Direction::Down });
                let cells = |row: &R| way.cells(kitchen, row, paging.seen_by);
                let key = |row: &R| cells(row).into_iter().next().unwrap_or(Cell::Null);
                rows.sort_by(|(left, _), (right, _)| {
                    compare(&key(left), &key(right), direction, paging.nulls)
                });
            }
        }
    }
    if let Some(searched) = searched {
        rows.sort_by_key(|(row, _)| !searched.search.is_in((searched.name)(row)));
    }
    Ok(())
}

fn shuffled(seed: &str, id: &Cell) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seed, format!("{id:?}")).hash(&mut hasher);
    hasher.finish()
}

/// Text by its letters in lower case (ASCII only, as SQLite folds), the rest by its value. NULL is the smallest.
fn compare(left: &Cell, right: &Cell, direction: Direction, nulls: Option<Nulls>) -> Ordering {
    let (left_null, right_null) = (*left == Cell::Null, *right == Cell::Null);
    if left_null || right_null {
        let nulls_first = match nulls {
            Some(Nulls::First) => true,
            Some(Nulls::Last) => false,
            None => direction == Direction::Up,
        };
        let order = right_null.cmp(&left_null);
        return if nulls_first { order } else { order.reverse() };
    }
    let order = match (left, right) {
        (Cell::Text(left), Cell::Text(right)) => left.to_ascii_lowercase().cmp(&right.to_ascii_lowercase()),
        (Cell::Id(left), Cell::Id(right)) => left.cmp(right),
        (Cell::Flag(left), Cell::Flag(right)) => left.cmp(right),
        (Cell::Number(left), Cell::Number(right)) => left.total_cmp(right),
        (Cell::Day(left), Cell::Day(right)) => left.cmp(right),
        (Cell::Moment(left), Cell::Moment(right)) => left.cmp(right),
        _ => Ordering::Equal,
    };
    if direction == Direction::Down { order.reverse() } else { order }
}

/// The name of a column in `orderBy`, with the direction behind it if there is one (`true` is up).
pub(crate) fn order_column(part: &str) -> Option<(String, Option<bool>)> {
    let part = part.trim();
    match part.split_once(':') {
        None => Some((snake_case(part), None)),
        Some((column, "asc")) => Some((snake_case(column), Some(true))),
        Some((column, "desc")) => Some((snake_case(column), Some(false))),
        Some(_) => None,
    }
}

impl Paging {
    /// Name and value of each parameter, in the order of Mealie's model.
    fn said(&self) -> [(&'static str, Option<String>); 5] {
        let nulls = self.nulls.map(|nulls| if nulls == Nulls::First { "first" } else { "last" });
        let direction = if self.direction == Direction::Up { "asc" } else { "desc" };
        [
            ("orderBy", self.order_by.clone()),
            ("orderByNullPosition", nulls.map(str::to_owned)),
            ("orderDirection", Some(direction.to_owned())),
            ("queryFilter", self.query_filter.clone()),
            ("paginationSeed", self.seed.clone()),
        ]
    }
}

fn link_as_asked(route: &str, paging: &Paging, page: i64, asked: &Asked) -> String {
    let said = paging.said().into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let mut pairs: Vec<(String, String)> = said.collect();
    pairs.push(("page".into(), page.to_string()));
    pairs.push(("perPage".into(), paging.per_page.to_string()));
    for (name, value) in &asked.query {
        // Mealie 3.10.2: a name is turned into camel case, and one that comes twice keeps its last value only.
        let name = camel_case(name);
        if name == "page" {
            continue;
        }
        match pairs.iter_mut().find(|(known, _)| *known == name) {
            Some(pair) => pair.1.clone_from(value),
            None => pairs.push((name, value.clone())),
        }
    }
    joined(route, &pairs)
}

fn camel_case(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    let mut after_underscore = false;
    for letter in name.chars() {
        if letter == '_' && !camel.is_empty() {
            after_underscore = true;
        } else if std::mem::take(&mut after_underscore) {
            camel.extend(letter.to_uppercase());
        } else {
            camel.push(letter);
        }
    }
    camel
}

fn link_paging_only(route: &str, paging: &Paging, page: i64, per_page: i64) -> String {
    let said = paging.said().into_iter();
    let mut pairs: Vec<(String, String)> =
        said.map(|(name, value)| (name.to_owned(), value.unwrap_or_else(|| "None".into()))).collect();
    pairs.push(("page".into(), page.to_string()));
    pairs.push(("perPage".into(), per_page.to_string()));
    joined(route, &pairs)
}

/// What Python's `quote_plus` leaves as it is; a blank becomes `+`.
const QUOTED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'_').remove(b'.').remove(b'-').remove(b'~').remove(b' ');

fn joined(route: &str, pairs: &[(String, String)]) -> String {
    let quoted = |text: &str| utf8_percent_encode(text, QUOTED).to_string().replace(' ', "+");
    let pairs: Vec<_> =
        pairs.iter().map(|(name, value)| format!("{}={}", quoted(name), quoted(value))).collect();
    format!("{route}?{}", pairs.join("&"))
}
