"""``python -m bench.floor``: the floor under load, at full length, in under three minutes.

``--tables``, ``--seats`` and ``--seconds`` say how much; ``--on`` names one database only and
``--only`` one half of it; ``--workers`` are the processes that serve (0: as many as there are
cores); ``--flood`` measures once more while so many try passwords; ``--spread`` says within how
many seconds the tables begin; ``--json`` writes every figure to a file. Nothing else should run on
the machine meanwhile.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from bench.floor.measure import KINDS, measure


def main() -> None:
    wanted = argparse.ArgumentParser(prog="python -m bench.floor")
    wanted.add_argument("--tables", type=int, default=150)
    wanted.add_argument("--seats", type=int, default=1000)
    wanted.add_argument("--seconds", type=float, default=20.0)
    wanted.add_argument("--writing", type=float, default=3.0)
    wanted.add_argument("--only", choices=["bots", "writing"])
    wanted.add_argument("--on", choices=KINDS)
    wanted.add_argument("--workers", type=int, default=0)
    wanted.add_argument("--flood", type=int, default=0)
    wanted.add_argument("--spread", type=float, default=0.0)
    wanted.add_argument("--json", type=Path)
    given = wanted.parse_args()
    found = measure(
        tables=given.tables, seats=given.seats, seconds=given.seconds, writing=given.writing,
        only=given.only, kinds=(given.on,) if given.on else (), workers=given.workers,
        flood=given.flood, spread=given.spread,
    )  # fmt: skip
    load = f"load {found['load_before']} before, {found['load_after']} after"
    print(f"{found['cores']} cores, {load}")
    for kind in KINDS:
        if kind in found:
            print(f"\n{kind}")
            for line in lines(found[kind]):
                print(f"  {line}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def lines(found: dict[str, Any]) -> list[str]:
    """The figures of a database, as a person reads them."""
    said = []
    if bots := found.get("bots"):
        seat, answer = bots["last_seat_ms"], bots["answered_ms"]
        cores = ", ".join(f"{name} {n}" for name, n in bots["cores"].items())
        inside = bots["server_says"]
        said += [
            f"{bots['seats']} seats at {bots['tables']} tables for {bots['seconds']} seconds",
            f"command to last seat informed   p50 {seat.get('p50')} ms, p99 {seat.get('p99')} ms,"
            f" longest {seat.get('most')} ms",
            f"command to its own answer       p50 {answer.get('p50')} ms,"
            f" p99 {answer.get('p99')} ms",
            f"commands a second               {bots['commands_a_second']}"
            f" (refused {bots['refused_a_second']}); steps with the dealer's own"
            f" {inside['steps'] / bots['seconds']:.1f}",
            f"messages a second               {bots['messages_a_second']},"
            f" {bots['bytes_a_message']} bytes each; cut off {bots['cut_off']}",
            f"cores used                      {cores}",
            f"memory over the time, MB        {', '.join(map(str, bots['memory_mb']))}",
            f"inside the server, means        commit {inside['commit_ms']} ms, transaction"
            f" {inside['transaction_ms']} ms of {inside['units']} steps,"
            f" told {inside['told_ms']} ms",
        ]
        if flooded := bots.get("flooded"):
            seat, before = flooded["last_seat_ms"], seat
            said.append(
                f"while passwords are tried       p50 {seat['p50']} ms, p99 {seat['p99']} ms"
                f" ({seat['p99'] / before['p99']:.1f} times), {flooded['tries_a_second']} tries a"
                f" second; cut off {flooded['cut_off']}"
            )
    if rounds := found.get("writing"):
        said += [
            f"durable rounds a second         {rounds['rounds_a_second']}"
            f" ({rounds['rows_a_round']} rows each, {rounds['units_a_transaction']} steps a"
            f" transaction, {rounds['cpu_ms_a_round']} ms of processor:"
            f" {rounds['cores']} cores)",
            f"of {rounds['workers']} processes on one database  "
            f" {rounds['rounds_a_second_of_workers']} ({rounds['gain']} times)",
            f"the same rows alone, so grouped {rounds['straight_same_transactions']}"
            f" ({rounds['straight_cpu_ms_a_round']} ms of processor): ratio {rounds['ratio_same']}",
            f"one transaction a round         {rounds['straight_one_a_round']}:"
            f" ratio {rounds['ratio_one_a_round']}",
        ]
    return said


if __name__ == "__main__":
    main()
