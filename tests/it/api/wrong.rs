//! Requests that make no sense: each is answered with a problem that explains it, none with a 5xx.

use super::house::House;

const JSON: &str = "application/json";
const GUESTS: &str = "/v1/guests";

/// Method, path, content type, body, and the status and code that answer it.
type Wrong = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    u16,
    &'static str,
);

// One row a request.
#[rustfmt::skip]
const TABLE: &[Wrong] = &[
    ("GET", "/", "", "", 404, "not-found"),
    ("GET", "/v1", "", "", 404, "not-found"),
    ("GET", "/v1/", "", "", 404, "not-found"),
    ("GET", "/v1/guests/", "", "", 404, "not-found"),
    ("GET", "/v1//games", "", "", 404, "not-found"),
    ("GET", "/V1/games", "", "", 404, "not-found"),
    ("GET", "/v1/games/%ff", "", "", 404, "game-not-found"),
    ("GET", "/v1/games/..%2f..%2fetc", "", "", 404, "game-not-found"),
    ("GET", "/problems/%00", "", "", 404, "not-found"),
    ("GET", GUESTS, "", "", 405, "method-not-allowed"),
    ("DELETE", "/v1/games", "", "", 405, "method-not-allowed"),
    ("FOO", "/healthz", "", "", 405, "method-not-allowed"),
    ("POST", GUESTS, "", r#"{"name":"A"}"#, 415, "unsupported-media-type"),
    ("POST", GUESTS, "text/plain", r#"{"name":"A"}"#, 415, "unsupported-media-type"),
    ("POST", GUESTS, "application/jsonx", r#"{"name":"A"}"#, 415, "unsupported-media-type"),
    ("POST", GUESTS, JSON, "", 400, "malformed-body"),
    ("POST", GUESTS, JSON, "{", 400, "malformed-body"),
    ("POST", GUESTS, JSON, "nul", 400, "malformed-body"),
    ("POST", GUESTS, JSON, r#"{"name":"A",}"#, 400, "malformed-body"),
    ("POST", GUESTS, JSON, r#"{"name":"A"}{}"#, 400, "malformed-body"),
    ("POST", GUESTS, JSON, r"{'name':'A'}", 400, "malformed-body"),
    ("POST", GUESTS, JSON, r#"{"name":"\ud800"}"#, 400, "malformed-body"),
    ("POST", GUESTS, JSON, "null", 422, "invalid-field"),
    ("POST", GUESTS, JSON, r#"["A"]"#, 422, "invalid-field"),
    ("POST", GUESTS, JSON, r#""A""#, 422, "invalid-field"),
    ("POST", GUESTS, JSON, "{}", 422, "invalid-field"),
    ("POST", GUESTS, JSON, r#"{"name":1}"#, 422, "invalid-field"),
    ("POST", GUESTS, JSON, r#"{"name":null}"#, 422, "invalid-field"),
    ("POST", GUESTS, JSON, r#"{"name":""}"#, 422, "invalid-field"),
    ("POST", GUESTS, JSON, r#"{"name":"a\u0000b"}"#, 422, "invalid-field"),
    ("POST", GUESTS, JSON, r#"{"name":"a\u202eb"}"#, 422, "invalid-field"),
    ("POST", GUESTS, JSON, r#"{"name":"A","name":"B"}"#, 422, "invalid-field"),
    ("POST", GUESTS, JSON, r#"{"name":"A","device":"short"}"#, 422, "invalid-field"),
    ("POST", GUESTS, JSON, r#"{"name":"A","admin":true}"#, 422, "unknown-field"),
    ("POST", "/v1/tokens", JSON, r#"{"refresh_token":"rt_x"}"#, 401, "refresh-refused"),
    ("POST", "/v1/tokens", JSON, r#"{"refresh_token":7}"#, 422, "invalid-field"),
    ("POST", "/v1/games", JSON, r#"{"ruleset":"quick"}"#, 401, "unauthenticated"),
    ("POST", "/v1/games", "text/plain", "x", 401, "unauthenticated"),
    ("GET", "/v1/games?status=lost", "", "", 400, "invalid-parameter"),
    ("GET", "/v1/games?limit=101", "", "", 400, "invalid-parameter"),
    ("GET", "/v1/games?limit=-1", "", "", 400, "invalid-parameter"),
    ("GET", "/v1/games?limit=1&limit=2", "", "", 400, "invalid-parameter"),
    ("GET", "/v1/games?offset=1", "", "", 400, "invalid-parameter"),
    ("GET", "/v1/games?cursor=AAAA", "", "", 400, "invalid-parameter"),
];

pub(super) async fn every_wrong_request_is_explained(house: &House) {
    let client = house.stranger();
    for (method, path, content_type, body, status, code) in TABLE {
        let mut request = client.request(method, path);
        if !content_type.is_empty() {
            request = request.header("content-type", content_type);
        }
        if *method == "POST" {
            request = request.body(body);
        }
        let answer = request.send().await.problem(*status, code);
        if matches!(
            *code,
            "invalid-field" | "unknown-field" | "invalid-parameter"
        ) {
            assert!(
                !answer.text("/errors/0/detail").is_empty(),
                "{}",
                answer.raw
            );
        }
    }
    too_large(house).await;
}

async fn too_large(house: &House) {
    let client = house.stranger();
    let name = "x".repeat(17_000);
    let body = client
        .post(GUESTS, &serde_json::json!({ "name": name }))
        .await;
    body.problem(413, "body-too-large");
    let head = client
        .request("GET", "/healthz")
        .header("x-filler", &"x".repeat(40_000));
    head.send().await.problem(431, "headers-too-large");
    let coded = client
        .request("POST", GUESTS)
        .header("content-encoding", "gzip");
    let coded = coded.json(&serde_json::json!({ "name": "A" })).send().await;
    coded.problem(415, "unsupported-media-type");
}
