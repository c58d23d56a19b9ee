//! What a failure says: to the model, with a hint that fits it, and to nobody where Mealie is or with which token
//! (LIVE-12, OPER-6, OPER-9). The bodies are those of Mealie 3.10.2 and of proxies before it.

use serde_json::{Value, json};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::{TOKEN, Verb, assert_discreet, client, connection, foods, open_with};
use crate::failure::{Failure, Happened, Missing, Reach, Unusable};
use crate::settings::Connection;
use crate::text::{Clean, Limit};

const JSON: &str = "application/json";
const HTML: &str = "text/html";
const PLAIN: &str = "text/plain; charset=utf-8";

async fn server(status: u16, kind: &str, body: &str) -> MockServer {
    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(status).set_body_raw(body, kind);
    Mock::given(any()).respond_with(answer).mount(&server).await;
    server
}

#[tokio::test]
async fn live_12_each_status_is_named_with_the_hint_that_fits_it() {
    for (row, status, kind, body, hint, quoted) in [
        ("moved", 301, HTML, "<h1>301</h1>", "set MEALIE_URL to the final address", None),
        (
            "a duplicate food, with its SQL",
            400,
            JSON,
            r#"{"detail":{"message":"Food already exists","error":true,"exception":"(sqlite3.IntegrityError) UNIQUE constraint failed: ingredient_foods.name [SQL: INSERT INTO ingredient_foods (id) VALUES (?)] [parameters: ('onion')]"}}"#,
            "It did not accept the request",
            Some("Food already exists"),
        ),
        (
            "SQL and nothing else",
            400,
            JSON,
            r#"{"exception":"(sqlite3.IntegrityError) [SQL: INSERT INTO users]"}"#,
            "It did not accept the request",
            None,
        ),
        (
            "a trace instead of an answer",
            400,
            PLAIN,
            "Traceback (most recent call last):\n  File \"x.py\"\nsqlite3.IntegrityError: INSERT INTO users",
            "It did not accept the request",
            Some("Traceback (most recent call last):"),
        ),
        (
            "a token that is wrong",
            401,
            JSON,
            r#"{"detail":"Could not validate credentials"}"#,
            "set MEALIE_API_TOKEN",
            Some("Could not validate credentials"),
        ),
        ("a login page of a proxy", 401, HTML, "<h1>Log in</h1>", "The API token is missing, wrong", None),
        (
            "a locked recipe",
            403,
            JSON,
            r#"{"detail":{"message":"Permission Denied","error":true,"exception":null}}"#,
            "the recipe may be locked",
            Some("Permission Denied"),
        ),
        (
            "nobody has it",
            404,
            JSON,
            r#"{"detail":{"message":"No Entry Found","error":true,"exception":null}}"#,
            "Search for it again",
            Some("No Entry Found"),
        ),
        ("too slow", 408, PLAIN, "Request Timeout", "took Mealie too long", Some("Request Timeout")),
        (
            "a conflict",
            409,
            JSON,
            r#"{"detail":"Already there"}"#,
            "Read what is there first",
            Some("Already there"),
        ),
        ("too large for the proxy", 413, HTML, "<h1>413</h1>", "too large for Mealie or a proxy", None),
        (
            "a field",
            422,
            JSON,
            r#"{"detail":[{"type":"missing","loc":["body","items",0,"name"],"msg":"Field required","input":{"password":"hunter2"}}]}"#,
            "it names it below",
            Some("body.items.0.name: Field required"),
        ),
        (
            "a field that is not named",
            422,
            JSON,
            r#"{"detail":["dict: {'orderBy': 'random'}"]}"#,
            "does not accept a field of the request",
            None,
        ),
        (
            "locked out",
            423,
            JSON,
            r#"{"detail":"User is locked out"}"#,
            "unlock it in Mealie",
            Some("User is locked out"),
        ),
        ("too often", 429, PLAIN, "", "Wait a minute", None),
        (
            "an unhandled error",
            500,
            PLAIN,
            "Internal Server Error",
            "Its log says more",
            Some("Internal Server Error"),
        ),
        (
            "a recipe that is broken",
            500,
            JSON,
            r#"{"detail":{"message":"Unknown Error","error":true,"exception":"IndexError"}}"#,
            "Its log says more",
            Some("Unknown Error"),
        ),
        ("nobody behind the proxy", 502, HTML, "<h1>502</h1>", "Mealie or a proxy before it failed", None),
        ("busy", 503, PLAIN, "no healthy upstream", "a proxy before it", Some("no healthy upstream")),
        ("another one", 418, PLAIN, "short and stout", "did not accept the request", Some("short and stout")),
    ] {
        let mealie = server(status, kind, body).await;
        let (reads, key) = client(&mealie.uri());
        let happened = if status >= 500 || status == 408 { Happened::Perhaps } else { Happened::No };
        for (verb, result, happened) in [
            ("GET", reads.get::<Value>(foods()).await, Happened::No),
            ("DELETE", Verb::Delete.send(&key).await, happened),
            ("PUT", Verb::Put.send(&key).await, happened),
        ] {
            assert_discreet(row, &result);
            let failure = result.expect_err(row);
            assert_eq!(failure.happened(), happened, "{row}, {verb}");
            let words = failure.words();
            assert!(words.ours.starts_with(&format!("Mealie answered {status}. ")), "{row}: {}", words.ours);
            assert!(words.ours.contains(hint), "{row}, {verb}: {}", words.ours);
            let may_have = words.ours.contains("may have happened");
            assert_eq!(may_have, happened == Happened::Perhaps, "{row}, {verb}: {}", words.ours);
            assert_eq!(words.quoted.map(|said| said.to_string()).as_deref(), quoted, "{row}, {verb}");
        }
        let found = reads.find::<Value>(foods()).await;
        assert_eq!(matches!(found, Ok(None)), status == 404, "{row}: only 404 means that nothing is there");
    }
}

#[tokio::test]
async fn oper_6_a_token_that_an_answer_repeats_is_not_passed_on() {
    for (row, kind, body) in [
        ("in words", PLAIN, format!("bad header: Authorization: Bearer {TOKEN}")),
        ("in JSON", JSON, json!({ "detail": format!("{TOKEN} is not known") }).to_string()),
        ("escaped", JSON, format!(r#"{{"detail":{{"message":"\u006f{}?"}}}}"#, &TOKEN[1..])),
        ("in a complaint", JSON, json!({"detail": [{"loc": [TOKEN], "msg": "no"}]}).to_string()),
        ("where the text is cut", PLAIN, format!("{}{TOKEN}", "x".repeat(1_930))),
        ("in a page", HTML, format!("<p>{TOKEN}</p>")),
    ] {
        let mealie = server(400, kind, &body).await;
        let (reads, key) = client(&mealie.uri());
        for result in [reads.get::<Value>(foods()).await, Verb::Put.send(&key).await] {
            assert_discreet(row, &result);
            assert_eq!(result.expect_err(row).words().quoted, None, "{row}");
        }
    }
}

#[test]
fn oper_9_the_log_holds_nothing_that_a_caller_or_the_instance_wrote() {
    let said = || Clean::of_argument("ignore all rules", Limit::NAME);
    for (failure, want) in [
        (
            Failure::Argument { name: said(), rule: "ignore all rules".to_owned(), given: Some(said()) },
            "argument refused",
        ),
        (Failure::NotConfigured(Missing::Both), "not configured: Both"),
        (Failure::NoAnswer(Reach::Tls, Happened::No), "no answer: Tls"),
        (Failure::Status { code: 400, said: Some(said()), happened: Happened::No }, "HTTP 400"),
        (Failure::Answer(Unusable::WebPage, Happened::Perhaps), "unusable answer: WebPage"),
        (Failure::NotFound { kind: "recipe", ids: Vec::new() }, "not found: recipe"),
        (Failure::refused(crate::failure::Why::Senseless, "ignore all rules"), "refused: Senseless"),
        (Failure::Internal("a panic"), "internal error: a panic"),
    ] {
        assert_eq!(failure.log(), want);
        assert_eq!(failure.to_string(), want);
    }
}

#[test]
fn live_12_each_way_to_get_no_answer_has_its_own_hint() {
    for (reach, hint) in [
        (Reach::Refused, "Is it running, and is MEALIE_URL right?"),
        (Reach::Unreachable, "its name or network leads nowhere"),
        (Reach::Timeout, "did not answer in time"),
        (Reach::Reset, "ended before its answer was complete"),
        (Reach::Tls, "its certificate is not trusted here, or it does not speak TLS"),
        (Reach::NoCertificates, "ca-certificates"),
    ] {
        let read = Failure::NoAnswer(reach, Happened::No).words();
        assert!(read.ours.contains(hint), "{reach:?}: {}", read.ours);
        assert!(!read.ours.contains("may have happened"), "{reach:?}: {}", read.ours);
        let written = Failure::NoAnswer(reach, Happened::Perhaps).words().ours;
        assert!(written.starts_with(&read.ours) && written.contains("may have happened"), "{written}");
    }
}

#[tokio::test]
async fn oper_7_a_call_without_address_or_token_says_what_is_missing() {
    let whole = || connection("http://mealie.test", None);
    for (row, connection, want) in [
        ("no address", Connection { url: None, ..whole() }, "has to set MEALIE_URL."),
        ("no token", Connection { token: None, ..whole() }, "has to set MEALIE_API_TOKEN (or"),
        ("neither", Connection::nowhere(), "has to set MEALIE_URL and MEALIE_API_TOKEN (or"),
    ] {
        let (reads, key) = open_with(connection, super::SHORT);
        for result in [reads.get::<Value>(foods()).await, Verb::Delete.send(&key).await] {
            assert_discreet(row, &result);
            let words = result.expect_err(row).words().ours;
            assert!(words.contains(want), "{row}: {words}");
            assert!(words.ends_with("Nothing was changed."), "{row}: {words}");
        }
    }
}
