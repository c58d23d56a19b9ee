//! The slip: the token of the two-call path. Made from a keyed hash, so that a pending one costs no memory (TOK-6).
//! It proves that a call was made twice with the same arguments, and nothing more; it decides nothing.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::binding::Bound;
use super::clock::{EPOCH_MS, Moment};
use super::key::{Key, random};
use super::spent::Nonce;

const WHOLE: &str = "slip 1, whole";
const CALL: &str = "slip 1, call";

/// Wall clock in milliseconds since [`EPOCH_MS`] 5 (to the year 2059), monotonic clock in milliseconds 5, salt 4.
const HEAD_BYTES: usize = 14;

/// 128 bits that nobody can guess (TOK-2): only these approve.
const WHOLE_BYTES: usize = 16;

/// 48 bits that only say whether it is the same call with something changed, for the words of a refusal.
const CALL_BYTES: usize = 6;

/// What a slip is worth for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It was made for exactly this. The nonce has to be spent before anything is written.
    Fits(Nonce),
    /// It was made for exactly this, too long ago.
    Stale,
    /// It was made for the same call, and what the call is about has changed since (ASK-18).
    Changed,
    /// It was made for something else, or by nobody.
    Foreign,
}

/// A new slip for this call: 48 characters.
///
/// # Errors
///
/// When the operating system has no randomness to give.
pub fn write(key: &Key, bound: &Bound, now: Moment) -> Result<String, getrandom::Error> {
    let mut bytes = Vec::with_capacity(HEAD_BYTES + WHOLE_BYTES + CALL_BYTES);
    bytes.extend_from_slice(&five_bytes(now.wall_ms.saturating_sub(EPOCH_MS)));
    bytes.extend_from_slice(&five_bytes(now.steady_ms));
    bytes.extend_from_slice(&random::<4>()?);
    let whole = key.tag(WHOLE).and(&bytes).and(bound.whole.as_bytes()).finish();
    let call = key.tag(CALL).and(&bytes).and(bound.call.as_bytes()).finish();
    bytes.extend_from_slice(&whole[..WHOLE_BYTES]);
    bytes.extend_from_slice(&call[..CALL_BYTES]);
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// What this text is worth for this call.
pub fn read(key: &Key, text: &str, bound: &Bound, now: Moment, lifetime: Duration) -> Worth {
    let Ok(bytes) = URL_SAFE_NO_PAD.decode(text) else { return Worth::Foreign };
    if bytes.len() != HEAD_BYTES + WHOLE_BYTES + CALL_BYTES {
        return Worth::Foreign;
    }
    let (head, tags) = bytes.split_at(HEAD_BYTES);
    let (whole, call) = tags.split_at(WHOLE_BYTES);
    if !key.tag(CALL).and(head).and(bound.call.as_bytes()).matches(call) {
        return Worth::Foreign;
    }
    if !key.tag(WHOLE).and(head).and(bound.whole.as_bytes()).matches(whole) {
        return Worth::Changed;
    }
    let issued = Moment { wall_ms: from_five(&head[..5]) + EPOCH_MS, steady_ms: from_five(&head[5..10]) };
    if !issued.is_fresh(now, lifetime) {
        return Worth::Stale;
    }
    let mut nonce: Nonce = [0; 16];
    nonce.copy_from_slice(whole);
    Worth::Fits(nonce)
}

fn five_bytes(number: u64) -> [u8; 5] {
    let [_, _, _, rest @ ..] = number.to_be_bytes();
    rest
}

fn from_five(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::binding::Binding;
    use proptest::prelude::*;

    const LIFETIME: Duration = Duration::from_secs(900);

    fn at(ms: u64) -> Moment {
        Moment { wall_ms: EPOCH_MS + 77_000_000 + ms, steady_ms: ms }
    }

    fn bound(call: u8, whole: u8) -> Bound {
        Bound { call: Binding::of_test(call), whole: Binding::of_test(whole) }
    }

    fn key() -> Key {
        Key::of_test()
    }

    #[test]
    fn tok_4_a_slip_fits_its_own_call_only() {
        let key = key();
        let slip = write(&key, &bound(1, 2), at(0)).unwrap();
        let worth = |bound: &Bound| read(&key, &slip, bound, at(10), LIFETIME);
        assert!(matches!(worth(&bound(1, 2)), Worth::Fits(_)));
        assert_eq!(worth(&bound(1, 3)), Worth::Changed, "the same call about something that changed");
        assert_eq!(worth(&bound(4, 5)), Worth::Foreign, "another call");
        assert_eq!(
            read(&self::key(), &slip, &bound(1, 2), at(10), LIFETIME),
            Worth::Foreign,
            "another process"
        );
    }

    #[test]
    fn tok_4_a_slip_is_stale_after_fifteen_minutes() {
        let key = key();
        let slip = write(&key, &bound(1, 2), at(1_000)).unwrap();
        let worth = |ms| read(&key, &slip, &bound(1, 2), at(ms), LIFETIME);
        assert!(matches!(worth(900_999), Worth::Fits(_)), "the last millisecond");
        assert_eq!(worth(901_000), Worth::Stale, "fifteen minutes");
        assert_eq!(worth(999), Worth::Stale, "from the future");
    }

    #[test]
    fn tok_2_a_slip_is_short_and_no_two_are_alike() {
        let key = key();
        let slips: std::collections::HashSet<String> =
            (0..200).map(|_| write(&key, &bound(1, 2), at(0)).unwrap()).collect();
        assert_eq!(slips.len(), 200);
        assert!(slips.iter().all(|slip| slip.len() <= 48));
    }

    proptest! {
        #[test]
        fn tok_4_any_changed_character_is_noticed(place in 0usize..48, other in "[A-Za-z0-9_-]") {
            let key = key();
            let mut slip = write(&key, &bound(1, 2), at(0)).unwrap();
            let before = slip.clone();
            slip.replace_range(place..=place, &other);
            let fits = matches!(read(&key, &slip, &bound(1, 2), at(0), LIFETIME), Worth::Fits(_));
            prop_assert_eq!(fits, slip == before);
        }

        #[test]
        fn tok_5_garbage_is_worth_nothing(text in "\\PC{0,80}") {
            prop_assert_eq!(read(&key(), &text, &bound(1, 2), at(0), LIFETIME), Worth::Foreign);
        }
    }
}
