//! `queryFilter=`: the little language of Mealie, read and applied as Mealie does it.
//! Never stricter than the original: garbage without an operator is a filter that nothing passes.

mod parse;

use std::cmp::Ordering;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use uuid::Uuid;

use axum::http::StatusCode;

use parse::{Given, Logic, Part, Relation, parse};

pub(crate) use parse::parts_json;
pub(crate) use parse::snake_case;

use super::columns::{Cell, Kind};
use super::related::{Hop, NoWay, Placed, Way, own_cell, way};
use crate::quirks;
use crate::reply::Answer;
use crate::store::{Kitchen, Recipe};

/// Most tests in one filter: SQLite refuses an expression deeper than this, and Mealie does not catch that.
const MOST_TESTS: usize = 1000;

/// What is wrong with a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// 400 with this text.
    Refused(String),
    /// Mealie does not catch it: bare 500.
    Uncaught,
}

impl From<Trouble> for Answer {
    fn from(trouble: Trouble) -> Answer {
        match trouble {
            Trouble::Refused(text) => Answer::detail(StatusCode::BAD_REQUEST, text),
            Trouble::Uncaught => quirks::uncaught(),
        }
    }
}

/// What the validator of a filter that is to be kept says of it, if it says anything (cookbooks and plan rules). What
/// is wrong with its letters is told as it is, and whatever else is wrong in one sentence for all of it; how many tests
/// there are is not looked at.
///
/// # Errors
/// A bare 500 where not even the validator catches it.
pub(crate) fn unfit<R: Placed>(filter: &str, now: DateTime) -> Result<Option<String>, Answer> {
    match parse(filter, now) {
        Err(Trouble::Refused(text)) => Ok(Some(text)),
        Err(trouble @ Trouble::Uncaught) => Err(trouble.into()),
        Ok(parts) => Ok(Filter::built::<R>(&parts).err().map(|_| "Invalid query filter string".into())),
    }
}

/// How many recipes of the cook's group a filter finds, as `GET /api/recipes` counts them for a cookbook that keeps it;
/// nothing where Mealie refuses it. For tests of what a filter can give away.
pub fn recipes_matching(kitchen: &Kitchen, filter: &str) -> Option<usize> {
    let filter = Filter::new::<Recipe>(filter, kitchen.local_time()).ok()?;
    let (cook, group) = (kitchen.cook().id, kitchen.group.id);
    let of_the_group = kitchen.recipes.iter().filter(|recipe| kitchen.group_of(recipe.user_id) == group);
    Some(of_the_group.filter(|recipe| filter.passes(kitchen, *recipe, Some(cook)) > 0).count())
}

/// A value, made comparable with a column.
#[derive(Debug, Clone, PartialEq)]
enum Wanted {
    Null,
    Cell(Cell),
    /// Text against a number: SQLite sorts every text behind every number.
    BehindAllNumbers,
}

fn wanted(kind: Kind, relation: Relation, text: &str) -> Result<Wanted, Trouble> {
    let refused = |text: String| Err(Trouble::Refused(format!("invalid query string{text}")));
    if matches!(relation, Relation::Like | Relation::NotLike) && kind != Kind::Text {
        return refused(format!(": \"{}\" can only be used with string columns", relation.word()));
    }
    let cell = match kind {
        Kind::Text => Cell::Text(text.to_lowercase()),
        Kind::Id => match quirks::uuid_in_any_spelling(text) {
            Some(id) => Cell::Id(id),
            None => return refused(format!(": invalid UUID '{text}'")),
        },
        Kind::Flag => match text.to_lowercase().chars().next() {
            Some(first) => Cell::Flag(first == 't' || first == 'y' || text == "1"),
            None => return refused(String::new()),
        },
        Kind::Number => match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Cell::Number(number),
            _ => return Ok(Wanted::BehindAllNumbers),
        },
        Kind::Day | Kind::Moment => match when(text) {
            Some(when) if kind == Kind::Day => Cell::Day(when.date()),
            Some(when) => match when.to_zoned(TimeZone::UTC) {
                Ok(zoned) => Cell::Moment(zoned.timestamp()),
                Err(_) => return Err(Trouble::Uncaught),
            },
            None => return refused(format!(": unknown date or datetime format '{text}'")),
        },
    };
    Ok(Wanted::Cell(cell))
}

/// A date or a time in the ISO ways of writing it. (Mealie takes more, such as `1 March 2026`.)
fn when(text: &str) -> Option<DateTime> {
    let text = text.trim();
    let moment = text.parse::<Timestamp>().ok().map(|moment| moment.to_zoned(TimeZone::UTC).datetime());
    moment.or_else(|| text.parse::<DateTime>().ok()).or_else(|| text.parse::<Date>().ok().map(DateTime::from))
}

/// A filter that is ready for the rows of one kind.
pub(super) struct Filter {
    /// The tables beside that of the rows, each hung on one before it; 0 is that of the rows.
    joins: Vec<Join>,
    tests: Vec<Ready>,
    passes: Option<Tree>,
    names_a_table_twice: bool,
}

struct Join {
    onto: usize,
    hop: Hop,
}

struct Ready {
    way: Way,
    /// The table that its column is of.
    place: usize,
    relation: Relation,
    wanted: Vec<Wanted>,
}

enum Tree {
    Test(usize),
    Both(Logic, Box<Tree>, Box<Tree>),
}

/// Every model of Mealie's database layer has these attributes, and they are no columns.
/// Mealie 3.10.2; seen `pagination/qf_method_attr`; the others measured.
const OF_THE_FRAMEWORK: [&str; 3] = ["metadata", "registry", "update"];

impl Filter {
    pub(super) fn new<R: Placed>(filter: &str, now: DateTime) -> Result<Filter, Trouble> {
        let filter = Filter::built::<R>(&parse(filter, now)?)?;
        // The database refuses what the filter makes of it, and nobody catches that.
        let too_much = filter.tests.len() > MOST_TESTS || filter.names_a_table_twice;
        if too_much { Err(Trouble::Uncaught) } else { Ok(filter) }
    }

    fn built<R: Placed>(parts: &[Part]) -> Result<Filter, Trouble> {
        let (mut joins, mut tests) = (Vec::new(), Vec::new());
        for part in parts {
            let Part::Test(test) = part else { continue };
            let attribute = test.attribute.as_str();
            let way = way::<R>(attribute).map_err(|no_way| match no_way {
                NoWay::ToRows => Trouble::Uncaught,
                NoWay::Nowhere if OF_THE_FRAMEWORK.contains(&attribute) => Trouble::Uncaught,
                NoWay::Nowhere => Trouble::Refused(format!(
                    "invalid attribute string: '{attribute}' does not exist on this schema"
                )),
            })?;
            let read = |text: &String| wanted(way.kind, test.relation, text);
            let wanted = match &test.given {
                Given::Null => vec![Wanted::Null],
                Given::One(text) => vec![read(text)?],
                Given::Many(values) => values.iter().map(read).collect::<Result<_, _>>()?,
            };
            // Mealie 3.10.2 asks a column of the row itself for its rows; measured.
            if test.relation == Relation::ContainsAll && way.hops.is_empty() && wanted.len() > 1 {
                return Err(Trouble::Uncaught);
            }
            let place = way.hops.iter().fold(0, |onto, hop| joined(&mut joins, onto, hop));
            tests.push(Ready { way, place, relation: test.relation, wanted });
        }
        let tables: Vec<_> = joins.iter().map(|join| join.hop.table).chain([R::TABLE]).collect();
        let names_a_table_twice = tables
            .iter()
            .enumerate()
            .any(|(at, table)| tables.iter().skip(at + 1).any(|other| other == table));
        Ok(Filter { joins, tests, passes: tree(parts)?, names_a_table_twice })
    }

    /// How often a row passes: once, or once for each combination of related rows that does.
    pub(super) fn passes<R: Placed>(&self, kitchen: &Kitchen, row: &R, seen_by: Option<Uuid>) -> usize {
        // Mealie 3.10.2: without a test there is nothing to be true, so that `hello world` finds nothing.
        let Some(tree) = &self.passes else { return 0 };
        let of_the_whole_row: Vec<Vec<Cell>> = self
            .tests
            .iter()
            .map(|test| if test.looks_at_all() { test.way.cells(kitchen, row, seen_by) } else { Vec::new() })
            .collect();
        let joins: Vec<(usize, &Hop)> = self.joins.iter().map(|join| (join.onto, &join.hop)).collect();
        quirks::joined_rows(kitchen, row.place(), &joins, &mut |chosen| {
            holds(tree, &|test| {
                let (ready, all) = (&self.tests[test], &of_the_whole_row[test]);
                let place = chosen.get(ready.place).copied().flatten();
                let cell =
                    place.map_or(Cell::Null, |place| own_cell(place, kitchen, &ready.way.column, seen_by));
                ready.holds(&cell, all)
            })
        })
    }
}

/// The number of the table that this hop leads to from another, which is joined once however often it is named.
fn joined(joins: &mut Vec<Join>, onto: usize, hop: &Hop) -> usize {
    let known = joins.iter().position(|join| join.onto == onto && join.hop == *hop);
    1 + known.unwrap_or_else(|| {
        joins.push(Join { onto, hop: hop.clone() });
        joins.len() - 1
    })
}

impl Ready {
    /// Whether it is not about one related row, but about all of them.
    fn looks_at_all(&self) -> bool {
        match self.relation {
            Relation::NotIn => !self.way.hops.is_empty(),
            Relation::ContainsAll => self.wanted.len() > 1,
            _ => false,
        }
    }

    fn holds(&self, cell: &Cell, all: &[Cell]) -> bool {
        let is = |cell: &Cell, wanted: &Wanted| compare(cell, wanted) == Some(Ordering::Equal);
        let is_any = |cell: &Cell| self.wanted.iter().any(|wanted| is(cell, wanted));
        match self.relation {
            Relation::In => is_any(cell),
            // Over a relation it is the row that must not have any of them; NULL passes then.
            Relation::NotIn if self.looks_at_all() => !all.iter().any(is_any),
            Relation::NotIn => *cell != Cell::Null && !is_any(cell),
            Relation::ContainsAll if self.looks_at_all() => {
                self.wanted.iter().all(|wanted| all.iter().any(|cell| is(cell, wanted)))
            }
            Relation::ContainsAll => is_any(cell),
            relation => self.wanted.first().is_some_and(|wanted| relates(relation, cell, wanted)),
        }
    }
}

fn holds(tree: &Tree, test: &dyn Fn(usize) -> bool) -> bool {
    match tree {
        Tree::Test(at) => test(*at),
        Tree::Both(Logic::And, left, right) => holds(left, test) && holds(right, test),
        Tree::Both(Logic::Or, left, right) => holds(left, test) || holds(right, test),
    }
}

fn relates(relation: Relation, cell: &Cell, wanted: &Wanted) -> bool {
    match (relation, wanted) {
        (Relation::Is, _) => *cell == Cell::Null,
        (Relation::IsNot, _) => *cell != Cell::Null,
        (Relation::Like | Relation::NotLike, Wanted::Cell(Cell::Text(pattern))) => match cell {
            Cell::Text(text) => {
                let pattern: Vec<char> = pattern.chars().collect();
                let text: Vec<char> = text.to_ascii_lowercase().chars().collect();
                is_like(&text, &pattern) == (relation == Relation::Like)
            }
            _ => false,
        },
        _ => compare(cell, wanted).is_some_and(|order| match relation {
            Relation::Equal => order == Ordering::Equal,
            Relation::NotEqual => order != Ordering::Equal,
            Relation::Greater => order == Ordering::Greater,
            Relation::Less => order == Ordering::Less,
            Relation::GreaterOrEqual => order != Ordering::Less,
            Relation::LessOrEqual => order != Ordering::Greater,
            _ => false,
        }),
    }
}

/// How a cell stands to a value; `None` where SQL says NULL.
fn compare(cell: &Cell, wanted: &Wanted) -> Option<Ordering> {
    let wanted = match wanted {
        Wanted::Cell(wanted) => wanted,
        Wanted::BehindAllNumbers => return (*cell != Cell::Null).then_some(Ordering::Less),
        Wanted::Null => return None,
    };
    match (cell, wanted) {
        (Cell::Text(text), Cell::Text(wanted)) => Some(text.to_ascii_lowercase().as_str().cmp(wanted)),
        (Cell::Id(id), Cell::Id(wanted)) => Some(id.cmp(wanted)),
        (Cell::Flag(flag), Cell::Flag(wanted)) => Some(flag.cmp(wanted)),
        (Cell::Number(number), Cell::Number(wanted)) => number.partial_cmp(wanted),
        (Cell::Day(day), Cell::Day(wanted)) => Some(day.cmp(wanted)),
        (Cell::Moment(moment), Cell::Moment(wanted)) => Some(moment.cmp(wanted)),
        _ => None,
    }
}

/// SQL's LIKE: `%` is any text, `_` is any letter. Goes back to the last `%` only, so that it takes linear space and
/// at worst quadratic time.
fn is_like(text: &[char], pattern: &[char]) -> bool {
    let (mut at, mut wanted, mut retry) = (0, 0, None);
    while at < text.len() {
        match pattern.get(wanted) {
            Some('%') => {
                retry = Some((wanted, at));
                wanted += 1;
            }
            Some(letter) if *letter == '_' || *letter == text[at] => {
                at += 1;
                wanted += 1;
            }
            _ => match retry {
                Some((percent, from)) => {
                    retry = Some((percent, from + 1));
                    (at, wanted) = (from + 1, percent + 1);
                }
                None => return false,
            },
        }
    }
    pattern[wanted..].iter().all(|letter| *letter == '%')
}

/// Mealie 3.10.2, `QueryFilterBuilder.filter_query`: a stack of groups and one stack of AND and OR for all of them.
fn tree(parts: &[Part]) -> Result<Option<Tree>, Trouble> {
    let (mut group, mut groups, mut logic, mut tests) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for part in parts {
        match part {
            Part::Open => groups.push(std::mem::take(&mut group)),
            Part::Close => {
                let whole = quirks::joined_from_the_right(std::mem::take(&mut group), &mut logic, both);
                // A group that was never opened: the stack is empty, and nobody catches that.
                group = groups.pop().ok_or(Trouble::Uncaught)?;
                group.extend(whole);
            }
            Part::Logic(word) => logic.push(*word),
            Part::Test(_) => {
                group.push(Tree::Test(tests));
                tests += 1;
            }
        }
    }
    loop {
        let whole = quirks::joined_from_the_right(std::mem::take(&mut group), &mut logic, both);
        match groups.pop() {
            None => return Ok(whole),
            Some(outer) => {
                group = outer;
                group.extend(whole);
            }
        }
    }
}

fn both(logic: Logic, left: Tree, right: Tree) -> Tree {
    Tree::Both(logic, Box::new(left), Box::new(right))
}
