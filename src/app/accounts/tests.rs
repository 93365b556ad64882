//! Guests come back by their device; a lost answer never logs a device out; a stolen token does.

use super::*;
use crate::app::Metrics;
use crate::app::clock::SystemClock;
use crate::app::keys::Keys;
use crate::store::MemoryStore;

const MINUTE_US: i64 = 60_000_000;

struct House {
    accounts: Accounts,
    tokens: Arc<Tokens>,
}

fn house() -> House {
    let keys = Arc::new(Keys::generate(0).unwrap());
    let tokens = Arc::new(Tokens::new("https://horses.example", keys.token()));
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let clock = Arc::new(SystemClock);
    let metrics = Arc::new(Metrics::default());
    let (app, writing) = App::new(store, clock, Arc::clone(&keys), metrics);
    tokio::spawn(writing);
    let accounts = Accounts::new(&app, Arc::clone(&tokens));
    House { accounts, tokens }
}

impl House {
    async fn guest(&self, device: Option<&str>) -> (Player, Arrival, TokenPair) {
        let name = PlayerName::new("Zoé").unwrap();
        let device = device.map(|text| DeviceSecret::new(text.to_owned()).unwrap());
        self.accounts.enter(name, device, None, 0).await.unwrap()
    }

    async fn refresh(&self, token: &RefreshToken, now_us: i64) -> Option<RefreshToken> {
        match self.accounts.refresh(&token.reveal(), now_us).await {
            Ok(pair) => {
                self.tokens.check_access(&pair.access, now_us).unwrap();
                Some(pair.refresh)
            }
            Err(AccountError::Refused) => None,
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test]
async fn the_same_device_is_the_same_player() {
    let house = house();
    let (first, arrival, _) = house.guest(Some("device-0123456789")).await;
    assert_eq!(arrival, Arrival::New);
    let (again, arrival, _) = house.guest(Some("device-0123456789")).await;
    assert_eq!((again.id, arrival), (first.id, Arrival::Known));
    let (other, arrival, _) = house.guest(Some("device-9876543210")).await;
    assert_eq!(arrival, Arrival::New);
    assert_ne!(other.id, first.id);
}

#[tokio::test]
async fn without_a_device_every_guest_is_new() {
    let house = house();
    let (first, ..) = house.guest(None).await;
    let (second, arrival, _) = house.guest(None).await;
    assert_eq!(arrival, Arrival::New);
    assert_ne!(first.id, second.id);
}

#[tokio::test]
async fn a_refresh_token_is_exchanged_again_and_again() {
    let house = house();
    let (.., pair) = house.guest(None).await;
    let mut token = pair.refresh;
    for n in 1..20 {
        token = house.refresh(&token, n * 10 * MINUTE_US).await.unwrap();
    }
}

#[tokio::test]
async fn two_requests_that_race_get_the_same_token() {
    let house = house();
    let (.., pair) = house.guest(None).await;
    let first = house.refresh(&pair.refresh, 0).await.unwrap();
    let second = house.refresh(&pair.refresh, 1).await.unwrap();
    assert_eq!(first.reveal(), second.reveal());
    assert!(house.refresh(&second, 2).await.is_some());
}

#[tokio::test]
async fn a_lost_answer_does_not_log_the_device_out() {
    let house = house();
    let (.., pair) = house.guest(None).await;
    let lost = house.refresh(&pair.refresh, 0).await.unwrap();
    let found = house.refresh(&pair.refresh, 90 * MINUTE_US).await.unwrap();
    assert_ne!(found.reveal(), lost.reveal());
    assert!(house.refresh(&found, 91 * MINUTE_US).await.is_some());
}

#[tokio::test]
async fn the_reuse_of_an_old_token_ends_the_session() {
    let house = house();
    let (.., pair) = house.guest(None).await;
    let second = house.refresh(&pair.refresh, 0).await.unwrap();
    let third = house.refresh(&second, 1).await.unwrap();
    assert!(house.refresh(&pair.refresh, 2).await.is_none());
    assert!(house.refresh(&third, 3).await.is_none());
}

#[tokio::test]
async fn a_thief_and_the_owner_cannot_both_go_on() {
    let house = house();
    let (.., pair) = house.guest(None).await;
    let owner = house.refresh(&pair.refresh, 0).await.unwrap();
    let thief = house.refresh(&pair.refresh, 2 * MINUTE_US).await.unwrap();
    assert!(house.refresh(&owner, 3 * MINUTE_US).await.is_none());
    assert!(house.refresh(&thief, 4 * MINUTE_US).await.is_none());
}

#[tokio::test]
async fn an_unused_session_ends_after_180_days() {
    let house = house();
    let (.., pair) = house.guest(None).await;
    let days = |days: i64| days * 24 * 60 * MINUTE_US;
    let used = house.refresh(&pair.refresh, days(179)).await.unwrap();
    let used = house.refresh(&used, days(358)).await.unwrap();
    assert!(house.refresh(&used, days(358 + 180)).await.is_none());
}

#[tokio::test]
async fn a_revoked_session_is_over() {
    let house = house();
    let (player, _, pair) = house.guest(None).await;
    house.accounts.revoke(pair.refresh.session()).await.unwrap();
    assert!(house.refresh(&pair.refresh, 1).await.is_none());
    let known = house.accounts.player(player.id).await.unwrap();
    assert_eq!(known, Some(player));
}

#[tokio::test]
async fn a_made_up_token_is_refused() {
    let house = house();
    let token = RefreshToken::random(SessionId([1; 16])).unwrap();
    assert!(house.refresh(&token, 0).await.is_none());
    for text in ["", "rt_", "at_something"] {
        let refused = house.accounts.refresh(text, 0).await;
        assert!(matches!(refused, Err(AccountError::Refused)));
    }
}
