//! The settings as an operator meets them: what is accepted, what is refused, and every word that is printed. The
//! rules of addresses, secrets and names have their own tables beside their code.

mod declared;
mod places;
mod printed;
mod trust;
mod words;

use std::ffi::OsString;
use std::path::Path;

use super::*;

/// An address and a token, so that nothing is said about them.
const CONNECTED: [(&str, &str); 2] = [("MEALIE_URL", "https://mealie.test"), ("MEALIE_API_TOKEN", "s3same")];

/// The tools that there could be.
const KNOWN: [Known; 3] = [
    Known { name: "get_about", reads: true },
    Known { name: "get_recipe", reads: true },
    Known { name: "delete_recipe", reads: false },
];

/// Reads `variables` and returns the settings, if any, and every line that is printed.
fn read_all(variables: &[(&str, &str)]) -> (Option<Settings>, Vec<String>) {
    read_with(variables, &|_, _| Err(FileTrouble::Unreadable))
}

fn read_with(variables: &[(&str, &str)], read_file: &ReadFile<'_>) -> (Option<Settings>, Vec<String>) {
    let environment = variables.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
    match read(environment, read_file, &KNOWN) {
        Ok((settings, notices)) => (Some(settings), notices.iter().map(Notice::to_string).collect()),
        Err(problems) => (None, problems.to_string().lines().map(str::to_owned).collect()),
    }
}

/// As [`read_all`], with an address and a token beside `variables`.
fn connected(variables: &[(&str, &str)]) -> (Option<Settings>, Vec<String>) {
    read_all(&[&CONNECTED, variables].concat())
}

/// Reads one variable: what `pick` finds in the settings, or what is printed.
fn one<T>(name: &str, value: &str, pick: impl Fn(Settings) -> T) -> Result<T, Vec<String>> {
    match connected(&[(name, value)]) {
        (Some(settings), _) => Ok(pick(settings)),
        (None, problems) => Err(problems),
    }
}

/// What is read of every file that a variable names.
fn holding(content: &[u8]) -> impl Fn(&Path, FileKind) -> Result<NamedFile, FileTrouble> {
    let content = content.to_vec();
    move |_, _| Ok(NamedFile { content: Zeroizing::new(content.clone()), readers: Readers::Owner })
}

fn refused<T>(line: &str) -> Result<T, Vec<String>> {
    Err(vec![line.to_owned()])
}
