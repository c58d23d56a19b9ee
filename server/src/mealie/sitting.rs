//! How much of the instance is held in memory at one time (BND-7). Owns the one table at which large answers are read; it
//! never reads one.

use std::sync::Arc;

use tokio::sync::{OnceCell, OwnedSemaphorePermit, Semaphore};

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
/// read is still there.
pub(super) struct Sitting {
    table: Table,
    seat: OnceCell<Option<OwnedSemaphorePermit>>,
}

impl Sitting {
    pub(super) fn at(table: &Table) -> Self {
        Self { table: table.clone(), seat: OnceCell::new() }
    }

    /// Waits until nobody else holds anything large.
    pub(super) async fn take_the_table(&self) {
        let seat = || async { Arc::clone(&self.table.0).acquire_owned().await.ok() };
        self.seat.get_or_init(seat).await;
    }
}
