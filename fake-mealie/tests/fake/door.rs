//! What every request passes: the token, the paths that lead nowhere, the journal, the reset, the connection.
//! Never about what a route does.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::client::{DEADLINE, Table, request, seen};

/// Seen `about_self/self_*`, `errors/no_auth_*`, `bad_token_beats_422`, `unknown_api_path`.
#[tokio::test]
async fn without_a_token_there_is_nothing_but_about() {
    let table = Table::demo().await;
    for (row, header) in [
        ("none", String::new()),
        ("another", "authorization: Bearer nope\r\n".to_owned()),
        ("empty", "authorization: Bearer \r\n".to_owned()),
        ("another scheme", format!("authorization: Basic {}\r\n", table.mealie.token())),
        ("no scheme", format!("authorization: {}\r\n", table.mealie.token())),
    ] {
        for (method, path, body) in [
            ("GET", "/api/users/self", None),
            ("GET", "/api/recipes/nope", None),
            ("GET", "/api/foods/no-uuid", None),
            ("POST", "/api/comments", Some(json!({}))),
            ("DELETE", "/api/recipes/pea-soup", None),
        ] {
            let answer = table.ask_as(&header, method, path, body).await;
            assert_eq!(answer.status, 401, "{row}, {method} {path}");
            assert_eq!(answer.body, json!({ "detail": "Could not validate credentials" }), "{row}, {path}");
            assert_eq!(answer.header("www-authenticate"), Some("Bearer"), "{row}, {path}");
        }
        assert_eq!(table.ask_as(&header, "GET", "/api/app/about", None).await.status, 200, "{row}");
        assert_eq!(
            table.ask_as(&header, "GET", "/api/nope", None).await.status,
            404,
            "{row}: no route, no login"
        );
        assert_eq!(table.ask_as(&header, "POST", "/api/app/about", None).await.status, 405, "{row}");
    }
    let lower_case = format!("authorization: bearer {}\r\n", table.mealie.token());
    assert_eq!(table.ask_as(&lower_case, "GET", "/api/users/self", None).await.status, 200);
}

/// Seen `about_self/app_about_no_auth`, `self_limited_user`.
#[tokio::test]
async fn about_and_self_have_all_their_keys() {
    let table = Table::empty().await;
    let about = table.get("/api/app/about").await.body;
    assert_eq!(about["version"], "v3.10.2");
    assert_eq!(about.as_object().map(serde_json::Map::len), Some(13));
    let me = table.get("/api/users/self").await.body;
    assert_eq!(
        (&me["username"], &me["admin"], &me["groupSlug"]),
        (&json!("cook"), &json!(false), &json!("home"))
    );
    assert_eq!(me.as_object().map(serde_json::Map::len), Some(19));
    assert!(!me.to_string().contains(table.mealie.token()));
}

/// Seen `errors/unknown_*`, `method_not_allowed*`, `head_recipes`, `options_recipes`, `trailing_slash_*`, `double_slash`.
#[tokio::test]
async fn paths_that_lead_nowhere() {
    let table = Table::demo().await;
    for (row, method, path, status, header) in [
        ("unknown", "GET", "/api/nope", 404, None),
        ("the root", "GET", "/", 404, None),
        ("two slashes", "GET", "//api/recipes", 404, None),
        ("a slash inside a name", "GET", "/api/recipes/a%2Fb", 404, None),
        ("no such method", "DELETE", "/api/recipes", 405, Some(("allow", "GET"))),
        ("HEAD", "HEAD", "/api/recipes", 405, Some(("allow", "GET"))),
        ("OPTIONS", "OPTIONS", "/api/recipes", 405, Some(("allow", "GET"))),
        ("the first route's method only", "POST", "/api/recipes/x", 405, Some(("allow", "GET"))),
        ("a slash too many", "GET", "/api/recipes/", 307, Some(("location", "http://kitchen/api/recipes"))),
        (
            "two too many, and a query",
            "GET",
            "/api/foods//?a=b%20c",
            307,
            Some(("location", "http://kitchen/api/foods?a=b%20c")),
        ),
    ] {
        let answer = table.ask(method, path, None).await;
        assert_eq!(answer.status, status, "{row}");
        if let Some((name, value)) = header {
            assert_eq!(answer.header(name), Some(value), "{row}");
        }
        if status == 404 {
            assert_eq!(answer.body, json!({ "detail": "Not Found" }), "{row}");
        }
    }
}

/// Seen `errors/malformed_json_body`, `empty_body`, `null_body`, `wrong_content_type`, `array_instead_of_object`.
#[tokio::test]
async fn bodies_that_are_none() {
    let table = Table::empty().await;
    for (row, content_type, body, kind) in [
        ("broken", "application/json", "{not json", "json_invalid"),
        ("empty", "application/json", "", "missing"),
        ("null", "application/json", "null", "missing"),
        ("an array", "application/json", "[1]", "model_attributes_type"),
        ("not said to be JSON", "text/plain", "{\"name\":\"x\"}", "model_attributes_type"),
        ("not even text", "application/json", "\u{0}", "json_invalid"),
    ] {
        let raw = format!(
            "POST /api/recipes HTTP/1.1\r\nhost: kitchen\r\nconnection: close\r\nauthorization: Bearer {}\r\n\
             content-type: {content_type}\r\ncontent-length: {}\r\n\r\n{body}",
            table.mealie.token(),
            body.len()
        );
        let answer = seen(&table.raw(&raw).await).expect("an answer");
        assert_eq!((answer.status, &answer.body["detail"][0]["type"]), (422, &json!(kind)), "{row}");
    }
}

#[tokio::test]
async fn a_body_of_many_megabytes_is_refused_and_the_fake_lives_on() {
    let table = Table::empty().await;
    let answer = table.post("/api/recipes", json!({ "name": "x".repeat(17 * 1024 * 1024) })).await;
    assert_eq!(answer.status, 413);
    assert_eq!(table.get("/api/recipes").await.total(), 0);
}

#[tokio::test]
async fn the_journal_holds_what_arrived_in_order() {
    let table = Table::empty().await;
    table.get("/api/recipes?tags=a&tags=b%20c").await;
    table.post("/api/recipes", json!({ "name": "Soup" })).await;
    table.ask_as("", "DELETE", "/api/recipes/soup", None).await;
    table.post("/api/parser/ingredients", json!({ "ingredients": [] })).await;
    let over_http = table.ask_as("", "GET", "/_fake/journal", None).await.body;
    assert_eq!(
        over_http,
        json!([
            { "method": "GET", "path": "/api/recipes", "query": [["tags", "a"], ["tags", "b c"]], "body": null, "status": 200 },
            { "method": "POST", "path": "/api/recipes", "query": [], "body": { "name": "Soup" }, "status": 201 },
            { "method": "DELETE", "path": "/api/recipes/soup", "query": [], "body": null, "status": 401 },
            { "method": "POST", "path": "/api/parser/ingredients", "query": [], "body": { "ingredients": [] }, "status": 200 },
        ])
    );
    assert_eq!(serde_json::to_value(table.mealie.journal()).unwrap(), over_http);
    let writes: Vec<_> =
        table.mealie.writes().into_iter().map(|arrival| arrival.method + " " + &arrival.path).collect();
    assert_eq!(writes, ["POST /api/recipes", "DELETE /api/recipes/soup"], "the parser stores nothing");
}

#[tokio::test]
async fn a_reset_goes_back_to_the_seed_with_the_same_ids() {
    let table = Table::demo().await;
    let before = table.get("/api/recipes?perPage=-1").await.body;
    table.delete("/api/recipes/pea-soup").await;
    table.post("/api/recipes", json!({ "name": "Another" })).await;
    let reset = table.ask_as("", "POST", "/_fake/reset", None).await;
    assert_eq!(reset.status, 200);
    assert_eq!(table.mealie.journal(), [], "the journal is empty, and the reset is not in it");
    assert_eq!(table.get("/api/recipes?perPage=-1").await.body, before);
}

#[tokio::test]
async fn two_fakes_have_two_tokens_and_know_nothing_of_each_other() {
    let (one, two) = (Table::empty().await, Table::empty().await);
    assert_ne!(one.mealie.token(), two.mealie.token());
    let foreign = format!("authorization: Bearer {}\r\n", one.mealie.token());
    assert_eq!(two.ask_as(&foreign, "GET", "/api/users/self", None).await.status, 401);
    one.post("/api/recipes", json!({ "name": "Soup" })).await;
    assert_eq!(two.get("/api/recipes").await.total(), 0);
}

/// Mealie 3.10.2 under uvicorn: a bare 500 is followed by the end of the connection, which no header announces.
#[tokio::test]
async fn after_a_bare_500_the_connection_closes_unannounced() {
    let table = Table::demo().await;
    let authorization = format!("authorization: Bearer {}\r\n", table.mealie.token());
    let keep = |path: &str| request(&authorization, "GET", path, None).replace("connection: close\r\n", "");
    let mut stream = table.connect().await;
    stream.write_all(keep("/api/recipes/nope").as_bytes()).await.unwrap();
    let mut first = vec![0; 4096];
    let read = stream.read(&mut first).await.unwrap();
    assert!(
        String::from_utf8_lossy(&first[..read]).starts_with("HTTP/1.1 404"),
        "a caught error keeps it open"
    );
    stream.write_all(keep("/api/recipes?foods=egg").as_bytes()).await.unwrap();
    let mut rest = String::new();
    // The read ends because the other side closes, though nobody asked it to.
    let read = tokio::time::timeout(DEADLINE, stream.read_to_string(&mut rest)).await;
    read.expect("the connection closes").unwrap();
    let answer = seen(&rest).unwrap();
    assert_eq!((answer.status, answer.text.as_str()), (500, "Internal Server Error"));
    assert_eq!(answer.header("connection"), None);
}

#[tokio::test]
async fn a_fake_that_is_dropped_stops_listening() {
    let table = Table::empty().await;
    let url = table.mealie.url().strip_prefix("http://").unwrap().to_owned();
    let mut idle = table.connect().await;
    idle.write_all(
        request("", "GET", "/api/app/about", None).replace("connection: close\r\n", "").as_bytes(),
    )
    .await
    .unwrap();
    let mut first = vec![0; 4096];
    assert!(idle.read(&mut first).await.unwrap() > 0);
    drop(table);
    assert_eq!(idle.read(&mut first).await.unwrap_or(0), 0, "an idle connection is closed");
    let gone = async {
        while tokio::net::TcpStream::connect(&url).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(DEADLINE, gone).await.expect("the port is free again");
}

/// No request takes the fake down, whatever it is.
#[tokio::test]
async fn odd_requests_are_answered_or_dropped_and_the_fake_lives_on() {
    let table = Table::demo().await;
    let token = table.mealie.token().to_owned();
    let deep = "[".repeat(100_000);
    for raw in [
        "\r\n\r\n".to_owned(),
        "GARBAGE\r\n\r\n".to_owned(),
        "GET /api/recipes HTTP/1.1\r\n\r\n".to_owned(),
        "GET http://elsewhere/api/recipes HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".to_owned(),
        format!(
            "PATCH /api/recipes/pea-soup HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\ncontent-length: {}\r\n\r\n{deep}",
            deep.len()
        ),
        format!(
            "GET /api/recipes/%00%ff%F0%9F%8D%95 HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\r\n"
        ),
        format!(
            "GET /api/recipes?search=%00%ff&orderBy=,&page=-9223372036854775808&perPage=-9223372036854775808 HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\r\n"
        ),
        format!(
            "GET /api/recipes/?a={} HTTP/1.1\r\nhost: \u{1}\r\nconnection: close\r\n\r\n",
            "x".repeat(70_000)
        ),
    ] {
        table.raw_and_no_more(&raw).await;
        assert_eq!(
            table.get("/api/app/about").await.status,
            200,
            "after {:?}",
            raw.chars().take(60).collect::<String>()
        );
    }
    for number in [f64::MAX, -f64::MAX, 1e-300, -0.5] {
        let line =
            json!({ "referenceId": "5e5bdc5f-eddc-48a0-83f8-a90e1505c8a6", "quantity": number, "note": "x" });
        let patched = table
            .patch("/api/recipes/pea-soup", json!({ "recipeServings": number, "recipeIngredient": [line] }))
            .await;
        assert_eq!(patched.status, 200, "{number}");
        assert_ne!(patched.body["recipeIngredient"][0]["display"], Value::Null, "{number}");
    }
}
