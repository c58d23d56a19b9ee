//! Which approvals have been used. A nonce is entered before anything is written and remembered longer than anything
//! that could carry it (SEAL-3, SEAL-4). It never forgets one early: when it is full, nothing more is approved.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::clock::{Moment, millis};

/// What names one approval: 16 unguessable bytes.
pub type Nonce = [u8; 16];

/// How many used approvals are remembered at once. Each takes about 80 bytes, so the record stays below 8 MB; a
/// household that answers a hundred thousand questions in half an hour does not exist.
const MAX_REMEMBERED: usize = 100_000;

/// How much longer than the lifetime of an approval its use is remembered.
const REMEMBERED_LONGER: Duration = Duration::from_secs(60);

/// The record, of this process.
#[derive(Debug)]
pub struct Spent {
    lifetime_ms: u64,
    record: Mutex<Record>,
}

#[derive(Debug, Default)]
struct Record {
    used: HashSet<Nonce>,
    in_order: VecDeque<(Moment, Nonce)>,
}

/// What became of the wish to use an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spending {
    /// It was fresh and is spent now.
    Spent,
    /// It had been used before.
    Again,
    /// The record is full: it cannot be used now.
    Full,
}

impl Spent {
    /// An empty record for approvals that live this long.
    pub fn new(lifetime: Duration) -> Self {
        Self { lifetime_ms: millis(lifetime + REMEMBERED_LONGER), record: Mutex::default() }
    }

    /// How many used approvals are remembered.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.record.lock().unwrap_or_else(PoisonError::into_inner).used.len()
    }

    /// Uses an approval: of any number of callers at once, one is told [`Spending::Spent`].
    pub fn spend(&self, nonce: Nonce, now: Moment) -> Spending {
        // A panic while it was locked left at worst one entry in one of the two: both directions are harmless.
        let mut record = self.record.lock().unwrap_or_else(PoisonError::into_inner);
        // By the monotonic clock alone: it never steps, and an approval is dead by it before its use is forgotten.
        let forgettable = |used: &Moment| now.steady_ms.saturating_sub(used.steady_ms) >= self.lifetime_ms;
        while record.in_order.front().is_some_and(|(used, _)| forgettable(used)) {
            if let Some((_, nonce)) = record.in_order.pop_front() {
                record.used.remove(&nonce);
            }
        }
        if record.used.contains(&nonce) {
            return Spending::Again;
        }
        if record.used.len() >= MAX_REMEMBERED {
            return Spending::Full;
        }
        record.used.insert(nonce);
        record.in_order.push_back((now, nonce));
        Spending::Spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: u64 = 60_000;

    fn at(ms: u64) -> Moment {
        Moment { wall_ms: ms, steady_ms: ms }
    }

    #[test]
    fn seal_4_a_nonce_is_spent_once() {
        let spent = Spent::new(Duration::from_secs(900));
        assert_eq!(spent.spend([1; 16], at(0)), Spending::Spent);
        assert_eq!(spent.spend([1; 16], at(1)), Spending::Again);
        assert_eq!(spent.spend([2; 16], at(1)), Spending::Spent);
    }

    #[test]
    fn seal_3_a_nonce_is_remembered_longer_than_any_state_that_could_carry_it() {
        let spent = Spent::new(Duration::from_secs(900));
        spent.spend([1; 16], at(0));
        assert_eq!(spent.spend([1; 16], at(15 * MINUTE)), Spending::Again, "the state's own end");
        assert_eq!(spent.spend([1; 16], at(16 * MINUTE - 1)), Spending::Again, "a minute longer");
        assert_eq!(spent.spend([1; 16], at(16 * MINUTE)), Spending::Spent, "forgotten");
    }

    #[test]
    fn seal_4_a_moment_that_was_read_late_forgets_nothing() {
        let spent = Spent::new(Duration::from_secs(900));
        spent.spend([1; 16], at(10));
        assert_eq!(spent.spend([1; 16], at(9)), Spending::Again);
    }

    #[test]
    fn a_full_record_approves_nothing_and_forgets_nothing() {
        let spent = Spent::new(Duration::from_secs(900));
        for number in 0..MAX_REMEMBERED as u128 {
            assert_eq!(spent.spend(number.to_be_bytes(), at(0)), Spending::Spent);
        }
        assert_eq!(spent.spend([0xff; 16], at(1)), Spending::Full);
        assert_eq!(spent.spend(7u128.to_be_bytes(), at(1)), Spending::Again);
        assert_eq!(
            spent.spend([0xff; 16], at(16 * MINUTE)),
            Spending::Spent,
            "room again when the old ones are gone"
        );
    }
}
