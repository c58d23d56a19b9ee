//! A number that may have a fraction. It never rounds what it was given.

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::kinds::{bounded, described};

/// A number from 0 to `MAX`; `u64::MAX` is no end. However it was spelled, it is one number (ASK-9).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Amount<const MAX: u64>(f64);

impl<const MAX: u64> Amount<MAX> {
    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl<'de, const MAX: u64> Deserialize<'de> for Amount<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let most = if MAX == u64::MAX { f64::MAX } else { MAX as f64 };
        let number =
            Value::deserialize(deserializer)?.as_f64().filter(|number| (0.0..=most).contains(number));
        // -0.0 is 0, and not to be told from it.
        number.map(|number| Self(number.abs())).ok_or_else(|| {
            D::Error::custom(match MAX {
                u64::MAX => "has to be a number, 0 or more".to_owned(),
                _ => format!("has to be a number from 0 to {MAX}"),
            })
        })
    }
}

described!([const MAX: u64] Amount<MAX>, |_| bounded("number", 0, MAX));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ask_9_one_number_however_it_is_spelled() {
        let read = |json: &str| serde_json::from_str::<Amount<10>>(json).map(|amount| amount.get().to_bits());
        for (one, other) in [("4", "4.0"), ("0.5", "5e-1"), ("0", "-0.0")] {
            assert_eq!(read(one).unwrap(), read(other).unwrap(), "{one} {other}");
        }
        for refused in ["-0.1", "10.1", "\"4\"", "null", "[]", "true"] {
            assert!(read(refused).is_err(), "{refused}");
        }
        let endless = serde_json::from_str::<Amount<{ u64::MAX }>>("1e300");
        assert!(endless.is_ok(), "as much as a number can hold");
    }
}
