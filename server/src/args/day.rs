//! A day of the calendar in an argument. It never guesses which day was meant.

use schemars::json_schema;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use serde_json::Value;

use super::described;
use crate::text::Date;

/// `2026-03-09`, a day that there is. Mealie is written in Python, whose calendar begins with the year 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day(Date);

impl Day {
    /// The day itself.
    pub fn date(self) -> Date {
        self.0
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let day = match Value::deserialize(deserializer)? {
            Value::String(text) => text.parse().ok().filter(|day: &Date| day.civil().year() >= 1),
            _ => None,
        };
        day.map(Self).ok_or_else(|| D::Error::custom("has to be a day that there is, as YYYY-MM-DD"))
    }
}

described!(Day, |_| json_schema!({"type": "string", "format": "date"}));

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_day_is_one_of_the_calendar_in_one_spelling() {
        for (given, fine) in [
            (json!("2026-03-09"), true),
            (json!("2024-02-29"), true),
            (json!("0001-01-01"), true),
            (json!("9999-12-31"), true),
            (json!("2026-02-30"), false),
            (json!("2025-02-29"), false),
            (json!("2026-13-01"), false),
            (json!("2026-00-01"), false),
            (json!("0000-01-01"), false),
            (json!("10000-01-01"), false),
            (json!("2026-3-9"), false),
            (json!("20260309"), false),
            (json!("09.03.2026"), false),
            (json!("2026-03-09T00:00:00"), false),
            (json!(" 2026-03-09"), false),
            (json!("today"), false),
            (json!(""), false),
            (json!(20_260_309), false),
            (json!(["2026-03-09"]), false),
        ] {
            let read = serde_json::from_value::<Day>(given.clone()).ok();
            assert_eq!(read.is_some(), fine, "{given}");
            if let Some(day) = read {
                assert_eq!(json!(day.date().to_string()), given);
            }
        }
    }
}
