//! The HTTP edge: real requests to a real server, every answer held against the document.

mod advice;
mod auditing;
mod automation;
mod canary;
mod client;
mod clocks;
mod correspondence;
mod coverage;
mod document;
mod evidence;
mod fairness;
mod feed;
mod games;
mod house;
mod moody;
mod people;
mod players;
mod seats;
mod service;
mod transparency;
mod turns;
mod wrong;

use std::pin::Pin;
use std::sync::Arc;

use coverage::Record;
use house::House;

use crate::store::ground::Database;

type Running<'h> = Pin<Box<dyn Future<Output = ()> + 'h>>;

/// What may be told about a server: a name and a story.
struct Scenario {
    name: &'static str,
    run: for<'h> fn(&'h House) -> Running<'h>,
}

/// Each scenario is a test with a server of its own; all of them again are the coverage test, so
/// that coverage does not depend on which tests ran before.
macro_rules! scenarios {
    ($($area:ident: $($name:ident)+;)+) => {
        const SCENARIOS: &[Scenario] = &[$($(Scenario {
            name: concat!(stringify!($area), "::", stringify!($name)),
            run: |house| Box::pin($area::$name(house)),
        },)+)+];

        mod story {
            $(mod $area {
                $(#[tokio::test]
                async fn $name() {
                    let house = super::super::house::House::open().await;
                    super::super::$area::$name(&house).await;
                })+
            })+
        }
    };
}

scenarios! {
    service:
        it_lives_and_is_ready
        every_answer_has_an_id_and_security_headers
        ids_and_answers_have_the_time_of_deadlines
        the_id_of_a_proxy_is_kept
        problems_are_described_where_their_type_leads
        the_document_and_its_reader_are_served
        a_wrong_method_is_told_the_right_ones
        a_store_that_is_away_is_told_and_survived
        a_bug_is_answered_with_an_id_and_nothing_else
        a_server_that_stops_takes_nothing_on
        a_refused_post_does_not_close_the_connection
        a_slow_body_is_not_waited_for
        a_request_that_reads_two_ways_is_refused
        counters_tell_routes_and_codes_but_no_ids;
    players:
        a_guest_is_made_and_comes_back_by_device
        tokens_are_exchanged_and_revoked
        a_lost_exchange_can_be_repeated
        a_stolen_token_ends_the_session
        an_expired_token_says_so
        a_strange_token_is_refused;
    games:
        a_game_is_created_found_and_shown
        a_repeated_creation_makes_one_game
        lists_are_paged
        a_game_has_rules_that_make_sense
        a_game_is_begun_by_its_owner
        a_game_is_called_off
        rulesets_are_explained
        any_position_can_be_analysed;
    seats:
        seats_are_taken_and_left
        a_private_game_asks_for_an_invite
        a_chain_is_made_ready_and_rolls
        a_seat_with_a_key_signs_what_it_does
        what_a_seat_brings_must_be_sound
        a_seat_is_resigned;
    automation:
        a_game_by_correspondence_waits_for_decisions_only
        bots_are_seated_by_the_owner_and_play_at_once
        orders_are_given_listed_and_taken_back
        a_seat_changes_what_it_does_by_itself
        what_goes_on_by_itself_awaits_nobody;
    clocks:
        deadlines_explain_themselves
        vacation_moves_a_deadline_and_has_its_days
        a_table_without_a_clock_has_no_deadlines
        a_pause_is_agreed_and_freezes_the_clock
        an_absent_player_is_replaced_until_the_return
        an_outage_is_credited
        whoever_is_absent_returns_before_acting;
    people:
        a_player_is_invited_and_comes
        an_invitation_is_declined_or_taken_back
        an_invitation_expires_at_its_time
        invitations_have_bounds
        a_rematch_turns_the_table
        the_lobby_is_searched
        the_most_urgent_game_comes_first;
    feed:
        the_feed_tells_what_changed
        whoever_waits_is_told_at_once
        a_stream_goes_on_where_it_was_cut
        a_stream_ends_with_a_word
        a_feed_of_another_database_begins_again
        what_was_seen_is_counted_no_more
        a_reminder_comes_once_a_turn;
    turns:
        a_game_is_played_by_its_answers
        a_roll_is_made_once
        a_command_for_another_version_is_refused
        a_rewritten_log_is_noticed
        only_the_seat_in_turn_plays
        a_move_must_be_legal_and_one
        the_past_can_be_read;
    fairness:
        the_dice_of_a_game_can_be_judged
        the_dice_of_the_server_are_recomputed_byte_for_byte
        a_player_sees_his_own_dice_and_nobody_elses
        the_games_of_an_app_are_counted_apart
        pictures_are_drawn_in_two_languages
        a_released_change_counts_everything_again;
    evidence:
        a_game_is_audited_from_its_evidence_alone
        the_evidence_is_the_log_the_keys_and_the_rules;
    transparency:
        games_come_into_the_log_and_are_proved
        the_whole_log_can_be_read_back;
    advice:
        the_player_in_turn_is_advised
        an_opponent_is_not_advised
        a_rated_game_gives_no_advice
        any_position_can_be_advised_on
        advice_is_worded_in_two_languages;
    auditing:
        the_catalogue_names_every_game_and_no_player
        a_token_of_an_auditor_reads_and_never_writes
        an_export_misses_no_game_whenever_it_ends;
    wrong:
        every_wrong_request_is_explained;
}

#[tokio::test]
async fn every_operation_and_problem_is_touched() {
    let record = Arc::new(Record::default());
    for scenario in SCENARIOS {
        let house = House::over("sqlite::memory:", Arc::clone(&record)).await;
        (scenario.run)(&house).await;
    }
    record.assert_complete();
}

mod postgres {
    use super::*;

    /// What the store answers is held by its own suite; here whole stories are told over it.
    #[tokio::test]
    async fn players_seats_and_turns_are_the_same() {
        let areas = [
            "players::",
            "seats::",
            "people::",
            "feed::",
            "turns::",
            "transparency::",
        ];
        let told = |scenario: &&Scenario| areas.iter().any(|area| scenario.name.starts_with(area));
        for scenario in SCENARIOS.iter().filter(told) {
            let database = Database::create().await;
            let house = House::over(&database.url, Arc::default()).await;
            (scenario.run)(&house).await;
            drop(house);
            database.drop().await;
        }
    }
}
