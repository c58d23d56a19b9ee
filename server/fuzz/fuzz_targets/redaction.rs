//! Redaction (UNT-4, UNT-5, UNT-7): any body shown whole, any field name, and secrets planted in any text. It never takes a
//! secret from the input, so that one that is shown was planted.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mealie_mcp::text::{
    CUT_OPENING, Document, Foreign, Limit, MAX_DEPTH, MAX_VALUES, REDACTED, holds_more_values_than,
    is_credential_name,
};
use serde_json::Value;

/// UNT-5's list, said again here so that a lost row is noticed.
const ENDINGS: [&str; 13] = [
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "secret",
    "token",
    "api_key",
    "access-key",
    "secretKey",
    "PrivateKey",
    "Credential",
    "AUTHORIZATION",
    "cookie",
];

/// What must not be seen.
const CANARY: &str = "Kan4rienv0gel";

/// `{"alg":"HS256"}`, something, the canary.
const JWT: &str = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.Kan4rienv0gel";

fuzz_target!(|bytes: &[u8]| {
    shown_whole(bytes);
    if let Some((ending, noise)) = bytes.split_first() {
        // Without the canary's first letter, so that the canary is never a part of it.
        let noise = String::from_utf8_lossy(noise).replace('K', "k");
        named_like_a_credential(&noise, ENDINGS[usize::from(*ending) % ENDINGS.len()]);
        planted(&noise, bytes.len() / 2);
    }
});

fn shown_whole(body: &[u8]) {
    let Ok(document) = Document::from_json(body) else { return };
    assert!(!holds_more_values_than(MAX_VALUES, body), "the two ways to count");
    let shown = serde_json::to_string(&document.clean()).expect("what is clean can be shown");
    assert_eq!(shown, serde_json::to_string(&document.into_clean()).expect("so can this"));
    let value: Value = serde_json::from_str(&shown).expect("what is shown is JSON");
    assert_redacted(&value, 0);
    // Where something was cut, its announcement makes it longer than its limit.
    if !shown.contains(CUT_OPENING) {
        let again = Document::from_json(shown.as_bytes()).expect("what is shown can be read").into_clean();
        assert_eq!(
            serde_json::to_string(&again).expect("what is clean can be shown"),
            shown,
            "cleaning twice"
        );
    }
}

fn assert_redacted(value: &Value, depth: usize) {
    assert!(depth <= MAX_DEPTH, "deeper than what is read");
    match value {
        Value::Array(items) => items.iter().for_each(|item| assert_redacted(item, depth + 1)),
        Value::Object(fields) => {
            for (name, value) in fields {
                if is_credential_name(name) {
                    assert_eq!(value, REDACTED, "{name:?}");
                }
                assert_redacted(value, depth + 1);
            }
        }
        Value::String(text) => assert!(!text.contains(JWT), "{text:?}"),
        _ => {}
    }
}

fn named_like_a_credential(noise: &str, ending: &str) {
    for name in [
        format!("{noise}{ending}"),
        format!("{noise}_{ending}"),
        format!("{noise}{ending}_2"),
        format!("{noise}-{ending}s"),
        format!("{noise}{}-", ending.to_uppercase()),
    ] {
        // `numTokens` counts; nothing singular does.
        let plural = name.ends_with('s');
        assert!(plural || is_credential_name(&name), "{name:?}");
        let body = serde_json::json!({ name.as_str(): { "deep": [JWT] } }).to_string();
        let shown = Document::from_json(body.as_bytes()).expect("an object of two levels").into_clean();
        let shown = serde_json::to_value(&shown).expect("what is clean can be shown");
        let hidden = shown.as_object().expect("it stays an object").values().next();
        if is_credential_name(&name) {
            assert_eq!(hidden.expect("it keeps its field"), REDACTED, "{name:?}");
        }
    }
}

/// A secret between blanks is found, whatever stands before and behind them.
fn planted(noise: &str, place: usize) {
    let place = (0..=place.min(noise.len())).rev().find(|place| noise.is_char_boundary(*place)).unwrap_or(0);
    let (before, after) = noise.split_at(place);
    for secret in [
        JWT,
        "https://anna:Kan4rienv0gel@example.com/",
        "https://example.com/?a=b&api_key=Kan4rienv0gel",
        "https:\\\\example.com/#access_token=Kan4rienv0gel",
    ] {
        let text = format!("{before} {secret} {after}");
        let shown = Foreign::from(text.clone()).clean(Limit::VALUE);
        assert!(!shown.as_str().contains(CANARY), "{text:?} is shown as {shown:?}");
    }
}
