//! The address of an argument, in every spelling (NET-1 to NET-3).

use super::*;

#[tokio::test]
async fn net_3_what_is_sent_is_the_parsed_address() {
    let (guard, _) = Book::default().guard(None);
    for (row, text, sent) in [
        ("plain", "https://example.com/soup", "https://example.com/soup"),
        ("http", "http://example.com/", "http://example.com/"),
        ("no path", "https://example.com", "https://example.com/"),
        ("capitals", "HTTPS://Example.COM/Soup", "https://example.com/Soup"),
        ("a port", "http://example.com:8080/x", "http://example.com:8080/x"),
        ("the port that goes without saying", "https://example.com:443/", "https://example.com/"),
        ("a port of nothing", "http://example.com:/", "http://example.com/"),
        ("a query", "https://example.com/?a=b&c=%20", "https://example.com/?a=b&c=%20"),
        ("a fragment", "https://example.com/soup#method", "https://example.com/soup"),
        ("a fragment that looks like more", "https://example.com/#@127.0.0.1", "https://example.com/"),
        ("dots in the path", "https://example.com/a/../b/./c", "https://example.com/b/c"),
        ("letters of others", "https://example.com/süß?q=ü", "https://example.com/s%C3%BC%C3%9F?q=%C3%BC"),
        ("an international name", "https://SÜPPCHEN.example/", "https://xn--sppchen-n2a.example/"),
        ("its encoding", "https://xn--sppchen-n2a.example/", "https://xn--sppchen-n2a.example/"),
        ("an at sign in the path", "https://example.com/@anna/soup", "https://example.com/@anna/soup"),
        ("an at sign in the query", "https://example.com/?u=@anna", "https://example.com/?u=@anna"),
        ("an ending dot", "https://example.com./", "https://example.com./"),
        ("a name without dots", "http://kitchen/", "http://kitchen/"),
        ("a name with a low line", "http://my_recipes.example/", "http://my_recipes.example/"),
        ("an address of the public network", "http://93.184.215.14/", "http://93.184.215.14/"),
        ("the same as one number", "http://1572394766/", "http://93.184.215.14/"),
        ("the same in hex", "http://0x5d.0xb8.0xd7.0xe/", "http://93.184.215.14/"),
        ("of version 6", "http://[2001:DB8:0::1]:81/", "http://[2001:db8::1]:81/"),
        ("net_5: 192.168", "http://192.168.1.4:9000/", "http://192.168.1.4:9000/"),
        ("net_5: 10", "http://10.0.0.7/", "http://10.0.0.7/"),
        ("net_5: 172.16", "http://172.16.5.5/", "http://172.16.5.5/"),
        ("net_5: unique local", "http://[fd12:3456::1]/", "http://[fd12:3456::1]/"),
        ("not under localhost", "http://localhost.example/", "http://localhost.example/"),
        ("only ends like it", "http://mylocalhost/", "http://mylocalhost/"),
        ("not the metadata service", "http://metadata.example/", "http://metadata.example/"),
    ] {
        assert_eq!(judged(&guard, text).await.as_deref(), Ok(sent), "{row}");
    }
}

#[tokio::test]
async fn net_1_what_is_no_plain_web_address_is_refused_and_never_repaired() {
    let (guard, book) = Book::default().guard(None);
    let long = format!("https://example.com/{}", "a".repeat(2_048 - 20 + 1));
    let escaped = format!("https://example.com/{}", "ä".repeat(340));
    let label = format!("https://{}.example/", "a".repeat(64));
    let name = format!("https://{}example/", "abcdefg.".repeat(32));
    for (row, text, objection) in [
        ("nothing", "", Objection::Scheme),
        ("words", "soup", Objection::Scheme),
        ("no scheme", "example.com/soup", Objection::Scheme),
        ("no scheme, a port", "example.com:80/soup", Objection::Scheme),
        ("no scheme, slashes", "//example.com/soup", Objection::Scheme),
        ("another scheme", "ftp://example.com/soup", Objection::Scheme),
        ("a file", "file:///etc/passwd", Objection::Scheme),
        ("gopher", "gopher://example.com/", Objection::Scheme),
        ("data", "data:text/html,x", Objection::Scheme),
        ("a script", "javascript:alert(1)", Objection::Scheme),
        ("a page's view", "view-source:https://example.com/", Objection::Scheme),
        ("one slash", "http:/example.com/", Objection::Scheme),
        ("no slash", "http:example.com", Objection::Scheme),
        ("one slash, and two later", "http:/example.com/http://x", Objection::Scheme),
        ("three slashes", "http:///example.com/", Objection::Unreadable),
        ("no host", "http://", Objection::Unreadable),
        ("no host, a path", "https:///", Objection::Unreadable),
        ("no host, a query", "http://?x", Objection::Unreadable),
        ("no host, a port", "http://:80/", Objection::Unreadable),
        ("a port that is none", "http://example.com:65536/", Objection::Unreadable),
        ("two ports", "http://example.com:80:90/", Objection::Unreadable),
        ("a port of letters", "http://example.com:http/", Objection::Unreadable),
        ("a part of nothing", "http://a..b/", Objection::Unreadable),
        ("a dot before", "http://.example.com/", Objection::Unreadable),
        ("two dots behind", "http://example.com../", Objection::Unreadable),
        ("a dot alone", "http://./", Objection::Unreadable),
        ("a long part", &label, Objection::Unreadable),
        ("a long name", &name, Objection::Unreadable),
        ("five numbers", "http://1.2.3.4.5/", Objection::Unreadable),
        ("a number too large", "http://4294967296/", Objection::Unreadable),
        ("256", "http://256.1.1.1/", Objection::Unreadable),
        ("a zone", "http://[fe80::1%25eth0]/", Objection::Unreadable),
        ("a zone, unescaped", "http://[fe80::1%eth0]/", Objection::Unreadable),
        ("a later version", "http://[v1.fe80::1]/", Objection::Unreadable),
        ("brackets around a name", "http://[example.com]/", Objection::Unreadable),
        ("no brackets", "http://::1/", Objection::Unreadable),
        ("an escaped at", "http://good.example%40evil.example/", Objection::Unreadable),
        ("an escaped slash", "http://good.example%2fevil.example/", Objection::Unreadable),
        ("an escaped nothing", "http://good.example%00/", Objection::Unreadable),
        ("a bar", "http://a|b/", Objection::Unreadable),
        ("angles", "http://<example.com>/", Objection::Unreadable),
        ("a broken encoding", "http://xn--a.example/", Objection::Unreadable),
        ("a user", "https://anna@example.com/", Objection::User),
        ("a user and a password", "https://anna:geheim@example.com/", Objection::User),
        ("a password alone", "https://:geheim@example.com/", Objection::User),
        ("an empty user", "https://@example.com/", Objection::User),
        ("an empty user and password", "https://:@example.com/", Objection::User),
        ("a user that looks like the host", "https://example.com@127.0.0.1/", Objection::User),
        ("a user that looks like host and port", "https://example.com:80@127.0.0.1/", Objection::User),
        ("a user behind a user", "https://a@b@example.com/", Objection::User),
        ("a blank before", " https://example.com/", Objection::Blank),
        ("a line break behind", "https://example.com/\n", Objection::Blank),
        ("a blank in the path", "https://example.com/pea soup", Objection::Blank),
        ("a blank of another kind", "https://example.com/pea\u{A0}soup", Objection::Blank),
        ("two addresses", "https://example.com/ http://127.0.0.1/", Objection::Blank),
        ("a tab in the scheme", "ht\ttp://127.0.0.1/", Objection::Blank),
        ("a line break in the host", "http://127.0\n.0.1/", Objection::Blank),
        ("a null", "http://example.com\0.evil.example/", Objection::Blank),
        ("a control character", "http://example.com/\u{7F}", Objection::Blank),
        ("backslashes", r"http:\\example.com\soup", Objection::Backslash),
        ("a backslash before an at", r"http://good.example\@127.0.0.1/", Objection::Backslash),
        ("a backslash in the query", r"http://example.com/?a\b", Objection::Backslash),
        ("too long", &long, Objection::TooLong),
        ("too long once it is escaped", &escaped, Objection::TooLong),
    ] {
        assert_eq!(judged(&guard, text).await, Err(ruled(objection)), "{row}");
    }
    assert_eq!(book.asked(), [""; 0], "nothing is looked up of what is refused");
    assert!(judged(&guard, &long[..2_048]).await.is_ok(), "as long as it may be");
}

#[tokio::test]
async fn net_2_a_refused_address_is_refused_however_it_is_spelled() {
    let (guard, book) = Book::default().guard(None);
    for host in [
        "127.0.0.1",
        "127.0.0.1.",
        "127.1",
        "127.0.1",
        "127.1.",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0X7F.0X1",
        "0x7f.0.0.0x1",
        "017700000001",
        "0177.0.0.01",
        "0177.1",
        "127%2e0.0.1",
        "127.0.0%2E1",
        "%31%32%37.0.0.1",
        "１２７.0.0.1",
        "127。0。0。1",
        "127．0｡0.1",
        "①②⑦.0.0.1",
        "12\u{AD}7.0.0.1",
        "127.0.0.1\u{200B}",
        "0",
        "0.0.0.0",
        "0x0",
        "169.254.169.254",
        "2852039166",
        "0xa9fea9fe",
        "0251.0376.0251.0376",
        "169.254.43518",
        "169.16689662",
        "100.100.100.200",
        "255.255.255.255",
        "4294967295",
        "0xffffffff",
        "[::]",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::127.0.0.1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::FFFF:0:7F00:1]",
        "[64:ff9b::127.0.0.1]",
        "[64:ff9b:1:7f00:0:100::]",
        "[2002:7f00:1::]",
        "[2001:0:7f00:1::]",
        "[fe80::5efe:127.0.0.1]",
        "[fe80::1]",
        "[fec0::1]",
        "[fd00:ec2::254]",
        "[fd20:ce::254]",
        "[ff02::1]",
    ] {
        for around in ["http://{}/", "HTTPS://{}:8080/x?y#z", "http://{}"] {
            let text = around.replace("{}", host);
            let refused = judged(&guard, &text).await.expect_err(&text);
            assert!(refused.starts_with("leads to ") && refused.contains("is not sent"), "{text}: {refused}");
        }
    }
    assert_eq!(book.asked(), [""; 0], "an address needs no lookup");
}

#[tokio::test]
async fn net_1_a_refused_name_is_refused_however_it_is_spelled() {
    let (guard, book) = Book::default().guard(None);
    for host in [
        "localhost",
        "LOCALHOST",
        "LocalHost.",
        "foo.localhost",
        "a.b.localhost.",
        "mealie.LOCALHOST",
        "localhost.localdomain",
        "localhost.localdomain.",
        "x.localhost.localdomain",
        "localhost6",
        "ip6-localhost",
        "ip6-loopback.",
        "IP6-ALLNODES",
        "metadata",
        "metadata.google.internal",
        "Metadata.Google.Internal.",
        "metadata.goog",
        "instance-data",
        "instance-data.ec2.internal",
        "loc%61lhost",
        "ｌｏｃａｌｈｏｓｔ",
        "ⓛocalhost",
        "local\u{AD}host",
        "local\u{200B}host",
        "foo。localhost",
        "metadata｡goog",
    ] {
        let text = format!("https://{host}/");
        let refused = judged(&guard, &text).await.expect_err(&text);
        assert!(refused.starts_with("leads to ") && refused.contains("is not sent"), "{text}: {refused}");
    }
    assert_eq!(book.asked(), [""; 0], "a refused name is not looked up");
}
