//! The token, and the file it may come from (OPER-6). It never prints either: a [`Secret`] has no `Display` and no
//! `Serialize`, and what it is is told to the HTTP layer and to a keyed hash only.

use std::fmt;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use hmac::Mac;
use reqwest::header::HeaderValue;
use zeroize::Zeroizing;

use super::variables::Fault;

/// The most of a secret file: a token has a few hundred bytes, and a larger file is another one.
const MAX_FILE_BYTES: u64 = 64 * 1024;

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

/// What was found in a secret file.
pub struct SecretFile {
    /// Its bytes, at most 64 KiB.
    pub content: Zeroizing<Vec<u8>>,
    /// Who else may read it.
    pub readers: Readers,
}

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// Its owner, as far as this system tells.
    Owner,
    /// Its group or everybody too.
    Others,
}

/// Why a secret file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileTrouble {
    /// It is not there, or this process may not read it.
    Unreadable,
    /// It is a folder, a pipe or a device.
    NotRegular,
    /// It is larger than 64 KiB.
    TooLarge,
}

impl FileTrouble {
    /// Some words to stand behind the name of the variable that names the file.
    pub(super) fn rule(self) -> &'static str {
        match self {
            Self::Unreadable => "names a file that cannot be read",
            Self::NotRegular => "names something that is not a regular file",
            Self::TooLarge => "names a file of more than 64 KiB",
        }
    }
}

/// Reads a secret file. Relative paths start where the process was started.
///
/// # Errors
///
/// [`FileTrouble`], which says nothing about the path or the content.
pub fn read_secret_file(path: &Path) -> Result<SecretFile, FileTrouble> {
    // Looked at before it is opened: opening a pipe would wait for somebody to write into it.
    if !fs::metadata(path).map_err(|_| FileTrouble::Unreadable)?.is_file() {
        return Err(FileTrouble::NotRegular);
    }
    let file = File::open(path).map_err(|_| FileTrouble::Unreadable)?;
    let readers = readers(&file.metadata().map_err(|_| FileTrouble::Unreadable)?);
    // As large as it can become, so that no copy is left behind when it grows.
    let mut content = Zeroizing::new(Vec::with_capacity(MAX_FILE_BYTES as usize + 1));
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut content).map_err(|_| FileTrouble::Unreadable)?;
    if content.len() as u64 > MAX_FILE_BYTES {
        return Err(FileTrouble::TooLarge);
    }
    Ok(SecretFile { content, readers })
}

#[cfg(unix)]
fn readers(of: &fs::Metadata) -> Readers {
    use std::os::unix::fs::PermissionsExt as _;
    if of.permissions().mode() & 0o044 == 0 { Readers::Owner } else { Readers::Others }
}

#[cfg(not(unix))]
fn readers(_of: &fs::Metadata) -> Readers {
    Readers::Owner
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

    #[test]
    fn oper_6_a_secret_file_is_regular_and_small() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: usize| {
            let path = folder.path().join(name);
            fs::write(&path, vec![b'x'; bytes]).unwrap();
            path
        };
        for (row, path, want) in [
            ("a small file", file("small", 200), Ok(200)),
            ("an empty file", file("empty", 0), Ok(0)),
            ("64 KiB", file("full", 64 * 1024), Ok(64 * 1024)),
            ("a byte more", file("large", 64 * 1024 + 1), Err(FileTrouble::TooLarge)),
            ("a folder", folder.path().to_owned(), Err(FileTrouble::NotRegular)),
            ("nothing", folder.path().join("missing"), Err(FileTrouble::Unreadable)),
        ] {
            assert_eq!(read_secret_file(&path).map(|file| file.content.len()), want, "{row}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn oper_6_pipes_and_devices_are_not_read() {
        for path in ["/dev/zero", "/dev/null", "/proc/self/fd"] {
            let read = read_secret_file(Path::new(path)).map(drop);
            if Path::new(path).exists() {
                assert_eq!(read, Err(FileTrouble::NotRegular), "{path}");
            }
        }
    }

    #[test]
    #[cfg(unix)]
    fn oper_6_a_file_that_others_may_read_is_noticed() {
        use std::os::unix::fs::PermissionsExt as _;
        let file = tempfile::NamedTempFile::new().unwrap();
        for (mode, want) in [
            (0o600, Readers::Owner),
            (0o400, Readers::Owner),
            (0o622, Readers::Owner),
            (0o640, Readers::Others),
            (0o604, Readers::Others),
            (0o644, Readers::Others),
        ] {
            fs::set_permissions(file.path(), fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(read_secret_file(file.path()).unwrap().readers, want, "{mode:o}");
        }
    }
}
