//! The clock on the wall: that of this machine, or one that a test has set.
//! Never says what day it is anywhere but where Mealie runs.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;

use super::Kitchen;

/// What Mealie's machine takes for the time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    /// Where it stands; goes by the clock of this machine if nobody has set it.
    stands_at: Option<Timestamp>,
    /// The zone of Mealie's machine.
    zone: Offset,
}

impl Default for Clock {
    /// As in a container whose zone nobody has chosen.
    fn default() -> Clock {
        Clock { stands_at: None, zone: Offset::UTC }
    }
}

impl Clock {
    pub(super) fn moment(self) -> Timestamp {
        self.stands_at.unwrap_or_else(Timestamp::now)
    }
}

impl Kitchen {
    /// Sets the clock. It stands there until it is set again, but for the microsecond that every row comes later than
    /// the one before. Set back, it changes what day it is, and rows go on being made after those that there are.
    pub fn set_clock(&mut self, moment: Timestamp) {
        self.clock.stands_at = Some(moment);
    }

    /// Lets the clock go by that of this machine again.
    pub fn release_clock(&mut self) {
        self.clock.stands_at = None;
    }

    /// Says in which zone Mealie's machine is; UTC from the start.
    pub fn set_zone(&mut self, zone: Offset) {
        self.clock.zone = zone;
    }

    /// The time where Mealie runs.
    pub fn local_time(&self) -> DateTime {
        self.clock.zone.to_datetime(self.clock.moment())
    }

    /// The day where Mealie runs, which is "today" of the meal plan.
    pub fn today(&self) -> Date {
        self.local_time().date()
    }
}
