//! Secrets inside a text: tokens of the JWT shape, and credentials in addresses (UNT-4, UNT-5). Owns finding and hiding
//! them; it never judges a field by its name, and never changes anything else. Linear on any text.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use url::form_urlencoded;

use super::redact::{REDACTED, is_credential_name};

/// Shortest header there can be, in base64url characters: `{"alg":0}`.
const SHORTEST_HEADER: usize = 12;

/// Longest header that is looked into, in base64url characters. A header with a chain of certificates has a few
/// thousand, and web servers take no header line beyond 16 KiB; a recipe may hold megabytes that only begin like one.
const LONGEST_HEADER: usize = 16 * 1024;

/// How many places within one part are tried as the beginning of a JWT header: the part's own, and the first few that
/// look like one (`jwt-eyJhbGciOi...`). A bound, so that `eyJeyJeyJ...` stays linear.
const TRIES_PER_PART: usize = 4;

/// Hides every JWT and every credential in an address.
pub(super) fn hide_secrets(text: &str) -> Cow<'_, str> {
    let without_tokens = hide(text, &tokens(text));
    match without_tokens {
        Cow::Borrowed(text) => hide_address_credentials(text),
        Cow::Owned(text) => match hide_address_credentials(&text) {
            Cow::Borrowed(_) => Cow::Owned(text),
            Cow::Owned(hidden) => Cow::Owned(hidden),
        },
    }
}

/// Hides user information in every `scheme://user:password@host`, an address within an address included, and in each address
/// everything from the first value of a query or fragment parameter that is named like a credential: where such a value
/// ends is for its server to say.
///
/// In two steps, so that what the first puts in cannot change what the second has seen.
pub(super) fn hide_address_credentials(text: &str) -> Cow<'_, str> {
    match hide(text, &user_information(text)) {
        Cow::Borrowed(text) => hide(text, &credential_parameters(text)),
        Cow::Owned(text) => match hide(&text, &credential_parameters(&text)) {
            Cow::Borrowed(_) => Cow::Owned(text),
            Cow::Owned(hidden) => Cow::Owned(hidden),
        },
    }
}

fn hide<'a>(text: &'a str, secrets: &[Range<usize>]) -> Cow<'a, str> {
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut settled = 0;
    for secret in secrets {
        out.push_str(&text[settled..secret.start]);
        out.push_str(REDACTED);
        settled = secret.end;
    }
    out.push_str(&text[settled..]);
    Cow::Owned(out)
}

/// Where the tokens are: runs of base64url and dots that hold three parts of which the first is a JWT header. The rest of
/// such a run goes with it (an encrypted token has five parts).
fn tokens(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let run = bytes[at..].iter().take_while(|byte| is_base64url(**byte) || **byte == b'.').count();
        if run > 0 {
            found.extend(token_in(&text[at..at + run]).map(|start| at + start..at + run));
        }
        at += run + 1;
    }
    found
}

/// The start of the token in one run.
fn token_in(run: &str) -> Option<usize> {
    let mut start = 0;
    let mut parts = run.split('.').peekable();
    while let Some(header) = parts.next() {
        let payload = parts.peek()?;
        let has_a_third = start + header.len() + 1 + payload.len() < run.len();
        if has_a_third
            && !payload.is_empty()
            && let Some(within) = header_in(header)
        {
            return Some(start + within);
        }
        start += header.len() + 1;
    }
    None
}

fn header_in(part: &str) -> Option<usize> {
    let starts = std::iter::once(0).chain(part.match_indices("eyJ").map(|(at, _)| at).filter(|at| *at > 0));
    starts.take(TRIES_PER_PART).find(|start| is_jwt_header(&part[*start..]))
}

/// Base64url of a JSON object that has `alg` (RFC 7515, section 4.1.1).
fn is_jwt_header(part: &str) -> bool {
    const LENIENT: GeneralPurpose = GeneralPurpose::new(
        &URL_SAFE,
        GeneralPurposeConfig::new()
            .with_decode_allow_trailing_bits(true)
            .with_decode_padding_mode(base64::engine::DecodePaddingMode::RequireNone),
    );
    // The first six bits of `{`.
    part.starts_with('e')
        && (SHORTEST_HEADER..=LONGEST_HEADER).contains(&part.len())
        && LENIENT.decode(part).is_ok_and(|json| has_alg(&json))
}

/// Whether `json` is an object with a field `alg`. Nothing is kept of it: its keys alone could fill the memory (BND-7).
fn has_alg(json: &[u8]) -> bool {
    struct Look;

    impl<'de> Visitor<'de> for Look {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut header: A) -> Result<bool, A::Error> {
            let mut found = false;
            while let Some(name) = header.next_key::<Cow<'de, str>>()? {
                found |= name == "alg";
                header.next_value::<IgnoredAny>()?;
            }
            Ok(found)
        }
    }

    let mut reader = serde_json::Deserializer::from_slice(json);
    (&mut reader).deserialize_map(Look).is_ok_and(|found| found && reader.end().is_ok())
}

fn is_base64url(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

/// Where the user information is, in every address and in those within it.
fn user_information(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(authority) = next_authority(text, at) {
        // The last one counts: a password may hold others.
        if let Some(end) = text[authority.clone()].rfind('@').filter(|end| *end > 0) {
            found.push(authority.start..authority.start + end);
        }
        // In `http://https://a:b@c/` the first authority is the second scheme.
        at = authority.end - usize::from(text[authority].ends_with(':'));
    }
    found
}

/// Where the first credential among the parameters of each address is, to the end of the address. The parameters of an
/// address within it are among them.
fn credential_parameters(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(authority) = next_authority(text, at) {
        let tail = &text[authority.end..];
        let tail = &tail[..tail.find(ends_address).unwrap_or(tail.len())];
        let end = authority.end + tail.len();
        found.extend(credential_parameter(tail).map(|start| authority.end + start..end));
        at = end;
    }
    found
}

/// The next authority at or after `from`: as WHATWG parsers read it, any two slashes of either kind begin one; more are
/// skipped, and the schemes of the web need none.
fn next_authority(text: &str, from: usize) -> Option<Range<usize>> {
    let mut at = from;
    loop {
        let colon = at + text[at..].find(':')?;
        let slashes = text[colon + 1..].bytes().take_while(|byte| matches!(byte, b'/' | b'\\')).count();
        let start = colon + 1 + slashes;
        if slashes >= 2 || ends_in_a_web_scheme(&text[at..colon]) {
            let rest = &text[start..];
            return Some(start..start + rest.find(ends_authority).unwrap_or(rest.len()));
        }
        at = start;
    }
}

/// The start of the first value in the path, query and fragment of one address whose name is that of a credential.
fn credential_parameter(tail: &str) -> Option<usize> {
    let starts = tail.char_indices().filter(|(_, c)| separates_parameters(*c)).map(|(at, _)| at + 1);
    starts.into_iter().find_map(|start| {
        let pair = &tail[start..];
        let pair = &pair[..pair.find(separates_parameters).unwrap_or(pair.len())];
        let (name, value) = pair.split_once('=')?;
        (!value.is_empty() && names_a_credential(name)).then_some(start + name.len() + 1)
    })
}

/// `api%5Fkey` is `api_key` to whoever answers the request.
fn names_a_credential(name: &str) -> bool {
    is_credential_name(name)
        || name.contains('%')
            && form_urlencoded::parse(name.as_bytes()).any(|(decoded, _)| is_credential_name(&decoded))
}

/// The special schemes of the WHATWG URL standard that have hosts.
fn ends_in_a_web_scheme(before: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    ["http", "https", "ws", "wss", "ftp"].iter().any(|scheme| word.eq_ignore_ascii_case(scheme))
}

fn separates_parameters(c: char) -> bool {
    matches!(c, '?' | '&' | ';' | '#')
}

fn ends_authority(c: char) -> bool {
    matches!(c, '/' | '\\' | '?' | '#') || ends_address(c)
}

fn ends_address(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>')
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use proptest::prelude::*;

    use super::*;

    /// `{"alg":"HS256","typ":"JWT"}`.
    const HEADER: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9";

    #[test]
    fn a_token_is_hidden_wherever_it_stands() {
        let jwt = format!("{HEADER}.eyJzdWIiOiIxIn0.c2lnbmF0dXJl");
        for (row, text, want) in [
            ("alone", jwt.clone(), "[redacted]"),
            ("in a header", format!("Bearer {jwt}"), "Bearer [redacted]"),
            ("in a sentence", format!("my token is {jwt}, keep it"), "my token is [redacted], keep it"),
            ("twice", format!("{jwt} {jwt}"), "[redacted] [redacted]"),
            ("unsigned", format!("{HEADER}.eyJzdWIiOiIxIn0."), "[redacted]"),
            ("encrypted, five parts", format!("{HEADER}.a.b.c.d"), "[redacted]"),
            ("glued to a word", format!("jwt_{jwt}"), "jwt_[redacted]"),
            ("after a host", format!("host.{jwt}"), "host.[redacted]"),
            ("blanks in the header", "eyAiYWxnIiA6ICJub25lIiB9.e30.x".to_owned(), "[redacted]"),
            ("between umlauts", format!("ä{jwt}ä"), "ä[redacted]ä"),
        ] {
            assert_eq!(hide_secrets(&text), want, "{row}");
        }
    }

    #[test]
    fn bnd_7_a_header_of_megabytes_is_not_looked_into() {
        let token = |padding: usize| {
            let header = format!(r#"{{"x":"{}","alg":"none"}}"#, "y".repeat(padding));
            format!("{}.e30.x", URL_SAFE_NO_PAD.encode(header))
        };
        assert_eq!(hide_secrets(&token(12_000)), "[redacted]", "a chain of certificates");
        let long = token(1_000_000);
        assert!(matches!(hide_secrets(&long), Cow::Borrowed(_)), "no server takes such a header");
    }

    #[test]
    fn what_only_resembles_a_token_stays() {
        for (row, text) in [
            ("a sentence", "Stir. Serve. Enjoy."),
            ("a version", "3.10.2"),
            ("dots", "...and so on..."),
            ("two parts", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0"),
            ("no alg: {\"typ\":\"JWT\"}", "eyJ0eXAiOiJKV1QifQ.eyJzdWIiOiIxIn0.c2ln"),
            ("not an object: [\"alg\"]", "WyJhbGciXQ.eyJzdWIiOiIxIn0.c2ln"),
            ("an empty payload", "eyJhbGciOiJIUzI1NiJ9..c2ln"),
            ("a host name", "eggs.example.com"),
        ] {
            assert!(matches!(hide_secrets(text), Cow::Borrowed(same) if same == text), "{row}");
        }
    }

    #[test]
    fn credentials_in_addresses_are_hidden() {
        for (row, text, want) in [
            ("user and password", "https://anna:pw@example.com/a", "https://[redacted]@example.com/a"),
            ("user alone", "https://anna@example.com", "https://[redacted]@example.com"),
            ("an @ in the password", "https://a:p@ss@example.com", "https://[redacted]@example.com"),
            ("any scheme", "postgres://u:p@db:5432/x", "postgres://[redacted]@db:5432/x"),
            ("backslashes", r"https:\\u:p@example.com\a", r"https:\\[redacted]@example.com\a"),
            ("escaped slashes", r"https:\/\/u:p@example.com", r"https:\/\/[redacted]@example.com"),
            ("more slashes", "https:////u:p@example.com", "https:////[redacted]@example.com"),
            ("in a text", "see http://u:p@h/, then stir", "see http://[redacted]@h/, then stir"),
            ("two", "http://u:p@h http://v:q@i", "http://[redacted]@h http://[redacted]@i"),
            ("a query", "https://h/r?id=7&api_key=abc&x=1", "https://h/r?id=7&api_key=[redacted]"),
            (
                "an address within an address",
                "https://h/?u=https://a:b@i/?token=abc",
                "https://h/?u=https://[redacted]@i/?token=[redacted]",
            ),
            ("a scheme too many", "http://https://a:b@i/", "http://https://[redacted]@i/"),
            (
                "an address in an archive",
                "https://h/2020/http://a:b@i/",
                "https://h/2020/http://[redacted]@i/",
            ),
            (
                "what only then looks like a parameter",
                "https://?https://x=@token==",
                "https://?https://[redacted]@token=[redacted]",
            ),
            (
                "an address that begins as a secret",
                "https://h/?token=x://a;b:c@i/?x=1",
                "https://h/?token=[redacted]",
            ),
            ("an address as a secret", "https://h/?token=https://a:b@i/&x=1", "https://h/?token=[redacted]"),
            ("one slash", "https:/u:p@h/", "https:/[redacted]@h/"),
            ("no slash", "see HTTP:u:p@h", "see HTTP:[redacted]@h"),
            ("an escaped name", "https://h/?api%5Fkey=abc", "https://h/?api%5Fkey=[redacted]"),
            ("a fragment", "https://h/#access_token=abc", "https://h/#access_token=[redacted]"),
            ("a value with =", "https://h/?token=a=b==", "https://h/?token=[redacted]"),
            ("again", "https://[redacted]@h/?token=[redacted]", "https://[redacted]@h/?token=[redacted]"),
        ] {
            assert_eq!(hide_address_credentials(text), want, "{row}");
        }
    }

    #[test]
    fn an_address_without_credentials_stays() {
        for text in [
            "https://example.com/@anna",
            "https://example.com/?user=anna@example.com",
            "mailto:anna@example.com",
            "http: anna@example.com",
            "https://example.com/?a%ZZ=b",
            "at 12:30 with anna@example.com",
            "https://@example.com",
            "https://example.com/?token=",
            "https://example.com/?tokens_total=5#top",
            "C:\\kitchen",
        ] {
            assert!(matches!(hide_address_credentials(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn hiding_twice_is_hiding_once(text in "([a-z:/\\\\@?&;=. ]|token=|https://|eyJhbGciOiJub25lIn0\\.e30\\.|[ä漢]){0,40}") {
            let once = hide_secrets(&text).into_owned();
            prop_assert_eq!(&hide_secrets(&once), &once);
        }
    }
}
