//! What a text in a document leads to, where Mealie may look for a picture (NET-6).

use super::reference::host;
use super::*;

fn leads(reference: &str) -> Result<Option<String>, Objection> {
    host(reference).map(|host| host.map(|host| host.to_string()))
}

#[test]
fn net_6_a_reference_without_a_host_is_passed() {
    for (row, reference) in [
        ("nothing", ""),
        ("blanks", " \n\t "),
        ("a file", "soup.png"),
        ("a path", "/images/soup.png"),
        ("a path with blanks", "/images/pea soup.png"),
        ("a path with a backslash", r"images\soup.png"),
        ("a path upwards", "../soup.png"),
        ("a path with two slashes", "images//soup.png"),
        ("a query", "?picture=1"),
        ("a fragment", "#soup"),
        ("a name", "www.example.com/soup.png"),
        ("a name and a port", "example.com:80/soup.png"),
        ("an address and a port", "127.0.0.1:80/soup.png"),
        ("data", "data:image/png;base64,iVBORw0KGgo="),
        ("data with slashes", "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("a blob", "blob:https://example.com/3f2a"),
        ("a blank page", "about:blank"),
        ("mail", "mailto:anna@example.com"),
        ("a script", "javascript:void(0)"),
        ("a title", "Soup: easy and quick"),
        ("a title with the word of a scheme", "File: under soups"),
        ("another", "WS:winter soups"),
        ("words around an address", "see http://127.0.0.1/ for more"),
        ("a time", "2024-05-01T10:00:00+02:00"),
        ("a duration", "PT1H30M"),
        ("a list of settings", "app-id=1, app-argument=http://127.0.0.1/"),
        ("an app without a host", "allrecipes:///recipe/1"),
        ("several lines", "Line one:\n// a comment\nhttp://127.0.0.1/"),
    ] {
        assert_eq!(leads(reference), Ok(None), "{row}");
    }
}

#[test]
fn net_6_a_reference_with_a_host_leads_to_it_whatever_its_scheme() {
    for (row, reference, want) in [
        ("https", "https://cdn.example/soup.png", "cdn.example"),
        ("http", "HTTP://CDN.example:8080/soup.png", "cdn.example"),
        ("outer blanks", "  \n https://cdn.example/soup.png\t", "cdn.example"),
        ("no scheme", "//cdn.example/soup.png", "cdn.example"),
        ("no scheme, a port", "//cdn.example:81", "cdn.example"),
        ("a query alone", "https://cdn.example?w=1200", "cdn.example"),
        ("a fragment alone", "https://cdn.example#x", "cdn.example"),
        ("an at sign in the path", "https://cdn.example/npm/@x/soup.png", "cdn.example"),
        ("other letters in the path", "https://cdn.example/süß.png", "cdn.example"),
        ("an address", "http://93.184.215.14/soup.png", "93.184.215.14"),
        ("of version 6", "http://[2001:DB8::0:1]:80/soup.png", "[2001:db8::1]"),
        ("mapped", "http://[::ffff:127.0.0.1]/", "[::ffff:7f00:1]"),
        ("an ending dot", "https://cdn.example./", "cdn.example."),
        ("an international name", "https://süppchen.example/", "xn--sppchen-n2a.example"),
        ("the same, in capitals", "https://SÜPPCHEN.Example:443/", "xn--sppchen-n2a.example"),
        ("its encoding", "https://XN--sppchen-n2a.example/", "xn--sppchen-n2a.example"),
        ("a sharp s", "https://straße.example/", "xn--strae-oqa.example"),
        ("Greek", "https://σούπα.example/", "xn--mxa1adk5c.example"),
        ("Japanese", "https://スープ.example/", "xn--zck0c8e.example"),
        ("an app", "allrecipes://recipe/123", "recipe"),
        ("an app, and blanks further on", "whatsapp://send?text=Pea soup \\o/", "send"),
        ("an app and a site", "android-app://com.example.soup/https/example.com", "com.example.soup"),
        ("an app at an address", "soup://100.100.100.200/x", "100.100.100.200"),
        ("no scheme but its colon", "://100.100.100.200/x", "100.100.100.200"),
    ] {
        assert_eq!(leads(reference), Ok(Some(want.to_owned())), "{row}");
    }
}

#[test]
fn net_6_a_reference_that_programs_read_differently_is_refused() {
    for (row, reference, objection) in [
        ("no host", "http://", Objection::Unreadable),
        ("no host, no scheme", "//", Objection::Unreadable),
        ("no host, a path", "///etc/passwd", Objection::Unreadable),
        ("three slashes", "https:///cdn.example/", Objection::Unreadable),
        ("one slash", "http:/100.100.100.200/x", Objection::Unreadable),
        ("no slash", "http:100.100.100.200/x", Objection::Unreadable),
        ("no slash, and an address behind", "http:x/http://cdn.example/", Objection::Unreadable),
        ("two ports", "http://cdn.example:80:90/", Objection::Unreadable),
        ("five numbers", "http://1.2.3.4.5/", Objection::Unreadable),
        ("a zone", "http://[fe80::1%25eth0]/", Objection::Unreadable),
        ("a later version", "http://[v1.x]/", Objection::Unreadable),
        ("an escaped at", "http://good.example%40100.100.100.200/", Objection::Unreadable),
        ("an app that cannot be read", "soup://[x]/", Objection::Unreadable),
        ("a user", "http://good.example@100.100.100.200/", Objection::User),
        ("an empty user", "http://@cdn.example/", Objection::User),
        ("a user, no scheme", "//anna:geheim@cdn.example/", Objection::User),
        ("a user of an app", "soup://anna@cdn.example/", Objection::User),
        ("backslashes", r"https:\\100.100.100.200\x", Objection::Backslash),
        ("a backslash and a slash", r"http:/\100.100.100.200/x", Objection::Backslash),
        ("backslashes, no scheme", r"\\100.100.100.200\x", Objection::Backslash),
        ("one of each, no scheme", r"/\100.100.100.200/x", Objection::Backslash),
        ("a backslash before an at", r"http://good.example\@100.100.100.200/", Objection::Backslash),
        ("a backslash in the path", r"http://cdn.example/a\b.png", Objection::Backslash),
        ("backslashes of another scheme", r"ftp:\\100.100.100.200\x", Objection::Backslash),
        ("backslashes of an app", r"soup:\\100.100.100.200\x", Objection::Backslash),
        ("a backslash in an app's host", r"soup://a\b/", Objection::Backslash),
        ("a blank in the path", "http://cdn.example/pea soup.png", Objection::Blank),
        ("a blank in the host", "http://cdn .example/", Objection::Blank),
        ("a blank of another kind", "http://cdn.example/pea\u{2003}soup.png", Objection::Blank),
        ("a list", "http://cdn.example/1.png 1x, http://100.100.100.200/2.png 2x", Objection::Blank),
        ("a tab in the scheme", "ht\ttp://100.100.100.200/", Objection::Blank),
        ("a line break between the slashes", "http:/\n/100.100.100.200/", Objection::Blank),
        ("a line break before the colon", "http\r://100.100.100.200/", Objection::Blank),
        ("a line break between slashes alone", "/\n/100.100.100.200/", Objection::Blank),
        ("a null", "http://good.example\0.evil.example/", Objection::Blank),
        ("a control character before", "\u{1}http://100.100.100.200/", Objection::Blank),
        ("a control character behind", "http://cdn.example/\u{1F}", Objection::Blank),
        ("a tab in an app's host", "soup://100.100\t.100.200/", Objection::Blank),
        ("another scheme", "ftp://100.100.100.200/http://", Objection::Scheme),
        ("another scheme, a good host", "ftp://cdn.example/soup.png", Objection::Scheme),
        ("one slash", "ftp:/cdn.example/soup.png", Objection::Scheme),
        ("a file", "FILE:///etc/passwd", Objection::Scheme),
        ("a file, one slash", "file:/etc/passwd", Objection::Scheme),
        ("gopher", "gopher://cdn.example:70/1", Objection::Scheme),
        ("a socket", "wss://cdn.example/", Objection::Scheme),
        ("one number", "http://134744072/", Objection::Differs),
        ("a short form", "http://8.8.2056/", Objection::Differs),
        ("hex", "http://0x8.8.8.8/", Objection::Differs),
        ("octal", "http://010.8.8.8/", Objection::Differs),
        ("an ending dot", "http://8.8.8.8./", Objection::Differs),
        ("an escaped dot", "http://cdn%2eexample/", Objection::Differs),
        ("an escaped letter", "http://%63dn.example/", Objection::Differs),
        ("full-width digits", "http://８.8.8.8/", Objection::Differs),
        ("full-width letters", "http://ｃdn.example/", Objection::Differs),
        ("an ideographic dot", "http://100\u{3002}100\u{3002}100\u{3002}200/p", Objection::Differs),
        ("an ideographic dot in a name", "http://cdn\u{3002}example/", Objection::Differs),
        ("a soft hyphen", "http://c\u{AD}dn.example/", Objection::Differs),
        ("zero width", "http://cdn\u{200B}.example/", Objection::Differs),
        ("a letter in a circle", "http://ⓒdn.example/", Objection::Differs),
        ("digits in a circle", "http://①.example/", Objection::Differs),
        ("a ligature", "http://ﬁsh.example/", Objection::Differs),
        ("taken apart", "http://su\u{308}ppchen.example/", Objection::Differs),
    ] {
        assert_eq!(leads(reference), Err(objection), "{row}");
    }
}
