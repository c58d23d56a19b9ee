//! The fake as a program: its one line, its flags, its end.
//! Never tests an answer that the library gives.

use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};

use super::client::DEADLINE;

fn fake(flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fake-mealie"));
    command.args(flags).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// Starts it and reads its line. The reader is kept, for whatever else might come.
async fn started(flags: &[&str]) -> (Child, Value, BufReader<tokio::process::ChildStdout>) {
    let mut child = fake(flags).spawn().expect("cargo built it");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    tokio::time::timeout(DEADLINE, stdout.read_line(&mut line)).await.expect("it starts").expect("it prints");
    (child, serde_json::from_str(&line).expect("one line of JSON"), stdout)
}

/// Runs it to its end: exit code, stdout, stderr.
async fn run(flags: &[&str]) -> (Option<i32>, String, String) {
    let output =
        tokio::time::timeout(DEADLINE, fake(flags).output()).await.expect("it ends").expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

async fn get(address: &Value, path: &str) -> String {
    let (url, token) = (address["url"].as_str().expect("a url"), address["token"].as_str().expect("a token"));
    let host = url.strip_prefix("http://").expect("plain http");
    let mut stream = tokio::net::TcpStream::connect(host).await.expect("it listens");
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it answers");
    answer
}

#[cfg(unix)]
#[tokio::test]
async fn it_prints_one_line_serves_and_ends_cleanly_when_it_is_told_to() {
    for signal in ["-INT", "-TERM"] {
        let (mut child, address, mut stdout) = started(&[]).await;
        let object = address.as_object().unwrap();
        assert_eq!(object.len(), 2);
        assert!(object["url"].as_str().unwrap().starts_with("http://127.0.0.1:"));
        assert!(object["token"].as_str().unwrap().len() >= 32, "a random token");
        assert!(get(&address, "/api/recipes/pea-soup").await.starts_with("HTTP/1.1 200"));
        let pid = child.id().unwrap().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().await.unwrap().success());
        let status = tokio::time::timeout(DEADLINE, child.wait()).await.expect("it ends").unwrap();
        assert_eq!(status.code(), Some(0), "{signal}");
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).await.unwrap();
        assert_eq!(rest, "", "{signal}: nothing else on stdout");
    }
}

#[tokio::test]
async fn seed_and_token_can_be_chosen() {
    let (_child, address, _stdout) = started(&["--seed", "empty", "--token", "known-to-the-test"]).await;
    assert_eq!(address["token"], "known-to-the-test");
    assert!(get(&address, "/api/recipes").await.contains("\"total\":0"));

    let folder = tempfile_folder();
    let file = folder.join("kitchen.json");
    std::fs::write(&file, "{\"recipes\": [{\"name\": \"From a File\"}]}").unwrap();
    let (_child, address, _stdout) = started(&["--seed", file.to_str().unwrap()]).await;
    assert!(get(&address, "/api/recipes/from-a-file").await.starts_with("HTTP/1.1 200"));
    std::fs::remove_dir_all(folder).unwrap();
}

/// A folder of this test's own.
fn tempfile_folder() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("fake-mealie-{}", uuid::Uuid::new_v4()));
    std::fs::create_dir(&folder).expect("a new folder");
    folder
}

#[tokio::test]
async fn what_cannot_be_done_is_one_clear_line_and_exit_code_1() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = tempfile_folder();
    let (not_json, not_a_seed, dangling) = (folder.join("a"), folder.join("b"), folder.join("c"));
    std::fs::write(&not_json, "[package]").unwrap();
    std::fs::write(&not_a_seed, "{\"name\": \"x\"}").unwrap();
    std::fs::write(&dangling, "{\"recipes\": [{\"name\": \"Soup\", \"tags\": [\"Quick\"]}]}").unwrap();
    for (row, flags, said) in [
        ("port in use", vec!["--listen", &address], "cannot listen on 127.0.0.1:"),
        ("no such file", vec!["--seed", "/no/such/file"], "cannot read the seed /no/such/file"),
        ("not JSON", vec!["--seed", not_json.to_str().unwrap()], "is not a seed: it is not JSON"),
        (
            "not a seed",
            vec!["--seed", not_a_seed.to_str().unwrap()],
            "is not a seed: it has no list `recipes`",
        ),
        ("dangling", vec!["--seed", dangling.to_str().unwrap()], "no Tag `Quick`"),
        ("for everybody", vec!["--listen", "0.0.0.0:0"], "--i-know"),
        ("for everybody, IPv6", vec!["--listen", "[::]:0"], "--i-know"),
    ] {
        let (code, stdout, stderr) = run(&flags).await;
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{row}: {stderr}");
        assert!(stderr.starts_with("fake-mealie: ") && stderr.contains(said), "{row}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{row}: {stderr}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn another_address_is_served_to_those_who_know() {
    let (_child, address, _stdout) = started(&["--listen", "0.0.0.0:0", "--i-know", "--seed", "empty"]).await;
    assert!(address["url"].as_str().unwrap().starts_with("http://0.0.0.0:"));
}

#[tokio::test]
async fn wrong_flags_are_exit_code_2_with_the_right_ones() {
    for (row, flags, said) in [
        ("unknown", vec!["--bogus"], "--listen --seed --token --i-know"),
        ("no address", vec!["--listen", "kitchen"], "--listen <ADDRESS:PORT>"),
        ("no value", vec!["--seed"], "--seed <demo|empty|FILE>"),
        ("an empty token", vec!["--token", ""], "visible ASCII"),
        ("a token with a blank", vec!["--token", "a b"], "visible ASCII"),
        ("a word", vec!["demo"], "unrecognized subcommand"),
    ] {
        let (code, stdout, stderr) = run(&flags).await;
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{row}");
        assert!(stderr.contains(said), "{row}: {stderr}");
    }
}

#[tokio::test]
async fn help_says_what_it_is_and_what_it_is_not() {
    let (code, help, _) = run(&["--help"]).await;
    assert_eq!(code, Some(0));
    // Lines are broken where the terminal ends, or not at all: it depends on what else is built with it.
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "stand-in for Mealie 3.10.2",
        "It is not Mealie",
        "/_fake/journal",
        "/_fake/reset",
        "--i-know",
        "for tests only",
    ] {
        assert!(help.contains(said), "{said}");
    }
    let (code, version, _) = run(&["--version"]).await;
    assert_eq!((code, version), (Some(0), format!("fake-mealie {}\n", env!("CARGO_PKG_VERSION"))));
}
