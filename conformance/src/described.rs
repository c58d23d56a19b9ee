//! Holds the requests to Mealie against Mealie's own descriptions of itself (OpenAPI 3.1, as `/openapi.json` gives it): the
//! route, its parameters, its body (LIVE-13). It knows nothing of what Mealie does with one.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use fake_mealie::Arrival;
use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::inbox::Complaint;
use crate::transcript::cut;

/// How much of a complaint is worth reading; some quote the whole body.
const COMPLAINT_CHARS: usize = 400;

/// One version of Mealie, as it describes itself.
pub(crate) struct Description {
    version: Version,
    document: Value,
    operations: Vec<Operation>,
    /// By place in the document; compiled when first needed.
    compiled: Mutex<HashMap<String, Arc<Validator>>>,
}

/// Major and minor.
type Version = (u32, u32);

/// One route with its method.
struct Operation {
    method: String,
    segments: Vec<String>,
    /// Where it stands in the document.
    place: String,
}

/// A description that cannot be used: the file and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadDescription {
    file: PathBuf,
    why: String,
}

impl fmt::Display for BadDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.why)
    }
}

impl std::error::Error for BadDescription {}

impl fmt::Debug for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Description").field("version", &self.version).finish_non_exhaustive()
    }
}

/// `v3.10.2` as (3, 10); what is no number, such as `develop`, is as old as it gets.
fn version(text: &str) -> Version {
    let mut numbers = text.trim_start_matches('v').split('.').map_while(|part| part.parse().ok());
    (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default())
}

impl Description {
    /// Reads one from a file.
    ///
    /// # Errors
    /// When it is missing, is not JSON, or describes no version or no route: a check that cannot be made is not left out.
    pub(crate) fn open(file: &Path) -> Result<Self, BadDescription> {
        let bad = |why: String| BadDescription { file: file.to_owned(), why };
        let text = std::fs::read_to_string(file).map_err(|error| bad(error.to_string()))?;
        let document: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        let described = document["info"]["version"].as_str().map(version);
        let version = described.ok_or_else(|| bad("it has no info.version".to_owned()))?;
        let operations = operations(&document);
        if operations.is_empty() {
            return Err(bad("it describes no route".to_owned()));
        }
        Ok(Self { version, document, operations, compiled: Mutex::default() })
    }

    /// Whether it says anything about a kitchen of that version: nobody described what came later.
    pub(crate) fn covers(&self, kitchen: &str) -> bool {
        version(kitchen) <= self.version
    }

    /// What is wrong with a request, if anything.
    pub(crate) fn complaint(&self, arrival: &Arrival) -> Option<Complaint> {
        let wrong = self.wrong(arrival)?;
        let (major, minor) = self.version;
        let what = format!(
            "not as Mealie {major}.{minor} describes itself: {} {}: {wrong}",
            arrival.method, arrival.path
        );
        Some(Complaint { id: "LIVE-13", what: cut(&what, COMPLAINT_CHARS) })
    }

    fn wrong(&self, arrival: &Arrival) -> Option<String> {
        let path = percent_decoded(&arrival.path);
        let given: Vec<&str> = path.split('/').collect();
        let mut fitting: Vec<&Operation> = self
            .operations
            .iter()
            .filter(|one| one.method == arrival.method.to_lowercase() && one.fits(&given))
            .collect();
        // `/api/recipes/suggestions` is no recipe.
        fitting.sort_by_key(|one| one.segments.iter().filter(|segment| is_open(segment)).count());
        let Some(operation) = fitting.first() else { return Some("there is no such route".to_owned()) };
        self.wrong_in_path(operation, &given)
            .or_else(|| self.wrong_in_query(operation, &arrival.query))
            .or_else(|| self.wrong_in_body(operation, arrival))
    }

    fn parameters(&self, operation: &Operation, place: &str) -> BTreeMap<String, String> {
        let all = self.document.pointer(&format!("{}/parameters", operation.place)).and_then(Value::as_array);
        let all = all.map(Vec::as_slice).unwrap_or_default();
        let these = all.iter().enumerate().filter(|(_, one)| one["in"] == place);
        these
            .filter_map(|(nth, one)| {
                Some((
                    one["name"].as_str()?.to_owned(),
                    format!("{}/parameters/{nth}/schema", operation.place),
                ))
            })
            .collect()
    }

    fn wrong_in_path(&self, operation: &Operation, given: &[&str]) -> Option<String> {
        let known = self.parameters(operation, "path");
        operation.segments.iter().zip(given).find_map(|(segment, given)| {
            let name = segment.strip_prefix('{')?.strip_suffix('}')?;
            let schema = known.get(name)?;
            self.fits_as_text(schema, &[given]).err().map(|why| format!("in the path, {name}: {why}"))
        })
    }

    fn wrong_in_query(&self, operation: &Operation, query: &[(String, String)]) -> Option<String> {
        let known = self.parameters(operation, "query");
        let mut given: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, value) in query {
            given.entry(name).or_default().push(value);
        }
        given.into_iter().find_map(|(name, values)| match known.get(name) {
            None => Some(format!("the query parameter {name} is not described")),
            Some(schema) => self.fits_as_text(schema, &values).err().map(|why| format!("{name}: {why}")),
        })
    }

    fn wrong_in_body(&self, operation: &Operation, arrival: &Arrival) -> Option<String> {
        let place = format!("{}/requestBody", operation.place);
        let described = self.document.pointer(&place);
        let content = |kind: &str| {
            described.and_then(|body| body["content"].get(kind)).map(|content| &content["schema"])
        };
        if let Some(schema) = content("multipart/form-data") {
            let names: Vec<&str> = arrival.parts.iter().map(|part| part.name.as_str()).collect();
            return self.wrong_in_form(schema, &names);
        }
        match content("application/json") {
            None if arrival.body.is_null() => None,
            None => Some("a body is not described".to_owned()),
            Some(_) if arrival.body.is_null() => {
                (described?["required"] == true).then(|| "the body is missing".to_owned())
            }
            Some(_) => {
                let place = format!("{place}/content/application~1json/schema");
                let misfit = self.fits(&place, &arrival.body).err();
                let schema = self.document.pointer(&place)?;
                misfit
                    .or_else(|| self.unknown_field(schema, &arrival.body))
                    .map(|why| format!("in the body, {why}"))
            }
        }
    }

    /// What a schema refers to, or itself.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let place = schema["$ref"].as_str().and_then(|place| place.strip_prefix('#'));
        place.and_then(|place| self.document.pointer(place)).unwrap_or(schema)
    }

    /// A field that the schema does not name: Mealie passes over it without a word, so a misspelt one is as good as none.
    /// What is sent back as it was read (it has its id) holds more than Mealie takes.
    fn unknown_field(&self, schema: &Value, body: &Value) -> Option<String> {
        let schema = self.resolved(schema);
        if let Value::Array(items) = body {
            return items.iter().find_map(|item| self.unknown_field(&schema["items"], item));
        }
        let (known, given) = (schema["properties"].as_object()?, body.as_object()?);
        let misspelt = given.keys().find(|name| !known.contains_key(*name) && !given.contains_key("id"));
        misspelt.map(|name| format!("the field {name} is not described"))
    }

    /// The names of a form's fields; what is in them is bytes.
    fn wrong_in_form(&self, schema: &Value, names: &[&str]) -> Option<String> {
        let schema = self.resolved(schema);
        let Some(known) = schema["properties"].as_object() else {
            return Some("the fields of its form are not described".to_owned());
        };
        let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
        let unknown = names.iter().find(|name| !known.contains_key(**name));
        let missing = required.iter().filter_map(Value::as_str).find(|name| !names.contains(name));
        unknown
            .map(|name| format!("the field {name} is not described"))
            .or_else(|| missing.map(|name| format!("the field {name} is missing")))
    }

    /// Whether texts, as an address carries them, can be read as what the schema wants.
    fn fits_as_text(&self, place: &str, texts: &[&str]) -> Result<(), String> {
        let read = |text: &&str| -> Vec<Value> {
            let read = serde_json::from_str::<Value>(text).ok();
            let read = read.filter(|value| value.is_number() || value.is_boolean());
            read.into_iter().chain([json!(text)]).collect()
        };
        let one = match texts {
            [only] => read(only),
            _ => Vec::new(),
        };
        let list = Value::Array(texts.iter().filter_map(|text| read(text).pop()).collect());
        let mut why = String::new();
        for way in one.into_iter().chain([list]) {
            match self.fits(place, &way) {
                Ok(()) => return Ok(()),
                Err(error) => why = error,
            }
        }
        Err(why)
    }

    fn fits(&self, place: &str, value: &Value) -> Result<(), String> {
        let validator = self.validator(place)?;
        validator
            .iter_errors(value)
            .next()
            .map_or(Ok(()), |error| Err(format!("at {:?}: {error}", error.instance_path().to_string())))
    }

    fn validator(&self, place: &str) -> Result<Arc<Validator>, String> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = compiled.get(place) {
            return Ok(Arc::clone(ready));
        }
        let schema = self.document.pointer(place).ok_or_else(|| format!("there is no {place}"))?;
        let whole = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [schema],
            "components": self.document["components"],
        });
        // A format that nobody checks here would be a check left out.
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .should_ignore_unknown_formats(false)
            .with_format("uuid4", |text: &str| uuid::Uuid::try_parse(text).is_ok())
            .with_format("binary", |_: &str| true)
            .with_format("password", |_: &str| true)
            .build(&whole);
        let validator = Arc::new(validator.map_err(|error| format!("{place} does not compile: {error}"))?);
        compiled.insert(place.to_owned(), Arc::clone(&validator));
        Ok(validator)
    }
}

impl Operation {
    fn fits(&self, given: &[&str]) -> bool {
        let each = |(segment, given): (&String, &&str)| {
            if is_open(segment) { !given.is_empty() } else { segment == given }
        };
        self.segments.len() == given.len() && self.segments.iter().zip(given).all(each)
    }
}

/// Whether a segment of a route stands for whatever is given.
fn is_open(segment: &str) -> bool {
    segment.starts_with('{')
}

fn operations(document: &Value) -> Vec<Operation> {
    let none = Map::new();
    let paths = document["paths"].as_object().unwrap_or(&none);
    let each = |(path, methods): (&String, &Value)| {
        let methods: Vec<String> = methods.as_object().unwrap_or(&none).keys().cloned().collect();
        let place = path.replace('~', "~0").replace('/', "~1");
        let segments: Vec<String> = path.split('/').map(str::to_owned).collect();
        methods.into_iter().map(move |method| Operation {
            place: format!("/paths/{place}/{method}"),
            segments: segments.clone(),
            method,
        })
    };
    paths.iter().flat_map(each).collect()
}

fn percent_decoded(path: &str) -> String {
    percent_encoding::percent_decode_str(path).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small one, with every kind of part that ours use.
    fn described() -> Description {
        let id = json!({"type": "string", "format": "uuid4"});
        let document = json!({
            "info": {"version": "v3.10.2"},
            "paths": {
                "/api/recipes": {
                    "get": {"parameters": [
                        {"name": "page", "in": "query", "schema": {"type": "integer"}},
                        {"name": "tags", "in": "query", "schema":
                            {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]}},
                        {"name": "requireAllTags", "in": "query", "schema": {"type": "boolean"}},
                        {"name": "accept-language", "in": "header", "schema": {"type": "string"}},
                    ]},
                    "post": {"requestBody": {"required": true, "content":
                        {"application/json": {"schema": {"$ref": "#/components/schemas/Create"}}}}},
                },
                "/api/recipes/suggestions": {"get": {"parameters": []}},
                "/api/recipes/{slug}": {"get": {"parameters": [
                    {"name": "slug", "in": "path", "schema": {"type": "string"}},
                    {"name": "raw", "in": "query", "schema": {"type": "string"}},
                ]}},
                "/api/recipes/{slug}/image": {"put": {"requestBody": {"required": true, "content":
                    {"multipart/form-data": {"schema": {"$ref": "#/components/schemas/Picture"}}}}}},
                "/api/plans/{item_id}": {"get": {"parameters": [
                    {"name": "item_id", "in": "path", "schema": {"type": "integer"}},
                ]}},
            },
            "components": {"schemas": {
                "Create": {"type": "object", "required": ["name"], "properties": {
                    "name": {"type": "string"}, "of": {"$ref": "#/components/schemas/Of"},
                }},
                "Of": {"type": "object", "properties": {"id": id}},
                "Picture": {"type": "object", "required": ["image"], "properties": {"image": {}, "extension": {}}},
            }},
        });
        let operations = operations(&document);
        Description { version: (3, 10), document, operations, compiled: Mutex::default() }
    }

    fn asked(method: &str, address: &str, body: Value) -> Arrival {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        Arrival {
            method: method.to_owned(),
            path: path.to_owned(),
            query: pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            body,
            parts: Vec::new(),
            status: None,
            would_fetch: Vec::new(),
            served_bytes: 0,
        }
    }

    #[test]
    fn live_13_a_request_is_held_against_the_route_the_parameters_and_the_body() {
        let described = described();
        let none = Value::Null;
        for (row, method, address, body, wrong) in [
            ("a list", "GET", "/api/recipes?page=2&tags=a&tags=b&requireAllTags=true", &none, None),
            ("one tag is a list too", "GET", "/api/recipes?tags=5", &none, None),
            ("no number", "GET", "/api/recipes?page=two", &none, Some("page: ")),
            ("a number twice", "GET", "/api/recipes?page=1&page=2", &none, Some("page: ")),
            ("no flag", "GET", "/api/recipes?requireAllTags=yes", &none, Some("requireAllTags: ")),
            (
                "in snake case",
                "GET",
                "/api/recipes?per_page=2",
                &none,
                Some("the query parameter per_page is not"),
            ),
            (
                "a header's name",
                "GET",
                "/api/recipes?accept-language=de",
                &none,
                Some("the query parameter accept"),
            ),
            ("another method", "DELETE", "/api/recipes", &none, Some("there is no such route")),
            ("another route", "GET", "/api/recipes/a/b", &none, Some("there is no such route")),
            ("a recipe", "GET", "/api/recipes/pea%2Dsoup?raw=1", &none, None),
            (
                "a word of its own",
                "GET",
                "/api/recipes/suggestions?raw=1",
                &none,
                Some("the query parameter raw"),
            ),
            ("a plan", "GET", "/api/plans/5", &none, None),
            ("no plan", "GET", "/api/plans/five", &none, Some("in the path, item_id: ")),
            ("a body", "POST", "/api/recipes", &json!({"name": "Soup"}), None),
            ("without its name", "POST", "/api/recipes", &json!({"of": {}}), Some("in the body, at \"\": ")),
            (
                "another type deep within",
                "POST",
                "/api/recipes",
                &json!({"name": "Soup", "of": {"id": 5}}),
                Some("in the body, at \"/of/id\": "),
            ),
            (
                "an id that is none",
                "POST",
                "/api/recipes",
                &json!({"name": "Soup", "of": {"id": "mine"}}),
                Some("in the body, at \"/of/id\": "),
            ),
            (
                "a misspelt field",
                "POST",
                "/api/recipes",
                &json!({"name": "Soup", "off": {}}),
                Some("in the body, the field off is not described"),
            ),
            (
                "a whole recipe sent back",
                "POST",
                "/api/recipes",
                &json!({"name": "Soup", "id": "1", "more": 1}),
                None,
            ),
            ("null is a text", "GET", "/api/recipes?page=null", &none, Some("page: ")),
            ("no body", "POST", "/api/recipes", &none, Some("the body is missing")),
            ("one that nobody wants", "GET", "/api/recipes", &json!({}), Some("a body is not described")),
        ] {
            let said = described.wrong(&asked(method, address, body.clone()));
            let fits = match (said.as_deref(), wrong) {
                (None, None) => true,
                (Some(said), Some(wrong)) => said.starts_with(wrong),
                _ => false,
            };
            assert!(fits, "{row}: {said:?}");
        }
    }

    #[test]
    fn live_13_a_form_is_held_against_the_names_of_its_fields() {
        for (names, wrong) in [
            (&["image", "extension"][..], None),
            (&["image"], None),
            (&["extension"], Some("the field image is missing")),
            (&["image", "name"], Some("the field name is not described")),
        ] {
            let schema = json!({"$ref": "#/components/schemas/Picture"});
            assert_eq!(described().wrong_in_form(&schema, names).as_deref(), wrong, "{names:?}");
        }
    }

    #[test]
    fn live_13_a_later_kitchen_is_not_held_against_an_earlier_description() {
        for (kitchen, covered) in
            [("v3.10.2", true), ("v3.9.0", true), ("develop", true), ("v3.14.0", false), ("4.0.0", false)]
        {
            assert_eq!(described().covers(kitchen), covered, "{kitchen}");
        }
    }

    #[test]
    fn a_description_that_cannot_be_used_is_no_check_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("openapi.json");
        assert!(Description::open(&file).is_err(), "missing");
        for (text, why) in [
            ("{", "EOF"),
            ("{}", "it has no info.version"),
            (r#"{"info": {"version": "v3"}, "paths": {}}"#, "it describes no route"),
        ] {
            std::fs::write(&file, text).unwrap();
            let bad = Description::open(&file).unwrap_err().to_string();
            assert!(bad.contains(why), "{text}: {bad}");
        }
    }
}
