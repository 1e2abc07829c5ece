"""Metrics of the node: counters and timings, shown by `/metrics`."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

SECONDS = (
    *(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075),
    *(0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)

COMMANDS = Counter(
    "tapete_commands", "Commands of tables by kind and outcome", ["command", "outcome"]
)
"""Outcomes: done, repeated, refused, lost (the table is not ours), failed."""
REFUSED = Counter("tapete_refused", "What was refused, by code", ["code"])
COMMITTED = Histogram("tapete_commit_seconds", "From a command to its commit", buckets=SECONDS)
TOLD = Histogram("tapete_told_seconds", "From a command to the last listener", buckets=SECONDS)
SOCKETS = Gauge("tapete_sockets", "Open sockets")
TABLES = Gauge("tapete_tables", "Tables this node keeps")
ROUNDS = Counter("tapete_rounds", "Rounds ended, by game", ["game"])
BATCH = Histogram(
    "tapete_batch_units", "Units written in one transaction", buckets=(1, 2, 4, 8, 16, 32, 64)
)
WRITE_SECONDS = Histogram("tapete_write_seconds", "One transaction", buckets=SECONDS)
LOST = Counter("tapete_tables_lost", "Tables this node lost to another, or to a failed write")
LOGINS_REFUSED = Counter("tapete_logins_refused", "Logins refused")
TROUBLE = Counter("tapete_trouble", "Times that what was due at a unit failed and is tried again")
