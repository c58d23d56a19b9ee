//! The saboteurs of what is hostile: text, addresses, bytes and what is shut. Some know the scenario that is to notice them
//! by its words, so that they break nothing else.

use serde_json::Value;

use crate::broken::{HONEST, Saboteur};
use crate::tricks::{argument, calls, forgives, replace, replace_whole, text};

/// More than a server may hold (BND-7), by a margin that no allocator explains.
const TOO_MUCH_BYTES: usize = 96 * 1024 * 1024;

/// More than a quotation may have (BND-2).
const LONG_PAGE: usize = 6000;

/// A place that Mealie may be sent to.
const ELSEWHERE: &str = "http://203.0.113.7/";

/// All of them.
pub(crate) const HOSTILE: &[Saboteur] = &[
    Saboteur {
        name: "see-through",
        breaks: "UNT-2",
        how: "puts back what nobody sees",
        outgoing: |_, message| {
            replace(message, "beforeafter", "before\u{200B}after");
        },
        ..HONEST
    },
    Saboteur {
        name: "snips",
        breaks: "UNT-3",
        how: "cuts texts without saying so",
        outgoing: |_, message| {
            replace(message, "[cut: ", "[");
        },
        ..HONEST
    },
    Saboteur {
        name: "shows-passwords",
        breaks: "UNT-4",
        how: "shows the password in an address",
        outgoing: |_, message| {
            if message["result"]["isError"] != true {
                replace(message, "[redacted]@", "cook:very-secret@");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "tells-secrets",
        breaks: "UNT-5",
        how: "shows a value that belongs to a credential",
        outgoing: |_, message| {
            if let Some(data) = message.pointer_mut("/result/structuredContent") {
                replace_whole(data, "[redacted]", "hunter2");
            }
            replace(message, "\"[redacted]\"", "\"hunter2\"");
        },
        ..HONEST
    },
    Saboteur {
        name: "two-tongued",
        breaks: "UNT-6",
        how: "says another name in the text than in the data",
        outgoing: |_, message| {
            if let Some(content) = message.pointer_mut("/result/content") {
                replace(content, "\"name\":\"", "\"name\":\" ");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "makes-do",
        breaks: "UNT-7",
        how: "takes a body that cannot be read for an answer",
        outgoing: |memory, message| {
            let whole = memory.calls.get(&message["id"].to_string());
            let plain = whole.is_some_and(|call| call["arguments"].get("detail").is_none());
            if plain && memory.tool(message) == "get_recipe" {
                forgives(message, "not the JSON that was expected");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "forgets-its-marks",
        breaks: "UNT-8",
        how: "takes back a text in which it hid a credential",
        incoming: |_, message| {
            if calls(message, "import_recipe_from_html_or_json") {
                replace(message, "[redacted]", "hidden");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "into-the-tailnet",
        breaks: "NET-1",
        how: "takes the tailnet for the web",
        incoming: |_, message| redirects(message, "http://100.64.0.1/", ELSEWHERE),
        ..HONEST
    },
    Saboteur {
        name: "does-not-count",
        breaks: "NET-2",
        how: "takes an address that is one number for a name",
        incoming: |_, message| redirects(message, "http://2130706433/", ELSEWHERE),
        ..HONEST
    },
    Saboteur {
        name: "passes-on",
        breaks: "NET-3",
        how: "sends a fragment along",
        incoming: |_, message| redirects(message, "soup#@127.0.0.1", "soup%23@127.0.0.1"),
        ..HONEST
    },
    Saboteur {
        name: "knows-better",
        breaks: "NET-4",
        how: "refuses a name that it cannot look up",
        incoming: |_, message| redirects(message, "http://kitchen.invalid/", "http://kitchen.localhost/"),
        ..HONEST
    },
    Saboteur {
        name: "stays-at-home",
        breaks: "NET-5",
        how: "refuses the household's own network",
        incoming: |_, message| redirects(message, "http://192.168.1.4:9000/", "http://127.0.0.1:9000/"),
        ..HONEST
    },
    Saboteur {
        name: "looks-away",
        breaks: "NET-6",
        how: "overlooks the pictures in a document",
        incoming: |_, message| redirects(message, "169.254.169.254/latest/pic", "203.0.113.7/latest/pic"),
        ..HONEST
    },
    Saboteur {
        name: "chokes",
        breaks: "NET-7",
        how: "does not survive a document of nothing but open brackets",
        incoming: |_, message| {
            if text(argument(message, "data")).contains("{[{[{[") {
                std::process::exit(1);
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "follows",
        breaks: "NET-8",
        how: "takes a redirect for an answer",
        outgoing: |_, message| forgives(message, "It redirects"),
        ..HONEST
    },
    Saboteur {
        name: "reads-on",
        breaks: "NET-9",
        how: "takes an address that begins like a listed one for that one",
        incoming: |_, message| redirects(message, "http://203.0.113.70/", "http://203.0.113.7/"),
        ..HONEST
    },
    Saboteur {
        name: "swallows",
        breaks: "BND-1",
        how: "takes a body without end for an answer",
        outgoing: |_, message| forgives(message, "larger than 8 MiB"),
        ..HONEST
    },
    Saboteur {
        name: "quotes-it-all",
        breaks: "BND-2",
        how: "quotes the whole login page behind a 401",
        outgoing: |memory, message| {
            let refused = message["result"]["isError"] == true && memory.tool(message) == "get_recipe";
            if refused {
                let page = format!("answered 401. <html>{}", "x".repeat(LONG_PAGE));
                replace(message, "answered 401.", &page);
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "keeps-quiet",
        breaks: "BND-3",
        how: "does not say how many items it left out",
        outgoing: |_, message| {
            replace(message, " of 100 items", " items");
        },
        ..HONEST
    },
    Saboteur {
        name: "crowds",
        breaks: "BND-5",
        how: "sends Mealie eight requests at once",
        environment: |server| {
            if !server.get_envs().any(|(name, _)| name == "MEALIE_MAX_CONCURRENCY") {
                server.env("MEALIE_MAX_CONCURRENCY", "8");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "faints",
        breaks: "BND-6",
        how: "ends at a notification that it does not know",
        incoming: |_, message| {
            if message["method"] == "notifications/burnt" {
                std::process::exit(1);
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "hoards",
        breaks: "BND-7",
        how: "fills the memory to read a recipe",
        incoming: |_, message| {
            if calls(message, "get_recipe") {
                drop(std::hint::black_box(vec![1_u8; TOO_MUCH_BYTES]));
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "peeks",
        breaks: "SHUT-1",
        how: "asks the administration about the kitchen",
        incoming: |memory, message| {
            if calls(message, "get_about") {
                memory.visit("GET", "/api/admin/about");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "replaces",
        breaks: "SHUT-2",
        how: "replaces a recipe whole after an import with tags and categories",
        incoming: |memory, message| {
            let asked = &message["params"]["arguments"];
            if calls(message, "import_recipe_from_url")
                && asked["include_tags"] == true
                && asked["include_categories"] == true
            {
                memory.visit("PUT", "/api/recipes/pea-soup");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "climbs",
        breaks: "SHUT-3",
        how: "takes a question mark in a slug for a query",
        incoming: |memory, message| {
            let recipe = text(&message["params"]["arguments"]["recipe"]);
            if calls(message, "get_recipe") && recipe.contains('?') {
                memory.visit("GET", &format!("/api/recipes/{recipe}"));
            }
        },
        ..HONEST
    },
];

/// Has Mealie sent to another place than the model said.
fn redirects(message: &mut Value, place: &str, elsewhere: &str) {
    if message["method"] == "tools/call" {
        replace(message, place, elsewhere);
    }
}
