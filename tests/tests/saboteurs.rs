//! The suite notices: each saboteur makes the scenarios of its own guarantee fail, and of no other. The server as it is
//! makes none fail. The matrix is committed as `docs/saboteurs.md`.

#![allow(
    clippy::unwrap_used,
    reason = "clippy sees tests only where `#[test]` stands, and not what they share"
)]

use std::collections::BTreeSet;
use std::process::Command;

use conformance::{Era, Outcome, Report, RunOptions, run};

const SABOTEUR: &str = env!("CARGO_BIN_EXE_saboteur");

fn suite(saboteur: &str, eras: Vec<Era>) -> Report {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let options = RunOptions { eras, ..RunOptions::new(vec![SABOTEUR.to_owned(), saboteur.to_owned()]) };
    runtime.block_on(run(options)).unwrap()
}

fn broken(report: &Report) -> Vec<String> {
    report
        .scenarios
        .iter()
        .filter(|scenario| scenario.outcome != Outcome::Held)
        .map(|scenario| {
            format!("{:?} on {}: {}: {:?}", scenario.ids, scenario.era, scenario.title, scenario.outcome)
        })
        .collect()
}

#[test]
fn the_server_as_it_is_holds_every_guarantee_on_both_eras() {
    assert_eq!(broken(&suite("honest", Era::ALL.to_vec())), Vec::<String>::new());
}

/// Name, guarantee and way of each saboteur, as the binary lists them.
fn saboteurs() -> Vec<(String, String, String)> {
    let listed = Command::new(SABOTEUR).arg("list").output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let row = |line: &str| {
        let mut parts = line.split('\t').map(str::to_owned);
        (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap())
    };
    listed.lines().map(row).filter(|(name, ..)| name != "honest").collect()
}

/// Each runs on one era only, the one that reaches its guarantee, so that the whole takes a minute or two.
#[test]
fn each_saboteur_breaks_its_own_guarantee_and_no_other() {
    let mut matrix = String::from(HEAD);
    let mut wrong = Vec::new();
    for (name, breaks, how) in saboteurs() {
        let era = if breaks.starts_with("OPER") { Era::ALL[0] } else { Era::ALL[1] };
        let report = suite(&name, vec![era]);
        let broken = broken(&report);
        if report.broken_ids() != BTreeSet::from([breaks.as_str()]) {
            wrong.push((name.clone(), broken.clone()));
        }
        let count = broken.len();
        matrix.push_str(&format!("| `{name}` | {how} | {breaks} | {era} | {count} |\n"));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/saboteurs.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(committed, &matrix).unwrap();
    }
    assert_eq!(std::fs::read_to_string(committed).unwrap(), matrix, "docs/saboteurs.md is stale");
}

const HEAD: &str = "\
# The saboteurs

A check counts only after it has been seen to fail. Each of these is the real server behind a wire that breaks one
guarantee; the suite has to name that guarantee, and no other. Made by
`UPDATE_DOCS=1 cargo test -p mealie-mcp-tests --test saboteurs`, and held by the same test without the variable.

| saboteur | what it does | guarantee that fails | era | scenarios that notice |
|---|---|---|---|---|
";
