//! Everything that a process says of itself: its log at the finest level, and its panics.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use tracing_subscriber::fmt::MakeWriter;

/// What was said so far.
#[derive(Clone, Default)]
pub(super) struct Said(Arc<Mutex<Vec<u8>>>);

impl Said {
    /// Listens from now on, to the whole process.
    pub(super) fn listen() -> Said {
        let said = Said::default();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_ansi(false)
            .with_writer(said.clone());
        subscriber.try_init().expect("nobody else listens");
        log::set_boxed_logger(Box::new(said.clone())).expect("nobody else listens");
        log::set_max_level(log::LevelFilter::Trace);
        let (before, hook) = (std::panic::take_hook(), said.clone());
        std::panic::set_hook(Box::new(move |panic| {
            hook.note(&format!("panic: {panic}\n{panic:?}\n"));
            before(panic);
        }));
        said
    }

    pub(super) fn note(&self, text: &str) {
        self.0.lock().unwrap().extend_from_slice(text.as_bytes());
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Said {
    type Writer = Said;

    fn make_writer(&'a self) -> Said {
        self.clone()
    }
}

/// Libraries that do not know `tracing`.
impl log::Log for Said {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        self.note(&format!("{} {}\n", record.target(), record.args()));
    }

    fn flush(&self) {}
}
