//! The frame around every request, in good and bad moments.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use super::house::House;
use super::moody::Mood;

pub(super) async fn it_lives_and_is_ready(house: &House) {
    let client = house.stranger();
    assert_eq!(client.get("/healthz").await.ok(200).text("/status"), "ok");
    client.get("/readyz").await.ok(200);
    let head = client.request("HEAD", "/healthz").send().await.ok(200);
    assert_eq!(head.raw, "");
    let keys = client.get("/.well-known/jwks.json").await.ok(200);
    assert_eq!(keys.at("/keys").as_array().unwrap().len(), 2);
}

pub(super) async fn every_answer_has_an_id_and_security_headers(house: &House) {
    let client = house.stranger();
    let first = client.get("/nothing").await.problem(404, "not-found");
    let second = client.get("/v1/me").await.problem(401, "unauthenticated");
    assert_eq!(second.header("www-authenticate"), "Bearer");
    for answer in [&first, &second] {
        let id = answer.header("x-request-id");
        assert_eq!(answer.text("/instance"), format!("/requests/{id}"));
        assert_eq!(answer.header("x-frame-options"), "DENY");
        assert_eq!(answer.header("cache-control"), "no-store");
    }
    assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
}

pub(super) async fn the_id_of_a_proxy_is_kept(house: &House) {
    let client = house.stranger();
    let send = |id: &'static str| {
        let request = client.request("GET", "/healthz").header("x-request-id", id);
        async {
            request
                .send()
                .await
                .ok(200)
                .header("x-request-id")
                .to_owned()
        }
    };
    assert_eq!(send("proxy-1.2_3").await, "proxy-1.2_3");
    assert_ne!(send("a b").await, "a b");
    assert_ne!(send("<script>").await, "<script>");
}

pub(super) async fn problems_are_described_where_their_type_leads(house: &House) {
    let client = house.stranger();
    let list = client.get("/problems").await.ok(200);
    for problem in list.at("/problems").as_array().unwrap() {
        let page = client.get(problem["type"].as_str().unwrap()).await.ok(200);
        assert_eq!(&page.body, problem);
    }
    client
        .get("/problems/no-such-problem")
        .await
        .problem(404, "not-found");
}

pub(super) async fn the_document_and_its_reader_are_served(house: &House) {
    let client = house.stranger();
    assert_eq!(
        client.get("/openapi.json").await.ok(200).text("/openapi"),
        "3.1.0"
    );
    let page = client.get("/docs/").await.ok(200);
    assert!(page.raw.contains("swagger-ui"), "{}", page.raw);
    assert!(
        !page.raw.contains("https://"),
        "asks nobody else: {}",
        page.raw
    );
    let settings = client.get("/docs/swagger-initializer.js").await.ok(200);
    assert!(settings.raw.contains("/openapi.json"), "{}", settings.raw);
    assert!(page.header("content-security-policy").contains("'self'"));
}

pub(super) async fn a_wrong_method_is_told_the_right_ones(house: &House) {
    let client = house.stranger();
    for (method, path, allow) in [
        ("PUT", "/healthz", "GET, HEAD"),
        ("TRACE", "/v1/guests", "POST"),
        ("PATCH", "/v1/games", "GET, HEAD, POST"),
    ] {
        let answer = client.request(method, path).send().await;
        let answer = answer.problem(405, "method-not-allowed");
        assert_eq!(answer.header("allow"), allow);
    }
    let options = client.request("OPTIONS", "/v1/games").send().await.ok(204);
    assert_eq!(options.header("allow"), "GET, HEAD, POST");
}

pub(super) async fn a_store_that_is_away_is_told_and_survived(house: &House) {
    let client = house.guest("Ana").await;
    house.mood(Mood::Away);
    let answers = [
        client.get("/readyz").await,
        client.get("/v1/me").await,
        client.get("/v1/games").await,
        client.post("/v1/guests", &json!({"name": "Bo"})).await,
    ];
    for answer in answers {
        let answer = answer.problem(503, "store-unavailable");
        assert_eq!(answer.header("retry-after"), "1");
        assert!(
            !answer.raw.contains("sqlx") && !answer.raw.contains("pool"),
            "{}",
            answer.raw
        );
    }
    client.get("/healthz").await.ok(200);
    house.mood(Mood::Good);
    client.get("/v1/me").await.ok(200);
}

pub(super) async fn a_bug_is_answered_with_an_id_and_nothing_else(house: &House) {
    let client = house.guest("Ana").await;
    for mood in [Mood::Corrupt, Mood::Panic] {
        house.mood(mood);
        let answer = client.get("/v1/me").await.problem(500, "internal");
        assert!(!answer.raw.contains("told to"), "{}", answer.raw);
        assert!(answer.text("/instance").len() > 20);
        house.mood(Mood::Good);
        client.get("/v1/me").await.ok(200);
    }
}

pub(super) async fn a_server_that_stops_takes_nothing_on(house: &House) {
    house.stop_writing();
    let client = house.stranger();
    let answer = client.post("/v1/guests", &json!({"name": "Ana"})).await;
    assert_eq!(answer.problem(503, "overloaded").header("retry-after"), "1");
}

/// A connection that is closed after an answer leaves the client in doubt about its next move.
pub(super) async fn a_refused_post_does_not_close_the_connection(house: &House) {
    let mut stream = TcpStream::connect(house.address()).unwrap();
    for _ in 0..3 {
        stream
            .write_all(b"POST /v1/games HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n")
            .unwrap();
        stream.flush().unwrap();
        stream.write_all(b"{}").unwrap();
        assert!(answer(&mut stream).starts_with("HTTP/1.1 401 "));
    }
}

pub(super) async fn a_slow_body_is_not_waited_for(house: &House) {
    let mut stream = TcpStream::connect(house.address()).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    let head = b"POST /v1/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
        content-length: 20\r\n\r\n{\"name\"";
    stream.write_all(head).unwrap();
    let answer = answer(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("\"code\":\"request-timeout\""), "{answer}");
    house.record().problem("request-timeout");
}

/// A proxy in front could read them the other way (request smuggling).
pub(super) async fn a_request_that_reads_two_ways_is_refused(house: &House) {
    const CHUNKED: &str = "transfer-encoding: chunked\r\n";
    let heads = [
        format!("POST /v1/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n{CHUNKED}"),
        "POST /v1/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n"
            .to_owned(),
        "POST /v1/guests HTTP/1.1\r\nhost: x\r\ncontent-length: +5\r\n".to_owned(),
        format!("POST /v1/guests HTTP/1.0\r\nhost: x\r\n{CHUNKED}"),
        "GET /healthz HTTP/1.1\r\nhost : x\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n".to_owned(),
        "GET /health z HTTP/1.1\r\nhost: x\r\n".to_owned(),
    ];
    for head in heads {
        let mut stream = TcpStream::connect(house.address()).unwrap();
        stream
            .write_all(format!("{head}\r\n0\r\n\r\n").as_bytes())
            .unwrap();
        let answer = answer(&mut stream);
        assert!(
            answer.starts_with("HTTP/1.1 400 ") || answer.starts_with("HTTP/1.0 400 "),
            "{head}{answer}"
        );
    }
}

pub(super) async fn counters_tell_routes_and_codes_but_no_ids(house: &House) {
    let client = house.guest("Ana").await;
    let body = json!({"ruleset": "quick"});
    let game = client.post("/v1/games", &body).await.ok(201);
    let id = game.text("/game/id");
    client.get(&format!("/v1/games/{id}")).await.ok(200);
    client.get("/nothing/4711").await.problem(404, "not-found");
    let counters = house.counters();
    for expected in [
        r#"http_requests_total{route="/v1/games/{id}",method="GET",status="200"} 1"#,
        r#"http_requests_total{route="unmatched",method="GET",status="404"} 1"#,
        r#"http_problems_total{code="not-found"} 1"#,
        "petits_chevaux_writer_rounds_total 3",
    ] {
        assert!(
            counters.contains(expected),
            "{expected} is not in {counters}"
        );
    }
    assert!(
        !counters.contains(id) && !counters.contains("4711"),
        "{counters}"
    );
}

/// One whole answer with a content length.
fn answer(stream: &mut TcpStream) -> String {
    let (mut text, mut piece) = (String::new(), [0; 4_096]);
    loop {
        let count = stream.read(&mut piece).unwrap();
        assert!(count > 0, "the connection was closed after {text:?}");
        text.push_str(std::str::from_utf8(&piece[..count]).unwrap());
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        if body.len() >= length.unwrap_or("0").parse::<usize>().unwrap() {
            return text;
        }
    }
}

/// Milliseconds since 1970 UTC: the first 48 bits of an id of version 7.
fn made_at_ms(id: &str) -> i64 {
    let digits: String = id.replace('-', "").chars().take(12).collect();
    i64::from_str_radix(&digits, 16).unwrap()
}

pub(super) async fn ids_and_answers_have_the_time_of_deadlines(house: &House) {
    house.pass_time(400 * 86_400);
    let now_ms = house.app().now_us() / 1_000;
    let ana = house.guest("Ana").await;
    let answer = ana
        .post("/v1/games", &json!({"ruleset": "quick"}))
        .await
        .ok(201);
    assert_eq!(made_at_ms(answer.text("/game/id")), now_ms);
    for answer in [answer, ana.get("/v1/nothing").await] {
        let date = jiff::fmt::rfc2822::parse(answer.header("date")).unwrap();
        assert_eq!(date.timestamp().as_second(), now_ms / 1_000);
    }
}
