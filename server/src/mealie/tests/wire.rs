//! What is read of an answer, and what is not (BND-1, BND-2, LIVE-11). Every server here would send more than is read,
//! or wait for ever, and is left as soon as enough has come.

use std::io::Write as _;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::super::http::MAX_BODY_BYTES;
use super::scripted::{CHUNKED, JSON, LAST_CHUNK, Move, Scripted, answer, begin, chunk};
use super::{PATIENCE, Verb, assert_discreet, client, connection, foods, open_with, outcome};
use crate::failure::{Failure, Happened};
use crate::text::Foreign;

const GZIP: &str = "content-encoding: gzip";
const BROTLI: &str = "content-encoding: br";
const HTML: &str = "content-type: text/html; charset=utf-8";
const PLAIN: &str = "content-type: text/plain";

/// 64 MiB of blanks, in brotli.
const BROTLI_BOMB: &str = "y///PwAkQOKxQHLv//j//weABEAcFoDu/R////8AkACIwwLQvf/j//8fABIAcVgAuvd//P//A0ACIA4LQPf+\
     j///fwBIAMRhAeje//H//w8ACYA4LADd+7/8//8DIAEQhwWge/8H";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// 64 MiB of zeros, in gzip.
fn gzip_bomb() -> Vec<u8> {
    gzip(&vec![0; 64 * 1024 * 1024])
}

/// For words that come and do not end: long enough for them to come, on a busy machine too.
const BRIEF: Duration = Duration::from_secs(2);

/// What is read, and what the two ends' buffers can hold besides, in bytes.
const SENT_AT_MOST: usize = 32 * 1024 * 1024;

/// A JSON string of so many bytes.
fn text_of(bytes: usize) -> Vec<u8> {
    let mut text = vec![b'a'; bytes];
    text[0] = b'"';
    text[bytes - 1] = b'"';
    text
}

#[tokio::test]
async fn bnd_1_a_body_is_read_up_to_eight_mebibytes_of_decoded_bytes_and_never_past_them() {
    let (full, over) = (text_of(MAX_BODY_BYTES), text_of(MAX_BODY_BYTES + 1));
    let chunks = |text: &[u8]| [&chunk(text), LAST_CHUNK].concat();
    let large = Bytes::from(vec![b' '; 64 * 1024]);
    let fits = "fine";
    let too_large = "Answer(TooLarge, No)";
    for (row, answer, want) in [
        ("8 MiB, declared", vec![answer("200 OK", &[JSON], &full)], fits),
        ("8 MiB, in chunks", vec![begin("200 OK", &[JSON, CHUNKED], &chunks(&full))], fits),
        ("8 MiB, in gzip", vec![answer("200 OK", &[JSON, GZIP], &gzip(&full))], fits),
        ("8 MiB, until it closes", vec![begin("200 OK", &[JSON], &full)], fits),
        ("a byte more, declared", vec![answer("200 OK", &[JSON], &over)], too_large),
        ("a byte more, in chunks", vec![begin("200 OK", &[JSON, CHUNKED], &chunks(&over))], too_large),
        ("a byte more, in gzip", vec![answer("200 OK", &[JSON, GZIP], &gzip(&over))], too_large),
        ("a byte more, until it closes", vec![begin("200 OK", &[JSON], &over)], too_large),
        (
            "a tebibyte, declared and never sent",
            vec![begin("200 OK", &[JSON, "content-length: 1099511627776"], b"\"a"), Move::Hold],
            too_large,
        ),
        (
            "chunks without end",
            vec![begin("200 OK", &[JSON, CHUNKED], b""), Move::SayForever(chunk(&large))],
            too_large,
        ),
        (
            "no length and no end",
            vec![begin("200 OK", &[JSON], b""), Move::SayForever(large.clone())],
            too_large,
        ),
        (
            "a gzip bomb, its connection left open",
            vec![begin("200 OK", &[JSON, GZIP, CHUNKED], &chunk(&gzip_bomb())), Move::Hold],
            too_large,
        ),
        (
            "a brotli bomb, its connection left open",
            vec![
                begin("200 OK", &[JSON, BROTLI, CHUNKED], &chunk(&STANDARD.decode(BROTLI_BOMB).unwrap())),
                Move::Hold,
            ],
            too_large,
        ),
    ] {
        let server = Scripted::start(vec![[vec![Move::Hear], answer].concat()]).await;
        let read = client(&server.url()).0.get::<Foreign>(foods()).await;
        assert_eq!(outcome(&read), want, "{row}");
        if let Ok(text) = read {
            assert_eq!(text.len_chars(), MAX_BODY_BYTES - 2, "{row}");
        } else {
            let seen = server.until("the client to leave", |seen| seen.over == 1).await;
            assert!(seen.sent < SENT_AT_MOST, "{row}: {} bytes", seen.sent);
        }
    }
}

#[tokio::test]
async fn bnd_2_the_status_is_decided_before_the_body_and_whatever_becomes_of_it() {
    let page = Bytes::from("<p>Log in, please.</p>".repeat(4096));
    let words = Bytes::from("busy ".repeat(16 * 1024));
    let cut = "busy busy busy";
    for (row, answer, code, said) in [
        (
            "a login page without end",
            vec![begin("401 Unauthorized", &[HTML], b""), Move::SayForever(page.clone())],
            401,
            None,
        ),
        (
            "a login page that does not come",
            vec![begin("401 Unauthorized", &[HTML, "content-length: 4194304"], b"<!doctype"), Move::Hold],
            401,
            None,
        ),
        (
            "a page that is not called one",
            vec![answer("502 Bad Gateway", &[PLAIN], "\n <html><h1>502</h1></html>".as_bytes())],
            502,
            None,
        ),
        (
            "a page behind a byte-order mark",
            vec![answer("502 Bad Gateway", &[], "\u{FEFF}<html><h1>502</h1></html>".as_bytes())],
            502,
            None,
        ),
        (
            "words without end",
            vec![begin("503 Service Unavailable", &[PLAIN, CHUNKED], b""), Move::SayForever(chunk(&words))],
            503,
            Some(cut),
        ),
        (
            "words without end, in gzip",
            vec![
                begin("503 Service Unavailable", &[PLAIN, GZIP, CHUNKED], &chunk(&gzip(&words.repeat(100)))),
                Move::Hold,
            ],
            503,
            Some(cut),
        ),
        (
            "a few words and then nothing",
            vec![begin("429 Too Many Requests", &[PLAIN, CHUNKED], &chunk(b"Slow down")), Move::Hold],
            429,
            Some("Slow down"),
        ),
        (
            "words that break off",
            vec![begin("400 Bad Request", &[PLAIN, "content-length: 100"], b"Not like that")],
            400,
            Some("Not like that"),
        ),
        (
            "JSON that breaks off",
            vec![begin("400 Bad Request", &[JSON, "content-length: 100"], br#"{"detail":"Not li"#)],
            400,
            None,
        ),
        (
            "a reset within it",
            vec![begin("409 Conflict", &[PLAIN, "content-length: 100"], b""), Move::Reset],
            409,
            None,
        ),
        ("gzip that is none", vec![answer("403 Forbidden", &[PLAIN, GZIP], b"Forbidden")], 403, None),
        ("nothing", vec![answer("404 Not Found", &[], b"")], 404, None),
    ] {
        let server = Scripted::start(vec![[vec![Move::Hear], answer].concat()]).await;
        let limit = if row == "a few words and then nothing" { BRIEF } else { PATIENCE };
        let (_, key) = open_with(connection(&server.url(), None), limit);
        let written = Verb::Delete.send(&key).await;
        assert_discreet(row, &written);
        let Err(Failure::Status { code: got, said: quoted, happened }) = written else {
            panic!("{row}: {}", outcome(&written));
        };
        assert_eq!(got, code, "{row}");
        assert!(server.until("the end", |seen| seen.over == 1).await.sent < SENT_AT_MOST, "{row}");
        assert_eq!(happened, if code >= 500 { Happened::Perhaps } else { Happened::No }, "{row}");
        match said {
            None => assert_eq!(quoted, None, "{row}"),
            Some(said) => {
                let quoted = quoted.expect(row).to_string();
                assert!(quoted.starts_with(said), "{row}: {quoted}");
                assert!(quoted.chars().count() <= 2_000, "{row}");
            }
        }
    }
}

#[tokio::test]
async fn live_11_a_web_page_that_is_called_a_success_is_none() {
    let page = b"<!DOCTYPE html><html><title>Mealie</title></html>";
    for (row, headers) in [
        ("with a character set", [HTML]),
        ("bare", ["content-type: text/html"]),
        ("in capitals", ["Content-Type: TEXT/HTML;charset=UTF-8"]),
    ] {
        let server = Scripted::start(vec![vec![Move::Hear, answer("200 OK", &headers, page)]]).await;
        let (reads, key) = client(&server.url());
        let read = reads.get::<Foreign>(foods()).await;
        assert_eq!(outcome(&read), "Answer(WebPage, No)", "{row}");
        assert!(read.unwrap_err().words().ours.contains("a web page instead of data"), "{row}");
        for verb in Verb::ALL {
            assert_eq!(outcome(&verb.send(&key).await), "Answer(WebPage, Perhaps)", "{row}, {verb:?}");
        }
    }
}

#[tokio::test]
async fn live_11_a_page_without_end_is_not_read() {
    let forever = Move::SayForever(Bytes::from_static(b"<p>Welcome.</p>"));
    let server = Scripted::start(vec![vec![Move::Hear, begin("200 OK", &[HTML], b""), forever]]).await;
    let read = client(&server.url()).0.get::<Foreign>(foods()).await;
    assert_eq!(outcome(&read), "Answer(WebPage, No)");
    let seen = server.until("the client to leave", |seen| seen.over == 1).await;
    assert!(seen.sent < SENT_AT_MOST, "{} bytes", seen.sent);
}
