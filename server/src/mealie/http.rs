//! One HTTP exchange with the instance: limits, time limits, no redirects, no proxy that nobody named. It never
//! prints an address or a token, and never decides what an answer means.

use std::error::Error;
use std::io;
use std::iter;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::header::{
    ACCEPT, ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue,
};
use reqwest::{Client, Method, Response, StatusCode, redirect};
use tokio::sync::{OnceCell, Semaphore, SemaphorePermit};

use super::form::Form;
use super::route::Route;
use super::said;
use super::sitting::{LARGE_BYTES, Served, Sitting};
use crate::failure::{Failure, Happened, Missing, Reach, Unusable};
use crate::log::{self, Fact};
use crate::settings::{Connection, Secret, Trust};
use crate::text::{MAX_VALUES, ValueCount};

/// The most of a body that is ever read, in decoded bytes (BND-1). The largest answer in the recordings of a real
/// 3.10.2 is below 300 kB; a page of a hundred recipes of an old household can be a few megabytes.
pub(crate) const MAX_BODY_BYTES: usize = 8 * 1024 * 1024;

/// The most of an error's body that is ever read (BND-2).
pub(crate) const MAX_ERROR_BYTES: usize = 64 * 1024;

/// How long a request may take, from the first byte sent to the last byte read (BND-4).
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLimits {
    /// What Mealie does by itself.
    pub(crate) usual: Duration,
    /// What makes Mealie fetch something, of which it waits up to fifteen seconds for the page and again for each picture;
    /// what hands it a picture; and what puts a recipe on a shopping list or takes it off.
    pub(crate) fetching: Duration,
}

impl TimeLimits {
    /// Those of the contract.
    pub(crate) const CONTRACT: Self =
        Self { usual: Duration::from_secs(15), fetching: Duration::from_secs(60) };
}

/// How long an answer is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Patience {
    Usual,
    /// Mealie fetches something first, is handed a picture, or puts a recipe on a list.
    Fetching,
}

/// The two clients and the gate before them.
pub(crate) struct Http {
    connection: Connection,
    time_limits: TimeLimits,
    reading: OnceCell<Client>,
    writing: OnceCell<Client>,
    gate: Semaphore,
}

/// One request.
pub(super) struct Request<'a> {
    pub(super) method: Method,
    pub(super) route: &'a Route,
    pub(super) load: Load,
    pub(super) patience: Patience,
    /// Whether the instance can be changed by it once it has left.
    pub(super) if_unanswered: Happened,
}

/// What a request carries.
pub(super) enum Load {
    /// Nothing.
    None,
    /// JSON, as text.
    Json(Bytes),
    /// A form with a picture.
    Form(Form),
}

/// A good answer's body, and its place at the table if it is large.
pub(super) struct Body {
    pub(super) bytes: Bytes,
    pub(super) served: Option<Served>,
}

impl Http {
    /// Opens nothing: both clients are made by the first call that needs them, since making one costs several
    /// milliseconds and can fail for want of certificates.
    pub(super) fn new(connection: Connection, time_limits: TimeLimits) -> Self {
        let gate = Semaphore::new(connection.at_once);
        Self { connection, time_limits, reading: OnceCell::new(), writing: OnceCell::new(), gate }
    }

    /// A GET, repeated once after a reset: Mealie 3.10.2 closes the connection after an unhandled error without
    /// announcing it, so the next request on it can fail through no fault of its own.
    pub(super) async fn read(&self, route: &Route, sitting: &Sitting) -> Result<Body, Failure> {
        let client = self.reading.get_or_try_init(|| async { self.client(Keep::Connections) }).await?;
        let get = Request {
            method: Method::GET,
            route,
            load: Load::None,
            patience: Patience::Usual,
            if_unanswered: Happened::No,
        };
        match self.exchange(client, &get, sitting, &|| {}).await {
            Err(Failure::NoAnswer(Reach::Reset, _)) => self.exchange(client, &get, sitting, &|| {}).await,
            answer => answer,
        }
    }

    /// Anything else: once, never repeated, on a connection of its own that cannot be already closed (LIVE-10).
    ///
    /// `leaves` is called directly before the request does, with nothing to wait for in between.
    pub(super) async fn send(
        &self,
        request: &Request<'_>,
        sitting: &Sitting,
        leaves: &(dyn Fn() + Sync),
    ) -> Result<Body, Failure> {
        let client = self.writing.get_or_try_init(|| async { self.client(Keep::Nothing) }).await?;
        self.exchange(client, request, sitting, leaves).await
    }

    #[expect(clippy::disallowed_methods, reason = "this is where HTTP clients are made")]
    fn client(&self, keep: Keep) -> Result<Client, Failure> {
        // The provider is one per process; a second client finds the first one's, which is the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            .user_agent(concat!("mealie-mcp/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .no_proxy();
        builder = match keep {
            Keep::Connections => builder.pool_max_idle_per_host(self.connection.at_once),
            Keep::Nothing => builder.pool_max_idle_per_host(0),
        };
        builder = match &self.connection.trust {
            // Nothing here speaks TLS, so a machine without certificates is no obstacle.
            _ if self.connection.is_plain() => builder.tls_certs_only([]),
            Trust::Usual => builder,
            Trust::Also(authorities) => builder.tls_certs_merge(authorities.certificates()),
            Trust::Anybody => builder.tls_danger_accept_invalid_certs(true),
        };
        if let Some(locale) = self.connection.locale {
            let language = HeaderValue::from_static(locale.name());
            builder = builder.default_headers(HeaderMap::from_iter([(ACCEPT_LANGUAGE, language)]));
        }
        if let Some(proxy) = &self.connection.proxy {
            let proxy = reqwest::Proxy::all(proxy.clone())
                .map_err(|_| Failure::Internal("the proxy's address was checked at start"))?;
            builder = builder.proxy(proxy);
        }
        builder.build().map_err(|_| Failure::NoAnswer(Reach::NoCertificates, Happened::No))
    }

    async fn exchange(
        &self,
        client: &Client,
        asked: &Request<'_>,
        sitting: &Sitting,
        leaves: &(dyn Fn() + Sync),
    ) -> Result<Body, Failure> {
        let (Some(base), Some(token)) = (&self.connection.url, &self.connection.token) else {
            return Err(Failure::NotConfigured(self.connection.missing().unwrap_or(Missing::Both)));
        };
        let turn = self.gate.acquire().await.map_err(|_| Failure::Internal("the gate is never closed"))?;
        let time_limit = match asked.patience {
            Patience::Usual => self.time_limits.usual,
            Patience::Fetching => self.time_limits.fetching,
        };
        let mut request = client
            .request(asked.method.clone(), asked.route.on(base))
            .timeout(time_limit)
            .header(AUTHORIZATION, token.bearer())
            .header(ACCEPT, "application/json");
        request = match &asked.load {
            Load::None => request,
            Load::Json(text) => request.header(CONTENT_TYPE, "application/json").body(text.clone()),
            Load::Form(form) => request
                .header(CONTENT_TYPE, form.content_type())
                .header(CONTENT_LENGTH, form.length())
                .body(form.body()),
        };
        leaves();
        let response = request.send().await.map_err(|error| unanswered(&error, asked.if_unanswered))?;
        let status = response.status();
        log::debug("Mealie answered", &[Fact::Count("status", u64::from(status.as_u16()))]);
        if status.is_success() {
            whole(response, asked.if_unanswered, turn, sitting).await
        } else {
            Err(refused(status, response, asked.if_unanswered, token).await)
        }
    }
}

/// Whether idle connections are kept for the next request.
enum Keep {
    Connections,
    Nothing,
}

/// Reads a good answer, up to the cap, compressed or not, whatever its length says.
async fn whole(
    mut response: Response,
    if_unanswered: Happened,
    turn: SemaphorePermit<'_>,
    sitting: &Sitting,
) -> Result<Body, Failure> {
    let too_large = Failure::Answer(Unusable::TooLarge, if_unanswered);
    if is_web_page(&response) {
        return Err(Failure::Answer(Unusable::WebPage, if_unanswered));
    }
    if response.content_length().is_some_and(|declared| declared > MAX_BODY_BYTES as u64) {
        return Err(too_large);
    }
    let mut turn = Some(turn);
    let mut served = None;
    let mut values = ValueCount::default();
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| unanswered(&error, if_unanswered))? {
        let length = body.len() + chunk.len();
        if length > MAX_BODY_BYTES {
            return Err(too_large);
        }
        if values.more_than(MAX_VALUES, &chunk) {
            return Err(Failure::Answer(Unusable::NotAsExpected, if_unanswered));
        }
        // Whoever sits at the table may need another turn before they leave it, so nobody waits for it holding one.
        if length > LARGE_BYTES && turn.take().is_some() {
            served = Some(sitting.take_the_table().await);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Body { bytes: body.freeze(), served })
}

/// Makes a failure of a bad answer. The status is decided first; of the body only the beginning is read, and a body
/// that cannot be read changes nothing (BND-2).
async fn refused(
    status: StatusCode,
    mut response: Response,
    if_unanswered: Happened,
    token: &Secret,
) -> Failure {
    // Mealie 3.10.2: a 5xx does not mean that nothing happened; it commits first and fails after (hazards 1 and 9).
    // Nor does a proxy's 408: it may have passed the request on.
    let unsure = status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT;
    let happened = if unsure { if_unanswered } else { Happened::No };
    let page = is_web_page(&response);
    let mut body = Vec::new();
    while body.len() < MAX_ERROR_BYTES && !page {
        match response.chunk().await {
            Ok(Some(chunk)) => {
                body.extend_from_slice(&chunk[..chunk.len().min(MAX_ERROR_BYTES - body.len())])
            }
            Ok(None) | Err(_) => break,
        }
    }
    let said =
        said::of(&body).filter(|said| !repeats(&body, token) && !repeats(said.as_str().as_bytes(), token));
    Failure::Status { code: status.as_u16(), said, happened }
}

/// Some proxies answer with the headers that they got. The token is in no failure (OPER-6), whatever its shape, not even
/// the beginning of it where the text was cut.
fn repeats(text: &[u8], token: &Secret) -> bool {
    let bearer = token.bearer();
    let token = bearer.as_bytes().strip_prefix(b"Bearer ").unwrap_or_default();
    token.is_empty() || text.windows(token.len()).any(|part| part == token)
}

fn is_web_page(response: &Response) -> bool {
    response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("text/html"))
}

/// Why no answer came, told by the types in the chain of causes and never by their texts.
fn unanswered(error: &reqwest::Error, if_sent: Happened) -> Failure {
    let (mut tls, mut refused, mut ended, mut garbled) = (false, false, false, false);
    for cause in causes(error) {
        tls |= cause.is::<rustls::Error>();
        garbled |= cause.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_parse);
        match cause.downcast_ref().map(io::Error::kind) {
            Some(io::ErrorKind::ConnectionRefused) => refused = true,
            Some(io::ErrorKind::ConnectionReset | io::ErrorKind::UnexpectedEof) => ended = true,
            Some(io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput) => garbled = true,
            _ => {}
        }
    }
    if error.is_connect() {
        // Nothing of the request has left. A connection that ends before it is one ended in the TLS handshake.
        let secure = error.url().is_some_and(|url| url.scheme() == "https");
        let reach = match (tls || (ended && secure), refused, error.is_timeout()) {
            (true, _, _) => Reach::Tls,
            (_, true, _) => Reach::Refused,
            (_, _, true) => Reach::Timeout,
            _ => Reach::Unreachable,
        };
        return Failure::NoAnswer(reach, Happened::No);
    }
    if error.is_timeout() {
        Failure::NoAnswer(Reach::Timeout, if_sent)
    } else if garbled && !tls {
        // Another program than a web server, or a body that cannot be unpacked: it would be so the next time.
        Failure::Answer(Unusable::NotAsExpected, if_sent)
    } else {
        Failure::NoAnswer(Reach::Reset, if_sent)
    }
}

/// The causes of an error, the nearest first. An I/O error passes over the error that it wraps when it is asked for its
/// source, and the TLS library's is wrapped twice.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(error.source(), |&cause| match cause.downcast_ref::<io::Error>() {
        Some(trouble) if trouble.get_ref().is_some() => trouble.get_ref().map(|wrapped| wrapped as _),
        _ => cause.source(),
    })
}
