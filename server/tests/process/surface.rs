//! What every client sees first: the list of tools, byte for byte, and the stream that it comes over. A change of the
//! list is a change of what every model reads, so it is held by a snapshot:
//! `INSTA_UPDATE=always cargo test -p mealie-mcp --test process` renews it.

use serde_json::{Value, json};

use crate::session::Session;

fn list(session: &mut Session, id: u32, params: Value) -> Value {
    session.call(id, "tools/list", params)["result"]["tools"].take()
}

fn modern() -> Value {
    json!({"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }})
}

#[test]
fn ann_1_the_list_is_what_it_was() {
    let mut session = Session::start(&[]);
    session.initialize();
    insta::assert_json_snapshot!("tools", list(&mut session, 2, json!({})));
    session.end();
}

#[test]
fn ann_3_the_list_is_the_same_bytes_every_time_and_on_both_eras() {
    let mut session = Session::start(&[]);
    let before = list(&mut session, 2, modern()).to_string();
    session.initialize();
    for (id, params) in [(3, json!({})), (4, modern()), (5, json!({"cursor": null}))] {
        assert_eq!(list(&mut session, id, params).to_string(), before);
    }
    session.end();
}

#[test]
fn oper_3_read_only_mode_has_the_reading_tools_alone() {
    let mut session = Session::start(&[("MEALIE_READ_ONLY", "true")]);
    session.initialize();
    let tools = list(&mut session, 2, json!({}));
    let names: Vec<&str> =
        tools.as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    let reading = [
        "get_about",
        "get_cookbook",
        "get_recipe",
        "get_shopping_list",
        "get_todays_meals",
        "list_cookbooks",
        "list_foods",
        "list_mealplans",
        "list_organizers",
        "list_recipe_comments",
        "list_recipe_timeline",
        "list_share_tokens",
        "list_shopping_lists",
        "list_units",
        "parse_ingredients",
        "preview_recipe_url",
        "search_recipes",
        "suggest_recipes",
    ];
    assert_eq!(names, reading);
    let call =
        session.call(3, "tools/call", json!({"name": "delete_recipe", "arguments": {"recipe": "soup"}}));
    let nobody =
        session.call(4, "tools/call", json!({"name": "no_such_tool", "arguments": {"recipe": "soup"}}));
    assert_eq!(call["error"]["code"], -32602, "{call}");
    let unnamed = |answer: &Value| answer["error"].to_string().replace("no_such_tool", "delete_recipe");
    assert_eq!(unnamed(&call), unnamed(&nobody), "a hidden tool is as unknown as one that never was");
    session.end();
}

/// Some clients start a server twice, the first time only to see what it is, and kill that one at once.
#[test]
fn a_start_touches_no_network() {
    let mealie = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    mealie.set_nonblocking(true).unwrap();
    let address = format!("http://{}", mealie.local_addr().unwrap());
    let mut session = Session::start(&[("MEALIE_URL", &address), ("MEALIE_API_TOKEN", "token")]);
    session.initialize();
    list(&mut session, 2, json!({}));
    session.end();
    assert_eq!(mealie.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

/// What Node starts its children with.
#[test]
#[cfg(unix)]
fn sockets_on_standard_input_and_output_are_served() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    let (mut input, theirs_in) = UnixStream::pair().unwrap();
    let (output, theirs_out) = UnixStream::pair().unwrap();
    output.set_read_timeout(Some(crate::session::PATIENCE)).unwrap();
    let mut child = crate::session::server(&[])
        .stdin(OwnedFd::from(theirs_in))
        .stdout(OwnedFd::from(theirs_out))
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    writeln!(input, r#"{{"jsonrpc":"2.0","id":1,"method":"ping"}}"#).unwrap();
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["id"], 1);
    // The blocking pool would be a thread that waits in `read`; without it there is one thread.
    #[cfg(target_os = "linux")]
    assert_eq!(std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().count(), 1);
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn pipes_are_served_without_a_second_thread() {
    let mut session = Session::start(&[]);
    session.initialize();
    assert_eq!(std::fs::read_dir(format!("/proc/{}/task", session.child.id())).unwrap().count(), 1);
    session.end();
}

/// A client that does not wait for the end of its input to be noticed sends SIGTERM.
#[test]
#[cfg(unix)]
fn sigterm_ends_the_server_with_exit_code_0_though_the_input_is_open() {
    let mut session = Session::start(&[]);
    session.initialize();
    let told = std::process::Command::new("kill").arg(session.child.id().to_string()).status().unwrap();
    assert!(told.success());
    assert_eq!(session.child.wait().unwrap().code(), Some(0));
}
