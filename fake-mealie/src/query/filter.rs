//! `queryFilter=`: the little language of Mealie, read and applied as Mealie does it.
//! Never stricter than the original: garbage without an operator is a filter that nothing passes.

use std::cmp::Ordering;
use std::iter::Peekable;
use std::str::Chars;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use serde_json::{Value, json};

use axum::http::StatusCode;

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

/// Words that compare. The order is that in which they are looked for: longer first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Is,
    IsNot,
    In,
    NotIn,
    ContainsAll,
    Like,
    NotLike,
    Equal,
    NotEqual,
    Greater,
    Less,
    GreaterOrEqual,
    LessOrEqual,
}

impl Relation {
    fn word(self) -> &'static str {
        match self {
            Relation::Is => "IS",
            Relation::IsNot => "IS NOT",
            Relation::In => "IN",
            Relation::NotIn => "NOT IN",
            Relation::ContainsAll => "CONTAINS ALL",
            Relation::Like => "LIKE",
            Relation::NotLike => "NOT LIKE",
            Relation::Equal => "=",
            Relation::NotEqual => "<>",
            Relation::Greater => ">",
            Relation::Less => "<",
            Relation::GreaterOrEqual => ">=",
            Relation::LessOrEqual => "<=",
        }
    }

    fn wants_a_list(self) -> bool {
        matches!(self, Relation::In | Relation::NotIn | Relation::ContainsAll)
    }
}

/// A value as it was written.
#[derive(Debug, Clone, PartialEq)]
enum Given {
    Null,
    One(String),
    Many(Vec<String>),
}

/// `attribute relation value`.
#[derive(Debug, Clone, PartialEq)]
struct Test {
    attribute: String,
    relation: Relation,
    given: Given,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Logic {
    And,
    Or,
}

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Open,
    Close,
    Logic(Logic),
    Test(Test),
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Open,
    Close,
    Quoted(String),
    List(Vec<String>),
    Sign(Relation),
    Word(String),
}

/// The parts of a cookbook's filter, as its JSON shows them. A filter that is none has no parts.
pub(crate) fn parts_json(filter: &str) -> Vec<Value> {
    let (mut shown, mut opened, mut logic) = (Vec::<Value>::new(), String::new(), None);
    for part in parse(filter).unwrap_or_default() {
        match part {
            Part::Open => opened.push('('),
            Part::Close => {
                if let Some(last) = shown.last_mut() {
                    let closed = last["rightParenthesis"].as_str().unwrap_or_default().to_owned() + ")";
                    last["rightParenthesis"] = closed.into();
                }
            }
            Part::Logic(word) => logic = Some(if word == Logic::And { "AND" } else { "OR" }),
            Part::Test(test) => shown.push(json!({
                "leftParenthesis": Some(std::mem::take(&mut opened)).filter(|opened| !opened.is_empty()),
                "rightParenthesis": null,
                "logicalOperator": logic.take(),
                "attributeName": test.attribute,
                "relationalOperator": test.relation.word(),
                "value": match test.given {
                    Given::Null => Value::Null,
                    Given::One(value) => value.into(),
                    Given::Many(values) => values.into(),
                },
            })),
        }
    }
    shown
}

fn parse(filter: &str) -> Result<Vec<Part>, Trouble> {
    let tokens = tokens(filter);
    let count = |wanted: &Token| tokens.iter().filter(|token| *token == wanted).count();
    if count(&Token::Open) != count(&Token::Close) {
        return Err(Trouble::Refused("invalid query string: parenthesis are unbalanced".into()));
    }
    let (mut parts, mut words, mut at) = (Vec::new(), Vec::<String>::new(), 0);
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            Token::Open => parts.push(Part::Open),
            Token::Close => parts.push(Part::Close),
            Token::Quoted(_) | Token::List(_) => {}
            Token::Word(word) if word.eq_ignore_ascii_case("and") => {
                words.clear();
                parts.push(Part::Logic(Logic::And));
            }
            Token::Word(word) if word.eq_ignore_ascii_case("or") => {
                words.clear();
                parts.push(Part::Logic(Logic::Or));
            }
            Token::Word(word) => match (words.is_empty(), keyword(&tokens, at - 1)) {
                (false, Some((relation, length))) => {
                    at += length - 1;
                    let (given, used) = value(&tokens, at);
                    at += used;
                    let attribute = std::mem::take(&mut words);
                    // Two words without quotes behind a keyword are not understood, and passed over.
                    if used < 2 {
                        parts.push(Part::Test(test(attribute, relation, given)?));
                    }
                }
                _ => words.push(word.clone()),
            },
            Token::Sign(relation) => {
                let (given, used) = value(&tokens, at);
                at += used;
                parts.push(Part::Test(test(std::mem::take(&mut words), *relation, given)?));
            }
        }
    }
    Ok(parts)
}

/// The keyword that begins at this token, and how many tokens it is long.
fn keyword(tokens: &[Token], at: usize) -> Option<(Relation, usize)> {
    let is = |offset: usize, wanted: &str| matches!(tokens.get(at + offset), Some(Token::Word(word)) if word.eq_ignore_ascii_case(wanted));
    let two = [
        ("is", "not", Relation::IsNot),
        ("not", "in", Relation::NotIn),
        ("contains", "all", Relation::ContainsAll),
        ("not", "like", Relation::NotLike),
    ];
    let one = [("is", Relation::Is), ("in", Relation::In), ("like", Relation::Like)];
    let long = two.into_iter().find(|(first, second, _)| is(0, first) && is(1, second));
    long.map(|(_, _, relation)| (relation, 2))
        .or_else(|| one.into_iter().find(|(word, _)| is(0, word)).map(|(_, relation)| (relation, 1)))
}

/// The value that begins at this token, and how many tokens it is long: something quoted, a list, or plain words.
fn value(tokens: &[Token], at: usize) -> (Option<Given>, usize) {
    match tokens.get(at) {
        // Mealie 3.10.2: the quotes come off again only if there is something between them.
        Some(Token::Quoted(text)) if text.is_empty() => (Some(Given::One("\"\"".into())), 1),
        Some(Token::Quoted(text)) => (Some(Given::One(text.clone())), 1),
        Some(Token::List(values)) => (Some(Given::Many(values.clone())), 1),
        // A bracket of the wrong kind is taken for a value, which it is not.
        Some(Token::Open) => (Some(Given::One("(".into())), 0),
        _ => {
            let plain = tokens.iter().skip(at).map_while(|token| match token {
                Token::Word(word) if !["and", "or"].iter().any(|logic| word.eq_ignore_ascii_case(logic)) => {
                    Some(word.as_str())
                }
                _ => None,
            });
            let words: Vec<_> = plain.collect();
            ((!words.is_empty()).then(|| Given::One(words.join(" "))), words.len())
        }
    }
}

fn test(words: Vec<String>, relation: Relation, given: Option<Given>) -> Result<Test, Trouble> {
    // Mealie 3.10.2: `name =` runs off the end of its list, and nobody catches that.
    let (Some(given), false) = (given, words.is_empty()) else { return Err(Trouble::Uncaught) };
    if relation.wants_a_list() && !matches!(given, Given::Many(_)) {
        let word = relation.word();
        // The missing blank is Mealie's.
        let text = format!("invalid query string: {word} must be given a list of valuesenclosed by [ and ]");
        return Err(Trouble::Refused(text));
    }
    let given = match (relation, given) {
        (Relation::Is | Relation::IsNot, Given::One(text))
            if ["null", "none"].iter().any(|null| text.eq_ignore_ascii_case(null)) =>
        {
            Given::Null
        }
        (Relation::Is | Relation::IsNot, given) => {
            let shown = match given {
                Given::One(text) => text,
                Given::Many(values) => format!("{values:?}"),
                Given::Null => String::new(),
            };
            let word = relation.word();
            return Err(Trouble::Refused(format!(
                "invalid query string: \"{word}\" can only be used with \"NULL\", not \"{shown}\""
            )));
        }
        (_, Given::One(text)) => Given::One(now_plus(text)?),
        (_, Given::Many(values)) => Given::Many(values.into_iter().map(now_plus).collect::<Result<_, _>>()?),
        (_, Given::Null) => Given::Null,
    };
    Ok(Test { attribute: snake_case(&words.concat()), relation, given })
}

/// `$NOW`, `$NOW-1d`: the server's time, plus or minus whole years, months, days, hours, minutes or seconds.
fn now_plus(text: String) -> Result<String, Trouble> {
    let Some(rest) = text.strip_prefix("$NOW") else { return Ok(text) };
    let refused = |what: &str| Trouble::Refused(format!("Invalid {what} in NOW string ({text})"));
    let now = Timestamp::now().to_zoned(TimeZone::UTC).datetime();
    let mut letters = rest.chars();
    let moment = match (letters.next(), letters.next_back()) {
        (None, _) => now,
        (Some(sign), Some(unit)) if !letters.as_str().is_empty() => {
            let amount: i64 = letters.as_str().parse().map_err(|_| refused("amount"))?;
            let amount = match sign {
                '+' => amount,
                '-' => -amount,
                _ => return Err(refused("operator")),
            };
            let span = match unit {
                'y' => Span::new().try_years(amount),
                'm' => Span::new().try_months(amount),
                'd' => Span::new().try_days(amount),
                'H' => Span::new().try_hours(amount),
                'M' => Span::new().try_minutes(amount),
                'S' => Span::new().try_seconds(amount),
                _ => return Err(refused("time unit")),
            };
            // Too far to be a date: Python's arithmetic raises what Mealie does not catch.
            span.and_then(|span| now.checked_add(span)).map_err(|_| Trouble::Uncaught)?
        }
        _ => return Err(refused("remainder")),
    };
    Ok(moment.to_string())
}

/// `recipeCategory` and `recipe_category` are one; `orgURL` is `org_url`.
pub(super) fn snake_case(name: &str) -> String {
    if name.chars().all(|letter| !letter.is_lowercase()) {
        return name.to_owned();
    }
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::with_capacity(name.len());
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let starts_word = before.is_some_and(|before| {
            before.is_lowercase() || before.is_ascii_digit() || {
                before.is_uppercase() && letters.get(at + 1).is_some_and(|after| after.is_lowercase())
            }
        });
        if letter.is_uppercase() && starts_word {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

fn tokens(filter: &str) -> Vec<Token> {
    let (mut tokens, mut letters) = (Vec::new(), filter.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            '(' => tokens.push(Token::Open),
            ')' => tokens.push(Token::Close),
            '"' => tokens.push(Token::Quoted(until(&mut letters, '"').trim().to_owned())),
            '[' => {
                let inside = until(&mut letters, ']');
                tokens.push(Token::List(inside.split(',').map(unquoted).collect()));
            }
            '<' | '>' | '=' => {
                let relation = match (letter, letters.peek()) {
                    ('<', Some('>')) => Relation::NotEqual,
                    ('<', Some('=')) => Relation::LessOrEqual,
                    ('>', Some('=')) => Relation::GreaterOrEqual,
                    ('<', _) => Relation::Less,
                    ('>', _) => Relation::Greater,
                    _ => Relation::Equal,
                };
                if relation.word().len() == 2 {
                    letters.next();
                }
                tokens.push(Token::Sign(relation));
            }
            blank if blank.is_whitespace() => {}
            first => {
                let mut word = String::from(first);
                while let Some(next) =
                    letters.next_if(|next| !next.is_whitespace() && !"()\"[<>=".contains(*next))
                {
                    word.push(next);
                }
                tokens.push(Token::Word(word));
            }
        }
    }
    tokens
}

/// Up to the letter that ends it, or to the end: an unclosed quote is tolerated.
fn until(letters: &mut Peekable<Chars<'_>>, end: char) -> String {
    letters.by_ref().take_while(|letter| *letter != end).collect()
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value).to_owned()
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

impl Filter {
    pub(super) fn new<R: Row>(filter: &str) -> Result<Filter, Trouble> {
        let parts = parse(filter)?;
        let mut tests = Vec::new();
        for part in &parts {
            let Part::Test(test) = part else { continue };
            let kind = R::kind(&test.attribute).ok_or_else(|| {
                let attribute = &test.attribute;
                Trouble::Refused(format!(
                    "invalid attribute string: '{attribute}' does not exist on this schema"
                ))
            })?;
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
