//! The files that settings name: how large they may be, and what is looked at before they are read. It never says
//! anything about a path or a content.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use zeroize::Zeroizing;

/// What a named file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// It holds a token.
    Secret,
    /// It holds certificates.
    Certificates,
}

impl FileKind {
    /// How large it may be, in bytes.
    fn most_bytes(self) -> u64 {
        match self {
            // A token has a few hundred bytes, and a larger file is another one (OPER-6).
            Self::Secret => 64 * 1024,
            // Some name the bundle of a whole system, with their own certificate in it: Debian's has 220 kB.
            Self::Certificates => 1024 * 1024,
        }
    }
}

/// What was found in a named file.
pub struct NamedFile {
    /// Its bytes, no more than its kind allows.
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

/// Why a named file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileTrouble {
    /// It is not there, or this process may not read it.
    Unreadable,
    /// It is a folder, a pipe or a device.
    NotRegular,
    /// It is larger than its kind allows.
    TooLarge,
}

impl FileTrouble {
    /// Some words to stand behind the name of the variable that names the file.
    pub(super) fn rule(self, kind: FileKind) -> &'static str {
        match (self, kind) {
            (Self::Unreadable, _) => "names a file that cannot be read",
            (Self::NotRegular, _) => "names something that is not a regular file",
            (Self::TooLarge, FileKind::Secret) => "names a file of more than 64 KiB",
            (Self::TooLarge, FileKind::Certificates) => "names a file of more than 1 MiB",
        }
    }
}

/// Reads a file that a setting names. Relative paths start where the process was started.
///
/// # Errors
///
/// [`FileTrouble`], which says nothing about the path or the content.
pub fn read_named_file(path: &Path, kind: FileKind) -> Result<NamedFile, FileTrouble> {
    // Looked at before it is opened: opening a pipe would wait for somebody to write into it.
    if !fs::metadata(path).map_err(|_| FileTrouble::Unreadable)?.is_file() {
        return Err(FileTrouble::NotRegular);
    }
    let file = File::open(path).map_err(|_| FileTrouble::Unreadable)?;
    let readers = readers(&file.metadata().map_err(|_| FileTrouble::Unreadable)?);
    let most = kind.most_bytes();
    // As large as it can become, so that no copy of a secret is left behind when it grows.
    let mut content = Zeroizing::new(Vec::with_capacity(most as usize + 1));
    file.take(most + 1).read_to_end(&mut content).map_err(|_| FileTrouble::Unreadable)?;
    if content.len() as u64 > most {
        return Err(FileTrouble::TooLarge);
    }
    Ok(NamedFile { content, readers })
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

    const KINDS: [FileKind; 2] = [FileKind::Secret, FileKind::Certificates];

    #[test]
    fn oper_6_a_named_file_is_regular_and_no_larger_than_its_kind() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: usize| {
            let path = folder.path().join(name);
            fs::write(&path, vec![b'x'; bytes]).unwrap();
            path
        };
        for (kind, most) in [(FileKind::Secret, 64 * 1024), (FileKind::Certificates, 1024 * 1024)] {
            for (row, path, want) in [
                ("a small file", file("small", 200), Ok(200)),
                ("an empty file", file("empty", 0), Ok(0)),
                ("the limit", file("full", most), Ok(most)),
                ("a byte more", file("large", most + 1), Err(FileTrouble::TooLarge)),
                ("a folder", folder.path().to_owned(), Err(FileTrouble::NotRegular)),
                ("nothing", folder.path().join("missing"), Err(FileTrouble::Unreadable)),
            ] {
                let read = read_named_file(&path, kind).map(|file| file.content.len());
                assert_eq!(read, want, "{row}, {kind:?}");
            }
        }
    }

    #[test]
    #[cfg(unix)]
    fn oper_6_pipes_and_devices_are_not_read() {
        for path in ["/dev/zero", "/dev/null", "/proc/self/fd"] {
            for kind in KINDS.iter().filter(|_| Path::new(path).exists()) {
                let read = read_named_file(Path::new(path), *kind).map(drop);
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
            let read = read_named_file(file.path(), FileKind::Secret).unwrap();
            assert_eq!(read.readers, want, "{mode:o}");
        }
    }
}
