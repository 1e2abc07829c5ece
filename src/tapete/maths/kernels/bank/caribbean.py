"""Caribbean Poker and its Plus compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.poker.bank.caribbean import CaribbeanRules
from tapete.maths.kernels.bank.common import (
    DeckKernel,
    Ints,
    deck,
    five,
    least_rank,
    renamed,
    settle,
    wins,
)
from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.poker import Tables as Ranks
from tapete.maths.kernels.poker import value5
from tapete.maths.kernels.stream import Cards, Stream, draw
from tapete.maths.strategy.poker.caribbean import BUY, FOLD
from tapete.maths.strategy.poker.of_rules import terms_of
from tapete.maths.strategy.poker.solution import Solution
from tapete.maths.strategy.poker.terms import Terms


class Tables(NamedTuple):
    """What to do by the seen card and the place of the hand; ``up`` is the croupier's card that
    lies uncovered, in the order of the deal."""

    moves: NDArray[np.uint8]
    up: int
    least: int
    win: Ints
    closed: int
    lose: int
    price: int
    unit: int
    ranks: Ranks
    binomials: Ints


@compiled
def _round(cards: Any, t: Tables, own: Ints, other: Ints, order: Ints) -> int:
    for i in range(5):
        own[i] = cards[2 * i]
    up = cards[2 * t.up + 1]
    move = t.moves[up >> 2, renamed(own, 5, up & 3, order, other, t.binomials)]
    if move == FOLD:
        return -t.unit
    price = 0
    if move >= BUY:
        price = t.price
        for i in range(5):
            if (own[i] >> 2) << 2 | order[own[i] & 3] == other[move - BUY]:
                own[i] = cards[10]
                break
    mine = value5(t.ranks, five(t.ranks, own[0], own[1], own[2], own[3], own[4]))
    bank = value5(t.ranks, five(t.ranks, cards[1], cards[3], cards[5], cards[7], cards[9]))
    return settle(mine, bank, t.least, t.win, t.closed, t.lose) - price


@compiled
def _simulate(cards: Cards, t: Tables, rounds: int, state: Stream, low: int, counts: Ints) -> None:
    own, other, order = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(8, np.int64)
    for _ in range(rounds):
        draw(cards, 0, 11, state)
        counts[_round(cards, t, own, other, order) - low] += 1


@compiled
def _on_tape(tape: Cards, t: Tables, nets: Ints) -> None:
    own, other, order = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(8, np.int64)
    for row in range(len(tape)):
        nets[row] = _round(tape[row], t, own, other, order)


class Caribbean(DeckKernel):
    """The ante of Caribbean Poker, played by the sums; in the Plus, cards are bought."""

    def __init__(self, rules: CaribbeanRules, solved: Solution) -> None:
        terms = terms_of(rules)
        assert isinstance(terms, Terms)
        win, lose = wins(terms), -int(terms.unit * (1 + terms.bet))
        price = int(terms.unit * terms.price)
        super().__init__(terms.unit, lose - price, int(win.max()))
        self.tables = Tables(
            solved.table("moves"), rules.croupier_up[0] - 1, least_rank(5, terms.opens), win,
            int(terms.unit * terms.closed), lose, price, terms.unit, self.ranks, self.binomials,
        )  # fmt: skip

    def rounds(self, rounds: int, stream: Stream, counts: Ints) -> None:
        _simulate(deck(), self.tables, rounds, stream, self.low, counts)

    def tape(self, decks: Cards, nets: Ints) -> None:
        _on_tape(decks, self.tables, nets)
