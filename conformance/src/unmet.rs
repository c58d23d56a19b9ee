//! What a step expected and what it got: the one way in which a step fails. It never decides what is expected.

use std::fmt;

/// An expectation that was not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unmet {
    expected: String,
    got: String,
}

/// What a step ends with. Cucumber takes the words of an error as the reason for the failure.
pub(crate) type Met = Result<(), Unmet>;

impl Unmet {
    pub(crate) fn new(expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self { expected: expected.into(), got: got.into() }
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected: {}\n     got: {}", self.expected, self.got)
    }
}

/// Met, or else what was expected and what was there instead.
pub(crate) fn expect(holds: bool, expected: impl Into<String>, got: impl FnOnce() -> String) -> Met {
    if holds { Ok(()) } else { Err(Unmet::new(expected, got())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_both_halves() {
        assert_eq!(expect(true, "soup", || "nothing".to_owned()), Ok(()));
        let unmet = expect(false, "soup", || "nothing".to_owned()).unwrap_err();
        assert_eq!(unmet.to_string(), "expected: soup\n     got: nothing");
    }
}
