//! One HTTP exchange with the instance: limits, time limits, no redirects, no proxy that nobody named. It never
//! prints an address or a token, and never decides what an answer means.

use std::error::Error;
use std::io;
use std::iter;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use reqwest::{Client, Method, Response, StatusCode, redirect};
use tokio::sync::{OnceCell, Semaphore};
use url::Url;

use super::route::Route;
use super::said;
use crate::failure::{Failure, Happened, Missing, Reach, Unusable};
use crate::log::{self, Fact};
use crate::settings::{Connection, Secret};

/// The most of a body that is ever read, in decoded bytes (BND-1). The largest answer in the recordings of a real
/// 3.10.2 is below 300 kB; a page of a hundred recipes of an old household can be a few megabytes.
pub(crate) const MAX_BODY_BYTES: usize = 8 * 1024 * 1024;

/// The most of an error's body that is ever read (BND-2).
pub(crate) const MAX_ERROR_BYTES: usize = 64 * 1024;

/// How long one request may take, from the first byte sent to the last byte read (BND-4).
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(15);

/// Requests to Mealie at one time (BND-5): eight or nine at once gave gateway timeouts on small instances.
const AT_ONCE: usize = 4;

/// The two clients and the gate before them.
pub(crate) struct Http {
    connection: Connection,
    time_limit: Duration,
    reading: OnceCell<Client>,
    writing: OnceCell<Client>,
    gate: Semaphore,
}

/// What a request carries.
pub(super) enum Load {
    /// Nothing.
    None,
    /// JSON, as text.
    Json(Bytes),
}

/// A good answer's body.
pub(super) struct Body(pub(super) Bytes);

impl Http {
    /// Opens nothing: both clients are made by the first call that needs them, since making one costs several
    /// milliseconds and can fail for want of certificates.
    pub(super) fn new(connection: Connection, time_limit: Duration) -> Self {
        Self {
            connection,
            time_limit,
            reading: OnceCell::new(),
            writing: OnceCell::new(),
            gate: Semaphore::new(AT_ONCE),
        }
    }

    /// A GET, repeated once after a reset: Mealie 3.10.2 closes the connection after an unhandled error without
    /// announcing it, so the next request on it can fail through no fault of its own.
    pub(super) async fn read(&self, route: &Route) -> Result<Body, Failure> {
        let client = self.reading.get_or_try_init(|| async { self.client(Keep::Connections) }).await?;
        match self.exchange(client, Method::GET, route, &Load::None, Happened::No, &|| {}).await {
            Err(Failure::NoAnswer(Reach::Reset, _)) => {
                self.exchange(client, Method::GET, route, &Load::None, Happened::No, &|| {}).await
            }
            answer => answer,
        }
    }

    /// Anything that changes something: once, never repeated, on a connection of its own that cannot be already
    /// closed (LIVE-10).
    ///
    /// `leaves` is called directly before the request does, with nothing to wait for in between.
    pub(super) async fn write(
        &self,
        method: Method,
        route: &Route,
        load: &Load,
        leaves: &(dyn Fn() + Sync),
    ) -> Result<Body, Failure> {
        let client = self.writing.get_or_try_init(|| async { self.client(Keep::Nothing) }).await?;
        self.exchange(client, method, route, load, Happened::Perhaps, leaves).await
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
            .no_proxy()
            .timeout(self.time_limit);
        builder = match keep {
            Keep::Connections => builder.pool_max_idle_per_host(AT_ONCE),
            Keep::Nothing => builder.pool_max_idle_per_host(0),
        };
        let plain = |url: &Url| url.scheme() == "http";
        if self.connection.url.as_ref().is_some_and(plain) && self.connection.proxy.as_ref().is_none_or(plain)
        {
            // Nothing here speaks TLS, so a machine without certificates is no obstacle.
            builder = builder.tls_certs_only([]);
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
        method: Method,
        route: &Route,
        load: &Load,
        if_unanswered: Happened,
        leaves: &(dyn Fn() + Sync),
    ) -> Result<Body, Failure> {
        let (Some(base), Some(token)) = (&self.connection.url, &self.connection.token) else {
            return Err(Failure::NotConfigured(self.connection.missing().unwrap_or(Missing::Both)));
        };
        let _turn = self.gate.acquire().await.map_err(|_| Failure::Internal("the gate is never closed"))?;
        let mut request = client
            .request(method, route.on(base))
            .header(AUTHORIZATION, token.bearer())
            .header(ACCEPT, "application/json");
        if let Load::Json(text) = load {
            request = request.header(CONTENT_TYPE, "application/json").body(text.clone());
        }
        leaves();
        let response = request.send().await.map_err(|error| unanswered(&error, if_unanswered))?;
        let status = response.status();
        log::debug("Mealie answered", &[Fact::Count("status", u64::from(status.as_u16()))]);
        if status.is_success() {
            whole(response, if_unanswered).await
        } else {
            Err(refused(status, response, if_unanswered, token).await)
        }
    }
}

/// Whether idle connections are kept for the next request.
enum Keep {
    Connections,
    Nothing,
}

/// Reads a good answer, up to the cap, compressed or not, whatever its length says.
async fn whole(mut response: Response, if_unanswered: Happened) -> Result<Body, Failure> {
    if is_web_page(&response) {
        return Err(Failure::Answer(Unusable::WebPage, if_unanswered));
    }
    if response.content_length().is_some_and(|declared| declared > MAX_BODY_BYTES as u64) {
        return Err(Failure::Answer(Unusable::TooLarge, if_unanswered));
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| unanswered(&error, if_unanswered))? {
        if body.len() + chunk.len() > MAX_BODY_BYTES {
            return Err(Failure::Answer(Unusable::TooLarge, if_unanswered));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Body(body.freeze()))
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
