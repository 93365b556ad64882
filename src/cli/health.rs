//! `health`: asks a running server, without any other program in its container.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;

use super::Failure;

#[derive(Debug, Args)]
pub(super) struct HealthOptions {
    /// The address and port that the server was told to serve on
    #[arg(long, env = "PETITS_CHEVAUX_LISTEN", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

const TIME: Duration = Duration::from_secs(3);
const REQUEST: &[u8] = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

impl HealthOptions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let address = reachable(self.listen);
        let status = ask(address).map_err(|error| format!("{address} does not answer: {error}"))?;
        if status.starts_with("HTTP/1.1 200 ") {
            return Ok(());
        }
        Err(format!("{address} is not ready: {status}").into())
    }
}

/// A server on every interface is reached on the loopback one.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        IpAddr::V4(_) | IpAddr::V6(_) => listen.ip(),
    };
    SocketAddr::new(ip, listen.port())
}

/// The status line of the answer.
fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIME)?;
    stream.set_read_timeout(Some(TIME))?;
    stream.set_write_timeout(Some(TIME))?;
    stream.write_all(REQUEST)?;
    let mut answer = Vec::new();
    stream.take(4_096).read_to_end(&mut answer)?;
    let text = String::from_utf8_lossy(&answer);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
