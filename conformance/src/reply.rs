//! What a reply says, read from its JSON. It reads results and errors alike and judges neither.

use serde_json::{Map, Value};

/// A whole reply to a request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reply(pub(crate) Value);

impl Reply {
    /// What the model reads: every text of the result, or the message of the error.
    pub(crate) fn text(&self) -> String {
        let blocks = self.0["result"]["content"].as_array().map(Vec::as_slice).unwrap_or_default();
        let texts: Vec<&str> = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
        match self.0["error"]["message"].as_str() {
            Some(message) => format!("{message} {}", self.0["error"]["data"]),
            None => texts.join("\n"),
        }
    }

    /// The structured part; null where there is none.
    pub(crate) fn structured(&self) -> &Value {
        &self.0["result"]["structuredContent"]
    }

    /// The structured part as an object.
    pub(crate) fn fields(&self) -> Map<String, Value> {
        self.structured().as_object().cloned().unwrap_or_default()
    }

    /// Whether it is an error of either kind: of the protocol, or of the tool.
    pub(crate) fn is_error(&self) -> bool {
        self.0.get("error").is_some() || self.0["result"]["isError"] == true
    }

    /// The code, where it is an error of the protocol.
    pub(crate) fn code(&self) -> Option<i64> {
        self.0["error"]["code"].as_i64()
    }

    /// Whether the call was carried out: a result that is no error, asks nothing and hands out no token.
    pub(crate) fn is_done(&self) -> bool {
        !self.is_error() && self.0["result"]["resultType"] != "input_required" && self.token().is_none()
    }

    /// The token that it hands out, if any.
    pub(crate) fn token(&self) -> Option<&str> {
        self.structured()["confirm_token"].as_str()
    }

    /// Every string in the structured part, names of fields too.
    pub(crate) fn structured_strings(&self) -> Vec<String> {
        let mut found = Vec::new();
        strings(self.structured(), &mut found);
        found
    }

    /// The first list of named things in the structured part: what a search found.
    pub(crate) fn found(&self) -> Option<&Vec<Value>> {
        list_of_named(self.structured())
    }

    /// The JSON that the text ends with.
    pub(crate) fn json_in_text(&self) -> Option<Value> {
        let text = self.text();
        text.match_indices('{').find_map(|(at, _)| serde_json::from_str(&text[at..]).ok())
    }

    /// Whether the text holds what the structured part does. The two marks are left out: a text may say them in words.
    pub(crate) fn says_the_same_twice(&self) -> bool {
        let unmarked = |value: &Value| {
            let mut value = value.clone();
            if let Some(fields) = value.as_object_mut() {
                fields.remove("untrusted");
                fields.remove("source");
            }
            value
        };
        self.json_in_text().is_some_and(|in_text| unmarked(&in_text) == unmarked(self.structured()))
    }

    /// Where the text first speaks of untrusted content, and the whole line that does.
    pub(crate) fn marker(&self) -> Option<(usize, String)> {
        let text = self.text();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if line.to_lowercase().contains("untrusted") && !line.trim_start().starts_with(['{', '"']) {
                return Some((at, line.trim_end().to_owned()));
            }
            at += line.len();
        }
        None
    }
}

fn strings(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|value| strings(value, found)),
        Value::Object(map) => map.iter().for_each(|(name, value)| {
            found.push(name.clone());
            strings(value, found);
        }),
        _ => {}
    }
}

fn list_of_named(value: &Value) -> Option<&Vec<Value>> {
    match value {
        Value::Array(list) if list.iter().all(|item| item["name"].is_string()) => Some(list),
        Value::Object(map) => map.values().find_map(list_of_named),
        _ => None,
    }
}

/// Whether two values are one, a number however it is spelled.
pub(crate) fn is_alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_alike(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let alike =
                |(key, value): (&String, &Value)| other.get(key).is_some_and(|other| is_alike(value, other));
            one.len() == other.len() && one.iter().all(alike)
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn result(text: &str, structured: Value) -> Reply {
        let content = json!([{"type": "text", "text": text}]);
        Reply(json!({"id": 1, "result": {"content": content, "structuredContent": structured}}))
    }

    #[test]
    fn the_three_kinds_of_reply_are_told_apart() {
        let done = result("{}", json!({"status": "deleted"}));
        let slip = result("{}", json!({"status": "confirmation_required", "confirm_token": "abc"}));
        let tool_error = Reply(json!({"id": 1, "result": {"content": [], "isError": true}}));
        let protocol_error = Reply(json!({"id": 1, "error": {"code": -32602, "message": "Unknown tool"}}));
        let asks = Reply(json!({"id": 1, "result": {"resultType": "input_required"}}));
        for (row, reply, error, done) in [
            ("done", &done, false, true),
            ("a token", &slip, false, false),
            ("an error of the tool", &tool_error, true, false),
            ("an error of the protocol", &protocol_error, true, false),
            ("a question", &asks, false, false),
        ] {
            assert_eq!((reply.is_error(), reply.is_done()), (error, done), "{row}");
        }
        assert_eq!(slip.token(), Some("abc"));
        assert_eq!(protocol_error.code(), Some(-32602));
        assert!(protocol_error.text().starts_with("Unknown tool"));
    }

    #[test]
    fn the_json_in_a_text_is_found_behind_the_marker() {
        let reply = result("Untrusted content follows.\n{\"name\":\"{soup}\"}", json!({"name": "{soup}"}));
        assert_eq!(reply.json_in_text().as_ref(), Some(reply.structured()));
        assert!(reply.says_the_same_twice());
        assert!(!result("{\"name\":\"pea\"}", json!({"name": "soup"})).says_the_same_twice());
        assert!(!result("pea", json!({"name": "pea"})).says_the_same_twice());
        assert_eq!(reply.marker(), Some((0, "Untrusted content follows.".to_owned())));
    }

    #[test]
    fn a_marker_within_the_content_is_none() {
        let reply = result("Found:\n{\"name\":\"untrusted\"}", json!({}));
        assert_eq!(reply.marker(), None);
    }

    #[test]
    fn every_string_is_seen_and_the_first_list_of_things_found() {
        let found = json!({"total": 2, "recipes": [{"name": "Pea soup"}], "left": [{"of": "a"}]});
        let reply = result("", found);
        assert_eq!(reply.structured_strings(), ["left", "of", "a", "recipes", "name", "Pea soup", "total"]);
        assert_eq!(reply.found().unwrap().len(), 1);
    }
}
