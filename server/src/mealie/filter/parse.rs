//! From words to the parts of a filter, by the grammar in `docs/cookbook-filters.md`. It is stricter than Mealie, which lets
//! much pass and then means something else.

use super::fields::{Field, Kind};
use super::words::{self, Is, Word};
use super::{Asks, Node, Test, Trouble, Value, What};

/// Brackets within brackets: more than any kitchen needs.
pub(super) const MOST_DEPTH: usize = 10;

/// The largest amount before or after `$NOW`, in any unit but years: Python's calendar ends with the year 9999.
pub(super) const MOST_NOW: u32 = 9999;
pub(super) const MOST_YEARS: u32 = 100;

/// Reads a filter whole; nothing but blanks is none.
pub(super) fn filter(text: &str) -> Result<Option<Node>, Trouble> {
    let words = words::of(text)?;
    if words.is_empty() {
        return Ok(None);
    }
    let end = text.chars().count() + 1;
    let mut reader = Reader { words: &words, place: 0, end };
    let node = reader.group(0)?;
    match reader.peek() {
        None => Ok(Some(node)),
        Some(_) => Err(reader.expected("AND, OR or the end")),
    }
}

struct Reader<'a> {
    words: &'a [Word],
    place: usize,
    /// Where the text ends, in characters from 1.
    end: usize,
}

/// AND or OR.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joins {
    All,
    Any,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&Is> {
        self.words.get(self.place).map(|word| &word.is)
    }

    fn at(&self) -> usize {
        self.words.get(self.place).map_or(self.end, |word| word.at)
    }

    fn expected(&self, what: &'static str) -> Trouble {
        Trouble::new(self.at(), What::Expected(what))
    }

    /// Steps over a word, if it is this one, in any case.
    fn takes(&mut self, wanted: &str) -> bool {
        let is = matches!(self.peek(), Some(Is::Bare(word)) if word.eq_ignore_ascii_case(wanted));
        self.place += usize::from(is);
        is
    }

    fn steps_over(&mut self, wanted: &Is) -> bool {
        let is = self.peek() == Some(wanted);
        self.place += usize::from(is);
        is
    }

    /// Tests, or groups in brackets, with AND or OR between them.
    fn group(&mut self, depth: usize) -> Result<Node, Trouble> {
        let mut nodes = vec![self.one(depth)?];
        let mut joined = None;
        loop {
            let at = self.at();
            let joins = if self.takes("AND") {
                Joins::All
            } else if self.takes("OR") {
                Joins::Any
            } else {
                break;
            };
            if joined.is_some_and(|joined| joined != joins) {
                return Err(Trouble::new(at, What::Mixed));
            }
            joined = Some(joins);
            nodes.push(self.one(depth)?);
        }
        Ok(match joined {
            None => nodes.remove(0),
            Some(Joins::All) => Node::All(flat(nodes, |node| match node {
                Node::All(inner) => Ok(inner),
                node => Err(node),
            })),
            Some(Joins::Any) => Node::Any(flat(nodes, |node| match node {
                Node::Any(inner) => Ok(inner),
                node => Err(node),
            })),
        })
    }

    fn one(&mut self, depth: usize) -> Result<Node, Trouble> {
        let at = self.at();
        if !self.steps_over(&Is::Open) {
            return self.test().map(Node::Test);
        }
        if depth == MOST_DEPTH {
            return Err(Trouble::new(at, What::TooDeep));
        }
        let node = self.group(depth + 1)?;
        if self.steps_over(&Is::Close) {
            Ok(node)
        } else {
            Err(self.expected("AND, OR or a closing bracket"))
        }
    }

    fn test(&mut self) -> Result<Test, Trouble> {
        let at = self.at();
        let Some(Is::Bare(name)) = self.peek() else { return Err(self.expected("a field")) };
        let field = Field::called(name).ok_or(Trouble::new(at, What::NoField))?;
        self.place += 1;
        let at = self.at();
        let operator = self.operator()?;
        if !field.takes(operator) {
            return Err(Trouble::new(at, What::NotForThisField(field.operators())));
        }
        let asks = match operator {
            "IS" | "IS NOT" => {
                if !(self.takes("NULL") || self.takes("NONE")) {
                    return Err(self.expected("NULL"));
                }
                Asks::Nothing(if operator == "IS" { "IS NULL" } else { "IS NOT NULL" })
            }
            "IN" | "NOT IN" | "CONTAINS ALL" => {
                let values = self.list(field)?;
                if operator == "CONTAINS ALL" && values.len() > 1 && field.is_of_lines() {
                    return Err(Trouble::new(at, What::OneByOne));
                }
                Asks::Among(operator, values)
            }
            _ => Asks::Compares(operator, self.value(field)?),
        };
        Ok(Test { field, asks })
    }

    fn operator(&mut self) -> Result<&'static str, Trouble> {
        if let Some(Is::Sign(sign)) = self.peek() {
            let sign = *sign;
            self.place += 1;
            return Ok(sign);
        }
        let before = self.place;
        let found = if self.takes("NOT") {
            [("IN", "NOT IN"), ("LIKE", "NOT LIKE")].into_iter().find(|(word, _)| self.takes(word))
        } else if self.takes("CONTAINS") {
            self.takes("ALL").then_some(("", "CONTAINS ALL"))
        } else if self.takes("IS") {
            Some(("", if self.takes("NOT") { "IS NOT" } else { "IS" }))
        } else {
            [("IN", "IN"), ("LIKE", "LIKE")].into_iter().find(|(word, _)| self.takes(word))
        };
        found.map(|(_, operator)| operator).ok_or_else(|| {
            self.place = before;
            self.expected("an operator (=, <>, <, >, <=, >=, LIKE, NOT LIKE, IN, NOT IN, CONTAINS ALL, IS NULL, IS NOT NULL)")
        })
    }

    fn list(&mut self, field: &Field) -> Result<Vec<Value>, Trouble> {
        if !self.steps_over(&Is::ListOpens) {
            return Err(self.expected("a list in square brackets, [\"a\", \"b\"],"));
        }
        let mut values = Vec::new();
        loop {
            let at = self.at();
            let value = self.value(field)?;
            // Mealie 3.10.2 splits a list at every comma, in quotes or not.
            if matches!(&value, Value::Text(text) if text.contains(',')) {
                return Err(Trouble::new(at, What::Value("in a list it may hold no comma")));
            }
            values.push(value);
            if self.steps_over(&Is::ListCloses) {
                return Ok(values);
            }
            if !self.steps_over(&Is::Comma) {
                return Err(self.expected("a comma or a closing square bracket"));
            }
        }
    }

    fn value(&mut self, field: &Field) -> Result<Value, Trouble> {
        let at = self.at();
        let text = match self.peek() {
            Some(Is::Quoted(text)) => text.trim(),
            Some(Is::Bare(word)) if !is_keyword(word) => word.as_str(),
            _ => return Err(self.expected("a value")),
        };
        let value = value(field.kind, text).map_err(|rule| Trouble::new(at, What::Value(rule)))?;
        self.place += 1;
        Ok(value)
    }
}

/// A group within a group of the same kind is no group of its own.
fn flat(nodes: Vec<Node>, inner: impl Fn(Node) -> Result<Vec<Node>, Node>) -> Vec<Node> {
    nodes.into_iter().flat_map(|node| inner(node).unwrap_or_else(|node| vec![node])).collect()
}

/// Words that are no value unless they stand in quotes.
fn is_keyword(word: &str) -> bool {
    ["AND", "OR", "NOT", "IN", "IS", "LIKE", "CONTAINS", "ALL", "NULL", "NONE"]
        .iter()
        .any(|keyword| word.eq_ignore_ascii_case(keyword))
}

fn value(kind: Kind, text: &str) -> Result<Value, &'static str> {
    match kind {
        Kind::Id => text.parse().map(Value::Id).map_err(|_| "an id is a UUID"),
        Kind::Text => words_of(text).map(Value::Text),
        Kind::Stars => stars(text).map(Value::Stars).ok_or("a rating is a number from 0 to 5"),
        Kind::Day | Kind::Time => {
            if let Some(rest) = text.strip_prefix("$NOW") {
                return now(rest)
                    .ok_or("$NOW can be followed by + or -, a number and y, m, d, H, M or S: $NOW-30d");
            }
            if let Ok(day) = text.parse() {
                return Ok(Value::Day(day));
            }
            let time = if kind == Kind::Time { time(text) } else { None };
            time.map(Value::Time).ok_or(if kind == Kind::Time {
                "a point in time is 2026-03-09, 2026-03-09T18:30:00 (UTC) or $NOW-30d"
            } else {
                "a day is 2026-03-09 or $NOW-30d"
            })
        }
    }
}

/// A text that Mealie 3.10.2 reads as the text that it is. Its reader finds lists by their square brackets even within
/// quotes, takes a bracket that stands alone in quotes for one outside, ends a text at every double quote, and makes a date
/// of what begins with $NOW.
fn words_of(text: &str) -> Result<String, &'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Err("it is empty");
    }
    if text.chars().any(|letter| letter.is_control() || "\"[]".contains(letter)) {
        return Err("it may hold no double quote, no square bracket and no control character");
    }
    if ["(", ")"].contains(&text) || text.starts_with("$NOW") {
        return Err("Mealie would read it as something else");
    }
    Ok(text.to_owned())
}

/// From 0 to 5, with three decimals at most: `4.5` is 4500.
fn stars(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits =
        |text: &str| !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) {
        return None;
    }
    let thousandths = whole.parse::<u32>().ok()? * 1000 + format!("{part:0<3}").parse::<u32>().ok()?;
    (thousandths <= 5000).then_some(thousandths)
}

fn time(text: &str) -> Option<jiff::civil::DateTime> {
    let shape = b"9999-99-99T99:99:99";
    let fits = text.len() == shape.len()
        && text
            .bytes()
            .zip(shape)
            .all(|(byte, want)| if *want == b'9' { byte.is_ascii_digit() } else { byte == *want });
    // jiff makes 59 of a leap second.
    (fits && !text.ends_with("60")).then(|| text.parse().ok()).flatten()
}

fn now(rest: &str) -> Option<Value> {
    if rest.is_empty() {
        return Some(Value::Now(None));
    }
    let mut letters = rest.chars();
    let (sign, unit) = (letters.next()?, letters.next_back()?);
    let amount = letters.as_str();
    if !"+-".contains(sign) || !"ymdHMS".contains(unit) || !amount.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let amount: u32 = amount.parse().ok()?;
    let most = if unit == 'y' { MOST_YEARS } else { MOST_NOW };
    (amount <= most).then_some(Value::Now(Some((sign, amount, unit))))
}
