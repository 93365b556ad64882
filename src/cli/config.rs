//! The settings of a server, and how they are shown: never with a secret.

use std::fmt;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread::available_parallelism;

use clap::Args;

use super::telemetry::LogOptions;

/// Everything `serve` can be told.
#[derive(Debug, Args)]
pub(super) struct ServeOptions {
    #[command(flatten)]
    pub(super) http: HttpOptions,
    #[command(flatten)]
    pub(super) data: DataOptions,
    #[command(flatten)]
    pub(super) tree: TreeOptions,
    #[command(flatten)]
    pub(super) log: LogOptions,
}

/// Where the server is reached.
#[derive(Debug, Args)]
pub(super) struct HttpOptions {
    #[command(flatten)]
    pub(super) origin: OriginOptions,
    /// The address and port of the counters for Prometheus; empty for none
    #[arg(
        long,
        env = "PETITS_CHEVAUX_METRICS_LISTEN",
        default_value = "127.0.0.1:9464"
    )]
    pub(super) metrics_listen: OptionalAddress,
    /// Threads that serve requests [default: one per processor]
    #[arg(long, env = "PETITS_CHEVAUX_WORKERS")]
    pub(super) workers: Option<NonZeroUsize>,
}

/// Where players find the server.
#[derive(Debug, Args)]
pub(super) struct OriginOptions {
    /// The address and port to serve on
    #[arg(long, env = "PETITS_CHEVAUX_LISTEN", default_value = "127.0.0.1:8080")]
    pub(super) listen: SocketAddr,
    /// The URL that players use, without a path; tokens are bound to it [default: that of --listen]
    #[arg(long, env = "PETITS_CHEVAUX_PUBLIC_URL")]
    pub(super) public_url: Option<PublicUrl>,
}

/// The transparency log.
#[derive(Debug, Args)]
pub(super) struct TreeOptions {
    /// Seconds from one checkpoint of the transparency log to the next
    #[arg(
        long,
        env = "PETITS_CHEVAUX_CHECKPOINT_EVERY_S",
        default_value_t = 3_600,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(super) checkpoint_every_s: u32,
}

/// Where everything is kept.
#[derive(Debug, Args)]
pub(super) struct DataOptions {
    /// The folder for the database and the keys, unless they are given a place of their own
    #[arg(long, env = "PETITS_CHEVAUX_DATA_DIR", default_value = "./data")]
    pub(super) data_dir: PathBuf,
    /// postgres://… or sqlite://…; `DATABASE_URL` is read too [default: SQLite in the data folder]
    #[arg(long, env = "PETITS_CHEVAUX_DATABASE_URL", hide_env_values = true)]
    pub(super) database_url: Option<DatabaseUrl>,
    /// The key file, made at the first start [default: keys.json in the data folder]
    #[arg(long, env = "PETITS_CHEVAUX_KEYS_FILE")]
    pub(super) keys_file: Option<PathBuf>,
}

impl OriginOptions {
    /// The URL that players use.
    pub(super) fn public_url(&self) -> String {
        match &self.public_url {
            Some(url) => url.0.clone(),
            None => format!("http://{}", self.listen),
        }
    }
}

impl HttpOptions {
    pub(super) fn workers(&self) -> usize {
        let processors = || available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.workers.unwrap_or_else(processors).get()
    }
}

impl DataOptions {
    pub(super) fn keys_file(&self) -> PathBuf {
        self.keys_file
            .clone()
            .unwrap_or_else(|| self.data_dir.join("keys.json"))
    }

    pub(super) fn database_url(&self) -> DatabaseUrl {
        let given = self.database_url.clone();
        let plain = || plain_variable("DATABASE_URL").filter(|url| !url.is_empty());
        given
            .or_else(|| plain().map(DatabaseUrl))
            .unwrap_or_else(|| {
                DatabaseUrl(format!(
                    "sqlite://{}",
                    self.data_dir.join("petits-chevaux.db").display()
                ))
            })
    }
}

/// What hosting services set. It is not the variable of an option, which has only one.
#[expect(
    clippy::disallowed_methods,
    reason = "a setting, in the floor of settings"
)]
fn plain_variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// An address that may be left out by giving nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OptionalAddress(pub(super) Option<SocketAddr>);

impl FromStr for OptionalAddress {
    type Err = std::net::AddrParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() {
            Ok(Self(None))
        } else {
            text.parse().map(|at| Self(Some(at)))
        }
    }
}

impl fmt::Display for OptionalAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(address) => address.fmt(f),
            None => f.write_str("off"),
        }
    }
}

/// `http(s)://host[:port]`, without anything after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PublicUrl(String);

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim_end_matches('/');
        let host = text
            .strip_prefix("https://")
            .or_else(|| text.strip_prefix("http://"));
        let plain = |host: &&str| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']);
        host.filter(plain)
            .map(|_| Self(text.to_owned()))
            .ok_or("expected http(s)://host or http(s)://host:port")
    }
}

/// The URL of the database. Shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct DatabaseUrl(String);

impl DatabaseUrl {
    /// The URL with its password: for the driver, nothing else.
    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl FromStr for DatabaseUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const SCHEMES: [&str; 3] = ["postgres://", "postgresql://", "sqlite:"];
        let known = SCHEMES.iter().any(|scheme| text.starts_with(scheme));
        let url = known.then(|| Self(text.to_owned()));
        url.ok_or("expected a URL that begins with postgres:// or sqlite:")
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (base, query) = self.0.split_once('?').unwrap_or((&self.0, ""));
        let (scheme, rest) = base.split_once("://").unwrap_or(("", base));
        let separator = if scheme.is_empty() { "" } else { "://" };
        let rest = match rest.rsplit_once('@') {
            Some((user, place)) => {
                let user = user.split(':').next().unwrap_or_default();
                format!("{user}:***@{place}")
            }
            None => rest.to_owned(),
        };
        let query = if query.is_empty() { "" } else { "?***" };
        write!(f, "{scheme}{separator}{rest}{query}")
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_url_is_shown_without_its_password() {
        let cases = [
            (
                "postgres://joe:p@ss:w@db:5432/x?password=s",
                "postgres://joe:***@db:5432/x?***",
            ),
            ("postgres://joe@db/x", "postgres://joe:***@db/x"),
            ("postgres://db/x", "postgres://db/x"),
            ("sqlite://./data/x.db", "sqlite://./data/x.db"),
            ("sqlite::memory:", "sqlite::memory:"),
        ];
        for (url, shown) in cases {
            let url: DatabaseUrl = url.parse().unwrap();
            assert_eq!(url.to_string(), shown);
            assert_eq!(format!("{url:?}"), shown);
        }
        assert!("mysql://db/x".parse::<DatabaseUrl>().is_err());
    }

    #[test]
    fn a_public_url_is_an_origin() {
        for good in ["https://horses.example", "http://localhost:8080/"] {
            assert!(good.parse::<PublicUrl>().is_ok(), "{good}");
        }
        for bad in [
            "",
            "horses.example",
            "https://",
            "https://a/b",
            "https://u@a",
            "ftp://a",
        ] {
            assert!(bad.parse::<PublicUrl>().is_err(), "{bad}");
        }
    }
}
