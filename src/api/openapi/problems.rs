//! Gives every operation its problem responses, one a status, with the codes that it can have.

use std::collections::BTreeMap;

use utoipa::PartialSchema;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::schema::{AdditionalProperties, Ref, Schema};
use utoipa::openapi::{ContentBuilder, OpenApi, RefOr, ResponseBuilder};

use crate::api::problem::{MEDIA_TYPE, ProblemType, ProblemView};
use crate::api::view::{AwaitingView, BlockedView, MoveView};

/// The extension in which a handler names its own problems, and the document all of them.
pub(super) const EXTENSION: &str = "x-problems";

const ANY: [ProblemType; 2] = [ProblemType::HeadersTooLarge, ProblemType::Internal];
const WITH_BODY: [ProblemType; 6] = [
    ProblemType::MalformedBody,
    ProblemType::UnknownField,
    ProblemType::InvalidField,
    ProblemType::BodyTooLarge,
    ProblemType::UnsupportedMediaType,
    ProblemType::RequestTimeout,
];
const WITH_TOKEN: [ProblemType; 2] = [ProblemType::Unauthenticated, ProblemType::TokenExpired];
const PLAYERS: [ProblemType; 1] = [ProblemType::ReadOnlyToken];
const AUDITORS: [ProblemType; 1] = [ProblemType::AuditorOnly];
const READING: [ProblemType; 1] = [ProblemType::StoreUnavailable];
const WRITING: [ProblemType; 2] = [ProblemType::StoreUnavailable, ProblemType::Overloaded];
const WITH_QUERY: [ProblemType; 1] = [ProblemType::InvalidParameter];
const WITH_KEY: [ProblemType; 2] = [
    ProblemType::IdempotencyKeyInvalid,
    ProblemType::IdempotencyKeyReused,
];
const WITH_SIGNATURE: [ProblemType; 2] =
    [ProblemType::InvalidParameter, ProblemType::WrongSignature];
const WITH_VERSION: [ProblemType; 2] = [
    ProblemType::InvalidParameter,
    ProblemType::PreconditionFailed,
];

/// Completes every operation and adds the schema of a problem.
pub(super) fn add(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let reads = item.get.as_mut().map(|operation| (operation, &READING[..]));
        let posts = item
            .post
            .as_mut()
            .map(|operation| (operation, &WRITING[..]));
        let deletes = item
            .delete
            .as_mut()
            .map(|operation| (operation, &WRITING[..]));
        for (operation, kinds) in [reads, posts, deletes].into_iter().flatten() {
            // What is outside of /v1 is answered from memory, but for the readiness.
            complete(
                operation,
                if path.starts_with("/v1/") { kinds } else { &[] },
            );
        }
    }
    let components = document.components.get_or_insert_default();
    let mut dependencies = Vec::new();
    <ProblemView as utoipa::ToSchema>::schemas(&mut dependencies);
    components.schemas.extend(dependencies);
    components
        .schemas
        .insert("Problem".to_owned(), open_schema());
}

/// The facts that some kinds of problems carry.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its fields are used, as fields of a problem")]
struct Facts {
    /// The version of the game now.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    current_version: Option<u64>,
    /// The hash of its last event, 64 hex digits.
    current_head: Option<String>,
    /// Who must do what in the game now.
    awaiting: Option<AwaitingView>,
    /// The legal moves, while one is awaited.
    legal_moves: Option<Vec<MoveView>>,
    /// Why each other horse cannot move, while a move is awaited.
    blocked: Option<Vec<BlockedView>>,
}

/// A problem may have more fields than today, so its schema must not be closed.
fn open_schema() -> RefOr<Schema> {
    let mut schema = ProblemView::schema();
    if let (RefOr::T(Schema::Object(problem)), RefOr::T(Schema::Object(facts))) =
        (&mut schema, Facts::schema())
    {
        problem.properties.extend(facts.properties);
        problem.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(true)));
    }
    schema
}

fn complete(operation: &mut Operation, kinds: &[ProblemType]) {
    let problems = problems_of(operation, kinds);
    let mut by_status: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for kind in &problems {
        by_status
            .entry(kind.status().as_u16())
            .or_default()
            .push(kind.slug());
    }
    for (status, slugs) in by_status {
        let response = response(&slugs);
        operation
            .responses
            .responses
            .insert(status.to_string(), response.into());
    }
    let slugs: Vec<&str> = problems.iter().map(|kind| kind.slug()).collect();
    let extensions = operation.extensions.get_or_insert_default();
    extensions.insert(EXTENSION.to_owned(), slugs.into());
}

fn problems_of(operation: &Operation, more: &[ProblemType]) -> Vec<ProblemType> {
    let mut kinds = own(operation);
    kinds.extend(ANY);
    kinds.extend(more);
    let has = |place: ParameterIn, name: &str| {
        let parameters = operation.parameters.iter().flatten();
        let parameters = parameters.filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(parameter),
            RefOr::Ref(_) => None,
        });
        let mut parameters = parameters.filter(|parameter| parameter.parameter_in == place);
        parameters.any(|parameter| name.is_empty() || parameter.name == name)
    };
    let shapes: [(_, &[ProblemType]); 8] = [
        (operation.request_body.is_some(), &WITH_BODY),
        (operation.security.is_some(), &WITH_TOKEN),
        (is_only_for(operation, "player"), &PLAYERS),
        (is_only_for(operation, "auditor"), &AUDITORS),
        (has(ParameterIn::Query, ""), &WITH_QUERY),
        (has(ParameterIn::Header, "Idempotency-Key"), &WITH_KEY),
        (has(ParameterIn::Header, "If-Match"), &WITH_VERSION),
        (
            has(ParameterIn::Header, "Action-Signature"),
            &WITH_SIGNATURE,
        ),
    ];
    for (_, more) in shapes.into_iter().filter(|(applies, _)| *applies) {
        kinds.extend(more);
    }
    let listed = ProblemType::ALL.iter().copied();
    listed.filter(|kind| kinds.contains(kind)).collect()
}

/// Whether the operation is refused to everybody else, those without a token included.
fn is_only_for(operation: &Operation, scheme: &str) -> bool {
    let required = operation.security.iter().flatten();
    let required: Vec<_> = required.map(serde_json::to_value).collect();
    let named = |one: &Result<serde_json::Value, _>| {
        one.as_ref().is_ok_and(|one| one.get(scheme).is_some())
    };
    !required.is_empty() && required.iter().all(named)
}

fn own(operation: &Operation) -> Vec<ProblemType> {
    let named = operation
        .extensions
        .as_ref()
        .and_then(|extensions| extensions.get(EXTENSION));
    let slugs = named
        .and_then(|value| value.as_array())
        .into_iter()
        .flatten();
    let slugs = slugs.filter_map(|slug| slug.as_str());
    slugs
        .map(|slug| ProblemType::of_slug(slug).expect("a test seeks every slug of every handler"))
        .collect()
}

fn response(slugs: &[&str]) -> utoipa::openapi::Response {
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("Problem")))
        .build();
    let codes: Vec<String> = slugs.iter().map(|slug| format!("`{slug}`")).collect();
    ResponseBuilder::new()
        .description(codes.join(", "))
        .content(MEDIA_TYPE, content)
        .build()
}
