//! When: what a model and its client say. These steps touch the client, and never the kitchen or the person.

mod tables;

use cucumber::when;
use serde_json::{Map, Value, json};

use crate::client::Forms;
use crate::picture::{Handed, handed};
use crate::turn::Call;
use crate::unmet::{Met, Unmet};
use crate::wish::{Wish, arguments};
use crate::world::World;

#[when(regex = r"^(?:the|another) model asks to (.+)$")]
async fn model_asks(world: &mut World, wish: String) -> Met {
    let call = Wish::from_words(&wish)?.call(world.look())?;
    world.call(call).await
}

#[when(regex = r"^the model begins to (.+) and takes the call back, (\d+) times$")]
async fn model_takes_back_often(world: &mut World, wish: String, times: usize) -> Met {
    let call = Wish::from_words(&wish)?.call(world.look())?;
    for _ in 0..times {
        world.begin(call.clone(), Map::new()).await?;
        world.take_back().await?;
    }
    Ok(())
}

#[when(regex = r"^the model begins (\d+) times to (.+)$")]
async fn model_begins_often(world: &mut World, times: usize, wish: String) -> Met {
    let call = Wish::from_words(&wish)?.call(world.look())?;
    for _ in 0..times {
        world.begin(call.clone(), Map::new()).await?;
    }
    Ok(())
}

#[when(regex = r"^the model asks (\d+) times at once to (.+)$")]
async fn model_asks_at_once(world: &mut World, times: usize, wish: String) -> Met {
    let call = Wish::from_words(&wish)?.call(world.look())?;
    world.call_at_once(vec![(call, Map::new()); times]).await
}

#[when(regex = r"^the model, listening for progress, asks to (.+)$")]
async fn model_asks_listening(world: &mut World, wish: String) -> Met {
    let call = Wish::from_words(&wish)?.call(world.look())?;
    let beside = Map::from_iter([("_meta".to_owned(), json!({"progressToken": "progress-1"}))]);
    world.call_with(call, beside).await
}

#[when(regex = r"^the model calls (\w+) with '(.*)'$")]
async fn model_calls(world: &mut World, tool: String, text: String) -> Met {
    let arguments = arguments(world.look(), &text)?;
    world.call(Call { tool, arguments: Some(arguments) }).await
}

#[when(regex = r#"^the model calls (\w+) with the picture "([^"]+)" and '(.*)'$"#)]
async fn model_calls_with_picture(world: &mut World, tool: String, picture: String, text: String) -> Met {
    let Handed { text: image, format } =
        handed(&picture).ok_or_else(|| Unmet::new("a picture that the steps know", &picture))?;
    let mut arguments = arguments(world.look(), &text)?;
    arguments["image_base64"] = json!(image);
    arguments["format"] = json!(format);
    world.call(Call { tool, arguments: Some(arguments) }).await
}

#[when(regex = r"^the model calls (\w+) without arguments$")]
async fn model_calls_bare(world: &mut World, tool: String) -> Met {
    world.call(Call { tool, arguments: None }).await
}

#[when(regex = r"^the model calls delete_shopping_list_items with (\d+) items$")]
async fn model_calls_with_many(world: &mut World, count: u128) -> Met {
    let ids: Vec<String> = (1..=count).map(|id| uuid::Uuid::from_u128(id).to_string()).collect();
    let arguments = Some(json!({"item_ids": ids}));
    world.call(Call { tool: "delete_shopping_list_items".to_owned(), arguments }).await
}

#[when(regex = r"^(?:the|another) model makes the same call(?: again)?$")]
async fn model_calls_again(world: &mut World) -> Met {
    world.call_again().await
}

#[when("the model makes the same call with the token")]
async fn model_calls_with_token(world: &mut World) -> Met {
    let call = world.last_call()?;
    world.call_with_token(call).await
}

#[when(regex = r"^the model makes the same call with the token (\d+) times at once$")]
async fn model_calls_with_token_at_once(world: &mut World, times: usize) -> Met {
    world.token_at_once(times).await
}

#[when(regex = r"^the token comes with a call to (.+)$")]
async fn token_elsewhere(world: &mut World, wish: String) -> Met {
    let call = Wish::from_words(&wish)?.call(world.look())?;
    world.call_with_token(call).await
}

#[when(regex = r"^the model sends (\d+) calls at once, each to strike another line off the list$")]
async fn a_crowd(world: &mut World, count: usize) -> Met {
    let mut calls = Vec::new();
    for number in 1..=count {
        calls.push(Wish::from_words(&format!("strike \"line {number}\" off the list"))?.call(world.look())?);
    }
    world.crowd(calls).await
}

#[when("the model reads every recipe of the kitchen")]
async fn model_reads_all(world: &mut World) -> Met {
    let ids: Vec<String> = world.look().view().recipes.iter().map(|recipe| recipe.id.to_string()).collect();
    for id in ids {
        let arguments = Some(json!({"recipe": id}));
        world.call(Call { tool: "get_recipe".to_owned(), arguments }).await?;
    }
    Ok(())
}

#[when("the model takes the call back")]
async fn model_takes_back(world: &mut World) -> Met {
    world.take_back().await
}

// ----- The client ---------------------------------------------------------------------------------------------

#[when("the client asks for the list of tools")]
async fn client_lists(world: &mut World) -> Met {
    world.list().await
}

#[when("a client of the other revision asks for the list of tools")]
async fn other_client_lists(world: &mut World) -> Met {
    world.list_elsewhere().await
}

#[when("a client of the other revision makes the same call")]
async fn other_client_calls(world: &mut World) -> Met {
    world.call_elsewhere().await
}

#[when("a client that can show forms makes the same call")]
async fn client_with_forms_calls(world: &mut World) -> Met {
    world.call_with_forms().await
}

#[when("the client learns to show forms")]
async fn client_learns(world: &mut World) -> Met {
    world.redeclare(Forms::Named).await
}

#[when("the client forgets how to show forms")]
async fn client_forgets(world: &mut World) -> Met {
    world.redeclare(Forms::Unsaid).await
}

#[when("the client speaks the newer revision from now on")]
fn client_changes_era(world: &mut World) -> Met {
    world.speak_newer()
}

#[when("the client shakes hands")]
async fn client_shakes_hands(world: &mut World) -> Met {
    world.initialize().await
}

#[when(regex = r"^the client sends ([a-z]+/[a-z]+)$")]
async fn client_requests(world: &mut World, method: String) -> Met {
    world.request(&method, json!({})).await
}

#[when(regex = r"^the client sends ([a-z]+/[a-z]+) with the fields '(.*)'$")]
async fn client_requests_with(world: &mut World, method: String, params: String) -> Met {
    let params = arguments(world.look(), &params)?;
    world.request(&method, params).await
}

#[when(regex = r"^the client sends ([a-z]+/[a-z]+) with the params '(.*)' and nothing else$")]
async fn client_requests_barely(world: &mut World, method: String, params: String) -> Met {
    let params = arguments(world.look(), &params)?;
    world.bare_request(&method, params).await
}

#[when(regex = r#"^the client sends the notification "([^"]+)"$"#)]
async fn client_notifies(world: &mut World, method: String) -> Met {
    world.send(&json!({"jsonrpc": "2.0", "method": method})).await
}

#[when(regex = r"^the client sends the line '(.*)'$")]
async fn client_sends_line(world: &mut World, line: String) -> Met {
    world.send_line(line.as_bytes()).await
}

#[when(regex = r"^the client sends (an? .+|half a message)$")]
async fn client_sends_junk(world: &mut World, what: String) -> Met {
    let line = junk(&what).ok_or_else(|| Unmet::new("junk that the steps know", &what))?;
    world.send_line(&line).await
}

#[when("the client hangs up")]
fn client_hangs_up(world: &mut World) -> Met {
    world.hang_up()
}

/// Lines that are not what the protocol knows (BND-6).
pub(super) fn junk(what: &str) -> Option<Vec<u8>> {
    let message = |message: Value| message.to_string().into_bytes();
    Some(match what {
        "an empty line" => Vec::new(),
        "a line that is no JSON" => b"boil the peas".to_vec(),
        "half a message" => br#"{"jsonrpc": "2.0", "id": 1, "method": "#.to_vec(),
        "a line that is no text" => vec![0xff, 0xfe, 0x80, 0x22],
        "a number" => b"42".to_vec(),
        "a message of an old protocol" => {
            message(json!({"method": "tools/list", "params": [], "id": 987_655}))
        }
        "an id that is an object" => {
            message(json!({"jsonrpc": "2.0", "id": {"a": 1}, "method": "tools/list"}))
        }
        "an answer to nothing" => message(json!({"jsonrpc": "2.0", "id": 987_654, "result": {}})),
        "a notification that nobody knows" => {
            message(json!({"jsonrpc": "2.0", "method": "notifications/burnt"}))
        }
        "a line nested 10000 deep" => format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)).into_bytes(),
        "a line of 100000 values" => message(json!({
            "jsonrpc": "2.0", "id": 987_653, "method": "tools/call",
            "params": {"name": "get_about", "arguments": {"all": vec![0; 100_000]}},
        })),
        "a message behind a byte-order mark" => {
            "\u{FEFF}{\"jsonrpc\": \"2.0\", \"method\": \"notifications/burnt\"}".as_bytes().to_vec()
        }
        "a message in UTF-16" => "{\"jsonrpc\": \"2.0\"}".encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "a line of two messages" => {
            json!({"jsonrpc": "2.0", "method": "notifications/burnt"}).to_string().repeat(2).into_bytes()
        }
        "a line of 17 MiB" => vec![b'x'; 17 * 1024 * 1024],
        _ => return None,
    })
}
