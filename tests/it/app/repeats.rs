//! A request that is sent again gets the same answer again, and nothing happens twice.

use petits_chevaux::app::{AppError, Ask, Expected, Turn};
use petits_chevaux::game::{Command, Line, Refusal};

use super::service::{ALICE, BOB, GAME, ask, keyed, roll, run, service, take};

fn same(one: &Turn, two: &Turn) {
    assert_eq!(one.lines, two.lines);
    assert_eq!(one.game.save(), two.game.save());
    assert_eq!(
        (one.game.version, one.game.head),
        (two.game.version, two.game.head)
    );
}

#[test]
fn fifty_identical_rolls_at_once_are_one_event_and_fifty_identical_answers() {
    for way in 0..3 {
        run(async {
            let service = service();
            let game = service.started("quick").await;
            let caller = service.in_turn(&game).unwrap();
            let request = match way {
                0 => ask(caller, roll(Some(game.rolls + 1))),
                1 => Ask {
                    expected: Expected::Version(game.version),
                    ..ask(caller, roll(None))
                },
                _ => Ask {
                    key: Some(keyed("k", 1)),
                    ..ask(caller, roll(None))
                },
            };
            let answers: Vec<_> = (0..50)
                .map(|_| {
                    let (app, request) = (service.app.clone(), request.clone());
                    tokio::spawn(async move { app.command(request).await.unwrap() })
                })
                .collect();
            let mut turns: Vec<Turn> = Vec::new();
            for answer in answers {
                turns.push(answer.await.unwrap());
            }
            for turn in &turns {
                same(turn, &turns[0]);
            }
            let now = service.app.state(GAME).await.unwrap();
            assert_eq!(now.version, turns[0].game.version, "one roll was made");
        });
    }
}

#[test]
fn a_roll_is_repeated_by_its_key_by_its_number_and_by_the_version_it_was_sent_for() {
    run(async {
        let service = service();
        let mut game = service.started("quick").await;
        for way in 0..3 {
            while !game.choices().is_empty() {
                game = service.act(&game).await.unwrap().game;
            }
            let (number, expected, key) = match way {
                0 => (Some(game.rolls + 1), Expected::Any, None),
                1 => (None, Expected::Version(game.version), None),
                _ => (None, Expected::Any, Some("a key")),
            };
            let request = Ask {
                expected,
                key: key.map(|key| keyed(key, 1)),
                ..ask(service.in_turn(&game).unwrap(), roll(number))
            };
            let first = service.app.command(request.clone()).await.unwrap();
            same(&first, &service.app.command(request.clone()).await.unwrap());
            let mut later = first.game.clone();
            for _ in 0..10 {
                later = service.act(&later).await.unwrap().game;
            }
            same(&first, &service.app.command(request).await.unwrap());
            assert_eq!(
                service.app.state(GAME).await.unwrap().version,
                later.version
            );
            game = later;
        }
    });
}

#[test]
fn a_key_answers_one_request_only() {
    run(async {
        let service = service();
        service.create("quick", 3).await;
        let request = Ask {
            key: Some(keyed("k", 1)),
            ..ask(ALICE, take())
        };
        let first = service.app.command(request.clone()).await.unwrap();
        same(&first, &service.app.command(request.clone()).await.unwrap());
        let other = Ask {
            key: Some(keyed("k", 2)),
            ..request.clone()
        };
        assert!(matches!(
            service.app.command(other).await,
            Err(AppError::KeyReused)
        ));
        let foreign = Ask {
            caller: BOB,
            ..request
        };
        let second = service.app.command(foreign).await.unwrap();
        assert_eq!(
            second.game.version, 2,
            "another player's key is another key"
        );
    });
}

#[test]
fn a_creation_is_repeated_by_its_key() {
    run(async {
        let service = service();
        let id = |n: u8| petits_chevaux::game::GameId([n; 16]);
        let first = service
            .create_as(id(1), "quick", 2, Some(keyed("k", 1)))
            .await
            .unwrap();
        let again = service
            .create_as(id(2), "quick", 2, Some(keyed("k", 1)))
            .await
            .unwrap();
        same(&first, &again);
        let other = service
            .create_as(id(3), "quick", 2, Some(keyed("k", 2)))
            .await;
        assert!(matches!(other, Err(AppError::KeyReused)));
        assert!(matches!(
            service.app.state(id(2)).await,
            Err(AppError::NoSuchGame)
        ));
    });
}

#[test]
fn a_command_for_another_version_changes_nothing() {
    run(async {
        let service = service();
        let game = service.started("quick").await;
        let caller = service.in_turn(&game).unwrap();
        for version in [0, game.version - 1, game.version + 1, u64::MAX] {
            let request = Ask {
                expected: Expected::Version(version),
                ..ask(caller, roll(None))
            };
            let answer = service.app.command(request).await;
            assert!(matches!(answer, Err(AppError::Stale { .. })), "{version}");
        }
        assert_eq!(service.app.state(GAME).await.unwrap().version, game.version);
    });
}

#[test]
fn a_roll_of_another_seat_is_no_repetition() {
    run(async {
        let service = service();
        let game = service.started("quick").await;
        let caller = service.in_turn(&game).unwrap();
        let other = if caller == ALICE { BOB } else { ALICE };
        let number = game.rolls + 1;
        service.send(caller, roll(Some(number))).await;
        let answer = service.app.command(ask(other, roll(Some(number)))).await;
        assert!(
            matches!(
                answer,
                Err(AppError::Refused {
                    refusal: Refusal::RollNumber { .. } | Refusal::NotYourTurn(_),
                    ..
                })
            ),
            "{answer:?}"
        );
    });
}

#[test]
fn an_answer_holds_the_lines_of_its_own_command() {
    run(async {
        let service = service();
        let mut game = service.started("traditional").await;
        for _ in 0..30 {
            let before = game.version;
            let turn = service.act(&game).await.unwrap();
            let seqs: Vec<u64> = turn.lines.iter().map(|line: &Line| line.seq).collect();
            assert_eq!(seqs, (before + 1..=turn.game.version).collect::<Vec<_>>());
            game = turn.game;
        }
        let leave = Command::Resign { seat: None };
        let turn = service.send(ALICE, leave).await;
        assert_eq!(turn.lines.len(), 2, "the resignation and the end");
    });
}
