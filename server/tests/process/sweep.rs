//! The hostile sweep: every tool against everything that an instance can send, in one server at its most verbose. Holds
//! what it took in memory (BND-7) and that no secret is in anything it wrote (OPER-6, OPER-9).

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use fake_mealie::{Coding, Dish, Fault};
use serde_json::{Value, json};

use super::session::{PATIENCE, server};
use super::stock::{Kitchen, largest_picture, mealie, sample, stocked};

/// BND-7, in bytes.
const MOST_MEMORY: u64 = 64 * 1024 * 1024;

/// What the code of a release build takes of it, in bytes; that of a test build is twice as large.
const SHIPPED_CODE: u64 = 10 * 1024 * 1024;

/// JSON values in a body at the most (BND-7), a few apart.
const MOST_VALUES: u64 = 249_000;

/// A server with a client that says yes to everything, and keeps every byte that it hears.
pub(crate) struct Swept {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    wrote: Arc<Mutex<String>>,
    stderr: JoinHandle<String>,
    next_id: u32,
}

impl Swept {
    pub(crate) fn start(variables: &[(&str, &str)]) -> Self {
        let mut child = server(variables)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let wrote = Arc::new(Mutex::new(String::new()));
        let (found, lines) = channel();
        let keep = Arc::clone(&wrote);
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                keep.lock().unwrap().push_str(&line);
                if found.send(line).is_err() {
                    break;
                }
            }
        });
        let all = |mut stderr: ChildStderr| {
            let mut text = String::new();
            stderr.read_to_string(&mut text).unwrap();
            text
        };
        let stderr = child.stderr.take().unwrap();
        let stderr = std::thread::spawn(move || all(stderr));
        let mut swept = Self { stdin: child.stdin.take().unwrap(), child, lines, wrote, stderr, next_id: 0 };
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "sweep", "version": "1"},
        });
        swept.ask("initialize", hello);
        swept.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        swept
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.stdin, "{message}").unwrap();
    }

    fn request(&mut self, method: &str, params: Value) -> u32 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// The answers to these requests; questions on the way are answered with `action`.
    fn answers(&mut self, mut ids: Vec<u32>, action: &str) -> Vec<Value> {
        let mut answers = Vec::new();
        while !ids.is_empty() {
            let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
            let message: Value = serde_json::from_str(&line).expect("stdout holds protocol messages only");
            if message["method"] == "elicitation/create" {
                let answer = json!({"action": action, "content": {"confirm": true}});
                self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": answer}));
            } else if let Some(place) = ids.iter().position(|id| message["id"] == *id) {
                ids.swap_remove(place);
                answers.push(message);
            }
        }
        answers
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answers(vec![id], "accept").remove(0)
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// What Linux says of its memory under this name, in bytes (proc_pid_status(5)).
    fn memory(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    /// Ends it, and gives all that it ever wrote.
    pub(crate) fn end(mut self) -> String {
        drop(self.stdin);
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        let stderr = self.stderr.join().unwrap();
        assert!(stderr.contains("Mealie answered"), "the most verbose level says what it did");
        format!("{}{stderr}", self.wrote.lock().unwrap())
    }
}

/// A recipe of the kitchen that holds this besides.
fn recipe_with(kitchen: &Kitchen, field: &str, before: &str, piece: &str, times: u64, after: &str) -> Dish {
    let head = format!(
        r#"{{"id":"3f2a0000-0000-4000-8000-000000000001","slug":"{}","name":"Swept","{field}":{before}"#,
        kitchen.recipe
    );
    Dish::repeating(piece, times).between(head, format!("{after}}}"))
}

/// Everything that an instance, or what stands before it, can send.
fn hostile(kitchen: &Kitchen) -> Vec<(&'static str, Vec<Fault>)> {
    const JSON: &str = "application/json";
    const EVERY: u32 = 1_000;
    let each = |status, kind: &str, dish: Dish| {
        vec![Fault::under("*", "/api").next(EVERY).serves(status, kind, dish)]
    };
    let page = |piece: &str, times| {
        Dish::repeating(piece, times).between(r#"{"page":1,"total":1,"total_pages":1,"items":["#, "{}]}")
    };
    let text = |times| Dish::repeating("soup ", times).between("\"", "\"");
    let eight = 8 * 1024 * 1024;
    let bomb = eight * 2 / 5;
    vec![
        ("8 MiB of empty objects", each(200, JSON, Dish::empty_objects(eight - 2))),
        ("the same, in gzip", each(200, JSON, Dish::empty_objects(eight - 2).compressed(Coding::Gzip))),
        ("as many empty objects as may be", each(200, JSON, page("{},", MOST_VALUES))),
        ("as many small objects as may be", each(200, JSON, page(r#"{"name":"a"},"#, MOST_VALUES / 2))),
        ("as many empty texts as may be", each(200, JSON, page(r#""","#, MOST_VALUES))),
        ("a text of 8 MiB", each(200, JSON, text(eight / 5 - 1))),
        ("a text without end", each(200, JSON, text(eight).without_length())),
        ("a bomb in gzip", each(200, JSON, text(bomb).compressed(Coding::Gzip))),
        ("a bomb in brotli", each(200, JSON, text(bomb).compressed(Coding::Brotli))),
        ("100,000 levels", each(200, JSON, Dish::nested(100_000))),
        ("UTF-16", each(200, JSON, Dish::utf_16("{}"))),
        ("a number beyond all", each(200, JSON, Dish::of("1e999"))),
        ("keys twice", each(200, JSON, Dish::of(r#"{"id":1,"id":2}"#))),
        ("half a character", each(200, JSON, Dish::of(r#"{"name":"\ud83d"}"#))),
        ("another content", each(200, "image/png", Dish::of(vec![0x89; 4096]))),
        ("a web page", each(200, "text/html", Dish::repeating("<p>", eight))),
        ("a login page without end", each(401, "text/html", Dish::repeating("<p>", eight).without_length())),
        ("words without end", each(500, "text/plain", Dish::repeating("oh ", eight).without_length())),
        (
            "a thousand complaints",
            each(
                422,
                JSON,
                Dish::repeating(r#"{"loc":["body","x"],"msg":"no"},"#, 1000)
                    .between(r#"{"detail":["#, "{}]}"),
            ),
        ),
        (
            "as many items of a list as may be",
            each(
                200,
                JSON,
                Dish::repeating(r#"{"id":"3f2a0000-0000-4000-8000-000000000002"},"#, MOST_VALUES / 2)
                    .between(r#"{"listItems":["#, "{}]}"),
            ),
        ),
        (
            "a step of 5 MB",
            each(
                200,
                JSON,
                recipe_with(kitchen, "recipeInstructions", r#"[{"text":""#, "boil ", 1 << 20, r#""}]"#),
            ),
        ),
        (
            "a hundred thousand objects of other programs",
            each(200, JSON, recipe_with(kitchen, "extras", "[", r#"{"a":0},"#, MOST_VALUES / 2 - 10, "{}]")),
        ),
        (
            "a hundred thousand ingredient lines",
            each(
                200,
                JSON,
                recipe_with(
                    kitchen,
                    "recipeIngredient",
                    "[",
                    r#"{"note":"a"},"#,
                    MOST_VALUES / 2 - 10,
                    "{}]",
                ),
            ),
        ),
        (
            "8 MiB of texts that all need cleaning",
            each(
                200,
                JSON,
                recipe_with(kitchen, "extras", "[", r#""\u200bpeas\u202e and more peas","#, 150_000, "0]"),
            ),
        ),
        ("a reset", vec![Fault::under("*", "/api").next(EVERY).resets()]),
        ("a farewell", vec![Fault::under("*", "/api").next(EVERY).drops()]),
        ("half an answer", vec![Fault::under("*", "/api").next(EVERY).truncates_after(20)]),
    ]
}

/// `cargo test -p mealie-mcp --test process bnd_7 -- --nocapture` prints the figure.
#[test]
fn bnd_7_oper_6_through_the_hostile_sweep_memory_stays_bounded_and_no_secret_gets_out() {
    let mealie = mealie();
    let kitchen = stocked(&mealie);
    let variables =
        [("MEALIE_URL", mealie.url()), ("MEALIE_API_TOKEN", mealie.token()), ("MEALIE_LOG", "debug")];
    let mut swept = Swept::start(&variables);
    let listed = swept.ask("tools/list", json!({}));
    let tools: Vec<String> = listed["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect();

    for (row, faults) in hostile(&kitchen) {
        for fault in faults {
            mealie.order_fault(fault);
        }
        for tool in &tools {
            let answer = swept.call(tool, &sample(tool, &kitchen));
            assert!(answer["result"]["content"][0]["text"].is_string(), "{row}, {tool}: {answer}");
        }
        // Many at once are no more than one after the other.
        let many = (0..6).map(|_| {
            let call = json!({"name": "get_recipe", "arguments": sample("get_recipe", &kitchen)});
            swept.request("tools/call", call)
        });
        let many: Vec<u32> = many.collect();
        swept.answers(many, "accept");
        mealie.clear_faults();
    }
    // The largest pictures that are taken, one after the other.
    for tool in ["set_recipe_image", "import_recipe_from_image", "set_recipe_image"] {
        let mut arguments = sample(tool, &kitchen);
        arguments["image_base64"] = json!(largest_picture());
        let answer = swept.call(tool, &arguments);
        let refused = answer["result"]["content"][0]["text"].as_str().unwrap().starts_with("Argument");
        assert!(!refused, "{tool}: {answer}");
    }
    // A no and a closed dialog.
    for action in ["decline", "cancel"] {
        for tool in &tools {
            let call = json!({"name": tool, "arguments": sample(tool, &kitchen)});
            let id = swept.request("tools/call", call);
            let answer = swept.answers(vec![id], action).remove(0);
            assert!(answer["result"]["content"][0]["text"].is_string(), "{action}, {tool}: {answer}");
        }
    }
    // And everything goes well: in a server that has heard no no, each tool in a kitchen of its own.
    let mut content = Swept::start(&variables);
    for tool in &tools {
        mealie.reset();
        let answer = content.call(tool, &sample(tool, &stocked(&mealie)));
        let done = answer["result"]["structuredContent"].is_object() && answer["result"]["isError"] != true;
        assert!(done, "{tool}: {answer}");
    }

    let (peak, code) = (swept.memory("VmHWM"), swept.memory("RssFile"));
    println!(
        "peak memory of the hostile sweep: {} kB, {} kB of it the program's own code",
        peak / 1024,
        code / 1024
    );
    let wrote = swept.end() + &content.end();
    for secret in secrets(mealie.token()) {
        assert!(!wrote.contains(&secret), "{secret:?} was written");
    }
    assert!(peak - code + SHIPPED_CODE < MOST_MEMORY, "{} kB, {} kB of it code", peak / 1024, code / 1024);
}

/// The token in the forms in which it could get out.
fn secrets(token: &str) -> Vec<String> {
    let hex: String = token.bytes().map(|byte| format!("{byte:02x}")).collect();
    let mut all = vec![
        token.to_owned(),
        STANDARD.encode(token),
        URL_SAFE_NO_PAD.encode(token),
        hex,
        token.chars().rev().collect(),
        "Bearer ".to_owned(),
    ];
    // Its beginning is enough to know it by.
    all.extend(token.get(..12).map(str::to_owned));
    all
}
