//! The suite notices: each saboteur makes the scenarios of its own guarantee fail, and of no other. The server as it is
//! makes none fail. The matrix is committed as `docs/saboteurs.md`.

#![allow(
    clippy::unwrap_used,
    reason = "clippy sees tests only where `#[test]` stands, and not what they share"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use conformance::{Era, Features, Outcome, Report, RunOptions, Selection, list, open, run};

const SABOTEUR: &str = env!("CARGO_BIN_EXE_saboteur");

fn suite(saboteur: &str, eras: Vec<Era>, selection: Selection) -> Report {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let command = vec![SABOTEUR.to_owned(), saboteur.to_owned()];
    let options = RunOptions { eras, selection, ..RunOptions::new(command) };
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
    let report = suite("honest", Era::ALL.to_vec(), Selection::default());
    assert_eq!(broken(&report), Vec::<String>::new());
    let catalogue = mealie_mcp::catalogue::Catalogue::all();
    let uncalled: Vec<&str> = catalogue
        .entries()
        .iter()
        .map(|entry| entry.name)
        .filter(|name| report.requests.get(*name).is_none_or(BTreeSet::is_empty))
        .collect();
    assert_eq!(uncalled, Vec::<&str>::new(), "no scenario calls these and sees what they send");
    let known = |tool: &String| catalogue.find(tool).is_some();
    let mut table = String::from("| tool | requests |\n|---|---|\n");
    for (tool, requests) in report.requests.iter().filter(|(tool, _)| known(tool)) {
        let requests: Vec<String> = requests.iter().map(|request| format!("`{request}`")).collect();
        table.push_str(&format!("| `{tool}` | {} |\n", requests.join("<br>")));
    }
    hold_published("endpoints.md", ENDPOINTS, &table);
}

/// What stands before the table of `docs/endpoints.md`.
const ENDPOINTS: &str =
    "<!-- endpoints: made by `UPDATE_DOCS=1 cargo test -p mealie-mcp-tests --test saboteurs as_it_is` -->\n";

/// Holds the end of a page of `docs/`, behind its marker, against what was found out; with `UPDATE_DOCS` set, writes it
/// there.
fn hold_published(page: &str, marker: &str, found: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page);
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, committed) = text.split_once(marker).expect("the marker");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{marker}{found}")).unwrap();
    } else {
        assert_eq!(committed, found, "docs/{page} is stale: see its marker");
    }
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

/// The era that reaches a guarantee: the newer one, but for what is pushed or taken back.
fn era_of(breaks: &str) -> Era {
    let older = ["ASK-21", "BND-5"].contains(&breaks);
    if older { Era::Pushed } else { Era::Stateless }
}

/// The scenarios of one guarantee.
fn of(id: &str) -> Selection {
    Selection { tags: Some(format!("@{id}").parse().unwrap()), name: None }
}

/// Alone, each makes scenarios of its own guarantee fail. All the others together make none of them fail. So each breaks
/// its own guarantee and nothing else: what one broke of another's would show among the others.
#[test]
fn each_saboteur_breaks_its_own_guarantee_and_no_other() {
    let all = saboteurs();
    let mut noticed = BTreeMap::new();
    let mut wrong = Vec::new();
    for (name, breaks, _) in &all {
        let era = era_of(breaks);
        let own = of(breaks);
        let alone = suite(name, vec![era], own.clone());
        if alone.broken_ids() != BTreeSet::from([breaks.as_str()]) {
            wrong.push((format!("{name} alone, for {breaks}"), broken(&alone)));
        }
        noticed.insert(name, alone.scenarios.iter().filter(|one| one.outcome != Outcome::Held).count());

        let others = all_but(breaks, &all);
        let without = suite(&others, vec![era], own);
        if without.broken_ids().contains(breaks.as_str()) {
            wrong.push((format!("all but {name}, for {breaks}"), broken(&without)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let mut matrix = String::from(HEAD);
    for (name, breaks, how) in &all {
        let (era, count) = (era_of(breaks), noticed[name]);
        matrix.push_str(&format!("| `{name}` | {how} | {breaks} | {era} | {count} |\n"));
    }
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/saboteurs.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(committed, &matrix).unwrap();
    }
    assert_eq!(std::fs::read_to_string(committed).unwrap(), matrix, "docs/saboteurs.md is stale");
}

/// Those that break something else, as the binary takes them.
fn all_but(breaks: &str, all: &[(String, String, String)]) -> String {
    let others = all.iter().filter(|(_, other, _)| other != breaks).map(|(name, ..)| name.as_str());
    others.collect::<Vec<_>>().join("+")
}

#[test]
fn every_guarantee_of_a_scenario_has_its_saboteur() {
    let features = open(&Features::Carried).unwrap();
    let proven = list(&features, &Selection::default());
    let proven: BTreeSet<String> = proven.into_iter().flat_map(|scenario| scenario.ids).collect();
    let broken: BTreeSet<String> = saboteurs().into_iter().map(|(_, breaks, _)| breaks).collect();
    assert_eq!(broken, proven);
}

const HEAD: &str = "\
# The saboteurs

A check counts only after it has been seen to fail. Each of these is the real server behind wires that break one
guarantee, on the way to the client or on the way to Mealie. Alone it makes scenarios of that guarantee fail; all the
others together make none of them fail, so each breaks its own and nothing else. Made by
`UPDATE_DOCS=1 cargo test -p mealie-mcp-tests --test saboteurs`, and held by the same test without the variable.

| saboteur | what it does | guarantee that fails | era | scenarios that notice |
|---|---|---|---|---|
";
