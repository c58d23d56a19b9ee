//! When: what the person does with a question, and what becomes of the answer on its way. These steps answer, and
//! never touch the kitchen.

use cucumber::when;
use serde_json::Value;

use crate::person::{Answer, INTERNAL_ERROR, METHOD_NOT_FOUND, Tampering};
use crate::unmet::{Met, Unmet};
use crate::wish::Wish;
use crate::world::{Half, World, about, with_argument};

#[when(regex = r"^the person ((?:says|closes|leaves|sends|writes|ticks|answers) .+)$")]
async fn person_answers(world: &mut World, words: String) -> Met {
    let answer =
        Answer::from_words(&words).ok_or_else(|| Unmet::new("an answer that the steps know", &words))?;
    world.answer(answer).await
}

#[when("the person stays silent")]
async fn person_is_silent(world: &mut World) -> Met {
    world.stay_silent().await
}

#[when("the yes comes after all")]
async fn late_yes(world: &mut World) -> Met {
    world.answer_too_late(Answer::Yes).await
}

#[when("the client answers with an error")]
async fn client_fails(world: &mut World) -> Met {
    world.answer(Answer::Error(INTERNAL_ERROR)).await
}

#[when("the client answers that it does not know the method")]
async fn client_does_not_know(world: &mut World) -> Met {
    world.answer(Answer::Error(METHOD_NOT_FOUND)).await
}

// ----- On the way back ----------------------------------------------------------------------------------------

#[when(regex = r"^the yes comes with a call to (.+)$")]
async fn yes_elsewhere(world: &mut World, wish: String) -> Met {
    let call = Wish::from_words(&wish)?.call(world.look())?;
    let question = about(world.last_question()?, call)?;
    world.answer_question(question, Answer::Yes).await
}

#[when(regex = r"^the yes comes with the same call and confirm_token (.+)$")]
async fn yes_with_token(world: &mut World, value: String) -> Met {
    let value: Value =
        serde_json::from_str(&value).map_err(|error| Unmet::new("a value in JSON", error.to_string()))?;
    let question = world.last_question()?;
    let call = with_argument(question.call.clone(), "confirm_token", value);
    world.answer_question(about(question, call)?, Answer::Yes).await
}

#[when(regex = r"^the yes comes back and the state with (.+)$")]
async fn yes_tampered(world: &mut World, words: String) -> Met {
    let tampering = Tampering::from_words(&words);
    let tampering = tampering.ok_or_else(|| Unmet::new("a tampering that the steps know", &words))?;
    world.answer_tampered(tampering).await
}

#[when("the yes comes back once for every character of the state, with that character changed")]
async fn yes_tampered_everywhere(world: &mut World) -> Met {
    world.answer_tampered_everywhere().await
}

#[when("the same answer is sent again")]
async fn answer_again(world: &mut World) -> Met {
    world.answer_again().await
}

#[when("the same question is then answered with yes")]
async fn yes_to_the_same(world: &mut World) -> Met {
    let (question, _) = world.last_answer()?;
    world.answer_question(question, Answer::Yes).await
}

#[when(regex = r"^the yes is sent (\d+) times at once$")]
async fn yes_at_once(world: &mut World, times: usize) -> Met {
    world.answer_at_once(times).await
}

#[when(regex = r"^the call is made again with (the (?:yes|state) .+)$")]
async fn half_an_answer(world: &mut World, words: String) -> Met {
    let half = Half::from_words(&words).ok_or_else(|| Unmet::new("a half that the steps know", &words))?;
    world.answer_half(half).await
}

#[when("the yes comes under the key of the earlier question with the state of the later")]
async fn yes_under_earlier_key(world: &mut World) -> Met {
    world.answer_under_earlier_key().await
}

#[when(regex = r"^so much time passes that the (?:state|token) has expired$")]
async fn time_passes(world: &mut World) -> Met {
    world.let_it_expire().await
}
