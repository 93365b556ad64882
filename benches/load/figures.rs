//! What a run measured.

use std::time::Duration;

use serde_json::json;

pub(crate) struct Figures {
    games: usize,
    actions: usize,
    rate: f64,
    p50: Duration,
    p99: Duration,
    cpu_us: f64,
}

impl Figures {
    pub(crate) fn new(
        games: usize,
        elapsed: Duration,
        cpu: Duration,
        mut latencies: Vec<Duration>,
    ) -> Figures {
        latencies.sort_unstable();
        let actions = latencies.len();
        let at = |percent: usize| {
            let rank = (actions * percent / 100).min(actions.saturating_sub(1));
            latencies.get(rank).copied().unwrap_or_default()
        };
        Figures {
            games,
            actions,
            rate: actions as f64 / elapsed.as_secs_f64(),
            p50: at(50),
            p99: at(99),
            cpu_us: cpu.as_secs_f64() * 1e6 / actions.max(1) as f64,
        }
    }

    pub(crate) fn text(&self) -> String {
        format!(
            "{:>4} games  {:>7.0} actions/s  p50 {:>6.2} ms  p99 {:>6.2} ms  \
             CPU {:>4.0} us/action  \
             ({} actions, all verified)",
            self.games,
            self.rate,
            self.p50.as_secs_f64() * 1e3,
            self.p99.as_secs_f64() * 1e3,
            self.cpu_us,
            self.actions,
        )
    }

    pub(crate) fn json(&self) -> String {
        json!({
            "games": self.games, "actions": self.actions, "actions_per_s": self.rate.round(),
            "p50_ms": self.p50.as_secs_f64() * 1e3, "p99_ms": self.p99.as_secs_f64() * 1e3,
            "cpu_us_per_action": self.cpu_us.round(),
        })
        .to_string()
    }
}

/// CPU time of these processes and all that descend from them, as Linux counts it.
pub(crate) fn cpu(pids: &[u32]) -> Duration {
    let ticks: u64 = pids.iter().map(|pid| ticks(*pid)).sum();
    // Linux counts in hundredths of a second on every common platform.
    Duration::from_millis(ticks * 10)
}

fn ticks(pid: u32) -> u64 {
    let own = std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .ok()
        .and_then(|stat| {
            let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
            Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
        })
        .unwrap_or(0);
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    let children = children.unwrap_or_default();
    own + children
        .split_whitespace()
        .filter_map(|child| child.parse().ok())
        .map(ticks)
        .sum::<u64>()
}
