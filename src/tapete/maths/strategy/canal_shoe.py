"""One shoe of Canal 21: bonuses on the first three cards, and 21s that break a tie with the bank.

Suits matter only to the bonus of the third card: two cards of one suit in a row, or two sevens of
one suit. They are kept apart as ``suited``; what the croupier's and the other cards' suits would
tell is not used, and on average is nothing. A ten asked for twenty to make Q-K-A is left out:
nobody asks with twenty.
"""

from __future__ import annotations

from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from tapete.maths.strategy import kernels
from tapete.maths.strategy.hands import ENDS, NATURAL, TARGET, Floats, Ints
from tapete.maths.strategy.shoe import OVER, SIZE, TABLE, TWO, AnyPlay, Bools, CanalPlay, Shoe
from tapete.maths.strategy.terms import ACE, TEN, CanalTerms

NOTHING, TRIO, STRAIGHT, SEVENS, SUITED_SEVENS = KINDS = range(5)
HELD = 9
"""Rows of results with each kind of bonus: lost, void and won of one bet, of two, and the
tie-break won, lost and equal. One row more, at the end, for hands that retired."""
Holding = npt.NDArray[np.bool_]
"""Which hands ask for cards, by the kind of bonus they hold."""
LONGEST = 8
"""The highest card of a straight that does not pass 21."""


def unsuited(play: AnyPlay, holding: Holding) -> CanalPlay:
    """A way of playing that does not look at suits; with a bonus in hand it goes by ``holding``."""
    if isinstance(play, CanalPlay):
        return play
    held = holding.copy()
    held[NOTHING] = play.hits
    return CanalPlay(play, play, held)


@cache
def suited_share(decks: int) -> Floats:
    """The chance that the two cards of a hand are of one suit."""
    share = np.where(TWO, 0.25, 0.0)
    for i in np.flatnonzero(TWO & (TABLE.counts.max(axis=1) == 2)):
        share[i] = (decks - 1) / (4 * decks - 1)
    return share


@cache
def third_chances(decks: int, suited: bool) -> Floats:
    """The chance of each kind of bonus once the third card of a hand has some value."""
    chance = np.zeros((SIZE, 10, len(KINDS)))
    chance[:, :, NOTHING] = 1.0
    for i in np.flatnonzero(TWO):
        values = [int(v) + 1 for v in np.flatnonzero(TABLE.counts[i])]
        for third in range(1, 11):
            cell = chance[i, third - 1]
            three = sorted({*values, third})
            if values == [third]:
                if third < 7:
                    cell[NOTHING], cell[TRIO] = 0.0, 1.0
                elif third == 7:
                    same = (decks - 2) / (4 * decks - 2) if suited else 0.0
                    cell[NOTHING], cell[SEVENS], cell[SUITED_SEVENS] = 0.0, 1 - same, same
            elif suited and len(three) == 3 and three[2] - three[0] == 2 and three[2] <= LONGEST:
                cell[NOTHING], cell[STRAIGHT] = 0.75, 0.25
    return chance


class CanalShoe(Shoe):
    """The prospects of every wanted hand of Canal 21."""

    def __init__(self, terms: CanalTerms, up: int, left: Ints, wanted: Bools) -> None:
        super().__init__(terms, up, left, wanted)
        decks = terms.decks
        self._held: dict[int, tuple[Floats, Floats]] = {}
        self.bonus = np.array([float(pays) for pays in terms.bonuses])
        self.share = suited_share(decks)
        self.chances = {suited: third_chances(decks, suited) for suited in (False, True)}
        self.average = (
            self.share[:, None, None] * self.chances[True]
            + (1 - self.share[:, None, None]) * self.chances[False]
        )
        self.full: Bools = self.wanted & (TABLE.best == TARGET)
        self.equal = np.where(self.full, equal_cards(decks, up, left), 0.0)
        apart = (1 - self.equal) / 2
        tie = 2 * (self.equal * float(terms.tie_equal) + apart * (float(terms.tie_win) - 1))
        self.tie: Floats = np.where(self.full, np.maximum(tie, 0.0), 0.0)
        natural = np.where(self.full, self.law[:, NATURAL], 0.0)
        self.stand = self.stand + natural * (1 + self.tie)
        # Doubled, the tie is broken for the first bet and the rest comes back.
        self.stand_twice: Floats = 2 * self.stand - natural * self.tie
        self.holding: Holding = np.zeros((len(KINDS), SIZE), dtype=bool)

    def third(self, chance: Floats, value: Floats, over: float) -> Floats:
        found: Floats = kernels.third_value(
            TABLE.next, TABLE.counts, self.wanted & TWO, self.left, chance, value, over
        )
        return found

    def play_on(self, hits: Bools) -> tuple[Floats, Floats]:
        value, hit = super().play_on(hits)
        held = np.array([value, *(self.held(kind)[0] for kind in KINDS[1:])])
        hit = np.where(TWO, self.third(self.average, held, -1.0), hit)
        return np.where(TWO & hits, hit, value), hit

    def held(self, kind: int) -> tuple[Floats, Floats]:
        """What hands with this bonus are worth, and what asking for a card is worth to them."""
        if kind not in self._held:
            self._held[kind] = kernels.play_on(
                TABLE.next,
                TABLE.counts,
                self.wanted,
                self.left,
                self.stand + self.bonus[kind],
                self.holding[kind].copy(),
                False,
            )
        return self._held[kind]

    def hold(self, holding: Holding) -> None:
        """From now on hands with a bonus ask for cards as this says."""
        self.holding, self._held = holding, {}

    @cached_property
    def double(self) -> Floats:
        return self.doubled(self.average)

    def doubled(self, chance: Floats) -> Floats:
        return self.third(chance, self.stand_twice + self.bonus[:, None], -2.0)

    def best_holding(self, may_hit: Bools) -> tuple[Holding, Floats]:
        """Which hands of three or more cards do best to ask, by the bonus held; their worth."""
        hits, values = [], []
        for bonus in self.bonus:
            asks = may_hit.copy()
            value, _ = kernels.play_on(
                TABLE.next, TABLE.counts, self.wanted, self.left, self.stand + bonus, asks, True
            )
            hits.append(asks)
            values.append(value)
        return np.array(hits), np.array(values)

    def results(self, start: Floats, play: AnyPlay) -> Floats:
        """What becomes of hands of two cards whose suits are as likely as they come."""
        way = unsuited(play, self.holding)
        one_suit = self.results_of(start * self.share, way, suited=True)
        return one_suit + self.results_of(start * (1 - self.share), way, suited=False)

    def results_of(self, start: Floats, way: CanalPlay, *, suited: bool) -> Floats:
        play = way.suited if suited else way.plain
        found = np.zeros((HELD * len(KINDS) + 1, ENDS + 1))
        found[-1, OVER] = float(start[play.retires].sum())
        start = np.where(play.retires, 0.0, start)
        doubled = np.where(play.doubles, start, 0.0)
        going = np.where(play.hits & ~play.doubles, start, 0.0)
        thirds, over = kernels.third_card(
            TABLE.next, TABLE.counts, self.left, going, self.chances[suited]
        )
        twice, over_twice = kernels.third_card(
            TABLE.next, TABLE.counts, self.left, doubled, self.chances[suited]
        )
        found[0, OVER], found[3, OVER] = over, over_twice
        nothing = np.zeros(SIZE)
        for kind in KINDS:
            rows = found[HELD * kind : HELD * (kind + 1)]
            standing, _, bust, _ = kernels.follow(
                TABLE.next, TABLE.counts, self.left, thirds[kind], way.holding[kind], nothing
            )
            found[0, OVER] += bust  # over 21 the bonus is gone
            if kind == NOTHING:
                standing = standing + start - doubled - going
            rows[0:3, :ENDS] = kernels.meet(standing, self.law, TABLE.best)
            rows[3:6, :ENDS] = kernels.meet(twice[kind], self.law, TABLE.best)
            for lost, weights in ((0, standing), (3, twice[kind])):
                ties = np.where(self.full, weights * self.law[:, NATURAL], 0.0)
                rows[lost, NATURAL] -= ties.sum()
                equal = float(ties @ self.equal)
                apart = (float(ties.sum()) - equal) / 2
                rows[6:9, NATURAL] += (apart, apart, equal)
        return found


def equal_cards(decks: int, up: int, left: Ints) -> Floats:
    """The chance that two more cards are of one rank, beside each hand and a bank Canal 21."""
    counts = left - TABLE.counts
    counts = counts - np.eye(10, dtype=np.int64)[(TEN if up == ACE else ACE) - 1]
    cards = counts.sum(axis=1)
    pairs = (counts[:, :9] * (counts[:, :9] - 1)).sum(axis=1)
    tens = counts[:, 9] * (counts[:, 9] - 1) * (4 * decks - 1) / (16 * decks - 1)
    chance: Floats = (pairs + tens) / (cards * (cards - 1))
    return chance


def canal_payments(terms: CanalTerms) -> Ints:
    """What each row of results pays, in parts of the first bet."""
    one, win = terms.unit, int(terms.win * terms.unit)
    tie_win, tie_equal = int(2 * terms.tie_win * one), int(2 * terms.tie_equal * one)
    usual = [-one, 0, win, -2 * one, 0, 2 * win, tie_win, -2 * one, tie_equal]
    held = [pay + int(bonus * one) for bonus in terms.bonuses for pay in usual]
    return np.array([*held, -int(terms.surrender_loss * one)], dtype=np.int64)
