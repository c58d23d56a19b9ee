//! The saboteurs of how the server speaks: what it says of itself, both eras, tokens, seals, and what the operator set. Each
//! knows the scenario that is to notice it by what is said there, so that it breaks nothing else.

use serde_json::{Map, json};

use crate::broken::{HONEST, Saboteur};
use crate::tricks::{
    answers, answers_itself, argument, calls, carries_a_yes, fields, is_set, items, refuses, replace, text,
};
use crate::wire::CAPABILITIES;

/// All of them.
pub(crate) const SPEAKING: &[Saboteur] = &[
    // ----- What the server says about itself -----------------------------------------------------------------
    Saboteur {
        name: "untitled",
        breaks: "ANN-1",
        how: "leaves the title of a tool out",
        outgoing: |_, message| {
            for tool in items(message, "/result/tools").into_iter().flatten() {
                if tool["name"] == "get_about"
                    && let Some(tool) = tool.as_object_mut()
                {
                    tool.remove("title");
                }
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "harmless",
        breaks: "ANN-2",
        how: "says that a merge destroys nothing",
        outgoing: |_, message| {
            for tool in items(message, "/result/tools").into_iter().flatten() {
                if tool["name"] == "merge_foods" {
                    tool["annotations"]["destructiveHint"] = false.into();
                }
            }
        },
        ..HONEST
    },
    // ----- Both eras -----------------------------------------------------------------------------------------
    Saboteur {
        name: "modern",
        breaks: "ERA-1",
        how: "does not say that it speaks the older revision",
        outgoing: |_, message| {
            if let Some(revisions) = items(message, "/result/supportedVersions") {
                revisions.retain(|revision| revision != "2025-11-25");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "wordless",
        breaks: "ERA-2",
        how: "refuses a revision without saying which there are",
        outgoing: |_, message| {
            if message["error"]["code"] == -32022 {
                message["error"]["data"]["supported"] = json!([]);
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "overreads",
        breaks: "ERA-3",
        how: "takes a bare elicitation for none",
        incoming: |_, message| {
            let elicitation = &message["params"]["_meta"][CAPABILITIES]["elicitation"];
            if elicitation.as_object().is_some_and(Map::is_empty) {
                message["params"]["_meta"][CAPABILITIES] = json!({});
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "blames-the-person",
        breaks: "ERA-4",
        how: "does not say what the operator can do about a client that declines by itself",
        outgoing: |memory, message| {
            if memory.tool(message) == "delete_recipe" && message["result"]["isError"] == true {
                replace(message, "ELICITATION=false", "it");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "babbles",
        breaks: "ERA-5",
        how: "sends a request of its own where there is no way to answer it",
        outgoing: |memory, message| {
            if memory.tool(message) == "merge_foods" && message["result"]["structuredContent"].is_object() {
                memory.says.push(json!({"jsonrpc": "2.0", "id": "still-there", "method": "ping"}));
            }
        },
        ..HONEST
    },
    // ----- Tokens --------------------------------------------------------------------------------------------
    Saboteur {
        name: "unannounced",
        breaks: "TOK-1",
        how: "writes at once where the client can show addresses only",
        incoming: |memory, message| {
            let elicitation = &message["params"]["_meta"][CAPABILITIES]["elicitation"];
            let shows_addresses = elicitation.get("url").is_some() && elicitation.get("form").is_none();
            if shows_addresses && calls(message, "delete_recipe") {
                memory.visit("DELETE", "/api/recipes/pea-soup");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "nameless",
        breaks: "TOK-3",
        how: "does not say that it was the operator who switched the dialog off",
        outgoing: |_, message| {
            if message["result"]["structuredContent"]["confirm_token"].is_string() {
                replace(&mut message["result"]["content"], "operator", "somebody");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "pedantic",
        breaks: "TOK-4",
        how: "takes ids in capitals for other ids",
        incoming: |_, message| {
            let ids = argument(message, "item_ids").as_array().into_iter().flatten();
            let in_capitals = ids.filter_map(|id| id.as_str()).any(|id| id.contains(char::is_uppercase));
            if in_capitals && !text(argument(message, "confirm_token")).is_empty() {
                message["params"]["arguments"]["confirm_token"] = "for something else".into();
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "makes-exceptions",
        breaks: "TOK-7",
        how: "does not insist on the dialog",
        environment: |server| {
            if is_set(server, "MEALIE_REQUIRE_DIALOG", "true") && !is_set(server, "ELICITATION", "false") {
                server.env_remove("MEALIE_REQUIRE_DIALOG");
            }
        },
        ..HONEST
    },
    // ----- Seals ---------------------------------------------------------------------------------------------
    Saboteur {
        name: "late",
        breaks: "SEAL-3",
        how: "takes a yes that comes too late",
        incoming: |memory, message| {
            let known = memory.states.contains_key(&text(&message["params"]["requestState"]));
            if memory.is_short_lived && known && carries_a_yes(message) {
                answers_itself(memory, message);
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "gullible",
        breaks: "SEAL-5",
        how: "takes a yes to a question of another process",
        incoming: |memory, message| {
            let foreign = memory.states.is_empty() && message["params"]["requestState"].is_string();
            if foreign && calls(message, "delete_recipe") && carries_a_yes(message) {
                answers_itself(memory, message);
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "stateless",
        breaks: "SEAL-6",
        how: "takes a yes without a state",
        incoming: |memory, message| {
            let bare = message["params"].get("requestState").is_none();
            if bare && calls(message, "delete_recipe") && carries_a_yes(message) {
                answers_itself(memory, message);
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "gives-up",
        breaks: "SEAL-7",
        how: "does not put a question anew that was open when the server went away",
        incoming: |memory, message| {
            let foreign = memory.states.is_empty() && message["params"]["requestState"].is_string();
            if foreign && calls(message, "delete_shopping_list_items") {
                message["params"]["arguments"] = json!({});
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "one-key",
        breaks: "SEAL-8",
        how: "puts every question under the same key",
        incoming: |memory, message| {
            let state = text(&message["params"]["requestState"]);
            let Some(key) = memory.keys.get(&state).cloned() else { return };
            if let Some(answers) = answers(message)
                && let Some(answer) = answers.remove(SAME_KEY)
            {
                answers.insert(key, answer);
            }
        },
        outgoing: |_, message| {
            if let Some(questions) = fields(message, "/result/inputRequests") {
                *questions = std::mem::take(questions)
                    .into_iter()
                    .map(|(_, asked)| (SAME_KEY.to_owned(), asked))
                    .collect();
            }
        },
        ..HONEST
    },
    // ----- What the operator set -----------------------------------------------------------------------------
    Saboteur {
        name: "literal",
        breaks: "OPER-1",
        how: "takes blanks around true for a no",
        environment: |server| {
            if is_set(server, "ELICITATION", " True ") {
                server.env("ELICITATION", "false");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "repeats-itself",
        breaks: "OPER-2",
        how: "says twice that the dialog is switched off",
        stderr: |line| {
            let switched_off = line.starts_with("mealie-mcp: ELICITATION=false");
            Some(if switched_off { format!("{line}\n{line}") } else { line.to_owned() })
        },
        ..HONEST
    },
    Saboteur {
        name: "reads-no-capitals",
        breaks: "OPER-3",
        how: "takes MEALIE_READ_ONLY=YES for nothing",
        environment: |server| {
            if is_set(server, "MEALIE_READ_ONLY", "YES") {
                server.env_remove("MEALIE_READ_ONLY");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "denies-nothing",
        breaks: "OPER-4",
        how: "takes a list of what is denied for nothing",
        environment: |server| {
            if is_set(server, "MEALIE_DENY_TOOLS", "delete_*,merge_foods") {
                server.env_remove("MEALIE_DENY_TOOLS");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "repeats-addresses",
        breaks: "OPER-5",
        how: "repeats an address that cannot be used",
        stderr: |line| {
            let refused = line.contains("MEALIE_URL");
            Some(if refused { format!("{line} (secret-kitchen)") } else { line.to_owned() })
        },
        ..HONEST
    },
    Saboteur {
        name: "repeats-tokens",
        breaks: "OPER-6",
        how: "repeats a part of a token that cannot be used",
        stderr: |line| {
            let refused = line.contains("MEALIE_API_TOKEN");
            Some(if refused { format!("{line} (ken-with)") } else { line.to_owned() })
        },
        ..HONEST
    },
    Saboteur {
        name: "vague",
        breaks: "OPER-7",
        how: "does not say which setting is missing",
        outgoing: |memory, message| {
            if memory.tool(message) == "get_about" && refuses(message, "MEALIE_API_TOKEN") {
                replace(message, "MEALIE_API_TOKEN", "something");
            }
        },
        ..HONEST
    },
    Saboteur {
        name: "keeps-languages",
        breaks: "OPER-8",
        how: "does not say all the languages that there are",
        stderr: |line| Some(line.replace("zh-TW", "...")),
        ..HONEST
    },
    Saboteur {
        name: "anonymous",
        breaks: "OPER-9",
        how: "does not say whose a line on stderr is",
        stderr: |line| {
            let unknown = line.contains("MEALIE_WHATEVER");
            Some(if unknown { line.trim_start_matches("mealie-mcp: ").to_owned() } else { line.to_owned() })
        },
        ..HONEST
    },
    Saboteur {
        name: "wants-a-language",
        breaks: "OPER-10",
        how: "takes an empty language for one that nobody knows",
        environment: |server| {
            if is_set(server, "MEALIE_ACCEPT_LANGUAGE", "") {
                server.env("MEALIE_ACCEPT_LANGUAGE", "none");
            }
        },
        ..HONEST
    },
];

/// The key that one of them puts every question under.
const SAME_KEY: &str = "the-one-and-only-key";
