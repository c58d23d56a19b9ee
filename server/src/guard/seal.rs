//! The state that travels through the client while a person reads (`2026-07-28`). Sealed, not hidden: it holds
//! random bytes, two times and a digest, no text and no secret. It knows nothing of MCP and decides nothing.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::binding::Binding;
use super::clock::Moment;
use super::key::{Key, random};
use super::spent::Nonce;

/// The form of what is sealed; another form would be another purpose, and nothing would open across the two.
const PURPOSE: &str = "seal 1";

/// nonce 16, question key 16, wall clock 8, monotonic clock 8.
const BODY_BYTES: usize = 48;

/// The tag is whole: HMAC-SHA256.
const TAG_BYTES: usize = 32;

/// What an open seal tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Names this approval; spent on the first answer (SEAL-4).
    pub nonce: Nonce,
    /// The key of the question it belongs to (SEAL-8).
    pub question: QuestionKey,
}

/// Under which key a question is asked and answered: fresh and unguessable per question (SEAL-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionKey([u8; 16]);

impl QuestionKey {
    /// As it stands in `inputRequests`.
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }
}

/// A question's key and the state to send with it.
#[derive(Debug)]
pub struct Sealed {
    /// The key in `inputRequests`.
    pub question: QuestionKey,
    /// `requestState`.
    pub state: String,
}

/// Seals the state of one question about one binding.
///
/// # Errors
///
/// When the operating system has no randomness to give.
pub fn seal(key: &Key, binding: &Binding, now: Moment) -> Result<Sealed, getrandom::Error> {
    let question = QuestionKey(random()?);
    let nonce: Nonce = random()?;
    let mut bytes = Vec::with_capacity(BODY_BYTES + TAG_BYTES);
    bytes.extend_from_slice(&nonce);
    bytes.extend_from_slice(&question.0);
    bytes.extend_from_slice(&now.wall_ms.to_be_bytes());
    bytes.extend_from_slice(&now.steady_ms.to_be_bytes());
    let tag = key.tag(PURPOSE).and(&bytes).and(binding.as_bytes()).finish();
    bytes.extend_from_slice(&tag);
    Ok(Sealed { question, state: URL_SAFE_NO_PAD.encode(bytes) })
}

/// Opens a state for this binding: nothing unless every byte is as it was sealed, by this key, for this binding, and
/// it is fresh at `now` (SEAL-1 to SEAL-3). There is one answer for every reason, so that nothing can be learned.
pub fn open(key: &Key, state: &str, binding: &Binding, now: Moment, lifetime: Duration) -> Option<Opened> {
    let bytes = URL_SAFE_NO_PAD.decode(state).ok()?;
    let (body, tag) = bytes.split_at_checked(BODY_BYTES)?;
    if tag.len() != TAG_BYTES || !key.tag(PURPOSE).and(body).and(binding.as_bytes()).matches(tag) {
        return None;
    }
    let nonce = body[..16].try_into().ok()?;
    let question = QuestionKey(body[16..32].try_into().ok()?);
    let issued = Moment {
        wall_ms: u64::from_be_bytes(body[32..40].try_into().ok()?),
        steady_ms: u64::from_be_bytes(body[40..48].try_into().ok()?),
    };
    issued.is_fresh(now, lifetime).then_some(Opened { nonce, question })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIFETIME: Duration = Duration::from_secs(900);

    fn at(ms: u64) -> Moment {
        Moment { wall_ms: 1_000_000 + ms, steady_ms: ms }
    }

    fn key() -> Key {
        Key::of_test()
    }

    fn binding(byte: u8) -> Binding {
        Binding::of_test(byte)
    }

    #[test]
    fn seal_2_a_state_opens_for_its_own_key_and_binding_only() {
        let (key, other) = (key(), key());
        let sealed = seal(&key, &binding(1), at(0)).unwrap();
        let opened = open(&key, &sealed.state, &binding(1), at(5), LIFETIME).unwrap();
        assert_eq!(opened.question, sealed.question);
        assert_eq!(open(&other, &sealed.state, &binding(1), at(5), LIFETIME), None, "a foreign key");
        assert_eq!(open(&key, &sealed.state, &binding(2), at(5), LIFETIME), None, "another binding");
    }

    #[test]
    fn seal_3_a_state_lives_to_the_end_of_its_lifetime_and_not_a_moment_longer() {
        let key = key();
        let sealed = seal(&key, &binding(1), at(1_000)).unwrap();
        for (row, ms, opens) in [
            ("at once", 1_000, true),
            ("the last millisecond", 900_999, true),
            ("fifteen minutes", 901_000, false),
            ("from the future", 999, false),
        ] {
            assert_eq!(open(&key, &sealed.state, &binding(1), at(ms), LIFETIME).is_some(), opens, "{row}");
        }
    }

    #[test]
    fn seal_8_no_two_questions_share_a_key_or_a_nonce() {
        let key = key();
        let one = seal(&key, &binding(1), at(0)).unwrap();
        let other = seal(&key, &binding(1), at(0)).unwrap();
        assert_ne!(one.question, other.question);
        let nonce = |sealed: &Sealed| open(&key, &sealed.state, &binding(1), at(0), LIFETIME).unwrap().nonce;
        assert_ne!(nonce(&one), nonce(&other));
    }

    proptest! {
        #[test]
        fn seal_1_any_changed_character_is_detected(place in 0usize..107, other in "[A-Za-z0-9_-]") {
            let key = key();
            let mut state = seal(&key, &binding(1), at(0)).unwrap().state;
            prop_assert_eq!(state.len(), 107);
            let before = state.clone();
            state.replace_range(place..=place, &other);
            prop_assert_eq!(open(&key, &state, &binding(1), at(0), LIFETIME).is_some(), state == before);
        }

        #[test]
        fn seal_5_garbage_opens_nothing(state in "\\PC{0,200}") {
            prop_assert_eq!(open(&key(), &state, &binding(1), at(0), LIFETIME), None);
        }
    }
}
