//! `fake-mealie replay`: pairs that agree, pairs that were tampered with, and the program around it.
//! Never plays a recording of a real Mealie; the pairs here were written for these tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use fake_mealie::{PlainSeed, Report, Seed};
use serde_json::{Value, json};
use tokio::process::Command;

use super::client::DEADLINE;

/// Pairs that agree to the letter, and the seed they go with.
pub(crate) const PAIRS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pairs/agree");
const SEED: &str = include_str!("../pairs/seed.json");
pub(crate) const KITCHEN: &str = include_str!("../pairs/agree/kitchen.json");

/// A folder of a test's own, which goes when the test does.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("fake-mealie-{}", uuid::Uuid::new_v4()));
        fs::create_dir_all(path.join("pairs")).expect("a new folder");
        fs::write(path.join("seed.json"), SEED).expect("a new file");
        Folder(path)
    }

    pub(crate) fn pairs(&self) -> PathBuf {
        self.0.join("pairs")
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a new file");
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("it was written")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be cleared away lies in a folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn seed() -> Seed {
    Seed::Plain(Box::new(PlainSeed::from_json(SEED).expect("a seed")))
}

pub(crate) async fn replayed(folder: &Path) -> Report {
    fake_mealie::replay(folder, &seed()).await.expect("it can be played")
}

/// The pairs of the kitchen, of which one was changed: `at` is a JSON pointer into it.
pub(crate) fn tampered(pair: &str, at: &str, value: Value) -> String {
    let mut pairs: Value = serde_json::from_str(KITCHEN).expect("JSON");
    let found = pairs.as_array_mut().expect("a list").iter_mut().find(|found| found["name"] == pair);
    let (parent, key) = at.rsplit_once('/').expect("a pointer");
    let parent = found.expect("such a pair").pointer_mut(parent).expect("such a place");
    match value {
        Value::Null if parent.is_object() && key.ends_with('-') => {
            parent.as_object_mut().expect("an object").remove(key.trim_end_matches('-'));
        }
        value if parent.is_array() => parent[key.parse::<usize>().expect("a number")] = value,
        value => parent[key] = value,
    }
    pairs.to_string()
}

/// Runs the program to its end: exit code, stdout, stderr.
async fn run(flags: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fake-mealie"));
    command.arg("replay").args(flags).stdin(Stdio::null()).kill_on_drop(true);
    let output = tokio::time::timeout(DEADLINE, command.output()).await.expect("it ends").expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[tokio::test]
async fn ids_times_tokens_and_numbers_of_another_run_are_no_difference() {
    let report = replayed(Path::new(PAIRS)).await;
    assert_eq!(report.differences(), "");
    let json = report.json();
    for area in json["areas"].as_array().expect("a list") {
        let pairs = area["pairs"].as_u64().expect("a number");
        assert!(pairs > 0, "{area}");
        for column in ["status", "keys", "types", "values"] {
            assert_eq!(area[column], pairs, "{column}: {area}");
        }
    }
}

#[tokio::test]
async fn whatever_else_differs_is_noticed_and_named() {
    for (row, pair, at, value, first, what) in [
        ("a status", "tag_read", "/response/status", json!(404), "status", "status 404 is 200 here"),
        ("a key too few", "soup_by_id", "/response/body/newKey", json!(null), "keys", "no key `newKey`"),
        ("a key too much", "soup_by_id", "/response/body/slug-", json!(null), "keys", "key `slug` too much"),
        (
            "a key within a list",
            "tags_by_name",
            "/response/body/items/1/color",
            json!("red"),
            "keys",
            "no key `items[].color`",
        ),
        (
            "a type",
            "tag_read",
            "/response/body/name",
            json!(5),
            "types",
            "`name` is a text here, not a number",
        ),
        (
            "null is a type",
            "soup_by_id",
            "/response/body/description",
            json!(null),
            "types",
            "`description` is a text here, not null",
        ),
        (
            "a text",
            "soup_by_id",
            "/response/body/description",
            json!("Red."),
            "values",
            "`description` is \"Green.\" here, not \"Red.\"",
        ),
        (
            "a number",
            "soup_by_id",
            "/response/body/recipeIngredient/0/quantity",
            json!(501),
            "values",
            "`recipeIngredient[0].quantity` is 500.0 here, not 501",
        ),
        (
            "the id of something else",
            "tag_read",
            "/response/body/id",
            json!("aaaaaaaa-0000-4000-8000-000000000003"),
            "values",
            "`id` is the id of something else here",
        ),
        (
            "a time that the client named",
            "cooked",
            "/request/body/timestamp",
            json!("2020-02-03T04:05:07Z"),
            "values",
            "`lastMade` is \"2020-02-03T04:05:07Z\" here, not \"2020-02-03T04:05:06Z\"",
        ),
        (
            "a bare slug",
            "soup_again",
            "/response/body",
            json!("bean-soup"),
            "values",
            "is \"pea-soup-1\" here",
        ),
        (
            "a length",
            "tags_by_name",
            "/response/body/items/1",
            json!({ "id": "x", "groupId": "y", "name": "Quick", "slug": "quick" }),
            "values",
            "`items",
        ),
        (
            "a key that one entry of a list does not have",
            "tags_by_name",
            "/response/body/items/1/slug-",
            json!(null),
            "values",
            "`items[1].slug` is too much here",
        ),
        (
            "a key that only one entry of a list has",
            "tags_by_name",
            "/response/body/items/0",
            json!({
                "id": "aaaaaaaa-0000-4000-8000-000000000106",
                "groupId": "aaaaaaaa-0000-4000-8000-000000000001",
                "name": "Quick",
                "slug": "quick",
                "color": "red",
            }),
            "keys",
            "`items[0].color` is missing here",
        ),
        (
            "a moment that is spelled in another way",
            "soup_by_id",
            "/response/body/createdAt",
            json!("2024-05-06T07:08:09.123456+00:00"),
            "values",
            "Z\" here, not \"2024-05-06T07:08:09.123456+00:00\"",
        ),
        (
            "a text that is no JSON",
            "label_of_nobody",
            "/response/body",
            json!("Internal Trouble"),
            "values",
            "a text is another one here",
        ),
        (
            "JSON for a text",
            "label_of_nobody",
            "/response/headers_subset/content-type",
            json!("application/json"),
            "keys",
            "JSON is a text here",
        ),
        (
            "a header",
            "no_such_place",
            "/response/headers_subset/allow",
            json!("GET"),
            "values",
            "header allow `GET` is missing here",
        ),
    ] {
        let folder = Folder::new();
        folder.write("pairs/kitchen.json", &tampered(pair, at, value));
        fs::copy(format!("{PAIRS}/people.json"), folder.pairs().join("people.json")).expect("a file");
        let json = replayed(&folder.pairs()).await.json();
        let differences = json["differences"].as_array().expect("a list");
        let found = differences.iter().find(|found| found["pair"] == pair);
        let found = found.unwrap_or_else(|| panic!("{row}: {differences:?}"));
        assert_eq!(found["in"], first, "{row}: {found}");
        assert!(found["what"].to_string().replace("\\\"", "\"").contains(what), "{row}: {found}");
    }
}

#[tokio::test]
async fn the_program_says_by_its_exit_code_what_came_of_it() {
    let folder = Folder::new();
    folder.write("pairs/kitchen.json", &tampered("tag_read", "/response/body/name", json!("Fast")));
    let pairs = folder.pairs();
    let (pairs, file) = (pairs.to_str().expect("UTF-8"), folder.0.join("replay.toml"));
    let file = file.to_str().expect("UTF-8");

    let (code, table, _) = run(&[pairs]).await;
    assert_eq!(code, Some(0), "a difference is only a difference");
    let lines: Vec<Vec<_>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["area", "pairs", "status", "keys", "types", "values"]);
    assert_eq!(lines[1], ["kitchen", "11", "100.0%", "100.0%", "100.0%", "90.9%"]);
    let (_, shown, _) = run(&[pairs, "--differences"]).await;
    assert!(shown.contains("kitchen/tag_read: GET /api/organizers/tags/"), "{shown}");
    let (_, json, _) = run(&[pairs, "--json"]).await;
    assert_eq!(serde_json::from_str::<Value>(&json).expect("JSON")["differences"][0]["pair"], "tag_read");

    // Written anew, it holds once somebody has given a reason, which then stays.
    let (code, _, said) = run(&[pairs, "--expect", file, "--write-expect"]).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("kitchen/tag_read: has no reason"), "{said}");
    folder.write(
        "replay.toml",
        &folder.read("replay.toml").replace("\"unexplained\"\npairs", "\"a hurry\"\npairs"),
    );
    let (code, _, said) = run(&[pairs, "--expect", file]).await;
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let before = folder.read("replay.toml");
    let (code, _, said) = run(&[pairs, "--expect", file, "--write-expect"]).await;
    assert_eq!((code, said.as_str(), folder.read("replay.toml")), (Some(0), "", before));

    // And once it agrees, the list is out of date.
    folder.write("pairs/kitchen.json", KITCHEN);
    let (code, _, said) = run(&[pairs, "--expect", file]).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("kitchen/tag_read: agrees now"), "{said}");
}

#[tokio::test]
async fn what_cannot_be_used_is_exit_code_2_and_names_the_file() {
    let twice = serde_json::from_str::<Vec<Value>>(KITCHEN).expect("JSON");
    let twice = json!([twice[0], twice[0]]).to_string();
    for (row, text, said) in [
        ("no JSON", "[{", "bad.json: not a list of pairs"),
        ("no list", "{}", "bad.json: not a list of pairs"),
        ("a pair without a name", "[{\"as\": \"admin\"}]", "missing field `name`"),
        ("nobody we know", &KITCHEN.replace("\"admin\"", "\"mallory\""), "unknown variant `mallory`"),
        ("one name twice", &twice, "bad.json: two pairs are called `soup_by_id`"),
    ] {
        let folder = Folder::new();
        folder.write("pairs/bad.json", text);
        let (code, stdout, said_here) = run(&[folder.pairs().to_str().expect("UTF-8")]).await;
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{row}: {said_here}");
        assert!(said_here.contains(said) && said_here.starts_with("fake-mealie: "), "{row}: {said_here}");
    }
    let folder = Folder::new();
    let empty = folder.pairs();
    let empty = empty.to_str().expect("UTF-8");
    let not_toml = folder.write("bad.toml", "[floor\n");
    let not_toml = not_toml.to_str().expect("UTF-8");
    for (row, flags, said) in [
        ("no such folder", vec!["/no/such/folder"], "cannot read /no/such/folder"),
        ("an empty folder", vec![empty], "has no *.json file in it"),
        ("no folder", vec![], "<DIR>"),
        ("no such seed", vec![PAIRS, "--seed", "/no/such/seed"], "cannot read the seed /no/such/seed"),
        ("no such expectation", vec![PAIRS, "--expect", "/no/such/file"], "cannot read /no/such/file"),
        ("no TOML", vec![PAIRS, "--expect", not_toml], "bad.toml: "),
        ("to write what", vec![PAIRS, "--write-expect"], "--expect"),
        ("a flag we have not", vec![PAIRS, "--verbose"], "--verbose"),
    ] {
        let (code, stdout, said_here) = run(&flags).await;
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{row}: {said_here}");
        assert!(said_here.contains(said), "{row}: {said_here}");
    }
}

#[tokio::test]
async fn help_says_how_to_record_pairs_and_what_the_exit_codes_mean() {
    let (code, help, _) = run(&["--help"]).await;
    assert_eq!(code, Some(0));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "0 all holds, 1 something does not hold, 2 the flags are wrong",
        "To record pairs of your own",
        "\"headers_subset\"",
        "revoked-token",
        "--write-expect",
    ] {
        assert!(help.contains(said), "{said}: {help}");
    }
}
