//! `queryFilter=`: the little language of Mealie, read and applied as Mealie does it.
//! Never stricter than the original: garbage without an operator is a filter that nothing passes.

mod parse;

use std::cmp::Ordering;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use axum::http::StatusCode;

use parse::{Given, Logic, Part, Relation, parse};

pub(crate) use parse::parts_json;
pub(crate) use parse::snake_case;

use super::columns::{Cell, Kind, Row};
use crate::quirks;
use crate::reply::Answer;
use crate::store::Kitchen;

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
    tests: Vec<Ready>,
    passes: Option<Tree>,
}

struct Ready {
    column: String,
    relation: Relation,
    wanted: Vec<Wanted>,
}

enum Tree {
    Test(usize),
    Both(Logic, Box<Tree>, Box<Tree>),
}

/// Every model of Mealie's database layer has this attribute, and it is no column.
/// Mealie 3.10.2; seen `pagination/qf_method_attr`.
const OF_THE_FRAMEWORK: &str = "metadata";

impl Filter {
    pub(super) fn new<R: Row>(filter: &str) -> Result<Filter, Trouble> {
        let parts = parse(filter)?;
        let mut tests = Vec::new();
        for part in &parts {
            let Part::Test(test) = part else { continue };
            let attribute = &test.attribute;
            let Some(kind) = R::kind(attribute) else {
                return Err(match attribute.as_str() {
                    OF_THE_FRAMEWORK => Trouble::Uncaught,
                    _ => Trouble::Refused(format!(
                        "invalid attribute string: '{attribute}' does not exist on this schema"
                    )),
                });
            };
            let wanted = match &test.given {
                Given::Null => vec![Wanted::Null],
                Given::One(text) => vec![wanted(kind, test.relation, text)?],
                Given::Many(values) => {
                    values.iter().map(|text| wanted(kind, test.relation, text)).collect::<Result<_, _>>()?
                }
            };
            tests.push(Ready { column: test.attribute.clone(), relation: test.relation, wanted });
        }
        if tests.len() > MOST_TESTS {
            return Err(Trouble::Uncaught);
        }
        Ok(Filter { tests, passes: tree(&parts)? })
    }

    /// How often a row passes: once, or once for each combination of related rows that does.
    pub(super) fn passes<R: Row>(&self, kitchen: &Kitchen, row: &R) -> usize {
        // Mealie 3.10.2: without a test there is nothing to be true, so that `hello world` finds nothing.
        let Some(tree) = &self.passes else { return 0 };
        let cells: Vec<Vec<Cell>> = self
            .tests
            .iter()
            .map(|test| row.cells(kitchen, &test.column))
            .map(|cells| if cells.is_empty() { vec![Cell::Null] } else { cells })
            .collect();
        quirks::joined_rows(&self.relations(), &cells)
            .filter(|chosen| holds(tree, &|test| self.test_holds(test, &cells, chosen)))
            .count()
    }

    /// For each test the number of the relation it looks at: tests on one relation look at the same related row.
    fn relations(&self) -> Vec<usize> {
        let name = |test: &Ready| test.column.split_once('.').map(|(relation, _)| relation.to_owned());
        let names: Vec<_> = self.tests.iter().map(name).collect();
        names
            .iter()
            .enumerate()
            .map(|(at, own)| names.iter().position(|other| own.is_some() && other == own).unwrap_or(at))
            .collect()
    }

    fn test_holds(&self, test: usize, cells: &[Vec<Cell>], chosen: &[usize]) -> bool {
        let (ready, all) = (&self.tests[test], &cells[test]);
        let cell = &all[chosen[test]];
        let equals =
            |cell: &Cell| ready.wanted.iter().any(|wanted| compare(cell, wanted) == Some(Ordering::Equal));
        match ready.relation {
            Relation::In => equals(cell),
            // Over a relation it is the row that must not have any of them; NULL passes then.
            Relation::NotIn if ready.column.contains('.') => !all.iter().any(equals),
            Relation::NotIn => *cell != Cell::Null && !equals(cell),
            Relation::ContainsAll if ready.wanted.len() == 1 => equals(cell),
            Relation::ContainsAll => ready
                .wanted
                .iter()
                .all(|wanted| all.iter().any(|cell| compare(cell, wanted) == Some(Ordering::Equal))),
            relation => ready.wanted.first().is_some_and(|wanted| relates(relation, cell, wanted)),
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
