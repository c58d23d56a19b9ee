//! The answers of a route, in the shapes that Mealie has for them.
//! Never knows which route it answers for; what is special to one lives in `quirks`.

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, LAST_MODIFIED};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use serde_json::{Value, json};

/// What a route answers. `Err` is an early way out with the same meaning, so that `?` reads well.
pub(crate) type Reply = Result<Answer, Answer>;

/// A status, a body and what becomes of the connection.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: Vec<(HeaderName, String)>,
    pub(crate) body: Content,
    /// Whether the connection closes afterwards without announcing it.
    pub(crate) hangs_up: bool,
    /// Where a real Mealie would have gone on the way to it.
    pub(crate) would_fetch: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    Json(Value),
    Text(String),
    Picture(Bytes),
    Nothing,
}

impl Answer {
    pub(crate) fn json(status: StatusCode, body: Value) -> Answer {
        Answer {
            status,
            headers: Vec::new(),
            body: Content::Json(body),
            hangs_up: false,
            would_fetch: Vec::new(),
        }
    }

    /// A picture, or a piece of one. Mealie makes all of them webp; here they are what was sent.
    pub(crate) fn picture(status: StatusCode, bytes: Bytes) -> Answer {
        Answer { body: Content::Picture(bytes), ..Answer::json(status, Value::Null) }
    }

    pub(crate) fn ok(body: Value) -> Answer {
        Answer::json(StatusCode::OK, body)
    }

    pub(crate) fn created(body: Value) -> Answer {
        Answer::json(StatusCode::CREATED, body)
    }

    /// `{"detail": "text"}`, as the framework says it.
    pub(crate) fn detail(status: StatusCode, text: impl Into<String>) -> Answer {
        Answer::json(status, json!({ "detail": text.into() }))
    }

    /// `{"detail": {"message", "error", "exception"}}`, as most routes say it.
    pub(crate) fn problem(status: StatusCode, message: &str, exception: Option<&str>) -> Answer {
        Answer::json(
            status,
            json!({ "detail": { "message": message, "error": true, "exception": exception } }),
        )
    }

    /// `{"message", "error": false}`.
    pub(crate) fn success(message: &str) -> Answer {
        Answer::ok(json!({ "message": message, "error": false }))
    }

    /// 404 of a read or an update by id.
    pub(crate) fn not_found() -> Answer {
        Answer::problem(StatusCode::NOT_FOUND, "Not found.", None)
    }

    /// 422 with what is wrong, one entry each.
    pub(crate) fn invalid(problems: Vec<Value>) -> Answer {
        Answer::json(StatusCode::UNPROCESSABLE_ENTITY, json!({ "detail": problems }))
    }

    /// With the headers of a single recipe, food or unit: when it was last changed (in ISO form, which is not what
    /// HTTP wants) and that nobody may keep a copy. Mealie 3.10.2, `MealieCrudRoute`.
    pub(crate) fn dated(self) -> Answer {
        let Content::Json(body) = &self.body else { return self };
        let Some(updated_at) = body.get("updatedAt").and_then(Value::as_str).map(str::to_owned) else {
            return self;
        };
        self.header(LAST_MODIFIED, updated_at).header(CACHE_CONTROL, "no-cache, no-store, must-revalidate")
    }

    /// With the addresses that a real Mealie would have gone to before it answered.
    pub(crate) fn having_fetched(mut self, addresses: Vec<String>) -> Answer {
        self.would_fetch = addresses;
        self
    }

    pub(crate) fn header(mut self, name: HeaderName, value: impl Into<String>) -> Answer {
        self.headers.push((name, value.into()));
        self
    }

    /// The body as bytes, with its content type.
    pub(crate) fn bytes(&self) -> (Bytes, Option<&'static str>) {
        match &self.body {
            Content::Json(value) => (value.to_string().into(), Some("application/json")),
            Content::Text(text) => (text.clone().into(), Some("text/plain; charset=utf-8")),
            Content::Picture(bytes) => (bytes.clone(), Some("image/webp")),
            Content::Nothing => (Bytes::new(), None),
        }
    }

    pub(crate) fn into_response(self) -> Response<Body> {
        let (bytes, content_type) = self.bytes();
        let mut response = Response::new(Body::from(bytes));
        *response.status_mut() = self.status;
        if let Some(content_type) = content_type {
            response
                .headers_mut()
                .insert(axum::http::header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        }
        for (name, value) in self.headers {
            // What cannot stand in a header (a control character from a path) is left out.
            if let Ok(value) = HeaderValue::from_str(&value) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}
