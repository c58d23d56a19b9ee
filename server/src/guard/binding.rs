//! What ties an approval to what it was given for: a SHA-256 over labelled, length-prefixed parts. It knows nothing
//! of MCP, and no part of it can be read back.

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::text::{Fingerprint, Id};

/// The digest that an approval carries (ASK-9 to ASK-12, ASK-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Binding([u8; 32]);

impl Binding {
    /// The digest itself, 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    #[cfg(test)]
    pub(crate) fn of_test(byte: u8) -> Self {
        Self([byte; 32])
    }
}

/// What a call is about. The *call* part is what the caller asked for, by resolved ids; the *seen* part is what stood
/// there when it was planned. Both are in the binding; they are kept apart only so that a refusal can say which of
/// the two differs.
#[derive(Clone, Debug)]
pub struct Target {
    call: Sha256,
    seen: Sha256,
}

/// Both digests of one planned call of one caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Principal, tool and what the caller asked for.
    pub call: Binding,
    /// All of it: the call, what stood there, and what the question says.
    pub whole: Binding,
}

impl Target {
    /// A call about nothing yet.
    pub fn new() -> Self {
        Self { call: Sha256::new(), seen: Sha256::new() }
    }

    /// One resolved id under a label.
    pub fn id(mut self, label: &'static str, id: &Id) -> Self {
        part(&mut self.call, label, id.as_bytes());
        self
    }

    /// An ordered pair: another direction is another call (ASK-11).
    pub fn pair(self, from: &Id, to: &Id) -> Self {
        self.id("from", from).id("to", to)
    }

    /// A set: sorted, duplicates removed (ASK-10). Ids compare by value, so their spelling does not matter.
    pub fn set(mut self, label: &'static str, ids: impl IntoIterator<Item = Id>) -> Self {
        let mut ids: Vec<Id> = ids.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        part(&mut self.call, label, &(ids.len() as u64).to_be_bytes());
        for id in &ids {
            part(&mut self.call, "member", id.as_bytes());
        }
        self
    }

    /// What the caller gave to be written (ASK-12), as decoded: two spellings of one number are one, texts count byte by
    /// byte.
    ///
    /// # Panics
    ///
    /// If it is no JSON; texts, finite numbers and lists and records of them are.
    pub fn given(mut self, label: &'static str, content: &impl Serialize) -> Self {
        let content = serde_json::to_vec(content).expect("what was decoded from JSON is JSON");
        part(&mut self.call, label, &Sha256::digest(content));
        self
    }

    /// What would be lost, as it was read (ASK-18).
    pub fn seen(mut self, label: &'static str, as_read: &Fingerprint) -> Self {
        part(&mut self.seen, label, as_read.as_bytes());
        self
    }

    /// Closes the target: for this principal, this tool and this question. The question's text is part of it, so
    /// that every count and flag it states is bound without anybody having to remember to.
    pub fn bind(self, principal: &str, tool: &str, question: &str) -> Bound {
        let mut call = Sha256::new();
        part(&mut call, "principal", principal.as_bytes());
        part(&mut call, "tool", tool.as_bytes());
        part(&mut call, "call", &self.call.finalize());
        let call = Binding(call.finalize().into());
        let mut whole = Sha256::new();
        part(&mut whole, "call", call.as_bytes());
        part(&mut whole, "seen", &self.seen.finalize());
        part(&mut whole, "question", question.as_bytes());
        Bound { call, whole: Binding(whole.finalize().into()) }
    }
}

impl Default for Target {
    fn default() -> Self {
        Self::new()
    }
}

/// One labelled part, lengths first, so that no two lists of parts have the same bytes.
fn part(digest: &mut Sha256, label: &str, bytes: &[u8]) {
    for piece in [label.as_bytes(), bytes] {
        digest.update((piece.len() as u64).to_be_bytes());
        digest.update(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::text::Document;

    fn id(number: u128) -> Id {
        format!("{:032x}", number).parse().unwrap()
    }

    fn bind(target: Target) -> Binding {
        target.bind("process", "tool", "question").whole
    }

    #[test]
    fn ask_11_a_pair_is_ordered() {
        assert_ne!(bind(Target::new().pair(&id(1), &id(2))), bind(Target::new().pair(&id(2), &id(1))));
    }

    #[test]
    fn ask_10_a_set_has_no_order_and_no_duplicates_and_no_other_members() {
        let set = |ids: &[u128]| bind(Target::new().set("items", ids.iter().map(|&number| id(number))));
        assert_eq!(set(&[1, 2, 3]), set(&[3, 1, 2, 2]));
        assert_ne!(set(&[1]), set(&[1, 2]), "widened");
        assert_ne!(set(&[1, 2]), set(&[1]), "narrowed");
        assert_ne!(set(&[]), bind(Target::new()), "no member is not no set");
    }

    #[test]
    fn ask_9_principal_tool_and_question_are_part_of_it() {
        let one = || Target::new().id("recipe", &id(1));
        let whole = |principal, tool, question| one().bind(principal, tool, question).whole;
        let mut all =
            vec![whole("a", "t", "q"), whole("b", "t", "q"), whole("a", "u", "q"), whole("a", "t", "r")];
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4);
        assert_eq!(
            one().bind("a", "t", "q").call,
            one().bind("a", "t", "r").call,
            "the question is not the call"
        );
        assert_ne!(whole("a", "bc", "q"), whole("ab", "c", "q"), "no part runs into the next");
    }

    #[test]
    fn ask_12_what_was_given_is_part_of_it_byte_by_byte() {
        let given = |label, text: &str| bind(Target::new().id("recipe", &id(1)).given(label, &text));
        assert_eq!(given("name", "Pea soup"), given("name", "Pea soup"));
        let mut all = vec![
            bind(Target::new().id("recipe", &id(1))),
            given("name", "Pea soup"),
            given("description", "Pea soup"),
            given("name", "Pea soup "),
            given("name", "pea soup"),
            given("name", ""),
        ];
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6);
    }

    #[test]
    fn ask_18_what_stood_there_is_part_of_it_but_not_of_the_call() {
        let seen = |json: &str| {
            let document: Document = serde_json::from_str(json).unwrap();
            Target::new().id("recipe", &id(1)).seen("recipe", &document.fingerprint()).bind("p", "t", "q")
        };
        assert_ne!(seen(r#"{"name":"a"}"#).whole, seen(r#"{"name":"b"}"#).whole);
        assert_eq!(seen(r#"{"name":"a"}"#).call, seen(r#"{"name":"b"}"#).call);
        assert_eq!(
            seen(r#"{"a":1,"b":2}"#).whole,
            seen(r#"{"b":2,"a":1}"#).whole,
            "the order of keys is no change"
        );
    }

    proptest! {
        #[test]
        fn ask_10_two_sets_share_a_binding_only_if_they_are_equal(
            one in proptest::collection::vec(0u128..6, 0..6),
            other in proptest::collection::vec(0u128..6, 0..6),
        ) {
            let set = |ids: &[u128]| ids.iter().copied().collect::<std::collections::BTreeSet<_>>();
            let bound = |ids: &[u128]| bind(Target::new().set("items", ids.iter().map(|&number| id(number))));
            prop_assert_eq!(set(&one) == set(&other), bound(&one) == bound(&other));
        }
    }
}
