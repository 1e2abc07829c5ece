"""Best play of a game under its rules: summed once, then read from disk.

What is kept hangs on the rules and on the code that solved them: a rulebook that changes is summed
again.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from tapete.games.poker import hands
from tapete.games.poker.bank import draw as draw_poker
from tapete.games.poker.bank.caribbean import CaribbeanRules
from tapete.games.poker.bank.draw import DrawRules, kept
from tapete.games.poker.bank.rules import BankRules
from tapete.maths.exact.paths import TooLarge
from tapete.maths.strategy import store
from tapete.maths.strategy.poker import (
    caribbean,
    draw,
    go,
    texas_bonus,
    texas_plus,
    three_cards,
)
from tapete.maths.strategy.poker.draw_bank import NotCounted
from tapete.maths.strategy.poker.of_rules import AnyTerms, DrawTerms, terms_of, uncovered
from tapete.maths.strategy.poker.terms import Terms, Ways

Tick = Callable[[int, int], None]
Bytes = NDArray[np.uint8]


class Table(msgspec.Struct, frozen=True):
    """An array of bytes, packed."""

    shape: tuple[int, ...]
    packed: bytes

    @classmethod
    def of(cls, array: Bytes) -> Table:
        return cls(array.shape, zlib.compress(array.tobytes(), 1))

    def array(self) -> Bytes:
        return np.frombuffer(zlib.decompress(self.packed), np.uint8).reshape(self.shape)


class Solution(msgspec.Struct, frozen=True):
    """The chance of each net, in first bets, and what to do: tables by their names."""

    ends: tuple[tuple[str, str], ...]
    tables: dict[str, Table]

    @property
    def law(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The chance of each net, exactly."""
        return tuple((Fraction(net), Fraction(chance)) for net, chance in self.ends)

    @property
    def edge(self) -> Fraction:
        """What the house keeps of the first bet."""
        return -sum((net * chance for net, chance in self.law), Fraction(0))

    def table(self, name: str) -> Bytes:
        return self.tables[name].array()


class Key(msgspec.Struct, frozen=True):
    """What a solution hangs on."""

    code: str
    kind: str
    terms: AnyTerms


@cache
def edition() -> str:
    """A fingerprint of the code that solves and of the ranking of hands."""
    code = hashlib.sha256()
    here = sorted(Path(__file__).parent.glob("*.py"))
    for file in (*here, Path(hands.__file__), Path(draw_poker.__file__)):
        code.update(file.read_bytes())
    return code.hexdigest()[:8]


def solution(rules: BankRules, tick: Tick = lambda done, total: None) -> Solution:
    """The game solved: read from disk if these rules were solved before, else solved and kept."""
    if setting := uncovered(rules):
        raise TooLarge(f"{rules.game} is not solved under these rules", setting)
    return _found(rules, tick)


_KEPT: dict[bytes, Solution] = {}


def _found(rules: BankRules, tick: Tick) -> Solution:
    kind = type(rules).__name__
    if isinstance(rules, CaribbeanRules) and rules.bought_max:
        kind = "CaribbeanPlus"
    terms = terms_of(rules)
    key = Key(edition(), kind, terms)
    place = str(store.path("poker", key)).encode()
    if place not in _KEPT:
        _KEPT[place] = store.kept("poker", key, Solution, lambda: solve(rules, terms, tick))
    return _KEPT[place]


def solve(rules: BankRules, terms: AnyTerms, tick: Tick) -> Solution:
    """Sum it all."""
    match terms:
        case go.GoTerms():
            line = go.solve(terms)
            return _solution(line.ways, first=line.first, second=line.second)
        case texas_bonus.BonusTerms():
            bonus = texas_bonus.solve(terms, tick)
            tables = {"goes": bonus.goes, "turn": bonus.turn, "river": bonus.river}
            return _solution(bonus.ways, **tables)
        case DrawTerms():
            assert isinstance(rules, DrawRules)
            try:
                exchange = draw.solve(terms.terms, lambda cards: kept(cards, rules)[0], tick)
            except NotCounted as why:
                raise TooLarge(str(why), "croupier_draws") from None
            return _solution(exchange.ways, moves=exchange.moves)
        case Terms():
            return _against_bank(rules, terms, tick)


def _against_bank(rules: BankRules, terms: Terms, tick: Tick) -> Solution:
    if isinstance(rules, CaribbeanRules):
        five = caribbean.solve(terms, tick, buying=bool(rules.bought_max))
        return _solution(five.ways, moves=five.moves)
    if rules.cards_each == three_cards.SIZE:
        three = three_cards.solve(terms)
        return _solution(three.ways, goes=three.goes)
    plus = texas_plus.solve(terms, tick)
    return _solution(plus.ways, goes=plus.goes)


def _solution(ways: Ways, **tables: Bytes) -> Solution:
    ends = tuple((str(net), str(chance)) for net, chance in ways.ends)
    return Solution(ends, {name: Table.of(array) for name, array in tables.items()})
