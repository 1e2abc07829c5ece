"""Rounds a second of the engine, game by game."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from bench.players import SEAT, Answerer, always, at_random
from tapete.chance import seeded
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.round.bets import Limits
from tapete.core.round.game import Game, Setup
from tapete.core.round.live import Live
from tapete.core.table.table import Table
from tapete.maths.exact import TooLarge
from tapete.maths.exact.trial import TrialTable

SECONDS = 1.0
STACK = 1_000
"""Chips before each player, where a game is played with them."""


def rounds_a_second(game: Game[Any, Any], answerer: Answerer, seconds: float = SECONDS) -> float:
    """The bare engine: asks and events, nothing written down."""
    rules = game.rules_of()
    seats = seats_of(rules)
    chips = dict.fromkeys(seats, STACK) if game.on_stacks else {}
    setup: Setup[Any, Any] = Setup(rules=rules, terms=game.terms(), seats=seats, chips=chips)
    state = game.opening(rules)
    rounds, began = 0, perf_counter()
    while (spent := perf_counter() - began) < seconds:
        state = Live(game.play(setup, state)).run(answerer)
        rounds += 1
    return rounds / spent


def actas_a_second(game: Game[Any, Any], answerer: Answerer, seconds: float = SECONDS) -> float:
    """A table that writes the acta of every round."""
    table = Table(game, seats=seats_of(game.rules_of()))
    table.open = True
    rounds, began = 0, perf_counter()
    while (spent := perf_counter() - began) < seconds:
        table.play(answerer)
        rounds += 1
    return rounds / spent


def measure(game: Game[Any, Any]) -> dict[str, Any]:
    """One game: bets at random, one fixed simple bet, and the same with its acta."""
    measured: dict[str, Any] = {"random": rounds_a_second(game, at_random(1))}
    try:
        bet = TrialTable(game, game.rules_of(), Limits()).bets()[0]
        pick = seeded(1)
        fixed = always({bet: 100}, lambda ask: ask.some(pick))
        measured |= {
            "bet": bet,
            "fixed": rounds_a_second(game, fixed),
            "acta": actas_a_second(game, fixed),
        }
    except (Refused, TooLarge):
        pass  # a game that takes more than one simple bet: at random only
    return measured


def seats_of(rules: GameRules) -> tuple[int, ...]:
    return tuple(range(SEAT, SEAT + max(2, rules.players_min)))
