//! The instance, in two capabilities: [`Reads`] to look, and [`WriteKey`] to change. Opening the client gives one of
//! each; the key cannot be copied or had again, it moves into the guard, and [`Writes`] borrows it (ASK-3). No room
//! above this one ever makes a request by itself.

pub(crate) mod http;
pub mod lookup;
pub mod records;
pub mod route;
mod said;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use reqwest::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::http::{Body, Http, Load};
use self::records::{Counted, Listed};
use self::route::Route;
use crate::failure::{Failure, Happened, Unusable};
use crate::settings::Connection;
use crate::text::{Document, MAX_VALUES, WireKey, holds_more_values_than};

/// Looking at the instance. There is no general POST here: a request that changes something cannot be made with it.
#[derive(Clone)]
pub struct Reads {
    http: Arc<Http>,
}

/// The right to change the instance: one per client, held by the guard.
pub struct WriteKey {
    http: Arc<Http>,
}

/// The right to change the instance, lent for one approved write.
pub struct Writes<'key> {
    http: &'key Http,
    reads: Reads,
    wire: WireKey,
    departure: &'key Departure,
}

/// Whether a write has left. Until then it can be called off by dropping it; after that it runs to its end.
#[derive(Debug, Default)]
pub struct Departure(AtomicBool);

impl Departure {
    /// Whether anything that changes the instance has been sent.
    pub fn has_left(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    fn leaves(&self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Opens the client. Nothing is connected until the first call.
pub fn open(connection: Connection) -> (Reads, WriteKey) {
    open_with(connection, http::TIME_LIMIT)
}

/// [`open`] with another time limit, for tests of what happens when it runs out.
pub fn open_with(connection: Connection, time_limit: Duration) -> (Reads, WriteKey) {
    let http = Arc::new(Http::new(connection, time_limit));
    (Reads { http: Arc::clone(&http) }, WriteKey { http })
}

impl Reads {
    /// GET, decoded.
    pub async fn get<T: DeserializeOwned>(&self, route: Route) -> Result<T, Failure> {
        decode(&self.http.read(&route).await?, Happened::No)
    }

    /// GET where 404 is an answer: nothing there.
    pub async fn find<T: DeserializeOwned>(&self, route: Route) -> Result<Option<T>, Failure> {
        match self.get(route).await {
            Ok(found) => Ok(Some(found)),
            Err(Failure::Status { code: 404, .. }) => Ok(None),
            Err(failure) => Err(failure),
        }
    }
}

impl WriteKey {
    /// Lends the right to write. Whoever holds the key decides when, and sees by `departure` when the first request
    /// leaves.
    pub fn lend<'key>(&'key self, departure: &'key Departure) -> Writes<'key> {
        let reads = Reads { http: Arc::clone(&self.http) };
        Writes { http: &self.http, reads, wire: WireKey::only_the_mealie_client_makes_one(), departure }
    }
}

impl Writes<'_> {
    /// Looking once more, directly before the write.
    pub fn reads(&self) -> &Reads {
        &self.reads
    }

    /// Turns foreign text into wire text again, to send an object back exactly as it was read (LIVE-2, LIVE-6).
    pub fn wire_key(&self) -> &WireKey {
        &self.wire
    }

    /// DELETE. The answer is decoded, since Mealie says what it deleted.
    pub async fn delete<T: DeserializeOwned>(&self, route: Route) -> Result<T, Failure> {
        let leaves = || self.departure.leaves();
        decode(&self.http.write(Method::DELETE, &route, &Load::None, &leaves).await?, Happened::Perhaps)
    }

    /// PUT with a JSON body.
    pub async fn put<T: DeserializeOwned>(&self, route: Route, body: &impl Serialize) -> Result<T, Failure> {
        let text = serde_json::to_vec(body).map_err(|_| Failure::Internal("a body that is no JSON"))?;
        let load = Load::Json(Bytes::from(text));
        let leaves = || self.departure.leaves();
        decode(&self.http.write(Method::PUT, &route, &load, &leaves).await?, Happened::Perhaps)
    }
}

/// Reads a whole document as a record.
pub fn read_record<T: DeserializeOwned>(document: &Document) -> Result<T, Failure> {
    document.read().map_err(|_| Failure::Answer(Unusable::NotAsExpected, Happened::No))
}

impl Reads {
    /// How many there are: what a question states is measured, and a count that is missing is no zero (ASK-19).
    pub async fn count(&self, route: Route) -> Result<u64, Failure> {
        let page = self.get::<Counted>(route.counted()).await?;
        page.count().ok_or(Failure::Answer(Unusable::NotAsExpected, Happened::No))
    }

    /// How long a bare list is.
    pub async fn length(&self, route: Route) -> Result<u64, Failure> {
        let list = self.get::<Listed>(route).await?;
        let length = list.ok_or(Failure::Answer(Unusable::NotAsExpected, Happened::No))?.len();
        Ok(length as u64)
    }
}

fn decode<T: DeserializeOwned>(body: &Body, happened: Happened) -> Result<T, Failure> {
    let unreadable = Failure::Answer(Unusable::NotAsExpected, happened);
    if holds_more_values_than(MAX_VALUES, &body.0) {
        return Err(unreadable);
    }
    serde_json::from_slice(&body.0).map_err(|_| unreadable)
}
