//! Counters for the operator, in the text format of `OpenMetrics`.
//!
//! Labels have few values: the pattern of the route, the method, the status. Never an id.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::app;

/// The media type of [`Metrics::render`].
pub(super) const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Request {
    route: String,
    method: &'static str,
    status: u32,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Code {
    code: &'static str,
}

/// All counters of a server.
pub struct Metrics {
    registry: Registry,
    requests: Family<Request, Counter>,
    latency: Family<Route, Histogram>,
    in_flight: Gauge<i64, AtomicI64>,
    problems: Family<Code, Counter>,
    panics: Counter,
}

impl Metrics {
    /// Counters of the HTTP edge, and those of the writer.
    #[must_use]
    pub fn new(written: Arc<app::Metrics>) -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("petits_chevaux"),
            requests: Family::default(),
            latency: Family::new_with_constructor(|| Histogram::new(BUCKETS_S)),
            in_flight: Gauge::default(),
            problems: Family::default(),
            panics: Counter::default(),
        };
        metrics.register();
        metrics
            .registry
            .register_collector(Box::new(Written(written)));
        metrics
    }
}

const BUCKETS_S: [f64; 11] = [
    0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5,
];

impl Metrics {
    fn register(&mut self) {
        let registry = &mut self.registry;
        registry.register("http_requests", "Requests answered", self.requests.clone());
        registry.register_with_unit(
            "http_request_duration",
            "Time from the head of a request to its answer",
            Unit::Seconds,
            self.latency.clone(),
        );
        registry.register(
            "http_in_flight",
            "Requests being answered",
            self.in_flight.clone(),
        );
        registry.register("http_problems", "Problems by code", self.problems.clone());
        registry.register("http_panics", "Handlers that panicked", self.panics.clone());
    }

    /// Counts a request from now until the guard is dropped.
    #[must_use]
    pub fn enter(&self) -> InFlight<'_> {
        self.in_flight.inc();
        InFlight(self)
    }

    /// Counts an answer.
    pub fn answered(&self, route: &str, method: &'static str, status: u16, seconds: f64) {
        let (route, status) = (route.to_owned(), u32::from(status));
        self.latency
            .get_or_create(&Route {
                route: route.clone(),
            })
            .observe(seconds);
        self.requests
            .get_or_create(&Request {
                route,
                method,
                status,
            })
            .inc();
    }

    /// Counts a problem by its code: `store-unavailable` and `overloaded` are worth an alarm.
    pub fn refused(&self, code: &'static str) {
        self.problems.get_or_create(&Code { code }).inc();
    }

    /// Counts a handler that panicked.
    pub fn panicked(&self) {
        self.panics.inc();
    }

    /// All counters as text.
    #[must_use]
    pub fn render(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a String takes any text");
        text
    }
}

/// A request that is being answered.
pub struct InFlight<'m>(&'m Metrics);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.in_flight.dec();
    }
}

/// What the writer counts, read when it is asked for.
#[derive(Debug)]
struct Written(Arc<app::Metrics>);

impl Collector for Written {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let counters = [
            (
                "writer_rounds",
                "Rounds that were written, one transaction each",
                self.0.rounds(),
            ),
            (
                "writer_jobs",
                "Commands and other writes in all rounds",
                self.0.jobs(),
            ),
        ];
        for (name, help, value) in counters {
            let counter = ConstCounter::new(value);
            let descriptor = encoder.encode_descriptor(name, help, None, counter.metric_type())?;
            counter.encode(descriptor)?;
        }
        Ok(())
    }
}
