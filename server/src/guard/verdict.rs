//! What an answer to a question means. Only `accept` with `confirm: true` is a yes (ASK-6); nothing else is.

use serde_json::Value;

use super::words::NotAYes;

/// The name of the one field of the form.
pub const FIELD: &str = "confirm";

/// What an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A yes.
    Yes,
    /// Anything else.
    No(NotAYes),
}

/// Reads an answer, `{"action": ..., "content": {"confirm": ...}}`, as it came: clients do not hold it against the
/// schema, so it is done here.
pub fn read(answer: &Value) -> Verdict {
    let content = answer.get("content").filter(|content| !content.is_null());
    match (answer.get("action").and_then(Value::as_str), content) {
        (Some("decline"), _) => Verdict::No(NotAYes::Declined),
        (Some("cancel"), _) => Verdict::No(NotAYes::Cancelled),
        (Some("accept"), None) => Verdict::No(NotAYes::Bare),
        (Some("accept"), Some(Value::Object(fields))) => match fields.get(FIELD) {
            Some(Value::Bool(true)) => Verdict::Yes,
            Some(Value::Bool(false)) => Verdict::No(NotAYes::Unticked),
            None | Some(Value::Null) => Verdict::No(NotAYes::Bare),
            Some(_) => Verdict::No(NotAYes::Malformed),
        },
        _ => Verdict::No(NotAYes::Malformed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ask_6_only_accept_with_the_boolean_true_is_a_yes() {
        for (row, answer, want) in [
            ("a yes", json!({"action": "accept", "content": {"confirm": true}}), Verdict::Yes),
            ("declined", json!({"action": "decline"}), Verdict::No(NotAYes::Declined)),
            (
                "declined, though ticked",
                json!({"action": "decline", "content": {"confirm": true}}),
                Verdict::No(NotAYes::Declined),
            ),
            ("cancelled", json!({"action": "cancel"}), Verdict::No(NotAYes::Cancelled)),
            (
                "unticked",
                json!({"action": "accept", "content": {"confirm": false}}),
                Verdict::No(NotAYes::Unticked),
            ),
            ("bare", json!({"action": "accept"}), Verdict::No(NotAYes::Bare)),
            ("null content", json!({"action": "accept", "content": null}), Verdict::No(NotAYes::Bare)),
            ("empty content", json!({"action": "accept", "content": {}}), Verdict::No(NotAYes::Bare)),
            (
                "the text true",
                json!({"action": "accept", "content": {"confirm": "true"}}),
                Verdict::No(NotAYes::Malformed),
            ),
            (
                "the number 1",
                json!({"action": "accept", "content": {"confirm": 1}}),
                Verdict::No(NotAYes::Malformed),
            ),
            ("a list", json!({"action": "accept", "content": [true]}), Verdict::No(NotAYes::Malformed)),
            ("content true", json!({"action": "accept", "content": true}), Verdict::No(NotAYes::Malformed)),
            (
                "another action",
                json!({"action": "ACCEPT", "content": {"confirm": true}}),
                Verdict::No(NotAYes::Malformed),
            ),
            ("no action", json!({"content": {"confirm": true}}), Verdict::No(NotAYes::Malformed)),
            ("nothing", json!({}), Verdict::No(NotAYes::Malformed)),
            ("no object", json!(true), Verdict::No(NotAYes::Malformed)),
        ] {
            assert_eq!(read(&answer), want, "{row}");
        }
    }
}
