//! From the text of a filter to its parts, as Mealie takes it apart.
//! Never looks at a row.

use std::iter::Peekable;
use std::str::Chars;

use jiff::Span;
use jiff::civil::DateTime;
use serde_json::{Value, json};

use super::Trouble;

/// Words that compare. The order is that in which they are looked for: longer first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
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
    pub(super) fn word(self) -> &'static str {
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
pub(super) enum Given {
    Null,
    One(String),
    Many(Vec<String>),
}

/// `attribute relation value`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Test {
    pub(super) attribute: String,
    pub(super) relation: Relation,
    pub(super) given: Given,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Logic {
    And,
    Or,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
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
pub(crate) fn parts_json(filter: &str, now: DateTime) -> Vec<Value> {
    let (mut shown, mut opened, mut logic) = (Vec::<Value>::new(), String::new(), None);
    for part in parse(filter, now).unwrap_or_default() {
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

/// `now` is what `$NOW` stands for.
pub(super) fn parse(filter: &str, now: DateTime) -> Result<Vec<Part>, Trouble> {
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
                        parts.push(Part::Test(test(attribute, relation, given, now)?));
                    }
                }
                _ => words.push(word.clone()),
            },
            Token::Sign(relation) => {
                let (given, used) = value(&tokens, at);
                at += used;
                parts.push(Part::Test(test(std::mem::take(&mut words), *relation, given, now)?));
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

fn test(
    words: Vec<String>,
    relation: Relation,
    given: Option<Given>,
    now: DateTime,
) -> Result<Test, Trouble> {
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
        (_, Given::One(text)) => Given::One(now_plus(text, now)?),
        (_, Given::Many(values)) => {
            let values = values.into_iter().map(|text| now_plus(text, now));
            Given::Many(values.collect::<Result<_, _>>()?)
        }
        (_, Given::Null) => Given::Null,
    };
    Ok(Test { attribute: snake_case(&words.concat()), relation, given })
}

/// `$NOW`, `$NOW-1d`: the time where Mealie runs, plus or minus whole years, months, days, hours, minutes or seconds.
fn now_plus(text: String, now: DateTime) -> Result<String, Trouble> {
    let Some(rest) = text.strip_prefix("$NOW") else { return Ok(text) };
    let refused = |what: &str| Trouble::Refused(format!("Invalid {what} in NOW string ({text})"));
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
pub(crate) fn snake_case(name: &str) -> String {
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
