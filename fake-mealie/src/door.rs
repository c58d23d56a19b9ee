//! The front door: what every request passes, from the bytes that arrive to the bytes that leave.
//! Never knows what a route does; it keeps the journal, meets the faults and hands on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Query, Request, State};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use axum::routing::{get, post};
use futures::TryStreamExt;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::faults::Faults;
use crate::form::{self, NoForm, Part};
use crate::journal::{Arrival, Journal, Line};
use crate::reply::Answer;
use crate::routes;
use crate::store::Kitchen;
use crate::trouble::troubled;
use crate::wire::{Cord, Fate};

/// Largest body that is kept. Mealie has no such limit; the largest that a client of ours sends is a document of two
/// megabytes to import, of which JSON can make six times as much.
const MAX_BODY_BYTES: usize = 16 * 1024 * 1024;

/// What all requests share.
pub(crate) struct House {
    kitchen: Mutex<Kitchen>,
    pristine: Kitchen,
    journal: Mutex<Journal>,
    faults: Mutex<Faults>,
    closing: watch::Receiver<bool>,
}

impl House {
    pub(crate) fn new(kitchen: Kitchen, closing: watch::Receiver<bool>) -> House {
        House {
            pristine: kitchen.clone(),
            kitchen: Mutex::new(kitchen),
            journal: Mutex::default(),
            faults: Mutex::default(),
            closing,
        }
    }

    pub(crate) fn kitchen(&self) -> MutexGuard<'_, Kitchen> {
        held(&self.kitchen)
    }

    pub(crate) fn journal(&self) -> MutexGuard<'_, Journal> {
        held(&self.journal)
    }

    pub(crate) fn faults(&self) -> MutexGuard<'_, Faults> {
        held(&self.faults)
    }

    /// Back to the seed, with an empty journal and no faults on order.
    pub(crate) fn reset(&self) {
        *self.kitchen() = self.pristine.clone();
        self.journal().wipe();
        self.faults().clear();
    }

    pub(crate) async fn closed(&self) {
        let mut closing = self.closing.clone();
        // An error means that the other end is gone, which is what we wait for.
        let _ = closing.wait_for(|closing| *closing).await;
    }
}

/// A test that panics while it holds the kitchen has failed already; the other tests go on.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A request, read whole.
pub(crate) struct Asked {
    pub(crate) method: Method,
    /// Percent-decoded, as the framework of Mealie matches it.
    pub(crate) path: String,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) raw_query: Option<String>,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// The fields of a form; none if the body is something else.
    pub(crate) form: Result<Vec<Part>, NoForm>,
}

impl Asked {
    /// The value of a query parameter; the last one if it comes more than once.
    pub(crate) fn query_value(&self, name: &str) -> Option<&str> {
        self.query_values(name).pop()
    }

    /// All values of a query parameter, in order.
    pub(crate) fn query_values(&self, name: &str) -> Vec<&str> {
        self.query.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str()).collect()
    }
}

/// The service: control routes first, everything else is Mealie's.
pub(crate) fn app(house: Arc<House>) -> Router {
    Router::new()
        .route("/_fake/journal", get(read_journal))
        .route("/_fake/reset", post(reset))
        .fallback(serve)
        .with_state(house)
}

async fn read_journal(State(house): State<Arc<House>>) -> Response<Body> {
    let arrivals = house.journal().arrivals().to_vec();
    let body = serde_json::to_value(arrivals).unwrap_or(Value::Null);
    Answer::ok(body).into_response()
}

async fn reset(State(house): State<Arc<House>>) -> Response<Body> {
    house.reset();
    Answer::ok(json!({ "reset": true })).into_response()
}

async fn serve(
    State(house): State<Arc<House>>,
    ConnectInfo(cord): ConnectInfo<Cord>,
    request: Request,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let Some(body) = read_to_its_end(body).await else {
        return Answer::detail(StatusCode::PAYLOAD_TOO_LARGE, "Request body is too large").into_response();
    };
    let query = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).map(|Query(pairs)| pairs);
    let form = form::fields(&parts.headers, &body);
    let asked = Asked {
        method: parts.method,
        path: percent_decode_str(parts.uri.path()).decode_utf8_lossy().into_owned(),
        query: query.unwrap_or_default(),
        raw_query: parts.uri.query().map(str::to_owned),
        headers: parts.headers,
        body,
        form,
    };
    let line = house.journal().arrives(Arrival {
        method: asked.method.to_string(),
        path: parts.uri.path().to_owned(),
        query: asked.query.clone(),
        body: serde_json::from_slice(&asked.body).unwrap_or(Value::Null),
        parts: asked.form.clone().unwrap_or_default(),
        status: None,
        would_fetch: Vec::new(),
        served_bytes: 0,
    });
    let trouble = house.faults().meet(asked.method.as_str(), &asked.path);
    let visit = Visit { house: &house, cord: &cord, asked: &asked, line };
    let response = match trouble {
        None => Some(visit.answered()),
        Some(trouble) => troubled(&visit, trouble).await,
    };
    if let Some(response) = response {
        house.journal().answered(line, response.status().as_u16());
        return response;
    }
    // The cord is pulled: whatever is given back here is never written.
    Response::new(Body::empty())
}

/// The body, if it is no larger than what is kept and came whole. The rest of a larger one is read too and thrown away
/// as it comes: closed in the middle of its writing, a connection is reset, and the caller is never told why.
async fn read_to_its_end(body: Body) -> Option<Bytes> {
    let kept = body.into_data_stream().try_fold(Some(Vec::new()), async |kept, piece| {
        Ok(kept.filter(|kept| kept.len() + piece.len() <= MAX_BODY_BYTES).map(|mut kept| {
            kept.extend_from_slice(&piece);
            kept
        }))
    });
    kept.await.ok().flatten().map(Bytes::from)
}

/// Answers a request that comes over no connection. Whatever would be done to its connection is done to none.
pub(crate) async fn knock(house: Arc<House>, request: Request) -> Response<Body> {
    serve(State(house), ConnectInfo(Cord::default()), request).await
}

/// A request on its way through the house.
pub(crate) struct Visit<'a> {
    pub(crate) house: &'a Arc<House>,
    pub(crate) cord: &'a Cord,
    pub(crate) asked: &'a Asked,
    pub(crate) line: Line,
}

impl Visit<'_> {
    /// Does what was asked. Where a real Mealie would have gone for it goes into the journal.
    pub(crate) fn deed(&self) -> Answer {
        let answer = routes::answer(&mut self.house.kitchen(), self.asked);
        self.house.journal().would_fetch(self.line, &answer.would_fetch);
        answer
    }

    pub(crate) fn answered(&self) -> Response<Body> {
        let answer = self.deed();
        if answer.hangs_up {
            self.cord.pull(Fate::CloseUnannounced);
        }
        answer.into_response()
    }
}
