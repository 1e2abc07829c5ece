"""One shoe against one first card: what standing, asking and doubling are worth to every hand."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tapete.maths.strategy import kernels
from tapete.maths.strategy.hands import BUST, ENDS, Floats, Ints, bank_ends, hand, hands
from tapete.maths.strategy.terms import ACE, TEN, Terms

Bools = npt.NDArray[np.bool_]

TABLE = hands()
SIZE = len(TABLE.best)
EVERY = np.arange(SIZE)
NONE: Bools = np.zeros(SIZE, dtype=bool)
TWO: Bools = TABLE.size == 2
BLACK_JACK = TABLE.place[hand(ACE, TEN)]
PAIR = {value: TABLE.place[hand(value, value)] for value in range(ACE, TEN + 1)}

OVER = ENDS
"""The column of results that do not wait for the croupier: hands over 21, or retired."""
ROWS = 7
"""Rows of results: lost, void and won, of one bet and then of a doubled one; retired."""


class Play(NamedTuple):
    """A way of playing against one first card, hand by hand."""

    hits: Bools
    doubles: Bools = NONE
    retires: Bools = NONE
    splits: frozenset[int] = frozenset()


class CanalPlay(NamedTuple):
    """A way of playing Canal 21: two cards of different suits, two of one suit, and hands that hold
    a bonus (``holding[k]``: which of them ask for cards)."""

    plain: Play
    suited: Play
    holding: Bools

    @property
    def splits(self) -> frozenset[int]:
        return self.plain.splits


AnyPlay = Play | CanalPlay


class Shoe:
    """The prospects of every wanted hand while ``left`` (its own cards too) may still come.

    Against several hands of the bank they are those of an equal bet on each, by the bet: each of
    its hands ends by itself as if it were the first, since unknown cards may come in any order.
    """

    def __init__(self, terms: Terms, up: int, left: Ints, wanted: Bools) -> None:
        self.left = left
        self.wanted: Bools = wanted & (TABLE.counts <= left).all(axis=1)
        self.law: Floats = self._ends(terms, up)
        if terms.others:
            others = [self._ends(terms, each) for each in terms.others]
            self.law = np.mean([self.law, *others], axis=0)
        less = self.law[:, :BUST].cumsum(axis=1)[EVERY, np.maximum(TABLE.best - 1, 0)]
        won = less + self.law[:, BUST]
        void = self.law[EVERY, TABLE.best]
        self.stand: Floats = float(terms.win) * won - (1 - won - void)

    def _ends(self, terms: Terms, up: int) -> Floats:
        """How the bank's hand with this first card ends, beside every wanted hand."""
        ends = bank_ends(up, terms.draw_max, terms.hits_soft_17)
        law: Floats = kernels.bank_law(TABLE.counts, self.wanted, self.left, *ends)
        return law

    def best_play(self, may_hit: Bools) -> tuple[Bools, Floats, Floats]:
        """Which hands do best to ask for a card; what hands are worth so, and what asking is."""
        hits = may_hit.copy()
        value, hit = self._play(hits, choose=True)
        return hits, value, hit

    def play_on(self, hits: Bools) -> tuple[Floats, Floats]:
        """What hands are worth if these ask for cards, and what asking is worth."""
        return self._play(hits.copy(), choose=False)

    def _play(self, hits: Bools, choose: bool) -> tuple[Floats, Floats]:
        value, hit = kernels.play_on(
            TABLE.next, TABLE.counts, self.wanted, self.left, self.stand, hits, choose
        )
        return value, hit

    @cached_property
    def double(self) -> Floats:
        """What doubling is worth: two bets, one card."""
        once: Floats = kernels.one_card(
            TABLE.next, TABLE.counts, self.wanted, self.left, self.stand
        )
        return 2 * once

    def visits(self, start: Floats, hits: Bools) -> Floats:
        """How often every hand is met, from these first hands."""
        met: Floats = kernels.visits(TABLE.next, TABLE.counts, self.left, start, hits)
        return met

    def results(self, start: Floats, play: AnyPlay) -> Floats:
        """What becomes of first hands with these weights: `ROWS` by the croupier's end."""
        assert isinstance(play, Play)
        retired = float(start[play.retires].sum())
        start = np.where(play.retires, 0.0, start)
        doubled = np.where(play.doubles, start, 0.0)
        standing, twice, over, over_twice = kernels.follow(
            TABLE.next, TABLE.counts, self.left, start - doubled, play.hits, doubled
        )
        found = np.zeros((ROWS, ENDS + 1))
        found[0:3, :ENDS] = kernels.meet(standing, self.law, TABLE.best)
        found[3:6, :ENDS] = kernels.meet(twice, self.law, TABLE.best)
        found[0, OVER], found[3, OVER], found[6, OVER] = over, over_twice, retired
        return found


def fingerprint(play: AnyPlay) -> bytes:
    """The same for ways of playing that are the same after a split."""
    if isinstance(play, CanalPlay):
        return fingerprint(play.plain) + fingerprint(play.suited) + play.holding.tobytes()
    return play.hits.tobytes() + play.doubles.tobytes() + play.retires.tobytes()


def payments(terms: Terms) -> Ints:
    """What each row of results pays, in parts of the first bet."""
    one, win = terms.unit, int(terms.win * terms.unit)
    half = int(terms.surrender_loss * terms.unit)
    return np.array([-one, 0, win, -2 * one, 0, 2 * win, -half], dtype=np.int64)


def dealt(left: Ints) -> Floats:
    """The chance of every hand of two cards, once the croupier's first card is out."""
    cards = int(left.sum())
    chance = np.zeros(SIZE)
    for i in np.flatnonzero(TWO):
        first, *second = np.flatnonzero(TABLE.counts[i])
        if second:
            chance[i] = 2 * left[first] * left[second[0]]
        else:
            chance[i] = left[first] * (left[first] - 1)
    return chance / (cards * (cards - 1))
