//! The secret that seals and slips are made with, and random bytes. The key never leaves this room: it can only be
//! used. It never prints itself.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use url::Url;
use zeroize::Zeroizing;

use crate::settings::Connection;

/// A secret key of this process, random at every start (SEAL-7), and what it is good for: this instance of Mealie and
/// this token (SEAL-2).
pub struct Key(Zeroizing<[u8; 32]>);

/// A keyed hash in the making.
pub struct Tag(Hmac<Sha256>);

impl Key {
    /// A random key, tied to the instance's address and token so that nothing made for one opens at another.
    ///
    /// # Errors
    ///
    /// When the operating system has no randomness to give.
    pub fn random(house: &Connection) -> Result<Self, getrandom::Error> {
        Ok(Self(Zeroizing::new(random()?)).tied(house))
    }

    fn tied(self, house: &Connection) -> Self {
        let address = house.url.as_ref().map(Url::as_str).unwrap_or_default();
        let mut token = self.tag("token");
        if let Some(secret) = &house.token {
            secret.feed(&mut token.0);
        }
        let tied = self.tag("house").and(address.as_bytes()).and(&token.finish());
        Self(Zeroizing::new(tied.finish()))
    }

    #[cfg(test)]
    pub(crate) fn of_test() -> Self {
        Self(Zeroizing::new(random().expect("a test needs random bytes")))
    }

    /// A key that a test knows, to look for it in what goes out.
    #[cfg(test)]
    pub(crate) fn known(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// A keyed hash for one purpose: nothing made for one purpose is good for another.
    pub fn tag(&self, purpose: &'static str) -> Tag {
        let mac = Hmac::new_from_slice(self.0.as_slice()).expect("HMAC takes a key of any length");
        Tag(mac).and(purpose.as_bytes())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key([secret])")
    }
}

impl Tag {
    /// Adds one part, its length first.
    pub fn part(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
    }

    /// The same, for chaining.
    pub fn and(mut self, bytes: &[u8]) -> Self {
        self.part(bytes);
        self
    }

    /// The 32 bytes.
    pub fn finish(self) -> [u8; 32] {
        self.0.finalize().into_bytes().into()
    }

    /// Whether these bytes, all of a tag or its beginning, are this tag's: compared in constant time.
    pub fn matches(self, bytes: &[u8]) -> bool {
        self.0.verify_truncated_left(bytes).is_ok()
    }
}

/// Random bytes of the operating system.
///
/// # Errors
///
/// When it has none to give.
pub fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seal_2_two_starts_never_share_a_key() {
        let house = Connection { token: None, ..Connection::of_test("http://m.test", "") };
        let one = Key::random(&house).unwrap();
        let other = Key::random(&house).unwrap();
        assert_ne!(one.tag("seal").finish(), other.tag("seal").finish());
    }

    #[test]
    fn seal_2_a_key_is_good_for_its_own_mealie_and_token_only() {
        let tied = |url, token| {
            let root = Key(Zeroizing::new([7; 32]));
            root.tied(&Connection::of_test(url, token)).tag("seal").finish()
        };
        let own = tied("http://m.test", "token");
        assert_eq!(own, tied("http://m.test/", "token"), "one address, however it is written");
        assert_ne!(own, tied("http://other.test", "token"), "another Mealie");
        assert_ne!(own, tied("http://m.test", "other"), "another token");
    }

    #[test]
    fn a_tag_is_good_for_its_purpose_and_parts_only() {
        let key = Key::of_test();
        let tag = key.tag("seal").and(b"ab").and(b"c").finish();
        assert!(key.tag("seal").and(b"ab").and(b"c").matches(&tag));
        assert!(key.tag("seal").and(b"ab").and(b"c").matches(&tag[..16]), "a beginning");
        assert!(!key.tag("slip").and(b"ab").and(b"c").matches(&tag), "another purpose");
        assert!(!key.tag("seal").and(b"a").and(b"bc").matches(&tag), "no part runs into the next");
        assert!(!key.tag("seal").and(b"ab").and(b"c").matches(&[]), "nothing matches nothing");
    }

    #[test]
    fn oper_9_a_key_does_not_print_itself() {
        assert_eq!(format!("{:?}", Key::of_test()), "Key([secret])");
    }
}
