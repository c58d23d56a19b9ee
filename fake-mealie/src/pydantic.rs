//! What Mealie's validator (pydantic 2.12) says about a value, in its words and shape: the 422 answers.
//! Never knows a route; the names of fields come from whoever asks.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::moments;
use crate::reply::Answer;

/// What is wrong with a request, one entry each.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    entries: Vec<Value>,
    too_big: bool,
}

impl Problems {
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether a whole number came that the validator takes and the database does not.
    pub(crate) fn too_big_for_the_database(&self) -> bool {
        self.too_big
    }

    /// Takes over what is wrong with a part.
    pub(crate) fn take(&mut self, part: Problems) {
        self.too_big |= part.too_big;
        self.entries.extend(part.entries);
    }

    pub(crate) fn add(&mut self, problem: Value) {
        self.entries.push(problem);
    }

    /// 422 if there is any.
    pub(crate) fn none(self) -> Result<(), Answer> {
        if self.entries.is_empty() { Ok(()) } else { Err(Answer::invalid(self.entries)) }
    }

    /// Keeps a value, or notes what is wrong with it.
    pub(crate) fn keep<T>(&mut self, checked: Result<T, Value>) -> Option<T> {
        checked.map_err(|problem| self.entries.push(problem)).ok()
    }

    pub(crate) fn whole_number(&mut self, name: &str, given: Option<&str>, default: i64) -> i64 {
        let Some(given) = given else { return default };
        match number_in(given) {
            Some(number) => number.unwrap_or_else(|| {
                self.too_big = true;
                default
            }),
            None => {
                self.add(int_parsing(&[json!("query"), json!(name)], given));
                default
            }
        }
    }

    pub(crate) fn one_of<T: Copy>(
        &mut self,
        name: &str,
        given: Option<&str>,
        known: &[(&str, T)],
    ) -> Option<T> {
        let given = given?;
        let found = known.iter().find(|(word, _)| *word == given).map(|(_, value)| *value);
        if found.is_none() {
            let words: Vec<_> = known.iter().map(|(word, _)| format!("'{word}'")).collect();
            let expected = words.join(" or ");
            self.add(json!({
                "type": "enum",
                "loc": ["query", name],
                "msg": format!("Input should be {expected}"),
                "input": given,
                "ctx": { "expected": expected },
            }));
        }
        found
    }

    pub(crate) fn flag(&mut self, name: &str, given: Option<&str>) -> bool {
        let Some(given) = given else { return false };
        match given.to_lowercase().as_str() {
            "1" | "true" | "t" | "yes" | "y" | "on" => true,
            "0" | "false" | "f" | "no" | "n" | "off" => false,
            _ => {
                self.add(json!({
                    "type": "bool_parsing",
                    "loc": ["query", name],
                    "msg": "Input should be a valid boolean, unable to interpret input",
                    "input": given,
                }));
                false
            }
        }
    }
}

/// A whole number as the validator reads it: ` 3`, `3.0`, `1_000`. `Some(None)` is one that is too big for an i64.
pub(crate) fn number_in(given: &str) -> Option<Option<i64>> {
    let given = given.trim();
    let given = match given.split_once('.') {
        Some((whole, zeros)) if zeros.bytes().all(|digit| digit == b'0') => whole,
        Some(_) => return None,
        None => given,
    };
    let digits = given.strip_prefix(['-', '+']).unwrap_or(given);
    let joined = !digits.starts_with('_') && !digits.ends_with('_') && !digits.contains("__");
    if digits.is_empty() || !joined || !digits.bytes().all(|digit| digit.is_ascii_digit() || digit == b'_') {
        return None;
    }
    Some(given.replace('_', "").parse().ok())
}

pub(crate) fn int_parsing(loc: &[Value], given: &str) -> Value {
    json!({
        "type": "int_parsing",
        "loc": loc,
        "msg": "Input should be a valid integer, unable to parse string as an integer",
        "input": given,
    })
}

pub(crate) fn missing(loc: &[Value], input: &Value) -> Value {
    json!({ "type": "missing", "loc": loc, "msg": "Field required", "input": input })
}

/// A text that is none of the words of an enum: `'nlp', 'brute' or 'openai'`.
pub(crate) fn no_such_word(loc: &[Value], words: &[&str], input: &Value) -> Value {
    let quoted: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
    let expected = match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    };
    let msg = format!("Input should be {expected}");
    json!({ "type": "enum", "loc": loc, "msg": msg, "input": input, "ctx": { "expected": expected } })
}

pub(crate) fn wrong_type(kind: &str, what: &str, loc: &[Value], input: &Value) -> Value {
    json!({ "type": kind, "loc": loc, "msg": format!("Input should be a valid {what}"), "input": input })
}

/// A body that must be an object.
pub(crate) fn object<'v>(loc: &[Value], given: &'v Value) -> Result<&'v Map<String, Value>, Value> {
    given.as_object().ok_or_else(|| {
        wrong_type("model_attributes_type", "dictionary or object to extract fields from", loc, given)
    })
}

pub(crate) fn list<'v>(loc: &[Value], given: &'v Value) -> Result<&'v Vec<Value>, Value> {
    given.as_array().ok_or_else(|| wrong_type("list_type", "list", loc, given))
}

pub(crate) fn string(loc: &[Value], given: &Value) -> Result<String, Value> {
    given.as_str().map(str::to_owned).ok_or_else(|| wrong_type("string_type", "string", loc, given))
}

pub(crate) fn optional_string(loc: &[Value], given: &Value) -> Result<Option<String>, Value> {
    if given.is_null() { Ok(None) } else { string(loc, given).map(Some) }
}

/// A number, or a text that is one.
pub(crate) fn float(loc: &[Value], given: &Value) -> Result<f64, Value> {
    match given {
        Value::Number(number) => {
            number.as_f64().ok_or_else(|| wrong_type("float_type", "number", loc, given))
        }
        Value::Bool(flag) => Ok(f64::from(u8::from(*flag))),
        Value::String(text) => {
            let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| {
                wrong_type("float_parsing", "number, unable to parse string as a number", loc, given)
            })
        }
        _ => Err(wrong_type("float_type", "number", loc, given)),
    }
}

pub(crate) fn whole(loc: &[Value], given: &Value) -> Result<i64, Value> {
    match given {
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Ok(whole),
            // Far beyond 2^53 a float says nothing exact any more; there the database gives up, too.
            (None, Some(float)) if float.fract() == 0.0 && float.abs() < 1e18 => Ok(float as i64),
            (None, Some(float)) if float.fract() != 0.0 => {
                let what = "integer, got a number with a fractional part";
                Err(wrong_type("int_from_float", what, loc, given))
            }
            _ => Err(wrong_type("int_type", "integer", loc, given)),
        },
        Value::Bool(flag) => Ok(i64::from(*flag)),
        Value::String(text) => match number_in(text) {
            Some(Some(whole)) => Ok(whole),
            _ => Err(int_parsing(loc, text)),
        },
        _ => Err(wrong_type("int_type", "integer", loc, given)),
    }
}

pub(crate) fn boolean(loc: &[Value], given: &Value) -> Result<bool, Value> {
    let parsed = match given {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => match number.as_f64() {
            Some(0.0) => Some(false),
            Some(1.0) => Some(true),
            _ => None,
        },
        Value::String(text) => match text.to_lowercase().as_str() {
            "1" | "true" | "t" | "yes" | "y" | "on" => Some(true),
            "0" | "false" | "f" | "no" | "n" | "off" => Some(false),
            _ => None,
        },
        _ => return Err(wrong_type("bool_type", "boolean", loc, given)),
    };
    parsed.ok_or_else(|| wrong_type("bool_parsing", "boolean, unable to interpret input", loc, given))
}

/// A UUID in any of the spellings that the validator takes, of any version.
pub(crate) fn uuid(loc: &[Value], given: &Value) -> Result<Uuid, Value> {
    let Some(text) = given.as_str() else {
        let msg = "UUID input should be a string, bytes or UUID object";
        return Err(json!({ "type": "uuid_type", "loc": loc, "msg": msg, "input": given }));
    };
    Uuid::parse_str(text).map_err(|_| {
        let why = why_no_uuid(text);
        json!({
            "type": "uuid_parsing",
            "loc": loc,
            "msg": format!("Input should be a valid UUID, {why}"),
            "input": text,
            "ctx": { "error": why },
        })
    })
}

/// As [`uuid`], and of version 4.
pub(crate) fn uuid4(loc: &[Value], given: &Value) -> Result<Uuid, Value> {
    let id = uuid(loc, given)?;
    if id.get_version_num() == 4 {
        return Ok(id);
    }
    Err(json!({
        "type": "uuid_version",
        "loc": loc,
        "msg": "UUID version 4 expected",
        "input": given,
        "ctx": { "expected_version": 4 },
    }))
}

/// As [`date`], of a value that need not be a text: a whole day since 1970 in seconds is one too.
pub(crate) fn date_in(loc: &[Value], given: &Value) -> Result<Date, Value> {
    match given {
        Value::String(text) => date(loc, text),
        Value::Number(_) => {
            let moment = moments::moment(loc, given)
                .map_err(|_| wrong_type("date_from_datetime_parsing", "date or datetime", loc, given))?;
            let moment = moment.to_zoned(TimeZone::UTC).datetime();
            if moment.time() == jiff::civil::Time::midnight() {
                Ok(moment.date())
            } else {
                Err(inexact(loc, given))
            }
        }
        _ => Err(wrong_type("date_type", "date", loc, given)),
    }
}

fn inexact(loc: &[Value], given: &Value) -> Value {
    json!({
        "type": "date_from_datetime_inexact",
        "loc": loc,
        "msg": "Datetimes provided to dates should have zero time - e.g. be exact dates",
        "input": given,
    })
}

/// What a validator of Mealie's own says.
pub(crate) fn refused(loc: &[Value], given: &Value, why: &str) -> Value {
    let msg = format!("Value error, {why}");
    json!({ "type": "value_error", "loc": loc, "msg": msg, "input": given, "ctx": { "error": {} } })
}

/// A plain day, or a time at midnight.
pub(crate) fn date(loc: &[Value], given: &str) -> Result<Date, Value> {
    if given.len() == "YYYY-MM-DD".len()
        && let Ok(date) = given.parse::<Date>()
    {
        return Ok(date);
    }
    // A zone is read and forgotten: midnight anywhere is the day that is written.
    match given
        .parse::<Timestamp>()
        .and_then(|_| without_zone(given).parse::<DateTime>())
        .or_else(|_| given.parse())
    {
        Ok(moment) if moment.time() == jiff::civil::Time::midnight() => Ok(moment.date()),
        Ok(_) => Err(inexact(loc, &json!(given))),
        Err(_) => {
            let why = why_no_date(given);
            Err(json!({
                "type": "date_from_datetime_parsing",
                "loc": loc,
                "msg": format!("Input should be a valid date or datetime, {why}"),
                "input": given,
                "ctx": { "error": why },
            }))
        }
    }
}

fn without_zone(text: &str) -> &str {
    let zone = text
        .char_indices()
        .skip("YYYY-MM-DD".len())
        .find(|(_, letter)| matches!(letter, 'Z' | 'z' | '+' | '-'));
    zone.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

pub(crate) fn why_no_date(given: &str) -> &'static str {
    let letters = given.as_bytes();
    let digits = |from: usize, to: usize| {
        letters.get(from..to).is_some_and(|part| part.iter().all(u8::is_ascii_digit))
    };
    let is_dash = |at: usize| letters.get(at) == Some(&b'-');
    let month = letters
        .get(5..7)
        .and_then(|month| std::str::from_utf8(month).ok())
        .and_then(|month| month.parse().ok());
    match () {
        () if letters.len() < 10 => "input is too short",
        () if !digits(0, 4) => "invalid character in year",
        () if !is_dash(4) || !is_dash(7) => "invalid date separator, expected `-`",
        () if !digits(5, 7) => "invalid character in month",
        () if !month.is_some_and(|month: u8| (1..=12).contains(&month)) => {
            "month value is outside expected range of 1-12"
        }
        () if !digits(8, 10) => "invalid character in day",
        () if letters.len() > 10 && given.get(..10).is_some_and(|day| day.parse::<Date>().is_ok()) => {
            "unexpected extra characters at the end of the input"
        }
        () => "day value is outside expected range",
    }
}

/// The words of the validator's own parser for what is no UUID.
fn why_no_uuid(text: &str) -> String {
    let hexadecimal = |letter: char| letter.is_ascii_hexdigit() || letter == '-';
    if let Some((at, odd)) = text.char_indices().find(|(_, letter)| !hexadecimal(*letter)) {
        let at = at + 1;
        return format!(
            "invalid character: expected an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-], found `{odd}` at {at}"
        );
    }
    let groups: Vec<&str> = text.split('-').collect();
    match groups.as_slice() {
        [simple] => format!("invalid length: expected length 32 for simple format, found {}", simple.len()),
        five if five.len() == 5 => {
            let wrong = five
                .iter()
                .zip([8, 4, 4, 4, 12])
                .enumerate()
                .find(|(_, (group, length))| group.len() != *length);
            match wrong {
                Some((at, (group, length))) => {
                    format!("invalid group length in group {at}: expected {length}, found {}", group.len())
                }
                None => "invalid UUID".into(),
            }
        }
        other => format!("invalid group count: expected 5, found {}", other.len()),
    }
}
