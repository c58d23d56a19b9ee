//! A request with trouble on order: what it gets instead of, or besides, the usual answer.
//! Never decides which request has trouble; the orders do.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use futures::{StreamExt, stream};

use crate::dish::{Coding, Dish};
use crate::door::{House, Visit};
use crate::faults::{Deed, Trouble};
use crate::journal::Line;
use crate::reply::Answer;
use crate::wire::Fate;

/// Serves a request with trouble on order. `None` if there is no answer.
pub(crate) async fn troubled(visit: &Visit<'_>, trouble: Trouble) -> Option<Response<Body>> {
    let (house, cord) = (visit.house, visit.cord);
    let deed = match &trouble {
        Trouble::Answer { deed, .. } | Trouble::Drop(deed) | Trouble::Reset(deed) | Trouble::Hang(deed) => {
            *deed
        }
        Trouble::Delay(_)
        | Trouble::Truncate(_)
        | Trouble::Rewrite { .. }
        | Trouble::Compress(_)
        | Trouble::Serve { .. } => Deed::Undone,
    };
    if deed == Deed::Done {
        visit.deed();
    }
    match trouble {
        Trouble::Answer { status, headers, body, .. } => Some(ordered(status, headers, body)),
        Trouble::Serve { status, content_type, dish } => {
            Some(served(house, visit.line, status, &content_type, dish))
        }
        Trouble::Delay(by) => {
            tokio::select! {
                () = tokio::time::sleep(by) => {}
                () = house.closed() => {}
            }
            Some(visit.answered())
        }
        Trouble::Truncate(bytes) => Some(truncated(visit.deed(), bytes)),
        Trouble::Rewrite { from, to } => Some(rewritten(visit.deed(), &from, &to)),
        Trouble::Compress(coding) => Some(compressed(visit.deed(), coding)),
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
    *response.status_mut() = known(status);
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value))
            && name != TRANSFER_ENCODING
        {
            response.headers_mut().append(name, value);
        }
    }
    response
}

fn known(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// A body that is made while it is read. The journal counts along.
fn served(house: &Arc<House>, line: Line, status: u16, content_type: &str, dish: Dish) -> Response<Body> {
    let (length, coding, house) = (dish.declared_bytes(), dish.coding, house.clone());
    let chunks = dish.chunks().map(move |chunk| {
        house.journal().served(line, chunk.plain_bytes);
        Ok::<_, Infallible>(chunk.bytes)
    });
    let mut response = Response::new(Body::from_stream(stream::iter(chunks)));
    *response.status_mut() = known(status);
    let headers = response.headers_mut();
    if let Ok(content_type) = HeaderValue::try_from(content_type) {
        headers.insert(CONTENT_TYPE, content_type);
    }
    if let Some(length) = length {
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    if let Some(coding) = coding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.word()));
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

fn rewritten(answer: Answer, from: &str, to: &str) -> Response<Body> {
    let text = String::from_utf8_lossy(&answer.bytes().0).replace(from, to);
    let mut response = answer.into_response();
    *response.body_mut() = Body::from(text);
    response
}

fn compressed(answer: Answer, coding: Coding) -> Response<Body> {
    let plain = answer.bytes().0.to_vec();
    let bytes: Vec<u8> = Dish::of(plain).compressed(coding).chunks().flat_map(|chunk| chunk.bytes).collect();
    let mut response = answer.into_response();
    response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(coding.word()));
    *response.body_mut() = Body::from(bytes);
    response
}
