//! The front door: what every request passes, from the bytes that arrive to the bytes that leave.
//! Never knows what a route does; it keeps the journal, meets the faults and hands on.

use std::convert::Infallible;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Query, Request, State};
use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use axum::routing::{get, post};
use futures::{StreamExt, stream};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::faults::{Deed, Faults, Trouble};
use crate::journal::{Arrival, Journal};
use crate::reply::Answer;
use crate::routes;
use crate::store::Kitchen;
use crate::wire::{Cord, Fate};

/// Largest body that is read: the largest that a client of ours sends is a recipe of some hundred kilobytes.
const MAX_BODY_BYTES: usize = 2 * 1024 * 1024;

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

    async fn closed(&self) {
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
    let Ok(body) = to_bytes(body, MAX_BODY_BYTES).await else {
        return Answer::detail(StatusCode::PAYLOAD_TOO_LARGE, "Request body is too large").into_response();
    };
    let query = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).map(|Query(pairs)| pairs);
    let asked = Asked {
        method: parts.method,
        path: percent_decode_str(parts.uri.path()).decode_utf8_lossy().into_owned(),
        query: query.unwrap_or_default(),
        raw_query: parts.uri.query().map(str::to_owned),
        headers: parts.headers,
        body,
    };
    let line = house.journal().arrives(Arrival {
        method: asked.method.to_string(),
        path: parts.uri.path().to_owned(),
        query: asked.query.clone(),
        body: serde_json::from_slice(&asked.body).unwrap_or(Value::Null),
        status: None,
    });
    let trouble = house.faults().meet(asked.method.as_str(), &asked.path);
    let response = match trouble {
        None => answered(&house, &cord, &asked),
        Some(trouble) => troubled(&house, &cord, &asked, trouble).await,
    };
    if let Some(response) = response {
        house.journal().answered(line, response.status().as_u16());
        return response;
    }
    // The cord is pulled: whatever is given back here is never written.
    Response::new(Body::empty())
}

fn answered(house: &House, cord: &Cord, asked: &Asked) -> Option<Response<Body>> {
    let answer = routes::answer(&mut house.kitchen(), asked);
    if answer.hangs_up {
        cord.pull(Fate::CloseUnannounced);
    }
    Some(answer.into_response())
}

/// Serves a request with trouble on order. `None` if there is no answer.
async fn troubled(house: &House, cord: &Cord, asked: &Asked, trouble: Trouble) -> Option<Response<Body>> {
    let deed = match &trouble {
        Trouble::Answer { deed, .. } | Trouble::Drop(deed) | Trouble::Reset(deed) | Trouble::Hang(deed) => {
            *deed
        }
        Trouble::Delay(_) | Trouble::Truncate(_) => Deed::Undone,
    };
    if deed == Deed::Done {
        routes::answer(&mut house.kitchen(), asked);
    }
    match trouble {
        Trouble::Answer { status, headers, body, .. } => Some(ordered(status, headers, body)),
        Trouble::Delay(by) => {
            tokio::select! {
                () = tokio::time::sleep(by) => {}
                () = house.closed() => {}
            }
            answered(house, cord, asked)
        }
        Trouble::Truncate(bytes) => Some(truncated(routes::answer(&mut house.kitchen(), asked), bytes)),
        Trouble::Drop(_) => {
            cord.pull(Fate::Drop);
            None
        }
        Trouble::Reset(_) => {
            cord.pull(Fate::Reset);
            None
        }
        Trouble::Hang(_) => {
            house.closed().await;
            cord.pull(Fate::Drop);
            None
        }
    }
}

fn ordered(status: u16, headers: Vec<(String, String)>, body: Vec<u8>) -> Response<Body> {
    let lengthless = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case(TRANSFER_ENCODING.as_str()));
    let body = if lengthless {
        Body::from_stream(stream::iter([Ok::<_, Infallible>(Bytes::from(body))]))
    } else {
        Body::from(body)
    };
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value))
            && name != TRANSFER_ENCODING
        {
            response.headers_mut().append(name, value);
        }
    }
    response
}

/// The head promises the whole length; the body breaks off.
fn truncated(answer: Answer, bytes: usize) -> Response<Body> {
    let (whole, _) = answer.bytes();
    let part = whole.slice(..bytes.min(whole.len()));
    let mut response = answer.into_response();
    response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(whole.len()));
    let breaks_off = async {
        // Gives the connection a turn to write what there is, before the error ends it.
        tokio::task::yield_now().await;
        Err(io::Error::from(io::ErrorKind::ConnectionAborted))
    };
    *response.body_mut() = Body::from_stream(stream::iter([Ok(part)]).chain(stream::once(breaks_off)));
    response
}
