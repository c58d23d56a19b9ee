//! Holds every answer of every tool against what holds for all of them, whatever its scenario is about: it fits the schema
//! that the tool publishes (ANN-1), its text says the same (UNT-6), and it is marked as untrusted (UNT-1). It reads what was
//! answered, and never knows what was asked.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::Value;

use crate::inbox::Complaint;
use crate::reply::Reply;
use crate::schema::{compiled, complaint_of};

/// Tools whose answers hold ids, counts, dates and states alone, nothing that somebody wrote: a mark would say nothing of
/// them. A tool that is not named here is marked.
const NOTHING_WRITTEN: [&str; 10] = [
    "delete_cookbook",
    "delete_mealplan_entry",
    "delete_organizer",
    "delete_recipe",
    "delete_recipe_comment",
    "delete_share_token",
    "delete_shopping_list",
    "delete_shopping_list_items",
    "set_recipe_image",
    "set_recipe_last_made",
];

/// What the tools of a server publish of their answers.
#[derive(Default)]
pub(crate) struct Promises(HashMap<String, Promise>);

struct Promise {
    schema: Value,
    /// Compiled when the tool first answers, once for a run.
    compiled: OnceLock<Result<Validator, String>>,
}

impl fmt::Debug for Promises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Promises {
    /// Those of a list of tools. A reply without one promises nothing, and every structured answer breaks that.
    pub(crate) fn of(list: &Value) -> Self {
        let tools = list["result"]["tools"].as_array().into_iter().flatten();
        let promise = |tool: &Value| {
            let schema = tool["outputSchema"].clone();
            Some((tool["name"].as_str()?.to_owned(), Promise { schema, compiled: OnceLock::new() }))
        };
        Self(tools.filter_map(promise).collect())
    }

    /// What is wrong with what a tool answered. Only data is judged: an error has words, and its own scenarios.
    pub(crate) fn complaints(&self, tool: &str, reply: &Value) -> Vec<Complaint> {
        let reply = Reply(reply.clone());
        if reply.structured().is_null() {
            return Vec::new();
        }
        // The first answer of the fallback says it in words.
        let same = match reply.token() {
            Some(token) => reply.text().contains(token),
            None => reply.says_the_same_twice(),
        };
        let wrong = [
            ("ANN-1", self.unfit(tool, reply.structured())),
            ("UNT-6", (!same).then(|| "its text says something else".to_owned())),
            ("UNT-1", unmarked(tool, &reply)),
        ];
        let told = |(id, what): (&'static str, Option<String>)| {
            what.map(|what| Complaint { id, what: format!("an answer of {tool}: {what}") })
        };
        wrong.into_iter().filter_map(told).collect()
    }

    /// Why an answer is not what its tool promised.
    fn unfit(&self, tool: &str, answer: &Value) -> Option<String> {
        let Some(promise) = self.0.get(tool) else {
            return Some("the tool is not on the list that a first client got".to_owned());
        };
        if promise.schema.is_null() {
            return Some("the tool publishes no schema of its answers".to_owned());
        }
        match promise.compiled.get_or_init(|| compiled(&promise.schema)) {
            Err(why) => Some(why.clone()),
            Ok(validator) => complaint_of(validator, answer),
        }
    }
}

/// What lacks of the marks: in the data, and in the text before the JSON that holds the content.
fn unmarked(tool: &str, reply: &Reply) -> Option<String> {
    // The first answer of the fallback tells counts, and nothing that somebody wrote.
    if NOTHING_WRITTEN.contains(&tool) || reply.token().is_some() {
        return None;
    }
    let data = reply.structured();
    if data["untrusted"] != true || data["source"] != "mealie" {
        return Some("no untrusted: true with source: mealie in its data".to_owned());
    }
    let text = reply.text();
    let content = text.find('{').unwrap_or(text.len());
    let marked = reply.marker().is_some_and(|(at, _)| at < content);
    (!marked).then(|| "no untrusted marker before its content".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const MARKER: &str = "[untrusted content from Mealie]\n";

    fn promises() -> Promises {
        let schema =
            json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
        Promises::of(&json!({"result": {"tools": [
            {"name": "get_recipe", "outputSchema": schema},
            {"name": "delete_recipe", "outputSchema": {"type": "object"}},
            {"name": "get_about"},
        ]}}))
    }

    fn broken(tool: &str, text: &str, data: Value) -> Vec<&'static str> {
        let reply = json!({"id": 1, "result": {
            "content": [{"type": "text", "text": text}], "structuredContent": data,
        }});
        promises().complaints(tool, &reply).into_iter().map(|complaint| complaint.id).collect()
    }

    #[test]
    fn what_holds_for_every_answer_is_held_by_its_guarantee() {
        let soup = json!({"name": "Pea soup", "untrusted": true, "source": "mealie"});
        let marked = |data: &Value| format!("One recipe.\n{MARKER}{data}");
        let gone = json!({"status": "deleted"});
        for (row, tool, text, data, ids) in [
            ("as it has to be", "get_recipe", marked(&soup), soup.clone(), &[][..]),
            ("nothing written in it", "delete_recipe", gone.to_string(), gone.clone(), &[]),
            (
                "a field of another type",
                "get_recipe",
                marked(&json!({"name": 1})),
                json!({"name": 1, "untrusted": true, "source": "mealie"}),
                &["ANN-1"],
            ),
            ("a tool that is not on the list", "eat", marked(&soup), soup.clone(), &["ANN-1"]),
            ("a tool without a schema", "get_about", marked(&soup), soup.clone(), &["ANN-1"]),
            (
                "another name in the text",
                "get_recipe",
                marked(&json!({"name": "Stew"})),
                soup.clone(),
                &["UNT-6"],
            ),
            ("no marker", "get_recipe", soup.to_string(), soup.clone(), &["UNT-1"]),
            ("a marker behind", "get_recipe", format!("{soup}\n{MARKER}"), soup.clone(), &["UNT-6", "UNT-1"]),
            (
                "no mark in the data",
                "get_recipe",
                marked(&json!({"name": "Pea soup"})),
                json!({"name": "Pea soup"}),
                &["UNT-1"],
            ),
        ] {
            assert_eq!(broken(tool, &text, data), ids, "{row}");
        }
    }

    #[test]
    fn an_error_has_no_data_and_a_first_answer_of_the_fallback_says_it_in_words() {
        let slip = json!({"name": "x", "confirm_token": "abc"});
        assert_eq!(broken("get_recipe", "Call again with abc.", slip.clone()), [""; 0]);
        assert_eq!(broken("get_recipe", "Call again.", slip), ["UNT-6"]);
        assert_eq!(broken("get_recipe", "Not found.", Value::Null), [""; 0]);
    }

    #[test]
    fn without_a_list_no_answer_is_right() {
        let answer = json!({"result": {"content": [{"text": "{}"}], "structuredContent": {}}});
        let complaints =
            Promises::of(&json!({"error": {"code": -32603}})).complaints("delete_recipe", &answer);
        assert_eq!(complaints.len(), 1);
        assert_eq!(complaints[0].id, "ANN-1");
    }
}
