//! The token (OPER-6). It never prints it: a [`Secret`] has no `Display` and no `Serialize`, and what it is is told to
//! the HTTP layer and to a keyed hash only.

use std::fmt;

use hmac::Mac;
use reqwest::header::HeaderValue;
use zeroize::Zeroizing;

use super::variables::Fault;

/// A token: visible ASCII, wiped from memory when it is dropped.
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// `text` is trimmed.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        if text.contains(char::is_whitespace) {
            return Err(Fault::Breaks("holds a blank or a line break inside"));
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Fault::Breaks("holds a character that is not visible ASCII"));
        }
        Ok(Self(Zeroizing::new(text.to_owned())))
    }

    /// The only content of a file, but for blanks and line breaks around it.
    pub(super) fn in_file(content: &[u8]) -> Result<Self, Fault> {
        let text = str::from_utf8(content).map_err(|_| Fault::InFile("is not text"))?.trim();
        if text.is_empty() {
            return Err(Fault::InFile("is empty"));
        }
        Self::parse(text).map_err(|fault| match fault {
            Fault::Breaks(rule) => Fault::InFile(rule),
            other => other,
        })
    }

    /// `Bearer ...`, marked so that no HTTP library prints it.
    pub fn bearer(&self) -> HeaderValue {
        let text = Zeroizing::new(format!("Bearer {}", *self.0));
        let mut value = HeaderValue::from_str(&text).expect("visible ASCII, checked when it was read");
        value.set_sensitive(true);
        value
    }

    /// Feeds it to a keyed hash, so that a state can be bound to it without holding it (SEAL-2).
    pub fn feed(&self, hash: &mut impl Mac) {
        hash.update(self.0.as_bytes());
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hmac::{Hmac, KeyInit as _};
    use sha2::Sha256;

    #[test]
    fn oper_6_a_token_is_visible_ascii() {
        for (row, text, want) in [
            ("a word", "abc.DEF-123_~", Ok(())),
            ("the edges of ASCII", "!~", Ok(())),
            ("a blank inside", "Bearer abc", Err("holds a blank or a line break inside")),
            ("a line break inside", "abc\ndef", Err("holds a blank or a line break inside")),
            ("an umlaut", "kürbis", Err("holds a character that is not visible ASCII")),
            ("a control", "abc\x07", Err("holds a character that is not visible ASCII")),
            ("a zero-width space", "abc\u{200b}", Err("holds a character that is not visible ASCII")),
        ] {
            assert_eq!(Secret::parse(text).map(drop), want.map_err(Fault::Breaks), "{row}");
        }
    }

    #[test]
    fn oper_6_a_token_is_told_to_the_http_layer_and_hidden_from_debug() {
        let secret = Secret::parse("s3same").unwrap();
        let header = secret.bearer();
        assert_eq!(header.as_bytes(), b"Bearer s3same");
        assert!(header.is_sensitive());
        assert_eq!(format!("{secret:?} {header:?}"), "[secret] Sensitive");
    }

    #[test]
    fn a_keyed_hash_tells_two_tokens_apart() {
        let hash = |token: &str| {
            let mut mac = Hmac::<Sha256>::new_from_slice(b"key").unwrap();
            Secret::parse(token).unwrap().feed(&mut mac);
            mac.finalize().into_bytes()
        };
        assert_eq!(hash("one"), hash("one"));
        assert_ne!(hash("one"), hash("two"));
    }
}
