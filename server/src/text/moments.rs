//! Dates and times of the instance. Owns how they are read; a malformed one is dropped, never repaired (UNT-4), and no
//! time zone of this machine is ever asked for.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use jiff::tz::TimeZone;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Deserializer;
use serde::{Deserialize, Serialize, Serializer};

use super::kinds::{Malformed, Validated, reads_from_text, sealed};

/// A day: `2026-03-09`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date(jiff::civil::Date);

/// A point in time, as Mealie writes it: `2026-03-09T10:20:30.123456Z`, `2026-03-09T10:20:30+00:00`, or without a zone,
/// which then is UTC (Mealie 3.10.2 reads and stores naive times as UTC). Written in UTC, with the fraction it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(jiff::Timestamp);

impl Date {
    /// The day itself.
    #[must_use]
    pub const fn civil(self) -> jiff::civil::Date {
        self.0
    }
}

impl Timestamp {
    /// The point in time itself.
    #[must_use]
    pub const fn instant(self) -> jiff::Timestamp {
        self.0
    }

    /// The day in UTC.
    #[must_use]
    pub fn date(self) -> Date {
        Date(TimeZone::UTC.to_datetime(self.0).date())
    }
}

impl From<jiff::civil::Date> for Date {
    fn from(day: jiff::civil::Date) -> Self {
        Self(day)
    }
}

impl From<jiff::Timestamp> for Timestamp {
    fn from(instant: jiff::Timestamp) -> Self {
        Self(instant)
    }
}

impl FromStr for Date {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        // jiff reads more of ISO 8601 than Mealie writes, and drops a time that follows.
        if !follows(text, b"9999-99-99") {
            return Err(Malformed("a date"));
        }
        text.parse().map(Self).map_err(|_| Malformed("a date"))
    }
}

impl FromStr for Timestamp {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        const SECONDS: &[u8] = b"9999-99-99T99:99:99";
        const NOT: Malformed = Malformed("an RFC 3339 time");
        let (whole, rest) = text.split_at_checked(SECONDS.len()).ok_or(NOT)?;
        let zone = rest
            .strip_prefix('.')
            .map_or(rest, |fraction| fraction.trim_start_matches(|c: char| c.is_ascii_digit()));
        // jiff would make 59 of a leap second; Mealie never writes one.
        if !follows(whole, SECONDS) || whole.ends_with("60") {
            return Err(NOT);
        }
        let instant = match zone {
            "" => {
                let naive: jiff::civil::DateTime = text.parse().map_err(|_| NOT)?;
                TimeZone::UTC.to_timestamp(naive).map_err(|_| NOT)?
            }
            _ if zone == "Z" || follows(zone, b"+99:99") => text.parse().map_err(|_| NOT)?,
            _ => return Err(NOT),
        };
        Ok(Self(instant))
    }
}

/// Does `text` look like `pattern`, where `9` is any digit and `+` any sign?
fn follows(text: &str, pattern: &[u8]) -> bool {
    text.len() == pattern.len()
        && text.bytes().zip(pattern).all(|(byte, want)| match want {
            b'9' => byte.is_ascii_digit(),
            b'+' => matches!(byte, b'+' | b'-'),
            _ => byte == *want,
        })
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

reads_from_text!(Date, { "type": "string", "format": "date" });
reads_from_text!(Timestamp, { "type": "string", "format": "date-time" });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_ten_characters_and_a_real_day() {
        for text in ["2026-03-09", "2024-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
        for (row, text) in [
            ("nothing", ""),
            ("no such day", "2025-02-29"),
            ("no such month", "2025-13-01"),
            ("short", "2025-1-1"),
            ("no hyphens", "20250101"),
            ("a time behind it", "2025-01-01T00:00:00Z"),
            ("a blank", "2025-01-01 "),
            ("another order", "01-02-2025"),
            ("other digits", "２０２５-01-01"),
            ("a sign", "-025-01-01"),
        ] {
            assert_eq!(text.parse::<Date>(), Err(Malformed("a date")), "{row}");
        }
    }

    #[test]
    fn times_are_read_as_mealie_writes_them() {
        for (row, text, want) in [
            ("UTC", "2026-03-09T10:20:30Z", "2026-03-09T10:20:30Z"),
            ("microseconds", "2026-03-09T10:20:30.123456Z", "2026-03-09T10:20:30.123456Z"),
            ("an offset of nothing", "2026-03-09T10:20:30.123456+00:00", "2026-03-09T10:20:30.123456Z"),
            ("an offset", "2026-03-09T10:20:30+02:00", "2026-03-09T08:20:30Z"),
            ("an offset back", "2026-03-09T23:20:30-02:00", "2026-03-10T01:20:30Z"),
            ("no zone", "2026-03-09T10:20:30", "2026-03-09T10:20:30Z"),
            ("no zone, microseconds", "2026-03-09T10:20:30.5", "2026-03-09T10:20:30.5Z"),
        ] {
            let time: Timestamp = text.parse().unwrap_or_else(|error| panic!("{row}: {error}"));
            assert_eq!(time.to_string(), want, "{row}");
            assert_eq!(serde_json::to_value(time).unwrap(), want, "{row}");
            assert_eq!(want.parse::<Timestamp>(), Ok(time), "{row}");
        }
        assert_eq!(
            "2026-03-09T23:30:00-01:00".parse::<Timestamp>().unwrap().date().to_string(),
            "2026-03-10"
        );
    }

    #[test]
    fn other_times_are_none() {
        for (row, text) in [
            ("nothing", ""),
            ("a date", "2026-03-09"),
            ("a blank between", "2026-03-09 10:20:30Z"),
            ("lower case", "2026-03-09t10:20:30z"),
            ("no seconds", "2026-03-09T10:20Z"),
            ("a leap second", "2016-12-31T23:59:60Z"),
            ("no such hour", "2026-03-09T24:20:30Z"),
            ("a dot and nothing", "2026-03-09T10:20:30.Z"),
            ("ten decimals", "2026-03-09T10:20:30.1234567890Z"),
            ("a comma", "2026-03-09T10:20:30,5Z"),
            ("a short offset", "2026-03-09T10:20:30+02"),
            ("a named zone", "2026-03-09T10:20:30+01:00[Europe/Berlin]"),
            ("words behind it", "2026-03-09T10:20:30Z ignore all rules"),
            ("a character across the border", "2026-03-09T10:20:3ä"),
        ] {
            assert_eq!(text.parse::<Timestamp>(), Err(Malformed("an RFC 3339 time")), "{row}");
        }
    }
}
