//! The server's chain at rest: sealed, opened for its own game only, carried over segment ends.

use std::sync::Arc;

use petits_chevaux::app::chain_vault::ChainVault;
use petits_chevaux::app::keys::Keys;
use petits_chevaux::dice::{SEGMENT_LINKS, ServerLinks};
use petits_chevaux::game::GameId;

use super::service::{GAME, run, service};

#[test]
fn a_game_rolls_on_over_the_ends_of_segments() {
    run(async {
        let service = service();
        let mut game = service.started_alone("six_seat_long", 6).await;
        let first = service.store.snapshot(GAME).await.unwrap().unwrap().segment;
        while game.rolls < 2 * SEGMENT_LINKS + 5 {
            game = service.act(&game).await.expect("a long game").game;
        }
        let later = service.store.snapshot(GAME).await.unwrap().unwrap().segment;
        assert_ne!(first, later, "the sealed segment has moved on");
        let fold = service.app.state_at(GAME, game.version).await.unwrap();
        assert_eq!(fold.save(), game.save());
    });
}

#[test]
fn a_sealed_chain_opens_with_its_own_key_for_its_own_game_only() {
    let vault = ChainVault::new(Arc::new(Keys::generate(1).unwrap()));
    let drawn = vault.draw(GAME).unwrap();
    let segment = vault.open_segment(GAME, &drawn.segment).unwrap();
    let tops = vault.open_tops(GAME, &drawn.vault).unwrap();
    assert_eq!(segment.reveal(&GAME.0, 1), tops.reveal(&GAME.0, 1));
    let other = GameId([8; 16]);
    assert!(vault.open_segment(other, &drawn.segment).is_err());
    assert!(vault.open_tops(other, &drawn.vault).is_err());
    assert!(
        vault.open_segment(GAME, &drawn.vault.tops).is_err(),
        "one kind is not another"
    );
    let stranger = ChainVault::new(Arc::new(Keys::generate(1).unwrap()));
    assert!(stranger.open_segment(GAME, &drawn.segment).is_err());
}

#[test]
fn what_is_stored_of_a_chain_holds_none_of_its_links() {
    let vault = ChainVault::new(Arc::new(Keys::generate(1).unwrap()));
    let drawn = vault.draw(GAME).unwrap();
    let tops = vault.open_tops(GAME, &drawn.vault).unwrap();
    let stored = [drawn.segment, drawn.vault.secret, drawn.vault.tops].concat();
    for no in 1..=300 {
        let link = tops.reveal(&GAME.0, no).unwrap().0;
        assert!(
            !stored.windows(32).any(|window| window == link),
            "link {no}"
        );
    }
}
