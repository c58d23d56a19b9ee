//! What an operator sees of the real process: exit codes, the lines on stderr, and what its environment still holds.
//! It never needs a Mealie, and never a network.

use serde_json::json;

use crate::session::{Session, lines, run};

#[test]
fn oper_1_a_typo_in_elicitation_stops_the_server_with_exit_code_1() {
    for value in ["1", "off", "yes", "typo", "true true"] {
        let ended = run(&[("ELICITATION", value)], &[]);
        assert_eq!(ended.status.code(), Some(1), "{value}");
        assert_eq!(lines(&ended.stdout), [""; 0], "{value}");
        let said = lines(&ended.stderr);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("mealie-mcp: ELICITATION is "), "{said:?}");
        assert!(said[0].ends_with("; valid: true or false"), "{said:?}");
    }
}

#[test]
fn oper_2_the_dialog_switched_off_is_one_line_at_every_level() {
    let line = "mealie-mcp: ELICITATION=false — guarded tools fall back to the two-call token";
    for (elicitation, level, times) in [
        ("false", "", 1),
        (" FALSE ", "off", 1),
        ("false", "debug", 1),
        ("true", "debug", 0),
        ("", "debug", 0),
    ] {
        let ended = run(&[("ELICITATION", elicitation), ("MEALIE_LOG", level)], &[]);
        assert_eq!(ended.status.code(), Some(0), "{elicitation}");
        assert_eq!(lines(&ended.stdout), [""; 0], "{elicitation}");
        let said = lines(&ended.stderr);
        assert_eq!(said.iter().filter(|said| **said == line).count(), times, "{said:?}");
        assert_eq!(said.iter().filter(|said| said.contains("ELICITATION")).count(), times, "{said:?}");
    }
}

#[test]
fn tok_7_a_required_dialog_that_is_switched_off_stops_the_server() {
    let ended = run(&[("ELICITATION", "false"), ("MEALIE_REQUIRE_DIALOG", "true")], &[]);
    assert_eq!(ended.status.code(), Some(1));
    assert_eq!(
        lines(&ended.stderr),
        [
            "mealie-mcp: MEALIE_REQUIRE_DIALOG=true and ELICITATION=false together leave no way to ask. Change one"
        ]
    );
}

#[test]
fn oper_8_every_problem_is_told_at_once_and_no_address_or_token_is() {
    let ended = run(
        &[
            ("MEALIE_URL", "https://me:hunter2@mealie.test"),
            ("MEALIE_API_TOKEN", "hunter2 hunter2"),
            ("MEALIE_API_TOKEN_FILE", "/nowhere/hunter2"),
            ("MEALIE_PROXY", "socks5://hunter2"),
            ("MEALIE_PUBLIC_URL", "hunter2"),
            ("MEALIE_CA_FILE", "/nowhere/hunter2"),
            ("MEALIE_INSECURE_TLS", "hunter2 hunter2"),
            ("MEALIE_ACCEPT_LANGUAGE", "hunter2 hunter2"),
            ("MEALIE_MAX_CONCURRENCY", "hunter2 hunter2"),
            ("MEALIE_READ_ONLY", "maybe"),
            ("MEALIE_LOG", "loud"),
            ("MEALIE_READONLY", "hunter2"),
        ],
        &[],
    );
    assert_eq!(ended.status.code(), Some(1));
    assert_eq!(lines(&ended.stdout), [""; 0]);
    let said = lines(&ended.stderr);
    assert!(said.iter().all(|line| line.starts_with("mealie-mcp: MEALIE_")), "{said:?}");
    assert!(said.iter().all(|line| !line.contains("hunter2")), "{said:?}");
    // One for each variable, and one for the two tokens.
    assert_eq!(said.len(), 13, "{said:?}");
}

#[test]
fn oper_8_a_word_that_nearly_opens_a_door_stops_the_server() {
    for value in ["True", "TRUE", "1", "yes", "on", "ture"] {
        let ended = run(&[("MEALIE_INSECURE_TLS", value)], &[]);
        assert_eq!(ended.status.code(), Some(1), "{value}");
        assert_eq!(lines(&ended.stdout), [""; 0], "{value}");
        let line = format!(
            "mealie-mcp: MEALIE_INSECURE_TLS is `{value}`; valid: exactly true or false, in small letters"
        );
        assert_eq!(lines(&ended.stderr), [line], "{value}");
    }
}

#[test]
fn a_server_that_checks_no_certificate_says_so_at_every_level() {
    let begin = "mealie-mcp: warning: MEALIE_INSECURE_TLS=true: no certificate is checked";
    for (value, level, times) in
        [("true", "", 1), ("true", "off", 1), ("true", "debug", 1), ("false", "debug", 0), ("", "debug", 0)]
    {
        let ended = run(&[("MEALIE_INSECURE_TLS", value), ("MEALIE_LOG", level)], &[]);
        assert_eq!(ended.status.code(), Some(0), "{value:?}");
        let said = lines(&ended.stderr);
        assert_eq!(said.iter().filter(|line| line.starts_with(begin)).count(), times, "{said:?}");
        assert_eq!(said.iter().filter(|line| line.contains("INSECURE")).count(), times, "{said:?}");
    }
}

#[test]
fn oper_8_a_file_of_certificates_is_read_at_the_start_and_not_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let authority = include_bytes!("../../src/mealie/tests/kitchen_ca.pem");
    // A mebibyte, and a byte more.
    let mut full = authority.to_vec();
    full.resize(1024 * 1024, b'\n');
    let large = [&full[..], b"\n"].concat();
    for (row, path, want) in [
        ("a certificate", file("hunter2.pem", authority), None),
        ("as large as it may be", file("hunter2-full", &full), None),
        ("a byte more", file("hunter2-large", &large), Some("names a file of more than 1 MiB")),
        (
            "a folder",
            folder.path().to_str().unwrap().to_owned(),
            Some("names something that is not a regular file"),
        ),
        ("not there", "/nowhere/hunter2".to_owned(), Some("names a file that cannot be read")),
        (
            "words",
            file("hunter2.txt", b"hunter2"),
            Some("names a file whose content holds no certificate in PEM"),
        ),
    ] {
        let ended = run(&[("MEALIE_CA_FILE", &path)], &[]);
        assert_eq!(ended.status.code(), Some(i32::from(want.is_some())), "{row}");
        let said = lines(&ended.stderr);
        let told: Vec<_> = said.iter().filter(|line| line.contains("MEALIE_CA_FILE")).collect();
        assert_eq!(told.len(), usize::from(want.is_some()), "{row}: {said:?}");
        if let Some(rule) = want {
            assert!(told[0].starts_with(&format!("mealie-mcp: MEALIE_CA_FILE {rule}; valid: ")), "{told:?}");
        }
        assert!(said.iter().all(|line| !line.contains("hunter2")), "{row}: {said:?}");
        assert!(said.iter().all(|line| !line.contains(folder.path().to_str().unwrap())), "{row}: {said:?}");
    }
}

#[test]
fn oper_8_flags_are_answered_before_the_settings_are_read() {
    let broken = [("ELICITATION", "typo")];
    for (flag, begin) in [("--version", "mealie-mcp "), ("--help", "An MCP server for Mealie")] {
        let ended = run(&broken, &[flag]);
        assert_eq!(ended.status.code(), Some(0), "{flag}");
        assert!(str::from_utf8(&ended.stdout).unwrap().starts_with(begin), "{flag}");
        assert_eq!(lines(&ended.stderr), [""; 0], "{flag}");
    }
    let ended = run(&broken, &["--verbose", "hunter2"]);
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(lines(&ended.stdout), [""; 0]);
    assert_eq!(lines(&ended.stderr), ["mealie-mcp: there is no flag --verbose; see --help"]);
}

#[test]
fn oper_7_a_server_without_address_and_token_completes_the_handshake_and_lists_its_tools() {
    let mut session = Session::start(&[]);
    session.initialize();
    let listed = session.call(2, "tools/list", json!({}));
    assert!(!listed["result"]["tools"].as_array().expect("a list").is_empty());
    assert_eq!(
        session.end(),
        "mealie-mcp: warning: MEALIE_URL and MEALIE_API_TOKEN are not set: tools are listed, and every call will say \
         what is missing\n"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn oper_6_the_environment_holds_no_secret_once_the_server_answers() {
    let mut session = Session::start(&[
        ("BEFORE", "stays"),
        ("MEALIE_URL", "https://mealie.test"),
        ("MEALIE_API_TOKEN", "hunter2"),
        ("MEALIE_PROXY", "http://me:hunter2@proxy.test"),
        ("AFTER", "stays"),
    ]);
    session.initialize();
    let environment = std::fs::read(format!("/proc/{}/environ", session.child.id())).unwrap();
    let shown = String::from_utf8_lossy(&environment);
    assert!(!shown.contains("hunter2"), "{shown}");
    for neighbour in ["BEFORE=stays\0", "AFTER=stays\0", "MEALIE_URL=https://mealie.test\0"] {
        assert!(shown.contains(neighbour), "{shown}");
    }
    session.end();
}

#[test]
fn oper_9_at_the_loudest_level_no_line_holds_what_a_client_said() {
    let mut session = Session::start(&[
        ("MEALIE_LOG", "debug"),
        ("RUST_LOG", "trace"),
        ("RUST_BACKTRACE", "full"),
        // Nobody listens there: a call that gets so far fails at once, and every library has its say.
        ("MEALIE_URL", "http://127.0.0.1:9"),
        ("MEALIE_API_TOKEN", "hunter2"),
    ]);
    session.initialize();
    session.call(2, "tools/call", json!({"name": "get_recipe", "arguments": {"recipe": "hunter2"}}));
    session.call(3, "tools/call", json!({"name": "search_recipes", "arguments": {"query": "hunter2"}}));
    session.call(4, "tools/call", json!({"name": "hunter2", "arguments": {"hunter2": "hunter2"}}));
    session.call(5, "hunter2", json!({"hunter2": "hunter2"}));
    session.send(&json!({"jsonrpc": "2.0", "method": "notifications/hunter2", "params": {"hunter2": 1}}));
    session.send(&json!("hunter2"));
    let stderr = session.end();
    assert!(stderr.contains("tool get_recipe"), "the log says something: {stderr}");
    assert!(!stderr.contains("hunter2"), "{stderr}");
    assert!(stderr.lines().all(|line| line.starts_with("mealie-mcp: ")), "{stderr}");
}
