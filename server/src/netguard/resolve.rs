//! Looking names up (NET-4). Owns the time and the number of lookups; it never decides what an answer means, and never
//! asks for a name twice.

use std::net::{IpAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

/// All lookups of one call share this (NET-4).
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(3);

/// Lookups of all calls at one time: room for two documents with all the hosts that they may name. Each may hold a thread
/// for as long as the system waits for an answer, which can be half a minute.
pub(super) const AT_ONCE: usize = 64;

/// What becomes of a name: its addresses, or nothing where it has none or cannot be looked up.
pub type Lookup = BoxFuture<'static, Option<Vec<IpAddr>>>;

/// A way to look names up.
pub trait Resolve: Send + Sync {
    /// Looks `name` up, which stands in an address as it is given here. `place` is held until the work is over, also
    /// when nobody waits for its end any more.
    fn resolve(&self, name: &str, place: Place) -> Lookup;
}

/// One of the places for lookups; dropping it makes room for another.
pub struct Place(#[expect(dead_code, reason = "held, and let go by being dropped")] OwnedSemaphorePermit);

/// The system's own way: its hosts file, its name servers, its search domains.
pub(super) struct System;

impl Resolve for System {
    fn resolve(&self, name: &str, place: Place) -> Lookup {
        let name = name.to_owned();
        in_a_thread(place, move || {
            let addresses = (name.as_str(), 0).to_socket_addrs().ok()?;
            Some(addresses.map(|address| address.ip()).collect())
        })
    }
}

/// As `tokio::net::lookup_host` does it, but for the place, which the thread holds: a lookup that is given up goes on
/// there, and a flood of slow names would take every thread there is.
fn in_a_thread(place: Place, work: impl FnOnce() -> Option<Vec<IpAddr>> + Send + 'static) -> Lookup {
    let thread = tokio::task::spawn_blocking(move || {
        let _place = place;
        work()
    });
    Box::pin(async { thread.await.ok().flatten() })
}

/// All places are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Busy;

/// The places, and the way names are looked up.
pub(super) struct Lookups {
    way: Arc<dyn Resolve>,
    places: Arc<Semaphore>,
}

impl Lookups {
    pub(super) fn new(way: Arc<dyn Resolve>) -> Self {
        Self { way, places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Looks all `names` up, side by side, and hands the addresses of each to `judge` as they come, until it objects. A
    /// name that has no answer in time is passed over.
    ///
    /// # Errors
    ///
    /// Without a place for every name: what cannot be checked is not passed on, or a flood of slow names would switch
    /// the check off.
    pub(super) async fn judge<O>(
        &self,
        names: &[&str],
        mut judge: impl FnMut(usize, &[IpAddr]) -> Result<(), O>,
    ) -> Result<Result<(), O>, Busy> {
        let mut places = Vec::with_capacity(names.len());
        for _ in names {
            let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Busy)?;
            places.push(Place(place));
        }
        let until = Instant::now() + TIME_LIMIT;
        let mut running: FuturesUnordered<_> = names
            .iter()
            .zip(places)
            .enumerate()
            .map(|(which, (name, place))| {
                let lookup = self.way.resolve(name, place);
                async move { (which, lookup.await) }
            })
            .collect();
        while let Ok(Some((which, addresses))) = timeout_at(until, running.next()).await {
            if let Err(objection) = judge(which, addresses.as_deref().unwrap_or_default()) {
                return Ok(Err(objection));
            }
        }
        Ok(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn net_4_the_system_is_asked_for_real() {
        let places = Arc::new(Semaphore::new(1));
        for (row, name, loopback) in [
            // The one name that every system knows without a network.
            ("known", "localhost", Some(true)),
            ("none at all", "no such name", None),
        ] {
            let place = Place(Arc::clone(&places).acquire_owned().await.unwrap());
            let addresses = System.resolve(name, place).await;
            let all = addresses.map(|all| !all.is_empty() && all.iter().all(IpAddr::is_loopback));
            assert_eq!(all, loopback, "{row}");
        }
    }

    #[tokio::test]
    async fn net_4_a_thread_holds_its_place_when_nobody_waits_for_it() {
        let places = Arc::new(Semaphore::new(1));
        let place = Place(Arc::clone(&places).try_acquire_owned().unwrap());
        let (answer, answered) = mpsc::channel();
        drop(in_a_thread(place, move || answered.recv().unwrap()));
        assert_eq!(places.available_permits(), 0, "the name server has not answered");
        answer.send(None).unwrap();
        let free = tokio::time::timeout(Duration::from_secs(10), places.acquire()).await;
        assert!(free.is_ok(), "the place is free again");
    }
}
