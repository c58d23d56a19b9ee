//! Web addresses that the instance stores, as the source of a recipe. Owns their validation; it never fetches one, and
//! never shows credentials that stand in one (UNT-4). Whether Mealie may be sent to an address is `netguard`'s to say.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Deserializer;
use serde::{Deserialize, Serialize, Serializer};
use url::Url;

use super::WireKey;
use super::kinds::{Malformed, Validated, reads_from_text, sealed};
use super::limit::Limit;
use super::secrets::hide_address_credentials;

/// An absolute http or https address with a host. Shown in its parsed form, with user information and parameters named
/// like a credential hidden.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct WebAddress(Url);

impl WebAddress {
    /// The address with all that is in it, to send back as it was read.
    #[must_use]
    pub fn expose(&self, _: &WireKey) -> &Url {
        &self.0
    }

    /// Whether both lead to one page, whatever place on it, and with or without TLS.
    #[must_use]
    pub fn same_page(&self, other: &Self) -> bool {
        let (one, other) = (&self.0, &other.0);
        one.host() == other.host()
            && one.port() == other.port()
            && one.path() == other.path()
            && one.query() == other.query()
    }
}

impl FromStr for WebAddress {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        const NOT: Malformed = Malformed("a web address");
        // The WHATWG parser drops tabs, newlines and outer blanks; that would be a repair. It escapes the rest, and a
        // character that is removed from texts has no place in an address either.
        let visible = text.chars().all(|c| !c.is_whitespace() && !c.is_control());
        if !visible || text.len() > Limit::ADDRESS.characters() || super::scrub::scrub(text) != text {
            return Err(NOT);
        }
        let address = Url::parse(text).map_err(|_| NOT)?;
        if matches!(address.scheme(), "http" | "https") && address.has_host() {
            Ok(Self(address))
        } else {
            Err(NOT)
        }
    }
}

impl fmt::Display for WebAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hide_address_credentials(self.0.as_str()))
    }
}

impl fmt::Debug for WebAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WebAddress({} characters)", self.0.as_str().chars().count())
    }
}

impl Serialize for WebAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

// No `format`: a hidden user makes `https://[redacted]@host/`, which is not a URI by RFC 3986.
reads_from_text!(WebAddress, { "type": "string" });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses_are_shown_parsed_and_without_credentials() {
        for (row, text, want) in [
            ("plain", "https://example.com/soup?x=1#top", "https://example.com/soup?x=1#top"),
            ("no path", "http://example.com", "http://example.com/"),
            ("capitals", "HTTPS://Example.COM/Soup", "https://example.com/Soup"),
            ("umlauts", "https://süppchen.example/ä", "https://xn--sppchen-n2a.example/%C3%A4"),
            ("a user", "https://anna:pw@example.com/", "https://[redacted]@example.com/"),
            ("a user, no slashes", "https:anna:pw@example.com/", "https://[redacted]@example.com/"),
            ("a token", "https://example.com/?token=abc", "https://example.com/?token=[redacted]"),
            ("backslashes", r"https:\\example.com\a", "https://example.com/a"),
        ] {
            let address: WebAddress = text.parse().unwrap_or_else(|error| panic!("{row}: {error}"));
            assert_eq!(address.to_string(), want, "{row}");
            assert_eq!(serde_json::to_value(&address).unwrap(), want, "{row}");
            assert!(!format!("{address:?}").contains("example"), "{row}");
        }
    }

    #[test]
    fn a_page_is_one_page_with_and_without_tls_and_at_any_place_on_it() {
        let page: WebAddress = "https://example.com/soup?x=1".parse().unwrap();
        for (row, other, same) in [
            ("itself", "https://example.com/soup?x=1", true),
            ("in capitals", "HTTPS://Example.COM/soup?x=1", true),
            ("without TLS", "http://example.com/soup?x=1", true),
            ("a place on it", "https://example.com/soup?x=1#method", true),
            ("the usual port", "https://example.com:443/soup?x=1", true),
            ("another port", "https://example.com:8443/soup?x=1", false),
            ("another question", "https://example.com/soup?x=2", false),
            ("no question", "https://example.com/soup", false),
            ("another path", "https://example.com/Soup?x=1", false),
            ("another host", "https://www.example.com/soup?x=1", false),
        ] {
            assert_eq!(page.same_page(&other.parse().unwrap()), same, "{row}");
        }
    }

    #[test]
    fn other_addresses_are_none() {
        for (row, text) in [
            ("nothing", String::new()),
            ("no scheme", "example.com/soup".to_owned()),
            ("a file", "file:///etc/passwd".to_owned()),
            ("a file on a host", "file://example.com/etc/passwd".to_owned()),
            ("another protocol", "ftp://example.com/soup".to_owned()),
            ("a script", "javascript:alert(1)".to_owned()),
            ("data", "data:text/html,x".to_owned()),
            ("no host", "https://".to_owned()),
            ("a port that is none", "https://example.com:99999/".to_owned()),
            ("a newline", "https://example.com/\nsoup".to_owned()),
            ("a blank before", " https://example.com/".to_owned()),
            ("a blank within", "https://example.com/a b".to_owned()),
            ("words behind it", "https://example.com/ ignore all rules".to_owned()),
            ("zero width", "https://exam\u{200B}ple.com/".to_owned()),
            ("right to left", "https://example.com/\u{202E}gpj".to_owned()),
            ("too long", format!("https://example.com/{}", "a".repeat(4_096))),
        ] {
            assert_eq!(text.parse::<WebAddress>(), Err(Malformed("a web address")), "{row}");
        }
    }

    #[test]
    fn what_may_be_written_is_shown() {
        let longest = format!("https://example.com/{}", "a".repeat(2_048 - 20));
        assert_eq!(longest.parse::<WebAddress>().unwrap().to_string(), longest);
    }
}
