//! Every tool against a Mealie whose answers have another shape than they should (LIVE-13): nothing, a text, a number, and
//! each field of what is read set to null, one by one. It holds that each call comes to an answer or to an error in words.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;

use fake_mealie::{Arrival, FakeMealie, Fault};
use serde_json::{Value, json};

use crate::sweep::{Kitchen, Swept, mealie, sample, stocked};

/// What the fake answers to this request, if that is JSON.
fn answer_of(mealie: &FakeMealie, path: &str, query: &[(String, String)]) -> Option<Value> {
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
        "GET {target} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
        mealie.token()
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
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

/// A server, and what did not hold.
struct Trial {
    mealie: Arc<FakeMealie>,
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
        let answer = self.swept.call(tool, &sample(tool, &kitchen));
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        if text.is_empty() || text.contains("internal error") {
            self.wrong.push(format!("{tool}: {row}: {answer}"));
        }
        text.contains("could not be read")
    }

    /// What a tool reads where all goes well, each address once, and the kitchen that it can be read in.
    fn reads(&mut self, tool: &str) -> (Kitchen, BTreeSet<Read>) {
        let called = self.fresh();
        self.swept.call(tool, &sample(tool, &called));
        let arrivals = self.mealie.journal();
        let kitchen = self.fresh();
        let gets = arrivals.into_iter().filter(|arrival| arrival.method == "GET");
        let here = |text: String| moved(&text, &called, &kitchen);
        let read = |arrival: Arrival| {
            let query = arrival.query.into_iter().map(|(name, value)| (name, here(value)));
            (here(arrival.path), query.collect())
        };
        let reads = gets.map(read).collect();
        (kitchen, reads)
    }
}

/// A path and its query.
type Read = (String, Vec<(String, String)>);

/// An address in another kitchen: the ids of the one stand for those of the other.
fn moved(text: &str, from: &Kitchen, to: &Kitchen) -> String {
    from.ids().into_iter().zip(to.ids()).fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[test]
fn live_13_every_tool_survives_every_shape_of_answer_and_every_field_that_is_null() {
    const MANY: u32 = 1_000;
    let mealie = mealie();
    let variables =
        [("MEALIE_URL", mealie.url()), ("MEALIE_API_TOKEN", mealie.token()), ("MEALIE_LOG", "debug")];
    let swept = Swept::start(&variables);
    let mut trial = Trial { mealie: Arc::clone(&mealie), swept, wrong: Vec::new() };
    let listed = trial.swept.ask("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap().iter();
    let tools: Vec<String> = tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    let mut nulls = 0;
    for tool in &tools {
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
        let (first, reads) = trial.reads(tool);
        let wholes = reads.into_iter().map(|(path, query)| (answer_of(&mealie, &path, &query), path));
        for (whole, path) in wholes.collect::<Vec<_>>() {
            let Some(whole) = whole else { continue };
            let mut all = Vec::new();
            pointers(&whole, "", &mut all);
            for pointer in all {
                nulls += 1;
                let row = format!("{path}: {pointer} is null");
                let unread = trial.tries(&row, tool, |kitchen| {
                    let mut body: Value =
                        serde_json::from_str(&moved(&whole.to_string(), &first, kitchen)).unwrap();
                    *body.pointer_mut(&pointer).unwrap() = Value::Null;
                    let fault = Fault::on("GET", &moved(&path, &first, kitchen)).next(MANY);
                    vec![fault.answers_with(200, &[JSON], body.to_string())]
                });
                // A list's member that is nothing at all, and a count that a question would state, are not guessed.
                let needed = pointer.ends_with("/0") || pointer == "/total";
                if unread && !needed {
                    trial.wrong.push(format!("{tool}: {row}, and the tool cannot do without it"));
                }
            }
        }
    }
    println!("{} tools, {nulls} fields set to null", tools.len());
    trial.swept.end();
    assert_eq!(trial.wrong, Vec::<String>::new());
    assert!(nulls > 500, "{nulls}: too few to mean anything");
}

const JSON: (&str, &str) = ("content-type", "application/json");
