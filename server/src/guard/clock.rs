//! Both clocks as one moment, and how long an approval lives by them (SEAL-3). It never reads a clock unless asked,
//! and is handed to everything that cares about time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::text::Timestamp;

/// One moment by both clocks, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Since 1970, by the wall clock, never earlier than any moment seen before.
    pub wall_ms: u64,
    /// Since the process started, by the monotonic clock.
    pub steady_ms: u64,
}

/// The beginning of 2025, before which this program was not written: a machine whose clock says so has not been told the
/// time yet. The monotonic clock governs until it has.
pub(super) const EPOCH_MS: u64 = 1_735_689_600_000;

/// The two clocks. The wall clock can be set back by an operator or a time server: the latest time seen is a floor.
#[derive(Debug)]
pub struct Clock {
    started: Instant,
    latest_wall_ms: AtomicU64,
}

impl Clock {
    /// Clocks that start now.
    #[expect(clippy::disallowed_methods, reason = "this is where clocks are read")]
    pub fn start() -> Self {
        Self { started: Instant::now(), latest_wall_ms: AtomicU64::new(EPOCH_MS) }
    }

    /// This moment.
    #[expect(clippy::disallowed_methods, reason = "this is where clocks are read")]
    pub fn now(&self) -> Moment {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.at(wall, self.started.elapsed())
    }

    /// What the wall clock says, to be written down. What expires goes by [`Clock::now`], which never goes back.
    #[expect(clippy::disallowed_methods, reason = "this is where clocks are read")]
    pub fn wall(&self) -> Timestamp {
        // What no calendar holds comes after all that one does.
        Timestamp::from(jiff::Timestamp::try_from(SystemTime::now()).unwrap_or(jiff::Timestamp::MAX))
    }

    /// The moment that two readings make.
    fn at(&self, wall: Duration, steady: Duration) -> Moment {
        let read = millis(wall);
        let latest = self.latest_wall_ms.fetch_max(read, Ordering::AcqRel);
        Moment { wall_ms: read.max(latest), steady_ms: millis(steady) }
    }
}

impl Moment {
    /// Whether something issued at this moment may still be used at `now`: not after its lifetime by either clock,
    /// and not before it was issued.
    pub fn is_fresh(self, now: Self, lifetime: Duration) -> bool {
        let lifetime = millis(lifetime);
        let within = |issued: u64, now: u64| now.checked_sub(issued).is_some_and(|age| age < lifetime);
        within(self.wall_ms, now.wall_ms) && within(self.steady_ms, now.steady_ms)
    }
}

/// A duration in whole milliseconds.
pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seal_3_an_approval_expires_by_either_clock() {
        let issued = Moment { wall_ms: 10_000, steady_ms: 500 };
        let lifetime = Duration::from_millis(1_000);
        for (row, wall_ms, steady_ms, fresh) in [
            ("at once", 10_000, 500, true),
            ("the last moment", 10_999, 1_499, true),
            ("the wall clock says so", 11_000, 500, false),
            ("the monotonic clock says so", 10_000, 1_500, false),
            ("from the future by the wall clock", 9_999, 500, false),
            ("from the future by the monotonic clock", 10_000, 499, false),
        ] {
            assert_eq!(issued.is_fresh(Moment { wall_ms, steady_ms }, lifetime), fresh, "{row}");
        }
    }

    /// What is written down is not what expires: a clock that was ahead once is ahead no longer than it is.
    #[test]
    fn the_wall_clock_is_read_as_it_is() {
        let clock = Clock::start();
        clock.at(Duration::from_secs(300 * 365 * 24 * 3600), Duration::ZERO);
        assert!(clock.now().wall_ms > 9_000_000_000_000, "the latest time seen is a floor");
        let year = clock.wall().date().civil().year();
        assert!((2025..2100).contains(&year), "{year}");
    }

    #[test]
    fn seal_3_a_wall_clock_set_back_does_not_make_anything_younger() {
        let clock = Clock::start();
        let at = |wall| clock.at(Duration::from_secs(wall), Duration::ZERO).wall_ms;
        let from = EPOCH_MS / 1000;
        assert_eq!(at(50), EPOCH_MS, "a clock that was never set");
        let read = [at(from + 100), at(from + 50), at(from + 120), at(from + 119)];
        assert_eq!(read.map(|ms| ms - EPOCH_MS), [100_000, 100_000, 120_000, 120_000]);
    }
}
