//! The scripted person: every way in which somebody, or a client in their place, can treat a question. It knows what
//! each looks like on the wire; it never sends anything.

use serde_json::{Value, json};

/// How a question is answered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// The box is ticked and the form sent: the one answer that approves (ASK-6).
    Yes,
    /// The form is declined.
    No,
    /// The dialog is closed.
    Closes,
    /// The form is sent without the box ticked.
    Unticked,
    /// The form is sent without any content. Some clients do so by themselves for a form they cannot show.
    Bare,
    /// The form is sent with an empty content.
    Empty,
    /// The form is sent with something else than a boolean in the box.
    InTheBox(Value),
    /// The box is ticked in a form that was not accepted.
    TickedButDeclined,
    /// Something that is no answer.
    Gibberish,
    /// The client could not show the form.
    Error(i64),
}

/// JSON-RPC 2.0: the code for an error inside the client.
pub(crate) const INTERNAL_ERROR: i64 = -32603;

/// JSON-RPC 2.0: the code of a client that does not know `elicitation/create`.
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;

impl Answer {
    /// What the words of a feature mean.
    pub(crate) fn from_words(words: &str) -> Option<Self> {
        Some(match words {
            "says yes" => Self::Yes,
            "says no" => Self::No,
            "closes the dialog" => Self::Closes,
            "leaves the box unticked" => Self::Unticked,
            "sends the form without content" => Self::Bare,
            "sends the form empty" => Self::Empty,
            "writes the word true into the box" => Self::InTheBox(json!("true")),
            "writes the number 1 into the box" => Self::InTheBox(json!(1)),
            "leaves nothing in the box" => Self::InTheBox(Value::Null),
            "ticks the box and declines" => Self::TickedButDeclined,
            "answers gibberish" => Self::Gibberish,
            _ => return None,
        })
    }

    /// The result of `elicitation/create`, or the error in its place.
    pub(crate) fn on_the_wire(&self) -> Result<Value, Value> {
        Ok(match self {
            Self::Yes => json!({"action": "accept", "content": {"confirm": true}}),
            Self::No => json!({"action": "decline"}),
            Self::Closes => json!({"action": "cancel"}),
            Self::Unticked => json!({"action": "accept", "content": {"confirm": false}}),
            Self::Bare => json!({"action": "accept"}),
            Self::Empty => json!({"action": "accept", "content": {}}),
            Self::InTheBox(value) => json!({"action": "accept", "content": {"confirm": value}}),
            Self::TickedButDeclined => json!({"action": "decline", "content": {"confirm": true}}),
            Self::Gibberish => json!({"action": "perhaps", "content": {"confirm": true}}),
            Self::Error(code) => return Err(json!({"code": code, "message": "the form could not be shown"})),
        })
    }
}

/// A way to change a sealed state on its journey (SEAL-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tampering {
    /// One character replaced: the first, counted from the start.
    At(usize),
    /// The last character replaced.
    Last,
    /// The last character cut off.
    Shortened,
    /// A character added.
    Lengthened,
    /// Everything taken out.
    Emptied,
    /// Something else altogether in its place.
    Replaced,
}

impl Tampering {
    /// What the words of a feature mean.
    pub(crate) fn from_words(words: &str) -> Option<Self> {
        Some(match words {
            "its first character changed" => Self::At(0),
            "its last character changed" => Self::Last,
            "its last character cut off" => Self::Shortened,
            "a character added" => Self::Lengthened,
            "everything taken out of it" => Self::Emptied,
            "something else in its place" => Self::Replaced,
            _ => return None,
        })
    }

    /// The state after it.
    pub(crate) fn of(self, state: &str) -> String {
        let mut letters: Vec<char> = state.chars().collect();
        match self {
            Self::At(place) => replace(&mut letters, place),
            Self::Last => {
                let last = letters.len().saturating_sub(1);
                replace(&mut letters, last);
            }
            Self::Shortened => {
                letters.pop();
            }
            Self::Lengthened => letters.push('A'),
            Self::Emptied => letters.clear(),
            Self::Replaced => letters = "approved".chars().collect(),
        }
        letters.into_iter().collect()
    }
}

/// Another letter of the same alphabet, so that nothing but the seal can notice.
fn replace(letters: &mut [char], place: usize) {
    if let Some(letter) = letters.get_mut(place) {
        *letter = match *letter {
            'A' => 'B',
            '0' => '1',
            digit if digit.is_ascii_digit() => '0',
            _ => 'A',
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_one_answer_approves() {
        let every = [
            Answer::Yes,
            Answer::No,
            Answer::Closes,
            Answer::Unticked,
            Answer::Bare,
            Answer::Empty,
            Answer::InTheBox(json!("true")),
            Answer::InTheBox(json!(1)),
            Answer::InTheBox(Value::Null),
            Answer::TickedButDeclined,
            Answer::Gibberish,
            Answer::Error(INTERNAL_ERROR),
        ];
        let approving: Vec<_> = every
            .into_iter()
            .filter(|answer| {
                answer.on_the_wire().is_ok_and(|wire| {
                    wire["action"] == "accept" && wire["content"]["confirm"] == Value::Bool(true)
                })
            })
            .collect();
        assert_eq!(approving, [Answer::Yes]);
    }

    #[test]
    fn every_tampering_changes_the_state() {
        let state = "v1.A0z9-_";
        for words in [
            "its first character changed",
            "its last character changed",
            "its last character cut off",
            "a character added",
            "everything taken out of it",
            "something else in its place",
        ] {
            assert_ne!(Tampering::from_words(words).unwrap().of(state), state, "{words}");
        }
        for place in 0..state.len() {
            let changed = Tampering::At(place).of(state);
            let differing = changed.chars().zip(state.chars()).filter(|(now, then)| now != then).count();
            assert_eq!((changed.len(), differing), (state.len(), 1), "character {place}");
        }
    }

    #[test]
    fn words_without_a_meaning_have_none() {
        assert_eq!(Answer::from_words("says yes please"), None);
        assert_eq!(Tampering::from_words("nothing"), None);
    }
}
