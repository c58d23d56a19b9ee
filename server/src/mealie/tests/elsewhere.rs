//! Where requests go and where they do not: redirects, proxies, TLS, and what the environment of the process says about
//! them (NET-8, LIVE-12). An environment belongs to a whole process, so each row that needs one has a process of its own.

use std::env;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::Command;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ServerConfig, ServerConnection, Stream};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::scripted::{Move, Scripted, answer, json};
use super::{PATIENCE, TOKEN, Verb, assert_discreet, client, connection, foods, open_with, outcome};

#[tokio::test]
async fn net_8_a_redirect_is_not_followed_and_the_token_goes_nowhere_else() {
    for status in [301, 302, 303, 307, 308] {
        let other = MockServer::start().await;
        for (row, location) in [
            ("another host", format!("{}/api/foods", other.uri())),
            ("the same host", "/api/foods/".to_owned()),
            ("no address", "http://".to_owned()),
        ] {
            let mealie = MockServer::start().await;
            let redirect = ResponseTemplate::new(status).insert_header("location", location);
            Mock::given(any()).respond_with(redirect).mount(&mealie).await;
            let (reads, key) = client(&mealie.uri());
            let want = format!("Status {{ code: {status}, said: None, happened: No }}");
            assert_eq!(outcome(&reads.get::<u64>(foods()).await), want, "{row}");
            for verb in Verb::ALL {
                let written = verb.send(&key).await;
                assert_discreet(row, &written);
                assert_eq!(outcome(&written), want, "{row}, {verb:?}");
            }
            assert_eq!(mealie.received_requests().await.map(|requests| requests.len()), Some(3), "{row}");
        }
        assert_eq!(other.received_requests().await.map(|requests| requests.len()), Some(0), "{status}");
    }
}

#[tokio::test]
async fn net_8_the_proxy_that_is_named_is_used() {
    let proxy = Scripted::start(vec![vec![Move::Hear, json("7")]]).await;
    let named = format!("http://me:pw@{}", proxy.address());
    let (reads, key) = open_with(connection("http://mealie.test:9000/food", Some(&named)), PATIENCE);
    assert_eq!(reads.get::<u64>(foods()).await.ok(), Some(7));
    assert_eq!(Verb::Delete.send(&key).await.ok(), Some(7.into()));
    let requests = proxy.seen().requests;
    for (request, verb) in requests.iter().zip(["GET", "DELETE"]) {
        assert!(request.starts_with(&format!("{verb} http://mealie.test:9000/food/api/foods HTTP/1.1\r\n")));
        let has = |header: &str| request.to_ascii_lowercase().contains(&format!("\r\n{header}\r\n"));
        assert!(has("proxy-authorization: basic bwu6chc="), "{request}");
        assert!(has(&format!("authorization: bearer {TOKEN}")), "{request}");
    }
    assert_eq!(requests.len(), 2);
}

#[tokio::test]
async fn live_10_a_proxy_that_is_not_there_lets_nothing_leave() {
    let address = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let proxy = format!("http://{address}");
    let (_, key) = open_with(connection("http://mealie.test", Some(&proxy)), PATIENCE);
    let written = Verb::Put.send(&key).await;
    assert_discreet("no proxy", &written);
    assert_eq!(outcome(&written), "NoAnswer(Refused, No)");
}

#[tokio::test]
async fn live_12_an_address_that_leads_nowhere_is_unreachable() {
    // The broadcast address: no connection can go there, and no system tries.
    let (_, key) = client("http://255.255.255.255");
    let written = Verb::Delete.send(&key).await;
    assert_discreet("nowhere", &written);
    assert_eq!(outcome(&written), "NoAnswer(Unreachable, No)");
}

/// Holds the name of the row in a process that was started for one.
const ROW: &str = "MEALIE_MCP_TEST_ROW";

/// Starts this test once more for each row, in a process with the row's variables, where `act` does the work.
fn in_processes(test: &str, rows: &[(&str, &[(&str, &str)])], act: impl AsyncFn(&str)) {
    if let Ok(row) = env::var(ROW) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        return runtime.block_on(act(&row));
    }
    let name = format!("mealie::tests::elsewhere::{test}");
    for (row, variables) in rows {
        let child = Command::new(env::current_exe().unwrap())
            .args(["--exact", &name])
            .env(ROW, row)
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        let said =
            [child.stdout, child.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(child.status.success() && said.contains("1 passed"), "{row}: {said}");
    }
}

/// Nobody listens there (RFC 6335: port 1 is `tcpmux`, which is not in use).
const NOBODY: &str = "http://127.0.0.1:1";

#[test]
fn net_8_no_proxy_and_no_certificate_of_the_environment_is_asked_for() {
    let rows: &[(&str, &[(&str, &str)])] = &[
        (
            "capitals",
            &[("HTTP_PROXY", NOBODY), ("HTTPS_PROXY", NOBODY), ("ALL_PROXY", NOBODY), ("NO_PROXY", "")],
        ),
        (
            "small letters",
            &[("http_proxy", NOBODY), ("https_proxy", NOBODY), ("all_proxy", NOBODY), ("no_proxy", "")],
        ),
        ("no certificates", &[("SSL_CERT_FILE", "/nonexistent"), ("SSL_CERT_DIR", "/nonexistent")]),
        ("no proxy for anybody", &[("NO_PROXY", "*"), ("no_proxy", "*")]),
    ];
    in_processes("net_8_no_proxy_and_no_certificate_of_the_environment_is_asked_for", rows, async |row| {
        let server = Scripted::start(vec![vec![Move::Hear, json("7")]]).await;
        let (reads, key) = client(&server.url());
        assert_eq!(reads.get::<u64>(foods()).await.ok(), Some(7), "{row}");
        assert_eq!(Verb::Delete.send(&key).await.ok(), Some(7.into()), "{row}");
        let named = open_with(connection("http://mealie.test", Some(&server.url())), PATIENCE).0;
        assert_eq!(named.get::<u64>(foods()).await.ok(), Some(7), "{row}: the proxy that is named is used");
    });
}

/// A certificate for 127.0.0.1, signed by its own key, and that key, which guards nothing: PKCS #8, P-256, until 2120.
const CERTIFICATE: &str = "MIIBXjCCAQOgAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAttZWFsaWUudGVzdDAgFw0yMDAxMDEw\
     MDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UEAwwLbWVhbGllLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASrO5Q1R91MK6L6\
     jtJnq19HNpL50cpTknzXhGv+gNr6vRZCKGYzd85SIXQ3f3zZGswJCyE/+T+gaKeeP6JLC4tNo0AwPjAPBgNVHREECDAGhwR/AAABMAwGA1UdEwEB\
     /wQCMAAwHQYDVR0OBBYEFKBT4Wlo2o9hJLyXJfYf201n1d3bMAoGCCqGSM49BAMCA0kAMEYCIQD7wwk7s9ggRjs6g73Cwu2NyFhW3YS6jOJ1wDmZ\
     UxThrQIhAPc9tKRP0CRrm2PebzDh+SUKY6AREl0z51ReqQJ4Ca0i";
const KEY: &str = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMGrhWWPMGD8ZvCffMd4mcxZ28bpVDrHeNw6dnDbqjxahRANC\
     AASrO5Q1R91MK6L6jtJnq19HNpL50cpTknzXhGv+gNr6vRZCKGYzd85SIXQ3f3zZGswJCyE/+T+gaKeeP6JLC4tN";

/// A Mealie behind TLS, with that certificate, on a thread; gives its address. Answers `7` to everybody who trusts it.
fn behind_tls() -> String {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![STANDARD.decode(CERTIFICATE).unwrap().into()],
            PrivatePkcs8KeyDer::from(STANDARD.decode(KEY).unwrap()).into(),
        )
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, mut session) =
                (stream.unwrap(), ServerConnection::new(Arc::clone(&config)).unwrap());
            let mut tls = Stream::new(&mut session, &mut stream);
            // A client that does not trust this one leaves; that is its right.
            if tls.read(&mut [0; 4096]).is_ok() {
                let _ = tls.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\nconnection: close\r\n\r\n7");
                tls.conn.send_close_notify();
                let _ = tls.flush();
            }
        }
    });
    url
}

#[test]
fn live_12_trouble_with_tls_is_told_apart() {
    let pem = |der: &str| {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, format!("-----BEGIN CERTIFICATE-----\n{der}\n-----END CERTIFICATE-----\n")).unwrap();
        file
    };
    // The same name, with a key that differs in one byte.
    let (trusted, another) = (pem(CERTIFICATE), pem(&CERTIFICATE.replace("91MK6L6", "91MK7L6")));
    let roots = |file: &tempfile::NamedTempFile| file.path().to_str().unwrap().to_owned();
    let (trusted, another, nothing) = (roots(&trusted), roots(&another), "/nonexistent");
    let rows: &[(&str, &[(&str, &str)])] = &[
        ("a certificate that is trusted", &[("SSL_CERT_FILE", &trusted), ("SSL_CERT_DIR", nothing)]),
        ("another one is trusted", &[("SSL_CERT_FILE", &another), ("SSL_CERT_DIR", nothing)]),
        ("there are no certificates", &[("SSL_CERT_FILE", nothing), ("SSL_CERT_DIR", nothing)]),
    ];
    in_processes("live_12_trouble_with_tls_is_told_apart", rows, async |row| {
        let behind_tls = behind_tls();
        match row {
            "another one is trusted" => assert_reach(row, &behind_tls, "NoAnswer(Tls, No)").await,
            "there are no certificates" => {
                assert_reach(row, &behind_tls, "NoAnswer(NoCertificates, No)").await
            }
            _ => {
                assert_reach(row, &behind_tls, "fine").await;
                let by_name = behind_tls.replace("127.0.0.1", "localhost");
                assert_reach("a certificate for another name", &by_name, "NoAnswer(Tls, No)").await;
                let words = b"HTTP/1.1 400 Bad Request\r\n\r\n";
                for (row, script) in [
                    ("a port without TLS", vec![Move::Say(words.as_slice().into()), Move::Hold]),
                    ("a port that closes", vec![]),
                    ("a port that resets", vec![Move::Reset]),
                ] {
                    let plain = Scripted::start(vec![script]).await;
                    let url = plain.url().replace("http:", "https:");
                    assert_reach(row, &url, "NoAnswer(Tls, No)").await;
                }
                assert_a_proxy_learns_nothing().await;
            }
        }
    });
}

async fn assert_reach(row: &str, url: &str, want: &str) {
    let (reads, key) = client(url);
    let read = reads.get::<u64>(foods()).await;
    assert_discreet(row, &read);
    assert_eq!(outcome(&read), want, "{row}");
    let written = Verb::Delete.send(&key).await;
    assert_discreet(row, &written);
    assert_eq!(outcome(&written), want, "{row}, written");
}

/// A proxy is asked for a tunnel, and the token goes through it or not at all.
async fn assert_a_proxy_learns_nothing() {
    let proxy = Scripted::start(vec![vec![Move::Hear, answer("502 Bad Gateway", &[], b"")]]).await;
    let (_, key) = open_with(connection("https://mealie.test", Some(&proxy.url())), PATIENCE);
    let written = Verb::Delete.send(&key).await;
    assert_discreet("a tunnel that is refused", &written);
    assert_eq!(outcome(&written), "NoAnswer(Unreachable, No)");
    let requests = proxy.seen().requests;
    assert_eq!(requests.len(), 1);
    assert!(requests[0].starts_with("CONNECT mealie.test:443 HTTP/1.1\r\n"), "{requests:?}");
    assert!(!requests[0].contains(TOKEN), "{requests:?}");
}
