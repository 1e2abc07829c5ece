"""``make bench``: measures, prints the figures and writes them to ``bench/results.json``.

``python -m bench --long`` besides holds every kernel against the engine for a million rounds, and
the raw words of chance before dieharder's battery.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench import craps, dieharder, engine, hands, kernels, peers
from bench.floor import measure as floor
from tapete.games.registry import GAMES
from tapete.maths.exact import TooLarge, exact_odds

RESULTS = Path(__file__).with_name("results.json")


def exact() -> dict[str, float | None]:
    """Seconds for the exact figures of every bet, game by game; none where it has too many ways."""
    seconds: dict[str, float | None] = {}
    for id, game in track(GAMES.items(), "exact odds", transient=True):
        began = perf_counter()
        try:
            exact_odds(game, game.rules_of())
            seconds[id] = perf_counter() - began
        except TooLarge:
            seconds[id] = None
    return seconds


def said(figure: float | str | None) -> str:
    return f"{figure:,.0f}" if isinstance(figure, float) else figure or "–"


def show(
    console: Console, title: str, columns: Iterable[str], rows: Iterable[Iterable[str]]
) -> None:
    drawn = Table(box=None, pad_edge=False, header_style="dim")
    for i, column in enumerate(columns):
        drawn.add_column(column, justify="right" if i else "left")
    for row in rows:
        drawn.add_row(*row)
    console.print(f"\n[bold]{title}[/]")
    console.print(drawn)


def main() -> None:
    console = Console(highlight=False)
    results: dict[str, Any] = {"python": platform.python_version()}

    rounds = {
        id: engine.measure(game)
        for id, game in track(GAMES.items(), "engine", transient=True, console=console)
    }
    results["engine"] = rounds
    show(
        console,
        "Engine: rounds a second",
        ("game", "at random", "one bet", "the bet", "with its acta"),
        (
            (id, *(said(r.get(name)) for name in ("random", "fixed", "bet", "acta")))
            for id, r in rounds.items()
        ),
    )

    results["craps"] = beside = craps.measure()
    show(
        console,
        f"Craps: throws a second beside crapssim {beside['crapssim']}, same bets, same dice",
        ("bets", "Tapete", "crapssim", "ratio"),
        (
            (name, f"{p['tapete']:,.0f}", f"{p['crapssim']:,.0f}", f"{p['ratio']:.2f}")
            for name, p in beside["plays"].items()
        ),
    )

    results["kernels"] = rates = kernels.measure()
    show(
        console,
        f"Compiled rounds: a second on one core, the best of {kernels.TURNS} turns",
        ("game, bet", "rounds a second"),
        ((name, f"{found:,.0f}") for name, found in rates.items()),
    )

    results["peers"] = beside_peers = peers.measure()
    show(
        console,
        "Rounds a second beside other simulators",
        ("game", "Tapete", "peer", "theirs", "ratio"),
        (
            (name, f"{p['tapete']:,.0f}", p["peer"], f"{p['theirs']:,.0f}", f"{p['ratio']:,.0f}")
            for name, p in beside_peers.items()
        ),
    )

    results["hands"] = ranked = hands.measure()
    show(
        console,
        "Poker hands ranked a second on one core",
        ("hands", "a second"),
        ((name, f"{found:,.0f}") for name, found in ranked["rates"].items()),
    )
    show(
        console,
        "Hands of seven cards beside other evaluators, the same hands in the same order",
        ("peer", "Tapete", "theirs", "ratio"),
        (
            (
                f"{name} {p['version']}", f"{ranked['rates']['7 cards']:,.0f}",
                f"{p['rate']:,.0f}", f"{p['ratio']:,.0f}",
            )
            for name, p in ranked["peers"].items()
        ),
    )  # fmt: skip
    seconds_all = ranked["all_hands_seconds"]
    console.print(f"All {ranked['all_hands']:,} hands of seven cards: {seconds_all:.2f} seconds")

    results["floor"] = held = floor.short()
    show(
        console,
        f"The floor: {floor.SHORT_SEATS} seats at {floor.SHORT_TABLES} tables, and durable rounds",
        ("database", "commands/s", "last seat p50 ms", "p99 ms", "rounds/s", "of the rows alone"),
        (
            (
                kind, f"{p['bots']['commands_a_second']:,.0f}",
                *(f"{p['bots']['last_seat_ms'].get(name, 0):,.0f}" for name in ("p50", "p99")),
                f"{p['writing']['rounds_a_second']:,.0f}", f"{p['writing']['ratio_same']:.2f}",
            )
            for kind, p in held.items()
            if isinstance(p, dict)
        ),
    )  # fmt: skip

    if "--long" in sys.argv:
        results["tapes"] = agreed = kernels.long_tapes()
        show(
            console,
            "Common tapes: rounds on which kernel and engine agreed, one by one",
            ("game, bet", "rounds"),
            ((name, f"{rounds:,}") for name, rounds in agreed.items()),
        )
        results["dieharder"] = words = dieharder.measure()
        counts = words.items() if words else [(dieharder.MISSING, 0)]
        show(
            console,
            "Raw words of chance before dieharder",
            ("verdict", "tests"),
            ((verdict, f"{count:,}") for verdict, count in counts),
        )

    results["exact"] = seconds = exact()
    done = {id: spent for id, spent in seconds.items() if spent is not None}
    results["exact_total"] = sum(done.values())
    show(
        console,
        "Exact figures of every bet: seconds",
        ("game", "seconds"),
        [*((id, f"{s:.2f}") for id, s in done.items()), ("all", f"{sum(done.values()):.2f}")],
    )
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
