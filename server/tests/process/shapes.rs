//! Every tool against a Mealie whose answers have another shape than they should (LIVE-13): nothing, a text, a number, and
//! each field of what is read set to null, one by one, before a write and after it. It holds that each call comes to an
//! answer or to an error in words, and that an answer has no field that its tool does not publish.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;

use fake_mealie::{Arrival, FakeMealie, Fault};
use serde_json::{Value, json};

use crate::stock::{Kitchen, mealie, sample, stocked};
use crate::sweep::Swept;

/// What the fake answers to this request, if that is JSON and no refusal.
fn answer_of(mealie: &FakeMealie, Read { method, path, query, body }: &Read) -> Option<Value> {
    let address = mealie.url().strip_prefix("http://").unwrap();
    let mut url = url::Url::parse(mealie.url()).unwrap();
    url.set_path(path);
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    let target = &url[url::Position::BeforePath..];
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "{method} {target} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        mealie.token(),
        body.len()
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    if !answer.starts_with(b"HTTP/1.1 200 ") {
        return None;
    }
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    serde_json::from_slice(&answer[body..]).ok()
}

/// The JSON pointers of everything within a value; of a list its first member stands for the others.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            let escaped = |name: &str| name.replace('~', "~0").replace('/', "~1");
            fields.iter().map(|(name, inner)| (escaped(name), inner)).collect()
        }
        Value::Array(items) => items.first().map(|first| ("0".to_owned(), first)).into_iter().collect(),
        _ => Vec::new(),
    };
    for (name, inner) in inner {
        let at = format!("{at}/{name}");
        pointers(inner, &at, all);
        all.push(at);
    }
}

/// The places of an answer's fields that its schema does not name.
fn unpublished(answer: &Value, schema: &Value, at: &str, all: &mut Vec<String>) {
    match (answer, &schema["properties"], &schema["items"]) {
        (Value::Object(fields), Value::Object(named), _) => {
            for (name, inner) in fields {
                let at = format!("{at}/{name}");
                match named.get(name) {
                    Some(schema) => unpublished(inner, schema, &at, all),
                    None => all.push(at),
                }
            }
        }
        (Value::Array(items), _, schema) => {
            items.iter().for_each(|item| unpublished(item, schema, &format!("{at}/0"), all));
        }
        _ => {}
    }
}

/// A server, and what did not hold.
struct Trial {
    mealie: Arc<FakeMealie>,
    schemas: BTreeMap<String, Value>,
    swept: Swept,
    wrong: Vec<String>,
}

impl Trial {
    /// The kitchen as it was in the beginning.
    fn fresh(&self) -> Kitchen {
        self.mealie.reset();
        stocked(&self.mealie)
    }

    /// One call in a fresh kitchen in which something goes wrong.
    ///
    /// Gives whether the tool could make nothing of what it read.
    fn tries(&mut self, row: &str, tool: &str, trouble: impl FnOnce(&Kitchen) -> Vec<Fault>) -> bool {
        let kitchen = self.fresh();
        trouble(&kitchen).into_iter().for_each(|fault| self.mealie.order_fault(fault));
        self.calls(row, tool, &kitchen)
    }

    /// One call in this kitchen.
    fn calls(&mut self, row: &str, tool: &str, kitchen: &Kitchen) -> bool {
        let answer = self.swept.call(tool, &sample(tool, kitchen));
        let mut more = Vec::new();
        unpublished(&answer["result"]["structuredContent"], &self.schemas[tool], "", &mut more);
        if !more.is_empty() {
            self.wrong.push(format!("{tool}: {row}: its schema does not name {more:?}"));
        }
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        if text.is_empty() || text.contains("internal error") {
            self.wrong.push(format!("{tool}: {row}: {answer}"));
        }
        text.contains("could not be read")
    }

    /// What a tool reads where all goes well: each address once before its first write, and once after it.
    fn reads(&mut self, tool: &str) -> Vec<Whole> {
        let called = self.fresh();
        self.swept.call(tool, &sample(tool, &called));
        let arrivals = self.mealie.journal();
        let mut places: BTreeMap<(String, String), u32> = BTreeMap::new();
        let mut first: BTreeSet<(bool, Read)> = BTreeSet::new();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut written = false;
        for arrival in arrivals {
            let Arrival { method, path, query, body, .. } = arrival;
            let times = places.entry((method.clone(), path.clone())).or_default();
            *times += 1;
            if method != "GET" && !STORES_NOTHING.contains(&path.as_str()) {
                written = true;
                continue;
            }
            let body = if body.is_null() { String::new() } else { body.to_string() };
            let read = Read { method, path, query, body };
            if first.insert((written, read.clone())) {
                let phase = if written { &mut after } else { &mut before };
                phase.push((read, *times));
            }
        }
        // What a write left is still there; what stood before it is there again in a fresh kitchen.
        let mut wholes = self.wholes(&called, after);
        let kitchen = self.fresh();
        let here = |(read, times): (Read, u32)| (read.moved(&called.ids(), &kitchen), times);
        wholes.extend(self.wholes(&kitchen, before.into_iter().map(here).collect()));
        wholes
    }

    /// The answers to these reads in this kitchen, as far as they are any.
    fn wholes(&self, kitchen: &Kitchen, reads: Vec<(Read, u32)>) -> Vec<Whole> {
        let ids: Vec<String> = kitchen.ids().into_iter().map(str::to_owned).collect();
        let whole = |(read, time): (Read, u32)| {
            Some(Whole { answer: answer_of(&self.mealie, &read)?, read, time, ids: ids.clone() })
        };
        reads.into_iter().filter_map(whole).collect()
    }
}

/// Where a POST asks and leaves nothing behind.
const STORES_NOTHING: [&str; 2] = ["/api/parser/ingredients", "/api/recipes/test-scrape-url"];

/// Tools that ask Mealie for nothing before they write.
const ASKS_NOTHING: [&str; 2] = ["create_random_meal", "create_shopping_list"];

/// A request that asks for something.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Read {
    method: String,
    path: String,
    query: Vec<(String, String)>,
    /// In JSON; empty where there is none.
    body: String,
}

impl Read {
    /// The same request in another kitchen.
    fn moved(self, from: &[&str], to: &Kitchen) -> Self {
        let here = |text: String| moved(&text, from, to);
        let query = self.query.into_iter().map(|(name, value)| (name, here(value))).collect();
        Self { method: self.method, path: here(self.path), query, body: here(self.body) }
    }
}

/// A whole answer, and the request that it answers.
struct Whole {
    answer: Value,
    read: Read,
    /// Which of the requests there it was, counted from 1.
    time: u32,
    /// Of the kitchen that it is from.
    ids: Vec<String>,
}

/// A text in another kitchen: the ids of the one stand for those of the other.
fn moved(text: &str, from: &[impl AsRef<str>], to: &Kitchen) -> String {
    from.iter().zip(to.ids()).fold(text.to_owned(), |text, (from, to)| text.replace(from.as_ref(), to))
}

#[test]
fn live_13_every_tool_survives_every_shape_of_answer_and_every_field_that_is_null() {
    const MANY: u32 = 1_000;
    let mealie = mealie();
    let variables =
        [("MEALIE_URL", mealie.url()), ("MEALIE_API_TOKEN", mealie.token()), ("MEALIE_LOG", "debug")];
    let swept = Swept::start(&variables);
    let mut trial = Trial { mealie: Arc::clone(&mealie), schemas: BTreeMap::new(), swept, wrong: Vec::new() };
    let listed = trial.swept.ask("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap().iter();
    trial.schemas =
        tools.map(|tool| (tool["name"].as_str().unwrap().to_owned(), tool["outputSchema"].clone())).collect();
    let tools: Vec<String> = trial.schemas.keys().cloned().collect();
    let mut counts = BTreeMap::new();
    for tool in &tools {
        let kitchen = trial.fresh();
        trial.calls("all goes well", tool, &kitchen);
        trial.calls("once more", tool, &kitchen);
        for body in ["{}", "[]", "null", "\"soup\"", "5", "[null]", "{\"items\":[null]}"] {
            trial.tries(&format!("{body} everywhere"), tool, |_| {
                vec![Fault::under("*", "/api").next(MANY).answers_with(200, &[JSON], body)]
            });
            trial.tries(&format!("{body} from every write"), tool, |_| {
                let write =
                    |method| Fault::under(method, "/api").next(MANY).answers_after_the_deed(200, body);
                ["POST", "PUT", "PATCH", "DELETE"].map(write).into()
            });
        }
        let mut nulls = 0;
        for Whole { answer, read, time, ids } in trial.reads(tool) {
            let mut all = Vec::new();
            pointers(&answer, "", &mut all);
            for pointer in all {
                nulls += 1;
                let row = format!("{} {}, {time}: {pointer} is null", read.method, read.path);
                let unread = trial.tries(&row, tool, |kitchen| {
                    let here = |text: &str| moved(text, &ids, kitchen);
                    let mut body: Value = serde_json::from_str(&here(&answer.to_string())).unwrap();
                    *body.pointer_mut(&pointer).unwrap() = Value::Null;
                    let fault = Fault::on(&read.method, &here(&read.path)).from_nth(time);
                    vec![fault.answers_with(200, &[JSON], body.to_string())]
                });
                // A list's member that is nothing at all, and a count that a question would state, are not guessed.
                let needed = pointer.ends_with("/0") || pointer == "/total";
                if unread && !needed {
                    trial.wrong.push(format!("{tool}: {row}, and the tool cannot do without it"));
                }
            }
        }
        counts.insert(tool.clone(), nulls);
    }
    println!("fields set to null: {counts:?}, {} in all", counts.values().sum::<u32>());
    trial.swept.end();
    assert_eq!(trial.wrong, Vec::<String>::new());
    let tried = |(tool, nulls): (&String, &u32)| *nulls > 0 || ASKS_NOTHING.contains(&tool.as_str());
    assert!(counts.iter().all(tried), "a tool of which nothing was set to null: {counts:?}");
}

const JSON: (&str, &str) = ("content-type", "application/json");
