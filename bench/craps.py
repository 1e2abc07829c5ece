"""Craps beside crapssim: the same bets on the same dice in one run, and the money must agree."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from time import perf_counter
from typing import Any

import crapssim
from crapssim.strategy.single_bet import BetAny7, BetField, BetPassLine, BetTwo, BetYo

from bench.players import SEAT, always
from tapete.chance import seeded
from tapete.core.round.event import net
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.games.registry import find

THROWS = 4_000
TURNS = 5
STAKE = 10
PLAYS: dict[str, tuple[tuple[str, ...], Callable[[], Any]]] = {
    "pass": (("pass",), lambda: BetPassLine(STAKE)),
    "pass, field": (("pass", "field"), lambda: BetPassLine(STAKE) + BetField(STAKE)),
    "pass, field, 7, 11, 2": (
        ("pass", "field", "siete", "once", "craps-2"),
        lambda: (
            BetPassLine(STAKE) + BetField(STAKE) + BetAny7(STAKE) + BetYo(STAKE) + BetTwo(STAKE)
        ),
    ),
}


def dice(throws: int) -> list[tuple[int, int]]:
    """The same dice for both."""
    pick = seeded("bench")
    return [(pick(6) + 1, pick(6) + 1) for _ in range(throws)]


def tapete_plays(bets: tuple[str, ...], thrown: list[tuple[int, int]]) -> tuple[float, int]:
    """Seconds, and what the player won or lost."""
    game = find("craps")
    rules = game.rules_of()
    setup: Setup[Any, Any] = Setup(rules=rules, seats=(SEAT,))
    state = game.opening(rules)
    faces = iter([(str(a), str(b)) for a, b in thrown])
    answerer = always(dict.fromkeys(bets, STAKE), lambda ask: next(faces))
    money, spent = 0, 0.0
    for _ in thrown:
        began = perf_counter()
        live = Live(game.play(setup, state))
        state = live.run(answerer)
        spent += perf_counter() - began
        money += net(live.events, SEAT)
    return spent, money


def crapssim_plays(chosen: Any, thrown: list[tuple[int, int]]) -> tuple[float, int]:
    """Seconds, and what the player won or lost."""
    table = crapssim.Table()
    start = 10_000_000
    player = table.add_player(start, chosen)
    began = perf_counter()
    table.fixed_run(thrown)
    return perf_counter() - began, round(player.total_player_cash - start)


def measure() -> dict[str, Any]:
    """Throws a second of each, and ours to theirs. They take turns; the best turn of each counts,
    so that another load on the machine falls on neither."""
    thrown = dice(THROWS)
    plays = {}
    for name, (bets, chosen) in PLAYS.items():
        ours, theirs = [], []
        for _ in range(TURNS):
            spent, our_money = tapete_plays(bets, thrown)
            ours.append(spent)
            spent, their_money = crapssim_plays(chosen(), thrown)
            theirs.append(spent)
            if our_money != their_money:
                raise AssertionError(f"{name}: {our_money} here, {their_money} with crapssim")
        plays[name] = {
            "throws": THROWS,
            "tapete": THROWS / min(ours),
            "crapssim": THROWS / min(theirs),
            "ratio": min(theirs) / min(ours),
            "net": our_money,
        }
    return {"crapssim": version("crapssim"), "plays": plays}
