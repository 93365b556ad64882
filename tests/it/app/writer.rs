//! One winner among commands at one version; the state is the fold of the log.

use std::sync::Arc;

use petits_chevaux::app::keys::Keys;
use petits_chevaux::app::{AppError, Ask, Expected, Keyed};
use petits_chevaux::game::{Command, GameId, SeatNo, Taking, line};
use petits_chevaux::store::{
    Commit, Due, Guard, InvitesFate, MemoryStore, OrdersFate, Snapshot, Status, VaultFate, Wait,
};

use super::service::{ALICE, BOB, GAME, Service, ask, roll, run, service, take, with_keys};

#[test]
fn one_of_many_different_commands_at_one_version_wins() {
    run(async {
        let service = service();
        service.create("quick", 4).await;
        let version = service.send(ALICE, take()).await.game.version;
        let tasks: Vec<_> = (2..=4)
            .flat_map(|seat| [ALICE, BOB].map(|caller| (seat, caller)))
            .map(|(seat, caller)| {
                let app = service.app.clone();
                let command = Command::Take(Taking {
                    seat: Some(SeatNo(seat)),
                    ..Taking::default()
                });
                let request = Ask {
                    expected: Expected::Version(version),
                    ..ask(caller, command)
                };
                tokio::spawn(async move { app.command(request).await })
            })
            .collect();
        let mut won = 0;
        for task in tasks {
            match task.await.unwrap() {
                Ok(_) => won += 1,
                Err(error) => assert!(matches!(error, AppError::Stale { .. }), "{error}"),
            }
        }
        assert_eq!(won, 1);
    });
}

#[test]
fn two_processes_over_one_store_exclude_each_other_by_the_version_alone() {
    run(async {
        let (store, keys) = (
            Arc::new(MemoryStore::default()),
            Arc::new(Keys::generate(1).unwrap()),
        );
        let one = with_keys(store.clone(), keys.clone());
        let two = with_keys(store, keys);
        let mut game = one.started("quick").await;
        for turn in 0..60 {
            let service: &Service = if turn % 3 == 0 { &one } else { &two };
            game = service.act(&game).await.unwrap().game;
        }
        let caller = one.in_turn(&game).unwrap();
        if game.choices().is_empty() {
            let request = ask(caller, roll(Some(game.rolls + 1)));
            let (first, second) = tokio::join!(
                one.app.command(request.clone()),
                two.app.command(request.clone())
            );
            assert_eq!(first.unwrap().lines, second.unwrap().lines);
        }
        let fold = two
            .app
            .state_at(GAME, two.app.version(GAME).await.unwrap())
            .await
            .unwrap();
        assert_eq!(fold.save(), one.app.state(GAME).await.unwrap().save());
    });
}

#[test]
fn a_snapshot_that_cannot_be_read_is_folded_from_the_log() {
    run(async {
        let service = service();
        let mut game = service.started("quick").await;
        for _ in 0..25 {
            game = service.act(&game).await.unwrap().game;
        }
        let stored = service.store.snapshot(GAME).await.unwrap().unwrap();
        spoil(&service, &stored).await;
        let read = service.app.state(GAME).await.unwrap();
        assert_eq!(read.save(), game.save());
    });
}

/// Replaces the snapshot's text, as another version of the program might have written it.
async fn spoil(service: &Service, stored: &Snapshot) {
    let snapshot = Snapshot {
        state: r#"{"format":999}"#.to_owned(),
        ..stored.clone()
    };
    let commit = Commit {
        game: GAME,
        guard: Guard::At(stored.version),
        snapshot,
        records: Vec::new(),
        answer: None,
        joined: Vec::new(),
        left: Vec::new(),
        drop_vault: VaultFate::Keep,
        wait: Wait {
            seats: 0,
            due: Due::Keep,
        },
        orders: OrdersFate::Keep,
        invites: InvitesFate::Keep,
    };
    service.store.commit(&[commit]).await.unwrap();
}

#[test]
fn the_stored_log_replays_to_the_stored_head_and_the_vault_is_gone_at_the_end() {
    run(async {
        let service = service();
        let mut game = service.started("quick").await;
        assert!(service.store.vault(GAME).await.unwrap().is_some());
        while let Some(turn) = service.act(&game).await {
            game = turn.game;
        }
        let stored = service.store.snapshot(GAME).await.unwrap().unwrap();
        assert_eq!(stored.status, Status::Finished);
        let records = service.store.events(GAME, 0, stored.version).await.unwrap();
        let payloads = records.iter().map(|record| record.payload.as_str());
        let replayed = line::replay(GAME, payloads).unwrap();
        assert_eq!(replayed.head.0, stored.head);
        assert!(service.store.vault(GAME).await.unwrap().is_none());
    });
}

#[test]
fn an_unknown_game_is_told_from_a_refusal() {
    run(async {
        let service = service();
        let request = Ask {
            game: GameId([9; 16]),
            key: Some(Keyed {
                key: "k".into(),
                fingerprint: [0; 32],
            }),
            ..ask(ALICE, roll(None))
        };
        assert!(matches!(
            service.app.command(request).await,
            Err(AppError::NoSuchGame)
        ));
    });
}
