//! Builds the HTTP server around [`Api`].

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::from_fn;
use actix_web::{App, HttpResponse, HttpServer, web};
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::metrics::{self, Metrics};
use super::state::Api;
use super::{BODY_BYTES, frame, mount, table};

/// A head must arrive within this time.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// An idle connection is kept for so long: longer than the usual 60 s of a proxy in front.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// Requests in flight have so long to end after a stop was asked for.
const SHUTDOWN_S: u64 = 20;

/// Connections that one worker holds, most of them idle or waiting for events.
const CONNECTIONS_PER_WORKER: usize = 16_384;

/// How much a server takes on.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Threads that serve requests.
    pub workers: usize,
    /// How long the body of a request may take to arrive.
    pub body_time: Duration,
    /// How long a stream in which nothing happens is silent.
    pub heartbeat: Duration,
}

/// How long a stream in which nothing happens is silent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heartbeat(pub(super) Duration);

impl Capacity {
    /// So many workers, ten seconds for a body, and a sign of life in streams every 15.
    #[must_use]
    pub fn of_workers(workers: usize) -> Self {
        Self {
            workers,
            body_time: Duration::from_secs(10),
            heartbeat: Duration::from_secs(15),
        }
    }
}

/// Serves `api` on `listener`. It stops when its handle is told to.
///
/// # Errors
/// When the listener cannot be used.
pub fn serve(api: Api, listener: TcpListener, capacity: Capacity) -> io::Result<Server> {
    let body_time = frame::BodyTime(capacity.body_time);
    let heartbeat = Heartbeat(capacity.heartbeat);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(web::Data::new(heartbeat))
            .app_data(web::Data::new(api.clone()))
            .app_data(body_time)
            .app_data(web::PayloadConfig::new(BODY_BYTES))
            .wrap(from_fn(frame::around))
            .configure(mount)
            .service(web::redirect("/docs", "/docs/"))
            .service(documentation())
            .default_service(web::to(table::nothing_here))
    });
    let server = server
        .workers(capacity.workers)
        .max_connections(CONNECTIONS_PER_WORKER)
        .tcp_nodelay(true)
        // Writes do not depend on who waits for them, so a client that hung up is let go at once.
        .h1_allow_half_closed(false)
        .client_request_timeout(HEAD_TIME)
        .keep_alive(KEEP_ALIVE)
        .shutdown_timeout(SHUTDOWN_S)
        .disable_signals()
        .listen(listener)?;
    Ok(server.run())
}

/// A reader of the document that asks nobody else for anything.
fn documentation() -> SwaggerUi {
    let config = Config::from("/openapi.json").validator_url("none");
    SwaggerUi::new("/docs/{_:.*}").config(config)
}

/// Serves the counters on an address of their own, away from players.
///
/// # Errors
/// When the address cannot be used.
pub fn serve_metrics(metrics: Arc<Metrics>, address: SocketAddr) -> io::Result<Server> {
    let server = HttpServer::new(move || {
        App::new()
            .app_data(web::Data::from(Arc::clone(&metrics)))
            .route("/metrics", web::get().to(render))
    });
    Ok(server.workers(1).disable_signals().bind(address)?.run())
}

async fn render(metrics: web::Data<Metrics>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(metrics::MEDIA_TYPE)
        .body(metrics.render())
}
