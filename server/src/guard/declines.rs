//! What was declined a moment ago, so that nobody is asked the same thing over and over (ASK-20). It never holds more
//! than a fixed number, and forgetting one early only means that a person is asked again.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::binding::Binding;
use super::clock::Moment;

/// How long a decline is remembered.
const REMEMBERED_MS: u64 = 60_000;

/// How many declines are remembered: more than a person can give in a minute.
const MAX_REMEMBERED: usize = 200;

/// The declines of the last minute. The principal is part of every binding.
#[derive(Debug, Default)]
pub(super) struct Declines(Mutex<VecDeque<(Moment, Binding)>>);

impl Declines {
    /// Remembers one.
    pub(super) fn remember(&self, binding: Binding, now: Moment) {
        let mut declines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if declines.len() == MAX_REMEMBERED {
            declines.pop_front();
        }
        declines.push_back((now, binding));
    }

    /// Whether this was declined within the last minute.
    pub(super) fn holds(&self, binding: &Binding, now: Moment) -> bool {
        let mut declines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        declines.retain(|(when, _)| now.steady_ms.saturating_sub(when.steady_ms) < REMEMBERED_MS);
        declines.iter().any(|(_, declined)| declined == binding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ask_20_a_decline_holds_for_sixty_seconds_and_for_its_own_binding() {
        let declines = Declines::default();
        let at = |ms| Moment { wall_ms: ms, steady_ms: ms };
        declines.remember(Binding::of_test(1), at(0));
        assert!(declines.holds(&Binding::of_test(1), at(59_999)));
        assert!(!declines.holds(&Binding::of_test(2), at(0)));
        assert!(!declines.holds(&Binding::of_test(1), at(60_000)));
    }
}
