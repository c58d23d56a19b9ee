//! Which route a request takes: matched in order, as Mealie's framework does it.
//! Has no opinions; each area file turns a URL into reads and changes of the store.

mod about;
mod ai_imports;
mod comments;
mod cookbooks;
mod fields;
mod foods;
mod imports;
mod labels;
mod mealplans;
mod members;
mod organizers;
mod parser;
mod ratings;
mod recipe_copies;
mod recipe_images;
mod recipe_patch;
mod recipes;
mod sharing;
mod shopping;
mod suggestions;
mod timeline;
mod units;

use axum::http::StatusCode;
use axum::http::header::{
    ACCEPT_LANGUAGE, ALLOW, AUTHORIZATION, CONTENT_TYPE, HOST, LOCATION, WWW_AUTHENTICATE,
};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::door::Asked;
use crate::form::Part;
use crate::pydantic::{self, Problems};
use crate::query::{Paging, Search, Searched, SeedRule, Spelling};
use crate::quirks;
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

    /// The user who asks.
    fn user<'k>(&self, kitchen: &'k Kitchen) -> &'k User {
        kitchen.users.get(self.caller).unwrap_or_else(|| kitchen.cook())
    }

    /// The group of the user who asks.
    fn group(&self, kitchen: &Kitchen) -> Uuid {
        kitchen.group_of(self.caller)
    }

    /// The language of the user who asks, as the request has it.
    fn language(&self) -> &str {
        let language = self.asked.headers.get(ACCEPT_LANGUAGE);
        language.and_then(|language| language.to_str().ok()).unwrap_or_default()
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

    /// The body as JSON, whatever it is; null if there is none.
    fn body(&self) -> &Value {
        &self.body
    }

    /// The fields of a form, or 400 if it is broken. A body of another type is a form without fields.
    fn form(&self) -> Result<&[Part], Answer> {
        self.asked.form.as_deref().map_err(|why| quirks::no_form(*why))
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
    ai_imports::ROUTES,
    timeline::ROUTES,
    recipes::ROUTES,
    recipe_copies::ROUTES,
    recipe_images::ROUTES,
    comments::ROUTES,
    mealplans::ROUTES,
    cookbooks::ROUTES,
    sharing::ROUTES,
    ratings::ROUTES,
    members::ROUTES,
    foods::ROUTES,
    units::ROUTES,
    labels::ROUTES,
    organizers::ROUTES,
    parser::ROUTES,
    shopping::lists::ROUTES,
    shopping::items::ROUTES,
    shopping::recipes::ROUTES,
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
            (Gate::Login, Caller::Known(user)) => user.id,
            (Gate::Login, Caller::Unknown) => {
                return Answer::detail(StatusCode::UNAUTHORIZED, "Could not validate credentials")
                    .header(WWW_AUTHENTICATE, "Bearer");
            }
            // Seen `about_self/self_with_revoked_token`: signed well, and in no table any more.
            (Gate::Login, Caller::Revoked) => {
                return Answer::detail(StatusCode::UNAUTHORIZED, "Unauthorized");
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

/// Whether there is a route for a request to this path, which may be percent-encoded.
pub(crate) fn serves(method: &str, path: &str) -> bool {
    let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    let mut routes = ROUTES.iter().copied().flatten();
    routes.any(|route| route.method == method && matched(route.path, &path).is_some())
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
        let (place, words) = quirks::as_python_says(&error, &asked.body);
        Answer::invalid(vec![json!({
            "type": "json_invalid",
            "loc": ["body", place],
            "msg": "JSON decode error",
            "input": {},
            "ctx": { "error": words },
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

/// Whoever asks, as far as the token tells.
enum Caller<'k> {
    Known(&'k User),
    /// No token, or one that never was any.
    Unknown,
    /// With a token that was good once.
    Revoked,
}

fn caller<'k>(kitchen: &'k Kitchen, asked: &Asked) -> Caller<'k> {
    let Some(token) = bearer(asked) else { return Caller::Unknown };
    match kitchen.user_with_token(token) {
        Some(user) => Caller::Known(user),
        None if kitchen.revoked_tokens.iter().any(|revoked| revoked == token) => Caller::Revoked,
        None => Caller::Unknown,
    }
}

fn bearer(asked: &Asked) -> Option<&str> {
    let header = asked.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
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
