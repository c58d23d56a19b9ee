//! Holds what a subject sends against the official JSON Schema of the revision in use (ERA-5). It knows which part of
//! the schema a message belongs to; it never decides whether a message was welcome.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::era::Era;
use crate::transcript::cut;

/// How much of a schema complaint is worth reading; some quote the whole message.
const COMPLAINT_CHARS: usize = 400;

/// The schemas of the revisions, ready to be asked.
pub(crate) struct SchemaBook {
    chapters: HashMap<Era, Value>,
    /// By era and definition; compiled when first needed, since a run meets about ten of the three hundred.
    compiled: Mutex<HashMap<(Era, &'static str), Arc<Validator>>>,
}

impl fmt::Debug for SchemaBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemaBook").field("eras", &self.chapters.keys()).finish_non_exhaustive()
    }
}

/// A schema folder that cannot be used: the file and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSchema {
    file: PathBuf,
    why: String,
}

impl fmt::Display for BadSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.why)
    }
}

impl std::error::Error for BadSchema {}

impl SchemaBook {
    /// Reads `2025-11-25.json` and `2026-07-28.json` from a folder, as far as the eras ask for them.
    ///
    /// # Errors
    /// When a file is missing, is not JSON, or has no definitions: a check that cannot be made is not left out.
    pub(crate) fn open(folder: &Path, eras: &[Era]) -> Result<Self, BadSchema> {
        let mut chapters = HashMap::new();
        for &era in eras {
            let file = folder.join(format!("{era}.json"));
            let bad = |why: String| BadSchema { file: file.clone(), why };
            let text = std::fs::read_to_string(&file).map_err(|error| bad(error.to_string()))?;
            let schema: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
            if !schema["$defs"].is_object() {
                return Err(bad("it has no $defs".to_owned()));
            }
            chapters.insert(era, schema);
        }
        Ok(Self { chapters, compiled: Mutex::default() })
    }

    /// What is wrong with a reply to `method`, if anything.
    pub(crate) fn reply(&self, era: Era, method: &str, message: &Value) -> Option<String> {
        if message.get("error").is_some() {
            return self
                .check(era, "JSONRPCErrorResponse", message)
                .or_else(|| self.known_error(era, message));
        }
        let shape = match (method, message["result"]["resultType"].as_str()) {
            ("initialize", _) => "InitializeResult",
            ("server/discover", _) => "DiscoverResult",
            ("tools/list", _) => "ListToolsResult",
            // MCP 2026-07-28, schema: a tool call answers with either of two results, told apart by `resultType`.
            ("tools/call", Some("input_required")) => "InputRequiredResult",
            ("tools/call", _) => "CallToolResult",
            ("ping", _) => "EmptyResult",
            _ => "Result",
        };
        // The handshake of the older era may be used on a connection of either: its result has one shape only there.
        let era = if shape == "InitializeResult" { Era::Pushed } else { era };
        self.check(era, "JSONRPCResultResponse", message)
            .or_else(|| self.check(era, shape, &message["result"]))
    }

    /// What is wrong with a request that the subject made, if anything.
    pub(crate) fn request(&self, era: Era, message: &Value) -> Option<String> {
        let shape = match message["method"].as_str() {
            Some("elicitation/create") => "ElicitRequest",
            Some("ping") => "PingRequest",
            _ => "JSONRPCRequest",
        };
        self.check(era, "JSONRPCRequest", message).or_else(|| self.check(era, shape, message))
    }

    /// What is wrong with a notification, if anything.
    pub(crate) fn notification(&self, era: Era, message: &Value) -> Option<String> {
        self.check(era, "JSONRPCNotification", message)
            .or_else(|| self.check(era, "ServerNotification", message))
    }

    /// Errors whose `data` the revision describes.
    fn known_error(&self, era: Era, message: &Value) -> Option<String> {
        match (era, message["error"]["code"].as_i64()) {
            (Era::Stateless, Some(-32022)) => self.check(era, "UnsupportedProtocolVersionError", message),
            (Era::Stateless, Some(-32021)) => {
                self.check(era, "MissingRequiredClientCapabilityError", message)
            }
            _ => None,
        }
    }

    fn check(&self, era: Era, shape: &'static str, value: &Value) -> Option<String> {
        let validator = match self.validator(era, shape) {
            Ok(validator) => validator?,
            Err(why) => return Some(why),
        };
        let error = validator.iter_errors(value).next()?;
        let place = error.instance_path().to_string();
        let place = if place.is_empty() { "its top" } else { &place };
        Some(cut(&format!("not a {shape} of MCP {era}: at {place}: {error}"), COMPLAINT_CHARS))
    }

    /// The validator for one definition; none where the folder does not hold this era.
    fn validator(&self, era: Era, shape: &'static str) -> Result<Option<Arc<Validator>>, String> {
        let Some(chapter) = self.chapters.get(&era) else { return Ok(None) };
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = compiled.get(&(era, shape)) {
            return Ok(Some(Arc::clone(ready)));
        }
        if chapter["$defs"].get(shape).is_none() {
            return Err(format!("the schema of MCP {era} does not define {shape}"));
        }
        let schema = json!({
            "$schema": chapter["$schema"],
            "$ref": format!("#/$defs/{shape}"),
            "$defs": chapter["$defs"],
        });
        let validator = jsonschema::validator_for(&schema)
            .map_err(|error| format!("the schema of MCP {era} does not compile for {shape}: {error}"))?;
        let validator = Arc::new(validator);
        compiled.insert((era, shape), Arc::clone(&validator));
        Ok(Some(validator))
    }
}

/// What is wrong with a tool's structured result under the schema that the tool itself published, if anything.
pub(crate) fn against_own_schema(schema: &Value, result: &Value) -> Option<String> {
    match compiled(schema) {
        Err(why) => Some(why),
        Ok(validator) => complaint_of(&validator, result),
    }
}

/// A schema that a tool published, ready to be asked.
pub(crate) fn compiled(schema: &Value) -> Result<Validator, String> {
    jsonschema::validator_for(schema)
        .map_err(|error| format!("the published schema does not compile: {error}"))
}

/// The first thing that is wrong with a result, if anything.
pub(crate) fn complaint_of(validator: &Validator, result: &Value) -> Option<String> {
    let error = validator.iter_errors(result).next()?;
    Some(cut(&format!("at {}: {error}", error.instance_path()), COMPLAINT_CHARS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small schema of our own, in the shape of the official ones: the real ones are given at run time.
    fn book() -> SchemaBook {
        let folder = tempfile::tempdir().unwrap();
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$defs": {
                "JSONRPCResultResponse": {"type": "object", "required": ["id", "jsonrpc", "result"]},
                "JSONRPCErrorResponse": {"type": "object", "required": ["error", "jsonrpc"]},
                "CallToolResult": {"type": "object", "required": ["content"]},
                "InputRequiredResult": {"type": "object", "required": ["requestState"]},
                "UnsupportedProtocolVersionError": {"properties": {"error": {"required": ["data"]}}},
            }
        });
        std::fs::write(folder.path().join("2026-07-28.json"), schema.to_string()).unwrap();
        SchemaBook::open(folder.path(), &[Era::Stateless]).unwrap()
    }

    #[test]
    fn each_reply_is_held_against_the_shape_it_belongs_to() {
        let book = book();
        for (row, method, message, fits) in [
            ("a result", "tools/call", json!({"id": 1, "jsonrpc": "2.0", "result": {"content": []}}), true),
            (
                "a result without content",
                "tools/call",
                json!({"id": 1, "jsonrpc": "2.0", "result": {}}),
                false,
            ),
            ("no id", "tools/call", json!({"jsonrpc": "2.0", "result": {"content": []}}), false),
            (
                "a question without state",
                "tools/call",
                json!({"id": 1, "jsonrpc": "2.0", "result": {"resultType": "input_required", "content": []}}),
                false,
            ),
            ("an error", "tools/call", json!({"jsonrpc": "2.0", "error": {"code": -32602}}), true),
            (
                "a version error without data",
                "x",
                json!({"jsonrpc": "2.0", "error": {"code": -32022}}),
                false,
            ),
            (
                "a shape that the schema lacks",
                "tools/list",
                json!({"id": 1, "jsonrpc": "2.0", "result": {}}),
                false,
            ),
        ] {
            assert_eq!(book.reply(Era::Stateless, method, &message).is_none(), fits, "{row}");
        }
    }

    #[test]
    fn an_era_that_was_not_asked_for_is_not_judged() {
        assert_eq!(book().reply(Era::Pushed, "tools/call", &json!({"nonsense": true})), None);
    }

    #[test]
    fn a_schema_that_is_not_there_is_an_error_and_not_a_check_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let missing = SchemaBook::open(folder.path(), &[Era::Pushed]).unwrap_err();
        assert!(missing.to_string().contains("2025-11-25.json"), "{missing}");

        std::fs::write(folder.path().join("2025-11-25.json"), "{}").unwrap();
        let empty = SchemaBook::open(folder.path(), &[Era::Pushed]).unwrap_err();
        assert!(empty.to_string().ends_with("it has no $defs"), "{empty}");
    }

    #[test]
    fn a_result_is_held_against_what_its_tool_promised() {
        let promised = json!({"type": "object", "required": ["status"]});
        assert_eq!(against_own_schema(&promised, &json!({"status": "deleted"})), None);
        assert!(against_own_schema(&promised, &json!({})).is_some());
    }
}
