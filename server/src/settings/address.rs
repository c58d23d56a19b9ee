//! Addresses that an operator sets: which ones are accepted, and what is remarkable about them. It never prints one:
//! an address can name a household, and one that is refused can hold a password.

use url::{Host, Url};

use super::variables::Fault;

/// What `MEALIE_URL` and `MEALIE_PUBLIC_URL` accept, in words.
pub(super) const VALID: &str = "an http or https address without user name, query (?) or fragment (#)";

/// An address under which an instance answers (OPER-5). An ending slash is taken off, so that both spellings are one
/// address.
pub(super) fn parse_address(text: &str) -> Result<Url, Fault> {
    let mut url = parse(text)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Fault::Breaks("holds a user name or password"));
    }
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty();
    }
    Ok(url)
}

/// A proxy's address. A user name and a password may stand in it, a path has no meaning.
pub(super) fn parse_proxy(text: &str) -> Result<Url, Fault> {
    let url = parse(text)?;
    if url.path() != "/" {
        return Err(Fault::Breaks("holds a path"));
    }
    Ok(url)
}

/// What both have in common. The parser forgives what other programs read differently (a missing `//`, backslashes,
/// tabs and line breaks inside); here that is a mistake to be told.
fn parse(text: &str) -> Result<Url, Fault> {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    if !matches!(scheme.as_deref(), Some("http" | "https")) {
        return Err(Fault::Breaks("does not begin with http:// or https://"));
    }
    if text.contains(|c: char| c == '\\' || c.is_whitespace() || c.is_control()) {
        return Err(Fault::Breaks("holds a blank, a backslash or a control character"));
    }
    let url = Url::parse(text).map_err(|_| Fault::Breaks("is not an address that can be read"))?;
    if url.query().is_some() {
        return Err(Fault::Breaks("holds a query (?)"));
    }
    if url.fragment().is_some() {
        return Err(Fault::Breaks("holds a fragment (#)"));
    }
    Ok(url)
}

/// Whether what is sent there can be read on the way: plain http to another machine.
pub(super) fn is_readable_on_the_way(url: &Url) -> bool {
    let here = match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.to_canonical().is_loopback(),
        None => false,
    };
    url.scheme() == "http" && !here
}

/// Whether somebody gave the address of the API instead of that of Mealie.
pub(super) fn ends_in_api(url: &Url) -> bool {
    url.path_segments().and_then(|mut path| path.next_back()) == Some("api")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oper_5_an_address_is_absolute_http_and_nothing_more() {
        for (row, text, want) in [
            ("https", "https://mealie.example", Ok("https://mealie.example/")),
            ("http with a port", "http://mealie:9000", Ok("http://mealie:9000/")),
            ("scheme and host in capitals", "HTTPS://Mealie.Example", Ok("https://mealie.example/")),
            (
                "the port that goes without saying",
                "https://mealie.example:443/",
                Ok("https://mealie.example/"),
            ),
            ("below a path", "https://home.example/mealie", Ok("https://home.example/mealie")),
            ("below a path, with a slash", "https://home.example/mealie/", Ok("https://home.example/mealie")),
            ("IPv6", "http://[::1]:9000", Ok("http://[::1]:9000/")),
            ("an international name", "https://küche.example", Ok("https://xn--kche-0ra.example/")),
            ("dots in the path", "https://home.example/a/../mealie", Ok("https://home.example/mealie")),
            ("no scheme", "mealie.example", Err("does not begin with http:// or https://")),
            ("no scheme, a port", "mealie.example:9000", Err("does not begin with http:// or https://")),
            ("another scheme", "ftp://mealie.example", Err("does not begin with http:// or https://")),
            ("a file", "file:///srv/mealie", Err("does not begin with http:// or https://")),
            ("one slash", "http:/mealie.example", Err("does not begin with http:// or https://")),
            ("no slash", "http:mealie.example", Err("does not begin with http:// or https://")),
            ("no host", "http://", Err("is not an address that can be read")),
            ("a port that is none", "http://mealie.example:90000", Err("is not an address that can be read")),
            ("a user", "https://me@mealie.example", Err("holds a user name or password")),
            ("a user and a password", "https://me:pw@mealie.example", Err("holds a user name or password")),
            ("a password alone", "https://:pw@mealie.example", Err("holds a user name or password")),
            ("a query", "https://mealie.example/?a=b", Err("holds a query (?)")),
            ("an empty query", "https://mealie.example/?", Err("holds a query (?)")),
            ("a fragment", "https://mealie.example/#top", Err("holds a fragment (#)")),
            ("an empty fragment", "https://mealie.example/#", Err("holds a fragment (#)")),
            ("a backslash", "https:\\\\mealie.example", Err("does not begin with http:// or https://")),
            (
                "a backslash further on",
                "https://mealie.example\\@evil.example",
                Err("holds a blank, a backslash or a control character"),
            ),
            (
                "a line break inside",
                "https://mealie\n.example",
                Err("holds a blank, a backslash or a control character"),
            ),
            (
                "a blank inside",
                "https://mealie.example/my recipes",
                Err("holds a blank, a backslash or a control character"),
            ),
        ] {
            let read = parse_address(text);
            assert_eq!(
                read.as_ref().map(Url::as_str),
                want.map_err(Fault::Breaks).as_ref().copied(),
                "{row}"
            );
        }
    }

    #[test]
    fn net_8_a_proxy_may_have_credentials_and_no_path() {
        for (row, text, want) in [
            ("plain", "http://proxy.example:3128", Ok("http://proxy.example:3128/")),
            ("with a slash", "https://proxy.example/", Ok("https://proxy.example/")),
            ("with credentials", "http://me:pw@proxy.example", Ok("http://me:pw@proxy.example/")),
            (
                "another kind of proxy",
                "socks5://proxy.example",
                Err("does not begin with http:// or https://"),
            ),
            ("a bare host", "proxy.example:3128", Err("does not begin with http:// or https://")),
            ("a path", "http://proxy.example/there", Err("holds a path")),
            ("a query", "http://proxy.example/?a", Err("holds a query (?)")),
        ] {
            let read = parse_proxy(text);
            assert_eq!(
                read.as_ref().map(Url::as_str),
                want.map_err(Fault::Breaks).as_ref().copied(),
                "{row}"
            );
        }
    }

    #[test]
    fn oper_5_plain_http_is_remarkable_unless_it_stays_on_this_machine() {
        for (text, remarkable) in [
            ("http://mealie.example", true),
            ("http://mealie:9000", true),
            ("http://192.168.1.4", true),
            ("http://localhost.example", true),
            ("http://[::2]", true),
            ("https://mealie.example", false),
            ("http://localhost:9000", false),
            ("http://LOCALHOST.", false),
            ("http://mealie.localhost", false),
            ("http://127.0.0.1", false),
            ("http://127.9.9.9", false),
            ("http://2130706433", false),
            ("http://[::1]", false),
            ("http://[::ffff:127.0.0.1]", false),
        ] {
            assert_eq!(is_readable_on_the_way(&parse_address(text).unwrap()), remarkable, "{text}");
        }
    }

    #[test]
    fn oper_5_the_address_of_the_api_is_recognised() {
        for (text, ends) in [
            ("https://mealie.example/api", true),
            ("https://mealie.example/api/", true),
            ("https://mealie.example/mealie/api", true),
            ("https://mealie.example", false),
            ("https://api.example", false),
            ("https://mealie.example/api/kitchen", false),
            ("https://mealie.example/myapi", false),
        ] {
            assert_eq!(ends_in_api(&parse_address(text).unwrap()), ends, "{text}");
        }
    }
}
