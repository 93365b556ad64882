//! The parameters that many operations share, as the document shows them. What reads them is
//! `extract`.

/// The game of the path.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "only its description is used")]
pub(in crate::api) struct GameParams {
    /// The game's id.
    #[param(example = "0198c7a0-6f0e-7cc3-9d6b-2f4f6d1b2a3c")]
    id: String,
}

/// The seat of the path.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "only its description is used")]
pub(in crate::api) struct SeatParams {
    /// The game's id.
    #[param(example = "0198c7a0-6f0e-7cc3-9d6b-2f4f6d1b2a3c")]
    id: String,
    /// The seat's number.
    #[param(minimum = 1, maximum = 6)]
    seat: u8,
}

/// What makes a request safe to repeat.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only its description is used")]
pub(in crate::api) struct KeyParams {
    /// 1 to 255 visible characters. The same key with the same request is done once, and answered
    /// alike for at least 24 hours.
    #[param(rename = "Idempotency-Key", max_length = 257)]
    key: Option<String>,
}

/// What a seat with a key signs.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only its description is used")]
pub(in crate::api) struct SignatureParams {
    /// The signature of a seat that joined with a `seat_key`, over the game, the head of its log
    /// and the action: 128 hex digits (PC-DICE/1, 3.8).
    #[param(rename = "Action-Signature", min_length = 128, max_length = 128)]
    signature: Option<String>,
}

/// What refuses a request that was decided on another version.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only its description is used")]
pub(in crate::api) struct MatchParams {
    /// The `ETag` of the game that you decided on. At another version the answer is 412.
    #[param(rename = "If-Match", example = "\"v12\"")]
    version: Option<String>,
}
