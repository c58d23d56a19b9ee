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
use super::{
    PATIENCE, TOKEN, Verb, assert_discreet, client, connection, connection_set, foods, open_with, outcome,
};
use crate::settings::Connection;

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

/// Another one for 127.0.0.1 and that key, signed by the authority of [`AUTHORITY`], which has no other use: its own key
/// was thrown away.
const SIGNED: &str = "MIIBPDCB46ADAgECAgECMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCktpdGNoZW4gQ0EwIBcNMjAwMTAxMDAwM\
     DAwWhgPMjEyMDAxMDEwMDAwMDBaMBYxFDASBgNVBAMMC21lYWxpZS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqzuUNUfdTCui+o7SZ6\
     tfRzaS+dHKU5J814Rr/oDa+r0WQihmM3fOUiF0N3982RrMCQshP/k/oGinnj+iSwuLTaMhMB8wDwYDVR0RBAgwBocEfwAAATAMBgNVHRMBAf8EAjA\
     AMAoGCCqGSM49BAMCA0gAMEUCIAipepuoP1tjxatlKgdodH2sry9UbnU2k0WxbFmAkfCGAiEA6Makw9HnrurD11IJNIMaMweRDEUV4kgtbB1qCQRO\
     cCc=";

/// And one that is signed by its own key and calls itself an authority, as `openssl req -x509` makes them.
const OWN_AUTHORITY: &str = "MIIBPzCB56ADAgECAgEDMAoGCCqGSM49BAMCMBYxFDASBgNVBAMMC21lYWxpZS50ZXN0MCAXDTIwMDEwMTAwMDAwMF\
     oYDzIxMjAwMTAxMDAwMDAwWjAWMRQwEgYDVQQDDAttZWFsaWUudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKs7lDVH3UwrovqO0merX0c\
     2kvnRylOSfNeEa/6A2vq9FkIoZjN3zlIhdDd/fNkazAkLIT/5P6Bop54/oksLi02jJDAiMA8GA1UdEQQIMAaHBH8AAAEwDwYDVR0TAQH/BAUwAwEB\
     /zAKBggqhkjOPQQDAgNHADBEAiBL8rfwQhTib/QOhKmt9DatfX72/4tBZKtJuWaXteB1xwIgAKA82S4n4zLLzeAayn+U780sCa1vADmHz7CY9P5P+\
     DY=";

/// The certificate of that authority, in PEM, until 2120.
const AUTHORITY: &str = include_str!("kitchen_ca.pem");

fn pem(certificate: &str) -> String {
    format!("-----BEGIN CERTIFICATE-----\n{certificate}\n-----END CERTIFICATE-----\n")
}

/// A Mealie behind TLS, with this certificate, on a thread; gives its address. Answers `7` to everybody who trusts it.
fn behind_tls(certificate: &str) -> String {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![STANDARD.decode(certificate).unwrap().into()],
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

/// The same name as [`CERTIFICATE`], with a key that differs in one byte.
fn another() -> String {
    CERTIFICATE.replace("91MK6L6", "91MK7L6")
}

fn file_of(content: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, content).unwrap();
    file
}

#[test]
fn live_12_trouble_with_tls_is_told_apart() {
    let (trusted, another) = (file_of(&pem(CERTIFICATE)), file_of(&pem(&another())));
    let (trusted, another, nothing) = (trusted.path(), another.path(), "/nonexistent");
    let (trusted, another) = (trusted.to_str().unwrap(), another.to_str().unwrap());
    let rows: &[(&str, &[(&str, &str)])] = &[
        ("a certificate that is trusted", &[("SSL_CERT_FILE", trusted), ("SSL_CERT_DIR", nothing)]),
        ("another one is trusted", &[("SSL_CERT_FILE", another), ("SSL_CERT_DIR", nothing)]),
        ("there are no certificates", &[("SSL_CERT_FILE", nothing), ("SSL_CERT_DIR", nothing)]),
    ];
    in_processes("live_12_trouble_with_tls_is_told_apart", rows, async |row| {
        let behind_tls = behind_tls(CERTIFICATE);
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

/// What the operator sets about certificates, on a machine that trusts one of the two already, on one that trusts
/// neither, and on one that has no certificates at all.
#[test]
fn whom_the_operator_trusts_is_trusted_under_its_own_name() {
    let (trusted, other) = (file_of(&pem(CERTIFICATE)), file_of(&pem(&another())));
    let machine = |certificates| [("SSL_CERT_FILE", certificates), ("SSL_CERT_DIR", "/nonexistent")];
    let rows: &[(&str, &[(&str, &str)])] = &[
        ("trusting", &machine(trusted.path().to_str().unwrap())),
        ("strange", &machine(other.path().to_str().unwrap())),
        ("bare", &machine("/nonexistent")),
    ];
    in_processes("whom_the_operator_trusts_is_trusted_under_its_own_name", rows, async |machine| {
        let no = "NoAnswer(Tls, No)";
        let nobody = "NoAnswer(NoCertificates, No)";
        // What is trusted by the machine alone: the one that is signed by itself, and everything else.
        let (usual, else_usual) = match machine {
            "trusting" => ("fine", no),
            "bare" => (nobody, nobody),
            _ => (no, no),
        };
        // And with more certificates beside those of the machine.
        let beside = if machine == "trusting" { "fine" } else { no };
        let own = behind_tls(CERTIFICATE);
        let signed = behind_tls(SIGNED);
        let by_name = signed.replace("127.0.0.1", "localhost");
        let own_authority = behind_tls(OWN_AUTHORITY);

        let file = ("MEALIE_CA_FILE", "ca.pem");
        let (checked, unchecked) = (("MEALIE_INSECURE_TLS", "false"), ("MEALIE_INSECURE_TLS", "true"));
        let (own_pem, another_pem) = (pem(CERTIFICATE), pem(&another()));
        let two = format!("{another_pem}{AUTHORITY}");
        for (row, variables, content, [want_own, want_signed, want_by_name]) in [
            ("nothing is set", &[][..], "", [usual, else_usual, else_usual]),
            ("checks are on", &[checked], "", [usual, else_usual, else_usual]),
            ("its authority", &[file], AUTHORITY, [beside, "fine", no]),
            ("its authority, behind another", &[file], &two, [beside, "fine", no]),
            ("its own certificate", &[file], &own_pem, ["fine", no, no]),
            ("another certificate", &[file], &another_pem, [beside, no, no]),
            ("anybody", &[unchecked], "", ["fine"; 3]),
            ("anybody, and another certificate", &[file, unchecked], &another_pem, ["fine"; 3]),
        ] {
            for (whose, url, want) in [
                ("signed by itself", &own, want_own),
                ("signed by an authority", &signed, want_signed),
                ("for another name", &by_name, want_by_name),
            ] {
                let set = connection_set(url, variables, content);
                assert_reach_of(&format!("{machine}: {row}; {whose}"), set, want).await;
            }
        }
        // rustls-webpki 0.103: what calls itself an authority is no server, whoever trusts it (`CaUsedAsEndEntity`).
        let named = connection_set(&own_authority, &[file], &pem(OWN_AUTHORITY));
        assert_reach_of(&format!("{machine}: an authority that serves"), named, no).await;
    });
}

async fn assert_reach(row: &str, url: &str, want: &str) {
    assert_reach_of(row, connection(url, None), want).await;
}

async fn assert_reach_of(row: &str, connection: Connection, want: &str) {
    let (reads, key) = open_with(connection, PATIENCE);
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
