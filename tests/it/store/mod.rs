//! The store: one suite, held against every backend; then what only one backend can show.

mod accounts;
mod commits;
pub(crate) mod ground;
mod invitations;
mod lists;
mod model;
mod people;
mod postgres_only;
mod reads;
pub(crate) mod records;
mod schema;
mod search;
mod sqlite_only;
mod tallied;
mod tree;

/// One test a backend and case: `memory::…`, `sqlite::…`, `sqlite_memory::…`, `postgres::…`.
macro_rules! suite {
    ($($area:ident: $($case:ident)+;)+) => {
        suite!(@on memory $($area: $($case)+;)+);
        suite!(@on sqlite $($area: $($case)+;)+);
        suite!(@on sqlite_memory $($area: $($case)+;)+);
        suite!(@on postgres $($area: $($case)+;)+);
    };
    (@on $backend:ident $($area:ident: $($case:ident)+;)+) => {
        mod $backend {
            $($(
                #[test]
                fn $case() {
                    super::ground::$backend(super::$area::$case);
                }
            )+)+
        }
    };
}

suite! {
    commits:
        a_created_game_can_be_read_back
        a_taken_id_is_stale_and_stays_as_it_was
        a_move_at_the_version_is_done
        a_move_at_another_version_writes_nothing
        a_move_to_no_game_is_stale
        the_same_commit_again_is_never_written_twice
        a_taken_key_writes_nothing_whatever_the_version
        the_key_of_another_player_is_free
        a_round_answers_each_commit_in_its_place
        a_poisoned_commit_does_not_hurt_its_neighbours
        a_roll_is_recorded_once
        two_commits_to_one_game_are_judged_in_turn
        two_commits_with_one_key_write_once
        one_of_many_writers_at_one_version_wins
        one_of_two_processes_wins_each_version
        crossing_rounds_of_two_processes_are_all_answered
        an_empty_round_has_no_answers;
    reads:
        loading_leaves_out_what_does_not_exist
        a_range_of_events_includes_both_ends
        an_event_is_found_by_its_roll
        exact_bytes_survive_a_creation
        exact_bytes_survive_a_move
        the_vault_goes_when_the_game_is_over
        the_store_answers_a_ping
        migrating_again_changes_nothing
        old_answers_are_forgotten;
    lists:
        pages_are_complete_and_stable
        a_private_game_is_in_no_public_list
        a_game_moves_between_the_lists_of_its_status
        the_list_of_a_player_follows_the_seats
        the_longest_page_is_bounded;
    accounts:
        a_guest_is_added_once_for_a_device
        a_guest_without_a_device_is_always_new
        two_processes_meet_one_device_and_make_one_player
        a_player_is_renamed
        the_players_at_a_table_have_names
        a_session_is_opened_and_read
        tokens_rotate_only_from_the_expected_one
        a_revoked_session_stays_and_cannot_rotate
        expired_sessions_are_forgotten;
    tree:
        every_created_game_waits_for_its_first_leaf
        a_game_that_is_over_is_logged_once_more_and_never_again
        the_newest_leaf_of_a_game_is_found_in_each_tree
        nodes_are_read_many_at_once
        a_growth_is_written_once_and_only_on_its_own_tree
        the_catalogue_has_every_game_and_counts_them;
    tallied:
        an_audit_goes_on_from_what_it_was_computed_on
        an_audit_that_begins_again_forgets_what_was_counted
        only_the_rich_are_found_and_the_richest_first
        a_checkpoint_follows_the_one_that_it_grew_from
        the_app_of_a_game_is_that_of_its_creator;
    people:
        a_game_is_shown_once_after_each_look
        the_end_of_a_game_is_shown_and_then_costs_nothing
        deadlines_come_near_for_who_wants_to_know
        a_reminder_comes_once_and_not_after_the_move
        how_far_things_have_come_is_remembered;
    invitations:
        an_invitation_is_open_once_and_answered_once
        a_seat_accepts_and_the_start_closes
        an_invitation_expires_once
        invitations_are_paged_from_both_sides
        a_game_is_followed_by_one_game;
    search:
        games_are_found_by_what_they_offer
        a_page_of_a_search_looks_at_so_many_games_and_goes_on;
    model:
        random_histories_agree_with_the_reference;
}
