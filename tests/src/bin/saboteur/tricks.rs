//! What saboteurs do to messages, said once: tell which call one belongs to, change its words, put a question that nobody
//! put, give an answer that nobody gave. It never decides when.

use serde_json::{Map, Value, json};

use crate::wire::Memory;

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Whether a message of the client calls this tool.
pub(crate) fn calls(message: &Value, tool: &str) -> bool {
    message["method"] == "tools/call" && message["params"]["name"] == tool
}

/// An argument of a call that the client makes.
pub(crate) fn argument<'a>(message: &'a Value, name: &str) -> &'a Value {
    &message["params"]["arguments"][name]
}

/// An argument of the call that a message of the server answers.
pub(crate) fn asked_with(memory: &Memory, message: &Value, name: &str) -> Value {
    let call = memory.calls.get(&message["id"].to_string());
    call.map(|call| call["arguments"][name].clone()).unwrap_or_default()
}

/// The fields of an object within a message. Unlike an index, this adds nothing where there is none.
pub(crate) fn fields<'a>(message: &'a mut Value, place: &str) -> Option<&'a mut Map<String, Value>> {
    message.pointer_mut(place)?.as_object_mut()
}

/// The items of a list within a message.
pub(crate) fn items<'a>(message: &'a mut Value, place: &str) -> Option<&'a mut Vec<Value>> {
    message.pointer_mut(place)?.as_array_mut()
}

/// Every question in a message, on either era.
pub(crate) fn each_question(message: &mut Value, change: impl Fn(&mut Value)) {
    if message["method"] == "elicitation/create" {
        change(&mut message["params"]);
    }
    if let Some(questions) = fields(message, "/result/inputRequests") {
        questions.values_mut().for_each(|question| change(&mut question["params"]));
    }
}

/// The answers that a call carries, by their keys.
pub(crate) fn answers(message: &mut Value) -> Option<&mut Map<String, Value>> {
    fields(message, "/params/inputResponses")
}

/// Whether a call carries a yes.
pub(crate) fn carries_a_yes(message: &Value) -> bool {
    let answers = message["params"]["inputResponses"].as_object();
    answers.is_some_and(|answers| {
        answers.values().any(|answer| answer["action"] == "accept" && answer["content"]["confirm"] == true)
    })
}

/// Takes an answer that came with other arguments than its question was about for a yes to these.
pub(crate) fn takes_a_yes_for(memory: &mut Memory, message: &mut Value, tool: &str) {
    let params = &message["params"];
    let Some(asked) = memory.states.get(&text(&params["requestState"])) else { return };
    let same_tool = params["name"] == tool && asked["name"] == tool;
    if same_tool && carries_a_yes(message) && params["arguments"] != asked["arguments"] {
        answers_itself(memory, message);
    }
}

/// Makes a fresh call of one that carries an answer, and a yes to the question that comes of it.
pub(crate) fn answers_itself(memory: &mut Memory, message: &mut Value) {
    memory.answers_itself.insert(message["id"].to_string());
    if let Some(params) = fields(message, "/params") {
        params.remove("requestState");
        params.remove("inputResponses");
    }
}

/// Makes a question of whatever the answer was.
pub(crate) fn asks_instead(message: &mut Value) {
    let form = json!({
        "type": "object",
        "properties": {"confirm": {"type": "boolean", "default": false}},
        "required": ["confirm"],
    });
    let params = json!({"mode": "form", "message": "Really?\n\nReally.", "requestedSchema": form});
    message["result"] = json!({
        "resultType": "input_required",
        "inputRequests": {"asked-for-nothing": {"method": "elicitation/create", "params": params}},
        "requestState": "made up",
    });
}

/// Makes an answer of an error that says this.
pub(crate) fn forgives(message: &mut Value, words: &str) {
    if refuses(message, words) {
        message["result"]["isError"] = false.into();
    }
}

/// Whether a message is an error that says this.
pub(crate) fn refuses(message: &Value, words: &str) -> bool {
    let said = message["result"]["content"][0]["text"].as_str().is_some_and(|text| text.contains(words));
    said && message["result"]["isError"] == true
}

/// Replaces words everywhere in a value.
pub(crate) fn replace(value: &mut Value, words: &str, by: &str) {
    match value {
        Value::String(text) if text.contains(words) => *text = text.replace(words, by),
        Value::Array(list) => list.iter_mut().for_each(|inner| replace(inner, words, by)),
        Value::Object(map) => map.values_mut().for_each(|inner| replace(inner, words, by)),
        _ => {}
    }
}

/// Has the text of an answer say what its data says now.
pub(crate) fn says_its_data(message: &mut Value) {
    let data = message["result"]["structuredContent"].to_string();
    if let Some(Value::String(text)) = message.pointer_mut("/result/content/0/text") {
        text.truncate(text.find('{').unwrap_or(text.len()));
        text.push_str(&data);
    }
}

/// Replaces every text that is exactly this one.
pub(crate) fn replace_whole(value: &mut Value, text: &str, by: &str) {
    match value {
        Value::String(whole) if whole == text => *whole = by.to_owned(),
        Value::Array(list) => list.iter_mut().for_each(|inner| replace_whole(inner, text, by)),
        Value::Object(map) => map.values_mut().for_each(|inner| replace_whole(inner, text, by)),
        _ => {}
    }
}

/// What the operator set a variable of the server to.
pub(crate) fn is_set(server: &std::process::Command, name: &str, value: &str) -> bool {
    server.get_envs().any(|(set, to)| set == name && to.is_some_and(|to| to == value))
}
