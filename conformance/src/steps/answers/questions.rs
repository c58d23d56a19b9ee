//! Then: what the person is asked. These steps look at questions and never answer one.

use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine as _, alphabet};
use cucumber::then;
use serde_json::json;

use crate::turn::{Turn, WayBack};
use crate::unmet::{Met, Unmet, expect};
use crate::world::World;

/// A key that cannot be guessed has at least 64 bits; in the densest alphabet that is eleven characters.
const SHORTEST_KEY: usize = 11;

#[then("the person is asked")]
fn person_is_asked(world: &mut World) -> Met {
    world.question().map(|_| ())
}

#[then("nobody is asked")]
fn nobody_is_asked(world: &mut World) -> Met {
    world.reply()?;
    let waiting = world.questions_waiting();
    expect(waiting == 0, "no question to the person", || format!("{waiting} questions"))
}

#[then("the yes no longer counts")]
fn yes_does_not_count(world: &mut World) -> Met {
    // ASK-18: a fresh question where one can be asked, else an answer that says what kind of thing changed.
    match world.turn()? {
        Turn::Asked(_) => Ok(()),
        Turn::Replied(_) => {
            let reply = world.reply()?;
            let says = reply.is_error() && reply.text().to_lowercase().contains("chang");
            expect(says, "a fresh question, or a refusal that says that something changed", || {
                world.last_words()
            })
        }
    }
}

#[then("the question was pushed")]
fn question_was_pushed(world: &mut World) -> Met {
    let question = world.question()?;
    let pushed = matches!(question.way_back, WayBack::Reply { .. });
    expect(pushed, "a question that the server pushed", || format!("{:?}", question.way_back))
}

#[then("the question travels with a state")]
fn question_has_state(world: &mut World) -> Met {
    let question = world.question()?;
    let sealed = matches!(question.way_back, WayBack::Again { .. });
    expect(sealed, "a question with a state", || format!("{:?}", question.way_back))
}

#[then("the client is told that the question is over")]
async fn question_is_over(world: &mut World) -> Met {
    let WayBack::Reply { question, .. } = world.last_question()?.way_back else {
        return Err(Unmet::new("a pushed question", "a question with a state"));
    };
    let over = world.notification("notifications/cancelled").await?;
    let which = &over["params"]["requestId"];
    expect(*which == question, format!("the question {question} to be taken back"), || over.to_string())
}

#[then("both questions are equal, byte for byte")]
fn questions_are_equal(world: &mut World) -> Met {
    let (first, second) = world.two_questions()?;
    let form = "requestedSchema";
    let equal = first.message() == second.message() && first.params[form] == second.params[form];
    expect(equal, format!("the question {:?}", first.message()), || format!("{:?}", second.message()))
}

#[then(regex = r#"^the form has exactly one field, the required box "([^"]+)", not ticked$"#)]
fn one_box(world: &mut World, name: String) -> Met {
    let form = &world.question()?.params["requestedSchema"];
    let fields = form["properties"].as_object().cloned().unwrap_or_default();
    let field = &form["properties"][name.as_str()];
    let one = fields.len() == 1
        && field["type"] == "boolean"
        && field["default"] == false
        && form["type"] == "object"
        && form["required"] == json!([name]);
    expect(one, format!("one required boolean {name:?} with default false"), || form.to_string())
}

#[then("the question has two paragraphs")]
fn two_paragraphs(world: &mut World) -> Met {
    let message = world.question()?.message();
    let paragraphs: Vec<&str> =
        message.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()).collect();
    expect(paragraphs.len() == 2, "two paragraphs", || format!("{}: {message:?}", paragraphs.len()))
}

#[then(regex = r#"^the (first|second) paragraph begins "(.+)"$"#)]
fn paragraph_begins(world: &mut World, which: String, text: String) -> Met {
    let text = world.filled(&text)?;
    let message = world.question()?.message();
    let paragraph = message.split("\n\n").nth(if which == "first" { 0 } else { 1 }).unwrap_or_default();
    expect(paragraph.starts_with(&text), format!("{text:?}"), || format!("{paragraph:?}"))
}

#[then("the question holds no address")]
fn question_holds_no_address(world: &mut World) -> Met {
    let message = world.question()?.message();
    let address = ["://", "www.", "/g/", world.look().url()].iter().any(|part| message.contains(part));
    expect(!address, "no address", || format!("{message:?}"))
}

#[then(regex = r#"^the question (says|does not say) "(.+)"$"#)]
fn question_says(world: &mut World, want: String, text: String) -> Met {
    let text = world.filled(&text)?;
    let message = world.question()?.message();
    let says = message.contains(&text);
    expect(says == (want == "says"), format!("a question that {want} {text:?}"), || format!("{message:?}"))
}

#[then(regex = r#"^the question counts (\d+) of "([^"]+)"$"#)]
fn question_counts(world: &mut World, count: String, word: String) -> Met {
    let message = world.question()?.message();
    // The number stands in the same clause as the word, on either side of it: "3 steps", "steps: 3".
    let clauses = message.split([',', ';', '.', '\n']).map(str::to_lowercase);
    let counts = clauses
        .filter(|clause| clause.contains(&word.to_lowercase()))
        .any(|clause| clause.split(|letter: char| !letter.is_ascii_digit()).any(|number| number == count));
    expect(counts, format!("{count} {word}(s) in the question"), || format!("{message:?}"))
}

#[then("the first answer holds both paragraphs of the question")]
fn answer_holds_question(world: &mut World) -> Met {
    let question = world.question()?.message().to_owned();
    let first = world.replies().iter().find(|reply| reply.token().is_some());
    let first = first.ok_or_else(|| Unmet::new("an answer with a token", world.last_words()))?.text();
    let missing = question.split("\n\n").find(|paragraph| !first.contains(paragraph));
    expect(missing.is_none(), format!("{:?}", missing.unwrap_or_default()), || format!("{first:?}"))
}

#[then("the client hears of progress")]
async fn hears_of_progress(world: &mut World) -> Met {
    let progress = world.notification("notifications/progress").await?;
    let token = &progress["params"]["progressToken"];
    expect(token == "progress-1", "progress under the caller's own token", || progress.to_string())
}

#[then("the state holds no text of the kitchen, no address and no token")]
fn state_is_bare(world: &mut World) -> Met {
    let question = world.question()?;
    let WayBack::Again { state, .. } = &question.way_back else {
        return Err(Unmet::new("a question with a state", "a pushed question"));
    };
    let kitchen = world.look();
    let names = kitchen.names().keys().cloned();
    let secrets = [kitchen.url().to_owned(), kitchen.token().to_owned()].into_iter().chain(names);
    let readings = readings(state);
    let held: Vec<String> =
        secrets.filter(|secret| readings.iter().any(|reading| reading.contains(secret.as_str()))).collect();
    expect(held.is_empty(), "a state of digests alone", || held.join(", "))
}

#[then("the two questions have different keys, too long to guess")]
fn keys_differ(world: &mut World) -> Met {
    let (first, second) = world.two_questions()?;
    match (&first.way_back, &second.way_back) {
        (WayBack::Again { key: first, .. }, WayBack::Again { key: second, .. }) => {
            let fine = first != second && first.len().min(second.len()) >= SHORTEST_KEY;
            let want = format!("two different keys of at least {SHORTEST_KEY} characters");
            expect(fine, want, || format!("{first:?} and {second:?}"))
        }
        _ => Err(Unmet::new("questions with keys", "pushed questions")),
    }
}

/// The state as it is, and each of its parts read as base64, in either alphabet.
fn readings(state: &str) -> Vec<String> {
    let parts = state.split(['.', ':', '|', '~']);
    let decoded = parts.filter_map(base64).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    std::iter::once(state.to_owned()).chain(decoded).collect()
}

/// What base64 holds, in either alphabet, padded or not; none where it is no base64.
fn base64(text: &str) -> Option<Vec<u8>> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let engine = |alphabet| GeneralPurpose::new(alphabet, LENIENT).decode(text).ok();
    engine(&alphabet::URL_SAFE).or_else(|| engine(&alphabet::STANDARD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_in_every_way_that_it_may_be_written() {
        // "Pea soup" in base64.
        assert!(readings("v1.UGVhIHNvdXA.x").contains(&"Pea soup".to_owned()));
        assert!(readings("UGVhIHNvdXA=").contains(&"Pea soup".to_owned()));
        assert!(readings("plain Pea soup")[0].contains("Pea soup"));
        assert_eq!(base64("not base64!"), None);
    }
}
