//! Questions over the wire: asked, answered, withdrawn, too many, and answered many times. Each test writes under a
//! number of its own.

use super::*;

/// Nothing that cannot be read counts as a yes, and the question does not stay open either.
#[tokio::test]
async fn ask_4_an_answer_that_cannot_be_read_is_no_yes() {
    let mut client = Client::initialized(FORMS, DEADLINE).await;
    for (id, bent) in [
        (1, r#""result":{"action":"accept","content":{"confirm":true,"n":1e999}}"#),
        (2, r#""result":{"action":"accept","content":{"confirm":true,"n":"\ud800"}}"#),
        (3, r#""error":{"code":"x"}"#),
    ] {
        let question = client.ask(&call(id, "asks", r#"{"number":8}"#)).await;
        let answer = client.ask(&format!(r#"{{"jsonrpc":"2.0","id":{},{bent}}}"#, question["id"])).await;
        assert_eq!(answer["id"], id, "{answer}");
        assert_eq!(answer["result"]["isError"], true, "{answer}");
    }
    assert_eq!(written(8), 0);
}

/// The TypeScript SDK 1.x cannot withdraw a question whose id is 0.
#[tokio::test]
async fn the_first_question_has_another_id_than_0_and_its_answer_finds_it() {
    for as_text in [false, true] {
        let mut client = Client::initialized(FORMS, DEADLINE).await;
        let number = if as_text { 10 } else { 9 };
        let question = client.ask(&call(1, "asks", &format!(r#"{{"number":{number}}}"#))).await;
        assert_eq!(question["id"], 1, "{question}");
        let id = if as_text { json!("1") } else { json!(1) };
        let yes =
            json!({"jsonrpc": "2.0", "id": id, "result": {"action": "accept", "content": {"confirm": true}}});
        let answer = client.ask(&yes.to_string()).await;
        assert_eq!(answer["result"]["structuredContent"]["status"], "done", "{answer}");
        assert_eq!(written(number), 1);
    }
}

#[tokio::test]
async fn ask_4_the_end_of_input_with_a_question_open_ends_the_server_at_once() {
    let mut client = Client::initialized(FORMS, Duration::from_secs(3_600)).await;
    let question = client.ask(&call(1, "asks", r#"{"number":1}"#)).await;
    assert_eq!(question["method"], "elicitation/create", "{question}");
    client.ends().await;
    assert_eq!(written(1), 0);
}

#[tokio::test]
async fn ask_4_a_call_that_is_cancelled_takes_its_question_back_and_writes_nothing() {
    let mut client = Client::initialized(FORMS, DEADLINE).await;
    let question = client.ask(&call(1, "asks", r#"{"number":2}"#)).await;
    let withdrawn =
        client.ask(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    assert_eq!(withdrawn["method"], "notifications/cancelled", "{withdrawn}");
    assert_eq!(withdrawn["params"]["requestId"], question["id"], "{withdrawn}");
    let late = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"confirm": true}}});
    client.send(&late.to_string()).await;
    assert_eq!(client.ask(r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#).await["id"], 5);
    assert_eq!(written(2), 0);
}

#[tokio::test(start_paused = true)]
async fn ask_4_silence_ends_the_question_and_writes_nothing() {
    let mut client = Client::initialized(FORMS, Duration::from_secs(5)).await;
    client.ask(&call(1, "asks", r#"{"number":3}"#)).await;
    let withdrawn = client.hear().await;
    assert_eq!(withdrawn["method"], "notifications/cancelled", "{withdrawn}");
    let answer = client.hear().await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(answer.to_string().contains("Nothing was changed: nobody answered"), "{answer}");
    assert_eq!(written(3), 0);
}

#[tokio::test(start_paused = true)]
async fn ask_21_a_waiting_question_is_told_of_every_ten_seconds() {
    let mut client = Client::initialized(FORMS, Duration::from_secs(35)).await;
    let asking = call(1, "asks", r#"{"number":4}"#)
        .replace(r#""arguments""#, r#""_meta":{"progressToken":"p"},"arguments""#);
    let started = tokio::time::Instant::now();
    client.ask(&asking).await;
    for told in 1..=3 {
        let progress = client.hear().await;
        assert_eq!(progress["method"], "notifications/progress", "{progress}");
        assert_eq!(progress["params"]["progressToken"], "p");
        assert_eq!(started.elapsed().as_secs(), told * 10);
    }
}

#[tokio::test]
async fn ask_20_the_twenty_first_open_question_is_not_asked() {
    let mut client = Client::initialized(FORMS, DEADLINE).await;
    for id in 1..=20 {
        assert_eq!(client.ask(&call(id, "asks", r#"{"number":5}"#)).await["method"], "elicitation/create");
    }
    let answer = client.ask(&call(21, "asks", r#"{"number":5}"#)).await;
    assert_eq!(answer["id"], 21, "{answer}");
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(answer.to_string().contains("nobody was asked"), "{answer}");
}

#[tokio::test]
async fn tok_1_a_client_that_does_not_know_how_to_ask_gets_the_token_and_can_use_it() {
    let mut client = Client::initialized(FORMS, DEADLINE).await;
    let mut arguments = json!({"number": 6});
    for turn in 1..=2 {
        let question = client.ask(&call(turn, "asks", &arguments.to_string())).await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        let error =
            json!({"jsonrpc": "2.0", "id": question["id"], "error": {"code": -32601, "message": "what?"}});
        let answer = client.ask(&error.to_string()).await;
        let structured = &answer["result"]["structuredContent"];
        if turn == 1 {
            assert_eq!(structured["status"], "confirmation_required", "{answer}");
            assert_eq!(structured["reason"], "client_cannot_show_a_dialog", "{answer}");
            arguments["confirm_token"] = structured["confirm_token"].clone();
            assert_eq!(written(6), 0);
        } else {
            assert_eq!(structured["status"], "done", "{answer}");
            assert_eq!(written(6), 1);
        }
    }
}

#[tokio::test]
async fn seal_4_one_answer_sent_many_times_at_once_writes_once() {
    let mut client = Client::start(DEADLINE);
    let params = json!({"name": "asks", "arguments": {"number": 7}});
    let question = client.ask(&modern(1, "tools/call", params.clone())).await;
    let result = &question["result"];
    assert_eq!(result["resultType"], "input_required", "{question}");
    let key = result["inputRequests"].as_object().unwrap().keys().next().unwrap().clone();
    let mut retry = params;
    retry["requestState"] = result["requestState"].clone();
    retry["inputResponses"] = json!({key: {"action": "accept", "content": {"confirm": true}}});
    for id in 2..52 {
        client.send(&modern(id, "tools/call", retry.clone())).await;
    }
    let mut done = 0;
    for _ in 2..52 {
        let answer = client.hear().await;
        match answer["result"]["resultType"].as_str() {
            Some("complete") => done += 1,
            Some("input_required") => {}
            _ => panic!("{answer}"),
        }
    }
    assert_eq!((done, written(7)), (1, 1));
}

/// Whatever a client is given to carry, the key is not in it, in no part and no spelling.
#[tokio::test]
async fn seal_1_the_key_is_in_nothing_that_goes_out() {
    use base64::Engine as _;
    use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

    let mut wrote = String::new();
    let mut client = Client::start(DEADLINE);
    let sealed =
        client.ask(&modern(1, "tools/call", json!({"name": "asks", "arguments": {"number": 15}}))).await;
    let state = sealed["result"]["requestState"].as_str().expect("a sealed state").to_owned();
    let mut retry = json!({"name": "asks", "arguments": {"number": 15}, "inputResponses": {}});
    retry["requestState"] = json!(format!("{state}x"));
    wrote += &client.ask(&modern(2, "tools/call", retry)).await.to_string();
    wrote += &sealed.to_string();
    let mut client = Client::initialized("{}", DEADLINE).await;
    let slip = client.ask(&call(1, "asks", r#"{"number":15}"#)).await;
    let token = slip["result"]["structuredContent"]["confirm_token"].as_str().expect("a slip").to_owned();
    wrote += &slip.to_string();
    wrote += &client.ask(&call(2, "panics", "{}")).await.to_string();
    wrote += &client
        .ask(&call(3, "asks", r#"{"number":15,"confirm_token":"a token of somebody else"}"#))
        .await
        .to_string();

    let mut bytes = wrote.into_bytes();
    for carried in [&state, &token] {
        for piece in carried.split('.') {
            bytes.extend(URL_SAFE_NO_PAD.decode(piece).unwrap_or_default());
        }
    }
    for part in KEY.windows(6) {
        let hex: String = part.iter().map(|byte| format!("{byte:02x}")).collect();
        let spellings = [part.to_vec(), hex.into_bytes(), STANDARD_NO_PAD.encode(part).into_bytes()];
        for spelling in spellings {
            assert!(
                !bytes.windows(spelling.len()).any(|window| window == spelling),
                "{}",
                String::from_utf8_lossy(part)
            );
        }
    }
}
