//! An address that a caller gave for Mealie to fetch, from text to parsed (NET-1, NET-3). Owns what is accepted of it; it
//! never repairs one, and never judges a host.

use url::Url;

use super::objection::Objection;

/// The longest address of an argument, in characters.
pub(super) const MAX_CHARS: usize = 2_048;

/// The longest name that DNS holds, in bytes and without an ending dot (RFC 1035, 2.3.4).
const MAX_NAME_BYTES: usize = 253;
/// The longest part of a name between dots, in bytes (RFC 1035, 2.3.4).
const MAX_LABEL_BYTES: usize = 63;

/// Reads the address of an argument. Its fragment is dropped: no server is sent one.
pub(super) fn argument(text: &str) -> Result<Url, Objection> {
    if text.chars().nth(MAX_CHARS).is_some() {
        return Err(Objection::TooLong);
    }
    plain(text)?;
    let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    if !matches!(scheme.as_deref(), Some("http" | "https")) {
        return Err(Objection::Scheme);
    }
    let mut url = parse(text)?;
    url.set_fragment(None);
    // Parsing escapes what is not ASCII: one character can become twelve, and what is sent is what counts.
    if url.as_str().len() > MAX_CHARS {
        return Err(Objection::TooLong);
    }
    Ok(url)
}

/// What WHATWG's parser would take out or turn over without a word is refused: other programs read it otherwise.
pub(super) fn plain(text: &str) -> Result<(), Objection> {
    if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(Objection::Blank);
    }
    if text.contains('\\') {
        return Err(Objection::Backslash);
    }
    Ok(())
}

/// Parses an http or https address that is plain, and refuses user information in it.
pub(super) fn parse(text: &str) -> Result<Url, Objection> {
    // WHATWG passes over missing slashes and further ones; by RFC 3986 there is no host then, or an empty one.
    let authority = authority(text).filter(|authority| !authority.is_empty()).ok_or(Objection::Unreadable)?;
    // Looked for here, since an empty user (`http://@host/`) is gone after parsing.
    if authority.contains('@') {
        return Err(Objection::User);
    }
    let url = Url::parse(text).map_err(|_| Objection::Unreadable)?;
    if url.domain().is_some_and(|name| !is_dns_name(name)) {
        return Err(Objection::Unreadable);
    }
    Ok(url)
}

/// What stands between the scheme's `://` and the path, as RFC 3986 reads it (appendix B).
pub(super) fn authority(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(':')?;
    rest.strip_prefix("//")?.split(['/', '?', '#']).next()
}

/// Whether DNS can hold this name: no part is empty or too long. An ending dot is fine.
pub(super) fn is_dns_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    name.len() <= MAX_NAME_BYTES && name.split('.').all(|label| (1..=MAX_LABEL_BYTES).contains(&label.len()))
}
