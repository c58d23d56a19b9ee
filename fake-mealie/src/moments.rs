//! What Mealie's validator (pydantic 2.12) takes for a moment, and what it says about the rest.
//! Never looks at a clock.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::pydantic::{self, why_no_date};

/// From here on a number counts milliseconds, not seconds (pydantic-core, `speedate`).
const MILLISECONDS_FROM: f64 = 2e10;

/// A moment in ISO form, a day, or a number of seconds since 1970, as a number or as a text. Without a zone it is UTC.
pub(crate) fn moment(loc: &[Value], given: &Value) -> Result<Timestamp, Value> {
    match given {
        Value::Number(number) => number
            .as_f64()
            .and_then(since_1970)
            .ok_or_else(|| pydantic::wrong_type("datetime_type", "datetime", loc, given)),
        Value::String(text) => in_text(text).ok_or_else(|| {
            let why = why_no_date(text);
            json!({
                "type": "datetime_from_date_parsing",
                "loc": loc,
                "msg": format!("Input should be a valid datetime or date, {why}"),
                "input": text,
                "ctx": { "error": why },
            })
        }),
        _ => Err(pydantic::wrong_type("datetime_type", "datetime", loc, given)),
    }
}

/// As [`moment`]; null is none.
pub(crate) fn optional_moment(loc: &[Value], given: &Value) -> Result<Option<Timestamp>, Value> {
    if given.is_null() { Ok(None) } else { moment(loc, given).map(Some) }
}

fn since_1970(number: f64) -> Option<Timestamp> {
    let seconds = if number.abs() > MILLISECONDS_FROM { number / 1000.0 } else { number };
    let microseconds = (seconds * 1e6).round();
    // A float that is no whole number of an i64 is out of range for a moment as well.
    (microseconds.abs() < 1e18).then(|| Timestamp::from_microsecond(microseconds as i64).ok()).flatten()
}

fn in_text(text: &str) -> Option<Timestamp> {
    if let Ok(number) = text.parse::<f64>()
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.'))
    {
        return since_1970(number);
    }
    let (day, rest) = text.split_at_checked("YYYY-MM-DD".len())?;
    let dashed = day.char_indices().all(|(at, letter)| matches!(at, 4 | 7) == (letter == '-'));
    let day = day.parse::<Date>().ok().filter(|day| dashed && day.year() > 0)?;
    let (time, ahead) =
        if rest.is_empty() { (Time::midnight(), SignedDuration::ZERO) } else { time_in(rest)? };
    let moment = day.to_datetime(time).to_zoned(TimeZone::UTC).ok()?.timestamp();
    moment.checked_sub(ahead).ok()
}

/// The time of a day and how far it is ahead of UTC: `T10:00`, `t10:00:30.5Z`, ` 10:00:30+0200`. What is finer than the
/// database keeps is cut off. There is no second 60, and no zone is a whole day away (pydantic-core, `speedate`).
fn time_in(text: &str) -> Option<(Time, SignedDuration)> {
    let (hour, text) = two_digits(text.strip_prefix(['T', 't', ' ', '_'])?)?;
    let (minute, mut text) = two_digits(text.strip_prefix(':')?)?;
    let (mut second, mut nanoseconds) = (0, 0);
    if let Some(rest) = text.strip_prefix(':') {
        (second, text) = two_digits(rest)?;
        if let Some(rest) = text.strip_prefix(['.', ',']) {
            text = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let digits = rest.get(..rest.len() - text.len()).filter(|digits| !digits.is_empty())?;
            nanoseconds = format!("{digits:0<6.6}000").parse().ok()?;
        }
    }
    let time = Time::new(hour, minute, second, nanoseconds).ok()?;
    if matches!(text, "" | "Z" | "z") {
        return Some((time, SignedDuration::ZERO));
    }
    let signed = text.strip_prefix(['+', '-', '\u{2212}'])?;
    let (hours, rest) = two_digits(signed)?;
    let (minutes, end) = two_digits(rest.strip_prefix(':').unwrap_or(rest))?;
    if !end.is_empty() || hours > 23 || minutes > 59 {
        return None;
    }
    let ahead = SignedDuration::from_mins(i64::from(hours) * 60 + i64::from(minutes));
    Some((time, if text.starts_with('+') { ahead } else { -ahead }))
}

fn two_digits(text: &str) -> Option<(i8, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    let all = digits.bytes().all(|digit| digit.is_ascii_digit());
    all.then(|| digits.parse().ok()).flatten().map(|number| (number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each asked of a running Mealie 3.10.2; seen as well `recipes/last_made_*`.
    #[test]
    fn moments_are_read_as_mealie_reads_them() {
        for (row, given, want) in [
            ("UTC", json!("2026-03-01T18:30:00Z"), Ok("2026-03-01T18:30:00Z")),
            ("an offset", json!("2024-05-01T10:00:00-03:30"), Ok("2024-05-01T13:30:00Z")),
            ("no zone", json!("2026-05-01T18:30:00"), Ok("2026-05-01T18:30:00Z")),
            ("a blank and no seconds", json!("2024-05-01 10:00"), Ok("2024-05-01T10:00:00Z")),
            ("a day", json!("2026-06-01"), Ok("2026-06-01T00:00:00Z")),
            (
                "finer than microseconds",
                json!("2024-05-01T10:00:00.123456789Z"),
                Ok("2024-05-01T10:00:00.123456Z"),
            ),
            ("seconds", json!(1_780_000_000), Ok("2026-05-28T20:26:40Z")),
            ("parts of a second", json!(12.5), Ok("1970-01-01T00:00:12.5Z")),
            ("before 1970", json!(-1), Ok("1969-12-31T23:59:59Z")),
            ("milliseconds", json!(1e12), Ok("2001-09-09T01:46:40Z")),
            ("seconds as a text", json!("5"), Ok("1970-01-01T00:00:05Z")),
            ("a day in one go is seconds", json!("20240501"), Ok("1970-08-23T06:21:41Z")),
            ("a word", json!("yesterday"), Err("datetime_from_date_parsing: input is too short")),
            ("an exponent", json!("1e3"), Err("datetime_from_date_parsing: input is too short")),
            ("nothing", json!(""), Err("datetime_from_date_parsing: input is too short")),
            (
                "no such month",
                json!("2024-13-01"),
                Err("datetime_from_date_parsing: month value is outside expected range of 1-12"),
            ),
            (
                "no such hour",
                json!("2024-05-01T25:00:00Z"),
                Err("datetime_from_date_parsing: unexpected extra characters at the end of the input"),
            ),
            ("a comma", json!("2024-05-01T10:00:00,5"), Ok("2024-05-01T10:00:00.5Z")),
            ("an underscore", json!("2024-05-01_10:00z"), Ok("2024-05-01T10:00:00Z")),
            ("an offset without a colon", json!("2024-05-01T10:00:00+0200"), Ok("2024-05-01T08:00:00Z")),
            ("a whole day but a minute", json!("2024-05-01T10:00:00-23:59"), Ok("2024-05-02T09:59:00Z")),
            ("ten digits", json!("2024-05-01T10:00:00.1234567891Z"), Ok("2024-05-01T10:00:00.123456Z")),
            (
                "a week",
                json!("2024-W18-3"),
                Err("datetime_from_date_parsing: invalid date separator, expected `-`"),
            ),
            (
                "all in one go",
                json!("20240501T1"),
                Err("datetime_from_date_parsing: invalid date separator, expected `-`"),
            ),
            (
                "a leap second",
                json!("2024-05-01T10:00:60Z"),
                Err("datetime_from_date_parsing: unexpected extra characters at the end of the input"),
            ),
            (
                "an offset of a day",
                json!("2024-05-01T10:00:00+24:00"),
                Err("datetime_from_date_parsing: unexpected extra characters at the end of the input"),
            ),
            (
                "an offset of an hour and sixty minutes",
                json!("2024-05-01T10:00:00+01:60"),
                Err("datetime_from_date_parsing: unexpected extra characters at the end of the input"),
            ),
            (
                "an offset without minutes",
                json!("2024-05-01T10:00:00+02"),
                Err("datetime_from_date_parsing: unexpected extra characters at the end of the input"),
            ),
            (
                "an hour alone",
                json!("2024-05-01T10"),
                Err("datetime_from_date_parsing: unexpected extra characters at the end of the input"),
            ),
            (
                "a point and nothing",
                json!("2024-05-01T10:00:00."),
                Err("datetime_from_date_parsing: unexpected extra characters at the end of the input"),
            ),
            (
                "no such day, and a time",
                json!("2026-02-30T00:00:00Z"),
                Err("datetime_from_date_parsing: day value is outside expected range"),
            ),
            (
                "a blank before the zone",
                json!("2024-05-01T10:00:00 Z"),
                Err("datetime_from_date_parsing: unexpected extra characters at the end of the input"),
            ),
            ("null", json!(null), Err("datetime_type: ")),
            ("a flag", json!(true), Err("datetime_type: ")),
            ("a list", json!([1]), Err("datetime_type: ")),
        ] {
            let got = moment(&[], &given).map(|moment| moment.to_string());
            let got = got.map_err(|problem| {
                let word =
                    |at: &str| problem.pointer(at).and_then(Value::as_str).unwrap_or_default().to_owned();
                format!("{}: {}", word("/type"), word("/ctx/error"))
            });
            assert_eq!(got.as_deref().map_err(String::as_str), want, "{row}");
        }
    }
}
