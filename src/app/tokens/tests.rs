//! What is accepted as a token, and what is not.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::*;
use crate::app::keys::Keys;
use crate::game::GameId;

const ISSUER: &str = "https://horses.example";
const NOW_US: i64 = 1_800_000_000 * MICROS;
const PLAYER: PlayerId = PlayerId([3; 16]);
const SESSION: SessionId = SessionId([4; 16]);

fn keys() -> Keys {
    Keys::generate(NOW_US).unwrap()
}

fn later(seconds: u64) -> i64 {
    NOW_US + i64::try_from(seconds).unwrap() * MICROS
}

fn signed(keys: &Keys, header: &Value, claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(header), part(claims));
    let (_, signature) = keys.token().sign(message.as_bytes());
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn good_header(keys: &Keys) -> Value {
    json!({"alg": "EdDSA", "typ": "at+jwt", "kid": keys.token().kid().as_str()})
}

fn good_claims() -> Value {
    json!({
        "iss": ISSUER, "aud": ISSUER,
        "sub": PLAYER.to_string(), "sid": Uuid::from_bytes(SESSION.0).to_string(),
        "iat": 1_800_000_000, "nbf": 1_800_000_000, "exp": 1_800_000_900, "jti": "1",
    })
}

#[test]
fn an_access_token_speaks_for_its_player_until_it_expires() {
    let tokens = Tokens::new(ISSUER, keys().token());
    let token = tokens.issue_access(PLAYER, SESSION, NOW_US);
    for moment in [NOW_US - 5 * MICROS, NOW_US, later(ACCESS_S + LEEWAY_S - 1)] {
        let access = tokens.check_access(&token, moment).unwrap();
        assert_eq!((access.player, access.session), (PLAYER, SESSION));
    }
    let expired = tokens.check_access(&token, later(ACCESS_S + LEEWAY_S));
    assert_eq!(expired, Err(TokenError::Expired));
    assert_eq!(
        tokens.check_access(&token, NOW_US - 6 * MICROS),
        Err(TokenError::Invalid)
    );
}

#[test]
fn a_token_survives_a_rotation_of_the_keys() {
    let old = keys();
    let token = Tokens::new(ISSUER, old.token()).issue_access(PLAYER, SESSION, NOW_US);
    let new = Tokens::new(ISSUER, old.rotate(NOW_US).unwrap().token());
    assert!(new.check_access(&token, NOW_US).is_ok());
    let stranger = Tokens::new(ISSUER, keys().token());
    assert_eq!(
        stranger.check_access(&token, NOW_US),
        Err(TokenError::Invalid)
    );
}

#[test]
fn an_invite_is_no_access_token_and_the_reverse() {
    let tokens = Tokens::new(ISSUER, keys().token());
    let invite = Invite {
        game: GameId([9; 16]),
        expires_at_us: later(60),
    };
    let invitation = tokens.issue_invite(invite, NOW_US);
    assert_eq!(tokens.check_invite(&invitation, NOW_US), Ok(invite));
    assert_eq!(
        tokens.check_invite(&invitation, later(66)),
        Err(TokenError::Expired)
    );
    assert_eq!(
        tokens.check_access(&invitation, NOW_US),
        Err(TokenError::Invalid)
    );
    let access = tokens.issue_access(PLAYER, SESSION, NOW_US);
    assert_eq!(
        tokens.check_invite(&access, NOW_US),
        Err(TokenError::Invalid)
    );
}

#[test]
fn every_claim_is_required_and_typed() {
    let keys = keys();
    let tokens = Tokens::new(ISSUER, keys.token());
    let header = good_header(&keys);
    assert!(
        tokens
            .check_access(&signed(&keys, &header, &good_claims()), NOW_US)
            .is_ok()
    );
    for claim in ["iss", "aud", "sub", "sid", "iat", "nbf", "exp", "jti"] {
        for wrong in [
            Value::Null,
            json!([]),
            json!(true),
            json!({}),
            json!("x"),
            json!(-1),
        ] {
            if claim == "jti" && wrong.is_string() {
                continue;
            }
            let mut claims = good_claims();
            claims[claim] = wrong;
            let token = signed(&keys, &header, &claims);
            assert!(tokens.check_access(&token, NOW_US).is_err(), "{claims}");
        }
        let mut claims = good_claims();
        claims.as_object_mut().unwrap().remove(claim);
        let token = signed(&keys, &header, &claims);
        assert!(
            tokens.check_access(&token, NOW_US).is_err(),
            "without {claim}"
        );
    }
}

#[test]
fn a_token_cannot_name_its_own_key_or_algorithm() {
    let keys = keys();
    let tokens = Tokens::new(ISSUER, keys.token());
    let changes = [
        json!({"alg": "none"}),
        json!({"alg": "HS256"}),
        json!({"typ": "JWT"}),
        json!({"typ": null}),
        json!({"kid": "unknown"}),
        json!({"kid": null}),
        json!({"jku": "https://evil.example/keys"}),
        json!({"x5u": "https://evil.example/cert"}),
        json!({"crit": ["b64"], "b64": false}),
    ];
    for change in changes {
        let mut header = good_header(&keys);
        header
            .as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        let token = signed(&keys, &header, &good_claims());
        assert_eq!(
            tokens.check_access(&token, NOW_US),
            Err(TokenError::Invalid),
            "{change}"
        );
    }
}

#[test]
fn a_remembered_token_is_still_bound_to_its_exact_text() {
    let tokens = Tokens::new(ISSUER, keys().token());
    let token = tokens.issue_access(PLAYER, SESSION, NOW_US);
    tokens.check_access(&token, NOW_US).unwrap();
    let cut = &token[..token.len() - 4];
    for forged in [
        cut.to_owned(),
        format!("{cut}AAAA"),
        String::new(),
        "a.b.c".to_owned(),
    ] {
        assert_eq!(
            tokens.check_access(&forged, NOW_US),
            Err(TokenError::Invalid)
        );
    }
    assert_eq!(
        tokens.check_access(&"a".repeat(10_000), NOW_US),
        Err(TokenError::Invalid)
    );
}
