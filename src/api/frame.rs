//! What happens around every handler.
//!
//! - The body is taken before anything is answered: a handler that answers earlier makes actix
//!   close the connection, and a client that sees the close cannot know what became of its move.
//! - Limits on the head, the body and the time it may take ([`body`]).
//! - Every error becomes a problem with the id of the request, a panic too.
//! - One span and one line in the log, with the pattern of the route and never its query.
//! - The time, by the clock that deadlines run by.
//! - Security headers, unless the handler set its own.

mod body;
mod request_id;
mod respond;

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use tracing::{Instrument, Span, field};

use self::request_id::RequestId;
use self::respond::Stamp;
use super::problem::{Problem, ProblemType};
use super::state::Api;

pub use body::BODY_BYTES;
pub(super) use body::{BodyTime, TakenBody};

/// The middleware around all routes.
///
/// # Errors
/// Only what [`respond`] cannot turn into an answer.
pub(super) async fn around<B: MessageBody + 'static>(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let stamp = Stamp {
        id: RequestId::of(&request),
        now_us: api.app.now_us(),
    };
    let span = tracing::info_span!("request", id = %stamp.id, route = field::Empty);
    let (started, method) = (Instant::now(), method_label(&request));
    let in_flight = api.metrics.enter();
    let answer = answer(&api, request, next, &stamp)
        .instrument(span.clone())
        .await?;
    drop(in_flight);
    span.in_scope(|| record(&api, &answer, method, started));
    Ok(answer)
}

async fn answer<B: MessageBody + 'static>(
    api: &Api,
    mut request: ServiceRequest,
    next: Next<B>,
    stamp: &Stamp,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if let Err(problem) = body::take(&mut request).await {
        return Ok(respond::with_problem(request, &problem, stamp));
    }
    match unpanicked(next.call(request)).await {
        Some(Ok(response)) => Ok(respond::finish(response.map_into_boxed_body(), stamp)),
        Some(Err(error)) => Err(respond::bare(&error, stamp)),
        None => {
            api.metrics.panicked();
            tracing::error!("a handler panicked");
            Err(respond::bare(
                &Problem::new(ProblemType::Internal).into(),
                stamp,
            ))
        }
    }
}

/// `None` when the future panicked. Nothing of a request is shared with the next one.
async fn unpanicked<F: Future>(future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    poll_fn(
        |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(Poll::Ready(output)) => Poll::Ready(Some(output)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(_) => Poll::Ready(None),
        },
    )
    .await
}

fn record(api: &Api, answer: &ServiceResponse, method: &'static str, started: Instant) {
    let pattern = answer.request().match_pattern();
    let route = pattern.as_deref().unwrap_or("unmatched");
    let (status, elapsed) = (answer.status().as_u16(), started.elapsed());
    api.metrics
        .answered(route, method, status, elapsed.as_secs_f64());
    if let Some(kind) = answer.response().extensions().get::<ProblemType>() {
        api.metrics.refused(kind.slug());
    }
    Span::current().record("route", route);
    let micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    if status >= 500 {
        tracing::warn!(method, status, micros, "answered");
    } else {
        tracing::debug!(method, status, micros, "answered");
    }
}

/// Methods are a closed list, so that nobody can fill the memory with counters.
fn method_label(request: &ServiceRequest) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"];
    let method = request.method().as_str();
    KNOWN
        .into_iter()
        .find(|known| *known == method)
        .unwrap_or("other")
}
