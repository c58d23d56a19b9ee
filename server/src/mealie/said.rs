//! What Mealie says when it says no: the few places of an error body that hold a sentence. It never passes on an
//! exception's text, which can hold SQL and its parameters, nor a web page.

use serde::Deserialize;
use serde_json::Value;

use crate::text::{Clean, Foreign, Limit};

/// The shapes of `detail` in Mealie 3.10.2.
#[derive(Deserialize)]
struct ErrorBody {
    detail: Value,
}

#[derive(Deserialize)]
struct Message {
    /// `{"detail": {"message": ..., "error": true, "exception": ...}}`, and `details` where an import found nothing.
    #[serde(alias = "details")]
    message: Foreign,
}

/// One entry of a 422.
#[derive(Deserialize)]
struct Complaint {
    #[serde(default)]
    loc: Vec<Value>,
    msg: Foreign,
}

/// The most complaints of a 422 that are passed on.
const MAX_COMPLAINTS: usize = 10;

/// The sentence in an error body, cleaned and cut, if it has one in a known place.
pub(super) fn of(body: &[u8]) -> Option<Clean> {
    let text = match serde_json::from_slice::<ErrorBody>(body) {
        Ok(ErrorBody { detail: Value::String(text) }) => text,
        Ok(ErrorBody { detail: Value::Array(complaints) }) => complaints
            .into_iter()
            .take(MAX_COMPLAINTS)
            .filter_map(|complaint| serde_json::from_value(complaint).ok())
            .map(|complaint: Complaint| complaint_text(&complaint))
            .collect::<Vec<_>>()
            .join("\n"),
        Ok(ErrorBody { detail }) => {
            let message: Message = serde_json::from_value(detail).ok()?;
            return Some(message.message)
                .filter(|said| !said.is_blank())
                .map(|said| said.clean(Limit::ERROR_BODY));
        }
        // Plain text, such as `Internal Server Error` or a proxy's line. JSON of another shape can hold anything
        // and a page without its content type is still a page: both stay out.
        Err(_) => plain_line(body)?.to_owned(),
    };
    Some(Foreign::from(text)).filter(|said| !said.is_blank()).map(|said| said.clean(Limit::ERROR_BODY))
}

/// The first line: what follows can be a trace, and the last line of a trace is an exception's text.
fn plain_line(body: &[u8]) -> Option<&str> {
    let text = match std::str::from_utf8(body) {
        Ok(text) => text,
        // Cut in the middle of a character.
        Err(error) => std::str::from_utf8(&body[..error.valid_up_to()]).ok()?,
    };
    let line = text.trim_start_matches('\u{FEFF}').trim_start().lines().next()?;
    (!line.starts_with(['<', '{', '[', '"'])).then_some(line)
}

fn complaint_text(complaint: &Complaint) -> String {
    let place: Vec<String> = complaint
        .loc
        .iter()
        .filter_map(|part| match part {
            Value::String(name) => Some(name.clone()),
            Value::Number(index) => Some(index.to_string()),
            _ => None,
        })
        .collect();
    format!("{}: {}", place.join("."), complaint.msg.clean(Limit::ERROR_BODY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_6_only_known_sentences_of_an_error_body_are_passed_on() {
        for (row, body, want) in [
            (
                "a plain detail",
                r#"{"detail":"Could not validate credentials"}"#,
                Some("Could not validate credentials"),
            ),
            (
                "a message beside an exception",
                r#"{"detail":{"message":"Recipe already exists","error":true,"exception":"INSERT INTO foods"}}"#,
                Some("Recipe already exists"),
            ),
            ("an import's details", r#"{"detail":{"details":"BAD_RECIPE_DATA"}}"#, Some("BAD_RECIPE_DATA")),
            (
                "a 422",
                r#"{"detail":[{"type":"missing","loc":["body","name"],"msg":"Field required","input":{"x":"secret"}}]}"#,
                Some("body.name: Field required"),
            ),
            ("a bare 500", "Internal Server Error", Some("Internal Server Error")),
            ("SQL in another shape", r#"{"exception":"INSERT INTO users"}"#, None),
            ("a page", "<html><body>log in</body></html>", None),
            ("a page behind a byte-order mark", "\u{FEFF} <html>log in</html>", None),
            (
                "a trace",
                "Internal error\nTraceback:\nIntegrityError: INSERT INTO users",
                Some("Internal error"),
            ),
            ("a string", r#""INSERT INTO users""#, None),
            ("nothing", "", None),
            ("no object", "[1]", None),
            ("a detail without words", r#"{"detail":{"exception":"SELECT 1"}}"#, None),
        ] {
            assert_eq!(of(body.as_bytes()).map(|said| said.to_string()).as_deref(), want, "{row}");
        }
    }

    #[test]
    fn bnd_2_at_most_two_thousand_characters_are_quoted() {
        let body = format!(r#"{{"detail":"{}"}}"#, "a".repeat(60_000));
        let said = of(body.as_bytes()).unwrap().to_string();
        assert!(said.chars().count() <= 2_000, "{}", said.chars().count());
    }
}
