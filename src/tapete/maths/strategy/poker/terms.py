"""What a hand comes to, in plain numbers: all that a sum over the cards needs of the rules."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import msgspec
import numpy as np

from tapete.maths.strategy.poker.ranking import Longs, Ranking


class Terms(msgspec.Struct, frozen=True):
    """One hand against the croupier's, in antes.

    ``bet`` is the second bet; ``opens`` the number of the lowest hand with which the croupier
    opens; ``closed`` what the ante is paid when he does not; ``ante`` and ``pays`` what the ante
    and the second bet of a winning hand are paid, by its category; ``price`` what a bought card
    costs; ``changes`` how many cards may be exchanged.
    """

    bet: Fraction
    opens: int
    closed: Fraction
    ante: tuple[Fraction, ...]
    pays: tuple[Fraction, ...]
    price: Fraction = Fraction(0)
    changes: int = 0

    @property
    def unit(self) -> int:
        """The ante for which every result is whole."""
        wins = (*self.ante, self.closed, self.bet, self.price)
        return lcm(*(each.denominator for each in (*wins, *(self.bet * p for p in self.pays))))


class Nets(NamedTuple):
    """The same in units of the ante, by the number of the hand."""

    unit: int
    win: Longs
    lose: int
    closed: int
    opens: int
    price: int


def nets(terms: Terms, ranking: Ranking) -> Nets:
    """What each hand wins, loses and gets when the croupier does not open."""
    unit = terms.unit
    by_level = [
        int(unit * (ante + terms.bet * bet))
        for ante, bet in zip(terms.ante, terms.pays, strict=True)
    ]
    win = np.array(by_level, np.int64)[ranking.level]
    return Nets(
        unit,
        win,
        -int(unit * (1 + terms.bet)),
        int(unit * terms.closed),
        terms.opens,
        int(unit * terms.price),
    )


class Ways(NamedTuple):
    """How many ways lead to each end, by the net in units; for the figures of a bet."""

    unit: int
    counts: dict[int, int]

    @property
    def ends(self) -> tuple[tuple[Fraction, Fraction], ...]:
        total = sum(self.counts.values())
        return tuple(
            (Fraction(net, self.unit), Fraction(count, total))
            for net, count in sorted(self.counts.items())
            if count
        )

    @property
    def mean(self) -> Fraction:
        return sum((net * chance for net, chance in self.ends), Fraction(0))
