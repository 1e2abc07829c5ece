"""Poker Tres Cartas compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.poker.bank.rules import BankRules
from tapete.maths.kernels.bank.common import (
    DeckKernel,
    Ints,
    deck,
    least_rank,
    settle,
    wins,
)
from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.poker import Tables as Ranks
from tapete.maths.kernels.poker import value3
from tapete.maths.kernels.stream import Cards, Stream, draw
from tapete.maths.strategy.poker.of_rules import terms_of
from tapete.maths.strategy.poker.solution import Solution
from tapete.maths.strategy.poker.suits import place, sort
from tapete.maths.strategy.poker.terms import Terms


class Tables(NamedTuple):
    """What the round needs: who goes on by place of the hand, and what comes of it."""

    goes: NDArray[np.uint8]
    least: int
    win: Ints
    closed: int
    lose: int
    unit: int
    ranks: Ranks
    binomials: Ints


@compiled
def _round(cards: Any, t: Tables, own: Ints) -> int:
    own[0], own[1], own[2] = cards[0], cards[2], cards[4]
    mine = value3(t.ranks, t.ranks.card[own[0]] + t.ranks.card[own[1]] + t.ranks.card[own[2]])
    sort(own, 3)
    if not t.goes[place(own, 3, t.binomials)]:
        return -t.unit
    keys = t.ranks.card
    bank = value3(t.ranks, keys[cards[1]] + keys[cards[3]] + keys[cards[5]])
    return settle(mine, bank, t.least, t.win, t.closed, t.lose)


@compiled
def _simulate(cards: Cards, t: Tables, rounds: int, state: Stream, low: int, counts: Ints) -> None:
    own = np.zeros(3, np.int64)
    for _ in range(rounds):
        draw(cards, 0, 6, state)
        counts[_round(cards, t, own) - low] += 1


@compiled
def _on_tape(tape: Cards, t: Tables, nets: Ints) -> None:
    own = np.zeros(3, np.int64)
    for row in range(len(tape)):
        nets[row] = _round(tape[row], t, own)


class ThreeCards(DeckKernel):
    """The ante of Poker Tres Cartas, played by the sums."""

    def __init__(self, rules: BankRules, solved: Solution) -> None:
        terms = terms_of(rules)
        assert isinstance(terms, Terms)
        win, lose = wins(terms), -int(terms.unit * (1 + terms.bet))
        super().__init__(terms.unit, lose, max(int(win.max()), int(terms.unit * terms.closed)))
        self.tables = Tables(
            solved.table("goes"), least_rank(3, terms.opens), win,
            int(terms.unit * terms.closed), lose, terms.unit, self.ranks, self.binomials,
        )  # fmt: skip

    def rounds(self, rounds: int, stream: Stream, counts: Ints) -> None:
        _simulate(deck(), self.tables, rounds, stream, self.low, counts)

    def tape(self, decks: Cards, nets: Ints) -> None:
        _on_tape(decks, self.tables, nets)
