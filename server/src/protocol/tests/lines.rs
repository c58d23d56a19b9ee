//! What comes over the line: messages and what is none, both eras, the end of it. Nobody is asked anything here.

use super::*;

#[tokio::test]
async fn bnd_8_a_panic_in_a_tool_is_answered_and_the_server_lives_on() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let answer = client.ask(&call(1, "panics", "{}")).await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert!(!answer.to_string().contains("s3same"), "{answer}");
    assert_eq!(client.ask(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await["result"], json!({}));
}

#[tokio::test]
async fn era_1_what_comes_before_the_first_request_ends_nothing() {
    let mut client = Client::start(DEADLINE);
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    client.send(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#).await;
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/made-up"}"#).await;
    assert_eq!(client.ask(&initialize("{}")).await["id"], 0);
}

#[tokio::test]
async fn era_1_after_a_request_of_the_new_era_the_old_handshake_is_served_all_the_same() {
    for first in [modern(1, "server/discover", json!({})), modern(1, "tools/list", json!({}))] {
        let mut client = Client::start(DEADLINE);
        assert!(client.ask(&first).await["result"].is_object(), "{first}");
        assert_eq!(client.ask(&initialize("{}")).await["result"]["protocolVersion"], "2025-11-25");
        let plain = client.ask(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
        assert_eq!(plain["result"]["tools"].as_array().map(Vec::len), Some(2), "{plain}");
        let again = client.ask(&modern(3, "tools/list", json!({}))).await;
        assert_eq!(again["result"]["cacheScope"], "private", "{again}");
    }
}

#[tokio::test]
async fn era_2_every_protocol_fault_has_its_code() {
    let mut client = Client::start(DEADLINE);
    let unknown_version = modern(1, "tools/list", json!({})).replace("2026-07-28", "2099-01-01");
    let no_capabilities = modern(1, "tools/list", json!({})).replace("clientCapabilities", "x");
    let odd_capabilities = modern(1, "tools/list", json!({})).replace(r#"{"elicitation":{}}"#, "true");
    for (row, message, code) in [
        ("no _meta", r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.to_owned(), -32602),
        ("no capabilities", no_capabilities, -32602),
        ("capabilities that are none", odd_capabilities, -32602),
        ("an unknown version", unknown_version, -32022),
        ("a call without a name", modern(1, "tools/call", json!({})), -32602),
        (
            "arguments that are a list",
            modern(1, "tools/call", json!({"name": "asks", "arguments": []})),
            -32602,
        ),
        (
            "a state that is a number",
            modern(1, "tools/call", json!({"name": "asks", "requestState": 5})),
            -32602,
        ),
        (
            "answers that are a list",
            modern(1, "tools/call", json!({"name": "asks", "inputResponses": []})),
            -32602,
        ),
        (
            "an initialize without params",
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#.to_owned(),
            -32602,
        ),
        ("an unknown tool", modern(1, "tools/call", json!({"name": "fly"})), -32602),
        ("a cursor that nobody gave", modern(1, "tools/list", json!({"cursor": "2"})), -32602),
        ("an unknown method", modern(1, "recipes/fly", json!({})), -32601),
        ("ping in the new era", modern(1, "ping", json!({})), -32601),
    ] {
        let answer = client.ask(&message).await;
        assert_eq!(answer["error"]["code"], code, "{row}: {answer}");
        assert_eq!(answer["id"], 1, "{row}: {answer}");
    }
    let supported = client.ask(&modern(1, "tools/list", json!({})).replace("2026-07-28", "2099-01-01")).await;
    let supported = supported["error"]["data"]["supported"].to_string();
    assert!(supported.contains("2025-11-25") && supported.contains("2026-07-28"), "{supported}");
}

#[tokio::test]
async fn bnd_6_what_is_no_message_is_answered_or_skipped() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{}1{}}}"#,
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    for (row, line, code, id) in [
        ("no JSON", "{soup", -32700, Value::Null),
        ("nested too deep", deep.as_str(), -32602, json!(1)),
        ("a batch", r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, Value::Null),
        ("a batch of two", r#"[{"id":1,"method":"a"},{"id":2,"method":"b"}]"#, -32600, Value::Null),
        ("an id of null", r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, Value::Null),
        (
            "half a surrogate",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\ud800"}}"#,
            -32602,
            json!(1),
        ),
        (
            "a number beyond all",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1e999}}"#,
            -32602,
            json!(1),
        ),
        ("a word", "true", -32600, Value::Null),
        ("no method", r#"{"jsonrpc":"2.0","id":1}"#, -32600, Value::Null),
        ("another version", r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, json!(1)),
        ("an id that is an object", r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, Value::Null),
        ("a method that is a number", r#"{"jsonrpc":"2.0","id":"a","method":5}"#, -32600, json!("a")),
    ] {
        let answer = client.ask(line).await;
        assert_eq!(answer["error"]["code"], code, "{row}: {answer}");
        assert_eq!(answer["id"], id, "{row}: {answer}");
    }
    let input = client.input.as_mut().unwrap();
    input.write_all(b"\xff\xfe{}\n\n\r\n").await.unwrap();
    assert_eq!(client.hear().await["error"]["code"], -32700, "bytes that are no UTF-8");
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}"#).await;
    let last = "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}\r";
    assert_eq!(client.ask(last).await["id"], 9, "a byte-order mark and a carriage return are no trouble");
}

#[tokio::test]
async fn bnd_6_a_message_of_very_many_values_is_answered_without_being_made() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let many = format!("[{}0]", "0,".repeat(100_000));
    let answer = client.ask(&call(1, "asks", &format!(r#"{{"number":{many}}}"#))).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert_eq!(answer["id"], 1, "{answer}");
    assert!(answer.to_string().contains("more than 20,000 JSON values"), "{answer}");
    assert_eq!(client.ask(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#).await["id"], 2);
}

/// A client that sends and does not read is not read from either, once enough is in flight; nothing is lost by that.
#[tokio::test]
async fn bnd_6_more_requests_than_can_be_in_flight_wait_and_are_all_answered() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let mut input = client.input.take().unwrap();
    let sending = tokio::spawn(async move {
        for id in 1..=2_000 {
            let ping = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
            input.write_all(ping.as_bytes()).await.unwrap();
        }
        input
    });
    let mut answered = std::collections::HashSet::new();
    for _ in 1..=2_000 {
        answered.insert(client.hear().await["id"].as_u64().unwrap());
    }
    assert_eq!(answered.len(), 2_000);
    client.input = Some(sending.await.unwrap());
}

/// A call keeps its arguments until it is answered, and a question may wait for a quarter of an hour.
#[tokio::test]
async fn bnd_7_large_requests_do_not_pile_up_while_their_questions_wait() {
    let mut client = Client::initialized(FORMS, DEADLINE).await;
    let large = |id| call(id, "asks", &format!(r#"{{"number":0,"note":"long{}"}}"#, "g".repeat(5 << 20)));
    let question = client.ask(&large(1)).await;
    assert_eq!(question["method"], "elicitation/create", "{question}");
    let refused = client.ask(&large(2)).await;
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(2), &json!(-32000)), "{refused}");
    assert_eq!(
        client.ask(r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#).await["id"],
        3,
        "small ones go through"
    );
    let no = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "cancel"}});
    assert_eq!(client.ask(&no.to_string()).await["id"], 1);
    assert_eq!(client.ask(&large(4)).await["method"], "elicitation/create", "there is room again");
}

#[tokio::test]
async fn era_5_a_revision_without_errors_that_have_no_id_gets_none() {
    let mut client = Client::start(DEADLINE);
    client.ask(&initialize("{}").replace("2025-11-25", "2025-06-18")).await;
    client.send("{soup").await;
    client.send("true").await;
    assert_eq!(client.ask(r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#).await["id"], 9);
}

/// A client that is gone but for the open end of a full pipe.
#[tokio::test(start_paused = true)]
async fn bnd_6_the_end_of_input_ends_the_server_though_nobody_reads() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let mut input = client.input.take().unwrap();
    for id in 1..=100 {
        let list = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/list\"}}\n");
        if timeout(Duration::from_secs(1), input.write_all(list.as_bytes())).await.is_err() {
            break;
        }
    }
    let _ = timeout(Duration::from_secs(1), input.shutdown()).await;
    timeout(DEADLINE, client.server).await.expect("the end in time").unwrap();
}

#[tokio::test]
async fn bnd_6_a_line_that_is_too_long_is_not_kept_and_the_next_one_is_read() {
    let mut client = Client::initialized("{}", DEADLINE).await;
    let mut input = client.input.take().unwrap();
    let sending = tokio::spawn(async move {
        let piece = vec![b'a'; 1 << 20];
        for _ in 0..17 {
            input.write_all(&piece).await.unwrap();
        }
        input.write_all(b"\n{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}\n").await.unwrap();
        input
    });
    let answer = client.hear().await;
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
    assert_eq!(client.hear().await["id"], 9);
    client.input = Some(sending.await.unwrap());
}
