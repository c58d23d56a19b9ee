//! How much of the instance is held in memory at one time (BND-7). Owns the one table at which large answers are read; it
//! never reads one.

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use crate::memory;

/// The most of an answer that may be held beside others, in decoded bytes. Recipes have 5 to 30 kB, and a list's page of
/// twenty about 40; ten thousand empty objects fit in, which become about a megabyte.
pub(crate) const LARGE_BYTES: usize = 64 * 1024;

/// One table for all of the process: whoever reads something large sits at it.
#[derive(Clone)]
pub(super) struct Table(Arc<Semaphore>);

impl Default for Table {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

/// The reading of one plan, or of one write. Once it has met something large it keeps the table to its end, since what it
/// made of it may still be there.
pub(super) struct Sitting {
    table: Table,
    seat: Arc<Mutex<Option<OwnedSemaphorePermit>>>,
}

/// The one large answer that is being read at the table. Held until something has been made of it.
pub(super) struct Served(
    #[expect(dead_code, reason = "it is held")] OwnedMutexGuard<Option<OwnedSemaphorePermit>>,
);

impl Sitting {
    pub(super) fn at(table: &Table) -> Self {
        Self { table: table.clone(), seat: Arc::default() }
    }

    /// Waits until nobody else holds anything large, and this sitting has no other large answer under way.
    pub(super) async fn take_the_table(&self) -> Served {
        let mut seat = Arc::clone(&self.seat).lock_owned().await;
        if seat.is_none() {
            // The table is never closed.
            *seat = Arc::clone(&self.table.0).acquire_owned().await.ok();
        }
        Served(seat)
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        if self.seat.try_lock().is_ok_and(|seat| seat.is_some()) {
            memory::give_back();
        }
    }
}
