//! Which route a request takes: matched in order, as Mealie's framework does it.
//! Has no opinions; each area file turns a URL into reads and changes of the store.

mod about;
mod comments;
mod foods;
mod household;
mod imports;
mod organizers;
mod recipe_patch;
mod recipes;
mod shopping;

use axum::http::StatusCode;
use axum::http::header::{ALLOW, AUTHORIZATION, CONTENT_TYPE, HOST, LOCATION, WWW_AUTHENTICATE};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::door::Asked;
use crate::pydantic::{self, Problems};
use crate::query::{Paging, Search, Searched, SeedRule, Spelling};
use crate::reply::{Answer, Content, Reply};
use crate::store::{Kitchen, User};

/// Who may come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gate {
    /// Everybody; a bad token is not looked at.
    Open,
    /// Whoever has a token.
    Login,
}

/// One route.
pub(crate) struct Route {
    method: &'static str,
    path: &'static str,
    gate: Gate,
    serve: fn(&mut Kitchen, &Call<'_>) -> Reply,
}

/// A request that has found its route.
pub(crate) struct Call<'a> {
    asked: &'a Asked,
    captured: Vec<&'a str>,
    caller: Uuid,
    body: Value,
}

impl<'a> Call<'a> {
    /// The nth `{...}` of the route's path.
    pub(crate) fn captured(&self, nth: usize) -> &'a str {
        self.captured.get(nth).copied().unwrap_or_default()
    }

    /// The user who asks; nil on an open route.
    pub(crate) fn caller(&self) -> Uuid {
        self.caller
    }

    pub(crate) fn asked(&self) -> &'a Asked {
        self.asked
    }

    /// The household of the user who asks.
    fn household(&self, kitchen: &Kitchen) -> Uuid {
        kitchen.household_of(self.caller).id
    }

    /// The first `{...}` of the path as a UUID of version 4, or 422.
    fn captured_uuid4(&self, name: &str) -> Result<Uuid, Answer> {
        let loc = [json!("path"), json!(name)];
        pydantic::uuid4(&loc, &json!(self.captured(0))).map_err(|problem| Answer::invalid(vec![problem]))
    }

    /// What the query says about pages, or 422.
    fn paging(&self, rule: SeedRule) -> Result<Paging, Answer> {
        let mut problems = Problems::default();
        let paging = Paging::read(self.asked, rule, &mut problems)?;
        problems.none()?;
        Ok(paging)
    }

    /// What is searched for and where; an empty search is none.
    fn searched<R>(
        &self,
        spelling: Spelling,
        finds: fn(&R, &Search) -> bool,
        name: fn(&R) -> &str,
    ) -> Option<Searched<R>> {
        let search = self.asked.query_value("search").filter(|search| !search.is_empty())?;
        Some(Searched { search: Search::new(search, spelling), finds, name })
    }

    /// The body as an object, or 422. What came as another type than JSON is a text, which is no object.
    fn object(&self) -> Result<&Map<String, Value>, Answer> {
        let loc = [json!("body")];
        let problem = match &self.body {
            Value::Object(body) => return Ok(body),
            Value::Null => pydantic::missing(&loc, &Value::Null),
            other => match pydantic::object(&loc, other) {
                Ok(body) => return Ok(body),
                Err(problem) => problem,
            },
        };
        Err(Answer::invalid(vec![problem]))
    }
}

/// All routes. The first that matches serves; of those with the right path and another method, the first is named.
const ROUTES: &[&[Route]] = &[
    about::ROUTES,
    imports::ROUTES,
    recipes::ROUTES,
    comments::ROUTES,
    household::ROUTES,
    foods::ROUTES,
    organizers::ROUTES,
    shopping::ROUTES,
];

/// Answers a request.
pub(crate) fn answer(kitchen: &mut Kitchen, asked: &Asked) -> Answer {
    let mut other_method = None;
    for route in ROUTES.iter().copied().flatten() {
        let Some(captured) = matched(route.path, &asked.path) else { continue };
        if route.method != asked.method.as_str() {
            other_method = other_method.or(Some(route.method));
            continue;
        }
        // Broken JSON is found before anybody looks at the token, and only where a body is wanted.
        let body = match route.method {
            "POST" | "PUT" | "PATCH" => match body(asked) {
                Ok(body) => body,
                Err(answer) => return answer,
            },
            _ => Value::Null,
        };
        let caller = match (route.gate, caller(kitchen, asked)) {
            (Gate::Open, _) => Uuid::nil(),
            (Gate::Login, Some(user)) => user.id,
            (Gate::Login, None) => {
                return Answer::detail(StatusCode::UNAUTHORIZED, "Could not validate credentials")
                    .header(WWW_AUTHENTICATE, "Bearer");
            }
        };
        let call = Call { asked, captured, caller, body };
        return match (route.serve)(kitchen, &call) {
            Ok(answer) | Err(answer) => answer,
        };
    }
    if let Some(method) = other_method {
        return Answer::detail(StatusCode::METHOD_NOT_ALLOWED, "Method Not Allowed").header(ALLOW, method);
    }
    without_trailing_slash(asked).unwrap_or_else(|| Answer::detail(StatusCode::NOT_FOUND, "Not Found"))
}

/// The body as the framework of Mealie hands it on: JSON if it says so or says nothing, else its text.
fn body(asked: &Asked) -> Result<Value, Answer> {
    if asked.body.is_empty() {
        return Ok(Value::Null);
    }
    let content_type = asked.headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default());
    let kind =
        content_type.map(|value| value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
    if kind.is_some_and(|kind| kind != "application/json" && !kind.ends_with("+json")) {
        return Ok(String::from_utf8_lossy(&asked.body).into());
    }
    serde_json::from_slice(&asked.body).map_err(|error| {
        Answer::invalid(vec![json!({
            "type": "json_invalid",
            "loc": ["body", error.column()],
            "msg": "JSON decode error",
            "input": {},
            "ctx": { "error": error.to_string() },
        })])
    })
}

/// What the `{...}` of a route's path stand for, if the path is one of the route's.
fn matched<'a>(route: &str, path: &'a str) -> Option<Vec<&'a str>> {
    let mut captured = Vec::new();
    let (mut wanted, mut given) = (route.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(captured),
            (Some(slot), Some(part)) if slot.starts_with('{') => {
                if part.is_empty() {
                    return None;
                }
                captured.push(part);
            }
            (Some(slot), Some(part)) if slot == part => {}
            _ => return None,
        }
    }
}

fn caller<'k>(kitchen: &'k Kitchen, asked: &Asked) -> Option<&'k User> {
    let header = asked.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = header.split_once(' ')?;
    let token = scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())?;
    kitchen.users.iter().find(|user| user.token == token)
}

/// A path with slashes too many at its end is sent to the one without, if there is a route for that.
/// Mealie 3.10.2; seen `errors/trailing_slash_redirect`.
fn without_trailing_slash(asked: &Asked) -> Option<Answer> {
    let path = asked.path.trim_end_matches('/');
    if path.len() == asked.path.len() {
        return None;
    }
    ROUTES.iter().copied().flatten().find(|route| matched(route.path, path).is_some())?;
    let host = asked.headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let query = asked.raw_query.as_ref().map(|query| format!("?{query}")).unwrap_or_default();
    let answer = Answer {
        status: StatusCode::TEMPORARY_REDIRECT,
        headers: Vec::new(),
        body: Content::Nothing,
        hangs_up: false,
        would_fetch: Vec::new(),
    };
    Some(answer.header(LOCATION, format!("http://{host}{path}{query}")))
}
