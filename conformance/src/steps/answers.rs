//! Then: what came back. These steps look at the last reply and the last questions, and say nothing to anybody.

mod content;
mod lists;
mod questions;
mod rows;
mod tools;

use cucumber::then;
use serde_json::Value;

use crate::reply::{Reply, is_alike};
use crate::turn::Turn;
use crate::unmet::{Met, Unmet, expect};
use crate::wish::{arguments, listed};
use crate::world::World;

/// Ways to say that nothing was changed. The words are the server's own; the statement is not (ASK-4).
const NOTHING_CHANGED: [&str; 6] = [
    "nothing was changed",
    "nothing has been changed",
    "nothing was written",
    "nothing was deleted",
    "no change was made",
    "nothing changed",
];

/// Ways to say that a change may be in all the same (LIVE-10).
const MAY_HAVE_HAPPENED: [&str; 5] =
    ["may have happened", "might have happened", "may be in", "can have happened", "may have been made"];

fn says_one_of(reply: &Reply, ways: &[&str]) -> bool {
    let text = reply.text().to_lowercase();
    ways.iter().any(|way| text.contains(way))
}

#[then("the answer is an error")]
fn answer_is_error(world: &mut World) -> Met {
    expect(world.reply()?.is_error(), "an error", || world.last_words())
}

#[then("the answer is no error")]
fn answer_is_no_error(world: &mut World) -> Met {
    expect(!world.reply()?.is_error(), "no error", || world.last_words())
}

#[then(regex = r"^the answer is the protocol error (-\d+)$")]
fn answer_is_protocol_error(world: &mut World, code: i64) -> Met {
    expect(world.reply()?.code() == Some(code), format!("the protocol error {code}"), || world.last_words())
}

#[then("the answer is a tool's")]
fn answer_is_a_tools(world: &mut World) -> Met {
    let reply = world.reply()?;
    expect(reply.code().is_none() && !reply.text().is_empty(), "a result or an error of a tool", || {
        world.last_words()
    })
}

#[then(regex = r#"^the answer says "(.+)"$"#)]
fn answer_says(world: &mut World, text: String) -> Met {
    let text = world.filled(&text)?;
    let said = world.reply()?.text().to_lowercase();
    expect(said.contains(&text.to_lowercase()), format!("an answer that says {text:?}"), || {
        world.last_words()
    })
}

#[then(regex = r#"^the answer says literally "(.+)"$"#)]
fn answer_says_literally(world: &mut World, text: String) -> Met {
    expect(world.reply()?.text().contains(&text), format!("an answer that says {text:?}"), || {
        world.last_words()
    })
}

#[then(regex = r#"^the answer does not say "(.+)"$"#)]
fn answer_does_not_say(world: &mut World, text: String) -> Met {
    let text = world.filled(&text)?;
    let reply = world.reply()?;
    let said = reply.0.to_string().to_lowercase().contains(&text.to_lowercase());
    expect(!said, format!("an answer without {text:?}"), || world.last_words())
}

#[then("the answer says that nothing was changed")]
fn answer_says_nothing_changed(world: &mut World) -> Met {
    let says = says_one_of(&world.reply()?, &NOTHING_CHANGED);
    expect(says, "an answer that says that nothing was changed", || world.last_words())
}

#[then(regex = r"^the answer (says|does not say) that the change may have happened$")]
fn answer_says_perhaps(world: &mut World, want: String) -> Met {
    let says = says_one_of(&world.reply()?, &MAY_HAVE_HAPPENED);
    expect(
        says == (want == "says"),
        format!("an answer that {want} that the change may have happened"),
        || world.last_words(),
    )
}

#[then(regex = r#"^the answer's "([^"]+)" is "([^"]+)"$"#)]
fn answer_field(world: &mut World, field: String, value: String) -> Met {
    let reply = world.reply()?;
    let got = &reply.structured()[field.as_str()];
    // A number or a flag is written as it is said.
    let is = *got == value.as_str() || value.parse::<Value>().is_ok_and(|value| *got == value);
    expect(is, format!("{field}: {value}"), || world.last_words())
}

#[then(regex = r#"^the answer's "([^"]+)" is '(.+)'$"#)]
fn answer_data(world: &mut World, field: String, json: String) -> Met {
    let json = arguments(world.look(), &json)?;
    let reply = world.reply()?;
    let got = &reply.structured()[field.as_str()];
    expect(is_alike(got, &json), format!("{field}: {json}"), || got.to_string())
}

#[then(regex = r#"^the answer lists the revisions "([^"]+)"$"#)]
fn answer_lists_revisions(world: &mut World, revisions: String) -> Met {
    let reply = world.reply()?;
    let versions = reply.0["result"]["supportedVersions"].clone();
    let lists =
        |revision: &String| versions.as_array().is_some_and(|all| all.iter().any(|one| one == revision));
    expect(listed(&revisions).iter().all(lists), revisions, || versions.to_string())
}

#[then(regex = r#"^the answer agrees on the revision "([^"]+)"$"#)]
fn answer_agrees(world: &mut World, revision: String) -> Met {
    let reply = world.reply()?;
    let agreed = reply.0["result"]["protocolVersion"] == revision.as_str();
    expect(agreed, format!("an agreement on {revision}"), || reply.0.to_string())
}

#[then(regex = r#"^the error lists the revision "([^"]+)"$"#)]
fn error_lists_revision(world: &mut World, revision: String) -> Met {
    let reply = world.reply()?;
    let supported = reply.0["error"]["data"]["supported"].clone();
    let lists = supported.as_array().is_some_and(|all| all.iter().any(|one| one == revision.as_str()));
    expect(lists, format!("{revision} among the supported"), || reply.0.to_string())
}

#[then("the server objects to what it cannot read")]
async fn server_objects(world: &mut World) -> Met {
    let error = world.nameless_error().await?;
    expect(error["error"]["code"].is_i64(), "an error with a code", || error.to_string())
}

#[then("the server held to the protocol")]
fn held_to_protocol(world: &mut World) -> Met {
    let complaints = world.complaints();
    let told =
        || complaints.iter().map(|one| format!("{}: {}", one.id, one.what)).collect::<Vec<_>>().join("; ");
    expect(complaints.is_empty(), "nothing that no server may send", told)
}

// ----- Tokens -------------------------------------------------------------------------------------------------

#[then("the answer hands out a token")]
fn hands_out_token(world: &mut World) -> Met {
    let reply = world.reply()?;
    let token = reply.token();
    expect(token.is_some() && !reply.is_error(), "an answer with a confirm_token", || world.last_words())
}

#[then("the answer hands out no token")]
fn hands_out_no_token(world: &mut World) -> Met {
    let reply = world.reply()?;
    let named = reply.0.to_string().contains("\"confirm_token\":");
    expect(reply.token().is_none() && !named, "an answer without a token", || world.last_words())
}

#[then(regex = r"^the token has at least (\d+) and at most (\d+) characters$")]
fn token_length(world: &mut World, least: usize, most: usize) -> Met {
    let token = world.last_token()?;
    let length = token.chars().count();
    let got = || format!("{length}: {token}");
    expect((least..=most).contains(&length), format!("{least} to {most} characters"), got)
}

#[then(regex = r"^the answer names a lifetime of at most (\d+) seconds$")]
fn token_lifetime(world: &mut World, most: u64) -> Met {
    let reply = world.reply()?;
    let seconds =
        reply.fields().into_iter().find(|(name, _)| name.contains("expires")).map(|(_, value)| value);
    let named = seconds.as_ref().and_then(Value::as_u64).is_some_and(|seconds| (1..=most).contains(&seconds));
    expect(named, format!("a lifetime of 1 to {most} seconds"), || reply.structured().to_string())
}

#[then("the two tokens differ")]
fn tokens_differ(world: &mut World) -> Met {
    match world.tokens() {
        [.., first, second] => expect(first != second, "two different tokens", || first.clone()),
        _ => Err(Unmet::new("two tokens", world.last_words())),
    }
}

// ----- Many at once -------------------------------------------------------------------------------------------

#[then(regex = r"^exactly (\d+) of them was carried out$")]
fn carried_out(world: &mut World, count: usize) -> Met {
    let done = world
        .volley()
        .iter()
        .filter(|turn| matches!(turn, Turn::Replied(reply) if Reply(reply.clone()).is_done()))
        .count();
    let got = || format!("{done} of {}", world.volley().len());
    expect(done == count, format!("{count} carried out"), got)
}

#[then("each of them led to a fresh question")]
fn each_asked(world: &mut World) -> Met {
    let all = world.volley().len();
    let odd = world.volley().iter().position(|turn| !matches!(turn, Turn::Asked(_)));
    expect(all > 0, "something that was sent", || "nothing".to_owned())?;
    expect(odd.is_none(), "a fresh question each time", || {
        let turn = odd.and_then(|odd| world.volley().get(odd));
        format!("at {} of {all}: {turn:?}", odd.unwrap_or_default())
    })
}

#[then(regex = r"^(\d+) questions are open$")]
fn questions_open(world: &mut World, count: usize) -> Met {
    let open = world.questions_waiting();
    expect(open == count, format!("{count} open questions"), || format!("{open}"))
}

#[then(regex = r"^(\d+) calls? (?:was|were) refused unasked$")]
fn refused_unasked(world: &mut World, count: usize) -> Met {
    let refused = world
        .volley()
        .iter()
        .filter(|turn| matches!(turn, Turn::Replied(reply) if Reply(reply.clone()).is_error()))
        .count();
    expect(refused == count, format!("{count} refused"), || format!("{refused}"))
}
