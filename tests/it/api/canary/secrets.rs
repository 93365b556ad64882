//! The secrets of a server: of its key file, of its games, and what it answers to their owners.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use petits_chevaux::app::keys::Keys;
use petits_chevaux::dice::{self, ServerChain, ServerLinks as _};
use petits_chevaux::game::GameId;
use petits_chevaux::store::{Limits, connect};
use serde_json::Value;

use super::super::coverage::Exchange;
use super::own;
use super::search::Needles;

/// The secrets of the key file, and those that are derived from it.
pub(super) fn add_keys(needles: &mut Needles, folder: &Path, keys: &Keys) {
    let text = std::fs::read(folder.join("keys.json")).unwrap();
    let stored: Value = serde_json::from_slice(&text).unwrap();
    for pointer in ["/receipt/secret", "/token/secret", "/sealing/active/secret"] {
        let secret = stored.pointer(pointer).unwrap().as_str().unwrap();
        needles.add(pointer, &URL_SAFE_NO_PAD.decode(secret).unwrap());
    }
    let derived = [
        "pseudonym",
        "petits-chevaux/refresh-successor/v1",
        "petits-chevaux/tree/v1",
    ];
    for label in derived {
        needles.add(label, keys.derive(label).expose());
    }
}

/// The chains of the games that go on: the secret, and every link that was not revealed.
pub(super) async fn add_chains(needles: &mut Needles, keys: &Keys, url: &str) {
    let store = connect(url, Limits::default()).await.unwrap();
    for row in store.catalogue(None, None, 99).await.unwrap() {
        let game = row.head.game;
        let Some(vault) = store.vault(game).await.unwrap() else {
            continue;
        };
        let aad = [
            &b"petits-chevaux/vault/v1/secret\0"[..],
            &game.0,
            &16_384_u32.to_be_bytes(),
        ];
        let secret = keys.open(&aad.concat(), &vault.secret).unwrap();
        needles.add(&format!("the secret of game {game}"), &secret);
        let secret: [u8; 32] = secret.as_slice().try_into().unwrap();
        let events = store.events(game, 0, row.head.seq).await.unwrap();
        let rolls = events.iter().filter_map(|event| event.roll).max();
        let first = u32::try_from(rolls.unwrap_or(0)).unwrap() + 1;
        add_links(needles, game, &secret, first);
    }
}

/// The links of the running segment and of the next one, and every eighth segment's top.
fn add_links(needles: &mut Needles, game: GameId, secret: &[u8; 32], first: u32) {
    let chain = ServerChain::draw(&game.0, &dice::Secret::new(*secret));
    let near = first..first + 130;
    for no in near.chain((first + 130..16_384).step_by(1_009)) {
        let link = chain.tops.reveal(&game.0, no).unwrap();
        let bytes = hex::decode(link.to_string()).unwrap();
        needles.add(&format!("link {no} of game {game}"), &bytes);
    }
}

/// What the server answers to owners, learnt from where it may.
pub(super) fn add_answered(needles: &mut Needles, exchanges: &[Exchange]) {
    for exchange in exchanges {
        for pointer in own(exchange) {
            let body: Value = serde_json::from_str(&exchange.body).unwrap_or_default();
            let Some(secret) = body.pointer(pointer).and_then(Value::as_str) else {
                continue;
            };
            let secret = secret.rsplit('#').next().unwrap();
            let secret = secret.rsplit('=').next().unwrap();
            needles.add(
                &format!("{pointer} of {}", exchange.operation),
                secret.as_bytes(),
            );
        }
    }
}
