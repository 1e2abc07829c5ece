"""Go Poker compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.poker.bank.go import GoRules
from tapete.maths.kernels.bank.common import (
    DeckKernel,
    Ints,
    deck,
    five,
    least_rank,
    renamed,
)
from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.kernel import whole_unit
from tapete.maths.kernels.poker import Tables as Ranks
from tapete.maths.kernels.poker import value5
from tapete.maths.kernels.stream import Cards, Stream, draw
from tapete.maths.strategy.poker.go import BETS, GoTerms
from tapete.maths.strategy.poker.of_rules import terms_of
from tapete.maths.strategy.poker.solution import Solution
from tapete.maths.strategy.poker.suits import sets


class Tables(NamedTuple):
    """Whether the first and the second bet stay, by kind of own cards, and what a bet is paid."""

    kind: NDArray[np.int32]
    first: NDArray[np.uint8]
    second: NDArray[np.uint8]
    least: int
    pays: Ints
    unit: int
    ranks: Ranks
    binomials: Ints


@compiled
def _round(cards: Any, t: Tables, own: Ints, other: Ints, order: Ints) -> int:
    own[0], own[1], own[2] = cards[0], cards[2], cards[4]
    seen = cards[1]
    kind = t.kind[renamed(own, 3, -1, order, other, t.binomials)]
    bets = 1 + int(t.first[kind]) + int(t.second[kind, (seen >> 2) << 2 | order[seen & 3]])
    mine = value5(t.ranks, five(t.ranks, own[0], own[1], own[2], seen, cards[3]))
    return bets * (t.pays[mine >> 12] if mine >= t.least else -t.unit)


@compiled
def _simulate(cards: Cards, t: Tables, rounds: int, state: Stream, low: int, counts: Ints) -> None:
    own, other, order = np.zeros(3, np.int64), np.zeros(3, np.int64), np.zeros(8, np.int64)
    for _ in range(rounds):
        draw(cards, 0, 5, state)
        counts[_round(cards, t, own, other, order) - low] += 1


@compiled
def _on_tape(tape: Cards, t: Tables, nets: Ints) -> None:
    own, other, order = np.zeros(3, np.int64), np.zeros(3, np.int64), np.zeros(8, np.int64)
    for row in range(len(tape)):
        nets[row] = _round(tape[row], t, own, other, order)


class Go(DeckKernel):
    """The line of Go Poker, played by the sums; a bet is one of its three."""

    def __init__(self, rules: GoRules, solved: Solution) -> None:
        terms = terms_of(rules)
        assert isinstance(terms, GoTerms)
        unit = whole_unit(terms.pays)
        pays = np.array([int(unit * pay) for pay in terms.pays], np.int64)
        super().__init__(unit, -BETS * unit, BETS * int(pays.max()))
        self.tables = Tables(
            sets(3).kind, solved.table("first"), solved.table("second"),
            least_rank(5, terms.opens), pays, unit, self.ranks, self.binomials,
        )  # fmt: skip

    def rounds(self, rounds: int, stream: Stream, counts: Ints) -> None:
        _simulate(deck(), self.tables, rounds, stream, self.low, counts)

    def tape(self, decks: Cards, nets: Ints) -> None:
        _on_tape(decks, self.tables, nets)
