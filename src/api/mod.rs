//! The HTTP edge: routes, extractors, views, problems and the OpenAPI document.
//!
//! A handler is short: it extracts, asks `app`, and shows the answer. Adding an endpoint:
//! 1. write the handler in the module of its resource, with `#[utoipa::path]`: summary, tag, every
//!    good answer, and the problems of its own in `x-problems`;
//! 2. add its row to the table below: from it come both the route and the document;
//! 3. `script/regen`, and a test under `tests/it/api` that touches each answer.

pub mod openapi;
pub mod problem;
pub mod server;
pub mod state;
pub mod view;

mod accounts;
mod advice;
mod attention;
mod audit;
mod auth;
mod automation;
mod command;
mod evidence;
mod extract;
mod fairness;
mod feed;
mod frame;
mod games;
mod health;
mod history;
mod invitations;
mod invites;
mod lists;
mod metrics;
mod orders;
mod problems;
mod refusal;
mod rematches;
mod rulesets;
mod seats;
mod stream;
mod table;
mod times;
mod transparency;
mod turns;

pub use frame::BODY_BYTES;
pub use metrics::Metrics;
pub use problems::markdown as problem_page;
pub use state::Api;

// The router tries the rows in this order: what is asked most comes first.
table::routes! {
    "/v1/games/{id}/rolls" { post turns::roll_die }
    "/v1/games/{id}/moves" { get turns::list_moves, post turns::play_move }

    "/healthz" { get health::get_health }
    "/readyz" { get health::get_readiness }
    "/.well-known/jwks.json" { get health::get_keys }
    "/openapi.json" { get openapi::get_openapi }
    "/problems" { get problems::list_problems }
    "/problems/{slug}" { get problems::get_problem }

    "/v1/guests" { post accounts::create_guest }
    "/v1/tokens" { post accounts::create_tokens }
    "/v1/tokens/current" { delete accounts::revoke_tokens }
    "/v1/me" { get accounts::get_me }
    "/v1/me/games" { get lists::list_my_games }
    "/v1/me/feed" { get feed::get_feed }
    "/v1/me/feed/stream" { get feed::stream_feed }
    "/v1/me/feed/seen" { post attention::mark_seen }
    "/v1/me/unread" { get attention::count_unread }
    "/v1/me/reminders" { get attention::get_reminders, post attention::set_reminders }
    "/v1/me/invitations" { get invitations::list_invitations }
    "/v1/me/invitations/{id}" { delete invitations::decline_invitation }

    "/v1/rulesets" { get rulesets::list_rulesets }
    "/v1/rulesets/{name}" { get rulesets::get_ruleset }
    "/v1/analysis/moves" { post rulesets::analyse_moves }
    "/v1/analysis/advice" { post advice::analyse_advice }

    "/v1/games" { get lists::list_games, post games::create_game }
    "/v1/games/{id}" { get games::get_game }
    "/v1/games/{id}/advice" { get advice::get_advice }
    "/v1/games/{id}/start" { post games::start_game }
    "/v1/games/{id}/abort" { post games::abort_game }
    "/v1/games/{id}/invitations" { post invitations::invite_player }
    "/v1/games/{id}/invitations/{player}" { delete invitations::withdraw_invitation }
    "/v1/games/{id}/rematch" { post rematches::ask_rematch }
    "/v1/games/{id}/invites" { post invites::create_invite }
    "/v1/games/{id}/seats" { post seats::take_seat }
    "/v1/games/{id}/seats/{seat}" { delete seats::leave_seat }
    "/v1/games/{id}/seats/{seat}/ready" { post seats::make_ready }
    "/v1/games/{id}/seats/{seat}/deposits" { post seats::deposit_links }
    "/v1/games/{id}/seats/{seat}/chain" { delete seats::close_chain }
    "/v1/games/{id}/bots" { post automation::seat_bot }
    "/v1/games/{id}/seats/{seat}/automation" { post automation::set_automation }
    "/v1/games/{id}/seats/{seat}/orders" {
        get orders::get_orders, post orders::give_orders,
        delete orders::withdraw_orders
    }
    "/v1/games/{id}/seats/{seat}/return" { post automation::return_to_seat }
    "/v1/games/{id}/seats/{seat}/deadline" { get times::get_deadline }
    "/v1/games/{id}/seats/{seat}/vacations" { post times::take_vacation }
    "/v1/games/{id}/seats/{seat}/pause" { post times::wish_pause }
    "/v1/games/{id}/resignations" { post seats::resign_seat }
    "/v1/games/{id}/events" { get history::list_events }
    "/v1/games/{id}/states/{seq}" { get history::get_state }
    "/v1/games/{id}/log" { get history::get_log }
    "/v1/games/{id}/evidence" { get evidence::get_evidence }
    "/v1/games/{id}/fairness" { get fairness::get_game_fairness }
    "/v1/games/{id}/fairness/pictures/{picture}" { get fairness::get_game_picture }

    "/v1/fairness" { get fairness::get_fairness }
    "/v1/fairness/pictures/{picture}" { get fairness::get_picture }
    "/v1/me/fairness" { get fairness::get_my_fairness }
    "/v1/apps/{app}/fairness" { get fairness::get_app_fairness }

    "/v1/transparency" { get transparency::get_transparency }
    "/v1/transparency/checkpoint" { get transparency::get_checkpoint }
    "/v1/transparency/checkpoints" { get transparency::list_checkpoints }
    "/v1/transparency/checkpoints/{size}" { get transparency::get_checkpoint_of_size }
    "/v1/transparency/leaves" { get transparency::list_leaves }
    "/v1/transparency/inclusion" { get transparency::prove_inclusion }
    "/v1/transparency/consistency" { get transparency::prove_consistency }

    "/v1/audit/games" { get audit::list_catalogue }
    "/v1/audit/export" { get audit::export_games }
}
