//! What goes to and fro about one call: the call, the question that it led to, and how the answer gets back. It reads
//! both eras; it never sends.

use serde_json::Value;

/// What the model asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) tool: String,
    /// None leaves `arguments` out altogether.
    pub(crate) arguments: Option<Value>,
}

/// A question as it reached the client, and how its answer gets back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Question {
    /// The call that it is about.
    pub(crate) call: Call,
    /// `mode`, `message`, `requestedSchema`.
    pub(crate) params: Value,
    pub(crate) way_back: WayBack,
}

/// How an answer gets back to the server.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WayBack {
    /// As the reply to the server's own request; the call stays open under its own id.
    Reply { question: Value, call: Value },
    /// As a new call that carries the answer under this key beside the state.
    Again { key: String, state: String },
}

impl Question {
    /// What the person reads.
    pub(crate) fn message(&self) -> &str {
        self.params["message"].as_str().unwrap_or_default()
    }
}

/// What a call led to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Turn {
    /// A person is asked.
    Asked(Question),
    /// The whole reply, a result or an error.
    Replied(Value),
}

impl Turn {
    /// What a reply to a call is: a question where it asks for input, else itself.
    pub(crate) fn by_reply(call: &Call, reply: Value) -> Self {
        asked_by_result(call, &reply).map_or(Self::Replied(reply), Self::Asked)
    }

    /// The question that a request of the server puts while the call under `id` is open.
    pub(crate) fn by_push(call: &Call, id: &Value, request: &Value) -> Self {
        Self::Asked(Question {
            call: call.clone(),
            params: request["params"].clone(),
            way_back: WayBack::Reply { question: request["id"].clone(), call: id.clone() },
        })
    }
}

/// The question in a result that asks for input, where there is exactly one.
fn asked_by_result(call: &Call, reply: &Value) -> Option<Question> {
    let result = &reply["result"];
    if result["resultType"] != "input_required" {
        return None;
    }
    let requests = result["inputRequests"].as_object().filter(|requests| requests.len() == 1)?;
    let (key, request) = requests.iter().next()?;
    let state = result["requestState"].as_str()?;
    (request["method"] == "elicitation/create").then(|| Question {
        call: call.clone(),
        params: request["params"].clone(),
        way_back: WayBack::Again { key: key.clone(), state: state.to_owned() },
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn delete_soup() -> Call {
        Call { tool: "delete_recipe".to_owned(), arguments: Some(json!({"recipe": "soup"})) }
    }

    #[test]
    fn only_a_result_with_one_form_and_a_state_is_a_question() {
        let form = json!({"method": "elicitation/create", "params": {}});
        for (row, result, asks) in [
            ("one form", json!({"inputRequests": {"a": form}, "requestState": "s"}), true),
            ("no state", json!({"inputRequests": {"a": form}}), false),
            ("two forms", json!({"inputRequests": {"a": form, "b": form}, "requestState": "s"}), false),
            (
                "no form",
                json!({"inputRequests": {"a": {"method": "roots/list"}}, "requestState": "s"}),
                false,
            ),
        ] {
            let mut result = result;
            result["resultType"] = json!("input_required");
            let reply = json!({"id": 1, "result": result});
            assert_eq!(asked_by_result(&delete_soup(), &reply).is_some(), asks, "{row}");
        }
    }
}
