//! Imports point down only, crate to crate and floor to floor. The floors are said here once; a room that is not on the
//! list fails too, so that a new one finds its place.

#![allow(
    clippy::unwrap_used,
    reason = "clippy sees tests only where `#[test]` stands, and not what they share"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the server by floor, from the ground up.
const FLOORS: [&[&str]; 8] = [
    &["text", "failure", "memory"],
    &["settings", "environment", "log", "netguard", "picture", "mealie"],
    &["answer"],
    &["args", "tool", "guard"],
    &["tools"],
    &["catalogue", "call", "protocol"],
    &["transport", "flags"],
    &["front"],
];

/// Which crates of the workspace each crate may use, in the program and in its tests.
const CRATES: [(&str, &[&str], &[&str]); 4] = [
    ("server", &[], &["fake-mealie"]),
    ("fake-mealie", &[], &[]),
    // Never the server: it would be checking the server against itself.
    ("conformance", &["fake-mealie"], &[]),
    ("tests", &["fake-mealie", "mealie-mcp"], &["conformance"]),
];

#[test]
fn no_room_imports_from_a_floor_above_it() {
    let floor_of: BTreeMap<&str, usize> = FLOORS
        .iter()
        .enumerate()
        .flat_map(|(floor, rooms)| rooms.iter().map(move |room| (*room, floor)))
        .collect();
    let mut wrong = Vec::new();
    let mut rooms = BTreeSet::new();
    for (path, source) in sources(&workspace().join("server/src")) {
        let room = room_of(&path);
        // Tests may look anywhere.
        let tests = below_src(&path)
            .components()
            .filter_map(|part| part.as_os_str().to_str())
            .any(|part| part == "tests" || part.ends_with("tests.rs"));
        if ["lib", "main"].contains(&room.as_str()) || tests {
            continue;
        }
        let Some(floor) = floor_of.get(room.as_str()) else {
            wrong.push(format!("{} is on no floor", path.display()));
            continue;
        };
        rooms.insert(room.clone());
        // The one other way up: out of the crate's root by its own name for what stands above.
        if below_src(&path).components().count() == 1
            && source.contains("super::")
            && !source.contains("use super::*")
        {
            wrong.push(format!("{} goes up by super", path.display()));
        }
        for used in used_rooms(&source) {
            match floor_of.get(used.as_str()) {
                Some(other) if other > floor => wrong.push(format!("{} looks up at {used}", path.display())),
                Some(_) => {}
                // A macro or a re-export of the crate's root.
                None if ["words", "run"].contains(&used.as_str()) => {}
                None => wrong.push(format!("{} uses {used}, which is on no floor", path.display())),
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(rooms.len(), floor_of.len(), "a room on the list is not there any more: {rooms:?}");
}

#[test]
fn no_crate_uses_one_above_it() {
    let ours = ["mealie-mcp", "fake-mealie", "conformance"];
    for (folder, in_program, in_tests) in CRATES {
        let manifest = fs::read_to_string(workspace().join(folder).join("Cargo.toml")).unwrap();
        let mut section = "";
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
            }
            let Some(used) = ours.iter().find(|name| line.starts_with(&format!("{name}."))) else { continue };
            let allowed = match section {
                "[dependencies]" => in_program.contains(used),
                "[dev-dependencies]" => in_program.contains(used) || in_tests.contains(used),
                _ => false,
            };
            assert!(allowed, "{folder} must not use {used} in {section}");
        }
    }
}

/// The audited exceptions: the wiping of the environment, and giving freed memory back.
#[test]
fn unsafe_code_is_in_two_files() {
    let allowing: Vec<PathBuf> = ["server/src", "fake-mealie/src", "conformance/src", "tests/src"]
        .iter()
        .flat_map(|folder| sources(&workspace().join(folder)))
        .filter(|(_, source)| {
            let dense: String = source.split_whitespace().collect();
            dense.contains("#[allow(unsafe_code") || dense.contains("#[expect(unsafe_code")
        })
        .map(|(path, _)| path)
        .collect();
    assert_eq!(
        allowing,
        ["environment.rs", "memory.rs"].map(|file| workspace().join("server/src").join(file))
    );
}

/// Foreign text becomes wire text again by one key, which the client of Mealie makes and nobody else.
#[test]
fn the_key_to_wire_text_is_made_in_one_place() {
    let making: Vec<PathBuf> = sources(&workspace().join("server/src"))
        .into_iter()
        .filter(|(path, source)| {
            let defined = below_src(path) == Path::new("text/foreign.rs");
            let tests = below_src(path).starts_with("text/document");
            !defined && !tests && source.contains("only_the_mealie_client_makes_one()")
        })
        .map(|(path, _)| path)
        .collect();
    assert_eq!(making, [workspace().join("server/src/mealie/mod.rs")]);
}

/// A guarantee that the docs name is held by a scenario or a test that carries its id.
#[test]
fn what_the_docs_promise_is_proven() {
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    let files = |folder: &str, kind: &str| -> Vec<PathBuf> {
        let entries = fs::read_dir(workspace().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|found| found == kind)).collect()
    };
    let mut proofs: String = files("features", "feature").iter().map(|path| read(path)).collect();
    for folder in ["server/src", "server/tests", "tests/tests"] {
        proofs.extend(sources(&workspace().join(folder)).into_iter().map(|(_, source)| source));
    }
    let mut pages = files("docs", "md");
    pages.extend([workspace().join("README.md"), workspace().join("SECURITY.md")]);
    let mut unproven = Vec::new();
    for page in pages {
        for id in ids(&read(&page)) {
            let tag = format!("@{id} ");
            let test = format!("fn {}_", id.to_lowercase().replace('-', "_"));
            if !proofs.contains(&tag) && !proofs.contains(&test) {
                unproven.push(format!("{}: {id}", page.display()));
            }
        }
    }
    assert_eq!(unproven, Vec::<String>::new());
}

/// The ids of guarantees in a text: `UNT-1`, `SHUT-3`.
fn ids(text: &str) -> BTreeSet<&str> {
    const AREAS: [&str; 12] =
        ["ASK", "SEAL", "TOK", "OPER", "ANN", "UNT", "NET", "BND", "SHUT", "LIVE", "ERA", "HTTP"];
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words
        .filter(|word| {
            word.split_once('-').is_some_and(|(area, number)| {
                AREAS.contains(&area)
                    && !number.is_empty()
                    && number.bytes().all(|byte| byte.is_ascii_digit())
            })
        })
        .collect()
}

#[test]
fn an_id_is_found_wherever_it_stands() {
    let found: Vec<&str> = ids("| UNT-1, (SHUT-3). UTF-8 BND-7x RFC-6052 `ASK-12`").into_iter().collect();
    assert_eq!(found, ["ASK-12", "SHUT-3", "UNT-1"]);
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every source file below a folder, with its text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            found.push((path, source));
        }
    }
    found.sort();
    found
}

fn below_src(path: &Path) -> &Path {
    path.strip_prefix(workspace().join("server/src")).unwrap()
}

/// The room a file belongs to: the first part of its path below `src`, without an ending.
fn room_of(path: &Path) -> String {
    let first = below_src(path).components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// The rooms that a source names by `crate::room`, and by `crate::{room, ...}`, outside comments and outside the tests
/// at its end, which may look anywhere.
fn used_rooms(source: &str) -> BTreeSet<String> {
    let program = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String = program
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut rooms = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        let list = after.strip_prefix('{').map(|list| list.split('}').next().unwrap_or_default());
        for name in list.map_or_else(|| vec![after], |list| list.split(',').collect()) {
            let name: String = name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !name.is_empty() {
                rooms.insert(name);
            }
        }
    }
    rooms
}

#[test]
fn what_a_source_uses_is_found_in_every_spelling() {
    let source = "use crate::text::Id;\nuse crate::{args, call::Desk};\n// crate::front\nlet x = crate::log::info;\n\
                  #[cfg(test)]\nmod tests;\nuse crate::answer::View;\n#[cfg(test)]\nmod tests { use crate::protocol; }";
    let used: Vec<String> = used_rooms(source).into_iter().collect();
    assert_eq!(used, ["answer", "args", "call", "log", "text"]);
}
