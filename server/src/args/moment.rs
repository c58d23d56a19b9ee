//! A point in time in an argument, in the spellings of ISO 8601 that people and models use. No time zone of this machine
//! is ever asked for.

use jiff::civil;
use jiff::tz::TimeZone;
use schemars::json_schema;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};

use super::{Text, described};
use crate::text::Timestamp;

/// A date or a date with a time. Without a zone it is UTC and a date is its midnight, as Mealie 3.10.2 takes them too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment(Timestamp);

impl Moment {
    /// The point in time.
    pub fn timestamp(self) -> Timestamp {
        self.0
    }
}

/// The longest spelling that is looked at: `2026-03-09T10:20:30.123456789+01:00` has 35.
const MAX_CHARS: usize = 40;

fn read(text: &str) -> Option<jiff::Timestamp> {
    // jiff passes over the name of a zone, and makes 59 of a leap second.
    if text.contains('[') || text.contains(":60") {
        return None;
    }
    let instant = text.parse::<jiff::Timestamp>().ok().or_else(|| {
        let naive = text.parse::<civil::DateTime>().ok()?;
        TimeZone::UTC.to_timestamp(naive).ok()
    })?;
    // Mealie is written in Python, whose clock counts microseconds and whose calendar begins with the year 1.
    let instant = jiff::Timestamp::from_microsecond(instant.as_microsecond()).ok()?;
    (TimeZone::UTC.to_datetime(instant).year() >= 1).then_some(instant)
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rule = "has to be a date (2026-03-09) or a date and time (2026-03-09T18:30:00+01:00; without a zone: UTC), at the \
                    latest 9999-12-30";
        let text = Text::<1, MAX_CHARS>::deserialize(deserializer).map_err(|_| D::Error::custom(rule))?;
        let instant = read(text.as_str().trim()).ok_or_else(|| D::Error::custom(rule))?;
        Ok(Self(instant.into()))
    }
}

described!(
    Moment,
    |_| json_schema!({"type": "string", "description": "ISO 8601 date or date-time; without a zone UTC."})
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_read_in_the_spellings_that_people_use() {
        for (given, want) in [
            ("2026-03-09", Some("2026-03-09T00:00:00Z")),
            ("2026-03-09T18:30:00Z", Some("2026-03-09T18:30:00Z")),
            ("2026-03-09T18:30:00+02:00", Some("2026-03-09T16:30:00Z")),
            ("2026-03-09T18:30:00.25-05:00", Some("2026-03-09T23:30:00.25Z")),
            ("2026-03-09T18:30:00", Some("2026-03-09T18:30:00Z")),
            ("2026-03-09 18:30", Some("2026-03-09T18:30:00Z")),
            (" 2026-03-09 ", Some("2026-03-09T00:00:00Z")),
            ("2024-02-29", Some("2024-02-29T00:00:00Z")),
            ("2026-02-29", None),
            ("yesterday", None),
            ("", None),
            ("1780000000", None),
            ("-000001-01-01", None),
            ("0001-01-01T00:00:00+14:00", None),
            ("10000-01-01", None),
            ("2026-03-09T18:30:00Z and then some more words", None),
            ("2026-03-09T18:30:00[Europe/Berlin]", None),
            ("2026-03-09T18:30:00+01:00[Europe/Berlin]", None),
            ("2026-03-09T18:30:60Z", None),
        ] {
            let read = serde_json::from_value::<Moment>(given.into()).ok();
            assert_eq!(read.map(|moment| moment.timestamp().to_string()).as_deref(), want, "{given}");
        }
        assert!(serde_json::from_value::<Moment>(1_780_000_000.into()).is_err(), "a number");
    }
}
