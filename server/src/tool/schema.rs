//! The published schemas: lean, since every byte of them costs a model context. No titles, no `$defs`, no integer
//! formats (the TypeScript clients warn about each), no `null` beside the type of an optional field. It never says what
//! the types do not enforce.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::entry::Guarded;
use crate::answer::budget::LEFT_OUT;
use crate::answer::{NOTES, Source, View};
use crate::args::{CONFIRM_TOKEN, Names, SlipArgument};

/// The note that every guarded tool's [`CONFIRM_TOKEN`] carries.
const SLIP_NOTE: &str = "Only if an earlier answer of this tool gave one.";

/// The schema of a tool's arguments; unknown ones are refused.
pub(super) fn input<T: JsonSchema>(guarded: Guarded) -> Map<String, Value> {
    let mut schema = lean::<T>(SchemaSettings::draft2020_12());
    if guarded.can_ask() {
        let slip = json!({"type": "string", "description": SLIP_NOTE});
        properties(&mut schema).extend([(CONFIRM_TOKEN.to_owned(), slip)]);
    }
    schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    // What a tool is for stands in its description, not again here.
    schema.remove("description");
    schema
}

/// The schema of a tool's structured answer: its view, our sentences, for content of Mealie the marks and what may have
/// been left out, and for a guarded tool the first answer of the two-call path.
pub(super) fn output<V: View>(guarded: Guarded) -> Map<String, Value> {
    let mut schema = lean::<V>(SchemaSettings::draft2020_12().for_serialize());
    schema.remove("description");
    let notes = json!({"type": "array", "items": {"type": "string"}});
    properties(&mut schema).extend([(NOTES.to_owned(), notes)]);
    if V::SOURCE == Source::Mealie {
        let marks = [
            ("untrusted", json!({"const": true})),
            ("source", json!({"const": "mealie"})),
            (LEFT_OUT, json!({"type": "array", "items": {"type": "object"}})),
        ];
        properties(&mut schema).extend(marks.map(|(name, value)| (name.to_owned(), value)));
    }
    if guarded.can_ask() {
        let own = properties(&mut schema).remove("status").unwrap_or_default();
        // One word, however schemars spells an enum of one variant.
        let own =
            ["/const", "/enum/0", "/oneOf/0/const"].iter().find_map(|place| own.pointer(place)).cloned();
        let first_answer = [
            ("status", json!({"enum": [own, "confirmation_required"]})),
            ("message", json!({"type": "string"})),
            ("confirm_token", json!({"type": "string"})),
            ("expires_in_seconds", json!({"type": "integer"})),
            ("reason", json!({"enum": ["client_cannot_show_a_dialog", "operator_switched_the_dialog_off"]})),
        ];
        properties(&mut schema).extend(first_answer.map(|(name, value)| (name.to_owned(), value)));
        schema.insert("required".to_owned(), json!(["status"]));
    }
    schema
}

/// The argument names of an input schema.
pub(super) fn names(input: &Map<String, Value>, slip: SlipArgument) -> Names {
    let keys = |name: &str| match input.get(name) {
        Some(Value::Object(map)) => map.keys().cloned().collect(),
        Some(Value::Array(list)) => list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    };
    Names { all: keys("properties"), required: keys("required"), slip }
}

fn lean<T: JsonSchema>(settings: SchemaSettings) -> Map<String, Value> {
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(|schema: &mut Schema| {
        if let Some(map) = schema.as_object_mut() {
            slim(map);
        }
    })
    .transform(&mut schema);
    let mut schema: Map<String, Value> = schema.to_value().as_object().cloned().unwrap_or_default();
    schema.entry("type").or_insert_with(|| "object".into());
    schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    schema
}

fn slim(map: &mut Map<String, Value>) {
    map.remove("title");
    if let Some(Value::String(note)) = map.get_mut("description") {
        // Where the line ends in our source means nothing to its reader.
        *note = note.replace('\n', " ");
    }
    if map.get("default") == Some(&Value::Null) {
        map.remove("default");
    }
    let integer_format =
        |format: &str| format.starts_with("uint") || format.starts_with("int") || format == "double";
    if map.get("format").and_then(Value::as_str).is_some_and(integer_format) {
        map.remove("format");
    }
    // An optional field is left out, not null: for arguments the two are the same, and answers never hold null.
    if let Some(Value::Array(types)) = map.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(names)) = map.get_mut("enum") {
        names.retain(|name| !name.is_null());
    }
    if let Some(Value::Array(ways)) = map.get_mut("anyOf") {
        ways.retain(|way| way.get("type") != Some(&Value::from("null")));
        if let [Value::Object(only)] = ways.as_slice() {
            let only = only.clone();
            map.remove("anyOf");
            map.extend(only);
        }
    }
}

fn properties(schema: &mut Map<String, Value>) -> &mut Map<String, Value> {
    let properties = schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    if !properties.is_object() {
        *properties = Value::Object(Map::new());
    }
    match properties {
        Value::Object(properties) => properties,
        _ => unreachable!("it was made an object above"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;

    /// An answer of our own words alone.
    #[derive(serde::Serialize, JsonSchema)]
    struct Counted {
        made: Vec<u64>,
    }

    impl View for Counted {
        const SOURCE: Source = Source::Ours;

        fn notes(&self) -> Vec<String> {
            vec!["One, two.".to_owned()]
        }
    }

    /// One that holds what stands in Mealie.
    #[derive(serde::Serialize, JsonSchema)]
    struct Listed {
        made: Vec<u64>,
    }

    impl View for Listed {
        const SOURCE: Source = Source::Mealie;

        fn notes(&self) -> Vec<String> {
            vec!["One, two.".to_owned()]
        }
    }

    /// The fields that an answer has, and those that its schema names.
    fn fields<V: View>(view: V, max_bytes: usize) -> (Vec<String>, Vec<String>) {
        let published = output::<V>(Guarded::Never)["properties"].as_object().cloned().unwrap();
        let mut answered: Vec<String> =
            Answer::of(view, max_bytes).structured.into_iter().map(|(name, _)| name).collect();
        answered.sort();
        (answered, published.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn ann_1_every_field_that_an_answer_can_have_is_published() {
        for (row, (answered, published), want) in [
            ("ours", fields(Counted { made: vec![1] }, 60_000), "made notes"),
            ("of Mealie", fields(Listed { made: vec![1] }, 60_000), "made notes source untrusted"),
            (
                "shortened",
                fields(Listed { made: vec![u64::MAX; 1_000] }, 4_000),
                "left_out made notes source untrusted",
            ),
        ] {
            assert_eq!(answered.join(" "), want, "{row}");
            assert!(answered.iter().all(|name| published.contains(name)), "{row}: {published:?}");
        }
    }
}
