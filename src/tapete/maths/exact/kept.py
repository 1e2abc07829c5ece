"""Figures of bets kept on disk, so that the same rules are gone through once."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import tapete
from tapete.core.book.rulebook import GameRules
from tapete.core.round.bets import Limits
from tapete.core.round.game import Game
from tapete.maths.exact.odds import BetOdds, Tick, exact_odds, untold
from tapete.maths.strategy import store

PLAYED_BY = ("core", "games", "maths")
"""The code that decides what a bet is worth."""


class KeptBet(msgspec.Struct, frozen=True):
    """The figures of a bet as they are kept: fractions as text, exactly."""

    key: str
    members: tuple[str, ...]
    clause: str
    pays: tuple[str, ...]
    ends: tuple[tuple[str, str], ...]
    throws: str
    exact: bool
    note: str

    def odds(self) -> BetOdds:
        ends = tuple((Fraction(net), Fraction(chance)) for net, chance in self.ends)
        return BetOdds(
            self.key, self.members, self.clause, self.pays, ends, Fraction(self.throws),
            self.exact, self.note,
        )  # fmt: skip


class Kept(msgspec.Struct, frozen=True):
    """The figures of all the bets of a game under some rules."""

    bets: tuple[KeptBet, ...]


@cache
def code() -> str:
    """A fingerprint of the code that plays, so that what other code found is not used."""
    read = hashlib.sha256()
    package = Path(tapete.__file__).parent
    for folder in PLAYED_BY:
        for file in sorted((package / folder).rglob("*.py")):
            read.update(file.read_bytes())
    return read.hexdigest()[:16]


def kept_odds(
    game: Game[Any, Any], rules: GameRules, limits: Limits, tick: Tick = untold
) -> dict[str, BetOdds]:
    """The figures of every bet: read from disk if these rules were gone through before, else found
    and kept."""
    asked = (code(), game.id, rules, limits)

    def find() -> Kept:
        found = exact_odds(game, rules, limits=limits, tick=tick)
        return Kept(tuple(_written(odds) for odds in found.values()))

    return {bet.key: bet.odds() for bet in store.kept("odds", asked, Kept, find).bets}


def _written(odds: BetOdds) -> KeptBet:
    ends = tuple((str(net), str(chance)) for net, chance in odds.ends)
    return KeptBet(
        odds.key, odds.members, odds.clause, odds.pays, ends, str(odds.throws), odds.exact,
        odds.note,
    )  # fmt: skip
