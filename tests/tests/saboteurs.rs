//! The suite notices: each saboteur makes the scenarios of its own guarantee fail, and of no other. The server as it is
//! makes none fail. The matrix is committed as `docs/saboteurs.md`.

#![allow(
    clippy::unwrap_used,
    reason = "clippy sees tests only where `#[test]` stands, and not what they share"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use conformance::{Era, Outcome, Report, RunOptions, Selection, run};

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
    assert_eq!(broken(&suite("honest", Era::ALL.to_vec(), Selection::default())), Vec::<String>::new());
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

/// How many saboteurs make a crew. Each crew costs two runs or so, however many there are in it.
const CREW: usize = 7;

/// The era that reaches a guarantee.
fn era_of(breaks: &str) -> Era {
    let older = breaks.starts_with("OPER") || breaks == "BND-5";
    if older { Era::Pushed } else { Era::Stateless }
}

/// Seven at a time, on one era. All of a crew together make the whole suite fail at their guarantees and at no other;
/// each of them alone fails its own and none of the others'. So each breaks its own guarantee and nothing else.
#[test]
fn each_saboteur_breaks_its_own_guarantee_and_no_other() {
    let all = saboteurs();
    let mut noticed = BTreeMap::new();
    let mut wrong = Vec::new();
    for era in Era::ALL {
        let here: Vec<_> = all.iter().filter(|(_, breaks, _)| era_of(breaks) == era).collect();
        let crews = here.len().div_ceil(CREW);
        for crew in 0..crews {
            // Those of one family stand together in the list, and are kept apart here.
            let crew: Vec<_> = here.iter().skip(crew).step_by(crews).collect();
            let names: Vec<&str> = crew.iter().map(|(name, ..)| name.as_str()).collect();
            let ids: BTreeSet<&str> = crew.iter().map(|(_, breaks, _)| breaks.as_str()).collect();
            let together = suite(&names.join("+"), vec![era], Selection::default());
            if together.broken_ids() != ids {
                wrong.push((names.join("+"), broken(&together)));
            }
            let tags = ids.iter().map(|id| format!("@{id}")).collect::<Vec<_>>().join(" or ");
            for (name, breaks, _) in crew {
                let selection = Selection { tags: Some(tags.parse().unwrap()), name: None };
                let alone = suite(name, vec![era], selection);
                if alone.broken_ids() != BTreeSet::from([breaks.as_str()]) {
                    wrong.push((name.clone(), broken(&alone)));
                }
                let own = alone.scenarios.iter().filter(|scenario| scenario.ids.contains(breaks));
                let count = own.filter(|scenario| scenario.outcome != Outcome::Held).count();
                noticed.insert(name.as_str(), count);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let mut matrix = String::from(HEAD);
    for (name, breaks, how) in &all {
        let (era, count) = (era_of(breaks), noticed[name.as_str()]);
        matrix.push_str(&format!("| `{name}` | {how} | {breaks} | {era} | {count} |\n"));
    }
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
