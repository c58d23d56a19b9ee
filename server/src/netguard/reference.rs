//! What stands in a document where Mealie may look for a picture: whether it leads anywhere, and to which host (NET-6).
//! Owns that reading; it never takes a document apart, and never judges a host.
//!
//! One reference is one address: `scan` splits a `srcset`.

use std::net::Ipv6Addr;

use url::{Host, Url};

use super::address::{authority, parse, plain};
use super::objection::Objection;

/// Schemes that fetchers know, besides the two that are allowed.
const FETCHED: [&str; 12] =
    ["dict", "file", "ftp", "ftps", "gopher", "ldap", "ldaps", "sftp", "smb", "tftp", "ws", "wss"];

/// The host that a reference leads to. There is none where it is empty, relative, or of a scheme without a host: with
/// those Mealie fetches nothing, or something of the host that the recipe is said to come from.
pub(super) fn host(reference: &str) -> Result<Option<Host<String>>, Objection> {
    // Mealie 3.10.2: its parsers take outer blanks off (extruct, recipe_scrapers).
    let text = reference.trim();
    // Python's urlsplit takes outer control characters off, and these three out wherever they stand; so does WHATWG.
    let read: String = text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let absolute = match shape(read.trim_matches(|c: char| c.is_control() || c.is_whitespace())) {
        Shape::Nowhere => return Ok(None),
        Shape::Web => text.to_owned(),
        // Mealie 3.10.2: joined to the recipe's address or to https://example.com; the host is the same.
        Shape::WithoutScheme => format!("https:{text}"),
        Shape::Fetched => return Err(plain(text).err().unwrap_or(Objection::Scheme)),
        Shape::Other => match authority(text) {
            Some("") => return Ok(None),
            Some(authority) => format!("https://{authority}/"),
            None => return Err(plain(text).err().unwrap_or(Objection::Scheme)),
        },
    };
    plain(&absolute)?;
    let url = parse(&absolute)?;
    let host = authority(&absolute).and_then(|authority| same_host(authority, &url));
    host.map(Some).ok_or(Objection::Differs)
}

enum Shape {
    /// http or https.
    Web,
    /// `//host/path`.
    WithoutScheme,
    /// Another scheme that is for fetching.
    Fetched,
    /// A scheme that nothing fetches, and a host. Honest pages hold links into their apps (`al:ios:url`). Mealie 3.10.2
    /// hands one to its fetcher like any other, which looks its host up before it finds that it cannot fetch it
    /// (safehttp/transport.py): so the host is judged, and how the rest is written is not.
    Other,
    /// No host.
    Nowhere,
}

fn shape(text: &str) -> Shape {
    let slash = |text: &str| text.starts_with(['/', '\\']);
    let slashes = |text: &str| slash(text) && slash(&text[1..]);
    let Some((scheme, rest)) = text.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) else {
        return if slashes(text) { Shape::WithoutScheme } else { Shape::Nowhere };
    };
    match scheme.to_ascii_lowercase().as_str() {
        // WHATWG reads a host here however many slashes there are.
        "http" | "https" => Shape::Web,
        // A title can begin with "File:".
        scheme if FETCHED.contains(&scheme) && slash(rest) => Shape::Fetched,
        _ if slashes(rest) => Shape::Other,
        _ => Shape::Nowhere,
    }
}

/// RFC 3986, 3.1; and httpx 0.28 takes an empty one (`://host`).
fn is_scheme(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        && !text.starts_with(|c: char| !c.is_ascii_alphabetic())
}

/// The host, when RFC 3986 reads the same one in the authority as WHATWG does in the whole. Escapes, short and other
/// numbers, and characters that become a digit, a dot, an ordinary letter or nothing make a difference; the encoding of
/// an international name in whatever case does not.
fn same_host(authority: &str, url: &Url) -> Option<Host<String>> {
    let host = url.host()?.to_owned();
    let written = without_port(authority);
    let same = match &host {
        Host::Ipv4(address) => written == address.to_string(),
        Host::Ipv6(address) => {
            let inner = written.strip_prefix('[')?.strip_suffix(']')?;
            inner.parse::<Ipv6Addr>().is_ok_and(|read| read == *address)
        }
        Host::Domain(name) if written.is_ascii() => written.eq_ignore_ascii_case(name),
        Host::Domain(name) => idna::domain_to_unicode(name).0 == written.to_lowercase(),
    };
    same.then_some(host)
}

fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    }
}
