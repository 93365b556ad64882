//! The transparency log: checkpoints, leaves and proofs, for witnesses (docs/AUDIT.md).

use actix_web::http::header;
use actix_web::{HttpResponse, Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{Limit, Query, Segments};
use super::problem::{Problem, ProblemType};
use super::state::Api;
use crate::app::{AppError, Inclusion};
use crate::audit::transparency::Leaf;
use crate::game::{GameId, Time};
use crate::store::TreeHead;

/// Of a signed note; its signature line begins with a dash that is not ASCII.
const NOTE: &str = "text/plain; charset=utf-8";

/// A tree over the heads of all games, as it was at a checkpoint.
#[derive(Serialize, ToSchema)]
#[schema(as = Tree)]
pub(super) struct TreeView {
    /// How many leaves it has.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    size: u64,
    /// Its root by RFC 6962, 64 hex digits.
    root: String,
    /// When it grew to this size.
    #[schema(format = DateTime)]
    at: String,
    /// Games that were created by then.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    created: u64,
    /// Those of them that were played to their end.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    finished: u64,
    /// Those that were called off.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    aborted: u64,
}

/// A count of the store, which holds none below zero.
fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

impl From<&TreeHead> for TreeView {
    fn from(tree: &TreeHead) -> Self {
        Self {
            size: count(tree.size),
            root: hex::encode(tree.root),
            at: Time::from_us(tree.at_us).to_string(),
            created: count(tree.games.created),
            finished: count(tree.games.finished),
            aborted: count(tree.games.aborted),
        }
    }
}

/// The log of this server.
#[derive(Serialize, ToSchema)]
#[schema(as = TransparencyLog)]
pub(super) struct LogView {
    /// Its name: the first line of its checkpoints.
    origin: String,
    /// The key that signs its checkpoints, as C2SP signed-note writes it.
    key: String,
    /// The tree as it stands.
    tree: TreeView,
}

/// Shows the transparency log: its name, its key, and the tree as it stands.
#[utoipa::path(get, path = "/v1/transparency", tag = "transparency",
    responses((status = 200, description = "The log", body = LogView)))]
pub(super) async fn get_transparency(api: web::Data<Api>) -> Result<impl Responder, Problem> {
    let tree = api.app.tree().await?;
    Ok(web::Json(LogView {
        origin: api.app.log_key().name().to_owned(),
        key: api.app.log_key().to_string(),
        tree: (&tree).into(),
    }))
}

fn note(text: String) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, NOTE))
        .body(text)
}

/// Gives the newest checkpoint as a signed note (C2SP tlog-checkpoint).
#[utoipa::path(get, path = "/v1/transparency/checkpoint", tag = "transparency",
    responses((status = 200, description = "The signed note", body = String,
        content_type = "text/plain; charset=utf-8")))]
pub(super) async fn get_checkpoint(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let tree = api.app.tree().await?;
    Ok(note(api.app.signed(&tree)))
}

/// Gives the checkpoint of a tree of that size as a signed note.
#[utoipa::path(get, path = "/v1/transparency/checkpoints/{size}", tag = "transparency",
    params(("size" = u64, Path, description = "How many leaves the tree has",
        maximum = 9_007_199_254_740_991_u64)),
    responses((status = 200, description = "The signed note", body = String,
        content_type = "text/plain; charset=utf-8")),
    extensions(("x-problems" = json!(["not-found", "not-in-log"]))))]
pub(super) async fn get_checkpoint_of_size(
    api: web::Data<Api>,
    size: Segments<u64>,
) -> Result<HttpResponse, Problem> {
    let tree = api.app.trees(size.0, 1).await?.pop();
    let tree = tree.filter(|tree| count(tree.size) == size.0);
    let tree = tree.ok_or(AppError::NotInTree)?;
    Ok(note(api.app.signed(&tree)))
}

/// Which checkpoints.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct CheckpointsQuery {
    /// Only trees with fewer leaves: the `size` of the last one that you have.
    #[param(value_type = Option<u64>, maximum = 9_007_199_254_740_991_u64)]
    before: Option<u64>,
    /// Checkpoints in the answer.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 20)]
    limit: Limit,
}

/// Checkpoints, the newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = CheckpointPage)]
pub(super) struct CheckpointsView {
    /// The trees that were signed.
    checkpoints: Vec<TreeView>,
}

/// Lists the checkpoints, the newest first.
#[utoipa::path(get, path = "/v1/transparency/checkpoints", tag = "transparency",
    params(CheckpointsQuery),
    responses((status = 200, description = "The next checkpoints", body = CheckpointsView)))]
pub(super) async fn list_checkpoints(
    api: web::Data<Api>,
    query: Query<CheckpointsQuery>,
) -> Result<impl Responder, Problem> {
    let trees = match query.0.before.unwrap_or(u64::MAX).checked_sub(1) {
        Some(upto) => api.app.trees(upto, query.0.limit.0).await?,
        None => Vec::new(),
    };
    let checkpoints = trees.iter().map(TreeView::from).collect();
    Ok(web::Json(CheckpointsView { checkpoints }))
}

/// A leaf of the tree: this was the head of that game's log.
#[derive(Serialize, ToSchema)]
#[schema(as = Leaf)]
pub(super) struct LeafView {
    /// Its number, from 0.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    index: u64,
    /// The game.
    game: String,
    /// The number of the event.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    seq: u64,
    /// The hash of the event, 64 hex digits.
    head: String,
}

impl LeafView {
    fn new(index: u64, leaf: &Leaf) -> Self {
        Self {
            index,
            game: leaf.game.to_string(),
            seq: leaf.seq,
            head: leaf.head.to_string(),
        }
    }
}

/// Which leaves.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct LeavesQuery {
    /// The number of the first one.
    #[serde(default)]
    #[param(value_type = Option<u64>, maximum = 9_007_199_254_740_991_u64, default = 0)]
    from: u64,
    /// Leaves in the answer.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 20)]
    limit: Limit,
}

/// Leaves of the tree, in order.
#[derive(Serialize, ToSchema)]
#[schema(as = LeafPage)]
pub(super) struct LeavesView {
    /// The leaves.
    leaves: Vec<LeafView>,
    /// How many leaves the tree has.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    size: u64,
}

/// Lists leaves from a number on. Ask again after the last one until there are `size`.
#[utoipa::path(get, path = "/v1/transparency/leaves", tag = "transparency",
    params(LeavesQuery),
    responses((status = 200, description = "The next leaves", body = LeavesView)))]
pub(super) async fn list_leaves(
    api: web::Data<Api>,
    query: Query<LeavesQuery>,
) -> Result<impl Responder, Problem> {
    let LeavesQuery { from, limit } = query.0;
    let leaves = api.app.leaves(from, limit.0).await?;
    let size = count(api.app.tree().await?.size);
    let leaves = leaves
        .iter()
        .map(|(index, leaf)| LeafView::new(*index, leaf))
        .collect();
    Ok(web::Json(LeavesView { leaves, size }))
}

/// Which leaf, in which tree.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct InclusionQuery {
    /// The number of the leaf; this or `game`.
    #[param(value_type = Option<u64>, maximum = 9_007_199_254_740_991_u64)]
    index: Option<u64>,
    /// The game whose newest leaf is meant.
    #[param(value_type = Option<String>)]
    game: Option<GameId>,
    /// How many leaves the tree has; the newest tree, unless said.
    #[param(value_type = Option<u64>, maximum = 9_007_199_254_740_991_u64)]
    size: Option<u64>,
}

/// A proof that a leaf is in a tree (RFC 6962, 2.1.1).
#[derive(Serialize, ToSchema)]
#[schema(as = InclusionProof)]
pub(super) struct InclusionView {
    /// The leaf.
    leaf: LeafView,
    /// How many leaves the tree has.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    size: u64,
    /// The hashes of the proof, from the leaf upwards, 64 hex digits each.
    path: Vec<String>,
}

impl InclusionView {
    fn new(proof: &Inclusion) -> Self {
        Self {
            leaf: LeafView::new(proof.index, &proof.leaf),
            size: proof.size,
            path: proof.path.iter().map(hex::encode).collect(),
        }
    }
}

/// The newest leaf of a game, proved against a checkpoint.
#[derive(Serialize, ToSchema)]
#[schema(as = Logged)]
pub(super) struct LoggedView {
    /// The checkpoint as a signed note.
    checkpoint: String,
    /// The proof.
    proof: InclusionView,
}

impl LoggedView {
    /// The proof against the newest checkpoint, if the game is in the log.
    pub(super) async fn read(api: &Api, game: GameId) -> Result<Option<Self>, AppError> {
        let tree = api.app.tree().await?;
        match api.app.inclusion_of(game, count(tree.size)).await {
            Ok(proof) => Ok(Some(Self {
                checkpoint: api.app.signed(&tree),
                proof: InclusionView::new(&proof),
            })),
            Err(AppError::NotInTree) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Proves that a leaf is in the tree: one by its number, or the newest of a game.
#[utoipa::path(get, path = "/v1/transparency/inclusion", tag = "transparency",
    params(InclusionQuery),
    responses((status = 200, description = "The proof", body = InclusionView)),
    extensions(("x-problems" = json!(["not-in-log"]))))]
pub(super) async fn prove_inclusion(
    api: web::Data<Api>,
    query: Query<InclusionQuery>,
) -> Result<impl Responder, Problem> {
    let size = match query.0.size {
        Some(size) => size,
        None => count(api.app.tree().await?.size),
    };
    let proof = match (query.0.index, query.0.game) {
        (Some(index), None) => api.app.inclusion(index, size).await?,
        (None, Some(game)) => api.app.inclusion_of(game, size).await?,
        (Some(_), Some(_)) | (None, None) => {
            let which = "say which leaf: by index, or by game";
            return Err(Problem::new(ProblemType::InvalidParameter).error("query", which));
        }
    };
    Ok(web::Json(InclusionView::new(&proof)))
}

/// Which trees.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ConsistencyQuery {
    /// How many leaves the older tree has.
    #[param(maximum = 9_007_199_254_740_991_u64)]
    from: u64,
    /// How many leaves the newer tree has; the newest tree, unless said.
    #[param(value_type = Option<u64>, maximum = 9_007_199_254_740_991_u64)]
    to: Option<u64>,
}

/// A proof that a tree is the beginning of another (RFC 6962, 2.1.2).
#[derive(Serialize, ToSchema)]
#[schema(as = ConsistencyProof)]
pub(super) struct ConsistencyView {
    /// How many leaves the older tree has.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    from: u64,
    /// How many leaves the newer tree has.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    to: u64,
    /// The hashes of the proof, 64 hex digits each.
    path: Vec<String>,
}

/// Proves that the tree has only grown: an older one is its beginning.
#[utoipa::path(get, path = "/v1/transparency/consistency", tag = "transparency",
    params(ConsistencyQuery),
    responses((status = 200, description = "The proof", body = ConsistencyView)),
    extensions(("x-problems" = json!(["not-in-log"]))))]
pub(super) async fn prove_consistency(
    api: web::Data<Api>,
    query: Query<ConsistencyQuery>,
) -> Result<impl Responder, Problem> {
    let to = match query.0.to {
        Some(size) => size,
        None => count(api.app.tree().await?.size),
    };
    let proof = api.app.consistency(query.0.from, to).await?;
    Ok(web::Json(ConsistencyView {
        from: proof.old,
        to: proof.new,
        path: proof.path.iter().map(hex::encode).collect(),
    }))
}
