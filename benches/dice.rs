//! What an audited roll costs, the database aside: cold (from the sealed segment) and warm.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use petits_chevaux::app::chain_vault::ChainVault;
use petits_chevaux::app::keys::Keys;
use petits_chevaux::dice::{Link, Roll, ServerLinks};
use petits_chevaux::game::GameId;
use petits_chevaux::rules::Die;

fn main() {
    divan::main();
}

const GAME: GameId = GameId(*b"a game of horses");
const SEATS: [Link; 4] = [Link([1; 32]), Link([2; 32]), Link([3; 32]), Link::NONE];

fn roll(links: &dyn ServerLinks) -> Die {
    let inputs = Roll {
        game: &GAME.0,
        number: 1,
        seat: 1,
        links: &SEATS,
    };
    let link = links
        .reveal(&GAME.0, 1)
        .expect("the first link is in the first segment");
    inputs.die(&link)
}

/// Opens the sealed segment and walks all of it: what the first roll after a start costs.
#[divan::bench]
fn cold_roll(bencher: Bencher<'_, '_>) {
    let vault = ChainVault::new(Arc::new(Keys::generate(1).expect("randomness")));
    let drawn = vault.draw(GAME).expect("randomness");
    bencher.bench(|| {
        let segment = vault
            .open_segment(GAME, black_box(&drawn.segment))
            .expect("own seal");
        roll(&segment.links(&GAME.0))
    });
}

/// The link is at hand: HMAC and ChaCha20 remain.
#[divan::bench]
fn warm_roll(bencher: Bencher<'_, '_>) {
    let vault = ChainVault::new(Arc::new(Keys::generate(1).expect("randomness")));
    let drawn = vault.draw(GAME).expect("randomness");
    let segment = vault.open_segment(GAME, &drawn.segment).expect("own seal");
    let links = segment.links(&GAME.0);
    bencher.bench(|| roll(black_box(&links)));
}

/// A new game's chain: 16,384 links and the seals.
#[divan::bench]
fn new_chain(bencher: Bencher<'_, '_>) {
    let vault = ChainVault::new(Arc::new(Keys::generate(1).expect("randomness")));
    bencher.bench(|| vault.draw(black_box(GAME)).expect("randomness").anchor);
}
