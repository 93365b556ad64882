#!/usr/bin/env python3
"""The server beside raw pgbench on one cluster in one run: rounds interleaved, medians, ratios.

usage: side_by_side.py LOAD_PROGRAM POSTGRES_URL [ROUNDS] [SECONDS]

pgbench runs benches/pgbench/action.sql (the least durable action, prepared); the server plays whole
games with everything on: token, receipt, idempotency row, log. Standard library only.
"""

import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parent / "target/release/petits-chevaux"
GAMES = (1, 16, 64)
LISTEN = "127.0.0.1:8093"


def text(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def serve(url, folder):
    server = subprocess.Popen(
        [PROGRAM, "serve", "--listen", LISTEN, "--metrics-listen", "", "--data-dir", folder]
        + ["--database-url", url, "--log", "warn"]
    )
    while subprocess.run([PROGRAM, "health", "--listen", LISTEN], capture_output=True).returncode:
        if server.poll() is not None:
            raise SystemExit("the server did not start")
        time.sleep(0.1)
    return server


def pgbench(url, clients, seconds):
    shown = text(
        *["pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T", str(seconds)],
        *["-f", str(HERE / "pgbench/action.sql"), url],
    )
    rate = float(re.search(r"tps = ([0-9.]+)", shown).group(1))
    return {"rate": rate, "ms": clients * 1000 / rate}


def load(program, games, seconds, pids):
    pids = [word for pid in pids for word in ("--pid", str(pid))]
    command = [program, LISTEN, "--games", str(games), "--seconds", str(seconds), "--json", *pids]
    return json.loads(text(*command))


def median(rows, key):
    return statistics.median(row[key] for row in rows)


def show(games, ours, raw, best):
    line = (
        f"{games:>5} games  {median(ours, 'actions_per_s'):>7.0f} actions/s"
        f"  p50 {median(ours, 'p50_ms'):6.2f} ms  p99 {median(ours, 'p99_ms'):6.2f} ms"
        f"  CPU {median(ours, 'cpu_us_per_action'):4.0f} us/action"
    )
    if raw:
        line += (
            f"  | pgbench {median(raw, 'rate'):>7.0f}/s {median(raw, 'ms'):5.2f} ms"
            f"  | rate / best pgbench {median(ours, 'actions_per_s') / best:.2f}"
            f"  p50 / pgbench {median(ours, 'p50_ms') / median(raw, 'ms'):.2f}"
        )
    print(line, flush=True)


def main():
    program, url = sys.argv[1:3]
    rounds, seconds = (int(word) for word in [*sys.argv[3:], "3", "4"][:2])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["psql", "-q", url, "-f", HERE / "pgbench/schema.sql"], check=True)
        postmaster = text("psql", "-Atc", "show data_directory", url).strip() + "/postmaster.pid"
        postmaster = pathlib.Path(postmaster).read_text().split()[0]
        ours, raw = {n: [] for n in GAMES}, {n: [] for n in GAMES}
        server = serve(url, folder)
        for _ in range(rounds):
            for games in GAMES:
                raw[games].append(pgbench(url, games, seconds))
                ours[games].append(load(program, games, seconds, [server.pid, postmaster]))
        server.terminate()
        server.wait()
        best = max(median(rows, "rate") for rows in raw.values())
        print("== PostgreSQL, server and pgbench interleaved")
        for games in GAMES:
            show(games, ours[games], raw[games], best)
        print("== SQLite file, synchronous=FULL")
        server = serve(f"sqlite://{folder}/bench.db", folder)
        for games in GAMES:
            rows = [load(program, games, seconds, [server.pid]) for _ in range(rounds)]
            show(games, rows, [], best)
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
