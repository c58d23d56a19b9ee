//! One call: a recorded request as it is sent, and the answer as it came.
//! Never follows a redirect and never repeats a request.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::ids::Ids;
use super::pairs::{Pair, RecordedAnswer};
use super::people::People;
use crate::door::{self, House};
use crate::pictures::SAMPLE_PICTURES;

/// The host of the recordings.
const HOST: &str = "mealie.test";

/// Stands at the end of a file of which the beginning was recorded alone.
const CUT: &str = "...";

/// Stands in a recording where a token was.
const TOKEN: &str = "<token>";

/// Largest answer that is read, in bytes: far more than the whole kitchen.
const MAX_ANSWER_BYTES: usize = 64 * 1024 * 1024;

/// What a recorded path may hold as it is; the rest is percent-encoded.
const PATH: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>').add(b'?').add(b'`');

/// A body.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Said {
    Nothing,
    Json(Value),
    Text(String),
    /// A picture or an archive: its first bytes, and how many there are.
    Bytes {
        first: Vec<u8>,
        length: usize,
    },
}

impl Said {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Said::Nothing => "an empty body",
            Said::Json(_) => "JSON",
            Said::Text(_) => "a text",
            Said::Bytes { .. } => "a file",
        }
    }

    /// What was recorded: what is JSON goes by the content type.
    pub(super) fn recorded(answer: &RecordedAnswer) -> Said {
        let json = answer.header("content-type").is_some_and(is_json);
        match (&answer.body, only(&answer.body, "raw").and_then(Value::as_str)) {
            (_, Some("")) => Said::Nothing,
            (_, Some(raw)) => Said::Text(raw.into()),
            (Value::Null, _) if !json => Said::Nothing,
            (Value::String(text), _) if !json => Said::Text(text.clone()),
            (body, _) => match (body.get("base64").and_then(Value::as_str), body.get("length")) {
                (Some(base64), Some(length)) if !json => Said::Bytes {
                    first: decoded(base64),
                    length: length.as_u64().and_then(|length| usize::try_from(length).ok()).unwrap_or(0),
                },
                _ => Said::Json(body.clone()),
            },
        }
    }

    /// Whether two bodies that are no JSON are the same, as far as they were recorded.
    pub(super) fn agrees(&self, here: &Said) -> bool {
        match (self, here) {
            (Said::Bytes { first, length }, Said::Bytes { first: whole, length: other }) => {
                length == other && whole.starts_with(first)
            }
            (recorded, here) => recorded == here,
        }
    }
}

/// What came back.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) status: u16,
    headers: HeaderMap,
    pub(super) said: Said,
}

impl Answered {
    /// A header, without what stands behind a semicolon.
    pub(super) fn header(&self, name: &str) -> Option<String> {
        let value = self.headers.get(name)?.to_str().ok()?;
        Some(value.split(';').next().unwrap_or_default().trim().to_owned())
    }
}

/// Sends the request of a pair, with the ids of here.
///
/// # Errors
/// The recorded request is none that HTTP could carry, or the answer could not be read.
pub(super) async fn visit(
    house: &Arc<House>,
    pair: &Pair,
    ids: &Ids,
    people: &People,
) -> Result<Answered, String> {
    let request = request(pair, ids, people)?;
    let head = request.method() == Method::HEAD;
    let (parts, body) = door::knock(house.clone(), request).await.into_parts();
    let body = to_bytes(body, MAX_ANSWER_BYTES).await.map_err(|error| format!("no whole answer: {error}"))?;
    let content_type = parts.headers.get("content-type").and_then(|value| value.to_str().ok());
    let said = match content_type.map(|value| value.split(';').next().unwrap_or_default().trim()) {
        // The framework of both sends no body after HEAD.
        _ if head || body.is_empty() => Said::Nothing,
        Some(kind) if is_json(kind) => serde_json::from_slice(&body).map_or(Said::Nothing, Said::Json),
        Some(kind) if kind.starts_with("text/") => Said::Text(String::from_utf8_lossy(&body).into_owned()),
        _ => Said::Bytes { first: body.to_vec(), length: body.len() },
    };
    Ok(Answered { status: parts.status.as_u16(), headers: parts.headers, said })
}

fn request(pair: &Pair, ids: &Ids, people: &People) -> Result<Request<Body>, String> {
    let recorded = &pair.request;
    let method = Method::from_bytes(recorded.method.as_bytes())
        .map_err(|_| format!("`{}` is no method", recorded.method))?;
    let path = ids.path(&recorded.path);
    let mut target = utf8_percent_encode(&path, PATH).to_string();
    for (nth, (key, value)) in recorded.query.iter().enumerate() {
        target.push(if nth == 0 { '?' } else { '&' });
        let value = ids.text(value);
        target.extend(utf8_percent_encode(key, NON_ALPHANUMERIC));
        target.push('=');
        target.extend(utf8_percent_encode(&value, NON_ALPHANUMERIC));
    }
    // A path with two slashes at its beginning would be read as a host.
    let uri = Uri::builder().scheme("http").authority(HOST).path_and_query(target.as_str()).build();
    let uri = uri.map_err(|error| format!("`{target}` is no path: {error}"))?;
    let mut request = Request::new(body(pair, ids)?);
    *request.method_mut() = method;
    *request.uri_mut() = uri;
    let headers = request.headers_mut();
    headers.insert("host", HeaderValue::from_static(HOST));
    for (name, value) in &recorded.headers_subset {
        let value = match people.token(pair.role, ids) {
            Some(token) => value.replace(TOKEN, token),
            None => value.clone(),
        };
        let name = HeaderName::try_from(name).map_err(|_| format!("`{name}` is no header"))?;
        let value = HeaderValue::try_from(value).map_err(|_| format!("header `{name}` cannot be sent"))?;
        headers.insert(name, value);
    }
    Ok(request)
}

fn body(pair: &Pair, ids: &Ids) -> Result<Body, String> {
    let recorded = &pair.request.body;
    if recorded.is_null() {
        return Ok(Body::empty());
    }
    if let Some(raw) = only(recorded, "raw") {
        return Ok(Body::from(ids.text(raw.as_str().unwrap_or_default())));
    }
    if let Some(Value::Object(fields)) = only(recorded, "form") {
        let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let field = |(key, value): (&String, &Value)| {
            format!("{}={}", encoded(key), encoded(&ids.text(value.as_str().unwrap_or_default())))
        };
        return Ok(Body::from(fields.iter().map(field).collect::<Vec<_>>().join("&")));
    }
    if let Some(Value::Array(parts)) = only(recorded, "multipart") {
        return multipart(pair, parts).map(Body::from);
    }
    Ok(Body::from(ids.body(&pair.request.path, recorded).to_string()))
}

/// The value of the only key of an object, if that is its name.
fn only<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    value.as_object().filter(|fields| fields.len() == 1)?.get(key)
}

fn multipart(pair: &Pair, parts: &[Value]) -> Result<Vec<u8>, String> {
    let content_type =
        pair.request.headers_subset.get("content-type").map(String::as_str).unwrap_or_default();
    let boundary = content_type.split_once("boundary=").map(|(_, boundary)| boundary.trim_matches('"'));
    let boundary = boundary.ok_or("a multipart body without a boundary in its content type")?;
    let mut bytes = Vec::new();
    for part in parts {
        let text = |key: &str| part.get(key).and_then(Value::as_str);
        let name = text("name").ok_or("a part of a multipart body without a name")?;
        bytes.extend(format!("--{boundary}\r\ncontent-disposition: form-data; name=\"{name}\"").bytes());
        if let Some(filename) = text("filename") {
            bytes.extend(format!("; filename=\"{filename}\"").bytes());
        }
        if let Some(content_type) = text("content_type") {
            bytes.extend(format!("\r\ncontent-type: {content_type}").bytes());
        }
        bytes.extend(b"\r\n\r\n");
        bytes.extend(text("value").unwrap_or_default().bytes());
        // The beginning of a picture is none.
        let kind = text("content_type").and_then(|kind| kind.strip_prefix("image/")).unwrap_or_default();
        let kind = if kind == "jpeg" { "jpg" } else { kind };
        let sample = SAMPLE_PICTURES.into_iter().find(|(extension, _)| *extension == kind);
        if let Some(base64) = text("base64") {
            let mut file = decoded(base64);
            if let Some((_, sample)) = sample.filter(|_| base64.ends_with(CUT)) {
                file = sample.to_vec();
            }
            // What was cut is made up for, so that at least the length is right.
            let size = part.get("size").and_then(Value::as_u64).and_then(|size| usize::try_from(size).ok());
            file.resize(size.unwrap_or(file.len()).max(file.len()), 0);
            bytes.extend(file);
        }
        bytes.extend(b"\r\n");
    }
    bytes.extend(format!("--{boundary}--\r\n").bytes());
    Ok(bytes)
}

/// The bytes of base64; of a text that was cut, those that are whole.
fn decoded(base64: &str) -> Vec<u8> {
    let text = base64.strip_suffix(CUT).unwrap_or(base64);
    let whole = if text.len() == base64.len() { text.len() } else { text.len() / 4 * 4 };
    let text = text.get(..whole).unwrap_or_default();
    // In the middle of a cut text there may be padding that is none: what can be read counts.
    STANDARD.decode(text).unwrap_or_default()
}

fn is_json(content_type: &str) -> bool {
    content_type == "application/json" || content_type.ends_with("+json")
}
